"""Tiles, winds and their text notation (`123m55z0p`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from .errors import HandReaderError
from .text import phrase
from .tile_names import format_notation, tile_name, wind_name
from .tile_notations import translations, wind_letter
from .tile_words import tile_by_name

BACK = "back"  # class of a face-down tile in the recogniser's output
UNKNOWN = "?"  # a tile that was detected but not recognised
COPIES = 4  # tiles of each kind in a set of tiles; of flowers one


class TileError(HandReaderError, ValueError):
    """Text that is not a tile."""


class Wind(StrEnum):
    """A seat wind or the round wind."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    order: int  # 0-3, in order of play
    kind: int  # index of this wind's tile, 27-30

    def __init__(self, letter: str) -> None:
        self.order = "ESWN".index(letter)
        self.kind = 27 + self.order

    def after(self, steps: int) -> Wind:
        """Return the seat `steps` turns later (1: the player to the right, who plays next)."""
        return WINDS[(self.order + steps) % 4]

    def localize(self, lang: str) -> str:
        """Return the name of the wind in a language: "East"."""
        return wind_name(self, lang)


class Tile(StrEnum):
    """One tile face; `str(tile)` is its text.

    Attributes:
        suit: "m" characters, "p" dots, "s" bamboo, "z" honours, "f" flowers and seasons.
        rank: 1-9 in a suit (a red five is 5), 1-7 for honours E S W N White Green Red,
            1-8 for flowers.
        is_red: whether this is a red five.
        place: as `index`, but -1 for flowers instead of an error.
        unit: this tile in a number that counts tiles (see `counts`): five bits for each of the
            34 kinds, then for each red five (which also counts as its kind), then for all flowers.
    """

    M1 = "1m"
    M2 = "2m"
    M3 = "3m"
    M4 = "4m"
    M5 = "5m"
    M6 = "6m"
    M7 = "7m"
    M8 = "8m"
    M9 = "9m"
    P1 = "1p"
    P2 = "2p"
    P3 = "3p"
    P4 = "4p"
    P5 = "5p"
    P6 = "6p"
    P7 = "7p"
    P8 = "8p"
    P9 = "9p"
    S1 = "1s"
    S2 = "2s"
    S3 = "3s"
    S4 = "4s"
    S5 = "5s"
    S6 = "6s"
    S7 = "7s"
    S8 = "8s"
    S9 = "9s"
    EAST = "1z"
    SOUTH = "2z"
    WEST = "3z"
    NORTH = "4z"
    WHITE = "5z"
    GREEN = "6z"
    RED = "7z"
    M0 = "0m"
    P0 = "0p"
    S0 = "0s"
    PLUM = "1f"
    ORCHID = "2f"
    CHRYSANTHEMUM = "3f"
    BAMBOO = "4f"
    SPRING = "5f"
    SUMMER = "6f"
    AUTUMN = "7f"
    WINTER = "8f"

    suit: str
    rank: int
    is_red: bool
    place: int
    unit: int

    def __init__(self, text: str) -> None:
        digit, self.suit = int(text[0]), text[1]
        self.is_red = digit == 0
        self.rank = digit or 5
        self.place = -1 if self.suit == "f" else 9 * "mpsz".index(self.suit) + self.rank - 1
        self.unit = 1 << 5 * (37 if self.place < 0 else self.place)
        if self.is_red:
            self.unit |= 1 << 5 * (34 + "mps".index(self.suit))

    def localize(self, lang: str) -> str:
        """Return the name of the tile in a language: "3 bamboo"."""
        return tile_name(self, lang)

    @property
    def index(self) -> int:  # type: ignore[override]  # str.index is of no use on a tile's name
        """Return the kind: 0-8 m, 9-17 p, 18-26 s, 27-33 honours; a red five counts as a five.

        Raises:
            TileError: for a flower, which is not part of a hand's shape.
        """
        if self.place < 0:
            raise _tile_error("flower", self.value, tile=self.value)
        return self.place

    @property
    def is_flower(self) -> bool:
        """Return whether this is one of the eight flowers and seasons."""
        return self.suit == "f"

    @property
    def is_honour(self) -> bool:
        """Return whether this is a wind or a dragon."""
        return self.suit == "z"

    @property
    def plain(self) -> Tile:
        """Return the same tile, a red five as a plain five."""
        return KINDS[self.place] if self.is_red else self


WINDS = tuple(Wind)
TILES = tuple(Tile)
KINDS = TILES[:34]  # by index
CLASSES: tuple[str, ...] = (*(tile.value for tile in TILES), BACK)
"""Names of everything a photo can show, in the order of the class ids of the data."""

SUITS = "mps"
_HONOUR_LETTERS = {
    "E": Tile.EAST,
    "S": Tile.SOUTH,
    "W": Tile.WEST,
    "N": Tile.NORTH,
    "P": Tile.WHITE,
    "F": Tile.GREEN,
    "C": Tile.RED,
}
_BY_TEXT: dict[str, Tile] = {tile.value: tile for tile in TILES}
# A hand is sorted low to high: a red five before the other fives, flowers last.
_ORDER = {t: (34 + i if t.is_flower else t.index) * 2 - t.is_red for i, t in enumerate(TILES)}


def parse_tile(text: str) -> Tile:
    """Parse exactly one tile: `5m`, `0p`, `E`, `2 bamboo`, `red`.

    Raises:
        TileError: if the text is not exactly one tile.
    """
    try:
        return only_tile(parse_tiles(text), text)
    except TileError:
        named = tile_by_name(text)
        if named is None:
            raise
        return Tile(named)


def parse_wind(text: str) -> Wind:
    """Parse a wind: `E`, also `O` for Ovest, a small letter, or 東.

    Raises:
        ValueError: it is no wind.
    """
    return Wind(wind_letter(text))


def only_tile(tiles: tuple[Tile, ...], text: str) -> Tile:
    """Return the one tile that a text has.

    Raises:
        TileError: it has more or none.
    """
    if len(tiles) != 1:
        raise _tile_error("not_one", text, count=len(tiles))
    return tiles[0]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles in the order written; blanks are ignored.

    >>> [str(tile) for tile in parse_tiles("12m0p EC")]
    ['1m', '2m', '0p', '1z', '7z']

    Args:
        text: groups of digits followed by m, p, s, z or f; honours also as the letters
            E S W N, C (red), F (green), P (white). Other notations are read too
            (`tile_notations`).

    Raises:
        TileError: names the first piece that is not a tile, or both meanings of one that has two.
    """
    try:
        return parse_own_notation(text)
    except TileError:
        translated = translate(text)
        if translated is None:
            raise
    return parse_own_notation(translated)


def translate(text: str) -> str | None:
    """Return tiles of another notation in ours; None if they are in none that we know.

    >>> translate("東東 一二三万 b456")
    >>> translate("東東 一二三万")
    'E E  1m2m3m '

    Args:
        text: tiles, or a whole hand with its brackets and marks.

    Raises:
        TileError: the tiles have several meanings; names two of them.
    """
    found = translations(text)
    if not found:
        return None
    one, like = found[0]
    for other, unlike in found[1:]:
        pairs = zip(_tiles_in(one), _tiles_in(other), strict=False)
        for first, second in pairs:
            if first is not second:
                gaps = {"one": first, "like": like, "other": second, "unlike": unlike}
                write = {"write": first.value, "or_write": second.value}
                raise _tile_error("two_meanings", text, **gaps, **write)
    return one


def _tiles_in(text: str) -> list[Tile]:
    """Return the tiles in a text in our notation, whatever stands between them."""
    return [parse_own_notation(piece)[0] for piece in _ONE_TILE.findall(text)]


_ONE_TILE = re.compile(r"[0-9][mpszf]|[ESWNCFP]")


def parse_own_notation(text: str) -> tuple[Tile, ...]:
    """Parse tiles in our notation alone; see `parse_tiles`."""
    tiles: list[Tile] = []
    digits = ""
    for char in text:
        if char in "0123456789":  # not str.isdigit: that lets other scripts' digits through
            digits += char
        elif char in "mpszf" and digits:
            tiles += [_tile_by_name(digit + char, text) for digit in digits]
            digits = ""
        elif char in _HONOUR_LETTERS and not digits:
            tiles.append(_HONOUR_LETTERS[char])
        elif not (char.isspace() and not digits):
            raise _tile_error("no_tile", text, piece=repr(digits + char))
    if digits:
        raise _tile_error("no_suit", text, piece=repr(digits))
    return tuple(tiles)


def _tile_by_name(name: str, text: str) -> Tile:
    try:
        return _BY_TEXT[name]
    except KeyError:
        raise _tile_error("no_rank", text, piece=repr(name)) from None


_TILE_FAULTS = {
    "flower": {
        "en": "{tile} is a flower: it has no index among the 34 kinds",
        "it": "{tile} è un fiore: non ha un posto fra le 34 tessere",
    },
    "two_meanings": {
        "en": "{text} has two meanings: {one} (as in {like}) or {other} (as in {unlike}); write "
        "{write} or {or_write}",
        "it": "{text} ha due significati: {one} (come in {like}) o {other} (come in {unlike}); "
        "scrivi {write} o {or_write}",
    },
    "not_one": {
        "en": "{text} is {count} tiles; expected one, like 5m or E",
        "it": "{text} sono {count} tessere; ne serve una, come 5m o E",
    },
    "no_tile": {
        "en": "{piece} in {text} is not a tile; write tiles like 123m55z0p or EEE",
        "it": "{piece} in {text} non è una tessera; scrivi come 123m55z0p o EEE",
    },
    "no_suit": {
        "en": "{piece} at the end of {text} has no suit; add m, p, s, z or f",
        "it": "{piece} alla fine di {text} è senza seme; aggiungi m, p, s, z o f",
    },
    "no_rank": {
        "en": "{piece} in {text} is not a tile; honours are 1z-7z, flowers 1f-8f",
        "it": "{piece} in {text} non è una tessera; gli onori sono 1z-7z, i fiori 1f-8f",
    },
}


def _tile_error(fault: str, text: str, **gaps: object) -> TileError:
    return TileError(phrase(_TILE_FAULTS[fault], text=repr(text), **gaps))


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Format tiles in the order given; neighbours of one suit share the suit's letter.

    >>> format_tiles(parse_tiles("1m2m 0p EE"))
    '12m0p11z'
    """
    return format_notation(tiles)


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort tiles low to high: m, p, s, honours, flowers; a red five before the other fives."""
    return tuple(sorted(tiles, key=_ORDER.__getitem__))
