"""The guide to a new rule set, checkout to the letter in a copy of the checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs/how-to/add-rule-set.md"
LEFT_OUT = (
    *(".venv", ".git", ".*_cache", "__pycache__", "node_modules", "build", "dist", "phone"),
    "shared",
)
TESTS = (
    "tests/scoring",
    *("tests/test_docs.py", "tests/test_texts.py", "tests/test_names.py", "tests/test_site.py"),
    "tests/test_document_code.py",
    "tests/handreader/cli/test_app.py",
    "tests/handreader/cli/test_completion.py",
    "tests/handreader/cli/test_house_rules.py",
    "tests/handreader/cli/test_json_forms.py",
    "tests/handreader/cli/test_rules.py",
    "tests/handreader/store/test_store.py",
    "tests/handreader/web/test_browser_worker.py",
    "tests/handreader/web/test_game_options.py",
)
"""Tests that go through every rule set."""


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the checkout after the steps of the guide."""
    copy = tmp_path / "handreader"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    text = GUIDE.read_text("utf-8")
    [(module, code)] = re.findall(r"here `(\w+\.py)`:\n\n```python\n(.*?)^```", text, re.M | re.S)
    (copy / "scoring/rulebooks" / module).write_text(code, "utf-8")
    [line] = re.findall(r"^RULE_SETS = \{\n(.*?)^\}", text, re.M | re.S)
    registry = copy / "scoring/rule_sets.py"
    before, end, after = registry.read_text("utf-8").partition("}\n")
    registry.write_text(f"{before}{line}{end}{after}", "utf-8")
    assert "\n    python docs/site/rule_sets.py\n" in text
    run(copy, sys.executable, "docs/site/rule_sets.py")
    return copy


@pytest.mark.thorough
def test_a_toy_rule_set_passes_all_tests_of_rule_sets(checkout: Path) -> None:
    ruff = str(Path(sys.executable).parent / "ruff")
    run(checkout, ruff, "check", "scoring")
    run(checkout, ruff, "format", "--check", "scoring")
    run(checkout, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)


def test_a_toy_rule_set_scores_and_is_listed(checkout: Path) -> None:
    handreader = (sys.executable, "-m", "handreader")
    hand = ("123m 567p 789s 11z 34m +5m | from W", "--rules", "home-table", "--lang", "en")
    shown = run(checkout, *handreader, "score", *hand)
    assert "All Chows" in shown and "West pays the winner 3 = 1 + 2: West discarded" in shown
    assert "home-table: Home table" in run(checkout, *handreader, "rules")
    assert "home-table" in run(checkout, *handreader, "score", "--help")
    assert "Tutte scale" in run(checkout, *handreader, "rules", "home-table", "--lang", "it")
