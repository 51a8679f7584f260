"""Questions in the place of refusals: a missing tile, one too many, blanks, backs in hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.hand import Hand
from scoring.tiles import Tile
from tests.vision.layout.layout_cases import EMA, MCR, OPEN, TEN
from tests.vision.layout.test_layout import notable_questions
from tests.vision.scenes import Camera, observe, scene
from vision.decoding.decoder import decode
from vision.layout.layout import Layout, layout_to_hand
from vision.layout.questions import MIXED, expand_blanks
from vision.seen_tile import SeenTile


def _see(text: str, **names: tuple[tuple[str, float], ...]) -> tuple[SeenTile, ...]:
    """Observe a scene in which every tile is certain but those named (`t3=...`)."""
    tiles = observe(scene(text), Camera(elevation=60))
    sure = (replace(t, names=tuple((kind, 0.99) for kind, _ in t.names[:1])) for t in tiles)
    return tuple(replace(t, names=names[f"t{t.id}"]) if f"t{t.id}" in names else t for t in sure)


def _decode(tiles: tuple[SeenTile, ...], rules: str, answers: dict[str, str]) -> Layout:
    return decode(tiles, rules, RulebookOracle(rulebook(rules), Situation()), answers)


def _open_ids(found: Layout) -> list[str]:
    return [question.id for question in found.questions if question.default is None]


HALF_COVERED = "[4m]__[5m][5m][6m]<6m>__[7m][7m][8m][8m][9m][9m][8s][8s]"
"""The second 4m is below a finger; the 6m won."""


def test_a_turned_tile_may_have_won_beside_a_covered_tile() -> None:
    tiles = _see(HALF_COVERED)
    (asked,) = _decode(tiles, EMA, {}).questions
    assert (asked.id, asked.options) == ("winning_tile", ("4m", "7m"))
    assert _open_ids(_decode(tiles, EMA, {"winning_tile": "6m"})) == ["covered"]
    won = _decode(tiles, EMA, {"winning_tile": "6m", "covered": "4m"})
    assert _open_ids(won) == []
    assert layout_to_hand(won, tiles).hand == Hand.parse("44556778899m88s +6m")


def test_one_of_thirteen_tiles_that_is_named_as_the_winner_leaves_another_one_covered() -> None:
    tiles = _see(f"{TEN}[E ][E ][E ]")
    assert _open_ids(_decode(tiles, MCR, {})) == ["winning_tile"]
    found = _decode(tiles, MCR, {"winning_tile": "1z"})
    (asked,) = found.questions
    assert (asked.id, asked.options) == ("covered", ("none", "5s", "8s"))
    won = _decode(tiles, MCR, {"winning_tile": "1z", "covered": "8s"})
    assert layout_to_hand(won, tiles).hand == Hand.parse("234m567p678s99s11z +1z")
    assert _open_ids(_decode(tiles, MCR, {"winning_tile": "8s"})) == []


def test_a_hand_of_twelve_tiles_asks_which_one_is_missing() -> None:
    tiles = _see(f"{TEN}[E ][E ]")
    found = _decode(tiles, MCR, {})
    (asked,) = found.questions
    assert (asked.id, asked.options) == ("missing", ("5s", "8s", "9s", "1z", "none"))
    assert _open_ids(_decode(tiles, MCR, {"missing": "1z"})) == ["winning_tile"]
    won = _decode(tiles, MCR, {"missing": "1z", "winning_tile": "8s"})
    assert layout_to_hand(won, tiles).hand == Hand.parse("234m567p6799s111z +8s")
    assert not _decode(tiles, MCR, {"missing": "none"}).is_complete


def test_every_kind_with_which_thirteen_orphans_wait_may_be_missing() -> None:
    tiles = observe(scene("[1m][9m][1p][9p][1s][9s][E ][S ][W ][N ][F ][C ]"))
    (asked,) = _decode(tiles, MCR, {}).questions
    orphans = {"1m", "9m", "1p", "9p", "1s", "9s", *(f"{number}z" for number in range(1, 8))}
    assert orphans <= set(asked.options)


def test_a_hand_of_fifteen_tiles_asks_which_one_does_not_belong() -> None:
    tiles = _see(f"{TEN}[E ][E ][E ][C ]_[8s]")
    (asked,) = _decode(tiles, MCR, {}).questions
    assert (asked.id, asked.options) == ("extra", ("7z", "none"))
    found = _decode(tiles, MCR, {"extra": "7z"})
    assert layout_to_hand(found, tiles).hand == Hand.parse("234m567p6799s111z +8s")
    assert len(found.ignored) == 1
    assert not _decode(tiles, MCR, {"extra": "none"}).is_complete


def test_fifteen_tiles_that_never_win_offer_every_kind_in_hand() -> None:
    tiles = _see(f"{TEN}[E ][S ][W ][C ]_[8s]")
    (asked,) = _decode(tiles, MCR, {}).questions
    assert len(asked.options) == 15 and asked.options[-1] == "none"


def test_all_blanks_are_asked_about_in_one_question() -> None:
    tiles = _see("[##][2m][##][4m][5p][7p][6s][6s][9s][9s][E ][W ][E ]_[8s]")
    (asked,) = _decode(tiles, MCR, {}).questions
    assert (asked.id, asked.options) == ("blanks:0,2", ("5z", "back", "mixed"))
    assert asked.tiles == (0, 2)
    white = _decode(tiles, MCR, {"blanks:0,2": "5z"})
    assert white.is_complete and (white.names[0], white.names[2]) == ("5z", "5z")
    single = _open_ids(_decode(tiles, MCR, {"blanks:0,2": MIXED}))
    assert single == ["back_or_white:0", "back_or_white:2"]
    faces = _open_ids(_decode(tiles, MCR, {"blanks:0,2": "back"}))
    assert faces == ["tile:0", "tile:2"]


def test_an_answer_about_one_blank_overrules_that_about_all() -> None:
    answers = {"blanks:3,7": "5z", "back_or_white:7": "back", "seat": "E"}
    expected = {"back_or_white:3": "5z", "back_or_white:7": "back", "seat": "E"}
    assert expand_blanks(answers) == expected


def test_a_face_down_tile_in_hand_is_asked_for() -> None:
    tiles = _see(f"{TEN}[E ][##][E ]_[8s]")
    assert _open_ids(_decode(tiles, MCR, {})) == ["back_or_white:11"]
    found = _decode(tiles, MCR, {"back_or_white:11": "back"})
    (asked,) = found.questions
    assert (asked.id, asked.options) == ("tile:11", ("9s", "1z"))
    assert not found.is_complete
    won = _decode(tiles, MCR, {"back_or_white:11": "back", "tile:11": "1z"})
    assert layout_to_hand(won, tiles).hand == Hand.parse("234m567p6799s111z +8s")


def test_thirteen_tiles_that_wait_for_none_are_remarked_on() -> None:
    found = _decode(_see("[2m][5m][8m][2p][5p][8p][2s][5s][8s][E ][S ][W ][C ]"), MCR, {})
    assert [(p.code, p.fatal) for p in found.problems] == [("no_wait", False)]
    assert not found.questions and not found.is_complete


def test_cells_of_a_mat_are_rather_no_indicators() -> None:
    """As white dragons the three of them would be some, which is rare."""
    cell = (("back", 0.55), ("5z", 0.44))
    hand = "[S ][P ][P ][P ][F ][F ][F ]_<S >__[2m][2m]<2m>__<5m>[6m][7m]"
    tiles = _see(f"___[##][##][##]\n\n{hand}", t0=cell, t1=cell, t2=cell)
    for answers in ({}, {"blanks:0,1,2": "back"}):
        found = _decode(tiles, EMA, answers)
        assert _open_ids(found) == [] and found.indicators == ()
    found = _decode(tiles, EMA, {"blanks:0,1,2": "5z"})
    assert "indicators" in [q.id for q in found.questions]


def test_sure_backs_are_no_white_dragons_though_the_hand_would_win_with_them() -> None:
    """The last back of a face-down kong is doubtful: without it three blank tiles are left."""
    kongs = "__".join(f"[##][{kind}][{kind}][##]" for kind in ("1m", "4s", "6p"))
    tiles = list(_see(f"[1s]__[1s]___{kongs}__[##][##][##][##]"))
    tiles[-1] = replace(tiles[-1], existence=0.75)
    found = _decode(tuple(tiles), MCR, {})
    assert "kong_face" in {question.code for question in found.questions}
    assert all("5z" not in meld.kinds for meld in found.melds)


@pytest.mark.parametrize(("share", "shown"), [(0.5, True), (0.7, False)])
def test_a_name_that_may_be_wrong_is_shown_though_it_pays_the_same(
    share: float, shown: bool
) -> None:
    """Every flower is one point: which one it is is told, and can be corrected."""
    text = f"{OPEN}_<8p>[8p][8p]__[1f]"
    flower = next(t.id for t in observe(scene(text), Camera(elevation=60)) if t.kind == "1f")
    names = (("1f", share), ("2f", 0.95 - share))
    tiles = _see(text, **{f"t{flower}": names})
    found = _decode(tiles, MCR, {})
    assert found.is_complete and _open_ids(found) == []
    told = {q.id: q for q in found.questions}
    assert (f"tile:{flower}" in told) == shown
    if shown:
        assert told[f"tile:{flower}"].options == ("1f", "2f")
        assert told[f"tile:{flower}"].default == "1f"
        other = _decode(tiles, MCR, {f"tile:{flower}": "2f"})
        assert layout_to_hand(other, tiles).hand.flowers == (Tile("2f"),)
        assert other.questions == tuple(q for q in found.questions if q.code != "tile")


def test_a_tile_that_completes_the_hand_won_rather_than_one_that_seems_turned() -> None:
    """Seen across a corner of the table an upright tile may seem turned."""
    tiles = _see("          [3p]\n\n[1m][1m][1m][4p][5p][9p][9p]<9p>[P ][P ]__[##][1s][1s][##]")
    found = _decode(tiles, MCR, {})
    assert _open_ids(found) == [] and found.winning_kind == "3p"
    assert {q.id: q.default for q in found.questions} == {"winning_tile": "3p"}
    assert _decode(tiles, MCR, {"winning_tile": "9p"}).winning is None


def test_four_equal_tiles_beside_a_called_pung_may_have_been_called() -> None:
    tiles = _see("[6m][7m][7m][9m][9m][E ][E ]_[E ]____[1m][1m][1m][1m]__[P ][P ][P ]")
    (asked,) = notable_questions(_decode(tiles, MCR, {}))
    assert set(asked.options) == {"none", "5z5z5z", "1m1m1m1m", "5z5z5z,1m1m1m1m"}


def test_the_sets_away_from_the_hand_are_one_answer_of_many() -> None:
    hand = "[5p][5p][5p]_[9p][9p][9p]_[N ][N ]"
    tiles = _see(f"{hand}______[3p][3p][3p]__[2p][3p][4p]")
    asked = next(q for q in _decode(tiles, "chinese-official", {}).questions)
    assert "3p3p3p,2p3p4p" in asked.options
    found = _decode(tiles, "chinese-official", {asked.id: "3p3p3p,2p3p4p"})
    assert [meld.kinds for meld in found.melds] == [("3p",) * 3, ("2p", "3p", "4p")]


def test_a_set_beyond_four_equal_tiles_may_have_been_called_with_them() -> None:
    hand = "[5m][6m][7m][4p][4p]_[W ][W ][W ]"
    tiles = _see(f"{hand}____[8p][8p][8p][8p][8m][8m][8m]")
    asked = next(q for q in _decode(tiles, "zung-jung", {}).questions if q.id == "called_sets")
    assert "8m8m8m,8p8p8p8p" in asked.options
