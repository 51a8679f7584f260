"""Real photos with boxes, cut to the region where every face is labelled; augmentation."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import CLASSES

from ...arrays import Floats, Pixels
from ..rendering.camera_effects import apply_camera_effects

UNNAMED = "face"


@dataclass(frozen=True, slots=True)
class TrainingPhoto:
    """A photo and the boxes of its face-up tiles.

    Attributes:
        name: file name.
        pixels: uint8 RGB, shape (H, W, 3), already cut to the labelled region.
        quads: pixels of `pixels`, shape (n, 4, 2), clockwise.
        kinds: the tiles' kinds, n of them; UNNAMED for a face with a box of ours alone.
    """

    name: str
    pixels: Pixels
    quads: Floats
    kinds: tuple[str, ...]


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
    return TrainingPhoto(photo.name, photo.pixels, np.array(quads).reshape(-1, 4, 2), kinds)


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
    return TrainingPhoto(photo.name, photo.pixels, np.array(quads).reshape(-1, 4, 2), tuple(kinds))


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
    share = np.exp(rng.uniform(np.log(0.5), np.log(1.6 * strip)))
    scale = size / max(width * aspect, height) * share
    angle = rng.normal(0, 0.08)
    if rng.random() < 0.25:
        angle += rng.integers(1, 4) * np.pi / 2
    elif rng.random() < 0.15:
        angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    linear = np.array([[c, -s], [s, c]]) @ np.diag([scale * aspect, scale])
    shift = np.array([size, size]) / 2 - linear @ (np.array([width, height]) / 2)
    shift += rng.normal(0, 0.08, 2) * size * max(1.0, share)
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
    return TrainingPhoto(
        photo.name, apply_camera_effects(pixels, rng, 0.7), quads[np.array(inside, bool)], kinds
    )


def _ground(size: int, fill: Sequence[Pixels], rng: np.random.Generator) -> Pixels:
    from ..rendering.surfaces import surface

    return surface(size, size, fill, rng)


def _inside(quad: Floats, size: int) -> float:
    """Return the share of the quad's bounding box inside the picture."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    cut = np.clip(high, 0, size) - np.clip(low, 0, size)
    return float(np.prod(cut) / max(1e-6, float(np.prod(high - low))))
