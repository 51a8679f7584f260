"""Measure accuracy on shrunk, rotated, tilted and degraded copies of the same photos.

    python benchmarks/robustness.py FOLDER... [--weights FOLDER ...]

Each labelled photo (of a folder that `handreader evaluate` reads) is read in four copies: at 45 %
of its size; rotated by 28 degrees; seen from a lower camera; blurred, dark and saved at JPEG
quality 30. A tile counts as found if a box's centre is within 0.4 of its size of the label's.
Several `--weights` are compared on the same copies. The default is the installed weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))  # this file's checkout

from vision.arrays import Floats, Pixels
from vision.evaluation.labels import load_labelled_photos
from vision.photo import open_photo
from vision.recognition.recognizer import TileRecognizer
from vision.seen_tile import SeenTile

LONGEST = 1600
TABLE = (60, 90, 70)  # colour outside a turned photo


@dataclass(slots=True)
class Count:
    """Counts of labelled, found and correctly named tiles; of photos, and of perfect ones."""

    tiles: int = 0
    found: int = 0
    right: int = 0
    photos: int = 0
    perfect: int = 0

    def add(self, kinds: Sequence[str], quads: Floats, seen: Sequence[SeenTile]) -> None:
        """Compare recognised tiles with labels, quads of shape (n, 4, 2) in the same pixels."""
        centres = np.array([np.mean(t.quad, axis=0) for t in seen]).reshape(-1, 2)
        right = 0
        for kind, quad in zip(kinds, quads, strict=True):
            reach = 0.4 * float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))
            away = np.linalg.norm(centres - quad.mean(axis=0), axis=1)
            if len(away) and away.min() < reach:
                self.found += 1
                right += seen[int(away.argmin())].kind == kind
        self.tiles += len(kinds)
        self.right += right
        self.photos += 1
        self.perfect += right == len(kinds)


def copies(pixels: Pixels) -> Iterator[tuple[str, Pixels, Floats]]:
    """Yield name, picture and the map (3 x 3) from the photo's pixels to the copy's."""
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    yield "small", small.astype(np.uint8), np.diag([0.45, 0.45, 1.0])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    c, s = np.cos(np.deg2rad(28)), np.sin(np.deg2rad(28))
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    turned = corners @ turn[:2, :2].T
    turn[:2, 2] = -turned.min(axis=0)
    yield "turned", _warp(pixels, turn, np.ptp(turned, axis=0)), turn
    low = corners + np.array([[0.22, 0.2], [-0.22, 0.2], [0, -0.1], [0, -0.1]]) * [width, height]
    tilt = cv2.getPerspectiveTransform(corners.astype(np.float32), low.astype(np.float32))
    yield "tilted", _warp(pixels, tilt, np.array([width, height])), tilt.astype(np.float64)
    blurred = cv2.GaussianBlur(pixels, (0, 0), max(height, width) / 900)
    dark = cv2.convertScaleAbs(blurred, alpha=0.6)
    code = cv2.imencode(".jpg", dark, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    spoilt = cv2.imdecode(code, cv2.IMREAD_COLOR)
    assert spoilt is not None  # it was encoded one line above
    yield "spoilt", spoilt.astype(np.uint8), np.eye(3)


def _warp(pixels: Pixels, move: Floats, size: Floats) -> Pixels:
    wide, tall = (int(v) for v in np.ceil(size))
    picture = cv2.warpPerspective(
        pixels, move, (wide, tall), flags=cv2.INTER_AREA, borderValue=TABLE
    )
    return picture.astype(np.uint8)


def transform_quads(quads: Floats, move: Floats) -> Floats:
    """Transform quads, shape (n, 4, 2), to the pixels of a copy."""
    lifted = np.concatenate([quads, np.ones((*quads.shape[:2], 1))], axis=2) @ move.T
    result: Floats = lifted[..., :2] / lifted[..., 2:]
    return result


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--weights", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    tellers = [(str(w), TileRecognizer.load(w)) for w in options.weights] or [
        ("installed", TileRecognizer.load())
    ]
    counts: dict[tuple[str, str, str], Count] = {}
    for folder in options.folders:
        for labelled in load_labelled_photos(folder):
            pixels = open_photo(labelled.path).pixels
            scale = min(1.0, LONGEST / max(pixels.shape[:2]))
            pixels = cv2.resize(
                pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
            ).astype(np.uint8)
            quads = np.array([label.quad for label in labelled.labels]).reshape(-1, 4, 2) * scale
            kinds = [label.kind for label in labelled.labels]
            for name, picture, move in copies(pixels):
                for weights, teller in tellers:
                    key = (weights, folder.name, name)
                    seen = teller.recognize(picture)
                    counts.setdefault(key, Count()).add(kinds, transform_quads(quads, move), seen)
    for (weights, folder_name, name), count in sorted(counts.items()):
        print(
            f"{weights} {folder_name} {name}: found {count.found}, right {count.right} of "
            f"{count.tiles} ({count.right / max(1, count.tiles):.1%}), "
            f"photos without a fault {count.perfect} of {count.photos}"
        )
    for weights, _ in tellers:
        mine = [count for key, count in counts.items() if key[0] == weights]
        print(f"{weights}: right {sum(c.right for c in mine)} of {sum(c.tiles for c in mine)}")


if __name__ == "__main__":
    main()
