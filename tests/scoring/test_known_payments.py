"""Payments that every table knows by heart, in a table of our own; they need no file besides."""

from __future__ import annotations

import pytest

from scoring import RULEBOOKS
from scoring.calculator import calculate
from scoring.payments import net_changes
from scoring.tiles import Wind
from scoring.win import Win

# fan, fu, then the discarder's payment to another player and to East (EMA 2008, appendix A)
DISCARDED = """
1 30 1000 1500 / 1 40 1300 2000 / 1 50 1600 2400 / 1 60 2000 2900 / 1 70 2300 3400
1 80 2600 3900 / 1 90 2900 4400 / 1 100 3200 4800 / 1 110 3600 5300
2 25 1600 2400 / 2 30 2000 2900 / 2 40 2600 3900 / 2 50 3200 4800 / 2 60 3900 5800
2 70 4500 6800 / 2 80 5200 7700 / 2 90 5800 8700 / 2 100 6400 9600 / 2 110 7100 10600
3 25 3200 4800 / 3 30 3900 5800 / 3 40 5200 7700 / 3 50 6400 9600 / 3 60 7700 11600
3 70 8000 12000 / 4 25 6400 9600 / 4 30 7700 11600 / 4 40 8000 12000
5 30 8000 12000 / 6 30 12000 18000 / 7 30 12000 18000 / 8 30 16000 24000
10 30 16000 24000 / 11 30 24000 36000 / 12 30 24000 36000 / 13 30 32000 48000
"""
# fan, fu, then what East and each other player pays to another, and each player to East
DRAWN = """
1 30 500 300 500 / 1 40 700 400 700 / 1 50 800 400 800 / 1 60 1000 500 1000
2 20 700 400 700 / 2 30 1000 500 1000 / 2 40 1300 700 1300 / 2 50 1600 800 1600
3 20 1300 700 1300 / 3 25 1600 800 1600 / 3 30 2000 1000 2000 / 3 40 2600 1300 2600
3 60 3900 2000 3900 / 3 70 4000 2000 4000 / 4 20 2600 1300 2600 / 4 25 3200 1600 3200
4 30 3900 2000 3900 / 4 40 4000 2000 4000 / 5 30 4000 2000 4000 / 6 30 6000 3000 6000
8 30 8000 4000 8000 / 11 30 12000 6000 12000 / 13 30 16000 8000 16000
"""


def rows(text: str) -> list[tuple[int, ...]]:
    cells = [row for line in text.strip().splitlines() for row in line.split(" / ")]
    return [tuple(map(int, cell.split())) for cell in cells]


def changes(rules: str, worth: str, win: Win) -> tuple[int, ...]:
    return tuple(net_changes(calculate(worth, win, RULEBOOKS[rules]).payments).values())


@pytest.mark.parametrize(("fan", "fu", "other", "east"), rows(DISCARDED))
def test_a_discard_in_riichi(fan: int, fu: int, other: int, east: int) -> None:
    worth = f"{fan} han {fu} fu"
    to_south = Win(False, Wind.WEST, Wind.SOUTH)
    assert changes("riichi-ema", worth, to_south) == (0, other, -other, 0)
    to_east = Win(False, Wind.WEST, Wind.EAST)
    assert changes("riichi-ema", worth, to_east) == (east, 0, -east, 0)


@pytest.mark.parametrize(("fan", "fu", "from_east", "from_other", "to_east"), rows(DRAWN))
def test_a_drawn_tile_in_riichi(
    fan: int, fu: int, from_east: int, from_other: int, to_east: int
) -> None:
    worth = f"{fan} han {fu} fu"
    gain = from_east + 2 * from_other
    drawn = changes("riichi-ema", worth, Win(True, None, Wind.SOUTH))
    assert drawn == (-from_east, gain, -from_other, -from_other)
    drawn = changes("riichi-ema", worth, Win(True, None, Wind.EAST))
    assert drawn == (3 * to_east, -to_east, -to_east, -to_east)


# rules, worth, discarder ("" for a drawn tile), changes of E S W N where East wins; source
OTHERS = [
    # MCR 1998, payments: 8 from each, and the points from the discarder or from all
    ("mcr", "8", "S", (32, -16, -8, -8)),
    ("mcr", "8", "", (48, -16, -16, -16)),
    ("mcr", "24", "N", (48, -8, -8, -32)),
    ("mcr", "88", "", (288, -96, -96, -96)),
    # Zung Jung 3.3, "Schema di pagamento": up to 25 all pay alike, above the discarder the rest
    ("zung-jung", "25", "W", (75, -25, -25, -25)),
    ("zung-jung", "30", "W", (90, -25, -40, -25)),
    ("zung-jung", "100", "S", (300, -250, -25, -25)),
    ("zung-jung", "100", "", (300, -100, -100, -100)),
    # chinese official list, "Punteggio": as in MCR
    ("chinese-official", "8", "S", (32, -16, -8, -8)),
    ("chinese-official", "10", "", (54, -18, -18, -18)),
]


@pytest.mark.parametrize(("rules", "worth", "discarder", "expected"), OTHERS)
def test_other_rule_sets(rules: str, worth: str, discarder: str, expected: tuple[int, ...]) -> None:
    win = Win(not discarder, Wind(discarder) if discarder else None, Wind.EAST)
    assert changes(rules, worth, win) == expected


def test_the_limit_begins_exactly_at_its_minipoints() -> None:
    limits = {
        worth: calculate(worth, Win(True, None, Wind.SOUTH), RULEBOOKS["riichi-ema"]).limit
        for worth in ("3 han 60 fu", "3 han 70 fu", "4 han 30 fu", "4 han 40 fu", "5 han 30 fu")
    }
    assert list(map(bool, limits.values())) == [False, True, False, True, True]
