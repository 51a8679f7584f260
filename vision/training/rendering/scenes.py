"""Labelled scenes: tiles on a table, seen by a camera.

`Scenes.next()` returns one training scene; `render` draws any arrangement with a given camera, for
the tests and the example photo too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Pixels
from .arrangements import ARRANGEMENTS, Kit
from .back_designs import back_ink
from .camera_effects import apply_camera_effects
from .distractors import scatter_distractors
from .face_designs import Face, blank_face
from .solids import Body, Piece, PinholeCamera, VisibleTile, aim_camera, draw_pieces
from .surfaces import change_perspective, clutter, draw_chips, draw_fingers, sticks, surface

_SIZES = (
    (26, 20, 16),
    (26, 19, 16),
    (30, 22, 18),
    (35, 26, 20),
    (36, 26, 22),
    (39, 29, 22),
    (24, 17, 14),
)
_FACE_COLOURS = (
    (246, 244, 236),
    (240, 232, 205),
    (226, 214, 178),
    (252, 252, 252),
    (235, 235, 240),
)
_BACKS = (
    (20, 120, 70),
    (30, 80, 170),
    (120, 180, 230),
    (215, 160, 60),
    (230, 190, 120),
    (25, 25, 28),
    (150, 30, 40),
    (240, 240, 238),
    (120, 85, 50),
    (90, 50, 120),
    (230, 120, 150),
)

BARE = 0.1
"""Share of pictures that show no tile at all."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its visible tiles.

    Attributes:
        pixels: uint8 RGB, shape (H, W, 3).
        tiles: the visible tiles (`solids.VisibleTile`), quads in pixels of `pixels`.
    """

    pixels: Pixels
    tiles: tuple[VisibleTile, ...]


def render(
    pieces: Sequence[Piece],
    camera: PinholeCamera,
    ground: Pixels,
    light: Floats,
    shade: float = 0.5,
) -> Scene:
    """Draw an arrangement on a copy of `ground` (uint8 RGB of the camera's size)."""
    picture = np.ascontiguousarray(ground.copy())
    return Scene(picture, tuple(draw_pieces(picture, pieces, camera, light, shade)))


class Scenes:
    """A seeded generator of random scenes without end.

    Args:
        faces: all faces that may be printed on a tile.
        photos: pictures without tiles, for backgrounds.
        things: cut-outs of distractors, uint8 RGBA.
        seed: same seed, same scenes.
        size: pixels of the (square) picture.
    """

    def __init__(
        self,
        faces: Sequence[Face],
        photos: Sequence[Pixels],
        things: Sequence[Pixels],
        seed: int,
        size: int = 640,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._photos = photos
        self._things = things
        self._size = size
        self._designs: dict[str, dict[str, list[Face]]] = {}
        for face in faces:
            self._designs.setdefault(face.design, {}).setdefault(face.kind, []).append(face)
        self._names = list(self._designs)
        weights = np.array([self._weight(name) for name in self._names])
        self._weights = weights / weights.sum()

    def _weight(self, name: str) -> float:
        """Return a design's weight: a crop collection has many sets, a drawn set many like it."""
        if "camerash" in name:
            return 12.0
        return 0.35 if name.startswith("drawn") else 1.5

    def next(self) -> Scene:
        """Render the next random scene."""
        rng, size = self._rng, self._size
        ground = surface(size, size, self._photos, rng)
        if rng.random() < 0.15:
            draw_chips(ground, rng)
        bare = rng.random() < BARE
        if bare or rng.random() < 0.3:
            scatter_distractors(ground, self._things, rng)
            ground = change_perspective(ground, rng)
        if bare:
            return Scene(apply_camera_effects(ground, rng), ())
        kit = Kit(self._body(), self._picker(), rng)
        shares = np.array([share for _, share in ARRANGEMENTS])
        pieces = ARRANGEMENTS[rng.choice(len(ARRANGEMENTS), p=shares / shares.sum())][0](kit)
        camera = self._camera(pieces)
        reach = float(max(np.abs(p.centre[:2]).max() for p in pieces)) + 60
        others = [*clutter(reach * 1.4, rng), *sticks(reach, rng)]
        around = [p for p in others if _is_free(p, pieces)]
        light = rng.normal(0, 0.45, 3) + np.array([0, 0, 1.3])
        light /= np.linalg.norm(light)
        scene = render([*pieces, *around], camera, ground, light, rng.uniform(0.1, 0.7))
        pixels, tiles = scene.pixels, tuple(t for t in scene.tiles if _is_readable(t))
        if rng.random() < 0.12:
            covered = draw_fingers(pixels, rng)
            tiles = tuple(t for t in tiles if _share(covered, t.quad) < 0.5)
        return Scene(apply_camera_effects(pixels, rng), tiles)

    def _picker(self) -> _Picker:
        name = self._names[self._rng.choice(len(self._names), p=self._weights)]
        faces = dict(self._designs[name])
        if "1s" not in faces:  # sets drawn at random borrow their bird
            faces["1s"] = self._sample_faces("1s")
        if "5z" in faces and self._rng.random() < 0.3:
            faces["5z"] = [blank_face(face) for face in faces["5z"][:1]]
        return _Picker(faces, self._rng)

    def _sample_faces(self, kind: str) -> list[Face]:
        found = [f[kind] for n, f in self._designs.items() if kind in f and "camerash" not in n]
        return found[self._rng.integers(len(found))]

    def _body(self) -> Body:
        rng = self._rng
        height, width, thick = _SIZES[rng.integers(len(_SIZES))]
        stretch = rng.uniform(0.95, 1.05)
        colour = np.array(_FACE_COLOURS[rng.integers(len(_FACE_COLOURS))]) + rng.normal(0, 4, 3)
        if rng.random() < 0.05:
            colour = rng.uniform(60, 240, 3)
        back = np.array(_BACKS[rng.integers(len(_BACKS))]) + rng.normal(0, 12, 3)
        if rng.random() < 0.2:
            back = rng.uniform(10, 250, 3)
        share = rng.choice([0.0, 0.3, 0.4, 0.5])
        return Body(
            (width * stretch, float(height), thick * rng.uniform(0.8, 1.1)),
            _rgb(colour),
            _rgb(back),
            float(share),
            float(rng.uniform(0.03, 0.14)),
            back_ink(back, rng),
        )

    def _camera(self, pieces: Sequence[Piece]) -> PinholeCamera:
        rng, size = self._rng, self._size
        places = np.array([p.centre for p in pieces])
        middle = (places.max(axis=0) + places.min(axis=0)) / 2
        extent = float(np.linalg.norm(np.ptp(places, axis=0)[:2])) + 1.6 * pieces[0].body.size[1]
        lowest, highest = ((13, 35), (20, 90), (45, 90))[rng.choice(3, p=(0.25, 0.4, 0.35))]
        elevation = np.deg2rad(rng.uniform(lowest, highest))
        heading = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
        fov = np.deg2rad(rng.uniform(28, 75))
        share = float(np.exp(rng.uniform(np.log(0.45), np.log(1.7))))
        distance = extent / share / (2 * np.tan(fov / 2))
        target = middle + np.append(rng.normal(0, 0.12, 2) * extent, 0)
        nearest = pieces[0].body.size[0] * size / (2 * np.tan(fov / 2)) / rng.uniform(11, 16)
        if distance > nearest:  # smaller tiles cannot be recognised: show a part of the table
            distance = nearest
            target = places[rng.integers(len(places))] * rng.uniform(0.6, 1.0)
        roll = rng.normal(0, 0.12) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        return aim_camera(target, max(distance, 90.0), elevation, heading, roll, fov, size, size)


class _Picker:
    """A random source of one design's faces, with repetitions as in a hand."""

    def __init__(self, faces: dict[str, list[Face]], rng: np.random.Generator) -> None:
        self._faces, self._rng = faces, rng
        self._kinds = list(faces)
        self._last: Face | None = None

    def __call__(self) -> Face:
        rng = self._rng
        if self._last is None or rng.random() < 0.75:
            kind = self._kinds[rng.integers(len(self._kinds))]
            options = self._faces[kind]
            self._last = options[rng.integers(len(options))]
        return self._last


def _is_readable(tile: VisibleTile) -> bool:
    """Check whether a tile is visible enough for a label: not covered, edge-on or tiny."""
    sides = np.linalg.norm(tile.quad - np.roll(tile.quad, 1, axis=0), axis=1)
    x, y = tile.quad[:, 0], tile.quad[:, 1]
    area = 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
    return tile.visible > 0.38 and area > 0.1 * float(sides.max()) ** 2 and sides.min() > 5


def _is_free(box: Piece, tiles: Sequence[Piece]) -> bool:
    """Check whether a box touches no tile."""
    reach = float(np.hypot(*box.body.size[:2])) / 2 + float(np.hypot(*tiles[0].body.size[:2])) / 2
    return all(float(np.linalg.norm(box.centre[:2] - t.centre[:2])) > reach for t in tiles)


def _share(mask: Pixels, quad: Floats) -> float:
    """Return the share of the quad's bounding box that the mask covers."""
    x0, y0 = np.maximum(quad.min(axis=0).astype(int), 0)
    x1, y1 = np.maximum(quad.max(axis=0).astype(int), 1)
    patch = mask[y0:y1, x0:x1]
    return float(np.mean(patch > 0)) if patch.size else 1.0


def _rgb(colour: Floats) -> tuple[int, int, int]:
    red, green, blue = (int(np.clip(c, 0, 255)) for c in colour)
    return red, green, blue
