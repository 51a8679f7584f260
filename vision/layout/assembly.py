"""Assembly of one place's lines into the likeliest hand with a fitting tile count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.tiles import BACK, CLASSES, Tile

from .candidates import (
    Candidate,
    choose_candidate,
    hand_candidates,
    resolve_called_groups,
    resolve_four_equal,
    winner_candidates,
)
from .indicators import READABLE, faces_in_row, judge_by_backs
from .loose_tiles import is_near, near_faces
from .melds import LaidMeld, is_blank, may_be_back
from .questions import ABOVE, NONE, YES_NO, LayoutError, Question, question
from .rows import PlacedTile, TileRow
from .zones import RIICHI, WALL, Tiles, Zones


@dataclass(frozen=True, slots=True)
class AssembledHand:
    """The hand of a place as far as it is known.

    Attributes:
        concealed: ids in hand without the winning tile.
        winning, winning_kind, won_how: see `Layout`.
        covered_kinds: kinds of tiles in hand that are not visible and come from answers.
        melds: sets, in reading order.
        indicators: bonus indicators, besides those found in a wall.
        questions: what was ambiguous.
        cost: see `Layout`.
    """

    concealed: tuple[int, ...] = ()
    winning: int | None = None
    winning_kind: str | None = None
    won_how: str | None = None
    covered_kinds: tuple[str, ...] = ()
    melds: tuple[LaidMeld, ...] = ()
    indicators: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    cost: float = 0.0


def assemble(parts: Zones, tiles: Tiles, rules: str, answers: Mapping[str, str]) -> AssembledHand:
    """Assemble the likeliest hand of the place, with a question for each close rival."""
    if parts.hand is None:
        return AssembledHand()
    found, rest = list(hand_candidates(parts, tiles, answers)), answers
    # Where no hand holds the winning tile that was named, this is reported with the answer. Tiles
    # that were four equal ones may not be, by another answer about one of them: that one counts.
    for code in ("winning_tile", "four_equal"):
        if not found:
            rest = {name: value for name, value in rest.items() if name.partition(":")[0] != code}
            found = list(hand_candidates(parts, tiles, rest))
    found.sort(key=lambda reading: reading.cost)
    best, questions = choose_candidate(found, answers)
    best, asked = resolve_four_equal(best, found, rules, answers)
    questions += asked
    best, asked = resolve_called_groups(best, rules, answers)
    questions += asked
    return _with_winner(best, best.parts or parts, tiles, rules, answers, questions)


def _with_winner(
    best: Candidate,
    parts: Zones,
    tiles: Tiles,
    rules: str,
    answers: Mapping[str, str],
    questions: tuple[Question, ...],
) -> AssembledHand:
    """Add the winning tile: apart, above, turned, answered, or asked for."""
    held = [token.tile.id for token in best.hand_tokens]
    found = AssembledHand(tuple(held), melds=best.melds, questions=questions, cost=best.cost)
    missing = answers.get("missing", NONE)
    if best.total == 12 and missing != NONE:
        best = replace(best, unseen=1)
        found = replace(found, covered_kinds=(missing,))
    found, asked = _add_nearby_tiles(found, best, parts, tiles, rules, answers)
    questions += asked
    answer = answers.get("winning_tile")
    if best.total not in (13, 14):
        return replace(found, questions=questions)
    if answer is not None:
        covered, total = answers.get("covered", NONE), best.total
        if total == 13 and covered != NONE and _is_held(answer, held, tiles):
            found, total = replace(found, covered_kinds=(*found.covered_kinds, covered)), 14
        return replace(_apply_winner_answer(found, held, answer, total, tiles), questions=questions)
    if found.winning is not None or any(q.code != "indicators" for q in asked):
        return replace(found, questions=questions)
    kinds = {tiles[i].kind for i in best.winners}
    if len(kinds) == 1:
        winner = best.winners[-1]
        return replace(_set_winner(found, winner, best.how or "apart", tiles), questions=questions)
    options = _kinds(best.winners or held, tiles) if best.total == 14 else ()
    subjects = best.winners or (held if best.total == 14 else ())
    return replace(found, questions=(*questions, question("winning_tile", options, subjects)))


def _kinds(ids: Sequence[int], tiles: Tiles) -> tuple[str, ...]:
    """Return the distinct kinds of these tiles, in their order."""
    return tuple(dict.fromkeys(tiles[i].kind for i in ids if tiles[i].names and tiles[i].face_up))


def _is_held(kind: str, held: Sequence[int], tiles: Tiles) -> bool:
    return any(_plain(tiles[i].kind) == _plain(kind) for i in held)


def _set_winner(found: AssembledHand, winner: int, how: str, tiles: Tiles) -> AssembledHand:
    concealed = tuple(i for i in found.concealed if i != winner)
    kind = tiles[winner].kind
    return replace(found, concealed=concealed, winning=winner, winning_kind=kind, won_how=how)


def _apply_winner_answer(
    found: AssembledHand, held: Sequence[int], answer: str, total: int, tiles: Tiles
) -> AssembledHand:
    """Set the winning tile that an answer names."""
    if total == 13:
        return replace(found, concealed=tuple(held), winning_kind=answer, won_how="answer")
    found = replace(found, concealed=tuple(held), winning=None)
    same = [i for i in held if tiles[i].kind == answer]
    if not same:
        same = [i for i in held if _plain(tiles[i].kind) == _plain(answer)]
    if not same:
        kinds = ", ".join(_kinds(held, tiles))
        raise LayoutError("not_held", tile=answer, kinds=kinds)
    return _set_winner(found, same[-1], "answer", tiles)


def _plain(kind: str) -> str:
    return Tile(kind).plain.value if kind in CLASSES and kind != BACK else kind


def _add_nearby_tiles(
    found: AssembledHand,
    best: Candidate,
    parts: Zones,
    tiles: Tiles,
    rules: str,
    answers: Mapping[str, str],
) -> tuple[AssembledHand, tuple[Question, ...]]:
    """Add tiles near the row: the winning tile of a hand of 13, or bonus indicators."""
    assert parts.hand is not None
    near = near_faces(parts, tiles)
    if best.total == 13 and len(near) == 1:
        only = near[0]
        answer = answers.get("above")
        if rules == RIICHI and not parts.indicators and answer is None and only.v > parts.hand.v:
            return found, (question("above", ABOVE, (only.id,), kind=tiles[only.id].kind),)
        rivals, _ = winner_candidates(best)
        if rivals and answer is None and "winning_tile" not in answers:
            ids = (*rivals, only.id)  # one apart in the row too: a tile must have been missed
            return found, (question("winning_tile", _kinds(ids, tiles), ids),)
        named = answers.get("winning_tile")
        if named is not None and _plain(named) != _plain(tiles[only.id].kind):
            return found, ()  # another tile won: then this one does not belong to the hand
        if answer in (None, "winning tile"):
            return _set_winner(found, only.id, "above", tiles), ()
        if answer == "bonus indicator":
            return replace(found, indicators=(only.id,)), ()
        return found, ()
    if rules != RIICHI or best.total not in (13, 14) or parts.indicators:
        return found, ()
    line = next((li for li in parts.lines if _may_indicate(li, best, parts, tiles)), None)
    group = line.tiles if line else _lone_faces_above(near or parts.loose, parts, tiles)
    ids = tuple(placed.id for placed in _readable_faces(group, tiles))
    beside = None if line is None else faces_in_row(line.ids, ids, tiles)
    if beside is not None and beside.may_be_in_wall:  # a wall of which tiles were missed
        shown, asked = judge_by_backs(beside, tiles, answers)
        return replace(found, indicators=shown), asked
    if not ids or answers.get("indicators") == "no":
        return found, ()
    if answers.get("indicators") == "yes":
        return replace(found, indicators=ids), ()
    text = " ".join(tiles[i].kind for i in ids)
    return found, (question("indicators", YES_NO, ids, kinds=text),)


MOST_BARE = 3
"""Faces in lines beside the hand that may be bonus indicators though no backs of the wall are found
beside them. Four and more are a pond."""


def _lone_faces_above(
    loose: Sequence[PlacedTile], parts: Zones, tiles: Tiles
) -> tuple[PlacedTile, ...]:
    """Return the tile above the row that may be an indicator: the first near one, or the only one.

    Backs of a wall that are as green as the table are not found; its indicator is then alone.
    """
    assert parts.hand is not None
    up = [placed for placed in loose if tiles[placed.id].face_up and placed.v > parts.hand.v]
    any_near = any(is_near(placed, parts.hand) for placed in up)
    others = (tiles[i] for line in parts.lines for i in line.ids)
    is_only = len(up) == 1 and all(not tile.face_up or is_blank(tile) for tile in others)
    is_clear = bool(up) and tiles[up[0].id].confidence >= READABLE
    return tuple(up[:1]) if is_clear and (any_near or is_only) else ()


def _readable_faces(group: Sequence[PlacedTile], tiles: Tiles) -> list[PlacedTile]:
    """Return the tiles that are no backs: in a line of mostly unreadable faces the clear ones.

    Of the clear ones those beside the clearest: indicators are side by side. No tile is turned in
    a wall: what looks so beside backs is one, if it is not between them.
    """
    faces = [placed for placed in group if not may_be_back(tiles[placed.id])]
    ids = [placed.id for placed in group]
    beside = faces_in_row(ids, {placed.id for placed in faces}, tiles)
    is_wall = any(not tiles[placed.id].face_up for placed in group)
    if is_wall and (beside is None or not beside.is_between):
        faces = [placed for placed in faces if not placed.is_turned]
    clear = [placed for placed in faces if tiles[placed.id].confidence >= READABLE]
    if len(group) < WALL or not 0 < 2 * len(clear) < len(group):
        return faces
    clearest = max(clear, key=lambda placed: tiles[placed.id].confidence)
    blocks = [list(run) for _, run in groupby(group, key=clear.__contains__)]
    return next(block for block in blocks if clearest in block)


def _may_indicate(line: TileRow, best: Candidate, parts: Zones, tiles: Tiles) -> bool:
    """Return whether faces of the line may be bonus indicators placed above the hand."""
    assert parts.hand is not None
    used = {token.tile.id for token in best.hand_tokens} | {i for m in best.melds for i in m.tiles}
    up = [placed for placed in _readable_faces(line.tiles, tiles) if tiles[placed.id].face_up]
    beside = faces_in_row(line.ids, {placed.id for placed in up}, tiles)
    is_between = beside is not None and beside.is_between
    may_be_wall = beside is not None and beside.may_be_in_wall
    are_clear = all(tiles[placed.id].confidence >= READABLE for placed in up)
    # where a wall is in view, the backs beside its indicators would have been found, too
    left = {placed.id for other in parts.lines for placed in other.tiles} - used
    bare = sum(tiles[i].face_up for i in left)
    is_bare = are_clear and bare <= MOST_BARE and not parts.walls
    return (
        len(up) > 0
        and (may_be_wall or is_bare)
        and len(line.tiles) <= 7
        and used.isdisjoint(line.ids)
        and (is_between or not any(placed.is_turned for placed in up))
        and line.v > parts.hand.v
    )
