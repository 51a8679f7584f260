"""A camera that is pushed is followed; hands, light and other tiles are no push."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.tracking.tables import SIZE, draw_table, push, push_picture, with_noise
from vision.arrays import Floats, Pixels
from vision.tracking.motion import luma
from vision.tracking.registration import CameraRegistration, Shift

CORNERS = np.array([[[120.0, 10], [520, 10], [520, 350], [120, 350]]])


def register(registration: CameraRegistration, *pictures: Pixels) -> list[Shift]:
    noisy = [with_noise(picture, seed) for seed, picture in enumerate(pictures)]
    return [registration.register([one], luma(one)) for one in noisy]


def error(found: Floats, true: Floats) -> float:
    """Pixels by which a corner of the table is in the wrong place."""
    places = [cv2.perspectiveTransform(CORNERS, one)[0] for one in (found, true)]
    return float(np.linalg.norm(places[0] - places[1], axis=1).max())


@pytest.mark.parametrize(
    "true",
    [push((50, 0)), push((-20, 25)), push(degrees=8), push((30, -30), -15), push((8, 0))],
    ids=["50 pixels", "a slant", "8 degrees", "both", "8 pixels"],
)
def test_a_pushed_camera_is_followed_to_its_new_place(true: Floats) -> None:
    registration = CameraRegistration()
    assert register(registration, draw_table(20), draw_table(24)) == [Shift.NONE] * 2
    assert register(registration, push_picture(draw_table(24), true)) == [Shift.KNOWN]
    assert error(registration.transform, true) < 4  # a quarter of a tile
    after = [push_picture(draw_table(tiles), true) for tiles in (25, 30, 36)]
    assert register(registration, *after) == [Shift.NONE] * 3
    assert register(registration, draw_table(37)) == [Shift.KNOWN]  # pushed back
    assert error(registration.transform, np.eye(3)) < 4


def test_a_pan_shows_in_perspective() -> None:
    corners = np.array([[0, 0], [640, 0], [640, 360], [0, 360]], np.float32)
    panned = np.array([[40, 8], [670, -6], [670, 366], [40, 352]], np.float32)
    true = cv2.getPerspectiveTransform(corners, panned).astype(np.float64)
    registration = CameraRegistration()
    table = draw_table(60)
    assert register(registration, table, push_picture(table, true)) == [Shift.NONE, Shift.KNOWN]
    assert error(registration.transform, true) < 4  # a quarter of a tile


def test_what_players_do_is_no_push() -> None:
    registration = CameraRegistration()
    table = draw_table(40)
    arm = table.copy()
    cv2.line(arm, (330, 380), (280, 150), (226, 180, 152), 60)
    leaning = table.copy()
    cv2.circle(leaning, (320, 300), 150, (60, 40, 30), -1)
    darker = (table * 0.6).astype(np.uint8)
    bumped = [push_picture(table, push((x, -x))) for x in (2.0, -2.0, 1.0)]
    row_pushed = table.copy()
    row_pushed[80:102], row_pushed[40:62, 170:490] = row_pushed[20:42], table[80:102, 170:490]
    others = [draw_table(count, seed) for seed, count in ((2, 0), (3, 60), (4, 12))]
    pictures = [table, arm, leaning, darker, *bumped, row_pushed, *others, table]
    assert register(registration, *pictures) == [Shift.NONE] * len(pictures)
    assert error(registration.transform, np.eye(3)) == 0


def test_tiles_alone_are_landmarks_until_all_are_cleared_away() -> None:
    registration = CameraRegistration()
    bare = [draw_table(tiles, room=False) for tiles in (0, 1, 2, 12, 24)]
    found = register(registration, *bare)
    cleared = register(registration, *([draw_table(0, room=False)] * 4))
    assert cleared[-1] is Shift.NONE  # the table changed; asking to move the camera is wrong
    again = register(registration, *([draw_table(24, 5, room=False)] * 3))
    assert again[-1] is Shift.NONE and Shift.KNOWN not in (*found, *cleared, *again)


@pytest.mark.parametrize("true", [push((30, 0)), push((-50, 0)), push(degrees=8)])
def test_a_few_tiles_on_a_plain_cloth_are_enough(true: Floats) -> None:
    registration = CameraRegistration()
    table = draw_table(8, room=False)
    found = register(registration, *[draw_table(n, room=False) for n in range(8)], table, table)
    assert Shift.KNOWN not in found
    assert register(registration, push_picture(table, true)) == [Shift.KNOWN]
    tile = np.array([[[178.0, 91.0]]])
    places = [cv2.perspectiveTransform(tile, one) for one in (registration.transform, true)]
    assert np.linalg.norm(places[0] - places[1]) < 3


def test_another_view_is_unknown_until_the_table_is_back() -> None:
    registration = CameraRegistration()
    table = draw_table(30)
    rng = np.random.default_rng(7)
    ceiling = cv2.resize(rng.integers(60, 255, (20, 36, 3)).astype(np.uint8), SIZE)
    register(registration, table, table)
    assert set(register(registration, *[ceiling] * 6)) == {Shift.UNKNOWN}
    true = push((20, 0))
    assert register(registration, push_picture(table, true)) == [Shift.KNOWN]
    assert error(registration.transform, true) < 4  # a quarter of a tile


def test_many_deals_keep_few_landmarks_and_no_drift() -> None:
    registration = CameraRegistration()
    deals = [draw_table(5 + step * 7, seed) for seed in range(12) for step in range(8)]
    assert set(register(registration, *deals)) == {Shift.NONE}
    true = push((-30, 10), 4)
    assert register(registration, push_picture(draw_table(40, 50), true)) == [Shift.KNOWN]
    assert error(registration.transform, true) < 4  # a quarter of a tile
    assert registration.landmarks <= 1500
