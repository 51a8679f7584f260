"""One recognised tile of a photo: its place, its possible kinds and their probabilities."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.tiles import BACK, UNKNOWN

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
MOST_NAMES = 5
"""Possible kinds of a tile that are kept."""
HALF_TURN_ALIKE = frozenset(
    ["1p", "2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "0s", "6s", "8s", "9s", "5z"]
)
"""Faces that look the same upside down on most sets (layout.md, section 3)."""


def move_quad(quad: Quad, step: Point) -> Quad:
    """Return a quad that is moved by a step, in pixels."""
    a, b, c, d = ((x + step[0], y + step[1]) for x, y in quad)
    return a, b, c, d


def scale_quad(quad: Quad, scale: float) -> Quad:
    """Return the quad in a picture that is enlarged by `scale`."""
    a, b, c, d = ((x * scale, y * scale) for x, y in quad)
    return a, b, c, d


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One recognised tile of a photo.

    Attributes:
        id: number of the tile in its photo, from 0.
        quad: corners of the tile in pixels of the upright original, clockwise. If `oriented`, the
            first corner is the tile's own top left (the face is read with it at the upper left);
            otherwise its first side is the face's upper or lower one if the face can be read, and a
            short side of the box if it is blank.
        names: possible kinds (`scoring.tiles.CLASSES`, so "back" too) with their probabilities
            if there is a tile, most likely first; at most `MOST_NAMES`. Empty when the face could
            not be read.
        oriented: whether the face gave the direction. Backs, and faces that look the same upside
            down (1 dot, a blank white dragon), are not oriented.
        existence: probability that there is a tile, whatever its kind.
        printed: probability of a picture of a tile, on paper or a screen; None if that is unknown.
        raised: probability that it lies on another tile; None if that is unknown.
    """

    id: int
    quad: Quad
    names: tuple[tuple[str, float], ...]
    oriented: bool
    existence: float = 1.0
    printed: float | None = None
    raised: float | None = None

    @property
    def kind(self) -> str:
        """Return the most likely kind, or "?" when the tile is visible but not readable."""
        return self.names[0][0] if self.names else UNKNOWN

    @property
    def kind_probability(self) -> float:
        """Return the probability of `kind` if there is a tile, from 0 to 1."""
        return self.names[0][1] if self.names else 0.0

    @property
    def confidence(self) -> float:
        """Return the probability that there is a tile and that `kind` is its kind."""
        return self.existence * self.kind_probability

    @property
    def probabilities(self) -> tuple[tuple[str, float], ...]:
        """Return each possible kind with the probability that a tile of this kind is there."""
        return tuple((kind, self.existence * share) for kind, share in self.names)

    @property
    def face_up(self) -> bool:
        """Return whether a face is visible rather than a back."""
        return self.kind != BACK
