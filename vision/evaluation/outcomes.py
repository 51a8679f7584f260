"""Outcomes: each labelled tile of a picture as right, wrong, missed or extra."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import Protocol

from scoring.tiles import BACK

from ..draw import Colour, Mark, annotate
from ..photo import Photo, Pixels, open_photo
from ..seen_tile import Quad, SeenTile
from .labels import Box, Label, LabelledCrop, LabelledPhoto
from .matching import centre, match

_NO_TILE = 0.5  # a crop with less probability than this on all kinds together is no tile


class PhotoResult(Protocol):
    """The result of a reader for a photo, as `vision.PhotoReading`."""

    @property
    def tiles(self) -> Sequence[SeenTile]:
        """Return every tile, its id being its index."""

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """Return the tile ids, owner's left to right, top row first."""

    @property
    def turned_ids(self) -> Collection[int]:
        """Return the ids of the tiles read as sideways."""


ReadPhoto = Callable[[Photo], PhotoResult]
Boxer = Callable[[Pixels], Sequence[Quad]]
"""Every outline that was looked at in a picture, before the namer rejected some."""
CropNamer = Callable[[Sequence[Pixels]], Sequence[Sequence[tuple[str, float]]]]


class Verdict(StrEnum):
    """The outcome of one labelled or one predicted tile."""

    RIGHT = "right"
    WRONG = "wrong"  # found, named otherwise
    MISSED = "missed"  # labelled, not found
    EXTRA = "extra"  # predicted where no labelled tile is
    BACK = "back"  # a tile face down, where only faces are labelled
    IGNORED = "ignored"  # outside the region in which labels are complete


@dataclass(frozen=True, slots=True)
class TileOutcome:
    """One tile's verdict, with its label (None: extra) and prediction (None: missed).

    `turned` is whether the reader found it sideways.
    """

    verdict: Verdict
    label: Label | None
    tile: SeenTile | None
    turned: bool = False


@dataclass(frozen=True, slots=True)
class EvaluatedPhoto:
    """One labelled picture after reading.

    Attributes:
        photo: the picture and its labels.
        outcomes: one a label, in order, then one a prediction that matches none.
        seconds: opening and reading it.
        rows: kinds that were read, as `LabelledPhoto.rows`, without ignored tiles.
        rejected: whether a labelled tile is there, for each outline rejected as no tile.
    """

    photo: LabelledPhoto
    outcomes: tuple[TileOutcome, ...]
    seconds: float
    rows: tuple[tuple[str, ...], ...]
    rejected: tuple[bool, ...] = ()

    def count(self, *verdicts: Verdict) -> int:
        """Count the tiles with one of these verdicts."""
        return sum(outcome.verdict in verdicts for outcome in self.outcomes)

    @property
    def is_perfect(self) -> bool:
        """Return whether every label is right and nothing is extra."""
        return not self.count(Verdict.WRONG, Verdict.MISSED, Verdict.EXTRA)


def match_labels(
    photo: LabelledPhoto, seen: PhotoResult, seconds: float, boxes: Sequence[Quad] = ()
) -> EvaluatedPhoto:
    """Match the labels and predictions of a picture and assign each a verdict.

    Args:
        photo: the picture and its labels.
        seen: the reader's result.
        seconds: time it took.
        boxes: every detected outline; those that became no tile were rejected.
    """
    tiles = seen.tiles
    pairs = dict(match([x.quad for x in photo.labels], [x.quad for x in tiles]))
    outcomes = []
    for i, label in enumerate(photo.labels):
        tile = tiles[pairs[i]] if i in pairs else None
        if tile is None:
            outcomes.append(TileOutcome(Verdict.MISSED, label, None))
        else:
            right = tile.kind == label.kind
            verdict = Verdict.RIGHT if right else Verdict.WRONG
            outcomes.append(TileOutcome(verdict, label, tile, tile.id in seen.turned_ids))
    matched = set(pairs.values())
    outcomes += [
        TileOutcome(_verdict_without_label(photo, tile), None, tile)
        for j, tile in enumerate(tiles)
        if j not in matched
    ]
    ignored = {o.tile.id for o in outcomes if o.tile and o.verdict is Verdict.IGNORED}
    kinds = {tile.id: tile.kind for tile in tiles}
    rows = (tuple(kinds[i] for i in row if i not in ignored) for row in seen.rows)
    missed = [label.quad for i, label in enumerate(photo.labels) if i not in pairs]
    return EvaluatedPhoto(
        photo,
        tuple(outcomes),
        seconds,
        tuple(row for row in rows if row),
        _false_rejections(photo, missed, [tile.quad for tile in tiles], boxes),
    )


def _false_rejections(
    photo: LabelledPhoto, missed: Sequence[Quad], kept: Sequence[Quad], boxes: Sequence[Quad]
) -> tuple[bool, ...]:
    """Return, for each outline that became no tile, whether it is a missed labelled tile."""
    used = {j for _, j in match(kept, boxes)}
    rest = [box for j, box in enumerate(boxes) if j not in used]
    tiles = {j for _, j in match(missed, rest)}
    return tuple(
        j in tiles for j, box in enumerate(rest) if j in tiles or photo.is_in_scope(centre(box))
    )


def _verdict_without_label(photo: LabelledPhoto, tile: SeenTile) -> Verdict:
    if not photo.is_in_scope(centre(tile.quad)):
        return Verdict.IGNORED
    # No label at all means that there is no tile, so that a back found there is extra.
    only_faces = photo.labels and all(label.kind != BACK for label in photo.labels)
    return Verdict.BACK if tile.kind == BACK and only_faces else Verdict.EXTRA


def evaluate_photos(
    photos: Iterable[LabelledPhoto], read: ReadPhoto, boxer: Boxer | None = None
) -> Iterator[EvaluatedPhoto]:
    """Read and evaluate every picture, one after the other."""
    for photo in photos:
        start = perf_counter()
        seen = read(open_photo(photo.path))
        seconds = perf_counter() - start
        boxes = boxer(open_photo(photo.path).pixels) if boxer else ()
        yield match_labels(photo, seen, seconds, boxes)


def evaluate_crops(crops: Sequence[LabelledCrop], namer: CropNamer) -> Iterator[EvaluatedPhoto]:
    """Classify every single face from its whole picture: no detection takes part."""
    for crop in crops:
        photo = open_photo(crop.path)
        start = perf_counter()
        (names,) = namer([photo.pixels])
        seconds = perf_counter() - start
        w, h = float(photo.width), float(photo.height)
        whole: Quad = ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))
        tile = SeenTile(0, whole, tuple(names), oriented=False)
        label = Label(crop.kind, whole)
        verdict = Verdict.RIGHT if tile.kind == crop.kind else Verdict.WRONG
        photo_labels = LabelledPhoto(crop.path, crop.tile_set, (label,))
        no_tile = sum(share for _, share in names) < _NO_TILE
        outcome = TileOutcome(verdict, label, tile)
        yield EvaluatedPhoto(photo_labels, (outcome,), seconds, (), (True,) if no_tile else ())


_COLOURS: dict[Verdict, Colour] = {
    Verdict.RIGHT: (0, 190, 140),
    Verdict.WRONG: (255, 150, 0),
    Verdict.MISSED: (255, 50, 50),
    Verdict.EXTRA: (230, 60, 230),
    Verdict.BACK: (120, 160, 255),
    Verdict.IGNORED: (170, 170, 170),
}


def draw_outcomes(result: EvaluatedPhoto) -> Pixels:
    """Draw right, wrong (`read!labelled`), missed and extra tiles in their colours on the photo."""
    marks = [_mark(outcome) for outcome in result.outcomes]
    boxes = [*result.photo.ignore]
    if result.photo.region:
        boxes.append(result.photo.region)
    marks += [Mark(_corners(box), "", _COLOURS[Verdict.IGNORED]) for box in boxes]
    return annotate(open_photo(result.photo.path).pixels, marks)


def _mark(outcome: TileOutcome) -> Mark:
    read = outcome.tile.kind if outcome.tile else ""
    label = outcome.label.kind if outcome.label else ""
    text = {
        Verdict.RIGHT: read,
        Verdict.WRONG: f"{read}!{label}",
        Verdict.MISSED: f"no {label}",
        Verdict.EXTRA: f"+{read}",
        Verdict.BACK: read,
        Verdict.IGNORED: "",
    }[outcome.verdict]
    shown = outcome.tile or outcome.label
    assert shown is not None, "an outcome has a label or a tile"
    return Mark(shown.quad, text, _COLOURS[outcome.verdict])


def _corners(box: Box) -> Quad:
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
