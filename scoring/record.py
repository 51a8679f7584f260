"""Case records: wins as JSON, parsed with every fault reported, and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from .errors import HandReaderError
from .hand import Hand
from .json_fields import field_fault, json_type, mismatch, short_repr
from .meld import HandProblem, Meld, MeldSource, SetKind
from .text import Texts, phrase
from .tiles import (
    Tile,
    TileError,
    Wind,
    format_tiles,
    parse_tile,
    parse_tiles,
    sort_tiles,
)
from .win import Win

T = TypeVar("T")
MOST_COUNTED = 1000  # counters or riichi sticks; no table has so many
LONGEST_TEXT = 200  # no tile text of a hand is longer; keeps hostile input out of error lines


_OF_THE_HAND: Texts = {"en": "hand: {problem}", "it": "mano: {problem}"}
_NO_TILES: Texts = {
    "en": "missing; the tiles held, without the winning tile",
    "it": "manca; le tessere in mano, senza quella vincente",
}
_NO_TYPE: Texts = {
    "en": "missing; chow, pung or kong",
    "it": "manca; chow, pung o kong",
}
_FIVE: Texts = {
    "en": "with them there are five or more {tile}",
    "it": "con questi ci sono cinque o più {tile}",
}
_CHARACTERS: Texts = {"en": "{count} characters", "it": "{count} caratteri"}
FLAGS = (
    "last_tile",
    "kong_replacement",
    "robbing_kong",
    "last_of_kind",
    "blessing_heaven",
    "blessing_earth",
    "riichi",
    "double_riichi",
    "ippatsu",
)
"""Facts of a win that are either so or not, by their names in a record and in `Win`."""


class RecordError(HandReaderError, ValueError):
    """An invalid case record.

    Attributes:
        faults: every fault as `field: fault`, in English.
        fields: the faults of single fields and of facts that contradict each other.
        problems: the faults of the tiles.
    """

    def __init__(self, fields: tuple[object, ...], problems: tuple[HandProblem, ...] = ()) -> None:
        super().__init__(*fields, *(phrase(_OF_THE_HAND, problem=one) for one in problems))
        self.faults = tuple(map(str, self.parts))
        self.fields, self.problems = fields, problems


@dataclass(frozen=True, slots=True)
class Record:
    """A win and the rule set to score it by: one line of a case file."""

    id: str | int | None
    rules: str | None
    hand: Hand
    win: Win

    @staticmethod
    def from_json(obj: object) -> Record:
        """Parse a record from a decoded JSON value; unknown keys are ignored.

        Raises:
            RecordError: names every fault: invalid fields, impossible tiles, and facts that
                contradict each other.
        """
        return read_record(obj)

    def check(self) -> Record:
        """Return the record itself if the win can be.

        Raises:
            RecordError: names every fault, as `from_json` does.
        """
        _check(self)
        return self

    def to_json(self) -> dict[str, object]:
        """Return the record as JSON for `from_json`, every key present."""
        return write_record(self)


def read_record(obj: object) -> Record:
    """Parse a case record; see `Record.from_json`."""
    if not isinstance(obj, Mapping):
        raise RecordError((mismatch("record", "object", json_type(obj)),))
    form = _Form(obj)
    flags = form.sub("flags")
    hand = Hand(
        concealed=sort_tiles(form.tiles("concealed")),
        winning=form.tile("winning_tile"),
        melds=form.melds(),
        flowers=sort_tiles(form.tiles("flowers")),
    )
    win = Win(
        self_drawn=form.flag("self_drawn"),
        discarder=form.wind("discarder"),
        seat=form.wind("seat") or Wind.EAST,
        round=form.wind("round") or Wind.EAST,
        **{name: flags.flag(name) for name in FLAGS},
        liable=flags.wind("liable"),
        dora_indicators=form.tiles("dora_indicators"),
        ura_indicators=form.tiles("ura_indicators"),
        counters=form.count("counters"),
        riichi_sticks=form.count("riichi_sticks"),
        discards_since=form.discards(),
    )
    id_ = form.id()
    rules = form.text("rules")
    if "concealed" not in obj:
        form.add_fault("concealed", phrase(_NO_TILES))
        form.is_unread = True
    record = Record(id_, rules, hand, win)
    _check(record, tuple(form.faults), unread=form.is_unread)
    return record


def _check(record: Record, faults: tuple[object, ...] = (), unread: bool = False) -> None:
    """Raise every fault of a record, with those of its fields; see `Record.check`."""
    hand, win = record.hand, record.win
    problems = _problems(hand, unread)
    counts = [
        mismatch(name, "number", short_repr(count), least=0, most=MOST_COUNTED)
        for name, count in (("counters", win.counters), ("riichi_sticks", win.riichi_sticks))
        if not 0 <= count <= MOST_COUNTED
    ]
    odd = (*counts, *_indicator_faults(hand, win, problems), *win.conflicts(hand))
    if faults or problems or odd:
        raise RecordError((*faults, *odd), problems)


def _problems(hand: Hand, unread: bool) -> tuple[HandProblem, ...]:
    """Return the faults of the tiles; a wrong count only if all of them were parsed."""
    return tuple(one for one in hand.problems() if not (unread and one.code == "wrong_count"))


def _indicator_faults(hand: Hand, win: Win, problems: tuple[HandProblem, ...]) -> list[object]:
    """Return the faults of indicators that show a fifth tile of a kind."""
    indicators = [*win.dora_indicators, *win.ura_indicators]
    if not indicators or any(one.code == "five_of_a_kind" for one in problems):
        return []
    every = [tile.plain for tile in (*hand.tiles, *indicators)]
    over = sorted({tile for tile in every if every.count(tile) > 4 and not tile.is_flower})
    return [field_fault("dora_indicators", phrase(_FIVE, tile=tile)) for tile in over]


def write_record(record: Record) -> dict[str, object]:
    """Write a case record; see `Record.to_json`."""
    hand, win = record.hand, record.win
    flags: dict[str, object] = {name: True for name in FLAGS if getattr(win, name)}
    if win.liable is not None:
        flags["liable"] = win.liable.value
    written: dict[str, object] = {
        "id": record.id,
        "rules": record.rules,
        "concealed": format_tiles(hand.concealed),
        "winning_tile": None if hand.winning is None else hand.winning.value,
        "melds": [
            {
                "type": meld.kind.value,
                "tiles": format_tiles(meld.tiles),
                "concealed": meld.concealed,
                "from": None if meld.source is None else meld.source.value,
                "claimed": meld.claimed,
            }
            for meld in hand.melds
        ],
        "self_drawn": win.self_drawn,
        "discarder": None if win.discarder is None else win.discarder.value,
        "seat": win.seat.value,
        "round": win.round.value,
        "flags": flags,
        "flowers": [tile.value for tile in hand.flowers],
        "dora_indicators": [tile.value for tile in win.dora_indicators],
        "ura_indicators": [tile.value for tile in win.ura_indicators],
        "counters": win.counters,
        "riichi_sticks": win.riichi_sticks,
    }
    if win.discards_since is not None:
        written["discards_since"] = [[seat.value, tile.value] for seat, tile in win.discards_since]
    return written


class _Form:
    """A reader of one JSON object: each method validates one key and collects its faults.

    A missing key and null both give the default.
    """

    def __init__(self, obj: Mapping[object, object], prefix: str = "") -> None:
        self._obj = obj
        self._prefix = prefix
        self.faults: list[object] = []
        self.is_unread = False  # whether a tile could not be parsed

    def sub(self, key: str) -> _Form:
        """Return a reader of the object under `key`, which shares this reader's faults."""
        value = self._obj.get(key)
        if value is not None and not isinstance(value, Mapping):
            self._add_mismatch(key, "object", json_type(value))
        form = _Form(value if isinstance(value, Mapping) else {}, f"{self._prefix}{key}.")
        form.faults = self.faults
        return form

    def id(self) -> str | int | None:
        value = self._obj.get("id")
        if value is None or (isinstance(value, (str, int)) and not isinstance(value, bool)):
            return value
        self._add_mismatch("id", "text_or_number", json_type(value))
        return None

    def text(self, key: str) -> str | None:
        value = self._obj.get(key)
        if value is None or isinstance(value, str):
            return value
        self._add_mismatch(key, "text", json_type(value))
        return None

    def flag(self, key: str) -> bool:
        value = self._obj.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self._add_mismatch(key, "yes_or_no", json_type(value))
        return False

    def count(self, key: str) -> int:
        value = self._obj.get(key)
        if value is None:
            return 0
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COUNTED:
            return value
        self._add_mismatch(key, "number", short_repr(value), least=0, most=MOST_COUNTED)
        return 0

    def wind(self, key: str) -> Wind | None:
        value = self._obj.get(key)
        if value is None:
            return None
        if isinstance(value, str) and value in ("E", "S", "W", "N"):
            return Wind(value)
        self._add_mismatch(key, "seat", short_repr(value))
        return None

    def tile(self, key: str) -> Tile | None:
        value = self._obj.get(key)
        return None if value is None else self._read(key, value, parse_tile)

    def tiles(self, key: str) -> tuple[Tile, ...]:
        """Parse tiles from one text or from a list of texts."""
        value = self._obj.get(key)
        if isinstance(value, list):
            read = [self._read(key, piece, parse_tile) for piece in value[:LONGEST_TEXT]]
            return tuple(tile for tile in read if tile is not None)
        return () if value is None else self._read(key, value, parse_tiles) or ()

    def melds(self) -> tuple[Meld, ...]:
        value = self._obj.get("melds")
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > 4:
            self._add_mismatch("melds", "sets", short_repr(value))
            self.is_unread = True
            return ()
        found = []
        for position, piece in enumerate(value):
            key = f"melds[{position}]"
            if not isinstance(piece, Mapping):
                self._add_mismatch(key, "object", json_type(piece))
                self.is_unread = True
                continue
            form = _Form(piece, f"{key}.")
            found.append(form.meld())
            self.is_unread |= bool(form.faults)
            self.faults += form.faults
        return tuple(found)

    def meld(self) -> Meld:
        tiles = sort_tiles(self.tiles("tiles"))
        kind = self._one_of("type", {str(k): k for k in SetKind if k is not SetKind.PAIR})
        source = self._one_of("from", {str(s): s for s in MeldSource})
        if kind is None and self._obj.get("type") is None:
            self.add_fault("type", phrase(_NO_TYPE))
        claimed = self._obj.get("claimed")
        if claimed is not None and claimed not in range(len(tiles)):
            self._add_mismatch("claimed", "place", short_repr(claimed))
            claimed = None
        place = claimed if isinstance(claimed, int) else None
        return Meld(
            kind or Meld.from_tiles(tiles).kind, tiles, place, source, self.flag("concealed")
        )

    def discards(self) -> tuple[tuple[Wind, Tile], ...] | None:
        key = "discards_since"
        value = self._obj.get(key)
        if value is None:
            return None
        found: list[tuple[Wind, Tile]] = []
        for piece in value if isinstance(value, list) else [value]:
            pair = piece if isinstance(piece, list) and len(piece) == 2 else [None, None]
            form = _Form({"seat": pair[0], "tile": pair[1]}, f"{key}.")
            seat, tile = form.wind("seat"), form.tile("tile")
            self.faults += form.faults
            if seat is not None and tile is not None:
                found.append((seat, tile))
            elif not form.faults:
                self._add_mismatch(key, "pairs", short_repr(piece))
        return tuple(found)

    def _one_of(self, key: str, choices: Mapping[str, T]) -> T | None:
        value = self._obj.get(key)
        if value is None or (isinstance(value, str) and value in choices):
            return None if value is None else choices[value]
        self._add_mismatch(key, "one_of", short_repr(value), choices=", ".join(choices))
        return None

    def _read(self, key: str, value: object, parse: Callable[[str], T]) -> T | None:
        if not isinstance(value, str):
            self._add_mismatch(key, "tiles", json_type(value))
        elif len(value) > LONGEST_TEXT:
            self._add_mismatch(key, "tiles", phrase(_CHARACTERS, count=len(value)))
        else:
            try:
                return parse(value)
            except TileError as error:
                self.add_fault(key, error)
        self.is_unread |= key in ("concealed", "winning_tile")
        return None

    def add_fault(self, key: str, what: object) -> None:
        """Add a fault of a key."""
        self.faults.append(field_fault(self._prefix + key, what))

    def _add_mismatch(self, key: str, what: str, value: object, **gaps: object) -> None:
        self.faults.append(mismatch(self._prefix + key, what, value, **gaps))
