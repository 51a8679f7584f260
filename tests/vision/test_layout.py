"""Scenes of tiles become hands: the thirty-two, under many cameras."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.tiles import Tile, format_tiles, in_order
from vision.layout import Layout, LayoutError, layout, layout_to_hand
from vision.seen import SeenTile
from vision.words import said

from .layout_cases import CASES, EMA, HAND, MCR, OPEN, TEN, ZJ, Case
from .scenes import Camera, Laid, scene, seen

CAMERAS = {
    "above": Camera(),
    "from the seat, 45 degrees": Camera(elevation=45),
    "from the seat, 25 degrees": Camera(elevation=25),
    "across": Camera(azimuth=180, elevation=45),
    "left of the seat": Camera(azimuth=-90, elevation=45),
    "right of the seat": Camera(azimuth=90, elevation=45),
    "across, 25 degrees": Camera(azimuth=180, elevation=25),
    "row turned by 20": Camera(azimuth=20, elevation=45),
    "picture turned by 20": Camera(elevation=45, roll=20),
    "picture on its side": Camera(elevation=60, roll=90),
    "far away": Camera(elevation=45, distance=80),
    "boxes": Camera(elevation=45, boxes="boxes"),
    "boxes, 25 degrees": Camera(elevation=25, boxes="boxes"),
    "boxes, row turned by 20": Camera(azimuth=20, elevation=60, boxes="boxes"),
    "bodies": Camera(elevation=60, boxes="bodies"),
    "bodies, across": Camera(azimuth=180, elevation=45, boxes="bodies"),
}


def told(found: Layout, tiles: tuple[SeenTile, ...]) -> str:
    """The layout in one line: hand, sets, winning tile, and all that is not plain."""
    kinds = {tile.id: tile.kind for tile in tiles} | dict(found.names)
    read = [kinds[i] for i in found.concealed]
    held = in_order(Tile(kind) for kind in read if kind not in ("?", "back"))
    words = [format_tiles(t for t in held if t.suit == suit) for suit in "mpszf"]
    words += [kind for kind in sorted(read) if kind in ("?", "back")]
    for meld in found.melds:
        text = "????" if "?" in meld.kinds else format_tiles(map(Tile, meld.kinds))
        origin = "added" if meld.origin.value == "added" else ""
        inside = " ".join(w for w in (origin, meld.source or "", text) if w)
        words.append(f"({inside})" if meld.origin.value == "concealed" else f"[{inside}]")
    words.append(f"+{found.winning_kind}" if found.winning_kind else "")
    words += _listed("flowers", [kinds[i] for i in found.flowers])
    words += _listed("dora", [kinds[i] for i in found.indicators])
    for pond in found.ponds:
        words.append(f"pond {len(pond.tiles)} riichi {pond.riichi}")
    words.append(f"ignored {len(found.ignored)}" if found.ignored else "")
    for problem in found.problems:
        words.append(f"!{problem.code}" if problem.fatal else problem.code)
    words += [f"?{asked.code}" for asked in found.questions]
    return " ".join(word for word in words if word and word != "ignored")


def _listed(name: str, kinds: list[str]) -> list[str]:
    return [name, *kinds] if kinds else []
