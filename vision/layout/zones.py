"""Zones of one player's place: the hand, sets, ponds, walls, indicators, the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from scoring.tiles import Tile

from ..seen_tile import SeenTile
from .melds import is_flower, is_like_back, may_be_back, plain_kind, set_kind
from .rows import PlacedTile, Side, TileRow, build_row

Tiles = Mapping[int, SeenTile]

LIFTED_U = 1.3  # largest offset of a tile on another one, in tile widths (seen from a
LIFTED_V = 1.6  # side seat), or in tile lengths (seen from the seat at 25 degrees)
APART = 0.5  # so far beyond its line's end a tile is apart, rather than on another one
FLOWER = 0.75  # least probability of a flower to count as one; all 154 of the photos have .88
LIKELY = 0.05  # a name less likely is none of a tile's
WALL = 4  # least tiles of a line that may be a wall although few or none are read as backs
WHITE_BACKS = 3  # blank tiles in one line of a wall from which they are backs; two beside a back
RIICHI = "riichi-ema"  # the rules with bonus indicators in a dead wall, and without flowers


@dataclass(frozen=True, slots=True)
class Pond:
    """Discards in rows of six.

    Attributes:
        tiles: ids in the order of discarding: owner's left to right, top row first.
        riichi: index in `tiles` of the turned one (the riichi discard), None if there is none.
    """

    tiles: tuple[int, ...]
    riichi: int | None = None


@dataclass(frozen=True, slots=True)
class Zones:
    """One player's place, sorted.

    Attributes:
        hand: the line that holds the hand; None if there is none.
        lines: the other lines that may belong to the hand, nearest to it first.
        above: ids of tiles above a turned one, by that one's id.
        ponds, flowers, indicators, walls: as named; ids, flowers in reading order.
        hidden_indicators: ids of those under the indicators until a riichi hand won.
        loose: single tiles: off every line or tilted.
        stacked: tiles of a set that appear off its line, as one on another tile does.
    """

    hand: TileRow | None
    lines: tuple[TileRow, ...]
    above: Mapping[int, int]
    ponds: tuple[Pond, ...]
    flowers: tuple[int, ...]
    indicators: tuple[int, ...]
    hidden_indicators: tuple[int, ...]
    walls: tuple[int, ...]
    loose: tuple[PlacedTile, ...]
    stacked: frozenset[int]

    def with_hand(self, line: TileRow) -> Zones:
        """Return the zones with another line as the hand's."""
        if self.hand is None or line is self.hand:
            return self
        rest = [other for other in (self.hand, *self.lines) if other is not line]
        rest.sort(key=lambda other: abs(other.v - line.v))
        return replace(self, hand=line, lines=tuple(rest))


def zones(side: Side, tiles: Tiles, rules: str) -> Zones:
    """Assign each line of the place to its zone.

    Args:
        side: the place of the hand's owner.
        tiles: every tile, by id.
        rules: a rule set's id.
    """
    above = _columns(side, tiles)
    over = set(above.values())
    left = (line for old in side.lines if (line := without_tiles(old, over)) is not None)
    lines, lifted = _restore_stacked_tiles(tuple(left), tiles)
    flowers = [i for line in lines for i in line.ids if _is_sure_flower(tiles[i])]
    flowers += [placed.id for placed in side.loose if _is_sure_flower(tiles[placed.id])]
    ponds, taken = _ponds(lines, tiles)
    lines = [line for line in lines if line not in taken]
    walls = [line for line in lines if _is_wall(line, tiles, rules)]
    lines = [line for line in lines if line not in walls]
    shown, hidden = _indicators(walls, tiles)
    faces = {tile.id for line in walls for tile in _wall_faces(line, tiles)}
    backs = tuple(i for line in walls for i in line.ids if i not in faces)
    hand = max(lines, key=lambda line: (_faces(line, tiles), -line.v), default=None)
    if hand is not None and not _faces(hand, tiles):
        hand = None
    rest = [
        line
        for line in lines
        if line is not hand and not all(is_flower(tiles[i]) for i in line.ids)
    ]
    singles = [line.tiles[0] for line in rest if len(line.tiles) == 1]
    rest = [line for line in rest if len(line.tiles) > 1]
    if hand is not None:
        level = hand.v
        rest.sort(key=lambda line: abs(line.v - level))
    loose = [placed for placed in (*singles, *side.loose) if not is_flower(tiles[placed.id])]
    return Zones(
        hand,
        tuple(rest),
        above,
        tuple(ponds),
        tuple(flowers),
        shown,
        hidden,
        backs,
        tuple(loose),
        lifted,
    )


def without_tiles(line: TileRow, ids: set[int]) -> TileRow | None:
    """Return the line without some of its tiles; None if none is left."""
    kept = [i for i, tile in enumerate(line.tiles) if tile.id not in ids]
    if not kept:
        return None
    parted = [any(line.parted[a + 1 : b + 1]) for a, b in pairwise(kept)]
    gaps = [sum(line.gaps[a + 1 : b + 1]) for a, b in pairwise(kept)]
    return TileRow(tuple(line.tiles[i] for i in kept), (0.0, *gaps), (True, *parted))


def _is_sure_flower(tile: SeenTile) -> bool:
    """Return whether the tile shows any flower, rather than being a thing or a stain beside it."""
    flowers = sum(chance for name, chance in tile.names if name.endswith("f"))
    return is_flower(tile) and tile.existence * flowers >= FLOWER


def _faces(line: TileRow, tiles: Tiles) -> int:
    return sum(tiles[i].face_up and not is_flower(tiles[i]) for i in line.ids)


def _columns(side: Side, tiles: Tiles) -> dict[int, int]:
    """Return turned tiles above a turned one that may have its kind: added kongs."""
    low = [tile for line in side.lines if len(line.tiles) > 2 for tile in line.tiles]
    high = [line.tiles for line in side.lines if all(tile.is_turned for tile in line.tiles)]
    return {
        below.id: over.id
        for below in low
        for over in (tile for added in high for tile in added)
        if below.is_turned
        and over is not below
        and _is_over(over, below)
        and _may_be_alike(tiles[below.id], tiles[over.id])
    }


def _is_over(high: PlacedTile, low: PlacedTile) -> bool:
    return abs(high.u - low.u) < 0.55 and 0.25 < abs(high.v - low.v) < 1.2


def _restore_stacked_tiles(
    rows: Sequence[TileRow], tiles: Tiles
) -> tuple[list[TileRow], frozenset[int]]:
    """Put lone sideways tiles back into the set whose free place they are above.

    A tile on top of another appears off its line, away from the camera.
    """
    lines, lifted = list(rows), set()
    for lone in [line for line in rows if len(line.tiles) == 1 and line.tiles[0].is_turned]:
        tile = lone.tiles[0]
        for at, line in enumerate(lines):
            spot = _free_place(line, tile, tiles) if len(line.tiles) > 2 else None
            if spot is not None:
                place, u = spot
                placed = replace(tile, u=u, v=line.v)
                lines[at] = build_row((*line.tiles[:place], placed, *line.tiles[place:]))
                lines.remove(lone)
                lifted.add(tile.id)
                break
    return lines, frozenset(lifted)


def _free_place(line: TileRow, tile: PlacedTile, tiles: Tiles) -> tuple[int, float] | None:
    """Find the free place of a pung, at most a tile's thickness off, for a lone tile above it.

    Returns:
        Its index in the line, and its u there; None if there is no such place.
    """
    if abs(tile.v - line.v) > LIFTED_V:
        return None
    faces = [_same_face(tiles[tile.id], tiles[other.id]) for other in line.tiles]
    for place in range(len(line.tiles) + 1):
        left, right = line.tiles[:place], line.tiles[place:]
        if left and right and right[0].u - left[-1].u < 2.0:
            continue
        pairs = (faces[max(0, place - 2) : place], faces[place : place + 2])
        pair_left, pair_right = (len(pair) == 2 and all(pair) for pair in pairs)
        between = bool(left and right) and faces[place - 1] and faces[place]
        if pair_left or (between and not pair_right):
            spot = left[-1].u + 7 / 6
        elif pair_right:
            spot = right[0].u - 7 / 6
        else:
            continue
        outwards = tile.u - spot if not right else spot - tile.u if not left else 0.0
        if abs(tile.u - spot) < LIFTED_U and (outwards < APART or tile.v - line.v > APART):
            return place, spot
    return None


def _same_face(a: SeenTile, b: SeenTile) -> bool:
    if not (a.names and b.names and a.face_up and b.face_up):
        return False
    return Tile(a.kind).plain == Tile(b.kind).plain


def _may_be_alike(a: SeenTile, b: SeenTile) -> bool:
    """Return whether two faces share a likely name: one of them may be half covered."""
    if not (a.face_up and b.face_up):
        return False
    kinds = (
        {plain_kind(name) for name, chance in tile.names if chance >= LIKELY} for tile in (a, b)
    )
    return not set.isdisjoint(*kinds)


def _ponds(lines: Sequence[TileRow], tiles: Tiles) -> tuple[list[Pond], list[TileRow]]:
    """Return stacks of lines of six (the last may be shorter), unless they are the only hand."""
    stacks: list[list[TileRow]] = []
    for line in sorted(lines, key=lambda line: -line.v):
        if stacks and _follows(stacks[-1][-1], line):
            stacks[-1].append(line)
        else:
            stacks.append([line])
    ponds, taken = [], []
    for stack in stacks:
        if len(stack) < 2 or any(len(line.tiles) != 6 for line in stack[:-1]):
            continue
        if len(stack[-1].tiles) > 6 and len(stack) < 3:
            continue
        placed = [tile for line in stack for tile in line.tiles]
        if not all(tiles[tile.id].face_up for tile in placed):
            continue
        others = [line for line in lines if line not in stack and _faces(line, tiles) > 1]
        if _makes_a_hand(len(placed), others):
            continue
        if all(len(run) == 3 for line in stack for run in line.runs()):
            continue  # two called sets in each line
        if any(_is_of_sets(line, tiles) for line in stack):
            continue  # discards seldom are two sets side by side: one row of six in 70,000
        turned = [i for i, tile in enumerate(placed) if tile.is_turned]
        ponds.append(Pond(tuple(tile.id for tile in placed), turned[0] if turned else None))
        taken += stack
    return ponds, taken


def _makes_a_hand(count: int, others: Sequence[TileRow]) -> bool:
    """Return whether that many tiles are a hand beside other lines, which then are called sets."""
    lengths = [len(run) for line in others for run in line.runs()]
    return all(length in (3, 4) for length in lengths) and count + 3 * len(lengths) in (13, 14)


def _is_of_sets(line: TileRow, tiles: Tiles) -> bool:
    """Return whether each three tiles of the line, from its left, are a set."""
    threes = [line.ids[at : at + 3] for at in range(0, len(line.ids), 3)]
    return all(len(ids) == 3 and set_kind([tiles[i] for i in ids]) for ids in threes)


def _follows(line: TileRow, below: TileRow) -> bool:
    """Return whether the lower line is right below, with the same left edge."""
    step = line.v - below.v
    return step < 1.6 and abs(line.tiles[0].u - below.tiles[0].u) < 1.0


def _is_wall(line: TileRow, tiles: Tiles, rules: str) -> bool:
    """Return whether the line is part of a wall: backs, and in riichi up to five faces in a row.

    Four tiles are no wall: they may be a concealed kong.
    """
    faces = _wall_faces(line, tiles)
    if len(line.tiles) < 5 or any(tile.is_turned for tile in faces):
        return False
    up = [i for i, tile in enumerate(line.tiles) if tile in faces]
    backs = len(line.ids) - len(up)
    if not up:
        return True
    together = up[-1] - up[0] + 1 == len(up)
    inside = up[0] > 0 and (up[-1] < len(line.ids) - 1 or len(line.ids) == 7)
    return rules == RIICHI and together and inside and len(up) <= 5 and backs >= 2


def _wall_faces(line: TileRow, tiles: Tiles) -> list[PlacedTile]:
    """Return the faces of a line if it is a wall.

    Several blank tiles are backs as white as a white dragon: of dragons one at most is beside
    others in a wall. What cannot be read at a wall's end is a back, too, cut by the
    picture's edge or seen from its side, and so are several tiles that cannot be read.
    """
    ends = {line.tiles[0].id, line.tiles[-1].id} if line.tiles else set()
    up = [tile for tile in line.tiles if not may_be_back(tiles[tile.id])]
    unread = {tile.id for tile in up if not tiles[tile.id].names}
    backs = unread if len(unread) > 1 else unread & ends
    faces = [tile for tile in up if tile.id not in backs]
    printed = [tile for tile in faces if not is_like_back(tiles[tile.id])]
    is_sure = any(not tiles[tile.id].face_up for tile in line.tiles)
    is_white = len(faces) - len(printed) >= WHITE_BACKS - is_sure
    return printed if is_white else faces


def _indicators(walls: Sequence[TileRow], tiles: Tiles) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the faces in walls: indicators, and those right below them (nearer the owner)."""
    faces = [_wall_faces(line, tiles) for line in walls]
    every = [tile for line in faces for tile in line]
    shown: list[int] = []
    hidden: list[int] = []
    for line in faces:
        under = bool(line) and all(any(_is_under(tile, over) for over in every) for tile in line)
        (hidden if under else shown).extend(tile.id for tile in line)
    return tuple(shown), tuple(hidden)


def _is_under(tile: PlacedTile, over: PlacedTile) -> bool:
    return abs(tile.u - over.u) < 0.6 and 0.5 < over.v - tile.v < 1.7
