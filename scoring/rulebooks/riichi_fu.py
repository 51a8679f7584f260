"""Minipoints (fu) of a riichi hand, part by part: EMA riichi rules 2008, 4.1.1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from ..meld import SetKind
from ..reading import SEVEN_PAIRS, Reading
from ..sets import DRAGONS, ENDS, PAIRS, TRIPLETS, TileSet
from ..splits import Sets
from ..text import Phrase, Texts, phrase


@dataclass(frozen=True, slots=True)
class Part:
    """Minipoints for one set, pair, wait or circumstance."""

    points: int
    why: Phrase


@dataclass(frozen=True, slots=True)
class Minipoints:
    """Minipoints of one reading.

    Attributes:
        parts: the single minipoints, in the order of the book.
        total: rounded up to ten; 25 for seven pairs.
    """

    parts: tuple[Part, ...]
    total: int

    @property
    def raw(self) -> int:
        """Return the sum of the parts."""
        return sum([part.points for part in self.parts])

    @property
    def sum(self) -> Phrase:
        """Return the sum in words, with the rounding where there is one."""
        if self.raw == self.total:
            return phrase(_SUM, parts=self)
        return phrase(_ROUNDED, parts=self, fu=self.total)

    def localize(self, lang: str = "en") -> str:
        """Return the sum in words: `20 base + 8 concealed 111m = 28`."""
        words = [f"{part.points} {part.why.localize(lang)}" for part in self.parts]
        return f"{' + '.join(words)} = {self.raw}"


_SUM: Texts = {"en": "{parts}", "it": "{parts}"}
_ROUNDED: Texts = {"en": "{parts}, rounded to {fu}", "it": "{parts}, arrotondati a {fu}"}
_WHY: dict[str, Texts] = {
    "base": {"en": "base", "it": "di base"},
    "concealed": {"en": "concealed, on a discard", "it": "mano coperta su scarto"},
    "seven pairs": {"en": "seven pairs", "it": "sette coppie"},
    "open set": {"en": "open {tiles}", "it": "{tiles} scoperto"},
    "closed set": {"en": "concealed {tiles}", "it": "{tiles} coperto"},
    "pair": {"en": "pair {tiles}", "it": "coppia {tiles}"},
    "edge": {"en": "edge wait", "it": "estremo"},
    "closed": {"en": "closed wait", "it": "incastro"},
    "single": {"en": "single wait", "it": "a punto sulla coppia"},
    "drawn": {"en": "self-drawn", "it": "tsumo"},
    "drawn pinfu": {"en": "self-drawn, as it is pinfu", "it": "tsumo, perché è pinfu"},
    "open pinfu": {
        "en": "open hand without other minipoints (open pinfu)",
        "it": "mano scoperta senza altri minipoint (pinfu scoperto)",
    },
}


def _part(points: int, why: str) -> Part:
    return Part(points, phrase(_WHY[why]))


_BASE = _part(20, "base")
_CONCEALED = _part(30, "concealed")
_WAITS = {wait: _part(2, wait) for wait in ("edge", "closed", "single")}
_DRAWN = _part(2, "drawn")
_DRAWN_PINFU = _part(0, "drawn pinfu")
_OPEN_PINFU = _part(2, "open pinfu")
_SEVEN_PAIRS = Minipoints((_part(25, "seven pairs"),), 25)


def minipoints(reading: Reading) -> Minipoints:
    """Return the minipoints of a reading that is not a yakuman.

    A concealed hand that earns nothing beyond its base is pinfu, and the self-draw of a pinfu
    earns nothing; an open hand that earns nothing gets two (open pinfu).
    """
    if reading.shape == SEVEN_PAIRS:
        return _SEVEN_PAIRS
    points, wait = pair_points(reading), wait_of(reading)
    return _minipoints_of(
        reading.closed, reading.win.self_drawn, reading.triplets, reading.pair, points, wait
    )


@lru_cache(maxsize=1 << 12)
def _minipoints_of(
    closed: bool, drawn: bool, triplets: Sets, pair: TileSet | None, value: int, wait: str
) -> Minipoints:
    parts = [_CONCEALED if closed and not drawn else _BASE]
    parts += [_triplet_part(part) for part in triplets]
    if value and pair is not None:
        parts.append(_pair_part(pair, value))
    if wait in _WAITS:
        parts.append(_WAITS[wait])
    if drawn:
        parts.append(_DRAWN_PINFU if closed and len(parts) == 1 else _DRAWN)
    if not closed and len(parts) == 1:
        parts.append(_OPEN_PINFU)
    raw = sum([part.points for part in parts])
    return Minipoints(tuple(parts), -(-raw // 10) * 10)


def pair_points(reading: Reading) -> int:
    """Return two each for a pair of dragons, of the seat wind, of the round wind; else 0.

    For a wind that is both they are four, or two by the option `double_wind_pair`.
    """
    pair = reading.pair
    if pair is None or pair.suit < 3:
        return 0
    facts = reading.facts
    named = (pair.bit & DRAGONS, pair.bit & facts.own_wind, pair.bit & facts.round_wind)
    points = pair_points_of(sum([wind != 0 for wind in named]))
    return 2 if points == 4 and reading.options["double_wind_pair"] == 2 else points


def pair_points_of(reasons: int) -> int:
    """Return the minipoints of a pair that counts for so many reasons."""
    return 2 * reasons


def wait_of(reading: Reading) -> str:
    """Return the wait of the completed set: edge, closed, single, or two-sided.

    A completed pung is "two-sided" too: either earns nothing.
    """
    part = reading.completed
    if part is None or part.is_triplet:
        return "two-sided"
    if part.is_pair:
        return "single"
    place = reading.facts.winning - part.first
    if place == 1:
        return "closed"
    at_the_edge = (part.rank == 1 and place == 2) or (part.rank == 7 and place == 0)
    return "edge" if at_the_edge else "two-sided"


@cache
def _triplet_part(part: TileSet) -> Part:
    """Count a pung or kong: 2, doubled if concealed, doubled for ends, four times for a kong."""
    points = 2 * (1 + part.concealed) * (2 if part.mask & ENDS else 1) * (4 if part.is_kong else 1)
    tiles = str(part).strip("[]")
    return Part(points, phrase(_WHY["closed set" if part.concealed else "open set"], tiles=tiles))


@cache
def _pair_part(pair: TileSet, points: int) -> Part:
    return Part(points, phrase(_WHY["pair"], tiles=pair))


def fu_parts() -> tuple[Part, ...]:
    """Return every part that a hand's minipoints can have, each with a set of sample tiles."""
    return (
        _BASE,
        _CONCEALED,
        *_SEVEN_PAIRS.parts,
        *(_triplet_part(part) for part in _SAMPLES),
        _pair_part(PAIRS[31], pair_points_of(1)),
        *_WAITS.values(),
        _DRAWN,
        _DRAWN_PINFU,
        _OPEN_PINFU,
    )


_SAMPLES = tuple(
    TRIPLETS[kind, first, concealed]
    for kind in (SetKind.PUNG, SetKind.KONG)
    for first in (1, 0, 27)  # 2 characters, 1 character, East
    for concealed in (False, True)
)
