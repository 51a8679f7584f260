"""A wrong command line: one line with what was seen, what was expected, the nearest spelling."""

from __future__ import annotations

import re

import pytest

from handreader.cli.app import app
from handreader.cli.command import CliCommand, WrongWord
from handreader.cli.command_line import explain
from handreader.cli.parameters import Parameter
from tests.handreader.cli.calling import call

CASES = (
    # words, what the one line has in English and in Italian
    (("scroe", "a.jpg"), "no command scroe: expected one of advise, backup", "did you mean score?"),
    (("score", "--ruls", "mcr", "a.jpg"), "no option --ruls: expected", "did you mean --rules?"),
    (("score", "-rules", "mcr", "a.jpg"), "no option -rules: expected", "did you mean --rules?"),
    (("points", "3", "han", "--delaer"), "no option --delaer", "did you mean --dealer?"),
    (("--versoin",), "no option --versoin", "did you mean --version?"),
    (("score", "a.jpg", "--seat", "X"), "--seat X: expected one of E, S, W, N", ""),
    (("score", "a.jpg", "--seat", "Est"), "--seat Est: expected one of", "did you mean E?"),
    (("score", "a.jpg", "--seat", "ovest"), "--seat ovest: expected one of", "did you mean W?"),
    (("score", "a.jpg", "--hand-from", "botom"), "--hand-from botom", "did you mean bottom?"),
    (("points", "mangan", "--counters", "x"), "--counters x: expected a number from 0 to 1000", ""),
    (("points", "mangan", "--counters", "-1"), "--counters -1: expected a number from 0", ""),
    (("score", "a.jpg", "--counters", "-1"), "--counters -1: expected a number from 0", ""),
    (("score", "a.jpg", "--seat"), "--seat has no value: expected one of E, S, W, N", ""),
    (("score", "a.jpg", "--cases"), "--cases has no value: expected --cases FILE", ""),
    (("score", "a.jpg", "--riichi=yes"), "--riichi has a value: expected --riichi alone", ""),
    (("check", "123m"), "CLAIM is missing: expected `", " check [OPTIONS] HAND CLAIM`"),
    (("points",), "WORTH is missing: expected `", " points [OPTIONS] WORTH`"),
    (("watch", "0", "1"), "1 is one word too many: expected `", " watch [OPTIONS] [CAMERA]`"),
    (("rules", "mcr", "house rules"), "'house rules' is one word too many", "quotation marks"),
    (("score",), "nothing to score: expected photos", "--cases FILE"),
    (("score", "a.jpg", "--cases", "-"), "photos and --cases: expected one of them", ""),
    (("score", ""), "[PHOTO...] is empty: expected `", " score [OPTIONS] [PHOTO...]`"),
    (("read", " "), "PHOTO... is empty: expected `", " read [OPTIONS] PHOTO...`"),
    (("evaluate",), "nothing to measure: expected folders of labelled pictures", "--hands"),
)


@pytest.mark.parametrize(("words", "start", "inside"), CASES)
def test_one_line_and_status_2(words: tuple[str, ...], start: str, inside: str) -> None:
    result = call(*words)
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"handreader: {start}") and inside in result.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("scroe", "--lang", "it"), "il comando scroe non esiste: serve uno fra advise, backup"),
        (("score", "--lang=it", "--ruls", "mcr"), "l'opzione --ruls non esiste"),
        (("score", "a.jpg", "--seat", "X", "--lang", "it"), "--seat X: serve uno fra E, S, W, N"),
        (("points", "1 han", "--counters", "-1", "--lang", "it"), "serve un numero da 0 a 1000"),
        (("check", "--lang", "it"), "manca HAND: serve `"),
        (("score", "", "--lang", "it"), "è vuoto: serve `"),
        (("watch", "0", "1", "--lang", "it"), "1 è di troppo: serve `"),
    ],
)
def test_in_italian(words: tuple[str, ...], expected: str) -> None:
    result = call(*words)
    assert result.exit_code == 2 and expected in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_unknown_language_is_reported_in_english() -> None:
    result = call("score", "a.jpg", "--lang", "de")
    assert result.exit_code == 2 and "--lang de: expected one of en, it" in result.stderr


def test_a_wide_word_does_not_control_the_terminal() -> None:
    result = call("score", "a.jpg", "--seat", "\x1b[2J\nX")
    assert result.stderr.count("\n") == 1 and "\x1b" not in result.stderr


def test_without_a_command_the_help_is_shown() -> None:
    result = call()
    assert "Usage:" in result.output and "score" in result.output


NAMES_FILE = re.compile("PATH|FILE|FOLDER|PHOTO|LABELS")
PLACES = [
    (command, place)
    for command in map(app.command, app)
    for place in (*command.arguments, *command.options)
    if NAMES_FILE.search(place.metavar)
]
ADDRESS = "https://example.com/hand?number=3"


@pytest.mark.parametrize(
    ("command", "place"), PLACES, ids=[f"{one.name}-{place.key}" for one, place in PLACES]
)
def test_no_command_takes_an_address_for_a_file(command: CliCommand, place: Parameter) -> None:
    words = [ADDRESS if one == place else "x" for one in command.arguments]
    words += [] if place.is_argument else [place.names[-1], ADDRESS]
    with pytest.raises(WrongWord) as caught:
        command.parse(words)
    message = str(explain(caught.value, command))
    assert message.startswith(f"{ADDRESS} is an address, not a file: save")


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "is an address, not a file: save"), ("it", "è un indirizzo, non un file: salva")],
)
@pytest.mark.parametrize(
    "command", ["score", "restore", "score a.jpg --weights", "waits", "advise"]
)
def test_an_address_gets_one_line(command: str, lang: str, sentence: str) -> None:
    result = call(*command.split(), ADDRESS, "--lang", lang)
    assert result.exit_code != 0 and result.stderr.count("\n") == 1
    assert f"{ADDRESS} {sentence}" in result.stderr
