"""How well the reader reads labelled pictures: what was found, named, missed and made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from time import perf_counter
from typing import Protocol

from scoring.tiles import BACK, CLASSES, UNKNOWN

from .draw import Colour, Mark, annotated
from .labelled import Box, Label, LabelledCrop, LabelledPhoto
from .matching import centre, match
from .photo import Photo, Pixels, open_photo
from .seen import Quad, SeenTile

SURE = 0.99  # names above are shown without a question, so a wrong one among them costs most
_BINS = 15  # of the calibration error


class Seen(Protocol):
    """What a reader gives for a photo; `vision.Reading` does."""

    @property
    def tiles(self) -> Sequence[SeenTile]:
        """Every tile, its id being its place in the sequence."""

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """Tile ids, owner's left to right, top row first."""


Reader = Callable[[Photo], Seen]
CropNamer = Callable[[Sequence[Pixels]], Sequence[Sequence[tuple[str, float]]]]


class Verdict(StrEnum):
    """What became of one labelled or one predicted tile."""

    RIGHT = "right"
    WRONG = "wrong"  # found, named otherwise
    MISSED = "missed"  # labelled, not found
    EXTRA = "extra"  # predicted where no labelled tile lies
    BACK = "back"  # a tile face down, where only faces are labelled
    IGNORED = "ignored"  # outside the region in which labels are complete


@dataclass(frozen=True, slots=True)
class Outcome:
    """One tile's verdict, with its label (None: extra) and prediction (None: missed)."""

    verdict: Verdict
    label: Label | None
    tile: SeenTile | None


@dataclass(frozen=True, slots=True)
class MarkedPhoto:
    """One labelled picture after reading.

    Attributes:
        photo: the picture and its labels.
        outcomes: one a label, in order, then one a prediction that matches none.
        seconds: opening and reading it.
        rows: kinds that were read, as `LabelledPhoto.rows`, without ignored tiles.
    """

    photo: LabelledPhoto
    outcomes: tuple[Outcome, ...]
    seconds: float
    rows: tuple[tuple[str, ...], ...]

    def count(self, *verdicts: Verdict) -> int:
        """How many tiles got one of these verdicts."""
        return sum(outcome.verdict in verdicts for outcome in self.outcomes)

    @property
    def perfect(self) -> bool:
        """Every label right and nothing extra."""
        return not self.count(Verdict.WRONG, Verdict.MISSED, Verdict.EXTRA)


@dataclass(frozen=True, slots=True)
class Share:
    """Right and found among all labelled tiles of one group."""

    tiles: int
    found: int
    right: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Whether probabilities are true.

    Attributes:
        error: expected calibration error of the names of matched tiles, 0 to 1.
        sure: names with at least `SURE`.
        sure_wrong: wrong ones among them.
    """

    error: float
    sure: int
    sure_wrong: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one data set. `rows` counts photos with labelled rows."""

    photos: int
    perfect: int
    all: Share
    extra: int
    backs: int
    rows: int
    rows_exact: int
    seconds_median: float
    by_set: dict[str, Share]
    by_kind: dict[str, Share]
    confusions: tuple[tuple[str, str, int], ...]  # labelled, read, how often; most often first
    calibration: Calibration


def marked(photo: LabelledPhoto, seen: Seen, seconds: float) -> MarkedPhoto:
    """The labelled picture with every label and prediction judged."""
    tiles = seen.tiles
    pairs = dict(match([x.quad for x in photo.labels], [x.quad for x in tiles]))
    outcomes = []
    for i, label in enumerate(photo.labels):
        tile = tiles[pairs[i]] if i in pairs else None
        if tile is None:
            outcomes.append(Outcome(Verdict.MISSED, label, None))
        else:
            right = tile.kind == label.kind
            outcomes.append(Outcome(Verdict.RIGHT if right else Verdict.WRONG, label, tile))
    matched = set(pairs.values())
    outcomes += [
        Outcome(_unmatched(photo, tile), None, tile)
        for j, tile in enumerate(tiles)
        if j not in matched
    ]
    ignored = {o.tile.id for o in outcomes if o.tile and o.verdict is Verdict.IGNORED}
    kinds = {tile.id: tile.kind for tile in tiles}
    rows = (tuple(kinds[i] for i in row if i not in ignored) for row in seen.rows)
    return MarkedPhoto(photo, tuple(outcomes), seconds, tuple(row for row in rows if row))


def _unmatched(photo: LabelledPhoto, tile: SeenTile) -> Verdict:
    if not photo.counts_at(centre(tile.quad)):
        return Verdict.IGNORED
    backs_are_labelled = any(label.kind == BACK for label in photo.labels)
    return Verdict.BACK if tile.kind == BACK and not backs_are_labelled else Verdict.EXTRA


def read_all(photos: Iterable[LabelledPhoto], reader: Reader) -> Iterator[MarkedPhoto]:
    """Every picture read and judged, one after the other."""
    for photo in photos:
        start = perf_counter()
        seen = reader(open_photo(photo.path))
        yield marked(photo, seen, perf_counter() - start)


def tally(results: Sequence[MarkedPhoto]) -> Tally:
    """The figures of a data set."""
    outcomes = [outcome for result in results for outcome in result.outcomes]
    with_rows = [result for result in results if result.photo.rows]
    kinds = [(o.label.kind, o) for o in outcomes if o.label]
    # Groups that cut across kinds stand beside them.
    kinds += [("turned", o) for o in outcomes if o.label and o.label.turned]
    kinds += [("red five", o) for kind, o in kinds if kind.startswith("0")]
    kinds += [("flower", o) for kind, o in kinds if kind.endswith("f")]
    sets = [(r.photo.tile_set, o) for r in results for o in r.outcomes if o.label]
    wrong = Counter(
        (o.label.kind, o.tile.kind)
        for o in outcomes
        if o.label and o.tile and o.verdict is Verdict.WRONG
    )
    return Tally(
        photos=len(results),
        perfect=sum(result.perfect for result in results),
        all=_share(outcomes),
        extra=sum(result.count(Verdict.EXTRA) for result in results),
        backs=sum(result.count(Verdict.BACK) for result in results),
        rows=len(with_rows),
        # Which of several rows is named first says nothing of the reading.
        rows_exact=sum(sorted(r.rows) == sorted(r.photo.rows) for r in with_rows),
        seconds_median=median(result.seconds for result in results) if results else 0.0,
        by_set=_shares(sets),
        by_kind=_shares(kinds),
        confusions=tuple((a, b, n) for (a, b), n in wrong.most_common()),
        calibration=calibration(
            (o.tile.confidence, o.verdict is Verdict.RIGHT)
            for o in outcomes
            if o.label and o.tile and o.tile.kind != UNKNOWN
        ),
    )


def _share(outcomes: Iterable[Outcome]) -> Share:
    verdicts = Counter(o.verdict for o in outcomes if o.label)
    right, wrong = verdicts[Verdict.RIGHT], verdicts[Verdict.WRONG]
    return Share(tiles=verdicts.total(), found=right + wrong, right=right)


def _shares(groups: Iterable[tuple[str, Outcome]]) -> dict[str, Share]:
    outcomes: dict[str, list[Outcome]] = {}
    for name, outcome in groups:
        outcomes.setdefault(name, []).append(outcome)
    order = {kind: i for i, kind in enumerate(CLASSES)}
    names = sorted(outcomes, key=lambda name: (order.get(name, len(order)), name))
    return {name: _share(outcomes[name]) for name in names}


def calibration(named: Iterable[tuple[float, bool]]) -> Calibration:
    """How far probabilities are from the truth.

    Args:
        named: (probability, whether the name was right) of each named tile.
    """
    pairs = list(named)
    error = 0.0
    for i in range(_BINS):
        members = [(p, ok) for p, ok in pairs if min(int(p * _BINS), _BINS - 1) == i]
        gap = sum(p for p, _ in members) - sum(ok for _, ok in members)
        error += abs(gap) / len(pairs) if pairs else 0.0
    sure = [ok for p, ok in pairs if p >= SURE]
    return Calibration(error, len(sure), len(sure) - sum(sure))


def name_all(crops: Sequence[LabelledCrop], namer: CropNamer) -> Iterator[MarkedPhoto]:
    """Every single face named from its whole picture: the namer alone, nothing to find."""
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
        yield MarkedPhoto(photo_labels, (Outcome(verdict, label, tile),), seconds, ())


_COLOURS: dict[Verdict, Colour] = {
    Verdict.RIGHT: (0, 190, 140),
    Verdict.WRONG: (255, 150, 0),
    Verdict.MISSED: (255, 50, 50),
    Verdict.EXTRA: (230, 60, 230),
    Verdict.BACK: (120, 160, 255),
    Verdict.IGNORED: (170, 170, 170),
}


def picture(result: MarkedPhoto) -> Pixels:
    """The photo with right, wrong (`read!labelled`), missed and extra tiles in their colours."""
    marks = [_mark(outcome) for outcome in result.outcomes]
    boxes = [*result.photo.ignore]
    if result.photo.region:
        boxes.append(result.photo.region)
    marks += [Mark(_corners(box), "", _COLOURS[Verdict.IGNORED]) for box in boxes]
    return annotated(open_photo(result.photo.path).pixels, marks)


def _mark(outcome: Outcome) -> Mark:
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
