"""Metrics of the reader on labelled pictures: found, named, missed and false tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from scoring.tiles import BACK, CLASSES, UNKNOWN

from .labels import Label
from .outcomes import EvaluatedPhoto, TileOutcome, Verdict

SURE = 0.99  # names above are shown without a question, so a wrong one among them costs most
DOUBTFUL = 0.85  # names below carry their probability on the photo
_BINS = 15  # of the calibration error


@dataclass(frozen=True, slots=True)
class Share:
    """Counts of labelled, found and right tiles of one group."""

    tiles: int
    found: int
    right: int


@dataclass(frozen=True, slots=True)
class SetFigures:
    """Metrics of one tile set within a data set."""

    photos: int
    perfect: int
    all: Share
    extra: int
    rows: int = 0
    rows_exact: int = 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibration of the probabilities.

    Attributes:
        error: expected calibration error of named tiles, 0 to 1; extra boxes are wrong.
        sure: names with at least `SURE`, those of extra boxes included.
        sure_wrong: wrong ones among them.
        doubtful: names below `DOUBTFUL`, those of extra boxes included.
        doubtful_wrong: wrong ones among them.
    """

    error: float
    sure: int
    sure_wrong: int
    doubtful: int = 0
    doubtful_wrong: int = 0


@dataclass(frozen=True, slots=True)
class SidewaysCounts:
    """Counts of sideways tiles among those found.

    They are labelled sideways, recognised as sideways, and upright but recognised as sideways. Only
    photos with labelled rows count: in others sideways has no meaning, or no label.
    """

    tiles: int
    true_positives: int
    false_positives: int


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics of one data set. `rows` counts photos with labelled rows."""

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
    extra_kinds: tuple[tuple[str, int], ...] = ()  # kinds assigned to extra boxes
    turned: SidewaysCounts = SidewaysCounts(0, 0, 0)
    rejected: int = 0
    rejected_wrong: int = 0  # those on a labelled tile that was not found otherwise


GROUPS: dict[str, Callable[[Label], bool]] = {
    "sideways": lambda label: label.turned,
    "back": lambda label: label.kind == BACK,
    "red five": lambda label: label.kind.startswith("0"),
    "flower": lambda label: label.kind.endswith("f"),
    "white dragon": lambda label: label.kind == "5z",
    "1 bamboo": lambda label: label.kind == "1s",
}
"""Groups of kinds that are hard to read, with separate figures."""


def compute_metrics(results: Sequence[EvaluatedPhoto]) -> Metrics:
    """Compute the metrics of a data set."""
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
    return Metrics(
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
            if o.tile and o.tile.kind != UNKNOWN and (o.label or o.verdict is Verdict.EXTRA)
        ),
        extra_kinds=tuple(made_up.most_common()),
        turned=_sideways_counts(o for r in results if r.photo.rows for o in r.outcomes),
        rejected=len(rejected),
        rejected_wrong=sum(rejected),
    )


def _set_figures(results: Sequence[EvaluatedPhoto]) -> SetFigures:
    with_rows = [result for result in results if result.photo.rows]
    return SetFigures(
        photos=len(results),
        perfect=sum(result.is_perfect for result in results),
        all=_share(o for result in results for o in result.outcomes),
        extra=sum(result.count(Verdict.EXTRA) for result in results),
        rows=len(with_rows),
        # The order of the rows is no part of the accuracy.
        rows_exact=sum(sorted(r.rows) == sorted(r.photo.rows) for r in with_rows),
    )


def _sideways_counts(outcomes: Iterable[TileOutcome]) -> SidewaysCounts:
    found = [(o.label.turned, o.turned) for o in outcomes if o.label and o.tile]
    return SidewaysCounts(
        tiles=sum(turned for turned, _ in found),
        true_positives=sum(turned and told for turned, told in found),
        false_positives=sum(told and not turned for turned, told in found),
    )


def _share(outcomes: Iterable[TileOutcome]) -> Share:
    verdicts = Counter(o.verdict for o in outcomes if o.label)
    right, wrong = verdicts[Verdict.RIGHT], verdicts[Verdict.WRONG]
    return Share(tiles=verdicts.total(), found=right + wrong, right=right)


def _shares(groups: Iterable[tuple[str, TileOutcome]]) -> dict[str, Share]:
    outcomes: dict[str, list[TileOutcome]] = {}
    for name, outcome in groups:
        outcomes.setdefault(name, []).append(outcome)
    order = {kind: i for i, kind in enumerate((*CLASSES, *GROUPS))}
    names = sorted(outcomes, key=lambda name: (order.get(name, len(order)), name))
    return {name: _share(outcomes[name]) for name in names}


def calibration(named: Iterable[tuple[float, bool]]) -> Calibration:
    """Compute how far probabilities are from the observed accuracy.

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
