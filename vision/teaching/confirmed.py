"""Teaching from ordinary photos: tiles whose kinds a person confirmed become a taught set.

All confirmed tiles of a photo teach, not the corrected ones alone. On the development photos, 15
misread tiles taught alone changed the right names among some 2,200 tiles of other sets by -55 to
+3; taught with their whole photos, by -8 to +3 (`benchmarks/remembering.py`).

The two sets that cost others eight names cost them white dragons and backs, but for one 1p: a
blank tile is a dragon in one set and a back in another, and a set teaches which. Strengths of the
prior from 0.07 (`LearnSettings`) cost one such set seven names and the others one at most. But they
keep only a part of what teaching gains: at 0.03 the doubtful names of `benchmarks/teaching.py` at
18 pixels fall from 21.8 to 17.0, at 0.07 to 19.2, at 0.1 to 21.0. Keeping the net's own ratio of
dragon and back costs one set seven names, too, and such a dragon could not be taught. So neither
was changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scoring.tiles import CLASSES

from ..arrays import Pixels
from ..photo import Photo
from ..recognition.classifier import ClassifierSettings, TileClassifier
from ..recognition.weights import find_weights
from ..seen_tile import SeenTile
from .adaptation import cut_patch, fit_adapter
from .confirmed_tiles import face_quads, latest_copies, require_enough
from .teach import HoldoutAccuracy, evaluate_holdout
from .tile_set import TaughtSet, examples_of


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
            patches.append(cut_patch(photo.pixels, np.array(quad) / photo.scale))
    require_enough(len(kinds), ", ".join(confirmed.photo.name for confirmed in photos))
    weights_file = find_weights("namer", CLASSES, weights)
    namer = TileClassifier(weights_file.path, ClassifierSettings(batch=16))
    new = len(kinds)
    if earlier is not None:
        kinds = [*earlier.kinds, *kinds]
        patches = [*earlier.patches, *patches]
    kept = latest_copies(kinds)
    cuts = np.stack([patches[i] for i in kept])
    taught_kinds = tuple(kinds[i] for i in kept)
    examples = examples_of(namer, taught_kinds, cuts)
    held = evaluate_holdout([examples.select(slice(-new, None))])
    taught = TaughtSet(name, taught_kinds, cuts, fit_adapter(examples), weights_file.sha256)
    return taught, replace(held, photos=len(photos))
