"""Printed tables of payments: what the books print, and what hands are paid."""

from __future__ import annotations

import re

import pytest

from scoring.explain import explain_rules
from scoring.notation import parse_win
from scoring.registry import RULEBOOKS, rulebook
from scoring.rule_tables import payment_lines
from scoring.scorer import score


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("rules", RULEBOOKS)
def test_every_rule_set_has_payments_and_penalties(rules: str, lang: str) -> None:
    lines = list(payment_lines(RULEBOOKS[rules], lang))
    assert len(lines) > 5 and len(set(lines)) == len(lines)
    assert any(line.startswith({"en": "false win", "it": "falsa vincita"}[lang]) for line in lines)
    assert not any(word in "".join(lines) for word in ("None", "{", "True"))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_name_is_printed_once_where_languages_share_it(rules: str, lang: str) -> None:
    titles = [line.partition(":")[0].split() for line in explain_rules(RULEBOOKS[rules], lang)]
    foreign = [[word for word in title if max(word) > "\u3000"] for title in titles]
    assert any(foreign) and not [words for words in foreign if len(words) > len({*words})]


# rule set, lines that it prints
PRINTED = [
    ("mcr", "minimum: 8 points, without flowers"),
    (
        "mcr",
        "24 points: the discarder pays 32 = 8 + 24, the others 8; self-drawn each pays 32 = 8 + 24",
    ),
    ("hong-kong", "minimum: 3 faan, without flowers"),
    ("hong-kong", "limit: patterns add up to 10 faan at most"),
    (
        "hong-kong",
        "9 faan: the discarder pays 8 = 4 + 4, the others 4; self-drawn each pays 8 = 4 + 4",
    ),
    ("zung-jung", "limit: patterns add up to 320 points at most"),
    (
        "zung-jung",
        "30 points: the discarder pays 40 = 25 + 15, the others 25; self-drawn each pays 30",
    ),
    ("chinese-official:cap=88", "limit: patterns add up to 88 points at most"),
    (
        "riichi-ema",
        "mangan (from 5 fan): East wins 12000 from the discarder, self-drawn 4000 from each; "
        "others win 8000 from the discarder, self-drawn 2000 / 4000 from each",
    ),
    (
        "riichi-ema",
        "3 han 60 fu: East wins 11600 from the discarder, self-drawn 3900 from each; "
        "others win 7700 from the discarder, self-drawn 2000 / 3900 from each",
    ),
    ("hong-kong", "minimum: 3 faan, without flowers"),
    ("hong-kong", "limit: patterns add up to 10 faan at most"),
    (
        "hong-kong",
        "10 faan: the discarder pays 16 = 8 + 8, the others 8; self-drawn each pays 16 = 8 + 8",
    ),
    ("riichi-ema", "riichi: a stick of 1000 on the table, for the next winner"),
    ("riichi-ema", "points by place at the end: +9000, +3000, -3000, -9000"),
]


@pytest.mark.parametrize(("rules", "line"), PRINTED)
def test_the_printed_numbers(rules: str, line: str) -> None:
    assert line in list(payment_lines(rulebook(rules)))


def test_an_option_changes_what_is_printed() -> None:
    usual, other = (
        list(payment_lines(rulebook(f"riichi-ema:{option}")))
        for option in ("thirteen_fan=yakuman", "thirteen_fan=sanbaiman")
    )
    assert any(line.startswith("yakuman (from 13 fan)") for line in usual)
    assert any(line.startswith("yakuman (listed hands alone)") for line in other)


def test_a_hand_is_paid_as_printed() -> None:
    """A self-drawn hand of 3 fan and 20 minipoints, of South."""
    hand, win = parse_win("234m 345p 567s 66s 78p +9p | drawn riichi seat S")
    paid = score(hand, win, "riichi-ema").payments
    assert paid is not None
    amounts = sorted({payment.amount for payment in paid})
    (line,) = (
        one for one in payment_lines(rulebook("riichi-ema")) if one.startswith("3 han 20 fu")
    )
    found = re.search(r"others win self-drawn (\d+) / (\d+)", line)
    assert found is not None and [int(number) for number in found.groups()] == amounts
