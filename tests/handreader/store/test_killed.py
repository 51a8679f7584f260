"""A process that is killed at any moment loses nothing that it had confirmed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

WRITER = Path(__file__).parent / "killed_writer.py"
ORGANISER = Path(__file__).parent / "killed_organiser.py"
ROOT = Path(__file__).parents[3]


def run_with_kills(url: str, kills: int, script: Path = WRITER) -> dict[str, list[int] | int]:
    done = subprocess.run(
        [sys.executable, str(script), url, str(kills), "7"],
        capture_output=True,
        text=True,
        timeout=900,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def holds(found: dict[str, list[int] | int], least: int) -> None:
    confirmed = found["confirmed"]
    assert isinstance(confirmed, int)
    assert confirmed >= least
    assert found["lost"] == []
    assert found["gaps"] == []


@pytest.mark.thorough
def test_twenty_kills(url: str) -> None:
    holds(run_with_kills(url, 20), 10)


@pytest.mark.thorough
def test_ten_kills_of_an_organiser_leave_no_round_without_its_games(url: str) -> None:
    holds(run_with_kills(url, 10, ORGANISER), 10)


@pytest.mark.slow
def test_two_hundred_kills(url: str) -> None:
    holds(run_with_kills(url, 200), 100)
