"""Rows of tiles as the owner sees them, with gaps and turned tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, linear_regression, median

from ..seen_tile import Point, SeenTile
from .perspective import WIDTH, FlatTile, PictureEdge, Place, chain, facing, place_of
from .plane import clamp, dot, length


@dataclass(frozen=True, slots=True)
class RowSettings:
    """Thresholds of the row detection.

    Attributes:
        gap: free space, in tile widths, that separates two runs. A visible gap is half a width or
            more; tiles pushed together by hand leave up to a fifth.
        tidy_gap: the same where all others of the line are nearer than `tidy_limit`.
        reach: largest free space inside one line, in tile widths, as far as melds are placed.
        line_distance: largest distance of a tile from its line, in tile lengths.
        turned_ratio: width over length of a box, against upright tiles, from which a tile is
            sideways. Measured on photos: upright 0.92-1.14, sideways 1.50-1.88.
        neighbours: number of upright tiles with which it is compared, if twice as many are in view.
        slope: log odds gained by a log ratio of 1 away from `turned_ratio`.
        face_odds: log odds that a face's own direction brings: about 1 in 50 is misread.
        spacing: log odds gained by a width more to each of two neighbours.
        tilt: degrees between a tile and its line from which it is in no line.
        apart_tilt, apart_distance: the same, and `line_distance`, for one or two tiles apart from
            the line: tiles of a pile beside the hand are seldom so straight.
    """

    gap: float = 0.34
    tidy_gap: float = 0.25
    tidy_limit: float = 0.1
    reach: float = 8.0
    line_distance: float = 0.5
    turned_ratio: float = 1.30
    neighbours: int = 3
    slope: float = 12.0
    face_odds: float = 4.0
    spacing: float = 12.0
    tilt: float = 35.0
    apart_tilt: float = 15.0
    apart_distance: float = 0.35


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile in its owner's frame.

    Attributes:
        id: the tile's number in the photo.
        u, v: centre in tile widths to the owner's right, and in tile lengths away from the owner.
        turned_odds: log odds that it is sideways.
        facing: 0 upright, 1 top to the owner's right, 2 upside down, 3 top to the left; -1 if
            the face has no direction.
    """

    id: int
    u: float
    v: float
    turned_odds: float
    facing: int

    @property
    def is_turned(self) -> bool:
        """Return whether it is sideways, as a claimed tile is."""
        return self.turned_odds > 0


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles side by side, from the owner's left to right.

    Attributes:
        tiles: the tiles.
        gaps: free space before each tile in tile widths; 0.0 for the first.
        parted: whether a visible gap precedes each tile; true for the first.
    """

    tiles: tuple[PlacedTile, ...]
    gaps: tuple[float, ...]
    parted: tuple[bool, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """Return the tiles' ids, left to right."""
        return tuple(tile.id for tile in self.tiles)

    @property
    def v(self) -> float:
        """Return the line's distance from the owner, in tile lengths."""
        return median(tile.v for tile in self.tiles)

    def runs(self) -> tuple[tuple[PlacedTile, ...], ...]:
        """Return the tiles between visible gaps."""
        starts = [i for i, part in enumerate(self.parted) if part]
        ends = [*starts[1:], len(self.tiles)]
        return tuple(self.tiles[a:b] for a, b in zip(starts, ends, strict=True))


@dataclass(frozen=True, slots=True)
class Side:
    """One player's place in the photo.

    Attributes:
        lines: top line (farthest from the owner) first.
        loose: tiles in no line, since they are tilted, too small or too large.
        sure: whether several faces determined the owner's side. One alone may lie upside down; of
            none the picture's bottom edge is assumed.
    """

    lines: tuple[TileRow, ...]
    loose: tuple[PlacedTile, ...]
    sure: bool

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the ids in rows, the top row first; a scattered tile is its own row."""
        lone = [TileRow((tile,), (0.0,), (True,)) for tile in self.loose]
        return tuple(line.ids for line in sorted([*self.lines, *lone], key=lambda line: -line.v))

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """Return every tile of the place."""
        return (*(tile for line in self.lines for tile in line.tiles), *self.loose)


def side_of(
    tiles: Sequence[SeenTile],
    settings: RowSettings | None = None,
    edge: PictureEdge | None = None,
    hand_from: PictureEdge | None = None,
) -> Side | None:
    """Return the tiles in rows as the owner of the longest one sees them; None without tiles.

    Args:
        tiles: the tiles of one photo.
        settings: thresholds.
        edge: the picture's edge at which the owner sits, if an answer gives it; else the faces
            decide.
        hand_from: the same, where it also chooses the owner: see `place_of`.
    """
    return _side(place_of(tiles, edge, hand_from), settings or RowSettings()) if tiles else None


def tile_rows(
    tiles: Sequence[SeenTile], edge: PictureEdge | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return tile ids in rows, owner's left to right, top row first.

    A scattered tile is its own row.
    """
    side = side_of(tiles, edge=edge)
    return () if side is None else side.rows


def build_row(tiles: Sequence[PlacedTile], settings: RowSettings | None = None) -> TileRow:
    """Build the row with its gaps, measured against the pitch of the neighbourhood."""
    settings = settings or RowSettings()
    steps = [b.u - a.u for a, b in pairwise(tiles)]
    room = _room([tile.turned_odds for tile in tiles])
    ratios = [step / free for step, free in zip(steps, room, strict=True)]
    steps = [step / _unit(ratios, i) for i, step in enumerate(steps)]
    tiles = _with_spacing(tiles, steps, settings)
    room = _room([tile.turned_odds for tile in tiles])
    gaps = [step - free for step, free in zip(steps, room, strict=True)]
    within = [gap for gap in gaps if gap <= settings.tidy_gap]
    is_tidy = len(within) > 3 and max(within) < settings.tidy_limit
    least = settings.tidy_gap if is_tidy else settings.gap
    return TileRow(tuple(tiles), (0.0, *gaps), (True, *(gap > least for gap in gaps)))


def _side(place: Place, settings: RowSettings) -> Side:
    tops = [facing(tile, place.right, place.up) for tile in place.tiles]
    extents = [_measure_extent(tile, place) for tile in place.tiles]
    tilt = [extent.tilt for extent in extents]
    u = [dot(tile.centre, place.right) for tile in place.tiles]
    odds, height = _turned_odds(extents, tops, u, settings)
    v = [dot(tile.centre, place.up) for tile in place.tiles]
    normal = [i for i, tile in enumerate(place.tiles) if tile.is_normal]
    straight = [i for i in normal if tilt[i] < settings.tilt]
    linked = chain([place.tiles[i] for i in straight], place.right, place.size)
    chains = [sorted((straight[k] for k in links), key=lambda i: (u[i], i)) for links in linked]
    pitch = _pitch(chains, u, odds) or WIDTH * place.size
    placed = [
        PlacedTile(tile.id, u[i] / pitch, v[i] / height, odds[i], tops[i])
        for i, tile in enumerate(place.tiles)
    ]
    groups = _merge_chains(chains, placed, tilt, settings)
    lines = [build_row([placed[i] for i in group], settings) for group in groups]
    loose = tuple(tile for i, tile in enumerate(placed) if i not in straight)
    return Side(tuple(sorted(lines, key=lambda line: -line.v)), loose, place.votes > 1)


@dataclass(frozen=True, slots=True)
class _Extent:
    """A tile's lengths along and across its line, in pixels, and its tilt in degrees."""

    width: float
    height: float
    tilt: float


def _measure_extent(tile: FlatTile, place: Place) -> _Extent:
    """Measure the sides that run along the line, whatever the box calls its first side."""
    first, second = length(tile.right), length(tile.down)
    upright = _cosines(tile.right, tile.down, place)
    sideways = _cosines(tile.down, tile.right, place)
    tilt = math.degrees(math.acos(clamp(max(*upright, *sideways), 0.0, 1.0)))
    if max(sideways) > max(upright):
        return _Extent(second, first, tilt)
    return _Extent(first, second, tilt)


def _cosines(along: Point, away: Point, place: Place) -> tuple[float, float]:
    """Return the cosines of the sides with the line and with the direction across it."""
    return (
        abs(dot(along, place.right)) / length(along),
        abs(dot(away, place.up)) / length(away),
    )


def _turned_odds(
    extents: Sequence[_Extent], tops: Sequence[int], u: Sequence[float], settings: RowSettings
) -> tuple[list[float], float]:
    """Return each tile's log odds of being sideways, and the usual length across.

    In a slanting view the faces of a row grow narrower towards one end: a tile is compared with the
    nearest upright ones.

    Args:
        extents: of each tile.
        tops: where its top points, see `PlacedTile.facing`.
        u: its place along the lines, in pixels.
        settings: thresholds.
    """
    upright = [top in (0, 2) for top in tops]
    usual = [i for i, is_upright in enumerate(upright) if is_upright] or range(len(tops))
    ratios = [math.log(extent.width / extent.height) for extent in extents]
    parted = math.log(settings.turned_ratio)
    whole = _upright([ratios[i] for i in usual], parted)
    is_local = any(upright) and len(usual) >= 2 * settings.neighbours
    odds = []
    for i, ratio in enumerate(ratios):
        level = whole
        if is_local:
            near = sorted(usual, key=lambda j: abs(u[j] - u[i]))[: settings.neighbours]
            level = median(ratios[j] for j in near)
        odds.append(clamp(settings.slope * (ratio - level - parted), -4.0, 4.0))
    for i, top in enumerate(tops):
        if top >= 0:
            odds[i] = 0.5 * odds[i] + settings.face_odds * (-1 if upright[i] else 1)
    return odds, median(extents[i].height for i in usual)


def _upright(ratios: Sequence[float], parted: float) -> float:
    """Return the usual log ratio of a place's upright tiles.

    In a lone added kong half are sideways, and the median is between the two groups: there the
    gap between the groups separates them.
    """
    low = sorted(ratios)
    half = len(low) // 2
    steps = [b - a for a, b in pairwise(low)]
    if len(low) == 2 * half and max(steps) > parted and steps.index(max(steps)) == half - 1:
        low = low[:half]
    return median(low)


def _width(odds: float) -> float:
    """Return the expected width in tile widths: 1 upright, 4/3 sideways, between if uncertain."""
    return 1 + 1 / (3 * (1 + math.exp(-odds)))


def _room(odds: Sequence[float]) -> list[float]:
    """Return the distances between neighbours' centres if all touched, in tile widths."""
    return [(_width(a) + _width(b)) / 2 for a, b in pairwise(odds)]


def _pitch(
    chains: Sequence[Sequence[int]], u: Sequence[float], odds: Sequence[float]
) -> float | None:
    """Return the width of an upright tile and its gap to a neighbour, from the longest chain."""
    longest = max(chains, key=len, default=())
    if len(longest) < 3:
        return None
    room = _room([odds[i] for i in longest])
    return median(
        (u[b] - u[a]) / free for (a, b), free in zip(pairwise(longest), room, strict=True)
    )


def _merge_chains(
    chains: Sequence[list[int]],
    placed: Sequence[PlacedTile],
    tilt: Sequence[float],
    settings: RowSettings,
) -> list[list[int]]:
    """Merge chains on one straight line; longest first, left to right inside."""
    left = sorted(chains, key=len, reverse=True)
    lines: list[list[int]] = []
    while left:
        line = left.pop(0)
        while True:
            other = next((c for c in left if _continues(line, c, placed, tilt, settings)), None)
            if other is None:
                break
            left.remove(other)
            line = sorted(line + other, key=lambda i: placed[i].u)
        lines.append(line)
    return lines


def _continues(
    line: Sequence[int],
    other: Sequence[int],
    placed: Sequence[PlacedTile],
    tilt: Sequence[float],
    settings: RowSettings,
) -> bool:
    """Return whether the other chain continues this one's straight line, beside its tiles."""
    space, one, next_one = min((abs(placed[i].u - placed[j].u), i, j) for i in line for j in other)
    if space < 0.6 or space > settings.reach + 1.2:
        return False
    few = len(other) < 3 and space > 1 + settings.gap
    if not few and abs(placed[one].v - placed[next_one].v) < settings.apart_distance:
        return True  # a set that lies askew in the line tilts the slope below
    if few and max(tilt[i] for i in other) > settings.apart_tilt:
        return False
    start = placed[other[0]].u
    near = sorted(line, key=lambda i: abs(start - placed[i].u))[: max(6, len(line) // 2)]
    u, v = [placed[i].u for i in near], [placed[i].v for i in near]
    slope = clamp(linear_regression(u, v).slope, -0.1, 0.1) if len(near) >= 4 else 0.0
    middle_u, middle_v = fmean(u), fmean(v)
    off = [placed[i].v - middle_v - slope * (placed[i].u - middle_u) for i in other]
    return abs(median(off)) < (settings.apart_distance if few else settings.line_distance)


def _with_spacing(
    tiles: Sequence[PlacedTile], steps: Sequence[float], settings: RowSettings
) -> tuple[PlacedTile, ...]:
    """Update the sideways odds of tiles without a direction from the room to their neighbours.

    The nearer neighbour counts: a sideways tile is a sixth of a width farther from both.
    """
    wide = [_width(tile.turned_odds) for tile in tiles]
    found = []
    for i, tile in enumerate(tiles):
        room = [
            steps[k] - wide[j] / 2 - 0.5
            for k, j in ((i - 1, i - 1), (i, i + 1))
            if 0 <= k < len(steps)
        ]
        near = [r for r in room if r < settings.gap]
        if tile.facing < 0 and near:
            odds = len(near) * settings.spacing * (min(near) - 1 / 12)
            tile = replace(tile, turned_odds=tile.turned_odds + clamp(odds, -2.0, 2.0))
        found.append(tile)
    return tuple(found)


def _unit(ratios: Sequence[float], at: int) -> float:
    """Return the pitch around one index of a line, against the side's; 1 if too little is known."""
    around = ratios[max(0, at - 4) : at + 5]
    return clamp(median(around), 0.75, 1.35) if len(around) >= 5 else 1.0
