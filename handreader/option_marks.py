"""Marks of a command's parameters: `Annotated[int, CliOption(least=0, help="...")]`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CliOption:
    """An option: a `bool` is a switch, a `list` is repeatable, a `Literal` is one of its values.

    Attributes:
        name: as it is typed; by default the parameter's name with dashes.
        help: what it means; or a function that returns it, called for help pages alone.
        metavar: what its value is called.
        least: the lowest number allowed.
        most: the highest number allowed.
        complete: returns the values that begin with a text, for the shell.
        setting: its name in `handreader.settings`, which holds where it is not given.
    """

    name: str = ""
    help: str | Callable[[], str] = ""
    metavar: str = ""
    least: float | None = None
    most: float | None = None
    complete: Callable[[str], list[str]] | None = None
    setting: str = ""

    @property
    def meaning(self) -> str:
        """Return the text of `help`."""
        return self.help if isinstance(self.help, str) else self.help()


@dataclass(frozen=True, slots=True)
class CliArgument(CliOption):
    """A value that its place identifies; a `list` takes all that remain."""
