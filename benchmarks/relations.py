"""Measure the relation net and its search on boxes whose hand is known.

    python benchmarks/relations.py [--net FILE.onnx] [--layings 500 --seed N] [--corpus FOLDER]...
        [--drawn] [--family NAME] [--certainty 0.95] [--failures]

Box lists of layings (`simulation.layings`) take no picture; folders of a corpus have recognised
tiles; `--drawn` has the scenes of the tests, exact outlines under sixteen cameras. Each prints
right / asked / wrong / wrong unasked by group, as `handreader.evaluation.trials` judges, and
the reliability of the stated probabilities. A hand whose tiles are not all found is left out of
the layings.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.corpus import CorpusHand, load_corpus
from handreader.evaluation.ground_truth import HandTruth
from handreader.evaluation.trials import Outcome, Trial, run_trial
from handreader.pipeline import RulebookOracle, layout_rules
from handreader.situation import Situation
from scoring import rulebook
from scoring.errors import HandReaderError
from scoring.tiles import Wind
from simulation.layings.families import FAMILIES, lay
from simulation.layings.noise import noise
from simulation.layings.projection import project, random_camera
from tests.vision.parsing.scene_cases import CAMERAS, CASES, hand_of_case
from tests.vision.scenes import observe
from vision.layout.layout import Layout
from vision.parsing.reading import read_hand
from vision.parsing.settings import SearchSettings
from vision.relations.boxes import KINDS, Role, tiles_of_boxes
from vision.relations.network import RelationNetwork, open_network
from vision.relations.roles import Relations
from vision.seen_tile import SeenTile


@dataclass(frozen=True, slots=True)
class Case:
    """The boxes of one picture with the true hand."""

    group: str
    tiles: Sequence[SeenTile]
    truth: HandTruth
    kinds: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reader made of a case: the trial, and the share that it stated before any answer."""

    trial: Trial
    stated: float
    seconds: float


def main() -> None:
    """Print the figures of each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", type=Path, help="ONNX file; the installed relation net without it")
    parser.add_argument("--layings", type=int, default=0, help="box lists of layings")
    parser.add_argument("--seed", type=int, default=7_000_001)
    parser.add_argument("--family", action="append", help="families of layings; all without it")
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--drawn", action="store_true", help="scenes of the tests")
    parser.add_argument("--certainty", type=float, help="share from which nothing is asked")
    parser.add_argument("--failures", action="store_true", help="print each hand that is not right")
    options = parser.parse_args()
    settings = SearchSettings()
    if options.certainty is not None:
        settings = replace(settings, certainty=options.certainty)
    network = RelationNetwork(options.net) if options.net else open_network()
    reader = SearchReader(network, settings)
    sets: list[tuple[str, Iterable[Case]]] = []
    if options.layings:
        families = options.family or tuple(FAMILIES)
        sets.append(("layings", laying_cases(options.layings, options.seed, families)))
    sets += [(folder.name, corpus_cases(folder)) for folder in options.corpus]
    if options.drawn:
        sets.append(("drawn", scene_cases()))
    for name, cases in sets:
        measure(name, list(cases), reader, options.failures)


class SearchReader:
    """The relation net with its search, in the place of `decode_tiles`.

    Args:
        network: the net.
        settings: of the search; None for the usual ones.
    """

    def __init__(self, network: RelationNetwork, settings: SearchSettings | None = None) -> None:
        self._network, self._settings = network, settings
        self._known: tuple[Sequence[SeenTile], str, Relations] | None = None

    def decode(self, tiles: Sequence[SeenTile], situation: Situation, rules: str) -> Layout:
        """Return the hand of tiles; the net runs once a photo."""
        way = layout_rules(rules)
        if self._known is None or self._known[0] is not tiles or self._known[1] != way:
            self._known = tiles, way, self._network.relations(tiles, way)
        oracle = RulebookOracle(rulebook(rules), situation)
        return read_hand(tiles, self._known[2], way, oracle, situation.answers, self._settings)

    def read(self, case: Case) -> Verdict:
        """Read a case and answer its questions."""
        if not case.tiles:
            return Verdict(run_trial(case.tiles, case.truth, case.kinds), 1.0, 0.0)
        start = time.process_time()
        self._known = None
        stated = 1.0  # where an answer of the case does not fit what was read
        with suppress(HandReaderError):
            first = self.decode(case.tiles, case.truth.situation, case.truth.rules)
            stated = math.exp(-first.cost)
        seconds = time.process_time() - start
        trial = run_trial(case.tiles, case.truth, case.kinds, decode=self.decode)
        return Verdict(trial, stated, seconds)


def measure(name: str, cases: Sequence[Case], reader: SearchReader, prints_failures: bool) -> None:
    """Print how the cases of a set end."""
    counts: dict[str, Counter[Outcome]] = defaultdict(Counter)
    verdicts = []
    for case in cases:
        verdict = reader.read(case)
        verdicts.append((case, verdict))
        for group in ("all", case.group):
            counts[group][verdict.trial.outcome] += 1
        if prints_failures and verdict.trial.outcome is not Outcome.RIGHT:
            print(failure_line(case, verdict))
    print(f"{name}: {len(cases)} hands; right / asked / wrong / wrong unasked")
    for group in counts:
        print(f"  {group:<18} {_counts(counts[group])}")
    seconds = [verdict.seconds for _, verdict in verdicts] or [0.0]
    print(f"  milliseconds a hand: {1e3 * fmean(seconds):.1f} (most {1e3 * max(seconds):.0f})")
    print_reliability(
        [(v.stated, v.trial.is_exact_unaided) for case, v in verdicts if case.truth.hand]
    )


def _counts(counted: Counter[Outcome]) -> str:
    total = sum(counted.values())
    share = counted[Outcome.RIGHT] / total if total else 0.0
    return " / ".join(f"{counted[outcome]:4d}" for outcome in Outcome) + f" ({share:5.1%})"


def laying_cases(count: int, seed: int, families: Sequence[str]) -> Iterator[Case]:
    """Yield box lists of layings whose own tiles are all found, the families in turn."""
    for number in range(count):
        family = families[number % len(families)]
        rng = np.random.default_rng([seed, number])
        while (case := _laying_case(rng, family)) is None:
            pass
        yield case


def _laying_case(rng: np.random.Generator, family: str) -> Case | None:
    """Return a case; None if the hand is not all found or has indicators that are not."""
    laying = lay(rng, family)
    seen = project(laying, random_camera(laying, rng))
    boxes, truths = noise(seen, laying.rules, rng)
    if not 0 < len(boxes) <= 128:
        return None
    own = Counter(t.role for t in laying.tiles if not t.is_covered)
    found = Counter(Role(int(role)) for role in truths.roles)
    parts = (Role.HAND, Role.WINNER, Role.SET, Role.FLOWER, Role.INDICATOR)
    if laying.hand is not None and any(own[part] != found[part] for part in parts):
        return None
    tiles = tiles_of_boxes(boxes)
    kinds = {i: KINDS[kind] for i, kind in enumerate(truths.kinds) if kind >= 0}
    edge = ("bottom", "right", "top", "left")[max(0, truths.edge)]
    truth = HandTruth(
        laying.rules,
        family,
        laying.hand,
        laying.indicators,
        Situation(seat=Wind.EAST, round=Wind.EAST, self_drawn=False, discarder=Wind.SOUTH),
        tuple(kinds.values()),
        edge,
        laying.needed,
    )
    return Case(family, tiles, truth, kinds)


def scene_cases() -> Iterator[Case]:
    """Yield the drawn scenes that show a whole hand, under every camera, with their answers.

    The outlines are exact, names are certain, and nothing but the scene lies on the table.
    """
    for scene in CASES:
        shown = hand_of_case(scene)
        if shown is None:
            continue
        hand, indicators = shown
        known = Situation(answers=scene.answers)
        for name, camera in CAMERAS.items():
            tiles = observe(scene.laid, camera)
            kinds = {tile.id: tile.kind for tile in tiles}
            covered = known.answers.get("covered")
            shown = (*kinds.values(), *([covered] if covered else []))
            truth = HandTruth(scene.rules, scene.id, hand, indicators, known, shown)
            yield Case(name, tiles, truth, kinds)


def corpus_cases(folder: Path) -> Iterator[Case]:
    """Yield the hands of a corpus by the rule set that counts."""
    yield from map(corpus_case, load_corpus(folder))


def corpus_case(hand: CorpusHand) -> Case:
    """Return a hand of a corpus by the rule set that counts."""
    truth = hand.truths[0]
    return Case(truth.scene, hand.tiles, truth, hand.kinds)


def failure_line(case: Case, verdict: Verdict) -> str:
    """Return a line about a hand that is not right."""
    trial = verdict.trial
    return (
        f"    {case.truth.name or case.group} {case.truth.rules}: {trial.outcome.value} "
        f"{verdict.stated:.3f} | true {case.truth.hand} {case.truth.indicators or ''} "
        f"{sorted(case.truth.needed)} | {trial.shown} asked {', '.join(trial.asked) or '-'} "
        f"open {', '.join(trial.open) or '-'} {' '.join(trial.problems)}"
    )


def print_reliability(judged: Sequence[tuple[float, bool]]) -> None:
    """Print the stated probability against the share that is exact, in ten bins of equal size."""
    if not judged:
        return
    ordered = sorted(judged)
    print("  reliability: hands, stated, exact")
    for part in np.array_split(np.arange(len(ordered)), 10):
        if len(part):
            stated = np.mean([ordered[i][0] for i in part])
            exact = np.mean([ordered[i][1] for i in part])
            print(f"    {len(part):5d}  {stated:.3f}  {exact:.3f}")


if __name__ == "__main__":
    main()
