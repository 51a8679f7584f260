"""A taught set of tiles as the page gets it, to read with it in the phone."""

from __future__ import annotations

import base64

import numpy as np

from vision.arrays import Floats
from vision.teaching.tile_set import TaughtSet, tile_sheet


def tile_set_json(taught: TaughtSet, namer: str) -> dict[str, object]:
    """Return a set as JSON, its arrays and pictures in base64.

    Args:
        taught: the set.
        namer: name of the net that it was fitted with.

    Returns:
        `name`, `kinds`, `namer`; `sheet`, the tiles side by side as a JPEG; `change` and `middle`
        of the adapter, float32, the lowest byte first.
    """
    return {
        "name": taught.name,
        "kinds": list(taught.kinds),
        "namer": namer,
        "sheet": base64.b64encode(tile_sheet(taught.patches)).decode("ascii"),
        "change": _float32(taught.adapter.change),
        "middle": _float32(taught.adapter.middle),
    }


def _float32(values: Floats) -> str:
    return base64.b64encode(np.ascontiguousarray(values, "<f4").tobytes()).decode("ascii")
