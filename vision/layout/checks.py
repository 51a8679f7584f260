"""Checks of a hand: surplus copies, indicators whose face is doubtful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scoring.tiles import COPIES, UNKNOWN, Tile

from ..seen_tile import SeenTile
from .melds import LaidMeld
from .questions import LayoutProblem, Question, problem, question

Tiles = Mapping[int, SeenTile]

LIKELIER = 0.5  # probability of a kind from which no other one is as likely,
CERTAIN_NAME = 0.95  # and from which it is not told either


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
        code, limit = "five_of_a_kind", COPIES
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


def indicator_questions(ids: Iterable[int], tiles: Tiles) -> list[Question]:
    """Return a question about each bonus indicator that may well have another face than read.

    No hand tells which one it is, as it does for its own tiles. A likely one is taken as read.
    """
    unsure = [i for i in ids if tiles[i].kind_probability < CERTAIN_NAME]
    likely = {i: tiles[i].kind for i in unsure if tiles[i].kind_probability >= LIKELIER}
    return [_tile_question(i, tiles, likely.get(i)) for i in unsure]


def _tile_question(tile: int, tiles: Tiles, default: str | None = None) -> Question:
    faces = [name for name, _ in tiles[tile].names if name[1] != "f"]  # no flower is one
    return question(f"tile:{tile}", faces, (tile,), default)
