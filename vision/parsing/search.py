"""An exact search for the hands that the boxes of a photo may show.

Sets are packed, the tiles in hand follow from the count (14 less 3 a set), and their kinds are
named, likeliest first, until the rules allow the hand. Any loose face may have won.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Protocol

from scoring.hand import Hand
from scoring.meld import Meld, SetKind
from scoring.tiles import COPIES, KINDS, Tile, sort_tiles

from ..layout.layout import RIICHI
from ..relations.roles import Relations, Role
from ..seen_tile import SeenTile
from .choices import HandChoice, hand_choices
from .evidence import BoxEvidence, plain, weigh_boxes
from .groups import set_candidates
from .parse import HandStatus, Parse, ParsedSet
from .placed_sets import place_sets
from .settings import SearchSettings

_FLIPS = 2  # boxes whose role beside the hand is doubtful


class HandRules(Protocol):
    """The verdicts of the rules that the search needs; `handreader.pipeline` has them."""

    def wins(self, hand: Hand) -> bool:
        """Check whether the tiles are a complete hand, whichever of them won."""
        ...


def search(
    tiles: Sequence[SeenTile],
    relations: Relations,
    rules: str,
    oracle: HandRules,
    settings: SearchSettings | None = None,
) -> tuple[Parse, ...]:
    """Return the likeliest parses of a photo, best first; their probabilities sum to 1 at most.

    Args:
        tiles: the recognised tiles of one photo.
        relations: what the relation net says of them, in their order.
        rules: a rule set's id.
        oracle: the rules.
        settings: priors and bounds.
    """
    if not tiles:
        return ()
    settings = settings or SearchSettings()
    boxes = weigh_boxes(tiles, relations, rules, settings)
    sets = set_candidates(boxes, relations, settings)
    choices = hand_choices(boxes, sets, settings)
    run = _Search(tiles, boxes, relations, rules, oracle, settings)
    found: dict[tuple[object, ...], tuple[float, Parse]] = {}
    for choice in choices:
        for score, parse in run.parses(choice):
            key = _key(parse)
            if key not in found or found[key][0] < score:
                found[key] = score, parse
    return _normalise(list(found.values()))


def _key(parse: Parse) -> tuple[object, ...]:
    """Return what distinguishes a parse from others that show the same hand."""
    sets = tuple(
        sorted(
            (
                one.kind,
                tuple(sorted(one.kinds)),
                one.concealed,
                one.unseen,
                str(one.source),
            )
            for one in parse.sets
        )
    )
    held = tuple(sorted(parse.kinds[i] for i in parse.concealed))
    won = None if parse.winning is None else parse.kinds[parse.winning]
    aside = tuple(sorted(parse.kinds[i] for i in (*parse.flowers, *parse.indicators)))
    return parse.status, held, won, sets, aside


def _normalise(scored: list[tuple[float, Parse]]) -> tuple[Parse, ...]:
    """Return the parses with logarithms of their shares."""
    if not scored:
        return ()
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][0]
    weights = [math.exp(score - best) for score, _ in scored]
    weights = _share_among_winners([parse for _, parse in scored], weights)
    total = sum(weights)
    found = [
        replace(parse, log_probability=math.log(weight / total))
        for weight, (_, parse) in zip(weights, scored, strict=True)
        if weight > 0
    ]
    return tuple(sorted(found, key=lambda parse: -parse.log_probability))


def _share_among_winners(parses: Sequence[Parse], weights: Sequence[float]) -> list[float]:
    """Return the weights, those of hands without a marked winner shared with the same hands.

    If nothing marks the winner, each tile in hand may have won: a hand whose winner is marked is
    also explained by that.
    """
    shared = list(weights)
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, parse in enumerate(parses):
        if parse.status in (HandStatus.WIN, HandStatus.NO_WIN):
            alike.setdefault(_tiles_key(parse), []).append(number)
    for numbers in alike.values():
        unmarked = next((n for n in numbers if parses[n].winning is None), None)
        if unmarked is None:
            continue
        kinds = [parses[unmarked].kinds[i] for i in parses[unmarked].concealed]
        for number in numbers:
            won = parses[number].winning
            if won is not None:
                kind = parses[number].kinds[won]
                part = weights[unmarked] * kinds.count(kind) / len(kinds)
                shared[number] += part
                shared[unmarked] = max(0.0, shared[unmarked] - part)
    return shared


def _tiles_key(parse: Parse) -> tuple[object, ...]:
    """Return what parses have in common that differ in the winning tile alone."""
    status, _, _, sets, aside = _key(parse)
    own = parse.concealed if parse.winning is None else (*parse.concealed, parse.winning)
    return status, tuple(sorted(parse.kinds[i] for i in own)), sets, aside


class _Search:
    """The search in one photo: choices to parses.

    Args:
        tiles, relations, rules, oracle, settings: as of `search`.
        boxes: the evidence.
    """

    def __init__(
        self,
        tiles: Sequence[SeenTile],
        boxes: Sequence[BoxEvidence],
        relations: Relations,
        rules: str,
        oracle: HandRules,
        settings: SearchSettings,
    ) -> None:
        self._tiles, self._boxes, self._relations = tiles, boxes, relations
        self._rules, self._oracle, self._settings = rules, oracle, settings
        self._checks = 0

    def parses(self, choice: HandChoice) -> Iterator[tuple[float, Parse]]:
        """Yield the parses of a choice with their scores."""
        placings = place_sets(choice.sets, self._tiles, self._relations, self._settings.least)
        used = {*choice.held, *(i for one in choice.sets for i in one.rows)}
        asides = list(self._asides(used))
        for cost, kinds, status in self._name(choice, placings[0][1]):
            for penalty, winning in self._winners(choice, status):
                for doubt, flowers, indicators in asides:
                    aside = self._aside_kinds(flowers, indicators)
                    named = {self._tiles[i].id: kind for i, kind in {**kinds, **aside}.items()}
                    first = Parse(
                        0.0,
                        status,
                        tuple(self._tiles[i].id for i in choice.held if i != winning),
                        None if winning is None else self._tiles[winning].id,
                        placings[0][1],
                        tuple(self._tiles[i].id for i in flowers),
                        tuple(self._tiles[i].id for i in indicators),
                        named,
                    )
                    score = choice.score - cost + penalty + doubt
                    yield score + placings[0][0], first
                    for share, sets in placings[1:]:
                        yield score + share, replace(first, sets=sets)

    def _name(
        self, choice: HandChoice, sets: tuple[ParsedSet, ...]
    ) -> Iterator[tuple[float, Mapping[int, str], HandStatus]]:
        """Yield kinds of the tiles in hand with their cost and what they amount to.

        These are the likeliest kinds, and those that the rules allow as a win.
        """
        settings = self._settings
        if not all(self._boxes[i].faces for i in choice.held):
            return
        cost, likeliest = self._possible(choice.held, sets)
        if choice.status in (HandStatus.COUNT, HandStatus.WAIT):
            yield cost, likeliest, choice.status
            return
        melds = tuple(one.to_meld() if one.has_face else self._faceless() for one in sets)
        if not self._wins(likeliest, melds):
            yield settings.false_win + cost, likeliest, HandStatus.NO_WIN
        for cost, kinds in self._namings(choice.held):
            if self._checks > settings.most_checks:
                return
            if self._wins(kinds, melds):
                yield cost, kinds, HandStatus.WIN

    def _possible(
        self, held: Sequence[int], sets: Sequence[ParsedSet]
    ) -> tuple[float, Mapping[int, str]]:
        """Return the likeliest naming with at most four tiles of each kind, and its cost.

        If there is none, the likeliest of all: it is kept only where no other hand can be.
        """
        shown = chain(*(one.to_meld().tiles for one in sets if one.has_face))
        in_sets = Counter(tile.plain.value for tile in shown)
        namings = islice(self._namings(held), self._settings.most_checks)
        first = next(namings)
        for cost, kinds in chain([first], namings):
            if max((in_sets + Counter(map(plain, kinds.values()))).values(), default=0) <= COPIES:
                return cost, kinds
        cost, kinds = first
        return cost + self._settings.margin, kinds

    def _wins(self, kinds: Mapping[int, str], melds: tuple[Meld, ...]) -> bool:
        """Return whether the rules allow the tiles as a win."""
        self._checks += 1
        named = list(kinds.values())
        hand = Hand(sort_tiles(map(Tile, named[:-1])), Tile(named[-1]), melds)
        return not hand.problems() and self._oracle.wins(hand)

    def _namings(self, held: Sequence[int]) -> Iterator[tuple[float, dict[int, str]]]:
        """Yield namings of the tiles in hand, likeliest first, with what they cost."""
        options = [self._boxes[i].faces for i in held]
        start = (0,) * len(held)
        heap = [(0.0, start)]
        seen = {start}
        while heap:
            cost, state = heapq.heappop(heap)
            yield (
                cost,
                {i: options[n][k][0] for n, (i, k) in enumerate(zip(held, state, strict=True))},
            )
            for n, k in enumerate(state):
                if k + 1 == len(options[n]):
                    continue
                after = (*state[:n], k + 1, *state[n + 1 :])
                if after not in seen:
                    seen.add(after)
                    more = options[n][k][1] - options[n][k + 1][1]
                    if cost + more <= self._settings.margin:
                        heapq.heappush(heap, (cost + more, after))

    def _winners(
        self, choice: HandChoice, status: HandStatus
    ) -> Iterator[tuple[float, int | None]]:
        """Yield winning tiles, or None, with logarithms of their shares."""
        if status in (HandStatus.COUNT, HandStatus.WAIT):
            yield 0.0, None
            return
        marks = {
            i: self._boxes[i].roles[Role.WINNER] - self._boxes[i].roles[Role.HAND]
            for i in choice.held
        }
        total = math.log(1 + sum(math.exp(min(60.0, mark)) for mark in marks.values()))
        yield -total, None
        for i, mark in marks.items():
            if mark - total > math.log(self._settings.least):
                yield mark - total, i

    def _asides(self, used: set[int]) -> Iterator[tuple[float, tuple[int, ...], tuple[int, ...]]]:
        """Yield flowers and indicators, likeliest first, with the cost of less likely ones."""
        roles = {i: box.rest_role for i, box in enumerate(self._boxes) if i not in used}
        doubtful = []
        for i in roles:
            box = self._boxes[i]
            shown = Role.INDICATOR if self._rules == RIICHI else Role.FLOWER
            if box.rests[shown] < self._settings.floor:
                continue  # it has no kind of this role
            own = box.rests[shown]
            other = max(box.rests[Role.OTHER], box.rests[Role.NO_TILE])
            doubtful.append((abs(own - other), i, Role.OTHER if own > other else shown))
        doubtful.sort()
        flips = [flip for flip in doubtful[:_FLIPS] if flip[0] < self._settings.margin]
        for mask in range(1 << len(flips)):
            changed, cost = dict(roles), 0.0
            for bit, (less, i, role) in enumerate(flips):
                if mask >> bit & 1:
                    changed[i], cost = role, cost + less
            flowers = tuple(i for i, role in changed.items() if role is Role.FLOWER)
            shown_tiles = tuple(i for i, role in changed.items() if role is Role.INDICATOR)
            yield -cost, flowers, shown_tiles

    def _aside_kinds(self, flowers: Sequence[int], indicators: Sequence[int]) -> dict[int, str]:
        """Return the kinds of flowers, of which there is one each, and of indicators."""
        found = {i: self._boxes[i].faces[0][0] for i in indicators}
        options = {i: self._flower_kinds(i) for i in flowers}
        for i in sorted(flowers, key=lambda i: -options[i][0][1]):
            names = [name for name, _ in options[i]]
            found[i] = next((name for name in names if name not in found.values()), names[0])
        return found

    def _flower_kinds(self, i: int) -> list[tuple[str, float]]:
        """Return the flowers that a box may be, with their logarithms, likeliest first."""
        shown = [pair for pair in self._boxes[i].kinds.items() if pair[0][1] == "f"]
        return sorted(shown, key=lambda pair: -pair[1])

    def _faceless(self) -> Meld:
        """Return a kong in the place of one without a face: of the kind that fewest tiles have."""
        seen = [plain(tile.kind) for tile in self._tiles]
        kind = min((tile.value for tile in KINDS), key=lambda name: seen.count(name))
        return Meld(SetKind.KONG, (Tile(kind),) * 4, concealed=True)
