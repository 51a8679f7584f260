"""Execution of people's commands; a command with an error changes nothing."""

from __future__ import annotations

from typing import assert_never

from scoring.errors import HandReaderError
from scoring.game import AbortiveDraw, ExhaustiveDraw, FalseWin, apply
from scoring.hand import Meld, SetKind
from scoring.tiles import Tile

from ..errors import LogError, WatchError
from ..log.events import (
    AnyCorrection,
    CorrectionEvent,
    DiscardEvent,
    FlowerEvent,
    KongEvent,
    ResultEvent,
    RiichiEvent,
    SetEvent,
    StoreImportEvent,
    TileEvent,
    UndoEvent,
)
from ..log.set_correction import set_corrections
from ..log.table_state import active_events, fold_events, undone_numbers
from ..play.described_hand import hand_statements
from ..play.win_proposal import WinProposal
from . import deals, manual_entry, proposals
from .commands import (
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
    FixSet,
    ImportChanges,
    Invalid,
    Pause,
    ProposeNow,
    Refuse,
    Resume,
    Undo,
    abort_error,
    unknown_command,
)
from .session import Session

_UndoableEvent = ResultEvent | TileEvent | SetEvent | RiichiEvent | AnyCorrection


def execute(session: Session, command: Command) -> None:
    """Execute a command.

    Raises:
        LogError: the log cannot be written any more; every other error is only reported.
    """
    try:
        _execute(session, command)
    except LogError:
        raise
    except HandReaderError as error:
        session.operator.warn("not_done", what=error)


def _execute(session: Session, command: Command) -> None:
    match command:
        case Confirm():
            _confirm(session)
        case Refuse():
            _refuse(session)
        case Answer():
            _answer(session, command)
        case ProposeNow():
            if proposals.propose_now(session) is None:
                session.operator.warn("no_hand")
        case EnterWin():
            manual_entry.enter_win(session, command)
        case EnterDeal():
            manual_entry.enter_deal(session, command)
        case EnterDraw():
            _draw(session, command)
        case EnterAbort():
            _abort(session, command)
        case EnterFalseWin(seat):
            manual_entry.enter_false_win(session, FalseWin(seat))
        case EnterRiichi(seat):
            if session.table.over:
                raise WatchError("riichi_like")
            deals.declare_riichi(session, seat)
        case Fix():
            _fix(session, command)
        case FixSet():
            _fix_set(session, command)
        case Undo():
            _undo(session, command)
        case BeginDeal():
            if not session.table.over:
                raise WatchError("deal_open")
            deals.begin(session, whole=session.play.is_table_clear)
        case EndGame():
            deals.end_game(session, "user")
        case Pause():
            session.pause("user")
        case Resume():
            _resume(session)
        case ImportChanges():
            pass  # the watcher imports them before each command
        case Invalid(error, idle_error):
            raise idle_error if proposals.open_proposal(session) is None else error
        case _:
            assert_never(command)


# The open proposal.


def _confirm(session: Session) -> None:
    found = proposals.open_proposal(session)
    if found is None:
        session.operator.warn("nothing_open")
    elif found.score is None or found.needs:
        session.operator.propose(found, session.table)
    else:
        _ask_next(session, deals.confirm_win(session, found, "user"))


def _refuse(session: Session) -> None:
    open_ = session.table.open_proposal
    if open_ is None:
        session.operator.warn("nothing_open")
        return
    _ask_next(session, proposals.refuse(session, open_))
    if session.table.over:  # the end of the game may be due after the answer
        session.request_reading()


def _ask_next(session: Session, next_: WinProposal | None) -> None:
    """Show the next open proposal after an answer."""
    if next_ is not None:
        session.operator.propose(next_, session.table)


def _answer(session: Session, command: Answer) -> None:
    found = proposals.open_proposal(session)
    if found is None:
        raise unknown_command(str(command.statement))
    again = proposals.amend(session, found, command.statement)
    session.operator.propose(again, session.table)


def _resume(session: Session) -> None:
    observer = session.observer
    if observer is not None:
        if session.pause_reason != "user":  # a person sees that the camera is in its place
            observer.accept_view()
        observer.mark_gap(session.time)
    session.resume()


# Ends without a win.


def _draw(session: Session, command: EnterDraw) -> None:
    if session.table.over:
        raise WatchError("no_deal")
    happened = ExhaustiveDraw(command.ready)
    apply(session.table.game, happened)
    manual_entry.end_without_win(session, happened)


def _abort(session: Session, command: EnterAbort) -> None:
    if session.table.over:
        raise abort_error()
    happened = AbortiveDraw(command.reason)
    apply(session.table.game, happened)
    manual_entry.end_without_win(session, happened)


# Errors in the log.


def _fix(session: Session, command: Fix) -> None:
    active = {entry.number: entry.event for entry in active_events(session.journal.events)}
    old = active.get(command.event)
    if not isinstance(old, TileEvent):
        raise WatchError("fix_like")
    if not _is_possible(old, command.tile, bool(session.table.game.rules.bet)):
        if isinstance(old, FlowerEvent):
            raise WatchError("fix_flower", number=command.event, tile=command.tile.value)
        raise WatchError("fix_impossible", number=command.event, tile=command.tile.value)
    session.append(CorrectionEvent(command.event, old.tile, command.tile), "user")
    _ask_next(session, proposals.renew(session))


def _fix_set(session: Session, command: FixSet) -> None:
    active = {entry.number: entry.event for entry in active_events(session.journal.events)}
    old, meld = active.get(command.event), Meld.from_tiles(command.tiles)
    if not isinstance(old, SetEvent):
        raise WatchError("fix_like")
    fits = meld.is_set and len(command.tiles) == len(old.tiles)
    is_red = any(tile.is_red for tile in command.tiles) and not session.table.game.rules.bet
    if not fits or is_red or (isinstance(old, KongEvent) and meld.kind is not SetKind.KONG):
        tiles = " ".join(tile.value for tile in command.tiles)
        raise WatchError("fix_set", number=command.event, count=len(old.tiles), tiles=tiles)
    for event in set_corrections(session.table, command.event, old, command.tiles):
        session.append(event, "user")
    _ask_next(session, proposals.renew(session))


def _is_possible(event: TileEvent, tile: Tile, is_riichi: bool) -> bool:
    """Return whether a rule set lets an event have this tile; red fives are of riichi alone."""
    if isinstance(event, FlowerEvent):
        return tile.is_flower
    if tile.is_flower:  # a player may discard a flower, where there are any
        return isinstance(event, DiscardEvent) and not is_riichi
    return is_riichi or not tile.is_red


def _undo(session: Session, command: Undo) -> None:
    events = session.journal.events
    number = _last_result(session) if command.event is None else command.event
    count = {entry.number: entry.event for entry in active_events(events)}
    if number not in count or not isinstance(count[number], _UndoableEvent):
        raise WatchError("not_undone", what=number)
    ends = [n for n, event in count.items() if isinstance(event, ResultEvent) and n > number]
    if ends:  # later results were logged with the seats of their time
        raise WatchError("undo_first", number=ends[-1])
    since = any(isinstance(e, StoreImportEvent) and n > number for n, e in count.items())
    if since and isinstance(count[number], ResultEvent):
        raise WatchError("entered_since", number=number)
    fold_events(e for e in events if e.number != number)  # else it cannot be undone
    session.append(UndoEvent(number), "user")
    if isinstance(count[number], ResultEvent):
        session.pending.clear()
        session.pending.undone = hand_statements(events, number)
    else:
        _ask_next(session, proposals.renew(session) or proposals.open_proposal(session))
    session.sync_store()


def _last_result(session: Session) -> int:
    """Return the number of the newest end of a deal, or false win, that is not undone."""
    events = session.journal.events
    gone = undone_numbers(events)
    for entry in reversed(events):
        if isinstance(entry.event, ResultEvent) and entry.number not in gone:
            return entry.number
    raise WatchError("nothing_to_undo")
