"""The tiles of a photo whose kinds a person confirmed, and which of them a set keeps.

It uses the standard library alone: the page has it in the browser's Python, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

from scoring.tiles import BACK

from ..layout.plane import centre, difference, dot, length, sides, unit
from ..seen_tile import HALF_TURN_ALIKE, Quad, SeenTile
from .errors import TeachError

LEAST_TILES = 8
"""Confirmed tiles of a photo from which a set is taught; a hand has 13 or more."""
MOST_COPIES = 6
"""Pictures of one kind that a set keeps, the latest ones."""
_CLEAR = 0.5
"""Least cosine with the neighbours' upward direction from which a corrected tile's is known."""
_NEIGHBOURS = 5


def face_quads(tiles: Sequence[SeenTile], kinds: Mapping[int, str]) -> list[tuple[str, Quad]]:
    """Return the confirmed tiles' kinds and corners from the tile's own top left.

    A tile that was read as its kind has the direction of its face. A corrected one has that of
    its neighbours; it is left out where they leave its direction open, as for a sideways tile.
    """
    directed = [t for t in tiles if t.oriented and kinds.get(t.id) == t.kind]
    found = []
    for tile in tiles:
        kind = kinds.get(tile.id)
        if kind is None or not tile.names:
            continue
        quad = tile.quad
        if kind not in (tile.kind, BACK):
            # a face is taller than wide, so its top is one of two sides
            right, down = sides(quad)
            upright = quad if length(right) <= length(down) else _roll(quad, 1)
            likeness = _mean_cosine(upright, directed)
            if abs(likeness) < _CLEAR and kind not in HALF_TURN_ALIKE:
                continue
            quad = upright if likeness >= 0 else _roll(upright, 2)
        found.append((kind, quad))
    return found


def require_enough(count: int, photo: str) -> None:
    """Reject a photo with too few confirmed tiles.

    Raises:
        TeachError: fewer than `LEAST_TILES`.
    """
    if count < LEAST_TILES:
        raise TeachError("few_tiles", photo=photo, count=count, least=LEAST_TILES)


def latest_copies(kinds: Sequence[str]) -> list[int]:
    """Return the places of the last `MOST_COPIES` of each kind, in their order."""
    count: Counter[str] = Counter()
    kept = []
    for place in range(len(kinds) - 1, -1, -1):
        count[kinds[place]] += 1
        if count[kinds[place]] <= MOST_COPIES:
            kept.append(place)
    return kept[::-1]


def _roll(quad: Quad, corners: int) -> Quad:
    a, b, c, d = (*quad[corners:], *quad[:corners])
    return a, b, c, d


def _mean_cosine(quad: Quad, directed: Sequence[SeenTile]) -> float:
    """Return the mean cosine between the downward directions of a quad and of its neighbours."""
    middle, down = centre(quad), unit(sides(quad)[1])
    others = sorted(
        (tile.quad for tile in directed),
        key=lambda other: length(difference(centre(other), middle)),
    )
    cosines = [dot(down, unit(sides(other)[1])) for other in others[:_NEIGHBOURS]]
    return fmean(cosines) if cosines else 0.0
