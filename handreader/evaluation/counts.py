"""Counts of trials: how they end, by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .trials import Outcome, Trial


@dataclass(frozen=True, slots=True)
class TrialCounts:
    """Counts of pictures of one group; a picture without a whole hand is none of the `hands`."""

    hands: int
    unhelped: int  # exact without a question that the picture answers
    helped: int  # exact after at most two questions, those without any included
    right: int  # points and payments right without a question that the picture answers
    right_helped: int
    questions: int
    confidently_wrong: int  # those that show no whole hand included
    refused: int  # no score given, see `Trial.has_result`
    clear: int  # need no question
    clear_unhelped: int
    to_refuse: int
    refused_rightly: int


def count_trials(played: Iterable[Trial]) -> TrialCounts:
    """Count the outcomes of trials."""
    played = list(played)
    hands = [trial for trial in played if trial.truth.hand is not None]
    clear = [trial for trial in hands if not trial.truth.needed]
    none = [trial for trial in played if trial.truth.hand is None]
    return TrialCounts(
        hands=len(hands),
        unhelped=sum(hand.is_exact_unaided for hand in hands),
        helped=sum(hand.exact for hand in hands),
        right=sum(hand.right and not hand.avoidable_questions for hand in hands),
        right_helped=sum(hand.right for hand in hands),
        questions=sum(len(hand.asked) for hand in hands),
        confidently_wrong=sum(trial.is_confidently_wrong for trial in played),
        refused=sum(not hand.has_result for hand in hands),
        clear=len(clear),
        clear_unhelped=sum(hand.is_exact_unaided for hand in clear),
        to_refuse=len(none),
        refused_rightly=sum(trial.exact for trial in none),
    )


def by_group(played: Sequence[Trial]) -> dict[str, list[Trial]]:
    """Return the trials by group: all of them, those of each rule set, and those of each scene."""
    groups: dict[str, list[Trial]] = {"all": [*played]}
    for part in ("rules", "scene"):
        for trial in played:
            groups.setdefault(getattr(trial.truth, part), []).append(trial)
    return groups


def outcomes_text(played: Iterable[Trial]) -> str:
    """Format how trials end: right, asked, wrong, wrong unasked, each with its share."""
    counts = Counter(trial.outcome for trial in played)
    total = counts.total()
    return ", ".join(
        f"{outcome.value} {counts[outcome]}"
        + (f" ({counts[outcome] / total:.1%})" if total else "")
        for outcome in Outcome
    )
