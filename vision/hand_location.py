"""Where a person places the hand in a photo: a region, and its owner's edge of the picture."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from scoring.errors import CodedError

from .picture_edge import PictureEdge
from .seen_tile import Quad

LEAST_SIDE = 16
"""Pixels of a region's side below which it shows no tile."""
MARGIN = 0.25
"""Share of a region's longer side that is cropped around it: a tile at its edge is seen whole, and
tiles outside show the detector where the hand ends."""


_TEXTS = {
    "no_region": {
        "en": "region {text}: expected x0,y0,x1,y1 with x0 < x1 and y0 < y1, in pixels or from 0 "
        "to 1",
        "it": "regione {text}: serve x0,y0,x1,y1 con x0 < x1 e y0 < y1, in pixel o da 0 a 1",
    },
    "outside": {
        "en": "region {text} shows too little of a picture of {width}×{height} pixels: expected "
        "{least} pixels a side",
        "it": "la regione {text} mostra troppo poco di una foto di {width}×{height} pixel: ne "
        "servono {least} per lato",
    },
}


class RegionError(CodedError):
    """A region that is none, or that is not in the picture."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a photo, in pixels of the upright original or in shares of its size.

    Attributes:
        x0, y0, x1, y1: left, top, right and lower edge; shares if none is above 1.
    """

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def parse(cls, text: str) -> Region:
        """Parse `x0,y0,x1,y1`.

        >>> Region.parse("0, 0.5, 1, 1")
        Region(x0=0.0, y0=0.5, x1=1.0, y1=1.0)

        Raises:
            RegionError: other text, or an empty rectangle.
        """
        numbers = [part.strip() for part in text.split(",")]
        if len(numbers) != 4 or not all(map(_NUMBER.fullmatch, numbers)):
            raise RegionError("no_region", text=repr(text))
        region = cls(*map(float, numbers))
        if not (region.x0 < region.x1 and region.y0 < region.y1):
            raise RegionError("no_region", text=repr(text))
        return region

    @property
    def is_relative(self) -> bool:
        """Return whether the numbers are shares of the picture's size."""
        return max(self.x1, self.y1) <= 1

    def in_pixels(self, width: int, height: int) -> Region:
        """Return the part of a picture of this size that the region covers, in pixels.

        Raises:
            RegionError: the region covers less than `LEAST_SIDE` pixels of a side.
        """
        across, down = (width, height) if self.is_relative else (1, 1)
        found = Region(
            max(0.0, self.x0 * across),
            max(0.0, self.y0 * down),
            min(float(width), self.x1 * across),
            min(float(height), self.y1 * down),
        )
        if min(found.x1 - found.x0, found.y1 - found.y0) < LEAST_SIDE:
            gaps = {"width": width, "height": height, "least": LEAST_SIDE}
            raise RegionError("outside", text=repr(str(self)), **gaps)
        return found

    def scale(self, scale: float) -> Region:
        """Return the same part of a picture that is enlarged by `scale`; itself by 1."""
        if scale == 1:
            return self
        return Region(self.x0 * scale, self.y0 * scale, self.x1 * scale, self.y1 * scale)

    def with_margin(self, width: int, height: int) -> tuple[int, int, int, int]:
        """Return left, top, right and lower edge of a region in pixels with its margin around."""
        margin = MARGIN * max(self.x1 - self.x0, self.y1 - self.y0)
        return (
            max(0, int(self.x0 - margin)),
            max(0, int(self.y0 - margin)),
            min(width, round(self.x1 + margin)),
            min(height, round(self.y1 + margin)),
        )

    def has_centre(self, quad: Quad) -> bool:
        """Return whether the centre of a quad is within."""
        x, y = (sum(at) / 4 for at in zip(*quad, strict=True))
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    @property
    def corners(self) -> Quad:
        """Return the corners, clockwise from the upper left."""
        x0, y0, x1, y1 = self.x0, self.y0, self.x1, self.y1
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)

    def __str__(self) -> str:
        return ",".join(f"{number:g}" for number in (self.x0, self.y0, self.x1, self.y1))


_NUMBER = re.compile(r"\d{1,6}(\.\d*)?|\.\d+")


@dataclass(frozen=True, slots=True)
class HandLocation:
    """What a person states about the hand's place in a photo.

    Attributes:
        region: only tiles with their centre in it are read; None for the whole photo.
        hand_from: the picture's edge at which the hand's owner sits; None for the likeliest.
    """

    region: Region | None = None
    hand_from: PictureEdge | None = None

    def in_pixels(self, width: int, height: int) -> HandLocation:
        """Return the same with the region in pixels of a picture of this size.

        Raises:
            RegionError: as `Region.in_pixels`.
        """
        if self.region is None:
            return self
        return replace(self, region=self.region.in_pixels(width, height))


ANYWHERE = HandLocation()
