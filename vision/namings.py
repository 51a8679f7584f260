"""Names for all tiles of a hand together: the likeliest ones that a set of tiles can give.

A beam search over the names of each tile. Nobody holds five of a kind, a flower or a red five
comes once, the tiles of a called set make a set; what was read with certainty stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from scoring.hand import SetKind, Source
from scoring.tiles import BACK, KINDS, UNKNOWN, Tile

from .layout import Layout
from .melds import WRONG_END, LaidMeld, in_a_row, plain_kind
from .seen import SeenTile
from .zones import RIICHI

Tiles = Mapping[int, SeenTile]
Named = tuple[tuple[int, str], ...]  # tiles' ids with their kinds


@dataclass(frozen=True, slots=True)
class NamingSettings:
    """Bounds of the search. Costs are in nats.

    Attributes:
        certain: a tile whose best name has this probability keeps it, whatever the hand would
            rather have. No wrong name of the development photos had more than 0.72, and right
            ones fall below it where the light is poor.
        least: names below this are not considered: the namer's tail is flat from there on.
        margin: namings dearer than the best by more than this are dropped; a naming must make up
            a false win's improbability and stay within the doubt that is asked about.
        width: states kept after each tile. Twice the most that any photo of the development
            sets needed to keep its true naming.
        repeated: cost of misreading a face again the way another tile of the hand was misread,
            against the first time: equal tiles are equally hard to read.
    """

    certain: float = 0.95
    least: float = 0.01
    margin: float = 8.0
    width: int = 200
    repeated: float = 0.4


@dataclass(frozen=True, slots=True)
class Naming:
    """Kinds of the tiles of a hand, and what it costs to believe them (nats above the best)."""

    cost: float
    kinds: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Option:
    """One way to name one tile or one set; `held` are the kinds it takes out of the wall."""

    cost: float
    named: Named
    held: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _State:
    cost: float
    counts: int
    named: Named = ()
    swaps: frozenset[tuple[str, str]] = frozenset()


def namings(found: Layout, tiles: Tiles, settings: NamingSettings) -> list[Naming]:
    """The namings of a hand's tiles that can be, cheapest first.

    Args:
        found: where each tile lies; the kinds in it do not matter.
        tiles: every tile of the photo.
        settings: bounds.
    """
    choices = list(_choices(found, tiles, settings))
    fixed = [options[0] for options in choices if len(options) == 1]
    open_ = sorted((options for options in choices if len(options) > 1), key=len)
    counts = 0
    for option in fixed:
        for kind in option.held:
            counts = _plus(counts, kind) or counts  # too many certain ones are a problem told
    for tile in _beside(found, tiles):
        if tile.confidence >= settings.certain:
            counts = _plus(counts, tile.kind) or counts
    states = [_State(0.0, counts, tuple(pair for option in fixed for pair in option.named))]
    for options in open_:
        states = _extended(states, options, tiles, settings)
    return [Naming(state.cost, dict(state.named)) for state in states]


def _choices(found: Layout, tiles: Tiles, settings: NamingSettings) -> Iterator[list[_Option]]:
    """The options of each set and each single tile."""
    merge = found.rules != RIICHI  # elsewhere a red five is a five
    for meld in found.melds:
        yield list(_set_options(meld, tiles, merge, settings))
    won = () if found.winning is None else (found.winning,)
    for i in (*found.concealed, *won, *found.indicators):
        options = _names(tiles[i], merge, settings)
        plain = [(c, k) for c, k in options if k != BACK and k[1] != "f"] or options
        yield [_Option(cost, ((i, kind),), (kind,)) for cost, kind in plain]
    for i in found.flowers:
        options = [(c, k) for c, k in _names(tiles[i], merge, settings) if k[1] == "f"]
        yield [_Option(cost, ((i, kind),), (kind,)) for cost, kind in options]


def _names(tile: SeenTile, merge: bool, settings: NamingSettings) -> list[tuple[float, str]]:
    """What a tile may be with what that costs, cheapest first."""
    if not tile.names:
        return [(math.log(len(KINDS)), kind.value) for kind in KINDS]
    if tile.confidence >= settings.certain:
        return [(0.0, tile.kind)]
    shares: dict[str, tuple[float, str]] = {}
    for name, chance in tile.names:
        key = plain_kind(name) if merge else name
        before, shown = shares.get(key, (0.0, name))
        shares[key] = (before + chance, shown)
    best = max(chance for chance, _ in shares.values())
    if best >= settings.certain:
        return [(0.0, next(name for chance, name in shares.values() if chance == best))]
    costs = [(math.log(best / c), name) for c, name in shares.values() if c >= settings.least]
    return sorted(costs)


def _set_options(
    meld: LaidMeld, tiles: Tiles, merge: bool, settings: NamingSettings
) -> Iterator[_Option]:
    """Every set that the tiles of a meld may be; as it was read where they make none."""
    faces = [tiles[i] for i in meld.tiles if tiles[i].face_up]
    by_kind = [_by_plain(_names(tile, merge, settings)) for tile in faces]
    ids = [tile.id for tile in faces]
    found = []
    if meld.kind is not SetKind.CHOW or len(faces) == 3:
        found += [(plain,) * len(faces) for plain in dict.fromkeys(p for b in by_kind for p in b)]
    if meld.kind is not SetKind.KONG and len(faces) == 3:
        found += [kinds for kinds in product(*by_kind) if in_a_row(kinds)]
    none = True
    for kinds in found:
        if not all(kind in names for kind, names in zip(kinds, by_kind, strict=True)):
            continue
        odd = len(set(kinds)) > 1 and meld.source not in (None, Source.LEFT)
        odd = odd or (len(set(kinds)) > 1 and meld.wrong_end)
        for way in product(*(names[k] for k, names in zip(kinds, by_kind, strict=True))):
            none = False
            cost = sum(c for c, _ in way) + (WRONG_END if odd else 0.0)
            named = tuple(zip(ids, (name for _, name in way), strict=True))
            unseen = len(meld.kinds) - len(faces)
            held = (*(name for _, name in way), *([kinds[0]] * unseen if kinds else ()))
            yield _Option(cost, named, held)
    if none:
        yield _Option(0.0, tuple((t.id, t.kind) for t in faces), tuple(t.kind for t in faces))


def _by_plain(names: Sequence[tuple[float, str]]) -> dict[str, list[tuple[float, str]]]:
    found: dict[str, list[tuple[float, str]]] = {}
    for cost, name in names:
        if name != BACK and name[1] != "f":
            found.setdefault(plain_kind(name), []).append((cost, name))
    return found


def _beside(found: Layout, tiles: Tiles) -> list[SeenTile]:
    """Tiles in view that are not of the hand: they too use up the four of a kind."""
    ids = [*found.ignored, *(i for pond in found.ponds for i in pond.tiles)]
    return [tiles[i] for i in ids if tiles[i].names and tiles[i].face_up]


def _extended(
    states: Sequence[_State], options: Sequence[_Option], tiles: Tiles, settings: NamingSettings
) -> list[_State]:
    """Every state with every option that the tiles allow, the cheapest kept."""
    longer = []
    for state in states:
        for option in options:
            counts: int | None = state.counts
            for kind in option.held:
                counts = _plus(counts, kind) if counts is not None else None
            if counts is None:
                continue
            swaps = frozenset(
                (plain_kind(tiles[i].kind), plain_kind(kind))
                for i, kind in option.named
                if tiles[i].names and kind != tiles[i].kind
            )
            again = settings.repeated if swaps and swaps <= state.swaps else 1.0
            if len(swaps) == 1:  # perhaps a set of equals, misread together
                wrong = sum(kind != tiles[i].kind for i, kind in option.named)
                again *= (1 + (wrong - 1) * settings.repeated) / wrong
            cost = state.cost + again * option.cost
            longer.append(_State(cost, counts, state.named + option.named, state.swaps | swaps))
    if not longer:  # the certain ones leave no room: told as a problem, not repaired
        first = options[0]
        return [_State(s.cost, s.counts, s.named + first.named, s.swaps) for s in states]
    longer.sort(key=lambda state: state.cost)
    most = longer[0].cost + settings.margin
    return [state for state in longer[: settings.width] if state.cost <= most]


def _plus(counts: int, kind: str) -> int | None:
    """One more tile of a kind (three bits a kind, one a flower, one a red five); None if too many.

    >>> _plus(_plus(0, "3f"), "3f") is None
    True
    """
    if kind in (BACK, UNKNOWN):
        return counts
    tile = Tile(kind)
    if tile.is_flower or tile.is_red:
        bit = 1 << (105 + tile.rank if tile.is_flower else 102 + "mps".index(tile.suit))
        if counts & bit:
            return None
        counts |= bit
    if tile.is_flower:
        return counts
    at = 3 * tile.index
    return None if counts >> at & 7 == 4 else counts + (1 << at)
