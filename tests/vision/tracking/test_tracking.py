"""Eyes on a table: calm, change, light, hands in the way, votes, and the players' places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from scoring.tiles import BACK
from vision.arrays import Pixels
from vision.cameras.camera import Frame
from vision.geometry import as_quad
from vision.seen_tile import SeenTile
from vision.tracking.motion import Light, MotionGate, luma
from vision.tracking.observer import Cadence, Observation, TableObserver
from vision.tracking.occlusion import OcclusionDetector
from vision.tracking.regions import Area, Whole
from vision.tracking.table_geometry import (
    SeatsError,
    find_complete_walls,
    find_wall_corners,
    order_corners,
    seat_areas,
)
from vision.tracking.tracks import Tracks

MakeTile = Callable[..., SeenTile]
SIZE = (640, 360)
CLOTH = (24, 92, 62)
RATE = 6
NOISE = [
    np.random.default_rng(seed).normal(0, 6, (SIZE[1], SIZE[0], 3)).astype(np.int8)
    for seed in range(3)
]


def table(*spots: tuple[int, int], seed: int = 0, light: float = 1.0) -> Pixels:
    """A noisy cloth with tiles of 24 x 32 pixels, their middles at these spots."""
    picture = np.full((SIZE[1], SIZE[0], 3), CLOTH, np.uint8)
    for x, y in spots:
        cv2.rectangle(picture, (x - 12, y - 16), (x + 11, y + 15), (245, 243, 232), -1)
        cv2.circle(picture, (x, y), 7, (200, 40, 40), -1)
    if light != 1.0:
        picture = (picture * light).astype(np.uint8)
    return cv2.add(picture, NOISE[seed % len(NOISE)], dtype=cv2.CV_8U).astype(np.uint8)


def arm(picture: Pixels, tip: tuple[int, int]) -> Pixels:
    """The picture with an arm over it that comes in from the lower edge."""
    over = picture.copy()
    cv2.line(over, (tip[0] + 40, SIZE[1] + 20), tip, (226, 180, 152), 46)
    return over


def whites(picture: Pixels) -> list[SeenTile]:
    """A finder for these tiles: white things of their size; a red middle names them."""
    mask = (picture.min(axis=2) > 150).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found: list[SeenTile] = []
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if 15 < w < 40 and 20 < h < 50:
            quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            found.append(SeenTile(len(found), as_quad(quad), (("1p", 0.97),), False))
    return found


def watch(
    pictures: Sequence[tuple[float, Pixels]],
    areas: Sequence[Any] | None = None,
    name: Callable[[Pixels], Sequence[SeenTile]] = whites,
    pace: Cadence | None = None,
) -> tuple[list[Observation], TableObserver]:
    eyes = TableObserver(areas or [Whole(*SIZE)], SIZE, name, pace)
    found: list[Observation] = []
    for number, (time, picture) in enumerate(pictures):
        found += eyes.observe(Frame(number, time, picture))
    return found, eyes


def still(begin: float, seconds: float, *spots: tuple[int, int]) -> list[tuple[float, Pixels]]:
    """A calm table."""
    return [(begin + n / RATE, table(*spots, seed=n)) for n in range(round(seconds * RATE))]


# calm and changed


def test_an_idle_table_is_read_once() -> None:
    sightings, eyes = watch(still(0, 8))
    assert len(sightings) == eyes.readings == 1
    assert sightings[0].tiles == ()


def test_a_new_tile_is_read_after_calm_and_reported_once() -> None:
    sightings, eyes = watch([*still(0, 2), *still(2, 4, (300, 200))])
    new = [s for s in sightings if s.confirmed]
    assert len(new) == 1 and [t.tile.kind for t in new[0].confirmed] == ["1p"]
    assert 2.5 <= new[0].time < 4
    assert eyes.readings <= 3


def test_a_camera_that_trembles_sees_a_calm_table() -> None:
    """By most of a pixel: white tiles on green cloth change a cell by ten levels then."""
    rng = np.random.default_rng(5)

    def trembling(pictures: list[tuple[float, Pixels]]) -> list[tuple[float, Pixels]]:
        moves = rng.normal(0, 0.4, (len(pictures), 2))
        return [
            (time, cv2.warpAffine(picture, np.array([[1, 0, x], [0, 1, y]]), SIZE))
            for (time, picture), (x, y) in zip(pictures, moves, strict=True)
        ]

    before = [(100 + 40 * n, 100) for n in range(6)]
    sightings, eyes = watch(
        [*trembling(still(0, 4, *before)), *trembling(still(4, 4, *before, (340, 100)))]
    )
    new = [[track.tile.kind for track in s.confirmed] for s in sightings if s.confirmed]
    assert [len(kinds) for kinds in new] == [6, 1]
    assert eyes.readings <= 4


def test_nothing_is_read_while_something_moves() -> None:
    moving = [(n / 6, arm(table(seed=n), (100 + 12 * n, 150))) for n in range(24)]
    sightings, _ = watch(moving)
    assert sightings == []


def test_an_area_that_cannot_be_read_is_read_again_and_keeps_no_other_back() -> None:
    left = Area("left", ((0, 0), (320, 0), (320, 360), (0, 360)))
    right = Area("right", ((320, 0), (640, 0), (640, 360), (320, 360)))
    failures = iter([True] * 3)

    def find_or_fail(picture: Pixels) -> Sequence[SeenTile]:
        if len(found) == 0 and next(failures, False):
            raise ValueError("torn picture")
        return whites(cv2.resize(picture, (320, 360)))

    eyes = TableObserver([left, right], SIZE, find_or_fail, None)
    found: list[Observation] = []
    errors = 0
    for number, (time, picture) in enumerate(still(0.0, 8.0, (100, 100), (500, 200))):
        try:
            for sighting in eyes.observe(Frame(number, time, picture)):
                found.append(sighting)
        except ValueError:
            errors += 1
    assert errors == 2  # at first both areas failed, then one of them
    assert {s.area for s in found if s.confirmed} == {"left", "right"}


@pytest.mark.parametrize(("middle", "seen"), [(126, 1), (114, 0)])
def test_a_tile_on_the_edge_of_an_area_is_seen_whole_by_the_area_of_its_middle(
    middle: int, seen: int
) -> None:
    """The faces of flowers beside the walls were cut off and read as others."""
    edge = Area("hand 0", ((0, 120), (640, 120), (640, 320), (0, 320)), 3.2, reach=0.15)
    height: list[float] = []

    def find(picture: Pixels) -> Sequence[SeenTile]:
        tiles = whites(picture)
        height.extend(np.ptp(np.asarray(t.quad)[:, 1]) for t in tiles)
        return tiles

    sightings, _ = watch(still(0, 3, (200, middle)), [edge], find)
    assert len(sightings[-1].tiles) == seen
    assert min(height) == pytest.approx(32 * edge.size[0] / 640, abs=3)
    if seen:
        _, y = edge.to_frame(np.mean(sightings[-1].tiles[0].quad, axis=0)[None])[0]
        assert y == pytest.approx(middle, abs=2)


def test_readings_keep_their_distance() -> None:
    spots = [(60 + 40 * n, 100) for n in range(12)]
    pictures = [p for n in range(6) for p in still(n, 1, *spots[: n + 1])]
    sightings, eyes = watch(pictures)
    times = sorted({s.time for s in sightings})
    assert all(b - a >= 1.0 - 1e-6 for a, b in pairwise(times))
    assert eyes.readings >= 3


def test_brightness_of_the_whole_picture_is_no_change() -> None:
    dimmer = [(2 + n / 6, table((300, 200), seed=n, light=0.8)) for n in range(12)]
    _, eyes = watch([*still(0, 2, (300, 200)), *dimmer])
    assert eyes.readings <= 2


def test_darkness_is_noticed_and_nothing_is_lost() -> None:
    dark = [(2 + n / 6, table(seed=n, light=0.02)) for n in range(8)]
    sightings, eyes = watch([*still(0, 2, (300, 200)), *dark])
    assert all(not s.removed for s in sightings)
    was_dark = eyes.light.dark
    later = [
        s for n, (t, p) in enumerate(still(4, 3, (300, 200))) for s in eyes.observe(Frame(n, t, p))
    ]
    assert was_dark and not eyes.light.dark
    assert all(not s.removed and not s.confirmed for s in later)  # the tile is known, not new


def test_a_black_cloth_is_not_darkness() -> None:
    light = Light()
    light.update(np.full((36, 64), 20.0, np.float32))
    light.update(np.full((36, 64), 14.0, np.float32))
    assert not light.dark
    light.update(np.full((36, 64), 3.0, np.float32))
    assert light.dark


def test_slow_movement_is_movement() -> None:
    cells = Whole(*SIZE).cells((36, 64), SIZE)
    spot = MotionGate(cells)
    for n in range(30):  # 2.5 pixels a frame
        spot.update(luma(table((100 + int(2.5 * n), 200), seed=n)), n / 6)
    assert 29 / 6 - spot.since < 1.0


# hands


def test_a_hand_that_rests_on_the_tiles_loses_none_and_adds_none() -> None:
    before = still(0, 2, (200, 200), (300, 200))
    covered = table((200, 200), (300, 200), seed=99)
    resting = [(2 + n / 6, arm(covered, (300, 205))) for n in range(20)]
    sightings, eyes = watch([*before, *resting])
    during = [s for s in sightings if s.time >= 2]
    assert during and all(s.is_covered and not s.removed and not s.confirmed for s in during)
    after = [
        s
        for n, (t, p) in enumerate(still(6, 3, (200, 200), (300, 200)))
        for s in eyes.observe(Frame(n, t, p))
    ]
    assert after and not after[-1].is_covered and len(after[-1].tiles) == 2


def test_what_stays_long_is_furniture() -> None:
    look = OcclusionDetector()
    assert look.detect(table(), (), 0.0) is None
    cup = arm(table(), (300, 240))
    assert look.detect(cup, (), 1.0)
    assert look.detect(cup, (), 20.0)
    assert look.detect(cup, (), 60.0) is None
    assert look.detect(arm(cup, (100, 150)), (), 61.0)


def test_what_is_there_at_first_is_furniture() -> None:
    """A keyboard does not blind the camera for a minute; a hand over it does, while it is there."""
    look = OcclusionDetector()
    keyboard = table()
    cv2.rectangle(keyboard, (200, 260), (640, 360), (60, 60, 70), -1)
    assert look.detect(keyboard, (), 0.0) is None
    assert look.detect(keyboard, (), 1.0) is None
    x, y = look.detect(arm(keyboard, (300, 150)), (), 2.0) or (0.0, 0.0)
    assert 0.4 < x < 0.6 and 0.4 < y < 0.8
    assert look.detect(keyboard, (), 3.0) is None
    assert look.detect(table(), (), 4.0) is None, "it was taken away"
    assert look.detect(keyboard, (), 5.0), "and came back"


def test_a_hand_that_was_there_at_first_is_one_when_it_comes_again() -> None:
    look = OcclusionDetector()
    assert look.detect(arm(table(), (300, 205)), (), 0.0) is None
    assert look.detect(table(), (), 2.0) is None
    assert look.detect(arm(table(), (300, 205)), (), 4.0)


def test_tiles_before_a_rim_are_read_at_once() -> None:
    def rim(picture: Pixels) -> Pixels:
        over = picture.copy()
        cv2.rectangle(over, (0, 0), (60, 360), (120, 72, 40), -1)
        return over

    shown = [(time, rim(picture)) for time, picture in still(0, 3, (200, 200), (300, 200))]
    sightings, _ = watch(shown)
    assert [len(s.confirmed) for s in sightings][:1] == [2]
    assert not any(s.is_covered for s in sightings)


def test_dice_within_the_area_are_nobody() -> None:
    look = OcclusionDetector()
    assert look.detect(table(), (), 0.0) is None
    picture = table()
    cv2.rectangle(picture, (300, 150), (330, 180), (250, 250, 250), -1)
    assert look.detect(picture, (), 1.0) is None


# votes


def test_a_doubtful_tile_replaces_another_that_it_cannot_be(tile: MakeTile) -> None:
    """As in a slide show, where the next hand is there at once."""
    tracks = Tracks()
    tracks.update([[tile_with_share(tile, "8s", 0.99)]] * 2)
    other = replace(tile(0, "2z", 100, 100), names=(("2z", 0.74), ("3z", 0.2)))
    for _ in range(4):
        tracks.update([[other]] * 2)
    assert [one.kind for one in tracks.tiles] == ["2z"]
    alike = replace(tile(0, "2z", 100, 100), names=(("3z", 0.6), ("2z", 0.3)))
    for _ in range(4):
        tracks.update([[alike]] * 2)
    assert [one.kind for one in tracks.tiles] == ["2z"], "it may still be"


def tile_with_share(tile: MakeTile, kind: str, share: float, x: float = 100.0) -> SeenTile:
    rest = (1 - share) * 0.9
    return replace(tile(0, kind, x, 100), names=((kind, share), ("9m", rest)))


def test_one_picture_does_not_make_a_tile(tile: MakeTile) -> None:
    tracks = Tracks()
    assert tracks.update([[tile_with_share(tile, "5m", 0.99)]]).confirmed == ()
    before = tracks.is_unsure
    assert tracks.update([[]]).removed == ()  # it never was one
    assert (before, tracks.is_unsure, tracks.tiles) == (True, False, ())


def test_votes_decide_a_doubtful_tile(tile: MakeTile) -> None:
    tracks = Tracks()
    tracks.update([[tile_with_share(tile, "6m", 0.5)], [tile_with_share(tile, "5m", 0.8)]])
    assert tracks.is_unsure
    change = tracks.update([[tile_with_share(tile, "5m", 0.8)]] * 4)
    assert [t.tile.kind for t in change.confirmed] == ["5m"]
    assert 0.6 < change.confirmed[0].tile.confidence < 0.8  # as sure as the mean, no more


def test_a_named_tile_keeps_its_name(tile: MakeTile) -> None:
    tracks = Tracks()
    tracks.update([[tile_with_share(tile, "5m", 0.99)]] * 2)
    tracks.update([[tile_with_share(tile, "6m", 0.7)]] * 2)
    assert [t.kind for t in tracks.tiles] == ["5m"]


def test_a_doubtful_name_is_replaced_by_a_clearly_likelier_one(tile: MakeTile) -> None:
    def with_names(*names: tuple[str, float]) -> SeenTile:
        return replace(tile(0, "5m", 100, 100), names=names)

    tracks = Tracks()
    first = tracks.update([[with_names(("5m", 0.46), ("9m", 0.42))]] * 6)
    assert [t.tile.kind for t in first.confirmed] == ["5m"] and first.renamed == ()
    later = [tracks.update([[with_names(("9m", 0.8), ("5m", 0.1))]] * 2) for _ in range(6)]
    renamed = [track.tile.kind for change in later for track in change.renamed]
    assert renamed == ["9m"], "once"
    assert [t.kind for t in tracks.tiles] == ["9m"]
    assert later[0].renamed == (), "not as long as it is hardly likelier"
    assert all(change.confirmed == change.removed == () for change in later)


def test_another_tile_in_its_place_is_gone_and_new(tile: MakeTile) -> None:
    tracks = Tracks()
    tracks.update([[tile_with_share(tile, "5m", 0.99)]] * 2)
    first = tracks.update([[tile_with_share(tile, "6p", 0.99)]] * 2)
    second = tracks.update([[tile_with_share(tile, "6p", 0.99)]] * 2)
    assert first.removed == first.confirmed == ()
    assert [t.tile.kind for t in second.removed] == ["5m"]
    assert [t.tile.kind for t in second.confirmed] == ["6p"]


def test_one_failed_reading_loses_nothing(tile: MakeTile) -> None:
    tracks = Tracks()
    tracks.update([[tile_with_share(tile, "5m", 0.99)]] * 2)
    assert tracks.update([[], []]).removed == ()
    assert tracks.update([[tile_with_share(tile, "5m", 0.99)]] * 2).confirmed == ()
    tracks.update([[], []])
    assert [t.tile.kind for t in tracks.update([[], []]).removed] == ["5m"]


def test_a_box_over_several_tiles_is_not_the_track_of_the_tile_in_its_middle(
    tile: MakeTile,
) -> None:
    """It kept its outline there, and the set in the place was never read."""
    tracks = Tracks()
    box = tile(0, "1p", 100, 100, size=(90, 90), confidence=0.4)
    one = tile(1, "1p", 130, 125, confidence=0.98)
    tracks.update([[box]])
    tracks.update([[one], [one]])
    assert [t.quad for t in tracks.tiles] == [one.quad]
    assert not tracks.is_unsure


def test_a_tile_whose_kind_is_in_doubt_becomes_surer_by_later_readings(tile: MakeTile) -> None:
    tracks = Tracks()
    tracks.update([[tile_with_share(tile, "5m", 0.6)]] * 6)
    assert tracks.tiles[0].kind_probability == pytest.approx(0.6)
    for _ in range(6):
        tracks.update([[tile_with_share(tile, "5m", 0.98)]] * 6)
    assert tracks.tiles[0].kind_probability > 0.9


# places


def test_areas_are_seen_by_their_owners() -> None:
    picture = np.zeros((400, 400, 3), np.uint8)
    corners = ((100.0, 100.0), (300.0, 100.0), (300.0, 300.0), (100.0, 300.0))
    areas = {area.name: area for area in seat_areas(corners, walls=True)}
    assert sorted(areas) == [f"{k} {n}" for k in ("hand", "pond", "wall") for n in range(4)]
    cv2.rectangle(picture, (330, 240), (360, 300), (255, 0, 0), -1)
    # right of the table, towards the viewer: for the player there it lies at his left
    seen_so = areas["hand 1"].picture(picture)
    red = np.argwhere(seen_so[:, :, 0] > 128)
    assert red[:, 1].mean() < seen_so.shape[1] / 2
    assert not (areas["hand 3"].picture(picture) > 128).any()


def test_a_slanting_view_is_pulled_straight() -> None:
    area = Area("pond 0", ((250.0, 100.0), (390.0, 100.0), (420.0, 140.0), (220.0, 140.0)), 2.0)
    width, height = area.size
    assert width / height == pytest.approx(2.0, rel=0.05)


def test_walls_are_found_in_backs(tile: MakeTile) -> None:
    found: list[SeenTile] = []
    for n in range(17):
        for x, y in (
            (120 + 20 * n, 80),
            (120 + 20 * n, 440),
            (100, 90 + 20 * n),
            (470, 90 + 20 * n),
        ):
            found.append(tile(len(found), BACK, x, y, size=(20, 27), confidence=1.0))
    corners = np.array(find_wall_corners(found))
    assert np.abs(corners - [[100, 80], [490, 80], [490, 467], [100, 467]]).max() < 25
    with pytest.raises(SeatsError, match="expected at least 24") as error:
        find_wall_corners(found[:10])
    assert error.value.localize("it").startswith("10 tessere coperte, ne servono almeno 24")
    assert find_complete_walls(found) == as_quad(corners)
    heap = [*found, tile(99, BACK, 290, 270, size=(20, 27), confidence=1.0)]
    assert find_complete_walls(heap) is None  # they are being shuffled
    assert find_complete_walls(found[::4]) is None  # one wall alone


def test_corners_in_any_order_are_put_right() -> None:
    points = np.array([[300.0, 300], [100, 100], [100, 300], [300, 100]])
    assert order_corners(points) == as_quad(
        np.array([[100.0, 100], [300, 100], [300, 300], [100, 300]])
    )
    with pytest.raises(SeatsError, match="do not form a table"):
        order_corners(np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]]))
