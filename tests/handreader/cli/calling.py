"""The program called in this process, and the lines that it prints."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from handreader.cli.app import app


def call(*arguments: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]
