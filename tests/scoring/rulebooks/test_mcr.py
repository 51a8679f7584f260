"""MCR: the book's examples, hands worked by hand, waits, principles, payments, options."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring import score, score_record_json
from scoring.claim import parse_claim
from scoring.dispute import differences
from scoring.explain import explain
from scoring.notation import parse_win
from scoring.payments import net_changes
from scoring.rulebooks.mcr import false_win, mcr
from scoring.rulebooks.principles import best_links
from scoring.tiles import Wind

SHARED = Path(__file__).parents[3].parent / "shared" / "cases"

with_cases = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared cases are not beside this checkout"
)


def total_and_patterns(text: str, **options: str | bool) -> tuple[int, str]:
    """Total, and what counts: `id` or `id*count`, divided by spaces."""
    result = score(*parse_win(text), mcr.with_options(**options))
    assert result.best is not None
    items = result.best.items
    patterns = [f"{i.pattern.id}*{i.count}" if i.count > 1 else i.pattern.id for i in items]
    return result.best.total, " ".join(patterns)


# The book's examples ("Es."): what it says each combines with. The pictures are lost, the hands
# are ours; what is behind + comes from how they are won (waits, concealed pungs, seat).
EXAMPLES = [
    # 24, Es. 1: 63, 19, 20, 1, 5 x 2
    ("123m 23m 11m [111p] [111s] +1m", 4 + 24 + 2 + 2 + 1 + 2, "1 5*2 19 20 24 63"),
    # 24, Es. 2: 2, 4, 7, 5
    ("123m 79m [<789p] [111p] EE +8m", 4 + 1 + 1 + 1 + 1 + 1, "2 4 5 7 10 24"),
    # 30: 18, 3
    ("234s 345m [<456p] 67s 22s +5s", 6 + 2 + 1 + 2, "3 18 23 30"),
    # 31: 35, 14
    ("123s [<456m] [<789p] CCC W +W", 6 + 8 + 2 + 1, "11 14 31 35"),
    # 35, Es. 1: 1, 18
    ("123s [<456m] [<789p] 12s 55m +3s", 8 + 1 + 2 + 1, "1 9 18 35"),
    # 35, Es. 2: 18, 3 "oppure al posto di Serpentino si può contare Due Scale Uguali Miste"
    ("123s [<456m] [<789p] 56s 22m +4s", 8 + 2 + 1, "2 18 35"),
    # 36, Es. 1: 58, 51
    ("123p 234p [<345p] 888p 9p +9p", 8 + 24 + 16, "36 51 58"),
    # 36, Es. 2: 28, 14, 20, 5 x 2
    ("[222p] [999s] [999p] PP 55s +P", 8 + 6 + 2 + 2 + 2, "5*2 14 20 28 36"),
    # 37, Es. 1: 18, 19, 23
    ("345s 34m [<345p] 234s 33s +5m", 8 + 2 + 2 + 2, "18 19 23 37"),
    # 37, Es. 2: 46, 1, 18
    ("678s 678m [<678p] 78p 99s +6p", 8 + 12 + 1 + 2, "1 18 37 46"),
    # 38, Es. 1: 47, 28, 20, 23
    ("222s 33p [444m] [222m] 44p +3p", 8 + 12 + 6 + 2 + 2, "20 23 28 38 47"),
    # 38, Es. 2: 61, 19, 5
    ("[777s] [888p] 99m 789s 88m +9m", 8 + 24 + 2 + 1, "5 19 38 61"),
    # 45, Es. 1: 18; Es. 2: 31, 5
    ("147m 258p 369s [<345s] 5s +5s", 12 + 2 + 1, "11 18 45"),
    ("147m 258p 369s [WWW] C +C", 12 + 6 + 1 + 1, "5 11 31 45"),
    # 46, Es. 1: 19, 2; Es. 2: 37, 1, 18
    ("78s 678p [888m] 666s 99p +6s", 12 + 2 + 1, "2 19 46"),
    # 47: 37, 1, 18
    ("123s 123m [<123p] 23p 44s +1p", 12 + 8 + 1 + 2, "1 18 37 47"),
    # 48, Es. 1: 28, 7; Es. 2: 29
    ("[EEE] [WWW] [NNN] 444s 5m +5m | seat S round S", 12 + 6 + 1 + 1, "7 11 28 48"),
    ("[EEE] [WWW] [NNN] 45s 77s +6s | seat S round S", 12 + 6, "29 48"),
    # 49, Es. 1: 58, 1, 18; Es. 2: 8, 7
    ("123s 456s [<789s] 78s 33s +9s", 16 + 24 + 1 + 2, "1 18 49 58"),
    ("123s 456s [<789s] 33m 55s +3m", 16 + 1 + 1, "7 8 49"),
    # 50: alone
    ("123s 789s [<123p] 89p 55m +7p", 16 + 1, "9 50"),
    # 51, Es. 1: 18, 2, 7; Es. 2: 8
    ("123p 345p [<567p] 34m 22p +5m", 16 + 2 + 1 + 1, "2 7 18 51"),
    ("123p 234p [<345p] 88m 66s +8m", 16 + 1, "8 51"),
    # 52, Es. 1: 62, 37, 19, 1, 18; Es. 2: 19, 20
    ("456m 456p 456s [<456m] 5m +5m", 16 + 24 + 8 + 2 + 1 + 2 + 1, "1 10 18 19 37 52 62"),
    ("[555m] [555p] 456m 67s 55s +5s", 16 + 2 + 2, "19 20 52"),
    # 53: 47, 19, 23
    ("222m [222p] [222s] 34m 44p +2m", 16 + 12 + 2 + 2, "19 23 47 53"),
    # 54, Es. 1: 66, 31, 14; Es. 2: 58
    ("111m EEE 999p [CCC] 1s +1s | seat S", 16 + 32 + 6 + 2 + 2 + 1, "11 14 15 31 54 66"),
    ("222m 333m 777m [<567m] 9m +9m", 16 + 24 + 2, "19 54 58"),
    # 55: 19, 23, 7
    ("2222m 44m 55p 66p 88p 3p +3p", 24 + 2 + 2 + 1, "7 19 23 55"),
    # 57: 20 x 2, 7
    ("222m [222p] [444p] 44m 88m +4m", 24 + 4 + 1, "7 20*2 57"),
    # 58, Es. 1: 68, 5, and 28 is in 68; Es. 2: 67, 47, 18
    ("[111m] [222m] 33m [444m] 99m +3m", 24 + 48 + 1, "5 58 68"),
    ("123m 23m [<123m] [<123m] 44m +1m", 24 + 48 + 12 + 2, "18 47 58 67"),
    # 59: 62, 52, 18, 2, 7
    ("456m 456m [<456m] 46p 55p +5p", 24 + 24 + 16 + 2 + 1 + 1 + 1, "2 7 10 18 52 59 62"),
    # 60: 47, 28, 23, 20, 7
    ("222m [333m] [444m] 22p 33p +2p", 24 + 12 + 6 + 2 + 2 + 1, "7 20 23 28 47 60"),
    # 61, Es. 1: 20, 28, 5; Es. 2: 2, 20, 19
    ("[777m] [777p] [888m] 99p 88s +9p", 24 + 2 + 6 + 1, "5 20 28 61"),
    # 62: 60, 19 x 3, 7
    ("444m [555m] [666m] 56m 55p +4m", 24 + 24 + 6 + 1, "7 19*3 60 62"),
    # 63: 37, 18, 19, 1
    ("123m 123p [<123s] 13m 22m +2m", 24 + 8 + 2 + 2 + 1, "1 18 19 37 63"),
    # 64, Es. 1: 58, 18; Es. 2: 18, 7
    ("123m 234m [<345m] 45m 99m +6m", 32 + 24 + 2, "18 58 64"),
    ("123m 345m [<567m] 89m 55p +7m", 32 + 2 + 1 + 1, "7 9 18 64"),
    # 65: 60, 28, 20, 7, 23, 47
    ("[2222m] (3333m) [4444m] 22p 33p +2p", 32 + 24 + 6 + 2 + 1 + 2 + 12, "7 20 23 28 47 60 65"),
    # 66: 31, 20
    ("[111m] [111p] EE [CCC] 99s +E | seat S round S", 32 + 6 + 2 + 2, "14 20 31 66"),
    # 67: 58, 47, 18 as above; 19 is included though all four of three tiles are there
    # 68: 5, 36, 47, and 7, which 36 includes
    ("[111p] [222p] [333p] 44p 22s +4p", 48 + 1 + 8 + 12, "5 36 47 68"),
    # 69, Es. 2: 19, 55
    ("1111m 99m 11p 99p 99s 1s +1s", 64 + 2 + 24, "19 55 69"),
    # 70: 24, 29
    ("[EEE] [SSS] [WWW] N 123m +N | seat N round N", 64 + 4 + 6 + 1, "11 24 29 70"),
    # 71, Es. 1: 66, 29; Es. 2: 24, 5, 7
    ("[CCC] [PPP] 11m [999m] FF +1m", 64 + 32 + 6, "29 66 71"),
    ("[CCC] [PPP] FF 111m 78p +9p", 64 + 4 + 1 + 1, "5 7 24 71"),
    # 72: 34
    ("[CCC] [PPP] [EEE] SS WW +S | seat N round N", 64 + 6, "34 72"),
    # 73: 38, 47, 20, 23
    ("222m 222p 333p 444s 3m +3m", 64 + 8 + 12 + 2 + 2, "20 23 38 47 73"),
    # 74: alone
    ("123m 123m 789m [<789m] 5m +5m", 64 + 1, "11 74"),
    # 75, Es. 1: 72; Es. 2: 66, 29
    ("[EEE] [SSS] [WWW] NNN C +C", 88 + 64 + 1, "11 72 75"),
    ("[EEE] [SSS] [WWW] NN 11s +N", 88 + 32 + 6, "29 66 75"),
    # 76, Es. 1: 66, 7; Es. 2: 29
    ("[CCC] [PPP] [FFF] 999p 1m +1m", 88 + 32 + 1 + 1, "7 11 66 76"),
    ("[CCC] [PPP] [FFF] 45p 44p +6p", 88 + 6, "29 76"),
    # 77, Es. 1: 1; Es. 2: 58, 28, 60, 23
    ("234s 34s [666s] 888s FF +2s", 88 + 1, "1 77"),
    ("[222s] 333s [444s] [666s] 8s +8s", 88 + 24 + 6 + 24 + 2 + 1, "11 23 28 58 60 77"),
    # 79: 38, 20, 47, 5 x 2
    ("[2222m] [1111p] [3333s] (1111m) 4p +4p", 88 + 8 + 2 + 12 + 2, "5*2 20 38 47 79"),
]

# hand and win, total, what counts; source
HANDS = [
    # 39: "agli 8 punti della mano si aggiungono" the flowers
    ("66m 55z [123s] [234p] [678s] 12f +6m", 10, "39 13*2"),
    # 12 and 13: "si aggiunge 1 punto per Chiusura Pescata"; no chicken hand then
    ("66m 55z [123s] [234p] [678s] 1f +6m | drawn", 2, "12 13"),
    # 5 for a wind that is neither the round's nor the seat's, 15 and 16 for the one that is both
    ("[EEE] [SSS] 456p 78s 55m +9s", 5, "5 15 16"),
    # 17: "a parte eventuali poker coperti"; 33 includes 21 and 22
    ("(2222m) (3333p) 456s 78m WW +9m", 8, "17 33"),
    # 26 includes 6 and not 22 (C-11)
    ("(2222m) [3333p] 456s 78m WW +9m", 6, "22 26"),
    # 27: "in combinazioni esposte", the winner's own too
    ("[<567m] [567m] [<567m] 68m WW +7m", 39, "10 19*2 27 29 59"),
    # 27: not if one of the four is in the hand, whatever was said
    ("12m 33m 456p 678s [^EEE] +3m | last_of_kind round S", 3, "9 16"),
    # 40: "include Chiusura Pescata", and so does 25
    ("123m 456p 55s 89s (2222p) +7s | drawn last_tile", 24, "8 9 22 25 35 40"),
    # 42: the same
    ("234m 456p 5s [888s] (2222p) +5s | drawn kong_replacement", 13, "11 22 23 42"),
    # 43: "include Quarto Pezzo"
    ("123m 456p 46s 99s [222p] +5s | from W robbing_kong last_of_kind", 11, "2 8 10 43"),
    # 44: "eventualmente combina con Chiusura Pescata ed anche con Serpente Legato"
    ("147m 258p 369s ESWN +P | drawn", 25, "12 44 45"),
    ("147m 25p 369s ESWNP +F", 12, "44"),
    # 48: "può combinare con" 15 and 16; 5 for the third wind is included, for other pungs not
    ("[EEE] [SSS] [WWW] 45p 77p +6p | seat S", 22, "15 16 29 48"),
    ("[EEE] [SSS] [WWW] 11p 77p +1p | seat S", 29, "5 15 16 28 29 48"),
    # 56: "eventualmente combina con Chiusura Pescata"
    ("147m 58p 69s ESWNPF +C | drawn", 25, "12 56"),
    # 57 with seven pairs (C-6)
    ("22m 44m 66p 88p 22s 44s 6s +6s", 48, "55 57"),
    # 73 does not combine with 25, so 12 counts
    ("222m 444p 555s 888s E +E | drawn", 66, "11 12 73"),
    # 78: "chiudendo con un 1 o 9 si conta anche Serpente di Colore", never 5 (C-13)
    ("1112345678999m +9m", 106, "19 49 78"),
    ("1112345678999p +5p | drawn", 91, "12 21 78"),
    # 79 includes 26, 22, 6 and 65, but not 21
    ("[3333z] [4444z] (9999s) (1111z) 5m +5m | seat S round N", 106, "5 7 15 21 48 79"),
    # 80 does not combine with 25: 12 counts
    ("22p 33p 44p 55p 66p 77p 8p +8p | drawn", 91, "12 23 80"),
    # 81 includes the wait
    ("19m 19p 19s ESWNPF C +C", 88, "81"),
    # "Strategie di Base", figures 1, 2 and 6 (hands rebuilt)
    ("345m 345p 123s 99s 57s +6s | drawn", 8, "2 10 18 25"),
    ("234m 57m 123p 789p 22p +6m", 8, "3 4 7 10 17 18"),
    ("35m 345p 66p 678s [<345s] +4m", 14, "3 10 18 23 37"),
    # account-once: of four pairs of chows in a ring three count, 2 + 2 + 3 or 2 + 3 + 3
    ("123m 456m 123p [<456p] 9s +9s", 6, "2*2 3 11 18"),
    # account-once: beside 49 the fourth chow joins one of the three, once (1, 3 and 4 are there)
    ("123m 456m 789m [<123m] 5p +5p", 21, "1 7 11 18 49"),
    # non-separation and non-identical: of 1, 2 and 2 among three chows two count
    ("345m 345m 345p [<789s] E +E", 3, "1 2 11"),
    # non-identical: 789m beside two 123m is 4 once, and 1
    ("123m 123m 789m [<456s] E +E", 4, "1 4 7 11"),
    # 38 of four consecutive pungs counts once
    ("333m 444p [555s] [666m] 8p +8p", 19, "11 21 23 28 38"),
    # of 111222333 as pungs or chows the dearer reading counts: 54 and 60, not 59
    ("111222333m 456p 9s +9s", 45, "5 8 11 17 54 60"),
]


@pytest.mark.parametrize(("text", "total", "counted"), EXAMPLES + HANDS)
def test_hand(text: str, total: int, counted: str) -> None:
    assert total_and_patterns(text) == (total, counted)


def test_there_are_81_hands() -> None:
    chicken = [mcr.fallback.id] if mcr.fallback else []
    ids = [pattern.id for pattern in mcr.patterns] + chicken
    assert sorted(ids, key=int) == [str(number) for number in range(1, 82)]


# hand, points for the wait; source
OPEN = "[111p] [999s]"
WAITS = [
    (f"1233m {OPEN} [777p] +3m", 1),  # 9, Es.: "la mano vale comunque un solo punto"
    (f"2444m {OPEN} [777p] +3m", 0),  # 10, Es. 1
    (f"2444m {OPEN} [777p] +2m", 0),
    (f"12234m 88p {OPEN} +3m", 1),  # 10, Es. 2
    (f"3445m {OPEN} [777p] +4m", 1),  # 10, Es. 3
    (f"1234m {OPEN} [777p] +1m", 0),  # 11, Es. 1
    (f"4556m {OPEN} [777p] +5m", 1),  # 11, Es. 2
    (f"89m 55p {OPEN} [777p] +7m", 1),
    (f"67m 55p {OPEN} [777p] +8m", 0),
    (f"3m {OPEN} [777p] [<234m] +3m | drawn", 1),
    # 4m is the only tile left: the hand has four 1m, but they count as a second wait
    ("1234m [^111m] [<345s] [^777s] +4m", 0),
]


def wait_points(text: str, **options: str) -> int:
    counted = total_and_patterns(text, **options)[1].split()
    return sum(number in counted for number in ("9", "10", "11"))


@pytest.mark.parametrize(("text", "points"), WAITS)
def test_wait(text: str, points: int) -> None:
    assert wait_points(text) == points


# knitted straights that one tile completes, with a set that cannot take it: C-5
KNITTED = [
    ("258m 147p 69s 567m FF +3s", {"book": 1, "literal": 1, "mil": 0}),
    ("258m 14p 369s 567m FF +7p", {"book": 1, "literal": 1, "mil": 0}),
    ("58m 147p 369s 567m FF +2m", {"book": 1, "literal": 1, "mil": 0}),
    ("28m 147p 369s 555s FF +5m", {"book": 1, "literal": 1, "mil": 0}),
    ("25m 147p 369s 555s FF +8m", {"book": 1, "literal": 0, "mil": 0}),
    ("258m 147p 36s 567m FF +9s", {"book": 0, "literal": 0, "mil": 0}),
    ("258m 147p 369s 567m F +F", {"book": 1, "literal": 1, "mil": 1}),
]


@pytest.mark.parametrize(("text", "points"), KNITTED)
def test_wait_for_a_knitted_tile(text: str, points: dict[str, int]) -> None:
    for answer, expected in points.items():
        assert wait_points(text, knitted_waits=answer) == expected


def test_conflicts_can_be_decided_otherwise() -> None:
    pairs = "22m 44m 66p 88p 22s 44s 6s +6s"
    assert total_and_patterns(pairs) == (48, "55 57")
    assert total_and_patterns(pairs, even_pairs=False) == (26, "23 55")
    kongs = "(2222m) [3333p] 456s 78m WW +9m"
    assert total_and_patterns(kongs) == (6, "22 26")
    assert total_and_patterns(kongs, one_kong_of_each="five") == (5, "26")
    # mahjong.nu, "One Melded & One Concealed Kong 6 point"; PyMahjongGB: five
    by_book = {id: score(*parse_win(kongs), id).best for id in ("mcr-europe", "mcr-wmo")}
    assert {id: best.total for id, best in by_book.items() if best} == {
        "mcr-europe": 6,
        "mcr-wmo": 5,
    }
    ends = "1111m 99m 11p 99p 99s 1s +1s"
    assert total_and_patterns(ends) == (90, "19 55 69")
    assert total_and_patterns(ends, hog_in_terminal_pairs=False) == (88, "55 69")


def test_best_links_joins_each_set_once() -> None:
    ring = ((1, ((0, 1), (2, 3))), (1, ((0, 2), (1, 3))))
    assert best_links(ring) == (((0, 1), (2, 3)), ((0, 2),))
    dear = ((1, ((0, 1), (0, 3))), (8, ((0, 1, 2), (1, 2, 3))))
    assert best_links(dear) == (((0, 3),), ((0, 1, 2),))
    same = ((1, ((0, 1), (1, 2))),)  # one pattern may not use a set twice
    assert best_links(same) == (((0, 1),),)


# hand and win, change of E S W N ("Strategie di Base", figures 1, 2 and 6)
PAID = [
    ("345m 345p 123s 99s 57s +6s | drawn", (48, -16, -16, -16)),
    ("234m 57m 123p 789p 22p +6m | from S", (32, -16, -8, -8)),
    ("35m 345p 66p 678s [<345s] +4m | from S", (38, -22, -8, -8)),
    ("35m 345p 66p 678s [<345s] +4m | drawn", (69, -23, -23, -23)),
    # flowers are paid too
    ("345m 345p 123s 99s 57s 12f +6s | drawn", (54, -18, -18, -18)),
    # who declared the robbed kong pays like a discarder
    ("123m 456p 46s 99s [222p] +5s | seat W from N robbing_kong", (-8, -8, 35, -19)),
]


@pytest.mark.parametrize(("text", "change"), PAID)
def test_paid(text: str, change: tuple[int, ...]) -> None:
    payments = score(*parse_win(text), mcr).payments
    assert payments is not None and tuple(net_changes(payments).values()) == change


def test_seven_points_and_flowers_are_no_win() -> None:
    result = score(*parse_win("123m 456m 123p [<456p] 9s 1234f +9s"), mcr)
    assert not result.valid_win and result.total == 0 and result.payments is None
    assert str(result.rejection_reason()) == "6 points without flowers, 8 needed"


def test_a_hand_worth_too_little_is_told_so_far() -> None:
    lines = explain(score(*parse_win("234m 567m 345p 678s 5p +5p | seat S from W"), mcr))
    assert "23 All Simples: 2" in lines and "18 All Chows: 2" in lines
    assert lines[-1] == "no win: 7 points without flowers, 8 needed"
    assert not any(line.startswith("total") for line in lines)


def test_who_declared_a_robbed_kong_did_not_discard() -> None:
    result = score(*parse_win("234p 345p 456p 66m 68m +7m | seat E from W robbing_kong"), mcr)
    assert any("West declared the kong" in line for line in explain(result))


def test_explained_in_both_languages() -> None:
    result = score(*parse_win("123m 456m 789m [<123m] 5p +5p | seat S from W"), mcr)
    lines = explain(result)
    assert "49 Pure Straight: 16 from 123m 456m 789m" in lines
    assert "not counted: 8 No Honors (1): not beside All Chows [18]" in lines
    italian = "\n".join(explain(result, "it"))
    assert "49 Serpente di Colore: 16 con 123m 456m 789m" in italian
    assert "le sue combinazioni sono già abbinate" in italian


def test_what_a_counted_hand_includes_is_told_by_its_paragraph() -> None:
    """49: "Include Serpentino (3) e Due Scale Laterali di Colore (4)". The second 123m is not in
    the straight: it is joined once, as a pure double chow (account-once)."""
    lines = explain(score(*parse_win("123m 456m 789m [<123m] 5p +5p | seat S from W"), mcr))
    joined = "its sets are already joined by what counts [WMO: account-once, non-identical]"
    assert [line for line in lines if "Straight (" in line or "Chows (1)" in line] == [
        "not counted: 3 Short Straight (2): not beside Pure Straight [49]",
        f"not counted: 3 Short Straight (1): {joined}",
        "not counted: 4 Two Terminal Chows (1): not beside Pure Straight [49]",
        f"not counted: 4 Two Terminal Chows (1): {joined}",
        f"not counted: 49 Pure Straight (16): {joined}",  # with the other 123m
    ]


def test_the_counts_that_are_left_out_are_told_too() -> None:
    """3: "Due scale consecutive dello stesso seme" is there twice; four chows take three pairs
    (account-once), so it counts once, and a claim of two is told why."""
    result = score(*parse_win("[<345m] [<678m] [<345p] 67p 88p +8p | from W"), mcr)
    lines = explain(result)
    assert "3 Short Straight: 1 from [345m] [678m]" in lines
    assert "2 Mixed Double Chow: 1 x 2 = 2 from [345m] [345p], [678m] 678p" in lines
    claimed = parse_claim("3 x2, 2 x2, 7, 18, 23", mcr)
    remarks = differences(result, claimed)
    assert [(remark.kind.value, remark.ref) for remark in remarks] == [
        ("count", "3"),
        ("dropped", "WMO: account-once, non-identical"),
    ]
    assert remarks[0].text.localize("it") == "Serpentino conta x1, tu dici x2"


# The shared cases.


def lines(name: str, kind: str | None = None) -> list[Any]:
    path = SHARED / name
    if not path.is_file():
        return []
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    chosen = [c for c in found if c.get("rules") == "mcr" and (kind is None or c["kind"] == kind)]
    return [pytest.param(case, id=case["id"]) for case in chosen]


def counts(items: list[dict[str, int]]) -> Counter[tuple[int, int]]:
    return Counter((item["value"], item["count"]) for item in items)


@with_cases
@pytest.mark.parametrize("case", lines("mcr.jsonl"))
def test_case(case: dict[str, Any]) -> None:
    result: dict[str, Any] = score_record_json(case)
    expected = case["expected"]
    assert result["valid_win"] == expected["valid_win"], result
    if expected["valid_win"]:
        for field in ("total", "points_without_flowers", "payments"):
            assert result[field] == expected[field]
        good = [expected["fans"], *expected.get("also_accept_fans", [])]
        assert counts(result["items"]) in [counts(fans) for fans in good]


@with_cases
@pytest.mark.parametrize("case", lines("rulebook_examples.jsonl", "figure"))
def test_printed_figure(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    melds = [{"type": "chow", "tiles": tiles} for tiles in given["melds"]]
    result: dict[str, Any] = score_record_json({**given, "melds": melds, "rules": "mcr"})
    assert result["total"] == expected["total"]
    assert result["payments"] == expected["payments"]
    assert counts(result["items"]) == counts(expected["fans"])


# a hand worth each of the totals that the book pays out
WORTH = {
    8: "345m 345p 123s 99s 57s +6s",
    14: "35m 345p 66p 678s [<345s] +4m",
    15: "35m 345p 66p 678s [<345s] +4m",
}


@with_cases
@pytest.mark.parametrize("case", lines("rulebook_examples.jsonl", "payment"))
def test_printed_payment(case: dict[str, Any]) -> None:
    given = case["input"]
    if given.get("false_win"):
        paid = false_win(Wind(given["offender"]))
    else:
        how = "drawn" if given["self_drawn"] else f"from {given['discarder']}"
        text = WORTH[given["total"]]
        if given["total"] == 8 and not given["self_drawn"]:
            text = "234m 57m 123p 789p 22p +6m"
        result = score(*parse_win(f"{text} | seat {given['winner']} {how}"), mcr)
        assert result.total == given["total"] and result.payments is not None
        paid = result.payments
    assert {seat.value: n for seat, n in net_changes(paid).items()} == case["expected"]["payments"]


@with_cases
@pytest.mark.parametrize("case", lines("rulebook_examples.jsonl", "wait"))
def test_printed_wait(case: dict[str, Any]) -> None:
    given = case["input"]
    melds = " ".join(f"[{tiles}]" for tiles in given["melds"])
    text = f"{given['concealed']} {melds} +{given['winning_tile']}"
    assert wait_points(text) == case["expected"]["wait_points"]


@with_cases
def test_every_line_of_the_book_is_used() -> None:
    kinds = {case.values[0]["kind"] for case in lines("rulebook_examples.jsonl")}
    assert kinds == {"figure", "payment", "wait"}
