"""The edges of a picture, at which players sit."""

from __future__ import annotations

from enum import StrEnum

from .seen_tile import Point


class PictureEdge(StrEnum):
    """An edge of the picture, at which a player sits."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"

    @property
    def inwards(self) -> Point:
        """Return the unit vector from this edge into the picture, y downwards."""
        return _INWARDS[self]

    @property
    def right(self) -> Point:
        """Return the unit vector to the right of the player at this edge, y downwards."""
        x, y = _INWARDS[self]
        return -y, x


_INWARDS = {
    PictureEdge.BOTTOM: (0.0, -1.0),
    PictureEdge.TOP: (0.0, 1.0),
    PictureEdge.LEFT: (1.0, 0.0),
    PictureEdge.RIGHT: (-1.0, 0.0),
}
