"""Figures in the documents are those that were measured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_accuracy_in_the_documents_equals_the_metrics_file() -> None:
    script = ROOT / "benchmarks" / "accuracy_table.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
