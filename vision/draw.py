"""Annotated pictures: tiles outlined and labelled on the photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .photo import Pixels
from .seen_tile import Quad, SeenTile, scale_quad

Colour = tuple[int, int, int]  # RGB

# Distinguishable with red-green colour blindness, too (after Okabe and Ito's palette).
ROLE_COLOURS: Mapping[str, Colour] = {
    "concealed": (86, 180, 233),
    "winning": (240, 228, 66),
    "meld": (0, 190, 140),
    "flower": (230, 130, 190),
    "indicator": (230, 159, 0),
    "other": (170, 170, 170),
}
FRAME_COLOUR: Colour = (255, 255, 255)

SURE = 0.85  # names below this probability carry it in their label
_LABEL_HEIGHT = 0.3  # of the median tile's short side: covers no face, read beside it at any size
_SMALLEST_LABEL = 1 / 110  # of the picture's longer side, so that small tiles' names stay readable


@dataclass(frozen=True, slots=True)
class Mark:
    """One outline with a text at its upper edge.

    Attributes:
        quad: corners in pixels of the picture.
        text: label in plain ASCII (the built-in font has nothing else); "" for none.
        colour: RGB of outline and label.
    """

    quad: Quad
    text: str
    colour: Colour


def tile_marks(tiles: Sequence[SeenTile], roles: Mapping[int, str]) -> tuple[Mark, ...]:
    """Return one mark a tile, coloured by its role in the hand and labelled with its kind."""
    return tuple(
        Mark(tile.quad, label(tile), ROLE_COLOURS[roles.get(tile.id, "other")]) for tile in tiles
    )


def frame_mark(corners: Quad) -> Mark:
    """Return the mark of the region in which the tiles were read."""
    return Mark(corners, "", FRAME_COLOUR)


def scale_marks(marks: Sequence[Mark], scale: float) -> tuple[Mark, ...]:
    """Return the marks in a picture that is enlarged by `scale`."""
    return tuple(replace(mark, quad=scale_quad(mark.quad, scale)) for mark in marks)


def label(tile: SeenTile) -> str:
    """Return the kind, with the probability on a second line when it is below `SURE`."""
    if tile.names and tile.confidence < SURE:
        return f"{tile.kind}\n{tile.confidence:.0%}"
    return tile.kind


def annotate(pixels: Pixels, marks: Sequence[Mark]) -> Pixels:
    """Draw the marks on a copy of the picture.

    Args:
        pixels: uint8 RGB, shape (H, W, 3); not modified.
        marks: drawn in order, labels above all outlines.
    """
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    height = _label_height(marks, max(image.size))
    font = ImageFont.load_default(size=height)
    for mark in marks:
        _outline(draw, mark, width=max(2, round(height / 7)))
    for mark in marks:
        if mark.text:
            _write(draw, mark, font, image.size)
    return np.array(image)


def _label_height(marks: Sequence[Mark], longer_side: int) -> int:
    """Return the height of a label's line in pixels, from the sizes of tiles and picture."""
    short_sides = [_short_side(mark.quad) for mark in marks if mark.text]
    by_tiles = _LABEL_HEIGHT * float(np.median(short_sides)) if short_sides else 0.0
    return max(9, round(max(by_tiles, longer_side * _SMALLEST_LABEL)))


def _short_side(quad: Quad) -> float:
    corners = np.asarray(quad)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(min(sides[0] + sides[2], sides[1] + sides[3])) / 2


def _outline(draw: ImageDraw.ImageDraw, mark: Mark, width: int) -> None:
    line = [*mark.quad, mark.quad[0], mark.quad[1]]  # past the start, for a mitred last corner
    # A dark line beneath keeps the colour visible on ivory, green and yellow alike.
    draw.line(line, fill=(0, 0, 0), width=width + 2, joint="curve")
    draw.line(line, fill=mark.colour, width=width, joint="curve")


def _write(
    draw: ImageDraw.ImageDraw,
    mark: Mark,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    size: tuple[int, int],
) -> None:
    """Draw the label centred over the tile's upper edge, moved inside the picture."""
    left, top, right, bottom = draw.multiline_textbbox((0, 0), mark.text, font=font, spacing=1)
    margin = max(1, round((bottom - top) / 8))
    wide, high = right - left + 2 * margin, bottom - top + 2 * margin
    xs, ys = [x for x, _ in mark.quad], [y for _, y in mark.quad]
    x = min(max(0.0, (min(xs) + max(xs) - wide) / 2), max(0.0, size[0] - wide))
    y = min(max(0.0, min(ys) - high), max(0.0, size[1] - high))
    draw.rectangle((x, y, x + wide, y + high), fill=(20, 20, 20))
    origin = (x + margin - left, y + margin - top)
    draw.multiline_text(origin, mark.text, font=font, fill=mark.colour, spacing=1, align="center")
