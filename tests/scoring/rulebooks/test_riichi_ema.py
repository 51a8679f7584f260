"""Riichi (EMA 2008): hands worked by hand from the book, minipoints, limits, payments, options."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring import RULEBOOKS, score, score_record_json
from scoring.counts import kind_counts
from scoring.explain import explain
from scoring.notation import parse_win
from scoring.payments import net_changes
from scoring.rulebook import Rulebook
from scoring.rulebooks.riichi_ema import YAKUMAN_IDS, riichi_ema
from scoring.rulebooks.riichi_fu import minipoints
from scoring.rulebooks.riichi_points import basic_points, count_dora, dora_of, riichi_payments
from scoring.rulebooks.riichi_presets import ema_2016, tenhou
from scoring.scorer import Score
from scoring.tiles import KINDS, WINDS, Wind, parse_tiles
from scoring.win import Win


def score_of(text: str, **options: str) -> Score:
    return score(*parse_win(text), riichi_ema.with_options(**options))


def score_parts(result: Score) -> tuple[object, object, int, set[str]]:
    """Fan, minipoints, points without counters and sticks, what counts."""
    best = result.best
    assert best is not None and result.valid_win
    assert all(item.count == 1 for item in best.items)
    ids = {item.pattern.id for item in best.items}
    return best.more["han"], best.more["fu"], result.total, ids


# hand and win, fan, minipoints, points, what counts; source: paragraph of the EMA rules of 2008
HANDS = [
    # 4.2.1 pinfu: 20 minipoints self-drawn, 30 on a discard; appendix A: 700 from each, 1500
    ("123m 456p 789s SS 67s +8s | drawn", 2, 20, 2100, "menzen_tsumo pinfu"),
    ("123m 456p 789s SS 67s +8s | from W", 1, 30, 1500, "pinfu"),
    # 4.1.1 open pinfu: two minipoints, so 30; self-drawn the two are for that
    ("345m 345p [<345s] 99m 67m +8m | seat S from E", 1, 30, 1000, "sanshoku_doujun"),
    ("345m 345p [<345s] 99m 67m +8m | seat S drawn", 1, 30, 1100, "sanshoku_doujun"),
    # 4.1.1: the winner decides that 7 completes 5-6-7, and not 7-8-9 on the edge
    ("123m 456p 99p 56789s +7s | seat S from E riichi", 2, 30, 2000, "riichi pinfu"),
    # 4.1.1 seven pairs are 25, not rounded
    ("22m 66p 88p 33s 77s EE C +C | seat S from E", 2, 25, 1600, "chiitoitsu"),
    # table 4.2: 20 + 32 concealed kong of winds + 16 open kong of nines + 4 concealed pung
    # + 2 closed wait = 74
    ("(EEEE) [^9999m] 222p 46s 88s +5s | seat W from S", 1, 80, 2600, "round_wind"),
    # 4.1.1: a pair of the seat's and the round's wind is two and two
    ("123m 456p 789s 67s EE +8s | riichi from W", 1, 40, 2000, "riichi"),
    # 4.2.1: a wind that is both counts twice
    ("[<EEE] 123m 456p 99s 78s +9s | from W", 2, 30, 2900, "seat_wind round_wind"),
    # 4.1.1: a pung completed by a discard is open, for three concealed pungs too
    ("222m 444p 567s 33s 88s +8s | riichi from W", 2, 40, 3900, "riichi tanyao"),
    ("222m 444p 567s 33s 88s +8s | riichi drawn", 5, 40, 12000,
     "riichi menzen_tsumo tanyao sanankou"),
    # 4.1.1: the winner decides that 8 completes 6-7-8 and leaves the pung of eights concealed
    ("222m 444p 67s 55s 888s +8s | riichi from W", 4, 50, 12000, "riichi tanyao sanankou"),
    # appendix A: 4 fan with 30 minipoints is no mangan
    (
        "234m 234m 567p 88s 56s +7s | riichi seat S from E",
        4,
        30,
        7700,
        "riichi tanyao pinfu iipeikou",
    ),
    # 4.2.2: terminals in all sets in place of an outside hand; one fan less when open
    ("123m 999p [<111p] 99m 78s +9s | seat S from E", 2, 40, 2600, "junchan"),
    ("123m 999p [<CCC] 99m 78s +9s | seat S from E", 2, 40, 2600, "chanta yakuhai_chun"),
    # 4.2.2: seven pairs count beside all terminals and honours
    ("11m 99p 11s EE SS WW N +N | seat S from E", 4, 25, 6400, "chiitoitsu honroutou"),
    # 4.2.3: no further yaku for pure double chow, and more than seven pairs
    ("112233m 778899s 5p +5p | seat S from E", 3, 40, 5200, "ryanpeikou"),
    # 4.2.2: the two dragon pungs count besides; 30 + 8 + 8 + 2 + 2 = 50
    (
        "CCC PPP F 123m 456p +F | seat S from E",
        4,
        50,
        8000,
        "shousangen yakuhai_haku yakuhai_chun",
    ),
    # C-4: full flush is six concealed, five open
    ("123m 234m 555m 888m 1m +1m | seat S from E", 6, 40, 12000, "chinitsu"),
    ("123m 234m 555m [888m] 1m +1m | seat S from E", 5, 30, 8000, "chinitsu"),
    # 4.2.1: daburu is one more than riichi; ippatsu one more
    ("123m 456p 789s SS 67s +8s | double_riichi ippatsu from W", 4, 30, 11600,
     "double_riichi ippatsu pinfu"),
    # 3.4.1: the replacement tile of the last kong is the last tile; 20 + 32 + 2 + 2 = 56
    ("123m 456p 99s 79s (1111s) +8s | seat S drawn kong_replacement last_tile", 3, 60, 7900,
     "menzen_tsumo rinshan haitei"),
    # 4.1: dora, red fives and a riichi winner's ura dora are fan: 1 + 3 + 1 + 6
    ("406m 55m 777p 123s 67s +8s | riichi seat S from E dora 4m ura 6p6p", 11, 40, 24000,
     "riichi"),
    ("406m 55m 777p 123s 67s +8s | last_tile seat S from E dora 4m ura 6p6p", 5, 40, 8000,
     "houtei"),
    # 4.2: thirteen fan are the most
    ("123m 234m 555m 888m 1m +1m | seat S drawn riichi ippatsu dora 4m4m", 15, 40, 32000,
     "chinitsu riichi ippatsu menzen_tsumo"),
    # 4.2: yakuman are not cumulative; Big Four Winds is two
    ("CCC PPP FFF EEE S +S | seat S from E", None, None, 32000, "suuankou"),
    ("CC PPP [FFF] [EEE] SS +C | seat S from E", None, None, 32000, "tsuuiisou"),
    ("[EEE] [SSS] [WWW] NNN 3m +3m | seat E from W dora 2m", None, None, 96000, "daisuushii"),
    ("19m 19p 19s ESWNPFC +E | seat S drawn", None, None, 32000, "kokushi"),
    ("EE SS WW NN PP FF C +C | seat S from E", None, None, 32000, "tsuuiisou"),
    # of two readings that pay the same a yakuman, and not 17 fan, is told
    ("3334405588999s +4s | seat S drawn riichi ippatsu dora 2s ura 2s", None, None, 32000,
     "suuankou"),
    # C-4: nine gates, any wait
    ("1112355678999m +4m | from W", None, None, 48000, "chuuren"),
    # C-4: blessings; a win on a discard before one's first draw is renhou
    ("123m 456p 789s EE 67s +8s | seat S from E blessing_earth", None, None, 32000, "renhou"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "fan", "fu", "points", "ids"), HANDS)
def test_hand(text: str, fan: int | None, fu: int | None, points: int, ids: str) -> None:
    assert score_parts(score_of(text)) == (fan, fu, points, set(ids.split()))


def test_every_yakuman_is_a_pattern_worth_less_than_three() -> None:
    for id in YAKUMAN_IDS:
        assert 1 <= riichi_ema[id].points <= 2
    assert len(YAKUMAN_IDS) == 13


# hand and win, minipoints part by part as told (4.1.1)
PARTS = [
    (
        "(EEEE) [^9999m] 222p 46s 88s +5s | seat W from S",
        "20 base + 16 open 9999m + 4 concealed 222p + 32 concealed 1111z + 2 closed wait = 74",
    ),
    ("123m 456p 789s PP 12s +3s | drawn", "20 base + 2 pair 55z + 2 edge wait + 2 self-drawn = 26"),
    (
        "123m 456p 789s (2222s) E +E | from W",
        "30 concealed, on a discard + 16 concealed 2222s + 4 pair 11z + 2 single wait = 52",
    ),
    (
        "345m 345p [<345s] 99m 67m +8m | from W",
        "20 base + 2 open hand without other minipoints (open pinfu) = 22",
    ),
    ("123m 456p 789s SS 67s +8s | drawn", "20 base + 0 self-drawn, as it is pinfu = 20"),
    ("22m 66p 88p 33s 77s EE C +C | drawn", "25 seven pairs = 25"),
]


@pytest.mark.parametrize(("text", "told"), PARTS)
def test_minipoints_are_told(text: str, told: str) -> None:
    best = score_of(text).best
    assert best is not None
    assert minipoints(best.reading).localize("en") == told


# hand and win, why it may not win
SHORT = [
    ("44m 345p 678s 66m [<567m] +4m", "no yaku: All Simples counts only in a concealed hand"),
    (
        "35p 789p 77s [<789s] [<345s] +4p | drawn",
        "no yaku: at least one is needed",
    ),
    ("123m 123m 789p 9s [<456p] +9s", "no yaku: Pure Double Chow counts only in a concealed hand"),
    ("23777m 345p 66s 444p +4m | seat W from N", None),
    ("23m 777m 345p 66s NNN +4m | seat W dora 6m", "no yaku: dora and red fives are none"),
    # 3.4.11: two yaku with five counters; dora do not help, a yaku of two fan does
    (
        "[<PPP] 777m 345p 66s 23m +4m | counters 5 dora 6m",
        "1 yaku, 2 needed with 5 counters on the table",
    ),
    ("[<PPP] 777m 345p 66s 23m +4m | counters 4", None),
    ("22m 66p 88p 33s 77s EE C +C | counters 6", None),
    ("19m 19p 19s ESWNPFC +E | counters 5", None),
]


@pytest.mark.parametrize(("text", "why"), SHORT)
def test_what_a_win_needs(text: str, why: str | None) -> None:
    result = score_of(text)
    assert result.best is not None
    assert result.valid_win is (why is None)
    assert str(result.rejection_reason()) == str(why)
    assert (result.payments is None) is (why is not None)


TWO = "12m 3m 99p 456s [<FFF] 78s +9s"  # 1 fan, 30 minipoints
DRAGONS = "123m 5p [<CCC] [^PPP] [>FFF] +5p"

# hand and win, change of E S W N
PAID = [
    # appendix A, 3.4.10: shares of East and the others, 100 a counter, then the sticks
    (f"{TWO} | seat S drawn", (-500, 1100, -300, -300)),
    (f"{TWO} | seat S drawn counters 2 sticks 1", (-700, 2700, -500, -500)),
    (f"{TWO} | seat E drawn", (1500, -500, -500, -500)),
    (f"{TWO} | seat E from N counters 1 sticks 2", (3800, 0, 0, -1800)),
    (f"{TWO} | seat W from S", (0, -1000, 1000, 0)),
    # 3.3.7: who declared the robbed kong pays; 1 + 1 fan
    ("123m 22p 456s [<FFF] 78s +9s | seat W from S robbing_kong", (0, -2000, 2000, 0)),
    # 3.3.6: who fed the third dragon pays all of a self-draw, half of another's discard
    (f"{DRAGONS} | seat S drawn liable W counters 2", (0, 32600, -32600, 0)),
    (f"{DRAGONS} | seat S from E liable W counters 2", (-16600, 32600, -16000, 0)),
    (f"{DRAGONS} | seat S from W liable W counters 1", (0, 32300, -32300, 0)),
    ("3m [<EEE] [^SSS] [>WWW] [>NNN] +3m | drawn liable S sticks 1", (97000, -96000, 0, 0)),
    # nobody is liable for anything else
    (f"{TWO} | seat W from S liable N", (0, -1000, 1000, 0)),
]


@pytest.mark.parametrize(("text", "change"), PAID)
def test_paid(text: str, change: tuple[int, ...]) -> None:
    payments = score_of(text).payments
    assert payments is not None
    assert tuple(net_changes(payments).values()) == change


def test_payments_are_open_while_the_discarder_is_not_known() -> None:
    hand, win = parse_win(TWO)
    result = score(hand, replace(win, discarder=None), riichi_ema)
    assert result.valid_win and result.payments is None


def test_options_of_the_lost_page() -> None:
    for option, text, loose in (
        (
            "thirteen_sided_orphans",
            "19m 19p 19s ESWNPFC +E | seat S from E",
            "19m 19p 19s EESWNPF +C | seat S from E",
        ),
        ("nine_sided_gates", "1112345678999m +4m | seat S", "1112355678999m +4m | seat S"),
        (
            "pungs_waiting_for_pair",
            "222m 444p 555s 888s E +E | seat S",
            "222m 444p 555s 88s EE +8s | seat S from E drawn",
        ),
    ):
        wide = {option: "double"}
        assert (score_of(text).total, score_of(text, **wide).total) == (32000, 64000)
        drawn = loose.replace("from E drawn", "drawn")
        assert score_of(drawn, **wide).total == 32000
    man = "123m 456p 789s EE 67s +8s | seat S from E blessing_earth"
    assert score_parts(score_of(man, renhou="mangan"))[2:] == (8000, {"renhou"})
    assert not score_of(man, renhou="none").valid_win
    flush = "123m 234m 555m 888m 1m +1m | seat S from E blessing_earth"
    assert score_parts(score_of(flush, renhou="mangan"))[2:] == (12000, {"chinitsu"})


def test_the_rules_of_2016() -> None:
    assert RULEBOOKS["riichi-ema-2016"] is ema_2016
    open_ = "44m 678s 66m [<567m] 055p +4m | seat S from E"
    assert not score_of(open_).valid_win
    result = score(*parse_win(open_), ema_2016)
    assert score_parts(result) == (1, 30, 1000, {"tanyao"})
    one = "[<PPP] 777m 345p 66s 23m +4m | counters 5"
    assert score(*parse_win(one), ema_2016).valid_win
    winds = "[EEE] [SSS] [WWW] NNN 3m +3m | seat S from W"
    assert score(*parse_win(winds), ema_2016).total == 32000
    counted = "123m 234m 555m 888m 1m +1m | seat S drawn riichi ippatsu dora 4m4m"
    assert score(*parse_win(counted), ema_2016).total == 24000


def test_the_common_table_of_tenhou() -> None:
    assert RULEBOOKS["riichi-tenhou"] is tenhou
    open_ = "44m 678s 66m [<567m] 055p +4m | seat S from E"
    assert score_parts(score(*parse_win(open_), tenhou)) == (2, 30, 2000, {"tanyao"})
    one = "[<PPP] 777m 345p 66s 23m +4m | counters 5"
    assert score(*parse_win(one), tenhou).valid_win
    winds = "[EEE] [SSS] [WWW] NNN 3m +3m | seat S from W"
    assert score(*parse_win(winds), tenhou).total == 32000


@pytest.mark.parametrize("book", [ema_2016, tenhou], ids=lambda book: book.id)
def test_a_preset_prints_what_it_changes(book: Rulebook) -> None:
    assert "concealed hand" in riichi_ema["tanyao"].rule["en"]
    assert "open" in book["tanyao"].rule["en"] and "scoperta" in book["tanyao"].rule["it"]
    assert (riichi_ema["daisuushii"].points, book["daisuushii"].points) == (2, 1)
    assert book["riichi"] is riichi_ema["riichi"]


def test_explained_in_both_languages() -> None:
    text = "123m 40p 77p 456s 789s +6p | riichi seat W from S counters 1 sticks 1 dora 1m"
    result = score_of(text)
    assert explain(result) == (
        "123m 4077p 456789s +6p  ->  123m 456p 456s 789s 77p",
        "riichi Riichi: 1",
        "pinfu Pinfu: 1",
        "minipoints: 30 concealed, on a discard = 30",
        "fan: 2 yaku + 1 dora + 1 red = 4",
        "total 7700",
        "South pays West 8000 = 7700 + 300: South discarded",
        "West takes 1000: riichi bets: 1",
    )
    italian = "\n".join(explain(result, "it"))
    assert "minipoint: 30 mano coperta su scarto = 30\n" in italian
    assert "fan: 2 yaku + 1 dora + 1 da cinque rossi = 4" in italian
    assert "Ovest prende 1000: pagamenti riichi: 1" in italian


def test_only_what_is_rounded_is_told_as_rounded() -> None:
    """4.1, "arrotondati per eccesso alla decina (es. 32 è arrotondato a 40)"; 4.1.1, table 4.1:
    seven pairs are 25 and stay so."""
    pairs = explain(score_of("22m 66p 88p 33s 77s EE C +C | from S seat W riichi sticks 1"))
    assert "minipoints: 25 seven pairs = 25" in pairs
    single = explain(score_of("[<PPP] 777m 345p 6s [<234m] +6s | drawn"))
    told = "20 base + 4 concealed 777m + 4 open 555z + 2 single wait + 2 self-drawn = 32"
    assert f"minipoints: {told}, rounded to 40" in single


# The shared cases.

SHARED = Path(__file__).parents[3].parent / "shared" / "cases"
shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared cases are not beside this checkout"
)


def lines(name: str, **having: str) -> list[Any]:
    """Cases of a file, those only that have these values."""
    path = SHARED / name
    if not path.is_file():
        return []
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    chosen = [c for c in found if all(c.get(key) == value for key, value in having.items())]
    return [pytest.param(case, id=case["id"]) for case in chosen]


def book_cases(kind: str) -> list[Any]:
    return lines("rulebook_examples.jsonl", rules="riichi-ema", kind=kind)


@shared
@pytest.mark.parametrize("case", lines("riichi.jsonl"))
def test_worked_hand(case: dict[str, Any]) -> None:
    result: dict[str, Any] = score_record_json(case)
    expected = case["expected"]
    assert result["valid_win"] == expected["valid_win"], result
    if expected["valid_win"]:
        fields = {"payments", "han", "fu", "limit", "yakuman", "dora", "red_fives", "ura_dora"}
        for field in fields & expected.keys():
            assert result[field] == expected[field], field
        counted = Counter((i["id"], i["value"], i["count"]) for i in result["items"])
        listed = [(y["id"], y.get("han") or y["yakuman"], 1) for y in expected["yaku"]]
        assert counted == Counter(listed)


@shared
@pytest.mark.parametrize("case", [*book_cases("score_table"), *book_cases("counters")])
def test_printed_table(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    basic, limit = basic_points(given["fan"], given.get("fu", 30))
    seat = Wind.EAST if given["winner_is_east"] else Wind.SOUTH
    discarder = None if given["self_drawn"] else Wind.WEST
    win = Win(given["self_drawn"], discarder, seat, counters=given.get("counters", 0))
    payments = riichi_payments(basic, win)
    assert payments is not None
    paid = {payment.payer: payment.amount for payment in payments}
    assert limit == expected.get("limit", limit)
    named = {
        "each_pays": {seat: expected.get("each_pays") for seat in WINDS[1:]},
        "discarder_pays": {Wind.WEST: expected.get("discarder_pays")},
        "others_pay": {
            Wind.WEST: expected.get("others_pay"),
            Wind.NORTH: expected.get("others_pay"),
            Wind.EAST: expected.get("east_pays"),
        },
    }
    listed = [named[key] for key in named if key in expected]
    assert listed == [paid]


@shared
@pytest.mark.parametrize("case", book_cases("dora"))
def test_printed_dora(case: dict[str, Any]) -> None:
    found = [
        KINDS[dora_of(tile)].value for tile in parse_tiles("".join(case["input"]["indicator"]))
    ]
    assert found == case["expected"]["dora"]


@shared
@pytest.mark.parametrize("case", book_cases("multi_ron"))
def test_printed_wins_on_one_discard(case: dict[str, Any]) -> None:
    """Each is paid in full; the bets go to the winner nearest the discarder's right (4.1)."""
    given = case["input"]
    discarder = Wind(given["discarder"])
    winners = sorted(given["winners"], key=lambda w: (Wind(w["seat"]).order - discarder.order) % 4)
    change = dict.fromkeys(WINDS, 0)
    sticks = sum(given["riichi_bets"].values()) // 1000
    for winner in winners:
        win = Win(False, discarder, Wind(winner["seat"]), counters=given["counters"])
        win, sticks = replace(win, riichi_sticks=sticks), 0
        payments = riichi_payments(basic_points(winner["fan"], winner["fu"])[0], win)
        assert payments is not None
        for seat, amount in net_changes(payments).items():
            change[seat] += amount
    assert change == {Wind(seat): amount for seat, amount in case["expected"]["deltas"].items()}


def test_each_copy_of_a_dora_counts_for_each_indicator() -> None:
    kong = kind_counts(parse_tiles("PPPP"))
    assert count_dora(parse_tiles("CCF"), kong) == 8
