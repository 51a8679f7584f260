"""What the nets and the pixels say of one box of a photo, before it is decided what it is."""

from __future__ import annotations

from dataclasses import dataclass

from .seen_tile import Quad

WHITE = "5z"
"""The kind of a white dragon, which may have no print."""

Lab = tuple[float, float, float]
"""A colour: lightness (0 to 100), a and b of CIE Lab."""


@dataclass(frozen=True, slots=True)
class SeenBody:
    """What is seen of the body in a box; each a probability from 0 to 1.

    Attributes:
        tile: that there is a tile, or a picture of one.
        printed: that it is a picture, if there is a tile.
        raised: that it lies on another tile, if there is a tile.
    """

    tile: float
    printed: float
    raised: float


@dataclass(frozen=True, slots=True)
class FoundBox:
    """One box that may hold a tile.

    Attributes:
        quad: pixels of the upright photo, clockwise, from the upper left of the likeliest face; the
            first side of a blank one is short.
        score: the finder's probability of a tile.
        names: the namer's kinds with their probabilities, most likely first, at least one, at most
            five; they leave room for `nothing`.
        nothing: its probability that there is no tile.
        oriented: whether the face has a direction that the namer is sure of.
        paper: the most frequent colour of the box, of its paper rather than of its ink.
        body: what the net of bodies says of it.
    """

    quad: Quad
    score: float
    names: tuple[tuple[str, float], ...]
    nothing: float
    oriented: bool
    paper: Lab
    body: SeenBody

    @property
    def kind(self) -> str:
        """Return the likeliest kind."""
        return self.names[0][0]


def colour_distance(one: Lab, other: Lab) -> float:
    """Return the distance of two colours, with less weight on the lightness: shadows change it."""
    light, a, b = (x - y for x, y in zip(one, other, strict=True))
    return float(((_LIGHT * light) ** 2 + a**2 + b**2) ** 0.5)


_LIGHT = 0.5
