"""The command `evaluate --layings`: trials of hands on box lists, which need no picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..progress import progress_bar
from .beside import compare_trials
from .hands import check_families
from .report import write_metrics
from .trial_decoder import TrialDecoder
from .trial_report import draw_reliability, report_trials
from .trials import Outcome, Trial, run_trial

if TYPE_CHECKING:
    from .made.box_lists import MadeBoxList

SIMULATION = Path(__file__).parents[2] / "simulation" / "layings"
DATASET = "layings"
UNKNOWN = "families never trained on"


@dataclass(frozen=True, slots=True)
class LayingTrialOptions:
    """Options of `evaluate --layings`.

    Attributes:
        families: names of families of layings; () for all.
        count: box lists in all, the families in turn.
        seed: same seed, same lists.
        keep: folder for drawings of the lists that were not read right; None for none.
        weights: folder of weights; None for ours.
        beside: folder of weights that read the same lists, too; None for none.
    """

    families: Sequence[str]
    count: int
    seed: int
    keep: Path | None
    weights: Path | None
    beside: Path | None

    @property
    def command(self) -> str:
        """Return the command that makes the same lists."""
        families = "".join(f" --family '{name}'" for name in self.families)
        return f"handreader evaluate --layings{families} --count {self.count} --seed {self.seed}"


def evaluate_layings(asked: LayingTrialOptions, as_json: bool, write: Path | None) -> None:
    """Print the figures of trials on box lists; see `handreader evaluate --layings`.

    Raises:
        UsageError: there is no simulation, or a family is unknown.
    """
    if not SIMULATION.is_dir():
        raise UsageError("no_simulation", folder=SIMULATION)
    from simulation.layings.families import FAMILIES, HELD_OUT

    check_families(asked.families, FAMILIES)
    trials: list[Trial] = []
    others: list[Trial] = []
    for trial, beside in progress_bar(_run_trials(asked, tuple(FAMILIES)), asked.count, DATASET):
        trials.append(trial)
        others += [] if beside is None else [beside]
    if asked.keep is not None:
        draw_reliability(DATASET, trials, asked.keep)
    unknown = [trial for trial in trials if trial.truth.scene in HELD_OUT]
    compared = compare_trials(asked.beside, trials, others)
    more = {UNKNOWN: unknown} if unknown else {}
    figures = report_trials(DATASET, trials, as_json, asked.command, compared, more)
    if write is not None:
        write_metrics(write, {DATASET: figures})


def _run_trials(
    asked: LayingTrialOptions, known: Sequence[str]
) -> Iterator[tuple[Trial, Trial | None]]:
    """Yield the trial of each list, and that of the weights beside; keep drawings of failures."""
    from .made.box_lists import make_box_lists

    decoder = TrialDecoder(asked.weights)
    other = None if asked.beside is None else TrialDecoder(asked.beside)
    for made in make_box_lists(asked.count, asked.seed, asked.families or known):
        trial = run_trial(made.tiles, made.truth, made.kinds, decode=decoder.decode)
        beside = None
        if other is not None:
            beside = run_trial(made.tiles, made.truth, made.kinds, decode=other.decode)
        if asked.keep is not None and trial.outcome is not Outcome.RIGHT:
            _draw(made, trial, asked.keep)
        yield trial, beside


def _draw(made: MadeBoxList, trial: Trial, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{trial.truth.name.replace(' ', '-')}.png"
    made.draw(f"{trial.truth.name}: {trial.outcome.value};").save(file)
