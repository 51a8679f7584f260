"""The tutorial, from its first line to its last: each command, and what the page says it prints."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from handreader.cli.app import app
from tests.documents import ROOT
from tests.handreader.cli.calling import call

TUTORIAL = ROOT / "docs/tutorial.md"
PARSED = ("doctor", "serve")
"""Commands that are not run to their end: they depend on the machine, or wait."""
STEP = re.compile(r"^    handreader (?P<line>[^\n]+)$|^```text\n(?P<shown>.*?)^```$", re.M | re.S)


def steps(text: str) -> list[tuple[str, str | None]]:
    """Each command with what the page shows of its output; None where it shows nothing."""
    found: list[tuple[str, str | None]] = []
    for step in STEP.finditer(text):
        if step["line"] is not None:
            found.append((step["line"], None))
        else:
            line, before = found.pop()
            assert before is None, f"two outputs of {line}"
            found.append((line, step["shown"]))
    return found


def pattern(shown: str) -> re.Pattern[str]:
    """What an output has to match: `...` is any text, and spaces at the end of a line are none."""
    return re.compile(re.escape(shown.rstrip()).replace(r"\.\.\.", ".*"), re.S)


def without_ends(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


@pytest.mark.usefixtures("boxes_once")
def test_every_line_does_what_the_tutorial_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "datasets/examples", tmp_path / "datasets/examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    found = steps(TUTORIAL.read_text("utf-8"))
    assert len(found) > 10
    for line, shown in found:
        command, *words = shlex.split(line)
        if command in PARSED:
            assert app.command(command).parse(words) is not None
            continue
        result = call(command, *words)
        printed = without_ends(result.stdout + result.stderr)
        assert shown is not None, f"the tutorial does not show what this prints: {line}\n{printed}"
        assert pattern(shown).fullmatch(printed), f"{line}\n{printed}"
        is_refused = command == "check" or "\nhandreader: " in shown
        assert result.exit_code == int(is_refused), line
    assert {"hand-read.jpg", "across-read.jpg", "card.png"} <= {p.name for p in tmp_path.iterdir()}


def test_another_output_is_noticed() -> None:
    assert pattern("a ... c\n").fullmatch("a b\nb c") is not None
    assert pattern("a ... c\n").fullmatch("a b") is None
    [(line, shown)] = steps("    handreader read a.jpg\n\n```text\nb\n```\n")
    assert (line, shown) == ("read a.jpg", "b\n")
