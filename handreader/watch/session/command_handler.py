"""Commands of people to the watcher, and their execution; an error changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from scoring.errors import HandReaderError
from scoring.game import AbortiveDraw, AbortReason, ExhaustiveDraw, FalseWin, apply
from scoring.record import Record
from scoring.tiles import Tile, Wind

from ..errors import LogError, WatchError
from ..log.events import (
    AbortEvent,
    CallEvent,
    CorrectionEvent,
    DrawEvent,
    KongEvent,
    ResultEvent,
    RiichiEvent,
    StoreImportEvent,
    TileEvent,
    UndoEvent,
)
from ..log.table_state import active_events, fold_events, undone_numbers
from ..play.win_proposal import WinProposal
from .deals import Deals
from .manual_entry import ManualEntry
from .proposals import Proposals
from .session import Session

_UndoableEvent = ResultEvent | TileEvent | CallEvent | KongEvent | RiichiEvent | CorrectionEvent
AT_ONCE = (
    "draw", "abort", "false", "fix", "undo", "pause", "resume", "win", "deal", "end",
    "hand", "told", "riichi", "look", "new",
)  # fmt: skip
"""Commands that are valid at any time; all other lines are about the open proposal of a win."""


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
        self._typed = ManualEntry(game, proposals, deals)
        self._does: Mapping[str, Callable[[str], None]] = {
            "y": self._confirm,
            "n": self._refuse,
            "draw": self._draw,
            "abort": self._abort,
            "false": self._false_win,
            "fix": self._fix,
            "undo": self._undo,
            "pause": lambda rest: pause(),
            "resume": lambda rest: resume(),
            "win": self._win_now,
            "hand": self._enter_win,
            "told": self._enter_deal,
            "look": lambda rest: None,  # manual entries are imported before each command
            "new": self._new_game,
            "riichi": self._declare_riichi,
            "deal": self._begin_deal,
            "end": self._end_game,
        }

    def execute(self, line: str) -> None:
        """Execute a typed line.

        Raises:
            LogError: the log cannot be written any more; every other error is only reported.
        """
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        try:
            if word in self._does:
                self._does[word](rest)
            else:
                again = self._proposals.amend(line)
                self._game.operator.propose(again, self._game.table)
        except LogError:
            raise
        except HandReaderError as error:
            self._game.operator.warn("not_done", what=error)

    # The open proposal.

    def _confirm(self, rest: str) -> None:
        found = self._proposals.current
        if found is None:
            self._game.operator.warn("nothing_open")
        elif found.score is None or found.needs:
            self._game.operator.propose(found, self._game.table)
        else:
            self._ask_next(self._deals.confirm_win(found, "user"))

    def _refuse(self, rest: str) -> None:
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

    def _win_now(self, rest: str) -> None:
        if self._proposals.propose_now() is None:
            self._game.operator.warn("no_hand")

    def _enter_win(self, rest: str) -> None:
        """Enter `hand RECORD`: the win of a case record, or a list for several on one tile."""
        try:
            said = json.loads(rest)
            records = [
                Record.from_json(one) for one in (said if isinstance(said, list) else [said])
            ]
        except ValueError as error:
            raise WatchError("no_record", why=error) from None
        if not records:
            raise WatchError("no_record", why="[]")
        self._typed.enter_win(records)

    def _enter_deal(self, rest: str) -> None:
        """Enter `told HAPPENED`: a whole deal, as the page sends it."""
        self._typed.enter_deal(json.loads(rest))

    def _declare_riichi(self, rest: str) -> None:
        if self._game.table.over or rest not in tuple(Wind):
            raise WatchError("riichi_like")
        self._deals.declare_riichi(Wind(rest))

    # Ends without a win.

    def _draw(self, rest: str) -> None:
        letters = rest.upper().replace(" ", "")
        if not set(letters) <= set("ESWN"):
            raise WatchError("draw_like")
        if self._game.table.over:
            raise WatchError("no_deal")
        happened = ExhaustiveDraw(frozenset(map(Wind, letters)))
        apply(self._game.table.game, happened)
        self._deals.end(DrawEvent(self._game.table.deal.number, happened), "user")

    def _abort(self, rest: str) -> None:
        if self._game.table.over or rest not in tuple(AbortReason):
            raise WatchError("abort_like", reasons=" | ".join(AbortReason))
        happened = AbortiveDraw(AbortReason(rest))
        apply(self._game.table.game, happened)
        self._deals.end(AbortEvent(self._game.table.deal.number, happened), "user")

    def _false_win(self, rest: str) -> None:
        if rest not in tuple(Wind):
            raise WatchError("false_like")
        self._typed.enter_false_win(FalseWin(Wind(rest)))

    def _begin_deal(self, rest: str) -> None:
        if not self._game.table.over:
            raise WatchError("deal_open")
        self._deals.begin(whole=self._game.play.is_table_clear)

    def _end_game(self, rest: str) -> None:
        self._deals.end_game("user")

    def _new_game(self, rest: str) -> None:
        raise WatchError("end_first")

    # Errors in the log.

    def _fix(self, rest: str) -> None:
        """Correct a tile: in `fix 12 5m` event 12 was a 5m."""
        number, _, tile = rest.partition(" ")
        old = next((e for e in self._game.journal.events if str(e.number) == number), None)
        if old is None or not isinstance(old.event, TileEvent) or tile not in tuple(Tile):
            raise WatchError("fix_like")
        self._game.append(CorrectionEvent(old.number, old.event.tile, Tile(tile)), "user")

    def _undo(self, rest: str) -> None:
        events = self._game.journal.events
        number = int(rest) if rest.strip().isdecimal() else self._last_result()
        count = {entry.number: entry.event for entry in active_events(events)}
        if number not in count or not isinstance(count[number], _UndoableEvent):
            raise WatchError("not_undone", what=rest or number)
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
