"""Small text scenes: tiles drawn in letters, laid on a table, seen by a camera.

    [5p]   upright tile      <5p>   sideways tile     [##]   face down     [??]   unreadable
    _      gap of 0.6 tile widths (more of them: more)

Top line: nearest to the table's centre. A tile in an upper line lies over the tile drawn below it;
an empty text line leaves half a tile free. Faces are written 1m-9s, 0m 0p 0s, E S W N C F P, f1-f8.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import BACK
from vision.seen_tile import Quad, SeenTile

Array = NDArray[np.float64]

LENGTH = 4 / 3  # of a tile, in its widths
THICKNESS = 0.8
REVERSIBLE = frozenset("1p 2p 3p 4p 5p 8p 9p 2s 4s 5s 6s 8s 9s 5z".split())
_BLANK = {BACK, "5z", "?"}  # nothing on them tells which side is the upper one
_LETTERS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z", "P": "5z", "F": "6z", "C": "7z"}
_TOKEN = re.compile(r"\[(..)\]|<(..)>|_+")


@dataclass(frozen=True, slots=True)
class Laid:
    """One tile on the table: centre in tile widths (owner's right, away from the owner), degrees.

    `angle` turns counter-clockwise as the owner sees it; 0 is upright. `names` as in SeenTile.
    """

    kind: str
    u: float
    v: float
    angle: float = 0.0
    level: float = 0.0
    names: tuple[tuple[str, float], ...] | None = None


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands and how careless the finder's boxes are.

    Attributes:
        azimuth: degrees around the table; 0 at the owner's seat, 180 across, 90 at the right.
        elevation: degrees above the table; 90 straight from above.
        distance: from the middle of the scene, in tile widths (20: a hand fills the picture).
        roll: degrees by which the picture is turned.
        boxes: "quads" exact corners of the faces; "boxes" rectangles around them; "bodies"
            rectangles that take in the visible sides.
        jitter: standard deviation of corners, in tile widths.
    """

    azimuth: float = 0.0
    elevation: float = 90.0
    distance: float = 26.0
    roll: float = 0.0
    boxes: str = "quads"
    jitter: float = 0.0
    scale: float = 1200.0
    seed: int = 0
    rng: np.random.Generator = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rng", np.random.default_rng(self.seed))


def scene(text: str, *extra: Laid) -> tuple[Laid, ...]:
    """The tiles of a drawn scene, in reading order, then the extra ones."""
    lines = text.strip("\n").split("\n")
    indent = min((len(n) - len(n.lstrip()) for n in lines if n.strip()), default=0)
    laid: list[list[Laid]] = []
    below: dict[int, tuple[float, float]] = {}  # drawn column: middle and top edge of that tile
    floor = 0.0
    for line in reversed(lines):
        if not line.strip():
            floor += 0.5 * LENGTH
            below = {}  # nothing lies directly on anything across a free space
            continue
        found, below = _lay(line[indent:], below, floor)
        floor = max((floor, *(top for _, top in below.values())))
        laid.append(found)
    return (*(tile for row in reversed(laid) for tile in row), *extra)


def _lay(
    line: str, below: dict[int, tuple[float, float]], floor: float
) -> tuple[list[Laid], dict[int, tuple[float, float]]]:
    found: list[Laid] = []
    here: dict[int, tuple[float, float]] = {}
    edge = 0.0
    for token in _TOKEN.finditer(line):
        if token[0].startswith("_"):
            edge += 0.6 * len(token[0])
            continue
        turned = token[2] is not None
        width, tall = (LENGTH, 1.0) if turned else (1.0, LENGTH)
        base = floor
        if token.start() in below:  # lies on the tile drawn below it, as in a column
            middle, base = below[token.start()]
            edge = max(edge, middle - width / 2)
        elif not found:
            edge = max(edge, token.start() / 4)
        kind = _kind(token[1] or token[2])
        found.append(Laid(kind, edge + width / 2, base + tall / 2, 90.0 if turned else 0.0))
        here[token.start()] = (edge + width / 2, base + tall)
        edge += width
    return found, here


def _kind(text: str) -> str:
    text = text.strip()
    if text == "##":
        return BACK
    if text == "??":
        return "?"
    if text[0] == "f":
        return text[1] + "f"
    return _LETTERS.get(text, text)


def observe(laid: Sequence[Laid], camera: Camera | None = None) -> tuple[SeenTile, ...]:
    """What the finder and the namer would say of the scene; ids are positions in `laid`."""
    camera = camera or Camera()
    middle = np.mean([[tile.u, tile.v] for tile in laid], axis=0)
    tiles = []
    for number, tile in enumerate(laid):
        names = tile.names
        if names is None:
            names = () if tile.kind == "?" else ((tile.kind, 0.97),)
        oriented = tile.kind not in REVERSIBLE | {BACK, "?"}
        raised = 0.9 if tile.level else 0.05  # pictures seldom leave no doubt
        quad = _quad(tile, middle, camera)
        tiles.append(SeenTile(number, quad, names, oriented, printed=0.001, raised=raised))
    return tuple(tiles)


def occlusion(laid: Sequence[Laid], camera: Camera) -> float:
    """The largest share of a face that a tile on another one hides from the camera."""
    middle = np.mean([[tile.u, tile.v] for tile in laid], axis=0)
    faces = {tile: _outline(tile, middle, camera, 0.0) for tile in laid}
    bodies = [
        (tile, np.vstack([faces[tile], _outline(tile, middle, camera, -THICKNESS)]))
        for tile in laid
        if tile.level
    ]
    return max(
        (
            cv2.intersectConvexConvex(cv2.convexHull(body), faces[low])[0]
            / cv2.contourArea(faces[low])
            for high, body in bodies
            for low in laid
            if low.level < high.level
        ),
        default=0.0,
    )


def _outline(tile: Laid, middle: Array, camera: Camera, lift: float) -> NDArray[np.float32]:
    """A tile's outline in the picture, at its face or as far below it as `lift` says."""
    corners = _corners(tile, middle)
    points = np.column_stack([corners, np.full(4, tile.level + THICKNESS + lift)])
    return _project(points, camera).astype(np.float32)


def _corners(tile: Laid, middle: Array) -> Array:
    """The corners of a face on the table, clockwise from its own top left, (4, 2)."""
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * [0.485, 0.485 * LENGTH]
    a = np.radians(tile.angle)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(half @ turn + [tile.u, tile.v] - middle)


def _quad(tile: Laid, middle: Array, camera: Camera) -> Quad:
    flat = _corners(tile, middle) + camera.rng.normal(0, camera.jitter, (4, 2))
    level = tile.level + THICKNESS
    face = _project(np.column_stack([flat, np.full(4, level)]), camera)
    if camera.boxes != "quads":
        foot = _project(np.column_stack([flat, np.full(4, level - THICKNESS)]), camera)
        points = face if camera.boxes == "boxes" else np.vstack([face, foot])
        box = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32)))
        face = _best_start(np.asarray(box, dtype=np.float64), face)
    if tile.kind in _BLANK:
        face = _from_short_side(face)
    a, b, c, d = ((float(x), float(y)) for x, y in face)
    return a, b, c, d


def _best_start(box: Array, face: Array) -> Array:
    """The box's corners clockwise, beginning at the one that best stands for the face's first."""
    x, y = (box - box.mean(axis=0)).T
    box = box[np.argsort(np.arctan2(y, x))]
    turns = [np.roll(box, -k, axis=0) for k in range(4)]
    off = [np.abs((t - t.mean(axis=0)) - (face - face.mean(axis=0))).sum() for t in turns]
    return turns[int(np.argmin(off))]


def _from_short_side(quad: Array) -> Array:
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return np.roll(quad, -1, axis=0) if lengths[0] + lengths[2] > lengths[1] + lengths[3] else quad


def _project(points: Array, camera: Camera) -> Array:
    """Points (n, 3) of the table in pixels of the picture (n, 2)."""
    eye, axes, turn = _pose(camera.azimuth, camera.elevation, camera.distance, camera.roll)
    view = (points - eye) @ axes
    return np.asarray(view[:, :2] / view[:, 2:] * camera.scale @ turn + camera.scale)


@lru_cache(maxsize=64)
def _pose(azimuth: float, elevation: float, distance: float, roll: float) -> tuple[Array, ...]:
    """Where a camera's eye is, its axes right, down and forward, and the picture's turn."""
    around, up, rolled = np.radians([azimuth, elevation, roll])
    away = np.array([np.sin(around), -np.cos(around), 0.0])
    eye = distance * (np.cos(up) * away + np.array([0, 0, np.sin(up)]))
    right = np.array([np.cos(around), np.sin(around), 0.0])
    forward = -eye / np.linalg.norm(eye)
    axes = np.column_stack([right, np.cross(forward, right), forward])
    turn = np.array([[np.cos(rolled), np.sin(rolled)], [-np.sin(rolled), np.cos(rolled)]])
    return eye, axes, turn
