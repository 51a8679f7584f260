"""Placement of a film's tiles: ponds, sets, revealed hands, the dead wall, walls and heaps.

World as in `bodies`: millimetres, the table's middle at the origin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.training.rendering.arrangements import Kit, about_z, flat_tile
from vision.training.rendering.face_designs import Face
from vision.training.rendering.solids import Body, Piece

from .script import TableContents

BODY = Body((26.0, 34.0, 20.0), (246, 243, 232), (32, 120, 84), 0.42, 0.09)
POND_TOP = 103.0  # mm from the table's middle to the first row of a pond
HAND_AT = 312.0  # to the line of a hand
WALL_AT = 232.0  # to the dead wall
WALL_PLACE = 2
RIGHT_END = 268.0  # where the first set of a player ends, to the right
FLOWERS_AT = -190.0  # where flowers begin, at the left: farther out are the neighbour's sets
DECLARED_AT = 110.0  # of a tile declared for a kong, before it moves to its pung
_BEFORE = HAND_AT - 45.0  # to the line of tiles before a hand
_STEP = 26.4  # from tile to tile in a row
_GAP = 18.0  # for every "_"
_BACK = "5z"  # the face of tiles that show their backs


class TilePlacer:
    """A placer for the tiles of one set.

    Args:
        faces: by kind.
        seed: of the random slips.
        untidy: factor by which discards are placed less straight than hands.
    """

    def __init__(self, faces: Mapping[str, Face], seed: int, untidy: float = 1.0) -> None:
        self._faces, self._seed, self._untidy = faces, seed, untidy

    def pieces(self, laid: TableContents) -> list[Piece]:
        """Place every tile on the table."""
        kit = self._kit(np.random.default_rng(self._seed))
        found: list[Piece] = []
        for place in range(4):
            mine = [*self._pond(kit, laid.ponds[place])]
            mine += self._hand(kit, laid.hands[place], laid.melds[place])
            mine += self._line(kit, laid.flowers[place], FLOWERS_AT, -_BEFORE)
            mine += self._line(kit, laid.declared[place], DECLARED_AT, -_BEFORE)
            if place == WALL_PLACE:
                mine += self._wall(kit, laid.wall)
            found += [_rotate(piece, place) for piece in mine]
        return found

    def heap(self, rng: np.random.Generator) -> list[Piece]:
        """Place a heap of tiles, most of them face down."""
        kit = self._kit(rng)
        kinds = list(self._faces)
        spots = [(x, y) for x in np.arange(-200, 201, 44.0) for y in np.arange(-200, 201, 44.0)]
        return [
            flat_tile(
                kit,
                x + rng.normal(0, 3),
                y + rng.normal(0, 3),
                float(rng.uniform(0, 7)),
                back=bool(rng.random() < 0.6),
                face=self._faces[kinds[int(rng.integers(len(kinds)))]],
            )
            for x, y in spots
        ]

    def walls(self) -> list[Piece]:
        """Place all four walls."""
        kit = self._kit(np.random.default_rng(self._seed))
        found = []
        for place in range(4):
            for stack in range(17):
                for level in range(2):
                    x = (stack - 8) * _STEP - 10.0
                    face = self._faces[_BACK]
                    tile = flat_tile(kit, x, -WALL_AT, back=True, level=level, face=face)
                    found.append(_rotate(tile, place))
        return found

    def _kit(self, rng: np.random.Generator) -> Kit:
        return Kit(BODY, lambda: self._faces[_BACK], rng)

    def _line(
        self, kit: Kit, tokens: Sequence[str], x: float, y: float, untidy: float = 1.0
    ) -> list[Piece]:
        """Place tiles from `x` to the right, the lower edges at one height."""
        found = []
        for token in tokens:
            if token == "_":
                x += _GAP
                continue
            wide = BODY.size[1] if token.startswith("<") else BODY.size[0]
            found += self._tile(kit, token, x + wide / 2, y, untidy)
            x += wide + untidy * (_STEP - BODY.size[0])
        return found

    def _tile(self, kit: Kit, token: str, x: float, y: float, untidy: float = 1.0) -> list[Piece]:
        """Place the tile of a token, and the one on top of it, if any."""
        above, token = token.endswith("^"), token.rstrip("^")
        turned, kind = token.startswith("<"), token.strip("<>")
        width, height, _ = BODY.size
        face = self._faces[_BACK if kind == "##" else kind]
        slip = kit.rng.normal(0, 0.3, 2) * (1.0, untidy)
        angle = float(kit.rng.normal(0, 0.008)) * untidy + (np.pi / 2 if turned else 0.0)
        y -= (height - width) / 2 if turned else 0.0
        low = flat_tile(kit, x + slip[0], y + slip[1], angle, back=kind == "##", face=face)
        high = [flat_tile(kit, x, y + width + 0.8, angle, face=face)] if above else []
        return [low, *high]

    def _pond(self, kit: Kit, tokens: Sequence[str]) -> list[Piece]:
        found = []
        for row in range(0, len(tokens), 6):
            y = -POND_TOP - row // 6 * (BODY.size[1] + self._untidy)
            found += self._line(kit, tokens[row : row + 6], -3 * _STEP, y, self._untidy)
        return found

    def _hand(self, kit: Kit, shown: Sequence[str], melds: Sequence[Sequence[str]]) -> list[Piece]:
        """Place the sets from the right end on, the revealed hand to their left."""
        found, x = [], RIGHT_END
        for meld in melds:
            x -= _line_width(meld)
            found += self._line(kit, meld, x, -HAND_AT)
            x -= _GAP
        if shown:
            x = min(x - _GAP, _line_width(shown) / 2)
            found += self._line(kit, shown, x - _line_width(shown), -HAND_AT)
        return found

    def _wall(self, kit: Kit, tokens: Sequence[str]) -> list[Piece]:
        x = -len(tokens) * _STEP / 2
        return self._line(kit, tokens, x, -WALL_AT)


def _line_width(tokens: Sequence[str]) -> float:
    """Return the width of a line of tokens in millimetres."""
    sizes = {"_": _GAP, "<": BODY.size[1] + _STEP - BODY.size[0]}
    return sum(sizes.get(token[0], _STEP) for token in tokens)


def _rotate(piece: Piece, place: int) -> Piece:
    turn = about_z(place * np.pi / 2)
    return replace(piece, centre=turn @ piece.centre, turn=turn @ piece.turn)
