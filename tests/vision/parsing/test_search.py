"""The search finds the likeliest hands in what the relation net says, whatever that is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.hand import Hand, MeldSource, SetKind
from scoring.tiles import BACK
from tests.vision.parsing.scenes import Scene, concealed_hand, hold, lay_set
from vision.parsing.evidence import weigh_boxes
from vision.parsing.groups import set_candidates
from vision.parsing.parse import HandStatus
from vision.parsing.settings import SearchSettings
from vision.relations.roles import Edge, Role
from vision.seen_tile import SeenTile

ORACLE = RulebookOracle(rulebook("mcr"), Situation())


def test_a_closed_hand() -> None:
    best = concealed_hand().parses()[0]
    assert best.status is HandStatus.WIN
    assert str(best.hand()) == "123456789m 9p 111s +9p"
    assert best.log_probability > math.log(0.9)


def test_the_probabilities_sum_to_one() -> None:
    scene = concealed_hand()
    scene.add("5z", {Role.OTHER: 0.6, Role.HAND: 0.2, Role.WINNER: 0.2})
    parses = scene.parses()
    assert len(parses) > 2
    assert sum(math.exp(parse.log_probability) for parse in parses) == pytest.approx(1.0)
    values = [parse.log_probability for parse in parses]
    assert values == sorted(values, reverse=True)


def test_sets_with_sources() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 9p".split())
    scene.add("9p", Role.WINNER)
    scene.add("3s", Role.SET, 0, turned=0.99)
    lay_set(scene, ["2s", "4s"], 0)
    lay_set(scene, ["7p", "7p"], 1)
    scene.add("7p", Role.SET, 1, turned=0.99)
    lay_set(scene, ["2z"], 2)
    scene.add("2z", Role.SET, 2, turned=0.99)
    lay_set(scene, ["2z", "2z"], 2)
    hand = scene.parses()[0].hand()
    sources = {meld.kind: meld.source for meld in hand.melds}
    assert sources == {
        SetKind.CHOW: MeldSource.LEFT,
        SetKind.PUNG: MeldSource.RIGHT,
        SetKind.KONG: MeldSource.ACROSS,
    }
    across = scene.parses(edge=Edge.TOP)[0].hand()  # the same picture, seen by one opposite
    assert {meld.kind: meld.source for meld in across.melds}[SetKind.PUNG] is MeldSource.LEFT


def test_a_doubtful_source_is_a_parse_of_its_own() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 9p".split())
    scene.add("9p", Role.WINNER)
    scene.add("7p", Role.SET, 0, turned=0.6)
    lay_set(scene, ["7p", "7p"], 0)
    first, second = scene.parses()[:2]
    assert [parse.sets[0].source for parse in (first, second)] == [MeldSource.LEFT, None]
    ratio = math.exp(first.log_probability - second.log_probability)
    assert ratio == pytest.approx(0.6 / 0.4, rel=0.05)


def test_concealed_kongs() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 9p".split())
    scene.add("9p", Role.WINNER)
    lay_set(scene, [BACK, "1z", "1z", BACK], 0, concealed=0.95)
    lay_set(scene, ["3s", "3s", "3s", "3s"], 1, concealed=0.9)
    lay_set(scene, [BACK] * 4, 2, concealed=0.97)
    best = scene.parses()[0]
    assert best.status is HandStatus.WIN
    assert not best.has_faces
    kinds = sorted((one.kinds, one.concealed) for one in best.sets)
    assert kinds == [(("1z",) * 4, True), (("3s",) * 4, True), ((BACK,) * 4, True)]


@pytest.mark.parametrize("blank", [{"5z": 0.6, BACK: 0.4}, {"1p": 0.95, BACK: 0.04}, {"1s": 1.0}])
def test_a_box_beside_faces_of_a_kong_is_a_back_where_the_net_says_so(
    blank: dict[str, float],
) -> None:
    """Backs have patterns that the namer may take for faces."""
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 9p".split())
    scene.add("9p", Role.WINNER)
    scene.add(blank, Role.SET, 0, concealed=0.9, back=0.95)
    lay_set(scene, ["7p", "7p"], 0, concealed=0.9)
    scene.add(blank, Role.SET, 0, concealed=0.9, back=0.95)
    assert str(scene.parses()[0].hand()) == "123456789m 9p (7777p) +9p"


def test_a_fourth_tile_below_is_a_hypothesis() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 9p".split())
    scene.add("9p", Role.WINNER)
    scene.add("7p", Role.SET, 0, turned=0.99, stacked=0.3)
    lay_set(scene, ["7p", "7p"], 0)
    first, second = scene.parses()[:2]
    assert [parse.sets[0].kind for parse in (first, second)] == [SetKind.PUNG, SetKind.KONG]
    assert second.sets[0].unseen == 1
    ratio = math.exp(first.log_probability - second.log_probability)
    assert ratio == pytest.approx(0.7 / 0.3, rel=0.05)


def test_the_rules_settle_a_doubtful_name() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 9p".split())
    scene.add({"2s": 0.6, "1s": 0.4}, Role.HAND)
    scene.add("9p", Role.WINNER)
    assert str(scene.parses()[0].hand()) == "123456789m 9p 111s +9p"


def test_two_names_that_both_win_are_two_parses() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 2p 2p".split())
    scene.add({"1s": 0.6, "2p": 0.4}, Role.WINNER)
    first, second = scene.parses()[:2]
    assert {str(parse.hand().winning) for parse in (first, second)} == {"1s", "2p"}
    ratio = math.exp(first.log_probability - second.log_probability)
    assert ratio == pytest.approx(0.6 / 0.4, rel=0.05)


def test_a_tile_that_is_not_read_is_what_completes_the_hand() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 1s 9p".split())
    scene.add({}, Role.WINNER)
    best = scene.parses()[0]
    assert best.status is HandStatus.WIN
    assert str(best.hand()) == "123456789m 9p 111s +9p"


def test_a_false_win_stays_one_where_the_names_are_sure() -> None:
    scene = concealed_hand()
    scene.tiles[3] = SeenTile(3, scene.tiles[3].quad, (("6z", 0.9999),), True)
    best = scene.parses()[0]
    assert best.status is HandStatus.NO_WIN
    assert "6z" in best.kinds.values()


def test_a_far_face_that_completes_the_hand_won_rather_than_one_that_does_not() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 1s 9p".split())
    loose = {Role.OTHER: 0.7, Role.WINNER: 0.29}
    scene.add("4z", {Role.OTHER: 0.65, Role.WINNER: 0.34})
    far = scene.add("9p", loose)
    best = scene.parses()[0]
    assert best.status is HandStatus.WIN
    assert best.winning == far


def test_thirteen_tiles_wait() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 1s 9p".split())
    best = scene.parses()[0]
    assert best.status is HandStatus.WAIT
    assert best.winning is None


def test_one_tile_too_many_is_not_left_out() -> None:
    scene = concealed_hand()
    scene.add("3z", Role.HAND)
    assert scene.parses()[0].status is HandStatus.COUNT


def test_an_unmarked_winner_is_open() -> None:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 1s 9p 9p".split())
    best = scene.parses()[0]
    assert best.status is HandStatus.WIN
    assert best.winning is None
    assert len(best.concealed) == 14


def test_a_pair_of_which_one_may_be_marked_has_one_winner() -> None:
    scene = Scene()
    for group, kinds in enumerate(["1m 2m 3m", "4m 5m 6m", "7p 7p 7p", "2z 2z 2z"]):
        lay_set(scene, kinds.split(), group)
    scene.add("9p", Role.HAND)
    scene.add("9p", {Role.HAND: 0.5, Role.WINNER: 0.49})
    first = scene.parses()[0]
    assert str(first.hand().winning) == "9p"
    assert first.log_probability > math.log(0.9)


def test_flowers_and_indicators_belong_to_their_rule_sets() -> None:
    scene = concealed_hand()
    flower = scene.add("3f", Role.FLOWER)
    shown = scene.add("4m", Role.INDICATOR)
    best = scene.parses("zung-jung")[0]
    assert best.flowers == (flower,)
    assert best.indicators == ()
    best = scene.parses("riichi-ema")[0]
    assert best.flowers == ()
    assert best.indicators == (shown,)


def test_no_boxes_have_no_parse() -> None:
    assert Scene().parses() == ()


def test_many_boxes_are_searched_in_bounded_time() -> None:
    rng = np.random.default_rng(0)
    scene = Scene()
    for number in range(120):
        kind = f"{int(rng.integers(1, 10))}{'mps'[int(rng.integers(3))]}"
        roles = rng.dirichlet(np.ones(len(Role)))
        scene.add(kind, dict(zip(Role, roles.tolist(), strict=True)), number // 3)
    assert scene.parses()  # the test's own time limit is the bound


CHOWS = (("1m", "2m", "3m"), ("7s", "8s", "9s"), ("5p", "6p", "7p"), ("2s", "3s", "4s"))


@pytest.mark.parametrize("seed", range(4))
def test_the_best_choice_is_that_of_trying_all(seed: int) -> None:
    """Compare with every choice of sets and tiles in hand, each weighed on its own."""
    rng = np.random.default_rng(seed)
    scene = Scene()
    for group, kinds in enumerate(CHOWS):
        share = float(rng.uniform(0.3, 0.9))
        for kind in kinds:
            other = float(rng.uniform(0, 1 - share))
            scene.add(kind, {Role.SET: share, Role.OTHER: other}, group)
    for kind in ("9p", "9p", "6z"):
        share = float(rng.uniform(0.2, 0.9))
        scene.add(kind, {Role.HAND: share, Role.OTHER: float(rng.uniform(0, 1 - share))})
    best = scene.parses()[0]
    weighed = sorted(every_choice(scene), key=lambda choice: -choice[0])
    score, sets, held, status = weighed[0]
    assert weighed[1][0] < score  # else either would do
    assert best.status is status
    assert {one.tiles for one in best.sets} == sets
    won = () if best.winning is None else (best.winning,)
    assert {*best.concealed, *won} == set(held)


def every_choice(
    scene: Scene,
) -> Iterator[tuple[float, set[tuple[int, ...]], tuple[int, ...], HandStatus]]:
    settings = SearchSettings()
    relations = scene.relations()
    boxes = weigh_boxes(scene.tiles, relations, "mcr", settings)
    whole = [c for c in set_candidates(boxes, relations, settings) if not c.unseen]
    sets = {c.rows: c for c in reversed(whole)}
    for count in range(5):
        for packed in combinations(sets.values(), count):
            used = [i for one in packed for i in one.rows]
            if len(set(used)) < len(used):
                continue
            free = [i for i in range(len(boxes)) if i not in used]
            gain = sum(one.gain for one in packed)
            most = 14 - 3 * count
            sizes = range(len(free) + 1) if count > 1 else range(most - 1, most + 1)
            for size in sizes:
                for held in combinations(free, size):
                    yield weigh(scene, boxes, packed, held, gain, settings)


def weigh(  # type: ignore[no-untyped-def]
    scene: Scene, boxes, packed, held: tuple[int, ...], gain: float, settings: SearchSettings
) -> tuple[float, set[tuple[int, ...]], tuple[int, ...], HandStatus]:
    score = gain + sum(boxes[i].in_hand for i in held)
    whole = 14 - 3 * len(packed)
    names = [scene.tiles[i].kind for i in held]
    rows = {one.rows for one in packed}
    text = " ".join([*names, *(f"[{''.join(scene.tiles[i].kind for i in r)}]" for r in rows)])
    status, cost = HandStatus.COUNT, settings.wrong_count
    if len(held) == whole:
        hand = Hand.parse(" ".join([*text.split(" ")[1:], f"+{names[0]}"]))
        wins = not hand.problems() and ORACLE.wins(hand)
        status, cost = (HandStatus.WIN, 0.0) if wins else (HandStatus.NO_WIN, settings.false_win)
    elif len(held) == whole - 1:
        status, cost = HandStatus.WAIT, settings.waiting
    marks = [boxes[i].roles[Role.WINNER] - boxes[i].roles[Role.HAND] for i in held]
    if status in (HandStatus.WIN, HandStatus.NO_WIN):
        # the likeliest winner, or none, among all
        total = math.log(1 + sum(math.exp(mark) for mark in marks))
        return score - cost + max(0.0, *marks) - total, rows, held, status
    return score - cost, rows, held, status
