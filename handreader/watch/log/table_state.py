"""State of a watched game, folded from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar, assert_never

from scoring.game import GameError, GameState, Riichi, apply, new_game, replay
from scoring.hand import Meld, SetKind
from scoring.record import Record
from scoring.tiles import WINDS, Tile, Wind

from .events import (
    AbortEvent,
    ActionEvent,
    AnyCorrection,
    CallEvent,
    CorrectionEvent,
    DealEndProposalEvent,
    DealStartEvent,
    DiscardEvent,
    DrawEvent,
    Evidence,
    FlowerEvent,
    GameEndEvent,
    GameStartEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    PauseEvent,
    PenaltyEvent,
    Point,
    ProposalEvent,
    RefusalEvent,
    ResultEvent,
    ResumeEvent,
    RiichiEvent,
    SetCorrectionEvent,
    StoreImportEvent,
    TileEvent,
    TotalsEvent,
    UndoEvent,
    WinEvent,
    WinProposalEvent,
)

PLACES = range(4)


@dataclass(frozen=True, slots=True)
class DiscardedTile:
    """A tile in a pond.

    Attributes:
        event: number of its event.
        place: whose pond.
        tile: its kind.
        turned: whether it is sideways.
        at: its middle, as fractions of the pond's width and height.
        claimed: whether it was claimed for a set.
        earlier: its kinds in the log before a correction.
        is_stated: whether a person corrected its kind.
    """

    event: int
    place: int
    tile: Tile
    turned: bool
    at: Point
    claimed: bool = False
    earlier: frozenset[Tile] = frozenset()
    is_stated: bool = False


@dataclass(frozen=True, slots=True)
class ShownFlower:
    """A flower or season before a player.

    Attributes:
        event: number of its event.
        place: of its player.
        tile: its kind.
        at: its middle, as fractions of the hand's area; None if the log has not kept it.
        earlier: its kinds in the log before a correction.
        is_stated: whether a person corrected its kind.
    """

    event: int
    place: int
    tile: Tile
    at: Point | None = None
    earlier: frozenset[Tile] = frozenset()
    is_stated: bool = False


_Tile = TypeVar("_Tile", DiscardedTile, ShownFlower)


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set on the table.

    Attributes:
        event: number of its event.
        place: of its player.
        kind: chow, pung or kong.
        tiles: low to high.
        concealed: a concealed kong.
        source: place of the discarder; None for a concealed kong, or if not observed.
        at: its middle, as fractions of the hand's area.
        kong_event: number of the event that added a tile to it; 0 for none.
        is_stated: whether a person corrected its tiles.
    """

    event: int
    place: int
    kind: SetKind
    tiles: tuple[Tile, ...]
    concealed: bool
    source: int | None
    at: Point
    kong_event: int = 0
    is_stated: bool = False


@dataclass(frozen=True, slots=True)
class TableAction:
    """A discard, call or kong of the deal, with the number of its event."""

    number: int
    event: ActionEvent


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal without an answer.

    Attributes:
        number: of its event.
        event: a win, or the end of the deal.
        confidence, evidence: as in `events.LogEntry`.
    """

    number: int
    event: ProposalEvent
    confidence: float | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(slots=True)
class DealState:
    """Observed state of the current deal."""

    number: int = 0
    observed_from_start: bool = False  # observed from an empty table on
    first_event: int = 0  # number of its first event
    discards: list[DiscardedTile] = field(default_factory=list)
    sets: list[LaidSet] = field(default_factory=list)
    flowers: list[ShownFlower] = field(default_factory=list)
    indicators: list[Tile] = field(default_factory=list)
    indicator_events: set[int] = field(default_factory=set)
    misread_indicators: dict[int, Tile] = field(default_factory=dict)  # as read, by their event
    riichi: dict[int, int] = field(default_factory=dict)  # place -> number of the discard's event
    actions: list[TableAction] = field(default_factory=list)
    rejected: list[DiscardedTile | ShownFlower | LaidSet] = field(default_factory=list)  # undone
    may_be_over: bool = False  # its tiles were removed; not confirmed yet that it continues

    @property
    def is_fully_observed(self) -> bool:
        """Return whether the whole deal was observed, and no other one."""
        return self.observed_from_start and not self.may_be_over


class TableState:
    """State of the table; `apply_event` each event in order.

    Attributes:
        state: of the game.
        deal: observed state of the deal.
        over: whether the deal has ended, by a win or a draw, and no new one has begun.
        ended: whether the game has ended.
        refused: records of the refused wins of this deal.
    """

    def __init__(self) -> None:
        self.rules = ""
        self.players: tuple[str, ...] = ("E", "S", "W", "N")
        self.first_east = 0
        self.state: GameState | None = None
        self.deal = DealState()
        self.over = True
        self.ended = False
        self._open: dict[
            int | Literal["deal_end"] | None, OpenProposal
        ] = {}  # by place of the hand
        self.refused: list[Record | None] = []

    @property
    def open_proposal(self) -> OpenProposal | None:
        """Return the newest proposal without an answer; those of other places follow."""
        return next(reversed(self._open.values()), None)

    def pending_proposal(self, place: int | None) -> OpenProposal | None:
        """Return the proposal of a place's hand without an answer."""
        return self._open.get(place)

    # Seats.

    @property
    def game(self) -> GameState:
        """Return the state of the game, once it has begun."""
        assert self.state is not None, "a game begins with game_start"
        return self.state

    @property
    def east(self) -> int:
        """Return East's current place; after a swap of seats it starts at the first East again."""
        state = self.game
        moved = state.turn if state.rules.swaps_seats else state.seating[0]
        return (self.first_east + moved) % 4

    def seat(self, place: int) -> Wind:
        """Return the wind of a place."""
        return WINDS[(place - self.east) % 4]

    def place(self, seat: Wind) -> int:
        """Return the place of a wind."""
        return (self.east + seat.order) % 4

    # The deal.

    @property
    def last_discard(self) -> DiscardedTile | None:
        """Return the newest discard, claimed or not."""
        return self.deal.discards[-1] if self.deal.discards else None

    @property
    def last_action(self) -> TableAction | None:
        """Return the newest discard, call or kong."""
        return self.deal.actions[-1] if self.deal.actions else None

    def pond(self, place: int) -> list[DiscardedTile]:
        """Return the unclaimed discards of a pond."""
        return [d for d in self.deal.discards if d.place == place and not d.claimed]

    def sets(self, place: int) -> list[LaidSet]:
        """Return a place's sets, in the order of their events."""
        return [laid for laid in self.deal.sets if laid.place == place]

    def apply_event(self, entry: LogEntry) -> None:
        """Apply an event to the state."""
        event = entry.event
        match event:
            case GameStartEvent():
                self._start_game(event)
            case DealStartEvent():
                self._start_deal(entry.number, event)
            case DiscardEvent():
                self._discard(entry.number, event)
            case CallEvent():
                self._call(entry.number, event)
            case KongEvent():
                self._declare_kong(entry.number, event)
            case FlowerEvent():
                flower = ShownFlower(entry.number, event.place, event.tile, event.at)
                self.deal.flowers.append(flower)
            case IndicatorEvent():
                self.deal.indicators.append(event.tile)
                self.deal.indicator_events.add(entry.number)
            case RiichiEvent():
                self.state = apply(self.game, Riichi(self.seat(event.place)))
                self.deal.riichi[event.place] = event.discard
            case WinProposalEvent() | DealEndProposalEvent():
                self._propose(OpenProposal(entry.number, event, entry.confidence, entry.evidence))
            case RefusalEvent():
                self._refuse(event)
            case WinEvent() | DrawEvent() | AbortEvent() | PenaltyEvent():
                self._apply_result(event)
            case StoreImportEvent():
                self._import_entries(event)
            case GameEndEvent():
                self.ended = True
            case TotalsEvent() | PauseEvent() | ResumeEvent():
                pass
            case CorrectionEvent():
                self._mark_correction(event, entry.author)
            case SetCorrectionEvent(of=number) if entry.author == "user":
                self.deal.sets = [
                    replace(laid, is_stated=True)
                    if number in (laid.event, laid.kong_event)
                    else laid
                    for laid in self.deal.sets
                ]
            case SetCorrectionEvent():
                pass  # `active_events` applies it
            case UndoEvent():
                pass  # of other events: `active_events` applies it
            case _:
                assert_never(event)

    def reject(self, entry: LogEntry) -> None:
        """Note an undone tile or set of this deal: it is not logged again while it is there."""
        event, number, deal = entry.event, entry.number, self.deal
        match event:
            case DiscardEvent():
                tile = DiscardedTile(number, event.place, event.tile, event.turned, event.at)
                deal.rejected.append(tile)
            case FlowerEvent():
                deal.rejected.append(ShownFlower(number, event.place, event.tile, event.at))
            case IndicatorEvent():
                deal.misread_indicators[number] = event.tile
            case CallEvent():
                kind, source = event.set_kind, event.source
                laid = LaidSet(number, event.place, kind, event.tiles, False, source, event.at)
                deal.rejected.append(laid)
            case KongEvent():
                hidden = not event.is_added
                kong = SetKind.KONG
                laid = LaidSet(number, event.place, kong, event.tiles, hidden, None, event.at)
                deal.rejected.append(laid)

    def _start_game(self, event: GameStartEvent) -> None:
        self.rules, self.players = event.book, event.players
        self.first_east = event.first_east
        self.state = new_game(event.rules)

    def _start_deal(self, number: int, event: DealStartEvent) -> None:
        self.deal = DealState(event.deal, event.observed_from_start, number)
        self.over, self.refused = False, []
        self._open.clear()

    def _discard(self, number: int, event: DiscardEvent) -> None:
        found = DiscardedTile(number, event.place, event.tile, event.turned, event.at)
        self.deal.discards.append(found)
        self.deal.actions.append(TableAction(number, event))

    def _mark_correction(self, event: CorrectionEvent, author: str) -> None:
        """Note what a tile was in the log before; its kind is that of `active_events`."""
        self.deal.discards = _mark(self.deal.discards, event, author)
        self.deal.flowers = _mark(self.deal.flowers, event, author)
        if event.of in self.deal.indicator_events:
            self.deal.misread_indicators.setdefault(event.of, event.old)

    def _call(self, number: int, event: CallEvent) -> None:
        for i, found in enumerate(self.deal.discards):
            if found.event == event.discard:
                self.deal.discards[i] = replace(found, claimed=True)
        laid = LaidSet(
            number, event.place, event.set_kind, event.tiles, False, event.source, event.at
        )
        self.deal.sets.append(laid)
        self.deal.actions.append(TableAction(number, event))

    def _declare_kong(self, number: int, event: KongEvent) -> None:
        self.deal.actions.append(TableAction(number, event))
        if not event.is_added:
            laid = LaidSet(number, event.place, SetKind.KONG, event.tiles, True, None, event.at)
            self.deal.sets.append(laid)
            return
        tile = event.tiles[0].plain
        for i, laid in enumerate(self.deal.sets):
            pung = laid.kind is SetKind.PUNG and laid.place == event.place
            if pung and tile in _plain_tiles(laid):
                kong = replace(laid, kind=SetKind.KONG, tiles=event.tiles, kong_event=number)
                self.deal.sets[i] = kong

    def _propose(self, proposal: OpenProposal) -> None:
        self._open.pop("deal_end", None)
        where: int | Literal["deal_end"] | None = "deal_end"
        if isinstance(proposal.event, WinProposalEvent):
            where = proposal.event.place
        else:
            self.deal.may_be_over = True  # later tiles may belong to another deal
        self._open.pop(where, None)
        self._open[where] = proposal

    def _refuse(self, event: RefusalEvent) -> None:
        self.refused.append(event.record)
        ended = self._open.get("deal_end")
        if ended is not None and ended.number == event.proposal:
            self.deal.may_be_over = False
        self._open = {k: e for k, e in self._open.items() if e.number != event.proposal}

    def _apply_result(self, event: ResultEvent) -> None:
        """Apply a result; a false win ends the deal only if the rules say so."""
        deals = len(self.game.deals)
        self.state = apply(self.game, event.game)
        if not isinstance(event, PenaltyEvent) or len(self.game.deals) > deals:
            self.over = True
            self._open.clear()

    def _import_entries(self, event: StoreImportEvent) -> None:
        """Replace the game by the manual entries; the current deal continues, or is over."""
        happened = (one for entry in event.entries for one in entry)
        self.state = replay(new_game(self.game.rules), happened)
        self.over = self.over or event.deal_ended
        self._open.clear()
        if self.over:
            return
        for place in self.deal.riichi:
            with suppress(GameError):  # it is among the entries
                self.state = apply(self.game, Riichi(self.seat(place)))
        for player in self.game.riichi:
            self.deal.riichi.setdefault(self.place(self.game.seat(player)), 0)


def undone_numbers(entries: Iterable[LogEntry]) -> set[int]:
    """Return numbers of the undone events, and of wins replaced by others with more winners."""
    undone = set()
    for entry in entries:
        match entry.event:
            case UndoEvent(of=number):
                undone.add(number)
            case WinEvent(instead=int(number)):
                undone.add(number)
    return undone


def active_events(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Yield the active events: without those undone, and with corrections applied."""
    every = list(entries)
    gone = undone_numbers(every)
    corrections = {
        entry.event.of: entry
        for entry in every
        if isinstance(entry.event, AnyCorrection) and entry.number not in gone
    }
    for entry in every:
        if entry.number not in gone:
            corrected = correct_entry(entry, corrections.get(entry.number))
            taken = corrected.event.discard if isinstance(corrected.event, CallEvent) else None
            yield correct_entry(corrected, corrections.get(taken or 0))


def correct_entry(entry: LogEntry, correction: LogEntry | None) -> LogEntry:
    """Return an entry with a corrected tile: its own with its certainty, or the one it claimed."""
    event, new = entry.event, None if correction is None else correction.event
    if correction is None or not isinstance(new, AnyCorrection):
        return entry
    if isinstance(new, SetCorrectionEvent):
        return replace(entry, event=_with_tiles(event, new.new))
    tile = new.new
    if isinstance(event, CallEvent) and tile in event.tiles:
        return replace(entry, event=replace(event, claimed=tile))
    if not isinstance(event, TileEvent):
        return entry
    return replace(
        entry,
        event=replace(event, tile=tile),
        author=correction.author,
        confidence=correction.confidence,
    )


def _with_tiles(event: LogEvent, tiles: tuple[Tile, ...]) -> LogEvent:
    """Return the event of a set with other tiles."""
    match event:
        case KongEvent():
            return replace(event, tiles=tiles)
        case CallEvent():
            plain = {tile.plain for tile in tiles}
            same = [tile for tile in tiles if event.claimed in (tile, tile.plain)]
            claimed = tiles[-1] if len(plain) == 1 else next(iter(same), None)
            return replace(
                event, tiles=tiles, set_kind=Meld.from_tiles(tiles).kind, claimed=claimed
            )
        case _:
            return event


def fold_events(entries: Iterable[LogEntry]) -> TableState:
    """Fold events into the state of the table."""
    every = list(entries)
    table = TableState()
    for entry in active_events(every):
        table.apply_event(entry)
    gone = undone_numbers(every)
    for entry in every:
        if entry.number in gone and entry.number > table.deal.first_event:
            table.reject(entry)
    return table


def _mark(tiles: Sequence[_Tile], event: CorrectionEvent, author: str) -> list[_Tile]:
    return [
        replace(
            tile,
            earlier=tile.earlier | {event.old},
            is_stated=tile.is_stated or author == "user",
        )
        if tile.event == event.of
        else tile
        for tile in tiles
    ]


def _plain_tiles(laid: LaidSet) -> set[Tile]:
    return {tile.plain for tile in laid.tiles}
