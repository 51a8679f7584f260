"""Trials of the reader on hands with ground truth, which also answers the reader's questions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring import rulebook
from scoring.errors import HandReaderError
from scoring.hand import Hand
from scoring.tiles import BACK
from vision.layout.layout import DecodedHand, Layout, layout_to_hand
from vision.layout.melds import plain_kind
from vision.layout.questions import BACK_OR_WHITE, MIXED, NONE, Question
from vision.seen_tile import SeenTile

from ..pipeline import RulebookOracle, decode_tiles
from ..situation import Situation
from .ground_truth import HandTruth

Decode = Callable[[Sequence[SeenTile], Situation, str], Layout]
"""Tiles, known facts and a rule set to a layout, as `decode_tiles` does it."""

MOST_ASKED = 2
CERTAIN = 0.95
"""Probability of a name from which it is not doubtful."""
_OPENS_HAND = frozenset({"winning_tile", "kong_face", "covered", "missing", "extra"})
"""Questions whose answer adds a tile to the shown hand, or takes one away."""


class Outcome(StrEnum):
    """How a trial ends."""

    RIGHT = "right"  # without a question that the picture answers
    ASKED = "asked"  # right after at most `MOST_ASKED` questions
    WRONG = "wrong"  # with a question, a problem or no score
    UNASKED = "wrong unasked"


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome of a trial on one hand.

    Attributes:
        truth: the ground truth.
        asked: ids of the questions that were answered, at most `MOST_ASKED`.
        open: ids of the questions that were open at the end, those with a default included.
        problems: codes of the fatal problems at the end.
        shown: the hand that the reader gave at the end; None if it gave none.
        has_result: whether the reader gave a score, or "no win" for tiles read with certainty;
            otherwise it stated a problem, left a question, or outlined doubtful tiles.
        exact: whether tiles, sets, winner, flowers and indicators are the true ones; a winner
            that makes no difference may be another tile of the hand.
        right: whether points and payments are the true ones.
        is_safe: whether a reading that is not exact cannot mislead: tiles and sets are the true
            ones, and the winner or a discarder makes no difference to points and payments.
        stated: probability that the first reading, before any answer, stated; None for one that
            leaves open what its hand is: a tile of it, the winner, or the face of a kong.
        is_first_true: whether the hand of the first reading is the true one, or differs in a
            winner that makes no difference to points and payments.
        is_first_right: whether points and payments of that hand are the true ones, which is what
            `stated` is the probability of.
    """

    truth: HandTruth
    asked: tuple[str, ...]
    open: tuple[str, ...]
    problems: tuple[str, ...]
    shown: Hand | None
    has_result: bool
    exact: bool
    right: bool
    is_safe: bool
    stated: float | None
    is_first_true: bool
    is_first_right: bool

    @property
    def avoidable_questions(self) -> int:
        """Return the number of answered questions that the picture itself answers."""
        return sum(id.partition(":")[0] not in self.truth.needed for id in self.asked)

    @property
    def is_exact_unaided(self) -> bool:
        """Return whether the reading is exact without a question that the picture answers."""
        return self.exact and not self.avoidable_questions

    @property
    def outcome(self) -> Outcome:
        """Return how the trial ended."""
        if self.is_exact_unaided:
            return Outcome.RIGHT
        if self.exact:
            return Outcome.ASKED
        return Outcome.UNASKED if self.is_confidently_wrong else Outcome.WRONG

    @property
    def is_confidently_wrong(self) -> bool:
        """Return whether a hand was scored wrongly without any question or problem."""
        if not self.has_result or self.asked or self.open:
            return False
        return not (self.exact or self.is_safe)


def run_trial(
    tiles: Sequence[SeenTile],
    truth: HandTruth,
    kinds: Mapping[int, str],
    given: Mapping[str, str] | None = None,
    decode: Decode = decode_tiles,
) -> Trial:
    """Decode a hand, answer its questions from the ground truth, and compare the result with it.

    Args:
        tiles: the recognised tiles.
        truth: the true hand.
        kinds: true kind of each recognised tile; a box that is no tile is missing.
        given: answers known from the start.
        decode: decodes the tiles.
    """
    oracle = _Oracle(tiles, truth, kinds, decode)
    answers = dict(given or {})
    asked: list[str] = []
    first = found = _decode(tiles, truth, answers, decode)
    while True:
        open_ = next((q for q in found.questions if q.default is None), None)
        if found.is_complete or open_ is None or len(asked) == MOST_ASKED or truth.hand is None:
            break
        answer, name = oracle.answer(open_, answers), open_.id
        if answer is None and open_.code == "tile":  # a person can answer that it is no tile
            answer, name = "no", f"is_tile:{open_.tiles[0]}"
        if answer is None:
            break
        asked.append(open_.id)
        try:
            found = _decode(tiles, truth, {**answers, name: answer}, decode)
        except HandReaderError:  # the reader refuses the true answer
            break
        answers[name] = answer
    return _compare_with_truth(tiles, truth, first, found, tuple(asked))


def _decode(
    tiles: Sequence[SeenTile], truth: HandTruth, answers: Mapping[str, str], decode: Decode
) -> Layout:
    """Decode the tiles with answers, as a player who knows the situation."""
    return decode(tiles, replace(truth.situation, answers=answers), truth.rules)


def _compare_with_truth(
    tiles: Sequence[SeenTile],
    truth: HandTruth,
    first: Layout,
    found: Layout,
    asked: tuple[str, ...],
) -> Trial:
    """Compare the first and the last layout of a trial with the truth."""
    oracle = RulebookOracle(rulebook(truth.rules), truth.situation)
    shown = _hand_of(found, tiles, truth)
    if shown is not None and truth.indicators is None:
        shown = DecodedHand(shown.hand)
    worth = None if shown is None else oracle.worth(shown)
    true = None if truth.hand is None else DecodedHand(truth.hand, truth.indicators or ())
    if true is None:
        exact = right = not found.is_complete
    else:
        right = shown is not None and found.is_complete and worth == oracle.worth(true)
        taken = any(q.id == "winning_tile" for q in found.questions)
        mixed = taken or "winning_tile" in truth.needed
        exact = shown is not None and is_same_hand(shown, true, truth.rules, mixed)
        exact = exact and (right or not taken or "winning_tile" in truth.needed)
    is_safe = False
    if shown is not None and true is not None and right and worth is not None:
        parts = (_comparable_parts(one, truth.rules, mixed=True) for one in (shown, true))
        is_safe = len(set(parts)) == 1
    is_first_true, is_first_right = _compare_first(first, true, tiles, truth, oracle)
    certain = all(tile.confidence >= CERTAIN for tile in tiles)
    return Trial(
        truth=truth,
        asked=asked,
        open=tuple(q.id for q in found.questions),
        problems=tuple(problem.code for problem in found.problems if problem.fatal),
        shown=None if shown is None else shown.hand,
        has_result=found.is_complete and (worth is not None or certain),
        exact=exact,
        right=right,
        is_safe=is_safe,
        stated=None if _is_open(first) else math.exp(-first.cost),
        is_first_true=is_first_true,
        is_first_right=is_first_right,
    )


def _is_open(found: Layout) -> bool:
    """Return whether a layout leaves open what its hand is."""
    return any(q.default is None and q.code in _OPENS_HAND for q in found.questions)


def _compare_first(
    first: Layout,
    true: DecodedHand | None,
    tiles: Sequence[SeenTile],
    truth: HandTruth,
    oracle: RulebookOracle,
) -> tuple[bool, bool]:
    """Return whether the first layout shows the true hand, whatever it asks, and pays the same."""
    shown = _hand_of(replace(first, questions=()), tiles, truth)
    if shown is None or true is None:
        return False, False
    if truth.indicators is None:
        shown = DecodedHand(shown.hand)
    pays = oracle.worth(shown) == oracle.worth(true)
    is_same = is_same_hand(shown, true, truth.rules, mixed=False)
    return is_same or (pays and is_same_hand(shown, true, truth.rules, mixed=True)), pays


def _hand_of(found: Layout, tiles: Sequence[SeenTile], truth: HandTruth) -> DecodedHand | None:
    """Return the hand of a layout; questions that the picture leaves open may be open."""
    needed = tuple(q for q in found.questions if q.default is None and q.code in truth.needed)
    rest = tuple(q for q in found.questions if q not in needed)
    try:
        return layout_to_hand(replace(found, questions=rest), tiles)
    except HandReaderError:
        return None


@dataclass(frozen=True, slots=True)
class _Oracle:
    """Answers to the reader's questions, as a player who knows the hand would give them."""

    tiles: Sequence[SeenTile]
    truth: HandTruth
    kinds: Mapping[int, str]
    decode: Decode

    def answer(self, asked: Question, answers: Mapping[str, str]) -> str | None:
        """Answer a question from the ground truth; None if a player could not answer it."""
        _, _, tile = asked.id.partition(":")
        hand = self.truth.hand
        if hand is None or (asked.code == "winning_tile" and hand.winning is None):
            return None
        if asked.code == "winning_tile":
            return str(hand.winning)
        if asked.code in ("tile", "back_or_white"):
            return self.kinds.get(int(tile))
        if asked.code == "blanks":
            kinds = {self.kinds.get(one, BACK) for one in asked.tiles}
            return kinds.pop() if len(kinds) == 1 and kinds <= set(BACK_OR_WHITE) else MIXED
        if asked.code == "extra":
            false = (
                o for i, o in zip(asked.tiles, asked.options, strict=False) if i not in self.kinds
            )
            return next(false, NONE)
        if asked.code == "missing":
            return self._unseen_kind(hand)
        if asked.code == "is_tile":
            return "yes" if int(tile) in self.kinds else "no"
        if asked.code == "owner_edge":
            return self.truth.edge
        if asked.code == "indicators":
            indicators = {str(tile) for tile in self.truth.indicators or ()}
            shown = {self.kinds.get(one) for one in asked.tiles}
            return "yes" if indicators and shown <= indicators else "no"
        if asked.code == "printed":  # whose tiles are a hand
            return "no"
        if asked.code == "covered":
            return self._unseen_kind(hand)
        if asked.code == "kong_face":
            return self._face_down_kong(hand, answers)
        return self._best_option(asked, answers)

    def _unseen_kind(self, hand: Hand) -> str:
        """Return the kind of a tile of the hand that was not found."""
        unseen = Counter(self.truth.kinds) - Counter(self.kinds.values())
        return next((k for k in unseen if k in {t.value for t in hand.tiles}), NONE)

    def _face_down_kong(self, hand: Hand, answers: Mapping[str, str]) -> str | None:
        """Return the kind of the concealed kong of which fewest tiles are in view."""
        faces = [meld.tiles[-1].plain.value for meld in hand.melds if meld.concealed]
        faces = [face for face in faces if face not in answers.values()] or faces
        seen = Counter(self.kinds.values())
        return min(faces, key=lambda face: seen[face], default=None)

    def _best_option(self, asked: Question, answers: Mapping[str, str]) -> str | None:
        """Return the option whose layout is nearest to the true sets; None if there is none."""
        assert self.truth.hand is not None, "a picture without a hand is asked nothing"
        true = [(m.kind, m.concealed, _kinds(m.tiles)) for m in self.truth.hand.melds]
        ranks: dict[str, tuple[bool, int, int]] = {}
        for option in asked.options:
            try:
                found = _decode(self.tiles, self.truth, {**answers, asked.id: option}, self.decode)
            except HandReaderError:
                continue
            sets = [(meld.kind, meld.is_concealed, _kinds(meld.kinds)) for meld in found.melds]
            placed = _differences([one[:2] for one in sets], [one[:2] for one in true])
            shown = _hand_of(found, self.tiles, self.truth)
            is_true = shown is not None and shown.hand == self.truth.hand
            ranks[option] = (is_true, -placed, -_differences(sets, true))
        return max(ranks, key=lambda option: ranks[option], default=None)


def _differences(some: Iterable[Hashable], others: Iterable[Hashable]) -> int:
    """Return how many members of either are not in the other."""
    one, other = Counter(some), Counter(others)
    return (one - other).total() + (other - one).total()


def is_same_hand(shown: DecodedHand, true: DecodedHand, rules: str, mixed: bool) -> bool:
    """Return whether two hands have the same parts; a true source of None is not compared."""
    if _comparable_parts(shown, rules, mixed) != _comparable_parts(true, rules, mixed):
        return False
    sources = (
        Counter((_kinds(m.tiles, rules), m.source) for m in one.hand.melds) for one in (shown, true)
    )
    given, known = sources
    return all(given[key] >= count for key, count in known.items() if key[1] is not None)


def _kinds(kinds: Iterable[str], rules: str = "") -> tuple[str, ...]:
    """Return the kinds of tiles, sorted; red fives differ in riichi alone."""
    return tuple(sorted(map(str if rules == "riichi-ema" else plain_kind, kinds)))


def _comparable_parts(shown: DecodedHand, rules: str, mixed: bool) -> Hashable:
    """Return the parts of a hand that must be equal.

    Args:
        shown: the hand.
        rules: id of its rule set.
        mixed: whether the winning tile counts as one of those in hand.
    """
    hand = shown.hand
    won = () if hand.winning is None else (hand.winning,)
    sets = sorted((m.kind, m.concealed, _kinds(m.tiles, rules)) for m in hand.melds)
    whole = (
        (_kinds((*hand.concealed, *won), rules),)
        if mixed
        else (_kinds(hand.concealed, rules), _kinds(won, rules))
    )
    beside = sorted(shown.dora_indicators)
    return whole, tuple(sets), tuple(sorted(hand.flowers)), tuple(beside)
