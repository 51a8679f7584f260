"""Placement of labels: beside their tiles, over no other tile and no other label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from .seen_tile import Quad

Spot = tuple[float, float]  # a label's left upper corner

_GRID = 1200  # cells of the longer side in which overlaps are counted
_FREE, _LABEL = 0, -1
_OTHER, _OTHER_LABEL, _OUTSIDE, _OWN = 4.0, 8.0, 8.0, 0.5  # costs of a covered cell


@dataclass(frozen=True, slots=True)
class LabelBox:
    """A label to be placed.

    Attributes:
        quad: corners of its tile, in pixels of the picture.
        width, height: of the label, in pixels.
    """

    quad: Quad
    width: float
    height: float


def place_labels(
    labels: Sequence[LabelBox], tiles: Sequence[Quad], size: tuple[int, int]
) -> tuple[Spot, ...]:
    """Return the left upper corner of each label, in order.

    A label is above its tile if that is free, else below, beside or at its edges.

    Args:
        labels: to be placed; the tile of each is among `tiles`.
        tiles: all that should stay visible.
        size: width and height of the picture.
    """
    scale = min(1.0, _GRID / max(size))
    shape = max(1, round(size[1] * scale)), max(1, round(size[0] * scale))
    owner = Image.new("I", (shape[1], shape[0]), _FREE)
    draw = ImageDraw.Draw(owner)
    for number, quad in enumerate(tiles, start=1):
        draw.polygon([(x * scale, y * scale) for x, y in quad], fill=number)
    cells = np.array(owner)
    numbers = {quad: number for number, quad in enumerate(tiles, start=1)}
    spots = []
    for label in labels:
        own = numbers.get(label.quad, _FREE)
        ranked = (
            (_cost(cells, own, label, spot, scale) + rank * 0.02 * _area(label, scale), spot)
            for rank, spot in enumerate(_candidates(label, size))
        )
        _, (x, y) = min(ranked)
        spots.append((x, y))
        top, bottom, left, right = _span(label, (x, y), scale)
        cells[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = _LABEL
    return tuple(spots)


def _candidates(label: LabelBox, size: tuple[int, int]) -> Iterator[Spot]:
    """Yield places for a label, the usual ones first, moved inside the picture."""
    xs, ys = [x for x, _ in label.quad], [y for _, y in label.quad]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    across, down = (left + right - label.width) / 2, (top + bottom - label.height) / 2
    places = [
        (across, top - label.height),
        (across, bottom),
        (left - label.width, down),
        (right, down),
        (across, bottom - label.height),
        (across, top),
        (across, down),
    ]
    for x, y in places:
        yield (
            min(max(0.0, x), max(0.0, size[0] - label.width)),
            min(max(0.0, y), max(0.0, size[1] - label.height)),
        )


def _cost(
    cells: np.ndarray[tuple[int, ...], np.dtype[np.int32]],
    own: int,
    label: LabelBox,
    spot: Spot,
    scale: float,
) -> float:
    top, bottom, left, right = _span(label, spot, scale)
    covered = cells[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    outside = (bottom - top) * (right - left) - covered.size
    labels = np.count_nonzero(covered == _LABEL)
    mine = np.count_nonzero(covered == own) if own != _FREE else 0
    others = np.count_nonzero(covered > _FREE) - mine
    return _OTHER * others + _OTHER_LABEL * labels + _OWN * mine + _OUTSIDE * outside


def _span(label: LabelBox, spot: Spot, scale: float) -> tuple[int, int, int, int]:
    """Return the label's rows and columns in the grid: top, bottom, left, right."""
    x, y = spot
    return (
        round(y * scale),
        max(round(y * scale) + 1, round((y + label.height) * scale)),
        round(x * scale),
        max(round(x * scale) + 1, round((x + label.width) * scale)),
    )


def _area(label: LabelBox, scale: float) -> float:
    return label.width * label.height * scale**2
