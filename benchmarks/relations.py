"""Measure the relation net and its search on boxes whose hand is known.

    python benchmarks/relations.py [--net FILE.onnx] [--layings 500 --seed N] [--corpus FOLDER]...
        [--drawn] [--family NAME] [--certainty 0.95] [--failures]

Box lists of layings (`simulation.layings`) take no picture; folders of a corpus have recognised
tiles; `--drawn` has the scenes of the tests, exact outlines under sixteen cameras. Each prints
right / asked / wrong / wrong unasked by group and the reliability of the stated probabilities, as
`handreader evaluate` judges; that measures layings with the net of a folder of weights, this one
with any file and with other certainties.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.corpus import CorpusHand, load_corpus
from handreader.evaluation.counts import outcomes_text
from handreader.evaluation.ground_truth import HandTruth
from handreader.evaluation.made.box_lists import make_box_lists
from handreader.evaluation.reliability import reliability_lines
from handreader.evaluation.trial_report import failure_lines
from handreader.evaluation.trials import Trial, run_trial
from handreader.pipeline import RulebookOracle, decode_tiles, layout_rules
from handreader.situation import Situation
from scoring import rulebook
from scoring.errors import HandReaderError
from simulation.layings.families import FAMILIES
from tests.vision.parsing.scene_cases import CAMERAS, CASES, hand_of_case
from tests.vision.scenes import observe
from vision.layout.layout import Layout
from vision.parsing.reading import read_hand
from vision.parsing.settings import SearchSettings
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

    def read(self, case: Case) -> tuple[Trial, float]:
        """Read a case and answer its questions; return the seconds of the first reading, too."""
        start = time.process_time()
        self._known = None
        if case.tiles:
            with suppress(HandReaderError):  # an answer of the case does not fit what was read
                self.decode(case.tiles, case.truth.situation, case.truth.rules)
        seconds = time.process_time() - start
        decode = self.decode if case.tiles else decode_tiles
        return run_trial(case.tiles, case.truth, case.kinds, decode=decode), seconds


def measure(name: str, cases: Sequence[Case], reader: SearchReader, prints_failures: bool) -> None:
    """Print how the cases of a set end."""
    read = [(case, *reader.read(case)) for case in cases]
    groups: dict[str, list[Trial]] = {"all": [trial for _, trial, _ in read]}
    for case, trial, _ in read:
        groups.setdefault(case.group, []).append(trial)
    print(f"{name}: {len(cases)} hands")
    for group, trials in groups.items():
        print(f"  {group:<18} {outcomes_text(trials)}")
    seconds = [taken for *_, taken in read] or [0.0]
    print(f"  milliseconds a hand: {1e3 * fmean(seconds):.1f} (most {1e3 * max(seconds):.0f})")
    lines = reliability_lines(groups["all"])
    if prints_failures:
        lines += failure_lines(groups["all"])
    print("\n".join(lines))


def laying_cases(count: int, seed: int, families: Sequence[str]) -> Iterator[Case]:
    """Yield box lists of layings, those of `handreader evaluate --layings`."""
    for made in make_box_lists(count, seed, families):
        yield Case(made.truth.scene, made.tiles, made.truth, made.kinds)


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


if __name__ == "__main__":
    main()
