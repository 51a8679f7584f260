"""Execution of people's commands; a command with an error changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from scoring.errors import HandReaderError
from scoring.game import AbortiveDraw, ExhaustiveDraw, FalseWin, apply

from ..errors import LogError, WatchError
from ..log.events import (
    CallEvent,
    CorrectionEvent,
    KongEvent,
    ResultEvent,
    RiichiEvent,
    StoreImportEvent,
    TileEvent,
    UndoEvent,
)
from ..log.table_state import active_events, fold_events, undone_numbers
from ..play.win_proposal import WinProposal
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
from .deals import Deals
from .manual_entry import ManualEntry
from .proposals import Proposals
from .session import Session

_UndoableEvent = ResultEvent | TileEvent | CallEvent | KongEvent | RiichiEvent | CorrectionEvent


class CommandHandler:
    """Handler of the commands of one game.

    Args:
        game: session of the game.
        proposals: of the game.
        deals: of the game.
        pause, resume: callbacks of the camera.
    """

    def __init__(
        self,
        game: Session,
        proposals: Proposals,
        deals: Deals,
        pause: Callable[[], None],
        resume: Callable[[], None],
    ) -> None:
        self._game, self._proposals, self._deals = game, proposals, deals
        self._entry = ManualEntry(game, proposals, deals)
        self._pause, self._resume = pause, resume

    def execute(self, command: Command) -> None:
        """Execute a command.

        Raises:
            LogError: the log cannot be written any more; every other error is only reported.
        """
        try:
            self._execute(command)
        except LogError:
            raise
        except HandReaderError as error:
            self._game.operator.warn("not_done", what=error)

    def _execute(self, command: Command) -> None:
        match command:
            case Confirm():
                self._confirm()
            case Refuse():
                self._refuse()
            case Answer():
                self._answer(command)
            case ProposeNow():
                if self._proposals.propose_now() is None:
                    self._game.operator.warn("no_hand")
            case EnterWin():
                self._entry.enter_win(command)
            case EnterDeal():
                self._entry.enter_deal(command)
            case EnterDraw():
                self._draw(command)
            case EnterAbort():
                self._abort(command)
            case EnterFalseWin(seat):
                self._entry.enter_false_win(FalseWin(seat))
            case EnterRiichi(seat):
                if self._game.table.over:
                    raise WatchError("riichi_like")
                self._deals.declare_riichi(seat)
            case Fix():
                self._fix(command)
            case Undo():
                self._undo(command)
            case BeginDeal():
                if not self._game.table.over:
                    raise WatchError("deal_open")
                self._deals.begin(whole=self._game.play.is_table_clear)
            case EndGame():
                self._deals.end_game("user")
            case Pause():
                self._pause()
            case Resume():
                self._resume()
            case ImportChanges():
                pass  # the watcher imports them before each command
            case Invalid(error, idle_error):
                raise idle_error if self._proposals.current is None else error
            case _:
                assert_never(command)

    # The open proposal.

    def _confirm(self) -> None:
        found = self._proposals.current
        if found is None:
            self._game.operator.warn("nothing_open")
        elif found.score is None or found.needs:
            self._game.operator.propose(found, self._game.table)
        else:
            self._ask_next(self._deals.confirm_win(found, "user"))

    def _refuse(self) -> None:
        open_ = self._game.table.open_proposal
        if open_ is None:
            self._game.operator.warn("nothing_open")
            return
        self._ask_next(self._proposals.refuse(open_))
        if self._game.table.over:  # the end of the game may be due after the answer
            self._game.request_reading()

    def _ask_next(self, next_: WinProposal | None) -> None:
        """Show the next open proposal after an answer."""
        if next_ is not None:
            self._game.operator.propose(next_, self._game.table)

    def _answer(self, command: Answer) -> None:
        found = self._proposals.current
        if found is None:
            raise unknown_command(str(command.statement))
        again = self._proposals.amend(found, command.statement)
        self._game.operator.propose(again, self._game.table)

    # Ends without a win.

    def _draw(self, command: EnterDraw) -> None:
        if self._game.table.over:
            raise WatchError("no_deal")
        happened = ExhaustiveDraw(command.ready)
        apply(self._game.table.game, happened)
        self._entry.end_without_win(happened)

    def _abort(self, command: EnterAbort) -> None:
        if self._game.table.over:
            raise abort_error()
        happened = AbortiveDraw(command.reason)
        apply(self._game.table.game, happened)
        self._entry.end_without_win(happened)

    # Errors in the log.

    def _fix(self, command: Fix) -> None:
        old = next((e for e in self._game.journal.events if e.number == command.event), None)
        if old is None or not isinstance(old.event, TileEvent):
            raise WatchError("fix_like")
        self._game.append(CorrectionEvent(old.number, old.event.tile, command.tile), "user")

    def _undo(self, command: Undo) -> None:
        events = self._game.journal.events
        number = self._last_result() if command.event is None else command.event
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
        self._game.append(UndoEvent(number), "user")
        self._proposals.clear()
        self._game.sync_store()

    def _last_result(self) -> int:
        """Return the number of the newest end of a deal, or false win, that is not undone."""
        events = self._game.journal.events
        gone = undone_numbers(events)
        for entry in reversed(events):
            if isinstance(entry.event, ResultEvent) and entry.number not in gone:
                return entry.number
        raise WatchError("nothing_to_undo")
