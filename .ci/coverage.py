"""Print the share of lines that the tests ran, by package, and fail below its floor.

    python .ci/coverage.py      after `pytest --cov`, as `make coverage` does

`vision` is counted without `vision/training`, which needs torch.
"""

from __future__ import annotations

import subprocess
import sys

FLOORS = {"scoring": 97, "vision": 93, "handreader": 93}
"""Least share of lines, in per cent."""


def main() -> None:
    """Print a line for each package; exit with 1 if one is below its floor."""
    low = []
    for package, floor in FLOORS.items():
        share = measured(package)
        print(f"{package}: {share:.1f} % of lines, floor {floor} %")
        if share < floor:
            low.append(package)
    if low:
        raise SystemExit(
            f"too few lines of {', '.join(low)} are tested: `coverage report -m` names the others"
        )


def measured(package: str) -> float:
    """Return the share of the lines of a package that were run, in per cent."""
    command = ("report", f"--include={package}/*", "--format=total", "--precision=2")
    done = subprocess.run(
        [sys.executable, "-m", "coverage", *command], capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"no measured lines of {package}: {done.stdout}{done.stderr}")
    return float(done.stdout)


if __name__ == "__main__":
    main()
