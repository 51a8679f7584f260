"""Teaching a tile set: photos of all its faces in a known order become a taught set.

The tiles label themselves by their places. The untaught net's own reading shows where the order
cannot be right; then nothing is taught.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from scoring.tiles import BACK, CLASSES

from ..arrays import Floats, Pixels
from ..geometry import centre
from ..judging.tiles import TileSettings
from ..photo import Photo, shrink
from ..recognition.bodies import BodyNet
from ..recognition.classifier import ClassifierSettings, TileClassifier
from ..recognition.detector import CLASSES as FOUND
from ..recognition.detector import Detection, Detector, TileDetector
from ..recognition.recognizer import TileRecognizer
from ..recognition.weights import find_weights
from ..rows import edge_of_faces, rows_of
from ..seen_tile import SeenTile
from .adaptation import (
    Examples,
    LearnSettings,
    compute_examples,
    cosine_similarities,
    cut_patch,
    fit_adapter,
    likeliest_kinds,
    settings_for,
)
from .errors import FaultList, TeachError
from .tile_set import TaughtSet

Order = tuple[tuple[str, ...], ...]

# Every detected tile counts: faces that the net does not know are why a set is taught.
# All are of one size, so a box with less than 0.42 of the median area is a part of a tile.
TELLING = TileSettings(least=0.0, smallest=0.65)
SURE_BOX = 0.6
"""Boxes with this score are tiles; weaker ones only as long as tiles are missing."""
LARGEST = 1600
"""Longer side in pixels from which a photo is made smaller first: rows of nine tiles that fill it
are still twice as large as the crops that are cut from it, and are cut four times as fast."""


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """Thresholds for a tile that cannot be the one of the order at its place.

    Attributes:
        sure: the net gives another kind at least this probability ...
        least: ... and the expected kind at most this.
        same: cosine of two tiles' features from which they show the same face. Development sets:
            the same face 0.98 (99 % above 0.84), the most alike other face 0.81 (99 % below 0.94).
    """

    sure: float = 0.8
    least: float = 0.05
    same: float = 0.95


@dataclass(frozen=True, slots=True)
class HoldoutAccuracy:
    """Accuracy on tiles held out from teaching.

    Attributes:
        tiles: their number.
        before: right names by the untaught net.
        after: right names after teaching with the other pictures.
        photos: photos taught; with one, the held-out tiles are other views of it.
    """

    tiles: int
    before: int
    after: int
    photos: int


def order(flowers: bool = False, red_fives: bool = False, back: bool = False) -> Order:
    """Return the kinds in rows, left to right, top row first, in the order for teaching."""
    suits = [tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps"]
    honours = tuple(f"{rank}z" for rank in range(1, 8))
    laid = [*suits, (*honours, BACK) if back else honours]
    if flowers:
        laid.append(tuple(f"{rank}f" for rank in range(1, 9)))
    if red_fives:
        laid.append(("0m", "0p", "0s"))
    return tuple(laid)


class ExpectedCountDetector:
    """A detector with a known number of tiles: weak boxes fill up to that number."""

    def __init__(self, finder: Detector, count: int) -> None:
        self._finder, self._count = finder, count

    def find(self, pixels: Pixels) -> list[Detection]:
        """Return the tiles of an upright RGB picture, highest score first."""
        boxes = self._finder.find(pixels)
        sure = sum(box.score >= SURE_BOX for box in boxes)
        return boxes[: max(sure, self._count)]


def teach(
    name: str,
    photos: Sequence[Photo],
    rows: Order,
    weights: Path | None = None,
    trust_order: bool = False,
) -> tuple[TaughtSet, HoldoutAccuracy]:
    """Teach a set from photos of all its tiles; return the set and its accuracy on held-out tiles.

    Args:
        name: the set's name.
        photos: one or more, each with every tile of `rows` in its place.
        rows: result of `order`.
        weights: folder of weights; None for the installed ones.
        trust_order: whether the order overrides the net where they disagree; missing and surplus
            tiles are faults all the same.

    Raises:
        TeachError: tiles that are missing, doubled or swapped, with their places.
        HandReaderError: weights that are missing or damaged.
    """
    found, named_by = (
        find_weights("detector", FOUND, weights),
        find_weights("namer", CLASSES, weights),
    )
    kinds = tuple(kind for row in rows for kind in row)
    # Photos are processed in parallel: a net with threads of its own would only make them wait
    # for each other.
    with ThreadPoolExecutor(2) as pool:
        opening = pool.submit(TileDetector, found.path, threads=1)
        namer = TileClassifier(named_by.path, ClassifierSettings(batch=16), threads=1)
        bodies = BodyNet.load(weights)
        finder = ExpectedCountDetector(opening.result(), len(kinds))
        teller = TileRecognizer(finder, namer, bodies, TELLING)
        show = partial(
            _photo_examples, teller=teller, namer=namer, rows=rows, trust_order=trust_order
        )
        shown = list(pool.map(partial(show, settings=settings_for(len(photos))), photos))
    examples = [seen for _, seen in shown]
    held = evaluate_holdout(examples)
    cuts = np.stack([cut for patches, _ in shown for cut in patches])
    adapter = fit_adapter(_concatenate(examples))
    return TaughtSet(name, kinds * len(photos), cuts, adapter, named_by.sha256), held


def _photo_examples(
    photo: Photo,
    *,
    teller: TileRecognizer,
    namer: TileClassifier,
    rows: Order,
    trust_order: bool,
    settings: LearnSettings,
) -> tuple[list[Pixels], Examples]:
    """Cut a photo's tiles out in their order and compute the net's outputs for them."""
    pixels = shrink(photo.pixels, LARGEST)
    tiles = match_order(teller.recognize(pixels), rows, photo.name)
    patches = [cut_patch(pixels, quad) for quad in upright_quads(tiles, rows)]
    seen = compute_examples(namer, [kind for row in rows for kind in row], patches, settings)
    if not trust_order:
        _check_placement(tiles, rows, cosine_similarities(seen), photo.name)
    return patches, seen


def evaluate_holdout(examples: Sequence[Examples]) -> HoldoutAccuracy:
    """Evaluate teaching on held-out tiles: the last photo's, or of one photo the last views."""
    if len(examples) > 1:
        taught, kept = _concatenate(examples[:-1]), examples[-1].select(slice(None), slice(0, 1))
    else:
        split = (examples[0].features.shape[1] + 1) // 2
        taught = examples[0].select(slice(None), slice(0, split))
        kept = examples[0].select(slice(None), slice(split, None))
    truth = kept.kinds[:, None]
    before, after = likeliest_kinds(kept), likeliest_kinds(kept, fit_adapter(taught))
    right = int((before == truth).sum()), int((after == truth).sum())
    return HoldoutAccuracy(before.size, *right, len(examples))


def _concatenate(examples: Sequence[Examples]) -> Examples:
    return Examples(
        np.concatenate([e.kinds for e in examples]),
        np.concatenate([e.logits for e in examples]),
        np.concatenate([e.features for e in examples]),
    )


def match_order(tiles: Sequence[SeenTile], rows: Order, photo: str) -> list[SeenTile]:
    """Sort the tiles into the places of the order, row by row.

    The rows may be seen from across the table: of both directions, the one counts that the names
    fit better.

    Raises:
        TeachError: rows or tiles too few or too many, with the place where that shows.
    """
    seen = [list(row) for row in rows_of(tiles, edge_of_faces(tiles))]
    if len(seen) != len(rows):
        raise TeachError(
            "row_count",
            photo=photo,
            rows=len(seen),
            lengths=_lengths(seen) or 0,
            expected=len(rows),
            needed=_lengths(rows),
        )
    ways = (seen, [row[::-1] for row in seen[::-1]])
    seen = max(ways, key=lambda way: sum(_align(*pair)[0] for pair in zip(way, rows, strict=True)))
    faults = [
        fault
        for number, pair in enumerate(zip(seen, rows, strict=True), 1)
        for fault in _count_faults(number, *pair)
    ]
    if faults:
        raise TeachError("faulty", photo=photo, faults=FaultList(faults))
    return [tile for row in seen for tile in row]


def _lengths(found: Sequence[Sequence[object]]) -> str:
    return ", ".join(str(len(row)) for row in found)


def _probability(tile: SeenTile, kind: str) -> float:
    """Return the net's probability of a kind."""
    return dict(tile.names).get(kind, 0.0)


def _align(
    row: Sequence[SeenTile], kinds: Sequence[str]
) -> tuple[float, list[tuple[int | None, int | None]]]:
    """Align a row with its kinds, where tiles and kinds may be skipped.

    Returns:
        The log-likelihood; and pairs (place in the row, place in the order), None on one side
        for a tile too many or a kind that is missing.
    """
    skipped = -3.0  # as unlikely as a name of 5 %
    best = np.full((len(row) + 1, len(kinds) + 1), -np.inf)
    best[0] = skipped * np.arange(len(kinds) + 1)
    best[:, 0] = skipped * np.arange(len(row) + 1)
    match = np.array([[np.log(_probability(t, k) + 1e-3) for k in kinds] for t in row])
    for i in range(1, len(row) + 1):
        for j in range(1, len(kinds) + 1):
            best[i, j] = max(
                best[i - 1, j - 1] + match[i - 1, j - 1],
                best[i - 1, j] + skipped,
                best[i, j - 1] + skipped,
            )
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(row), len(kinds)
    while i or j:
        if i and j and best[i, j] == best[i - 1, j - 1] + match[i - 1, j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and best[i, j] == best[i - 1, j] + skipped:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return float(best[len(row), len(kinds)]), pairs[::-1]


def _count_faults(
    number: int, row: Sequence[SeenTile], kinds: Sequence[str]
) -> Iterator[TeachError]:
    """Yield a row's surplus or missing tiles, with the likely place."""
    if len(row) == len(kinds):
        return
    pairs = _align(row, kinds)[1]
    likely = [
        TeachError("lacking", kind=kinds[j], place=j + 1)
        for i, j in pairs
        if i is None and j is not None
    ]
    likely += [
        TeachError("surplus", kind=row[i].kind, place=i + 1)
        for i, j in pairs
        if j is None and i is not None
    ]
    yield TeachError(
        "row_length",
        row=number,
        seen=len(row),
        expected=len(kinds),
        first=kinds[0],
        last=kinds[-1],
        likely=FaultList(likely, ", "),
    )


def upright_quads(tiles: Sequence[SeenTile], rows: Order) -> list[Floats]:
    """Return the tiles' corners from their own top left: by the face, else by the row."""
    quads = np.array([tile.quad for tile in tiles])
    middles = centre(quads)
    found: list[Floats] = []
    for row in rows:
        some = range(len(found), len(found) + len(row))
        right = middles[some[-1]] - middles[some[0]]
        for kind, number in zip(row, some, strict=True):
            quad = quads[number]
            if not (tiles[number].oriented and tiles[number].kind == kind):
                tops = np.roll(quad, -1, axis=0) - quad
                quad = np.roll(quad, -int(np.argmax(tops @ right)), axis=0)
            found.append(quad)
    return found


def _check_placement(tiles: Sequence[SeenTile], rows: Order, alike: Floats, photo: str) -> None:
    """Reject tiles that differ from the order at their place."""
    faults = find_order_errors(tiles, rows, alike)
    if faults:
        raise TeachError("misplaced", photo=photo, faults=FaultList(faults))


def find_order_errors(
    tiles: Sequence[SeenTile],
    rows: Order,
    alike: Floats,
    settings: CheckSettings | None = None,
) -> list[TeachError]:
    """Find doubled, swapped and foreign tiles, with their places.

    A set that the net does not know is misread here and there, and that must not stop its being
    taught. So a tile counts as misplaced only if the kind it is read as is not at that kind's own
    place either (swapped), or shows the very same face there (doubled).

    Args:
        tiles: one a place of the order.
        rows: the order.
        alike: cosines between the tiles' features, shape (n, n).
        settings: thresholds.
    """
    settings = settings or CheckSettings()
    places = [(kind, r, c) for r, row in enumerate(rows, 1) for c, kind in enumerate(row, 1)]
    spot = {kind: number for number, (kind, _, _) in enumerate(places)}
    odd = {
        number: tile.kind
        for number, (tile, (kind, _, _)) in enumerate(zip(tiles, places, strict=True))
        if tile.kind_probability >= settings.sure and _probability(tile, kind) <= settings.least
    }
    faults = []
    for number, read in odd.items():
        kind, r, c = places[number]
        own = spot.get(read)
        where = {"row": r, "place": c, "kind": kind, "seen": read}
        if own is None:
            # a blank white dragon looks like a back to a net that does not know the set
            if {kind, read} != {"5z", BACK}:
                faults.append(TeachError("foreign", **where))
        elif own in odd:
            faults.append(TeachError("swapped", **where))
        elif alike[number, own] >= settings.same:
            _, own_row, own_place = places[own]
            faults.append(TeachError("doubled", **where, own_row=own_row, own_place=own_place))
    return faults
