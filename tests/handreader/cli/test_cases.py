"""`handreader score --cases`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.handreader.cli.calling import call, lines

CASE = {
    "id": "a",
    "rules": "zung-jung",
    "concealed": "123m456p78s11z",
    "winning_tile": "9s",
    "melds": [{"type": "pung", "tiles": "777z", "concealed": False, "from": "left"}],
    "discarder": "S",
}


def test_cases_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n\n" + json.dumps({**CASE, "id": "b"}) + "\n")
    result = call("score", "--cases", path)
    assert result.exit_code == 0
    assert [(line["id"], line["total"]) for line in lines(result)] == [("a", 10), ("b", 10)]


def test_a_bad_case_spoils_its_line_alone() -> None:
    given = [
        json.dumps(CASE).encode(),
        b"{not json",
        b'"\xff"',
        b"[" * 100_000,
        json.dumps({**CASE, "concealed": "11111m456p78s"}).encode(),
        json.dumps({**CASE, "concealed": "147m258p36s11z"}).encode(),
        json.dumps(CASE).encode(),
    ]
    result = call("score", "--cases", "-", stdin=b"\n".join(given) + b"\n")
    found = lines(result)
    assert result.exit_code == 1
    assert ["error" in line for line in found] == [False, True, True, True, True, False, False]
    assert found[1]["error"].startswith("line 2 is no JSON")
    assert found[5]["valid_win"] is False and found[5]["reason"]


@pytest.mark.parametrize(
    ("record", "english", "italian"),
    [
        ("{", "line 1 is no JSON: ", "la riga 1 non è JSON: "),
        ({"winning_tile": None}, "winning_tile: missing; ", "winning_tile: manca; "),
        ({"rules": "mrc"}, "rules: 'mrc' is not known; ", "rules: 'mrc' non si conosce; "),
        ({"options": {"x": 1}}, "options: zung-jung has no", "options: zung-jung non ha"),
        ({"seat": "Q"}, "seat: E, S, W or N was", "seat: serve E, S, W o N"),
        ({"concealed": "11111m456p78s"}, "hand: ", "mano: "),
        ({"concealed": "147m258p36s11z"}, "these tiles are", "queste tessere non formano"),
    ],
)
def test_what_is_wrong_is_said_in_the_language(
    record: str | dict[str, object], english: str, italian: str
) -> None:
    if isinstance(record, dict):
        given = {**CASE, **record}
        record = json.dumps({key: value for key, value in given.items() if value is not None})
    for lang, text in (("en", english), ("it", italian)):
        (found,) = lines(call("score", "--cases", "-", "--lang", lang, stdin=record))
        assert str(found.get("error", found.get("reason"))).startswith(text)


def test_no_win_is_no_error() -> None:
    case = json.dumps({**CASE, "concealed": "147m258p36s11z"})
    assert call("score", "--cases", "-", stdin=case).exit_code == 0


def test_rules_for_cases_that_name_none() -> None:
    case = {key: value for key, value in CASE.items() if key != "rules"}
    (result,) = lines(call("score", "--cases", "-", "--rules", "zung-jung", stdin=json.dumps(case)))
    assert result["rules"] == "zung-jung"


def test_cases_that_are_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jsonl"):
        result = call("score", "--cases", path)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert str(path) in result.stderr


def test_photos_or_cases() -> None:
    assert call("score").exit_code == 2
    assert call("score", "a.jpg", "--cases", "-").exit_code == 2


def test_cases_that_do_not_exist() -> None:
    result = call("score", "--cases", "nofile", "--lang", "it")
    assert result.exit_code == 1
    expected = "nofile non esiste: serve un file di mani, un JSON per riga"
    assert result.stderr == f"handreader: {expected}\n"
