"""Measure what a player waits for in the page's Python: the score of a hand, the quiz's next hand.

    make page
    python benchmarks/page_python.py [--hands N]

Each hand was won in play (`scoring.quiz`), under one rule set of each family. Its score comes with
the facts that are still open: as many rescorings as the last column says. Pyodide runs in node, by
the engine that chromium has; the first fifth of the hands only warms the tables up. Seconds are
those of a clock, so other programs slow them down.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.web.browser_worker import answer
from scoring import open_facts, rulebook
from scoring.quiz.levels import level_of
from scoring.quiz.questions import draw_question
from tests.page.static_site import ROOT, SITE

RULES = ("zung-jung", "mcr", "hong-kong", "riichi-ema", "riichi-tenhou")


def main() -> None:
    """Print milliseconds by rule set and request."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=100)
    options = parser.parse_args()
    zips = sorted((SITE / "assets").glob("python-*.zip"))
    if not zips or shutil.which("node") is None:
        raise SystemExit("the page is not built, or node is missing: make page")
    print(f"{'milliseconds':36} {'Python':>8} {'95 %':>8} {'Pyodide':>8} {'95 %':>8} {'scores':>7}")
    for rules in RULES:
        for name, asked in (
            ("score with open facts", list(score_requests(rules, options.hands))),
            ("next hand of the quiz", list(quiz_requests(rules, options.hands))),
        ):
            here, there = native_times(asked), pyodide_times(asked, zips[-1])
            figures = [f"{figure:8.1f}" for times in (here, there) for figure in summary(times)]
            count = f"{scores_of(asked[-1]):7}" if name.startswith("score") else ""
            print(f"{rules:14} {name:21}", *figures, count)


def score_requests(rules: str, count: int) -> Iterator[str]:
    """Yield requests to score hands that were won in play, without any fact of the win."""
    book = rulebook(rules)
    for number in range(count):
        hand = draw_question(book, level_of(book, 1), 1, number).record.hand
        asked = {"do": "evaluate_text", "text": str(hand), "rules": rules, "facts": {}}
        yield json.dumps({"lang": "en", **asked})


def quiz_requests(rules: str, count: int) -> Iterator[str]:
    """Yield requests for new questions."""
    for seed in range(count):
        asked = {"do": "quiz_next", "rules": rules, "level": 1, "progress": None, "seed": seed}
        yield json.dumps({"lang": "en", **asked})


def native_times(requests: list[str]) -> list[float]:
    """Measure the milliseconds of each request in this Python."""
    times = []
    for request in requests:
        start = time.perf_counter()
        answer(request)
        times.append(1000 * (time.perf_counter() - start))
    return times


def pyodide_times(requests: list[str], stdlib: Path) -> list[float]:
    """Measure the milliseconds of each request in Pyodide."""
    done = subprocess.run(
        ["node", "test/pyodide.mjs", str(stdlib), "--times"],
        input="\n".join(requests),
        cwd=ROOT / "page",
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(line) for line in done.stdout.split()]


def summary(times: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile, without the first fifth."""
    warm = sorted(times[len(times) // 5 :])
    return statistics.median(warm), warm[int(0.95 * len(warm))]


def scores_of(request: str) -> int:
    """Count the scores that the open facts of a hand need."""
    with patch.object(open_facts, "score", wraps=open_facts.score) as scored:
        answer(request)
    return scored.call_count


if __name__ == "__main__":
    main()
