"""What goes wrong becomes one line for a person, and exit status 1."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from scoring.tiles import HandReaderError


class UsageError(HandReaderError):
    """Options that do not go together."""


def to_stderr(message: str) -> None:
    """Prints an error line where no result goes."""
    print(f"handreader: {message}", file=sys.stderr)


class Report:
    """Errors of one command: each printed as it comes, the rest of the work goes on.

    Args:
        verbose: whether to show where they come from.
        lang: of errors that can be said in it.
    """

    def __init__(self, verbose: bool, lang: str = "en") -> None:
        self.failed = False
        self._verbose = verbose
        self._lang = lang

    @contextmanager
    def errors(self, say: Callable[[str], None] = to_stderr) -> Iterator[None]:
        """Ends a piece of work at its first error, and says it in one line."""
        try:
            yield
        except (BrokenPipeError, typer.Exit):  # nobody reads on; not an error of ours
            raise
        except Exception as error:
            self.failed = True
            if self._verbose:
                traceback.print_exc(file=sys.stderr)
            say(one_line(error, self._lang))


@contextmanager
def reported(verbose: bool, lang: str = "en") -> Iterator[Report]:
    """Runs a command; raises the exit status 1 at its end if anything went wrong."""
    report = Report(verbose, lang)
    with report.errors():
        yield report
    if report.failed:
        raise typer.Exit(1)


def one_line(error: Exception, lang: str = "en") -> str:
    """What happened and what to do, in one line."""
    if isinstance(error, HandReaderError):
        text = error.say(lang)
    elif isinstance(error, ImportError) and ".so" in str(error):
        text = f"a library of the system is missing ({error}); on Debian and Ubuntu: "
        text += "sudo apt-get install libgl1 libglib2.0-0"
    elif isinstance(error, OSError) and error.filename:
        text = f"{error.filename}: {error.strerror}"
    else:
        text = f"unexpected {type(error).__name__}: {error}; --verbose shows where it happened"
    return " ".join(text.split())
