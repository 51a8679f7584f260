"""Annotated pictures: tiles outlined and labelled on the photo, and a key to the colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image, ImageDraw

from .fonts import Font, drawable, text_font
from .label_placement import LabelBox, Spot, place_labels
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
_LEAST_HEIGHT = 9  # pixels of a line that can be read
_MOST_WIDE = 0.93  # of a tile's width: two neighbours' labels fit side by side
_FAINT = 0.6  # share of a faint outline's colour in the picture
_GROUND: Colour = (20, 20, 20)
_INK: Colour = (235, 235, 235)


@dataclass(frozen=True, slots=True)
class Mark:
    """One outline with a text beside it.

    Attributes:
        quad: corners in pixels of the picture.
        text: label; "" for none.
        colour: RGB of outline and label.
        is_faint: whether it is a thin outline that the picture shows through, without a label.
    """

    quad: Quad
    text: str
    colour: Colour
    is_faint: bool = False


def frame_mark(corners: Quad) -> Mark:
    """Return the mark of the region in which the tiles were read."""
    return Mark(corners, "", FRAME_COLOUR)


def scale_marks(marks: Sequence[Mark], scale: float) -> tuple[Mark, ...]:
    """Return the marks in a picture that is enlarged by `scale`."""
    return tuple(replace(mark, quad=scale_quad(mark.quad, scale)) for mark in marks)


def label(tile: SeenTile) -> str:
    """Return the kind, with the probability on a second line when it is below `SURE`."""
    return f"{tile.kind}\n{doubt(tile)}".rstrip()


def doubt(tile: SeenTile) -> str:
    """Return a tile's probability when it is below `SURE`; else ""."""
    return f"{tile.confidence:.0%}" if tile.names and tile.confidence < SURE else ""


def annotate(pixels: Pixels, marks: Sequence[Mark]) -> Pixels:
    """Draw the marks on a copy of the picture.

    Args:
        pixels: uint8 RGB, shape (H, W, 3); not modified.
        marks: drawn in order, labels above all outlines.
    """
    image = Image.fromarray(pixels)
    height = _label_height(marks, max(image.size))
    faint = [mark for mark in marks if mark.is_faint]
    if faint:
        over = image.copy()
        for mark in faint:
            _outline(ImageDraw.Draw(over), mark, max(1, round(height / 12)))
        image = Image.blend(image, over, _FAINT)
    draw = ImageDraw.Draw(image)
    clear = [mark for mark in marks if not mark.is_faint]
    for mark in clear:
        _outline(draw, mark, width=max(2, round(height / 7)))
    texts = [_fit_text(draw, mark, height) for mark in clear if mark.text]
    boxes = [text.box for text in texts]
    tiles = [mark.quad for mark in marks if mark.text or mark.is_faint]
    for text, spot in zip(texts, place_labels(boxes, tiles, image.size), strict=True):
        _write(draw, text, spot)
    return np.array(image)


def append_key(
    pixels: Pixels, entries: Sequence[tuple[Colour, str]], notes: Sequence[str] = ()
) -> Pixels:
    """Append a strip below the picture that explains its colours, and notes.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        entries: each colour with its meaning.
        notes: below them, on as many lines as they need.
    """
    height, width = pixels.shape[:2]
    size = max(12, round(max(width, height) / 60))
    font, gap = text_font(size), round(size * 0.6)
    draw = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    lines: list[list[tuple[Colour | None, str]]] = [[]]
    at = float(gap)
    for colour, text in [*entries, *((None, note) for note in notes)]:
        wide = draw.textlength(drawable(text), font) + (0 if colour is None else 1.5 * size)
        is_first_note = colour is None and bool(lines[-1]) and lines[-1][-1][0] is not None
        if lines[-1] and (is_first_note or at + wide > width - gap):
            lines.append([])
            at = float(gap)
        lines[-1].append((colour, text))
        at += wide + 2 * gap
    strip = Image.new("RGB", (width, len(lines) * (size + gap) + gap), _GROUND)
    draw = ImageDraw.Draw(strip)
    for row, line in enumerate(lines):
        x, y = float(gap), gap + row * (size + gap)
        for colour, text in line:
            if colour is not None:
                draw.rectangle((x, y + 1, x + size, y + size - 1), outline=colour, width=3)
                x += 1.5 * size
            draw.text((x, y + size / 2), drawable(text), font=font, fill=_INK, anchor="lm")
            x += draw.textlength(drawable(text), font) + 2 * gap
    return np.vstack([pixels, np.asarray(strip)])


def _label_height(marks: Sequence[Mark], longer_side: int) -> int:
    """Return the height of a label's line in pixels, from the sizes of tiles and picture."""
    short_sides = [_short_side(mark.quad) for mark in marks if mark.text and not mark.is_faint]
    by_tiles = _LABEL_HEIGHT * float(np.median(short_sides)) if short_sides else 0.0
    return max(_LEAST_HEIGHT, round(max(by_tiles, longer_side * _SMALLEST_LABEL)))


def _short_side(quad: Quad) -> float:
    corners = np.asarray(quad)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(min(sides[0] + sides[2], sides[1] + sides[3])) / 2


def _outline(draw: ImageDraw.ImageDraw, mark: Mark, width: int) -> None:
    line = [*mark.quad, mark.quad[0], mark.quad[1]]  # past the start, for a mitred last corner
    if not mark.is_faint:
        # A dark line beneath keeps the colour visible on ivory, green and yellow alike.
        draw.line(line, fill=(0, 0, 0), width=width + 2, joint="curve")
    draw.line(line, fill=mark.colour, width=width, joint="curve")


@dataclass(frozen=True, slots=True)
class _FittedText:
    """A label in a size that fits its tile."""

    text: str
    colour: Colour
    font: Font
    box: LabelBox
    origin: tuple[float, float]  # of the text in its box


def _fit_text(draw: ImageDraw.ImageDraw, mark: Mark, height: int) -> _FittedText:
    """Return a mark's label, smaller where it would be wider than its tile."""
    text = drawable(mark.text)
    xs = [x for x, _ in mark.quad]
    most = _MOST_WIDE * (max(xs) - min(xs))
    for size in _sizes(height):
        font = text_font(size)
        left, top, right, bottom = draw.multiline_textbbox((0, 0), text, font=font, spacing=1)
        margin = max(1, round(size / 8))
        wide, high = right - left + 2 * margin, bottom - top + 2 * margin
        if wide <= most:
            break
    box = LabelBox(mark.quad, wide, high)
    return _FittedText(text, mark.colour, font, box, (margin - left, margin - top))


def _sizes(height: int) -> Iterator[int]:
    """Yield sizes of a font, from the usual one down to one that can still be read."""
    while height > _LEAST_HEIGHT:
        yield height
        height = max(_LEAST_HEIGHT, round(height * 0.9))
    yield height


def _write(draw: ImageDraw.ImageDraw, label: _FittedText, spot: Spot) -> None:
    x, y = spot
    draw.rectangle((x, y, x + label.box.width, y + label.box.height), fill=_GROUND)
    origin = (x + label.origin[0], y + label.origin[1])
    draw.multiline_text(
        origin, label.text, font=label.font, fill=label.colour, spacing=1, align="center"
    )
