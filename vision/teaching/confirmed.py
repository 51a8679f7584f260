"""Teaching from ordinary photos: tiles whose kinds a person confirmed become a taught set.

All confirmed tiles of a photo teach, not the corrected ones alone. On the development photos, 24
misread tiles taught alone changed the right names among some 2,200 tiles of other sets by -50 to
+5; taught with their whole photos, by +1 to +9 (`benchmarks/remembering.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scoring.tiles import BACK, CLASSES

from ..arrays import Floats, Pixels
from ..geometry import centre
from ..photo import Photo
from ..recognition.classifier import HALF_TURN_ALIKE, ClassifierSettings, TileClassifier
from ..recognition.weights import find_weights
from ..seen_tile import SeenTile
from .adaptation import cut_patch, fit_adapter
from .errors import TeachError
from .teach import HoldoutAccuracy, evaluate_holdout
from .tile_set import TaughtSet, examples_of

LEAST_TILES = 8
"""Confirmed tiles of a photo from which a set is taught; a hand has 13 or more."""
MOST_COPIES = 6
"""Pictures of one kind that a set keeps, the latest ones."""
_CLEAR = 0.5
"""Least cosine with the neighbours' upward direction from which a corrected tile's is known."""


@dataclass(frozen=True, slots=True, eq=False)
class ConfirmedPhoto:
    """A photo with the kinds that a person confirmed.

    Attributes:
        photo: the photo.
        tiles: those recognised in it.
        kinds: confirmed kinds (`scoring.tiles.CLASSES`) by tile id; others teach nothing.
    """

    photo: Photo
    tiles: tuple[SeenTile, ...]
    kinds: Mapping[int, str]


def teach_from_photos(
    name: str,
    photos: Sequence[ConfirmedPhoto],
    weights: Path | None = None,
    earlier: TaughtSet | None = None,
) -> tuple[TaughtSet, HoldoutAccuracy]:
    """Teach a set from confirmed tiles; return it and its accuracy on other views of these tiles.

    Args:
        name: the set's name.
        photos: of the set, in any arrangement.
        weights: folder of weights; None for the installed ones.
        earlier: the same set as taught before, which the photos extend.

    Raises:
        TeachError: too few confirmed tiles.
        HandReaderError: weights that are missing or damaged.
    """
    kinds: list[str] = []
    patches: list[Pixels] = []
    for confirmed in photos:
        photo = confirmed.photo
        for kind, quad in face_quads(confirmed.tiles, confirmed.kinds):
            kinds.append(kind)
            patches.append(cut_patch(photo.pixels, quad / photo.scale))
    if len(kinds) < LEAST_TILES:
        names = ", ".join(confirmed.photo.name for confirmed in photos)
        raise TeachError("few_tiles", photo=names, count=len(kinds), least=LEAST_TILES)
    weights_file = find_weights("namer", CLASSES, weights)
    namer = TileClassifier(weights_file.path, ClassifierSettings(batch=16))
    new = len(kinds)
    if earlier is not None:
        kinds = [*earlier.kinds, *kinds]
        patches = [*earlier.patches, *patches]
    kept = _latest_copies(kinds)
    cuts = np.stack([patches[i] for i in kept])
    taught_kinds = tuple(kinds[i] for i in kept)
    examples = examples_of(namer, taught_kinds, cuts)
    held = evaluate_holdout([examples.select(slice(-new, None))])
    taught = TaughtSet(name, taught_kinds, cuts, fit_adapter(examples), weights_file.sha256)
    return taught, replace(held, photos=len(photos))


def _latest_copies(kinds: Sequence[str]) -> list[int]:
    """Return the places of the last `MOST_COPIES` of each kind, in their order."""
    count: Counter[str] = Counter()
    kept = []
    for place in range(len(kinds) - 1, -1, -1):
        count[kinds[place]] += 1
        if count[kinds[place]] <= MOST_COPIES:
            kept.append(place)
    return kept[::-1]


def face_quads(tiles: Sequence[SeenTile], kinds: Mapping[int, str]) -> list[tuple[str, Floats]]:
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
        quad = np.array(tile.quad)
        if kind != tile.kind and kind != BACK:
            # a face is taller than wide, so its top is one of two sides
            upright = quad if _width(quad) <= _height(quad) else np.roll(quad, -1, axis=0)
            likeness = _mean_cosine(upright, directed)
            if abs(likeness) < _CLEAR and kind not in HALF_TURN_ALIKE:
                continue
            quad = upright if likeness >= 0 else np.roll(upright, -2, axis=0)
        found.append((kind, quad))
    return found


def _mean_cosine(quad: Floats, directed: Sequence[SeenTile]) -> float:
    """Return the mean cosine between the upward directions of a quad and of its neighbours."""
    others = [np.array(tile.quad) for tile in directed]
    others.sort(key=lambda other: float(np.linalg.norm(centre(other) - centre(quad))))
    cosines = [float(_upwards(quad) @ _upwards(other)) for other in others[:5]]
    return float(np.mean(cosines)) if cosines else 0.0


def _upwards(quad: Floats) -> Floats:
    up = quad[0] - quad[3] + quad[1] - quad[2]
    return np.asarray(up / max(float(np.linalg.norm(up)), 1e-9))


def _width(quad: Floats) -> float:
    return float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3]))


def _height(quad: Floats) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
