"""Relabelling: a layout with other kinds for its tiles; the placement stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.tiles import BACK, UNKNOWN, Tile

from ..layout.checks import surplus_copies
from ..layout.layout import Layout
from ..layout.melds import LaidMeld, plain_kind
from ..seen_tile import SeenTile

_PROBLEMS_OF_NAMES = frozenset(
    {"five_of_a_kind", "red_five_twice", "flower_twice", "not_a_set", "layout_warning"}
)


def tile_category(kind: str) -> str:
    """Return the category of a kind: "face", "flower", "back" or "?"."""
    if kind in (BACK, UNKNOWN):
        return kind
    return "flower" if kind.endswith("f") else "face"


def relabel(found: Layout, tiles: Mapping[int, SeenTile], kinds: Mapping[int, str]) -> Layout:
    """Relabel tiles of a layout as `arrange` would with these answers; much quicker.

    Args:
        found: the layout with the tiles as they are.
        tiles: every tile, with the answers applied.
        kinds: the new names, by id; of the same category as the old ones.
    """
    now = {**tiles, **{i: replace(tiles[i], names=((kind, 1.0),)) for i, kind in kinds.items()}}
    melds = tuple(
        _relabel_meld(meld, now) if kinds.keys() & set(meld.tiles) else meld for meld in found.melds
    )
    winner = found.winning_kind
    if found.winning is not None:
        winner = kinds.get(found.winning, winner)
    problems = tuple(p for p in found.problems if p.code not in _PROBLEMS_OF_NAMES)
    still = tuple(p for p in found.problems if p.code == "not_a_set" and _has_unsound(melds))
    return replace(
        found,
        melds=melds,
        winning_kind=winner,
        names={**found.names, **kinds},
        problems=(*problems, *still, *surplus_copies(found.copy_ids, now, melds)),
        questions=tuple(q for q in found.questions if q.code != "tile"),
    )


def hand_of(found: Layout, tiles: Mapping[int, SeenTile]) -> Hand | None:
    """Return the hand, of 14 tiles any as the winning one; None if a back or no set is in it."""
    kinds = {tile.id: tile.kind for tile in tiles.values()} | dict(found.names)
    won = () if found.winning is None else (found.winning,)
    held = [kinds[i] for i in (*found.concealed, *won)]
    held += found.covered_kinds
    if found.winning is None and found.winning_kind is not None:
        held.append(found.winning_kind)
    sets = [kind for meld in found.melds for kind in meld.kinds]
    if any(tile_category(kind) != "face" for kind in (*held, *sets)) or _has_unsound(found.melds):
        return None
    faces = tuple(map(Tile, held))
    melds = tuple(meld.to_meld() for meld in found.melds)
    if len(faces) + 3 * len(melds) == 14:
        return Hand(faces[:-1], faces[-1], melds)
    return Hand(faces, None, melds)


def _relabel_meld(meld: LaidMeld, tiles: Mapping[int, SeenTile]) -> LaidMeld:
    """Relabel a set; tiles face down or unseen take the kind of the others."""
    faces = {i: tiles[i].kind for i in meld.tiles if tiles[i].face_up}
    if not faces:
        return meld
    follows = plain_kind(next(iter(faces.values())))
    seen = [faces.get(i, follows) for i in meld.tiles]
    kinds = (*seen, *[follows] * (len(meld.kinds) - len(seen)))
    red = f"0{follows[-1]}"
    if meld.hidden and red in meld.kinds and follows[0] == "5" and red not in kinds:
        kinds = (*kinds[:-1], red)
    alike = len({plain_kind(kind) for kind in kinds}) == 1
    kind, source = meld.kind, meld.source
    if len(kinds) == 3:
        kind = SetKind.PUNG if alike else SetKind.CHOW
        source = source if alike else MeldSource.LEFT
    whole = Meld.from_tiles(tuple(map(Tile, kinds)), source, meld.hidden > 0)
    return replace(meld, kind=kind, source=source, kinds=kinds, sound=whole.is_set)


def _has_unsound(melds: tuple[LaidMeld, ...]) -> bool:
    return not all(meld.sound for meld in melds)
