"""What the page shares with Python is as the scripts write it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_thresholds_and_fixtures_of_the_page_are_those_of_the_python_reader() -> None:
    command = [sys.executable, "page/generate.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
