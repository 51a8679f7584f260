"""Training views for the net of bodies: boxes of the finder on photos, scenes and prints.

    python -m vision.training.data.bodies --data DATA --extra EXTRA --out VIEWS --minutes N

Every view is cut as when a photo is read (`recognition.bodies.body_view`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK

from ...arrays import Floats, Pixels
from ...evaluation.matching import match
from ...geometry import as_quad
from ...recognition.bodies import body_view
from ...recognition.detector import DetectorSettings, TileDetector
from ..rendering.arrangements import ARRANGEMENTS, Kit, close_up, hand, melds, stacks
from ..rendering.camera_effects import apply_camera_effects
from ..rendering.dice import throw_dice
from ..rendering.distractors import scatter_distractors
from ..rendering.prints import print_tiles
from ..rendering.scenes import Scenes, is_free
from ..rendering.solids import Piece
from ..rendering.surfaces import change_perspective, surface, table_cloth
from .photos import TrainingPhoto, augment_photo, draw_photo
from .pool import Pool, load_pool

UNKNOWN = -1
"""A label that a box does not have."""
_SOURCES = (
    ("photo", 0.27), ("scene", 0.12), ("stack", 0.27), ("dice", 0.14), ("print", 0.05),
    ("bare", 0.15),
)  # fmt: skip
"""Of a stack every tile has a label of what is below it, and it is the hardest to tell. Four of ten
false boxes on real tables were dice. Faces on photos count as lying on the table: all 393 photos
were looked at, small, and only two show piles in which one may not. Of backs, many in walls, it is
not known."""
_SIZE = 768
_LEAST_SIDE = 9.0
"""Pixels of a box's shorter side, below which nothing can be seen of its body."""
_JITTERED = 6
"""Labelled quads of a picture, moved a little, that are views beside the finder's boxes."""
_SCORE = 0.1
"""Least score of a box of the finder, less than when it reads: few boxes hold no tile."""
_UNLABELLED = 0.7
"""Score from which a box on a photo that meets no label is left out: it may be a tile without."""
_PRINTED = ("d1AKzgUIuM5zTsYpIfk5v0WcIrPRwS_jpg.jpg", "dec55WLpzUGzXw8rhMoLtEPEuL2Pbj_jpg.jpg")
"""Pictures among the photos."""
_CHUNK = 4000
HELD_OUT = 4
"""Every so many-th photo is left out: the probability of a tile is fitted on these."""


@dataclass(frozen=True, slots=True)
class BodyView:
    """A view of a box, and what is in it.

    Attributes:
        pixels: uint8, shape (4, SIDE, SIDE), as `body_view` returns it.
        labels: for each of `recognition.bodies.OUTPUTS` 1, 0 or UNKNOWN.
    """

    pixels: Pixels
    labels: tuple[int, int, int]


def body_views(pool: Pool, detector: TileDetector, seed: int) -> Iterator[list[BodyView]]:
    """Yield the views of one picture after the other, without end."""
    rng = np.random.default_rng(seed)
    grounds = [*pool.grounds, *_pale_tables(len(pool.grounds), rng)]
    drawn = (("scene", ARRANGEMENTS), ("stack", ((stacks, 1.0),)), ("dice", ((_among_dice, 1.0),)))
    scenes = {
        source: Scenes(pool.faces, grounds, pool.things, seed + 13 + n, _SIZE, arrangements)
        for n, (source, arrangements) in enumerate(drawn)
    }
    photos = [photo for n, photo in enumerate(pool.photos) if n % HELD_OUT]
    names = [name for name, _ in _SOURCES]
    shares = [share for _, share in _SOURCES]
    while True:
        source = names[rng.choice(len(names), p=shares)]
        if source == "photo":
            yield _views_of_photo(draw_photo(photos, rng), pool, detector, rng)
        elif source in scenes:
            scene = scenes[source].next()
            quads = np.array([tile.quad for tile in scene.tiles]).reshape(-1, 4, 2)
            labels = [(1, 0, int(tile.level > 0)) for tile in scene.tiles]
            yield _views(scene.pixels, quads, labels, (0,), detector, rng)
        elif source == "bare":
            yield _views(bare_picture(pool, rng), np.empty((0, 4, 2)), (), (0,), detector, rng)
        else:
            printed = print_tiles(pool.faces, pool.grounds, _SIZE, rng)
            labels = [(1, 1, UNKNOWN)] * len(printed.quads)
            yield _views(printed.pixels, printed.quads, labels, (UNKNOWN,), detector, rng)


def _among_dice(kit: Kit) -> list[Piece]:
    """Arrange tiles, with dice among and around them."""
    arrange = (hand, melds, close_up)[int(kit.rng.integers(3))]
    tiles = arrange(kit)
    places = np.array([tile.centre[:2] for tile in tiles])
    low, high = places.min(axis=0) - 90, places.max(axis=0) + 90
    found: list[Piece] = []
    for _ in range(int(kit.rng.integers(2, 7))):
        thrown = throw_dice(kit.rng.uniform(low, high), 25.0, kit.rng)
        found += [die for die in thrown if is_free(die, [*tiles, *found])]
    return [*tiles, *found]


def _pale_tables(count: int, rng: np.random.Generator) -> list[Pixels]:
    """Return plain pale grounds: real tiles lie on white tables as often as printed ones."""
    found = []
    for _ in range(count):
        colour = rng.uniform(170, 250) + rng.normal(0, 5, 3)
        found.append(table_cloth(300, 300, np.clip(colour, 0, 255), rng))
    return found


def bare_picture(pool: Pool, rng: np.random.Generator) -> Pixels:
    """Draw a surface with things that are no tiles, uint8 RGB."""
    ground = surface(_SIZE, _SIZE, pool.grounds, rng)
    for _ in range(int(rng.integers(0, 4))):
        scatter_distractors(ground, pool.things, rng)
    return apply_camera_effects(change_perspective(ground, rng), rng)


def _views_of_photo(
    photo: TrainingPhoto, pool: Pool, detector: TileDetector, rng: np.random.Generator
) -> list[BodyView]:
    changed = augment_photo(photo, _SIZE, pool.grounds, rng)
    printed = int(photo.name in _PRINTED)
    is_hidden = printed or photo.is_directed  # the set photos show layers in boxes
    labels = [(1, printed, UNKNOWN if is_hidden or kind == BACK else 0) for kind in changed.kinds]
    return _views(changed.pixels, changed.quads, labels, (0,), detector, rng, _UNLABELLED)


def _views(
    pixels: Pixels,
    quads: Floats,
    labels: Sequence[tuple[int, int, int]],
    unmatched: tuple[int],
    detector: TileDetector,
    rng: np.random.Generator,
    surely: float = 1.0,
) -> list[BodyView]:
    """Return the views of the finder's boxes and of some labelled quads.

    Args:
        pixels: the picture.
        quads: its labelled tiles, shape (n, 4, 2).
        labels: theirs.
        unmatched: whether there is a tile in a box that meets no label.
        detector: the finder.
        rng: source of chance.
        surely: score of a box from which it may hold a tile, labelled or not.
    """
    found = detector.find(pixels)
    boxes = [box.quad for box in found]
    truth = dict.fromkeys(range(len(boxes)), (unmatched[0], UNKNOWN, UNKNOWN))
    pairs = match([as_quad(quad) for quad in quads], [as_quad(box) for box in boxes])
    truth |= {box: labels[number] for number, box in pairs}
    chosen = [
        (boxes[number], label)
        for number, label in truth.items()
        if label[0] == 1 or (label[0] == 0 and found[number].score < surely)
    ]
    high, wide = pixels.shape[:2]
    whole = [n for n, quad in enumerate(quads) if ((quad > 0) & (quad < [wide, high])).all()]
    for number in rng.permutation(whole)[:_JITTERED]:
        chosen.append((_jitter(quads[number], rng), labels[number]))
    return [
        BodyView(body_view(pixels, quad), label)
        for quad, label in chosen
        if _shorter_side(quad) >= _LEAST_SIDE
    ]


def _jitter(quad: Floats, rng: np.random.Generator) -> Floats:
    side = _shorter_side(quad)
    moved = quad + rng.normal(0, 0.05, 2) * side + rng.normal(0, 0.03, (4, 2)) * side
    return np.asarray(np.roll(moved, int(rng.integers(4)), axis=0))


def _shorter_side(quad: Floats) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())


def save_views(file: Path, views: Sequence[BodyView]) -> None:
    """Write a chunk of views, whole or not at all."""
    part = file.with_suffix(".part")
    with part.open("wb") as opened:
        np.savez(
            opened,
            pixels=np.stack([view.pixels for view in views]),
            labels=np.array([view.labels for view in views], np.int8),
        )
    part.replace(file)


def load_views(files: Iterable[Path]) -> tuple[Pixels, npt.NDArray[np.int8]]:
    """Return the views of chunks: pixels (n, 4, SIDE, SIDE) and labels (n, 3)."""
    pixels, labels = [], []
    for file in files:
        with np.load(file) as content:
            pixels.append(content["pixels"])
            labels.append(content["labels"])
    return np.concatenate(pixels), np.concatenate(labels)


def main() -> None:
    """Write chunks of views for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the training folder")
    parser.add_argument("--extra", type=Path, nargs="*", default=[], help="fonts and wallpapers")
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--out", type=Path, required=True, help="folder for the chunks")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    pool = load_pool(options.data, options.faces, options.extra, options.out.parent / "pool.pickle")
    detector = TileDetector.load(None, DetectorSettings(score=_SCORE))
    end, number, views = time.monotonic() + 60 * options.minutes, 0, list[BodyView]()
    for found in body_views(pool, detector, options.seed):
        views += found
        if len(views) >= _CHUNK:
            save_views(options.out / f"{options.seed}-{number:04d}.npz", views)
            print(f"{options.seed}-{number:04d}.npz: {len(views)} views", flush=True)
            number, views = number + 1, []
        if time.monotonic() > end:
            break


if __name__ == "__main__":
    main()
