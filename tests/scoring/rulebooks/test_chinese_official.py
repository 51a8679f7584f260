"""The Chinese official list: worked hands, options, payments, and a slow second way to count."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from scoring import score, score_record_json
from scoring.explain import explain
from scoring.game import FalseWin, apply, game_rules, new_game
from scoring.hand import Hand
from scoring.notation import parse_win
from scoring.payments import net_changes
from scoring.reading import HandFacts, Option, Reading
from scoring.rulebook import Tally
from scoring.rulebooks.chinese_official import chinese_official
from scoring.tiles import KINDS, WINDS, Wind, parse_tiles
from scoring.win import Win

SHARED = Path(__file__).parents[3].parent / "shared" / "cases"


def total_and_patterns(text: str, **options: Option) -> tuple[int, str]:
    """Points of the best reading, a win or not, and what counts: `id` or `id*count`."""
    best = score(*parse_win(text), chinese_official.with_options(**options)).best
    assert best is not None
    counted = [f"{i.pattern.id}*{i.count}" if i.count > 1 else i.pattern.id for i in best.items]
    return best.total, " ".join(counted)


# hand and win, total, what counts; source: entries of "Punteggio", L those of "Mani limite"
HANDS = [
    # 42: nothing of the list; a flower is added apart
    ("888m 678p 45s EE [<234m] 3f +6s", 9, "mano_del_pollo fiori"),
    # 34: two kongs contain the single ones
    ("22m 34p [^4444m] [>8888m] 666z +5p", 7, "tris_draghi due_poker due_semi"),
    # C-11: so they do if one is concealed; 17 inside the last three chows
    ("(2222m) [^3333p] 45s 789s NN +6s | from W", 5, "sei_consecutivi due_poker"),
    # 35 contains two concealed pungs, but not three
    ("(2222m) (3333p) [^666s] 789s N +N | from W", 7, "due_poker_coperti unico_pezzo"),
    (
        "(2222m) (3333p) 666s 789s N +N | from W",
        25,
        "tre_tris_coperti due_poker_coperti mano_coperta unico_pezzo",
    ),
    # 36 contains 35, which then contains nothing
    ("(2222m) (3333p) [^6666s] 789s N +N | from W", 35, "due_tris_coperti tre_poker unico_pezzo"),
    # L1 waits for the pair in any case
    (
        "(2222m) (3333p) [^6666s] [^EEEE] N +N | from W",
        94,
        "tris_vento_giocatore tris_vento_giro due_tris_coperti quattro_poker",
    ),
    # 33 contains the concealed hand and 44; drawn, 65 counts again
    ("222m 444p 555s 888s N +N | from W", 65, "quattro_tris_coperti unico_pezzo"),
    ("222m 444p 555s 888s N +N | drawn", 66, "quattro_tris_coperti pezzo_dal_muro unico_pezzo"),
    # a pung completed by a discard is exposed
    (
        "222m 444p 555s 88s NN +N | from W",
        25,
        "tris_1_9_venti tre_tris_coperti mano_coperta mano_di_tris",
    ),
    # "principio 3": the fourth chow is joined once, here for 3 points and not for 1
    (
        "345m 345p 345s 678s 9m +9m | from W",
        16,
        "tre_serie_uguali sei_consecutivi_due_semi mano_coperta sole_serie unico_pezzo",
    ),
    # three joints among four chows
    (
        "123p 456s 45s 11z [<789p] +6s",
        8,
        "due_serie_identiche sei_consecutivi_due_semi*2 due_semi",
    ),
    # 15 and 16 contain all chows and what the tiles cannot lack
    (
        "123m 123m 789m 789m 5m +5m | drawn",
        69,
        "doppie_serie_terminali mano_interamente_coperta unico_pezzo",
    ),
    (
        "123m 789m 123p 789p 5s +5s | from W",
        19,
        "serie_terminali_due_semi mano_coperta unico_pezzo",
    ),
    # 13 contains the four alike
    (
        "345m 345m 345m 9s [<345m] +9s",
        52,
        "quattro_serie_identiche sole_serie due_semi unico_pezzo",
    ),
    # 61: each kind by itself
    (
        "234s 234s 678s [^666s] 4s +4s",
        31,
        "due_serie_identiche pezzi_minori un_seme quattro_in_uno*2",
    ),
    # 39 contains the generic winds, L5 all of them
    (
        "EEE SSS NNN 34m 55p +2m | seat E round S from W",
        35,
        "tris_vento_giocatore tris_vento_giro tre_tris_coperti tre_venti_grande mano_coperta "
        "due_semi",
    ),
    (
        "123m N [^EEE] [^SSS] [<WWW] +N | seat E round S from W",
        79,
        "tris_vento_giocatore tris_vento_giro teste_ogni un_seme_onori unico_pezzo "
        "quattro_venti_piccolo",
    ),
    # 45 contains 58; 46 adds all pungs ([3])
    ("123p 345p 8s PPP [^666s] +8s", 11, "tris_draghi capovolti unico_pezzo"),
    (
        "222p 444p 8s 666s [^666m] +8s",
        48,
        "due_tris_valore tre_tris_coperti mano_di_tris tutti_pari",
    ),
    # 50 contains 47
    (
        "345m 567p 5s 456s [^555m] +5s",
        25,
        "scarto1_tre_semi cinque_ogni quattro_in_uno unico_pezzo",
    ),
    # 64 contains the wait for the pair
    (
        "6m [<234p] [<345p] [<567s] [<678s] +6m | from W last_of_kind",
        16,
        "sei_consecutivi_due_semi*2 sole_serie pezzi_minori tutte_esposte",
    ),
    # 66: the winner's own exposed sets show the other three
    (
        "66m 67m [<345m] [<456m] [<345m] +5m",
        53,
        "due_serie_identiche scarto1_stesso sole_serie pezzi_minori un_seme quattro_in_uno*2 "
        "quarto_esemplare",
    ),
    # 68 to 71: [7], [8]; a robbed tile is the fourth by itself
    (
        "234p 345p 456p 6m [<678s] +6m | drawn last_tile",
        32,
        "sei_consecutivi_due_semi scarto1_stesso sole_serie pezzi_minori unico_pezzo "
        "ultimo_pezzo_muro",
    ),
    (
        "234p 345p 456p 6m [^7777s] +6m | drawn kong_replacement",
        28,
        "poker_scoperto scarto1_stesso pezzi_minori unico_pezzo coda_muro",
    ),
    (
        "234p 345p 456p 66m 68m +7m | from W robbing_kong last_of_kind",
        34,
        "sei_consecutivi_due_semi scarto1_stesso mano_coperta sole_serie pezzi_minori due_semi "
        "furto_poker",
    ),
    # L2: one suit and honours is in it
    ("234s 234s 8s FFF [^666s] +8s", 92, "tris_draghi due_serie_identiche unico_pezzo tutta_verde"),
    # L6, L7
    (
        "EEE [^WWW] PPP C [^FFF] +C | seat E round W",
        135,
        "tris_vento_giocatore tris_vento_giro due_tris_coperti tre_draghi_piccolo unico_pezzo "
        "tutti_onori",
    ),
    ("111m 9m [^999p] [^111p] [>999s] +9m | from W", 65, "unico_pezzo tutti_1_9"),
    # L8, C-13: no pung of 1 or 9
    ("1112345678999m +5m | from W", 90, "due_tris_coperti nove_pezzi"),
    (
        "1112345678999m +1m | drawn",
        107,
        "scarto3_stesso quattro_in_uno pezzo_dal_muro nove_pezzi",
    ),
    # L9
    ("19m 19p 19s ESWNPFC +C | drawn", 89, "pezzo_dal_muro tredici_meraviglie"),
    # L10
    (
        "147m 258p 36s CCC E E +9s | from W",
        23,
        "tris_draghi mano_coperta tutti_i_semi unico_pezzo drago_intrecciato",
    ),
    (
        "147m 258p 369s 567p 2m +2m | drawn",
        19,
        "mano_interamente_coperta sole_serie unico_pezzo drago_intrecciato",
    ),
    # L11 to L15, C-14
    ("22m 22m 66p 88p 33s EE C +C | from W", 26, "quattro_in_uno sette_coppie"),
    (
        "22m 44m 66p 88p 22s 44s 6s +6s | drawn",
        49,
        "tutti_pari pezzo_dal_muro sette_coppie",
    ),
    ("EE EE SS WW NN PP C +C | from W", 90, "quattro_in_uno sette_coppie_onori"),
    ("1111m 99m 11p 99p 11s 9s +9s | drawn", 89, "pezzo_dal_muro sette_coppie_terminali"),
    ("11m 99m EE SS WW NN C +C | from W", 62, "un_seme_onori sette_coppie_teste"),
    ("2233445566778s +8s | from W", 90, "pezzi_minori sette_coppie_consec"),
    # L16, L17; C-15: 1 and 5 are far enough apart, 1 and 3 are not
    ("159m 269p 3s ESW PFC +N | from W", 24, "sette_stelle"),
    ("159m 269p 37s ESW PF +N | from W", 12, "pezzi_indipendenti"),
]


@pytest.mark.parametrize(("text", "total", "counted"), HANDS)
def test_hand(text: str, total: int, counted: str) -> None:
    assert total_and_patterns(text) == (total, counted)


def test_the_minimum_is_8_without_flowers() -> None:
    result = score(*parse_win("22m 34p [^4444m] [>8888m] 666z 1f +5p"), chinese_official)
    assert not result.valid_win and result.total == 0 and result.payments is None
    assert str(result.rejection_reason()) == "7 points without flowers, 8 needed"


def test_fives_of_the_wrong_suit_are_no_terminal_hand() -> None:
    assert "serie_terminali_due_semi" not in total_and_patterns("123m 789m 123p 789p 5m +5m")[1]


def test_one_chow_twice_at_one_end_is_no_hand_of_terminal_chows_in_two_suits() -> None:
    """ "Punteggio", 16: "serie terminali (1·2·3 e 7·8·9) di due semi diversi". 123m with either
    of two 789m is one such pair of chows, so 43 and its [1] stay as they are: all chows count.
    """
    assert total_and_patterns("13m 789m 789m 789p 5s 5s +2m | drawn") == (
        10,
        "due_serie_uguali_semi_diversi due_serie_identiche serie_terminali "
        "mano_interamente_coperta sole_serie unico_pezzo",
    )
    assert total_and_patterns("5s [<123m] [<789m] [<789m] [<123p] +5s | from W")[0] == 11


ENDS = "111p 999p E [^PPP] [>999s] +E | from W"

# option, its other answer, hand, total as printed, total with the other answer
OPTIONS = [
    ("cap", 88, "1112345678999m +5m | from W", 90, 88),  # C-7
    ("six_in_two_suits", False, "345m 345p 345s 678s 9m +9m | from W", 16, 14),  # C-9
    ("two_suits", "with_honours", "123m 456m 789m 8p [<789p] +8p | from W", 23, 22),  # C-10
    ("mixed_kongs", 6, "(2222m) [^3333p] 45s 789s NN +6s | from W", 5, 7),  # C-11
    ("terminals_and_honours", "with_others", ENDS, 39, 40),  # C-12
    ("nine_tiles", "any", "1112355678999m +4m | from W", 30, 90),  # C-13
]


@pytest.mark.parametrize(("name", "answer", "text", "printed", "changed"), OPTIONS)
def test_option(name: str, answer: Option, text: str, printed: int, changed: int) -> None:
    assert total_and_patterns(text)[0] == printed
    assert total_and_patterns(text, **{name: answer})[0] == changed


def wins(text: str, **options: Option) -> bool:
    return score(*parse_win(text), chinese_official.with_options(**options)).valid_win


def test_options_decide_what_is_a_special_hand() -> None:
    near = "135m 269p 37s ESW PF +N | from W"  # C-15
    assert not wins(near) and wins(near, independent_gap=2)
    assert not wins(near.replace("135m", "125m"), independent_gap=2)
    alike = "22m 22m 66p 88p 33s EE C +C | from W"  # C-14
    assert wins(alike) and not wins(alike, identical_pairs="terminals_only")
    assert wins("1111m 99m 11p 99p 11s 9s +9s", identical_pairs="terminals_only")


def point_changes(total: int, win: Win, **options: Option) -> dict[str, int]:
    """Payments for a hand of a given total, whatever it is."""
    hand, _ = parse_win("123m 456p 789s EEE 2z +3s")
    facts = HandFacts(hand, win, KINDS[20], chinese_official.with_options(**options).options)
    tally = Tally(Reading(facts, "", (), (), ()), (), (), total, (total,))
    payments = chinese_official.payments(tally, win)
    assert payments is not None
    return {seat.value: change for seat, change in net_changes(payments).items()}


def test_who_pays() -> None:
    drawn, claimed = Win(True, None, Wind.EAST), Win(False, Wind.NORTH, Wind.EAST)
    assert point_changes(30, drawn) == {"E": 114, "S": -38, "W": -38, "N": -38}
    assert point_changes(30, claimed) == {"E": 54, "S": -8, "W": -8, "N": -38}
    alone = point_changes(30, claimed, discarder_pays="points")  # C-8
    assert alone == {"E": 46, "S": -8, "W": -8, "N": -30}


def test_payments_are_open_while_the_discarder_is_not_known() -> None:
    hand, win = parse_win("147m 258p 36s CCC E E +9s")
    assert score(hand, replace(win, discarder=None), chinese_official).payments is None


def test_explained() -> None:
    result = score(*parse_win("345m 345p 345s 678s 9m +9m | from W"), chinese_official)
    lines = explain(result)
    assert "Punteggio, 10 Mixed Triple Chow: 8 from 345m 345p 345s" in lines
    assert (
        "not counted: Punteggio, 17 Short Straight (1): "
        "its sets are already joined by what counts [principio 3]"
    ) in lines
    assert "West pays East 24 = 16 + 8: West discarded" in lines


def test_what_a_larger_group_contains_is_told_by_principle_1() -> None:
    """Principle 1, with its own example: "ai punti per tre serie identiche (24 p.) non si può
    aggiungere anche il punteggio per due serie identiche (1 p.)". What could only be joined a
    second time is left out by principle 3: here 345m and 678m, as 345p and 678m are joined.
    """
    alike = score(*parse_win("67m 99s [<345m] [<345m] [<345m] +8m"), chinese_official)
    assert (
        "not counted: Punteggio, 11 Pure Double Chow (3): not beside Pure Triple Chow [principio 1]"
    ) in explain(alike)
    joined = score(*parse_win("67m 99s [<345m] [<345p] [<345s] +8m"), chinese_official)
    assert joined.best is not None
    apart = {drop.item.pattern.id: drop.ref for drop in joined.best.dropped}
    assert apart["due_serie_uguali_semi_diversi"] == '"principio 1"'
    assert apart["sei_consecutivi"] == '"principio 3"'


def test_who_declared_a_robbed_kong_did_not_discard() -> None:
    """ "Punteggio", 71 and "Saldo dei debiti tra giocatori": he pays like a discarder."""
    text = "234p 345p 456p 66m 68m +7m | from W robbing_kong"
    result = score(*parse_win(text), chinese_official)
    assert "West pays East 42 = 34 + 8: West declared the kong" in explain(result)
    assert "Ovest paga a Est 42 = 34 + 8: Ovest ha dichiarato il poker" in explain(result, "it")


with_cases = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared cases are not beside this checkout"
)


def lines(name: str) -> list[Any]:
    """This book's records of a shared file. Where the folder is, a file that is not there or has
    none of them is an error, and not a test less.
    """
    if not SHARED.is_dir():
        return []
    text = (SHARED / name).read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    ours = [record for record in records if record.get("rules") == "chinese-official"]
    assert ours, f"{name} has no record of chinese-official"
    return [pytest.param(record, id=record["id"]) for record in ours]


@with_cases
@pytest.mark.parametrize("case", lines("chinese-official.jsonl"))
def test_worked_hand(case: dict[str, Any]) -> None:
    result: dict[str, Any] = score_record_json(case)
    expected = case["expected"]
    assert result["valid_win"] == expected["valid_win"], result
    if expected["valid_win"]:
        for field in ("total", "points_without_flowers", "payments"):
            assert result[field] == expected[field]
        counts = Counter((item["value"], item["count"]) for item in result["items"])
        assert counts == Counter((item["value"], item["count"]) for item in expected["items"])


@with_cases
@pytest.mark.parametrize("case", lines("rulebook_examples.jsonl"))
def test_printed_number(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]["payments"]
    if "false_win" in given:
        game = new_game(game_rules("chinese-official"))
        after = apply(game, FalseWin(Wind(given["offender"])))
        lost = [b - a for a, b in zip(game.points, after.points, strict=True)]
        assert {wind.value: change for wind, change in zip(WINDS, lost, strict=True)} == expected
    else:
        discarder = given.get("discarder")
        win = Win(given["self_drawn"], discarder and Wind(discarder), Wind(given["winner"]))
        assert point_changes(given["total"], win) == expected


# A second way to count, slow and by other means: groups of plain numbers, every choice of combined
# sets tried, and for the whole hand the dearest of what contains each other instead of exclusions.
# Kinds are 0-26 numbers by suit and 27-33 honours; four sets and a pair alone.

Group = tuple[int, ...]
SIZE_2 = {(1, 0): 1, (1, 3): 1, (1, 6): 1, (2, 0): 1, (2, 3): 3}  # (suits, step) -> points
SIZE_3 = {(1, 0): 24, (3, 0): 8, (1, 1): 16, (3, 1): 6, (1, 2): 16, (1, 3): 16, (3, 3): 8}
SIZE_4 = {(1, 0): 48, (1, 1): 32, (1, 2): 32}
PUNGS = ({(2, 0): 2}, {(3, 0): 16, (1, 1): 24, (3, 1): 8}, {(1, 1): 48})


def slow_splits(tiles: Group, pair: bool = True) -> Iterator[tuple[Group, ...]]:
    """Every split of sorted tiles into sets, and a pair if one is still wanted."""
    if not tiles:
        if not pair:
            yield ()
        return
    first = tiles[0]
    groups = [(first, first, first), (first, first + 1, first + 2), (first, first)]
    if first >= 27 or first % 9 > 6:
        del groups[1]
    for group in groups if pair else [g for g in groups if len(g) == 3]:
        left = Counter(tiles)
        left.subtract(group)
        if min(left.values()) >= 0:
            for rest in slow_splits(tuple(sorted(left.elements())), pair and len(group) == 3):
                yield (group, *rest)


def best_combination(
    firsts: list[int], tables: tuple[dict[tuple[int, int], int], ...], pair: int
) -> int:
    """The most that sets with these first tiles give together."""
    numbered = [first for first in firsts if first < 27]
    found = []
    for size, table in enumerate(tables, 2):
        for chosen in combinations(range(len(numbered)), size):
            ranks = sorted(numbered[i] % 9 for i in chosen)
            suits = len({numbered[i] // 9 for i in chosen})
            steps = {b - a for a, b in pairwise(ranks)}
            key = (suits, steps.pop()) if len(steps) == 1 else (0, 0)
            if key in table:
                found.append((table[key], (size, *key), set(chosen)))
    ends = sorted(numbered) if tables[0] is SIZE_2 else []
    low, high = [f for f in ends if f % 9 == 0], [f for f in ends if f % 9 == 6]
    if len(low) == len(high) == 2 and [f + 6 for f in low] == high and pair in (4, 13, 22):
        used = {f // 9 for f in low}
        if len(used | {pair // 9}) in (1, 3):
            found.append((64 if len(used) == 1 else 16, (4, 0, 0), {0, 1, 2, 3}))
    best = 0
    for many in range(1, 4):
        for choice in combinations(found, many):
            if all(a[1] != b[1] or not a[2] & b[2] for a, b in combinations(choice, 2)):
                pieces: list[set[int]] = []
                for _, _, sets in choice:
                    touched = [piece for piece in pieces if piece & sets]
                    pieces = [piece for piece in pieces if not piece & sets]
                    pieces.append(sets.union(*touched))
                # without a circle, n sets that hang together are n - 1 joints
                joints = sum(len(sets) - 1 for _, _, sets in choice)
                if joints == sum(len(piece) - 1 for piece in pieces):
                    best = max(best, sum(points for points, _, _ in choice))
    return best


def slow_points(hand: Hand, win: Win) -> int:
    """Points without flowers in the best reading, 8 for a chicken hand."""
    assert hand.winning is not None
    last = hand.winning.index
    held = tuple(sorted([tile.index for tile in hand.concealed] + [last]))
    table = [(tuple(t.index for t in meld.tiles), meld.concealed) for meld in hand.melds]
    best = 0
    for split in slow_splits(held):
        for completed in {group for group in split if last in group}:
            spoilt = not win.self_drawn and len(set(completed)) == 1 and len(completed) == 3
            at = split.index(completed)
            mine = [(group, not (spoilt and i == at)) for i, group in enumerate(split)]
            best = max(best, slow_reading([*mine, *table], hand, win, held, last))
    return best or 8


def slow_reading(
    sets: list[tuple[Group, bool]], hand: Hand, win: Win, held: Group, last: int
) -> int:
    """Points of one reading; `sets` are the groups and whether each is concealed."""
    groups = [group for group, _ in sets]
    pair = next(group[0] for group in groups if len(group) == 2)
    chows = [group[0] for group in groups if group[0] != group[-1]]
    pungs = [group[0] for group in groups if len(group) > 2 and group[0] == group[-1]]
    hidden = [g[0] for g, hid in sets if hid and len(g) > 2 and g[0] == g[-1]]
    kongs = [hid for group, hid in sets if len(group) == 4]
    tiles = [kind for group in groups for kind in group]
    kinds = set(tiles)
    honours = {kind for kind in kinds if kind > 26}
    ranks = {kind % 9 + 1 for kind in kinds - honours}
    suits = {kind // 9 for kind in kinds - honours}
    winds = [kind for kind in pungs if 27 <= kind <= 30]
    dragons = [kind for kind in pungs if kind > 30]
    closed = all(meld.concealed for meld in hand.melds)
    own = [27 + win.seat.order, 27 + win.round.order]
    no_honours = not honours
    before = Counter(held) - Counter([last])
    one_suit = no_honours and len(suits) == 1
    start = min(kinds)
    gates = (
        one_suit
        and not hand.melds
        and before
        == Counter([start - start % 9 + step for step in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)])
    )
    only_ends = ranks <= {1, 9}
    all_ends = only_ends and honours and suits  # 32, beside which nothing of the whole hand counts

    chow_points = best_combination(chows, (SIZE_2, SIZE_3, SIZE_4), pair)
    doubles = {chow % 9 for chow in chows} == {0, 6} and len(chows) == 4 and chow_points in (16, 64)
    terminals = only_ends and no_honours
    points = chow_points + best_combination(pungs, PUNGS, pair)
    if terminals:  # contains equal pungs, but not three of them
        points = 16 * any(n == 3 for n in Counter(kind % 9 for kind in pungs).values())

    points += [0, 2 if True in kongs else 1, 6 if all(kongs) else 4, 32, 88][len(kongs)]
    if len(hidden) == 2:
        points += 0 if len(kongs) == 2 and all(kongs) else 2
    points += {3: 16, 4: 64}.get(len(hidden), 0)
    points += {0: 0, 1: 2, 2: 64 if pair > 30 else 6, 3: 88}[len(dragons)]
    points += {3: 64 if 27 <= pair <= 30 else 12, 4: 88}.get(len(winds), 0)
    if len(winds) < 4:
        points += 2 * sum(kind in winds for kind in own)
    if not only_ends and not gates:
        points += sum(kind < 27 and kind % 9 in (0, 8) for kind in pungs)
        points += sum(kind not in own for kind in winds) if len(winds) < 3 else 0

    # tiles of the whole hand
    in_row = sorted(pungs) == list(range(min(pungs, default=0), min(pungs, default=0) + 4))
    in_row = in_row and len({kind // 9 for kind in pungs}) == 1 and max(pungs) < 27
    if only_ends:
        points += 32 if all_ends else 64
    elif len(pungs) == 4 and 4 not in (len(hidden), len(kongs), len(winds)) and not in_row:
        points += 6
    if not only_ends and all(set(g) & {0, 8, 9, 17, 18, 26, *honours} for g in groups):
        points += 4
    even, fives = (
        no_honours and ranks <= {2, 4, 6, 8},
        all({kind % 9 for kind in group if kind < 27} & {4} for group in groups),
    )
    narrow = 0
    if no_honours:
        low, high = min(ranks), max(ranks)
        narrow = 24 * (high <= 3 or low >= 7 or (low >= 4 and high <= 6))
        narrow = narrow or 12 * (high <= 4 or low >= 6)
    simple = no_honours and not ranks & {1, 9}
    middle = narrow == 24 and ranks <= {4, 5, 6}
    points += 24 * even + 16 * fives + narrow
    points += 2 * (simple and not even and not fives and not middle)
    all_chows = len(chows) == 4 and pair < 27
    points += 2 * (all_chows and not doubles)
    flush = one_suit and not gates and not (doubles and chow_points == 64)
    points += 24 * flush
    contained = simple or narrow or all_chows or one_suit or terminals
    points += no_honours and not contained
    upright = {k for k in kinds if k // 9 == 1 and k % 9 in (0, 1, 2, 3, 4, 7, 8)}
    upright |= {k for k in kinds if k // 9 == 2 and k % 9 in (1, 3, 4, 5, 7, 8)} | (kinds & {31})
    green = kinds <= {19, 20, 21, 23, 25, 32}
    points += 88 * green
    if not all_ends:
        points += 8 * (upright == kinds)
        points += len(suits) == 2 and upright != kinds
        points += 6 * (len(suits) == 1 and bool(honours) and not green)
        five_types = len(suits) == 3 and {kind > 30 for kind in honours} == {True, False}
        points += 6 * five_types
    if len({*chows}) > 1 or len(chows) < 4:
        in_kongs = {group[0] for group in groups if len(group) == 4}
        points += 2 * sum(n == 4 and k not in in_kongs for k, n in Counter(tiles).items())
    points += 88 * gates

    # the way it was won
    contained = len(hidden) == 4 or gates
    if closed and not contained:
        points += 4 if win.self_drawn else 2
    elif win.self_drawn and not win.last_tile and not win.kong_replacement:
        points += 1
    points += 8 * win.last_tile * (not win.robbing_kong)
    points += 8 * (win.kong_replacement + win.robbing_kong)
    seen = win.last_of_kind or tiles.count(last) - held.count(last) == 3
    points += 4 * (seen and not win.robbing_kong and held.count(last) == 1)
    called = sum(not meld.concealed for meld in hand.melds) == 4
    if called and not win.self_drawn:
        points += 6
    elif len(kongs) < 4:
        others = [kind for kind in range(34) if kind != last and completes(before, kind)]
        points += not others
    return points


def completes(before: Counter[int], kind: int) -> bool:
    held = before + Counter([kind])
    pairs = all(count % 2 == 0 for count in held.values()) and held.total() == 14
    return pairs or any(slow_splits(tuple(sorted(held.elements()))))


def plan(text: str) -> list[Group]:
    return [tuple(tile.index for tile in parse_tiles(part)) for part in text.split()]


PLANS = [  # what chance alone hardly makes
    plan(text)
    for text in (
        "123m 123m 789m 789m 55m",
        "123m 789m 123p 789p 55s",
        "123m 789m 789m 789p 55s",
        "123m 456p 789s",
        "123p 456p 789p",
        "123s 345s 567s 789s",
        "345m 345m 345m 345m",
        "345m 555p 456p 567s 55s",
        "234s 666s 888s FFF",
        "222m 444p 666s 888s 22s",
        "111m 123m 456m 789m 99m",
        "111m 345m 678m 999m 22m",
        "123m 456p 789s EEE CC",
    )
]


def random_win(rng: random.Random) -> tuple[Hand, Win]:
    """Four sets and a pair of few kinds, so that much is combined, and how they were won."""
    groups: list[Group] = []
    counts: Counter[int] = Counter({-1: 5})
    while max(counts.values()) > 4:
        suits = rng.choice([(0,), (1, 2), (0, 2), (0, 1, 2), (0, 1, 2)])
        low = rng.choice([0, 0, 3, 5])
        ranks = range(low, min(9, low + rng.choice([4, 6, 9])))
        kinds = [9 * suit + rank for suit in suits for rank in ranks]
        if rng.random() < 0.15:
            kinds = [0, 8, 9, 17, 18, 26]
        kinds += rng.choice([range(27, 34), range(27, 31), range(31, 34), ()])
        runs = rng.choice([0, 0.5, 0.95])
        groups = [(rng.choice(kinds),) * size for size in (3, 3, 3, 3, 2)]
        for place, (kind, *_) in enumerate(groups[:4]):
            if kind < 27 and kind % 9 < 7 and rng.random() < runs:
                groups[place] = (kind, kind + 1, kind + 2)
        if rng.random() < 0.2:
            planned = rng.choice(PLANS)
            groups[: len(planned)] = planned
        counts = Counter(kind for group in groups for kind in group)
    text, held = [], list(groups.pop())
    for group in groups:
        way = rng.random()
        if way < 0.5:
            held += group
            continue
        if group[0] == group[-1] and counts[group[0]] == 3 and rng.random() < 0.5:
            group = (*group, group[0])
        body = "".join(KINDS[kind].value for kind in group)
        hidden = len(group) == 4 and way < 0.75
        text.append(f"({body})" if hidden else f"[{body}]")
    last = held.pop(rng.randrange(len(held)))
    text.append("".join(KINDS[kind].value for kind in held) + f" +{KINDS[last].value}")
    seat = rng.choice("ESWN")
    how = "drawn" if rng.random() < 0.4 else f"from {rng.choice('ESWN'.replace(seat, ''))}"
    extra = rng.choice(["", "", "", "last_tile", "last_of_kind"])
    if "drawn" in how and any(len(part) == 10 for part in text[:-1]) and rng.random() < 0.3:
        extra += " kong_replacement"
    if "from" in how and counts[last] == 1 and rng.random() < 0.5:
        extra += " robbing_kong"
    return parse_win(f"{' '.join(text)} | {how} seat {seat} round {rng.choice('ESWN')} {extra}")


@pytest.mark.parametrize("seed", range(8))
def test_points_are_those_of_the_slow_count(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        hand, win = random_win(rng)
        best = score(hand, win, chinese_official).best
        assert best is not None and not hand.problems()
        if best.reading.is_regular:
            text = " ".join(explain(score(hand, win, chinese_official)))
            assert best.more["points_without_flowers"] == slow_points(hand, win), text
