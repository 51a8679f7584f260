"""The boxes of a photo to its tiles: the only place that decides what is one, and its names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from ..found_box import FoundBox, Lab
from ..layout.plane import area, overlap
from ..rows import in_reading_order
from ..seen_tile import SeenTile
from .backs import distinguish_backs
from .existence import ExistenceSettings, tile_probability

_LEAST_TILE = 1e-9  # probability of a tile
Frame = tuple[float, float, float, float]
"""Left, upper, right and lower edge."""


@dataclass(frozen=True, slots=True)
class TileSettings:
    """Thresholds for a box to be a tile.

    Attributes:
        least: least probability that there is a tile (`existence.tile_probability`), which the
            search weighs too.
        smallest: boxes with a shorter side than this share of the picture's median tile are parts
            of a tile; 0 for none. Teaching sets it, which takes every box for a tile.
        inside: share of a tile's box in the picture below which its face is not read: half an 8 is
            a 4. On the development photos no labelled tile has less, and 3 of 1,700 come near.
    """

    least: float = 0.3
    smallest: float = 0.0
    inside: float = 0.75


def tiles_of_boxes(
    boxes: Sequence[FoundBox],
    frame: Frame,
    back: Lab | None = None,
    settings: TileSettings | None = None,
) -> tuple[SeenTile, ...]:
    """Return the tiles among the boxes of a photo, in reading order.

    Args:
        boxes: that may hold a tile.
        frame: edges of the photo in their pixels.
        back: colour of the set's backs, where it is known.
        settings: thresholds.
    """
    settings = settings or TileSettings()
    boxes = _without_small(boxes, settings.smallest)
    weights = ExistenceSettings()
    pairs = [(box, tile_probability(box, weights)) for box in boxes]
    kept = [(box, chance) for box, chance in pairs if chance >= settings.least]
    seen = [_seen_tile(box, chance) for box, chance in kept]
    seen = distinguish_backs(seen, [box.paper for box, _ in kept], back)
    return in_reading_order([_without_cut_off_name(tile, frame, settings.inside) for tile in seen])


def _without_small(boxes: Sequence[FoundBox], smallest: float) -> Sequence[FoundBox]:
    """Return the boxes that are not much smaller than the others."""
    if not smallest or len(boxes) < 3:
        return boxes
    least = median(area(box.quad) for box in boxes) * smallest**2
    return [box for box in boxes if area(box.quad) >= least]


def _seen_tile(box: FoundBox, existence: float) -> SeenTile:
    """Return the tile in a box, its names with their probabilities if there is one."""
    names = [(kind, s / max(1 - box.nothing, s, _LEAST_TILE)) for kind, s in box.names]
    printed, raised = box.body.printed, box.body.raised
    return SeenTile(0, box.quad, tuple(names), box.oriented, existence, printed, raised)


def _without_cut_off_name(tile: SeenTile, frame: Frame, inside: float) -> SeenTile:
    """Return the tile, without names if an edge of the photo cuts it off."""
    x0, y0, x1, y1 = frame
    whole = area(tile.quad)
    if whole < 1 or all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in tile.quad):
        return tile
    if overlap(tile.quad, ((x0, y0), (x1, y0), (x1, y1), (x0, y1))) >= inside * whole:
        return tile
    return replace(tile, names=(), oriented=False)
