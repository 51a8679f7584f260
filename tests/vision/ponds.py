"""Drawn tables with the discards of four players."""

from __future__ import annotations

import math

from .scenes import LENGTH, Laid, scene

HAND = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s][1m][1m][1m]"
POND = {
    0: "1z 9m 4z 1p 7p 9s 2z 8m 3p",
    1: "2z 3z 9m* 1s 8p 6m 4m 7s 3p",
    2: "9p 5z 1p 6z 2s 7m 3s 4p",
    3: "3z 9s 6z 2m 5m 3m 4p",
}
"""Discards by seat; a star marks one that lies sideways."""
_MIDDLE = (0.0, 10.5)
_INNER = 3.9  # from the table's middle to the first row of a pond, tile widths


def lay_table(ponds: dict[int, str], hand: str = HAND) -> tuple[Laid, ...]:
    """The tiles of a hand before its owner, then those of the ponds around the table's middle."""
    held = scene(hand)
    middle = (held[0].u + held[-1].u) / 2
    own = [Laid(tile.kind, tile.u - middle, tile.v, tile.angle) for tile in held]
    around = [tile for seat, pond in ponds.items() for tile in lay_pond(pond, seat, _MIDDLE)]
    return (*own, *around)


def lay_pond(
    text: str, seat: int, middle: tuple[float, float], per_row: int = 6
) -> tuple[Laid, ...]:
    """The discards of a seat, in rows away from a point towards its player."""
    laid = []
    turn = math.radians(90 * seat)
    edge = -3.0
    for number, kind in enumerate(text.split()):
        width = LENGTH if kind.endswith("*") else 1.0
        if number % per_row == 0:
            edge = -per_row / 2
        x, y = edge + width / 2, -_INNER - 1.05 * LENGTH * (number // per_row)
        edge += width
        u = middle[0] + x * math.cos(turn) - y * math.sin(turn)
        v = middle[1] + x * math.sin(turn) + y * math.cos(turn)
        angle = 90.0 * seat + (90.0 if kind.endswith("*") else 0.0)
        laid.append(Laid(kind.rstrip("*"), u, v, angle))
    return tuple(laid)
