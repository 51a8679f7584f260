"""Scenes of tiles become hands: the thirty-two, under many cameras."""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Hand, MeldSource
from scoring.tiles import parse_tiles
from tests.vision.parsing.reads import case_text, layout_text, read
from tests.vision.parsing.scene_cases import (
    CAMERAS,
    CASES,
    EMA,
    HAND,
    MCR,
    OPEN,
    TEN,
    ZJ,
    Case,
)
from tests.vision.scenes import Camera, Laid, observe, scene
from vision.layout.layout import Layout, layout_to_hand
from vision.layout.questions import LayoutError, sentence
from vision.picture_edge import PictureEdge
from vision.seen_tile import SeenTile


def _read(case: Case, camera: Camera, answers: Mapping[str, str] | None = None) -> str:
    tiles = observe(case.laid, camera)
    return case_text(case, read(tiles, case.rules, answers), tiles)


@pytest.mark.parametrize("case", [case for case in CASES if case.told], ids=lambda case: case.id)
def test_every_scene_is_read_alike_from_all_sides(case: Case) -> None:
    texts = {name: _read(case, camera) for name, camera in CAMERAS.items()}
    assert sum(text == case.told for text in texts.values()) >= case.cameras, texts


@pytest.mark.parametrize("case", [case for case in CASES if case.then], ids=lambda case: case.id)
def test_answers_settle_what_was_open(case: Case) -> None:
    assert _read(replace(case, told=case.then), Camera(elevation=50), case.answers) == case.then


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
    found = read(tiles, case.rules)
    parts = [*found.concealed, *found.flowers, *found.indicators, *found.ignored]
    parts += found.hidden_indicators
    parts += [i for meld in found.melds for i in meld.tiles]
    parts += [found.winning] if found.winning is not None else []
    assert Counter(parts) == Counter(tile.id for tile in tiles)
    assert Counter(i for row in found.rows for i in row) == Counter(parts)
    total = len(found.concealed) + (found.winning is not None) + 3 * len(found.melds)
    assert not found.is_complete or total in (13, 14)


@given(count=st.integers(1, 20))
def test_a_count_that_does_not_fit_is_never_scored(count: int) -> None:
    row = tuple(Laid(f"{i % 9 + 1}{'mps'[i // 9]}", i, 0) for i in range(count))
    found = read(observe(row), EMA)
    assert any(p.fatal for p in found.problems) == (count not in (13, 14))
    assert found.is_complete <= (count == 14)  # of 13 the winning tile is open


def test_the_count_is_told_in_words() -> None:
    tiles = observe(scene(f"{TEN}[1p][1p]_<3s>[2s][4s]"))
    (problem,) = (p for p in read(tiles, EMA).problems if p.fatal)
    assert problem.message == "12 in hand + 1 set = 15 tiles, one too many"
    assert (
        sentence(problem.code, problem.data, "it")
        == "12 in mano + 1 gruppo = 15 tessere, una di troppo"
    )


def test_record_parts_fill_a_hand() -> None:
    tiles = observe(scene(f"{OPEN}_[8p][8p]<8p>"))
    parts = layout_to_hand(read(tiles, EMA), tiles)
    assert parts.hand == Hand.parse("234m567p6799s [>888p] +8s")
    assert not parts.hand.problems()


def test_no_hand_is_given_before_the_winning_tile_is_known() -> None:
    tiles = observe(scene("[2m][3m][4m][5p][6p][7p][8p][8p][3s][4s][5s][6s][7s][8s]"))
    with pytest.raises(LayoutError, match="Which tile won"):
        layout_to_hand(read(tiles, EMA), tiles)
    answered = read(tiles, EMA, {"winning_tile": "8s"})
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
    tiles = observe(scene(f"{TEN}[E ][E ][E ]_[8s]"))
    with pytest.raises(LayoutError, match=said_so):
        read(tiles, EMA, answers)


def test_indicators_turned_up_below_the_others_are_told_apart() -> None:
    (case,) = (case for case in CASES if case.id == "L12 hidden")
    tiles = observe(case.laid)
    parts = layout_to_hand(read(tiles, EMA), tiles)
    assert (parts.dora_indicators, parts.ura_indicators) == (("5s",), ("9m",))


def test_an_unread_indicator_is_asked_about_and_one_at_a_walls_end_is_a_back() -> None:
    (case,) = (case for case in CASES if case.id == "L12 hidden")
    tiles = observe(case.laid)

    def arrange_without(unread: SeenTile) -> Layout:
        return read([replace(t, names=()) if t.id == unread.id else t for t in tiles], EMA)

    (shown,) = (tile for tile in tiles if tile.kind == "5s")
    assert [asked.id for asked in arrange_without(shown).questions] == [f"tile:{shown.id}"]
    backs = [tile for tile in tiles if not tile.face_up]
    end = max(backs, key=lambda tile: tile.quad[0][0] - tile.quad[0][1] / 100)  # of the upper row
    found = arrange_without(end)
    assert (found.indicators, found.questions) == ((shown.id,), ())


def test_the_winning_tile_may_be_said_against_the_picture() -> None:
    tiles = observe(scene(f"{TEN}[E ][E ][E ]_[8s]"))
    assert (
        layout_text(read(tiles, EMA, {"winning_tile": "1z"}), tiles) == "234m 567p 67899s 11z +1z"
    )


def test_a_set_above_a_turned_tile_is_no_added_kong() -> None:
    tiles = observe(scene(f"{OPEN}_<4s>[5s][6s]", *_set_above(("4s", "3s", "5s"))))
    assert "[left 456s]" in layout_text(read(tiles, MCR), tiles)


def _set_above(kinds: tuple[str, ...]) -> tuple[Laid, ...]:
    """Three tiles in a line of their own, the first above the turned tile of the set below."""
    turned = next(tile for tile in scene(f"{OPEN}_<4s>[5s][6s]") if tile.angle)
    return tuple(Laid(kind, turned.u + k, turned.v + 1.3, 0.0) for k, kind in enumerate(kinds))


def test_a_set_that_touches_the_hand_on_both_sides_is_part_of_it() -> None:
    row = "[2m][3m][4m][5p][6p][7p][8p][8p]<8p>[9s][9s][E ][E ][E ]"
    found = read(observe(scene(row)), MCR)
    assert not found.melds
    assert "reading" not in {asked.code for asked in found.questions}


@pytest.mark.parametrize(("answer", "told"), [("yes", "dora 9m 9m ignored 2"), ("no", "ignored 4")])
def test_equal_faces_between_backs_are_indicators_or_a_kong_of_another(
    answer: str, told: str
) -> None:
    tiles = observe(scene(f"            [##][9m][9m][##]\n\n\n{TEN}[E ][E ][E ]__[8s]"))
    found = read(tiles, EMA, {"indicators": answer})
    assert layout_text(found, tiles) == f"{HAND} 111z +8s {told}"


def test_a_group_is_a_set_by_the_second_name_of_one_of_its_tiles() -> None:
    tiles = list(observe(scene(f"[E ][E ][E ]__{TEN}_[8s]")))
    (first, *_) = (i for i, tile in enumerate(tiles) if tile.kind == "1z")
    told = {}
    for share in (0.3, 0.02):
        names = (("4z", 1 - share), ("1z", share))
        tiles[first] = replace(tiles[first], names=names)
        told[share] = layout_text(read(tiles, MCR), tiles)
    assert told == {0.3: f"{HAND} [111z] +8s", 0.02: f"{HAND} 111z +8s"}


def test_blank_backs_beside_sure_ones_are_no_indicators() -> None:
    tiles = [
        replace(tile, names=(("5z", 0.7), ("back", 0.3))) if tile.kind == "5z" else tile
        for tile in observe(
            scene(f"      [##][##][7m][##][P ][P ][P ]\n\n\n{TEN}[E ][E ][E ]_[8s]")
        )
    ]
    found = read(tiles, EMA)
    assert [tiles[i].kind for i in found.indicators] == ["7m"]


def test_a_set_in_front_of_the_hand_is_a_set() -> None:
    tiles = observe(scene(f"<3s>[2s][4s]\n\n{TEN}_[8s]"))
    assert layout_text(read(tiles, EMA), tiles) == f"{HAND} [left 324s] +8s"


def test_a_chow_is_not_turned_in_the_middle_where_others_are_at_the_left() -> None:
    sets = "<6m>[4m][5m]__<7m>[5m][6m]__<4m>[5m][6m]"
    tiles = observe(scene(f"[6m]<7m>[8m]_[S ][S ]___{sets}"))
    found = read(tiles, MCR)
    assert found.winning == 1
    assert len(found.melds) == 3


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
    found = read(tiles, MCR, {"winning_tile": "9m"}, hand_from=edge)
    hand = layout_to_hand(found, tiles).hand
    assert hand.concealed == parse_tiles(HANDS_FROM[edge])


def test_no_owner_is_asked_for_when_the_edge_is_given() -> None:
    tiles = observe(scene("[1p][1p][1p][2p][2p][3p][3p][4p][4p][5p]_[5p]_<8p>[8p][8p]"))
    found = {edge: read(tiles, EMA, hand_from=edge) for edge in PictureEdge}
    asked = {q.id for one in found.values() for q in one.questions}
    assert "owner_edge" not in asked
    assert found[PictureEdge.BOTTOM].melds[0].source == "left"
    assert found[PictureEdge.TOP].melds[0].source == "right"


def test_no_tiles_and_loose_tiles_are_no_hand() -> None:
    assert [p.code for p in read((), EMA).problems] == ["no_hand"]
    rng = np.random.default_rng(4)
    loose = [Laid("5m", 3 * (i % 4), 3 * (i // 4), float(rng.uniform(0, 360))) for i in range(9)]
    found = read(observe(loose), EMA)
    assert not found.is_complete


@pytest.mark.parametrize("count", [2, 5, 9])
def test_scattered_tiles_are_no_hand(count: int) -> None:
    rng = np.random.default_rng(count)
    loose = [
        Laid(f"{i + 1}m", 4.0 * (i % 3), 4.0 * (i // 3), float(rng.uniform(0, 360)))
        for i in range(count)
    ]
    for rules in (EMA, MCR, ZJ):
        found = read(observe(loose), rules)
        assert any(problem.fatal for problem in found.problems)
        assert not found.melds and not found.is_complete


def test_hidden_red_five_is_said_to_be_implied() -> None:
    tiles = observe(scene(f"{OPEN}_[5s][##][##][5s]"))
    (remark,) = read(tiles, EMA).problems
    assert (remark.code, remark.fatal) == ("red_five_implied", False)


@pytest.mark.slow
def test_a_hand_takes_under_20_ms() -> None:
    import time

    tiles = observe(CASES[4].laid)
    start = time.process_time()
    for _ in range(50):
        read(tiles, EMA)
    assert (time.process_time() - start) / 50 < 0.02


def test_what_looks_turned_in_a_wall_is_no_indicator() -> None:
    tiles = observe(scene(f"    <2s>[9m][##][##]\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    found = read(tiles, EMA)
    assert layout_to_hand(found, tiles).dora_indicators == ("9m",)


def test_three_blank_tiles_touching_a_chow_are_no_kong_of_its_first_tile() -> None:
    # from low down a camera sees tiles so flat that they look turned
    hand = "[1m][4m][4m][4m][9m][9m][9m]_[1m]____<P ><P ><P >[6m][7m][8m]"
    tiles = [
        replace(tile, names=(("5z", 0.98), ("back", 0.02))) if tile.kind == "5z" else tile
        for tile in observe(scene(hand))
    ]
    found = read(tiles, MCR)
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
    found = read(tiles := observe([*row, *_at_angle(kong, 12.0, 15.0, 4.0)]), ZJ)
    assert [meld.kinds for meld in found.melds] == [("9m",) * 4]
    assert not found.ignored and found.own_ids == {tile.id for tile in tiles}


def test_more_blank_tiles_than_white_dragons_are_backs_of_a_kong() -> None:
    tiles = [
        replace(tile, names=(("5z", 0.99), ("back", 0.008))) if tile.kind == "5z" else tile
        for tile in observe(
            scene("[3m][3m][P ][P ]_[3m]__<5m>[5m][5m][5m]__[P ][P ][P ][P ]__<7m>[7m][7m]")
        )
    ]
    found = read(tiles, ZJ)
    assert [meld.hidden for meld in found.melds] == [0, 4, 0]
    assert [question.code for question in found.questions if question.default is None] == [
        "kong_face"
    ]


def test_a_pair_apart_from_four_kongs_is_the_hand() -> None:
    kongs = "[##][6m][6m][##]__[5m][5m][5m][5m]__[##][##][##][##]__[P ][P ][P ][P ]"
    found = read(tiles := observe(scene(f"{kongs}\n\n     [N ]_[N ]")), MCR)
    assert {tiles[i].kind for i in (*found.concealed, found.winning or 0)} == {"4z"}
    assert len(found.melds) == 4


def test_a_tile_above_a_short_hand_won_rather_than_a_kong_is_of_the_hand() -> None:
    kongs = "[1m][1m][1m][1m]__[7m][7m][7m][7m]__[F ][F ][F ][F ]"
    found = read(tiles := observe(scene(f"     [3m]\n\n[2m][4m][1p][1p]______{kongs}")), MCR)
    assert found.winning is not None and tiles[found.winning].kind == "3m"
    assert len(found.melds) == 3


@pytest.mark.parametrize("kong", ["[P ][7p][P ][P ]", "[P ][P ][7p][P ]", "[7p][P ][P ][7p]"])
def test_blank_tiles_of_a_kong_apart_are_backs_at_a_small_chance(kong: str) -> None:
    row = f"[3s][4s][5s][5s]_[5s]____<C >[C ][C ]__<7m>[7m][7m]__{kong}"
    tiles = [
        replace(tile, names=(("5z", 0.996), ("back", 0.003))) if tile.kind == "5z" else tile
        for tile in observe(scene(row))
    ]
    found = read(tiles, MCR)
    assert [meld.kinds for meld in found.melds if meld.is_concealed] == [("7p",) * 4]


@pytest.mark.parametrize("seat", [0.0, 180.0])
def test_faces_of_sets_far_from_the_hand_tell_where_its_owner_sits(seat: float) -> None:
    """The hand's own faces look the same from both sides."""
    row = "[2p][2p][2p][4p][4p]_[4p]________<3m>[3m][3m]__[E ]<E >[E ]"
    tiles = observe(scene(row), Camera(azimuth=seat, elevation=60))
    found = read(tiles, MCR)
    sources = {meld.kinds[0]: meld.source for meld in found.melds}
    assert sources == {"3m": MeldSource.LEFT, "1z": MeldSource.ACROSS}
    assert "owner_edge" not in [question.code for question in found.questions]


def test_a_second_row_whose_last_tile_won_is_of_the_hand() -> None:
    """Its tiles are sets, of which one lies apart: nobody called the others."""
    seen = observe(scene("[1m][1m][3m][4m][5m]\n[7p][7p][7p][6s][6s]_[6s]__[P ][8s][8s][P ]"))
    tiles = [replace(tile, names=(("back", 1.0),)) if tile.kind == "5z" else tile for tile in seen]
    found = read(tiles, EMA)
    assert "called_sets" not in [question.code for question in found.questions]
    assert found.winning is not None and tiles[found.winning].kind == "6s"
    assert [meld.kinds for meld in found.melds] == [("8s",) * 4]


def test_no_pair_is_left_out_beside_blank_tiles_that_may_be_a_kong() -> None:
    kongs = "[6s][6s]<6s>[6s]___[P ][P ][P ][4p]"
    seen = observe(scene(f"[9s][9s]<9s>[9s]_[3s][3s][3s]<3s>\n\n{kongs}\n\n[2p]<2p>"))
    names = (("5z", 0.98), ("back", 0.02))
    tiles = tuple(replace(tile, names=names) if tile.kind == "5z" else tile for tile in seen)
    found = read(tiles, MCR)
    assert [tiles[i].kind for i in (*found.concealed, found.winning or 0)] == ["2p", "2p"]
    assert ("4p",) * 4 in {meld.kinds for meld in found.melds}


def test_the_rows_of_a_hand_need_not_be_parallel() -> None:
    kinds = ["1m", "1m", "1m", "2p", "4p", "9p"]
    upper = [Laid(kind, 1.0 + u, 2.25 + 0.25 * u) for u, kind in enumerate(kinds)]
    tiles = observe(scene("[9p][9p][5s][5s][C ][C ][C ]__<3p>", *upper))
    assert layout_text(read(tiles, MCR), tiles) == "111m 24999p 55s 777z +3p"


@pytest.mark.parametrize(
    ("flowers", "said"),
    [("[1f]", "flower 1f seen"), ("[1f][2f][3f]", "3 flowers seen (1f 2f 3f)")],
)
def test_flowers_in_a_riichi_hand_are_one_problem(flowers: str, said: str) -> None:
    found = read(observe(scene(f"{TEN}[E ][E ][E ]_[8s]__{flowers}")), EMA)
    (problem,) = [one for one in found.problems if one.code == "no_flowers"]
    assert problem.message.startswith(said) and len(problem.tiles) == flowers.count("f")
    assert problem.localize("it").startswith("vist")
