"""Bonus indicators: faces between the backs of a dead wall (riichi).

The first lies on the third stack from the wall's break, so that it has backs on both sides, and
those of kongs follow it. A face beside the end of a wall more often is a discard.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from scoring.tiles import BACK

from .melds import WHITE, is_flower, is_like_back
from .plane import centre, difference, dot, length, unit
from .questions import BACK_OR_WHITE, YES_NO, Question, question
from .zones import Tiles

TOUCH = 1.45
"""Distance of two tiles' middles, in their mean width along the row, from which they lie apart. The
stacks of a wall touch: 0.4 to 1.3 in photos."""
LEAST_BACKS_OF_WALL = 2
"""Backs on one side alone from which faces may be indicators: a wall of which the tiles on the
other side were not found. Beside no more than these they are likelier discards."""
READABLE = 0.5
"""Confidence below which a face beside backs may be a back, patterned or seen from its side."""
BLANK_BACK = 0.02
"""Probability of a back from which a white dragon among backs is one."""
MOST_INDICATORS = 5
"""Indicators at most: one, and one for each kong."""


@dataclass(frozen=True, slots=True)
class FacesInRow:
    """The faces in a row, if they are beside each other, and the numbers of backs that touch."""

    ids: tuple[int, ...]
    before: int
    after: int

    @property
    def backs(self) -> int:
        """Return the number of backs on the side that has more."""
        return max(self.before, self.after)

    @property
    def is_between(self) -> bool:
        """Return whether backs touch them on both sides."""
        return min(self.before, self.after) > 0

    @property
    def may_be_in_wall(self) -> bool:
        """Return whether there are so many backs that the row may be a wall."""
        return self.is_between or self.backs >= LEAST_BACKS_OF_WALL


def faces_in_row(row: Sequence[int], faces: Collection[int], tiles: Tiles) -> FacesInRow | None:
    """Find the faces in a row of backs.

    Args:
        row: ids in their order.
        faces: ids of faces; the others in the row are backs.
        tiles: every tile, by id.

    Returns:
        None if there are none, more than `MOST_INDICATORS`, backs between them, or a flower: riichi
        has none.
    """
    at = [i for i, tile in enumerate(row) if tile in faces]
    if not at or not at[-1] - at[0] + 1 == len(at) <= MOST_INDICATORS:
        return None
    ids = tuple(row[at[0] : at[-1] + 1])
    if any(is_flower(tiles[i]) for i in ids):
        return None
    return FacesInRow(ids, _touching(row[at[0] :: -1], tiles), _touching(row[at[-1] :], tiles))


def judge_by_backs(
    found: FacesInRow, tiles: Tiles, answers: Mapping[str, str]
) -> tuple[tuple[int, ...], tuple[Question, ...]]:
    """Return the bonus indicators among faces beside backs, and what is to be asked about them.

    Two equal faces between two backs may be the kong of another player.

    Args:
        found: the faces.
        tiles: every tile, by id.
        answers: `indicators` decides.
    """
    is_clear = found.is_between or all(tiles[i].confidence >= READABLE for i in found.ids)
    if not (found.may_be_in_wall and is_clear):
        return (), ()
    yes, no = YES_NO
    kinds = [tiles[i].kind for i in found.ids]
    default: str | None = yes
    if found.is_between:
        are_equal = len(set(kinds)) < len(kinds) == 2
        if are_equal and found.before == found.after == 1:
            default = None
    elif found.backs == LEAST_BACKS_OF_WALL:
        default = no
    shown = found.ids if answers.get("indicators", default) == yes else ()
    if "indicators" in answers or (found.is_between and default is not None):
        return shown, ()
    asked = question("indicators", YES_NO, found.ids, default, kinds=" ".join(kinds))
    return shown, (asked,)


def settle_blanks(ids: Sequence[int], tiles: Tiles) -> tuple[tuple[int, ...], tuple[Question, ...]]:
    """Return the indicators without blank tiles that rather are backs, and a question for each.

    One in 34 indicators is a white dragon; backs that were read as one are as frequent.
    """
    blank = {i: dict(tiles[i].names)[BACK] for i in ids if is_like_back(tiles[i])}
    backs = {i for i, chance in blank.items() if chance >= BLANK_BACK}
    asked = (
        question(f"back_or_white:{i}", BACK_OR_WHITE, (i,), BACK if i in backs else WHITE)
        for i in blank
    )
    return tuple(i for i in ids if i not in backs), tuple(asked)


def _touching(ids: Sequence[int], tiles: Tiles) -> int:
    """Return how many tiles follow the first one without a gap."""
    steps = pairwise(ids)
    return sum(1 for _ in takewhile(lambda pair: _touch(*pair, tiles), steps))


def _touch(one: int, other: int, tiles: Tiles) -> bool:
    quads = tiles[one].quad, tiles[other].quad
    way = difference(centre(quads[1]), centre(quads[0]))
    along = unit(way)
    spans = [[dot(corner, along) for corner in quad] for quad in quads]
    return length(way) < TOUCH * sum(max(span) - min(span) for span in spans) / 2
