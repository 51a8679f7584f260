"""Rendered films of a table: tiles laid, claimed, shown and shuffled by moving hands.

A film follows a script, a list of steps; with its frames come the true events and their times.
World as in `bodies`: millimetres, the table's middle at the origin. Places are numbered in the
order of play: 0 at the picture's bottom edge, 1 at its right, 2 at its top, 3 at its left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import TILES

from ..arrays import Floats, Pixels
from ..camera import Frame, Gap
from .arrangements import Kit, about_z, lying
from .bodies import Body, Camera, Piece, look
from .designs import Face, drawing
from .scenes import render
from .surfaces import table_cloth

BODY = Body((26.0, 34.0, 20.0), (246, 243, 232), (32, 120, 84), 0.42, 0.09)
POND_TOP = 103.0  # mm from the table's middle to the first row of a pond
HAND_AT = 312.0  # to the line of a hand
WALL_AT = 232.0  # to the dead wall
WALL_PLACE = 2
RIGHT_END = 268.0  # where the first set of a player ends, to the right
FLOWERS_AT = -190.0  # where flowers begin, at the left: farther out the neighbour's sets lie
_STEP = 26.4  # from tile to tile in a row
_GAP = 18.0  # for every "_"
_SKINS = ((226, 180, 152), (196, 146, 116), (141, 94, 70))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens.

    Attributes:
        kind: "discard", "claim" (a set of which one tile was the last discard of `source`), "kong"
            (concealed), "add" (the tile onto the pung of its kind), "flowers", "wall", "reveal",
            "take" (a shown hand put back), "clear" (all taken away), "shuffle", "heap" (shuffled
            tiles that nobody touches), "rest" (a hand lies there), "dark", "lost" (no picture),
            "wait".
        place: who does it.
        tokens: tiles as they lie, left to right: `5p` upright, `<5p>` turned, `##` face down, `_`
            a gap.
        source: place whose discard is claimed; -1 for none.
        seconds: how long it lasts, for those that do not lay tiles; then how long all is calm.
    """

    kind: str
    place: int = 0
    tokens: tuple[str, ...] = ()
    source: int = -1
    seconds: float = 1.6


@dataclass(frozen=True, slots=True)
class View:
    """How a film looks.

    Attributes:
        size: width and height in pixels.
        rate: frames a second.
        close: whether the camera looks at the hand of place 0 alone.
        elevation: degrees of the camera above the table.
        cloth: colour of the table, (r, g, b).
        noise: standard deviation of the sensor's noise, in levels of 255.
        seed: of everything that chance decides.
    """

    size: tuple[int, int] = (1280, 720)
    rate: float = 10.0
    close: bool = False
    elevation: float = 82.0
    cloth: tuple[int, int, int] = (24, 92, 62)
    noise: float = 2.0
    seed: int = 1


@dataclass(slots=True)
class Laid:
    """What lies on the table now; tokens as in `Step`."""

    ponds: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    melds: list[list[list[str]]] = field(default_factory=lambda: [[] for _ in range(4)])
    hands: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    flowers: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    wall: list[str] = field(default_factory=list)

    def after(self, step: Step) -> Laid:
        """What lies there after a step; this stays as it is."""
        new = deepcopy(self)
        new._do(step)
        return new

    def _do(self, step: Step) -> None:
        place, tokens = step.place, list(step.tokens)
        if step.kind == "discard":
            self.ponds[place] += tokens
        elif step.kind in ("claim", "kong"):
            if step.source >= 0:
                self.ponds[step.source].pop()
            if step.kind == "kong" or tokens:
                self.melds[place].append(tokens)
        elif step.kind == "add":
            kind = tokens[0].strip("<>")
            pung = next(m for m in self.melds[place] if m[0].strip("<>") == kind)
            turned = next(i for i, token in enumerate(pung) if token.startswith("<"))
            pung[turned] += "^"
        elif step.kind == "flowers":
            self.flowers[place] += tokens
        elif step.kind == "wall":
            self.wall = tokens
        elif step.kind == "reveal":
            if step.source >= 0:
                self.ponds[step.source].pop()
            self.hands[place] = tokens
        elif step.kind == "take":
            self.hands[place] = []
        elif step.kind == "clear":
            for part in (self.ponds, self.melds, self.hands, self.flowers):
                part[:] = [[] for _ in range(4)]
            self.wall = []


class Film:
    """A film; `frames` may be gone through several times and gives the same each time.

    Args:
        script: what happens.
        faces: by kind; see `faces_of`.
        view: how it looks.
    """

    def __init__(self, script: Sequence[Step], faces: Mapping[str, Face], view: View) -> None:
        self.script, self.view = tuple(script), view
        self._faces = faces
        self.camera = _camera(view)
        rng = np.random.default_rng([view.seed, 7])
        width, height = view.size
        self._ground = table_cloth(height, width, view.cloth, rng)
        self._skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float64)
        self._noise = [np.empty((height, width, 3), np.int8) for _ in range(4)]
        cv2.setRNGSeed(view.seed)
        for noise in self._noise:
            cv2.randn(noise, np.zeros(3), np.full(3, view.noise))
        light = np.array([*rng.normal(0, 0.35, 2), 1.0])
        self._light: Floats = light / np.linalg.norm(light)

    @property
    def name(self) -> str:
        """As a camera's."""
        return f"film {self.view.seed}"

    def close(self) -> None:
        """As a camera's."""

    def spans(self) -> list[tuple[float, float, Step]]:
        """The seconds at which each step begins and ends."""
        found, now = [], 0.0
        for step in self.script:
            end = now + step.seconds + (2 * _REACH if step.kind in _LAYS else 0.0)
            found.append((now, end, step))
            now = end
        return found

    def frames(self) -> Iterator[Frame | Gap]:
        """The frames, as a camera gives them."""
        rng = np.random.default_rng([self.view.seed, 11])
        for number, picture in enumerate(self._pictures(rng)):
            now = number / self.view.rate
            if picture is None:
                yield Gap(now, "lost")
            else:
                yield Frame(number, now, self._seen(picture, rng))

    def pieces(self, laid: Laid) -> list[Piece]:
        """Every tile that lies on the table."""
        kit = Kit(BODY, lambda: self._faces["5z"], np.random.default_rng(self.view.seed))
        found: list[Piece] = []
        for place in range(4):
            mine = [*self._pond(kit, laid.ponds[place])]
            mine += self._hand(kit, laid.hands[place], laid.melds[place])
            mine += self._line(kit, laid.flowers[place], FLOWERS_AT, -HAND_AT + 45.0)
            if place == WALL_PLACE:
                mine += self._wall(kit, laid.wall)
            found += [_turned(piece, place) for piece in mine]
        return found

    def _pictures(self, rng: np.random.Generator) -> Iterator[Pixels | None]:
        """Pictures without the sensor's noise; None while the camera is lost."""
        rate = self.view.rate
        laid, spent, due = Laid(), 0, 0.0
        base = self._drawn(laid)
        for step in self.script:
            if step.kind in _LAYS:
                after = laid.after(step)
                new = self._drawn(after)
                due += 2 * _REACH
                count = round(due * rate) - spent
                for i in range(count):
                    share = (i + 0.5) / count
                    over = base if share < 0.5 else new
                    yield self._with_arm(over, step, 1 - abs(2 * share - 1))
                laid, base, spent = after, new, spent + count
            due += step.seconds
            count = round(due * rate) - spent
            spent += count
            yield from self._calm(step, base, count, rng)

    def _calm(
        self, step: Step, base: Pixels, count: int, rng: np.random.Generator
    ) -> Iterator[Pixels | None]:
        if step.kind == "heap":
            base = self._heap(rng)
        for i in range(count):
            if step.kind == "lost":
                yield None
            elif step.kind == "dark":
                yield (base * 0.03).astype(np.uint8)
            elif step.kind == "rest":
                yield self._with_arm(base, step, 1.0 - 0.002 * (i % 2))
            elif step.kind == "shuffle":
                yield self._shuffled(rng, i)
            else:
                yield base

    def picture(self, pieces: Sequence[Piece]) -> Pixels:
        """These pieces on the film's table, without the sensor's noise."""
        return render(pieces, self.camera, self._ground, self._light, 0.45).pixels

    def _drawn(self, laid: Laid) -> Pixels:
        return self.picture(self.pieces(laid))

    def _seen(self, picture: Pixels, rng: np.random.Generator) -> Pixels:
        """With the sensor's noise."""
        noise = self._noise[int(rng.integers(len(self._noise)))]
        return cv2.add(picture, noise, dtype=cv2.CV_8U).astype(np.uint8, copy=False)

    # Tiles.

    def _line(self, kit: Kit, tokens: Sequence[str], x: float, y: float) -> list[Piece]:
        """Tiles from `x` to the right, the lower edges at one height."""
        found = []
        for token in tokens:
            if token == "_":
                x += _GAP
                continue
            wide = BODY.size[1] if token.startswith("<") else BODY.size[0]
            found += self._tile(kit, token, x + wide / 2, y)
            x += wide + _STEP - BODY.size[0]
        return found

    def _tile(self, kit: Kit, token: str, x: float, y: float) -> list[Piece]:
        """The tile of a token, with the one above it where it has one."""
        above, token = token.endswith("^"), token.rstrip("^")
        turned, kind = token.startswith("<"), token.strip("<>")
        width, height, _ = BODY.size
        face = self._faces["5z" if kind == "##" else kind]
        slip = kit.rng.normal(0, 0.3, 2)
        angle = float(kit.rng.normal(0, 0.008)) + (np.pi / 2 if turned else 0.0)
        y -= (height - width) / 2 if turned else 0.0
        low = lying(kit, x + slip[0], y + slip[1], angle, back=kind == "##", face=face)
        high = [lying(kit, x, y + width + 0.8, angle, face=face)] if above else []
        return [low, *high]

    def _pond(self, kit: Kit, tokens: Sequence[str]) -> list[Piece]:
        found = []
        for row in range(0, len(tokens), 6):
            y = -POND_TOP - row // 6 * (BODY.size[1] + 1.0)
            found += self._line(kit, tokens[row : row + 6], -3 * _STEP, y)
        return found

    def _hand(self, kit: Kit, shown: Sequence[str], melds: Sequence[Sequence[str]]) -> list[Piece]:
        """The sets from the right end on, the shown hand to their left."""
        found, x = [], RIGHT_END
        for meld in melds:
            x -= _wide(meld)
            found += self._line(kit, meld, x, -HAND_AT)
            x -= _GAP
        if shown:
            x = min(x - _GAP, _wide(shown) / 2)
            found += self._line(kit, shown, x - _wide(shown), -HAND_AT)
        return found

    def _wall(self, kit: Kit, tokens: Sequence[str]) -> list[Piece]:
        x = -len(tokens) * _STEP / 2
        return self._line(kit, tokens, x, -WALL_AT)

    # Hands of people.

    def _with_arm(self, picture: Pixels, step: Step, reach: float) -> Pixels:
        """The picture with the arm of the step's player over it; `reach` 0 to 1."""
        target = np.array([0.0, -HAND_AT + (20 if step.kind == "rest" else 0)])
        if step.kind == "discard":
            target = np.array([0.0, -POND_TOP - 30])
        elif step.kind in ("claim", "kong", "add"):
            target = np.array([RIGHT_END - 60, -HAND_AT])
        start = np.array([target[0] * 0.6 + 60, -HAND_AT - 330])
        tip = start + (target - start) * reach
        turn = about_z(step.place * np.pi / 2)[:2, :2]
        return self._arm(picture, turn @ start, turn @ tip)

    def _arm(self, picture: Pixels, start: Floats, tip: Floats) -> Pixels:
        """An arm 60 mm above the table, with its shadow."""
        along = (tip - start) / max(1.0, float(np.linalg.norm(tip - start)))
        across = np.array([-along[1], along[0]])
        mask: Pixels = np.zeros(picture.shape[:2], np.uint8)
        shadow: Pixels = np.zeros(picture.shape[:2], np.uint8)
        for layer, lift, shift in ((shadow, 0.0, -60 * self._light[:2]), (mask, 60.0, 0.0)):
            wrist = tip - 110 * along + shift
            self._bar(layer, start - 200 * along + shift, wrist, 34.0, lift)
            self._bar(layer, wrist, tip - 55 * along + shift, 42.0, lift)
            for finger in (-30.0, -10.0, 10.0, 30.0):
                ahead = tip + across * finger + shift - along * abs(finger) * 0.5
                self._bar(layer, tip - 70 * along + across * finger + shift, ahead, 8.5, lift)
        shadow, mask = cv2.blur(shadow, (13, 13)), cv2.blur(mask, (3, 3))
        touched = cv2.boundingRect(cv2.max(shadow, mask))
        picture = picture.copy()
        if touched[2] and touched[3]:
            left, top = touched[:2]
            here = np.s_[top : top + touched[3], left : left + touched[2]]
            dark = 1 - 0.4 / 255 * shadow[here].astype(np.float32)[:, :, None]
            alpha = (mask[here].astype(np.float32) / 255)[:, :, None]
            skin = self._skin.astype(np.float32)
            picture[here] = (picture[here] * dark * (1 - alpha) + skin * alpha).astype(np.uint8)
        return picture

    def _bar(self, mask: Pixels, a: Floats, b: Floats, half: float, lift: float) -> None:
        points = np.array([[*a, lift], [*b, lift]])
        ends = np.round(self.camera.project(points)).astype(int)
        middle = np.array([[*((a + b) / 2), lift]])
        aside = middle + np.array([[1.0, 0.0, 0.0]])
        scale = float(np.linalg.norm(self.camera.project(aside) - self.camera.project(middle)))
        size = max(1, round(2 * half * scale))
        cv2.line(mask, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 255, size, cv2.LINE_AA)

    def _shuffled(self, rng: np.random.Generator, number: int) -> Pixels:
        """A heap of tiles pushed about by four hands."""
        picture = self._heap(rng)
        for place in range(4):
            angle = number * 0.7 + place
            tip = np.array([90 * np.cos(angle), -120 + 70 * np.sin(angle)])
            turn = about_z(place * np.pi / 2)[:2, :2]
            start = np.array([40.0, -HAND_AT - 330])
            picture = self._arm(picture, turn @ start, turn @ tip)
        return picture

    def _heap(self, rng: np.random.Generator) -> Pixels:
        """A heap of tiles, most of them face down."""
        kit = Kit(BODY, lambda: self._faces["5z"], rng)
        kinds = list(self._faces)
        spots = [(x, y) for x in np.arange(-200, 201, 44.0) for y in np.arange(-200, 201, 44.0)]
        heap = [
            lying(
                kit,
                x + rng.normal(0, 3),
                y + rng.normal(0, 3),
                float(rng.uniform(0, 7)),
                back=bool(rng.random() < 0.6),
                face=self._faces[kinds[int(rng.integers(len(kinds)))]],
            )
            for x, y in spots
        ]
        return self.picture(heap)


_LAYS = ("discard", "claim", "kong", "add", "flowers", "wall", "reveal", "take", "clear")
_REACH = 0.5  # seconds in which a hand comes; it goes as fast


def faces_of(folder: Path, style: str = "classic", height: int = 156) -> dict[str, Face]:
    """The drawn faces of a folder like `datasets/faces`, by kind; takes the extra `train`."""
    folder /= style
    return {tile.value: drawing(folder / f"{tile}.svg", style, height) for tile in TILES}


def walls_corners(view: View) -> Floats:
    """Where the outer corners of the walls are in a film's picture: (4, 2) pixels.

    Far left, far right, near right, near left, as `vision.watching.seats` has them.
    """
    reach = WALL_AT + BODY.size[1] / 2
    corners = np.array([[-reach, reach], [reach, reach], [reach, -reach], [-reach, -reach]])
    return _camera(view).project(np.column_stack([corners, np.full(4, BODY.size[2])]))


def walls_up(view: View, faces: Mapping[str, Face]) -> Pixels:
    """A picture of the table with all four walls up."""
    film = Film((), faces, view)
    kit = Kit(BODY, lambda: faces["5z"], np.random.default_rng(view.seed))
    pieces = []
    for place in range(4):
        for stack in range(17):
            for level in range(2):
                x = (stack - 8) * _STEP - 10.0
                tile = lying(kit, x, -WALL_AT, back=True, level=level, face=faces["5z"])
                pieces.append(_turned(tile, place))
    return film.picture(pieces)


def _camera(view: View) -> Camera:
    width, height = view.size
    fov = np.deg2rad(50.0)
    if view.close:
        middle, reach = np.array([0.0, -HAND_AT, 0.0]), 590.0
        distance = reach / (2 * np.tan(fov / 2))
    else:
        middle, reach = np.zeros(3), 2 * (HAND_AT + 52)
        distance = reach / (2 * np.tan(fov / 2) * height / width)
    elevation = np.deg2rad(view.elevation)
    return look(middle, distance, elevation, 0.0, 0.0, fov, width, height)


def _wide(tokens: Sequence[str]) -> float:
    """Millimetres that a line of tokens takes."""
    sizes = {"_": _GAP, "<": BODY.size[1] + _STEP - BODY.size[0]}
    return sum(sizes.get(token[0], _STEP) for token in tokens)


def _turned(piece: Piece, place: int) -> Piece:
    turn = about_z(place * np.pi / 2)
    return replace(piece, centre=turn @ piece.centre, turn=turn @ piece.turn)
