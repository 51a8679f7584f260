"""Sets of tiles in a player's place, and their match with the logged sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.tiles import BACK, in_order
from vision.melds import LaidMeld, is_flower, plain_kind, read_line, tokens
from vision.rows import Line, sides_of
from vision.seen import SeenTile

from .table import LaidSet


def sets_of(
    tiles: Sequence[SeenTile],
) -> tuple[list[tuple[LaidMeld, list[SeenTile]]], list[SeenTile]]:
    """Find the sets in a player's place, and the face-up tiles outside them."""
    by_id = {tile.id: tile for tile in tiles}
    found: list[tuple[LaidMeld, list[SeenTile]]] = []
    alone: list[SeenTile] = []
    plain = [tile for tile in tiles if not is_flower(tile)]
    if not plain:
        return [], []
    for side in sides_of(plain, edge="bottom"):
        above = _above(side.lines, by_id)
        over = {tile.id for tile in above.values()}
        for line in side.lines:
            if all(i in over for i in line.ids):
                continue
            parts = [t for t in tokens(line, by_id, above) if t.tile.id not in over]
            best = read_line(tuple(parts))[0]
            found += [(meld, [by_id[i] for i in meld.tiles]) for meld in best.melds if meld.sound]
            alone += [parts[i].tile for i in best.hand if parts[i].tile.face_up]
        alone += [by_id[placed.id] for placed in side.loose]
    return found, alone


def _above(lines: Sequence[Line], by_id: Mapping[int, SeenTile]) -> dict[int, SeenTile]:
    """Return the tiles on top of a sideways tile of their kind, by its id: added kongs."""
    placed = [tile for line in lines for tile in line.tiles]
    above = {}
    for low in placed:
        for high in placed:
            over = abs(high.u - low.u) < 0.55 and 0.25 < high.v - low.v < 1.2
            alike = plain_kind(by_id[low.id].kind) == plain_kind(by_id[high.id].kind)
            if over and alike and low.turned:
                above[low.id] = by_id[high.id]
    return above


def kong_of(
    sets: Sequence[LaidSet], tiles: Sequence[SeenTile], alone: Sequence[SeenTile]
) -> tuple[LaidSet, list[SeenTile]] | None:
    """Find the pung whose fourth tile is shown, and the four tiles; None if there is none.

    The position of the fourth tile is free: before its player, above the pung, or above a
    sideways tile if nothing else shows which of them are sideways.

    Args:
        sets: logged sets of the player's place.
        tiles: in the place.
        alone: face-up tiles outside sets, as in `find_sets`; at least one.
    """
    kind, *more = {plain_kind(tile.kind) for tile in alone}
    four = [tile for tile in tiles if plain_kind(tile.kind) == kind]
    if more or len(four) != 4:
        return None
    pungs = [laid for laid in sets if laid.kind == "pung" and laid.tiles[0].plain.value == kind]
    return (pungs[0], four) if pungs else None


def alike(laid: LaidSet, meld: LaidMeld) -> bool:
    """Return whether a logged set is this one, or the pung of this added kong."""
    now = {plain_kind(kind) for kind in meld.kinds if kind not in ("?", BACK)}
    before = {tile.plain.value for tile in laid.tiles}
    return now == before or (not now and laid.concealed)


def kinds_of(laid: LaidSet) -> tuple[str, ...]:
    """Return the kinds of a set's tiles, sorted."""
    return tuple(tile.value for tile in in_order(laid.tiles))


def nearest(sets: Sequence[LaidSet], at: tuple[float, float]) -> LaidSet | None:
    """Return the set nearest to a position; None if there is none."""
    return min(sets, key=lambda laid: np.hypot(*np.subtract(laid.at, at)), default=None)
