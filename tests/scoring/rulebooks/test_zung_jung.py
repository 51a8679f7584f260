"""Zung Jung: hands worked by hand from the book, limits, payments, options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import score
from scoring.explain import explain
from scoring.notation import parse_win
from scoring.payments import net_changes
from scoring.rulebooks.zung_jung import zung_jung


def total_and_patterns(text: str, **options: str) -> tuple[int, list[str]]:
    """Total, and what counts: `id` or `id*count`."""
    result = score(*parse_win(text), zung_jung.with_options(**options))
    assert result.best is not None
    items = result.best.items
    return result.total, [
        f"{i.pattern.id}*{i.count}" if i.count > 1 else i.pattern.id for i in items
    ]


# hand and win, total, what counts; source: paragraph of Zung Jung 3.3 (Italian edition)
HANDS = [
    # "mano del pollo": four sets and a pair without a pattern; 999m is completed by a discard
    ("99m 456p 678s PP [<123p] +9m", 1, ["chicken"]),
    # quick list, 1.1: with the wall's tile 1.2 as well
    ("123m 567p 789s 345m 2p +2p | drawn", 10, ["1.1", "1.2"]),
    # 1.1 has no word on the pair; 1.2 is for a discard too
    ("123m 567p 789s 345m E +E | from W", 10, ["1.1", "1.2"]),
    # 1.2: concealed kongs are allowed; 4.3.1 counts them
    ("123m 567p 789s E (3333s) +E | from W", 10, ["1.2", "4.3.1"]),
    # 2.2 is worth the limit by itself ("Limite massimo")
    ("1112345678999m +1m | from W", 480, ["2.2"]),
    # a concealed pure hand that is not 1112345678999 before the win: 2.1.2 only
    ("1112345667899m +9m | from W", 85, ["1.2", "2.1.2"]),
    # 3.1: 10 for each set; the round wind does not count, the own wind does
    ("23m 5p [EEE] [FFF] [CCC] 1m +5p | seat E from W", 30, ["3.1*3"]),
    ("23m 5p [WWW] [FFF] [CCC] 1m +5p | seat E round W from S", 20, ["3.1*2"]),
    # 3.2.1: "at least 40+10+10"
    ("23m 1m 456p F [PPP] [CCC] +F | from W", 60, ["3.1*2", "3.2.1"]),
    # 3.2.2: "at least 130+10+10+10"
    ("23m 1m 5p [FFF] [PPP] [CCC] +5p | from W", 160, ["3.1*3", "3.2.2"]),
    # 3.3.4 and not 3.4: of two listed limits the higher alone
    ("5z [EEE] [SSS] [WWW] [NNN] +P | from W", 400, ["3.3.4"]),
    # "Regola additiva", 4: four concealed triplets are at least 125+5+30
    ("222m 444p 555s 888s E +E | from W", 160, ["1.2", "4.1", "4.2.3"]),
    # a triplet completed by a discard is exposed ("Tris coperti"), the hand is not (1.2)
    ("222m 444p 555s 88s EE +8s | from W", 65, ["1.2", "4.1", "4.2.2"]),
    ("222m 444p 555s 88s EE +8s | drawn", 160, ["1.2", "4.1", "4.2.3"]),
    # 4.2: a concealed kong is a concealed triplet
    ("456s 1m (2222m) (3333p) 789s +1m | from W", 30, ["1.2", "4.2.1", "4.3.2"]),
    # 5.1.2: the groups may be of different suits, the hand open
    ("345m 345m 789p E [<789p] +E | from W", 65, ["1.1", "5.1.2"]),
    # "Libertà di conteggio": 5.1.3 or three triplets, not both; 7.2.1 is worth more
    ("111222333m 456p S +S | from W", 135, ["1.2", "4.2.2", "7.2.1"]),
    # "Libertà di conteggio": 5.1.2 or 10.2
    ("223344m 667788p E +E | from W", 70, ["1.1", "1.2", "5.1.2"]),
    # 6.2.1, 7.1: hands of the quick list, here open and won on a discard
    ("55p 5p 5s [555m] 123m 789p +5s | from W", 30, ["6.2.1"]),
    ("123p 456p 789p 5s [<234m] +5s | from W", 45, ["1.1", "7.1"]),
    # 8.1.3 as seven pairs: not a concealed hand (10.0), but 2.1 and 8.1 count
    ("11m 99m EE SS WW PP C +C | drawn", 170, ["2.1.1", "8.1.3", "10.2"]),
    # 3.4 as seven pairs
    ("EE SS WW NN PP FF C +C | drawn", 320, ["3.4"]),
    # 8.1.4 beats everything below 400
    ("111m 999m 111p 999p 9s +9s | from W", 400, ["8.1.4"]),
    # 9.1.1 and 9.2 are of different series: both
    (
        "123m 567p 789s 5p [1111s] +5p | drawn last_tile kong_replacement",
        25,
        ["4.3.1", "9.1.1", "9.2"],
    ),
    # 9.3 on a discard (C-1); the last tile of the wall is no "last discard" here
    ("123m 567p 46s 55p [111s] +5s | from W robbing_kong", 10, ["9.3"]),
    # 9.4.1 is void after a concealed kong
    ("123m 567p 789s 333m 5p +5p | drawn blessing_heaven", 160, ["1.2", "9.4.1"]),
    ("123m 567p 789s 5p (2222s) +5p | drawn blessing_heaven", 10, ["1.2", "4.3.1"]),
    ("123m 567p 789s 333m 5p +5p | seat N from E blessing_earth", 160, ["1.2", "9.4.2"]),
    # 10.1 with 9.1.2; never 1.2, 8.1.3
    ("19m 19p 19s ESWNPFC +E | from W last_tile", 170, ["9.1.2", "10.1"]),
    # 10.2 with 1.3 and 2.1.2, four alike being two pairs
    ("2222m 44m 55m 66m 88m 7m +7m | from W", 115, ["1.3", "2.1.2", "10.2"]),
    # a compound limit: 440 points are 320
    ("111222333444m 9m +9m | from W", 320, ["1.2", "2.1.2", "4.1", "4.2.3", "7.2.2"]),
    # 11.0: flowers are patterns, so this is no chicken hand
    ("99m 456p 678s PP [<123p] 3f 5f 4f +9m | seat E", 8, ["11.1.1*2", "11.1.2"]),
    ("99m 456p 678s PP [<123p] 1234f +9m | seat E", 20, ["11.1.1*3", "11.1.2", "11.2.1"]),
]


@pytest.mark.parametrize(("text", "total", "counted"), HANDS)
def test_hand(text: str, total: int, counted: list[str]) -> None:
    assert total_and_patterns(text) == (total, counted)


def test_there_are_44_patterns_and_four_for_flowers() -> None:
    flowers = [pattern for pattern in zung_jung.patterns if pattern.id.startswith("11.")]
    assert (len(zung_jung.patterns) - len(flowers), len(flowers)) == (44, 4)


FLOWERS = "99m 456p 678s PP [<123p] 1234f +9m | seat E"


def test_flowers_can_be_halved_or_left_out() -> None:
    assert total_and_patterns(FLOWERS, flowers="half") == (10, ["11.1.1*3", "11.1.2", "11.2.1"])
    assert total_and_patterns(FLOWERS, flowers="none") == (1, ["chicken"])


# 2.1.1 and 3.1: 50 points
FIFTY = "123m 678m 888m E [CCC] +E"
FIFTY_ON_3M = "12m 678m 888m EE [CCC] +3m | seat W from"
TWENTY = "23m 1m 5p [WWW] [FFF] [CCC] +5p"

# hand and win, change of E S W N
PAID = [
    # "Schema di pagamento", 3: self-drawn, the value from each
    (f"{FIFTY} | seat W drawn", (-50, -50, 150, -50)),
    # the book's example: East wins 50 on West's discard, South and North 25, West 25 + 75
    (f"{FIFTY} | seat E from W", (150, -25, -100, -25)),
    # 4: up to 25 points all pay alike
    (f"{TWENTY} | seat E round W from S", (60, -20, -20, -20)),
    # 5, immunity: nothing known of the discards, only the claimed copy, West's own before it,
    # North's before South's, no copy but the claimed one
    (f"{FIFTY_ON_3M} N", (-25, -25, 150, -100)),
    (f"{FIFTY_ON_3M} N since W9p,N3m", (-25, -25, 150, -100)),
    (f"{FIFTY_ON_3M} N since W3m,N3m", (-50, -50, 150, -50)),
    (f"{FIFTY_ON_3M} S since W9p,N3m,E5m,S3m", (-25, -25, 150, -100)),
    (f"{FIFTY_ON_3M} S since W9p,N3p,E5m,S3m", (-25, -100, 150, -25)),
    # C-1: who declared the robbed kong pays like a discarder
    (f"{FIFTY_ON_3M} E robbing_kong", (-130, -25, 180, -25)),
]


def point_changes(text: str, **options: str) -> tuple[int, ...]:
    payments = score(*parse_win(text), zung_jung.with_options(**options)).payments
    assert payments is not None
    return tuple(net_changes(payments).values())


@pytest.mark.parametrize(("text", "change"), PAID)
def test_paid(text: str, change: tuple[int, ...]) -> None:
    assert point_changes(text) == change


def test_the_round_begins_with_the_latest_discard_of_the_winner() -> None:
    """ "Schema di pagamento", 5: "iniziando da e includendo la tessera precedentemente scartata
    dal vincitore"; "a partire dall'ultimo scarto di Ovest". A list that goes further back, here to
    West's own 3m and to East's, decides nothing by what is older.
    """
    assert point_changes(f"{FIFTY_ON_3M} N since W3m,N1p,E3m,W9p,N3m") == (-25, -25, 150, -100)
    assert point_changes(f"{FIFTY_ON_3M} S since W9p,E1p,W3m,N9s,S3m") == (-50, -50, 150, -50)


def test_why_each_pays_his_share() -> None:
    """ "Schema di pagamento", 4 and 5: who discarded it first answers for it; who discarded the
    same tile after him is immune, and it is not said of him that he did not discard.
    """
    lines = explain(score(*parse_win(f"{FIFTY_ON_3M} S since W9p,N3m,E5m,S3m"), zung_jung))
    assert lines[-3:] == (
        "North pays West 100 = 25 + 75: North discarded this tile first in the same round",
        "East pays West 25: East did not discard",
        "South pays West 25: South discarded this tile in the same round, but not first",
    )


def test_who_declared_a_robbed_kong_did_not_discard() -> None:
    """C-1, "Rubare un kong è considerato una vincita su scarto": he pays like a discarder."""
    result = score(*parse_win(f"{FIFTY_ON_3M} E robbing_kong"), zung_jung)
    assert "East pays West 130 = 25 + 105: East declared the kong" in explain(result)
    assert "Est paga a Ovest 130 = 25 + 105: Est ha dichiarato il kong" in explain(result, "it")


def test_blessing_of_earth_is_won_from_east() -> None:
    """9.4.2: "vince sul primissimo scarto di Est". Whoever discarded, if it is not known."""
    dealt = "123m 567p 789s 333m 5p +5p | seat N blessing_earth"
    assert total_and_patterns(f"{dealt} from E") == (160, ["1.2", "9.4.2"])
    assert total_and_patterns(f"{dealt} from S") == (5, ["1.2"])
    hand, win = parse_win(f"{dealt} from S")
    assert score(hand, replace(win, discarder=None), zung_jung).total == 160


def test_a_robbed_kong_can_be_paid_as_self_drawn() -> None:
    text = f"{FIFTY_ON_3M} E robbing_kong"
    assert point_changes(text, robbed_kong="self_drawn") == (-60, -60, 180, -60)


def test_payments_are_open_while_the_discarder_is_not_known() -> None:
    for text, known in ((FIFTY, False), (TWENTY, True)):
        hand, win = parse_win(f"{text} | round W")
        result = score(hand, replace(win, discarder=None), zung_jung)
        assert (result.payments is not None) is known


def test_why_not_names_the_nearest_win() -> None:
    result = score(*parse_win("123m 456p 68s EE [222p] +9s"), zung_jung)
    assert not result.valid_win and result.total == 0 and result.payments is None
    assert str(result.rejection_reason()) == (
        "not a complete hand: it would be one with 7 bamboo instead of 9 bamboo"
    )


def test_explained_in_both_languages() -> None:
    result = score(*parse_win("111222333m 456p 9s +9s | seat W from S"), zung_jung)
    assert explain(result) == (
        "111222333m 456p 9s +9s  ->  456p 111m 222m 333m 99s",
        "1.2 Concealed Hand: 5",
        "4.2.2 Three Concealed Triplets: 30 from 111m 222m 333m",
        "7.2.1 Three Consecutive Triplets: 100 from 111m 222m 333m",
        "total 135",
        "not counted: 4.2.1 Two Concealed Triplets (5): "
        "not beside Three Concealed Triplets [Regola additiva]",
        "next best reading: 123m 123m 123m 456p 99s: 130 "
        "(All Sequences, Concealed Hand, Three Identical Sequences)",
        "North pays West 25: North did not discard",
        "East pays West 25: East did not discard",
        "South pays West 355 = 25 + 330: South discarded",
    )
    italian = "\n".join(explain(result, "it"))
    assert "Tre pung consecutivi: 100 con 111m 222m 333m" in italian
    assert "Sud paga a Ovest 355 = 25 + 330: Sud ha scartato" in italian
