"""The sets in a player's place, from the tiles that lie there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.watch.play.tile_placement import find_sets
from tests.vision.scenes import Camera, observe, scene

OVERHEAD = Camera(elevation=90)


def list_sets(text: str) -> list[tuple[str, str, bool, str | None]]:
    """The sets: kind, tiles, whether concealed, discarder."""
    found, _ = find_sets(observe(scene(text), OVERHEAD))
    return sorted(
        (str(meld.kind), " ".join(sorted(meld.kinds)), meld.is_concealed, meld.source)
        for meld, _ in found
    )


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("<3m>[4m][5m]", [("chow", "3m 4m 5m", False, "left")]),
        ("[7p]<7p>[7p]", [("pung", "7p 7p 7p", False, "across")]),
        ("[7p][7p]<7p>", [("pung", "7p 7p 7p", False, "right")]),
        ("[2s][2s][2s]<2s>", [("kong", "2s 2s 2s 2s", False, "right")]),
        ("[##][9m][9m][##]", [("kong", "9m 9m 9m 9m", True, None)]),
        ("[9m][##][##][9m]", [("kong", "9m 9m 9m 9m", True, None)]),
        ("[##][##][##][##]", [("kong", "? ? ? ?", True, None)]),
        ("<3m>[4m][5m]<7p>[7p][7p]", [("chow", "3m 4m 5m", False, "left"),
                                      ("pung", "7p 7p 7p", False, "left")]),
    ],
)  # fmt: skip
def test_tiles_side_by_side_are_sets(
    text: str, sets: list[tuple[str, str, bool, str | None]]
) -> None:
    assert list_sets(text) == sets


def test_the_turned_tiles_divide_what_could_be_chows_or_pungs() -> None:
    three = [("pung", f"{n}m {n}m {n}m", False, "left") for n in (2, 3, 4)]
    assert list_sets("<2m>[2m][2m]<3m>[3m][3m]<4m>[4m][4m]") == three


def test_a_red_five_is_of_a_kong_of_fives() -> None:
    tiles = observe(scene("[##][5p][5p][##]"), OVERHEAD)
    red = [replace(t, names=(("0p", 1.0),)) if t.id == 1 else t for t in tiles]
    ((meld, four),), alone = find_sets(red)
    assert sorted(meld.kinds) == ["0p", "5p", "5p", "5p"] and len(four) == 4 and not alone


def test_what_is_no_set_is_left_over() -> None:
    found, alone = find_sets(observe(scene("<3m>[4m][5m]___[7p][8s]"), OVERHEAD))
    assert len(found) == 1
    assert sorted(tile.kind for tile in alone) == ["7p", "8s"]


def test_a_doubtful_name_gives_way_to_a_set() -> None:
    tiles = observe(scene("<3m>[4m][6m]"), OVERHEAD)
    doubtful = [
        replace(t, names=(("6m", 0.6), ("5m", 0.4))) if t.kind == "6m" else t for t in tiles
    ]
    ((meld, _),), alone = find_sets(doubtful)
    assert sorted(meld.kinds) == ["3m", "4m", "5m"] and not alone
