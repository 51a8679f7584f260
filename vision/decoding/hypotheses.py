"""Hypotheses: the possible placements of a photo's tiles, each a layout with its cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from ..layout.layout import Layout, arrange_region, side_with_answers
from ..layout.perspective import PictureEdge
from ..layout.questions import YES_NO, LayoutError, Question
from ..layout.rows import Side
from ..seen_tile import SeenTile
from .assignments import AssignmentSettings

Answers = Mapping[str, str]

FIRST = frozenset({"which_hand", "kong_face"})
"""Questions that only a player can answer: trying answers gains nothing."""

_ANSWERED_BY_NAMES = frozenset({"tile", "winning_tile"})  # decided by the names, not by the layout
_OF_COUNT = frozenset({"wrong_count", "no_hand"})
LOOSE_INDICATORS = 0.6
"""Probability that faces which are asked about are bonus indicators, and not another's tiles."""


@dataclass(frozen=True, slots=True)
class DecoderSettings:
    """Margins of the decision. Costs are in nats.

    Attributes:
        assignment: bounds of the beam search.
        false_win: cost of tiles that do not win: about 1 photo in 100 shows a false win. A tile
            that is certain (`AssignmentSettings.certainty`) keeps its kind at any cost.
        question_margin: worlds costlier than the best by more than this raise no question (1 in
            33).
        certainty: share of the likelihood from which worlds of one worth are answered unasked. With
            0.95 none of 600 simulated hands was scored wrongly unasked; 0.97 asked a fifth more.
        certainty_after_answers: the same once `information_gain.MOST` answers were given; the
            likeliest answer to what is then still open becomes a question's default.
        max_assignments: assignments scored, for all hypotheses: 0.3 ms each.
        max_layouts: layouts tried at most, 3 ms each.
        missing_tile: cost of 13 tiles where other names make 14.
        far_winner: cost of a winning tile that is far from the hand's row.
        doubt_limit: tiles read with less probability are asked about where a hand shows no win, if
            it would with another kind of one of them, or if there may be no tile.
        unsure_limit: tiles named with less probability are shown in a question, though all likely
            names pay the same: about half of these names are wrong.
        most_tiles: a photo with more tiles is no hand as a whole, if any region is one.
    """

    assignment: AssignmentSettings = field(default_factory=AssignmentSettings)
    false_win: float = 5.3
    question_margin: float = 3.5
    certainty: float = 0.95
    certainty_after_answers: float = 0.8
    max_assignments: int = 40
    max_layouts: int = 18
    missing_tile: float = 5.0
    far_winner: float = 1.0
    doubt_limit: float = 0.8
    unsure_limit: float = 0.6
    most_tiles: int = 45


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One possible placement: the answers that produce it, its cost, the layout."""

    cost: float
    answers: Answers
    layout: Layout


class HypothesisSpace:
    """The tiles of one photo and their hypotheses; the geometry is computed once.

    Attributes:
        tiles: the tiles.
        by_id: the same.
        answers: the given answers, and what follows for a winning tile that was misread.
        base: the layout with these answers alone.
        questions: the questions whose answers were tried, by id.
    """

    def __init__(
        self,
        tiles: Sequence[SeenTile],
        rules: str,
        answers: Answers,
        settings: DecoderSettings,
        hand_from: PictureEdge | None = None,
        side: Side | None = None,
    ) -> None:
        self.tiles, self.rules, self.settings = tuple(tiles), rules, settings
        self.answers = dict(answers)
        self._hand_from = hand_from
        self.by_id = {tile.id: tile for tile in tiles}
        self._sides: dict[str | None, Side | None] = {} if side is None else {None: side}
        self.base = self._initial_layout()
        self.questions: dict[str, Question] = {}

    def hypotheses(self) -> list[Hypothesis]:
        """Return the hypotheses that make a hand, of 13 tiles or 14."""
        return [
            hypothesis
            for hypothesis in self._expand_questions()
            if not has_wrong_count(hypothesis.layout)
        ]

    def _arrange(self, answers: Answers) -> Layout:
        edge = answers.get("owner_edge")
        if edge not in self._sides:
            self._sides[edge] = side_with_answers(self.tiles, answers, self._hand_from)
        return arrange_region(self.tiles, self.rules, answers, self._sides[edge], self._hand_from)

    def _initial_layout(self) -> Layout:
        """Lay out the tiles with the answers; a named winning tile may have been misread."""
        try:
            return self._arrange(self.answers)
        except LayoutError:
            kind = self.answers.get("winning_tile")
            chances = {t.id: dict(t.names).get(str(kind), 0.0) for t in self.tiles}
            likely = max(chances, key=lambda i: chances[i], default=-1)
            if chances.get(likely, 0.0) < self.settings.assignment.least_share:
                raise
            self.answers[f"tile:{likely}"] = str(kind)
            return self._arrange(self.answers)

    def _expand_questions(self) -> list[Hypothesis]:
        """Return the hypotheses from every answer to every open question."""
        left = [Hypothesis(0.0, self.answers, self.base)]
        done: list[Hypothesis] = []
        tried = len(left)
        while left:
            hypothesis = left.pop(0)
            asked_here = next((q for q in hypothesis.layout.questions if self._can_try(q)), None)
            ways = [] if asked_here is None else trial_answers(asked_here)
            if asked_here is None:
                done.append(hypothesis)
                continue
            if tried + len(ways) > self.settings.max_layouts:
                # its question stays open: it counts as one of the answers, as others do
                done.append(replace(hypothesis, cost=hypothesis.cost + math.log(len(ways))))
                continue
            self.questions.setdefault(asked_here.id, asked_here)
            tried += len(ways)
            for way in ways:
                answers = {**hypothesis.answers, asked_here.id: way}
                cost = hypothesis.cost + self._cost(asked_here, way, hypothesis.answers)
                found = self._try_layout(answers)
                if found is not None:
                    cost += found.cost - hypothesis.layout.cost
                    left.append(Hypothesis(cost, answers, found))
        return done

    def _try_layout(self, answers: Answers) -> Layout | None:
        """Lay out the tiles with trial answers; None where they contradict the given ones.

        The named winning tile is then not in the hand.
        """
        try:
            return self._arrange(answers)
        except LayoutError:
            return None

    def _cost(self, asked_here: Question, way: str, answers: Answers) -> float:
        """Return an answer's cost: by the classifier for a face, else mostly equal for all.

        Args:
            asked_here: the question.
            way: the answer.
            answers: those to the questions before it.
        """
        if asked_here.code == "indicators":
            return -math.log(LOOSE_INDICATORS if way == YES_NO[0] else 1 - LOOSE_INDICATORS)
        if asked_here.code != "back_or_white":
            return math.log(len(trial_answers(asked_here)))
        chances = dict(self.by_id[asked_here.tiles[0]].names)
        return -self.settings.assignment.trust * math.log(max(chances.get(way, 0.0), 0.001))

    def _can_try(self, asked_here: Question) -> bool:
        code = asked_here.code
        return asked_here.default is None and code not in FIRST | _ANSWERED_BY_NAMES


def without_flowers(tiles: Sequence[SeenTile], certain: float) -> list[SeenTile]:
    """Return the tiles without names of flowers, for rules that have none.

    A flower of that probability stays, and is a problem.
    """
    return [_without_flower(tile, certain) for tile in tiles]


def _without_flower(tile: SeenTile, certain: float) -> SeenTile:
    if tile.names and tile.kind.endswith("f") and tile.kind_probability >= certain:
        return tile
    faces = [(kind, chance) for kind, chance in tile.names if not kind.endswith("f")]
    total = sum(chance for _, chance in tile.names) / max(sum(c for _, c in faces), 1e-9)
    return replace(tile, names=tuple((kind, chance * total) for kind, chance in faces))


def has_wrong_count(found: Layout) -> bool:
    """Return whether the count rules out a hand, whatever the tiles are."""
    return any(problem.code in _OF_COUNT for problem in found.problems)


def _group_names(asked_here: Question) -> list[str]:
    """Return the names of the groups that may have been called, without their combinations."""
    return [option for option in asked_here.options[1:] if "," not in option]


def trial_answers(asked_here: Question) -> list[str]:
    """Return the answers to try: the options; for groups that may be called, every subset."""
    if asked_here.code != "called_sets":
        return list(asked_here.options)
    groups_named = _group_names(asked_here)[:4]
    some = (
        ",".join(chosen)
        for size in range(1, len(groups_named) + 1)
        for chosen in combinations(groups_named, size)
    )
    return [asked_here.options[0], *some]
