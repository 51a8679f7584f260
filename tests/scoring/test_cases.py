"""The shared cases: worked hands and the numbers printed in the books. Skipped without them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring import RULEBOOKS, score_record_json
from scoring.notation import parse_win
from scoring.payments import net_changes
from scoring.reading import HandFacts, Reading
from scoring.rulebook import Tally
from scoring.rulebooks.zung_jung import zung_jung
from scoring.scorer import score
from scoring.tiles import Wind, parse_tile, parse_tiles
from scoring.win import Win

SHARED = Path(__file__).parents[2].parent / "shared" / "cases"

pytestmark = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared cases are not beside this checkout"
)


def lines(name: str) -> list[dict[str, Any]]:
    path = SHARED / name
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def book_cases(kind: str) -> list[Any]:
    """The numbers of one kind that the Zung Jung book prints."""
    found = lines("rulebook_examples.jsonl")
    chosen = [c for c in found if c.get("rules") == "zung-jung" and c.get("kind") == kind]
    return [pytest.param(case, id=case["id"]) for case in chosen]


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in lines("zung-jung.jsonl")]
)
def test_worked_hand(case: dict[str, Any]) -> None:
    result: dict[str, Any] = score_record_json(case)
    expected = case["expected"]
    assert result["valid_win"] == expected["valid_win"], result
    if expected["valid_win"]:
        for field in ("total", "raw_sum", "limit", "payments"):
            assert result[field] == expected[field]
        ids = Counter((i["id"], i["value"], i["count"]) for i in result["items"])
        assert ids == Counter((p["id"], p["value"], p["count"]) for p in expected["patterns"])


def pay(value: int, win: Win, winning: str) -> dict[str, int]:
    """Payments for a hand of a given value, whatever it is."""
    hand, _ = parse_win(f"123m 456p 789s EEE 2z +{winning}")
    tile = parse_tile(winning)
    reading = Reading(HandFacts(hand, win, tile, zung_jung.options), "", (), (), ())
    paid = zung_jung.payments(Tally(reading, (), (), value, (value,)), win)
    assert paid is not None
    return {seat.value: change for seat, change in net_changes(paid).items()}


@pytest.mark.parametrize("case", book_cases("payment"))
def test_printed_payment(case: dict[str, Any]) -> None:
    given = case["input"]
    discarder = given["discarder"] and Wind(given["discarder"])
    win = Win(given["self_drawn"], discarder, Wind(given["winner"]))
    assert pay(given["hand_value"], win, "3s") == case["expected"]["payments"]


@pytest.mark.parametrize("case", book_cases("immunity"))
def test_printed_immunity(case: dict[str, Any]) -> None:
    given = case["input"]
    since = tuple((Wind(seat), parse_tile(tile)) for seat, tile in given["discards_since"])
    win = Win(False, Wind(given["discarder"]), Wind(given["winner"]), discards_since=since)
    assert pay(given["hand_value"], win, given["win_tile"]) == case["expected"]["payments"]


@pytest.mark.parametrize("case", book_cases("pattern_example"))
def test_printed_hand(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    tiles = parse_tiles(given["tiles"])
    text = "".join(tile.value for tile in tiles[:-1])
    result = score(*parse_win(f"{text} +{tiles[-1]} | drawn seat {given['seat']}"), zung_jung)
    assert result.best is not None
    assert result.total == expected["total_self_drawn"]
    assert result.best.more["limit"] == expected["limit"]
    tallies = [result.best, *([result.next_best] if result.next_best else [])]
    in_best = expected.get("best_arrangement_includes")
    pattern = in_best or expected["some_arrangement_includes"]
    named = [
        {item.pattern.id for item in (*t.items, *(drop.item for drop in t.dropped))}
        for t in tallies
    ]
    assert pattern in (named[0] if in_best else set().union(*named))


# what the book says each is at least worth, and an open hand worth just that
LEAST = {
    "four concealed triplets, concealed hand, all triplets": "222m 444p 555s 888s E +E",
    "small three dragons": "23m 1m 456p F [PPP] [CCC] +F",
    "big three dragons": "23m 1m 5p [FFF] [PPP] [CCC] +5p",
}


@pytest.mark.parametrize("case", book_cases("minimum"))
def test_printed_minimum(case: dict[str, Any]) -> None:
    result = score(*parse_win(LEAST[case["input"]]), zung_jung)
    assert result.total == case["expected"]["at_least"]


def test_every_line_of_the_book_is_used() -> None:
    found = [c for c in lines("rulebook_examples.jsonl") if c.get("rules") == "zung-jung"]
    used = {"payment", "immunity", "pattern_example", "minimum"}
    assert {case["kind"] for case in found} == used
    assert "zung-jung" in RULEBOOKS
