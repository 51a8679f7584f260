"""Position and orientation of tiles in an area of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.hand import SetKind
from scoring.tiles import BACK
from vision.arrays import Floats
from vision.layout.melds import LaidMeld, is_flower, plain_kind, read_line, tokens
from vision.layout.perspective import PictureEdge
from vision.layout.rows import TileRow, side_of
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation

from ..log.table_state import LaidSet


def find_sets(
    tiles: Sequence[SeenTile],
) -> tuple[list[tuple[LaidMeld, list[SeenTile]]], list[SeenTile]]:
    """Find the sets in a player's place, and the face-up tiles outside them."""
    by_id = {tile.id: tile for tile in tiles}
    found: list[tuple[LaidMeld, list[SeenTile]]] = []
    alone: list[SeenTile] = []
    side = side_of([t for t in tiles if not is_flower(t)], edge=PictureEdge.BOTTOM)
    if side is None:
        return [], []
    above = _tiles_on_top(side.lines, by_id)
    over = {tile.id for tile in above.values()}
    for line in side.lines:
        if all(i in over for i in line.ids):
            continue
        parts = [t for t in tokens(line, by_id, above) if t.tile.id not in over]
        best = read_line(tuple(parts))[0]
        found += [(meld, [by_id[i] for i in meld.tiles]) for meld in best.melds if meld.sound]
        alone += [parts[i].tile for i in best.hand if parts[i].tile.face_up]
    alone += [by_id[placed.id] for placed in side.loose]
    return found, alone


def _tiles_on_top(lines: Sequence[TileRow], by_id: Mapping[int, SeenTile]) -> dict[int, SeenTile]:
    """Return the tiles on top of a sideways tile of their kind, by its id: added kongs."""
    placed = [tile for line in lines for tile in line.tiles]
    above = {}
    for low in placed:
        for high in placed:
            over = abs(high.u - low.u) < 0.55 and 0.25 < high.v - low.v < 1.2
            alike = plain_kind(by_id[low.id].kind) == plain_kind(by_id[high.id].kind)
            if over and alike and low.is_turned:
                above[low.id] = by_id[high.id]
    return above


def find_added_kong(
    sets: Sequence[LaidSet], tiles: Sequence[SeenTile], alone: Sequence[SeenTile]
) -> tuple[LaidSet, list[SeenTile]] | None:
    """Find the pung whose fourth tile is shown, and the four tiles; None if there is none.

    The position of the fourth tile is free: before its player, above the pung, or above a
    sideways tile if nothing else shows which of them are sideways.

    Args:
        sets: logged sets of the player's place.
        tiles: in the place.
        alone: face-up tiles outside sets, as in `find_sets`; at least one.
    """
    kind, *more = {plain_kind(tile.kind) for tile in alone}
    four = [tile for tile in tiles if plain_kind(tile.kind) == kind]
    if more or len(four) != 4:
        return None
    pungs = [
        laid for laid in sets if laid.kind is SetKind.PUNG and laid.tiles[0].plain.value == kind
    ]
    return (pungs[0], four) if pungs else None


def is_same_set(laid: LaidSet, meld: LaidMeld) -> bool:
    """Return whether a logged set is this one, or the pung of this added kong."""
    now = {plain_kind(kind) for kind in meld.kinds if kind not in ("?", BACK)}
    before = {tile.plain.value for tile in laid.tiles}
    return now == before or (not now and laid.concealed)


def nearest_set(sets: Sequence[LaidSet], at: tuple[float, float]) -> LaidSet | None:
    """Return the set nearest to a position; None if there is none."""
    return min(sets, key=lambda laid: np.hypot(*np.subtract(laid.at, at)), default=None)


_STRAIGHT = 20.0  # largest angle of a discard; tiles in a heap have any angle
_IN_SET = 1.5  # tiles' widths; the middles of two sets are three apart
_SAME = 0.6  # of a tile's width or height: nearer than this it is the same spot


def tile_size(sighting: Observation) -> tuple[float, float]:
    """Return the median width and height of a tile as fractions of the area."""
    height, width = sighting.picture.shape[:2]
    if not sighting.tiles:
        return 0.1, 0.1
    sides = [np.linalg.norm(np.subtract(t.quad[1], t.quad[0])) for t in sighting.tiles]
    others = [np.linalg.norm(np.subtract(t.quad[2], t.quad[1])) for t in sighting.tiles]
    short = float(np.median(np.minimum(sides, others)))
    long = float(np.median(np.maximum(sides, others)))
    return short / width, long / height


def is_same_spot(a: tuple[float, float], b: tuple[float, float], size: tuple[float, float]) -> bool:
    """Return whether two positions are one tile's, given the size of a tile."""
    return abs(a[0] - b[0]) < _SAME * size[0] and abs(a[1] - b[1]) < _SAME * size[1]


def is_same_set_spot(
    a: tuple[float, float], b: tuple[float, float], size: tuple[float, float]
) -> bool:
    """Return whether two positions are in one set: its middle tile may be another one by now."""
    return abs(a[0] - b[0]) < _IN_SET * size[0] and abs(a[1] - b[1]) < size[1]


def _axis(tile: SeenTile) -> Floats:
    """Return the tile's longer side as a vector."""
    first = np.asarray(tile.quad[1]) - np.asarray(tile.quad[0])
    second = np.asarray(tile.quad[2]) - np.asarray(tile.quad[1])
    return np.asarray(first if np.linalg.norm(first) > np.linalg.norm(second) else second)


def is_straight(tile: SeenTile) -> bool:
    """Return whether a tile is aligned with its owner's rows."""
    x, y = np.abs(_axis(tile))
    return float(np.degrees(np.arctan2(min(x, y), max(x, y)))) < _STRAIGHT


def is_sideways(tile: SeenTile) -> bool:
    """Return whether a tile is sideways for its owner, at the area's bottom edge."""
    x, y = np.abs(_axis(tile))
    return bool(x > y)


def reading_order(spots: Sequence[tuple[float, float]], height: float) -> list[int]:
    """Return the indices of a pond's tiles in reading order: rows from above, each from the left.

    Args:
        spots: middles of the tiles, as fractions of the area.
        height: of a tile, in the same unit. The middle of a sideways tile is lower by an eighth of
            this height.
    """
    rows: list[list[int]] = []
    for number in sorted(range(len(spots)), key=lambda number: spots[number][1]):
        if not rows or spots[number][1] - spots[rows[-1][-1]][1] > height / 2:
            rows.append([])
        rows[-1].append(number)
    return [number for row in rows for number in sorted(row, key=lambda number: spots[number][0])]
