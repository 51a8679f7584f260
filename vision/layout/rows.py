"""Rows of tiles as the owner sees them, with gaps and turned tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..geometry import Array, sides
from ..seen_tile import SeenTile
from .perspective import Flat, Indices, Place, chain, facing, flatten, places


@dataclass(frozen=True, slots=True)
class RowSettings:
    """Thresholds of the row detection.

    Attributes:
        gap: free space, in tile widths, that separates two runs. A visible gap is half a width or
            more; tiles pushed together by hand leave up to a fifth.
        reach: largest free space inside one line, in tile widths, as far as melds are placed.
        across: largest distance of a tile from its line, in tile lengths.
        turned_ratio: width over length of a box, against upright tiles, from which a tile is
            sideways. Measured on photos: upright 0.92-1.14, sideways 1.50-1.88.
        slope: log odds gained by a log ratio of 1 away from `turned_ratio`.
        face_odds: log odds that a face's own direction brings: about 1 in 50 is misread.
        spacing: log odds gained by a width more to each of two neighbours.
        askew: degrees between a tile and its line from which it is in no line.
        apart_askew, apart_across: the same, and `across`, for one or two tiles apart from the
            line: tiles of a pile beside the hand are seldom so straight.
    """

    gap: float = 0.4
    reach: float = 8.0
    across: float = 0.5
    turned_ratio: float = 1.30
    slope: float = 12.0
    face_odds: float = 4.0
    spacing: float = 12.0
    askew: float = 35.0
    apart_askew: float = 15.0
    apart_across: float = 0.35


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
        return float(np.median([tile.v for tile in self.tiles]))

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
        sure: whether faces determined the owner's side; else the picture's bottom edge is assumed.
    """

    lines: tuple[TileRow, ...]
    loose: tuple[PlacedTile, ...]
    sure: bool

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """Return every tile of the place."""
        return (*(tile for line in self.lines for tile in line.tiles), *self.loose)


def sides_of(
    tiles: Sequence[SeenTile], settings: RowSettings | None = None, edge: str | None = None
) -> tuple[Side, ...]:
    """Return the players' places in view, that with the longest row first.

    Args:
        tiles: the tiles of one photo.
        settings: thresholds.
        edge: the picture's edge at which the owner sits (bottom, top, left, right), if an answer
            gives it; else the faces decide.
    """
    if not tiles:
        return ()
    flat = flatten(tiles)
    ids = [tile.id for tile in tiles]
    settings = settings or RowSettings()
    return tuple(_side(flat, place, ids, settings) for place in places(flat, edge))


def tile_rows(tiles: Sequence[SeenTile], edge: str | None = None) -> tuple[tuple[int, ...], ...]:
    """Return tile ids in rows, owner's left to right, top row first.

    A scattered tile is its own row.
    """
    return rows_of(sides_of(tiles, edge=edge))


def rows_of(sides: Sequence[Side]) -> tuple[tuple[int, ...], ...]:
    """Return the rows of players' places, as `tile_rows` does."""
    found: list[tuple[int, ...]] = []
    for side in sides:
        lone = [TileRow((tile,), (0.0,), (True,)) for tile in side.loose]
        lines = sorted([*side.lines, *lone], key=lambda line: -line.v)
        found += [line.ids for line in lines]
    return tuple(found)


def _side(flat: Flat, place: Place, ids: Sequence[int], settings: RowSettings) -> Side:
    members = place.members
    spots = flat.centres[members]
    told = facing(flat, members, place.right, place.away)
    odds, height, tilt = _turned_odds(flat, place, told, settings)
    straight = flat.normal[members] & (tilt < settings.askew)
    chains = [np.flatnonzero(np.isin(members, c)) for c in _chains(flat, place, straight)]
    u, v = spots @ place.right, spots @ place.up
    chains = [c[np.argsort(u[c], kind="stable")] for c in chains]
    pitch = _pitch(chains, u, odds) or 0.87 * flat.size
    height = min(height, _line_pitch(u, v, pitch, height))
    placed = [
        PlacedTile(
            ids[members[i]], float(u[i] / pitch), float(v[i] / height), float(odds[i]), int(t)
        )
        for i, t in enumerate(told)
    ]
    groups = _merge_chains(chains, u / pitch, v / height, tilt, settings)
    lines = [_line([placed[i] for i in group], settings) for group in groups]
    loose = tuple(placed[i] for i in np.flatnonzero(~straight))
    return Side(tuple(sorted(lines, key=lambda line: -line.v)), loose, place.votes > 0)


def _chains(flat: Flat, place: Place, straight: NDArray[np.bool_]) -> list[Indices]:
    members = place.members[straight]
    return chain(flat, members, place.right) if len(members) else []


def _turned_odds(
    flat: Flat, place: Place, told: NDArray[np.int_], settings: RowSettings
) -> tuple[Array, float, Array]:
    """Return each tile's log odds of being sideways, the usual length across, and each tile's tilt.

    The sides that run along the line are measured, whatever the box calls its first side.
    """
    width, height, tilt = _measure_extents(flat, place)
    upright = (told == 0) | (told == 2)
    usual = upright if upright.any() else np.ones(len(told), dtype=np.bool_)
    ratio = np.log(width / height)
    ratio = ratio - _upright(ratio[usual], float(np.log(settings.turned_ratio)))
    odds = np.clip(settings.slope * (ratio - np.log(settings.turned_ratio)), -4.0, 4.0)
    face = np.where(upright, -settings.face_odds, settings.face_odds)
    odds = np.where(told >= 0, face + 0.5 * odds, odds)
    return odds, float(np.median(height[usual])), tilt


def _upright(ratio: Array, parted: float) -> float:
    """Return the usual log ratio of a place's upright tiles.

    In a lone added kong half are sideways, and the median is between the two groups: there the
    gap between the groups separates them.
    """
    low = np.sort(ratio)
    step = np.diff(low)
    if len(step) and step.max() > parted and 2 * (step.argmax() + 1) == len(low):
        low = low[: len(low) // 2]
    return float(np.median(low))


def _measure_extents(flat: Flat, place: Place) -> tuple[Array, Array, Array]:
    """Return each tile's extents along and across its line, and its tilt in degrees."""
    pair = np.stack(sides(flat.quads[place.members]), axis=1)  # (n, 2 sides, 2)
    length = np.linalg.norm(pair, axis=2)
    along, away = np.abs(pair @ place.right) / length, np.abs(pair @ place.away) / length
    best = np.stack([along[:, 0], away[:, 1], along[:, 1], away[:, 0]]).argmax(axis=0)
    flip = best >= 2  # the second side runs along the line
    width = np.where(flip, length[:, 1], length[:, 0])
    height = np.where(flip, length[:, 0], length[:, 1])
    tilt = np.degrees(np.arccos(np.clip(np.maximum(along, away).max(axis=1), 0.0, 1.0)))
    return width, height, tilt


def _widths(odds: Array) -> Array:
    """Return expected widths in tile widths: 1 upright, 4/3 sideways, between them if uncertain."""
    return np.asarray(1 + 1 / (3 * (1 + np.exp(-odds))))


def _pitch(chains: Sequence[Indices], u: Array, odds: Array) -> float | None:
    """Return the width of an upright tile and its gap to a neighbour, from the longest chain."""
    longest = max(chains, key=len, default=None)
    if longest is None or len(longest) < 3:
        return None
    wide = _widths(odds[longest])
    return float(np.median(np.diff(u[longest]) / ((wide[1:] + wide[:-1]) / 2)))


def _line_pitch(u: Array, v: Array, pitch: float, height: float) -> float:
    """Return the tile length from lines above each other; `height` if there are too few.

    Boxes may include the tiles' visible sides and then are longer than the faces.
    """
    over = np.abs(u[:, None] - u[None]) < 0.4 * pitch
    step = np.abs(v[:, None] - v[None])
    nearest = np.where(over & (step > 0.2 * height), step, np.inf).min(axis=1)
    stacked = nearest[nearest < 1.1 * height]
    return float(np.median(stacked)) if len(stacked) >= 6 else height


def _merge_chains(
    chains: Sequence[Indices], u: Array, v: Array, tilt: Array, settings: RowSettings
) -> list[list[int]]:
    """Merge chains on one straight line; longest first, left to right inside."""
    left = sorted((list(map(int, c)) for c in chains), key=len, reverse=True)
    lines: list[list[int]] = []
    while left:
        line = left.pop(0)
        while True:
            other = next((c for c in left if _continues(line, c, u, v, tilt, settings)), None)
            if other is None:
                break
            left.remove(other)
            line = sorted(line + other, key=lambda i: float(u[i]))
        lines.append(line)
    return lines


def _continues(
    line: Sequence[int],
    other: Sequence[int],
    u: Array,
    v: Array,
    tilt: Array,
    settings: RowSettings,
) -> bool:
    """Return whether the other chain continues this one's straight line, beside its tiles."""
    space = np.abs(u[np.array(line)][:, None] - u[np.array(other)][None]).min()
    if space < 0.6 or space > settings.reach + 1.2:
        return False
    near = sorted(line, key=lambda i: float(abs(u[other[0]] - u[i])))[: max(6, len(line) // 2)]
    slope = float(np.polyfit(u[near], v[near], 1)[0]) if len(near) >= 4 else 0.0
    middle = float(np.mean(v[near]))
    expected = middle + np.clip(slope, -0.1, 0.1) * (u[list(other)] - float(np.mean(u[near])))
    few = len(other) < 3 and space > 1 + settings.gap
    if few and tilt[list(other)].max() > settings.apart_askew:
        return False
    limit = settings.apart_across if few else settings.across
    return bool(abs(float(np.median(v[list(other)] - expected))) < limit)


def _line(tiles: Sequence[PlacedTile], settings: RowSettings) -> TileRow:
    """Build the row with its gaps, measured against the pitch of the neighbourhood."""
    step = np.diff([tile.u for tile in tiles])
    room = _room(tiles)
    unit = np.array([_unit(step / room, i) for i in range(len(step))])
    step = step / unit if len(step) else step
    tiles = _with_spacing(tiles, step, settings)
    free = step - _room(tiles)
    gaps = (0.0, *(float(g) for g in free))
    return TileRow(tuple(tiles), gaps, (True, *(g > settings.gap for g in gaps[1:])))


def _room(tiles: Sequence[PlacedTile]) -> Array:
    """Return the distances between neighbours' centres if all touched, in tile widths."""
    wide = _widths(np.array([tile.turned_odds for tile in tiles]))
    return np.asarray((wide[1:] + wide[:-1]) / 2)


def _with_spacing(
    tiles: Sequence[PlacedTile], step: Array, settings: RowSettings
) -> tuple[PlacedTile, ...]:
    """Update the sideways odds of tiles without a direction from the room to their neighbours.

    The nearer neighbour counts: a sideways tile is a sixth of a width farther from both.
    """
    wide = _widths(np.array([tile.turned_odds for tile in tiles]))
    found = []
    for i, tile in enumerate(tiles):
        room = [
            float(step[k] - wide[j] / 2) - 0.5
            for k, j in ((i - 1, i - 1), (i, i + 1))
            if 0 <= k < len(step)
        ]
        near = [r for r in room if r < settings.gap]
        if tile.facing < 0 and near:
            odds = len(near) * settings.spacing * (min(near) - 1 / 12)
            tile = replace(tile, turned_odds=tile.turned_odds + float(np.clip(odds, -2.0, 2.0)))
        found.append(tile)
    return tuple(found)


def _unit(ratio: Array, at: int) -> float:
    """Return the pitch around one index of a line, against the side's; 1 if too little is known."""
    around = ratio[max(0, at - 4) : at + 5]
    if len(around) < 5:
        return 1.0
    return float(np.clip(np.median(around), 0.75, 1.35))
