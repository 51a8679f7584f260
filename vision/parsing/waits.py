"""Hands of thirteen tiles: which tile won, or which one of the winner's tiles nobody sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.tiles import KINDS

from ..layout.layout import Layout, hand_of
from ..layout.questions import NONE, problem, question
from ..seen_tile import SeenTile
from .wrong_counts import CompletionOracle


def ask_about_wait(
    found: Layout,
    tiles: Mapping[int, SeenTile],
    winners: Mapping[int, float],
    oracle: CompletionOracle,
    answers: Mapping[str, str],
) -> Layout:
    """Return 13 tiles with the question which tile won, or the remark that none can.

    Args:
        found: the layout of 13 tiles.
        tiles: of the photo, by id.
        winners: of each tile, by how much it is likelier the winning one than another in hand (the
            logarithm of the odds).
        oracle: the rules.
        answers: to earlier questions.
    """
    covered = _with_covered_tile(found, tiles, winners, oracle, answers)
    if covered is not None:
        return covered
    named = answers.get("winning_tile")
    if named is not None:
        return replace(found, winning_kind=named, won_how="answer")
    hand = hand_of(found, tiles)
    waits = () if hand is None else oracle.waits(replace(hand, winning=None))
    if not waits:
        remark = problem("no_wait", found.concealed, False)
        return replace(found, problems=(remark, *found.problems))
    kinds = [tile.value for tile in waits]
    asked = question("winning_tile", kinds, waits=", ".join(kinds))
    return replace(found, questions=(asked, *found.questions))


def _with_covered_tile(
    found: Layout,
    tiles: Mapping[int, SeenTile],
    winners: Mapping[int, float],
    oracle: CompletionOracle,
    answers: Mapping[str, str],
) -> Layout | None:
    """Return 13 tiles of which one won, with the question which tile nobody sees; else None.

    One of them lies as a winning tile does, and some kind completes the hand with it.
    """
    if not found.concealed:  # all tiles in view are in sets
        return None
    won = max(found.concealed, key=lambda i: winners[i])
    kind, answer = found.names.get(won, tiles[won].kind), answers.get("covered")
    if answer == NONE or winners[won] < 0 or answers.get("winning_tile", kind) != kind:
        return None
    apart = replace(
        found,
        concealed=tuple(i for i in found.concealed if i != won),
        winning=won,
        winning_kind=kind,
        won_how="apart",
    )
    if answer is not None:
        return replace(apart, covered_kinds=(answer,))
    wholes = {
        one.value: hand_of(replace(apart, covered_kinds=(one.value,)), tiles) for one in KINDS
    }
    options = [name for name, hand in wholes.items() if hand and oracle.wins(hand)]
    if not options:
        return None
    asked = question("covered", (*options, NONE), (won,), kind=kind)
    return replace(found, questions=(asked, *found.questions))
