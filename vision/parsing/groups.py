"""Candidates of sets: boxes that may be one set, with the likeliest kinds and their costs."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from operator import itemgetter

from scoring.meld import SetKind
from scoring.tiles import BACK

from ..relations.roles import Relations, Role
from .evidence import BoxEvidence, plain
from .parse import RED_OF
from .settings import SearchSettings

_MOST_NEIGHBOURS = 6
_ORDERS = tuple(permutations(range(3)))


@dataclass(frozen=True, slots=True)
class SetCandidate:
    """Boxes that may be a set.

    Attributes:
        gain: by how much the boxes are likelier this set than none of the hand's tiles.
        rows: numbers of the boxes.
        kind: chow, pung or kong.
        kinds: of the boxes, in the order of `rows`; all `BACK` if no face shows.
        concealed, unseen: as in a parsed set.
    """

    gain: float
    rows: tuple[int, ...]
    kind: SetKind
    kinds: tuple[str, ...]
    concealed: bool
    unseen: int = 0


def set_candidates(
    boxes: Sequence[BoxEvidence], relations: Relations, settings: SearchSettings
) -> list[SetCandidate]:
    """Return the candidates of sets, best first."""
    least = math.log(settings.least)
    rows = [i for i, box in enumerate(boxes) if box.roles[Role.SET] > least]
    in_sets = {i: math.exp(boxes[i].roles[Role.SET]) for i in rows}
    found: dict[tuple[int, ...], float] = {}
    for i in rows:
        same = relations.same_set[i]
        near = sorted(
            (j for j in rows if j != i and same[j] > settings.least), key=lambda j: -same[j]
        )
        for size in (1, 2, 3):
            for others in combinations(near[:_MOST_NEIGHBOURS], size):
                group = tuple(sorted((i, *others)))
                if group not in found:
                    found[group] = _togetherness(group, in_sets, relations, settings)
    candidates: list[tuple[float, SetCandidate]] = []
    for group, together in found.items():
        if together < settings.floor:
            continue
        base = together + sum(boxes[i].roles[Role.SET] - boxes[i].rest for i in group)
        if base <= settings.floor:  # kinds and shape gain nothing: they are probabilities
            continue
        for one in _name_set(group, boxes, relations, settings):
            if base + one.gain > settings.floor:
                candidates.append((base + one.gain, one))
    candidates.sort(key=lambda one: -one[0])
    return [replace(one, gain=gain) for gain, one in candidates[: settings.most_sets]]


def _togetherness(
    group: Sequence[int],
    in_sets: Mapping[int, float],
    relations: Relations,
    settings: SearchSettings,
) -> float:
    """Return the logarithm of the probability that boxes in sets are one set, and no box more.

    Below the floor it is of no candidate, and is not calculated to the end.
    """
    total = 0.0
    for i, j in combinations(group, 2):
        share = relations.same_set[i][j]
        if share < settings.least:
            return -math.inf
        total += math.log(min(share, 0.9999))
    total *= 2 / len(group)
    same = [relations.same_set[i] for i in group]
    for k, share in in_sets.items():
        if total < settings.floor:
            break
        if k not in group:
            near = sum([row[k] for row in same]) / len(group)
            total += math.log(1 - min(0.999, near * share))
    return total


def _name_set(
    group: tuple[int, ...],
    boxes: Sequence[BoxEvidence],
    relations: Relations,
    settings: SearchSettings,
) -> Iterator[SetCandidate]:
    """Yield the sets that boxes may be, their gains from kinds and shape alone."""
    floor = settings.floor
    bases = dict.fromkeys(plain(name) for i in group for name, _ in boxes[i].faces[:3])
    if len(group) == 2:  # two faces of a concealed kong whose backs were not found
        for base in bases:
            up = [_face(boxes[i], base, floor) for i in group]
            kinds = tuple(name for name, _ in up)
            yield SetCandidate(sum(v for _, v in up), group, SetKind.KONG, kinds, True, 2)
        return
    if len(group) == 3:
        yield from _name_three(group, boxes, relations, settings, bases)
        return
    backs = [boxes[i].kind(BACK, floor) for i in group]
    concealed = min(0.999, max(0.001, sum(relations.concealed[i] for i in group) / 4))
    for base in bases:
        up = [_face(boxes[i], base, floor) for i in group]
        named = [value for _, value in up]
        faces = tuple(name for name, _ in up)
        total = sum(named)
        yield SetCandidate(total + math.log(concealed), group, SetKind.KONG, faces, True)
        yield SetCandidate(total + math.log(1 - concealed), group, SetKind.KONG, faces, False)
        hidden = [b > a for a, b in zip(named, backs, strict=True)]
        if any(hidden) and not all(hidden):
            kinds = tuple(base if h else f for f, h in zip(faces, hidden, strict=True))
            shown = sum(a for a, h in zip(named, hidden, strict=True) if not h)
            down = sum(boxes[i].kind(BACK, floor) for i, h in zip(group, hidden, strict=True) if h)
            yield SetCandidate(shown + down, group, SetKind.KONG, kinds, True)
    if sum(backs) > 2 * floor:
        yield SetCandidate(sum(backs), group, SetKind.KONG, (BACK,) * 4, True)


def _name_three(
    group: tuple[int, ...],
    boxes: Sequence[BoxEvidence],
    relations: Relations,
    settings: SearchSettings,
    bases: Collection[str],
) -> Iterator[SetCandidate]:
    """Yield the chows and pungs that three boxes may be, and pungs with a fourth tile below."""
    floor = settings.floor
    stacked = min(0.999, max(relations.stacked[i] for i in group))
    for base in bases:
        up = [_face(boxes[i], base, floor) for i in group]
        total, kinds = sum(value for _, value in up), tuple(name for name, _ in up)
        yield SetCandidate(total + math.log(1 - stacked), group, SetKind.PUNG, kinds, False)
        if stacked > settings.least:
            yield SetCandidate(total + math.log(stacked), group, SetKind.KONG, kinds, False, 1)
    firsts = dict.fromkeys(
        f"{int(base[0]) - back}{base[1]}" for base in bases if base[1] in "mps" for back in range(3)
    )
    for low in firsts:
        if not "1" <= low[0] <= "7" or len(low) > 2:
            continue
        run = [f"{int(low[0]) + step}{low[1]}" for step in range(3)]
        first, second, third = ([_face(boxes[i], base, floor) for base in run] for i in group)
        orders = [(first[i], second[j], third[k]) for i, j, k in _ORDERS]
        total, chow = max(
            ((a[1] + b[1] + c[1], (a, b, c)) for a, b, c in orders), key=itemgetter(0)
        )
        if total > 2 * floor:
            yield SetCandidate(total, group, SetKind.CHOW, tuple(name for name, _ in chow), False)


def _face(box: BoxEvidence, base: str, floor: float) -> tuple[str, float]:
    """Return the likelier of a kind and its red five, with the logarithm of its probability."""
    red = RED_OF.get(base)
    value = box.kind(base, floor)
    if red is not None and box.kind(red, floor) > value:
        return red, box.kind(red, floor)
    return base, value
