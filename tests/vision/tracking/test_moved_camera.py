"""An observer whose camera is pushed: tiles stay the same tiles, nothing is read meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.tracking.tables import SIZE, TILE, draw_table, push, push_picture, with_noise
from vision.arrays import Pixels
from vision.cameras.camera import Frame
from vision.geometry import as_quad
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation, Placement, TableObserver
from vision.tracking.regions import Area
from vision.tracking.registration import CameraRegistration

RATE = 6
POND = Area("pond 0", ((150.0, 60.0), (490.0, 60.0), (490.0, 180.0), (150.0, 180.0)))
HAND = Area("hand 0", ((150.0, 270.0), (490.0, 270.0), (490.0, 340.0), (150.0, 340.0)))


def find_tiles(picture: Pixels) -> Sequence[SeenTile]:
    """A finder of the drawn tiles: grey things of their size on the green cloth."""
    grey = (np.ptp(picture.astype(int), axis=2) < 30).astype(np.uint8)
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found: list[SeenTile] = []
    for contour in contours:
        (x, y), (w, h), _ = cv2.minAreaRect(contour)
        if 0.5 * TILE[0] * TILE[1] < w * h < 6 * TILE[0] * TILE[1]:
            quad = [(x + i * 9, y + j * 12) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            found.append(SeenTile(len(found), as_quad(quad), (("1p", 0.97),), False))
    return found


def watch(
    observer: TableObserver, pictures: Sequence[Pixels], begin: float
) -> tuple[list[Observation], list[Placement]]:
    found: list[Observation] = []
    places: list[Placement] = []
    for number, picture in enumerate(pictures):
        frame = Frame(number, begin + number / RATE, with_noise(picture, number))
        found += observer.observe(frame)
        if places[-1:] != [observer.placement]:
            places.append(observer.placement)
    return found, places


def test_tiles_stay_the_same_when_the_camera_is_pushed_and_a_new_one_is_new() -> None:
    observer = TableObserver((POND, HAND), SIZE, find_tiles)
    before, places = watch(observer, [draw_table(10)] * 30, 0)
    assert sum(len(seen.confirmed) for seen in before) == 10 and places == [Placement.STEADY]
    true = push((30, -5), 5)
    after, places = watch(observer, [push_picture(draw_table(10), true)] * 30, 5)
    assert places == [Placement.STEADY, Placement.MOVED, Placement.STEADY]
    assert after and not any(seen.confirmed or seen.removed for seen in after)
    then, _ = watch(observer, [push_picture(draw_table(11), true)] * 30, 10)
    assert sum(len(seen.confirmed) for seen in then) == 1
    corner = observer.areas[0].to_frame(np.zeros((1, 2)))[0]
    expected = cv2.perspectiveTransform(np.array([[POND.corners[0]]]), true)[0, 0]
    assert np.linalg.norm(corner - expected) < 3


def test_a_table_out_of_the_picture_is_not_read_until_it_is_back() -> None:
    observer = TableObserver((POND, HAND), SIZE, find_tiles)
    watch(observer, [draw_table(10)] * 30, 0)
    away = push_picture(draw_table(10), push((0, 60)))
    seen, places = watch(observer, [away] * 40, 5)
    assert seen == [] and places[-1] is Placement.AWAY
    seen, places = watch(observer, [draw_table(11)] * 40, 12)
    assert places[-1] is Placement.STEADY
    assert sum(len(one.confirmed) for one in seen) == 1 and not any(one.removed for one in seen)


def test_another_view_is_away_only_when_it_stays_and_may_be_accepted() -> None:
    observer = TableObserver((POND, HAND), SIZE, find_tiles)
    watch(observer, [draw_table(10)] * 30, 0)
    rng = np.random.default_rng(3)
    other = cv2.resize(rng.integers(60, 255, (20, 36, 3)).astype(np.uint8), SIZE)
    seen, places = watch(observer, [other] * 30, 5)  # a player leans over the table
    assert seen == [] and places == [Placement.STEADY]
    seen, places = watch(observer, [other] * 40, 10)
    assert seen == [] and places == [Placement.STEADY, Placement.AWAY]
    observer.accept_view()
    seen, places = watch(observer, [other] * 30, 17)
    assert seen and places == [Placement.STEADY]


def test_an_idle_table_is_not_registered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    observer = TableObserver((POND, HAND), SIZE, find_tiles)
    watch(observer, [draw_table(10)] * 30, 0)
    monkeypatch.setattr(CameraRegistration, "register", None)  # a call would raise
    watch(observer, [draw_table(10)] * 60, 5)
