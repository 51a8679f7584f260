"""Real photos with boxes: read, cut to the region where every face is labelled, varied."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import CLASSES

from ..arrays import Floats, Pixels
from .photograph import photographed

UNNAMED = "face"


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo and the boxes of its face-up tiles.

    Attributes:
        name: file name.
        pixels: uint8 RGB, shape (H, W, 3), already cut to the labelled region.
        quads: pixels of `pixels`, shape (n, 4, 2), clockwise.
        kinds: the tiles' kinds, n of them; UNNAMED for a face that only we boxed.
    """

    name: str
    pixels: Pixels
    quads: Floats
    kinds: tuple[str, ...]


def labelled_photos(folder: Path, more: Path | None = None) -> list[LabelledPhoto]:
    """The photos of a folder with `images/`, `labels/` (YOLO text) and `manifest.csv`.

    Args:
        folder: the photos.
        more: tiles that nobody labelled there, backs among them: lines of photo, `face` or
            `back`, and four corners in pixels of the cut region. Found by our first finder and
            looked through by eye (`datasets/more_boxes.csv`).
    """
    found = []
    added: dict[str, list[tuple[str, Floats]]] = {}
    if more is not None:
        with more.open(newline="", encoding="utf-8") as lines:
            for row in list(csv.reader(lines))[1:]:
                quad = np.array([float(v) for v in row[2:]]).reshape(4, 2)
                added.setdefault(row[0], []).append((row[1], quad))
    with (folder / "manifest.csv").open(newline="", encoding="utf-8") as lines:
        for line in csv.reader(lines):
            if line[0] == "name":
                continue
            region = tuple(float(v) for v in line[-4:])
            found.append(_read(folder, line[0], region, added.get(line[0], [])))
    return found


def _read(
    folder: Path, name: str, region: tuple[float, ...], added: list[tuple[str, Floats]]
) -> LabelledPhoto:
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
    for kind, quad in added:
        quads.append(quad)
        kinds.append(kind)
    cut = pixels[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))].copy()
    return LabelledPhoto(name, cut, np.array(quads).reshape(-1, 4, 2), tuple(kinds))


def _quad(values: Sequence[float]) -> Floats:
    """Corners, shape (4, 2), of `cx cy w h` or of four corners in any turn."""
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


def varied(
    photo: LabelledPhoto, size: int, fill: Sequence[Pixels], rng: np.random.Generator
) -> LabelledPhoto:
    """The photo stretched, turned, scaled and moved on a square of `size` pixels.

    What lies outside the labelled region is covered, since unlabelled tiles may be there.
    """
    height, width = photo.pixels.shape[:2]
    aspect = np.exp(rng.uniform(-0.35, 0.35))
    share = np.exp(rng.uniform(np.log(0.5), np.log(1.6)))
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
    pixels = np.where(mask[:, :, None] > 127, warped, ground).astype(np.uint8)
    quads = photo.quads @ linear.T + shift
    inside = [_inside(quad, size) > 0.6 for quad in quads]
    kinds = tuple(k for k, ok in zip(photo.kinds, inside, strict=True) if ok)
    return LabelledPhoto(
        photo.name, photographed(pixels, rng, 0.7), quads[np.array(inside, bool)], kinds
    )


def _ground(size: int, fill: Sequence[Pixels], rng: np.random.Generator) -> Pixels:
    from .surfaces import surface

    return surface(size, size, fill, rng)


def _inside(quad: Floats, size: int) -> float:
    """Share of the quad's bounding box inside the picture."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    cut = np.clip(high, 0, size) - np.clip(low, 0, size)
    return float(np.prod(cut) / max(1e-6, float(np.prod(high - low))))
