"""Tiles that the detector misses: the classifier looks again where they may be.

A blank white dragon, large in the picture, has no edge but its own: the detector gives it 0.00 to
0.25 where the classifier, shown the very place, is sure of a blank tile. Between equal tiles, most
on black sets, a face is missed, too. The classifier looks at boxes that the detector hardly
believes in, beside the ends of rows, which a hole in a row has on both sides, and midway between
two tiles around a hole: a slanting row leaves the line of its tiles' sides. Beside blank tiles it
looks for turned ones, too, as one of a called set is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from .classifier import Classification
from .detector import Detection
from .existence import adjoins, frame, size_difference
from .tile_colours import GroundColours

_WHITE = "5z"
_BESIDE, _IN_LINE = 0.6, 0.35  # least distance of a neighbour along a row, most across it, in sides
_AHEAD = 0.3  # a tile less far along is no obstacle in the row's direction
_TAKEN_ALONG, _TAKEN_ACROSS = 0.75, 0.8  # a tile nearer than this to a place would be cut by it
_SEEN = 0.5  # a box whose middle is nearer, along and across, is of the same tile
_NEXT = 1.6  # a tile nearer along a row is next to its end
_SHAPE = 0.75  # a tile's width in its length; sets have 0.7 to 0.79
_GAPS = 0.01, 0.09  # spaces that are tried between an upright and a turned tile, in sides
_HOLE = 1.75, 2.3  # distance of two tiles around a hole for one, in the mean of their sides


class Classify(Protocol):
    """Classifies the tiles at quads of a picture, as `TileClassifier.classify` does."""

    def __call__(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float
    ) -> list[Classification]: ...


@dataclass(frozen=True, slots=True)
class MissedTileSettings:
    """Thresholds for a tile in a place where the detector found none.

    On 140 photos of the training data no other place passes those for a blank tile, and on 144
    made hands those beside tiles printed on a sheet alone. On 213 photos, 133 scenes and 408 made
    hands no place without a tile passes those for a face. Of 634 holes between two tiles on 559
    photos of the training data none passes either.

    A tile apart has no row to support it: it is looked at more strictly. Of the boxes in question
    on 213 photos and 133 scenes of the training data, one passes, which is a tile; of those on 408
    made hands four, which are.

    Attributes:
        certain: least probability of a tile at the end of a row.
        read: least probability of the kind of the faces whose colour a blank tile has.
        steps: distances of the places from it, middle to middle, in its own sides: beside it, and
            beyond a gap.
        nothing: most probability of no tile, by the classifier.
        blank: least probability of a back or a white dragon, if there is a tile.
        alike: largest distance of its colour from the faces' around it.
        neighbours, like: of so many nearest faces so many have that colour.
        most: blank tiles that are added at most: there are four white dragons.
        score: the detector's score that these boxes are given.
        beside: number of the nearest places where a face is looked for.
        face_nothing: most probability of no tile, by the classifier, for a face.
        face: least probability of its kind.
        beside_turned: least probability of a blank tile beside which a turned one is looked for.
        apart_nothing: most probability of no tile, by the classifier, for a box apart.
        apart_alike: largest distance of its colour from the faces' around it.
        apart_size: largest difference from the nearest faces' area, as a logarithm.
        apart_score: the detector's score that it is given.
    """

    certain: float = 0.9
    read: float = 0.6
    steps: tuple[float, ...] = tuple(1.02 + k / 8 for k in range(13))
    nothing: float = 0.02
    blank: float = 0.95
    alike: float = 3.5
    neighbours: int = 5
    like: int = 2
    most: int = 4
    score: float = 0.5
    beside: int = 3
    face_nothing: float = 0.01
    face: float = 0.95
    beside_turned: float = 0.6
    apart_nothing: float = 0.06
    apart_alike: float = 1.5
    apart_size: float = 0.3
    apart_score: float = 0.8


@dataclass(frozen=True, slots=True)
class RowEnd:
    """The last tile of a row: its quad, (4, 2), and the side that leads out of the row, (2,)."""

    quad: Floats
    outwards: Floats


def find_missed_tiles(
    pixels: Pixels,
    pairs: Sequence[tuple[Detection, Classification]],
    existence: Sequence[float],
    weak: Sequence[Detection],
    classify: Classify,
    settings: MissedTileSettings | None = None,
) -> list[tuple[Detection, Classification]]:
    """Find blank tiles among weak boxes and behind gaps, and tiles beside row ends and in holes.

    And blank tiles that are turned, beside others.

    Args:
        pixels: the picture, uint8 RGB, shape (H, W, 3).
        pairs: its boxes with their classifications.
        existence: probability that there is a tile in each.
        weak: the boxes that the detector's score alone has ruled out.
        classify: the classifier.
        settings: thresholds.

    Returns:
        the boxes that are to be added: weak ones, those of a row from its end outwards, of holes,
        turned ones.
    """
    wanted = settings or MissedTileSettings()
    sure = [i for i, chance in enumerate(existence) if chance >= wanted.certain]
    kinds = [name.names[0] for _, name in pairs]
    faces = [
        i
        for i in sure
        if kinds[i][0] == _WHITE or (kinds[i][0] != BACK and kinds[i][1] >= wanted.read)
    ]
    if len(faces) < wanted.neighbours:
        return []
    quads = np.array([box.quad for box, _ in pairs], np.float64)
    colours = GroundColours(pixels, quads[faces])
    alike = [box for box in weak if _is_alike(box.quad, quads[faces], colours, wanted)]
    found = _blanks_apart(pixels, alike, classify, wanted)[: wanted.most]
    ends = [
        RowEnd(box.quad, outwards) for box, _ in found for outwards in _directions(box.quad)
    ] + row_ends(quads, sure)
    quads = np.concatenate([quads, *(box.quad[None] for box, _ in found)])
    blanks = len(found)
    while ends:
        end = ends.pop(0)
        places = _free_places(end, quads, pixels.shape, wanted.steps)
        seen = _nearest_tile(pixels, places, colours, classify, wanted)
        if seen is None:
            continue
        quad, name = seen
        if not _is_face(name, wanted):
            blanks += 1
            if blanks > wanted.most:
                continue
        found.append((Detection(quad, wanted.score, 0.5), name))
        quads = np.concatenate([quads, quad[None]])
        ends.insert(0, RowEnd(quad, end.outwards))
    sure += range(len(pairs), len(quads))
    room = max(0, wanted.most - blanks)
    found += _tiles_in_holes(pixels, holes(quads, sure), colours, classify, room, wanted)
    every = [*pairs, *found]
    chances = [*existence, *[1.0] * len(found)]
    blank = [
        i
        for i, (box, name) in enumerate(every)
        if chances[i] >= wanted.beside_turned
        and name.names[0][0] in (BACK, _WHITE)
        and colours.distance_at(box.quad, wanted.neighbours, wanted.like) < wanted.alike
    ]
    quads = np.array([box.quad for box, _ in every], np.float64)
    return found + _turned_beside(pixels, quads, blank, colours, classify, wanted)


def _is_alike(
    quad: Floats, faces: Floats, colours: GroundColours, wanted: MissedTileSettings
) -> bool:
    """Return whether a box has the size and the colour of the faces around it."""
    size = size_difference(quad, faces)
    if size is None or size > wanted.apart_size:
        return False
    return colours.distance_at(quad, wanted.neighbours, wanted.like) < wanted.apart_alike


def _blanks_apart(
    pixels: Pixels, boxes: Sequence[Detection], classify: Classify, wanted: MissedTileSettings
) -> list[tuple[Detection, Classification]]:
    """Return those of the boxes that hold a blank tile."""
    if not boxes:
        return []
    names = classify(pixels, [box.quad for box in boxes], wanted.apart_nothing)
    return [
        (replace(box, score=wanted.apart_score), name)
        for box, name in zip(boxes, names, strict=True)
        if _is_blank(name, wanted, wanted.apart_nothing)
    ]


def holes(quads: Floats, tiles: Sequence[int]) -> list[Floats]:
    """Return the places of one tile between two others of a row, each once: the mean of both.

    In a slanting row, whose tiles get narrower, a place beside either of the two misses the hole.

    Args:
        quads: shape (n, 4, 2).
        tiles: numbers of the tiles; others may be none, and fill a hole only where it is.
    """
    first, second = np.triu_indices(len(tiles), 1)
    known = quads[tiles]
    one, other = known[first], _turned_alike(known[second], known[first])
    places, apart = (one + other) / 2, (other - one).mean(axis=1)
    found: list[Floats] = []
    seen = quads
    for sides in frame(places)[1:]:
        gap = np.abs((apart * sides).sum(axis=1)) / np.square(sides).sum(axis=1)
        for k in np.flatnonzero((gap >= _HOLE[0]) & (gap <= _HOLE[1])):
            place, outwards = places[k], sides[k]
            _, off = np.abs(_in_sides(one[k, None], place, outwards))
            if off[0] >= _IN_LINE:
                continue
            along, off = np.abs(_in_sides(known, place, outwards))
            is_cut = ((along < _TAKEN_ALONG) & (off < _TAKEN_ACROSS)).any()
            along, off = np.abs(_in_sides(seen, place, outwards))
            if not is_cut and not ((along < _SEEN) & (off < _SEEN)).any():
                found.append(place)
                seen = np.concatenate([seen, place[None]])
    return found


def _turned_alike(quads: Floats, to: Floats) -> Floats:
    """Return quads, (n, 4, 2), with the order of corners in which they are nearest to others'."""
    turns = np.stack([np.roll(quads, turn, axis=1) for turn in range(4)])
    nearest = np.square(turns - to).sum(axis=(2, 3)).argmin(axis=0)
    return np.asarray(turns[nearest, np.arange(len(quads))])


def _tiles_in_holes(
    pixels: Pixels,
    places: Sequence[Floats],
    colours: GroundColours,
    classify: Classify,
    room: int,
    wanted: MissedTileSettings,
) -> list[tuple[Detection, Classification]]:
    """Return the tiles at the places: faces, and at most `room` blank ones of their colour."""
    if not places:
        return []
    found = []
    for place, name in zip(places, classify(pixels, places, wanted.nothing), strict=True):
        if not _is_face(name, wanted):
            far = colours.distance_at(place, wanted.neighbours, wanted.like)
            if room == 0 or far >= wanted.alike or not _is_blank(name, wanted, wanted.nothing):
                continue
            room -= 1
        found.append((Detection(place, wanted.score, 0.5), name))
    return found


def _turned_beside(
    pixels: Pixels,
    quads: Floats,
    blanks: Sequence[int],
    colours: GroundColours,
    classify: Classify,
    wanted: MissedTileSettings,
) -> list[tuple[Detection, Classification]]:
    """Return blank tiles that are turned against blank ones beside them, as in a called pung.

    Args:
        pixels: the picture, uint8 RGB.
        quads: the tiles' corners, shape (n, 4, 2).
        blanks: numbers of the blank ones in the colour of the faces.
        colours, classify, wanted: as above.
    """
    found: list[tuple[Detection, Classification]] = []
    left = list(blanks)
    while left and len(blanks) + len(found) < wanted.most:
        quad = quads[left.pop(0)]
        places = [
            place
            for outwards in _directions(quad)
            if abs(outwards[0]) > abs(outwards[1])  # below it is its flank
            for place in turned_places(RowEnd(quad, outwards), quads, pixels.shape)
            if colours.distance_at(place, wanted.neighbours, wanted.like) < wanted.alike
        ]
        names = classify(pixels, places, wanted.nothing) if places else []
        sure = [k for k, name in enumerate(names) if _is_blank(name, wanted, wanted.nothing)]
        if not sure:
            continue
        best = min(sure, key=lambda k: names[k].nothing)
        found.append((Detection(places[best], wanted.score, 0.5), names[best]))
        left.append(len(quads))
        quads = np.concatenate([quads, places[best][None]])
    return found


def turned_places(end: RowEnd, quads: Floats, shape: tuple[int, ...]) -> list[Floats]:
    """Return the free places beyond a row's end for a tile that is turned against the last one.

    One of its long edges is level with an edge of the last tile: the owner pushes them together.

    Args:
        end: the last tile, upright or turned.
        quads: all tiles' corners, shape (n, 4, 2).
        shape: of the picture.
    """
    along, off = _in_sides(quads, end.quad, end.outwards)
    if ((along > _BESIDE) & (along < _NEXT) & (np.abs(off) < _TAKEN_ACROSS)).any():
        return []
    middle, across, down = frame(end.quad)
    is_across = abs(float(np.dot(end.outwards, across))) > abs(float(np.dot(end.outwards, down)))
    other = down if is_across else across
    size = np.array([shape[1], shape[0]])
    places = []
    for ratio in (_SHAPE, 1 / _SHAPE):
        # the sides change their places, each as the camera foreshortens its direction
        length, width = end.outwards * ratio, other / ratio
        short, long = (length, width) if ratio < 1 else (width, length)
        if short[0] * long[1] < short[1] * long[0]:
            short = -short
        corners = np.array([-short - long, short - long, short + long, long - short]) / 2
        for gap in _GAPS:
            beside = middle + (0.5 + gap + ratio / 2) * end.outwards
            for level in (-0.5, 0.5):
                place = beside + level * (other - width) + corners
                away = np.abs(_in_sides(quads, place, length))
                taken = ((away[0] < _TAKEN_ALONG) & (away[1] < _TAKEN_ACROSS)).any()
                if not taken and (place >= 0).all() and (place <= size).all():
                    places.append(place)
    return places


def _directions(quad: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the sides of a quad as the ways that lead to its neighbours' middles."""
    _, across, down = frame(quad)
    return across, -across, down, -down


def row_ends(quads: Floats, tiles: Sequence[int]) -> list[RowEnd]:
    """Return the ends of rows: tiles with one beside them on one side and none on the other.

    Args:
        quads: shape (n, 4, 2).
        tiles: numbers of those that may end a row.
    """
    found = []
    for i in tiles:
        beside = np.flatnonzero(adjoins(quads[i], quads))
        beside = beside[beside != i]
        for outwards in _directions(quads[i]):
            along, off = _in_sides(quads[beside], quads[i], outwards)
            in_line = along[np.abs(off) < _IN_LINE]
            if (in_line < -_BESIDE).any() and not (in_line > _BESIDE).any():
                found.append(RowEnd(quads[i], outwards))
    return found


def _in_sides(quads: Floats, of: Floats, outwards: Floats) -> tuple[Floats, Floats]:
    """Return how far the middles of quads, shape (n, 4, 2), are from that of another.

    Along a direction, in the other's side in that direction, and across it, in its other side;
    both of shape (n,).
    """
    _, across, down = frame(of)
    turned = abs(float(np.dot(outwards, across))) < abs(float(np.dot(outwards, down)))
    other = across if turned else down
    apart = quads.mean(axis=1) - of.mean(axis=0)
    return apart @ outwards / np.dot(outwards, outwards), apart @ other / np.dot(other, other)


def _free_places(
    end: RowEnd, quads: Floats, shape: tuple[int, ...], steps: Sequence[float]
) -> list[Floats]:
    """Return the places beyond a row's end, nearest first, up to the next tile or the edge."""
    along, off = _in_sides(quads, end.quad, end.outwards)
    ahead = along[(along > _AHEAD) & (np.abs(off) < _TAKEN_ACROSS)]
    size = np.array([shape[1], shape[0]])
    places = []
    for step in steps:
        place = end.quad + step * end.outwards
        if (np.abs(ahead - step) < _TAKEN_ALONG).any():
            break
        if (place < 0).any() or (place > size).any():
            break
        places.append(place)
    return places


def _nearest_tile(
    pixels: Pixels,
    places: Sequence[Floats],
    colours: GroundColours,
    classify: Classify,
    wanted: MissedTileSettings,
) -> tuple[Floats, Classification] | None:
    """Return the first tile at the places beyond a row's end, as exactly as the steps allow."""
    if not places:
        return None
    alike = [
        k
        for k, place in enumerate(places)
        if colours.distance_at(place, wanted.neighbours, wanted.like) < wanted.alike
    ]
    looked = sorted({*alike, *range(min(wanted.beside, len(places)))})
    found = classify(pixels, [places[k] for k in looked], wanted.nothing)
    names = dict(zip(looked, found, strict=True))
    first = [_surest_face(names, wanted), _first_blank({k: names[k] for k in alike}, wanted)]
    at = min((k for k in first if k is not None), default=None)
    return None if at is None else (places[at], names[at])


def _surest_face(names: Mapping[int, Classification], wanted: MissedTileSettings) -> int | None:
    """Return the number of the place beside the row where a face is surest; None: nowhere."""
    faces = [k for k in range(wanted.beside) if k in names and _is_face(names[k], wanted)]
    return max(faces, key=lambda k: names[k].names[0][1], default=None)


def _is_face(name: Classification, wanted: MissedTileSettings) -> bool:
    """Return whether a printed tile is certain."""
    kind, share = name.names[0] if name.names else (BACK, 0.0)
    is_printed = kind not in (BACK, _WHITE)
    return is_printed and name.nothing < wanted.face_nothing and share >= wanted.face


def _first_blank(names: Mapping[int, Classification], wanted: MissedTileSettings) -> int | None:
    """Return the number of the place of the first blank tile, where it is surest of its places."""
    best: int | None = None
    for k, name in names.items():
        if not _is_blank(name, wanted, wanted.nothing):
            if best is not None:
                break
        elif best is None or name.nothing < names[best].nothing:
            best = k
    return best


def _is_blank(name: Classification, wanted: MissedTileSettings, nothing: float) -> bool:
    """Return whether a blank tile is probable, and no tile less than `nothing`."""
    blank = sum(chance for kind, chance in name.names if kind in (BACK, _WHITE))
    return name.nothing < nothing and blank / (1 - name.nothing) >= wanted.blank
