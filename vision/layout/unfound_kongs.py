"""Concealed kongs of which the backs were not found, or were named as other tiles.

Nets know few backs: dark ones on a dark cloth are missed, and a print looks like a face. Two equal
faces with nothing else in their run are then a pair of tiles in hand, which leaves it too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.tiles import BACK

from ..seen_tile import Point, Quad, SeenTile, move_quad
from .layout import Layout, with_ignored
from .melds import LEAST_BACK, is_sure_face, plain_kind
from .plane import centre, cross, difference, dot, length, scale, sides, unit
from .questions import YES_NO, Question, question

CODE = "concealed_kong"
STEPS = {1: (-1, 2), 3: (1, 2)}
"""Places of the backs, in steps from the first face, by the number of steps to the other one."""
OFF, ASKEW = 0.2, 0.5
"""Most deviation of a step from a tile's width, in it, and across the row, in a tile's length."""
TAKEN = 0.6
"""Distance of a tile's middle from a place up to which it is there, in steps."""
BESIDE = 1.3
"""Distance of a tile in the row from the outer places up to which it touches what is there, in
steps: a kong lies apart."""
MOST_PAIRS = 4
"""Pairs that are tried; a pond has many."""


@dataclass(frozen=True, slots=True)
class UnfoundKong:
    """Two equal faces that may be a concealed kong.

    Attributes:
        faces: their ids, ascending.
        kind: what they are named.
        seen: places of its backs on which a box was found, by the box's id.
        free: the others.
        parts: ids of further boxes on these backs.
        is_printed: whether nothing tells its backs but their equal print.
    """

    faces: tuple[int, int]
    kind: str
    seen: Mapping[int, Quad]
    free: tuple[Quad, ...]
    parts: tuple[int, ...] = ()
    is_printed: bool = False

    @property
    def id(self) -> str:
        """Return the id of the question about it."""
        return f"{CODE}:{self.faces[0]},{self.faces[1]}"


def unfound_kongs(tiles: Sequence[SeenTile]) -> tuple[UnfoundKong, ...]:
    """Return the pairs of faces that may be concealed kongs without being read as such.

    Two faces side by side, or with two places between them; nothing touches the four places. Of
    two pairs of equal faces either may be the backs, unless one looks like backs.

    Args:
        tiles: every tile of the photo.
    """
    faces = [tile for tile in tiles if is_sure_face(tile)]
    pairs = combinations(sorted(faces, key=lambda tile: tile.id), 2)
    found = [kong for one, other in pairs if (kong := _kong(one, other, tiles)) is not None]
    known = {i for kong in found if not kong.is_printed for i in kong.seen}
    return tuple(k for k in found if not (k.is_printed and known.intersection(k.faces)))


def with_unfound_backs(
    tiles: Sequence[SeenTile], kongs: Iterable[UnfoundKong]
) -> tuple[SeenTile, ...]:
    """Return the tiles with the backs of kongs, those that were not found with ids of their own.

    Of several boxes on one back only one stays.
    """
    found = {tile.id: tile for tile in tiles}
    for kong in kongs:
        for i, quad in kong.seen.items():
            if i in found:  # else it is a part of another kong's back
                found[i] = replace(found[i], quad=quad, names=((BACK, 1.0),), oriented=False)
        for i in kong.parts:
            found.pop(i, None)
        for quad in kong.free:
            new = max(found) + 1
            found[new] = SeenTile(new, quad, ((BACK, 1.0),), False, 1.0)
    return tuple(found.values())


def without_unfound_backs(found: Layout, tiles: Sequence[SeenTile]) -> Layout:
    """Return the layout without the backs that were added to the tiles."""
    known = {tile.id for tile in tiles}
    if all(i in known for row in found.rows for i in row):
        return found
    rows = (tuple(i for i in row if i in known) for row in found.rows)
    melds = [
        replace(
            meld,
            tiles=tuple(i for i in meld.tiles if i in known),
            hidden=meld.hidden - sum(i not in known for i in meld.tiles),
        )
        for meld in found.melds
    ]
    found = replace(
        found,
        rows=tuple(row for row in rows if row),
        melds=tuple(melds),
        turned=found.turned & known,
    )
    return with_ignored(found, [i for i in found.ignored if i in known])


def kongs_in_answers(
    tiles: Sequence[SeenTile], answers: Mapping[str, str]
) -> tuple[UnfoundKong, ...]:
    """Return the pairs that answers declare to be concealed kongs."""
    if not any(name.startswith(CODE) for name in answers):
        return ()
    return tuple(kong for kong in unfound_kongs(tiles) if answers.get(kong.id) == YES_NO[0])


def kongs_to_try(
    tiles: Sequence[SeenTile], answers: Mapping[str, str]
) -> Iterator[tuple[UnfoundKong, ...]]:
    """Yield what may be concealed kongs: each pair that no answer is about, then all of them."""
    open_ = [kong for kong in unfound_kongs(tiles) if kong.id not in answers][:MOST_PAIRS]
    yield from ((kong,) for kong in open_)
    if len(open_) > 1:
        yield tuple(open_)


def kong_question(kong: UnfoundKong) -> Question:
    """Return the question whether two tiles are a concealed kong, taken as one."""
    return question(kong.id, YES_NO, kong.faces, YES_NO[0], kind=kong.kind)


def _kong(one: SeenTile, other: SeenTile, tiles: Sequence[SeenTile]) -> UnfoundKong | None:
    """Return the concealed kong that two tiles may be, None if they cannot."""
    if plain_kind(one.kind) != plain_kind(other.kind):
        return None
    count = _steps_between(one, other)
    if count is None:
        return None
    first, whole = centre(one.quad), difference(centre(other.quad), centre(one.quad))
    step = whole[0] / count, whole[1] / count
    places = STEPS[count]
    near = _boxes_near(
        first, step, min(0, *places), [t for t in tiles if t.id not in (one.id, other.id)]
    )
    found: dict[int, list[tuple[float, SeenTile]]] = {place: [] for place in places}
    for at, tile in near:
        place = min(places, key=lambda place: abs(at - place))
        if abs(at - place) > TAKEN:
            return None
        found[place].append((abs(at - place), tile))
    seen = [tile for there in found.values() for _, tile in there]
    printed = [plain_kind(tile.kind) for tile in seen if not _may_be_back(tile)]
    are_both_seen = all(found.values())
    if any(map(is_sure_face, seen)) and not are_both_seen:
        return None  # a back that looks so much like a face is not missed beside it
    if printed and not (are_both_seen and _are_printed_backs(printed, plain_kind(one.kind))):
        return None
    quads = {place: move_quad(one.quad, scale(step, place)) for place in places}
    ids = {p: [i for _, i in sorted((d, tile.id) for d, tile in found[p])] for p in places}
    return UnfoundKong(
        (one.id, other.id),
        one.kind,
        {there[0]: quads[place] for place, there in ids.items() if there},
        tuple(quads[place] for place, there in ids.items() if not there),
        tuple(i for there in ids.values() for i in there[1:]),
        bool(printed),
    )


def _boxes_near(
    first: Point, step: Point, begin: int, tiles: Iterable[SeenTile]
) -> Iterator[tuple[float, SeenTile]]:
    """Yield the boxes on the four places of a kong, or touching them, each with its own place.

    Args:
        first: the middle of the place 0.
        step: the way from one place to the next.
        begin: the first of the four.
        tiles: those that are considered.
    """
    along, across = unit(step), unit((-step[1], step[0]))
    for tile in tiles:
        way = difference(centre(tile.quad), first)
        at, off = dot(way, along) / length(step), abs(dot(way, across)) / length(step)
        if off < TAKEN and -BESIDE < at - begin < 3 + BESIDE:
            yield at, tile


def _are_printed_backs(kinds: Sequence[str], face: str) -> bool:
    """Return whether the two tiles beside equal faces have one print, which is not the faces'."""
    return len(kinds) > 1 and len({*kinds}) == 1 and face not in kinds


def _may_be_back(tile: SeenTile) -> bool:
    """Return whether a tile looks at least a little like a back, as hardly a face does."""
    return not tile.face_up or dict(tile.names).get(BACK, 0.0) >= LEAST_BACK


def _steps_between(one: SeenTile, other: SeenTile) -> int | None:
    """Return how many tiles' widths two faces in one row are apart: 1 or 3, else None."""
    way = difference(centre(other.quad), centre(one.quad))
    width = 0.0
    for tile in (one, other):
        right, down = sides(tile.quad)
        if not tile.oriented and abs(dot(unit(right), way)) < abs(dot(unit(down), way)):
            right, down = down, right  # its first corner may be any
        if abs(cross(unit(right), way)) > ASKEW * length(down):
            return None
        width += length(right) / 2
    return next((n for n in STEPS if abs(length(way) / width / n - 1) < OFF), None)
