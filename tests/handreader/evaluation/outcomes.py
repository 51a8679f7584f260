"""Trials with outcomes as a test wants them."""

from __future__ import annotations

from handreader.evaluation.ground_truth import HandTruth
from handreader.evaluation.trials import Trial
from scoring.hand import Hand

HAND = Hand.parse("123m 456p 23789s 11z +4s")


def trial_of(
    is_right: bool,
    stated: float | None = 1.0,
    name: str = "",
    scene: str = "neat",
    has_hand: bool = True,
    is_first_right: bool | None = None,
) -> Trial:
    """Return a trial whose hand is right, or wrong although nothing was asked."""
    truth = HandTruth("mcr", scene, HAND if has_hand else None, name=name)
    return Trial(
        truth=truth,
        asked=(),
        open=(),
        problems=(),
        shown=HAND,
        has_result=True,
        exact=is_right,
        right=is_right,
        is_safe=False,
        stated=stated,
        is_first_true=is_right,
        is_first_right=is_right if is_first_right is None else is_first_right,
    )
