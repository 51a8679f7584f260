"""Parameters of a command, read from its function's signature and annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ..option_marks import CliArgument, CliOption

OPTIONS_HEADING = "Options"
"""Heading of the options in no group."""
REQUIRED = inspect.Parameter.empty
"""Default of a parameter that has none."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option or argument.

    Attributes:
        key: the name of the function's parameter, or of its group's field.
        mark: its mark.
        kind: str, int, float, bool or Path.
        choices: all values allowed, if they are few.
        is_list: whether it takes several values.
        default: its value if it is not given; or `REQUIRED`.
        heading: of its part of the help page.
    """

    key: str
    mark: CliOption
    kind: type[Any]
    choices: tuple[str, ...] = ()
    is_list: bool = False
    default: object = False
    heading: str = OPTIONS_HEADING

    @property
    def is_argument(self) -> bool:
        """Return whether its place identifies it."""
        return isinstance(self.mark, CliArgument)

    @property
    def names(self) -> tuple[str, ...]:
        """Return how it is typed: `-h` and `--help`; the metavar of an argument."""
        name = self.mark.metavar if self.is_argument else self.mark.name
        return tuple((name or "--" + self.key.replace("_", "-")).split(", "))

    @property
    def metavar(self) -> str:
        """Return what its value is called; nothing for a switch, which has none."""
        alternatives = f"<{'|'.join(self.choices)}>" if self.choices else ""
        names = {bool: "", int: "NUMBER", float: "NUMBER"}
        return self.mark.metavar or alternatives or names.get(self.kind, "TEXT")

    def parse(self, text: str) -> object:
        """Return the value that a text means.

        Raises:
            ValueError: it means none.
        """
        if self.choices and text not in self.choices:
            raise ValueError(text)
        if self.kind is Path and not text.strip():  # `Path` takes it for the current folder
            raise ValueError(text)
        value = self.kind(text)
        # not `value < least`, which is false of nan
        is_low = self.mark.least is not None and not value >= self.mark.least
        is_high = self.mark.most is not None and not value <= self.mark.most
        if is_low or is_high:
            raise ValueError(text)
        return value


def read_parameters(
    function: Callable[..., None], names: Mapping[str, Any]
) -> tuple[tuple[Parameter, ...], Mapping[str, type[Any]]]:
    """Return a function's parameters, and its groups by the parameter that takes each.

    A group is a parameter annotated with a dataclass: each of its fields becomes a parameter, and
    the first words of its docstring are their heading.

    Args:
        function: of the command.
        names: names in its annotations that its module does not have when it runs.
    """
    hints = get_type_hints(function, localns=dict(names), include_extras=True)
    types = {key: hint for key, hint in hints.items() if isinstance(hint, type)}
    groups = {key: group for key, group in types.items() if is_dataclass(group)}
    parameters: list[Parameter] = []
    for key, declared in inspect.signature(function).parameters.items():
        if key in groups:
            parameters += _fields(groups[key])
        else:
            parameters.append(_parameter(key, hints[key], declared.default, OPTIONS_HEADING))
    return tuple(parameters), groups


def _fields(group: type[Any]) -> Iterator[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    heading = (inspect.getdoc(group) or OPTIONS_HEADING).partition(",")[0].partition(".")[0]
    for field in fields(group):
        yield _parameter(field.name, hints[field.name], field.default, heading)


def _parameter(key: str, hint: Any, default: object, heading: str) -> Parameter:
    mark = next(part for part in hint.__metadata__ if isinstance(part, CliOption))
    kind = hint.__origin__
    if NoneType in get_args(kind):
        kind = next(part for part in get_args(kind) if part is not NoneType)
    is_list = get_origin(kind) is list
    kind = get_args(kind)[0] if is_list else kind
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    heading = "Arguments" if isinstance(mark, CliArgument) else heading
    return Parameter(key, mark, str if choices else kind, choices, is_list, default, heading)
