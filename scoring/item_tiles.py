"""The tiles that make an item of a score, to light them."""

from __future__ import annotations

from collections import Counter

from .reading import Reading
from .rulebook import Item, Tally
from .tiles import Tile, sort_tiles

Group = tuple[Tile, ...]


def item_tiles(item: Item, tally: Tally) -> tuple[Group, ...]:
    """Return the tiles of an item, a group for each time it counts; or all tiles of the hand."""
    reading, about = tally.reading, item.pattern.about
    if item.finds:
        return tuple(
            tuple(tile for place in find for tile in reading.sets[place].tiles)
            for find in item.finds
        )
    hand = reading.hand
    last: Group = () if hand.winning is None else (hand.winning,)
    if about in ("plants", "seasons"):
        return (tuple(tile for tile in hand.flowers if (tile.rank > 4) is (about == "seasons")),)
    if about == "whole groups":
        groups = (tuple(t for t in hand.flowers if (t.rank > 4) is late) for late in (False, True))
        return tuple(group for group in groups if len(group) == 4)
    if about.endswith("flowers"):
        seat = reading.win.seat.order
        own = {tile: (tile.rank - 1) % 4 == seat for tile in hand.flowers}
        unwanted = {"own flowers": False, "other flowers": True}.get(about)
        return tuple((flower,) for flower in hand.flowers if own[flower] is not unwanted)
    if about == "winning tile":
        return (last,)
    if about == "completed set":
        return (last if reading.completed is None else reading.completed.tiles,)
    if about == "fours":
        return _fours(reading)
    return (sort_tiles(hand.tiles),)


def _fours(reading: Reading) -> tuple[Group, ...]:
    """Return each four equal tiles that are no kong."""
    kongs = {kong.tiles[0] for kong in reading.kongs}
    held = Counter(tile.plain for tile in reading.hand.tiles)
    fours = sorted(
        (tile for tile, count in held.items() if count == 4 and tile not in kongs),
        key=lambda tile: tile.place,
    )
    return tuple((tile,) * 4 for tile in fours)
