"""Concealed kongs of which the backs were not found, or were named as other tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from tests.vision.layout.layout_cases import EMA, MCR, TEN, ZJ
from tests.vision.layout.test_layout import layout_text
from tests.vision.scenes import Camera, observe, scene
from vision.layout.layout import layout_to_hand
from vision.layout.questions import LayoutError
from vision.layout.unfound_kongs import unfound_kongs, with_unfound_backs
from vision.seen_tile import Point, SeenTile

WON = f"{TEN}_[8s]"
BACKS = (("back", 0.9),)


def _see(kong: str, elevation: float = 60) -> tuple[SeenTile, ...]:
    """A hand and a kong.

    What is drawn as "f1" is a back of another name, "f2" was not found, "f3" has a dragon's print.
    """
    tiles = observe(scene(f"{WON}______{kong}"), Camera(elevation=elevation, jitter=0.01))
    names = {"1f": (("1p", 0.99), ("back", 0.004)), "3f": (("7z", 0.97), ("8m", 0.02))}
    return tuple(
        replace(tile, names=names.get(tile.kind, tile.names)) for tile in tiles if tile.kind != "2f"
    )


@pytest.mark.parametrize("rules", [MCR, EMA, ZJ])
@pytest.mark.parametrize("elevation", [90, 45])
@pytest.mark.parametrize(
    "kong",
    [
        "[f2][8p][8p][f2]",
        "[8p][f2][f2][8p]",
        "[f1][8p][8p][f1]",
        "[8p][f1][f1][8p]",
    ],
)
def test_two_equal_faces_by_themselves_are_a_kong_where_the_hand_then_wins(
    kong: str, elevation: float, rules: str
) -> None:
    tiles = _see(kong, elevation)
    found = decode_tiles(tiles, Situation(), rules)
    (meld,) = found.melds
    assert (meld.kinds, meld.is_concealed) == (("8p",) * 4, True)
    assert {q.code: q.default for q in found.questions} == {"concealed_kong": "yes"}
    ids = {tile.id for tile in tiles}
    assert sorted(i for row in found.rows for i in row) == sorted(ids)
    assert found.own_ids <= ids and not found.ignored
    misnamed = {tile.id for tile in tiles if tile.kind == "1p"}
    assert misnamed == {i for i, kind in found.names.items() if kind == "back"}
    hand = layout_to_hand(found, tiles).hand
    assert len(hand.concealed) == 10 and str(hand.winning) == "8s"


@pytest.mark.parametrize("kong", ["[f3][8p][8p][f3]", "[8p][f3][f3][8p]"])
def test_backs_may_have_the_print_of_a_face(kong: str) -> None:
    """Which of two equal pairs are the backs nothing tells but a person."""
    tiles = _see(kong)
    pairs = {k: tuple(t.id for t in tiles if t.kind == k) for k in ("8p", "7z")}
    printed, others = (f"concealed_kong:{pairs[k][0]},{pairs[k][1]}" for k in ("7z", "8p"))
    found = decode_tiles(tiles, Situation(answers={printed: "no"}), MCR)
    assert layout_text(found, tiles).startswith("234m 567p 6799s (8888p) +8s")
    assert {q.id: q.default for q in found.questions} == {others: "yes"}
    assert decode_tiles(tiles, Situation(), MCR).is_complete
    told = decode_tiles(tiles, Situation(answers={others: "no"}), MCR)
    assert layout_text(told, tiles).startswith("234m 567p 6799s (7777z) +8s")


@pytest.mark.parametrize(
    "kong", ["[f3][8p][8p][9m]", "[f2][8p][8p][f3]", "[f3][8p][8p]", "[8p][8p][8p][8p]"]
)
def test_other_faces_beside_two_are_no_backs(kong: str) -> None:
    assert unfound_kongs(_see(kong)) == ()


@pytest.mark.parametrize(("share", "count"), [(0.99, 0), (0.7, 1)])
def test_a_surely_blank_dragon_beside_a_pair_is_no_back(share: float, count: int) -> None:
    """The other back was not found, but would be: it looks the same."""
    names = (("5z", share), ("2f", 0.99 - share), ("back", 0.01))
    seen = [replace(t, names=names) if t.kind == "7z" else t for t in _see("[f3][8p][8p][f2]")]
    assert len(unfound_kongs(seen)) == count


def test_several_boxes_on_the_backs_of_a_kong_are_two() -> None:
    tiles = _see("[8p][f1][f1][8p]")
    left, right = (tile for tile in tiles if tile.kind == "1p")
    ends = [(left.quad[k], right.quad[m]) for k, m in ((0, 1), (3, 2))]
    cuts = [[_between(*end, part / 3) for part in range(4)] for end in ends]
    top, bottom = cuts
    thirds = [
        replace(left, id=90 + n, quad=(top[n], top[n + 1], bottom[n + 1], bottom[n]), names=BACKS)
        for n in range(3)
    ]
    seen = (*(tile for tile in tiles if tile.kind != "1p"), *thirds)
    found = decode_tiles(seen, Situation(), MCR)
    assert layout_text(found, seen).startswith("234m 567p 6799s (8888p) +8s")
    assert {q.code: q.default for q in found.questions} == {"concealed_kong": "yes"}


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def test_kongs_that_share_boxes_are_no_error() -> None:
    tiles = _see("[8p][f1][f1][8p]")
    back, other = (tile.id for tile in tiles if tile.kind == "1p")
    (kong,) = unfound_kongs(tiles)
    second = replace(kong, seen={back: kong.seen[back]}, parts=(other,))
    assert len(with_unfound_backs(tiles, (second, kong, second))) == len(tiles) - 1


def test_an_answer_decides_about_a_kong_of_unfound_backs() -> None:
    tiles = _see("[f2][8p][8p][f2]")
    (kong,) = unfound_kongs(tiles)
    yes, no = (decode_tiles(tiles, Situation(answers={kong.id: a}), MCR) for a in ("yes", "no"))
    assert layout_text(yes, tiles).startswith("234m 567p 6799s (8888p) +8s")
    assert not yes.questions
    assert not no.melds and {q.code for q in no.questions} == {"winning_tile"}
    with pytest.raises(LayoutError, match="maybe"):
        decode_tiles(tiles, Situation(answers={kong.id: "maybe"}), MCR)


@pytest.mark.parametrize(
    "pair",
    [
        "[8p][8p][8p]",  # a pung
        "[f2][8p][8p][f2][C ]",  # a tile touches where a back would end
        "[7p][8p][8p]",
        "[8p]_[8p]",
    ],
)
def test_what_lies_otherwise_is_no_kong_of_unfound_backs(pair: str) -> None:
    tiles = _see(pair)
    eights = {tile.id for tile in tiles if tile.kind == "8p"}
    assert not [kong for kong in unfound_kongs(tiles) if eights.issuperset(kong.faces)]


def test_a_hand_that_needs_the_pair_keeps_it() -> None:
    tiles = observe(scene("[2m][3m][4m][5p][6p][7p][6s][7s]_[8s]______[8p][8p]____[E ][E ][E ]"))
    found = decode_tiles(tiles, Situation(), MCR)
    assert all(q.code != "concealed_kong" for q in found.questions)
    assert not any(meld.kinds[0] == "8p" for meld in found.melds)
