"""Photographs of layings: which tiles a camera sees, as the outlines that a finder draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK
from vision.arrays import Floats
from vision.relations.boxes import KINDS, UNREAD, Edge, Role
from vision.training.data.box_lists import BoxTruths
from vision.training.rendering.solids import PinholeCamera, aim_camera

from .families import FAMILIES, Viewpoint
from .laying import Laying, TableTile
from .parts import pick

_PICTURE_SIZES = (
    (1800, 1350),
    (1800, 1350),
    (1800, 1012),
    (1350, 1800),
    (1012, 1800),
    (1500, 1500),
)
_LEAST_INSIDE = 0.5  # share of a tile in the frame
_FACING = 0.16  # least cosine between the line of sight and a surface that can be seen
_BASE = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])


@dataclass(frozen=True, slots=True)
class Projection:
    """The tiles that a camera sees.

    Attributes:
        quads: outlines in pixels, clockwise from the tile's own top left; (n, 4, 2).
        inside: share of each tile in the frame, 0 to 1; (n,).
        truths: what they are.
        raised: whether they lie on another tile; (n,).
        width, height: of the picture, pixels.
        is_printed: whether they are a picture of tiles.
    """

    quads: Floats
    inside: Floats
    truths: BoxTruths
    raised: npt.NDArray[np.bool_]
    width: int
    height: int
    is_printed: bool


def random_camera(laying: Laying, rng: np.random.Generator) -> PinholeCamera:
    """Return a camera that is aimed at the hand as its family's pictures are taken."""
    return aim(laying, FAMILIES[laying.family].view, rng)


def aim(laying: Laying, view: Viewpoint, rng: np.random.Generator) -> PinholeCamera:
    """Return a camera whose frame the framed tiles fill as the view asks for."""
    elevation = math.radians(float(rng.uniform(*view.elevation)))
    heading = pick(rng, view.headings)
    turn = math.radians(heading + float(rng.normal(0, view.spread)))
    roll, fov = float(np.deg2rad(rng.normal(0, 3))), float(np.deg2rad(rng.uniform(38, 75)))
    size = _PICTURE_SIZES[int(rng.integers(len(_PICTURE_SIZES)))]
    fill = float(rng.uniform(*view.fill))
    if rng.random() < 0.04:
        fill = float(rng.uniform(1.0, 1.3))  # the picture cuts the hand
    points = _surfaces(laying.tiles[: max(1, laying.framed)], laying.size)[0].reshape(-1, 3)
    target, distance = points.mean(axis=0), 600.0
    frame = np.array(size, np.float64)
    camera = aim_camera(target, distance, elevation, turn, roll, fov, *size)
    right, down, sight = camera.turn
    ahead = np.array([-down[0], -down[1], 0.0])
    ahead = ahead / max(float(np.hypot(ahead[0], ahead[1])), 1e-6)
    sine = max(math.sin(elevation), 0.2)
    for _ in range(7):
        seen = replace(camera, place=target - distance * sight).project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        off = ((low + high) / 2 - frame / 2) * distance / camera.focal
        target = target + 0.9 * (right * off[0] - ahead * off[1] / sine)
        target[2] = 0.0
        distance *= float(np.clip(((high - low) / frame).max() / fill, 0.5, 1.6))
    slack = np.maximum(frame - (high - low), 0) / 2 * distance / camera.focal
    shift = rng.uniform(-0.7, 0.7, 2) * slack
    target = target + right * shift[0] + ahead * shift[1]
    return replace(camera, place=target - distance * sight)


def project(laying: Laying, camera: PinholeCamera) -> Projection:
    """Return the tiles that a camera sees, without covered ones and those outside the frame."""
    corners, normals = _surfaces(laying.tiles, laying.size)
    centres = corners.mean(axis=1)
    sight = camera.place - centres
    sight /= np.linalg.norm(sight, axis=1, keepdims=True)
    facing = (sight * normals).sum(axis=1)
    depth = (centres - camera.place) @ camera.turn[2]
    quads = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)
    inside = _inside(quads, camera.width, camera.height)
    covered = np.array([tile.is_covered for tile in laying.tiles])
    visible = (facing > _FACING) & (depth > 50) & (inside > _LEAST_INSIDE) & ~covered
    kept = np.nonzero(visible)[0]
    tiles = [laying.tiles[int(i)] for i in kept]
    has_hand = any(tile.role in (Role.HAND, Role.SET) for tile in tiles)
    truths = _truths(tiles, int(owner_edge(camera)) if has_hand else -1)
    raised = np.array([tile.level > 0 for tile in tiles], bool)
    size = camera.width, camera.height
    return Projection(quads[kept], inside[kept], truths, raised, *size, laying.is_printed)


def _truths(tiles: list[TableTile], edge: int) -> BoxTruths:
    kinds = [_INDEX[t.kind] if t.role is not Role.NO_TILE else UNREAD for t in tiles]
    return BoxTruths(
        np.array([t.role for t in tiles], np.int8),
        np.array([t.group for t in tiles], np.int8),
        np.array([t.turned for t in tiles], bool),
        np.array([t.concealed for t in tiles], bool),
        np.array([t.is_stacked for t in tiles], bool),
        np.array(kinds, np.int8),
        edge,
        np.array([_INDEX[t.kind] for t in tiles], np.int8),
    )


_INDEX = {kind: index for index, kind in enumerate(KINDS)}


def owner_edge(camera: PinholeCamera) -> Edge:
    """Return the edge of the picture at which the hand's owner sits."""
    ends = camera.project(np.array([[-50.0, 0, 0], [50.0, 0, 0]]))
    dx, dy = ends[1] - ends[0]
    if abs(dx) >= abs(dy):
        return Edge.BOTTOM if dx > 0 else Edge.TOP
    return Edge.LEFT if dy > 0 else Edge.RIGHT


def _surfaces(
    tiles: Sequence[TableTile], size: tuple[float, float, float]
) -> tuple[Floats, Floats]:
    """Return the corners of the surfaces that show, (n, 4, 3) in mm, and their normals, (n, 3)."""
    width, height, thick = size
    rows = np.array(
        [
            (t.x, t.y, t.angle, t.level, -1.0 if t.lean is None else t.lean, t.kind == BACK)
            for t in tiles
        ]
    ).reshape(-1, 6)
    cos, sin = np.cos(rows[:, 2]), np.sin(rows[:, 2])
    across = np.stack([cos, sin, np.zeros_like(cos)], axis=1)
    up = np.stack([-sin, cos, np.zeros_like(cos)], axis=1)
    normal = np.zeros((len(rows), 3))
    normal[:, 2] = 1.0
    centre = np.stack([rows[:, 0], rows[:, 1], (rows[:, 3] + 1) * thick], axis=1)
    stands = rows[:, 4] >= 0
    if stands.any():
        lean, shows_back = rows[stands, 4], rows[stands, 5] > 0
        flat_up = up[stands]
        upright = flat_up * np.sin(lean)[:, None] + np.array([0, 0, 1.0]) * np.cos(lean)[:, None]
        front = np.array([0, 0, 1.0]) * np.sin(lean)[:, None] - flat_up * np.cos(lean)[:, None]
        middle = np.stack([rows[stands, 0], rows[stands, 1], np.zeros(len(lean))], axis=1)
        middle = middle + upright * height / 2
        centre[stands] = np.where(shows_back[:, None], middle - front * thick, middle)
        across[stands] = np.where(shows_back[:, None], -across[stands], across[stands])
        up[stands] = upright
        normal[stands] = np.where(shows_back[:, None], -front, front)
    corners = (
        centre[:, None]
        + _BASE[None, :, :1] * width * across[:, None]
        + _BASE[None, :, 1:] * height * up[:, None]
    )
    return corners, normal


def _inside(quads: Floats, width: int, height: int) -> Floats:
    """Return the share of each quad's bounding rectangle that is in the frame."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    whole = np.maximum(high - low, 1e-6)
    cut = np.clip(high, 0, [width, height]) - np.clip(low, 0, [width, height])
    share: Floats = (cut / whole).prod(axis=1)
    return share


def mean_rectangles(quads: Floats) -> Floats:
    """Return the rectangles around quads in the mean direction of their sides; see below."""
    across = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
    down = quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]
    mean = across + np.stack([down[:, 1], -down[:, 0]], axis=1)  # down, turned by a quarter
    mean /= np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-9)
    axes = np.stack([mean, np.stack([-mean[:, 1], mean[:, 0]], axis=1)], axis=1)
    centre = quads.mean(axis=1)
    local = np.einsum("nij,nkj->nki", axes, quads - centre[:, None])
    low, high = local.min(axis=1), local.max(axis=1)
    corners = (low + high)[:, None] / 2 + (high - low)[:, None] / 2 * _SIGNS
    result: Floats = centre[:, None] + np.einsum("nki,nij->nkj", corners, axes)
    return result


_SIGNS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def enclosing_rectangles(quads: Floats) -> Floats:
    """Return the smallest rectangles around quads, as the finder was taught to draw them.

    Args:
        quads: convex, (n, 4, 2), clockwise from the tile's own top left.

    Returns:
        Corners in the same order, (n, 4, 2).
    """
    edges = np.roll(quads, -1, axis=1) - quads
    along = edges / np.maximum(np.linalg.norm(edges, axis=2, keepdims=True), 1e-9)
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    centre = quads.mean(axis=1)
    local = quads - centre[:, None]
    # extents along the direction of each edge: (n, edge, corner)
    u = np.einsum("nek,nck->nec", along, local)
    v = np.einsum("nek,nck->nec", across, local)
    low = np.stack([u.min(axis=2), v.min(axis=2)], axis=-1)
    high = np.stack([u.max(axis=2), v.max(axis=2)], axis=-1)
    best = (high - low).prod(axis=2).argmin(axis=1)
    rows = np.arange(len(quads))
    low, high = low[rows, best], high[rows, best]
    axes = np.stack([along[rows, best], across[rows, best]], axis=1)
    middle, half = (low + high) / 2, (high - low) / 2
    corners = middle[:, None] + half[:, None] * _SIGNS
    corners = centre[:, None] + np.einsum("nki,nij->nkj", corners, axes)
    # edge 1 starts at the tile's top right, so the rectangle's first corner is that, and so on
    order = (np.arange(4)[None] - best[:, None]) % 4
    result: Floats = np.take_along_axis(corners, order[..., None], axis=1)
    return result
