"""The program called in this process, and what it prints."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from handreader.cli.app import app


@dataclass(frozen=True, slots=True)
class Called:
    """One call of the program that has ended.

    Attributes:
        exit_code: its exit status.
        stdout_bytes: what it printed on standard output.
        stderr: what it printed on standard error.
    """

    exit_code: int
    stdout_bytes: bytes
    stderr: str

    @property
    def stdout(self) -> str:
        return self.stdout_bytes.decode("utf-8")

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


def call(*arguments: object, stdin: str | bytes = "") -> Called:
    """Call the program; raises what no command catches."""
    typed = stdin.encode("utf-8") if isinstance(stdin, str) else stdin
    printed, errors = io.BytesIO(), io.BytesIO()
    exit_code = 0
    with (
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8")),
        redirect_stdout(io.TextIOWrapper(printed, "utf-8", write_through=True)),
        redirect_stderr(io.TextIOWrapper(errors, "utf-8", write_through=True)),
    ):
        try:
            app([str(argument) for argument in arguments])
        except SystemExit as end:
            exit_code = int(end.code or 0)
        return Called(exit_code, printed.getvalue(), errors.getvalue().decode("utf-8"))


def lines(result: Called) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]
