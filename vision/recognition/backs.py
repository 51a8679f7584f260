"""Backs and blank white dragons: alone they look alike, what else is in view tells them apart."""

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
    """When a pale tile is a back.

    Attributes:
        sure: least probability of the backs by whose colour others are judged.
        coloured: least distance of their colour from grey, of 180 (a and b of Lab): white, grey
            and black backs tell nothing.
        doubt: a tile with this probability of the other may be judged by its colour.
        blank: a white dragon on which the namer sees a back with this probability bears no print;
            printed ones on the development pictures have less than 0.0005.
        face: where no face is named with this probability, backs count in lines alone.
        lined: so many of them must lie side by side: walls do, pale things that lie about do not.
        beside: how near they lie then, in their longer sides from middle to middle.
    """

    sure: float = 0.95
    coloured: float = 20.0
    doubt: float = 0.05
    blank: float = 0.03
    face: float = 0.8
    lined: int = 4
    beside: float = 1.3


def told_apart(
    pixels: Pixels,
    seen: Sequence[SeenTile],
    back: Colour | None = None,
    settings: BackSettings | None = None,
) -> list[SeenTile]:
    """The tiles with backs and blank white dragons taken for what they are.

    Args:
        pixels: the picture, uint8 RGB.
        seen: its tiles.
        back: colour of the set's backs, where it is known. Backs in the picture do not tell it:
            the pale sides of a wall's tiles would become white dragons.
        settings: thresholds.
    """
    wanted = settings or BackSettings()
    if back is not None:
        seen = [_by_colour(pixels, tile, back, wanted) for tile in seen]
    seen = _of_one_set(seen, wanted)
    if any(t.kind != BACK and t.confidence >= wanted.face for t in seen):
        return seen
    return _without_lone_backs(seen, wanted)


def back_colour(
    pixels: Pixels, seen: Sequence[SeenTile], settings: BackSettings | None = None
) -> Colour | None:
    """Colour of the backs in a picture; None if there are none that are sure, or it is grey."""
    wanted = settings or BackSettings()
    sure = [t for t in seen if t.kind == BACK and t.confidence >= wanted.sure]
    if not sure:
        return None
    colour = np.median([_colour(pixels, tile) for tile in sure], axis=0)
    if float(np.hypot(*_hue(colour))) < wanted.coloured:
        return None
    red, green, blue = (int(value) for value in colour)
    return red, green, blue


def _by_colour(pixels: Pixels, tile: SeenTile, back: Colour, wanted: BackSettings) -> SeenTile:
    """The tile; of a back and a white dragon, where it is in doubt, what its colour says."""
    names = dict(tile.names)
    if tile.kind not in (_WHITE, BACK) or min(names.get(_WHITE, 0), names.get(BACK, 0)) < (
        wanted.doubt
    ):
        return tile
    hue, true = _hue(_colour(pixels, tile)), _hue(np.array(back))
    coloured = float(hue @ true) > 0.5 * float(true @ true)  # of light and white balance free
    kind = BACK if coloured else _WHITE
    rest = tuple(pair for pair in tile.names if pair[0] not in (_WHITE, BACK))
    both = names[_WHITE] + names[BACK]
    return replace(tile, names=((kind, both), *rest), oriented=False)


def _colour(pixels: Pixels, tile: SeenTile) -> Floats:
    """Median colour of the middle of a tile, RGB."""
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


def _hue(colour: Floats) -> Floats:
    """How far a colour is from grey: a and b of Lab, shape (2,)."""
    pixel = np.round(colour).astype(np.uint8).reshape(1, 1, 3)
    lab = cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0].astype(np.float64)
    return np.asarray(lab[1:] - 128.0)


def _of_one_set(seen: Sequence[SeenTile], wanted: BackSettings) -> list[SeenTile]:
    """The tiles with blank white ones taken for backs where they cannot be white dragons.

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
    return [_exchanged(tile) if k in blank else tile for k, tile in enumerate(seen)]


def _exchanged(tile: SeenTile) -> SeenTile:
    """The tile with its beliefs in a white dragon and in a back exchanged."""
    other = {_WHITE: BACK, BACK: _WHITE}
    names = tuple((other.get(kind, kind), share) for kind, share in tile.names)
    return replace(tile, names=names, oriented=False)


def _without_lone_backs(seen: Sequence[SeenTile], wanted: BackSettings) -> list[SeenTile]:
    """The tiles without backs that do not lie in a line of backs, numbered anew."""
    backs = [k for k, tile in enumerate(seen) if tile.kind == BACK]
    quads = [np.array(seen[k].quad) for k in backs]
    lined = _in_lines(quads, wanted.beside, wanted.lined) if backs else []
    lone = set(backs) - {backs[k] for k in lined}
    kept = [tile for k, tile in enumerate(seen) if k not in lone]
    return [replace(tile, id=number) for number, tile in enumerate(kept)]


def _in_lines(quads: Sequence[Floats], near: float, least: int) -> list[int]:
    """Which of the boxes lie side by side with others of their size and direction, `least` of them
    together."""
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
