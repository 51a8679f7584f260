"""Checks of an assembled hand: surplus copies, unreadable faces, hidden tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.hand import SetKind
from scoring.tiles import BACK, KINDS, UNKNOWN, Tile

from ..seen_tile import SeenTile
from .hidden_tiles import is_flat
from .melds import LaidMeld, MeldOrigin, is_flower
from .questions import BACK_OR_WHITE, PUNG_OR_KONG, LayoutProblem, Question, problem, question
from .zones import RIICHI, Tiles

LIKELIER = 0.5  # probability of a kind from which no other one is as likely,
CERTAIN_NAME = 0.95  # and from which it is not told either


def complete_kongs(
    melds: Sequence[LaidMeld], tiles: Tiles, rules: str, answers: Mapping[str, str]
) -> tuple[tuple[LaidMeld, ...], tuple[LayoutProblem, ...]]:
    """Complete the sets with answers and arithmetic; report their problems."""
    told: list[LaidMeld] = []
    problems: list[LayoutProblem] = []
    for meld in melds:
        face = answers.get(f"kong_face:{min(meld.tiles)}")
        if face is not None and meld.hidden == 4:
            meld = replace(meld, kinds=(face,) * 4)
        if answers.get(f"pung_or_kong:{min(meld.tiles)}") == "kong":
            four = (*meld.kinds, meld.kinds[0])
            meld = replace(meld, kind=SetKind.KONG, kinds=four, origin=MeldOrigin.ADDED)
        if meld.hidden and rules == RIICHI:
            meld, implied = _with_red_five(meld)
            if implied:
                kind = meld.kinds[0]
                problems.append(problem("red_five_implied", meld.tiles, False, kind=kind))
        kinds = " ".join(meld.kinds)
        if not meld.sound:
            problems.append(problem("not_a_set", meld.tiles, kinds=kinds))
        elif meld.wrong_end:
            problems.append(problem("layout_warning", meld.tiles, False, kinds=kinds))
        told.append(meld)
    return tuple(told), tuple(problems)


def _with_red_five(meld: LaidMeld) -> tuple[LaidMeld, bool]:
    """Add the red five to a concealed kong of fives that shows none.

    The kong holds all four fives, so the red one is face down.
    """
    if not meld.kinds[0].startswith("5") or meld.kinds[0][-1] not in "mps":
        return meld, False
    if any(kind.startswith("0") for kind in meld.kinds):
        return meld, False
    red = f"0{meld.kinds[0][-1]}"
    return replace(meld, kinds=(*meld.kinds[:3], red)), True


def surplus_copies(
    own: Iterable[int], tiles: Tiles, melds: Sequence[LaidMeld]
) -> tuple[LayoutProblem, ...]:
    """Return the kinds of which a hand has more copies than a set of tiles.

    Args:
        own: ids of the hand's tiles. Ponds and walls do not count: small faces are read worse.
        tiles: every recognised tile.
        melds: the hand's sets.
    """
    problems: list[LayoutProblem] = []
    by_kind: dict[str, list[int]] = {}
    for tile in map(tiles.__getitem__, own):
        if tile.names and tile.face_up:
            by_kind.setdefault(Tile(tile.kind).plain.value, []).append(tile.id)
            if tile.kind[0] == "0":
                by_kind.setdefault(tile.kind, []).append(tile.id)
    hidden = Counter(Tile(m.kinds[0]).plain.value for m in melds for _ in range(_unseen_count(m)))
    for kind, ids in sorted(by_kind.items()):
        count = len(ids) + hidden[kind]
        code, limit = "five_of_a_kind", 4
        if kind[1] == "f":
            code, limit = "flower_twice", 1
        elif kind[0] == "0":
            code, limit = "red_five_twice", 1
        if count > limit:
            least = sorted(ids, key=lambda i: tiles[i].confidence)
            problems.append(problem(code, least, count=count, kind=kind))
    return tuple(problems)


def _unseen_count(meld: LaidMeld) -> int:
    """Return the number of a set's tiles that are known but not visible."""
    return 0 if UNKNOWN in meld.kinds else meld.hidden + len(meld.kinds) - len(meld.tiles)


def hand_questions(
    hand: Sequence[int],
    own: Iterable[int],
    melds: Sequence[LaidMeld],
    tiles: Tiles,
    shifted: frozenset[int],
) -> tuple[Question, ...]:
    """Return the questions about single tiles and sets.

    Args:
        hand: ids of the tiles in hand.
        own: ids of all tiles of the hand.
        melds: the sets.
        tiles: every recognised tile.
        shifted: ids of turned tiles that appear higher than the table.
    """
    asked: list[Question] = []
    for problem_found in surplus_copies(own, tiles, melds):
        asked.append(_tile_question(problem_found.tiles[0], tiles))
    for i in hand:
        if not tiles[i].face_up:
            asked.append(question(f"back_or_white:{i}", BACK_OR_WHITE, (i,)))
    asked += [_tile_question(i, tiles) for i in hand if not tiles[i].names]
    for meld in melds:
        asked += _set_questions(meld, tiles, shifted)
    return tuple({q.id: q for q in asked}.values())


def indicator_questions(ids: Iterable[int], tiles: Tiles) -> list[Question]:
    """Return a question about each bonus indicator that may well have another face than read.

    No hand tells which one it is, as it does for its own tiles. A likely one is taken as read.
    """
    unsure = [i for i in ids if tiles[i].kind_probability < CERTAIN_NAME]
    likely = {i: tiles[i].kind for i in unsure if tiles[i].kind_probability >= LIKELIER}
    return [_tile_question(i, tiles, likely.get(i)) for i in unsure]


def _tile_question(tile: int, tiles: Tiles, default: str | None = None) -> Question:
    return question(f"tile:{tile}", [name for name, _ in tiles[tile].names], (tile,), default)


def _set_questions(meld: LaidMeld, tiles: Tiles, shifted: frozenset[int]) -> list[Question]:
    asked = []
    first = min(meld.tiles)
    if meld.hidden:
        doubtful = [i for i in meld.tiles if _is_back_or_white(tiles[i])]
        asked += [question(f"back_or_white:{i}", BACK_OR_WHITE, (i,)) for i in doubtful]
    if meld.hidden == 4 and UNKNOWN in meld.kinds:
        asked.append(question(f"kong_face:{first}", _unseen_kinds(tiles), meld.tiles))
    for i, kind in zip(meld.tiles, meld.kinds, strict=False):
        tile = tiles[i]
        read = bool(tile.names) and tile.face_up and kind not in (BACK, UNKNOWN)
        overruled = read and Tile(kind).plain != Tile(tile.kind).plain
        if not tile.names or overruled:
            asked.append(_tile_question(i, tiles))
    if meld.kind is SetKind.PUNG and meld.sound and UNKNOWN not in meld.kinds:
        seen = sum(
            Tile(t.kind).plain == Tile(meld.kinds[0]).plain
            for t in tiles.values()
            if t.names and t.face_up
        )
        is_raised = meld.claimed in shifted
        if seen == 3 and (is_raised or not is_flat(meld, tiles)):
            default = None if is_raised else "pung"
            name = f"pung_or_kong:{first}"
            asked.append(question(name, PUNG_OR_KONG, meld.tiles, default, kind=meld.kinds[0]))
    return asked


def _is_back_or_white(tile: SeenTile) -> bool:
    """Return whether the classifier is undecided between a blank white dragon and a back."""
    chances = dict(tile.names)
    return min(chances.get(BACK, 0.0), chances.get("5z", 0.0)) >= 0.2


def _unseen_kinds(tiles: Tiles) -> tuple[str, ...]:
    """Return the kinds that are not visible, as a concealed kong has, then the visible ones."""
    seen = {
        Tile(tile.kind).index
        for tile in tiles.values()
        if tile.names and tile.face_up and not is_flower(tile)
    }
    unseen = [kind.value for kind in KINDS if kind.index not in seen]
    return (*unseen, *(kind.value for kind in KINDS if kind.index in seen))
