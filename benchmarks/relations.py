"""Compare the relation net and its search with layout and decoding, on the same boxes.

    python benchmarks/relations.py --net FILE.onnx [--layings 500 --seed N] [--corpus FOLDER]...
        [--family NAME] [--search-only] [--bound 0.95] [--failures] [--fit]

Box lists of layings (`simulation.layings`) take no picture; folders of a corpus have recognised
tiles. Each prints right / asked / wrong / wrong unasked by group, and the reliability of the stated
probabilities. A hand whose tiles are not all found is left out of the layings.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.corpus import CorpusHand, load_corpus
from handreader.evaluation.ground_truth import HandTruth
from handreader.evaluation.trials import Outcome, is_same_hand, run_trial
from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.hand import Hand, SetKind
from scoring.tiles import Wind
from simulation.layings.families import FAMILIES, lay
from simulation.layings.noise import noise
from simulation.layings.projection import project, random_camera
from vision.layout.layout import DecodedHand
from vision.parsing.parse import HandStatus, Parse
from vision.parsing.search import search
from vision.parsing.settings import SearchSettings
from vision.relations.boxes import KINDS, Role, tiles_of_boxes
from vision.relations.network import RelationNetwork
from vision.seen_tile import SeenTile

BOUND = 0.9
"""Stated probability from which nothing is asked."""
MOST_SHOWN = 8
"""Parses among which a person could find the hand by two answers."""
_OF_SETS = frozenset({"called_sets", "reading", "four_equal", "pung_or_kong"})


@dataclass(frozen=True, slots=True)
class Case:
    """The boxes of one picture with the true hand."""

    group: str
    tiles: Sequence[SeenTile]
    truth: HandTruth
    kinds: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the search made of a case: its outcome, stated probability, whether it is exact."""

    outcome: Outcome
    stated: float
    exact: bool
    parses: tuple[Parse, ...]
    seconds: float


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", type=Path, required=True, help="ONNX file of the relation net")
    parser.add_argument("--layings", type=int, default=0, help="box lists of layings")
    parser.add_argument("--seed", type=int, default=7_000_001)
    parser.add_argument("--family", action="append", help="families of layings; all without it")
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument(
        "--bound", type=float, default=BOUND, help="stated without asking from here"
    )
    parser.add_argument("--temperature", type=float, help="another than the settings'")
    parser.add_argument("--search-only", action="store_true", help="without layout and decoding")
    parser.add_argument("--failures", action="store_true", help="print each hand that is not right")
    parser.add_argument("--fit", action="store_true", help="print losses by temperature")
    options = parser.parse_args()
    network = RelationNetwork(options.net)
    settings = SearchSettings()
    if options.temperature is not None:
        settings = replace(settings, temperature=options.temperature)
    sets: list[tuple[str, Iterable[Case]]] = []
    if options.layings:
        families = options.family or tuple(FAMILIES)
        sets.append(("layings", laying_cases(options.layings, options.seed, families)))
    sets += [(folder.name, corpus_cases(folder)) for folder in options.corpus]
    for name, cases in sets:
        compare(name, list(cases), network, settings, options)


def compare(
    name: str,
    cases: Sequence[Case],
    network: RelationNetwork,
    settings: SearchSettings,
    options: argparse.Namespace,
) -> None:
    """Print how both readers do on the same cases."""
    counts: dict[str, Counter[Outcome]] = defaultdict(Counter)
    today: dict[str, Counter[Outcome]] = defaultdict(Counter)
    verdicts, seconds = [], [0.0, 0.0]
    for case in cases:
        verdict = read_case(case, network, settings, options.bound)
        verdicts.append((case, verdict))
        seconds[0] += verdict.seconds
        for group in ("all", case.group):
            counts[group][verdict.outcome] += 1
        old = None
        if not options.search_only:
            start = time.process_time()
            old = run_trial(case.tiles, case.truth, case.kinds).outcome
            seconds[1] += time.process_time() - start
            for group in ("all", case.group):
                today[group][old] += 1
        if options.failures and (verdict.outcome is not Outcome.RIGHT):
            print(failure_line(case, verdict, old))
    print(f"{name}: {len(cases)} hands; right / asked / wrong / wrong unasked")
    for group in counts:
        row = f"  {group:<18} search {_counts(counts[group])}"
        print(row if options.search_only else f"{row}   today {_counts(today[group])}")
    ours, theirs = (1e3 * total / max(1, len(cases)) for total in seconds)
    worst = 1e3 * max((verdict.seconds for _, verdict in verdicts), default=0.0)
    print(f"  milliseconds a hand: net and search {ours:.1f} (most {worst:.0f})", end="")
    print("" if options.search_only else f", layout, decoding and answers {theirs:.1f}")
    judged = [(v.stated, v.exact) for case, v in verdicts if case.truth.hand is not None]
    print_reliability(judged)
    if options.fit:
        print_fit([v for case, v in verdicts if case.truth.hand is not None])


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


def corpus_cases(folder: Path) -> Iterator[Case]:
    """Yield the hands of a corpus by the rule set that counts."""
    yield from map(corpus_case, load_corpus(folder))


def corpus_case(hand: CorpusHand) -> Case:
    """Return a hand of a corpus by the rule set that counts."""
    truth = hand.truths[0]
    return Case(truth.scene, hand.tiles, truth, hand.kinds)


def read_case(
    case: Case, network: RelationNetwork, settings: SearchSettings, bound: float
) -> Verdict:
    """Read a case with the net and the search, and compare it with its truth."""
    truth = case.truth
    oracle = RulebookOracle(rulebook(truth.rules), truth.situation)
    start = time.process_time()
    parses: tuple[Parse, ...] = ()
    if case.tiles:
        relations = network.relations(case.tiles, truth.rules)
        parses = search(case.tiles, relations, truth.rules, oracle, settings)
    seconds = time.process_time() - start
    if truth.hand is None:
        first = math.exp(parses[0].log_probability) if parses else 1.0
        reads = bool(parses) and parses[0].status in (HandStatus.WIN, HandStatus.NO_WIN)
        outcome = Outcome.UNASKED if reads and first >= bound else Outcome.RIGHT
        return Verdict(outcome, first, outcome is Outcome.RIGHT, parses, seconds)
    readings = tell_apart(parses, truth)
    stated, first_parse = readings[0] if readings else (1.0, None)
    exact = first_parse is not None and is_exact(first_parse, truth)
    return Verdict(_outcome(readings, truth, bound), stated, exact, parses, seconds)


def tell_apart(parses: Sequence[Parse], truth: HandTruth) -> list[tuple[float, Parse]]:
    """Return the readings that differ in what the picture must tell, with their probabilities.

    The winning tile is not told apart where nothing marks it, nor indicators that no label has.
    """
    found: dict[tuple[object, ...], tuple[float, Parse]] = {}
    assert truth.hand is not None, "asked of hands alone"
    has_sources = any(m.source is not None for m in truth.hand.melds if m.kind is not SetKind.CHOW)
    for parse in parses:
        won = None if parse.winning is None else parse.kinds[parse.winning]
        own = sorted(parse.kinds[i] for i in parse.concealed) + ([] if won is None else [won])
        sets = [
            (one.kind, one.concealed, one.has_hidden_fourth, *sorted(one.kinds))
            + ((str(one.source),) if has_sources else ())
            for one in parse.sets
        ]
        key = (
            parse.status,
            tuple(sorted(own)),
            None if "winning_tile" in truth.needed else won,
            tuple(sorted(sets)),
            tuple(sorted(parse.kinds[i] for i in parse.flowers)),
            None if truth.indicators is None else tuple(sorted(parse.dora_indicators())),
        )
        share, first = found.get(key, (0.0, parse))
        found[key] = share + math.exp(parse.log_probability), first
    return sorted(found.values(), key=lambda item: -item[0])


def _outcome(readings: Sequence[tuple[float, Parse]], truth: HandTruth, bound: float) -> Outcome:
    """Return how a reading ends that is stated from a bound on, and else asks."""
    if not readings:
        return Outcome.WRONG
    stated, first = readings[0]
    asks = set()
    if first.status in (HandStatus.WIN, HandStatus.WAIT) and first.winning is None:
        asks.add("winning_tile")
    if not first.has_faces:
        asks.add("kong_face")
    if stated >= bound:
        if is_exact(first, truth):
            return Outcome.RIGHT if asks <= truth.needed else Outcome.ASKED
        asked = bool(asks) or first.status is HandStatus.COUNT
        return Outcome.WRONG if asked else Outcome.UNASKED
    if _OF_SETS & truth.needed:  # a question that the picture cannot answer, answered
        known = [(share, parse) for share, parse in readings if _has_true_sets(parse, truth)]
        total = sum(share for share, _ in known)
        if known and known[0][0] >= bound * total and is_exact(known[0][1], truth):
            return Outcome.RIGHT
    shown = any(is_exact(parse, truth) for _, parse in readings[:MOST_SHOWN])
    return Outcome.ASKED if shown else Outcome.WRONG


def _has_true_sets(parse: Parse, truth: HandTruth) -> bool:
    """Return whether a parse has as many chows, pungs and kongs of each sort as the true hand."""
    assert truth.hand is not None, "asked of hands alone"
    shown = Counter((one.kind, one.concealed) for one in parse.sets)
    return shown == Counter((meld.kind, meld.concealed) for meld in truth.hand.melds)


def is_exact(parse: Parse, truth: HandTruth) -> bool:
    """Return whether a parse shows the true hand; what a picture cannot show is given."""
    assert truth.hand is not None, "asked of hands alone"
    parse = with_true_faces(parse, truth.hand)
    if not parse.has_faces:
        return False
    waits = truth.hand.winning is None
    if waits != (parse.status is HandStatus.WAIT) or parse.status is HandStatus.COUNT:
        return False
    mixed = "winning_tile" in truth.needed or parse.winning is None
    indicators = parse.dora_indicators() if truth.indicators is not None else ()
    shown = DecodedHand(parse.hand(), indicators)
    true = DecodedHand(truth.hand, truth.indicators or ())
    return is_same_hand(shown, true, truth.rules, mixed)


def with_true_faces(parse: Parse, hand: Hand) -> Parse:
    """Return the parse with the true faces of kongs of four backs, as a person answers."""
    shown = {kind for one in parse.sets if one.has_face for kind in one.kinds}
    faces = [m for m in hand.melds if m.concealed and not shown & {t.value for t in m.tiles}]
    sets = []
    for one in parse.sets:
        if not one.has_face and faces:
            meld = faces.pop(0)
            one = replace(one, kinds=tuple(tile.value for tile in meld.tiles))
        sets.append(one)
    return replace(parse, sets=tuple(sets))


def failure_line(case: Case, verdict: Verdict, old: Outcome | None) -> str:
    """Return a line about a hand that is not right."""
    shown = "nothing"
    if verdict.parses:
        first = verdict.parses[0]
        hand = str(first.hand()) if first.has_faces else "a kong of backs"
        beside = "".join(map(str, first.dora_indicators()))
        shown = f"{first.status.value}: {hand} {beside}"
    before = "" if old is None else f" (today {old.value})"
    return (
        f"    {case.truth.name or case.group} {case.truth.rules}: {verdict.outcome.value}{before} "
        f"{verdict.stated:.3f} | true {case.truth.hand} {case.truth.indicators or ''} "
        f"{sorted(case.truth.needed)} | {shown}"
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


def print_fit(verdicts: Sequence[Verdict]) -> None:
    """Print the loss of the stated probabilities at other temperatures."""
    for temperature in (0.7, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0, 4.0):
        loss = 0.0
        for verdict in verdicts:
            logs = [parse.log_probability / temperature for parse in verdict.parses]
            if not logs:
                continue
            total = sum(math.exp(value) for value in logs)
            stated = min(0.9999, max(1e-4, math.exp(logs[0]) / total))
            loss -= math.log(stated if verdict.exact else 1 - stated)
        print(f"  temperature times {temperature}: loss {loss / max(1, len(verdicts)):.4f}")


if __name__ == "__main__":
    main()
