"""Defaults that a person sets once: the language's variable, the locale, and the settings file."""

from __future__ import annotations

from pathlib import Path

import pytest

from handreader.cli.app import app
from handreader.doctor import State, examine
from handreader.settings import SettingsError, default, find_language, settings_file
from tests.handreader.cli.calling import call, lines

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG", "HANDREADER_LANG")
HAND = "123m 456p 789s EEE 2s +2s"


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The settings file of this test, which is not there yet; nothing names a language."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    path = settings_file()
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize(
    ("variables", "kept", "code", "source"),
    [
        ({}, "", "en", ""),
        ({"LANG": "it_IT.UTF-8"}, "", "it", "LANG"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "", "en", ""),
        ({"LANG": "de_DE.UTF-8"}, "", "en", ""),
        ({"LC_ALL": "ja_JP.UTF-8", "LANG": "it_IT"}, "", "ja", "LC_ALL"),
        ({"LANG": "C.UTF-8"}, 'lang = "it"', "it", "settings.toml"),
        ({"LANG": "it_IT.UTF-8"}, 'lang = "en"', "en", "settings.toml"),
        ({"HANDREADER_LANG": "it"}, 'lang = "en"', "it", "HANDREADER_LANG"),
        ({"LANG": "it_IT.UTF-8"}, "lang = ", "it", "LANG"),  # a damaged file
    ],
)
def test_the_language_is_named_by_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
    file: Path,
    variables: dict[str, str],
    kept: str,
    code: str,
    source: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if kept:
        file.write_text(kept)
    found = find_language()
    assert (found.code, found.source) == (code, source)


def test_the_locale_speaks_unless_an_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert "Pagamenti" in call("score", HAND).stdout
    assert "Payments" in call("score", HAND, "--lang", "en").stdout
    assert "il comando" in call("scoer", HAND).stderr


def test_the_rule_set_of_the_file_holds_unless_an_option_does(file: Path) -> None:
    file.write_text('rules = "mcr"\n')
    assert lines(call("score", HAND, "--json"))[0]["result"]["rules"] == "mcr"
    given = call("score", HAND, "--json", "--rules", "hong-kong")
    assert lines(given)[0]["result"]["rules"] == "hong-kong"


def test_players_and_set_reach_their_options(file: Path) -> None:
    file.write_text('set = "club set"\nplayers = ["Ann", "Ben", "Cem", "Dora"]\n')
    values = app.command("watch").parse([])
    assert values is not None
    assert values["players"] == "Ann,Ben,Cem,Dora"
    assert values["reading"].tile_set == "club set"
    values = app.command("watch").parse(["--players", "A,B,C,D", "--set", "none"])
    assert values is not None
    assert (values["players"], values["reading"].tile_set) == ("A,B,C,D", "none")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rules = ", "cannot be read"),
        ('ruls = "mcr"', "did you mean rules"),
        ("rules = 3", "rules: expected a text"),
        ('rules = "mrc"', "no rule set 'mrc'; expected one of zung-jung"),
        ('lang = "italian"', "lang 'italian': expected one of en, it, ja, zh"),
        ('players = ["Ann", "Ben"]', "expected four names"),
        ('players = ["Ann", "Ben", "Cem", "D,E"]', "expected four names"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(
    file: Path, free_port: int, text: str, why: str
) -> None:
    file.write_text(text)
    with pytest.raises(SettingsError):
        default("rules")
    result = call("score", HAND)
    assert result.exit_code == 2 and result.stdout == ""
    assert why in result.stderr and str(file) in result.stderr
    assert len(result.stderr.splitlines()) == 1
    found = {one.name: one for one in examine(free_port, None)}["settings"]
    assert found.state is State.FAULT and why in str(found.text)


def test_a_rule_set_that_is_none_is_reported_in_the_language_of_the_file(file: Path) -> None:
    file.write_text('lang = "it"\nrules = "mrc"\n')
    result = call("score", HAND)
    assert f"{file}: non c'è il regolamento 'mrc'" in result.stderr
    assert call("score", HAND, "--rules", "mcr").exit_code == 0


def test_doctor_shows_what_is_set(
    monkeypatch: pytest.MonkeyPatch, file: Path, free_port: int
) -> None:
    absent = {one.name: one for one in examine(free_port, None)}["settings"]
    assert absent.state is State.ABSENT and str(file) in str(absent.text)
    file.write_text('rules = "mcr"\nlang = "it"\n')
    monkeypatch.setenv("HANDREADER_LANG", "en")
    found = {one.name: one for one in examine(free_port, None)}["settings"]
    assert found.state is State.OK
    assert str(found.text) == f"lang en (HANDREADER_LANG), rules mcr; from {file}"
    file.write_text('rules = "mrc"\n')
    wrong = {one.name: one for one in examine(free_port, None)}["settings"]
    assert wrong.state is State.FAULT and "did you mean mcr" in str(wrong.text)


def test_a_help_page_needs_no_settings(file: Path) -> None:
    file.write_text("rules = ")
    assert call("score", "--help").exit_code == 0
