"""What cannot happen is said in Italian, too: each sentence as the game really says it."""

from __future__ import annotations

import re

import pytest

from handreader.store.errors import StoreError
from handreader.store.faults import _ITALIAN, fault
from scoring.game import (
    Aborted,
    Abortion,
    Event,
    GameError,
    HandDied,
    NobodyWon,
    Riichi,
    Winner,
    Won,
    game_rules,
    new_game,
    replay,
)
from scoring.names import Phrase
from scoring.tiles import WINDS

E, S, W, N = WINDS
PAID = (Winner(S, (-1, 3, -1, -1)), Winner(W, (-1, -1, 3, -1)))

IMPOSSIBLE: list[tuple[str, list[Event]]] = [
    ("mcr", [NobodyWon()] * 17),
    ("mcr", [Riichi(E)]),
    ("riichi-ema", [Riichi(E), Riichi(E)]),
    ("riichi-ema", [HandDied(S), Riichi(S)]),
    ("mcr", [Won(())]),
    ("mcr", [Won(PAID, E)]),
    ("mcr", [Won(PAID[:1], S)]),
    ("mcr", [HandDied(S), Won(PAID[:1], E)]),
    ("mcr", [Won((Winner(S, (0, 1, 0, 0)),), E)]),
    ("riichi-ema", [Won(PAID[:1], E, on_riichi_tile=True)]),
    ("riichi-ema", [HandDied(S), NobodyWon(frozenset({S}))]),
    ("mcr", [NobodyWon(frozenset({S}))]),
    ("riichi-ema", [Riichi(S), NobodyWon()]),
    ("mcr", [Aborted(Abortion.FOUR_WINDS)]),
    ("riichi-ema", [Aborted(Abortion.FOUR_RIICHI)]),
]


@pytest.mark.parametrize(("rules", "events"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_what_the_game_refuses_is_said_in_both_languages(rules: str, events: list[Event]) -> None:
    with pytest.raises(GameError) as caught:
        replay(new_game(game_rules(rules)), events)
    said = fault(caught.value)
    assert isinstance(said, Phrase), f"no Italian for: {caught.value}"
    assert said.say("en") == str(caught.value)
    error = StoreError("impossible", what=said)
    assert error.say("it").startswith("Ora non può succedere: ")
    assert str(caught.value) not in error.say("it")


def test_seats_are_named_in_italian() -> None:
    said = fault("W may not win this hand")
    assert isinstance(said, Phrase)
    assert said.say("it") == "Ovest non può vincere questa mano"


def test_every_sentence_has_its_gaps() -> None:
    for pattern, italian in _ITALIAN.items():
        assert set(re.findall(r"\{(\w+)\}", italian)) == set(re.findall(r"\?P<(\w+)>", pattern))


def test_what_is_new_is_said_as_it_is() -> None:
    assert fault("something new {x}") == "something new {x}"
