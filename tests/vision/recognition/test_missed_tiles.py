"""Tiles that the detector misses, in drawn rows with a classifier of our own."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.missed_tiles import Classify, MissedTileSettings, find_missed_tiles, holes

CLOTH, PAPER, INK = (25, 60, 40), (222, 216, 204), (180, 20, 30)
WIDTH, TOP, BOTTOM = 45, 30, 90


def quad_at(left: float) -> Floats:
    right = left + WIDTH
    return np.array([[left, TOP], [right, TOP], [right, BOTTOM], [left, BOTTOM]], np.float64)


def name_blank(pixels: Pixels, quads: Sequence[Floats], nothing: float) -> list[Classification]:
    """Name every place a blank tile: what is under it has to decide."""
    return [Classification((("5z", 0.8), ("back", 0.195)), 0.005, 0, False) for _ in quads]


def name_nothing(pixels: Pixels, quads: Sequence[Floats], nothing: float) -> list[Classification]:
    return [Classification((("5z", 0.9),), 0.1, 0, False) for _ in quads]


def find(
    lefts: Sequence[float],
    blanks: Sequence[float],
    classify: Classify = name_blank,
    width: int = 620,
    existence: float = 0.99,
    colour: tuple[int, int, int] = PAPER,
    weak: Sequence[Floats] = (),
) -> list[float]:
    """Return the left edges of the blank tiles found beside a row of faces, or apart."""
    picture = np.full((120, width, 3), CLOTH, np.uint8)
    for left in blanks:
        picture[TOP:BOTTOM, int(left) : int(left) + WIDTH] = colour
    pairs = []
    for left in lefts:
        picture[TOP:BOTTOM, int(left) : int(left) + WIDTH] = PAPER
        picture[45:75, int(left) + 12 : int(left) + 33] = INK
        name = Classification((("3p", 0.97),), 0.02, 0, False)
        pairs.append((Detection(quad_at(left), 0.93, 0.1), name))
    boxes = [Detection(quad, 0.12, 0.8) for quad in weak]
    found = find_missed_tiles(picture, pairs, [existence] * len(pairs), boxes, classify)
    return [float(box.quad[0, 0]) for box, _ in found]


ROW = [160 + 46.0 * k for k in range(6)]


def test_find_blank_tile_at_either_end_of_row() -> None:
    found = sorted(find(ROW, [114, 436]))
    assert len(found) == 2
    assert abs(found[0] - 114) < 6 and abs(found[1] - 436) < 6


def test_find_blank_tile_in_hole_of_row() -> None:
    (left,) = find([*ROW[:3], ROW[4], ROW[5]], [ROW[3]])
    assert abs(left - ROW[3]) < 6


def slanting_row(hole: tuple[int, int, int]) -> tuple[list[Floats], Pixels, Floats]:
    """Return the faces of a slanting row that gets narrower, their picture, and a hole's middle."""
    picture = np.full((200, 420, 3), CLOTH, np.uint8)
    quads: list[Floats] = []
    left = 20
    for k, width in enumerate([60, 54, 48, 43, 38, 34, 30]):
        top = 110 - 12 * k
        right, bottom = left + width, top + 60
        corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
        quads.append(np.array(corners, np.float64))
        picture[top : top + 60, left : left + width] = hole if k == 4 else PAPER
        if k != 4:
            picture[top + 15 : top + 45, left + 10 : left + width - 10] = INK
        left += width + 2
    return quads, picture, quads.pop(4).mean(axis=0)


@pytest.mark.parametrize(("colour", "count"), [(PAPER, 1), (CLOTH, 0)])
def test_find_blank_tile_in_hole_of_slanting_row(colour: tuple[int, int, int], count: int) -> None:
    faces, picture, middle = slanting_row(colour)

    def name_middle(
        pixels: Pixels, quads: Sequence[Floats], nothing: float
    ) -> list[Classification]:
        """See a tile only where it is the whole of what is looked at."""
        away = [float(np.abs(quad.mean(axis=0) - middle).max()) for quad in quads]
        return [Classification((("5z", 0.99),), 0.001 if d < 4 else 0.5, 0, False) for d in away]

    name = Classification((("3p", 0.97),), 0.02, 0, False)
    pairs = [(Detection(quad, 0.93, 0.1), name) for quad in faces]
    found = find_missed_tiles(picture, pairs, [0.99] * len(pairs), [], name_middle)
    assert len(found) == count
    for box, _ in found:
        assert np.abs(box.quad.mean(axis=0) - middle).max() < 4
    # a box that is in the hole, but is no tile by itself, is the tile that was seen there
    doubtful = [*pairs, (Detection(faces[0] - faces[0].mean(axis=0) + middle, 0.2, 0.5), name)]
    chances = [0.99] * len(pairs) + [0.1]
    assert find_missed_tiles(picture, doubtful, chances, [], name_middle) == []


def test_a_hole_between_two_rows_is_one_place() -> None:
    beside = [quad_at(100), quad_at(190), quad_at(145) - [0, 60], quad_at(145) - [0, -60]]
    (place,) = holes(np.array(beside), range(4))
    assert np.abs(place - quad_at(145)).max() < 1


def test_find_nothing_on_cloth_whatever_the_classifier_says() -> None:
    assert find(ROW, []) == []


def test_find_nothing_of_another_colour() -> None:
    assert find(ROW, [436], colour=(240, 200, 120)) == []


def test_find_nothing_that_the_classifier_doubts() -> None:
    assert find(ROW, [436], classify=name_nothing) == []


def test_find_nothing_beside_doubtful_tiles() -> None:
    assert find(ROW, [436], existence=0.8) == []


def test_find_nothing_beyond_the_edge_of_the_picture() -> None:
    assert find(ROW, [436], width=470) == []


def test_find_as_many_as_there_are_white_dragons() -> None:
    many = [436 + 46 * k for k in range(6)]
    assert len(find(ROW, many, width=800)) == MissedTileSettings().most == 4


APART = 640.0


def test_find_blank_tile_apart_where_the_detector_suspects_one() -> None:
    assert find(ROW, [APART], width=800) == []
    assert find(ROW, [APART], width=800, weak=[quad_at(APART)]) == [APART]


def test_find_the_neighbours_of_a_blank_tile_apart() -> None:
    three = [APART - 46, APART, APART + 46]
    found = find(ROW, three, width=800, weak=[quad_at(APART)])
    assert np.allclose(sorted(found), three, atol=6)


def test_find_no_blank_tile_apart_of_another_size() -> None:
    middle = quad_at(APART).mean(axis=0)
    large = middle + 1.3 * (quad_at(APART) - middle)
    assert find(ROW, [APART], width=800, weak=[large]) == []


def test_find_no_blank_tile_apart_of_another_colour() -> None:
    nearly = (226, 208, 190)  # as a wooden mat beside ivory
    assert find(ROW, [APART], colour=nearly, width=800, weak=[quad_at(APART)]) == []


def test_find_no_blank_tile_apart_that_the_classifier_doubts() -> None:
    assert find(ROW, [APART], classify=name_nothing, width=800, weak=[quad_at(APART)]) == []


def name_face(kind: str, share: float, empty: float) -> Classify:
    """A classifier that sees this wherever there is no tile of the row."""

    def classify(pixels: Pixels, quads: Sequence[Floats], nothing: float) -> list[Classification]:
        return [Classification(((kind, share),), empty, 0, True) for _ in quads]

    return classify


@pytest.mark.parametrize(
    ("share", "nothing", "found"),
    [(0.97, 0.005, True), (0.97, 0.02, False), (0.9, 0.005, False)],
)
def test_find_a_face_in_a_hole_of_a_row_where_it_is_certain(
    share: float, nothing: float, found: bool
) -> None:
    holed = [*ROW[:3], ROW[4], ROW[5]]
    lefts = find(holed, [], classify=name_face("3p", share, nothing), width=460)
    assert any(abs(left - ROW[3]) < 6 for left in lefts) == found


def test_find_no_face_beyond_a_gap() -> None:
    far = ROW[-1] + 2 * 46

    def classify(pixels: Pixels, quads: Sequence[Floats], nothing: float) -> list[Classification]:
        near = [abs(float(quad[0, 0]) - far) < 20 for quad in quads]
        return [Classification((("3p", 0.98),), 0.0 if at else 0.6, 0, True) for at in near]

    assert find(ROW, [], classify=classify, width=700) == []


def turned_beside(left: float, right: float, existence: float = 0.7) -> list[Floats]:
    """Return what is found beside a blank tile, at which a turned one is drawn, behind a row."""
    picture = np.full((160, 640, 3), CLOTH, np.uint8)
    pairs = []
    for k, place in enumerate([*ROW[:5], 470.0]):
        kind = "5z" if k == 5 else "3p"
        picture[TOP:BOTTOM, int(place) : int(place) + WIDTH] = PAPER
        if k < 5:
            picture[45:75, int(place) + 12 : int(place) + 33] = INK
        name = Classification(((kind, 0.97),), 0.02, 0, False)
        pairs.append((Detection(quad_at(place), 0.93, 0.1), name))
    picture[TOP + 15 : BOTTOM, int(left) : int(right)] = PAPER
    middle = np.array([(left + right) / 2, (TOP + 15 + BOTTOM) / 2])

    def name_wide_blank(
        pixels: Pixels, quads: Sequence[Floats], nothing: float
    ) -> list[Classification]:
        """Name a wide quad by its distance from the turned tile; others are nothing."""
        found = []
        for quad in quads:
            wide, high = np.ptp(quad, axis=0)
            off = float(np.abs(quad.mean(axis=0) - middle).sum() / 400)
            found.append(Classification((("5z", 0.99),), off if wide > high else 0.9, 0, False))
        return found

    chances = [0.99] * 5 + [existence]
    return [box.quad for box, _ in find_missed_tiles(picture, pairs, chances, [], name_wide_blank)]


@pytest.mark.parametrize("left", [470 - 61, 470 + 46])
def test_find_turned_tile_on_either_side_of_a_blank_one(left: float) -> None:
    (quad,) = turned_beside(left, left + 60)
    assert np.abs(quad.mean(axis=0) - [left + 30, 67.5]).max() < 3
    wide, high = np.ptp(quad, axis=0)
    assert 1.2 < wide / high < 1.5
    short = np.linalg.norm(quad[1] - quad[0])
    assert short < np.linalg.norm(quad[2] - quad[1])  # the order of corners of all quads
    assert not turned_beside(left, left + 60, existence=0.5)
