"""Options of rule sets on the command line, and house rules that are kept, used and forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handreader import house_rules
from handreader.house_rules import choose_rules, save_house_rules
from scoring import RULEBOOKS
from tests.handreader.cli.calling import call, lines

FLOWERY = "123m 456p 789s EE 67s 1f +8s"


def total(*options: str) -> int:
    (line,) = lines(call("score", FLOWERY, "--discarder", "W", "--json", *options))
    found = line["result"]["total"]
    assert isinstance(found, int)
    return found


def test_an_option_changes_the_score_and_the_result_names_it() -> None:
    assert total() > total("--option", "flowers=off")
    (line,) = lines(call("score", FLOWERY, "--option", "flowers=off", "--json"))
    assert line["result"]["options"] == {"flowers": "none"}
    assert line["win"]["rules"] == "zung-jung" and line["win"]["options"] == {"flowers": "none"}
    text = call("score", FLOWERY, "--option", "flowers=off", "--lang", "it").stdout
    assert "fiori e stagioni = per nulla" in text.splitlines()[0]
    assert "seasons =" not in call("score", FLOWERY).stdout


def test_the_win_with_its_options_scores_as_a_case() -> None:
    (line,) = lines(call("score", FLOWERY, "--option", "flowers=off", "--json"))
    (case,) = lines(call("score", "--cases", "-", stdin=json.dumps(line["win"])))
    assert case["total"] == line["result"]["total"]
    assert case["options"] == {"flowers": "none"}


@pytest.mark.parametrize("command", ["check", "waits"])
def test_check_and_waits_take_options(command: str) -> None:
    hand = FLOWERY if command == "check" else FLOWERY.removesuffix(" +8s")
    claim = ("1",) if command == "check" else ()
    usual = call(command, hand, *claim, "--json")
    other = call(command, hand, *claim, "--json", "--option", "flowers=off")
    assert usual.stdout != other.stdout
    assert lines(other)[0]["options"] == {"flowers": "none"}
    told = call(command, hand, *claim, "--option", "flowers=off").stdout
    assert "flowers and seasons = not at all" in told


def test_the_list_names_what_no_text_could_be_had_for() -> None:
    result = call("rules", "--lang", "it")
    assert "il cinese classico (britannico)" in result.stdout.splitlines()[-1]


def test_house_rules_are_kept_listed_used_and_forgotten() -> None:
    kept = call("rules", "--save", "club-roma", "--from", "zung-jung", "--option", "flowers=off")
    assert kept.exit_code == 0 and "--rules club-roma" in kept.stdout
    listed = call("rules").stdout.partition("\n\n")[0].splitlines()
    assert [line.partition(":")[0] for line in listed] == [*RULEBOOKS, "club-roma"]
    assert listed[-1].endswith("flowers and seasons = not at all")
    answers = 'flowers = none "not at all" (or full "in full", half "for half")'
    assert answers in call("rules", "club-roma").stdout
    assert total("--rules", "club-roma") == total("--option", "flowers=off")
    assert total("--rules", "club-roma", "--option", "flowers=full") == total()
    record = {"rules": "club-roma", "concealed": "123m456p789s11z67s", "winning_tile": "8s"}
    (case,) = lines(call("score", "--cases", "-", stdin=json.dumps(record)))
    assert case["rules"] == "zung-jung" and case["options"] == {"flowers": "none"}
    assert call("rules", "--forget", "club-roma").exit_code == 0
    gone = call("score", FLOWERY, "--rules", "club-roma")
    assert gone.exit_code == 1 and "no rule set 'club-roma'" in gone.stderr


def test_house_rules_are_built_on_house_rules() -> None:
    save_house_rules("club", "riichi-ema", ["red_fives=none"])
    save_house_rules("club-2", "club", ["start=30000"])
    assert choose_rules("club-2") == "riichi-ema:red_fives=none,start=30000"
    assert choose_rules("club-2:red_fives=fan") == "riichi-ema:start=30000"


# arguments of `rules`, and what the one line says
WRONG = [
    (["--save", "Club Roma", "--option", "flowers=off"], "like club-roma"),
    (["--save", "../x", "--option", "flowers=off"], "like x"),
    (["--save", "", "--option", "flowers=off"], "'' cannot name house rules"),
    (["--from", "mcr"], "--from mcr is the rule set of --save NAME"),
    (["--save", "mcr", "--option", "flowers=off"], "my-mcr"),
    (["--save", "club"], "add --option NAME=VALUE"),
    (["--save", "club", "--option", "flowers=full"], "unchanged"),
    (["--save", "club", "--option", "flower=off"], "did you mean flowers?"),
    (["--save", "club", "--from", "mrc", "--option", "a=b"], "did you mean mcr?"),
    (["--save", "club", "--option", "flowers"], "NAME=VALUE"),
    (["--forget", "club"], "no house rules 'club'"),
    (["--forget", "../../etc/passwd"], "no house rules"),
    (["--forget", "a", "--save", "b"], "give one of"),
    (["mcr", "--forget", "a"], "give one of"),
    (["club-rma"], "'club-rma'"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_a_wrong_call_is_one_line(arguments: list[str], message: str) -> None:
    result = call("rules", *arguments)
    assert result.exit_code == 1 and result.stdout == ""
    assert message in result.stderr and result.stderr.count("\n") == 1
    assert not list(house_rules.house_folder().glob("*"))


def test_a_misspelt_name_of_house_rules() -> None:
    save_house_rules("club-roma", "zung-jung", ["flowers=off"])
    assert "did you mean club-roma?" in call("score", FLOWERY, "--rules", "club-rma").stderr


def test_damaged_house_rules_are_named_and_can_be_forgotten() -> None:
    save_house_rules("club", "zung-jung", ["flowers=off"])
    file: Path = house_rules.house_folder() / "club.json"
    for text in ("{", "[]", '{"rules": "mcr", "options": {"flowers": "none"}}'):
        file.write_text(text)
        result = call("score", FLOWERY, "--rules", "club")
        assert result.exit_code == 1 and "--forget club" in result.stderr
        assert call("rules").exit_code == 0
    assert call("rules", "--forget", "club").exit_code == 0


def test_an_unknown_field_of_a_record_is_a_warning_or_with_strict_an_error() -> None:
    record = {"concealed": "123m456p789s11z67s", "winning_tile": "8s", "rond": "S"}
    usual = call("score", "--cases", "-", "--lang", "it", stdin="\n" + json.dumps(record))
    assert usual.exit_code == 0 and usual.stderr.startswith("handreader: riga 2: 'rond': non è un")
    assert lines(usual)[0]["warnings"] == [
        "'rond': non è un campo di una mano, ignorato; intendi round?"
    ]
    strict = call("score", "--cases", "-", "--strict", stdin=json.dumps(record))
    assert strict.exit_code == 1 and strict.stderr == ""
    error = lines(strict)[0]["error"]
    assert error == "'rond': no field of a case record; did you mean round?"


def test_check_refuses_a_record_that_cannot_be(tmp_path: Path) -> None:
    record = {"concealed": "123m456p789s11z67s", "winning_tile": "8s", "rond": "S"}
    file = tmp_path / "hands.jsonl"
    file.write_text(
        json.dumps({**record, "flags": {"riichi": True}, "rules": "riichi-ema", "riichi_sticks": 0})
    )
    result = call("check", file, "1")
    assert result.exit_code == 2 and "his own stick" in result.stderr
    assert "did you mean round?" in result.stderr


def test_options_hold_for_records_of_that_rule_set(tmp_path: Path) -> None:
    own = {"concealed": "123m456p789s11z67s", "winning_tile": "8s", "flowers": ["2f"]}
    records = [
        own,
        {**own, "rules": "zung-jung"},
        {**own, "rules": "zung-jung", "options": {"flowers": "full"}},
        {**own, "rules": "mcr"},
    ]
    text = "\n".join(map(json.dumps, records))
    found = lines(call("score", "--cases", "-", "--option", "flowers=off", stdin=text))
    none = {"flowers": "none"}
    assert [line.get("options") for line in found] == [none, none, None, None]
    file = tmp_path / "hands.jsonl"
    file.write_text(text)
    checked = lines(call("check", file, "1", "--json", "--option", "flowers=off"))
    assert [line.get("options") for line in checked] == [none, none, None, None]


def test_a_misspelt_choice_in_a_record_is_named() -> None:
    record = {"concealed": "456p789s11z67s", "winning_tile": "8s"}
    melds = {"melds": [{"type": "pong", "tiles": "777z", "from": "lft"}]}
    (line,) = lines(call("score", "--cases", "-", stdin=json.dumps({**record, **melds})))
    assert "not 'pong'; did you mean pung?" in line["error"]
    assert "not 'lft'; did you mean left?" in line["error"]
