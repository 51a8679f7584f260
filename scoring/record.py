"""Case records: a win as JSON, read with every fault named, and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from .hand import Hand, Meld, Record, RecordError, SetKind, Source, Win
from .names import Phrase
from .tiles import (
    Tile,
    TileError,
    Wind,
    format_tiles,
    in_order,
    parse_tile,
    parse_tiles,
)

T = TypeVar("T")
LONGEST_TEXT = 200  # no tile text of a hand is longer; keeps hostile input out of error lines


_FLAGS = (
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


def read_record(obj: object) -> Record:
    """See `Record.from_json`."""
    if not isinstance(obj, Mapping):
        raise RecordError((f"record: a JSON object was expected, not {_kind_of(obj)}",))
    form = _Form(obj)
    flags = form.sub("flags")
    hand = Hand(
        concealed=in_order(form.tiles("concealed")),
        winning=form.tile("winning_tile"),
        melds=form.melds(),
        flowers=in_order(form.tiles("flowers")),
    )
    win = Win(
        self_drawn=form.yes("self_drawn"),
        discarder=form.wind("discarder"),
        seat=form.wind("seat") or Wind.EAST,
        round=form.wind("round") or Wind.EAST,
        **{name: flags.yes(name) for name in _FLAGS},
        liable=flags.wind("liable"),
        dora_indicators=form.tiles("dora_indicators"),
        ura_indicators=form.tiles("ura_indicators"),
        counters=form.count("counters"),
        riichi_sticks=form.count("riichi_sticks"),
        discards_since=form.discards(),
    )
    id_ = form.id()
    rules = form.word("rules")
    if "concealed" not in obj:
        form.faults.append("concealed: missing; the tiles held, without the winning tile")
    impossible = _impossible(hand, win, form.faults)
    faults = (*form.faults, *impossible)
    if faults:
        raise RecordError(faults)
    return Record(id_, rules, hand, win)


def _impossible(hand: Hand, win: Win, faults: list[str]) -> tuple[str | Phrase, ...]:
    """Faults of the tiles and of the facts; of the count only if all tiles could be read."""
    unread = any(f.startswith(("concealed", "winning_tile", "melds")) for f in faults)
    problems = [p for p in hand.problems() if not (unread and p.code == "wrong_count")]
    shown = [*win.dora_indicators, *win.ura_indicators]
    every = [tile.plain for tile in (*hand.tiles, *shown)]
    if shown and not any(p.code == "five_of_a_kind" for p in problems):
        over = sorted({tile for tile in every if every.count(tile) > 4 and not tile.is_flower})
        more = [f"dora_indicators: with them there are five or more {tile}" for tile in over]
    else:
        more = []
    return (*(f"hand: {p.message}" for p in problems), *more, *win.contradicted(hand))


def write_record(record: Record) -> dict[str, object]:
    """See `Record.to_json`."""
    hand, win = record.hand, record.win
    flags: dict[str, object] = {name: True for name in _FLAGS if getattr(win, name)}
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
    """A JSON object being read: each method reads one key and notes what is wrong with it.

    A missing key and null are the same and give the default.
    """

    def __init__(self, obj: Mapping[object, object], prefix: str = "") -> None:
        self._obj = obj
        self._prefix = prefix
        self.faults: list[str] = []

    def sub(self, key: str) -> _Form:
        """The object under `key`; its faults are noted here."""
        value = self._obj.get(key)
        if value is not None and not isinstance(value, Mapping):
            self._fault(key, f"a JSON object was expected, not {_kind_of(value)}")
        form = _Form(value if isinstance(value, Mapping) else {}, f"{self._prefix}{key}.")
        form.faults = self.faults
        return form

    def id(self) -> str | int | None:
        value = self._obj.get("id")
        if value is None or (isinstance(value, (str, int)) and not isinstance(value, bool)):
            return value
        self._fault("id", f"text or a number was expected, not {_kind_of(value)}")
        return None

    def word(self, key: str) -> str | None:
        value = self._obj.get(key)
        if value is None or isinstance(value, str):
            return value
        self._fault(key, f"text was expected, not {_kind_of(value)}")
        return None

    def yes(self, key: str) -> bool:
        value = self._obj.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self._fault(key, f"true or false was expected, not {_kind_of(value)}")
        return False

    def count(self, key: str) -> int:
        value = self._obj.get(key)
        if value is None:
            return 0
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000:
            return value
        self._fault(key, f"a number from 0 to 1000 was expected, not {_shown(value)}")
        return 0

    def wind(self, key: str) -> Wind | None:
        value = self._obj.get(key)
        if value is None:
            return None
        if isinstance(value, str) and value in ("E", "S", "W", "N"):
            return Wind(value)
        self._fault(key, f"E, S, W or N was expected, not {_shown(value)}")
        return None

    def tile(self, key: str) -> Tile | None:
        value = self._obj.get(key)
        return None if value is None else self._read(key, value, parse_tile)

    def tiles(self, key: str) -> tuple[Tile, ...]:
        """Tiles given as one text or as a list of texts."""
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
            self._fault("melds", f"a list of at most four sets was expected, not {_shown(value)}")
            return ()
        found = []
        for position, piece in enumerate(value):
            key = f"melds[{position}]"
            if not isinstance(piece, Mapping):
                self._fault(key, f"a JSON object was expected, not {_kind_of(piece)}")
                continue
            form = _Form(piece, f"{key}.")
            form.faults = self.faults
            found.append(form.meld())
        return tuple(found)

    def meld(self) -> Meld:
        tiles = in_order(self.tiles("tiles"))
        kind = self._one_of("type", {str(k): k for k in SetKind if k is not SetKind.PAIR})
        source = self._one_of("from", {str(s): s for s in Source})
        if kind is None and self._obj.get("type") is None:
            self._fault("type", "missing; chow, pung or kong")
        claimed = self._obj.get("claimed")
        if claimed is not None and claimed not in range(len(tiles)):
            self._fault("claimed", f"the place of a tile of the set was expected, not {claimed!r}")
            claimed = None
        place = claimed if isinstance(claimed, int) else None
        return Meld(kind or Meld.of(tiles).kind, tiles, place, source, self.yes("concealed"))

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
                self._fault(key, f'pairs like ["W", "3s"] were expected, not {_shown(piece)}')
        return tuple(found)

    def _one_of(self, key: str, choices: Mapping[str, T]) -> T | None:
        value = self._obj.get(key)
        if value is None or (isinstance(value, str) and value in choices):
            return None if value is None else choices[value]
        self._fault(key, f"{', '.join(choices)} was expected, not {_shown(value)}")
        return None

    def _read(self, key: str, value: object, parse: Callable[[str], T]) -> T | None:
        if not isinstance(value, str):
            self._fault(key, f"tiles as text were expected, not {_kind_of(value)}")
        elif len(value) > LONGEST_TEXT:
            self._fault(key, f"tiles as text were expected, not {len(value)} characters")
        else:
            try:
                return parse(value)
            except TileError as error:
                self._fault(key, str(error))
        return None

    def _fault(self, key: str, message: str) -> None:
        self.faults.append(f"{self._prefix}{key}: {message}")


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        return _kind_of(value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def _kind_of(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")
