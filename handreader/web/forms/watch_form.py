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
    {"do": "line", "line": "fix 31 5m", "proposal": 12, "deal": 3}    as typed at the terminal, with
    the open proposal (null for none) and the deal that the page showed

The condition is the state that the page showed: an answer to a closed proposal is rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.game import AbortiveDraw, AbortReason, ExhaustiveDraw, FalseWin
from scoring.json_fields import JsonFields
from scoring.record import FLAGS, Record, RecordError
from scoring.tiles import CLASSES, TILES, WINDS, Wind

from ...store import GameHistory
from ...watch.live.snapshot import WatchView
from ...watch.log.events import ResultEvent, StoreImportEvent, WinProposalEvent
from ...watch.log.table_state import TableState
from ...watch.play.win_statement import WinStatement
from ...watch.session.commands import (
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
    parse_command,
)
from ..errors import ApiError
from .entry_form import EntryForm, WinForm
from .form_fields import json_fields, string_map

LONGEST_LINE = 4000
"""Characters of a typed line: the case record of a win has some hundred."""
FinalEvent = ResultEvent | StoreImportEvent
"""Events before which nothing can be undone or corrected any more."""
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
    fields = json_fields(body)
    what = fields.value("do")
    if what in ("confirm", "refuse", "answer"):
        number = _number(fields, "proposal")
        return WatchRequest(
            _proposal_command(str(what), fields, number, view),
            lambda table: table.open_proposal is not None and table.open_proposal.number == number,
        )
    if what in ("hand", "draw", "abort", "false", "riichi"):
        return WatchRequest(_deal_command(str(what), fields), _deal_condition(fields))
    if what == "line":
        return _line_request(fields, view)
    if what == "undo":
        return WatchRequest(Undo(_number(fields, "event")))
    if what == "fix":
        return WatchRequest(Fix(_number(fields, "event"), fields.choice("tile", TILES)))
    if what == "deal":
        number = _number(fields, "deal")
        return WatchRequest(BeginDeal(), lambda table: table.over and table.deal.number == number)
    return WatchRequest(_ANYTIME[fields.choice("do", tuple(_ANYTIME))])


def entry_request(form: EntryForm, view: WatchView) -> WatchRequest | None:
    """Return the request to the watcher for an entry form.

    Returns:
        None for an entry that a log of tiles cannot express: points without a hand, a dead hand,
            a penalty, a name, the end of the game.
    """
    snapshot = view.snapshot
    command = None if form.dead else _entry_command(form)
    if snapshot is None or command is None:
        return None
    shown = (snapshot.deal, snapshot.over)
    return WatchRequest(command, lambda table: (table.deal.number, table.over) == shown)


def _entry_command(form: EntryForm) -> Command | None:
    ended = form.ended
    if isinstance(ended, WinForm):
        if not ended.records:
            return None
        return EnterWin(ended.records, form.riichi, ended.on_riichi_tile, begins_deal=True)
    if ended is None or isinstance(ended, ExhaustiveDraw | AbortiveDraw | FalseWin):
        return EnterDeal(form.riichi, ended)
    return None


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


def _proposal_command(what: str, fields: JsonFields, number: int, view: WatchView) -> Command:
    if what == "refuse":
        return Refuse()
    return _answer(fields, view) if what == "answer" else _confirm(number, view)


def _line_request(fields: JsonFields, view: WatchView) -> WatchRequest:
    """Return the request of a line that was typed as at the terminal."""
    line = fields.text("line", LONGEST_LINE).strip()
    if not line:
        raise ApiError(422, "bad_request", what="line")
    command = parse_command(line)
    deal, open_ = _number(fields, "deal"), fields.value("proposal")
    proposal = None if open_ is None else _number(fields, "proposal")
    if isinstance(command, Confirm) and proposal is not None:
        command = _confirm(proposal, view)

    def is_current(table: TableState) -> bool:
        number = None if table.open_proposal is None else table.open_proposal.number
        return (table.deal.number, number) == (deal, proposal)

    return WatchRequest(command, is_current)


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


def _answer(fields: JsonFields, view: WatchView) -> Command:
    if view.proposal is None:
        raise ApiError(409, "not_open")
    reading = view.proposal.reading
    options = {question.id: question.options for question in reading.questions}
    options |= {f"tile:{tile.id}": CLASSES for tile in reading.tiles}
    answers = string_map(fields.obj, "answers")
    if any(value not in options.get(id, ()) for id, value in answers.items()):
        raise ApiError(422, "bad_request", what="answers")
    facts: dict[str, object] = {}
    if (seat := fields.optional_seat("seat")) is not None:
        facts["seat"] = seat
    if (how := fields.optional_choice("how", (*WINDS, "wall"))) is not None:
        drawn = how == "wall"
        facts |= {"self_drawn": drawn, "discarder": None if drawn else Wind(how)}
    facts |= dict.fromkeys(fields.choices("flags", FLAGS, 9), True)
    ura = tuple(fields.choices("ura", TILES, 5))
    if ura:
        facts["ura_indicators"] = ura
    if not (facts or answers):
        raise ApiError(422, "bad_request", what="answer")
    return Answer(WinStatement(facts, answers))


def _deal_command(what: str, fields: JsonFields) -> Command:
    if what == "hand":
        return EnterWin((_record(fields.value("record")),))
    if what == "draw":
        return EnterDraw(frozenset(fields.seats("ready")))
    if what == "abort":
        return EnterAbort(fields.choice("reason", tuple(AbortReason)))
    seat = fields.seat("seat")
    return EnterFalseWin(seat) if what == "false" else EnterRiichi(seat)


def _deal_condition(fields: JsonFields) -> Callable[[TableState], bool]:
    deal = _number(fields, "deal")
    proposal = None if fields.value("proposal") is None else _number(fields, "proposal")

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


def _number(fields: JsonFields, key: str) -> int:
    return fields.integer(key, 0, 9_999_999)
