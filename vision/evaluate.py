"""How well the reader reads labelled pictures: what was found, named, missed and made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
DOUBTFUL = 0.85  # names below carry their probability on the photo
_BINS = 15  # of the calibration error
_NO_TILE = 0.5  # a crop with less probability than this on all kinds together is taken for none


class Seen(Protocol):
    """What a reader gives for a photo; `vision.Reading` does."""

    @property
    def tiles(self) -> Sequence[SeenTile]:
        """Every tile, its id being its place in the sequence."""

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """Tile ids, owner's left to right, top row first."""

    @property
    def turned(self) -> Collection[int]:
        """Ids of the tiles said to lie sideways."""


Reader = Callable[[Photo], Seen]
Boxer = Callable[[Pixels], Sequence[Quad]]
"""Every outline that was looked at in a picture, before the namer rejected some."""
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
    """One tile's verdict, with its label (None: extra) and prediction (None: missed).

    `turned` is whether the reader said that it lies sideways.
    """

    verdict: Verdict
    label: Label | None
    tile: SeenTile | None
    turned: bool = False


@dataclass(frozen=True, slots=True)
class MarkedPhoto:
    """One labelled picture after reading.

    Attributes:
        photo: the picture and its labels.
        outcomes: one a label, in order, then one a prediction that matches none.
        seconds: opening and reading it.
        rows: kinds that were read, as `LabelledPhoto.rows`, without ignored tiles.
        rejected: whether a labelled tile lies there, for each outline that was taken for no tile.
    """

    photo: LabelledPhoto
    outcomes: tuple[Outcome, ...]
    seconds: float
    rows: tuple[tuple[str, ...], ...]
    rejected: tuple[bool, ...] = ()

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
class SetFigures:
    """The figures of one tile set among those of a data set."""

    photos: int
    perfect: int
    all: Share
    extra: int
    rows: int = 0
    rows_exact: int = 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Whether probabilities are true.

    Attributes:
        error: expected calibration error of the names of matched tiles, 0 to 1.
        sure: names with at least `SURE`.
        sure_wrong: wrong ones among them.
        doubtful: names below `DOUBTFUL`.
        doubtful_wrong: wrong ones among them.
    """

    error: float
    sure: int
    sure_wrong: int
    doubtful: int = 0
    doubtful_wrong: int = 0


@dataclass(frozen=True, slots=True)
class Turned:
    """Sideways tiles among those found: labelled so, told so, and upright ones told so.

    Only photos with labelled rows count: elsewhere sideways has no meaning, or no label.
    """

    tiles: int
    told: int
    wrongly: int


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
    by_set: dict[str, SetFigures]
    by_kind: dict[str, Share]
    by_group: dict[str, Share]  # `GROUPS` that occur
    confusions: tuple[tuple[str, str, int], ...]  # labelled, read, how often; most often first
    calibration: Calibration
    extra_kinds: tuple[tuple[str, int], ...] = ()  # what extra boxes were taken for
    turned: Turned = Turned(0, 0, 0)
    rejected: int = 0
    rejected_wrong: int = 0  # where a labelled tile lies that was not found otherwise


GROUPS: dict[str, Callable[[Label], bool]] = {
    "sideways": lambda label: label.turned,
    "back": lambda label: label.kind == BACK,
    "red five": lambda label: label.kind.startswith("0"),
    "flower": lambda label: label.kind.endswith("f"),
    "white dragon": lambda label: label.kind == "5z",
    "1 bamboo": lambda label: label.kind == "1s",
}
"""What is hard for a reader, measured apart."""


def marked(
    photo: LabelledPhoto, seen: Seen, seconds: float, boxes: Sequence[Quad] = ()
) -> MarkedPhoto:
    """The labelled picture with every label and prediction judged.

    Args:
        photo: the picture and its labels.
        seen: what was read.
        seconds: that it took.
        boxes: every outline that was looked at; those that became no tile were rejected.
    """
    tiles = seen.tiles
    pairs = dict(match([x.quad for x in photo.labels], [x.quad for x in tiles]))
    outcomes = []
    for i, label in enumerate(photo.labels):
        tile = tiles[pairs[i]] if i in pairs else None
        if tile is None:
            outcomes.append(Outcome(Verdict.MISSED, label, None))
        else:
            right = tile.kind == label.kind
            verdict = Verdict.RIGHT if right else Verdict.WRONG
            outcomes.append(Outcome(verdict, label, tile, tile.id in seen.turned))
    matched = set(pairs.values())
    outcomes += [
        Outcome(_unmatched(photo, tile), None, tile)
        for j, tile in enumerate(tiles)
        if j not in matched
    ]
    ignored = {o.tile.id for o in outcomes if o.tile and o.verdict is Verdict.IGNORED}
    kinds = {tile.id: tile.kind for tile in tiles}
    rows = (tuple(kinds[i] for i in row if i not in ignored) for row in seen.rows)
    missed = [label.quad for i, label in enumerate(photo.labels) if i not in pairs]
    return MarkedPhoto(
        photo,
        tuple(outcomes),
        seconds,
        tuple(row for row in rows if row),
        _rejected(photo, missed, [tile.quad for tile in tiles], boxes),
    )


def _rejected(
    photo: LabelledPhoto, missed: Sequence[Quad], kept: Sequence[Quad], boxes: Sequence[Quad]
) -> tuple[bool, ...]:
    """For each outline that became no tile, whether it is a labelled tile that was missed."""
    used = {j for _, j in match(kept, boxes)}
    rest = [box for j, box in enumerate(boxes) if j not in used]
    tiles = {j for _, j in match(missed, rest)}
    return tuple(
        j in tiles for j, box in enumerate(rest) if j in tiles or photo.counts_at(centre(box))
    )


def _unmatched(photo: LabelledPhoto, tile: SeenTile) -> Verdict:
    if not photo.counts_at(centre(tile.quad)):
        return Verdict.IGNORED
    # No label at all says that there is no tile, so that a back seen there is made up.
    only_faces = photo.labels and all(label.kind != BACK for label in photo.labels)
    return Verdict.BACK if tile.kind == BACK and only_faces else Verdict.EXTRA


def read_all(
    photos: Iterable[LabelledPhoto], reader: Reader, boxer: Boxer | None = None
) -> Iterator[MarkedPhoto]:
    """Every picture read and judged, one after the other."""
    for photo in photos:
        start = perf_counter()
        seen = reader(open_photo(photo.path))
        seconds = perf_counter() - start
        boxes = boxer(open_photo(photo.path).pixels) if boxer else ()
        yield marked(photo, seen, seconds, boxes)


def tally(results: Sequence[MarkedPhoto]) -> Tally:
    """The figures of a data set."""
    outcomes = [outcome for result in results for outcome in result.outcomes]
    kinds = [(o.label.kind, o) for o in outcomes if o.label]
    groups = [
        (name, o) for name, holds in GROUPS.items() for o in outcomes if o.label and holds(o.label)
    ]
    made_up = Counter(o.tile.kind for o in outcomes if o.tile and o.verdict is Verdict.EXTRA)
    rejected = [tile for result in results for tile in result.rejected]
    every = _set_figures(results)
    names = sorted({result.photo.tile_set for result in results})
    wrong = Counter(
        (o.label.kind, o.tile.kind)
        for o in outcomes
        if o.label and o.tile and o.verdict is Verdict.WRONG
    )
    return Tally(
        photos=every.photos,
        perfect=every.perfect,
        all=every.all,
        extra=every.extra,
        backs=sum(result.count(Verdict.BACK) for result in results),
        rows=every.rows,
        rows_exact=every.rows_exact,
        seconds_median=median(result.seconds for result in results) if results else 0.0,
        by_set={
            name: _set_figures([r for r in results if r.photo.tile_set == name]) for name in names
        },
        by_kind=_shares(kinds),
        by_group=_shares(groups),
        confusions=tuple((a, b, n) for (a, b), n in wrong.most_common()),
        calibration=calibration(
            (o.tile.confidence, o.verdict is Verdict.RIGHT)
            for o in outcomes
            if o.label and o.tile and o.tile.kind != UNKNOWN
        ),
        extra_kinds=tuple(made_up.most_common()),
        turned=_turned(o for r in results if r.photo.rows for o in r.outcomes),
        rejected=len(rejected),
        rejected_wrong=sum(rejected),
    )


def _set_figures(results: Sequence[MarkedPhoto]) -> SetFigures:
    with_rows = [result for result in results if result.photo.rows]
    return SetFigures(
        photos=len(results),
        perfect=sum(result.perfect for result in results),
        all=_share(o for result in results for o in result.outcomes),
        extra=sum(result.count(Verdict.EXTRA) for result in results),
        rows=len(with_rows),
        # Which of several rows is named first says nothing of the reading.
        rows_exact=sum(sorted(r.rows) == sorted(r.photo.rows) for r in with_rows),
    )


def _turned(outcomes: Iterable[Outcome]) -> Turned:
    found = [(o.label.turned, o.turned) for o in outcomes if o.label and o.tile]
    return Turned(
        tiles=sum(turned for turned, _ in found),
        told=sum(turned and told for turned, told in found),
        wrongly=sum(told and not turned for turned, told in found),
    )


def _share(outcomes: Iterable[Outcome]) -> Share:
    verdicts = Counter(o.verdict for o in outcomes if o.label)
    right, wrong = verdicts[Verdict.RIGHT], verdicts[Verdict.WRONG]
    return Share(tiles=verdicts.total(), found=right + wrong, right=right)


def _shares(groups: Iterable[tuple[str, Outcome]]) -> dict[str, Share]:
    outcomes: dict[str, list[Outcome]] = {}
    for name, outcome in groups:
        outcomes.setdefault(name, []).append(outcome)
    order = {kind: i for i, kind in enumerate((*CLASSES, *GROUPS))}
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
    doubtful = [ok for p, ok in pairs if p < DOUBTFUL]
    return Calibration(
        error, len(sure), len(sure) - sum(sure), len(doubtful), len(doubtful) - sum(doubtful)
    )


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
        no_tile = sum(share for _, share in names) < _NO_TILE
        outcome = Outcome(verdict, label, tile)
        yield MarkedPhoto(photo_labels, (outcome,), seconds, (), (True,) if no_tile else ())


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
