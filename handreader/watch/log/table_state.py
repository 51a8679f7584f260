"""What is known of a watched game, made from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from scoring.game import GameError, Riichi, State, apply, new_game, replay
from scoring.game.serialization import event_from_json, rules_from_json
from scoring.tiles import WINDS, Tile, Wind

from .events import Event

PLACES = range(4)
_BACK = ("undo", "win")


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile in a pond.

    Attributes:
        event: number of its event.
        place: whose pond.
        tile: what it shows.
        turned: whether it lies sideways.
        at: its middle, in shares of the pond's width and height.
        claimed: whether a set was called with it.
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
        place: whose it is.
        kind: "chow", "pung" or "kong".
        tiles: low to high.
        concealed: a concealed kong.
        source: place that gave a tile; None for a concealed kong, or where it was not seen.
        at: its middle, in shares of the hand's area.
        kong: number of the event with which a tile was added to it; 0 for none.
    """

    event: int
    place: int
    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool
    source: int | None
    at: tuple[float, float]
    kong: int = 0


@dataclass(slots=True)
class Deal:
    """What was seen of the deal that is played."""

    number: int = 0
    from_empty: bool = False  # seen from an empty table on
    begun: int = 0  # number of its first event
    discards: list[Discard] = field(default_factory=list)
    sets: list[LaidSet] = field(default_factory=list)
    flowers: list[tuple[int, Tile]] = field(default_factory=list)
    indicators: list[Tile] = field(default_factory=list)
    riichi: dict[int, int] = field(default_factory=dict)  # place -> number of the discard's event
    order: list[Event] = field(default_factory=list)  # discards, calls, kongs, as they came
    may_be_over: bool = False  # its tiles went, and nobody has said that it goes on

    @property
    def whole(self) -> bool:
        """Whether all of it was seen, and of no other deal."""
        return self.from_empty and not self.may_be_over


class Table:
    """What is known now; `take` each event in order.

    Attributes:
        state: of the game.
        deal: what was seen of the deal.
        over: whether the deal was ended, by a win or a draw, and no new one has begun.
        ended: whether the game has.
        refused: records of wins that somebody refused in this deal.
    """

    def __init__(self) -> None:
        self.rules = ""
        self.players: tuple[str, ...] = ("E", "S", "W", "N")
        self.first_east = 0
        self.state: State | None = None
        self.deal = Deal()
        self.over = True
        self.ended = False
        self._open: dict[object, Event] = {}  # by place of the hand
        self.refused: list[object] = []

    @property
    def open(self) -> Event | None:
        """The newest proposal that nobody answered yet; those of other places wait behind it."""
        return next(reversed(self._open.values()), None)

    def waiting(self, place: int | None) -> Event | None:
        """The proposal of a place's hand that nobody answered yet."""
        return self._open.get(place)

    # Seats.

    @property
    def game(self) -> State:
        """The game's state, once it has begun."""
        assert self.state is not None, "a game begins with game_start"
        return self.state

    @property
    def east(self) -> int:
        """Place at which East sits now. After players changed seats East begins where it began."""
        state = self.game
        moved = state.turn if state.rules.swaps_seats else state.seating[0]
        return (self.first_east + moved) % 4

    def seat(self, place: int) -> Wind:
        """Wind of a place."""
        return WINDS[(place - self.east) % 4]

    def place(self, seat: Wind) -> int:
        """Place of a wind."""
        return (self.east + seat.order) % 4

    # The deal.

    @property
    def last_discard(self) -> Discard | None:
        """The newest discard, claimed or not."""
        return self.deal.discards[-1] if self.deal.discards else None

    @property
    def last(self) -> Event | None:
        """The newest discard, call or kong."""
        return self.deal.order[-1] if self.deal.order else None

    def pond(self, place: int) -> list[Discard]:
        """Discards that lie in a pond."""
        return [d for d in self.deal.discards if d.place == place and not d.claimed]

    def sets(self, place: int) -> list[LaidSet]:
        """Sets on the table, in the order in which they were laid."""
        return [laid for laid in self.deal.sets if laid.place == place]

    def take(self, event: Event) -> None:
        """Changes what is known as an event says."""
        take = getattr(self, f"_{event.kind}", None)
        if take is not None:
            take(event, event.data)

    # One event each.

    def _game_start(self, event: Event, data: Mapping[str, object]) -> None:
        rules = rules_from_json(data["rules"])
        self.rules = str(data.get("book") or rules.id)
        players = data.get("players")
        if isinstance(players, list):
            self.players = tuple(map(str, players))
        self.first_east = _int(data["first_east"])
        self.state = new_game(rules)

    def _deal_start(self, event: Event, data: Mapping[str, object]) -> None:
        self.deal = Deal(_int(data["deal"]), bool(data["whole"]), event.number)
        self.over, self.refused = False, []
        self._open.clear()

    def _discard(self, event: Event, data: Mapping[str, object]) -> None:
        place, tile = _int(data["place"]), Tile(str(data["tile"]))
        found = Discard(event.number, place, tile, bool(data["turned"]), _spot(data["at"]))
        self.deal.discards.append(found)
        self.deal.order.append(event)

    def _call(self, event: Event, data: Mapping[str, object]) -> None:
        self._claim(data.get("discard"))
        source = data["from"]
        self._lay(event, data, None if source is None else _int(source))

    def _kong(self, event: Event, data: Mapping[str, object]) -> None:
        if data["kind"] == "added":
            tile = Tile(str(data["tiles"][0])).plain  # type: ignore[index]  # a list of tiles
            for number, laid in enumerate(self.deal.sets):
                if laid.kind == "pung" and laid.place == data["place"] and tile in _plain(laid):
                    tiles = _tiles(data["tiles"])
                    self.deal.sets[number] = replace(
                        laid, kind="kong", tiles=tiles, kong=event.number
                    )
            self.deal.order.append(event)
        else:
            self._lay(event, data, None)

    def _lay(self, event: Event, data: Mapping[str, object], source: int | None) -> None:
        concealed = event.kind == "kong"
        kind = "kong" if concealed else str(data["kind"])
        place, tiles = _int(data["place"]), _tiles(data["tiles"])
        at = _spot(data["at"])
        self.deal.sets.append(LaidSet(event.number, place, kind, tiles, concealed, source, at))
        self.deal.order.append(event)

    def _claim(self, number: object) -> None:
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
        self.deal.may_be_over |= ends  # what lies there since may be another one's
        self._open.pop("deal_end", None)
        where = "deal_end" if ends else data.get("place")
        self._open.pop(where, None)
        self._open[where] = event

    def _win(self, event: Event, data: Mapping[str, object]) -> None:
        self._ended(data)

    def _draw(self, event: Event, data: Mapping[str, object]) -> None:
        self._ended(data)

    def _abort(self, event: Event, data: Mapping[str, object]) -> None:
        self._ended(data)

    def _ended(self, data: Mapping[str, object]) -> None:
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
        """The game as it was entered by hand; the deal that is played goes on, or is over."""
        entries = data["entries"]
        assert isinstance(entries, list)
        happened = (event_from_json(one) for entry in entries for one in entry)
        self.state = replay(new_game(self.game.rules), happened)
        self.over = self.over or bool(data["ended"])
        self._open.clear()
        if self.over:
            return
        for place in self.deal.riichi:
            with suppress(GameError):  # it stands among the entries
                self.state = apply(self.game, Riichi(self.seat(place)))
        for player in self.game.riichi:
            self.deal.riichi.setdefault(self.place(self.game.seat(player)), 0)

    def _game_end(self, event: Event, data: Mapping[str, object]) -> None:
        self.ended = True


def undone(events: Iterable[Event]) -> set[int]:
    """Numbers of the events that were taken back, and of wins that were said anew with others."""
    said = [e.data.get("of" if e.kind == "undo" else "instead") for e in events if e.kind in _BACK]
    return {number for number in said if isinstance(number, int)}


def counting(events: Iterable[Event]) -> Iterator[Event]:
    """The events that count: what was undone left out, what was corrected as it was corrected."""
    every = list(events)
    gone = undone(every)
    news: dict[object, dict[str, object]] = {}
    for event in every:
        new = event.data.get("new")
        if event.kind == "correction" and event.number not in gone and isinstance(new, Mapping):
            news.setdefault(event.data["of"], {}).update(new)
    for event in every:
        if event.number not in gone:
            changed = news.get(event.number)
            yield replace(event, data={**event.data, **changed}) if changed else event


def known(events: Iterable[Event]) -> Table:
    """What these events tell."""
    table = Table()
    for event in counting(events):
        table.take(event)
    return table


def _plain(laid: LaidSet) -> set[Tile]:
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
