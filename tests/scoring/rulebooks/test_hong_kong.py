"""Hong Kong old style: numbers of its sources, limits, payments, options."""

from __future__ import annotations

import pytest

from scoring import RULEBOOKS, score
from scoring.explain import explain
from scoring.notation import parse_win
from scoring.plausibility import foreign_facts
from scoring.rulebooks.hong_kong import base_points, hong_kong
from scoring.scorer import Score


def score_of(text: str, **options: str | int) -> Score:
    return score(*parse_win(text), hong_kong.with_options(**options))


def faan(text: str) -> int | None:
    """Faan before the limit; None if the hand does not win."""
    result = score_of(text)
    if not result.valid_win:
        return None
    assert result.best is not None
    found = result.best.more["faan"]
    assert isinstance(found, int)
    return found


# hand and win, faan before the limit of 10; source
HANDS = [
    # hk-mahjong, FaanCalculator.test: one suit, triplets and the self-pick are 11
    ("[111p] [222p] [333p] 444p 5p +5p | drawn", 11),
    # the same: triplets 3, and one faan each as the seat's and as the round's wind
    ("[SSS] [222p] [333m] 444s 5s +5s | seat W", 3),
    ("[SSS] [222p] [333m] 444s 5s +5s | seat W round S", 4),
    ("[SSS] [222p] [333m] 444s 5s +5s | seat S round S from E", 5),
    # Wikipedia: mixed one suit 3, a dragon pung 1, seat wind 1
    ("[PPP] [EEE] 123m 789m 5m +5m | round S", 5),
    # small dragons 5 with their pungs, and mixed one suit
    ("[PPP] [CCC] 123m 789m F +F", 8),
    # great dragons 8, mixed one suit 3
    ("[PPP] [CCC] [FFF] 789m 1m +1m", 11),
    # all one suit 7, common hand 1, concealed 1
    ("123m 456m 789m 55m 34m +5m", 9),
    # mixed orphans are triplets as well: 3 + 1; the wind of the seat
    ("[111m] [999p] [EEE] 999s C +C | round S", 5),
    # a limit hand alone; winds, dragons and flowers do not count beside it, a self-pick does
    ("EEE SSS [WWW] NNN 1f C +C", 13),
    ("EEE SSS [WWW] 123m N +N", 10),
    ("EEE SSS [WWW] 123m N +N | drawn", 11),
    ("19m 19p 19s ESWNPF C +C", 13 + 1),
    # the replacement of a kong is two, with the self-pick
    ("[PPP] [2222p] 345p 678p E +E | drawn kong_replacement", 6),
    # flowers: one's own is a faan, four of a kind two with it
    ("[PPP] [EEE] 123m 789m 5m 1f +5m | round S", 6),
    ("[PPP] [EEE] 123m 789m 5m 2f +5m | round S", 5),
    ("[PPP] [EEE] 123m 789m 5m 1234f +5m | round S", 7),
    ("[PPP] [EEE] 123m 789m 5m 12345f +5m | round S", 8),
    # flowers do not make the three faan (Wikipedia's example: two faan and a bonus tile)
    ("[PPP] [EEE] 123m 789p 5s 1f +5s | round S", None),
    ("[PPP] [EEE] [CCC] 789p 5s 1f +5s | round S", 4),
    ("123m 456p 789s 55p 34m +5m", None),
]


@pytest.mark.parametrize(("text", "expected"), HANDS)
def test_faan(text: str, expected: int | None) -> None:
    assert faan(text) == expected


def test_the_table_of_base_points() -> None:
    """Wikipedia: 3 faan are one base point, 9 are four, 10 and more eight."""
    assert [base_points(n) for n in (3, 4, 6, 7, 9, 10, 13)] == [1, 2, 2, 4, 4, 8, 8]
    # mahjong-scorer (yawnoc), README, "Multiplier"
    assert [base_points(n, "half_spicy") for n in range(14)] == [
        *(1, 2, 4, 8, 16, 24, 32),
        *(48, 64, 96, 128, 192, 256, 384),
    ]
    assert [base_points(n, "full_spicy") for n in range(14)] == [2**n for n in range(14)]
    # bigproduction.com, "Tiered Payment", each of those who did not discard
    assert [base_points(n, "tiers") for n in range(11)] == [1, 2, 4, 8, *(16,) * 3, *(32,) * 3, 64]


def test_the_half_spicy_table_pays_48_24_24_for_five_faan() -> None:
    five = score_of("[PPP] [EEE] 123m 789m 5m +5m | round S seat E from W", table="half_spicy")
    assert five.payments is not None
    assert {one.payer: one.amount for one in five.payments} == {"W": 48, "S": 24, "N": 24}
    top = "[111m] [222m] [333m] 444m 5m +5m | from W"  # 10, and 11 self-drawn
    rising = [score_of(top.replace("from W", "drawn"), table="half_spicy", limit=most)
              for most in (10, 13)]  # fmt: skip
    assert [one.payments[0].amount for one in rising if one.payments] == [256, 384]
    exponential = hong_kong.with_options(table="exponential")
    assert exponential.options["table"] == "full_spicy"


FLOWERS_ONLY = "147m 258p 369s ESWN {flowers} +P | from W"


def test_seven_and_eight_flowers() -> None:
    """hk-mahjong: seven are 3 faan, eight the limit; two other programs: 3 and 8."""
    seven, eight = (FLOWERS_ONLY.format(flowers=f) for f in ("1234567f", "12345678f"))
    assert score_of(seven).best is None
    for answer, expected in (("yes", [3, 8]), ("limit", [3, 10])):
        found = [score_of(hand, flower_hand=answer) for hand in (seven, eight)]
        assert [one.total for one in found] == expected
        assert all(len(one.best.items) == 1 for one in found if one.best)
    paid = score_of(seven, flower_hand="yes", table="half_spicy").payments
    assert paid is not None and [one.amount for one in paid] == [16, 16, 16]  # as if self-drawn
    # a hand that is worth more counts as it is
    rich = "[PPP] [CCC] [FFF] 789m 1m 1234567f +1m | from W"
    assert score_of(rich, flower_hand="yes").total == 10


def test_seven_pairs_and_thirteen_orphans_are_options() -> None:
    pairs = "1133m 4466p 7799s E +E | from W"
    assert score_of(pairs).best is None
    found = score_of(pairs, seven_pairs="yes")
    assert found.best is not None
    assert [(item.pattern.id, item.points) for item in found.best.items] == [("1.8", 4)]
    assert [drop.item.pattern.id for drop in found.best.dropped] == ["3.2"]
    flush = score_of("1144667788m EE C +C | from W", seven_pairs="yes")
    assert flush.best is not None and flush.best.more["faan"] == 4 + 3
    assert score_of("EESSWWNNPPFFC +C", seven_pairs="yes").total == 10
    orphans = "19m 19p 19s ESWNPF C +C"
    assert score_of(orphans).total == 10
    assert score_of(orphans, thirteen_orphans="no").best is None


def test_who_lets_another_show_twelve_tiles_pays_for_all() -> None:
    hand = "[111m] [222m] [333m] [<456m] 9m +9m | seat S drawn liable W"
    usual = score_of(hand, limit=13).payments
    assert usual is not None and len(usual) == 3
    paid = score_of(hand, limit=13, liability="twelve_tiles").payments
    assert paid is not None
    assert [(one.payer, one.amount) for one in paid] == [("W", sum(one.amount for one in usual))]
    _, win = parse_win(hand)
    assert foreign_facts(win, hong_kong)
    assert not foreign_facts(win, hong_kong.with_options(liability="twelve_tiles"))


@pytest.mark.parametrize("least", range(6))
def test_the_minimum_is_an_option(least: int) -> None:
    two = "[PPP] [EEE] 123m 789p 5s +5s | round S"
    assert score_of(two, minimum=least).valid_win is (least <= 2)


def test_the_sources_are_named_by_their_titles() -> None:
    book = hong_kong
    named = [pattern.ref for pattern in book.all_patterns]
    named += [rule.ref for rule in book.option_rules.values()]
    named += [ruling.ref for ruling in book.rulings]
    named += [ref for covered in book.exclusions.values() for ref in covered.values()]
    assert all(len(part) > 3 for ref in named for part in ref.split("; ")), named


def test_payments() -> None:
    """Four Winds, Chinese Old Style, 6.1: North wins eight points on East's discard."""
    won = score_of("[PPP] [CCC] [FFF] 789m 1m +1m | seat N from E").payments
    assert won is not None
    assert {payment.payer: payment.amount for payment in won} == {"E": 16, "S": 8, "W": 8}
    drawn = score_of("[PPP] [CCC] [FFF] 789m 1m +1m | seat N drawn").payments
    assert drawn is not None and {payment.amount for payment in drawn} == {16}
    alone = score_of("[PPP] [CCC] [FFF] 789m 1m +1m | seat N from E", discarder_pays="all").payments
    assert alone is not None and [one.amount for one in alone] == [32]


def test_options() -> None:
    cheap = "123m 456p 78s 55p [<345m] +9s"
    assert not score_of(cheap).valid_win
    assert score_of(cheap, minimum=1).total == 1
    assert score_of("123m 456p 789s 5p [333m] +5p", minimum=0).total == 0
    rich = "[PPP] [CCC] [FFF] 789m 1m +1m"
    assert [score_of(rich, limit=limit).total for limit in (8, 10, 13)] == [8, 10, 11]
    assert score_of("[PPP] [EEE] 123m 789m 5m +5m | round S", no_flowers="faan").total == 6


def test_explained() -> None:
    lines = explain(score_of("[PPP] [CCC] [FFF] 789m 1m +1m | from W"))
    assert "the patterns add up to 11 faan; the limit is 10" in lines
    assert "base points: 8" in lines
    title = "[Hong Kong mahjong scoring rules (Wikipedia)]"
    assert f"not counted: 2.1 Dragon Pung (3): not beside Great Dragons {title}" in lines
    short = explain(score_of("[PPP] [EEE] 123m 789p 5s 1f +5s | round S"), "it")
    assert short[-1] == "non è una vincita: 2 faan, fiori esclusi; ne servono 3"


def test_it_is_on_the_shelf() -> None:
    assert RULEBOOKS["hong-kong"] is hong_kong
