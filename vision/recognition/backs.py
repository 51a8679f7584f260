"""Backs and blank white dragons: they look alike; the other tiles in view distinguish them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from ..seen_tile import SeenTile

_WHITE = "5z"
Colour = tuple[int, int, int]
"""Red, green, blue; 0 to 255."""


@dataclass(frozen=True, slots=True)
class BackSettings:
    """Thresholds for recognising a pale tile as a back.

    Attributes:
        sure: least probability of the backs that define the reference colour.
        coloured: least distance of their colour from grey, of 180 (a and b of Lab): white, grey
            and black backs carry no information.
        doubt: a tile with this probability of the other kind may be classified by its colour.
        blank: a white dragon with this probability of a back from the classifier has no print;
            printed ones on the development pictures have less than 0.0005.
        face: where no face has this probability, only backs in lines count.
        lined: least number of adjacent backs: walls have it, other pale objects do not.
        beside: largest distance of adjacent backs, middle to middle, in their longer sides.
    """

    sure: float = 0.95
    coloured: float = 20.0
    doubt: float = 0.05
    blank: float = 0.03
    face: float = 0.8
    lined: int = 4
    beside: float = 1.3


def distinguish_backs(
    pixels: Pixels,
    seen: Sequence[SeenTile],
    back: Colour | None = None,
    settings: BackSettings | None = None,
) -> list[SeenTile]:
    """Distinguish backs from blank white dragons.

    Args:
        pixels: the picture, uint8 RGB.
        seen: its tiles.
        back: colour of the set's backs, where it is known. It is not estimated from backs in the
            picture: the pale sides of a wall's tiles would become white dragons.
        settings: thresholds.
    """
    wanted = settings or BackSettings()
    if back is not None:
        seen = [_classify_by_colour(pixels, tile, back, wanted) for tile in seen]
    seen = _correct_blank_whites(seen, wanted)
    if any(t.kind != BACK and t.confidence >= wanted.face for t in seen):
        return seen
    return _drop_lone_backs(seen, wanted)


def back_colour(
    pixels: Pixels, seen: Sequence[SeenTile], settings: BackSettings | None = None
) -> Colour | None:
    """Return the colour of the backs in a picture; None if it is grey or no back is certain."""
    wanted = settings or BackSettings()
    sure = [t for t in seen if t.kind == BACK and t.confidence >= wanted.sure]
    if not sure:
        return None
    colour = np.median([_colour(pixels, tile) for tile in sure], axis=0)
    if float(np.hypot(*_chroma(colour))) < wanted.coloured:
        return None
    red, green, blue = (int(value) for value in colour)
    return red, green, blue


def _classify_by_colour(
    pixels: Pixels, tile: SeenTile, back: Colour, wanted: BackSettings
) -> SeenTile:
    """Decide between a back and a white dragon by the tile's colour, where it is uncertain."""
    names = dict(tile.names)
    if tile.kind not in (_WHITE, BACK) or min(names.get(_WHITE, 0), names.get(BACK, 0)) < (
        wanted.doubt
    ):
        return tile
    hue, true = _chroma(_colour(pixels, tile)), _chroma(np.array(back))
    coloured = float(hue @ true) > 0.5 * float(true @ true)  # of light and white balance free
    kind = BACK if coloured else _WHITE
    rest = tuple(pair for pair in tile.names if pair[0] not in (_WHITE, BACK))
    both = names[_WHITE] + names[BACK]
    return replace(tile, names=((kind, both), *rest), oriented=False)


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
    pixel = np.round(colour).astype(np.uint8).reshape(1, 1, 3)
    lab = cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0].astype(np.float64)
    return np.asarray(lab[1:] - 128.0)


def _correct_blank_whites(seen: Sequence[SeenTile], wanted: BackSettings) -> list[SeenTile]:
    """Relabel blank white dragons as backs where they cannot be white dragons.

    No set has printed white dragons and blank ones, nor five white dragons.
    """
    dragons = {
        k: dict(tile.names).get(BACK, 0.0) for k, tile in enumerate(seen) if tile.kind == _WHITE
    }
    blank = {k for k, back in dragons.items() if back >= wanted.blank}
    printed = any(
        back < wanted.blank / 10 and seen[k].confidence >= 0.9 for k, back in dragons.items()
    )
    if not printed and len(blank) <= 4:
        return list(seen)
    return [_swap_back_and_white(tile) if k in blank else tile for k, tile in enumerate(seen)]


def _swap_back_and_white(tile: SeenTile) -> SeenTile:
    """Swap a tile's probabilities of a white dragon and of a back."""
    other = {_WHITE: BACK, BACK: _WHITE}
    names = tuple((other.get(kind, kind), share) for kind, share in tile.names)
    return replace(tile, names=names, oriented=False)


def _drop_lone_backs(seen: Sequence[SeenTile], wanted: BackSettings) -> list[SeenTile]:
    """Drop backs outside any line of backs and renumber the tiles."""
    backs = [k for k, tile in enumerate(seen) if tile.kind == BACK]
    quads = [np.array(seen[k].quad) for k in backs]
    lined = _in_lines(quads, wanted.beside, wanted.lined) if backs else []
    lone = set(backs) - {backs[k] for k in lined}
    kept = [tile for k, tile in enumerate(seen) if k not in lone]
    return [replace(tile, id=number) for number, tile in enumerate(kept)]


def _in_lines(quads: Sequence[Floats], near: float, least: int) -> list[int]:
    """Return the indices of boxes in lines of at least `least`.

    Neighbours in a line are adjacent and share size and direction.
    """
    middles = np.array([quad.mean(axis=0) for quad in quads])
    sides = np.array([np.linalg.norm(quad[:2] - quad[1:3], axis=1) for quad in quads])
    edges = np.array([quad[1] - quad[0] for quad in quads])
    turns = np.degrees(np.arctan2(edges[:, 1], edges[:, 0]))
    group = np.arange(len(quads))
    for number in range(len(quads)):
        away = np.linalg.norm(middles - middles[number], axis=1) / sides[number].max()
        unlike = np.abs(np.log(sides / sides[number])).max(axis=1)
        askew = np.abs((turns - turns[number] + 45) % 90 - 45)
        fits = (away < near) & (unlike < 0.25) & (askew < 12)
        group[np.isin(group, group[fits])] = group[number]
    return [k for k in range(len(quads)) if np.count_nonzero(group == group[k]) >= least]
