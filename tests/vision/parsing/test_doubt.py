"""Doubtful names in drawn scenes, settled by the rules in force or asked about."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handreader.evaluation.counts import count_trials
from handreader.evaluation.random_hands import DealtHand, deal_hand
from handreader.evaluation.trials import run_trial
from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.tiles import BACK, CLASSES, Tile, Wind
from tests.vision.noise import noisy
from tests.vision.parsing.reads import layout_text, read
from tests.vision.parsing.scene_cases import CASES, EMA, MCR, OPEN, TEN, ZJ, Case
from tests.vision.scenes import Camera, Laid, observe, scene
from vision.layout.layout import Layout, layout_to_hand
from vision.layout.questions import LayoutError
from vision.seen_tile import SeenTile, move_quad

PUNG = f"{OPEN}_[8p]<8p>[8p]"  # 234m 567p 6799s [888p] +8s, a win
RULES = ("zung-jung", "riichi-ema", "chinese-official", "mcr")


def _judge(rules: str, situation: Situation | None = None) -> RulebookOracle:
    return RulebookOracle(rulebook(rules), situation or Situation())


def _repair(tiles: tuple[SeenTile, ...], rules: str = ZJ, **answers: str) -> Layout:
    given_ = {name.replace("__", ":"): answer for name, answer in answers.items()}
    return read(tiles, rules, given_)


def _doubt(
    text: str, rules: str = ZJ, /, **names: tuple[tuple[str, float], ...]
) -> tuple[SeenTile, ...]:
    """The scene, every tile certain but those named (`t3=...`)."""
    tiles = observe(scene(text), Camera(elevation=60))
    sure = (replace(t, names=tuple((kind, 0.99) for kind, _ in t.names)) for t in tiles)
    return tuple(replace(t, names=names[f"t{t.id}"]) if f"t{t.id}" in names else t for t in sure)


def _kinds(found: Layout, tiles: tuple[SeenTile, ...]) -> dict[int, str]:
    return {tile.id: tile.kind for tile in tiles} | dict(found.names)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_certain_scenes_stay_as_the_layout_reads_them(case: Case) -> None:
    certain = tuple(
        replace(t, names=tuple((k, 0.99) for k, _ in t.names)) if len(t.names) == 1 else t
        for t in observe(case.laid, Camera(elevation=60))
    )
    found = read(certain, case.rules, case.answers)
    if case.then:
        assert layout_text(found, certain).startswith(case.then)
    elif not case.told.endswith(("!five_of_a_kind ?tile", "?back_or_white", "?tile")):
        asked = [word[1:] for word in case.told.split() if word[0] == "?"]
        if case.id == "L30":  # one of the two hands wins
            asked = []
        if case.id == "L14":  # 15 tiles
            asked = ["extra"]
        assert [q.code for q in found.questions if q.default is None] == asked


def test_a_doubtful_name_gives_way_to_the_hand() -> None:
    tiles = _doubt(PUNG, t1=(("2m", 0.5), ("3m", 0.45), ("7m", 0.05)))
    found = _repair(tiles)
    assert _kinds(found, tiles)[1] == "3m"
    assert found.is_complete


def test_a_certain_tile_is_never_overruled() -> None:
    tiles = _doubt(PUNG, t1=(("5m", 0.998), ("3m", 0.001)))
    found = _repair(tiles)
    assert _kinds(found, tiles)[1] == "5m"


def test_a_way_to_lie_that_lacks_the_named_winning_tile_is_passed_over() -> None:
    sets = "[C ][C ]<C >__[9m]<9m>[9m][9m]__[4m][##][##][4m]"  # 9999m, or 999m and one in hand
    line = f"[5p][6p][7p][7p]__{sets}"
    tiles = _doubt(" " * line.index("<C >") + f"<C >\n{line}", EMA)
    found = _repair(tiles, EMA, owner_edge="bottom", winning_tile="4p")
    assert found.is_complete
    assert sorted(meld.kinds[-1] for meld in found.melds) == ["4m", "7z", "9m"]
    assert found.winning_kind == "4p"


def test_a_set_is_misread_together() -> None:
    names = (("3z", 0.6), ("2z", 0.3), ("1z", 0.1))
    text = "[2m][3m][4m][5p][6p][7p][S ][S ][S ][9s]_[9s]___[8p]<8p>[8p]"
    tiles = _doubt(text, t6=names, t7=names, t8=names)
    south = _judge(ZJ, Situation(seat=Wind.SOUTH))  # for whom a pung of South counts
    open_ = [q for q in read(tiles, ZJ, oracle=south).questions if q.default is None]
    assert [q.options[:2] for q in open_] == [("3z", "2z")]
    found = read(tiles, ZJ, {open_[0].id: "2z"}, south)
    assert {_kinds(found, tiles)[i] for i in (6, 7, 8)} == {"2z"}
    assert found.is_complete
    assert _repair(tiles).is_complete  # East gets nothing for either


def test_only_some_of_equal_looking_tiles_are_hardly_misread() -> None:
    names = (("9m", 0.8), ("5m", 0.17), ("8m", 0.03))
    text = "[4m][4m][4m][5m][6m][7m][7m][8m][8m][9m][9m][9m][9m]_[4m]"
    tiles = _doubt(text, t9=names, t10=names, t11=names, t12=names)
    found = _repair(tiles)
    assert Counter(_kinds(found, tiles).values())["9m"] == 4
    assert found.is_complete


def test_nobody_holds_five_of_a_kind() -> None:
    text = "[9s][9s][9s][2m][3m][4m][5p][6p][7p][9s]_[9s]_[8p]<8p>[8p]"
    tiles = _doubt(text, t9=(("9s", 0.7), ("8s", 0.2), ("7s", 0.05)))
    kinds = Counter(_kinds(_repair(tiles), tiles).values())
    assert kinds["9s"] == 4


def test_a_flower_comes_once() -> None:
    text = f"[f3][f7]\n\n{PUNG}"
    tiles = _doubt(text, t1=(("3f", 0.6), ("7f", 0.35), ("8f", 0.05)))
    found = _repair(tiles)
    assert [_kinds(found, tiles)[i] for i in found.flowers] == ["3f", "7f"]


def test_a_doubtful_tile_amid_another_row_is_no_flower() -> None:
    """A player's discards, or the hand across: what lies among its tiles belongs to it."""
    doubt = (("8m", 0.34), ("1f", 0.13), ("1s", 0.12))
    row = "[2s][4p][8m][7p][1s][N ]"
    amid = _repair(_doubt(f"{row}\n\n\n\n{PUNG}", t2=doubt))
    assert not amid.flowers and not [q for q in amid.questions if q.code == "tile"]


def test_riichi_has_no_flowers() -> None:
    tiles = _doubt(PUNG, t4=(("5f", 0.6), ("8f", 0.3), ("6p", 0.05)))
    found = _repair(tiles, EMA)
    assert _kinds(found, tiles)[4] == "6p" and found.is_complete


def test_names_worth_the_same_are_not_asked_about() -> None:
    # A chow of characters at either end of the suit: no pattern sees the difference.
    text = "[2m][3m][4m][4p][5p][6p][6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]"
    tiles = _doubt(text, t0=(("2m", 0.6), ("5m", 0.38)))
    found = read(tiles, ZJ)
    other = read(tiles, ZJ, {"tile:0": "5m"})
    assert found.is_complete and other.is_complete


def test_a_winning_tile_that_nobody_sees_is_asked_for() -> None:
    tiles = _doubt(f"{TEN}[E ][E ][E ]")
    found = _repair(tiles)
    (asked,) = [q for q in found.questions if q.default is None]
    assert asked.id == "winning_tile" and asked.options == ("5s", "8s")
    assert found.winning_kind is None


def test_an_unread_tile_is_implied_and_said_so() -> None:
    tiles = _doubt(f"[2m][??][4m]{PUNG[12:]}")
    found = _repair(tiles)
    assert _kinds(found, tiles)[1] == "3m"
    assert [(q.id, q.default) for q in found.questions if q.code == "tile"] == [("tile:1", "3m")]


def test_a_count_that_does_not_fit_is_never_scored() -> None:
    text = f"{TEN}[1p][1p]_<3s>[2s][4s]"
    tiles = _doubt(text, t10=(("1p", 0.4), ("2p", 0.3)))
    found = _repair(tiles, EMA)
    assert not found.is_complete
    (wrong,) = [p for p in found.problems if p.fatal]
    assert wrong.code == "wrong_count"
    (asked,) = found.questions
    assert asked.id == "extra"
    counted = [p.message for p in _repair(tiles, EMA, is_tile__10="no").problems if p.fatal]
    assert counted == []


COVERED = f"[2m]__[4m]{TEN[12:]}_[8s]_[8p]<8p>[8p]"  # the 3m lies under a finger


def test_thirteen_tiles_and_none_apart_are_not_won_before_somebody_says_so() -> None:
    """Layout, 0 and L15: the winning tile is missing; the only one that would win is no answer."""
    tiles = _doubt("[2m][3m][4m][5p][6p][7p][7s][9s][E ][E ]____<C >[C ][C ]")
    waiting = _repair(tiles, EMA)
    (asked,) = waiting.questions
    assert (asked.id, asked.default, waiting.winning_kind) == ("winning_tile", None, None)
    assert asked.options == ("8s",)
    said = _repair(tiles, EMA, winning_tile="8s")
    assert said.is_complete and said.winning_kind == "8s"


def test_a_half_covered_fourth_tile_may_be_misread() -> None:
    (case,) = (case for case in CASES if case.id == "L05")
    sure = _doubt_none(case)
    misread = (("9p", 0.6), ("8p", 0.3))
    tiles = tuple(replace(t, names=misread) if t.id == 0 else t for t in sure)
    found = _repair(tiles, EMA)
    assert found.is_complete and [meld.kinds for meld in found.melds] == [("8p",) * 4]


def _doubt_none(case: Case) -> tuple[SeenTile, ...]:
    """The tiles of a scene, all read with certainty."""
    tiles = observe(case.laid, Camera(elevation=60))
    return tuple(replace(t, names=tuple((kind, 0.99) for kind, _ in t.names)) for t in tiles)


def test_a_corrected_tile_is_never_doubted() -> None:
    tiles = _doubt(PUNG, t1=(("3m", 0.6), ("2m", 0.4)))
    found = _repair(tiles, tile__1="2m")
    assert _kinds(found, tiles)[1] == "2m"


def test_the_named_winner_may_have_been_misread() -> None:
    tiles = _doubt(PUNG, t10=(("7s", 0.6), ("8s", 0.38)))
    found = _repair(tiles, winning_tile="8s")
    assert found.winning_kind == "8s" and found.is_complete
    with pytest.raises(LayoutError, match="not in the hand"):
        _repair(tiles, winning_tile="1p")


def _text(truth: DealtHand) -> str:
    signs = {"_": "_", "##": "[##]"}
    return "\n".join(
        "".join(signs.get(t) or (t if t[0] == "<" else f"[{t}]") for t in line.split())
        for line in truth.lines
    )


def _observe(truth: DealtHand, rng: np.random.Generator) -> tuple[SeenTile, ...]:
    camera = Camera(
        azimuth=float(rng.normal(0, 8)),
        elevation=float(rng.uniform(40, 85)),
        distance=40,
        jitter=0.015,
        seed=int(rng.integers(1000)),
    )
    return observe(scene(_text(truth)), camera)


def test_hands_read_with_certainty_are_exact_unasked() -> None:
    exact = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        truth = deal_hand(RULES[seed % 4], rng)
        tiles = _observe(truth, rng)
        read_surely = noisy(tiles, rng, doubtful=0.0)
        played = run_trial(read_surely, truth.truth(), {t.id: t.kind for t in tiles})
        if played.truth.scene != "false win":
            exact.append(played.is_exact_unaided and played.right)
    assert len(exact) > 70 and sum(exact) >= 0.98 * len(exact)


@pytest.mark.thorough
def test_doubtful_hands_come_right_and_are_never_wrong_unasked() -> None:
    rng = np.random.default_rng(11)
    played = []
    for number in range(60):
        truth = deal_hand(RULES[number % 4], rng)
        tiles = _observe(truth, rng)
        played.append(
            run_trial(noisy(tiles, rng, 0.06), truth.truth(), {t.id: t.kind for t in tiles})
        )
    found = count_trials(hand for hand in played if hand.truth.scene != "false win")
    assert found.confidently_wrong == 0
    assert found.right >= 0.85 * found.hands
    assert found.right_helped >= 0.98 * found.hands


def test_decoding_again_takes_less_than_50_ms() -> None:
    rng = np.random.default_rng(3)
    taken = []
    for number in range(12):
        truth = deal_hand(RULES[number % 4], rng)
        tiles = noisy(_observe(truth, rng), rng, 0.1)
        judge = _judge(truth.rules, truth.situation)
        start = process_time()
        read(tiles, truth.rules, {"tile:0": truth.kinds[0]}, judge)
        taken.append(process_time() - start)
    assert sorted(taken)[len(taken) // 2] < 0.05


def test_dealt_hands_are_what_their_lines_show() -> None:
    rng = np.random.default_rng(2)
    for rules in RULES:
        truth = deal_hand(rules, rng)
        shown = Counter(Tile(kind).plain for kind in truth.kinds if kind != "back")
        hand = Counter(t.plain for t in (*truth.hand.tiles, *truth.hand.flowers, *truth.indicators))
        hidden = Counter(m.tiles[0].plain for m in truth.hand.melds if m.concealed for _ in "12")
        assert shown + hidden == hand


@settings(max_examples=40)
@given(
    kinds=st.lists(st.sampled_from([*CLASSES, "?"]), max_size=22),
    rules=st.sampled_from(RULES),
    seed=st.integers(0, 99),
)
def test_any_tiles_give_a_layout_and_never_an_error(
    kinds: list[str], rules: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    laid = tuple(
        Laid(kind, i * 1.1, float(rng.normal(0, 0.4)), float(rng.choice([0, 90, 20])))
        for i, kind in enumerate(kinds)
    )
    tiles = noisy(observe(laid, Camera(elevation=60)), rng, 0.4) if laid else ()
    found = read(tiles, rules)
    parts = [*found.concealed, *found.flowers, *found.indicators, *found.ignored]
    parts += found.hidden_indicators
    parts += [i for meld in found.melds for i in meld.tiles]
    parts += [found.winning] if found.winning is not None else []
    assert sorted(parts) == list(range(len(tiles)))
    held = len(found.concealed) + (found.winning is not None) + 3 * len(found.melds)
    assert not found.is_complete or held == 14 or (found.winning is None and held == 13)


APART = f"           [8s]\n\n\n\n\n\n\n{TEN}\n\n[8p]<8p>[8p]"


def test_backs_imply_no_fifth_tile_of_a_kind() -> None:
    """A face and three blank tiles are a kong, unless another of its kind is in view."""
    blank = (("5z", 0.75), ("back", 0.25))
    hand = "<N >[8s][8s]<8s>[N ][P ][P ][P ]__[7s][7s][7s][7s]__[6s][6s][6s][6s]"
    found = _repair(_doubt(hand, MCR, t5=blank, t6=blank, t7=blank), MCR)
    assert "4z" not in {meld.kinds[0] for meld in found.melds} and not found.problems


@pytest.mark.parametrize("rules", [MCR, ZJ])
def test_blank_tiles_that_touch_the_hand_are_in_it(rules: str) -> None:
    """Three of them are no called pung because each would be a back in the hand."""
    blank = ((BACK, 0.83), ("5z", 0.17))
    tiles = _doubt(f"{TEN}[##][##][##]_[8s]", rules, t10=blank, t11=blank, t12=blank)
    found = _repair(tiles, rules)
    assert found.is_complete and not found.questions and not found.melds
    assert layout_to_hand(found, tiles).hand.concealed[-3:] == (Tile("5z"),) * 3


def test_a_winning_tile_turned_in_its_place_makes_no_set_with_others() -> None:
    text = "[4m][5m]_<6m>[7p][7p]_[3s][3s][3s][4s][5s][6s][7s][7s][7s]"
    found = read(observe(scene(text)), RULES[2])
    assert found.is_complete and not found.melds and found.winning_kind == "6m"


def test_a_whole_set_of_tiles_is_read_in_its_rows() -> None:
    """No axis shows a hand: the best one counts, not a diagonal without any."""
    rows = ["".join(f"[{n}{suit}]" for n in range(1, 10)) for suit in "mps"]
    rows.append("[E ][S ][W ][N ][P ][F ][C ]")
    tiles = observe(scene("\n".join(rows)))
    found = read(tiles, ZJ)
    assert sorted(map(len, found.rows)) == [7, 9, 9, 9]


WALLED = """
[##][##][##][##]_[8p]_[##][##][##][##]


[4p][4p][8p][8p][9p][9p][9p]__<3p>[3p][3p]__<2p>[3p][4p]
"""


@pytest.mark.parametrize(("nearer", "sets"), [(0.0, 2), (0.4, 1)])
def test_a_set_with_a_turned_tile_is_laid_aside(nearer: float, sets: int) -> None:
    """Nearer the hand a turned tile at the end is the one that won, beside a pair of its kind."""
    text = "[2m][3m][4m][2p][2p][2p][E ][E ]_[9p][9p]<9p>___<9s>[7s][8s]"
    tiles = observe(scene(text))
    width = tiles[1].quad[0][0] - tiles[0].quad[0][0]
    moved = [
        replace(t, quad=move_quad(t.quad, (-nearer * width, 0))) if t.kind == "9p" else t
        for t in tiles
    ]
    found = read(moved, EMA)
    assert len(found.melds) == sets
    assert (found.winning_kind == "9p") == (sets == 1)


def test_only_a_person_knows_the_face_of_a_kong_of_doubtful_backs() -> None:
    """Nor is one of the four left out, or read as a face, once the kong's face is told."""
    names = ((BACK, 0.6), ("1p", 0.14), ("7z", 0.12))
    tiles = observe(scene(f"{TEN}_[8s]____[##][##][##][##]"))
    kong = [tile.id for tile in tiles if tile.kind == BACK]
    seen = [
        replace(t, names=names, existence=0.9 - 0.01 * (t.id == kong[1])) if t.id in kong else t
        for t in tiles
    ]
    found = read(seen, MCR)
    (asked,) = (q for q in found.questions if q.default is None)
    assert asked.id == f"kong_face:{min(kong)}"
    told = read(seen, MCR, {asked.id: "7m"})
    assert told.is_complete and not any(q.default is None for q in told.questions)
    assert [(meld.kinds, len(meld.tiles)) for meld in told.melds] == [(("7m",) * 4, 4)]


@pytest.mark.parametrize(
    "names", [(("5s", 0.4), ("3s", 0.3)), (("2f", 0.6), ("5s", 0.2), ("3s", 0.15))]
)
def test_a_doubtful_indicator_is_asked_about(names: tuple[tuple[str, float], ...]) -> None:
    (case,) = (case for case in CASES if case.id == "L12 hidden")
    tiles = observe(case.laid)
    (shown,) = (tile.id for tile in tiles if tile.kind == "5s")
    seen = tuple(replace(t, names=names) if t.id == shown else t for t in tiles)
    (asked,) = read(seen, EMA).questions
    assert (asked.id, asked.options) == (f"tile:{shown}", ("5s", "3s"))
    found = read(seen, EMA, {asked.id: "3s"})
    assert (found.questions, layout_to_hand(found, seen).dora_indicators) == ((), ("3s",))


def test_flowers_beside_the_hand_are_its_own_though_two_are_read_alike() -> None:
    alike = (("6f", 0.62), ("7f", 0.27), ("3f", 0.11))
    row = f"[f1][f6][f7][f8]\n\n\n\n\n{TEN}_[8s]__<C >[C ][C ]"
    tiles = _doubt(row, MCR, t2=alike, t3=(("8f", 0.54), ("5f", 0.19), ("6f", 0.12)))
    found = read(tiles, MCR)
    assert {_kinds(found, tiles)[i] for i in found.flowers} == {"1f", "6f", "7f", "8f"}
