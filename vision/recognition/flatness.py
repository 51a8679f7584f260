"""Flat tiles: those on a printed sheet or a screen, which show no thickness from any side.

A real tile that is seen at an angle shows its side below its face. One that stands shows its upper
side above it. Beside a printed tile the paper, or the ground of the screen, begins at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Pixels
from .tile_colours import within

_MIDDLE = (0.2, 0.8)  # part of a side beside which is looked
_EDGE_SAMPLES = (9, 4)  # pixels of a strip, along the side and away from it


@dataclass(frozen=True, slots=True)
class FlatnessSettings:
    """Where it is looked for the sides of a tile. Lengths are in widths of the tile.

    Attributes:
        below: ends of the strips below a face that its side would cover, and last that of a strip
            beyond it.
        above: the same above a face, where a standing tile shows its upper side.
        upright: least share of a side's outward direction that points down in the picture.
        ratio: height of a face over its width.
        slant: largest ratio of the seen height of a face to its true one. Seen from straight
            above, a real tile shows no side, either.
        step: largest difference of colour of a strip and the last one, of 255. Of the tiles of a
            real photo few are within it, of those of a printed row most.
    """

    below: tuple[tuple[float, float], ...] = (
        (0.06, 0.14),
        (0.14, 0.22),
        (0.22, 0.3),
        (0.3, 0.38),
        (0.7, 0.95),
    )
    above: tuple[tuple[float, float], ...] = ((0.06, 0.14), (0.14, 0.22), (0.42, 0.58))
    upright: float = 0.8
    ratio: float = 1.35
    slant: float = 0.97
    step: float = 5.0


def is_flat(
    pixels: Pixels, quads: Floats, number: int, settings: FlatnessSettings | None = None
) -> bool | None:
    """Return whether a tile of a picture is flat; None if unknown.

    It is unknown of a tile right above another or at the picture's lower edge, and of one that lies
    askew or is seen from straight above. Another tile close above it hides whether it stands.

    Args:
        pixels: the picture, uint8 RGB, shape (H, W, 3).
        quads: all tiles in it, shape (n, 4, 2), clockwise from the upper left of their faces.
        number: of the tile.
        settings: where it is looked.
    """
    settings = settings or FlatnessSettings()
    quad = quads[number]
    sides = np.roll(quad, -1, axis=0) - quad  # clockwise: (x, y) has (y, -x) outside
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    low = int(np.argmax(-sides[:, 0] / lengths))
    if -sides[low, 0] < settings.upright * lengths[low]:
        return None
    is_short = low % 2 == 0
    height = settings.ratio if is_short else 1 / settings.ratio
    if lengths[(low + 1) % 4] > settings.slant * height * lengths[low]:
        return None
    width = lengths[low] / (1.0 if is_short else settings.ratio)
    turned = np.roll(quad, -low, axis=0)
    others = np.delete(quads, number, axis=0)
    below = _colour_step(pixels, turned[:2], width, settings.below, others)
    above = _colour_step(pixels, turned[2:], -width, settings.above, others)
    return None if below is None else max(below, above or 0.0) <= settings.step


def _colour_step(
    pixels: Pixels,
    side: Floats,
    width: float,
    strips: Sequence[tuple[float, float]],
    others: Floats,
) -> float | None:
    """Return the largest difference of colour of the strips beside a side and the last of them.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        side: its ends, shape (2, 2).
        width: that of the tile; negative for strips above the side.
        strips: their ends, from the side on.
        others: the other tiles, shape (n, 4, 2).

    Returns:
        None if a strip is beyond the picture, or another tile is on the last one.
    """
    along, away = _EDGE_SAMPLES
    base = side[0] + (side[1] - side[0]) * np.linspace(*_MIDDLE, along)[:, None]
    down = width * np.array([np.linspace(*ends, away) for ends in strips])
    across = np.broadcast_to(base[:, 0], (len(strips), away, along))
    lower = down[:, :, None] + base[:, 1]
    columns, rows = (np.floor(values + 0.5).astype(int) for values in (across, lower))
    tall, wide = pixels.shape[:2]
    if min(columns.min(), rows.min()) < 0 or columns.max() >= wide or rows.max() >= tall:
        return None
    last = np.stack([across[-1], lower[-1]], axis=-1).reshape(-1, 2)
    if within(last, others).any():
        return None
    colours = np.median(pixels[rows, columns].reshape(len(strips), -1, 3), axis=1)
    return float(np.abs(colours[:-1] - colours[-1]).max())
