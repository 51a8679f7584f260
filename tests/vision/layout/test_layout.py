"""Scenes of tiles become hands: the thirty-two, under many cameras."""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.hand import Hand, MeldSource
from scoring.tiles import Tile, format_tiles, parse_tiles, sort_tiles
from tests.vision.layout.layout_cases import (
    CAMERAS,
    CASES,
    EMA,
    HAND,
    MCR,
    OPEN,
    TEN,
    ZJ,
    Case,
    stack_last_tile,
)
from tests.vision.scenes import Camera, Laid, observe, occlusion, scene
from vision.layout.arrangement import (
    RatedLayout,
    arrange,
    choose_hand,
    with_surroundings,
)
from vision.layout.layout import Layout, arrange_region, layout_to_hand
from vision.layout.perspective import PictureEdge
from vision.layout.questions import LayoutError, Question, sentence
from vision.seen_tile import SeenTile


def layout_text(found: Layout, tiles: tuple[SeenTile, ...]) -> str:
    """The layout in one line: hand, sets, winning tile, and all that is not plain."""
    kinds = {tile.id: tile.kind for tile in tiles} | dict(found.names)
    read = [kinds[i] for i in found.concealed]
    read += found.covered_kinds
    held = sort_tiles(Tile(kind) for kind in read if kind not in ("?", "back"))
    words = [format_tiles(t for t in held if t.suit == suit) for suit in "mpszf"]
    words += [kind for kind in sorted(read) if kind in ("?", "back")]
    for meld in found.melds:
        text = "????" if "?" in meld.kinds else format_tiles(map(Tile, meld.kinds))
        origin = "added" if meld.origin.value == "added" else ""
        inside = " ".join(w for w in (origin, meld.source or "", text) if w)
        words.append(f"({inside})" if meld.is_concealed else f"[{inside}]")
    words.append(f"+{found.winning_kind}" if found.winning_kind else "")
    words += _field_words("flowers", [kinds[i] for i in found.flowers])
    words += _field_words("dora", [kinds[i] for i in found.indicators])
    words += _field_words("ura", [kinds[i] for i in found.hidden_indicators])
    for pond in found.ponds:
        words.append(f"pond {len(pond.tiles)} riichi {pond.riichi}")
    words.append(f"ignored {len(found.ignored)}" if found.ignored else "")
    for problem in found.problems:
        words.append(f"!{problem.code}" if problem.fatal else problem.code)
    words += [f"?{asked.code}" for asked in notable_questions(found)]
    return " ".join(word for word in words if word and word != "ignored")


def notable_questions(found: Layout) -> list[Question]:
    """The questions, except those whether a pung is a kong: most pungs have one."""
    return [q for q in found.questions if q.code != "pung_or_kong"]


def _field_words(name: str, kinds: list[str]) -> list[str]:
    return [name, *kinds] if kinds else []


def _read(case: Case, camera: Camera, answers: Mapping[str, str] | None = None) -> str:
    tiles = observe(case.laid, camera)
    return layout_text(arrange(tiles, case.rules, answers or {}), tiles)


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: CASES[number].id)
def test_every_scene_is_read_alike_from_some_sides(number: int) -> None:
    """Every scene under four cameras, the cameras by turns."""
    case, names = CASES[number], list(CAMERAS)[number % 4 :: 4]
    assert {name: _read(case, CAMERAS[name]) for name in names} == dict.fromkeys(names, case.told)


@pytest.mark.thorough
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_scene_is_read_alike_from_everywhere(case: Case) -> None:
    # Around whole bodies boxes are longer than the rows of a pond are apart: it is ignored tiles.
    cameras = {n: c for n, c in CAMERAS.items() if c.boxes != "bodies" or "pond" not in case.told}
    read = {name: _read(case, camera) for name, camera in cameras.items()}
    assert read == dict.fromkeys(cameras, case.told)


@pytest.mark.parametrize("case", [case for case in CASES if case.then], ids=lambda case: case.id)
def test_answers_settle_what_was_open(case: Case) -> None:
    assert _read(case, Camera(elevation=50), case.answers) == case.then


@settings(max_examples=25)
@given(
    case=st.sampled_from(CASES),
    seat=st.sampled_from((0, 90, 180, 270)),
    aside=st.floats(-12, 12),
    elevation=st.floats(45, 90),
    roll=st.floats(0, 360),
    distance=st.floats(25, 80),
    scale=st.floats(300, 3000),
    seed=st.integers(0, 9),
)
def test_parse_does_not_depend_on_the_camera(
    case: Case,
    seat: int,
    aside: float,
    elevation: float,
    roll: float,
    distance: float,
    scale: float,
    seed: int,
) -> None:
    camera = Camera(seat + aside, elevation, distance, roll, "quads", 0.02, scale, seed)
    assume(occlusion(case.laid, camera) < 1 / 3)  # else no finder sees that tile's whole face
    assert _read(case, camera) == case.told


@settings(max_examples=25)
@given(
    case=st.sampled_from(CASES),
    azimuth=st.floats(0, 360),
    elevation=st.floats(15, 90),
    boxes=st.sampled_from(("quads", "boxes", "bodies")),
    jitter=st.floats(0, 0.2),
    lost=st.integers(0, 5),
)
def test_every_tile_is_in_exactly_one_part(
    case: Case, azimuth: float, elevation: float, boxes: str, jitter: float, lost: int
) -> None:
    tiles = observe(case.laid, Camera(azimuth, elevation, boxes=boxes, jitter=jitter))[lost:]
    found = arrange(tiles, case.rules)
    parts = [*found.concealed, *found.flowers, *found.indicators, *found.ignored]
    parts += found.hidden_indicators
    parts += [i for meld in found.melds for i in meld.tiles]
    parts += [i for pond in found.ponds for i in pond.tiles]
    parts += [found.winning] if found.winning is not None else []
    # a back of a wall whose box is too short is taken for a flank of that behind it
    assert Counter(parts) == Counter(tile.id for tile in tiles)
    assert Counter(i for row in found.rows for i in row) == Counter(parts)
    total = len(found.concealed) + (found.winning is not None) + 3 * len(found.melds)
    assert not found.is_complete or total in (13, 14)


@given(count=st.integers(1, 20))
def test_a_count_that_does_not_fit_is_never_scored(count: int) -> None:
    row = tuple(Laid(f"{i % 9 + 1}{'mps'[i // 9]}", i, 0) for i in range(count))
    found = arrange(observe(row), EMA)
    assert any(p.code == "wrong_count" for p in found.problems) == (count not in (13, 14))
    with pytest.raises(LayoutError):  # for 13 and 14 the winning tile is open
        layout_to_hand(found, observe(row))


def test_the_count_is_told_in_words() -> None:
    tiles = observe(scene(f"{TEN}[1p][1p]_<3s>[2s][4s]"))
    (problem,) = (p for p in arrange(tiles, EMA).problems if p.fatal)
    assert problem.message == "12 in hand + 1 set = 15 tiles, one too many"
    assert (
        sentence(problem.code, problem.data, "it")
        == "12 in mano + 1 gruppo = 15 tessere, una di troppo"
    )


def test_record_parts_fill_a_hand() -> None:
    tiles = observe(scene(f"{OPEN}_[8p][8p]<8p>"))
    parts = layout_to_hand(arrange(tiles, EMA), tiles)
    assert parts.hand == Hand.parse("234m567p6799s [>888p] +8s")
    assert not parts.hand.problems()


def test_no_hand_is_given_before_the_winning_tile_is_known() -> None:
    tiles = observe(scene(f"{TEN}[E ][E ][E ][8s]"))
    with pytest.raises(LayoutError, match="Which tile won"):
        layout_to_hand(arrange(tiles, ZJ), tiles)
    answered = arrange(tiles, ZJ, {"winning_tile": "8s"})
    assert layout_to_hand(answered, tiles).hand.winning == "8s"


@pytest.mark.parametrize(
    ("answers", "said_so"),
    [
        ({"winning_tile": "9m"}, "9m is not in the hand"),
        ({"winning_tile": "back"}, "'back' is not an answer"),
        ({"tile:99": "5m"}, "which is not in the photo"),
        ({"tile:1": "x"}, "'x' is not an answer"),
        ({"colour": "green"}, "there is no question 'colour'"),
    ],
)
def test_answers_that_cannot_be_are_refused(answers: dict[str, str], said_so: str) -> None:
    tiles = observe(scene(f"{TEN}[E ][E ][E ][8s]"))
    with pytest.raises(LayoutError, match=said_so):
        arrange(tiles, EMA, answers)


def test_an_answer_about_four_equal_tiles_is_void_when_one_is_another() -> None:
    tiles = observe(scene(f"{TEN}[8p][8p][8p][8p]"))
    eights = [tile.id for tile in tiles if tile.kind == "8p"]
    four = {f"four_equal:{min(eights)}": "called kong"}
    (kong,) = arrange(tiles, MCR, four).melds
    assert sorted(kong.tiles) == sorted(eights)
    found = arrange(tiles, MCR, {**four, f"tile:{max(eights)}": "back"})
    assert not any(meld.kinds == ("8p",) * 4 and not meld.hidden for meld in found.melds)


def test_indicators_turned_up_below_the_others_are_told_apart() -> None:
    (case,) = (case for case in CASES if case.id == "L12 hidden")
    tiles = observe(case.laid)
    parts = layout_to_hand(arrange(tiles, EMA), tiles)
    assert (parts.dora_indicators, parts.ura_indicators) == (("5s",), ("9m",))


def test_an_unread_indicator_is_asked_about_and_one_at_a_walls_end_is_a_back() -> None:
    (case,) = (case for case in CASES if case.id == "L12 hidden")
    tiles = observe(case.laid)

    def arrange_without(unread: SeenTile) -> Layout:
        return arrange([replace(t, names=()) if t.id == unread.id else t for t in tiles], EMA)

    (shown,) = (tile for tile in tiles if tile.kind == "5s")
    assert [asked.id for asked in arrange_without(shown).questions] == [f"tile:{shown.id}"]
    backs = [tile for tile in tiles if not tile.face_up]
    end = max(backs, key=lambda tile: tile.quad[0][0] - tile.quad[0][1] / 100)  # of the upper row
    found = arrange_without(end)
    assert (found.indicators, found.questions) == ((shown.id,), ())


def test_an_unread_indicator_is_asked_about_once_a_tile_has_won() -> None:
    (case,) = (case for case in CASES if case.id == "L12 hidden")
    tiles = observe(case.laid)
    (shown,) = (tile.id for tile in tiles if tile.kind == "5s")
    won = arrange(tiles, EMA).winning
    unread = (replace(tile, names=()) if tile.id == shown else tile for tile in tiles)
    waiting = [tile for tile in unread if tile.id != won]
    asked = arrange(waiting, EMA).questions
    assert f"tile:{shown}" not in [question.id for question in asked]
    asked = arrange(waiting, EMA, {"winning_tile": "1z"}).questions
    assert f"tile:{shown}" in [question.id for question in asked]


def test_the_winning_tile_may_be_said_against_the_picture() -> None:
    tiles = observe(scene(f"{TEN}[E ][E ][E ]_[8s]"))
    assert (
        layout_text(arrange(tiles, EMA, {"winning_tile": "1z"}), tiles)
        == "234m 567p 67899s 11z +1z"
    )


def test_a_single_face_above_a_riichi_hand_may_be_an_indicator() -> None:
    laid = scene(f"            [9m]\n\n{TEN}[E ][E ][E ]")
    tiles = observe(laid)
    assert [q.id for q in arrange(tiles, EMA).questions] == ["above"]
    won = arrange(tiles, EMA, {"above": "winning tile"})
    assert (won.winning_kind, won.indicators) == ("9m", ())
    bonus = arrange(tiles, EMA, {"above": "bonus indicator"})
    assert (bonus.winning_kind, len(bonus.indicators)) == (None, 1)
    assert layout_text(arrange(tiles, ZJ), tiles) == f"{HAND} 111z +9m"


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        (f"{TEN}[E ][E ][E ]", ["above"]),
        (f"{TEN}\n\n\n<8p>[8p][8p]", ["winning_tile"]),  # with other lines it may be anything
    ],
)
def test_a_single_face_far_above_may_be_an_indicator_if_nothing_else_is_there(
    rows: str, asked: list[str]
) -> None:
    tiles = observe(scene("            [9m]\n\n\n\n\n" + rows))
    assert [question.id for question in notable_questions(arrange(tiles, EMA))] == asked


def test_a_single_face_far_above_won_if_nothing_else_is_there() -> None:
    tiles = observe(scene(f"            [9m]\n\n\n\n\n{TEN}[E ][E ][E ]"))
    assert layout_text(arrange(tiles, ZJ), tiles) == f"{HAND} 111z +9m"


def test_a_tile_apart_won_though_another_of_the_hand_is_missing() -> None:
    tiles = observe(scene(f"            [9m]\n\n{TEN}[E ][E ]"))
    answered = arrange(tiles, MCR, {"missing": "1z"})
    assert layout_text(answered, tiles) == f"{HAND} 111z +9m"


@pytest.mark.parametrize("kong", ["[#w][8p][8p][#w]", "[8p][#w][#w][8p]", "[8p][#w][#w][#w]"])
def test_blank_tiles_that_make_no_other_set_are_the_backs_of_a_kong(kong: str) -> None:
    tiles = observe(scene(f"{OPEN}__{kong.replace('#w', 'P ')}"))
    tiles = tuple(
        replace(t, names=(("5z", 0.95), ("back", 0.05))) if t.kind == "5z" else t for t in tiles
    )
    found = arrange(tiles, MCR)
    assert layout_text(found, tiles) == f"{HAND} (8888p) +8s"
    assert {found.names[t.id] for t in tiles if t.kind == "5z"} == {"back"}


def test_a_set_above_a_turned_tile_is_no_added_kong() -> None:
    tiles = observe(scene(f"{OPEN}_<4s>[5s][6s]", *_set_above(("4s", "3s", "5s"))))
    assert "[left 456s]" in layout_text(arrange(tiles, MCR), tiles)


def _set_above(kinds: tuple[str, ...]) -> tuple[Laid, ...]:
    """Three tiles in a line of their own, the first above the turned tile of the set below."""
    turned = next(tile for tile in scene(f"{OPEN}_<4s>[5s][6s]") if tile.angle)
    return tuple(Laid(kind, turned.u + k, turned.v + 1.2, 0.0) for k, kind in enumerate(kinds))


def test_a_set_that_touches_the_hand_on_both_sides_is_part_of_it() -> None:
    row = "[2m][3m][4m][5p][6p][7p][8p][8p]<8p>[9s][9s][E ][E ][E ]"
    found = arrange(observe(scene(row)), MCR)
    assert not found.melds
    assert "reading" not in {asked.code for asked in found.questions}


def test_a_small_gap_is_one_in_a_tidy_line() -> None:
    row = scene(f"{TEN}[E ][E ][E ]")
    won = Laid("1z", row[-1].u + 1.3, row[-1].v)
    assert arrange(observe((*row, won)), MCR).won_how == "apart"
    loose = tuple(replace(t, u=t.u + 0.15 * (k % 2)) for k, t in enumerate(row))
    assert arrange(observe((*loose, won)), MCR).won_how != "apart"


def test_a_turned_tile_beyond_the_end_of_the_line_is_apart() -> None:
    row = scene(f"{TEN}[8s][E ][E ]")
    won = Laid("1z", row[-1].u + 2.1, row[-1].v - 0.6, 90.0)
    found = arrange(observe((*row, won)), MCR)
    assert (found.winning_kind, found.won_how, found.questions) == ("1z", "above", ())


@pytest.mark.parametrize(("chance", "counts"), [(0.76, True), (0.74, False)])
def test_a_doubtful_thing_beside_the_hand_is_no_flower(chance: float, counts: bool) -> None:
    tiles = observe(scene(f"{TEN}[E ][E ][E ]_[8s]__[1f]"))
    flower = tiles[-1].id
    tiles = tuple(
        replace(t, names=(("1f", 0.6), ("3f", 0.4)), existence=chance) if t.id == flower else t
        for t in tiles
    )
    assert bool(arrange(tiles, MCR).flowers) == counts


def test_faces_above_a_complete_riichi_hand_are_asked_about() -> None:
    tiles = observe(scene(f"            [9m][3p]\n\n{TEN}[E ][E ][E ]_[8s]"))
    assert layout_text(arrange(tiles, EMA), tiles) == f"{HAND} 111z +8s ignored 2 ?indicators"
    answered = arrange(tiles, EMA, {"indicators": "yes"})
    assert layout_text(answered, tiles) == f"{HAND} 111z +8s dora 9m 3p"


@pytest.mark.parametrize(
    ("wall", "read"),
    [
        ("[##][9m][##][##]", "dora 9m ignored 3"),
        ("[##][9m][1p][##]", "dora 9m 1p ignored 2"),
        ("[##][9m][9m][##]", "ignored 4 ?indicators"),  # or another player's kong
    ],
)
def test_four_tiles_of_a_wall_beside_a_whole_hand_are_no_kong(wall: str, read: str) -> None:
    tiles = observe(scene(f"            {wall}\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    assert layout_text(arrange(tiles, EMA), tiles) == f"{HAND} 111z +8s {read}"


@pytest.mark.parametrize(
    ("back", "read"), [(0.17, "dora 9m ignored 2"), (0.01, "ignored 3 ?indicators")]
)
def test_a_back_with_a_pattern_is_no_indicator(back: float, read: str) -> None:
    tiles = observe(scene(f"            [##][9m][##]\n\n{TEN}[E ][E ][E ]_[8s]"))
    names = (("2s", 0.95 - back), ("back", back))
    tiles = tuple(t if t.face_up else replace(t, names=names) for t in tiles)
    assert layout_text(arrange(tiles, EMA), tiles) == f"{HAND} 111z +8s {read}"


@pytest.mark.parametrize(("clear", "read"), [(0.45, "dora 9m ignored 4"), (0.55, "ignored 5")])
def test_unreadable_faces_of_a_wall_are_backs_with_a_pattern(clear: float, read: str) -> None:
    tiles = observe(scene(f"            [##][9m][##][##][##]\n\n{TEN}[E ][E ][E ]_[8s]"))
    names = (("2s", clear), ("2p", 0.3))
    tiles = tuple(t if t.face_up else replace(t, names=names) for t in tiles)
    assert layout_text(arrange(tiles, EMA), tiles).startswith(f"{HAND} 111z +8s {read}")


def test_indicators_of_an_unreadable_wall_are_beside_the_clearest() -> None:
    wall = "[##][9m][1p][##][##][##][##]"
    tiles = observe(scene(f"            {wall}\n\n{TEN}[E ][E ][E ]_[8s]"))
    end = max(t.id for t in tiles if not t.face_up)
    unclear, clear = ((("2s", chance), ("2p", 0.3)) for chance in (0.4, 0.6))
    tiles = tuple(
        t if t.face_up else replace(t, names=clear if t.id == end else unclear) for t in tiles
    )
    assert layout_text(arrange(tiles, EMA), tiles) == f"{HAND} 111z +8s dora 9m 1p ignored 5"


def test_pale_backs_read_as_white_dragons_around_a_hand_do_not_hide_the_indicator() -> None:
    wall = "[##][##][9m][##][##][##][##]"
    tiles = observe(scene(f"            {wall}\n\n\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    backs = [tile.id for tile in tiles if not tile.face_up]
    names = (("5z", 0.6), ("back", 0.4))
    tiles = tuple(replace(t, names=names) if t.id in backs[1:] else t for t in tiles)
    hand = tuple(t for t in tiles if t.face_up and t.kind not in ("5z", "9m"))
    whole = arrange_region(tiles, EMA)
    found = with_surroundings(arrange_region(hand, EMA), whole, tiles, {})
    assert layout_text(found, tiles) == f"{HAND} 111z +8s dora 9m ignored 6"


@pytest.mark.parametrize(
    ("rules", "upper", "lower", "read"),
    [
        (EMA, "[W ]__[W ]<W >", "<E >[E ][E ]", "[left 111z] [right 333z]"),
        (MCR, "[3s]__[4s][5s]", "[2s][3s][4s]", "[345s] [234s]"),
    ],
)
def test_a_set_with_a_gap_is_a_set_where_it_is_a_line(
    rules: str, upper: str, lower: str, read: str
) -> None:
    row = "[2m][3m][4m][5p][6p][7p][9s]_[9s]"
    tiles = observe(scene(f"{' ' * 34}{upper}\n{row}___{lower}"))
    groups = {"called_sets": "3s4s5s,2s3s4s"} if rules == MCR else {}
    found = arrange(tiles, rules, groups)
    assert layout_text(found, tiles) == f"234m 567p 9s {read} +9s"


@pytest.mark.parametrize(("answer", "read"), [("yes", "dora 9m 9m ignored 2"), ("no", "ignored 4")])
def test_equal_faces_between_backs_are_indicators_or_a_kong_of_another(
    answer: str, read: str
) -> None:
    tiles = observe(scene(f"            [##][9m][9m][##]\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    found = arrange(tiles, EMA, {"indicators": answer})
    assert layout_text(found, tiles) == f"{HAND} 111z +8s {read}"


def test_every_set_beside_a_pair_is_asked_about() -> None:
    sets = "[4m][4m][4m]__[3m][4m][5m]\n\n[W ][W ][W ]__[S ][##][##][S ]"
    tiles = observe(scene(f"{sets}\n\n[6p]_[6p]"))
    (asked,) = (q for q in arrange(tiles, MCR).questions if q.code == "called_sets")
    assert {"4m4m4m", "3m4m5m", "3z3z3z"} < set(asked.options)
    found = arrange(tiles, MCR, {"called_sets": asked.options[-1]})
    assert len(found.melds) == 4 and found.hand_size == 2


def test_a_group_is_a_set_by_the_second_name_of_one_of_its_tiles() -> None:
    tiles = list(observe(scene(f"[E ][E ][E ]__{TEN}_[8s]")))
    (first, *_) = (i for i, tile in enumerate(tiles) if tile.kind == "1z")
    options = {}
    for share in (0.3, 0.02):
        names = (("4z", 1 - share), ("1z", share))
        tiles[first] = replace(tiles[first], names=names)
        asked = [q for q in arrange(tiles, MCR).questions if q.code == "called_sets"]
        options[share] = [q.options for q in asked]
    assert options == {0.3: [("none", "1z1z1z")], 0.02: []}


def test_a_hand_in_two_lines_is_one_hand() -> None:
    tiles = observe(scene("[2m][3m][4m][5p][6p][7p][E ]\n[6s][7s][8s][9s][9s][9s][E ]"))
    found = arrange(tiles, MCR)
    assert layout_text(found, tiles) == "234m 567p 678999s 11z ?winning_tile"
    assert found.concealed == tuple(range(14))


def test_sets_that_touch_in_lines_of_six_are_no_pond() -> None:
    sets = "[5p]<5p>[5p]<7p>[8p][9p]\n<3p>[3p][3p]<5p>[3p][4p]"
    tiles = observe(scene(f"{sets}\n\n[1p]_[1p]"))
    melds = "[left 333p] [left 534p] [across 555p] [left 789p]"
    assert layout_text(arrange(tiles, ZJ), tiles) == f"1p {melds} +1p ?owner_edge"


def test_a_line_of_two_sets_above_a_short_row_is_no_pond() -> None:
    sets = "        [9s][9s]<9s>\n<3s>[1s][2s]_[7m]<7m>[7m]"
    tiles = observe(scene(f"{sets}\n[6s][6s][7s][8s]__[9s]"))
    assert not arrange_region(tiles, ZJ).ponds
    text = "6678s [left 312s] [across 777m] [right 999s] +9s"
    assert layout_text(arrange(tiles, ZJ), tiles) == text


def test_a_back_beside_a_pair_is_no_kong_where_other_tiles_touch_them() -> None:
    tiles = observe(scene(f"{OPEN}__[##][S ][S ][9p]"), Camera(elevation=60))
    assert "(2222z)" not in layout_text(arrange(tiles, MCR), tiles)


@pytest.mark.parametrize("share", [0.3, 0.0])
def test_a_wall_as_white_as_a_dragon_shows_its_indicators(share: float) -> None:
    wall = "[P ][P ][1s][6s][7m][P ][P ]"
    tiles = [
        replace(tile, names=(("5z", 1 - share), ("back", share))) if tile.kind == "5z" else tile
        for tile in observe(scene(f"      {wall}\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    ]
    found = arrange(tiles, EMA)
    assert len(found.indicators) == (3 if share else 0)


def test_blank_backs_beside_sure_ones_are_no_indicators() -> None:
    tiles = [
        replace(tile, names=(("5z", 0.7), ("back", 0.3))) if tile.kind == "5z" else tile
        for tile in observe(
            scene(f"      [##][##][7m][##][P ][P ][P ]\n\n\n{TEN}[E ][E ][E ]_[8s]")
        )
    ]
    found = arrange(tiles, EMA)
    assert [tiles[i].kind for i in found.indicators] == ["7m"]


def test_a_set_in_front_of_the_hand_is_a_set() -> None:
    tiles = observe(scene(f"<3s>[2s][4s]\n\n{TEN}_[8s]"))
    assert layout_text(arrange(tiles, EMA), tiles) == f"{HAND} [left 324s] +8s"


def test_two_hands_of_one_side_are_asked_about() -> None:
    laid = scene(
        f"[1m][1m][2m][2m][3m][3m][4m][4m][6m][6m][7m][7m][9m]\n\n\n\n{TEN}[E ][E ][E ]_[8s]"
    )
    tiles = observe(laid)
    found = arrange(tiles, EMA)
    (asked,) = (q for q in found.questions if q.id == "which_hand")
    hands = {arrange(tiles, EMA, {"which_hand": o}).winning_kind for o in asked.options}
    assert hands == {None, "8s"}


@pytest.mark.parametrize("elevation", [30, 45, 60, 70])
@pytest.mark.parametrize("azimuth", [0, 15, 180])
def test_pung_or_kong_is_asked_only_where_a_tile_may_lie_hidden(
    elevation: int, azimuth: int
) -> None:
    camera = Camera(azimuth, elevation, jitter=0.01)
    for pung in ("<8p>[8p][8p]", "[8p]<8p>[8p]", "[8p][8p]<8p>"):
        flat = scene(f"{OPEN}_{pung}")
        assert [q.id for q in arrange(observe(flat, camera), ZJ).questions] == []
        (asked,) = arrange(observe(stack_last_tile(flat), camera), ZJ).questions
        assert asked.code == "pung_or_kong"


def test_how_often_it_is_asked_of_boxes_as_careless_as_the_readers() -> None:
    """Corners off by 0.02 tile widths give the shapes a spread of 0.025, as photos of hands do."""
    flat = scene(f"{OPEN}_[8p]<8p>[8p]")

    def share(laid: tuple[Laid, ...], elevation: float) -> float:
        cameras = [Camera(0, elevation, 40, jitter=0.02, seed=seed) for seed in range(50)]
        asked = [arrange(observe(laid, camera), ZJ).questions for camera in cameras]
        return fmean("pung_or_kong" in {one.code for one in questions} for questions in asked)

    assert share(flat, 65) <= 0.02
    assert share(flat, 70) <= 0.2
    assert all(share(stack_last_tile(flat), elevation) >= 0.98 for elevation in (65, 70, 80, 90))


def test_pung_or_kong_is_left_open_from_above_unless_the_fourth_tile_is_seen() -> None:
    laid = scene(f"{OPEN}_[8p]<8p>[8p]")
    (asked,) = arrange(observe(laid, Camera(elevation=88)), ZJ).questions
    assert (asked.code, asked.default) == ("pung_or_kong", "pung")
    fourth = Laid("8p", 5.0, 3.4, 20)
    assert arrange(observe((*laid, fourth), Camera(elevation=88)), ZJ).questions == ()


def test_a_chow_turned_in_the_middle_is_kept_with_a_remark() -> None:
    tiles = observe(scene(f"{OPEN}_[2s]<3s>[4s]"))
    assert layout_text(arrange(tiles, EMA), tiles) == f"{HAND} [left 234s] +8s layout_warning"


def test_a_chow_is_not_turned_in_the_middle_where_others_are_at_the_left() -> None:
    sets = "<6m>[4m][5m]__<7m>[5m][6m]__<4m>[5m][6m]"
    tiles = observe(scene(f"[6m]<7m>[8m]_[S ][S ]___{sets}"))
    found = arrange(tiles, MCR)
    assert found.winning == 1
    assert len(found.melds) == 3


def test_a_called_group_that_is_no_set_is_refused() -> None:
    tiles = observe(scene(f"{OPEN}_<3s>[2s][C ]"))
    assert "not_a_set" in {p.code for p in arrange(tiles, EMA).problems if p.fatal}


def test_a_certain_tile_is_not_overruled_and_a_doubtful_one_is_asked_about() -> None:
    tiles = list(observe(scene(f"{OPEN}_<3s>[2s][4s]")))
    doubtful = replace(tiles[-1], names=(("4p", 0.6), ("4s", 0.39)))
    found = arrange([*tiles[:-1], doubtful], EMA)
    assert found.melds[0].kinds == ("3s", "2s", "4s")
    assert [q.id for q in found.questions] == [f"tile:{doubtful.id}"]
    sure = replace(doubtful, names=(("4p", 0.98), ("4s", 0.01)))
    assert "not_a_set" in {p.code for p in arrange([*tiles[:-1], sure], EMA).problems}


def test_owner_is_asked_for_when_no_face_tells() -> None:
    text = "[1p][1p][1p][2p][2p][3p][3p][4p][4p][5p]_[5p]_<8p>[8p][8p]"
    tiles = observe(scene(text))
    found = arrange(tiles, EMA)
    (asked,) = notable_questions(found)
    assert (asked.id, asked.default) == ("owner_edge", "bottom")
    assert found.melds[0].source == "left"
    across = arrange(tiles, EMA, {"owner_edge": "top"})
    assert across.melds[0].source == "right"


HANDS_FROM = {  # thirteen orphans at the bottom, and each other hand of one suit
    PictureEdge.BOTTOM: "19m 19p 19s 1234567z",
    PictureEdge.RIGHT: "1112345678999m",
    PictureEdge.TOP: "1112345678999p",
    PictureEdge.LEFT: "1112345678999s",
}


@pytest.mark.parametrize("edge", list(PictureEdge))
def test_the_hand_of_the_given_edge_is_read(edge: PictureEdge) -> None:
    laid = []
    for turn, text in enumerate(HANDS_FROM.values()):
        angle = 90 * turn  # counter-clockwise, as the players sit
        for place, kind in enumerate(parse_tiles(text)):
            across = complex(place - 6, -12) * 1j**turn
            laid.append(Laid(kind.value, across.real, across.imag, angle))
    tiles = observe(laid, Camera(elevation=80, distance=50))
    found = arrange(tiles, MCR, {"winning_tile": "9m"}, hand_from=edge)
    hand = layout_to_hand(found, tiles).hand
    assert hand.concealed == parse_tiles(HANDS_FROM[edge])


def test_no_owner_is_asked_for_when_the_edge_is_given() -> None:
    tiles = observe(scene("[1p][1p][1p][2p][2p][3p][3p][4p][4p][5p]_[5p]_<8p>[8p][8p]"))
    found = {edge: arrange(tiles, EMA, hand_from=edge) for edge in PictureEdge}
    asked = {q.id for one in found.values() for q in one.questions}
    assert "owner_edge" not in asked
    assert found[PictureEdge.BOTTOM].melds[0].source == "left"
    assert found[PictureEdge.TOP].melds[0].source == "right"


def test_no_tiles_and_loose_tiles_are_no_hand() -> None:
    assert [p.code for p in arrange((), EMA).problems] == ["no_hand"]
    rng = np.random.default_rng(4)
    loose = [Laid("5m", 3 * (i % 4), 3 * (i // 4), float(rng.uniform(0, 360))) for i in range(9)]
    found = arrange(observe(loose), EMA)
    assert not found.is_complete


@pytest.mark.parametrize("count", [2, 5, 9])
def test_scattered_tiles_are_no_hand(count: int) -> None:
    rng = np.random.default_rng(count)
    loose = [
        Laid(f"{i + 1}m", 4.0 * (i % 3), 4.0 * (i // 3), float(rng.uniform(0, 360)))
        for i in range(count)
    ]
    for rules in (EMA, MCR, ZJ):
        found = arrange(observe(loose), rules)
        assert any(problem.fatal for problem in found.problems)
        assert not found.melds and not found.is_complete


def test_hidden_red_five_is_said_to_be_implied() -> None:
    tiles = observe(scene(f"{OPEN}_[5s][##][##][5s]"))
    (remark,) = arrange(tiles, EMA).problems
    assert (remark.code, remark.fatal) == ("red_five_implied", False)


@pytest.mark.slow
def test_a_hand_takes_under_20_ms() -> None:
    import time

    tiles = observe(CASES[4].laid)
    start = time.process_time()
    for _ in range(50):
        arrange(tiles, EMA)
    assert (time.process_time() - start) / 50 < 0.02


@pytest.mark.parametrize(("pond", "asked"), [("[2m][6s][4p]", True), ("[2m][6s][4p][3m]", False)])
def test_four_faces_without_backs_are_a_pond_and_no_indicators(pond: str, asked: bool) -> None:
    tiles = observe(scene(f"          {pond}\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    assert ("?indicators" in layout_text(arrange(tiles, EMA), tiles)) == asked


@pytest.mark.parametrize(("answers", "asks"), [({}, True), ({"indicators": "no"}, False)])
def test_an_answer_about_indicators_holds_where_the_hand_is_a_region_of_the_photo(
    answers: dict[str, str], asks: bool
) -> None:
    tiles = observe(scene(f"            [9m][3p]\n\n{TEN}[E ][E ][E ]_[8s]"))
    whole = arrange_region(tiles, EMA)
    hand = arrange_region([tile for tile in tiles if tile.id in whole.own_ids], EMA)
    found = with_surroundings(hand, whole, tiles, answers)
    assert any(asked.code == "indicators" for asked in found.questions) == asks


def test_a_hand_of_two_rows_beside_a_called_set_is_no_pond() -> None:
    rows = "[9m][9m][9m][4s][4s][N ]\n[N ][N ][P ][P ]_[4s]"
    tiles = observe(scene(f"{rows}\n{' ' * 40}<6p>[5p][7p]"))
    found = arrange(tiles, EMA)
    assert not found.ponds and found.tile_count == 14
    assert [meld.kinds for meld in found.melds] == [("6p", "5p", "7p")]


@pytest.mark.parametrize("rules", [ZJ, EMA, MCR])
@pytest.mark.parametrize(
    ("rest", "asks"),
    [
        ("[6p][8p][8s][8s]_[7p]", True),
        ("[6p][8p]_[8s][8s]_[7p]", False),  # the hand is sorted, too: none of it was called
    ],
)
def test_sets_apart_in_a_line_whose_rest_is_not_sorted_may_be_called(
    rules: str, rest: str, asks: bool
) -> None:
    tiles = observe(scene(f"[4p][5p][6p]_[4s][5s][6s]_[C ][C ][C ]_{rest}"))
    asked = {question.id for question in arrange(tiles, rules).questions}
    assert ("called_sets" in asked) == (asks or rules == MCR)


def test_what_looks_turned_in_a_wall_is_no_indicator() -> None:
    tiles = observe(scene(f"    <2s>[9m][##][##]\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    found = arrange(tiles, EMA)
    assert layout_to_hand(found, tiles).dora_indicators == ("9m",)


def test_three_blank_tiles_touching_a_chow_are_no_kong_of_its_first_tile() -> None:
    # from low down a camera sees tiles so flat that they look turned
    hand = "[1m][4m][4m][4m][9m][9m][9m]_[1m]____<P ><P ><P >[6m][7m][8m]"
    tiles = [
        replace(tile, names=(("5z", 0.98), ("back", 0.02))) if tile.kind == "5z" else tile
        for tile in observe(scene(hand))
    ]
    found = arrange(tiles, MCR)
    assert found.tile_count == 14 and not any(meld.is_concealed for meld in found.melds)


def _at_angle(laid: tuple[Laid, ...], degrees: float, u: float, v: float) -> list[Laid]:
    """Turn what is laid counter-clockwise around the first tile, and put that at a place."""
    first, way = laid[0], cmath.rect(1.0, math.radians(degrees))
    steps = [complex(tile.u - first.u, tile.v - first.v) * way for tile in laid]
    return [
        replace(tile, u=u + step.real, v=v + step.imag, angle=tile.angle + degrees)
        for tile, step in zip(laid, steps, strict=True)
    ]


def test_an_added_tile_of_a_set_at_an_angle_to_the_hand_is_in_its_column() -> None:
    row = scene(f"{TEN}_[8s]")
    kong = scene("<9m>\n<9m>[9m][9m]")
    found = arrange(tiles := observe([*row, *_at_angle(kong, 12.0, 15.0, 4.0)]), ZJ)
    assert [meld.kinds for meld in found.melds] == [("9m",) * 4]
    assert not found.ignored and found.own_ids == {tile.id for tile in tiles}


def test_a_winning_tile_and_sets_at_an_angle_to_the_hand_are_of_it() -> None:
    row = scene("[4m][5m][7m][8m][9m][9m][9m]")
    rest = scene("[6m]__<7m>[6m][8m]__<5m>[4m][6m]")
    found = arrange(tiles := observe([*row, *_at_angle(rest, 20.0, 9.0, 0.5)]), EMA)
    assert layout_text(found, tiles).startswith("4578999m [left 768m] [left 546m] +6m")


def test_more_blank_tiles_than_white_dragons_are_backs_of_a_kong() -> None:
    tiles = [
        replace(tile, names=(("5z", 0.99), ("back", 0.008))) if tile.kind == "5z" else tile
        for tile in observe(
            scene("[3m][3m][P ][P ]_[3m]__<5m>[5m][5m][5m]__[P ][P ][P ][P ]__<7m>[7m][7m]")
        )
    ]
    found = arrange(tiles, ZJ)
    assert [meld.hidden for meld in found.melds] == [0, 4, 0]
    assert [question.code for question in found.questions if question.default is None] == [
        "kong_face"
    ]


def test_a_pair_apart_from_four_kongs_is_the_hand() -> None:
    kongs = "[##][6m][6m][##]__[5m][5m][5m][5m]__[##][##][##][##]__[P ][P ][P ][P ]"
    found = arrange(tiles := observe(scene(f"{kongs}\n\n     [N ]_[N ]")), MCR)
    assert {tiles[i].kind for i in (*found.concealed, found.winning or 0)} == {"4z"}
    assert len(found.melds) == 4


def test_a_tile_above_a_short_hand_won_rather_than_a_kong_is_of_the_hand() -> None:
    kongs = "[1m][1m][1m][1m]__[7m][7m][7m][7m]__[F ][F ][F ][F ]"
    found = arrange(tiles := observe(scene(f"     [3m]\n\n[2m][4m][1p][1p]______{kongs}")), MCR)
    assert found.winning is not None and tiles[found.winning].kind == "3m"
    assert len(found.melds) == 3


@pytest.mark.parametrize(("rules", "asks"), [(ZJ, False), (EMA, False), (MCR, True)])
def test_a_second_row_of_sets_that_touch_is_of_the_hand_if_called_ones_are_turned(
    rules: str, asks: bool
) -> None:
    tiles = observe(scene("[4m][4m][4m][9m][9m][9m]\n[6p][6p][6p][7s][7s][F ][F ]_[F ]"))
    asked = {question.code: question.default for question in arrange(tiles, rules).questions}
    assert ("called_sets" in asked) == asks
    assert not asks or asked["called_sets"] == "none"  # until somebody says that they were called


@pytest.mark.parametrize("kong", ["[P ][7p][P ][P ]", "[P ][P ][7p][P ]", "[7p][P ][P ][7p]"])
def test_blank_tiles_of_a_kong_apart_are_backs_at_a_small_chance(kong: str) -> None:
    row = f"[3s][4s][5s][5s]_[5s]____<C >[C ][C ]__<7m>[7m][7m]__{kong}"
    tiles = [
        replace(tile, names=(("5z", 0.996), ("back", 0.003))) if tile.kind == "5z" else tile
        for tile in observe(scene(row))
    ]
    found = arrange(tiles, MCR)
    assert [meld.kinds for meld in found.melds if meld.is_concealed] == [("7p",) * 4]


@pytest.mark.parametrize(("existence", "is_kong"), [(0.99, True), (0.54, False)])
def test_a_doubtful_back_beside_three_equal_tiles_is_not_of_a_kong(
    existence: float, is_kong: bool
) -> None:
    row = "[7m][7m][7m][5p][5p][P ][P ]_[P ]\n\n[4p][4p][4p][##]____<8p>[8p][8p]"
    tiles = [
        replace(tile, existence=existence) if not tile.face_up else tile
        for tile in observe(scene(row))
    ]
    found = arrange(tiles, MCR)
    assert any(meld.is_concealed for meld in found.melds) == is_kong


def test_a_doubtful_indicator_around_the_region_of_the_hand_is_asked_about() -> None:
    wall = "[##][##][9m][##][##][##]"
    seen = observe(scene(f"{wall}\n\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    (shown,) = (tile.id for tile in seen if tile.kind == "9m")
    names = (("9m", 0.4), ("3m", 0.3))
    tiles = [replace(tile, names=names) if tile.id == shown else tile for tile in seen]
    whole = arrange_region(tiles, EMA)
    hand = arrange_region([tile for tile in tiles if tile.id in whole.own_ids], EMA)
    found = with_surroundings(hand, whole, tiles, {})
    assert [asked.id for asked in found.questions] == [f"tile:{shown}"]


@pytest.mark.parametrize("seat", [0.0, 180.0])
def test_faces_of_sets_far_from_the_hand_tell_where_its_owner_sits(seat: float) -> None:
    """The hand's own faces look the same from both sides."""
    row = "[2p][2p][2p][4p][4p]_[4p]________<3m>[3m][3m]__[E ]<E >[E ]"
    tiles = observe(scene(row), Camera(azimuth=seat, elevation=60))
    found = arrange(tiles, MCR)
    sources = {meld.kinds[0]: meld.source for meld in found.melds}
    assert sources == {"3m": MeldSource.LEFT, "1z": MeldSource.ACROSS}
    assert "owner_edge" not in [question.code for question in found.questions]


def test_a_second_row_whose_last_tile_won_is_of_the_hand() -> None:
    """Its tiles are sets, of which one lies apart: nobody called the others."""
    seen = observe(scene("[1m][1m][3m][4m][5m]\n[7p][7p][7p][6s][6s]_[6s]__[P ][8s][8s][P ]"))
    tiles = [replace(tile, names=(("back", 1.0),)) if tile.kind == "5z" else tile for tile in seen]
    found = arrange(tiles, EMA)
    assert "called_sets" not in [question.code for question in found.questions]
    assert found.winning is not None and tiles[found.winning].kind == "6s"
    assert [meld.kinds for meld in found.melds] == [("8s",) * 4]


def test_no_pair_is_left_out_beside_blank_tiles_that_may_be_a_kong() -> None:
    kongs = "[6s][6s]<6s>[6s]___[P ][P ][P ][4p]"
    seen = observe(scene(f"[9s][9s]<9s>[9s]_[3s][3s][3s]<3s>\n\n{kongs}\n\n[2p]<2p>"))
    names = (("5z", 0.98), ("back", 0.02))
    tiles = tuple(replace(tile, names=names) if tile.kind == "5z" else tile for tile in seen)
    found = arrange(tiles, MCR)
    assert [tiles[i].kind for i in (*found.concealed, found.winning or 0)] == ["2p", "2p"]
    assert ("4p",) * 4 in {meld.kinds for meld in found.melds}


@pytest.mark.parametrize(
    ("other", "asks"),
    [
        ("[1s][4m][7p][S ][9m][3p][5s]\n[8m][F ][2p][9s][1m][4p][C ]", False),
        ("[1m][1m][2m][3m][4m][2p][3p]\n[4p][7s][8s][9s][C ][C ][C ]", True),
        ("[1s][4m][7p][S ][9m][3p][5s][8m][F ][2p][9s][1m][4p][C ]", True),
        ("[1s][4m][7p][S ][9m][3p]\n[8m][F ][2p][9s][1m]______[C ][C ]<C >", False),
    ],
    ids=["pond", "hand in two rows", "row", "pond and another player's set"],
)
def test_a_pond_is_no_other_hand(other: str, asks: bool) -> None:
    """Players sort a hand, and most in one row."""
    tiles = observe(scene(f"{other}\n\n\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    rows = arrange_region(tiles, ZJ).rows
    whole = arrange_region(tiles[14:], ZJ)
    sets = [meld for meld in arrange_region(tiles[:14], ZJ).melds if "7z" in meld.kinds]
    held = tuple(i for i in range(14) if not any(i in meld.tiles for meld in sets))
    pond = replace(whole, rows=rows, concealed=held, winning=None, melds=tuple(sets))
    found = choose_hand([RatedLayout(1.0, whole), RatedLayout(5.0, pond)], tiles, {})
    assert [question.code for question in found.questions] == ["which_hand"] * asks


def test_the_rows_of_a_hand_need_not_be_parallel() -> None:
    kinds = ["1m", "1m", "1m", "2p", "4p", "9p"]
    upper = [Laid(kind, 1.0 + u, 2.25 + 0.25 * u) for u, kind in enumerate(kinds)]
    tiles = observe(scene("[9p][9p][5s][5s][C ][C ][C ]__<3p>", *upper))
    assert layout_text(arrange(tiles, MCR), tiles) == "111m 24999p 55s 777z +3p"


@pytest.mark.parametrize(("gap", "is_apart"), [(0.38, True), (0.3, False)])
def test_a_winning_tile_is_apart_in_a_row_that_is_not_tidy(gap: float, is_apart: bool) -> None:
    kinds = "2m 3m 4m 5p 6p 7p 6s 7s 9s 9s 1z 1z 1z".split()
    laid = [Laid(kind, at + 0.2 * (at > 5), 0.0) for at, kind in enumerate(kinds)]
    tiles = observe((*laid, Laid("8s", 13.2 + gap, 0.0)))
    found = arrange(tiles, EMA)
    assert (found.winning_kind == "8s") == is_apart


@pytest.mark.parametrize(
    ("flowers", "said"),
    [("[1f]", "flower 1f seen"), ("[1f][2f][3f]", "3 flowers seen (1f 2f 3f)")],
)
def test_flowers_in_a_riichi_hand_are_one_problem(flowers: str, said: str) -> None:
    found = arrange(observe(scene(f"{TEN}[E ][E ][E ]_[8s]__{flowers}")), EMA)
    (problem,) = [one for one in found.problems if one.code == "no_flowers"]
    assert problem.message.startswith(said) and len(problem.tiles) == flowers.count("f")
    assert problem.localize("it").startswith("vist")
