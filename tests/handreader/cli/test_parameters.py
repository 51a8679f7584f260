"""Parameters of a command: every field of a group is an option, and the command takes the group."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest

from handreader.cli.command import CliCommand, WrongWord
from handreader.option_marks import CliArgument, CliOption


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """What the wall gets, and how often."""

    colour: Annotated[Literal["white", "red"], CliOption(help="Of the wall.")] = "white"
    coats: Annotated[int | None, CliOption("--coats", least=1, most=9)] = None
    thinner: Annotated[list[float] | None, CliOption(least=0.5)] = None


def paint(
    rooms: Annotated[list[Path], CliArgument("ROOM...")],
    *,
    wall: Paint,
    fast: Annotated[bool, CliOption("--fast")] = False,
    door_colour: Annotated[str, CliOption()] = "grey",
) -> None:
    """Paint rooms."""


PAINT = CliCommand(paint, {"Paint": Paint})


def values(*words: str) -> dict[str, object]:
    found = PAINT.parse(words)
    assert found is not None
    return found


def test_a_group_is_built_from_its_options() -> None:
    assert values("hall", "--colour", "red", "--fast", "attic") == {
        "rooms": [Path("hall"), Path("attic")],
        "wall": Paint(colour="red"),
        "fast": True,
        "door_colour": "grey",
    }


def test_a_list_is_repeatable_and_of_other_options_the_last_counts() -> None:
    given = values("a", "--thinner", "1", "--thinner=2.5", "--coats", "2", "--coats", "3")
    assert given["wall"] == Paint(coats=3, thinner=[1.0, 2.5])


def test_a_value_may_begin_with_a_dash_and_two_dashes_end_the_options() -> None:
    given = values("--door-colour", "--fast", "-", "--", "--colour")
    assert given["rooms"] == [Path("-"), Path("--colour")]
    assert given["door_colour"] == "--fast" and given["fast"] is False


@pytest.mark.parametrize("words", [("--help",), ("-h",), ("a", "--coats", "x", "--help")])
def test_help_is_asked_for(words: tuple[str, ...]) -> None:
    assert PAINT.parse(words) is None


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("", "missing"),
        ("hall --colr red", "option"),
        ("hall --coats", "no_value"),
        ("hall --fast=yes", "is_switch"),
        ("hall --coats 0", "value"),
        ("hall --coats 10", "value"),
        ("hall --coats two", "value"),
        ("hall --colour blue", "value"),
        ("hall --thinner nan", "value"),
    ],
)
def test_wrong_words(words: str, code: str) -> None:
    with pytest.raises(WrongWord) as caught:
        PAINT.parse(words.split())
    assert caught.value.code == code


def test_options_keep_the_order_of_parameters_and_fields() -> None:
    names = [name for option in PAINT.options for name in option.names]
    assert names == "--colour --coats --thinner --fast --door-colour -h --help".split()
    headings = {option.key: option.heading for option in PAINT.options}
    assert headings["coats"] == "What the wall gets" and headings["fast"] == "Options"


@pytest.mark.parametrize(
    ("words", "start", "expected"),
    [
        ((), "--co", ["--colour", "--coats"]),
        (("--colour",), "r", ["red"]),
        (("--fast",), "", []),
    ],
)
def test_what_the_shell_may_complete(
    words: tuple[str, ...], start: str, expected: list[str]
) -> None:
    assert PAINT.complete(words, start) == expected
