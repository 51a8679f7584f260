"""Choices of sets and of the tiles in hand that fit their count, before their kinds are settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .evidence import BoxEvidence
from .groups import SetCandidate
from .parse import HandStatus
from .settings import SearchSettings

_LOOSE = 8  # loose faces that may have won


@dataclass(frozen=True, slots=True)
class HandChoice:
    """Sets and the tiles in hand: a hypothesis whose kinds are not settled.

    Attributes:
        score: logarithm of its likelihood, up to a constant.
        sets: candidates.
        held: numbers of the boxes in hand, the winning one included.
        status: what it amounts to if the rules allow it.
    """

    score: float
    sets: tuple[SetCandidate, ...]
    held: tuple[int, ...]
    status: HandStatus


def hand_choices(
    boxes: Sequence[BoxEvidence], sets: Sequence[SetCandidate], settings: SearchSettings
) -> list[HandChoice]:
    """Return packings of sets with the tiles in hand that fit their count, best first."""
    order = sorted(range(len(boxes)), key=lambda i: -boxes[i].in_hand)
    order = [i for i in order if boxes[i].in_hand > 2 * settings.floor]
    found: list[HandChoice] = []
    for gain, packed in _packings(sets, settings):
        used = {i for one in packed for i in one.rows}
        free = [i for i in order if i not in used]
        found += _hands(gain, packed, free, boxes, settings)
    found.sort(key=lambda choice: -choice.score)
    least = found[0].score - settings.margin if found else 0.0
    return [choice for choice in found[: settings.most_hands] if choice.score >= least]


def _packings(
    sets: Sequence[SetCandidate], settings: SearchSettings
) -> list[tuple[float, tuple[SetCandidate, ...]]]:
    """Return up to four sets that share no box, with the sums of their gains, best first."""
    found: list[tuple[float, tuple[SetCandidate, ...]]] = [(0.0, ())]
    beam: list[tuple[float, tuple[int, ...], frozenset[int]]] = [(0.0, (), frozenset())]
    for _ in range(4):
        longer = []
        for gain, numbers, used in beam:
            for number in range(numbers[-1] + 1 if numbers else 0, len(sets)):
                one = sets[number]
                if used.isdisjoint(one.rows):
                    longer.append((gain + one.gain, (*numbers, number), used.union(one.rows)))
        longer.sort(key=lambda item: -item[0])
        beam = longer[: settings.most_packings]
        found += [(gain, tuple(sets[n] for n in numbers)) for gain, numbers, _ in beam]
    found.sort(key=lambda item: -item[0])
    return found[: 2 * settings.most_packings]


def _hands(
    gain: float,
    packed: tuple[SetCandidate, ...],
    free: Sequence[int],
    boxes: Sequence[BoxEvidence],
    settings: SearchSettings,
) -> Iterator[HandChoice]:
    """Yield the choices of tiles in hand beside some sets."""
    whole = 14 - 3 * len(packed)
    natural = [i for i in free if boxes[i].in_hand > 0]
    sums = [gain]
    for i in free[: whole + 1]:
        sums.append(sums[-1] + boxes[i].in_hand)
    if len(free) >= whole:
        yield HandChoice(sums[whole], packed, tuple(free[:whole]), HandStatus.WIN)
        for out in free[max(0, whole - 3) : whole]:
            for back in free[whole : whole + 3]:
                held = (*(i for i in free[:whole] if i != out), back)
                score = sums[whole] - boxes[out].in_hand + boxes[back].in_hand
                yield HandChoice(score, packed, held, HandStatus.WIN)
        for loose in free[whole + 3 : whole + _LOOSE]:  # a loose face may have won
            score = sums[whole - 1] + boxes[loose].in_hand
            yield HandChoice(score, packed, (*free[: whole - 1], loose), HandStatus.WIN)
    if len(free) >= whole - 1 >= 1:
        score = sums[whole - 1] - settings.waiting
        yield HandChoice(score, packed, tuple(free[: whole - 1]), HandStatus.WAIT)
    if len(natural) not in (whole, whole - 1):
        score = gain + sum(boxes[i].in_hand for i in natural) - settings.wrong_count
        yield HandChoice(score, packed, tuple(natural), HandStatus.COUNT)
