"""What cannot happen in a game is said in English and in Italian."""

from __future__ import annotations

import pytest

from scoring.game import (
    AbortiveDraw,
    AbortReason,
    DeadHand,
    Event,
    ExhaustiveDraw,
    GameError,
    Riichi,
    Winner,
    Won,
    game_rules,
    new_game,
    replay,
)
from scoring.tiles import WINDS

E, S, W, N = WINDS
PAID = (Winner(S, (-1, 3, -1, -1)), Winner(W, (-1, -1, 3, -1)))

IMPOSSIBLE: list[tuple[str, list[Event]]] = [
    ("mcr", [ExhaustiveDraw()] * 17),
    ("mcr", [Riichi(E)]),
    ("riichi-ema", [Riichi(E), Riichi(E)]),
    ("riichi-ema", [DeadHand(S), Riichi(S)]),
    ("mcr", [Won(())]),
    ("mcr", [Won(PAID, E)]),
    ("mcr", [Won(PAID[:1], S)]),
    ("mcr", [DeadHand(S), Won(PAID[:1], E)]),
    ("mcr", [Won((Winner(S, (0, 1, 0, 0)),), E)]),
    ("riichi-ema", [Won(PAID[:1], E, on_riichi_tile=True)]),
    ("riichi-ema", [DeadHand(S), ExhaustiveDraw(frozenset({S}))]),
    ("mcr", [ExhaustiveDraw(frozenset({S}))]),
    ("riichi-ema", [Riichi(S), ExhaustiveDraw()]),
    ("mcr", [AbortiveDraw(AbortReason.FOUR_WINDS)]),
    ("riichi-ema", [AbortiveDraw(AbortReason.FOUR_RIICHI)]),
]


@pytest.mark.parametrize(("rules", "events"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_what_the_game_refuses_is_said_in_both_languages(rules: str, events: list[Event]) -> None:
    with pytest.raises(GameError) as caught:
        replay(new_game(game_rules(rules)), events)
    english, italian = caught.value.localize("en"), caught.value.localize("it")
    assert english == str(caught.value) != italian
    assert "{" not in italian


def test_seats_are_named_in_the_language() -> None:
    with pytest.raises(GameError) as caught:
        replay(new_game(game_rules("mcr")), [DeadHand(W), Won((Winner(W, (-1, -1, 3, -1)),), E)])
    assert caught.value.localize("en") == "West may not win this hand"
    assert caught.value.localize("it") == "Ovest non può vincere questa mano"
