"""Facts of a win that the discards of a whole table show: proposed, confirmed, denied."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.json_output import reading_json
from handreader.pipeline import complete_record, decode_photo, record
from handreader.situation import Situation
from scoring.tiles import Tile, Wind
from scoring.win import Win
from tests.vision.ponds import POND, lay_table
from tests.vision.scenes import Camera, observe
from vision import PhotoReading

CAMERA = Camera(elevation=60, distance=45)
HELD = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s][1m][1m][1m]"
WON = HELD + "_[8s]"
RIICHI = "riichi-ema"
CALM = {seat: pond.replace("*", "") for seat, pond in POND.items()}  # nobody declared riichi


def read(
    hand: str, ponds: dict[int, str], rules: str = RIICHI, known: Situation | None = None
) -> PhotoReading:
    tiles = observe(lay_table(ponds, hand), CAMERA)
    layout = decode_photo(tiles, known or Situation(), rules)
    return PhotoReading("t.jpg", 2400, 2400, 0.0, tiles, layout)


def win_of(
    hand: str, ponds: dict[int, str], rules: str = RIICHI, known: Situation | None = None
) -> Win:
    known = known or Situation()
    return record(read(hand, ponds, rules, known), known, rules).win


def questions_of(reading: PhotoReading) -> dict[str, tuple[str | None, str]]:
    """The default and the text of each question about discards, by its code."""
    codes = ("furiten", "riichi", "last_discard")
    return {q.code: (q.default, q.text) for q in reading.questions if q.code in codes}


def answering(reading: PhotoReading, code: str, answer: str) -> Situation:
    """A situation in which the question of a code is answered."""
    return Situation(answers={q.id: answer for q in reading.questions if q.code == code})


FURITEN = {**CALM, 0: "1z 5s 4z 1p 7p 8m"}  # the hand waits for 5s and 8s


def test_a_hand_in_furiten_was_drawn_unless_that_is_denied() -> None:
    reading = read(WON, FURITEN)
    default, text = questions_of(reading)["furiten"]
    assert default == "yes" and "5s 8s" in text
    assert win_of(WON, FURITEN).self_drawn
    assert not win_of(WON, FURITEN, known=answering(reading, "furiten", "no")).self_drawn


def test_without_a_tile_it_waits_for_nothing_is_asked() -> None:
    assert questions_of(read(WON, CALM)) == {}
    assert not win_of(WON, CALM).self_drawn


def test_furiten_is_of_riichi_alone() -> None:
    assert "furiten" not in questions_of(read(WON, FURITEN, "mcr"))


def test_a_stated_discarder_is_kept_and_furiten_remarked() -> None:
    known = Situation(seat=Wind.SOUTH, discarder=Wind.WEST)
    reading = read(WON, FURITEN, known=known)
    assert questions_of(reading) == {}
    assert [p.code for p in reading.problems if not p.fatal and p.code == "in_furiten"]
    assert win_of(WON, FURITEN, known=known).discarder is Wind.WEST


UNMARKED = "[1m][1m][1m][2m][3m][4m][5p][6p][7p][6s][7s][8s][9s][9s]"  # nothing says what won


def test_what_rests_on_an_assumed_winning_tile_is_asked_about() -> None:
    ponds = {**CALM, 0: "1z 9s 4z 1p 7p 8m"}
    reading = read(UNMARKED, ponds)
    [asked] = [q for q in reading.questions if q.code == "winning_tile"]
    assert asked.default == "1m", "with which the hand would wait for 1m and 9s"
    assert questions_of(reading)["furiten"][0] == "no"
    assert not win_of(UNMARKED, ponds).self_drawn
    stated = Situation(answers={"winning_tile": "1m"})
    assert questions_of(read(UNMARKED, ponds, known=stated))["furiten"][0] == "yes"
    assert win_of(UNMARKED, ponds, known=stated).self_drawn


def test_riichi_does_not_rest_on_the_winning_tile() -> None:
    win = win_of(UNMARKED, {**FURITEN, 0: "1z 9m* 4z 1p 7p 8m"})
    assert win.riichi and win.riichi_sticks == 1


def test_a_doubtful_discard_is_asked_about_and_not_assumed() -> None:
    tiles = observe(lay_table(FURITEN, WON), CAMERA)
    doubtful = tuple(
        replace(tile, names=(("5s", 0.6), ("6s", 0.4))) if tile.kind == "5s" else tile
        for tile in tiles
    )
    layout = decode_photo(doubtful, Situation(), RIICHI)
    assert [q.default for q in layout.questions if q.code == "furiten"] == ["no"]


def test_a_corrected_discard_is_another_tile() -> None:
    tile = read(WON, FURITEN).layout.discards[0].tiles[1]
    known = Situation(answers={f"tile:{tile}": "6s"})
    assert questions_of(read(WON, FURITEN, known=known)) == {}


def test_riichi_of_the_winner_counts_with_his_stick() -> None:
    ponds = {**CALM, 0: "1z 9m* 4z 1p 7p 8m"}
    win = win_of(WON, ponds)
    assert win.riichi and win.riichi_sticks == 1
    denied = win_of(WON, ponds, known=answering(read(WON, ponds), "riichi", "no"))
    assert not denied.riichi and not denied.riichi_sticks


def test_riichi_of_another_player_leaves_a_stick() -> None:
    win = win_of(WON, POND)  # the player at the right
    assert not win.riichi and win.riichi_sticks == 1
    assert win_of(WON, POND, known=Situation(riichi_sticks=3)).riichi_sticks == 3
    assert "at the winner's right" in questions_of(read(WON, POND))["riichi"][1]


def test_an_open_hand_declared_no_riichi() -> None:
    ponds = {**CALM, 0: "1z 9m* 4z 1p 7p 8m"}
    assert not win_of("[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]", ponds).riichi


def test_a_turned_discard_without_a_direction_is_not_assumed() -> None:
    assert questions_of(read(WON, {**CALM, 1: "2z 3z 9m 1s 8p* 6m 4m"}))["riichi"][0] == "no"


ON_RIGHT = {**CALM, 1: "2z 3z 9m 1s 8p 6m 4m 5s"}


def test_a_last_discard_that_completes_the_hand_is_proposed() -> None:
    reading = read(HELD, ON_RIGHT)
    assert questions_of(reading)["last_discard"][0] == "no"
    assert complete_record(reading, Situation()) is None  # nobody said that it won
    known = answering(reading, "last_discard", "yes")
    reading = read(HELD, ON_RIGHT, known=known)
    found = record(reading, replace(known, seat=Wind.NORTH), RIICHI)
    assert found.hand.winning is Tile("5s") and found.win.discarder is Wind.EAST


@pytest.mark.parametrize("rules", [RIICHI, "mcr", "hong-kong"])
def test_a_winning_tile_that_is_one_last_discard_names_the_discarder(rules: str) -> None:
    known = Situation(answers={"winning_tile": "5s"})
    assert win_of(HELD, ON_RIGHT, rules, known).discarder is Wind.SOUTH
    drawn = replace(known, self_drawn=True)
    assert win_of(HELD, ON_RIGHT, rules, drawn).discarder is None


def test_of_two_last_discards_neither_is_assumed() -> None:
    both = {**ON_RIGHT, 3: "3z 9s 6z 2m 5m 3m 5s"}
    known = Situation(answers={"winning_tile": "5s"})
    assert win_of(HELD, both, known=known).discarder is None


def test_a_hand_in_furiten_is_offered_no_discard() -> None:
    reading = read(HELD, {**ON_RIGHT, 0: "1z 5s 4z 1p 7p 8m"})
    assert questions_of(reading) == {} and "in_furiten" in [p.code for p in reading.problems]


def test_json_lists_the_discards() -> None:
    reading = read(WON, POND)
    discards = reading_json(reading, None)["discards"]
    assert isinstance(discards, list)
    assert [one["seat"] for one in discards] == ["winner", "right", "across", "left"]
    right = discards[1]
    assert [reading.tiles[i].kind for i in right["tiles"]][-1] == "3p" and right["in_order"]
    assert [reading.tiles[i].kind for i in right["turned"]] == ["9m"]


def test_discards_are_not_called_ignored() -> None:
    reading = read(WON, POND)
    remarks = {p.code: p for p in reading.problems if p.code in ("discards_seen", "ignored")}
    seen = remarks["discards_seen"].tiles
    assert set(seen) == {i for one in reading.layout.discards for i in one.tiles}
    beside = remarks["ignored"].tiles if "ignored" in remarks else ()
    assert not set(beside) & set(seen)
    assert set(beside) | set(seen) >= set(reading.layout.ignored)
