"""The command `check`: claims about hands in notation, in case records and in photos."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.conftest import NONE_APART, WIN, Lay

HAND = "23478m 11z [<567m] [^444z] +9m"  # mixed one-suit 40; for North 10 for the own wind too


def call(*args: str, stdin: str = "") -> Called:
    return calling.call("check", *args, stdin=stdin)


def test_a_right_claim() -> None:
    result = call(HAND, "50: mixed one-suit, 3.1", "--won", "seat N from W")
    assert result.exit_code == 0, result.stderr
    assert "It scores 50: Mixed One-Suit 40 + Value Honor 10" in result.stdout
    assert "The claim is right." in result.stdout


def test_a_wrong_claim_is_told_what_differs_and_where_it_stands() -> None:
    result = call(f"{HAND} | seat N from W", "80: 2.1.2")
    assert result.exit_code == 1
    for part in (
        "you claim 80 in total; it is 50",
        "Pure One-Suit is not in this hand",
        "[2.1.2]",
        "you left out Value Honor, 10",
        "[3.1]",
    ):
        assert part in result.stdout, part
    assert result.stderr == ""


def test_in_italian() -> None:
    result = call(HAND, "40: onori con valore", "--won", "seat N", "--lang", "it")
    for part in ("Vale 50: Mano pura 40", "dici 40 in tutto, è 50", "hai tralasciato Mano pura"):
        assert part in result.stdout, part


def test_contradictions_in_italian() -> None:
    result = call(HAND, "50", "--won", "drawn riichi", "--rules", "riichi-ema", "--lang", "it")
    assert result.stderr == "handreader: riichi: la mano ha un gruppo chiamato\n"


def test_json() -> None:
    result = call(HAND, "40", "--won", "seat N", "--json")
    found = json.loads(result.stdout)
    assert found["agrees"] is False and result.exit_code == 1
    assert (found["rules"], found["total"], found["claimed_total"]) == ("zung-jung", 50, 40)
    # as any other seat it would be 40
    assert [d["kind"] for d in found["differences"]] == ["total"]
    seats = json.loads(call(HAND, "50", "--json").stdout)["differences"]
    assert "50 would be right with winner's seat = North" in [d["text"] for d in seats]


def test_case_records(tmp_path: Path) -> None:
    record = {"id": "a", "concealed": "23478m11z", "winning_tile": "9m", "seat": "N"}
    melds = [{"type": "chow", "tiles": "567m"}, {"type": "pung", "tiles": "444z"}]
    lines = [{**record, "melds": melds}, {**record, "id": "b", "melds": melds, "seat": "E"}]
    file = tmp_path / "wins.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    for result in (call(str(file), "50"), call("-", "50", stdin=file.read_text())):
        assert result.exit_code == 1
        assert "a: Zung Jung" in result.stdout and "The claim is right." in result.stdout
        assert "b: Zung Jung" in result.stdout and "it is 40" in result.stdout


@pytest.mark.parametrize("won", ["seat N, from W", "seat N,from W", " seat N , from W, "])
def test_commas_between_facts(won: str) -> None:
    assert call(HAND, "50", "--won", won).exit_code == 0


@pytest.mark.parametrize(
    "facts",
    [
        ("--seat", "N", "--discarder", "W"),
        ("--won", "seat S, from W", "--seat", "N"),
        ("--seat", "N", "--self-drawn", "--round", "S"),
    ],
)
def test_the_facts_of_score_are_options_of_check(facts: tuple[str, ...]) -> None:
    result = call(HAND, "50", *facts)
    assert result.exit_code == 0, result.stdout + result.stderr


def test_a_winning_tile_is_marked_by_option() -> None:
    unmarked = "123456789m 99p 555s"  # on the 2m a closed wait
    given = ("--rules", "mcr", "--self-drawn", "--json")
    totals = [
        json.loads(call(unmarked, "1", *given, "--winning-tile", tile).stdout)
        for tile in ("2m", "4m")
    ]
    assert totals[0]["total"] != totals[1]["total"]
    absent = call(HAND, "50", "--winning-tile", "1p")
    assert (absent.exit_code, absent.stderr.count("\n")) == (2, 1)
    assert "winning tile 1 dot is not in the hand" in absent.stderr


def test_flags_and_indicators_are_options_of_check() -> None:
    riichi = ("234m 567p 678s 55p 34s +5s", "--rules", "riichi-tenhou", "--self-drawn")
    plain = json.loads(call(riichi[0], "1", *riichi[1:], "--json").stdout)
    more = ("--riichi", "--dora", "4p", "--counters", "1")
    better = json.loads(call(riichi[0], "1", *riichi[1:], *more, "--json").stdout)
    assert better["total"] > plain["total"]


def test_a_photo_with_its_region_and_answers(lay: Lay, photo: Path) -> None:
    lay(NONE_APART)
    facts = ("--winning-tile", "9s", "--rules", "riichi-ema", "--self-drawn")
    asked = call("hand.jpg", "1", *facts[2:])
    assert asked.exit_code == 2 and "Which tile won?" in asked.stderr
    assert call("hand.jpg", "1", *facts, "--region", "0,0,1,1").exit_code == 1
    assert "shows too little" in call("hand.jpg", "1", "--region", "9000,0,9900,99").stderr


def test_a_photo(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("hand.jpg", "10: value honor", "--won", "seat S")
    assert result.exit_code == 0, result.stdout + result.stderr


def test_a_photo_by_a_preset(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("hand.jpg", "1500: yakuhai_chun", "--rules", "riichi-tenhou")
    assert "Riichi (Tenhou): " in result.stdout and "The claim is right." in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((HAND, "50: riichi"), "zung-jung has no pattern 'riichi'"),
        ((HAND, ""), "the claim is empty"),
        (("", "50"), "has no tiles"),
        (("123m", "50"), "too few for a win"),
        ((HAND, "50", "--won", "seat Q"), "cannot read 'seat'"),
        ((HAND, "50", "--rules", "bridge"), "no rule set 'bridge'"),
        (("none.jsonl", "50"), "none.jsonl: No such file"),
        (("none.jpg", "50"), "none.jpg"),
    ],
)
def test_errors_are_one_line(args: tuple[str, ...], message: str) -> None:
    result = call(*args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_bad_record_spoils_its_line_alone() -> None:
    good = {"concealed": "234789m11z567m44z", "winning_tile": "4z", "seat": "N"}
    bad = {"concealed": "1111122m", "winning_tile": "4z"}
    lines = ["{oops", json.dumps(bad), json.dumps(good)]
    result = call("-", "1", stdin="\n".join(lines))
    assert result.exit_code == 2
    first, second = result.stderr.splitlines()
    assert "line 1: invalid JSON" in first and "line 2: hand: " in second
    assert "Zung Jung: 234567789m" in result.stdout
    errors = [json.loads(line) for line in call("-", "1", "--json", stdin="[]").stdout.splitlines()]
    assert list(errors[0]) == ["error"]


FOUR_CONCEALED = "222m 333p 444s 66s 77z +7z"
BELOW_MINIMUM = "234m 345p [<678s] 55s 67p +8p"
jsonschema = pytest.importorskip("jsonschema")
CLAIM = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parents[3] / "docs/schemas/claim.json").read_text("utf-8"))
)


def test_a_double_yakuman_is_claimed_for_a_single_one() -> None:
    args = (FOUR_CONCEALED, "double yakuman", "--rules", "riichi-ema", "--won", "drawn")
    result = call(*args)
    assert result.exit_code == 1
    assert "you claim double yakuman; it is yakuman" in result.stdout
    said = json.loads(call(*args, "--json").stdout)
    CLAIM.validate(said)
    assert (said["yakuman"], said["claimed_limit"], said["claimed_yakuman"]) == (1, "yakuman", 2)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            (
                "minipoints: 30 concealed, on a discard = 30",
                "fan: 3 yaku + 3 dora + 1 red = 7, haneman",
                "you left out 3 fan of dora: 055s (indicator 4s) [4.1]",
            ),
        ),
        (
            "it",
            (
                "minipoint: 30 mano coperta su scarto = 30",
                "hai tralasciato 3 fan di dora: 055s (indicatore 4s) [4.1]",
            ),
        ),
    ],
)
def test_the_sums_are_shown_beside_a_claim(lang: str, said: tuple[str, ...]) -> None:
    hand = "234m 345p 067s 55s 67p +8p | riichi dora 4s from W"
    result = call(hand, "riichi, pinfu, tanyao", "--rules", "riichi-ema", "--lang", lang)
    for part in said:
        assert part in result.stdout
    shown = json.loads(call(hand, "3 han 40 fu", "--rules", "riichi-ema", "--json").stdout)
    CLAIM.validate(shown)
    assert (shown["han"], shown["fu"], shown["fu_sum"], shown["dora"]) == (7, 30, 30, 3)
    assert [one["kind"] for one in shown["differences"]][:2] == ["han", "fu"]


def test_a_hand_below_the_minimum_shows_what_counts() -> None:
    args = (BELOW_MINIMUM, "8", "--rules", "mcr", "--won", "from W")
    assert "It counts: Mixed Double Chow 1 + Short Straight 1" in call(*args).stdout
    said = json.loads(call(*args, "--json").stdout)
    CLAIM.validate(said)
    assert said["reason"] == "6 points without flowers, 8 needed"
    assert sum(item["points"] for item in said["items"]) == 6
    in_italian = call(*args, "--lang", "it").stdout
    assert "Conta: Due Scale Uguali Miste 1" in in_italian
