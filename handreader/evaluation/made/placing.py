"""Where people put the parts of a hand: winning tile, sets, flowers, ponds, walls, racks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.hand import Hand, Meld, SetKind
from scoring.tiles import BACK, KINDS, Tile

from .table_top import KONG_BACKS, Laid, MadeDiscard, TableTop, lay_meld, line_length, space

_BESIDE = {"right": 0.36, "right turned": 0.12, "end turned": 0.12, "above": 0.1, "left": 0.1}
_INSIDE = {"none": 0.12, "row turned": 0.05, "far": 0.03}
WINNER_PLACES = {**_BESIDE, **_INSIDE}
"""Places of a winning tile, with their shares; "none": in the row as if it were any tile."""
RARE_PLACES = ("left", "left turned", "start turned", "end turned", "row turned", "far", "below")
MELD_PLACES = ("right", "above", "below", "left", "corner")


@dataclass(frozen=True, slots=True)
class Extent:
    """The rectangle around a line of tiles, mm."""

    left: float
    right: float
    low: float
    high: float


def winner_place(rng: np.random.Generator, has_line_above: bool = False) -> str:
    """Return a random place of the winning tile."""
    names = [name for name in WINNER_PLACES if not (has_line_above and name in ("above", "far"))]
    shares = np.array([WINNER_PLACES[name] for name in names])
    return str(rng.choice(names, p=shares / shares.sum()))


def lay_hand(table: TableTop, hand: Hand, place: str) -> tuple[Extent, frozenset[str]]:
    """Lay the tiles in hand and the winning tile in one line.

    Returns:
        The line's extent, and the codes of the questions that the winning tile leaves open.
    """
    rng = table.rng
    won = Laid(hand.winning.value if hand.winning else "", turned="turned" in place)
    tiles = list(hand.concealed)
    if place in ("end turned", "start turned"):
        tiles = _with_partners_at_end(tiles, hand.winning, at_start=place == "start turned")
    line = [Laid(tile.value) for tile in tiles]
    if rng.random() < 0.3:
        line = _with_gaps(line, rng)
    if not won.kind:
        pass
    elif place in ("right", "right turned"):
        line += [space(float(rng.uniform(0.5, 1.6))), won]
    elif place in ("left", "left turned"):
        line = [won, space(float(rng.uniform(0.5, 1.6))), *line]
    elif place == "end turned":
        line.append(won)
    elif place == "start turned":
        line.insert(0, won)
    elif place in ("row turned", "none"):
        line.insert(_place_by_kind(line, hand.winning), won)
    extent = lay_in_middle(table, line)
    if won.kind and place in ("above", "below", "far"):
        _lay_apart(table, won.kind, place, extent)
    if place == "none":
        return extent, frozenset({"winning_tile"})
    return extent, _LIKE_A_CALL if _is_like_call(line, place) else frozenset()


_LIKE_A_CALL = frozenset({"winning_tile", "called_sets", "reading"})


def _is_like_call(line: Sequence[Laid], place: str) -> bool:
    """Return whether a turned winning tile at an end makes a called set with its neighbours."""
    if place not in ("end turned", "start turned"):
        return False
    end = line[:3] if place == "start turned" else line[-3:]
    if len(end) < 3 or not all(laid.kind for laid in end):
        return False
    meld = Meld.from_tiles(tuple(Tile(laid.kind) for laid in end))
    # a chow is called from the left: its turned tile is the first
    return meld.is_set and (meld.kind is SetKind.PUNG or place == "start turned")


def lay_in_middle(table: TableTop, line: Sequence[Laid], y: float = 0.0) -> Extent:
    """Lay a line with its middle above the origin."""
    long = line_length(line, table.width, table.height)
    left = -long / 2 + float(table.rng.normal(0, 8))
    right, _ = table.lay_line(line, left, y)
    return Extent(left, right, y, y + table.height)


def _with_partners_at_end(tiles: list[Tile], won: Tile | None, at_start: bool) -> list[Tile]:
    """Move two tiles that make a set with the winning tile to an end, where there are such."""
    pairs = [(won, won)] if won else []
    if won and won.suit in "mps":
        n = int(won.plain.value[0])
        steps = ((-2, -1), (-1, 1), (1, 2))
        pairs += [
            (Tile(f"{n + a}{won.suit}"), Tile(f"{n + b}{won.suit}"))
            for a, b in steps
            if n + a > 0 and n + b <= 9
        ]
    for a, b in pairs:
        rest = [*tiles]
        if a in rest:
            rest.remove(a)
            if b in rest:
                rest.remove(b)
                return [a, b, *rest] if at_start else [*rest, a, b]
    return tiles


def _with_gaps(line: list[Laid], rng: np.random.Generator) -> list[Laid]:
    """Add small gaps where a player sorted the hand."""
    spaced: list[Laid] = []
    for i, laid in enumerate(line):
        if i and laid.kind[1] != line[i - 1].kind[1]:
            spaced.append(space(float(rng.uniform(0.1, 0.35))))
        spaced.append(laid)
    return spaced


def _place_by_kind(line: Sequence[Laid], won: Tile | None) -> int:
    """Return the index in a sorted line at which a tile belongs."""
    assert won is not None, "a hand without a winning tile has no place for it"
    order = {kind.value: i for i, kind in enumerate(KINDS)}
    mine = order[won.plain.value]
    for i, laid in enumerate(line):
        if laid.kind and order[Tile(laid.kind).plain.value] > mine:
            return i
    return len(line)


def _lay_apart(table: TableTop, kind: str, place: str, line: Extent) -> None:
    """Lay the winning tile off the line of the hand."""
    rng, height = table.rng, table.height
    if place == "far":
        x = line.right + float(rng.uniform(-2.0, 4.0)) * table.width
        y = line.high + float(rng.uniform(1.4, 3.0)) * height
        table.lay(kind, x, y, float(rng.uniform(-0.5, 0.5)))
        return
    inset = min(10.0, (line.right - line.left) / 2)  # beside four sets the line is one tile
    x = float(rng.uniform(line.left + inset, line.right - inset))
    away = float(rng.uniform(0.85, 1.5)) * height
    y = line.high + away if place == "above" else line.low - away
    push = (0.0, 1.0 if place == "above" else -1.0)
    table.lay(kind, x, y, float(rng.normal(0, 0.06)), push=push)


def lay_melds(
    table: TableTop,
    hand: Hand,
    where: str,
    line: Extent,
    turns: bool,
    backs: Sequence[str] = (),
    is_stacked: bool = False,
) -> frozenset[str]:
    """Lay the sets of a hand around its line; return the codes of questions that this leaves open.

    Args:
        table: the table.
        hand: the hand.
        where: one of `MELD_PLACES`.
        line: extent of the hand's line.
        turns: whether claimed tiles are turned.
        backs: ways to lay concealed kongs, some of `KONG_BACKS`; () for the usual two.
        is_stacked: whether the fourth tile of a called kong lies on the turned one.
    """
    rng = table.rng
    groups, needed = [], set()
    for meld in hand.melds:
        way = str(rng.choice(backs or KONG_BACKS[:2])) if meld.concealed else ""
        groups.append(lay_meld(meld, turns, rng, way, is_stacked))
        if way == "four":
            needed.add("kong_face")
        if not meld.concealed and not turns:
            needed |= {"called_sets", "reading"}
            needed |= {"four_equal"} if meld.kind is SetKind.KONG else set()
    if groups:
        _lay_groups(table, groups, where, line)
    return frozenset(needed)


def _lay_groups(
    table: TableTop, groups: Sequence[Sequence[Laid]], where: str, line: Extent
) -> None:
    rng, width, height = table.rng, table.width, table.height
    per_line = 4
    if where == "corner":
        per_line = 1 if len(groups) < 3 else int(rng.integers(1, 3))
    if where in ("above", "below") and len(groups) > 2 and rng.random() < 0.3:
        per_line = 2
    lines = [_join(groups[i : i + per_line], rng) for i in range(0, len(groups), per_line)]
    pitch = height * float(rng.uniform(1.12, 1.6))
    tall = any(laid.is_above for one in lines for laid in one)
    pitch = max(pitch, 1.75 * height) if tall and len(lines) > 1 else pitch
    gap = float(rng.uniform(1.0, 2.6)) * width
    heading = float(np.deg2rad(rng.normal(0, 3))) if where == "corner" else 0.0
    for number, one in enumerate(lines):
        long = line_length(one, width, height)
        free = line.right - line.left - long
        inside = line.left + (float(rng.uniform(-0.1, 1.1)) * free if free > 0 else free / 2)
        if where == "right":
            table.lay_line(one, line.right + gap, float(rng.normal(0, 4)))
        elif where == "left":
            table.lay_line(one, line.left - gap - long, float(rng.normal(0, 4)))
        elif where == "corner":
            x = line.right + gap + float(rng.normal(0, 3))
            table.lay_line(one, x, number * pitch + float(rng.normal(0, 3)), heading)
        elif where == "above":
            y = line.high + float(rng.uniform(0.45, 1.3)) * height + number * pitch
            table.lay_line(one, inside, y)
        else:
            lift = (height - width if not tall else height) * 0.2
            y = line.low - float(rng.uniform(1.4, 2.2)) * height - number * pitch - lift
            table.lay_line(one, inside, y)


def _join(groups: Sequence[Sequence[Laid]], rng: np.random.Generator) -> list[Laid]:
    """Return groups as one line, with gaps between them."""
    line: list[Laid] = []
    for group in groups:
        if line:
            line.append(space(float(rng.uniform(0.3, 1.1))))
        line += group
    return line


_FLOWER_PLACES = ("left", "above left", "above right")


def lay_flowers(table: TableTop, hand: Hand, line: Extent) -> None:
    """Lay the flowers side by side: left of the hand, above its left or right end."""
    if not hand.flowers:
        return
    rng = table.rng
    row = [Laid(tile.value) for tile in hand.flowers]
    long = line_length(row, table.width, table.height)
    where = str(rng.choice(["left", "above left"] if hand.melds else _FLOWER_PLACES))
    if where == "left":
        table.lay_line(row, line.left - float(rng.uniform(1.2, 2.5)) * table.width - long, 0.0)
        return
    y = line.high + float(rng.uniform(0.7, 1.6)) * table.height
    x = line.left if where == "above left" else line.right - long
    table.lay_line(row, x, y)


class Supply:
    """The tiles of a set that are not yet on the table: no kind comes up five times.

    Args:
        kinds: kinds of the set.
        used: kinds on the table.
        rng: source of chance.
    """

    def __init__(
        self, kinds: frozenset[str], used: Sequence[str], rng: np.random.Generator
    ) -> None:
        self._left = Counter({kind.value: 4 for kind in KINDS if kind.value in kinds})
        self._left.subtract(Counter(Tile(kind).plain.value for kind in used))
        self._rng = rng

    def draw(self) -> str:
        """Return a random tile that is left."""
        kinds = [kind for kind, count in self._left.items() for _ in range(max(0, count))]
        kind = str(self._rng.choice(kinds))
        self._left[kind] -= 1
        return kind


def lay_pond(
    table: TableTop,
    supply: Supply,
    count: int,
    x: float,
    y: float,
    heading: float = 0.0,
    seat: int = 0,
) -> None:
    """Lay discards in rows of six away from the table's middle; one may be turned."""
    rng = table.rng
    turned = int(rng.integers(0, 4 * count + 1))
    down = np.array([np.sin(heading), -np.cos(heading)])
    for row in range(0, count, 6):
        tiles = [Laid(supply.draw(), turned=row + i == turned) for i in range(min(6, count - row))]
        at = np.array([x, y]) + down * (row // 6) * table.height * 1.04
        first = len(table.pieces)
        table.lay_line(tiles, float(at[0]), float(at[1]), heading)
        for i, laid in enumerate(tiles):
            table.discards[first + i] = MadeDiscard(seat, row + i, laid.turned)


def lay_indicators(table: TableTop, supply: Supply, line: Extent) -> tuple[Tile, ...]:
    """Lay a dead wall with dora indicators above the hand; return these from its left.

    The first one is on the third stack from the left; those of kongs follow to its right.
    """
    rng = table.rng
    count = int(rng.choice([1, 2, 3], p=[0.7, 0.2, 0.1]))
    kinds = [supply.draw() for _ in range(count)]
    y = line.high + float(rng.uniform(1.8, 3.2)) * table.height
    x = float(rng.uniform(line.left, max(line.left + 1, line.right - 7 * table.width)))
    is_stacked = rng.random() < 0.6
    for i in range(7):
        at = x + (i + 0.5) * (table.width + 0.25)
        shown = kinds[i - 2] if 2 <= i < 2 + count else ""
        if is_stacked:
            table.lay(BACK, at, y, 0.0, is_down=True)
        level = int(is_stacked)
        angle = float(rng.normal(0, 0.01))
        table.lay(shown or BACK, at, y, angle, is_down=not shown, level=level)
    return tuple(Tile(kind) for kind in kinds)


def lay_wall(
    table: TableTop, stacks: int, x: float, y: float, heading: float = 0.0, levels: int = 2
) -> None:
    """Lay a part of the wall: stacks of face-down tiles."""
    rng = table.rng
    along = np.array([np.cos(heading), np.sin(heading)])
    at = np.array([x, y]) + along * table.width / 2
    for i in range(stacks):
        top = 1 if levels == 1 or (i == 0 and rng.random() < 0.3) else 2
        way = (float(along[0]), float(along[1]))
        for level in range(top):
            angle = heading + float(rng.normal(0, 0.01))
            x, y = float(at[0]), float(at[1])
            at = np.array(table.lay(BACK, x, y, angle, is_down=True, level=level, push=way))
        at = at + along * (table.width + 0.25)
