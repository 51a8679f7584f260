"""Backs and white dragons without print: what else is in view tells them apart."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import BACK
from vision.arrays import Pixels
from vision.found_box import colour_distance
from vision.judging.backs import distinguish_backs
from vision.recognition.back_colour import Colour, back_colour
from vision.recognition.classifier import rectify
from vision.recognition.tile_colours import colour_to_lab, paper_colour
from vision.seen_tile import SeenTile

PALE, WARM = (222, 216, 204), (236, 206, 160)
GREEN, GREY, BLUE = (30, 120, 80), (120, 118, 121), (40, 70, 150)
BLACK = (20, 20, 22)


def row(*tiles: tuple[Colour, str, float]) -> tuple[Pixels, list[SeenTile]]:
    """Tiles of these colours side by side on a dark table, named so; doubt is of the other."""
    picture = np.full((120, 60 * len(tiles) + 20, 3), 25, np.uint8)
    seen = []
    for number, (colour, kind, share) in enumerate(tiles):
        left = 15 + 60 * number
        picture[30:90, left : left + 45] = colour
        if kind not in ("5z", BACK):
            picture[45:75, left + 12 : left + 33] = (180, 20, 30)
        quad = ((left, 30.0), (left + 45.0, 30.0), (left + 45.0, 90.0), (left, 90.0))
        other = {"5z": BACK, BACK: "5z"}.get(kind, "1m")
        seen.append(SeenTile(number, quad, ((kind, share), (other, 1 - share)), False))
    return picture, seen


def judge(pixels: Pixels, seen: list[SeenTile], back: Colour | None = None) -> list[SeenTile]:
    """The tiles by their colours in the picture."""
    papers = [paper_colour(rectify(pixels, np.array(tile.quad))) for tile in seen]
    return distinguish_backs(seen, papers, None if back is None else colour_to_lab(back))


FACE = (PALE, "3p", 1.0)


@pytest.mark.parametrize("pale", [PALE, WARM])
def test_a_pale_tile_of_a_set_with_green_backs_is_a_white_dragon(pale: Colour) -> None:
    picture, seen = row(FACE, (GREEN, BACK, 0.99), (pale, BACK, 0.87))
    back = back_colour(picture, seen)
    assert back == GREEN
    found = judge(picture, seen, back)
    assert [t.kind for t in found] == ["3p", BACK, "5z"]
    assert 0.95 < found[2].confidence < 1.0
    assert [kind for kind, _ in found[2].names] == ["5z", BACK]


def test_a_green_one_is_a_back_in_whatever_light() -> None:
    picture, seen = row(FACE, (GREEN, "5z", 0.8), (PALE, "5z", 0.8), (PALE, BACK, 0.8))
    found = judge(picture, seen, back=(10, 90, 50))
    assert [t.kind for t in found] == ["3p", BACK, "5z", "5z"]


def test_a_name_without_doubt_stays() -> None:
    picture, seen = row(FACE, (GREEN, BACK, 0.99), (PALE, BACK, 0.999))
    assert [t.kind for t in judge(picture, seen, GREEN)] == ["3p", BACK, BACK]


@pytest.mark.parametrize(
    ("paper", "blank", "kind"),
    [
        (PALE, PALE, "5z"),
        (PALE, (240, 234, 221), "5z"),  # in a better light
        (PALE, WARM, BACK),  # yellow bamboo behind an ivory face
        (PALE, GREEN, BACK),
        (BLUE, BLUE, "5z"),  # a set of blue tiles
        (BLUE, PALE, BACK),
    ],
)
def test_a_blank_tile_is_decided_by_the_faces_beside_it(
    paper: Colour, blank: Colour, kind: str
) -> None:
    torn = {"5z": (blank, "5z", 0.55), BACK: (blank, BACK, 0.55)}
    for tile in torn.values():
        picture, seen = row((paper, "3p", 1.0), (paper, "4m", 1.0), tile)
        (*_, found) = judge(picture, seen)
        assert found.kind == kind
        assert {name for name, _ in found.names} == {"5z", BACK}
        assert sum(share for _, share in found.names) == pytest.approx(1.0)


def test_the_nets_overrule_the_colour_where_they_are_certain() -> None:
    picture, seen = row(FACE, FACE, (PALE, BACK, 1.0))
    assert judge(picture, seen)[2].kind == BACK


@pytest.mark.parametrize("back", [GREY, (250, 248, 246)])
def test_grey_and_white_backs_have_no_colour_to_know_them_by(back: Colour) -> None:
    picture, seen = row(FACE, (back, BACK, 0.99), (PALE, BACK, 0.8))
    assert back_colour(picture, seen) is None


def test_a_tile_at_the_pictures_edge_has_a_colour_too() -> None:
    picture, seen = row((GREEN, BACK, 0.99))
    outside = SeenTile(1, ((-90.0, -90.0), (-50.0, -90.0), (-50.0, -40.0), (-90.0, -40.0)),
                       ((BACK, 0.6), ("5z", 0.4)), False)  # fmt: skip
    assert len(judge(picture, [*seen, outside, *row(FACE)[1]], back=GREEN)) == 3
    assert len(judge(picture, [*seen, outside, *row(FACE)[1]])) == 3


def test_the_paper_under_much_ink_is_the_most_frequent_colour() -> None:
    """Ink of many shades covers most of the face, as on an 8 of dots."""
    picture, seen = row((PALE, "3p", 1.0))
    inked = picture[38:82, 20:55]
    shades = np.linspace(20, 160, len(inked) * 22).astype(np.uint8)
    inked[:, :22] = shades.reshape(-1, 22)[..., None]
    crop = rectify(picture, np.array(seen[0].quad))
    assert colour_distance(paper_colour(crop), colour_to_lab(PALE)) < 0.5


def test_the_paper_is_what_covers_most_of_a_tile() -> None:
    picture, seen = row((PALE, "3p", 1.0), (BLUE, "3p", 1.0))
    papers = [paper_colour(rectify(picture, np.array(tile.quad))) for tile in seen]
    for paper, colour in zip(papers, (PALE, BLUE), strict=True):
        assert colour_distance(paper, colour_to_lab(colour)) < 0.5
