"""Corrections of a logged set, and of the discard that it took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.tiles import Tile, sort_tiles

from .events import CallEvent, CorrectionEvent, KongEvent, LogEvent, SetCorrectionEvent
from .table_state import DiscardedTile, TableState


def set_corrections(
    table: TableState,
    number: int,
    old: CallEvent | KongEvent,
    new: Sequence[Tile],
    doubts: Mapping[str, float] | None = None,
) -> list[LogEvent]:
    """Return the correction of a set, after that of the discard that it took and now lacks.

    Args:
        table: state of the game.
        number: of the set's event.
        old: the set's event, as it is in the log by now.
        new: the right tiles.
        doubts: probabilities of the discard's kinds.
    """
    found: list[LogEvent] = []
    taken = None if isinstance(old, KongEvent) else _discard(table, old.discard)
    likeliest = _tile_from_discard(sort_tiles(new), doubts or {})
    lacks = taken is not None and taken.tile.plain not in {tile.plain for tile in new}
    if taken is not None and lacks and likeliest is not None and not taken.is_stated:
        found.append(CorrectionEvent(taken.event, taken.tile, likeliest))
    found.append(SetCorrectionEvent(number, old.tiles, sort_tiles(new)))
    return found


def _discard(table: TableState, number: int | None) -> DiscardedTile | None:
    return next((one for one in table.deal.discards if one.event == number), None)


def _tile_from_discard(tiles: Sequence[Tile], doubts: Mapping[str, float]) -> Tile | None:
    """Return the tile of a set that the discard was; None if each of a chow may be it."""
    if len({tile.plain for tile in tiles}) == 1:
        return tiles[-1]
    may = [tile for tile in tiles if doubts.get(tile, 0.0) > 0]
    return max(may, key=lambda tile: doubts[tile]) if may else None
