"""The numbers of the search, with what they stand for; costs in nats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Priors, and bounds of the search.

    Attributes:
        floor: least logarithm of a probability, also of a kind that the namer does not list: nets
            are never surer than this.
        least: what has less probability is not tried: a tile in a set, a pair in one set, a fourth
            tile below, a winner, a source; nor is it told, where it pays the same.
        waiting: cost of 13 tiles of which none won.
        false_win: cost of 14 tiles that do not win.
        wrong_count: cost of too few or too many tiles.
        most_sets: candidates of sets that are combined.
        most_packings: combinations of sets that are kept at each step.
        most_hands: choices of the tiles in hand that are named.
        most_checks: namings of all hands that are tried.
        margin: hands costlier than the best by more are left out.
        least_hand: tiles of a hand that make it a whole one.
        doubt: share of the net's log odds that counts where its reading contradicts answers.
        certainty: share of the parses that pay the same from which nothing is asked.
        least_share: parses with a smaller share raise no question.
        most_worlds: parses that are scored.
    """

    floor: float = -9.0
    least: float = 0.01
    waiting: float = 3.5
    false_win: float = 5.0
    wrong_count: float = 4.5
    most_sets: int = 28
    most_packings: int = 40
    most_hands: int = 24
    most_checks: int = 150
    margin: float = 12.0
    least_hand: int = 10
    doubt: float = 0.2
    certainty: float = 0.95
    least_share: float = 1e-4
    most_worlds: int = 16
