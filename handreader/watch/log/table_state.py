"""State of a watched game, folded from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from scoring.game import GameError, GameState, Riichi, apply, new_game, replay
from scoring.game.serialization import event_from_json, rules_from_json
from scoring.tiles import WINDS, Tile, Wind

from .events import Event

PLACES = range(4)
_BACK = ("undo", "win")


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
    """

    event: int
    place: int
    tile: Tile
    turned: bool
    at: tuple[float, float]
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class LaidSet:
    """A set on the table.

    Attributes:
        event: number of its event.
        place: of its player.
        kind: "chow", "pung" or "kong".
        tiles: low to high.
        concealed: a concealed kong.
        source: place of the discarder; None for a concealed kong, or if not observed.
        at: its middle, as fractions of the hand's area.
        kong_event: number of the event that added a tile to it; 0 for none.
    """

    event: int
    place: int
    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool
    source: int | None
    at: tuple[float, float]
    kong_event: int = 0


@dataclass(slots=True)
class DealState:
    """Observed state of the current deal."""

    number: int = 0
    observed_from_start: bool = False  # observed from an empty table on
    first_event: int = 0  # number of its first event
    discards: list[DiscardedTile] = field(default_factory=list)
    sets: list[LaidSet] = field(default_factory=list)
    flowers: list[tuple[int, Tile]] = field(default_factory=list)
    indicators: list[Tile] = field(default_factory=list)
    riichi: dict[int, int] = field(default_factory=dict)  # place -> number of the discard's event
    actions: list[Event] = field(default_factory=list)  # discards, calls, kongs, in order
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
        self._open: dict[object, Event] = {}  # by place of the hand
        self.refused: list[object] = []

    @property
    def open_proposal(self) -> Event | None:
        """Return the newest proposal without an answer; those of other places follow."""
        return next(reversed(self._open.values()), None)

    def pending_proposal(self, place: int | None) -> Event | None:
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
    def last_action(self) -> Event | None:
        """Return the newest discard, call or kong."""
        return self.deal.actions[-1] if self.deal.actions else None

    def pond(self, place: int) -> list[DiscardedTile]:
        """Return the unclaimed discards of a pond."""
        return [d for d in self.deal.discards if d.place == place and not d.claimed]

    def sets(self, place: int) -> list[LaidSet]:
        """Return a place's sets, in the order of their events."""
        return [laid for laid in self.deal.sets if laid.place == place]

    def apply_event(self, event: Event) -> None:
        """Apply an event to the state."""
        take = getattr(self, f"_{event.kind}", None)
        if take is not None:
            take(event, event.data)

    # One method per kind of event.

    def _game_start(self, event: Event, data: Mapping[str, object]) -> None:
        rules = rules_from_json(data["rules"])
        self.rules = str(data.get("book") or rules.id)
        players = data.get("players")
        if isinstance(players, list):
            self.players = tuple(map(str, players))
        self.first_east = _int(data["first_east"])
        self.state = new_game(rules)

    def _deal_start(self, event: Event, data: Mapping[str, object]) -> None:
        self.deal = DealState(_int(data["deal"]), bool(data["whole"]), event.number)
        self.over, self.refused = False, []
        self._open.clear()

    def _discard(self, event: Event, data: Mapping[str, object]) -> None:
        place, tile = _int(data["place"]), Tile(str(data["tile"]))
        found = DiscardedTile(event.number, place, tile, bool(data["turned"]), _spot(data["at"]))
        self.deal.discards.append(found)
        self.deal.actions.append(event)

    def _call(self, event: Event, data: Mapping[str, object]) -> None:
        self._claim_discard(data.get("discard"))
        source = data["from"]
        self._add_set(event, data, None if source is None else _int(source))

    def _kong(self, event: Event, data: Mapping[str, object]) -> None:
        if data["kind"] == "added":
            tile = Tile(str(data["tiles"][0])).plain  # type: ignore[index]  # a list of tiles
            for number, laid in enumerate(self.deal.sets):
                if (
                    laid.kind == "pung"
                    and laid.place == data["place"]
                    and tile in _plain_tiles(laid)
                ):
                    tiles = _tiles(data["tiles"])
                    self.deal.sets[number] = replace(
                        laid, kind="kong", tiles=tiles, kong_event=event.number
                    )
            self.deal.actions.append(event)
        else:
            self._add_set(event, data, None)

    def _add_set(self, event: Event, data: Mapping[str, object], source: int | None) -> None:
        concealed = event.kind == "kong"
        kind = "kong" if concealed else str(data["kind"])
        place, tiles = _int(data["place"]), _tiles(data["tiles"])
        at = _spot(data["at"])
        self.deal.sets.append(LaidSet(event.number, place, kind, tiles, concealed, source, at))
        self.deal.actions.append(event)

    def _claim_discard(self, number: object) -> None:
        for i, found in enumerate(self.deal.discards):
            if found.event == number:
                self.deal.discards[i] = replace(found, claimed=True)

    def _flower(self, event: Event, data: Mapping[str, object]) -> None:
        self.deal.flowers.append((_int(data["place"]), Tile(str(data["tile"]))))

    def _indicator(self, event: Event, data: Mapping[str, object]) -> None:
        self.deal.indicators.append(Tile(str(data["tile"])))

    def _riichi(self, event: Event, data: Mapping[str, object]) -> None:
        place = _int(data["place"])
        self.state = apply(self.game, Riichi(self.seat(place)))
        self.deal.riichi[place] = _int(data["discard"])

    def _proposal(self, event: Event, data: Mapping[str, object]) -> None:
        ends = data["what"] != "win"
        self.deal.may_be_over |= ends  # later tiles may belong to another deal
        self._open.pop("deal_end", None)
        where = "deal_end" if ends else data.get("place")
        self._open.pop(where, None)
        self._open[where] = event

    def _win(self, event: Event, data: Mapping[str, object]) -> None:
        self._end_deal(data)

    def _draw(self, event: Event, data: Mapping[str, object]) -> None:
        self._end_deal(data)

    def _abort(self, event: Event, data: Mapping[str, object]) -> None:
        self._end_deal(data)

    def _end_deal(self, data: Mapping[str, object]) -> None:
        self.state = apply(self.game, event_from_json(data["game"]))
        self.over = True
        self._open.clear()

    def _refused(self, event: Event, data: Mapping[str, object]) -> None:
        self.refused.append(data.get("record"))
        ended = self._open.get("deal_end")
        if ended is not None and ended.number == data["proposal"]:
            self.deal.may_be_over = False
        self._open = {k: e for k, e in self._open.items() if e.number != data["proposal"]}

    def _penalty(self, event: Event, data: Mapping[str, object]) -> None:
        deals = len(self.game.deals)
        self.state = apply(self.game, event_from_json(data["game"]))
        if len(self.game.deals) > deals:
            self.over = True
            self._open.clear()

    def _entered(self, event: Event, data: Mapping[str, object]) -> None:
        """Replace the game by the manual entries; the current deal continues, or is over."""
        entries = data["entries"]
        assert isinstance(entries, list)
        happened = (event_from_json(one) for entry in entries for one in entry)
        self.state = replay(new_game(self.game.rules), happened)
        self.over = self.over or bool(data["ended"])
        self._open.clear()
        if self.over:
            return
        for place in self.deal.riichi:
            with suppress(GameError):  # it is among the entries
                self.state = apply(self.game, Riichi(self.seat(place)))
        for player in self.game.riichi:
            self.deal.riichi.setdefault(self.place(self.game.seat(player)), 0)

    def _game_end(self, event: Event, data: Mapping[str, object]) -> None:
        self.ended = True


def undone_numbers(events: Iterable[Event]) -> set[int]:
    """Return numbers of the undone events, and of wins replaced by others with more winners."""
    said = [e.data.get("of" if e.kind == "undo" else "instead") for e in events if e.kind in _BACK]
    return {number for number in said if isinstance(number, int)}


def active_events(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the active events: without those undone, and with corrections applied."""
    every = list(events)
    gone = undone_numbers(every)
    news: dict[object, dict[str, object]] = {}
    for event in every:
        new = event.data.get("new")
        if event.kind == "correction" and event.number not in gone and isinstance(new, Mapping):
            news.setdefault(event.data["of"], {}).update(new)
    for event in every:
        if event.number not in gone:
            changed = news.get(event.number)
            yield replace(event, data={**event.data, **changed}) if changed else event


def fold_events(events: Iterable[Event]) -> TableState:
    """Fold events into the state of the table."""
    table = TableState()
    for event in active_events(events):
        table.apply_event(event)
    return table


def _plain_tiles(laid: LaidSet) -> set[Tile]:
    return {tile.plain for tile in laid.tiles}


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _tiles(value: object) -> tuple[Tile, ...]:
    assert isinstance(value, list)
    return tuple(Tile(str(tile)) for tile in value)


def _spot(value: object) -> tuple[float, float]:
    assert isinstance(value, list)
    return float(value[0]), float(value[1])
