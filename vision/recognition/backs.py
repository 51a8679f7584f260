"""Backs, which look like blank white dragons, or like faces: the other tiles in view tell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from ..seen_tile import SeenTile
from .tile_colours import GroundColours, frequent_colour, lab, rim_colour

_WHITE = "5z"
Colour = tuple[int, int, int]
"""Red, green, blue; 0 to 255."""


@dataclass(frozen=True, slots=True)
class BackSettings:
    """Parameters of the decision between a back and a blank white dragon.

    Log odds are those of a white dragon; they add up.

    Attributes:
        reference: least probability of the backs that define the reference colour.
        grey_distance: least distance of their colour from grey (a and b of Lab, -128 to 127):
            white, grey and black backs carry no information, and black ones look like ink.
        rival: a tile with this probability of the other kind is decided by a known back colour.
        printless: a white dragon with this probability of a back from the classifier has no print;
            printed ones on the development pictures have less than 0.0005.
        net_power: power of the nets' odds. Both have seen few blank white dragons.
        known_odds: log odds that the known colour of the backs brings, either way.
        even_distance: distance between the colours of a tile and of the printed faces beside it at
            which both kinds are equally likely. Of 259 white dragons on photos 95 % have less than
            8, the median 2; backs of another colour have 25 and more.
        slope: log odds for a unit less of this distance.
        white_limit, back_limit: most log odds that this colour brings for each kind. The first is
            bounded by the sets with backs as pale as their faces.
        proven_limit: in its place where `least_backs` backs in view have a colour unlike the faces.
        least_backs: least number of them; a kong has two.
        neighbours, least_neighbours: of so many nearest printed faces so many must have a colour:
            many of them are full of ink.
        printed_odds: log odds of a blank tile where a white dragon with print is in view.
        surplus_odds: log odds of each blank tile where five or more are in view. Neither counts
            where a line's worth of backs (`wall_length`) has a colour unlike the faces.
        face_probability: least probability of a printed face.
        foreign_distance: distance from the colour of the printed faces beside it from which a tile
            with a less probable name is a back with a print. Of 1,962 faces on photos none with
            less than 0.95 is so far away.
        repeats: number of tiles with one such name that are backs: a set has four of a kind.
        print_share: probability of a back that these get.
        wall_length: number of backs in a line of a wall.
    """

    reference: float = 0.95
    grey_distance: float = 20.0
    rival: float = 0.05
    printless: float = 0.03
    net_power: float = 0.5
    known_odds: float = 5.0
    even_distance: float = 10.0
    slope: float = 0.4
    white_limit: float = 2.5
    proven_limit: float = 5.0
    least_backs: int = 2
    back_limit: float = -5.0
    neighbours: int = 9
    least_neighbours: int = 3
    printed_odds: float = -6.0
    surplus_odds: float = -4.0
    face_probability: float = 0.8
    foreign_distance: float = 25.0
    repeats: int = 5
    print_share: float = 0.9
    wall_length: int = 4


def distinguish_backs(
    pixels: Pixels,
    seen: Sequence[SeenTile],
    back: Colour | None = None,
    settings: BackSettings | None = None,
) -> list[SeenTile]:
    """Distinguish backs from blank white dragons and from doubtful faces.

    The other names keep a probability.

    Args:
        pixels: the picture, uint8 RGB.
        seen: its tiles.
        back: colour of the set's backs, where it is known. It is not estimated from backs in the
            picture: the pale sides of a wall's tiles would become white dragons.
        settings: thresholds.
    """
    settings = settings or BackSettings()
    return _decide_blanks(pixels, _with_printed_backs(pixels, seen, settings), back, settings)


def back_colour(
    pixels: Pixels, seen: Sequence[SeenTile], settings: BackSettings | None = None
) -> Colour | None:
    """Return the colour of the backs in a picture; None if it is grey or no back is certain."""
    settings = settings or BackSettings()
    sure = [t for t in seen if t.kind == BACK and t.kind_probability >= settings.reference]
    if not sure:
        return None
    colour = np.median([_colour(pixels, tile) for tile in sure], axis=0)
    if float(np.hypot(*_chroma(colour))) < settings.grey_distance:
        return None
    red, green, blue = (int(value) for value in colour)
    return red, green, blue


def _with_printed_backs(
    pixels: Pixels, seen: Sequence[SeenTile], settings: BackSettings
) -> list[SeenTile]:
    """Name those faces backs that are doubtful or too many, and have another colour.

    Five doubtful ones of a name are in any colour. A flower or a letter on a back looks a little
    like a face. A single one of that colour is rather a face full of ink.
    """
    faces = [k for k, t in enumerate(seen) if t.names and t.kind not in (BACK, _WHITE)]
    doubtful = {k for k in faces if seen[k].kind_probability < settings.face_probability}
    counts, doubts = (Counter(seen[k].kind for k in some) for some in (faces, doubtful))
    suspect = [k for k in faces if k in doubtful or counts[seen[k].kind] >= settings.repeats]
    if not suspect:
        return list(seen)
    backs = {k for k in doubtful if doubts[seen[k].kind] >= settings.repeats}
    backs |= _foreign_backs(pixels, seen, suspect, settings)
    return [_as_back(tile, settings) if k in backs else tile for k, tile in enumerate(seen)]


def _foreign_backs(
    pixels: Pixels, seen: Sequence[SeenTile], suspect: Sequence[int], settings: BackSettings
) -> set[int]:
    """Return those suspect faces that have another colour than the others, and share it.

    With them go those of their name and colour that are not suspect.
    """
    printed = [k for k, tile in enumerate(seen) if _is_printed_face(tile, settings)]
    faces = [k for k in printed if k not in suspect]
    if len(faces) <= settings.least_neighbours:
        return set()
    quads = np.array([tile.quad for tile in seen])
    whole, rim = (GroundColours(pixels, quads, how) for how in (frequent_colour, rim_colour))

    def is_foreign(tile: int) -> bool:
        others = [face for face in faces if face != tile]
        most, like = settings.neighbours, settings.least_neighbours
        is_character = seen[tile].kind[1] in "mz"
        if is_character and whole.chroma(tile) <= settings.grey_distance:
            return False  # black ink
        return all(
            colours.distance_from_like(tile, others, most, like) > settings.foreign_distance
            for colours in (whole, rim)
        )

    def is_like_one(tile: int, others: Sequence[int]) -> bool:
        others = [other for other in others if other != tile]
        apart = whole.distance_from_like(tile, others, len(others), 1) if others else math.inf
        return apart < settings.even_distance

    foreign = [k for k in suspect if is_foreign(k)]
    known = [k for k, tile in enumerate(seen) if tile.kind == BACK]
    found = [k for k in foreign if is_like_one(k, (*foreign, *known))]
    names = {seen[k].kind for k in found}
    more = [k for k in faces if seen[k].kind in names and is_foreign(k) and is_like_one(k, found)]
    return {*found, *more}


def _as_back(tile: SeenTile, settings: BackSettings) -> SeenTile:
    """Return the tile, most likely a back."""
    others = [
        (kind, share * (1 - settings.print_share)) for kind, share in tile.names if kind != BACK
    ]
    return replace(tile, names=((BACK, settings.print_share), *others[:4]), oriented=False)


def _decide_blanks(
    pixels: Pixels, seen: Sequence[SeenTile], back: Colour | None, settings: BackSettings
) -> list[SeenTile]:
    """Weigh the nets, the colours in view and the number of blank tiles for each of them."""
    blank = [k for k, tile in enumerate(seen) if _is_blank(tile, settings)]
    if not blank:
        return list(seen)
    faces = [k for k, tile in enumerate(seen) if _is_printed_face(tile, settings)]
    colours = GroundColours(pixels, np.array([tile.quad for tile in seen]), frequent_colour)
    odds = {k: settings.net_power * _nets_log_odds(seen[k]) for k in blank}
    if back is not None:
        for k in blank:
            odds[k] += _back_colour_log_odds(pixels, seen[k], back, settings)
    elif faces:
        odds = _with_paper_odds(odds, colours, faces, settings)
    pale = [k for k in blank if odds[k] > 0]
    if sum(odds[k] < -settings.wall_length for k in blank) < settings.wall_length:
        # the backs may be pale, too
        context = settings.surplus_odds if len(pale) > 4 else 0.0
        if any(_is_printed_white(tile, settings) for tile in seen):
            context = settings.printed_odds  # no set has white dragons with print and blank ones
        odds |= {k: odds[k] + context for k in pale}
    return [_with_white_odds(tile, odds[k]) if k in odds else tile for k, tile in enumerate(seen)]


def _is_blank(tile: SeenTile, settings: BackSettings) -> bool:
    """Return whether a tile is a back or a white dragon without print, as the classifier has it."""
    names = dict(tile.names)
    return tile.kind == BACK or (tile.kind == _WHITE and names.get(BACK, 0.0) >= settings.printless)


def _is_printed_white(tile: SeenTile, settings: BackSettings) -> bool:
    back = dict(tile.names).get(BACK, 0.0)
    return tile.kind == _WHITE and tile.confidence >= 0.9 and back < settings.printless / 10


def _is_printed_face(tile: SeenTile, settings: BackSettings) -> bool:
    return tile.kind not in (BACK, _WHITE) and tile.confidence >= settings.face_probability


def _nets_log_odds(tile: SeenTile) -> float:
    """Return the nets' log odds of a white dragon against a back."""
    names = dict(tile.names)
    return math.log(max(names.get(_WHITE, 0.0), 0.0005) / max(names.get(BACK, 0.0), 0.0005))


def _back_colour_log_odds(
    pixels: Pixels, tile: SeenTile, back: Colour, settings: BackSettings
) -> float:
    """Return the log odds by the known colour of the backs, where the nets are uncertain."""
    names = dict(tile.names)
    if min(names.get(_WHITE, 0.0), names.get(BACK, 0.0)) < settings.rival:
        return 0.0
    hue, true = _chroma(_colour(pixels, tile)), _chroma(np.array(back))
    coloured = float(hue @ true) > 0.5 * float(true @ true)  # of light and white balance free
    return -settings.known_odds if coloured else settings.known_odds


def _with_paper_odds(
    odds: Mapping[int, float], colours: GroundColours, faces: Sequence[int], settings: BackSettings
) -> dict[int, float]:
    """Add the log odds by the distance from the colour of the nearest printed faces."""
    apart = {
        k: colours.distance_from_like(k, faces, settings.neighbours, settings.least_neighbours)
        for k in odds
    }
    found = {k: odds[k] + _paper_log_odds(apart[k], settings.white_limit, settings) for k in odds}
    if sum(found[k] < settings.back_limit for k in odds) < settings.least_backs:
        return found
    return {k: odds[k] + _paper_log_odds(apart[k], settings.proven_limit, settings) for k in odds}


def _paper_log_odds(apart: float, most: float, settings: BackSettings) -> float:
    return min(max(settings.slope * (settings.even_distance - apart), settings.back_limit), most)


def _with_white_odds(tile: SeenTile, log_odds: float) -> SeenTile:
    """Return the tile with these log odds of a white dragon against a back."""
    names = dict(tile.names)
    both = names.get(_WHITE, 0.0) + names.get(BACK, 0.0)
    white = 1 / (1 + math.exp(-log_odds))
    names |= {_WHITE: both * white, BACK: both * (1 - white)}
    ordered = sorted(names.items(), key=lambda pair: -pair[1])[:5]
    return replace(tile, names=tuple(ordered), oriented=False)


def _colour(pixels: Pixels, tile: SeenTile) -> Floats:
    """Return the median RGB of the middle of a tile."""
    quad = np.asarray(tile.quad)
    middle = quad.mean(axis=0)
    inner = np.round(middle + (quad - middle) * 0.6).astype(np.int32)
    left, top = np.maximum(inner.min(axis=0), 0)
    right, bottom = inner.max(axis=0) + 1
    part = pixels[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, inner - [left, top], 1)
    inside = part[mask > 0]
    return np.median(inside if len(inside) else np.full((1, 3), 128), axis=0)


def _chroma(colour: Floats) -> Floats:
    """Return the a and b of Lab of a colour, its offset from grey, shape (2,)."""
    return lab(colour)[1:]
