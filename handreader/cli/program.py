"""The program: its commands by name, each built when it is used, since all take 20 ms."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:  # not needed to list the commands
    from .command import CliCommand

_OPTIONS = {
    "--version": "Show the version.",
    "--install-completion": "Install completion for the current shell.",
    "--show-completion": "Show completion for the current shell, to copy it or customize the "
    "installation.",
    "-h, --help": "Show this message and exit.",
}
_NAMES = [name for names in _OPTIONS for name in names.split(", ")]


class Program:
    """The commands that are declared.

    Args:
        summary: what the program is for, in one sentence.
    """

    def __init__(self, summary: str) -> None:
        self.summary = summary
        self._functions: dict[str, Callable[..., None]] = {}
        self._commands: dict[str, CliCommand] = {}

    def declare(self, function: Callable[..., None]) -> Callable[..., None]:
        """Declare a command by its function.

        The function's name and docstring are those of the command. Its annotations are read when
        the command is built: they may use the names of `handreader.options` without importing them.
        """
        self._functions[function.__name__] = function
        return function

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the commands."""
        return iter(self._functions)

    def command(self, name: str) -> CliCommand:
        """Return a command."""
        if name not in self._commands:
            from .. import options
            from .command import CliCommand

            self._commands[name] = CliCommand(self._functions[name], vars(options))
        return self._commands[name]

    def __call__(self, words: Sequence[str]) -> NoReturn:
        """Run the command that words name, and exit with its status."""
        try:
            self._run(words)
            sys.stdout.flush()
        except BrokenPipeError:
            # else Python says at its end that standard output cannot be flushed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        except KeyboardInterrupt as stop:
            from ..termination import Termination

            # an order to stop is no failure: systemd and podman tell them apart
            raise SystemExit(0 if isinstance(stop, Termination) else 130) from None
        except ValueError as error:
            from ..settings import SettingsError
            from .command_line import CommandLineError, language

            if not isinstance(error, CommandLineError | SettingsError):
                raise
            from ..errors import one_line, to_stderr

            to_stderr(one_line(error, language(words)))
            raise SystemExit(2) from None
        raise SystemExit(0)

    def _run(self, words: Sequence[str]) -> None:
        if request := os.environ.get("_HANDREADER_COMPLETE"):
            from .completion import line_to_complete

            print("\n".join(self._complete(*line_to_complete(request))))
        elif not words:
            print(self.help(), file=sys.stderr)
            raise SystemExit(2)
        elif words[0].startswith("-"):
            self._obey(words[0])
        elif words[0] not in self._functions:
            from .command_line import no_command

            raise no_command(words[0], self)
        else:
            self._run_command(self.command(words[0]), words[1:])

    def _run_command(self, command: CliCommand, words: Sequence[str]) -> None:
        from .command import WrongWord

        try:
            values = command.parse(words)
        except WrongWord as fault:
            from .command_line import explain

            raise explain(fault, command) from None
        if values is None:
            from .help_pages import command_page

            print(command_page(command))
        else:
            command.call(**values)

    def _obey(self, option: str) -> None:
        """Do what an option of the program itself asks for."""
        if option in ("-h", "--help"):
            print(self.help())
        elif option == "--version":
            from ..doctor import versions

            print(versions())
        elif option in _NAMES:
            from . import completion

            if option == "--show-completion":
                print(completion.script())
            else:
                print(completion.install())
        else:
            from .command_line import no_option

            raise no_option(option, _NAMES, "handreader")

    def help(self) -> str:
        """Return the help page, with the first line of each command's docstring."""
        from .help_pages import program_page

        commands = [(name, one.__doc__ or "") for name, one in self._functions.items()]
        return program_page(self.summary, list(_OPTIONS.items()), commands)

    def _complete(self, words: Sequence[str], start: str) -> list[str]:
        if words and words[0] in self._functions:
            return self.command(words[0]).complete(words[1:], start)
        known = _NAMES if start.startswith("-") else self
        return [name for name in known if name.startswith(start) and not words]
