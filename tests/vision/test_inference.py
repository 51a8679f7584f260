"""Nets run without a trace outside the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from vision.inference import open_session
from vision.recognition.weights import find_weights
from vision.recognition.detector import CLASSES
assert open_session(find_weights("detector", CLASSES).path, 1).get_inputs()
"""


def test_no_telemetry_is_kept_or_sent(tmp_path: Path) -> None:
    hidden = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "ORT_DISABLE_TELEMETRY")  # they turn it off, too
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", SCRIPT], env=kept | home, cwd=root, check=True)
    assert [*tmp_path.rglob("*")] == []
