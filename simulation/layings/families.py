"""The families of layings: ways in which people lay and photograph a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from scoring.hand import Hand
from scoring.tiles import Tile
from vision.relations.boxes import RULE_SETS, Role

from .hands import Deal, Remainder, deal_hand
from .laying import Laying, TableTile
from .melds import lay_melds
from .parts import LayingStyle, lay_flowers, lay_hand
from .surroundings import (
    lay_bare_indicators,
    lay_heap,
    lay_indicators,
    lay_loose_tiles,
    lay_pond,
    lay_second_hand,
    lay_some_surroundings,
    lay_whole_table,
)
from .table import LineTile, Span, Table, random_slips

_TILE_SIZES = ((20, 26, 16), (22, 30, 18), (26, 35, 21), (29, 39, 22), (21, 28, 16), (24, 33, 20))
_UNTURNED = ("mcr", "chinese-official")  # their books prescribe no turned tile
RIICHI = "riichi-ema"
_FLOWER_RULES = tuple(rules for rules in RULE_SETS if rules != RIICHI)

_WINNERS = {
    "right": 0.3, "right turned": 0.1, "left": 0.07, "left turned": 0.03, "above": 0.07,
    "over": 0.04, "below": 0.06, "pushed": 0.06, "none": 0.1, "end turned": 0.07,
    "start turned": 0.02, "row turned": 0.03, "far": 0.05,
}  # fmt: skip
_MELDS = {
    "right": 0.52, "above": 0.15, "below": 0.07, "left": 0.07, "corner": 0.1, "column": 0.03,
    "around": 0.06,
}  # fmt: skip
_FLOWERS = {"above left": 0.25, "above right": 0.2, "left": 0.2, "right": 0.15, "below": 0.2}
_BACKS = {
    "outside": 0.3, "inside": 0.3, "four": 0.13, "three": 0.12, "open": 0.06, "one": 0.05,
    "pair": 0.04,
}  # fmt: skip
_ADDED = {"no": 0.62, "above": 0.28, "on": 0.1}
STYLE = LayingStyle(_WINNERS, _MELDS, _FLOWERS, {"1": 0.9, "2": 0.09, "3": 0.01}, _BACKS, _ADDED)


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """How a laying is photographed.

    Attributes:
        elevation: of the camera above the table, degrees, least and most.
        headings: degrees around the hand with their shares; 0 is the owner's seat.
        spread: standard deviation of a heading, degrees.
        fill: share of the frame that the hand fills, least and most.
    """

    elevation: tuple[float, float] = (24.0, 88.0)
    headings: Mapping[float, float] = field(
        default_factory=lambda: {0: 0.8, 180: 0.08, 90: 0.06, 270: 0.06}
    )
    spread: float = 9.0
    fill: tuple[float, float] = (0.5, 0.97)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What lies around the hand.

    Attributes:
        some: share of tables with a wall, a pond or another player's sets.
        whole: share of whole tables.
        second: share of tables with a second whole hand.
        indicators: share of dead walls with indicators, in riichi.
        loose: share of tables with loose tiles.
        strength: how much there is.
    """

    some: float = 0.2
    whole: float = 0.06
    second: float = 0.02
    indicators: float = 0.3
    loose: float = 0.2
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class LayingFamily:
    """A way in which people lay a hand.

    Attributes:
        style, deal, view, around: its parts.
        sloppy: how sloppily tiles are laid, 0 to 1, least and most.
        rules: rule sets by which it is played.
        special: lays what is no ordinary hand; None for a hand.
        share: of the family in training.
        is_held_out: whether nothing is trained on it.
    """

    style: LayingStyle = STYLE
    deal: Deal = field(default_factory=Deal)
    view: Viewpoint = field(default_factory=Viewpoint)
    around: Surroundings = field(default_factory=Surroundings)
    sloppy: tuple[float, float] = (0.0, 1.0)
    rules: tuple[str, ...] = RULE_SETS
    special: Callable[[Table, Hand, Remainder], int] | None = None
    share: float = 1.0
    is_held_out: bool = False


def lay(rng: np.random.Generator, family: str) -> Laying:
    """Lay a random hand of a family on a table; the same generator gives the same laying."""
    way = FAMILIES[family]
    rules = way.rules[int(rng.integers(len(way.rules)))]
    width, height, thick = _TILE_SIZES[int(rng.integers(len(_TILE_SIZES)))]
    size = (width * float(rng.uniform(0.95, 1.05)), float(height), thick * rng.uniform(0.9, 1.1))
    table = Table(size, random_slips(rng, float(rng.uniform(*way.sloppy))), rng)
    hand = deal_hand(rules, way.deal, rng)
    used = (*hand.tiles, *hand.flowers)
    rest = Remainder(used, rules != RIICHI and rng.random() < 0.25, rng)
    if way.special is not None:
        framed = way.special(table, hand, rest)
        printed = way.special is _print_hand
        return Laying(family, rules, size, table.tiles, framed, None, is_printed=printed)
    share = way.style.turned_elsewhere if rules in _UNTURNED else way.style.turned
    turns = bool(rng.random() < share)
    if not turns:
        hand = replace(hand, melds=tuple(replace(meld, source=None) for meld in hand.melds))
    span, place = lay_hand(table, hand, way.style)
    span, needed = lay_melds(table, hand, span, way.style, turns)
    span = lay_flowers(table, hand, span, way.style)
    framed = len(table.tiles)
    indicators: tuple[Tile, ...] = ()
    if rules == RIICHI and rng.random() < way.around.indicators:
        lay_them = lay_indicators if rng.random() < 0.75 else lay_bare_indicators
        indicators = lay_them(table, rest, span)
        framed = len(table.tiles)
    if _surround(table, rest, span, way.around):
        framed = len(table.tiles)
    if hand.winning is None:
        needed |= {"winning_tile"}
    elif place == "none":
        needed |= {"winning_tile"}
        table.tiles = [_without_winner(tile) for tile in table.tiles]
    elif place in ("end turned", "start turned"):
        needed |= {"winning_tile", "called_sets", "reading"}
    if any(tile.role is Role.RIVAL for tile in table.tiles):
        needed |= {"which_hand"}
    return Laying(family, rules, size, table.tiles, framed, hand, indicators, frozenset(needed))


def _without_winner(tile: TableTile) -> TableTile:
    """Return a tile of a hand whose winner nothing marks."""
    return replace(tile, role=Role.HAND) if tile.role is Role.WINNER else tile


def _surround(table: Table, rest: Remainder, span: Span, around: Surroundings) -> bool:
    """Lay what is around a hand; return whether a picture shows all of it."""
    rng = table.rng
    chance, is_shown = rng.random(), rng.random()
    shows = False
    if chance < around.whole:
        lay_whole_table(table, rest, span, around.strength)
        shows = bool(is_shown < 0.4)
    elif chance < around.whole + around.second:
        _lay_rival(table, rest, span)
        shows = bool(is_shown < 0.8)
    elif chance < around.whole + around.second + around.some:
        lay_some_surroundings(table, rest, span, around.strength)
        shows = bool(is_shown < 0.4)
    if rng.random() < around.loose:
        lay_loose_tiles(table, rest, span, 1 + int(rng.integers(0, 4)))
    return shows


def _lay_rival(table: Table, rest: Remainder, span: Span) -> None:
    """Lay another player's whole hand beyond the hand or at its side."""
    rng, height = table.rng, table.height
    side = int(rng.integers(1, 4))
    far = float(rng.uniform(2.5, 9)) * height
    if side == 2:
        x, y = span.x + span.length, span.y + span.depth + far
        heading = np.pi if rng.random() < 0.5 else 0.0
        x = x if heading else span.x
        lay_second_hand(table, rest, x, y + height, heading, 2)
    elif side == 1:
        x, y = span.x + span.length + far, span.y + span.depth
        lay_second_hand(table, rest, x, y, np.pi / 2, 1)
    else:
        x, y = span.x - far, span.y + span.depth + 14 * table.width
        lay_second_hand(table, rest, x, y, -np.pi / 2, 3)


def _lay_wrong_count(table: Table, hand: Hand, rest: Remainder) -> int:
    """Lay a row with tiles missing or too many."""
    rng = table.rng
    kinds = [tile.value for tile in hand.concealed]
    extra = int(rng.choice([-6, -4, -3, -2, -1, 2, 3, 4, 5]))
    kinds = kinds[:extra] if extra < 0 else kinds + [rest.draw() for _ in range(extra)]
    table.lay_line([LineTile(kind, Role.HAND) for kind in kinds], 0.0, 0.0)
    return len(table.tiles)


def _lay_ponds(table: Table, hand: Hand, rest: Remainder) -> int:
    """Lay ponds and walls without any hand."""
    rng = table.rng
    span = table.lay_line([LineTile(rest.draw())], 0.0, 0.0)
    if (chance := rng.random()) < 0.3:
        lay_pond(table, rest, int(rng.integers(5, 22)), 0.0, 4 * table.height)
    elif chance < 0.55:
        lay_heap(table, rest, int(rng.integers(6, 60)), 0.0, 4 * table.height)
    else:
        lay_whole_table(table, rest, span, 1.0)
    return len(table.tiles)


def _lay_scatter(table: Table, hand: Hand, rest: Remainder) -> int:
    """Lay single tiles without order."""
    span = Span(0.0, 0.0, 10 * table.width, 6 * table.height, 0.0)
    lay_loose_tiles(table, rest, span, int(table.rng.integers(1, 25)))
    return len(table.tiles)


def _print_hand(table: Table, hand: Hand, rest: Remainder) -> int:
    """Lay printed tiles: a hand, or rows of tiles."""
    rng = table.rng
    kinds = [tile.value for tile in hand.tiles]
    for row in range(1 + int(rng.integers(0, 4)) * int(rng.random() < 0.5)):
        shown = [LineTile(kind, Role.NO_TILE) for kind in kinds]
        table.lay_line(shown, 0.0, row * 1.3 * table.height)
        kinds = [rest.draw() for _ in kinds]
    return len(table.tiles)


_STANDING = replace(
    STYLE,
    winner={"right": 0.4, "left": 0.1, "none": 0.2, "flat": 0.25, "far": 0.05},
    melds={"right": 0.7, "above": 0.05, "left": 0.15, "below": 0.1},
    lean=(0.0, 0.35),
)
_LOW = Viewpoint(elevation=(15, 42), spread=8.0, headings={0: 1.0}, fill=(0.6, 0.97))
_FAR = {"far": 0.5, "above": 0.2, "below": 0.3}
_BUSY = Surroundings(some=0.75, whole=0.15, indicators=0.5, loose=0.3)
_TABLE = Surroundings(some=0.0, whole=1.0, indicators=0.6, loose=0.3)
_TWO_ROWS = {"1": 0.0, "2": 0.85, "3": 0.15}

FAMILIES: Mapping[str, LayingFamily] = {
    "plain": LayingFamily(share=5.0),
    "neat": LayingFamily(sloppy=(0.0, 0.25), share=2.0),
    "sloppy": LayingFamily(sloppy=(0.7, 1.0), share=2.0),
    "closed": LayingFamily(deal=Deal((0, 0), special=0.4, waits=0.02), share=1.5),
    "winner": LayingFamily(style=replace(STYLE, winner=_FAR), deal=Deal((0, 3), waits=0.0)),
    "unmarked": LayingFamily(
        style=replace(STYLE, winner={"none": 1.0}), deal=Deal(special=0.3, waits=0.0), share=1.5
    ),
    "kongs": LayingFamily(
        deal=Deal((1, 4), kong_share=0.9, concealed_share=0.5), sloppy=(0.0, 0.7), share=2.0
    ),
    "unturned": LayingFamily(
        style=replace(STYLE, turned=0.0, turned_elsewhere=0.0), deal=Deal((1, 4)), share=1.5
    ),
    "stacked": LayingFamily(
        style=replace(STYLE, melds={"corner": 0.7, "column": 0.3}), deal=Deal((2, 4))
    ),
    "around": LayingFamily(
        style=replace(STYLE, melds={"around": 0.6, "below": 0.2, "above": 0.2}), deal=Deal((1, 4))
    ),
    "flowers": LayingFamily(deal=Deal((0, 4), flowers=(1, 6)), rules=_FLOWER_RULES, share=2.0),
    "two rows": LayingFamily(style=replace(STYLE, rows=_TWO_ROWS), deal=Deal((0, 2)), share=1.5),
    "standing": LayingFamily(style=_STANDING, view=_LOW, deal=Deal((0, 3)), share=1.2),
    "low": LayingFamily(view=_LOW, share=2.5),
    "turned view": LayingFamily(
        view=Viewpoint(headings={180: 0.4, 90: 0.3, 270: 0.3}, spread=20.0), share=1.2
    ),
    "any view": LayingFamily(view=Viewpoint(headings={0: 1.0}, spread=100.0), share=0.6),
    "busy": LayingFamily(around=_BUSY, share=3.0),
    "table": LayingFamily(around=_TABLE, view=Viewpoint(elevation=(30, 85)), share=2.0),
    "indicators": LayingFamily(
        around=Surroundings(indicators=1.0, some=0.3), rules=(RIICHI,), share=1.5
    ),
    "two hands": LayingFamily(
        around=Surroundings(second=1.0, some=0.0, whole=0.0),
        view=Viewpoint(headings={0: 1.0}),
        share=1.5,
    ),
    "orphans": LayingFamily(deal=Deal((0, 0), orphans=1.0), share=0.8),
    "waits": LayingFamily(deal=Deal((0, 3), waits=1.0, false_wins=0.3), share=0.8),
    "false wins": LayingFamily(deal=Deal((0, 3), false_wins=1.0), share=0.6),
    "few or many": LayingFamily(special=_lay_wrong_count, deal=Deal((0, 0)), share=0.3),
    "ponds": LayingFamily(special=_lay_ponds, share=0.9),
    "scattered": LayingFamily(special=_lay_scatter, share=0.2),
    "printed": LayingFamily(special=_print_hand, deal=Deal((0, 0)), share=0.3),
    "far rows": LayingFamily(
        style=replace(STYLE, rows=_TWO_ROWS, winner={"far": 0.7, "below": 0.3}),
        deal=Deal((0, 2), waits=0.0),
        is_held_out=True,
    ),
    "sloppy kongs": LayingFamily(
        deal=Deal((2, 4), kong_share=1.0, concealed_share=0.3), sloppy=(0.8, 1.0), is_held_out=True
    ),
    "busy orphans": LayingFamily(
        style=replace(STYLE, winner={"none": 0.5, "far": 0.25, "right": 0.25}),
        deal=Deal((0, 0), orphans=1.0, waits=0.0),
        around=Surroundings(some=0.5, whole=0.5, indicators=0.6),
        is_held_out=True,
    ),
}
"""All families by name; the last three are never trained on."""

TRAINED = tuple(name for name, family in FAMILIES.items() if not family.is_held_out)
HELD_OUT = tuple(name for name, family in FAMILIES.items() if family.is_held_out)


def random_family(rng: np.random.Generator) -> str:
    """Return the name of a random family that is trained on."""
    left = float(rng.random()) * _SHARES
    for name in TRAINED:
        left -= FAMILIES[name].share
        if left < 0:
            break
    return name


_SHARES = sum(FAMILIES[name].share for name in TRAINED)
