"""What several tests need: made-up tiles, and pictures in memory."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from vision.seen_tile import SeenTile

MakeTile = Callable[..., SeenTile]
Encode = Callable[..., bytes]


@pytest.fixture
def tile() -> MakeTile:
    """Makes a seen tile: `tile(0, "5m", x, y)` with its top left at (x, y), 30 × 40 pixels."""

    def make(
        number: int,
        kind: str,
        x: float = 0.0,
        y: float = 0.0,
        size: tuple[float, float] = (30.0, 40.0),
        confidence: float = 0.995,
    ) -> SeenTile:
        w, h = size
        quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        names = () if kind == "?" else ((kind, confidence),)
        return SeenTile(number, quad, names, oriented=kind not in ("?", "back"))

    return make


@pytest.fixture
def encode() -> Encode:
    """Gives the bytes of a picture file: `encode(image, "PNG")`."""

    def encode_image(image: Image.Image, form: str, **options: object) -> bytes:
        file = BytesIO()
        image.save(file, form, **options)
        return file.getvalue()

    return encode_image
