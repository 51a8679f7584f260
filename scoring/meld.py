"""Exposed sets, declared kongs, and the faults of a hand's tiles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from .text import Phrase, Texts, phrase
from .tiles import Tile, TileError, format_tiles, parse_own_notation, sort_tiles


class SetKind(StrEnum):
    """The kind of a set."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"


class MeldSource(StrEnum):
    """The discarder of a claimed tile, relative to the claimer."""

    LEFT = "left"
    ACROSS = "across"
    RIGHT = "right"


class Fault(StrEnum):
    """A code for a fault of a hand's tiles."""

    WRONG_COUNT = "wrong_count"
    FIVE_OF_A_KIND = "five_of_a_kind"
    NOT_A_SET = "not_a_set"
    FLOWER_IN_HAND = "flower_in_hand"
    NOT_A_FLOWER = "not_a_flower"
    FLOWER_TWICE = "flower_twice"


@dataclass(frozen=True, slots=True)
class HandProblem:
    """One fault of a hand, with the tiles concerned."""

    code: Fault
    text: Phrase
    tiles: tuple[Tile, ...] = ()

    @property
    def message(self) -> str:
        """Return the fault as an English sentence."""
        return str(self.text)

    def localize(self, lang: str) -> str:
        """Return the fault as a sentence in a language."""
        return self.text.localize(lang)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: claimed, or a kong declared from the hand.

    Attributes:
        kind: chow, pung or kong.
        tiles: low to high.
        claimed: index in `tiles` of the turned tile; None if no tile is turned or it is unknown.
        source: who discarded the claimed tile; None if unknown.
        concealed: true only for a kong declared from the hand.
    """

    kind: SetKind
    tiles: tuple[Tile, ...]
    claimed: int | None = None
    source: MeldSource | None = None
    concealed: bool = False

    @staticmethod
    def from_tiles(
        tiles: tuple[Tile, ...], source: MeldSource | None = None, concealed: bool = False
    ) -> Meld:
        """Build the likely meld: four tiles are a kong, three equal ones a pung, else a chow."""
        alike = len({tile.plain for tile in tiles}) == 1
        kind = SetKind.KONG if len(tiles) == 4 else SetKind.PUNG if alike else SetKind.CHOW
        return Meld(kind, sort_tiles(tiles), None, source, concealed)

    @property
    def is_set(self) -> bool:
        """Return whether the tiles form a set of `kind` that is legal on the table."""
        if self.claimed is not None and not 0 <= self.claimed < len(self.tiles):
            return False
        return _is_valid_meld(self.kind, self.tiles, self.concealed)

    def problem(self) -> HandProblem | None:
        """Return the fault of an illegal meld; None if the meld is legal."""
        text = format_tiles(self.tiles)
        if any(tile.is_flower for tile in self.tiles):
            return HandProblem(Fault.NOT_A_SET, phrase(_FLOWERY, tiles=text), self.tiles)
        if not self.is_set:
            needed = phrase(_NEEDED[self.kind])
            sentence = phrase(_NO_SET, tiles=text, kind=self.kind.value, needed=needed)
            return HandProblem(Fault.NOT_A_SET, sentence, self.tiles)
        return None

    def __str__(self) -> str:
        """Format as `[<12'3m]` (claimed from the left, 2 turned), `(1111z)` (concealed kong)."""
        digits = [tile.value[0] for tile in self.tiles]
        if self.claimed is not None:
            digits[self.claimed] += "'"
        suits = [tile.suit for tile in self.tiles]
        ends = [s if s != after else "" for s, after in zip(suits, [*suits[1:], ""], strict=True)]
        body = "".join(digit + end for digit, end in zip(digits, ends, strict=True))
        mark = {None: "", **_MARK_OF}[self.source]
        return f"({mark}{body})" if self.concealed else f"[{mark}{body}]"


@lru_cache(maxsize=1 << 10)  # there are some 200 sets, red fives apart
def _is_valid_meld(kind: SetKind, tiles: tuple[Tile, ...], concealed: bool) -> bool:
    """Return whether these tiles form a set of this kind that is legal on the table."""
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
    "en": "{tiles} has a flower: no set contains one",
    "it": "{tiles} contiene un fiore: nessun gruppo ne ha",
}
_NO_SET: Texts = {
    "en": "{tiles} is not a valid {kind} on the table: {needed}",
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
_MARK_OF: dict[MeldSource | None, str] = {
    MeldSource.LEFT: "<",
    MeldSource.ACROSS: "^",
    MeldSource.RIGHT: ">",
}
_SOURCE_OF = {mark: source for source, mark in _MARK_OF.items()}


def parse_meld(token: str) -> Meld:
    """Parse a meld with its brackets; see `Hand.parse` for the notation.

    Raises:
        TileError: if the token is not a meld.
    """
    body = token[1:-1].strip()
    source = _SOURCE_OF.get(body[:1])
    if source is not None:
        body = body[1:]
    before, turned, _ = body.partition("'")
    written = parse_own_notation(body.replace("'", ""))
    meld = Meld.from_tiles(written, source, concealed=token[0] == "(")
    if not turned:
        return meld
    position = len(re.sub(r"[^0-9ESWNCFP]", "", before)) - 1
    if not 0 <= position < len(written) or "'" in body[len(before) + 1 :]:
        raise TileError(phrase(_TURNED, set=repr(token)))
    index = meld.tiles.index(written[position])
    if written == meld.tiles:  # distinguishes equal tiles, of which index() finds the first
        index = position
    return Meld(meld.kind, meld.tiles, index, source, meld.concealed)
