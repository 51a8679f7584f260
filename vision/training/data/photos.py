"""Real photos with boxes, cut to the region where every face is labelled; augmentation.

Three folders have photos: `photos` (stretched to squares), `photos_tray` (stretched; most show one
set in a tray) and `photos_sets` (true ratios, corners from each tile's own top left).
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import CLASSES

from ...arrays import Floats, Pixels
from ..rendering.camera_effects import apply_camera_effects

UNNAMED = "face"

TRAY_WEIGHT = 0.12
"""137 pictures show the same tray: together they count as 16 photos."""
SETS_WEIGHT = 4.0
"""18 photos show ten sets with some 1,000 tiles: each is drawn as often as four photos."""
HELD_OUT_SETS = frozenset(["chombo_box_cream", "chombo_box_redcase"])
"""Two sets of `photos_sets` that no net was trained on: they compare recipes."""
TURNED_SHARE = 0.3
"""Share of photos that are turned by any angle: a finder that saw fewer turned boxes at 45 degrees
by a right angle."""
_TILE_RATIO = 1.35
_SMALL, _LARGE = 24.0, 60.0
"""Pixels of a tile's side: photos with smaller tiles are enlarged up to the second."""


@dataclass(frozen=True, slots=True)
class TrainingPhoto:
    """A photo and the boxes of its face-up tiles.

    Attributes:
        name: file name.
        pixels: uint8 RGB, shape (H, W, 3), already cut to the labelled region.
        quads: pixels of `pixels`, shape (n, 4, 2), clockwise.
        kinds: the tiles' kinds, n of them; UNNAMED for a face with a box of ours alone.
        design: name of the tile set; "" when unknown.
        is_directed: each quad starts at the tile's own top left.
        weight: how often it is drawn, compared with a usual photo.
    """

    name: str
    pixels: Pixels
    quads: Floats
    kinds: tuple[str, ...]
    design: str = ""
    is_directed: bool = False
    weight: float = 1.0


def load_training_photos(
    folder: Path, more: Path | None = None, mended: Path | None = None
) -> list[TrainingPhoto]:
    """Load the photos of a folder with `images/`, `labels/` (YOLO text) and `manifest.csv`.

    Args:
        folder: the photos.
        more: tiles without a label there, backs among them: lines of photo, `face` or `back`, and
            four corners in pixels of the cut region. Found by our first detector and checked by
            eye (`datasets/more_boxes.csv`).
        mended: corrected labels: lines of photo, number of the label, kind (none: drop it) and,
            where the upright box of a slanted tile is replaced, four corners
            (`datasets/mended_boxes.csv`).
    """
    found = []
    added: dict[str, list[tuple[str, Floats]]] = {}
    for row in _rows(more):
        added.setdefault(row[0], []).append((row[1], _corners(row[2:])))
    changed: dict[str, dict[int, tuple[str, Floats | None]]] = {}
    for row in _rows(mended):
        quad = _corners(row[3:]) if row[3] else None
        changed.setdefault(row[0], {})[int(row[1])] = (row[2], quad)
    with (folder / "manifest.csv").open(newline="", encoding="utf-8") as lines:
        for line in csv.reader(lines):
            if line[0] == "name":
                continue
            region = tuple(float(v) for v in line[-4:])
            photo = _correct_labels(_read(folder, line[0], region), changed.get(line[0], {}))
            found.append(_add_boxes(photo, added.get(line[0], [])))
    return found


def load_tray_photos(folder: Path) -> list[TrainingPhoto]:
    """Load `photos_tray`: stretch each photo back to a tile's usual ratio, weigh the tray down."""
    found = []
    for row in _rows(folder / "manifest.csv"):
        name, scene, ratio = row[0], row[1], float(row[3])
        photo = _read(folder, name, (0.0, 0.0, 1.0, 1.0))
        if scene == "tray":
            photo = _stretch(photo, float(np.clip(ratio / _TILE_RATIO, 0.6, 1.7)))
            photo = replace(photo, design="tray", weight=TRAY_WEIGHT)
        found.append(photo)
    return found


def _stretch(photo: TrainingPhoto, factor: float) -> TrainingPhoto:
    """Return the photo `factor` times as wide."""
    height, width = photo.pixels.shape[:2]
    wide = round(width * factor)
    pixels = cv2.resize(photo.pixels, (wide, height), interpolation=cv2.INTER_AREA)
    quads = photo.quads * [wide / width, 1.0]
    return replace(photo, pixels=pixels.astype(np.uint8, copy=False), quads=quads)


def load_set_photos(folder: Path, held_out: bool = False) -> list[TrainingPhoto]:
    """Load `photos_sets`: cover the unlabelled tiles of each photo.

    Args:
        folder: the photos.
        held_out: load the sets of HELD_OUT_SETS, which are left out otherwise.
    """
    found = []
    for row in _rows(folder / "manifest.csv"):
        name, design, ignored = row[0], row[1], row[4]
        if (design in HELD_OUT_SETS) != held_out:
            continue
        photo = _read(folder, name, (0.0, 0.0, 1.0, 1.0))
        for box in filter(None, ignored.split(";")):
            _cover(photo.pixels, [float(v) for v in box.split()])
        found.append(replace(photo, design=design, is_directed=True, weight=SETS_WEIGHT))
    return found


def _cover(pixels: Pixels, box: Sequence[float]) -> None:
    """Paint a box (x0 y0 x1 y1, relative) in the median colour of its edge, in place."""
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = (np.array(box) * [width, height, width, height]).round().astype(int)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    part = pixels[y0:y1, x0:x1]
    if part.size:
        edge = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
        part[:] = np.median(edge, axis=0).astype(np.uint8)


def draw_photo(photos: Sequence[TrainingPhoto], rng: np.random.Generator) -> TrainingPhoto:
    """Draw a photo at random, by weight."""
    weights = np.array([photo.weight for photo in photos])
    return photos[int(rng.choice(len(photos), p=weights / weights.sum()))]


def _rows(file: Path | None) -> list[list[str]]:
    """Return the rows of one of our label files, without its header."""
    if file is None:
        return []
    with file.open(newline="", encoding="utf-8") as lines:
        return list(csv.reader(lines))[1:]


def _corners(values: Sequence[str]) -> Floats:
    return np.array([float(v) for v in values]).reshape(4, 2)


def _add_boxes(photo: TrainingPhoto, added: list[tuple[str, Floats]]) -> TrainingPhoto:
    """Return the photo with further boxes."""
    quads = [*photo.quads, *(quad for _, quad in added)]
    kinds = photo.kinds + tuple(kind for kind, _ in added)
    return replace(photo, quads=np.array(quads).reshape(-1, 4, 2), kinds=kinds)


def _correct_labels(
    photo: TrainingPhoto, changed: dict[int, tuple[str, Floats | None]]
) -> TrainingPhoto:
    """Return the photo with corrected labels; drop a label without kind."""
    quads, kinds = [], []
    for number, (quad, kind) in enumerate(zip(photo.quads, photo.kinds, strict=True)):
        new_kind, new_quad = changed.get(number, (kind, None))
        if new_kind:
            quads.append(quad if new_quad is None else new_quad)
            kinds.append(new_kind)
    return replace(photo, quads=np.array(quads).reshape(-1, 4, 2), kinds=tuple(kinds))


def _read(folder: Path, name: str, region: tuple[float, ...]) -> TrainingPhoto:
    picture = cv2.imread(str(folder / "images" / name))
    if picture is None:
        raise ValueError(f"{folder / 'images' / name} is no picture that OpenCV reads")
    pixels = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = np.array(region) * [width, height, width, height]
    quads, kinds = [], []
    label = (folder / "labels" / name).with_suffix(".txt")
    for line in label.read_text(encoding="utf-8").splitlines():
        number, *values = line.split()
        quad = _quad([float(v) for v in values]) * [width, height]
        quads.append(quad - [int(x0), int(y0)])
        kinds.append(CLASSES[int(number)])
    cut = pixels[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))].copy()
    return TrainingPhoto(name, cut, np.array(quads).reshape(-1, 4, 2), tuple(kinds))


def _quad(values: Sequence[float]) -> Floats:
    """Return the corners, shape (4, 2), of `cx cy w h` or of four corners in any order."""
    if len(values) == 8:
        return np.array(values).reshape(4, 2)
    cx, cy, w, h = values
    return np.array(
        [
            [cx - w / 2, cy - h / 2],
            [cx + w / 2, cy - h / 2],
            [cx + w / 2, cy + h / 2],
            [cx - w / 2, cy + h / 2],
        ]
    )


def augment_photo(
    photo: TrainingPhoto, size: int, fill: Sequence[Pixels], rng: np.random.Generator
) -> TrainingPhoto:
    """Stretch, turn, scale and shift the photo on a square of `size` pixels.

    The region without labels is covered, since it may hold unlabelled tiles.
    """
    height, width = photo.pixels.shape[:2]
    aspect = np.exp(rng.uniform(-0.35, 0.35))
    # a strip may overflow the sides, so that its tiles appear large too
    strip = (max(width, height) / min(width, height)) ** 0.35
    largest, centre = 1.6 * strip, np.array([width, height]) / 2
    fit = size / max(width * aspect, height)
    side = _tile_side(photo.quads) * fit
    if side < _SMALL:  # a whole set in its boxes: mostly a part of it, enlarged
        largest = max(largest, _LARGE / side)
        centre = photo.quads[rng.integers(len(photo.quads))].mean(axis=0)
    share = np.exp(rng.uniform(np.log(max(0.5, min(1.0, 10.0 / side))), np.log(largest)))
    scale = fit * share
    angle = rng.normal(0, 0.08)
    if rng.random() < 0.25:
        angle += rng.integers(1, 4) * np.pi / 2
    elif rng.random() < TURNED_SHARE:
        angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    linear = np.array([[c, -s], [s, c]]) @ np.diag([scale * aspect, scale])
    shift = np.array([size, size]) / 2 - linear @ centre
    shift += rng.normal(0, 0.08, 2) * size * float(np.clip(share, 1.0, 1.6 * strip))
    move = np.column_stack([linear, shift])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    ground = _ground(size, fill, rng)
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), move, (size, size))
    small, small_move = photo.pixels, move
    if scale < 0.7:  # warpAffine does not average: shrink first
        factor = max(scale, 0.15)
        small = cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=way)
        exact = np.array([small.shape[1] / width, small.shape[0] / height])
        small_move = np.column_stack([linear / exact, shift])
    warped = cv2.warpAffine(small, small_move, (size, size))
    soft = int(rng.integers(0, 8)) * 2 + 1  # else the detector learns the razor-sharp seam
    inner = cv2.erode(mask, np.ones((soft, soft), np.uint8))
    alpha = cv2.blur(inner, (soft, soft)).astype(np.float32)[:, :, None] / 255
    pixels = (warped * alpha + ground * (1 - alpha)).astype(np.uint8)
    quads = photo.quads @ linear.T + shift
    inside = [_inside(quad, size) > 0.6 for quad in quads]
    kinds = tuple(k for k, ok in zip(photo.kinds, inside, strict=True) if ok)
    pixels = apply_camera_effects(pixels, rng, 0.7)
    return replace(photo, pixels=pixels, quads=quads[np.array(inside, bool)], kinds=kinds)


def _tile_side(quads: Floats) -> float:
    """Return the median of the tiles' shorter sides in pixels; infinite without tiles."""
    if not len(quads):
        return float("inf")
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    return float(np.median(sides.min(axis=1)))


def _ground(size: int, fill: Sequence[Pixels], rng: np.random.Generator) -> Pixels:
    from ..rendering.surfaces import surface

    return surface(size, size, fill, rng)


def _inside(quad: Floats, size: int) -> float:
    """Return the share of the quad's bounding box inside the picture."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    cut = np.clip(high, 0, size) - np.clip(low, 0, size)
    return float(np.prod(cut) / max(1e-6, float(np.prod(high - low))))
