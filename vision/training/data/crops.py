"""Training crops for the classifier: single faces varied at random, rendered tiles, real photos.

A crop is cut as by the classifier at reading time: the tile's quad with a margin, warped into a
square. Its direction is the number of quarter turns clockwise by which the face is turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.tiles import BACK, CLASSES

from ...arrays import Floats, Pixels
from ...recognition.classifier import CROP, NOTHING, rectify
from ...seen_tile import HALF_TURN_ALIKE
from ..rendering.back_designs import back_ink
from ..rendering.camera_effects import apply_camera_effects
from ..rendering.distractors import paste_distractor, random_distractor
from ..rendering.face_designs import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Face,
    blank_face,
    darken,
    light_ink,
    recolour_body,
)
from ..rendering.scenes import BLANK, DARK, Scene, Scenes
from ..rendering.solids import VisibleTile
from ..rendering.surfaces import surface
from .photos import UNNAMED, TrainingPhoto, draw_photo
from .pool import Pool

_SHARES = (("face", 0.44), ("scene", 0.25), ("photo", 0.15), ("back", 0.06), ("nothing", 0.10))

_FACES_OF_SCENE, _BACKS_OF_SCENE = 14, 5
"""Crops of one scene: more would repeat its light and its design."""
_WHITE_SHARE = 3.0
"""Share of white dragons among crops of photos, compared with other kinds."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A training crop.

    Attributes:
        pixels: uint8 RGB, shape (CROP, CROP, 3).
        kind: index in `CLASSES`, or NOTHING for no tile.
        directions: the quarter turns that count as right (several for a face with symmetry).
    """

    pixels: Pixels
    kind: int
    directions: tuple[int, ...]


def crops(pool: Pool, seed: int) -> Iterator[Crop]:
    """Yield augmented crops without end, each kind equally often."""
    rng = np.random.default_rng(seed)
    source = _Sources(pool, seed, rng)
    names = [name for name, _ in _SHARES]
    shares = np.array([share for _, share in _SHARES])
    while True:
        name = names[rng.choice(len(names), p=shares / shares.sum())]
        yield source.crop(name)


class _Sources:
    def __init__(self, pool: Pool, seed: int, rng: np.random.Generator) -> None:
        self._rng, self._pool = rng, pool
        self._scenes = Scenes(pool.faces, pool.grounds, pool.things, seed + 77, 640)
        self._from_scenes: list[Crop] = []
        self._from_sides: list[Crop] = []
        self._by_kind: dict[str, dict[str, list[Face]]] = {}
        self._by_design: dict[str, list[Face]] = {}
        for face in pool.faces:
            self._by_design.setdefault(face.design, []).append(face)
            group = "crop" if face.body and "gnome" not in face.design else "art"
            group = "drawn" if face.design.startswith("drawn") else group
            self._by_kind.setdefault(face.kind, {}).setdefault(group, []).append(face)
        self._boxes: dict[str, list[tuple[TrainingPhoto, int]]] = {}
        for photo in pool.photos:
            for number, kind in enumerate(photo.kinds):
                if kind == UNNAMED:
                    continue
                self._boxes.setdefault(kind, []).append((photo, number))
        self._box_kinds = list(self._boxes)
        kinds = np.array([_WHITE_SHARE if kind == "5z" else 1.0 for kind in self._box_kinds])
        self._kind_shares = kinds / max(1.0, kinds.sum())
        self._box_shares = {
            kind: weights / weights.sum()
            for kind, boxes in self._boxes.items()
            for weights in (np.array([photo.weight for photo, _ in boxes]),)
        }

    def crop(self, source: str) -> Crop:
        """Return one crop of the named source (`_SHARES`)."""
        if source == "photo":
            return self._photo()
        if source == "scene":
            return self._scene()
        if source == "back":
            return self._back()
        if source == "nothing":
            return self._background()
        kind = CLASSES[self._rng.integers(len(CLASSES) - 1)]
        groups = self._by_kind[kind]
        weights = {"crop": 0.55, "art": 0.2, "drawn": 0.25}
        names = list(groups)
        shares = np.array([weights[name] for name in names])
        group = groups[names[self._rng.choice(len(names), p=shares / shares.sum())]]
        face = group[self._rng.integers(len(group))]
        if kind == "5z" and self._rng.random() < BLANK:
            some = self._pool.faces
            face = blank_face(some[self._rng.integers(len(some))])
        return self._between(face)

    def _between(self, face: Face) -> Crop:
        """Return a crop of the face between two others of its set, mostly of one body colour."""
        rng = self._rng
        options = self._by_design[face.design]
        neighbours = [options[rng.integers(len(options))] for _ in range(2)]
        if rng.random() < DARK:  # art has its own chance of a dark body
            face, neighbours = darken(face), [darken(n) for n in neighbours]
        body = _body(face, rng)
        if face.body is None and max(body) < 110 and "black" not in face.design:
            face, neighbours = light_ink(face), [light_ink(n) for n in neighbours]
        if rng.random() < 0.8:
            neighbours = [recolour_body(n, body) for n in neighbours]
        return single_tile_crop(face, neighbours, rng, body)

    def _photo(self) -> Crop:
        rng = self._rng
        kind = self._box_kinds[rng.choice(len(self._box_kinds), p=self._kind_shares)]
        boxes = self._boxes[kind]
        photo, number = boxes[rng.choice(len(boxes), p=self._box_shares[kind])]
        quad = _jitter(photo.quads[number], 0.06, rng)
        pixels = rectify(photo.pixels, quad)
        quarters = int(rng.integers(4))
        pixels = np.ascontiguousarray(np.rot90(pixels, quarters))
        # most directions were not labelled: any may be right
        turns = _directions(kind, -quarters) if photo.is_directed else (0, 1, 2, 3)
        return Crop(apply_camera_effects(pixels, rng, 0.6), CLASSES.index(kind), turns)

    def _scene(self) -> Crop:
        rng = self._rng
        if len(self._from_scenes) < 40:
            scene = self._scenes.next()
            for tile in _some_tiles(scene, rng):
                quarters = int(rng.integers(4))
                box = _jitter(_detector_box(tile.quad, rng), 0.05, rng)
                self._from_scenes.append(
                    Crop(
                        rectify(scene.pixels, np.roll(box, quarters, axis=0)),
                        CLASSES.index(tile.kind),
                        _directions(tile.kind, quarters),
                    )
                )
            self._cut_sides(scene)
            return self._background()
        number = int(rng.integers(len(self._from_scenes)))
        if rng.random() < 0.4:  # a scene is costly: its crops are used a few times
            return self._from_scenes.pop(number)
        return self._from_scenes[number]

    def _cut_sides(self, scene: Scene) -> None:
        """Cut tiles' sides and patches of the table out of a scene: they are no tiles."""
        rng = self._rng
        height, width = scene.pixels.shape[:2]
        quads = [scene.sides[k] for k in rng.permutation(len(scene.sides))[:12]]
        tiles = np.array([tile.quad for tile in scene.tiles]).reshape(-1, 4, 2)
        if scene.tiles:
            for _ in range(6):
                quad = _quad_at(rng.uniform(0, [width, height]), rng.uniform(14, 90), rng)
                if _is_clear(quad, tiles):
                    quads.append(quad)
        for quad in quads:
            sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
            if sides.min() > 6:
                box = np.roll(_jitter(_detector_box(quad, rng), 0.08, rng), rng.integers(4), axis=0)
                self._from_sides.append(Crop(rectify(scene.pixels, box), NOTHING, (0,)))
        del self._from_sides[:-400]

    def _back(self) -> Crop:
        rng = self._rng
        faces = self._pool.faces
        face = faces[rng.integers(len(faces))]
        ink = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
        colour = rng.uniform(10, 245, 3) if rng.random() < 0.9 else np.full(3, 235.0)
        ink[:, :, :3] = colour
        ink[:, :, 3] = 255
        over = back_ink(colour, rng)
        if over is not None:
            alpha = over[:, :, 3:] / 255
            ink[:, :, :3] = over[:, :, :3] * alpha + ink[:, :, :3] * (1 - alpha)
        blank = Face("back", "back", ink, (int(ink[0, 0, 0]), int(ink[0, 0, 1]), int(ink[0, 0, 2])))
        crop = single_tile_crop(blank, [blank, face], rng)
        return Crop(crop.pixels, CLASSES.index("back"), (0, 1, 2, 3))

    def _background(self) -> Crop:
        """Return a negative: a distractor, a patch without tiles, or a patch between tiles."""
        rng = self._rng
        draw = rng.random()
        if self._from_sides and draw < 0.35:
            return self._from_sides.pop(int(rng.integers(len(self._from_sides))))
        if draw < 0.6:
            return self._distractor()
        if self._pool.grounds and rng.random() < 0.5:
            ground = self._pool.grounds[rng.integers(len(self._pool.grounds))]
            height, width = ground.shape[:2]
            quad = _quad_at(rng.uniform(0, [width, height]), rng.uniform(15, 200), rng)
            return Crop(apply_camera_effects(rectify(ground, quad), rng), NOTHING, (0,))
        photo = draw_photo(self._pool.photos, rng)
        height, width = photo.pixels.shape[:2]
        for _ in range(20):
            quad = _quad_at(rng.uniform(0, [width, height]), rng.uniform(12, 90), rng)
            if _is_clear(quad, photo.quads):
                return Crop(
                    apply_camera_effects(rectify(photo.pixels, quad), rng, 0.6), NOTHING, (0,)
                )
        plain = np.empty((CROP, CROP, 3), np.uint8)
        plain[:] = rng.uniform(0, 255, 3)
        return Crop(apply_camera_effects(plain, rng), NOTHING, (0,))

    def _distractor(self) -> Crop:
        """Return a crop of a whole distractor: a card, a key, a die and the like."""
        rng = self._rng
        size = int(np.exp(rng.uniform(np.log(20), np.log(110))))
        ground = surface(2 * size, 2 * size, self._pool.grounds, rng)
        found = random_distractor(self._pool.things, rng)
        turn, flat = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 1.0)
        paste_distractor(ground, found, np.array([size, size]), size, turn, flat)
        tall, wide = found.shape[:2]
        c, s = np.cos(turn), np.sin(turn)
        corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
        quad = corners @ np.array([[c, s * flat], [-s, c * flat]]) * size / max(tall, wide) + size
        quad = np.roll(_jitter(quad, 0.08, rng), int(rng.integers(4)), axis=0)
        return Crop(apply_camera_effects(rectify(ground, quad), rng), NOTHING, (0,))


def _some_tiles(scene: Scene, rng: np.random.Generator) -> list[VisibleTile]:
    """Draw readable tiles of a scene: all white dragons, else few, of a wall very few."""
    found, counts = [], {BACK: _BACKS_OF_SCENE, "": _FACES_OF_SCENE}
    for number in rng.permutation(len(scene.tiles)):
        tile = scene.tiles[number]
        sides = np.linalg.norm(tile.quad - np.roll(tile.quad, 1, axis=0), axis=1)
        if tile.visible <= 0.75 or sides.min() <= 14:
            continue
        counted = BACK if tile.kind == BACK else ""
        if tile.kind != "5z":
            counts[counted] -= 1
        if counts[counted] >= 0:
            found.append(tile)
    return found


def _directions(kind: str, quarters: int) -> tuple[int, ...]:
    if kind == "back":
        return (0, 1, 2, 3)
    if kind in HALF_TURN_ALIKE:
        return (quarters % 4, (quarters + 2) % 4)
    return (quarters % 4,)


def _quad_at(centre: Floats, size: float, rng: np.random.Generator) -> Floats:
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    half = np.array([size * rng.uniform(0.6, 1.0), size]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    result: Floats = corners @ np.array([[c, s], [-s, c]]) + centre
    return result


def _is_clear(quad: Floats, quads: Floats) -> bool:
    """Check that no labelled tile fills the quad's middle; an edge or a corner may be visible."""
    if not len(quads):
        return True
    centres = quads.mean(axis=1)
    size = float(np.linalg.norm(quads[0, 0] - quads[0, 2]))
    reach = 0.36 * size + 0.18 * float(np.linalg.norm(quad[0] - quad[2]))
    return bool((np.linalg.norm(centres - quad.mean(axis=0), axis=1) > reach).all())


def _detector_box(quad: Floats, rng: np.random.Generator) -> Floats:
    """Return the quad as the detector finds it: mostly its smallest enclosing rectangle."""
    if rng.random() < 0.2:
        return quad
    box = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))).astype(np.float64)
    first = int(np.argmin(np.linalg.norm(box - quad[0], axis=1)))
    box = np.roll(box, -first, axis=0)
    # keep the sense of the quad: clockwise in the picture
    (ax, ay), (bx, by) = box[1] - box[0], box[2] - box[1]
    if ax * by - ay * bx < 0:
        box = box[[0, 3, 2, 1]]
    return box


def _jitter(quad: Floats, amount: float, rng: np.random.Generator) -> Floats:
    """Shift, scale, turn and distort the quad a little, like the error of a detector's box."""
    centre = quad.mean(axis=0)
    size = float(np.linalg.norm(quad[0] - quad[2]))
    angle = rng.normal(0, 0.07)
    c, s = np.cos(angle), np.sin(angle)
    scale = np.exp(rng.normal(0, amount, 2))
    moved = (quad - centre) * scale @ np.array([[c, s], [-s, c]])
    result: Floats = moved + centre + rng.normal(0, amount * 0.5, 2) * size
    return result + rng.normal(0, amount * 0.25, (4, 2)) * size


def single_tile_crop(
    face: Face,
    neighbours: Sequence[Face],
    rng: np.random.Generator,
    body: tuple[int, int, int] | None = None,
) -> Crop:
    """Render a tile between two others as a crop with a phone's perspective and a quarter turn.

    Args:
        face: of the tile.
        neighbours: faces of the tiles beside it, drawn at random.
        rng: source of chance.
        body: colour of art's tiles, (r, g, b); None for a random one.
    """
    body = body or _body(face, rng)
    rows = int(np.exp(rng.uniform(np.log(18), np.log(100))))
    tile = _print_face(face, body, rows, rng)
    beside = [neighbours[int(rng.integers(len(neighbours)))] for _ in range(2)]
    strip = np.concatenate(
        [_print_face(f, body, rows, rng) for f in beside[:1]]
        + [tile]
        + [_print_face(f, body, rows, rng) for f in beside[1:]],
        axis=1,
    )
    frame = max(3, rows // 4)
    ground = rng.uniform(10, 245, 3)
    columns = tile.shape[1]
    canvas = np.empty((rows + 2 * frame, strip.shape[1], 3), np.uint8)
    canvas[:] = ground
    if rng.random() < 0.5:  # the tile's own side is visible below its face
        canvas[frame + rows :] = np.array(body) * rng.uniform(0.5, 0.95)
    canvas[frame : frame + rows] = strip
    if rng.random() < 0.25:  # alone
        canvas[:, :columns] = ground
        canvas[:, 2 * columns :] = ground
    quad = np.array(
        [
            [columns, frame],
            [2 * columns, frame],
            [2 * columns, frame + rows],
            [columns, frame + rows],
        ],
        np.float64,
    )
    quad += rng.normal(0, 0.035, (4, 2)) * rows
    if rng.random() < 0.35:
        canvas, quad = _side_view(canvas, quad, rng)
    quad = _jitter(quad, 0.06, rng)
    quarters = int(rng.integers(4))
    pixels = rectify(canvas, np.roll(quad, quarters, axis=0))
    kind = CLASSES.index(face.kind)
    return Crop(apply_camera_effects(pixels, rng), kind, _directions(face.kind, quarters))


def _side_view(canvas: Pixels, quad: Floats, rng: np.random.Generator) -> tuple[Pixels, Floats]:
    """Warp the canvas to a low camera's view from any side; return it and the detector's box."""
    low, angle = rng.uniform(0.4, 0.95), rng.normal(0, 0.5)
    if rng.random() < 0.4:
        angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    linear = np.array([[1.0, 0.0], [0.0, low]]) @ np.array([[c, -s], [s, c]])
    height, width = canvas.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ linear.T
    first = corners.min(axis=0)
    size = np.ceil(np.ptp(corners, axis=0)).astype(int)
    move = np.column_stack([linear, -first])
    seen = cv2.warpAffine(
        canvas, move, (int(size[0]), int(size[1])), borderMode=cv2.BORDER_REPLICATE
    )
    return seen.astype(np.uint8, copy=False), _detector_box(quad @ linear.T - first, rng)


def _body(face: Face, rng: np.random.Generator) -> tuple[int, int, int]:
    if face.body is not None:
        return face.body
    if "black" in face.design or "jade" in face.design or rng.random() < 0.04:
        base = rng.uniform(10, 90, 3)
    else:
        base = np.array([(246, 244, 236), (240, 230, 205), (228, 216, 185), (252, 252, 252)])[
            rng.integers(4)
        ] + rng.normal(0, 6, 3)
    red, green, blue = (int(np.clip(v, 0, 255)) for v in base)
    return red, green, blue


def _print_face(
    face: Face, body: tuple[int, int, int], rows: int, rng: np.random.Generator
) -> Pixels:
    """Print the face on its tile, `rows` high; fade, shift and engrave the ink at random."""
    columns = max(8, round(rows * FACE_WIDTH / FACE_HEIGHT * np.exp(rng.normal(0, 0.05))))
    way = cv2.INTER_AREA if rows < FACE_HEIGHT else cv2.INTER_LINEAR
    ink = face.ink
    if face.body is None and rng.random() < 0.7:  # art fills the face more or less
        ink = _inset(ink, rng)
    ink = cv2.resize(ink, (columns, rows), interpolation=way).astype(np.float32)
    alpha = ink[:, :, 3:] / 255 * rng.uniform(0.6, 1.0)
    ground = np.array(face.body or body, np.float32)
    rgb = ink[:, :, :3] * alpha + ground * (1 - alpha)
    if rng.random() < 0.3:
        rgb = _recolour(rgb, ground, face.kind, rng)
    edge = rng.uniform(0.5, 0.95)
    if rng.random() < 0.6:  # the seam between tiles
        rgb[:, :1] *= edge
        rgb[:, -1:] *= edge
    return np.clip(rgb, 0, 255).astype(np.uint8)


def _inset(ink: Pixels, rng: np.random.Generator) -> Pixels:
    share = rng.uniform(0.72, 1.0)
    move = np.array(
        [
            [share, 0, (1 - share) * FACE_WIDTH * rng.uniform(0.3, 0.7)],
            [0, share, (1 - share) * FACE_HEIGHT * rng.uniform(0.3, 0.7)],
        ]
    )
    return cv2.warpAffine(ink, move, (FACE_WIDTH, FACE_HEIGHT)).astype(np.uint8)


def _recolour(
    rgb: Floats,
    ground: Floats,
    kind: str,
    rng: np.random.Generator,
) -> Floats:
    """Change the ink's shade; fives keep their hue, since redness alone marks a red five."""
    ink = rgb - ground
    if kind[0] not in "05" and rng.random() < 0.4:
        ink = ink @ np.roll(np.eye(3, dtype=np.float32), int(rng.integers(3)), axis=0)
    ink *= rng.uniform(0.6, 1.25)
    result: Floats = np.clip(ground + ink, 0, 255).astype(np.float32)
    return result
