"""Value types of a stored game."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from scoring.game import Event, GameRules, GameState
from scoring.tiles import Wind

from .errors import StoreError

USER, CAMERA = "user", "camera"
AUTHORS = (USER, CAMERA)
LONGEST_NAME = 40
LONGEST_TITLE = 60
RETENTION = timedelta(days=30)  # a deleted game can be restored
Json = Mapping[str, object]
Names = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Game:
    """A game: who plays, by which rules.

    Attributes:
        id: name of the game in the store.
        players: names of players 0-3, in the order of their first seats from East on.
        rules: of the game.
        started: time of its creation, UTC.
        archived: whether it left the list of games.
        title: its own name; "" if it has none, and goes by players and date.
        deleted: time of its deletion, UTC; None if it is not deleted.
        tournament: id of the tournament to which it belongs; "" for none.
    """

    id: str
    players: Names
    rules: GameRules
    started: datetime
    archived: bool = False
    title: str = ""
    deleted: datetime | None = None
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class GameList:
    """A part of a store's games.

    Attributes:
        games: the newest first.
        total: number of games of which these are a part.
        players: all names of these and the other games, the most frequent first.
    """

    games: tuple[Game, ...]
    total: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone that changes something, for the ledger.

    Attributes:
        session: hash of its session; "" for the computer that runs handreader.
        name: of the person who joined with it; "" if unknown.
    """

    session: str = ""
    name: str = ""


COMPUTER = Phone()


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an entry: its author and evidence.

    Attributes:
        author: `USER` or `CAMERA`.
        confidence: 0-1, of the camera; None for an entry by a person.
        records: case records of the winning hands, as JSON, in the order of the event's winners;
            empty if only points are known. With them a win can be explained and scored again.
        reading: the photo's reading, as JSON: `model` names the weights, `tiles` the recognised
            tiles, `corrected` a person's corrections; None without a photo.
        evidence: the proof, in words or as a checksum of a picture; "" for none.
    """

    author: str = USER
    confidence: float | None = None
    records: tuple[Json, ...] = ()
    reading: Json | None = None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """Seating, round and counters of a game at an entry; its seats and amounts refer to them.

    Attributes:
        players: players at East, South, West, North.
        round: wind of the round.
        counters: on the table.
    """

    players: tuple[int, int, int, int]
    round: Wind
    counters: int

    @classmethod
    def of(cls, state: GameState) -> Seating:
        """Return the seating of the next event."""
        return cls(state.seating, state.round, state.counters)


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of an entry.

    Attributes:
        number: its index in the game, from 1 on.
        version: 0 as first recorded, then one more for each correction.
        events: its events; none if the entry was deleted.
        time: when this version was recorded, UTC. Order comes from numbers, never from clocks.
        seating: seating, round and counters at that time.
        origin: author and evidence.
    """

    number: int
    version: int
    events: tuple[Event, ...]
    time: datetime
    seating: Seating
    origin: Origin = field(default_factory=Origin)


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A replayed game up to now.

    Attributes:
        game: the game.
        entries: the latest version of each entry.
        state: the state after them.
        states_before: the state before each entry.
        events: the events of each entry as they count now, see `replay`.
        names: names of players 0-3 before each entry, and after the last one.
        uncertain_entries: numbers of entries whose amounts may no longer be right: seats, round or
            counters changed by a correction and the hand is not known, or would not win any more.
        revision: grows with every recorded version.
    """

    game: Game
    entries: tuple[Entry, ...]
    state: GameState
    states_before: tuple[GameState, ...]
    events: tuple[tuple[Event, ...], ...]
    names: tuple[Names, ...]
    uncertain_entries: tuple[int, ...]
    revision: int

    @property
    def players(self) -> Names:
        """Return the names of the players who sit at the table now."""
        return self.names[-1]

    def names_in_turn(self, player: int) -> tuple[str, ...]:
        """Return the names of all who played as this player, the first one first."""
        return tuple(dict.fromkeys(names[player] for names in self.names))


def validate_names(players: Sequence[str]) -> Names:
    """Validate the players' names and return them without surplus space.

    Raises:
        StoreError: not four, or some that are empty, too long, unprintable or equal.
    """
    names = tuple(_clean(name, LONGEST_NAME) for name in players) if len(players) == 4 else ()
    if len({name.casefold() for name in names}) != 4 or not all(names):
        raise StoreError("bad_players")
    a, b, c, d = names
    return a, b, c, d


def validate_title(title: object) -> str:
    """Validate a game's own name and return it without surplus space; "" for none.

    Raises:
        StoreError: too long or unprintable.
    """
    clean = _clean(title, LONGEST_TITLE)
    if not clean and (not isinstance(title, str) or title.strip()):
        raise StoreError("bad_title", limit=LONGEST_TITLE)
    return clean


def _clean(name: object, longest: int) -> str:
    """Return the name without surplus space, or "" if it is invalid."""
    if not isinstance(name, str) or len(name) > 4 * longest:
        return ""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    # isprintable is false for controls, lone surrogates and bidirectional marks
    return clean if len(clean) <= longest and clean.isprintable() else ""
