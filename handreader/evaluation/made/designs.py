"""Tile designs whose faces the nets never saw, cut from labelled pictures, or our own drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK, KINDS
from vision.arrays import Floats, Pixels
from vision.evaluation.labels import (
    find_datasets,
    is_photo_folder,
    load_labelled_crops,
    load_labelled_photos,
)
from vision.photo import open_photo
from vision.seen_tile import Quad
from vision.training.rendering.face_designs import Face, project_faces

_WIDTH, _HEIGHT = 150, 195  # of a cut face, pixels
_INSET = 0.02  # of a labelled quad, which may hold a little of the table
_LEAST_KINDS = 27  # a design has at least the three suits
_LEAST_PIXELS = 55  # width of the smallest face that is still sharp at the size of a made picture
_EXAMPLES = 2  # pictures used of a kind, the sharpest ones
_LOOKED_AT = 5  # pictures of a kind among which the sharpest are looked for
_ROUGH = 58.0  # difference of edge and middle of a crop that shows more than a face

HELD_OUT = ("crops", "hands", "singles", "tables")
"""Folders with the pictures of sets that were never trained on."""

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class FaceSource:
    """Where to cut a face: a picture and the face's corners in it; None for the whole picture."""

    path: Path
    quad: Quad | None


@dataclass(frozen=True, slots=True)
class Design:
    """The faces of one tile set.

    Attributes:
        name: of the design.
        sources: places of its faces, by kind.
        drawn: faces that are drawings, by kind.
    """

    name: str
    sources: Mapping[str, tuple[FaceSource, ...]]
    drawn: Mapping[str, tuple[Face, ...]]

    @property
    def kinds(self) -> frozenset[str]:
        """Return the kinds that the design has."""
        return frozenset(self.sources) | frozenset(self.drawn)

    def faces(self, kind: str) -> tuple[Face, ...]:
        """Return the faces of a kind, the sharpest first."""
        if kind in self.drawn:
            return self.drawn[kind]
        sources = self.sources[kind][:_LOOKED_AT]
        cut = [_cut_face(source, kind, self.name) for source in sources]
        return tuple(sorted(cut, key=_blur)[:_EXAMPLES])


def find_designs(folder: Path) -> list[Design]:
    """Find the designs with whole suits among the pictures of sets that were never trained on.

    Args:
        folder: with the data sets `HELD_OUT`.
    """
    found = (design for name in HELD_OUT for design in _designs(folder / name))
    return [design for design in found if len(design.kinds) >= _LEAST_KINDS]


def designs_of_drawings(folder: Path) -> list[Design]:
    """Return our own drawings in a folder of styles as designs."""
    found: dict[str, dict[str, tuple[Face, ...]]] = {}
    for face in project_faces(folder):
        kinds = found.setdefault(face.design, {})
        kinds[face.kind] = (*kinds.get(face.kind, ()), face)
    return [Design(name, {}, kinds) for name, kinds in found.items()]


def _designs(folder: Path) -> Iterator[Design]:
    for dataset in find_datasets(folder):
        found: dict[str, dict[str, tuple[FaceSource, ...]]] = {}
        for name, kind, source in _sources(dataset):
            kinds = found.setdefault(name, {})
            kinds[kind] = (*kinds.get(kind, ()), source)
        for name, kinds in found.items():
            yield Design(name, kinds, {})


def _sources(dataset: Path) -> Iterator[tuple[str, str, FaceSource]]:
    """Yield design, kind and place of every face of a data set that is large enough."""
    if is_photo_folder(dataset):
        for photo in load_labelled_photos(dataset):
            for label in photo.labels:
                wide = float(np.linalg.norm(np.subtract(label.quad[0], label.quad[1])))
                if wide >= _LEAST_PIXELS and label.kind != BACK:
                    yield photo.tile_set, label.kind, FaceSource(photo.path, label.quad)
        return
    crops = load_labelled_crops(dataset)
    prefixes: dict[str, set[str]] = {}
    for crop in crops:
        prefixes.setdefault(_prefix(crop.path), set()).add(crop.kind)
    for crop in crops:
        if not _is_face(crop.path):
            continue
        prefix = _prefix(crop.path)  # a folder may hold several sets, named by their files
        own = len(prefixes[prefix]) >= _LEAST_KINDS
        name = f"{crop.tile_set}-{prefix}" if own else crop.tile_set
        yield name, crop.kind, FaceSource(crop.path, None)


def _prefix(path: Path) -> str:
    return path.stem.partition("_")[0]


def _is_face(path: Path) -> bool:
    """Return whether a crop shows a face alone: its edges have the colour of its ground."""
    small = cv2.resize(open_photo(path).pixels, (40, 52), interpolation=cv2.INTER_AREA)
    light = small.astype(np.float32).mean(axis=2)
    ground = float(np.percentile(light, 75))
    sides = (light[:2], light[-2:], light[:, :2], light[:, -2:])
    return all(abs(float(np.median(side)) - ground) < _ROUGH for side in sides)


@lru_cache(maxsize=512)
def _cut_face(source: FaceSource, kind: str, design: str) -> Face:
    """Cut and rectify a face."""
    pixels = open_photo(source.path).pixels
    if source.quad is None:
        h, w = pixels.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    else:
        corners = np.array(source.quad, np.float32)
    corners = corners + (corners.mean(axis=0) - corners) * 2 * _INSET
    target = np.array([[0, 0], [_WIDTH, 0], [_WIDTH, _HEIGHT], [0, _HEIGHT]], np.float32)
    wide = float(np.linalg.norm(corners[0] - corners[1]))
    if wide > 2 * _WIDTH:  # warping down by more than two leaves out pixels
        share = 2 * _WIDTH / wide
        size = (round(pixels.shape[1] * share), round(pixels.shape[0] * share))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        corners = corners * np.float32(share)
    move = cv2.getPerspectiveTransform(corners, target)
    face = cv2.warpPerspective(pixels, move, (_WIDTH, _HEIGHT), flags=cv2.INTER_AREA)
    alpha = np.full((_HEIGHT, _WIDTH, 1), 255, np.uint8)
    ink = np.concatenate([face.astype(np.uint8), alpha], axis=2)
    return Face(kind, design, ink, _ground_colour(face.astype(np.uint8)))


def _ground_colour(pixels: Pixels) -> Colour:
    """Return the colour of a face where it has no ink, which is most of it."""
    inside = pixels[8:-8, 8:-8].reshape(-1, 3)
    red, green, blue = np.percentile(inside, 68, axis=0)
    return int(red), int(green), int(blue)


def _blur(face: Face) -> float:
    """Return less for a sharper face, of whatever brightness."""
    grey = cv2.cvtColor(face.ink[:, :, :3], cv2.COLOR_RGB2GRAY).astype(np.float32)
    grey /= max(float(np.mean(face.body or (255,))), 1.0)
    return -float(cv2.Laplacian(grey, cv2.CV_32F).var())


class PhysicalSet:
    """The physical set of one picture: faces of one design on bodies of one colour.

    Args:
        design: the faces.
        rng: source of chance.
        blank: whether the white dragon has no print.
    """

    def __init__(self, design: Design, rng: np.random.Generator, blank: bool) -> None:
        self._design, self._rng = design, rng
        self._blank = blank or "5z" not in design.kinds
        self._pale = np.array(_PALE[int(rng.integers(len(_PALE)))]) + rng.normal(0, 3, 3)
        draw = rng.random()
        self._is_dark = draw < 0.1
        self._tint = np.array(_TINTS[int(rng.integers(len(_TINTS)))] if draw > 0.86 else (1.0,) * 3)
        self._faces: dict[str, tuple[Face, ...]] = {}

    @property
    def kinds(self) -> frozenset[str]:
        """Return the kinds of the set; every set has a white dragon, if need be a blank one."""
        honours = {kind.value for kind in KINDS if kind.suit == "z"} - {"5z"}
        return self._design.kinds | ({"5z"} if honours <= self._design.kinds else set())

    @property
    def has_blank(self) -> bool:
        """Return whether the white dragon has no print."""
        return self._blank

    @property
    def colour(self) -> Colour:
        """Return the colour of the bodies' upper half."""
        return _rgb(self._recolour(self._pale))

    def face(self, kind: str) -> Face:
        """Return the face of a tile of a kind; equal tiles may differ in wear."""
        if kind not in self._faces:
            self._faces[kind] = self._prepare(kind)
        faces = self._faces[kind]
        return faces[int(self._rng.integers(len(faces)))]

    def _prepare(self, kind: str) -> tuple[Face, ...]:
        if kind == "5z" and self._blank:
            blank = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
            return (Face(kind, self._design.name, blank, self.colour),)
        return tuple(self._recolour_face(face) for face in self._design.faces(kind))

    def _recolour_face(self, face: Face) -> Face:
        """Return a face with its ground in the colour of the set."""
        rgb = face.ink[:, :, :3].astype(np.float64)
        if face.body is not None:
            rgb *= self._pale / np.maximum(np.array(face.body, np.float64), 30.0)
        rgb = np.clip(rgb, 0, 255)
        ink = np.concatenate([self._recolour(rgb).astype(np.uint8), face.ink[:, :, 3:]], axis=2)
        return replace(face, ink=ink, body=self.colour)

    def _recolour(self, rgb: Floats) -> Floats:
        """Turn colours of a pale tile into those of a dark or a tinted one."""
        tinted = rgb * self._tint
        if not self._is_dark:
            pale: Floats = np.clip(tinted, 0, 255)
            return pale
        # light and dark change places, hues stay
        most, least = rgb.max(axis=-1, keepdims=True), rgb.min(axis=-1, keepdims=True)
        dark: Floats = np.clip(rgb + 270 - most - least, 22, 245)
        return dark


_PALE = ((246, 244, 236), (240, 234, 212), (232, 222, 192), (250, 250, 250), (236, 238, 240))
_TINTS = ((1.0, 0.93, 0.75), (0.8, 0.97, 0.86), (0.99, 0.83, 0.85), (0.8, 0.9, 1.0), (1, 0.85, 0.6))


def _rgb(colour: Floats) -> Colour:
    red, green, blue = (int(np.clip(c, 0, 255)) for c in colour)
    return red, green, blue
