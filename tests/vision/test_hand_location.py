"""The hand's location in a photo, as a person gives it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.conftest import MakeTile
from vision import Reader
from vision.hand_location import Region, RegionError
from vision.photo import Photo, Pixels
from vision.recognition.recognizer import TileRecognizer
from vision.seen_tile import SeenTile


@pytest.mark.parametrize(
    ("text", "pixels"),
    [
        ("100,50,300,250", (100, 50, 300, 250)),
        (" 100 , 50 ,300, 250.5 ", (100, 50, 300, 250.5)),
        ("0,0,1,1", (0, 0, 800, 600)),
        ("0.25,.5,0.5,1.0", (200, 300, 400, 600)),
        ("700,500,9000,9000", (700, 500, 800, 600)),
    ],
)
def test_a_region_is_in_pixels_or_shares(text: str, pixels: tuple[float, ...]) -> None:
    assert Region.parse(text).in_pixels(800, 600) == Region(*pixels)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1,2,3",
        "1,2,3,4,5",
        "a,0,1,1",
        "-1,0,5,5",
        "nan,0,1,1",
        "1e9,0,2,2",
        "5,0,5,9",
        "9,0,5,9",
    ],
)
def test_other_text_is_no_region(text: str) -> None:
    with pytest.raises(RegionError, match="expected x0,y0,x1,y1"):
        Region.parse(text)


@pytest.mark.parametrize("text", ["900,0,950,50", "790,0,900,600", "0,0,0.01,1"])
def test_a_region_that_shows_no_part_of_the_picture_is_refused(text: str) -> None:
    with pytest.raises(RegionError, match="too little of a picture of 800×600 pixels"):
        Region.parse(text).in_pixels(800, 600)


@dataclass
class CropNets:
    """See one tile of 30 × 40 pixels at fixed places of what they are shown."""

    make: MakeTile
    places: tuple[tuple[float, float], ...]
    shown: list[tuple[int, ...]] = field(default_factory=list)

    def recognize(
        self, pixels: Pixels, is_live: bool = False, frame: object = None
    ) -> tuple[SeenTile, ...]:
        self.shown.append(pixels.shape)
        return tuple(self.make(i, f"{1 + i}m", *at) for i, at in enumerate(self.places))


def test_tiles_with_their_centre_in_the_region_are_in_pixels_of_the_photo(
    tile: MakeTile, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the crop begins at (150, 50): a region of 200 × 100 with a margin of 50 on each side
    nets = CropNets(tile, ((0, 0), (40, 60), (60, 60), (230, 40), (240, 40)))
    monkeypatch.setattr(TileRecognizer, "load", lambda weights: nets)
    region = Region(200, 100, 400, 200)
    tiles = Reader().find_tiles(Photo("table.jpg", np.zeros((600, 800, 3), np.uint8)), region)
    assert nets.shown == [(200, 300, 3)]
    assert [(seen.id, seen.kind, seen.quad[0]) for seen in tiles] == [
        (0, "2m", (190, 110)),
        (1, "3m", (210, 110)),
        (2, "4m", (380, 90)),
    ]
