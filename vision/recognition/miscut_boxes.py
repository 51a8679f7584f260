"""Boxes over two tiles, and boxes over parts of one, told by their size on the table.

From low down, or along a row, equal tiles are not equally large in a picture, and two of them look
like one that is nearer (`fragments` compares sizes in the picture). On the table's plane a tile is
as large as its neighbours, and two are twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from scoring.tiles import BACK, Tile

from .. import geometry
from ..arrays import Floats, Pixels
from ..layout.plane import rectify
from ..seen_tile import SeenTile
from .classifier import Classification
from .fragments import bounding_rectangle, relative_extents

Classify = Callable[[Pixels, Sequence[Floats]], Sequence[Classification]]

_BLANK = (BACK, "5z")


@dataclass(frozen=True, slots=True)
class MiscutSettings:
    """Thresholds for boxes over two tiles, and over parts of one. Set on made hands.

    Extents and areas are on the table, in the median of the neighbours'. Where a hand stands, the
    sets that lie beside it are small, and all of them are.

    Attributes:
        near: how many of the nearest boxes are the neighbours.
        faces: so many of them, the nearest, are faces: boxes of backs are less exact, and a tile
            on a wall looks larger.
        usual: so many of these, at least, are as large as tiles.
        size: least and most area of a box that is.
        wide: least and most extent of a box over two tiles across both.
        long: the same along both.
        large: least area of a box over two tiles.
        repeated: least extent along both where they may be parts of one face: 2 and 2 dots of 4.
        small: most area of a box over a part of a tile.
        loose: area of the rectangle around two parts against their own, at most, in the picture.
        whole: least and most extent of that rectangle, along either side.
        sure: least probability of the faces that are seen in the boxes cut anew.
        most: small boxes that are compared, the smallest.
        rounds: times that all boxes are examined: two doubles side by side are told one by one.
    """

    near: int = 6
    faces: int = 3
    usual: int = 2
    size: tuple[float, float] = (0.8, 1.25)
    wide: tuple[float, float] = (0.8, 1.25)
    long: tuple[float, float] = (1.55, 2.4)
    large: float = 1.6
    repeated: float = 1.8
    small: float = 0.78
    loose: float = 1.5
    whole: tuple[float, float] = (0.6, 1.55)
    sure: float = 0.97
    most: int = 10
    rounds: int = 2


def recut_boxes(
    pixels: Pixels,
    tiles: Sequence[SeenTile],
    classify: Classify,
    settings: MiscutSettings | None = None,
) -> tuple[SeenTile, ...]:
    """Return the tiles: two where a box is over two, one where two are over one.

    Only where the classifier is sure of the faces in the boxes cut anew; all are then numbered
    anew.

    Args:
        pixels: the picture, shape (H, W, 3).
        tiles: those that were seen in it.
        classify: the classifier.
        settings: thresholds.
    """
    settings = settings or MiscutSettings()
    seen = tuple(tiles)
    for _ in range(settings.rounds):
        if len(seen) <= settings.near:
            break
        around = _Neighbourhood(seen, settings)
        now = _split_doubles(pixels, around, classify)
        now |= _join_parts(pixels, around, classify)
        if not now:
            break
        cut = (one for i, tile in enumerate(seen) for one in now.get(i, (tile,)))
        seen = tuple(replace(tile, id=number) for number, tile in enumerate(cut))
    return seen


class _Neighbourhood:
    """The tiles of a picture as they lie on the table.

    Attributes:
        tiles: the tiles.
        quads: their boxes in the picture, shape (n, 4, 2).
        flat: the same without perspective.
        is_face: whether a print is seen on each.
        settings: thresholds.
    """

    def __init__(self, tiles: Sequence[SeenTile], settings: MiscutSettings) -> None:
        self.tiles, self.settings = tuple(tiles), settings
        self.quads = np.array([tile.quad for tile in tiles])
        self.flat = np.array(rectify([tile.quad for tile in tiles]))
        self.is_face = [bool(tile.names) and tile.kind not in _BLANK for tile in tiles]
        self._middle = geometry.centre(self.flat)
        self._area = geometry.area(self.flat)

    def nearest(self, number: int) -> list[int]:
        """Return the boxes nearest to one, the nearest first."""
        away = np.linalg.norm(self._middle - self._middle[number], axis=1)
        order = (int(i) for i in np.argsort(away, kind="stable") if i != number)
        return [i for i, _ in zip(order, range(self.settings.near), strict=False)]

    def size(self, number: int) -> float:
        """Return a box's area against the median of its neighbours'."""
        return float(self._area[number] / np.median(self._area[self.nearest(number)]))

    def is_amid_faces(self, number: int, but: int | None = None) -> bool:
        """Return whether the boxes nearest to one, but another one, are faces of a tile's size."""
        wanted = self.settings
        nearest = [i for i in self.nearest(number) if i != but][: wanted.faces]
        usual = sum(_lies_within(self.size(i), wanted.size) for i in nearest)
        return all(self.is_face[i] for i in nearest) and usual >= wanted.usual

    def extents(self, quad: Floats, around: Sequence[int]) -> tuple[float, float]:
        """Return how far a quad reaches along its sides against the median of some boxes."""
        return relative_extents(quad, self.flat[list(around)])


Cut = dict[int, tuple[SeenTile, ...]]
"""What is seen in the place of some tiles, by their places in the sequence."""


def _split_doubles(pixels: Pixels, around: _Neighbourhood, classify: Classify) -> Cut:
    """Return the two faces in each box that is as long on the table as two tiles."""
    wanted = around.settings
    doubles = [pair for i in range(len(around.tiles)) for pair in _long_boxes(i, around)]
    halves = [half for i, _, side in doubles for half in _halve(around.quads[i], side)]
    names = classify(pixels, halves)
    found: dict[int, tuple[float, tuple[SeenTile, ...]]] = {}
    for k, (i, long, _) in enumerate(doubles):
        two, tile = names[2 * k : 2 * k + 2], around.tiles[i]
        if not all(_is_sure_face(name, wanted.sure) for name in two):
            continue
        if long < wanted.repeated and _may_be_parts(tile.kind, [name.names[0][0] for name in two]):
            continue
        sure = min(name.names[0][1] for name in two)
        if i not in found or found[i][0] < sure:
            quads = halves[2 * k : 2 * k + 2]
            found[i] = sure, tuple(_face_in(q, n, tile) for q, n in zip(quads, two, strict=True))
    return {i: tiles for i, (_, tiles) in found.items()}


def _long_boxes(number: int, around: _Neighbourhood) -> list[tuple[int, float, int]]:
    """Return a face's box if it is as long as two tiles, with how long it is and along which side.

    Side 0 is that from its first corner to the second one, side 1 the next one.
    """
    wanted, nearest = around.settings, around.nearest(number)
    is_large = around.is_face[number] and around.size(number) > wanted.large
    if not is_large or not around.is_amid_faces(number):
        return []
    along = around.extents(around.flat[number], nearest)
    return [
        (number, along[side], side)
        for side in (0, 1)
        if _lies_within(along[1 - side], wanted.wide) and _lies_within(along[side], wanted.long)
    ]


def _halve(quad: Floats, side: int) -> tuple[Floats, Floats]:
    """Divide a box across a side, and the opposite one."""
    a, b, c, d = np.roll(quad, -side, axis=0)
    one, other = (a + b) / 2, (c + d) / 2
    return np.stack([a, one, other, d]), np.stack([one, b, c, other])


def _may_be_parts(whole: str, parts: Sequence[str]) -> bool:
    """Return whether a face may look like others side by side: dots and bamboos are repeated."""
    face, two = Tile(whole), [Tile(part) for part in parts]
    is_repeated = face.suit in ("p", "s") and all(part.suit == face.suit for part in two)
    return is_repeated and sum(part.rank for part in two) <= face.rank


def _join_parts(pixels: Pixels, around: _Neighbourhood, classify: Classify) -> Cut:
    """Return the face in the rectangle around each two boxes that are too small to be tiles."""
    wanted = around.settings
    pairs = _small_pairs(around)
    quads = [bounding_rectangle(around.quads[list(pair)]) for pair in pairs]
    names = classify(pixels, quads)
    sure = [
        (-name.names[0][1], pair, quad, name)
        for pair, quad, name in zip(pairs, quads, names, strict=True)
        if _is_sure_face(name, wanted.sure)
        and any(around.tiles[i].kind != name.names[0][0] for i in pair)  # else both may be tiles
    ]
    found: Cut = {}
    for _, (one, other), quad, name in sorted(sure, key=lambda item: item[:2]):
        if one not in found and other not in found:
            likelier = max(around.tiles[one], around.tiles[other], key=lambda t: t.existence)
            found |= {one: (_face_in(quad, name, likelier),), other: ()}
    return found


def _small_pairs(around: _Neighbourhood) -> list[tuple[int, int]]:
    """Return the pairs of boxes that are together as large on the table as one tile."""
    wanted = around.settings
    sizes = [(around.size(i), i) for i, is_face in enumerate(around.is_face) if is_face]
    small = sorted(i for size, i in sorted(sizes)[: wanted.most] if size < wanted.small)
    pairs = (pair for pair in combinations(small, 2) if around.is_amid_faces(*pair))
    return [pair for pair in pairs if _are_parts(pair, around)]


def _are_parts(pair: tuple[int, int], around: _Neighbourhood) -> bool:
    wanted, two = around.settings, list(pair)
    quads = around.quads[two]
    whole = float(geometry.area(bounding_rectangle(quads)))
    if whole > wanted.loose * float(geometry.area(quads).sum()):
        return False
    others = [i for i in around.nearest(pair[0]) if i != pair[1]]
    flat = bounding_rectangle(around.flat[two])
    return all(_lies_within(long, wanted.whole) for long in around.extents(flat, others))


def _face_in(quad: Floats, name: Classification, box: SeenTile) -> SeenTile:
    """Return the face in a part of a box, or around one."""
    turned = geometry.as_quad(np.roll(quad, -name.quarters, axis=0))
    return replace(box, quad=turned, names=name.names_if_tile, oriented=name.oriented)


def _is_sure_face(name: Classification, least: float) -> bool:
    """Return whether a print is seen, as surely; sides of tiles look like blank ones."""
    return bool(name.names) and name.names[0][0] not in _BLANK and name.names[0][1] >= least


def _lies_within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] < value < bounds[1]
