"""Sets that lie on the table, and what can be wrong with tiles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from .text import Phrase, Texts, phrase
from .tiles import Tile, TileError, format_tiles, in_order, parse_tiles


class SetKind(StrEnum):
    """What a group of tiles is."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"


class Source(StrEnum):
    """Who discarded a claimed tile, seen from the claimer."""

    LEFT = "left"
    ACROSS = "across"
    RIGHT = "right"


class Fault(StrEnum):
    """What can be wrong with a hand's tiles."""

    WRONG_COUNT = "wrong_count"
    FIVE_OF_A_KIND = "five_of_a_kind"
    NOT_A_SET = "not_a_set"
    FLOWER_IN_HAND = "flower_in_hand"
    NOT_A_FLOWER = "not_a_flower"
    FLOWER_TWICE = "flower_twice"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a hand, with the tiles it is about."""

    code: Fault
    said: Phrase
    tiles: tuple[Tile, ...] = ()

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return str(self.said)

    def say(self, lang: str) -> str:
        """What is wrong, in a language."""
        return self.said.say(lang)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid on the table: claimed, or a kong declared from the hand.

    Attributes:
        kind: chow, pung or kong.
        tiles: low to high.
        claimed: index in `tiles` of the turned tile; None if none is turned or it is not known.
        source: who discarded the claimed tile; None when the photo cannot tell.
        concealed: true only for a kong declared from the hand.
    """

    kind: SetKind
    tiles: tuple[Tile, ...]
    claimed: int | None = None
    source: Source | None = None
    concealed: bool = False

    @staticmethod
    def of(tiles: tuple[Tile, ...], source: Source | None = None, concealed: bool = False) -> Meld:
        """The meld that these tiles look like: four are a kong, three alike a pung, else a chow."""
        alike = len({tile.plain for tile in tiles}) == 1
        kind = SetKind.KONG if len(tiles) == 4 else SetKind.PUNG if alike else SetKind.CHOW
        return Meld(kind, in_order(tiles), None, source, concealed)

    @property
    def is_set(self) -> bool:
        """Whether the tiles are what `kind` says, and that can lie on the table so."""
        if self.claimed is not None and not 0 <= self.claimed < len(self.tiles):
            return False
        return _can_lie(self.kind, self.tiles, self.concealed)

    def problem(self) -> Problem | None:
        """Why this is no set that can lie on a table, or None."""
        text = format_tiles(self.tiles)
        if any(tile.is_flower for tile in self.tiles):
            return Problem(Fault.NOT_A_SET, phrase(_FLOWERY, tiles=text), self.tiles)
        if not self.is_set:
            needed = phrase(_NEEDED[self.kind])
            said = phrase(_NO_SET, tiles=text, kind=self.kind.value, needed=needed)
            return Problem(Fault.NOT_A_SET, said, self.tiles)
        return None

    def __str__(self) -> str:
        """`[<12'3m]`: claimed from the left, the 2 turned; `(1111z)`: a concealed kong."""
        digits = [tile.value[0] for tile in self.tiles]
        if self.claimed is not None:
            digits[self.claimed] += "'"
        suits = [tile.suit for tile in self.tiles]
        ends = [s if s != after else "" for s, after in zip(suits, [*suits[1:], ""], strict=True)]
        body = "".join(digit + end for digit, end in zip(digits, ends, strict=True))
        mark = {None: "", **_MARK_OF}[self.source]
        return f"({mark}{body})" if self.concealed else f"[{mark}{body}]"


@lru_cache(maxsize=1 << 10)  # there are some 200 sets, red fives apart
def _can_lie(kind: SetKind, tiles: tuple[Tile, ...], concealed: bool) -> bool:
    """Whether these tiles are such a set, and such a set can lie on the table."""
    places = [tile.place for tile in tiles]
    first = places[0] if places else -1
    if kind is SetKind.CHOW:
        run = places == [first, first + 1, first + 2] and 0 <= first < 27 and first % 9 <= 6
        return run and not concealed
    alike = first >= 0 and places.count(first) == len(places)
    if kind is SetKind.KONG:
        return alike and len(places) == 4
    return alike and len(places) == 3 and kind is SetKind.PUNG and not concealed


_FLOWERY: Texts = {
    "en": "{tiles} holds a flower: no set has one",
    "it": "{tiles} contiene un fiore: nessun gruppo ne ha",
}
_NO_SET: Texts = {
    "en": "{tiles} is no {kind} that can lie on the table: {needed}",
    "it": "{tiles} non è un {kind} che può stare sul tavolo: {needed}",
}
_NEEDED: dict[SetKind, Texts] = {
    SetKind.CHOW: {
        "en": "a chow is three tiles of one suit in a row, claimed",
        "it": "un chow è tre tessere di fila di un seme, chiamate",
    },
    SetKind.PUNG: {
        "en": "a pung is three equal tiles, claimed",
        "it": "un pung è tre tessere uguali, chiamate",
    },
    SetKind.KONG: {
        "en": "a kong is four equal tiles",
        "it": "un kong è quattro tessere uguali",
    },
    SetKind.PAIR: {
        "en": "a pair stays in the hand",
        "it": "una coppia resta in mano",
    },
}
_TURNED: Texts = {
    "en": "the ' in {set} must follow exactly one tile of the set",
    "it": "l'apice in {set} deve seguire una sola tessera del gruppo",
}
_MARK_OF: dict[Source | None, str] = {Source.LEFT: "<", Source.ACROSS: "^", Source.RIGHT: ">"}
_SOURCE_OF = {mark: source for source, mark in _MARK_OF.items()}


def parse_meld(token: str) -> Meld:
    """The meld written in `token`, brackets and all; see `Hand.parse`.

    Raises:
        TileError: when it cannot be read.
    """
    body = token[1:-1].strip()
    source = _SOURCE_OF.get(body[:1])
    if source is not None:
        body = body[1:]
    before, turned, _ = body.partition("'")
    written = parse_tiles(body.replace("'", ""))
    meld = Meld.of(written, source, concealed=token[0] == "(")
    if not turned:
        return meld
    position = len(re.sub(r"[^0-9ESWNCFP]", "", before)) - 1
    if not 0 <= position < len(written) or "'" in body[len(before) + 1 :]:
        raise TileError(phrase(_TURNED, set=repr(token)))
    index = meld.tiles.index(written[position])
    if written == meld.tiles:  # keeps apart equal tiles, where index() finds the first
        index = position
    return Meld(meld.kind, meld.tiles, index, source, meld.concealed)
