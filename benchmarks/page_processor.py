"""Processor time of a browser: of all its processes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def processor_seconds(mark: str) -> float:
    """Return the processor seconds of a browser so far, and of its children. Linux only.

    Args:
        mark: words of the browser's command line that no other program has.
    """
    parents, times, found = {}, {}, set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):  # it has ended meanwhile
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            number = int(process.name)
            parents[number], times[number] = int(fields[1]), int(fields[11]) + int(fields[12])
            if mark.encode() in (process / "cmdline").read_bytes():
                found.add(number)
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(times[one] for one in found) / os.sysconf("SC_CLK_TCK")
