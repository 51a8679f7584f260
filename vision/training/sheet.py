"""Draw a contact sheet of training samples, to inspect before a run of hours.

    python -m vision.training.sheet --data FOLDER --extra FOLDER --out FILE.png

The upper part shows rendered scenes and real photos as the finder gets them. Each tile is outlined
(a face green, a back blue, with a dot at the tile's own top left). The lower part shows crops as
the namer gets them, with the kind and the acceptable directions (quarter turns clockwise).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scoring.tiles import BACK, CLASSES

from ..arrays import Floats, Pixels
from ..recognition.classifier import CROP, NOTHING
from .data.crops import Crop, crops
from .data.photos import augment_photo, draw_photo
from .data.pool import Pool, load_pool
from .finder import SIZE
from .rendering.scenes import Scenes

_GREEN, _BLUE = (0, 220, 140), (80, 150, 255)
_GAP, _LINE, _MARGIN = 4, 15, 10
_COLUMNS = 4
_GROUND, _INK = (24, 24, 26), (235, 235, 235)


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The size and number of pictures on a contact sheet.

    Attributes:
        scenes: rendered scenes.
        photos: real photos, augmented as for training.
        crops: crops of the classifier.
        side: pixels of a picture on the sheet.
    """

    scenes: int = 12
    photos: int = 8
    crops: int = 160
    side: int = 400


def sheet(pool: Pool, seed: int, options: SheetOptions | None = None) -> Pixels:
    """Render a contact sheet, uint8 RGB; same seed, same sheet."""
    options = options or SheetOptions()
    rendered, real = finder_pictures(pool, seed, options)
    width = _COLUMNS * (options.side + _GAP) + 2 * _MARGIN - _GAP
    parts = [
        _heading("finder: rendered scenes (green face, blue back, dot: its top left)", width),
        _grid([draw_outlines(*item, options.side) for item in rendered], width),
        _heading("finder: real photos, varied", width),
        _grid([draw_outlines(*item, options.side) for item in real], width),
        _heading("namer: kind, quarter turns that count as right (- no tile)", width),
        _grid([add_caption(crop) for crop in islice(crops(pool, seed), options.crops)], width),
    ]
    return np.concatenate([part for part in parts if part.size])


Picture = tuple[Pixels, Floats, list[bool]]
"""uint8 RGB (SIZE, SIZE, 3), quads (n, 4, 2), which of them are backs."""


def finder_pictures(
    pool: Pool, seed: int, options: SheetOptions
) -> tuple[list[Picture], list[Picture]]:
    """Return rendered scenes and augmented real photos, generated as for the detector."""
    scenes = Scenes(pool.faces, pool.grounds, pool.things, seed, SIZE)
    rendered = []
    for _ in range(options.scenes):
        scene = scenes.next()
        rendered.append(_picture(scene.pixels, [(t.quad, t.kind) for t in scene.tiles]))
    rng = np.random.default_rng(seed)
    real = []
    for _ in range(options.photos):
        photo = augment_photo(draw_photo(pool.photos, rng), SIZE, pool.grounds, rng)
        real.append(_picture(photo.pixels, list(zip(photo.quads, photo.kinds, strict=True))))
    return rendered, real


def _picture(pixels: Pixels, tiles: Sequence[tuple[Floats, str]]) -> Picture:
    quads = np.array([quad for quad, _ in tiles]).reshape(-1, 4, 2)
    return pixels, quads, [kind == BACK for _, kind in tiles]


def draw_outlines(pixels: Pixels, quads: Floats, backs: Sequence[bool], side: int) -> Pixels:
    """Draw the tiles' quads and first corners on the picture, `side` pixels wide and high."""
    scale = side / max(pixels.shape[:2])
    picture = cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA)
    shift = 4  # sub-pixel bits: outlines of small tiles must not jump
    for quad, back in zip(quads * scale, backs, strict=True):
        colour = _BLUE if back else _GREEN
        points = np.round(quad * (1 << shift)).astype(np.int32)
        cv2.polylines(picture, [points], True, colour, 1, cv2.LINE_AA, shift)
        x, y = (int(v) for v in points[0])
        cv2.circle(picture, (x, y), 2 << shift, colour, -1, cv2.LINE_AA, shift)
    return picture.astype(np.uint8, copy=False)


def add_caption(crop: Crop) -> Pixels:
    """Add the crop's label, `kind` and directions, beneath it."""
    kind = "-" if crop.kind == NOTHING else CLASSES[crop.kind]
    turns = "" if crop.kind == NOTHING else "".join(map(str, crop.directions))
    cell = Image.new("RGB", (CROP, CROP + _LINE), _GROUND)
    cell.paste(Image.fromarray(crop.pixels), (0, 0))
    pen = ImageDraw.Draw(cell)
    pen.text((1, CROP), f"{kind} {turns}", font=_font(12), fill=_INK)
    return np.asarray(cell)


def _heading(text: str, width: int) -> Pixels:
    line = Image.new("RGB", (width, 30), _GROUND)
    ImageDraw.Draw(line).text((_MARGIN, 8), text, font=_font(15), fill=_INK)
    return np.asarray(line)


def _grid(cells: Sequence[Pixels], width: int) -> Pixels:
    """Arrange cells of one size side by side, as many a row as fit into `width` pixels."""
    if not cells:
        return np.empty((0, width, 3), np.uint8)
    tall, wide = cells[0].shape[:2]
    columns = max(1, (width - 2 * _MARGIN + _GAP) // (wide + _GAP))
    rows = -(-len(cells) // columns)
    ground = np.full((rows * (tall + _GAP), width, 3), _GROUND, np.uint8)
    for number, cell in enumerate(cells):
        y, x = number // columns * (tall + _GAP), _MARGIN + number % columns * (wide + _GAP)
        ground[y : y + tall, x : x + wide] = cell
    return ground


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size)


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    usual = SheetOptions()
    parser.add_argument("--data", type=Path, required=True, help="the training folder")
    parser.add_argument("--extra", type=Path, nargs="*", default=[], help="fonts and wallpapers")
    parser.add_argument("--out", type=Path, required=True, help="the sheet, a PNG file")
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--cache", type=Path, default=Path("runs/pool.pickle"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=usual.scenes)
    parser.add_argument("--photos", type=int, default=usual.photos)
    parser.add_argument("--crops", type=int, default=usual.crops)
    parser.add_argument("--side", type=int, default=usual.side, help="pixels of a picture on it")
    options = parser.parse_args()
    pool = load_pool(options.data, options.faces, options.extra, options.cache)
    sheet_options = SheetOptions(options.scenes, options.photos, options.crops, options.side)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(sheet(pool, options.seed, sheet_options)).save(options.out)
    print(options.out)


if __name__ == "__main__":
    main()
