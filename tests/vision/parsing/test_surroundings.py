"""The hand among everything else on a table, and sets as people lay them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from tests.vision.parsing.reads import layout_text
from tests.vision.parsing.scene_cases import EMA, MCR, TEN, ZJ
from tests.vision.scenes import Camera, Laid, observe, scene
from vision.layout.layout import Layout
from vision.seen_tile import SeenTile

HAND = "234m 567p 6799s"


def _certain(*laid: Laid) -> tuple[SeenTile, ...]:
    """The tiles, each read with certainty."""
    tiles = observe(laid, Camera(elevation=60, jitter=0.01))
    return tuple(replace(t, names=tuple((kind, 0.99) for kind, _ in t.names[:1])) for t in tiles)


def _decode(text: str, rules: str, /, **answers: str) -> tuple[Layout, str]:
    tiles = _certain(*scene(text))
    found = decode_tiles(tiles, Situation(answers=answers), rules)
    return found, layout_text(found, tiles)


def _around(count: int, radius: float) -> list[Laid]:
    """Ponds of other players, around a point above the hand, none facing its owner."""
    kinds = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
    laid = []
    for turn in (1, 2, 3):
        for place in range(count):
            at = complex(place % 6 - 2.5, -radius - 1.4 * (place // 6)) * 1j**turn
            kind = kinds[(7 * turn + place) % len(kinds)]
            laid.append(Laid(kind, 7 + at.real, 12 + at.imag, 90 * turn))
    return laid


@pytest.mark.parametrize("rules", [MCR, EMA, ZJ])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{TEN}_[8s]__[8p][##][##][##]", f"{HAND} (8888p) +8s"),
        (f"{TEN}_[8s]__[##][##][8p][##]", f"{HAND} (8888p) +8s"),
        (
            "[8p][##][##][8p]__[2m][##][##][2m]\n\n\n[5p][6p][7p][6s][7s][9s][9s]_[8s]",
            "567p 6799s (8888p) (2222m) +8s",
        ),
        (
            "                             [8p]<8p>[8p]\n\n                          <2s>[3s][4s]"
            "\n\n[5p][6p][7p][6s][7s][9s][9s]_[8s]",
            "567p 6799s [left 234s] [across 888p] +8s",
        ),
        (f"[##][##][##][##]\n\n\n\n\n{TEN}[E ][E ][E ]_[8s]", f"{HAND} 111z +8s ignored 4"),
        (f"{TEN}[E ][E ][E ]_[8s]______[C ]", f"{HAND} 111z +8s ignored 1"),
        ("<8s>[2m][3m][4m][5p][6p][7p][E ][E ][E ][9s][9s][6s][7s]", f"{HAND} 111z +8s"),
    ],
)
def test_sets_and_winning_tiles_lie_in_many_ways(text: str, told: str, rules: str) -> None:
    found, shown = _decode(text, rules)
    assert sorted(shown.split()) == sorted(told.split())
    assert found.is_complete


@pytest.mark.parametrize("rules", [MCR, EMA, ZJ])
@pytest.mark.parametrize(
    "text",
    [
        f"       [8p][8p][8p]\n\n\n{TEN}_[8s]",
        f"{TEN}_[8s]____[8p][8p][8p]",
        f"{TEN}_[8s]__[8p][8p][8p]",
    ],
)
def test_a_group_away_from_the_hand_is_never_silently_concealed(text: str, rules: str) -> None:
    seen: set[int] = set()
    for answer in ("none", "8p8p8p"):
        found, _ = _decode(text, rules, called_sets=answer)
        seen.add(len(found.melds))
    assert seen == {0, 1}  # both can be said
    found, _ = _decode(text, rules)
    asked = {question.code for question in found.questions}
    assert "called_sets" in asked or len(found.melds) == 1


def test_a_short_hand_beside_its_sets_is_the_hand() -> None:
    sets = "[8p][8p]<8p>__[2m][2m]<2m>__[5s]<5s>[5s]__<E >[E ][E ]"
    found, _ = _decode(f"{sets}\n\n\n[9s]_[9s]", MCR, owner_edge="bottom")
    assert found.winning_kind == "9s" and found.tile_count == 14
    assert len(found.melds) == 4
