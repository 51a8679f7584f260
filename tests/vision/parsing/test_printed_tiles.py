"""Tiles that look printed are asked about before their hand is scored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.parsing.reads import read as read_tiles
from tests.vision.parsing.scene_cases import MCR, TEN
from tests.vision.scenes import observe, scene
from vision.layout.layout import Layout, layout_to_hand
from vision.layout.questions import LayoutError
from vision.seen_tile import SeenTile

HAND = f"{TEN}[E ][E ][E ]_[8s]"


def see(*printed: float | None) -> tuple[SeenTile, ...]:
    """A hand whose first tiles look so printed; of the others it is unknown."""
    tiles = observe(scene(HAND))
    known = [*printed, *[None] * (len(tiles) - len(printed))]
    return tuple(replace(tile, printed=one) for tile, one in zip(tiles, known, strict=True))


def read(tiles: tuple[SeenTile, ...], answers: dict[str, str] | None = None) -> Layout:
    """The decoded layout."""
    return read_tiles(tiles, MCR, answers or {})


def test_a_printed_hand_is_asked_about_and_not_scored() -> None:
    tiles = see(*[1.0] * 14)
    found = read(tiles)
    asked = found.questions[0]
    assert (asked.id, asked.options, asked.default) == ("printed", ("yes", "no"), None)
    assert asked.tiles == tuple(range(14)) and not found.is_complete
    assert "stampate" in asked.localize("it")
    with pytest.raises(LayoutError, match="printed"):
        layout_to_hand(found, tiles)


def test_who_says_that_the_tiles_are_real_gets_their_score() -> None:
    tiles = see(*[1.0] * 14)
    found = read(tiles, {"printed": "no"})
    assert layout_to_hand(found, tiles) == layout_to_hand(read(see()), see())
    assert found.is_complete


def test_who_says_that_they_are_printed_is_told_what_to_do() -> None:
    found = read(see(*[1.0] * 14), {"printed": "yes"})
    assert [problem.code for problem in found.problems if problem.fatal] == ["printed_tiles"]
    assert "photograph real ones" in found.problems[0].message
    assert not found.questions  # which tile won is of no use


@pytest.mark.parametrize("known", [0, 2])
def test_a_hand_of_which_little_is_known_is_a_hand(known: int) -> None:
    assert all(asked.id != "printed" for asked in read(see(*[1.0] * known)).questions)


@pytest.mark.parametrize("real", [10, 14])
def test_tiles_that_show_their_sides_tell_that_none_is_printed(real: int) -> None:
    """Of a real row the table may look like the sides of some; a row is printed as a whole."""
    found = read(see(*[0.0] * real, *[1.0] * (14 - real)))
    assert all(asked.id != "printed" for asked in found.questions)


def test_tiles_that_may_be_printed_are_of_a_hand() -> None:
    assert all(asked.id != "printed" for asked in read(see(*[0.5] * 14)).questions)


def test_tiles_beside_the_hand_do_not_count() -> None:
    """A score sheet with printed tiles beside a real hand."""
    tiles = see(*[0.0] * 14)
    moved = [
        replace(
            tile,
            id=tile.id + 14,
            printed=1.0,
            quad=tuple((x + 40, y - 900) for x, y in tile.quad),  # type: ignore[arg-type]
        )
        for tile in tiles[:8]
    ]
    found = read((*tiles, *moved))
    assert found.own_ids == frozenset(range(14))
    assert all(asked.id != "printed" for asked in found.questions)
