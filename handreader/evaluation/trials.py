"""Trials of the reader on hands with ground truth, which also answers the reader's questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import rulebook
from scoring.errors import HandReaderError
from scoring.tiles import Tile
from vision.decoding.assignments import AssignmentSettings
from vision.layout.arrangement import arrange
from vision.layout.layout import DecodedHand, layout_to_hand
from vision.layout.questions import NONE, Question
from vision.seen_tile import SeenTile

from ..pipeline import RulebookOracle, decode_tiles
from .random_hands import DealtHand

MOST_ASKED = 2
CERTAIN = AssignmentSettings().certain


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome of a trial on one hand.

    Attributes:
        rules, scene: of the true hand.
        question_count: questions that had to be answered, at most `MOST_ASKED`.
        has_result: whether the reader gave a score, or "no win" for tiles read with certainty;
            otherwise it stated a problem, left a question, or outlined doubtful tiles.
        exact: whether tiles, sets, winner, flowers and indicators are the true ones; a winner
            that makes no difference may be another tile of the hand.
        right: whether points and payments are the true ones.
    """

    rules: str
    scene: str
    question_count: int
    has_result: bool
    exact: bool
    right: bool

    @property
    def is_exact_unaided(self) -> bool:
        """Return whether the reading is exact without a question."""
        return self.exact and not self.question_count

    @property
    def is_confidently_wrong(self) -> bool:
        """Return whether the hand was scored wrongly without a question."""
        return self.has_result and not self.question_count and not self.right


@dataclass(frozen=True, slots=True)
class TrialCounts:
    """Counts of hands of one group."""

    hands: int
    unhelped: int
    helped: int  # exact after at most two questions, those without any included
    right: int  # points and payments right without a question
    right_helped: int
    questions: int
    confidently_wrong: int
    refused: int  # no score given, see `Trial.has_result`


def count_trials(played: Iterable[Trial]) -> TrialCounts:
    """Count the outcomes of trials."""
    hands = list(played)
    return TrialCounts(
        hands=len(hands),
        unhelped=sum(hand.is_exact_unaided for hand in hands),
        helped=sum(hand.exact for hand in hands),
        right=sum(hand.right and not hand.question_count for hand in hands),
        right_helped=sum(hand.right for hand in hands),
        questions=sum(hand.question_count for hand in hands),
        confidently_wrong=sum(hand.is_confidently_wrong for hand in hands),
        refused=sum(not hand.has_result for hand in hands),
    )


def run_trial(
    tiles: Sequence[SeenTile],
    truth: DealtHand,
    kinds: Mapping[int, str],
    given: Mapping[str, str] | None = None,
    edge: str = "bottom",
) -> Trial:
    """Decode a hand, answer its questions from the ground truth, and compare the result with it.

    Args:
        tiles: the recognised tiles.
        truth: the true hand.
        kinds: true kind of each recognised tile; a box that is no tile is missing.
        given: answers known from the start.
        edge: of the winner's seat.
    """
    judge = RulebookOracle(rulebook(truth.rules), truth.situation)
    answers = dict(given or {})
    asked = 0
    while True:
        found = decode_tiles(tiles, replace(truth.situation, answers=answers), truth.rules)
        open_ = next((q for q in found.questions if q.default is None), None)
        if found.is_complete or open_ is None or asked == MOST_ASKED:
            break
        answer = _answer(open_, tiles, truth, kinds, answers, edge)
        if answer is None:
            break
        answers[open_.id] = answer
        asked += 1
    if not found.is_complete:
        return Trial(truth.rules, truth.scene, asked, False, False, False)
    shown = layout_to_hand(found, tiles)
    worth = judge.worth(shown)
    right = worth == judge.worth(_true_hand(truth))
    taken = any(q.id == "winning_tile" for q in found.questions)
    parts = (_comparable_parts(one, truth.rules, taken) for one in (shown, _true_hand(truth)))
    exact = len(set(parts)) == 1 and (right or not taken)
    told = worth is not None or all(tile.confidence >= CERTAIN for tile in tiles)
    return Trial(truth.rules, truth.scene, asked, told, exact, right)


def _answer(
    asked: Question,
    tiles: Sequence[SeenTile],
    truth: DealtHand,
    kinds: Mapping[int, str],
    answers: Mapping[str, str],
    edge: str,
) -> str | None:
    """Answer a question from the ground truth; None if a player could not answer it."""
    code, _, tile = asked.id.partition(":")
    if code == "winning_tile":
        return str(truth.hand.winning)
    if code in ("tile", "back_or_white"):
        return kinds.get(int(tile))
    if code == "is_tile":
        return "yes" if int(tile) in kinds else "no"
    if code == "owner_edge":
        return edge
    if code == "covered":
        unseen = Counter(truth.kinds) - Counter(kinds.values())
        return next(iter(unseen), NONE)
    for option in asked.options:  # about the layout: the one that gives the true sets
        try:
            found = arrange(tiles, truth.rules, {**answers, asked.id: option})
        except HandReaderError:
            continue
        sets = Counter((meld.kind, meld.is_concealed) for meld in found.melds)
        if sets == Counter((meld.kind, meld.concealed) for meld in truth.hand.melds):
            return option
    return None


def _true_hand(truth: DealtHand) -> DecodedHand:
    return DecodedHand(truth.hand, truth.indicators)


def _comparable_parts(shown: DecodedHand, rules: str, mixed: bool) -> Hashable:
    """Return the parts of a hand that must be equal; red fives differ in riichi alone.

    Args:
        shown: the hand.
        rules: id of its rule set.
        mixed: whether the winning tile counts as one of those in hand.
    """

    def plain(tiles: Iterable[Tile]) -> tuple[str, ...]:
        reds = rules == "riichi-ema"
        return tuple(sorted(tile.value if reds else tile.plain.value for tile in tiles))

    hand = shown.hand
    won = () if hand.winning is None else (hand.winning,)
    sets = sorted((m.kind, m.concealed, str(m.source), plain(m.tiles)) for m in hand.melds)
    whole = (plain((*hand.concealed, *won)),) if mixed else (plain(hand.concealed), plain(won))
    beside = sorted(shown.dora_indicators)
    return whole, tuple(sets), tuple(sorted(hand.flowers)), tuple(beside)
