"""Payments without tiles: the same as those of hands that are worth so much."""

from __future__ import annotations

import pytest

from scoring.calculator import calculate, explain_calculation, usual_rules
from scoring.notation import parse_win
from scoring.payments import net_changes
from scoring.registry import rulebook
from scoring.scorer import score
from scoring.tiles import Wind
from scoring.win import Win
from scoring.worth import Worth, WorthError, parse_worth
from tests.scoring.test_cases import book_cases

E, S = Wind.EAST, Wind.SOUTH

# worth, rule set, win, what each seat E S W N gains
PAID = [
    ("3 han 40 fu", "riichi-ema", Win(self_drawn=True, seat=E), (7800, -2600, -2600, -2600)),
    ("3 han 40 fu", "riichi-ema", Win(self_drawn=True, seat=S), (-2600, 5200 + 0, -1300, -1300)),
    ("3 han 40 fu", "riichi-ema", Win(seat=E), (7700, -7700, 0, 0)),
    ("3 han 40 fu", "riichi-ema", Win(seat=S), (0, 5200, -5200, 0)),
    ("4 han 40 fu", "riichi-ema", Win(seat=S), (0, 8000, -8000, 0)),
    ("5 han", "riichi-ema", Win(seat=E), (12000, -12000, 0, 0)),
    ("mangan", "riichi-ema", Win(seat=E), (12000, -12000, 0, 0)),
    ("2 yakuman", "riichi-ema", Win(seat=S), (0, 64000, -64000, 0)),
    ("13 han", "riichi-ema", Win(seat=S), (0, 32000, -32000, 0)),
    ("13 han", "riichi-ema:thirteen_fan=sanbaiman", Win(seat=S), (0, 24000, -24000, 0)),
    ("1 han 30 fu", "riichi-ema", Win(seat=S, counters=2), (0, 1600, -1600, 0)),
    ("1 han 30 fu", "riichi-ema", Win(seat=S, riichi_sticks=2), (0, 3000, -1000, 0)),
    ("24", "mcr", Win(seat=E), (48, -32, -8, -8)),
    ("24 fan", "mcr", Win(seat=E, self_drawn=True), (96, -32, -32, -32)),
    ("24", "chinese-official:discarder_pays=points", Win(seat=E), (40, -24, -8, -8)),
    ("5 faan", "hong-kong", Win(seat=S), (-2, 8, -4, -2)),
    ("5 faan", "hong-kong:table=half_spicy", Win(seat=E), (96, -48, -24, -24)),
    ("11 faan", "hong-kong:table=half_spicy", Win(seat=E), (512, -256, -128, -128)),
    ("11 faan", "hong-kong:table=half_spicy,limit=13", Win(seat=E), (768, -384, -192, -192)),
    ("5 faan", "hong-kong:table=full_spicy", Win(seat=E), (128, -64, -32, -32)),
    ("30", "zung-jung", Win(seat=S), (-25, 90, -40, -25)),
    ("25 punti", "zung-jung", Win(seat=S), (-25, 75, -25, -25)),
]


@pytest.mark.parametrize(("worth", "rules", "win", "changes"), PAID)
def test_who_pays_what(worth: str, rules: str, win: Win, changes: tuple[int, ...]) -> None:
    found = calculate(worth, win, rulebook(rules))
    assert tuple(net_changes(found.payments).values()) == changes
    assert found.gain == max(changes)


def test_a_hand_of_no_faan_is_paid_where_the_table_asks_for_none() -> None:
    book = rulebook("hong-kong:minimum=0")
    assert calculate("0 faan", Win(seat=Wind.SOUTH, discarder=Wind.WEST), book).gain == 4
    with pytest.raises(WorthError, match="1 are needed"):
        calculate("0 faan", Win(), rulebook("hong-kong:minimum=1"))


def test_the_limit_that_cuts_stated_faan_is_named() -> None:
    assert calculate("11 faan", Win(), rulebook("hong-kong")).limit == "10 faan"
    assert calculate("10 faan", Win(), rulebook("hong-kong")).limit == ""


@pytest.mark.parametrize(
    ("hand", "worth", "rules"),
    [
        ("234m 345p 567s 66s 78p +9p | drawn riichi sticks 1", "3 han 20 fu", "riichi-ema"),
        ("123m 456p 78s 55p [999p] +9s | drawn last_tile", "18", "mcr"),
        ("23478m 11z [<567m] [^444z] +9m | from W seat N", "50", "zung-jung"),
    ],
)
def test_the_same_as_of_a_hand_with_tiles(hand: str, worth: str, rules: str) -> None:
    tiles, win = parse_win(hand)
    result = score(tiles, win, rules)
    assert result.payments is not None
    found = calculate(worth, win, rulebook(rules))
    assert net_changes(found.payments) == net_changes(result.payments)


# worth, rule set, what the error says
REFUSED = [
    ("3 han 45 fu", "riichi-ema", "did you mean 50?"),
    ("3 han 21 fu", "riichi-ema", "did you mean 30?"),
    ("3 han 500 fu", "riichi-ema", "did you mean 140?"),
    ("3 han", "riichi-ema", "write 3 han 30 fu"),
    ("0 han 30 fu", "riichi-ema", "0 han: a number from 1 to 200"),
    ("1 han 25 fu", "riichi-ema", "only seven pairs"),
    ("2 han 20 fu", "riichi-ema", "only a self-drawn pinfu"),
    ("0 yakuman", "riichi-ema", "0 yakuman: a number from 1 to 9"),
    ("3900", "riichi-ema", "riichi-ema counts fan and minipoints; write 3 han 40 fu"),
    ("managn", "riichi-ema", "write it like 3 han 40 fu, mangan; did you mean mangan?"),
    ("2 mangan", "riichi-ema", "no worth"),
    ("2", "hong-kong", "2 points do not win in hong-kong: 3 are needed"),
    ("7", "mcr", "7 points do not win in mcr: 8 are needed"),
    ("0", "zung-jung", "1 are needed"),
    ("999999", "mcr", "a number from 8 to 100000"),
    ("3 han 40 fu", "mcr", "mcr has no minipoints"),
    ("mangan", "mcr", "write it like 24"),
    ("", "mcr", "''"),
]


@pytest.mark.parametrize(("worth", "rules", "message"), REFUSED)
def test_what_no_hand_is_worth_is_refused(worth: str, rules: str, message: str) -> None:
    with pytest.raises(WorthError) as caught:
        calculate(worth, Win(seat=S), rulebook(rules))
    assert message in str(caught.value)
    assert str(caught.value) != caught.value.localize("it")


def test_worths_in_other_words() -> None:
    riichi = rulebook("riichi-ema")
    assert parse_worth("３翻４０符", riichi) == Worth(han=3, fu=40)
    assert parse_worth("double yakuman", riichi) == Worth(limit="yakuman", yakuman=2)
    assert parse_worth("役満", riichi) == Worth(limit="yakuman", yakuman=1)
    assert parse_worth("三", riichi) is None


def test_the_rule_set_that_is_meant() -> None:
    assert usual_rules("3 han 40 fu") == usual_rules("mangan") == "riichi-ema"
    assert usual_rules("24") == "zung-jung"


def test_the_payments_are_explained_by_role() -> None:
    drawn = calculate("mangan", Win(seat=S, self_drawn=True), rulebook("riichi-ema"))
    assert set(explain_calculation(drawn)) == {
        "limit: mangan",
        "the dealer (East) pays 4000",
        "each of the others pays 2000",
        "the winner gains 8000",
    }
    claimed = calculate("24", Win(seat=E), rulebook("mcr"))
    assert "chi ha scartato paga 32 = 8 + 24" in explain_calculation(claimed, "it")


@pytest.mark.parametrize("case", book_cases("payment"))
def test_printed_payments(case: dict[str, dict[str, object]]) -> None:
    given = case["input"]
    discarder = None if given["discarder"] is None else Wind(str(given["discarder"]))
    win = Win(bool(given["self_drawn"]), discarder, Wind(str(given["winner"])))
    found = calculate(str(given["hand_value"]), win, rulebook("zung-jung"))
    paid = {seat.value: change for seat, change in net_changes(found.payments).items()}
    assert paid == case["expected"]["payments"]
