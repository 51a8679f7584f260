"""Text scenes as pictures: the tiles of `scenes.py` as solid bodies under a camera.

The renderer knows where every tile lies in the picture, so a scene is read in two ways: by what
really is there (`truly_seen`), or through the nets, whose boxes are matched to it (`named_alike`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK, UNKNOWN
from tests.vision.scenes import LENGTH, REVERSIBLE, THICKNESS, Laid
from vision.arrays import Floats, Pixels
from vision.seen_tile import Quad, SeenTile
from vision.training.rendering.arrangements import FACE_DOWN, about_z
from vision.training.rendering.face_designs import Face, load_drawing
from vision.training.rendering.scenes import render
from vision.training.rendering.solids import Body, Piece, PinholeCamera, VisibleTile, aim_camera
from vision.training.rendering.surfaces import table_cloth

FACES = Path(__file__).parents[3] / "datasets" / "faces"
WIDTH = 26.0  # of a tile, in mm
PITCH = 26.5  # tiles laid side by side keep half a millimetre
_BODY = (WIDTH, WIDTH * LENGTH, WIDTH * THICKNESS)
_SKIN = (196, 150, 122)


@dataclass(frozen=True, slots=True)
class View:
    """How a scene is photographed.

    Attributes:
        azimuth: degrees around the table; 0 at the owner's seat, 180 across, 90 at the right.
        elevation: degrees above the table; 90 straight from above.
        roll: degrees by which the picture is turned.
        size: width and height in pixels.
        fill: share of the picture, along its tighter side, that the tiles take; above 1 some are
            cut off.
        shift: moves the tiles by shares of the picture's width and height.
        style: folder of our drawings.
        back: colour of the tiles' backs.
        cloth: colour of the table.
    """

    azimuth: float = 0.0
    elevation: float = 60.0
    roll: float = 0.0
    size: tuple[int, int] = (1600, 1000)
    fill: float = 0.92
    shift: tuple[float, float] = (0.0, 0.0)
    style: str = "classic"
    back: tuple[int, int, int] = (32, 120, 84)
    cloth: tuple[int, int, int] = (96, 60, 40)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A picture of a scene.

    Attributes:
        pixels: uint8 RGB.
        tiles: what can be seen of each tile, by its place among the laid ones.
    """

    pixels: Pixels
    tiles: Mapping[int, VisibleTile]


def render_scene(laid: Sequence[Laid], view: View, seed: int = 0) -> Rendered:
    """The scene as a picture; a tile that is unreadable ("?") has a finger on it."""
    pieces = [_piece(tile, view) for tile in laid]
    under = [_piece(tile, view, level=0.0) for tile in laid if tile.level]
    camera = _camera([*pieces, *under], view)
    ground = table_cloth(
        camera.height, camera.width, view.cloth, np.random.default_rng([seed, len(laid)])
    )
    light = np.array([-0.35, 0.3, 0.9])
    drawn = render([*pieces, *under], camera, ground, light / np.linalg.norm(light), 0.45)
    tiles = {tile.piece: tile for tile in drawn.tiles if tile.piece < len(laid)}
    pixels = drawn.pixels
    for number, tile in enumerate(laid):
        if tile.kind == UNKNOWN:
            _finger(pixels, tiles[number].quad)
    return Rendered(pixels, tiles)


def visible_tiles(laid: Sequence[Laid], picture: Rendered) -> tuple[SeenTile, ...]:
    """The tiles that show more than half of their face, as a namer that never errs names them."""
    found = []
    for number, drawn in sorted(picture.tiles.items()):
        if drawn.visible < 0.5:
            continue
        kind, names = laid[number].kind, laid[number].names
        if names is None:
            names = () if kind == UNKNOWN else ((kind, 0.97),)
        oriented = kind not in REVERSIBLE | {BACK, UNKNOWN}
        is_blank = kind in (BACK, UNKNOWN, "5z")
        quad = _from_short_side(drawn.quad) if is_blank else drawn.quad
        found.append(SeenTile(number, _points(quad), names, oriented))
    return tuple(found)


@cache
def _face(style: str, kind: str) -> Face:
    return load_drawing(FACES / style / f"{kind}.svg", style, 240)


def _piece(tile: Laid, view: View, level: float | None = None) -> Piece:
    body = Body(_BODY, (246, 243, 232), view.back, 0.42, 0.09)
    down = tile.kind == BACK
    kind = "5z" if down else "3m" if tile.kind == UNKNOWN else tile.kind
    turn = about_z(np.radians(tile.angle)) @ (FACE_DOWN if down else np.eye(3))
    lift = tile.level if level is None else level
    centre = np.array([tile.u * PITCH, tile.v * PITCH, (lift + THICKNESS / 2) * WIDTH])
    return Piece(centre, turn, body, _face(view.style, kind))


def _camera(pieces: Sequence[Piece], view: View) -> PinholeCamera:
    """The camera so far away that the tiles fill the wanted share of the picture."""
    places = np.array([piece.centre for piece in pieces])
    middle = (places.max(axis=0) + places.min(axis=0)) / 2
    reach = np.array([*_BODY[:2], 0.0]) * 0.7
    around = np.array([[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]])
    corners = np.concatenate([places + reach * side for side in around])
    low, high = 50.0, 20_000.0
    for _ in range(40):
        distance = (low + high) / 2
        spots = _looking(middle, distance, view).project(corners) / view.size - 0.5
        low, high = (distance, high) if np.abs(spots).max() > view.fill / 2 else (low, distance)
    found = _looking(middle, high, view)
    if view.shift == (0.0, 0.0):
        return found
    aside = np.array([*view.shift, 0.0]) * [view.size[0], view.size[1], 0] / found.focal * high
    place = found.place - aside @ found.turn
    return PinholeCamera(place, found.turn, found.focal, found.width, found.height)


def _looking(middle: Floats, distance: float, view: View) -> PinholeCamera:
    turned = np.radians([view.elevation, -view.azimuth, view.roll, 50.0])
    elevation, heading, roll, fov = map(float, turned)
    return aim_camera(middle, distance, elevation, heading, roll, fov, *view.size)


def _finger(pixels: Pixels, quad: Floats) -> None:
    """A finger from below over most of a tile."""
    tip = quad.mean(axis=0)
    size = float(np.linalg.norm(quad[1] - quad[0]))
    foot = tip + np.array([0.4, 3.0]) * size
    ends = [(int(x), int(y)) for x, y in (tip - [0.0, 0.25 * size], foot)]
    cv2.line(pixels, ends[0], ends[1], _SKIN, max(2, int(0.95 * size)), cv2.LINE_AA)


def _from_short_side(quad: Floats) -> Floats:
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return np.roll(quad, -1, axis=0) if lengths[0] + lengths[2] > lengths[1] + lengths[3] else quad


def _points(quad: Floats) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
