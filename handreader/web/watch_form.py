"""Parse page requests into commands, each with a condition that rejects stale ones.

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

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.game import AbortiveDraw, AbortReason, ExhaustiveDraw, FalseWin
from scoring.record import FLAGS, Record, RecordError
from scoring.tiles import CLASSES, WINDS, Tile, Wind

from ..store import GameHistory
from ..watch.live.snapshot import WatchView
from ..watch.log.events import ResultEvent, StoreImportEvent, WinProposalEvent
from ..watch.log.table_state import TableState
from ..watch.play.win_statement import WinStatement
from ..watch.session.commands import (
    Answer,
    BeginDeal,
    Command,
    Confirm,
    EndGame,
    EnterAbort,
    EnterDeal,
    EnterDraw,
    EnterFalseWin,
    EnterRiichi,
    EnterWin,
    Fix,
    Pause,
    ProposeNow,
    Refuse,
    Resume,
    Undo,
)
from . import requests
from .errors import ApiError

FinalEvent = ResultEvent | StoreImportEvent
"""Events before which nothing can be undone or corrected any more."""
_SEATS = tuple(wind.value for wind in WINDS)
_ANYTIME: Mapping[str, Command] = {
    "win": ProposeNow(),
    "pause": Pause(),
    "resume": Resume(),
    "end": EndGame(),
}


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """A request of the page to the watcher.

    Attributes:
        command: to execute.
        is_current: whether the state to which it refers is still the table's.
    """

    command: Command
    is_current: Callable[[TableState], bool] = lambda _: True


def parse_request(body: Mapping[str, object], view: WatchView) -> WatchRequest:
    """Parse a page's JSON into a request to the watcher.

    Args:
        body: see above.
        view: the current view.

    Raises:
        ApiError: no command.
    """
    what = body.get("do")
    if what in ("confirm", "refuse", "answer"):
        number = _number(body, "proposal")
        return WatchRequest(
            _proposal_command(str(what), body, number, view),
            lambda table: table.open_proposal is not None and table.open_proposal.number == number,
        )
    if what in ("hand", "draw", "abort", "false", "riichi"):
        return WatchRequest(_deal_command(str(what), body), _deal_condition(body))
    if what == "undo":
        return WatchRequest(Undo(_number(body, "event")))
    if what == "fix":
        return WatchRequest(Fix(_number(body, "event"), _tile(body.get("tile"), "tile")))
    if what == "deal":
        number = _number(body, "deal")
        return WatchRequest(BeginDeal(), lambda table: table.over and table.deal.number == number)
    return WatchRequest(_ANYTIME[_one_of(what, tuple(_ANYTIME), "do")])


def entry_request(happened: object, view: WatchView) -> WatchRequest | None:
    """Return the request to the watcher for a form of `entry_form`.

    Returns:
        None for an entry that a log of tiles cannot express: points without a hand, a dead hand.

    Raises:
        ApiError: an invalid form.
    """
    standing = view.snapshot
    if not isinstance(happened, Mapping):
        raise ApiError(422, "bad_request", what="happened")
    if standing is None or happened.get("dead"):
        return None
    command = _entry_command(happened)
    if command is None:
        return None
    number, over = standing.deal, standing.over
    return WatchRequest(command, lambda table: (table.deal.number, table.over) == (number, over))


def _entry_command(happened: Mapping[str, object]) -> Command | None:
    ended = happened.get("ended")
    if ended is None:
        return EnterDeal(_seat_list(happened, "riichi"), None)
    if not isinstance(ended, Mapping):
        raise ApiError(422, "bad_request", what="ended")
    if ended.get("type") != "won":
        finished = _parse_ending(ended)
        return EnterDeal(_seat_list(happened, "riichi"), finished)
    records = _winners(ended)
    if records is None:
        return None
    riichi = _seat_list(happened, "riichi")
    return EnterWin(records, riichi, ended.get("on_riichi_tile") is True, begins_deal=True)


def _winners(ended: Mapping[str, object]) -> tuple[Record, ...] | None:
    """Return the records of the winners; None if one is stated by points alone."""
    winners = _list(ended, "winners", 3)
    if not winners:
        raise ApiError(422, "bad_request", what="ended")
    records = [one.get("record") for one in winners if isinstance(one, Mapping)]
    if len(records) < len(winners) or None in records:
        return None
    return tuple(map(_record, records))


def _parse_ending(ended: Mapping[str, object]) -> ExhaustiveDraw | AbortiveDraw | FalseWin:
    kind = ended.get("type")
    if kind == "drawn":
        return ExhaustiveDraw(frozenset(_seat_list(ended, "ready")))
    if kind == "aborted":
        return AbortiveDraw(_abort_reason(ended))
    if kind == "false_win":
        return FalseWin(_seat(ended.get("seat"), "seat"))
    raise ApiError(422, "bad_request", what="ended")


def undo_request(now: GameHistory, number: int, view: WatchView) -> WatchRequest | None:
    """Return the request that voids an entry; None if the watcher cannot undo it."""
    found = now.entries[number - 1] if 1 <= number <= len(now.entries) else None
    marks = [] if found is None else found.origin.evidence.split()
    event = next((mark[6:] for mark in marks if mark.startswith("event:")), "")
    if not event.isdecimal() or int(event) != last_undoable_event(view):
        return None
    return WatchRequest(Undo(int(event)))


def last_undoable_event(view: WatchView) -> int:
    """Return the number of the event that can be undone; 0 for none.

    It is the last event that ended a deal, if nothing was entered by hand since.
    """
    ends = [
        line.entry
        for line in view.lines
        if isinstance(line.entry.event, FinalEvent) and line.entry.number not in view.undone
    ]
    return ends[-1].number if ends and isinstance(ends[-1].event, ResultEvent) else 0


def _proposal_command(
    what: str, body: Mapping[str, object], number: int, view: WatchView
) -> Command:
    if what == "refuse":
        return Refuse()
    return _answer(body, view) if what == "answer" else _confirm(number, view)


def _confirm(number: int, view: WatchView) -> Command:
    """Return the confirmation; a win proposed before this program began is entered in full."""
    open_ = view.snapshot.open_proposal if view.snapshot else None
    if open_ is None or open_.number != number:
        return Confirm()
    win = open_.event if isinstance(open_.event, WinProposalEvent) else None
    if win is not None and win.questions:
        raise ApiError(422, "unanswered")
    if view.proposal is not None:
        return Confirm()
    return EnterWin((_record(None) if win is None or win.record is None else win.record,))


def _answer(body: Mapping[str, object], view: WatchView) -> Command:
    if view.proposal is None:
        raise ApiError(409, "not_open")
    reading = view.proposal.reading
    options = {question.id: question.options for question in reading.questions}
    options |= {f"tile:{tile.id}": CLASSES for tile in reading.tiles}
    answers = requests.string_map(body, "answers")
    for id, value in answers.items():
        _one_of(value, options.get(id, ()), "answers")
    facts: dict[str, object] = {}
    if body.get("seat") is not None:
        facts["seat"] = _seat(body["seat"], "seat")
    if body.get("how") is not None:
        how = _one_of(body["how"], (*_SEATS, "wall"), "how")
        drawn = how == "wall"
        facts |= {"self_drawn": drawn, "discarder": None if drawn else Wind(how)}
    facts |= {_one_of(flag, FLAGS, "flags"): True for flag in _list(body, "flags", 9)}
    ura = tuple(_tile(tile, "ura") for tile in _list(body, "ura", 5))
    if ura:
        facts["ura_indicators"] = ura
    if not (facts or answers):
        raise ApiError(422, "bad_request", what="answer")
    return Answer(WinStatement(facts, answers))


def _deal_command(what: str, body: Mapping[str, object]) -> Command:
    if what == "hand":
        return EnterWin((_record(body.get("record")),))
    if what == "draw":
        return EnterDraw(frozenset(_seat_list(body, "ready")))
    if what == "abort":
        return EnterAbort(_abort_reason(body))
    seat = _seat(body.get("seat"), "seat")
    return EnterFalseWin(seat) if what == "false" else EnterRiichi(seat)


def _deal_condition(body: Mapping[str, object]) -> Callable[[TableState], bool]:
    deal = _number(body, "deal")
    proposal = _number(body, "proposal") if body.get("proposal") is not None else None

    def is_current(table: TableState) -> bool:
        if table.over or table.deal.number != deal:
            return False
        return proposal is None or (
            table.open_proposal is not None and table.open_proposal.number == proposal
        )

    return is_current


def _record(record: object) -> Record:
    """Parse a case record.

    Raises:
        ApiError: no case record.
    """
    try:
        return Record.from_json(record)
    except RecordError as error:
        raise ApiError(422, "no_win", what=error) from None


def _abort_reason(body: Mapping[str, object]) -> AbortReason:
    return AbortReason(_one_of(body.get("reason"), tuple(AbortReason), "reason"))


def _seat_list(body: Mapping[str, object], key: str) -> tuple[Wind, ...]:
    return tuple(_seat(seat, key) for seat in _list(body, key, 4))


def _seat(value: object, key: str) -> Wind:
    return Wind(_one_of(value, _SEATS, key))


def _tile(value: object, key: str) -> Tile:
    return Tile(_one_of(value, tuple(Tile), key))


def _number(body: Mapping[str, object], key: str) -> int:
    value = body.get(key)
    if type(value) is not int or not 0 <= value < 10_000_000:
        raise ApiError(422, "bad_request", what=key)
    return value


def _list(body: Mapping[str, object], key: str, most: int) -> list[object]:
    value = body.get(key) or []
    if not isinstance(value, list) or len(value) > most:
        raise ApiError(422, "bad_request", what=key)
    return value


def _one_of(value: object, choices: tuple[str, ...], key: str) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ApiError(422, "bad_request", what=key)
    return str(value)
