"""Change scoring and layout in one place at a time, and list the changes that no test notices.

    python .ci/mutation.py [--sample 40] [--seed 1] [--only scoring/rulebook.py ...]

cosmic-ray makes the changes (operators, comparisons, numbers, conditions, loops, decorators) in a
copy of the repository below the temporary folder; uv installs it in an environment of its own. Each
change meets the tests of its package alone, until one fails.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COSMIC_RAY = "cosmic-ray>=8.4,<9"
SECONDS = 900
"""Longest run of the tests of one change: a loop that does not end is noticed, too."""


@dataclass(frozen=True, slots=True)
class Part:
    """Modules to change, with the tests that should notice."""

    modules: str
    tests: tuple[str, ...]


PARTS = (
    Part("scoring", ("tests/scoring",)),
    Part("vision/parsing", ("tests/vision/parsing",)),
)


def main() -> None:
    """Run the command line; see the module's first lines. Survivors are no failure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=40, help="changes to try, of both packages")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn")
    parser.add_argument("--only", nargs="*", default=[], help="modules to change, by their paths")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(folder) / "repository"
        ignored = shutil.ignore_patterns(".git", ".venv", "node_modules", "build", ".*_cache")
        shutil.copytree(ROOT, copy, ignore=ignored, symlinks=True)
        for number, part in enumerate(PARTS):
            database = Path(folder) / f"{number}.sqlite"
            count = options.sample // 2 + (options.sample % 2 if number == 0 else 0)
            draw(part, copy, database, options.only, count, random.Random(options.seed))
            print_results(part, database)


def draw(
    part: Part,
    copy: Path,
    database: Path,
    only: Collection[str],
    count: int,
    rng: random.Random,
) -> None:
    """Try a sample of the changes of a part; the results are in the database."""
    settings = copy / "cosmic-ray.toml"
    tests = f"{sys.executable} -m pytest -x -q -n 2 -p no:cacheprovider {' '.join(part.tests)}"
    settings.write_text(
        f'[cosmic-ray]\nmodule-path = "{part.modules}"\ntimeout = {SECONDS}.0\n'
        f'excluded-modules = []\ntest-command = "{tests}"\n'
        '[cosmic-ray.distributor]\nname = "local"\n'
    )
    cosmic_ray(copy, "init", str(settings), str(database))
    with sqlite3.connect(database) as session:
        found = session.execute(
            "SELECT job_id, module_path FROM mutation_specs "
            "ORDER BY module_path, operator_name, occurrence"
        ).fetchall()
        chosen = [job for job, path in found if not only or path in only]
        kept = rng.sample(chosen, min(count, len(chosen)))
        marks = ",".join("?" * len(kept))
        for table in ("mutation_specs", "work_items"):
            session.execute(f"DELETE FROM {table} WHERE job_id NOT IN ({marks})", kept)
    session.close()
    print(f"{part.modules}: {len(kept)} of {len(chosen)} changes", flush=True)
    if kept:
        cosmic_ray(copy, "baseline", str(settings))  # fails if the tests do without a change
        cosmic_ray(copy, "exec", str(settings), str(database))


def print_results(part: Part, database: Path) -> None:
    """Print how many changes were noticed, and each that was not."""
    with sqlite3.connect(database) as session:
        results = session.execute("SELECT test_outcome, diff FROM work_results").fetchall()
    session.close()
    survived: Sequence[str] = [diff for outcome, diff in results if outcome == "SURVIVED"]
    print(f"{part.modules}: {len(results) - len(survived)} of {len(results)} were noticed")
    for diff in survived:
        print(f"\n{diff}")


def cosmic_ray(folder: Path, *arguments: str) -> None:
    """Run cosmic-ray in a folder.

    Raises:
        SystemExit: it failed; what it printed is in the message.
    """
    uv = Path(sys.executable).parent / "uv"
    command = (str(uv), "tool", "run", "--quiet", "--from", COSMIC_RAY, "cosmic-ray", *arguments)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"cosmic-ray {arguments[0]}: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
