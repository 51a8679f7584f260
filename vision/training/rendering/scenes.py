"""Labelled scenes: tiles on a table, seen by a camera.

`Scenes.next()` returns one training scene; `render` draws any arrangement with a given camera, for
the tests and the example photo too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ...arrays import Floats, Pixels
from .arrangements import ARRANGEMENTS, Arrangements, Kit, table
from .back_designs import back_ink
from .camera_effects import apply_camera_effects
from .dice import throw_dice
from .distractors import scatter_distractors
from .face_designs import Face, blank_face, darken, light_ink, recolour_body
from .solids import (
    Body,
    Piece,
    PinholeCamera,
    VisibleTile,
    aim_camera,
    draw_pieces,
    visible_sides,
)
from .surfaces import (
    change_perspective,
    clutter,
    draw_chips,
    draw_fingers,
    sticks,
    surface,
    tint,
    wind_markers,
)
from .table_tops import draw_table_top

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

_WINDS = ("1z", "2z", "3z", "4z")
_PALE_BACKS = ((250, 250, 248), (238, 238, 236), (222, 222, 222), (235, 225, 195), (215, 228, 238))

BARE = 0.1
"""Share of pictures that show no tile at all."""
BLANK = 0.55
"""Share of sets whose white dragon is blank, where backs and bodies differ."""
DARK = 0.08
"""Share of photographed designs that are turned into those of black tiles, which few sets have."""
ALIKE_GROUND = 0.12
"""Share of scenes whose surface has about the colour of the tiles: pale on pale, black on black."""
DICE = 0.2
"""Share of scenes with dice."""
PALE = 0.2
"""Share of sets with white or pale backs, beside those of the other colours."""
_ALIKE = 35.0
"""Largest difference of a channel below which a back looks like a body."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its visible tiles.

    Attributes:
        pixels: uint8 RGB, shape (H, W, 3).
        tiles: the visible tiles (`solids.VisibleTile`), quads in pixels of `pixels`.
        sides: quads of tiles' sides, shape (4, 2) each; they are no tiles.
    """

    pixels: Pixels
    tiles: tuple[VisibleTile, ...]
    sides: tuple[Floats, ...] = ()


def render(
    pieces: Sequence[Piece],
    camera: PinholeCamera,
    ground: Pixels,
    light: Floats,
    shade: float = 0.5,
) -> Scene:
    """Draw an arrangement on a copy of `ground` (uint8 RGB of the camera's size)."""
    picture = np.ascontiguousarray(ground.copy())
    tiles = tuple(draw_pieces(picture, pieces, camera, light, shade))
    return Scene(picture, tiles, tuple(visible_sides(pieces, camera, tiles)))


class Scenes:
    """A seeded generator of random scenes without end.

    Args:
        faces: all faces that may be printed on a tile.
        photos: pictures without tiles, for backgrounds.
        things: cut-outs of distractors, uint8 RGBA.
        seed: same seed, same scenes.
        size: pixels of the (square) picture.
        arrangements: contents of a picture, and their frequencies.
    """

    def __init__(
        self,
        faces: Sequence[Face],
        photos: Sequence[Pixels],
        things: Sequence[Pixels],
        seed: int,
        size: int = 640,
        arrangements: Arrangements = ARRANGEMENTS,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._photos = photos
        self._things = things
        self._size = size
        self._arrangements = arrangements
        self._designs: dict[str, dict[str, list[Face]]] = {}
        for face in faces:
            self._designs.setdefault(face.design, {}).setdefault(face.kind, []).append(face)
        self._names = list(self._designs)
        self._winds = [f.ink for f in faces if f.kind in _WINDS and f.body is None]
        weights = np.array([self._weight(name) for name in self._names])
        self._weights = weights / weights.sum()

    def _weight(self, name: str) -> float:
        """Return a design's weight: a crop collection has many sets, a drawn set many like it."""
        if "camerash" in name:
            return 2.5 if "more" in name else 12.0
        return 0.35 if name.startswith("drawn") else 1.5

    def next(self) -> Scene:
        """Render the next random scene."""
        rng, size = self._rng, self._size
        kit = self._kit()
        ground = surface(size, size, self._photos, rng)
        if rng.random() < ALIKE_GROUND:
            ground = tint(ground, kit.body.colour, rng)
        if rng.random() < 0.15:
            draw_chips(ground, rng)
        bare = rng.random() < BARE
        if bare or rng.random() < 0.3:
            scatter_distractors(ground, self._things, rng)
            ground = change_perspective(ground, rng)
        shares = np.array([share for _, share in self._arrangements])
        arrange = self._arrangements[rng.choice(len(shares), p=shares / shares.sum())][0]
        pieces = arrange(kit)
        camera = self._camera(pieces, is_table=arrange is table)
        reach = float(max(np.abs(p.centre[:2]).max() for p in pieces)) + 60
        if bare or rng.random() < (0.85 if arrange is table else 0.35):
            self._draw_top(ground, camera, reach, is_table=arrange is table)
        if bare:
            return Scene(apply_camera_effects(ground, rng), ())
        others = [*clutter(reach * 1.4, rng), *sticks(reach, rng)]
        if rng.random() < DICE:
            others += throw_dice(rng.uniform(-reach, reach, 2), 40.0, rng)
        others += wind_markers(reach, self._winds, rng)
        around = [p for p in others if is_free(p, pieces)]
        light = rng.normal(0, 0.45, 3) + np.array([0, 0, 1.3])
        light /= np.linalg.norm(light)
        scene = render([*pieces, *around], camera, ground, light, rng.uniform(0.1, 0.7))
        pixels, tiles = scene.pixels, tuple(t for t in scene.tiles if _is_readable(t))
        if rng.random() < 0.12:
            covered = draw_fingers(pixels, rng)
            tiles = tuple(t for t in tiles if _share(covered, t.quad) < 0.5)
        return Scene(apply_camera_effects(pixels, rng), tiles, scene.sides)

    def _draw_top(
        self, ground: Pixels, camera: PinholeCamera, reach: float, is_table: bool
    ) -> None:
        """Draw a table top around the tiles: in its middle, or along one of its edges."""
        rng = self._rng
        side = float(rng.uniform(700, 1050))
        if is_table:
            side, centre = max(side, 2 * reach * rng.uniform(0.9, 1.2)), rng.normal(0, 20, 2)
        else:
            inwards = max(0.0, side / 2 - rng.uniform(30, 220))
            away = np.array([rng.normal(0, 80), inwards * rng.choice([1.0, 1.0, -1.0, 0.3])])
            centre = away if rng.random() < 0.8 else away[::-1]
        draw_table_top(ground, camera, centre, side, rng)

    def _kit(self) -> Kit:
        """Draw a set of tiles: one design, mostly one colour of bodies, one of backs."""
        rng = self._rng
        name = self._names[rng.choice(len(self._names), p=self._weights)]
        faces = dict(self._designs[name])
        some = next(iter(faces.values()))[0]
        if some.body is not None and max(some.body) > 150 and rng.random() < DARK:
            faces = {kind: [darken(face) for face in found] for kind, found in faces.items()}
            some = next(iter(faces.values()))[0]
        body = self._body(some, "black" in name or "jade" in name)
        if "1s" not in faces:  # sets drawn at random borrow their bird
            faces["1s"] = self._sample_faces("1s")
        like_faces = float(np.abs(np.subtract(body.back, body.colour)).max()) < _ALIKE
        favourite, is_blank = "", False
        if like_faces and body.back_ink is None:
            # neither can be told from the other: in such a set, blank tiles are backs
            faces.pop("5z", None)
        elif "5z" in faces and rng.random() < BLANK:
            options = [f for found in faces.values() for f in found]
            faces["5z"] = [
                blank_face(options[rng.integers(len(options))])
                for _ in range(1 + len(options) // 40)
            ]
            favourite, is_blank = ("5z" if rng.random() < 0.75 else ""), True
        dress: Callable[[Face], Face] | None = None
        if some.body is None and max(body.colour) < 110 and "black" not in name:
            dress = light_ink
        elif some.body is not None and max(body.colour) > 110 and rng.random() < 0.85:
            dress = partial(recolour_body, colour=body.colour)
        blank = faces["5z"][0] if is_blank else None
        if blank is not None and dress is not None:
            blank = dress(blank)
        return Kit(body, _Picker(faces, rng, favourite, dress), rng, blank)

    def _sample_faces(self, kind: str) -> list[Face]:
        found = [f[kind] for n, f in self._designs.items() if kind in f and "camerash" not in n]
        return found[self._rng.integers(len(found))]

    def _body(self, face: Face, is_dark: bool) -> Body:
        """Draw size and colours of a set; `face` is one of its faces."""
        rng = self._rng
        height, width, thick = _SIZES[rng.integers(len(_SIZES))]
        stretch = rng.uniform(0.95, 1.05)
        colour = np.array(_FACE_COLOURS[rng.integers(len(_FACE_COLOURS))]) + rng.normal(0, 4, 3)
        if is_dark or rng.random() < 0.04:
            colour = rng.uniform(10, 60) + rng.normal(0, 8, 3)
        elif rng.random() < 0.05:
            colour = rng.uniform(110, 240, 3)
        dark_crop = face.body is not None and max(face.body) < 110
        if face.body is not None and (dark_crop or rng.random() < 0.5):
            colour = np.array(face.body, np.float64)
        back = np.array(_BACKS[rng.integers(len(_BACKS))]) + rng.normal(0, 12, 3)
        kind = rng.random()
        if kind < 0.2:
            back = rng.uniform(10, 250, 3)
        elif kind < 0.2 + PALE:
            back = np.array(_PALE_BACKS[rng.integers(len(_PALE_BACKS))]) + rng.normal(0, 6, 3)
        share = rng.choice([0.0, 0.3, 0.4, 0.5])
        return Body(
            (width * stretch, float(height), thick * rng.uniform(0.8, 1.1)),
            _rgb(colour),
            _rgb(back),
            float(share),
            float(rng.uniform(0.03, 0.14)),
            back_ink(back, rng),
        )

    def _camera(self, pieces: Sequence[Piece], is_table: bool) -> PinholeCamera:
        rng, size = self._rng, self._size
        places = np.array([p.centre for p in pieces])
        middle = (places.max(axis=0) + places.min(axis=0)) / 2
        extent = float(np.linalg.norm(np.ptp(places, axis=0)[:2])) + 1.6 * pieces[0].body.size[1]
        lowest, highest = ((13, 35), (20, 90), (45, 90))[rng.choice(3, p=(0.33, 0.37, 0.3))]
        elevation = np.deg2rad(rng.uniform(lowest, highest))
        heading = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
        if is_table and rng.random() < 0.6:  # from a player's seat
            elevation, heading = np.deg2rad(rng.uniform(24, 58)), rng.normal(0, 0.2)
        fov = np.deg2rad(rng.uniform(28, 75))
        share = float(np.exp(rng.uniform(np.log(0.45), np.log(1.7))))
        distance = extent / share / (2 * np.tan(fov / 2))
        target = middle + np.append(rng.normal(0, 0.12, 2) * extent, 0)
        nearest = pieces[0].body.size[0] * size / (2 * np.tan(fov / 2)) / rng.uniform(11, 16)
        if distance > nearest:  # smaller tiles cannot be recognised: show a part of the table
            distance = nearest
            target = places[rng.integers(len(places))] * rng.uniform(0.6, 1.0)
        roll = rng.normal(0, 0.12) if rng.random() < 0.65 else rng.uniform(0, 2 * np.pi)
        return aim_camera(target, max(distance, 90.0), elevation, heading, roll, fov, size, size)


class _Picker:
    """A random source of one design's faces, with repetitions as in a hand.

    Args:
        faces: the faces of the design by kind.
        rng: source of chance.
        favourite: a kind that comes more often than others; "" for none.
        dress: adapts a face to the set's body; None to leave the faces as they are.
    """

    def __init__(
        self,
        faces: dict[str, list[Face]],
        rng: np.random.Generator,
        favourite: str = "",
        dress: Callable[[Face], Face] | None = None,
    ) -> None:
        self._faces, self._rng = faces, rng
        self._kinds = list(faces)
        self._favourite, self._dress = favourite, dress
        self._last: Face | None = None

    def __call__(self) -> Face:
        rng = self._rng
        if self._last is None or rng.random() < 0.75:
            kind = self._kinds[rng.integers(len(self._kinds))]
            if self._favourite and rng.random() < 0.2:
                kind = self._favourite
            options = self._faces[kind]
            face = options[rng.integers(len(options))]
            self._last = self._dress(face) if self._dress else face
        return self._last


def _is_readable(tile: VisibleTile) -> bool:
    """Check whether a tile is visible enough for a label: not covered, edge-on or tiny."""
    sides = np.linalg.norm(tile.quad - np.roll(tile.quad, 1, axis=0), axis=1)
    x, y = tile.quad[:, 0], tile.quad[:, 1]
    area = 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
    return tile.visible > 0.38 and area > 0.1 * float(sides.max()) ** 2 and sides.min() > 5


def is_free(box: Piece, tiles: Sequence[Piece]) -> bool:
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
