"""Groups of options: every field is an option of its own, and the command takes the group."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from handreader.cli.groups import expand_groups


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """A group."""

    colour: Annotated[str, typer.Option(help="Of the wall.")] = "white"
    coats: Annotated[int, typer.Option("--coats", min=1)] = 1


def test_a_group_is_built_from_its_options() -> None:
    app = typer.Typer()
    calls: list[object] = []

    @app.command()
    @expand_groups
    def paint(room: str, *, paint: Paint, fast: bool = False) -> None:
        """Paint a room."""
        calls.append((room, paint, fast))

    assert CliRunner().invoke(app, ["hall", "--colour", "red", "--fast"]).exit_code == 0
    assert calls == [("hall", Paint(colour="red"), True)]
    assert CliRunner().invoke(app, ["hall", "--coats", "0"]).exit_code == 2


def test_options_keep_the_order_of_parameters_and_fields() -> None:
    def paint(room: str, *, paint: Paint, fast: bool = False) -> None:
        """Paint a room."""

    parameters = inspect.signature(expand_groups(paint)).parameters
    assert list(parameters) == ["room", "colour", "coats", "fast"]
