"""Tiles of a photo in rows of the owner's order."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.scenes import LENGTH, REVERSIBLE, Camera, Laid, observe, scene
from vision.geometry import as_quad
from vision.layout.perspective import PictureEdge
from vision.layout.rows import Side, side_of, tile_rows
from vision.seen_tile import SeenTile

HAND = "[2m][3m][4m][5p][0p][6s][7s]_[8s]_<5m>[6m][7m]_[W ][W ]<W >"
LABELS = Path(__file__).parents[3].parent / "shared" / "data" / "dev" / "hands" / "labels"


def row_texts(tiles: Sequence[SeenTile]) -> list[str]:
    """The rows as numbers, sideways ones in <>, with _ for gaps."""
    lines = []
    for line in _side(tiles).lines:
        runs = [
            " ".join(f"<{t.id}>" if t.is_turned else str(t.id) for t in run) for run in line.runs()
        ]
        lines.append(" _ ".join(runs))
    return lines


def _side(tiles: Sequence[SeenTile]) -> Side:
    side = side_of(tiles)
    assert side is not None
    return side


CAMERAS = (
    Camera(),
    Camera(elevation=45),
    Camera(elevation=25, boxes="boxes"),
    Camera(azimuth=180, elevation=30, jitter=0.02),
    Camera(azimuth=90, elevation=45, boxes="boxes"),
    Camera(azimuth=-90, elevation=35),
    Camera(azimuth=20, elevation=45, roll=20),
    Camera(elevation=50, roll=90, boxes="boxes", jitter=0.02),
    Camera(azimuth=10, elevation=60, boxes="bodies"),
    Camera(elevation=40, distance=100, scale=4000),
)


@pytest.mark.parametrize(
    "camera", CAMERAS, ids=lambda c: f"{c.azimuth:.0f}-{c.elevation:.0f}-{c.boxes}"
)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HAND, ["0 1 2 3 4 5 6 _ 7 _ <8> 9 10 _ 11 12 <13>"]),
        (
            "[2m][3m][4m][6m][7m][6s][7s]\n[2m][3m][4m][6m][7m][6s][7s]",
            ["0 1 2 3 4 5 6", "7 8 9 10 11 12 13"],
        ),
        (
            "[1s][N ][9m][E ]<3p>[8s]\n[2m][F ][3m][F ][2m][C ]\n[2m][F ]",
            ["0 1 2 3 <4> 5", "6 7 8 9 10 11", "12 13"],
        ),
        ("<7p>\n<7p>[7p][7p]_[2m][3m][4m][C ]", ["<0>", "<1> 2 3 _ 4 5 6 7"]),
        ("[f3][f7]\n\n[2m][3m][4m][C ][C ]_[1m]", ["0 1", "2 3 4 5 6 _ 7"]),
    ],
)
def test_rows_runs_and_sideways_tiles(text: str, expected: list[str], camera: Camera) -> None:
    assert row_texts(observe(scene(text), camera)) == expected


def test_rows_are_the_owners_even_when_some_tiles_are_upside_down() -> None:
    laid = [Laid("123456789"[i] + "m", i, 0, 180 if i in (2, 5) else 0) for i in range(9)]
    for azimuth in (0, 180):
        assert tile_rows(observe(laid, Camera(azimuth, 50))) == (tuple(range(9)),)


def test_reversible_faces_leave_the_owner_at_the_bottom_edge() -> None:
    laid = [Laid("2s", i, 0) for i in range(8)]
    assert tile_rows(observe(laid)) == (tuple(range(8)),)
    assert tile_rows(observe(laid), edge=PictureEdge.TOP) == (tuple(reversed(range(8))),)
    assert not _side(observe(laid)).sure


@pytest.mark.parametrize(
    "text", ["<5p>\n<5p>[5p][5p]", "   <5p>\n[5p]<5p>[5p]", "[4s][4s]<4s>\n      <4s>"]
)
@pytest.mark.parametrize("boxes", ["quads", "boxes"])
def test_of_a_lone_added_kong_half_lie_sideways(text: str, boxes: str) -> None:
    """No face tells, and the median of all four lies between the two kinds."""
    for azimuth, elevation in itertools.product((-20, 0, 20), (30, 60, 90)):
        camera = Camera(azimuth, elevation, boxes=boxes, jitter=0.03)
        turned = [t for t in _side(observe(scene(text), camera)).tiles if t.is_turned]
        assert len(turned) == 2, (azimuth, elevation)


def test_a_bent_row_is_one_row() -> None:
    laid = [Laid("7m", i, 0.012 * (i - 8) ** 2, -1.4 * (i - 8)) for i in range(17)]
    assert tile_rows(observe(laid, Camera(elevation=40))) == (tuple(range(17)),)


def test_scattered_tiles_are_all_kept() -> None:
    rng = np.random.default_rng(1)
    laid = [
        Laid("7m", 2.5 * (i % 5), 2.5 * (i // 5), float(rng.uniform(0, 360))) for i in range(15)
    ]
    found = tile_rows(observe(laid))
    assert sorted(i for row in found for i in row) == list(range(15))


def test_a_neighbours_hand_is_no_row_of_the_owner() -> None:
    mine = [Laid("7m", i, 0) for i in range(10)]
    right = [Laid("7m", 16, 2 + i, 90) for i in range(8)]
    side = _side(observe([*mine, *right], Camera(elevation=50)))
    assert [line.ids for line in side.lines if len(line.ids) > 1] == [tuple(range(10))]
    assert len(side.tiles) == 18


def test_nothing_gives_no_rows() -> None:
    assert tile_rows(()) == ()


@settings(max_examples=40)
@given(
    roll=st.floats(0, 360),
    scale=st.floats(100, 5000),
    elevation=st.floats(35, 90),
    order=st.permutations(range(14)),
)
def test_rows_do_not_depend_on_turn_scale_or_order(
    roll: float, scale: float, elevation: float, order: list[int]
) -> None:
    tiles = observe(scene(HAND), Camera(0, elevation, 40, roll, scale=scale))
    assert tile_rows([tiles[i] for i in order]) == (tuple(range(14)),)


@pytest.mark.skipif(not LABELS.is_dir(), reason=f"labelled rows are not at {LABELS}")
@pytest.mark.parametrize("as_boxes", [False, True], ids=["faces", "boxes"])
def test_rows_of_real_photos(as_boxes: bool) -> None:
    read = 0
    for path in sorted(LABELS.glob("*.json")):
        label = json.loads(path.read_text())
        if not label["rows"]:
            continue
        tiles = [
            SeenTile(
                i,
                as_quad(_bounding_quad(tile["quad"]) if as_boxes else tile["quad"]),
                ((tile["kind"], 0.97),),
                tile["kind"] not in REVERSIBLE,
            )
            for i, tile in enumerate(label["tiles"])
        ]
        found = [[label["tiles"][i]["kind"] for i in row] for row in tile_rows(tiles)]
        assert found == label["rows"], path.name
        assert not any(tile.is_turned for tile in _side(tiles).tiles), path.name
        read += 1
    assert read


def _bounding_quad(quad: Sequence[Sequence[float]]) -> np.ndarray:
    """The smallest rectangle around a quad, beginning at the same corner."""
    face = np.asarray(quad, dtype=np.float32)
    box = cv2.boxPoints(cv2.minAreaRect(face))
    turns = [np.roll(box, -k, axis=0) for k in range(4)]
    return min(turns, key=lambda turn: float(np.abs(turn - face).sum()))


def test_a_faces_direction_adds_to_half_of_what_its_shape_says() -> None:
    """Upright boxes are 0.75 as wide as long: 12 log 1.3 from sideways; a direction counts 4."""
    laid = scene("[2m][3m][4m][7p][6s][7s][E ][S ]")
    side = _side(observe(laid, Camera(distance=500)))
    odds = [tile.turned_odds for line in side.lines for tile in line.tiles]
    assert odds[:3] == pytest.approx([-5.574] * 3, abs=0.01)


@pytest.mark.parametrize("slope", [-0.06, 0.06])
def test_a_line_that_rises_or_falls_goes_on_after_a_gap(slope: float) -> None:
    """A straight line above keeps the place's direction."""
    straight = [Laid("2m", 1.0 * i, 4.0) for i in range(14)]
    bent = [Laid("3m", u, slope * LENGTH * u) for u in (0.0, 1.0, 2.0, 3.0, 4.0, 10.0, 11.0, 12.0)]
    assert len(tile_rows(observe((*straight, *bent), Camera(distance=500)))) == 2


def test_the_axis_follows_a_row_of_tiles_that_go_up_and_down() -> None:
    """A direction between some neighbours links few of them; the row they make links all."""
    up = [-0.1, 0.09, 0.66, 0.49, 0.6, 1.22, 1.09, 1.63]
    tiles = observe([Laid(f"{i + 1}m", i, v) for i, v in enumerate(up)], Camera(distance=500))
    assert tile_rows(tiles) == (tuple(range(8)),)


@pytest.mark.parametrize(("step", "rows"), [(0.4, 1), (0.5, 2)])
def test_a_row_goes_on_at_its_last_tile_though_it_was_falling(step: float, rows: int) -> None:
    fall = [*[0.2] * 8, -0.7, -0.5, -0.3, -0.35, -0.35 + step, -0.35 + step]
    laid = [Laid(f"{i % 9 + 1}m", i + (i > 7), v) for i, v in enumerate(fall)]
    side = _side(observe(laid))
    assert len(side.lines) == rows


def test_a_blank_tile_of_a_slanting_row_is_upright_where_its_neighbours_are() -> None:
    """The boxes of a row seen askew grow wider towards the camera, so that they seem turned."""
    laid = scene("[6m][7m][P ][P ]__[8m]___[3p][4p][5p]__[C ][C ][C ]__[8m][8m][8m]")
    tiles = observe(laid)
    middle = np.mean([tile.quad for tile in tiles], axis=(0, 1))
    wide = []
    for tile in tiles:
        corners = np.array(tile.quad)
        centre = corners.mean(axis=0)
        share = 1.0 - 1.4 * (centre[0] - middle[0]) / np.ptp([t.quad[0][0] for t in tiles])
        stretched = centre + (corners - centre) * [share, 1.0]
        wide.append(replace(tile, quad=as_quad(stretched)))
    side = _side(wide)
    assert not [p.id for p in side.tiles if p.is_turned]
