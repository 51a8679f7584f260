"""Parse page requests into watch commands, each with a condition that rejects stale ones.

    {"do": "confirm", "proposal": 12}       confirm the win of event 12
    {"do": "refuse", "proposal": 12}        reject it; or continue the deal
    {"do": "answer", "proposal": 12, "answers": {"tile:3": "5m"}, "seat": "S", "how": "wall",
     "flags": ["last_tile"], "ura": ["3m"]}         how: or a seat
    {"do": "hand", "deal": 3, "record": {...}}      a complete win; "proposal", if it answers one
    {"do": "draw", "deal": 3, "ready": ["E"]}       {"do": "abort", "deal": 3, "reason": "..."}
    {"do": "false", "deal": 3, "seat": "E"}         {"do": "riichi", "deal": 3, "seat": "E"}
    {"do": "undo", "event": 31}                     {"do": "fix", "event": 31, "tile": "5m"}
    {"do": "win"}, "deal" (a new one begins), "pause", "resume", "end"

The condition is the state that the page showed: an answer to a closed proposal is rejected.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.game import AbortReason
from scoring.record import FLAGS, Record, RecordError
from scoring.tiles import CLASSES, WINDS

from ..store import GameHistory
from ..watch.live.snapshot import WatchView
from ..watch.log.table_state import TableState
from . import requests
from .errors import ApiError

ENDS = ("win", "draw", "abort", "penalty", "entered")
"""Events before which nothing can be taken back or put right any more."""
_SEATS = tuple(wind.value for wind in WINDS)


@dataclass(frozen=True, slots=True)
class WatchCommand:
    """A command for the watcher.

    Attributes:
        line: in the terminal's syntax.
        is_current: whether the state to which it refers is still the table's.
    """

    line: str
    is_current: Callable[[TableState], bool]


def parse_command(said: Mapping[str, object], seen: WatchView) -> WatchCommand:
    """Parse a request into a watch command.

    Args:
        said: see above.
        seen: the current view.

    Raises:
        ApiError: no command.
    """
    what = said.get("do")
    if what in ("confirm", "refuse", "answer"):
        number = _number(said, "proposal")
        line = {"confirm": _confirm, "refuse": _refuse, "answer": _answer}[str(what)](said, seen)
        return WatchCommand(
            line,
            lambda table: table.open_proposal is not None and table.open_proposal.number == number,
        )
    if what in ("hand", "draw", "abort", "false", "riichi"):
        return WatchCommand(f"{what} {_deal_arguments(str(what), said)}", _deal_condition(said))
    if what == "undo":
        return _undo_event(_number(said, "event"))
    if what == "fix":
        number, tile = _number(said, "event"), _one_of(said.get("tile"), CLASSES, "tile")
        return WatchCommand(f"fix {number} {tile}", lambda _: True)
    if what == "deal":
        number = _number(said, "deal")
        return WatchCommand("deal", lambda table: table.over and table.deal.number == number)
    word = _one_of(what, ("win", "pause", "resume", "end"), "do")
    return WatchCommand(word, lambda _: True)


def entry_command(happened: object, seen: WatchView) -> WatchCommand | None:
    """Return the watch command for a form of `entry_form`.

    Returns:
        None for an entry that a log of tiles cannot express: points without a hand, a dead hand.

    Raises:
        ApiError: an invalid form.
    """
    standing = seen.snapshot
    if not isinstance(happened, Mapping):
        raise ApiError(422, "bad_request", what="happened")
    if standing is None or happened.get("dead"):
        return None
    ended = happened.get("ended")
    told = None if ended is None else _parse_ending(ended)
    if ended is not None and told is None:
        return None
    riichi = [_one_of(seat, _SEATS, "riichi") for seat in _list(happened, "riichi", 4)]
    number, over = standing.deal, standing.over
    return WatchCommand(
        f"told {json.dumps({'riichi': riichi, 'ended': told})}",
        lambda table: (table.deal.number, table.over) == (number, over),
    )


def _parse_ending(ended: object) -> dict[str, object] | None:
    if not isinstance(ended, Mapping):
        raise ApiError(422, "bad_request", what="ended")
    kind = ended.get("type")
    if kind == "drawn":
        ready = [_one_of(seat, _SEATS, "ready") for seat in _list(ended, "ready", 4)]
        return {"type": kind, "ready": ready}
    if kind == "aborted":
        return {"type": kind, "reason": _one_of(ended.get("reason"), tuple(AbortReason), "reason")}
    if kind == "false_win":
        return {"type": kind, "seat": _one_of(ended.get("seat"), _SEATS, "seat")}
    winners = _list(ended, "winners", 3)
    if kind != "won" or not winners:
        raise ApiError(422, "bad_request", what="ended")
    records = [one.get("record") for one in winners if isinstance(one, Mapping)]
    if len(records) < len(winners) or None in records:
        return None
    on_riichi_tile = ended.get("on_riichi_tile") is True
    told = [json.loads(_record_line(record)) for record in records]
    return {"type": kind, "records": told, "on_riichi_tile": on_riichi_tile}


def undo_command(now: GameHistory, number: int, seen: WatchView) -> WatchCommand | None:
    """Return the watch command that strikes an entry out; None if the watcher cannot undo it."""
    found = now.entries[number - 1] if 1 <= number <= len(now.entries) else None
    marks = [] if found is None else found.origin.evidence.split()
    event = next((mark[6:] for mark in marks if mark.startswith("event:")), "")
    if not event.isdecimal() or int(event) != last_undoable_event(seen):
        return None
    return _undo_event(int(event))


def last_undoable_event(seen: WatchView) -> int:
    """Return the number of the event that can be undone; 0 for none.

    It is the last event that ended a deal, if nothing was entered by hand since.
    """
    ends = [
        line.event
        for line in seen.lines
        if line.event.kind in ENDS and line.event.number not in seen.undone
    ]
    return ends[-1].number if ends and ends[-1].kind != "entered" else 0


def _undo_event(event: int) -> WatchCommand:
    return WatchCommand(f"undo {event}", lambda _: True)


def _confirm(said: Mapping[str, object], seen: WatchView) -> str:
    """Return the line that confirms; a win proposed before this program began is sent in full."""
    open_ = seen.snapshot.open_proposal if seen.snapshot else None
    if open_ is not None and open_.number == said["proposal"] and open_.data.get("questions"):
        raise ApiError(422, "unanswered")
    if seen.proposal is None and open_ is not None and open_.number == said["proposal"]:
        return f"hand {_record_line(open_.data.get('record'))}"
    return "y"


def _refuse(said: Mapping[str, object], seen: WatchView) -> str:
    return "n"


def _answer(said: Mapping[str, object], seen: WatchView) -> str:
    if seen.proposal is None:
        raise ApiError(409, "not_open")
    reading = seen.proposal.reading
    options = {question.id: question.options for question in reading.questions}
    options |= {f"tile:{tile.id}": CLASSES for tile in reading.tiles}
    words = []
    for id, value in requests.string_map(said, "answers").items():
        words.append(shlex.quote(f"{id}={_one_of(value, options.get(id, ()), 'answers')}"))
    if said.get("seat") is not None:
        words.append(f"seat {_one_of(said['seat'], _SEATS, 'seat')}")
    if said.get("how") is not None:
        how = _one_of(said["how"], (*_SEATS, "wall"), "how")
        words.append("drawn" if how == "wall" else f"from {how}")
    words += [_one_of(flag, FLAGS, "flags") for flag in _list(said, "flags", 9)]
    ura = [_one_of(tile, CLASSES, "ura") for tile in _list(said, "ura", 5)]
    if ura:
        words.append(f"ura {''.join(ura)}")
    if not words:
        raise ApiError(422, "bad_request", what="answer")
    return " ".join(words)


def _deal_arguments(what: str, said: Mapping[str, object]) -> str:
    if what == "hand":
        return _record_line(said.get("record"))
    if what == "draw":
        return " ".join(_one_of(seat, _SEATS, "ready") for seat in _list(said, "ready", 4))
    if what == "abort":
        return _one_of(said.get("reason"), tuple(AbortReason), "reason")
    return _one_of(said.get("seat"), _SEATS, "seat")


def _deal_condition(said: Mapping[str, object]) -> Callable[[TableState], bool]:
    deal = _number(said, "deal")
    proposal = _number(said, "proposal") if said.get("proposal") is not None else None

    def is_current(table: TableState) -> bool:
        if table.over or table.deal.number != deal:
            return False
        return proposal is None or (
            table.open_proposal is not None and table.open_proposal.number == proposal
        )

    return is_current


def _record_line(record: object) -> str:
    """Return a case record in one line.

    Raises:
        ApiError: no case record.
    """
    try:
        return json.dumps(Record.from_json(record).to_json())
    except RecordError as error:
        raise ApiError(422, "no_win", what=error) from None


def _number(said: Mapping[str, object], key: str) -> int:
    value = said.get(key)
    if type(value) is not int or not 0 <= value < 10_000_000:
        raise ApiError(422, "bad_request", what=key)
    return value


def _list(said: Mapping[str, object], key: str, most: int) -> list[object]:
    value = said.get(key) or []
    if not isinstance(value, list) or len(value) > most:
        raise ApiError(422, "bad_request", what=key)
    return value


def _one_of(value: object, choices: tuple[str, ...], key: str) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ApiError(422, "bad_request", what=key)
    return str(value)
