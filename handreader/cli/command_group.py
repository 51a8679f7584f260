"""The commands of the program as one group, whose errors are one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer._click.exceptions import NoArgsIsHelpError, UsageError  # typer's copy of click
from typer.core import TyperGroup

_WORDS = "handreader.words"


class CommandGroup(TyperGroup):
    """A group of commands; a wrong command line gives one line and exit status 2."""

    # Any: typer brings its own copy of click, whose types are private
    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Parse the options before the command, and keep the words for the errors after it."""
        words = tuple(args)
        with _errors_in_one_line(words):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[_WORDS] = words
        return context

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the options before the command."""
        with explain_errors(ctx, args):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command; a misspelt one is an error that names the nearest."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            from .command_line import no_command

            raise no_command(args[0], self.commands)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _errors_in_one_line(ctx.meta[_WORDS]), explain_errors(ctx, ()):
            return super().invoke(ctx)


@contextmanager
def explain_errors(ctx: Any, args: Sequence[str]) -> Iterator[None]:
    """Raise an error of typer about a command's arguments as a `CommandLineError`."""
    words = tuple(args)
    try:
        yield
    except NoArgsIsHelpError:  # the help page, which is no error
        raise
    except UsageError as error:
        from .command_line import explain

        raise explain(error, ctx, words) from None


@contextmanager
def _errors_in_one_line(words: Sequence[str]) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        from ..errors import one_line, to_stderr
        from .command_line import CommandLineError, language

        if not isinstance(error, CommandLineError):
            raise
        to_stderr(one_line(error, language(words)))
        raise typer.Exit(2) from None
