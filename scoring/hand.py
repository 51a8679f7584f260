"""A hand of tiles: its notation and its faults."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from .counts import is_within_limits, units
from .errors import HandReaderError
from .meld import Fault, HandProblem, Meld, MeldSource, SetKind, parse_meld
from .text import Texts, phrase
from .tiles import (
    COPIES,
    Tile,
    TileError,
    format_tiles,
    only_tile,
    parse_own_notation,
    sort_tiles,
    translate,
)

__all__ = ["Fault", "Hand", "HandError", "HandProblem", "Meld", "MeldSource", "SetKind"]


class HandError(HandReaderError, ValueError):
    """Text or tiles that are not a hand."""


# A set in brackets, the winning tile after a plus, or tiles of the hand and flowers.
_TOKEN = re.compile(r"\[[^\[\]()+]*\]|\([^\[\]()+]*\)|\+\s*\w+|[^\s\[\]()+]+|\S")


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's tiles at the moment of the win.

    Attributes:
        concealed: tiles held, low to high, without the winning tile.
        winning: the winning tile; None if it is unknown or not drawn yet.
        melds: sets on the table, in the order called.
        flowers: flowers and seasons set aside.
    """

    concealed: tuple[Tile, ...]
    winning: Tile | None = None
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()

    @staticmethod
    def parse(text: str) -> Hand:
        """Parse a hand.

        >>> str(Hand.parse("123m 456p 9s EEE [<222z] 3f +9s"))
        '123m 456p 9s 111z [<222z] 3f +9s'

        Args:
            text: tiles of the hand in any order (flowers among them are set aside); melds in
                square brackets with `<`, `^` or `>` in front for a tile claimed from the left,
                across or the right, and a `'` behind the turned tile; concealed kongs in round
                brackets; the winning tile after a `+`. Other notations of the tiles are read too
            (`tile_notations`).

        Raises:
            HandError: names the piece that could not be parsed. Tiles that are not a legal hand
                raise nothing here; `problems` reports them.
        """
        try:
            try:
                return _parse_hand(text)
            except TileError:
                translated = translate(text)
                if translated is None:
                    raise
                return _parse_hand(translated)
        except TileError as error:
            raise HandError(phrase(_UNREADABLE_HAND, text=repr(text), error=error)) from None

    def __str__(self) -> str:
        parts = [format_tiles(t for t in self.concealed if t.suit == suit) for suit in "mpszf"]
        parts += [str(meld) for meld in self.melds]
        parts += [format_tiles(self.flowers)]
        if self.winning is not None:
            parts.append(f"+{self.winning}")
        return " ".join(part for part in parts if part)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile of the hand: melds and winning tile included, flowers excluded."""
        tiles = self.concealed if self.winning is None else (*self.concealed, self.winning)
        for meld in self.melds:
            tiles += meld.tiles
        return tiles

    def problems(self) -> tuple[HandProblem, ...]:
        """Return every fault that rules out a complete or waiting hand; () if there is none."""
        if self._is_sound():
            return ()
        found = [self._wrong_count(), *self._flower_faults()]
        found += [meld.problem() for meld in self.melds]
        counts = Counter(tile.plain for tile in self.tiles if not tile.is_flower)
        for tile, count in sorted(counts.items()):
            if count > COPIES:
                found.append(_too_many(_ONLY_FOUR, tile, count))
        for tile in sorted({t for t in self.tiles if t.is_red and self.tiles.count(t) > 1}):
            found.append(_too_many(_ONLY_ONE, tile, self.tiles.count(tile)))
        return tuple(problem for problem in found if problem is not None)

    def _is_sound(self) -> bool:
        """Return whether the hand has no fault; faster than `problems`."""
        if len(self.concealed) + 3 * len(self.melds) != 13:
            return False
        if self.flowers and self._flower_faults():
            return False
        for meld in self.melds:
            if not meld.is_set:
                return False
        return is_within_limits(units(self.tiles))

    def _wrong_count(self) -> HandProblem | None:
        held, sets = len(self.concealed) + (self.winning is not None), len(self.melds)
        total = held + 3 * sets
        if total == 14 or (total == 13 and self.winning is None):
            return None
        laid = phrase(_SET if sets == 1 else _SETS, sets=sets)
        off = phrase(_MORE if total > 14 else _FEWER, count=abs(total - 14))
        sentence = phrase(_WRONG_COUNT, held=held, sets=laid, total=total, off=off)
        return HandProblem(Fault.WRONG_COUNT, sentence)

    def _flower_faults(self) -> list[HandProblem | None]:
        last = () if self.winning is None else (self.winning,)
        inside = tuple(tile for tile in (*self.concealed, *last) if tile.is_flower)
        others = tuple(tile for tile in self.flowers if not tile.is_flower)
        twice = tuple(sorted({t for t in self.flowers if self.flowers.count(t) > 1}))
        faults = (
            (Fault.FLOWER_IN_HAND, inside, _IN_HAND),
            (Fault.NOT_A_FLOWER, others, _NO_FLOWER),
            (Fault.FLOWER_TWICE, twice, _FLOWER_TWICE),
        )
        return [HandProblem(code, phrase(texts, tiles=t), t) for code, t, texts in faults if t]


def _parse_hand(text: str) -> Hand:
    """Parse a hand in our notation."""
    held: list[Tile] = []
    melds: list[Meld] = []
    winning: Tile | None = None
    for token in _TOKEN.findall(text):
        if token[0] in "[(" and len(token) > 1:
            melds.append(parse_meld(token))
        elif token[0] == "+" and winning is None:
            winning = only_tile(parse_own_notation(token[1:]), token[1:])
        else:
            held += parse_own_notation(token)
    flowers = sort_tiles(tile for tile in held if tile.is_flower)
    concealed = sort_tiles(tile for tile in held if not tile.is_flower)
    return Hand(concealed, winning, tuple(melds), flowers)


def _too_many(texts: Texts, tile: Tile, count: int) -> HandProblem:
    sentence = phrase(texts, count=count, tile=tile)
    return HandProblem(Fault.FIVE_OF_A_KIND, sentence, (tile,) * count)


_UNREADABLE_HAND: Texts = {
    "en": "cannot read the hand {text}: {error}",
    "it": "non si legge la mano {text}: {error}",
}
_WRONG_COUNT: Texts = {
    "en": "{held} tiles in hand + {sets} = {total}, {off} for a win",
    "it": "{held} tessere in mano + {sets} = {total}, {off} di quante ne servono",
}
_SET: Texts = {"en": "{sets} set of 3", "it": "{sets} gruppo da 3"}
_SETS: Texts = {"en": "{sets} sets of 3", "it": "{sets} gruppi da 3"}
_MORE: Texts = {"en": "{count} too many", "it": "{count} in più"}
_FEWER: Texts = {"en": "{count} too few", "it": "{count} in meno"}
_ONLY_FOUR: Texts = {
    "en": "{count} × {tile}: there are only four of a kind",
    "it": "{count} × {tile}: di ogni tessera ne esistono solo quattro",
}
_ONLY_ONE: Texts = {
    "en": "{count} × {tile}: there is only one",
    "it": "{count} × {tile}: ne esiste uno solo",
}
_IN_HAND: Texts = {
    "en": "{tiles} in the hand: flowers are set aside",
    "it": "{tiles} nella mano: i fiori si mettono da parte",
}
_NO_FLOWER: Texts = {
    "en": "{tiles} set aside as a flower: only 1f-8f are flowers",
    "it": "{tiles} da parte come fiore: sono fiori solo 1f-8f",
}
_FLOWER_TWICE: Texts = {
    "en": "{tiles} set aside twice: there is one of each flower",
    "it": "{tiles} da parte due volte: ogni fiore esiste una volta sola",
}
