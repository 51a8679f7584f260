"""Arrangement: which tiles of a photo are the hand, and how they are placed.

Each region of the photo (`regions`) and the photo as a whole is laid out by itself. A layout costs
what is unusual in it, and what it leaves out beside its hand; the least cost wins. The rules
add what they know in `vision.decoding`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean

from ..seen_tile import SeenTile
from .checks import indicator_questions
from .indicators import LEAST_BACKS_OF_WALL, FacesInRow, faces_in_row, judge_by_backs, settle_blanks
from .layout import (
    NO_ANSWERS,
    Layout,
    arrange_region,
    side_with_answers,
    with_answer,
    with_ignored,
)
from .melds import is_like_back, may_be_back
from .perspective import PictureEdge, is_owned_from
from .plane import centre, dot
from .questions import YES_NO, LayoutError, check_answers, expand_blanks, question
from .regions import regions, stray_cost
from .rows import Side
from .zones import RIICHI, Tiles

NEAR = 3.5
"""Hands whose costs differ by less are asked about: 1 in 33."""
NEAR_WHOLE = 9.0
"""The same for two hands of 14 tiles. Only one hand on a table has so many, and it is not certain
to be the one that wins: that costs the other one 5.3."""
MOST_REGIONS = 4
"""Regions compared with the whole photo, the likeliest ones."""
NO_HAND = 30.0
"""Cost in nats of no hand at all."""
POND = 0.5
"""Changes of suit for each tile above which tiles are not sorted. Of 14 tiles at random it is 0.5
to 0.9, of a sorted hand at most 0.3."""
ROUGH = 0.3
"""Difference in cost below which the whole photo is preferred to a part of it."""


@dataclass(frozen=True, slots=True)
class PlacedRegion:
    """The tiles of a region, its rows, and its layout without answers."""

    tiles: tuple[SeenTile, ...]
    side: Side | None
    layout: Layout


@dataclass(frozen=True, slots=True)
class RatedLayout:
    """A layout and its cost in nats."""

    cost: float
    layout: Layout


def arrange(
    tiles: Sequence[SeenTile],
    rules: str,
    answers: Mapping[str, str] = NO_ANSWERS,
    hand_from: PictureEdge | None = None,
) -> Layout:
    """Sort the tiles of a photo into the parts of its hand, without knowing what wins.

    Args:
        tiles: the tiles of one photo; ids must differ.
        rules: a rule set's id, as "riichi-ema".
        answers: by question id. `tile:ID` corrects a tile; `winning_tile` names a kind.
        hand_from: the picture's edge at which the hand's owner sits, if a person gave it.

    Raises:
        LayoutError: when an answer is none of its question's options.
    """
    seen = without_refused_boxes(tiles, answers)
    answers = expand_blanks(answers)
    whole = _rate(arrange_region(seen, rules, answers, hand_from=hand_from))
    found = [whole]
    for part in promising_regions(seen, rules, MOST_REGIONS, hand_from, whole):
        own = own_answers(answers, part.tiles)
        with suppress(LayoutError):  # an answer that does not fit these tiles
            found.append(_rate(_arrange_again(part, rules, own, hand_from)))
    return with_surroundings(
        choose_hand(found, seen, answers, hand_from), whole.layout, seen, answers
    )


def is_hand(found: Layout) -> bool:
    """Return whether a layout has the number of tiles of a hand."""
    return found.tile_count in (13, 14)


def _arrange_again(
    part: PlacedRegion, rules: str, answers: Mapping[str, str], hand_from: PictureEdge | None
) -> Layout:
    """Return the layout of a region with the answers about it."""
    if not answers:
        return part.layout
    side = None if "owner_edge" in answers else part.side
    return arrange_region(part.tiles, rules, answers, side, hand_from)


def without_refused_boxes(tiles: Sequence[SeenTile], answers: Mapping[str, str]) -> list[SeenTile]:
    """Return the tiles without the boxes that answers declare to be none.

    Raises:
        LayoutError: when an answer is none of its question's options.
    """
    check_answers(answers, [tile.id for tile in tiles])
    return [tile for tile in tiles if answers.get(f"is_tile:{tile.id}") != YES_NO[1]]


def own_answers(answers: Mapping[str, str], tiles: Sequence[SeenTile]) -> dict[str, str]:
    """Return the answers without those about other tiles."""
    ids = {str(tile.id) for tile in tiles}
    return {n: a for n, a in answers.items() if ":" not in n or n.partition(":")[2] in ids}


def promising_regions(
    tiles: Sequence[SeenTile],
    rules: str,
    most: int,
    hand_from: PictureEdge | None = None,
    whole: RatedLayout | None = None,
) -> list[PlacedRegion]:
    """Return the regions that most likely make a hand as they are placed.

    Args:
        tiles: every tile of the photo.
        rules: a rule set's id.
        most: number of regions at most.
        hand_from: see `arrange`.
        whole: the layout of the whole photo. Where every face is of its hand, no region counts
            that leaves more out than this layout costs.
    """
    limit = math.inf
    if whole is not None and all(t.id in whole.layout.own_ids for t in tiles if t.face_up):
        limit = whole.cost
    rated: list[tuple[float, int, PlacedRegion]] = []
    for region in regions(tiles):
        part = tuple(tile for tile in tiles if tile.id in region.ids)
        if hand_from is not None and not is_owned_from(hand_from, part):
            continue
        if stray_cost(region.ids, tiles) > limit:
            continue
        side = side_with_answers(part, hand_from=hand_from)
        found = _rate(arrange_region(part, rules, NO_ANSWERS, side, hand_from))
        cost = found.cost + stray_cost(found.layout.own_ids, tiles)
        rated.append((cost, len(rated), PlacedRegion(part, side, found.layout)))
    return [part for _, _, part in sorted(rated, key=lambda item: item[:2])[:most]]


def _rate(found: Layout) -> RatedLayout:
    return RatedLayout(found.cost + misfit(found), found)


def misfit(found: Layout) -> float:
    """Return the cost of a layout without a hand; that of a wrong count is in the layout's own."""
    empty = not found.own_ids or any(problem.code == "no_hand" for problem in found.problems)
    return NO_HAND if empty else 0.0


def choose_hand(
    found: Sequence[RatedLayout],
    tiles: Sequence[SeenTile],
    answers: Mapping[str, str],
    hand_from: PictureEdge | None = None,
) -> Layout:
    """Choose the likeliest hand; ask which one where two are near.

    Args:
        found: the layouts, that of the whole photo first; others count if they have a hand.
        tiles: every tile of the photo.
        answers: `which_hand` chooses.
        hand_from: of hands whose costs are near, the nearest to this edge is chosen.
    """
    found = [part for i, part in enumerate(found) if i == 0 or part.layout.own_ids]
    costs = [part.cost + stray_cost(part.layout.own_ids, tiles) for part in found]
    order = sorted(range(len(found)), key=lambda i: costs[i] + (ROUGH if i else 0.0))
    chosen = [found[order[0]].layout]
    for i in order[1:]:
        layout = found[i].layout
        both_whole = layout.tile_count == chosen[0].tile_count == 14
        limit = NEAR_WHOLE if both_whole else NEAR
        near = costs[i] < costs[order[0]] + limit
        may_be_hand = is_hand(layout) and not _looks_like_pond(layout, tiles)
        if near and may_be_hand and all(_are_apart(layout, one) for one in chosen):
            chosen.append(layout)
    if len(chosen) == 1:
        return chosen[0]
    if hand_from is not None:
        return min(chosen, key=lambda layout: _depth(layout, tiles, hand_from))
    texts = [_text(layout, tiles) for layout in chosen]
    texts = [f"{text} ({i})" if text in texts[:i] else text for i, text in enumerate(texts)]
    answer = answers.get("which_hand")
    if answer in texts:
        return chosen[texts.index(answer)]
    ids = [min(layout.own_ids) for layout in chosen]
    asked = question("which_hand", texts, ids, count=len(texts), hands=" / ".join(texts))
    return replace(chosen[0], questions=(asked,))


def _depth(found: Layout, tiles: Sequence[SeenTile], edge: PictureEdge) -> float:
    """Return how far a hand is from an edge of the picture, in pixels up to a constant."""
    own = found.own_ids
    return fmean(dot(centre(tile.quad), edge.inwards) for tile in tiles if tile.id in own)


def _looks_like_pond(found: Layout, tiles: Sequence[SeenTile]) -> bool:
    """Return whether tiles lie in rows and in no order; players sort a hand, and in one row."""
    suits = {tile.id: tile.kind[-1] for tile in tiles}
    rows = [[suits[i] for i in row if i in found.concealed] for row in found.rows]
    rows = [row for row in rows if row]
    changes = sum(a != b for row in rows for a, b in pairwise(row))
    return len(rows) > 1 and changes > POND * len(found.concealed)


def _are_apart(one: Layout, other: Layout) -> bool:
    """Return whether two layouts are of different hands: few tiles are in both."""
    shared = len(one.own_ids & other.own_ids)
    return 2 * shared < min(len(one.own_ids), len(other.own_ids))


def _text(found: Layout, tiles: Sequence[SeenTile]) -> str:
    """Return the hand's faces as they were recognised, in order."""
    kinds = {tile.id: tile.kind for tile in tiles}
    return "".join(kinds[i] for row in found.rows for i in row if i in found.own_ids)


def with_surroundings(
    found: Layout, whole: Layout, tiles: Sequence[SeenTile], answers: Mapping[str, str]
) -> Layout:
    """Return the layout of a region with what the whole photo shows around it.

    Args:
        found: the layout of the region.
        whole: that of the photo.
        tiles: every tile of the photo.
        answers: `indicators` decides whether faces beside backs are such.
    """
    if found is whole:
        return found
    own = found.own_ids
    by_id = {tile.id: with_answer(tile, answers) for tile in tiles}
    shown, hidden, questions = found.indicators, found.hidden_indicators, found.questions
    if not shown and own.isdisjoint(whole.indicators):
        in_rows = [row for row in whole.rows if not set(whole.indicators).isdisjoint(row)]
        if len(in_rows) == 1:  # one dead wall; else ponds and walls are mixed up
            shown, hidden = whole.indicators, whole.hidden_indicators
            if all(asked.code != "indicators" for asked in questions):
                questions += tuple(q for q in whole.questions if q.code == "indicators")
    if not shown and found.rules == RIICHI and found.tile_count in (13, 14):
        rows = [row for row in whole.rows if own.isdisjoint(row)]
        wall = _faces_in_walls(rows, by_id)
        if wall is not None:
            shown, asked = judge_by_backs(wall, by_id, answers)
            shown, blanks = settle_blanks(shown, by_id)
            questions += (*asked, *blanks)
    if not found.indicators and not found.is_waiting:
        questions += tuple(indicator_questions((*shown, *hidden), by_id))
    if own == whole.own_ids and not shown and not questions and "indicators" not in answers:
        questions = tuple(q for q in whole.questions if q.code == "indicators")
    ponds = found.ponds or tuple(p for p in whole.ponds if own.isdisjoint(p.tiles))
    used = own | {*shown, *hidden} | {i for pond in ponds for i in pond.tiles}
    found = replace(
        found,
        rows=whole.rows,
        turned=found.turned | frozenset(i for i in whole.turned if i not in own),
        indicators=shown,
        hidden_indicators=hidden,
        ponds=ponds,
        questions=questions,
    )
    return with_ignored(found, [i for row in whole.rows for i in row if i not in used])


def _faces_in_walls(rows: Sequence[tuple[int, ...]], tiles: Tiles) -> FacesInRow | None:
    """Return the faces in the one row of backs; None if several rows hold both alike.

    Three backs and a face may be a kong. Beside a whole hand they are a wall of which tiles were
    missed. A blank tile counts as a back, since backs may be pale, unless no other face is found.
    """
    faces = {i for i, tile in tiles.items() if tile.names and not may_be_back(tile)}
    printed = {i for i in faces if not is_like_back(tiles[i])}
    found = _walls(rows, printed, tiles) or _walls(rows, faces, tiles)
    best = [wall for wall in found if wall.is_between]
    best = best or [wall for wall in found if wall.backs > LEAST_BACKS_OF_WALL] or found
    return best[0] if len(best) == 1 else None


def _walls(rows: Iterable[tuple[int, ...]], faces: Set[int], tiles: Tiles) -> list[FacesInRow]:
    """Return the faces of the rows that may be walls."""
    found = (faces_in_row(row, faces, tiles) for row in rows)
    return [wall for wall in found if wall is not None and wall.may_be_in_wall]
