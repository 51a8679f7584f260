"""Reports of trials of whole hands: outcomes by group, reliability, and what failed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from .. import __version__
from .beside import Comparison
from .counts import TrialCounts, by_group, count_trials, outcomes_text
from .labelled_hands import trial_json, trial_line
from .reliability import plot_reliability, reliability, reliability_lines, reliability_rows
from .report import Table
from .trials import Outcome, Trial

NO_GROUPS: Mapping[str, Sequence[Trial]] = {}


def report_trials(
    name: str,
    played: Sequence[Trial],
    as_json: bool,
    command: str | None = None,
    compared: Comparison | None = None,
    more_groups: Mapping[str, Sequence[Trial]] = NO_GROUPS,
) -> Table:
    """Print the figures of a data set and return them as a table for the metrics file.

    Args:
        name: of the data set.
        played: its trials.
        as_json: whether to print JSON.
        command: that makes the same hands; None if they are labelled.
        compared: with other weights.
        more_groups: trials of groups besides the rule sets and the scenes, by their names.
    """
    grouped = {**by_group(played), **more_groups}
    groups = {group: count_trials(trials) for group, trials in grouped.items()}
    made: Table = {"version": __version__}
    if command is not None:
        made["command"] = command
    made["reliability"] = reliability_rows(reliability(played))
    told: Table = {group: dict(asdict(found)) for group, found in groups.items()}
    if as_json:
        line: dict[str, object] = {"dataset": name, **made, **told}
        line |= {} if compared is None else {"beside": compared.table()}
        line["trials"] = [trial_json(trial) for trial in played]
        print(json.dumps(line, ensure_ascii=False), flush=True)
    else:
        width = max(map(len, grouped))
        lines = [f"{name}: {len(played)} hands" + ("" if command is None else f": {command}")]
        lines += [_line(group.ljust(width), ts, groups[group]) for group, ts in grouped.items()]
        lines += reliability_lines(played)
        lines += [] if compared is None else compared.lines()
        lines += failure_lines(played)
        print("\n".join(lines), flush=True)
    return made | told


def failure_lines(played: Sequence[Trial]) -> list[str]:
    """Format a line for each hand that is not right, those that nobody was asked about first."""
    failed = [trial for trial in played if trial.outcome is not Outcome.RIGHT]
    failed.sort(key=lambda trial: [*Outcome].index(trial.outcome), reverse=True)
    return [f"    {trial_line(trial)}" for trial in failed]


def draw_reliability(name: str, played: Sequence[Trial], folder: Path) -> None:
    """Write the plot of reliability as `NAME-reliability.svg`; nothing without whole hands."""
    bins = reliability(played)
    if bins:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{name.replace('/', '-')}-reliability.svg"
        hands = sum(one.hands for one in bins)
        file.write_text(plot_reliability(bins, f"{name}: {hands} hands"), "utf-8")


def _line(group: str, played: Sequence[Trial], found: TrialCounts) -> str:
    """Format the figures of one group."""
    parts = [outcomes_text(played)]
    if found.hands:
        parts += [
            f"where no question is needed {_of(found.clear_unhelped, found.clear)}",
            f"score right {_of(found.right_helped, found.hands)}",
            f"{found.questions / found.hands:.2f} questions a hand",
        ]
    if found.to_refuse:
        parts.append(f"refused rightly {_of(found.refused_rightly, found.to_refuse)}")
    return f"  {group}  " + "; ".join(parts)


def _of(part: int, whole: int) -> str:
    return f"{part}/{whole} ({part / whole:.1%})" if whole else "0/0"
