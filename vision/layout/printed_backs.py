"""Backs with a print: what is named without certainty where a concealed kong has its backs.

The namer knows faces and plain backs. A printed back gets names of several suits, or a flower's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scoring.tiles import BACK

from ..seen_tile import SeenTile
from .melds import DOUBTFUL_BACK, WHITE, is_blank, is_flower, is_sure_face, plain_kind
from .rows import Side, TileRow

UNCLEAR, UNCLEAR_FLOWER = 0.6, 0.95  # most of the names of a back, since no flower is in a set
COPIES = 4  # of a face in a set of tiles
FACES = ((0, 3), (1, 2))
"""Places of the two faces of a concealed kong, by the books; a single one is at an end. Amid three
blank tiles it is one as well, since nobody lays white dragons so."""


def find_printed_backs(sides: Sequence[Side], tiles: Mapping[int, SeenTile]) -> frozenset[int]:
    """Return the ids of tiles that are backs of concealed kongs, and not what they are named.

    Args:
        sides: the players' places.
        tiles: every tile, by id.
    """
    lines = [line for side in sides for line in side.lines]
    groups = [kong for line in lines for kong in _kongs(line, tiles)]
    groups += [_alike(line, tiles) for line in lines]
    return frozenset(i for group in groups for i in group if tiles[i].face_up)


def _alike(line: TileRow, tiles: Mapping[int, SeenTile]) -> tuple[int, ...]:
    """Return the tiles that are named alike and are most of a line, not all: a wall.

    Faces have four copies. A line of nothing else shows no indicator.
    """
    kinds = {i: plain_kind(tiles[i].kind) for i in line.ids if tiles[i].names and tiles[i].face_up}
    most = Counter(kind for kind in kinds.values() if kind != WHITE).most_common(1)
    if not most or not max(COPIES, len(line.ids) / 2) < most[0][1] < len(line.ids):
        return ()
    return tuple(i for i, kind in kinds.items() if kind == most[0][0])


def _kongs(line: TileRow, tiles: Mapping[int, SeenTile]) -> Iterator[tuple[int, ...]]:
    """Yield the ids of the backs of each four tiles that can only be a concealed kong."""
    for run in line.runs():
        ids = tuple(placed.id for placed in run)
        for at in range(len(ids) - 3):
            four = ids[at : at + 4]
            for places in FACES:
                shown = [tiles[four[i]] for i in places]
                backs = tuple(four[i] for i in range(4) if i not in places)
                others = [tiles[i] for i in backs]
                if _are_equal(shown) and (
                    all(map(_may_be_printed_back, others))
                    or (len(ids) == 4 and all(map(_is_near_back, others)))
                ):
                    yield backs
        for at, face in enumerate(ids if len(ids) == 4 else ()):
            backs = (*ids[:at], *ids[at + 1 :])
            is_inside = at in (1, 2)
            may_be = is_blank if is_inside else _may_be_printed_back
            is_shown = is_sure_face(tiles[face]) and not (is_inside and tiles[face].kind == WHITE)
            if is_shown and all(may_be(tiles[i]) for i in backs):
                yield backs


def _are_equal(shown: Sequence[SeenTile]) -> bool:
    return all(map(is_sure_face, shown)) and len({plain_kind(tile.kind) for tile in shown}) == 1


def _may_be_printed_back(tile: SeenTile) -> bool:
    """Return whether a tile is a back, or may be one with a print."""
    most = UNCLEAR_FLOWER if is_flower(tile) else UNCLEAR
    return not tile.face_up or (bool(tile.names) and tile.kind_probability < most)


def _is_near_back(tile: SeenTile) -> bool:
    """Return whether a tile looks a little like a back, as no printed face does."""
    share = dict(tile.names).get(BACK, 0.0)
    return not tile.face_up or (plain_kind(tile.kind) != WHITE and share >= DOUBTFUL_BACK)
