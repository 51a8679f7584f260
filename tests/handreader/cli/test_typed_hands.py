"""`score` of a hand in notation; what is assumed of its winning tile is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.handreader.cli.calling import call, lines

HAND = "23478m 11z [<567m] [^444z] +9m"  # mixed one-suit 40; for North 10 for the own wind too
UNMARKED = "123456789m 99p 555s"  # in MCR another total on each kind of wait


def test_a_typed_hand_has_the_whole_explanation() -> None:
    result = call("score", HAND, "--seat", "N", "--discarder", "W")
    assert result.exit_code == 0, result.stderr
    for part in ("won on 9m", "Mixed One-Suit", "Total: 50", "West pays North"):
        assert part in result.stdout, part
    by_words = call("score", f"{HAND} | seat N from W")
    assert by_words.stdout == result.stdout
    sets_first = call("score", "[<567m] [^444z] 23478m 11z +9m", "--seat", "N", "--discarder", "W")
    assert "Total: 50" in sets_first.stdout
    assert "Totale: 50" in call("score", HAND, "--seat", "N", "--lang", "it").stdout


def test_a_typed_hand_as_json() -> None:
    (line,) = lines(call("score", HAND, "--seat", "N", "--discarder", "W", "--json"))
    assert (line["win"]["winning_tile"], line["win"]["seat"]) == ("9m", "N")
    assert line["result"]["total"] == 50
    assert "other_winning_tiles" not in line


def test_an_unmarked_winning_tile_is_never_assumed_silently() -> None:
    rules = ("--rules", "mcr", "--self-drawn")
    result = call("score", UNMARKED, *rules)
    assert result.exit_code == 0, result.stderr
    assert "The winning tile is not marked: 5s is assumed. Others would score: " in result.stdout
    (line,) = lines(call("score", UNMARKED, *rules, "--json"))
    for tile, total in line["other_winning_tiles"].items():
        (marked,) = lines(call("score", UNMARKED, *rules, "--winning-tile", tile, "--json"))
        assert marked["result"]["total"] == total != line["result"]["total"]
    checked = call("check", UNMARKED, str(line["result"]["total"]), *rules)
    assert checked.exit_code == 0
    assert "5s is assumed" in checked.stderr and checked.stderr.count("\n") == 1


def test_an_unmarked_tile_that_makes_no_difference_is_one_short_line() -> None:
    unmarked, note = "23478m 11z [<567m] [^444z] 9m", "1z is assumed. Any other scores the same."
    assert note in call("score", unmarked).stdout
    assert note in call("check", unmarked, "40").stderr
    assert "is not marked" not in call("score", HAND).stdout
    assert call("check", HAND, "40").stderr == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("123m 456p 789s 11z 67s 1p", "does not win"),
        ("123m 456p 789s 11z", "too few"),
        ("123m 456x", "456x"),
        ("1-3m 456p 789s 11z", "'1-' in '1-3m' is not a tile"),
        ("B123 C456 D678 EE 78d +9d", "'B' in 'B123' is not a tile"),
        ("night 1 of 3.jpg", "does not exist"),
        (f"{HAND} | seat Q", "cannot read 'seat'"),
        ("hand", "hand does not exist"),
        ("1m.jpg", "1m.jpg does not exist"),
    ],
)
def test_text_that_is_no_win_is_one_line(text: str, message: str) -> None:
    result = call("score", text)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert message in result.stderr and "Total" not in result.stdout


def test_a_file_comes_before_a_hand(photo: Path) -> None:
    photo.rename(photo.with_name("123m"))
    Path("123m").write_bytes(b"nothing")
    assert "123m is not a readable picture" in call("score", "123m").stderr


@pytest.mark.parametrize(
    "text",
    [
        "m123 p456 s789 z11 s67 +s8",
        "一二三万 456筒 789索 東東 67索 +8索",
        "🀇🀈🀉🀙🀚🀛🀖🀗🀘🀀🀀🀕🀖 +🀗".replace("🀙🀚🀛", "🀜🀝🀞"),
        "1m,2m,3m,4p,5p,6p,7s,8s,9s,E,E,6s,7s,+8s",
        "c123 d456 b789 EE b67 +b8",
        "W123 B456 T789 F11 T67 +T8",
        "123M 456P 789S EE 67S +8S",
        "１２３ｍ ４５６ｐ ７８９ｓ ＥＥ ６７ｓ +８ｓ",
    ],
)
def test_a_hand_in_any_notation(text: str) -> None:
    (line,) = lines(call("score", text, "--discarder", "W", "--json"))
    assert line["win"]["concealed"] == "123m456p67789s11z" and line["win"]["winning_tile"] == "8s"


def test_tiles_with_two_meanings_are_refused_with_both() -> None:
    result = call("score", "B123 B456 B789 B11 B67 +B8")
    assert result.exit_code == 1 and result.stderr.count("\n") == 1
    assert "1 bamboo (as in b1 c2 d3) or 1 dot (as in W1 B1 T1)" in result.stderr


@pytest.mark.parametrize("command", ["score", "check"])
@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("[^123m] 456p 789s 11z 67s +8s", "[^123m] is from across"),
        ("123m 456p 789s 11z 67s +8s | from N since W3s,N9s", "ends with 9 bamboo of North"),
        ("123m 456p 789s 11z 67s +8s | from N last_of_kind", "holds another 8 bamboo"),
    ],
)
def test_facts_that_cannot_be_at_a_table_are_refused(command: str, hand: str, message: str) -> None:
    result = call(command, hand, *(("10",) if command == "check" else ()))
    assert result.exit_code != 0 and message in result.stderr and result.stderr.count("\n") == 1


def test_riichi_in_notation_needs_no_stick_nor_in_a_record() -> None:
    hand = "234m 456p 678s 22p 67s +8s | seat S from W riichi"
    (typed,) = lines(call("score", hand, "--rules", "riichi-ema", "--json"))
    record = {name: value for name, value in typed["win"].items() if name != "riichi_sticks"}
    (scored,) = lines(call("score", "--cases", "-", stdin=json.dumps(record)))
    assert scored["payments"] == typed["result"]["payments"]


def test_no_option_is_offered_twice() -> None:
    """An ura indicator of either of two kinds makes the same points; it is one option."""
    hand = "1234406m 067p 789s +1m | drawn seat N round E dora 9m"
    shown = call("score", hand, "--rules", "riichi-ema").stdout
    assert "--ura 16000, " in shown and shown.count("--ura") == 1, shown
    several = call("score", "234m 345p 567s 66s 78p +9p | drawn seat S", "--rules", "riichi-ema")
    assert "--dora 2700/8000, --ura 5200/12000, " in several.stdout


def test_a_reading_that_differs_in_nothing_shown_is_not_offered() -> None:
    """With or without pinfu it is a baiman of the same sets: nothing shown would differ."""
    hand = "1122334406789s +7s | from W seat S"
    shown = call("score", hand, "--rules", "riichi-ema").stdout
    best = next(line for line in shown.splitlines() if line.startswith("Read as: "))
    assert f"({best.removeprefix('Read as: ')})" not in shown


@pytest.mark.parametrize("command", ["score", "check"])
def test_an_answer_to_a_question_of_photos_is_refused(command: str) -> None:
    claim = ("40",) if command == "check" else ()
    result = call(command, HAND, *claim, "--answer", "blank=5z")
    assert result.exit_code != 0 and "there is no question blank" in result.stderr


def test_a_hand_of_three_players_with_norths_set_aside() -> None:
    """A mangan of a player who is not East: 4000 and 2000 (riichi_advanced, sanma.md)."""
    hand = ("11p 456p 789s 234456s", "--winning-tile", "6s", "--rules", "riichi-three-players")
    won = ("--seat", "S", "--self-drawn", "--riichi", "--norths", "2")
    (line,) = lines(call("score", *hand, *won, "--json"))
    result = line["result"]
    assert (result["total"], result["norths"]) == (6000, 2)
    assert result["payments"] == {"E": -4000, "S": 6000, "W": -2000, "N": 0}


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("mcr", {"en": "E, W or N", "it": "E, W o N"}),
        ("riichi-three-players", {"en": "E or W", "it": "E o W"}),
    ],
)
def test_only_those_who_can_pay_are_named(rules: str, seats: dict[str, str]) -> None:
    """Neither the winner, nor North where three play."""
    hand = ("111p 222p 333p 99s 999p", "--winning-tile", "9p", "--rules", rules, "--riichi")
    for lang, named in seats.items():
        text = call("score", *hand, "--seat", "S", "--lang", lang).stdout
        assert f" --discarder {named}, " in text


def test_a_hand_needs_no_quotation_marks() -> None:
    quoted = call("score", "123m 456p 789s 11z 67s +8s", "--json")
    assert call("score", *"123m 456p 789s 11z 67s +8s".split(), "--json").stdout == quoted.stdout
    assert call("score", "EEE", "123m", "456p", "789s", "RR").exit_code == 0


def test_two_hands_are_one_line(tmp_path: Path) -> None:
    result = call("score", "123m 456p 789s 11z 67s +8s", "123m 456p 789s 11z 67s +8s")
    assert result.exit_code == 1 and result.stderr.count("\n") == 1
    missing = call("score", str(tmp_path / "123m.jpg"), str(tmp_path / "456p.jpg"))
    assert missing.stderr.count("does not exist") == 2


def test_a_hand_below_the_minimum_shows_what_counts() -> None:
    hand = "234m 345p [<678s] 55s 67p +8p"
    result = call("score", hand, "--rules", "mcr")
    assert "6 points without flowers, 8 needed (it has Mixed Double Chow 1" in result.stderr
    printed = call("score", hand, "--rules", "mcr", "--json")
    found = json.loads(printed.stdout)["result"]
    assert (found["points"], [item["id"] for item in found["items"]]) == (6, ["2", "3", "18", "23"])


def test_the_sum_of_the_minipoints_is_in_the_json() -> None:
    hand = "(1111m) 234p 345p 678s 9s +9s"
    args = ["score", hand, "--rules", "riichi-ema", "--riichi", "--discarder", "W", "--json"]
    found = json.loads(call(*args, "--seat", "S").stdout)["result"]
    assert (found["fu"], found["fu_sum"]) == (70, 64)
    assert "= 64, rounded to 70" in found["notes"][0]


def test_a_hand_that_does_not_win_says_what_was_one_tile_away() -> None:
    lost = call("score", "123m 456p 789s 3s 1p 22z +2z", "--rules", "mcr")
    assert lost.exit_code == 1 and len(lost.stderr.splitlines()) == 1
    assert "With 3 bamboo instead of 1 dot it would score 11: " in lost.stderr
    (line,) = lines(call("score", "123m 456p 789s 3s 1p 22z +2z", "--rules", "mcr", "--json"))
    assert [(one["old"], one["new"], one["total"]) for one in line["near"]] == [
        ("1p", "3s", 11),
        ("3s", "1p", 11),
    ]
    assert "Mixed Straight" in line["near"][0]["patterns"]
    (won,) = lines(call("score", "123m 456p 789s 33s 222z", "--json"))
    assert "near" not in won


def test_a_winner_whom_nobody_stated_is_not_called_east() -> None:
    hand = ("score", "123m 456p 789s 33s 77z +7z", "--discarder", "S")
    assumed = call(*hand)
    assert "the winner is East" in assumed.stdout and "--seat" in assumed.stdout
    assert "South pays the winner" in assumed.stdout and "pays East" not in assumed.stdout
    stated = call(*hand, "--seat", "E")
    assert "South pays East" in stated.stdout and "the winner is East" not in stated.stdout
    italian = call(*hand, "--lang", "it")
    assert "Sud paga a chi vince" in italian.stdout
