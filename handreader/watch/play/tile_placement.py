"""Position and orientation of tiles in an area of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from math import prod

import numpy as np

from scoring.hand import MeldSource, SetKind
from scoring.tiles import BACK, UNKNOWN
from vision.arrays import Floats
from vision.layout.melds import LaidMeld, is_flower, kind_of_set, plain_kind
from vision.rows import rows_of
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation

from ..log.table_state import LaidSet

_GAP = 0.34  # free space between tiles that do not touch, in widths; pushed by hand they leave 0.2
_LIKELY = 0.05  # least probability of a name by which a tile makes a set
_BESIDE, _ABOVE = 0.55, (0.25, 1.2)  # where the fourth tile of a kong is: over, in tile sizes
_SOURCE_BY_PLACE = {
    3: (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.RIGHT),
    4: (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.ACROSS, MeldSource.RIGHT),
}
_UNTOLD = 0.15  # of a tile that is left over: cost of a set without one turned tile

FoundSet = tuple[LaidMeld, list[SeenTile]]


def find_sets(tiles: Sequence[SeenTile]) -> tuple[list[FoundSet], list[SeenTile]]:
    """Find the sets in a player's place, and the face-up tiles outside them.

    Tiles that touch are divided into sets so that the fewest are left over; of equal divisions the
    one counts in which more sets have one turned tile, as a called one has.
    """
    found: list[FoundSet] = []
    alone: list[SeenTile] = []
    laid = [tile for tile in tiles if not is_flower(tile)]
    straight = [tile for tile in laid if is_straight(tile)]
    above = _tiles_on_top(straight)
    over = {tile.id for tile in above.values()}
    for row in rows_of([tile for tile in straight if tile.id not in over]):
        for run in _runs(row):
            sets, left = _divide(run, above)
            found += sets
            alone += [tile for tile in left if tile.face_up]
    return found, [*alone, *(tile for tile in laid if not is_straight(tile))]


def _tiles_on_top(tiles: Sequence[SeenTile]) -> dict[int, SeenTile]:
    """Return the tiles on top of a sideways tile of their kind, by its id: added kongs."""
    above = {}
    for low in filter(is_sideways, tiles):
        wide, tall = sorted(_extent(low))
        for high in tiles:
            x, y = np.subtract(np.mean(low.quad, axis=0), np.mean(high.quad, axis=0))
            is_over = abs(x) < _BESIDE * wide and _ABOVE[0] * tall < y < _ABOVE[1] * tall
            if is_over and plain_kind(low.kind) == plain_kind(high.kind):
                above[low.id] = high
    return above


def _runs(row: Sequence[SeenTile]) -> list[list[SeenTile]]:
    """Return the tiles of a row between visible gaps."""
    runs = [[row[0]]]
    for before, tile in pairwise(row):
        step = float(np.mean(tile.quad, axis=0)[0] - np.mean(before.quad, axis=0)[0])
        room = (_extent(before)[0] + _extent(tile)[0]) / 2
        if step - room > _GAP * min(_extent(tile)):
            runs.append([])
        runs[-1].append(tile)
    return runs


def _divide(
    run: Sequence[SeenTile], above: Mapping[int, SeenTile]
) -> tuple[list[FoundSet], list[SeenTile]]:
    """Return the sets that tiles side by side make, and the tiles outside them."""
    best: list[tuple[float, list[FoundSet], list[SeenTile]]] = [(0.0, [], [])]
    for end in range(1, len(run) + 1):
        cost, sets, left = best[end - 1]
        ways = [(cost + 1.0, sets, [*left, run[end - 1]])]
        for size in (3, 4):
            if size > end or (made := _set_of(run[end - size : end], above)) is None:
                continue
            cost, sets, left = best[end - size]
            is_told = made[0].is_concealed or sum(map(is_sideways, made[1])) == 1
            ways.append((cost + (0.0 if is_told else _UNTOLD), [*sets, made], left))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1:]


def _set_of(part: Sequence[SeenTile], above: Mapping[int, SeenTile]) -> FoundSet | None:
    """Return the set that three or four tiles side by side make; None if they make none."""
    faces = [tile for tile in part if tile.face_up]
    hidden = len(part) - len(faces)
    turned = [n for n, tile in enumerate(part) if is_sideways(tile)]
    if hidden:
        kinds = _names_of_set(faces)
        if len(part) != 4 or turned or (faces and not _are_equal(kinds)):
            return None
        told = iter(kinds or ())
        face = plain_kind(kinds[0]) if kinds else UNKNOWN
        named = tuple(next(told) if tile.face_up else face for tile in part)
        ids = tuple(tile.id for tile in part)
        return LaidMeld(SetKind.KONG, ids, named, True, hidden=hidden), list(part)
    own = [n for n, tile in enumerate(part) if tile.id in above]
    seen = [other for tile in part for other in (tile, above.get(tile.id)) if other is not None]
    kinds = _names_of_set(seen)
    kind = None if kinds is None else kind_of_set(kinds)
    if kinds is None or kind is None or len(own) > 1:
        return None
    is_told = len(turned) == 1 or (len(part) == 4 and len(turned) == 2)  # an added tile beside
    source = _SOURCE_BY_PLACE[len(part)][turned[0]] if is_told else None
    if kind is SetKind.CHOW:
        source = MeldSource.LEFT
    return LaidMeld(kind, tuple(tile.id for tile in seen), kinds, source=source), seen


def _names_of_set(tiles: Sequence[SeenTile]) -> tuple[str, ...] | None:
    """Return the likeliest names by which tiles are a set, or equal ones; None if none are."""
    likely = [[(n, p) for n, p in tile.names if p >= _LIKELY] for tile in tiles]
    ways = [way for way in product(*likely) if _are_one_set([name for name, _ in way])]
    best = max(ways, key=lambda way: prod(share for _, share in way), default=())
    return tuple(name for name, _ in best) or None


def _are_one_set(kinds: Sequence[str]) -> bool:
    return _are_equal(kinds) or kind_of_set(kinds) is not None


def _are_equal(kinds: Sequence[str] | None) -> bool:
    plain = {plain_kind(kind) for kind in kinds or ()}
    return len(plain) == 1 and not plain & {BACK, UNKNOWN}


def _extent(tile: SeenTile) -> tuple[float, float]:
    """Return how far a tile reaches across and down its owner's place."""
    across, down = np.abs(_axis(tile)), np.abs(_axis(tile, longer=False))
    if across[0] > across[1]:
        return float(np.linalg.norm(across)), float(np.linalg.norm(down))
    return float(np.linalg.norm(down)), float(np.linalg.norm(across))


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


def _axis(tile: SeenTile, longer: bool = True) -> Floats:
    """Return the tile's longer side as a vector, or its shorter one."""
    first = np.asarray(tile.quad[1]) - np.asarray(tile.quad[0])
    second = np.asarray(tile.quad[2]) - np.asarray(tile.quad[1])
    return np.asarray(first if (np.hypot(*first) > np.hypot(*second)) == longer else second)


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
