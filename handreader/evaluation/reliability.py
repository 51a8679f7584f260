"""Reliability: the probabilities that readings state against the share of them that is true.

A reading states how probable it is that its hand pays what it shows (`Layout.cost`). Exact is more:
a hand may pay the same although a discarder or an indicator is another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from xml.sax.saxutils import escape

from .report import Value
from .trials import Trial

BINS = 10
SURE = 0.99

_SIDE, _MARGIN = 360, 60  # of the plot, pixels
_NINES = 4  # on each axis
_TICKS = (0, 0.9, 0.99, 0.999, 0.9999)
_DOT, _RING = 4, 7  # radii, pixels
_HONEST, _TOO_SURE = "#2a7d4f", "#d9730d"


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Hands whose first readings state near probabilities.

    Attributes:
        hands: how many.
        stated: mean of the stated probabilities.
        exact: share of the hands whose first reading is the true one.
        right: share of those whose points and payments are the true ones.
    """

    hands: int
    stated: float
    exact: float
    right: float


def reliability(played: Iterable[Trial]) -> tuple[ReliabilityBin, ...]:
    """Return ten bins of equally many hands, by the probability that they state.

    Pictures without a whole hand are left out, and first readings that leave their hand open
    (`Trial.stated`). Fewer than ten hands make as many bins.
    """
    ordered = sorted(_statements(played), key=itemgetter(0))  # equals stay mixed
    count = min(BINS, len(ordered))
    cuts = [len(ordered) * number // count for number in range(count + 1)] if count else []
    parts = (ordered[start:end] for start, end in pairwise(cuts))
    return tuple(
        ReliabilityBin(len(part), *(_mean(values) for values in zip(*part, strict=True)))
        for part in parts
    )


def _statements(played: Iterable[Trial]) -> list[tuple[float, bool, bool]]:
    return [
        (trial.stated, trial.is_first_true, trial.is_first_right)
        for trial in played
        if trial.truth.hand is not None and trial.stated is not None
    ]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def reliability_rows(bins: Sequence[ReliabilityBin]) -> Value:
    """Return hands, stated, exact and right of each bin, ready for TOML or JSON."""
    return [[one.hands, *(round(v, 4) for v in (one.stated, one.exact, one.right))] for one in bins]


def reliability_lines(played: Sequence[Trial]) -> list[str]:
    """Format the bins, and how many of the hands that are stated as sure are wrong."""
    bins = reliability(played)
    if not bins:
        return []
    stated = _statements(played)
    sure = [(is_true, is_right) for share, is_true, is_right in stated if share >= SURE]
    inexact = sum(not is_true for is_true, _ in sure)
    wrong = sum(not is_right for _, is_right in sure)
    hands = sum(trial.truth.hand is not None for trial in played)
    return [
        "  reliability of first readings: hands, stated, exact, score right",
        *(f"    {b.hands:5d}  {b.stated:.4f}  {b.exact:.4f}  {b.right:.4f}" for b in bins),
        f"  stated at {SURE:.0%} and more: {len(sure)} hands, {inexact} not exact, {wrong} with "
        f"another score; left open, so stated nothing: {hands - len(stated)}",
    ]


def plot_reliability(bins: Sequence[ReliabilityBin], title: str) -> str:
    """Return an SVG plot: stated probability to the right, shares exact and right upwards.

    Each bin has a dot for what is exact and a ring for the scores that are right. Both axes count
    nines, so that 0.99 and 0.999 are as far apart as 0.9 and 0.99; what has more than four lies on
    the border. Below the line of honest probabilities both are orange.
    """

    def at(value: float) -> float:
        nines = -math.log10(1 - value) if value < 1 else _NINES
        return min(nines, _NINES) / _NINES * _SIDE

    grid = "".join(
        f'<path d="M{at(v):.1f} 0V{_SIDE}M0 {_SIDE - at(v):.1f}H{_SIDE}" stroke="#ddd"/>'
        f'<text x="{at(v):.1f}" y="{_SIDE + 18}" text-anchor="middle">{v}</text>'
        f'<text x="-8" y="{_SIDE - at(v) + 4:.1f}" text-anchor="end">{v}</text>'
        for v in _TICKS
    )

    def mark(one: ReliabilityBin, share: float, radius: int, paint: str) -> str:
        colour = _HONEST if share >= one.stated else _TOO_SURE
        return (
            f'<circle cx="{at(one.stated):.1f}" cy="{_SIDE - at(share):.1f}" r="{radius}" '
            f"{paint.format(colour=colour)}><title>{one.hands} hands: stated {one.stated:.4f}, "
            f"exact {one.exact:.4f}, score right {one.right:.4f}</title></circle>"
        )

    dots = "".join(mark(one, one.exact, _DOT, 'fill="{colour}" fill-opacity="0.7"') for one in bins)
    rings = "".join(
        mark(one, one.right, _RING, 'fill="none" stroke="{colour}" stroke-width="1.5"')
        for one in bins
    )
    whole, middle = _SIDE + 2 * _MARGIN, _SIDE / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'width="{whole}" height="{whole}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>\n'
        f'<g transform="translate({_MARGIN} {_MARGIN})">\n{grid}\n'
        f'<path d="M0 {_SIDE}L{_SIDE} 0" stroke="#888" stroke-dasharray="4 4"/>\n{dots}\n{rings}\n'
        f'<text x="{middle}" y="-24" text-anchor="middle" font-size="14">{escape(title)}</text>\n'
        f'<text x="{middle}" y="{_SIDE + 40}" text-anchor="middle">'
        "stated probability (below the line: too sure)</text>\n"
        f'<text transform="translate(-48 {middle}) rotate(-90)" text-anchor="middle">'
        "share exact (dot), score right (ring)</text>\n</g>\n</svg>\n"
    )
