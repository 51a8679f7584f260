"""The program's group of commands; each is built when it is used, since all take 0.1 s."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import typer
from typer.core import TyperCommand

from .command_group import CommandGroup

_declared: dict[str, Callable[..., None]] = {}
_SETTINGS = {"help_option_names": ["-h", "--help"]}


def declare(command: Callable[..., None]) -> Callable[..., None]:
    """Declare a command of the program by its function.

    The function's name and docstring are those of the command. Its annotations are read when the
    command is built: they may use the names of `handreader.options` without importing them.
    """
    _declared[command.__name__] = command
    return command


def new_program(summary: str) -> typer.Typer:
    """Return the program with the commands that are declared."""
    return typer.Typer(
        name="handreader",
        cls=_Program,
        help=summary,
        no_args_is_help=True,
        context_settings=_SETTINGS,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # help in colour takes rich, and rich 0.1 s to load
    )


# Any below: typer brings its own copy of click, whose types are private.


class _BuiltCommands(MutableMapping[str, Any]):
    """The declared commands by name, each built at its first use."""

    def __init__(self) -> None:
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = _build(_declared[name])
        return self._built[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_declared)

    def __len__(self) -> int:
        return len(_declared)


class _Program(CommandGroup):
    """The group of all commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _BuiltCommands()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a line for each command, by its docstring alone."""
        limit = formatter.width - 6 - max(map(len, _declared))
        outlines = [TyperCommand(name, help=inspect.getdoc(one)) for name, one in _declared.items()]
        with formatter.section("Commands"):
            formatter.write_dl([(one.name, one.get_short_help_str(limit)) for one in outlines])


def _build(function: Callable[..., None]) -> Any:
    """Build one command, with its options and the end of its help page."""
    from .. import options
    from .groups import expand_groups
    from .help_pages import EPILOGS, GroupCommand

    name = function.__name__
    single = typer.Typer(
        add_completion=False,
        context_settings=_SETTINGS,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    expanded = expand_groups(function, vars(options))
    single.command(name, cls=GroupCommand, epilog=EPILOGS[name])(expanded)
    return typer.main.get_command(single)
