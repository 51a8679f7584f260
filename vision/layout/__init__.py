"""From tiles to the layout of a hand: rows, zones, melds, and how they are put together."""
