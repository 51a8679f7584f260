"""Misspelt worths, claims, house rules and words of a win: the line has the nearest spelling."""

from __future__ import annotations

import pytest

from tests.handreader.cli.calling import call

HAND = "123m 456p 789s 11z 67s +8s"
RIICHI = ("--rules", "riichi-ema")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("points", "3", "hann", "40", "fu"), "did you mean 3 han 40 fu?"),
        (("points", "mangam"), "no worth of a hand in riichi-ema; write it like 3 han 40 fu"),
        (("check", HAND, "mangam", *RIICHI), "did you mean mangan?"),
        (("check", HAND, "3 han 40 fuu", *RIICHI), "did you mean 3 han 40 fu?"),
        (("check", HAND, "8 ponti", "--lang", "it"), "scrivi come 18, o 18: Tutte scale"),
        (("check", HAND, "8 ponti", "--lang", "it"), "intendi 8 punti?"),
        (("check", HAND, ""), "the claim is empty; write it like 18, or 18: All Sequences"),
        (("check", HAND, "10", "--won", "set S"), "did you mean seat?"),
        (("rules", "--option", "flowers=off"), "Write rules RULESET --option flowers=off"),
    ],
)
def test_one_line(words: tuple[str, ...], message: str) -> None:
    result = call(*words)
    assert result.exit_code != 0 and result.stdout == ""
    assert message in result.stderr and result.stderr.count("\n") == 1


def test_house_rules_that_are_not_kept() -> None:
    call("rules", "--save", "my-club", "--from", "mcr", "--option", "even_pairs=no")
    assert "did you mean my-club?" in call("rules", "--forget", "my-clob").stderr


def test_facts_of_a_win_in_italian() -> None:
    told = call("check", HAND, "10", "--won", "posto S, da W, ultimo_scarto", "--json")
    assert (
        told.stdout
        == call("check", HAND, "10", "--won", "seat S from W last_tile", "--json").stdout
    )
