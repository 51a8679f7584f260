"""Reliability: the probabilities that readings state against the share of them that is true."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from .report import Value
from .trials import Trial

BINS = 10
SURE = 0.99

_SIDE, _MARGIN = 360, 60  # of the plot, pixels
_NINES = 4  # on each axis
_TICKS = (0, 0.9, 0.99, 0.999, 0.9999)
_DOT = 5  # radius, pixels
_HONEST, _TOO_SURE = "#2a7d4f", "#d9730d"


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Hands whose first readings state near probabilities.

    Attributes:
        hands: how many.
        stated: mean of the stated probabilities.
        exact: share of the hands whose first reading is the true one.
    """

    hands: int
    stated: float
    exact: float


def reliability(played: Iterable[Trial]) -> tuple[ReliabilityBin, ...]:
    """Return ten bins of equally many hands, by the probability that they state.

    Pictures without a whole hand are left out, and first readings that leave their hand open
    (`Trial.stated`). Fewer than ten hands make as many bins.
    """
    ordered = sorted(_statements(played))
    count = min(BINS, len(ordered))
    cuts = [len(ordered) * number // count for number in range(count + 1)] if count else []
    parts = (ordered[start:end] for start, end in pairwise(cuts))
    return tuple(
        ReliabilityBin(len(part), _mean(s for s, _ in part), _mean(float(true) for _, true in part))
        for part in parts
    )


def _statements(played: Iterable[Trial]) -> list[tuple[float, bool]]:
    return [
        (trial.stated, trial.is_first_true)
        for trial in played
        if trial.truth.hand is not None and trial.stated is not None
    ]


def _mean(values: Iterable[float]) -> float:
    listed = [*values]
    return math.fsum(listed) / len(listed)


def reliability_rows(bins: Sequence[ReliabilityBin]) -> Value:
    """Return hands, stated probability and exact share of each bin, ready for TOML or JSON."""
    return [[one.hands, round(one.stated, 4), round(one.exact, 4)] for one in bins]


def reliability_lines(played: Sequence[Trial]) -> list[str]:
    """Format the bins, and how many of the hands that are stated as sure are wrong."""
    bins = reliability(played)
    if not bins:
        return []
    stated = _statements(played)
    sure = [is_true for share, is_true in stated if share >= SURE]
    hands = sum(trial.truth.hand is not None for trial in played)
    return [
        "  reliability of first readings: hands, stated, exact",
        *(f"    {one.hands:5d}  {one.stated:.4f}  {one.exact:.4f}" for one in bins),
        f"  stated at {SURE:.0%} and more: {len(sure)} hands, {sure.count(False)} of them wrong; "
        f"left open, so stated nothing: {hands - len(stated)}",
    ]


def plot_reliability(bins: Sequence[ReliabilityBin], title: str) -> str:
    """Return an SVG plot: stated probability to the right, exact share upwards, a dot a bin.

    Both axes count nines, so that 0.99 and 0.999 are as far apart as 0.9 and 0.99; what has more
    than four lies on the border. Dots below the line of honest probabilities are orange.
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
    dots = "".join(
        f'<circle cx="{at(one.stated):.1f}" cy="{_SIDE - at(one.exact):.1f}" r="{_DOT}" '
        f'fill="{_HONEST if one.exact >= one.stated else _TOO_SURE}" fill-opacity="0.7">'
        f"<title>{one.hands} hands: stated {one.stated:.4f}, exact {one.exact:.4f}</title></circle>"
        for one in bins
    )
    whole, middle = _SIDE + 2 * _MARGIN, _SIDE / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'width="{whole}" height="{whole}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>\n'
        f'<g transform="translate({_MARGIN} {_MARGIN})">\n{grid}\n'
        f'<path d="M0 {_SIDE}L{_SIDE} 0" stroke="#888" stroke-dasharray="4 4"/>\n{dots}\n'
        f'<text x="{middle}" y="-24" text-anchor="middle" font-size="14">{escape(title)}</text>\n'
        f'<text x="{middle}" y="{_SIDE + 40}" text-anchor="middle">'
        "stated probability (below the line: too sure)</text>\n"
        f'<text transform="translate(-48 {middle}) rotate(-90)" text-anchor="middle">'
        "share exact</text>\n</g>\n</svg>\n"
    )
