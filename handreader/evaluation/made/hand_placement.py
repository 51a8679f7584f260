"""Ways in which people lay a whole hand, and what they lay beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.hand import Hand
from scoring.tiles import BACK, Tile
from vision.arrays import Floats

from .placing import (
    RARE_PLACES,
    Extent,
    Supply,
    lay_flowers,
    lay_hand,
    lay_in_middle,
    lay_indicators,
    lay_melds,
    lay_pond,
    lay_wall,
    winner_place,
)
from .surroundings import box
from .table_top import KONG_BACKS, Laid, TableTop

Needed = frozenset[str]
"""Codes of the questions that a picture leaves open."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """What lies on the table after a family's hand was laid.

    Attributes:
        needed: codes of the questions that the picture leaves open.
        pieces: number of tiles of the hand, the first ones of the table.
        framed: number of the tiles that the picture must hold; None for those of the hand.
        indicators: dora indicators.
    """

    needed: Needed
    pieces: int
    framed: int | None = None
    indicators: tuple[Tile, ...] = ()


Lay = Callable[[TableTop, Hand, bool], LaidHand]


def _summary(table: TableTop, *needed: Needed) -> LaidHand:
    return LaidHand(frozenset().union(*needed), len(table.pieces))


def lay_around(where: str) -> Lay:
    """Return a function that lays the hand in a line, with its sets on one side."""

    def lay(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
        is_above = where in ("above", "corner") or bool(hand.flowers)
        place = winner_place(table.rng, is_above)
        line, unknown = lay_hand(table, hand, place)
        needed = lay_melds(table, hand, where, line, turns)
        lay_flowers(table, hand, line)
        return _summary(table, needed, unknown)

    return lay


def lay_anywhere(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay the hand in a line, with its sets on a random side."""
    shares = (0.75, 0.0, 0.25, 0.0) if hand.flowers else (0.6, 0.15, 0.15, 0.1)
    where = str(table.rng.choice(["right", "above", "corner", "left"], p=shares))
    return lay_around(where)(table, hand, turns)


def lay_kongs(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay a hand with kongs, the concealed ones in any pattern."""
    weights = (*KONG_BACKS, *KONG_BACKS[:2], "three")
    return _lay_with_kongs(table, hand, turns, weights)


def stack_kongs(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay a hand with its added kongs stacked: the fourth tile on the turned one of the pung."""
    return _lay_with_kongs(table, hand, turns, is_stacked=True)


def _lay_with_kongs(
    table: TableTop, hand: Hand, turns: bool, backs: Sequence[str] = (), is_stacked: bool = False
) -> LaidHand:
    """Lay a hand with its sets beside, above or in a corner; for the last two see `lay_melds`."""
    where = str(table.rng.choice(["right", "above", "corner"], p=[0.5, 0.2, 0.3]))
    line, unknown = lay_hand(table, hand, winner_place(table.rng, where != "right"))
    needed = lay_melds(table, hand, where, line, turns, backs, is_stacked)
    return _summary(table, needed, unknown)


def lay_winner_anywhere(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay a hand with its winning tile in a place that is seldom chosen."""
    place = str(table.rng.choice(RARE_PLACES))
    line, unknown = lay_hand(table, hand, place)
    return _summary(table, lay_melds(table, hand, "right", line, turns), unknown)


def lay_two_rows(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay the hand in two rows, with the winning tile at the end of the lower one."""
    rng = table.rng
    half = (len(hand.concealed) + 1) // 2 + int(rng.integers(-1, 2))
    pitch = table.height * float(rng.uniform(1.06, 1.6))
    upper = [Laid(tile.value) for tile in hand.concealed[:half]]
    lower = replace(hand, concealed=hand.concealed[half:])
    place = str(rng.choice(["right", "right turned", "end turned", "none"], p=[0.5, 0.2, 0.2, 0.1]))
    line, unknown = lay_hand(table, lower, place)
    left = line.left + float(rng.normal(0, 4))
    right, _ = table.lay_line(upper, left, pitch)
    line = replace(line, right=max(line.right, right), high=pitch + table.height)
    return _summary(table, lay_melds(table, hand, "right", line, turns), unknown)


def lay_busy(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay a hand with a pond, a wall and another player's sets near it."""
    laid = lay_around("right")(table, hand, turns)
    rng, height = table.rng, table.height
    supply = Supply(table.tiles.kinds, [tile.value for tile in hand.tiles], rng)
    top = max(float(piece.centre[1]) for piece in table.pieces) + 0.5 * height
    y = top + float(rng.uniform(1.3, 2.2)) * height
    if rng.random() < 0.6:
        lay_wall(table, int(rng.integers(5, 14)), float(rng.uniform(-170, -60)), y)
        y += 1.6 * height
    rows = int(rng.integers(1, 4))
    x = float(rng.uniform(-110, 0))
    lay_pond(table, supply, 6 * rows - int(rng.integers(0, 5)), x, y + rows * 1.05 * height)
    if rng.random() < 0.5:
        kind = supply.draw()
        sets = [Laid(kind, turned=True), Laid(kind), Laid(kind)]
        far = y + (rows + 2.5) * 1.1 * height
        table.lay_line(sets, float(rng.uniform(0, 120)), far, np.pi)
    return laid


def lay_with_indicators(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay a hand below a dead wall with its dora indicators."""
    rng = table.rng
    line, unknown = lay_hand(table, hand, str(rng.choice(["right", "right turned", "left"])))
    needed = lay_melds(table, hand, "right", line, turns)
    supply = Supply(table.tiles.kinds, [tile.value for tile in hand.tiles], rng)
    laid = _summary(table, needed, unknown)
    shown = lay_indicators(table, supply, line)
    return replace(laid, framed=len(table.pieces), indicators=shown)


def lay_table(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay a whole table: four ponds, walls, the others' standing tiles and sets."""
    laid = lay_around("right")(table, hand, turns)
    rng, width, height = table.rng, table.width, table.height
    supply = Supply(table.tiles.kinds, [tile.value for tile in hand.tiles], rng)
    inner, count = 3.4 * width, int(rng.integers(5, 13))
    reach = inner + 6.4 * height
    middle = np.array([0.0, reach + 2.2 * height])
    for seat in range(4):
        heading = seat * np.pi / 2
        across, away = _directions(heading)
        start = middle - across * 3.2 * width - away * (inner + height)
        number = count + int(rng.integers(-1, 2))
        lay_pond(table, supply, number, float(start[0]), float(start[1]), heading, seat)
        if rng.random() < 0.7:
            stacks = int(rng.integers(3, 14))
            at = middle - across * 7.5 * width - away * (inner + 4.9 * height)
            lay_wall(table, stacks, float(at[0]), float(at[1]), heading)
        if seat:
            _stand_others(table, middle, heading, reach)
    framed = len(table.pieces) if rng.random() < 0.4 else laid.pieces + 2 * count
    return replace(laid, framed=min(framed, len(table.pieces)))


def _directions(heading: float) -> tuple[Floats, Floats]:
    """Return the directions to the right and away from a player who sits at an angle."""
    across = np.array([np.cos(heading), np.sin(heading)])
    away = np.array([-np.sin(heading), np.cos(heading)])
    return across, away


def _stand_others(table: TableTop, middle: Floats, heading: float, reach: float) -> None:
    """Stand another player's tiles, their backs to the middle."""
    across, away = _directions(heading)
    for i in range(13):
        at = middle + across * (i - 6.5) * table.width * 1.02 - away * (reach + table.height)
        table.stand(BACK, float(at[0]), float(at[1]), heading, 0.0)


def stand_hand(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Stand the tiles in hand on their edges; sets lie flat at the right."""
    rng, width = table.rng, table.width
    place = str(rng.choice(["right", "left", "none", "flat"], p=[0.45, 0.1, 0.2, 0.25]))
    kinds = [tile.value for tile in hand.concealed]
    won = hand.winning.value if hand.winning else ""
    gap = float(rng.uniform(0.5, 1.5)) * width
    lean = float(np.deg2rad(rng.uniform(0, 18)))
    has_rack = rng.random() < 0.4
    lift = 6.0 if has_rack else 0.0
    x = -len(kinds) * width / 2
    left = x
    if place == "none":
        kinds.insert(int(rng.integers(len(kinds) + 1)), won)
    for kind in kinds:
        angle = float(np.deg2rad(rng.normal(0, table.care.angle / 2)))
        y = 0.0 if has_rack else float(rng.normal(0, table.care.jitter))
        table.stand(kind, x + width / 2, y, angle / (3 if has_rack else 1), lean, lift)
        x += width + float(rng.uniform(0.05, 0.8))
    right = x
    if place == "right":
        table.stand(won, x + gap, 0.0, 0.0, lean, lift)
        right = x + gap + width
    elif place == "left":
        table.stand(won, left - gap, 0.0, 0.0, lean, lift)
    elif place == "flat":
        gap += 1.3 * width if has_rack else 0.0
        table.lay(won, x + gap, -0.2 * table.height, float(rng.normal(0, 0.1)))
        right = x + gap + width
    if has_rack:
        shown = right if place == "right" else x
        _add_rack(table, left - 1.6 * width, shown + 0.6 * width)
    line = Extent(left, right, -0.5 * table.height, 0.5 * table.height)
    needed = lay_melds(table, hand, "right", line, turns)
    unknown = frozenset({"winning_tile"} if place == "none" else ())
    return _summary(table, needed, unknown)


def _add_rack(table: TableTop, left: float, right: float) -> None:
    """Add a rack under and behind standing tiles."""
    _, tall, thick = table.body.size
    wood = table.rng.uniform(40, 190) * np.array([1.0, 0.75, 0.5])
    pieces = max(1, round((right - left) / table.width))
    long = (right - left) / pieces
    behind = thick / 2 + 0.35 * tall + 6
    for i in range(pieces):  # short ones, for the renderer draws the far ones first
        x = left + (i + 0.5) * long
        table.props.append(box(x, 2.0, (long, thick + 16, 5.5), wood, 0.0))
        table.props.append(box(x, behind, (long, 6.0, 0.55 * tall), wood * 0.9, 0.0))


def lay_no_hand(table: TableTop, hand: Hand, turns: bool) -> LaidHand:
    """Lay what is no whole hand: a tile too few, three too many, a pond, two hands."""
    rng = table.rng
    supply = Supply(table.tiles.kinds, [tile.value for tile in hand.tiles], rng)
    case = str(rng.choice(["few", "many", "pond", "two hands"]))
    if case == "pond":
        rows = int(rng.integers(2, 4))
        lay_pond(table, supply, 6 * rows - int(rng.integers(0, 3)), -3 * table.width, 60.0)
    elif case == "two hands":
        line, _ = lay_hand(table, hand, "none")
        others = [Laid(supply.draw()) for _ in range(14)]
        y = line.high + float(rng.uniform(3.0, 7.0)) * table.height
        if rng.random() < 0.5:
            table.lay_line(others, -line.left, y, np.pi)
        else:
            table.lay_line(others, line.left, y)
    else:
        kinds = [Laid(tile.value) for tile in hand.concealed]
        extra = {"few": -1, "many": 4}[case]
        kinds = kinds[:extra] if extra < 0 else kinds + [Laid(supply.draw()) for _ in range(extra)]
        lay_in_middle(table, kinds)
    return LaidHand(frozenset(), len(table.pieces))
