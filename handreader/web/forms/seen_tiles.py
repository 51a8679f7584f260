"""Recognised tiles as the page sends them: to be arranged, or kept beside a recorded win."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.json_fields import JsonFields
from scoring.tiles import CLASSES
from vision.found_box import FoundBox, SeenBody
from vision.seen_tile import Point, Quad, SeenTile

from ..errors import ApiError
from .form_fields import string_map

MOST_TILES = 400
_LONGEST_MODEL = 200
_KEPT_NAMES = 3
_FAR = 1_000_000  # pixels, beyond any picture


def parse_seen_tile(number: int, found: JsonFields) -> SeenTile:
    """Parse a tile of a photo.

    Args:
        number: its id.
        found: `quad`, `names`, `oriented`, and `existence`, `printed` and
            `raised`, which may be missing.

    Raises:
        ApiError: no such tile.
    """
    names = tuple(_name(pair) for pair in found.values("names", 5))
    existence, printed, raised = (
        found.optional_number(name, 0, 1) for name in ("existence", "printed", "raised")
    )
    existence, oriented = 1.0 if existence is None else existence, found.flag("oriented")
    return SeenTile(number, _quad(found), names, oriented, existence, printed, raised)


def parse_found_box(found: JsonFields) -> FoundBox:
    """Parse a box of a photo that the page's nets found, and what they and the pixels say of it.

    Args:
        found: `quad`, `names`, `oriented`, `chances` (score and nothing), `paper` and
            `body` (tile, printed and raised), as in `FoundBox`.

    Raises:
        ApiError: no such box.
    """
    names = tuple(_name(pair) for pair in found.values("names", 5, 1))
    score, nothing = found.numbers("chances", 2, 0, 1)
    light, a, b = found.numbers("paper", 3, -_FAR, _FAR)
    body = SeenBody(*found.numbers("body", 3, 0, 1))
    oriented, paper = found.flag("oriented"), (light, a, b)
    return FoundBox(_quad(found), score, names, nothing, oriented, paper, body)


def parse_reading(request: JsonFields) -> Mapping[str, object] | None:
    """Parse the photo of a recorded win, in the form in which the store keeps it.

    Args:
        request: its `reading` has the `model` that recognised the tiles, `width`, `height`,
            `tiles`, and `answers`, a person's corrections; None without a photo.

    Raises:
        ApiError: no such reading.
    """
    if request.value("reading") is None:
        return None
    reading = request.sub("reading")
    tiles = [
        parse_seen_tile(number, found)
        for number, found in enumerate(reading.sub_list("tiles", MOST_TILES))
    ]
    return {
        "model": reading.text("model", _LONGEST_MODEL),
        "size": [reading.integer(side, 1, 100_000) for side in ("width", "height")],
        "tiles": [
            {
                "id": tile.id,
                "quad": [[round(x), round(y)] for x, y in tile.quad],
                "names": [
                    [kind, round(share, 3)] for kind, share in tile.probabilities[:_KEPT_NAMES]
                ],
            }
            for tile in tiles
        ],
        "corrected": string_map(reading.obj, "answers"),
    }


def _name(value: object) -> tuple[str, float]:
    match value:
        case [str(kind), int() | float() as share] if kind in CLASSES and 0 <= share <= _FAR:
            return kind, float(share)
    raise ApiError(422, "bad_request", what="names")


def _quad(found: JsonFields) -> Quad:
    a, b, c, d = map(_point, found.values("quad", 4, 4))
    return a, b, c, d


def _point(value: object) -> Point:
    match value:
        case [int() | float() as x, int() | float() as y] if max(abs(x), abs(y)) <= _FAR:
            return float(x), float(y)
    raise ApiError(422, "bad_request", what="quad")
