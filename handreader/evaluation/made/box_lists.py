"""Box lists of simulated layings as hands with ground truth: no picture is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from scoring.tiles import Wind
from simulation.layings.families import lay
from simulation.layings.lists import MOST_BOXES
from simulation.layings.noise import noise
from simulation.layings.projection import project, random_camera
from simulation.layings.sheet import draw_boxes
from vision.picture_edge import PictureEdge
from vision.relations.boxes import KINDS, BoxList, Edge, Role, tiles_of_boxes
from vision.seen_tile import SeenTile
from vision.training.data.box_lists import BoxTruths

from ...situation import Situation
from ..ground_truth import HandTruth

_OF_A_HAND = (Role.HAND, Role.WINNER, Role.SET, Role.FLOWER, Role.INDICATOR)


@dataclass(frozen=True, slots=True)
class MadeBoxList:
    """A box list, as the tiles that a finder and a namer would report, with its ground truth.

    Attributes:
        tiles: the reported tiles.
        kinds: true kind of each; a box that is no tile is missing.
        truth: the true hand.
        boxes, truths: the list itself, and what its boxes are.
        size: of the picture, pixels.
    """

    tiles: Sequence[SeenTile]
    kinds: Mapping[int, str]
    truth: HandTruth
    boxes: BoxList
    truths: BoxTruths
    size: tuple[int, int]

    def draw(self, title: str) -> Image.Image:
        """Return the boxes as a drawing, in the colours of their true roles."""
        return draw_boxes(self.boxes, self.truths, self.size, title)


def make_box_lists(count: int, seed: int, families: Sequence[str]) -> Iterator[MadeBoxList]:
    """Yield box lists whose hand has all its tiles found, the families in turn.

    Args:
        count: how many.
        seed: same seed, same lists.
        families: names of `simulation.layings.families.FAMILIES`.
    """
    for number in range(count):
        family = families[number % len(families)]
        rng = np.random.default_rng([seed, number])
        while (made := _make_box_list(rng, family, f"{family} {number}")) is None:
            pass
        yield made


def _make_box_list(rng: np.random.Generator, family: str, name: str) -> MadeBoxList | None:
    """Return a list; None if the hand is not all found or has indicators that are not."""
    laying = lay(rng, family)
    seen = project(laying, random_camera(laying, rng))
    boxes, truths = noise(seen, laying.rules, rng)
    if not 0 < len(boxes) <= MOST_BOXES:
        return None
    own = Counter(tile.role for tile in laying.tiles if not tile.is_covered)
    found = Counter(Role(int(role)) for role in truths.roles)
    if laying.hand is not None and any(own[part] != found[part] for part in _OF_A_HAND):
        return None
    kinds = {i: KINDS[kind] for i, kind in enumerate(truths.kinds) if kind >= 0}
    truth = HandTruth(
        laying.rules,
        family,
        laying.hand,
        laying.indicators,
        Situation(seat=Wind.EAST, round=Wind.EAST, self_drawn=False, discarder=Wind.SOUTH),
        tuple(kinds.values()),
        PictureEdge[Edge(max(0, truths.edge)).name].value,
        laying.needed,
        name,
    )
    size = (seen.width, seen.height)
    return MadeBoxList(tiles_of_boxes(boxes), kinds, truth, boxes, truths, size)
