"""Events of a watched game's log: one frozen dataclass per kind; `serialization` has their JSON.

Places count from the bottom of the camera's picture: 0 bottom, 1 right, 2 top, 3 left. Seats are
those of the moment: a corrected result of an earlier deal moves the players, not the events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from scoring.game import AbortiveDraw, ExhaustiveDraw, FalseWin, GameRules, Won
from scoring.game import Event as GameEvent
from scoring.hand import SetKind
from scoring.record import Record
from scoring.tiles import WINDS, Tile, Wind

Point = tuple[float, float]
"""A position in an area of the table, as fractions of its width and height."""


@dataclass(frozen=True, slots=True)
class GameStartEvent:
    """The start of the game.

    Attributes:
        rules: of the game.
        book: id of the rule set.
        players: from the first East on, in order of play.
        first_east: place of the first East.
        camera: name of the camera; None if the log has none.
        table: name of the table's profile; None without one.
        version: of the program.
        consent: notice of the recording.
    """

    kind: ClassVar[str] = "game_start"
    rules: GameRules
    book: str
    players: tuple[str, ...]
    first_east: int
    camera: str | None = None
    table: str | None = None
    version: str | None = None
    consent: str | None = None


@dataclass(frozen=True, slots=True)
class DealStartEvent:
    """The start of a deal.

    Attributes:
        deal: number of the deal, from 1.
        round: wind of the round.
        dealer: place of East.
        counters, sticks: on the table.
        observed_from_start: observed from an empty table on.
    """

    kind: ClassVar[str] = "deal_start"
    deal: int
    round: Wind
    dealer: int
    counters: int
    sticks: int
    observed_from_start: bool


@dataclass(frozen=True, slots=True)
class DiscardEvent:
    """A tile discarded face up.

    Attributes:
        turned: whether it is sideways.
        at: its middle, in the pond.
    """

    kind: ClassVar[str] = "discard"
    place: int
    seat: Wind
    tile: Tile
    turned: bool
    at: Point


@dataclass(frozen=True, slots=True)
class CallEvent:
    """A set called with another player's discard.

    Attributes:
        tiles: low to high.
        at: its middle, in the hand's area.
        set_kind: chow, pung or kong.
        claimed: the discard; None if its removal was not observed.
        source: place of the discarder; None if unknown.
        discard: number of the discard's event; None if unknown.
    """

    kind: ClassVar[str] = "call"
    place: int
    seat: Wind
    tiles: tuple[Tile, ...]
    at: Point
    set_kind: SetKind
    claimed: Tile | None
    source: int | None
    discard: int | None


@dataclass(frozen=True, slots=True)
class KongEvent:
    """A kong without another player's discard.

    Attributes:
        tiles: those that are visible.
        at: its middle, in the hand's area.
        is_added: whether a tile was added to a called pung; else the kong is concealed.
    """

    kind: ClassVar[str] = "kong"
    place: int
    seat: Wind
    tiles: tuple[Tile, ...]
    at: Point
    is_added: bool


@dataclass(frozen=True, slots=True)
class FlowerEvent:
    """A flower or season shown by its player.

    Attributes:
        at: its middle, in the hand's area; None in logs that did not keep it.
    """

    kind: ClassVar[str] = "flower"
    place: int
    seat: Wind
    tile: Tile
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class RiichiEvent:
    """A declaration of riichi.

    Attributes:
        discard: number of the discard's event; 0 if it was not observed.
    """

    kind: ClassVar[str] = "riichi"
    place: int
    seat: Wind
    discard: int


@dataclass(frozen=True, slots=True)
class IndicatorEvent:
    """A dora indicator turned face up in the dead wall."""

    kind: ClassVar[str] = "indicator"
    tile: Tile


@dataclass(frozen=True, slots=True)
class WinProposalEvent:
    """A shown hand that may be a win, to be confirmed by a person.

    Attributes:
        place: of the hand; None if the camera sees only one hand.
        record: of the win; None while a necessary fact is missing.
        result: its score, as `handreader score --cases` prints it; None without a record.
        questions: codes of the missing facts; () if the win can be confirmed.
        doubts: code and subject of each uncertainty.
        tiles: kind and confidence of each tile; None for an amended or repeated proposal.
        statement: of the person who amended the proposal; None if nobody did.
    """

    kind: ClassVar[str] = "proposal"
    place: int | None
    record: Record | None
    result: Mapping[str, object] | None
    questions: tuple[str, ...]
    doubts: tuple[tuple[str, str], ...]
    tiles: tuple[tuple[str, float], ...] | None = None
    statement: str | None = None


@dataclass(frozen=True, slots=True)
class DealEndProposalEvent:
    """Tiles of the deal were removed: it may be over, to be confirmed by a person.

    Attributes:
        removed: number of the removed tiles.
    """

    kind: ClassVar[str] = "proposal"
    removed: int


@dataclass(frozen=True, slots=True)
class RefusalEvent:
    """A refused proposal.

    Attributes:
        proposal: number of its event.
        record: of the refused win; None for the end of a deal, or if a fact was missing.
    """

    kind: ClassVar[str] = "refused"
    proposal: int
    record: Record | None


@dataclass(frozen=True, slots=True)
class WinningHand:
    """The hand of a winner.

    Attributes:
        place: of the winner; None if the camera sees only one hand.
        record: of the win.
        result: its score, as `handreader score --cases` prints it.
    """

    place: int | None
    record: Record
    result: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class WinEvent:
    """A confirmed win; it ends the deal.

    Attributes:
        proposal: number of the confirmed proposal's event; None if the hand was entered.
        hands: of the winners, in turn after the discarder.
        deal: number of the deal.
        game: the win with its payments.
        instead: number of the win's event that this one replaces, with a further winner or with
            another one; None for the first win of the deal.
    """

    kind: ClassVar[str] = "win"
    proposal: int | None
    hands: tuple[WinningHand, ...]
    deal: int
    game: Won
    instead: int | None = None

    @property
    def changes(self) -> dict[Wind, int]:
        """Return the change of points of each seat over all winners' hands."""
        return {
            seat: sum(winner.changes[seat.order] for winner in self.game.winners) for seat in WINDS
        }


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """A deal that ended without a winner."""

    kind: ClassVar[str] = "draw"
    deal: int
    game: ExhaustiveDraw


@dataclass(frozen=True, slots=True)
class AbortEvent:
    """A deal that was aborted."""

    kind: ClassVar[str] = "abort"
    deal: int
    game: AbortiveDraw


@dataclass(frozen=True, slots=True)
class PenaltyEvent:
    """A false win; it ends the deal only where the rules say so."""

    kind: ClassVar[str] = "penalty"
    deal: int
    game: FalseWin


@dataclass(frozen=True, slots=True)
class StoreImportEvent:
    """Manual entries and corrections of the store, which replace the results of the log.

    Attributes:
        deal: number of the deal at that moment.
        deal_ended: whether the deal is ended by them.
        entries: of the whole game; each a list of events of the game.
    """

    kind: ClassVar[str] = "entered"
    deal: int
    deal_ended: bool
    entries: tuple[tuple[GameEvent, ...], ...]


@dataclass(frozen=True, slots=True)
class TotalsEvent:
    """The points after a result, by player."""

    kind: ClassVar[str] = "totals"
    points: tuple[int, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectionEvent:
    """The corrected tile of an earlier event.

    Attributes:
        of: number of that event.
        old, new: its tile before and after.
    """

    kind: ClassVar[str] = "correction"
    of: int
    old: Tile
    new: Tile


@dataclass(frozen=True, slots=True)
class SetCorrectionEvent:
    """The corrected tiles of an earlier call or kong; `CorrectionEvent` has one tile.

    Attributes:
        of: number of that event.
        old, new: its tiles before and after, low to high.
    """

    kind: ClassVar[str] = "correction"
    of: int
    old: tuple[Tile, ...]
    new: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class UndoEvent:
    """An earlier event that is undone.

    Attributes:
        of: number of that event.
    """

    kind: ClassVar[str] = "undo"
    of: int


@dataclass(frozen=True, slots=True)
class PauseEvent:
    """Nothing is observed from here on.

    Attributes:
        reason: "user", "dark", "moved" (the camera was), "moved_away" (so far that part of the
            table is not seen), or that of the camera's gap: "lost", "stalled", "size", "unread",
            "ended", "phone" (which is the camera, and is locked or out of reach).
    """

    kind: ClassVar[str] = "pause"
    reason: str


@dataclass(frozen=True, slots=True)
class ResumeEvent:
    """The table is observed again."""

    kind: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class GameEndEvent:
    """The end of the game, with the points by player."""

    kind: ClassVar[str] = "game_end"
    points: tuple[int, ...]


ActionEvent = DiscardEvent | CallEvent | KongEvent
"""A player's turn."""
ProposalEvent = WinProposalEvent | DealEndProposalEvent
ResultEvent = WinEvent | DrawEvent | AbortEvent | PenaltyEvent
"""A result that changes the points; each ends its deal, but for some penalties."""
SetEvent = CallEvent | KongEvent
"""An event of a set, whose tiles can be corrected."""
AnyCorrection = CorrectionEvent | SetCorrectionEvent
TileEvent = DiscardEvent | FlowerEvent | IndicatorEvent
"""An event of one tile, which can be corrected."""
LogEvent = (
    GameStartEvent
    | DealStartEvent
    | ActionEvent
    | FlowerEvent
    | RiichiEvent
    | IndicatorEvent
    | ProposalEvent
    | RefusalEvent
    | ResultEvent
    | StoreImportEvent
    | TotalsEvent
    | AnyCorrection
    | UndoEvent
    | PauseEvent
    | ResumeEvent
    | GameEndEvent
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A crop of the table.

    Attributes:
        file: its name in the game's folder.
        sha256: of the file, in hexadecimal digits.
    """

    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event with its circumstances: one line of the journal.

    Attributes:
        number: from 1, in order.
        event: an observed action, or a statement of a person.
        at: UTC, ISO 8601.
        time: seconds of the camera's clock.
        author: "camera" or "user".
        confidence: 0 to 1; None if nothing was estimated.
        evidence: crops that show the event.
        foreign_data: the event's JSON as read, if another version of the program wrote it with
            keys that this one does not write; None otherwise.
    """

    number: int
    event: LogEvent
    at: str
    time: float
    author: str
    confidence: float | None = None
    evidence: tuple[Evidence, ...] = ()
    foreign_data: Mapping[str, object] | None = field(default=None, compare=False)

    @property
    def kind(self) -> str:
        """Return the kind of the event, as the journal has it."""
        return self.event.kind
