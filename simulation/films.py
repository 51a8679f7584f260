"""Rendered films of a table: moving hands discard, call, reveal and shuffle tiles.

A film follows a script, a list of steps; the script gives the true events and their times.
World as in `bodies`: millimetres, the table's middle at the origin. Places are numbered in the
order of play: 0 at the picture's bottom edge, 1 at its right, 2 at its top, 3 at its left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import TILES
from vision.arrays import Floats, Pixels
from vision.cameras.camera import Frame, Gap
from vision.training.rendering.face_designs import Face, load_drawing
from vision.training.rendering.scenes import render
from vision.training.rendering.solids import Piece, PinholeCamera, aim_camera
from vision.training.rendering.surfaces import table_cloth

from .arms import Arms
from .placement import BODY, HAND_AT, WALL_AT, TilePlacer
from .script import LAYS, Step, TableContents

_REACH = 0.5  # seconds in which a hand comes in, and in which it leaves


@dataclass(frozen=True, slots=True)
class CameraView:
    """The camera, light and tidiness of a film.

    Attributes:
        size: width and height in pixels.
        rate: frames a second.
        close: whether the camera looks at the hand of place 0 alone.
        elevation: degrees of the camera above the table.
        cloth: colour of the table, (r, g, b).
        noise: standard deviation of the sensor's noise, in levels of 255.
        untidy: factor by which discards are placed less straight than hands.
        shake: standard deviation of the camera's position from frame to frame, in pixels.
        flicker: share by which the light varies, within some ten seconds.
        seed: of all random choices.
    """

    size: tuple[int, int] = (1280, 720)
    rate: float = 10.0
    close: bool = False
    elevation: float = 82.0
    cloth: tuple[int, int, int] = (24, 92, 62)
    noise: float = 2.0
    untidy: float = 1.0
    shake: float = 0.0
    flicker: float = 0.0
    seed: int = 1


class Film:
    """A rendered film that implements the camera protocol; every run of `frames` is the same.

    Args:
        script: the steps.
        faces: by kind; see `faces_by_kind`.
        view: camera, light and tidiness.

    Attributes:
        camera: the pinhole camera that renders the table.
        design: of the tiles.
    """

    def __init__(self, script: Sequence[Step], faces: Mapping[str, Face], view: CameraView) -> None:
        self.script, self.view = tuple(script), view
        self.camera = _camera(view)
        self.design = faces["1m"].design
        self._places = TilePlacer(faces, view.seed, view.untidy)
        rng = np.random.default_rng([view.seed, 7])
        width, height = view.size
        self._ground = table_cloth(height, width, view.cloth, rng)
        skin = int(rng.integers(Arms.count))
        self._noise = [np.empty((height, width, 3), np.int8) for _ in range(4)]
        cv2.setRNGSeed(view.seed)
        for noise in self._noise:
            cv2.randn(noise, np.zeros(3), np.full(3, view.noise))
        light = np.array([*rng.normal(0, 0.35, 2), 1.0])
        self._light: Floats = light / np.linalg.norm(light)
        self._arms = Arms(self.camera, skin, self._light)

    @property
    def name(self) -> str:
        """Return the film's name, as a camera does."""
        return f"film {self.view.seed}"

    def close(self) -> None:
        """Release nothing; part of the camera protocol."""

    def spans(self) -> list[tuple[float, float, Step]]:
        """Return the seconds at which each step begins and ends."""
        found, now = [], 0.0
        for step in self.script:
            end = now + step.seconds + (2 * _REACH if step.kind in LAYS else 0.0)
            found.append((now, end, step))
            now = end
        return found

    def frames(self) -> Iterator[Frame | Gap]:
        """Yield the frames, as a camera does."""
        rng = np.random.default_rng([self.view.seed, 11])
        for number, picture in enumerate(self._pictures(rng)):
            now = number / self.view.rate
            if picture is None:
                yield Gap(now, "lost")
            else:
                yield Frame(number, now, self._add_noise(self._expose(picture, now, rng), rng))

    def pieces(self, laid: TableContents) -> list[Piece]:
        """Return every tile on the table."""
        return self._places.pieces(laid)

    def _pictures(self, rng: np.random.Generator) -> Iterator[Pixels | None]:
        """Yield pictures without the sensor's noise; None while the camera is lost."""
        rate = self.view.rate
        laid, spent, due = TableContents(), 0, 0.0
        base = self._draw_contents(laid)
        for step in self.script:
            if step.kind in LAYS:
                after = laid.after(step)
                new = self._draw_contents(after)
                due += 2 * _REACH
                count = round(due * rate) - spent
                for i in range(count):
                    share = (i + 0.5) / count
                    over = base if share < 0.5 else new
                    yield self._arms.draw_arm(over, step, 1 - abs(2 * share - 1))
                laid, base, spent = after, new, spent + count
            due += step.seconds
            count = round(due * rate) - spent
            spent += count
            yield from self._still_pictures(step, base, count, rng)

    def _still_pictures(
        self, step: Step, base: Pixels, count: int, rng: np.random.Generator
    ) -> Iterator[Pixels | None]:
        if step.kind == "heap":
            base = self.picture(self._places.heap(rng))
        for i in range(count):
            if step.kind == "lost":
                yield None
            elif step.kind == "dark":
                yield (base * 0.03).astype(np.uint8)
            elif step.kind == "rest":
                yield self._arms.draw_arm(base, step, 1.0 - 0.002 * (i % 2))
            elif step.kind == "shuffle":
                yield self._arms.draw_shuffling_arms(self.picture(self._places.heap(rng)), i)
            else:
                yield base

    def picture(self, pieces: Sequence[Piece]) -> Pixels:
        """Render these pieces on the film's table, without the sensor's noise."""
        return render(pieces, self.camera, self._ground, self._light, 0.45).pixels

    def _draw_contents(self, laid: TableContents) -> Pixels:
        return self.picture(self.pieces(laid))

    def _expose(self, picture: Pixels, now: float, rng: np.random.Generator) -> Pixels:
        """Shake and light the picture as for a camera on a lamp's arm in a room."""
        view = self.view
        if view.shake:
            shift = np.array([[1, 0, rng.normal(0, view.shake)], [0, 1, rng.normal(0, view.shake)]])
            picture = cv2.warpAffine(picture, shift, view.size, borderMode=cv2.BORDER_REPLICATE)
        if view.flicker:
            light = 1 + view.flicker * np.sin(now * 0.7) * np.sin(now * 0.11 + 1)
            picture = cv2.convertScaleAbs(picture, alpha=light)
        return picture

    def _add_noise(self, picture: Pixels, rng: np.random.Generator) -> Pixels:
        """Add the sensor's noise."""
        noise = self._noise[int(rng.integers(len(self._noise)))]
        return cv2.add(picture, noise, dtype=cv2.CV_8U).astype(np.uint8, copy=False)


def faces_by_kind(folder: Path, style: str = "classic", height: int = 156) -> dict[str, Face]:
    """Load the drawn faces of a folder like `datasets/faces`, by kind; needs the extra `train`."""
    folder /= style
    return {tile.value: load_drawing(folder / f"{tile}.svg", style, height) for tile in TILES}


def wall_corners(view: CameraView) -> Floats:
    """Return the outer corners of the walls in a film's picture: (4, 2) pixels.

    Order: far left, far right, near right, near left, as in `vision.tracking.table_geometry`.
    """
    reach = WALL_AT + BODY.size[1] / 2
    corners = np.array([[-reach, reach], [reach, reach], [reach, -reach], [-reach, -reach]])
    return _camera(view).project(np.column_stack([corners, np.full(4, BODY.size[2])]))


def picture_walls(view: CameraView, faces: Mapping[str, Face]) -> Pixels:
    """Render the table with all four walls."""
    return Film((), faces, view).picture(TilePlacer(faces, view.seed).walls())


def _camera(view: CameraView) -> PinholeCamera:
    width, height = view.size
    fov = np.deg2rad(50.0)
    if view.close:
        middle, reach = np.array([0.0, -HAND_AT, 0.0]), 590.0
        distance = reach / (2 * np.tan(fov / 2))
    else:
        middle, reach = np.zeros(3), 2 * (HAND_AT + 52)
        distance = reach / (2 * np.tan(fov / 2) * height / width)
    elevation = np.deg2rad(view.elevation)
    return aim_camera(middle, distance, elevation, 0.0, 0.0, fov, width, height)
