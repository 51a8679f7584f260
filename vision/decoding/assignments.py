"""Assignments: the likeliest kinds for all tiles of a hand that one set of tiles allows.

A beam search over the names of each tile. A set has at most four tiles of a kind, one of each
flower and one of each red five. The tiles of a called set make a set. A tile that was read with
certainty keeps its kind.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from scoring.hand import MeldSource, SetKind
from scoring.tiles import BACK, KINDS, UNKNOWN, Tile

from ..layout.layout import Layout
from ..layout.melds import WRONG_END, LaidMeld, is_chow, plain_kind
from ..layout.zones import RIICHI
from ..seen_tile import SeenTile

MOST_UNREAD = 2
"""Unreadable tiles of a hand that the others may determine; more are not guessed."""

Tiles = Mapping[int, SeenTile]
Named = tuple[tuple[int, str], ...]  # tiles' ids with their kinds


@dataclass(frozen=True, slots=True)
class AssignmentSettings:
    """Bounds of the beam search. Costs are in nats.

    Attributes:
        certainty: a tile whose best name has this probability keeps it, whatever would fit the
            hand better. No wrong name of the development photos had more than 0.72, and right
            ones fall below it where the light is poor.
        least_share: names below this are not considered: the classifier's tail is flat from there
            on.
        margin: assignments costlier than the best by more than this are dropped; one must make up
            a false win's improbability and stay within the margin of the questions.
        width: states kept after each tile. Twice the most that any photo of the development
            sets needed to keep its true assignment.
        alike_cost: extra cost of assigning another kind to one of two tiles that were read alike
            with about the same certainty (within `alike_margin`): they look alike.
        repetition: cost of misreading a face again the way another tile of the hand was misread,
            against the first time: equal tiles are equally hard to read.
        trust: power to which the classifier's odds are raised: it is underconfident. The log loss
            of 4,700 tiles of the development photos and drawn hands is least between 1.4 and 2.5,
            for flowers between 1.4 and 3.
    """

    certainty: float = 0.95
    least_share: float = 0.01
    margin: float = 8.8
    width: int = 200
    repetition: float = 0.4
    alike_cost: float = 1.5
    alike_margin: float = 0.12
    trust: float = 1.6


@dataclass(frozen=True, slots=True)
class Assignment:
    """Kinds of the tiles of a hand, and their cost (nats above the best)."""

    cost: float
    kinds: Mapping[int, str]


Swap = tuple[str, str]  # plain kinds: as read, as assigned instead


@dataclass(frozen=True, slots=True)
class _Option:
    """One assignment to one tile or one set.

    Attributes:
        named: its tiles' ids and kinds.
        costs: of each tile's name.
        held: the kinds that count against the set of tiles.
        extra: cost of the placement it implies.
    """

    named: Named
    costs: tuple[float, ...]
    held: tuple[str, ...]
    extra: float = 0.0


@dataclass(frozen=True, slots=True)
class _Misread:
    """A tile that is assigned another kind than it was read as."""

    tile: int
    swap: Swap
    cost: float


@dataclass(frozen=True, slots=True)
class _State:
    """A partial assignment.

    Attributes:
        bound: lower bound of the cost of every completion.
        extra: costs other than those of misreadings.
        misread: tiles assigned another kind than they were read as, with the costs.
    """

    bound: float
    extra: float
    counts: int
    named: Named = ()
    misread: tuple[_Misread, ...] = ()


def likeliest_assignments(
    found: Layout, tiles: Tiles, settings: AssignmentSettings
) -> list[Assignment]:
    """Return the possible assignments for a hand's tiles, cheapest first.

    Args:
        found: the place of each tile; the kinds in it do not matter.
        tiles: every tile of the photo.
        settings: bounds.

    Returns:
        none if too many tiles are unreadable.
    """
    won = () if found.winning is None else (found.winning,)
    held = (*found.concealed, *(i for meld in found.melds for i in meld.tiles), *won)
    unread = sum(not tiles[i].names for i in held)
    if unread > MOST_UNREAD:
        return []
    choices = list(_choices(found, tiles, settings))
    fixed = [options[0] for options in choices if len(options) == 1]
    open_ = sorted((options for options in choices if len(options) > 1), key=len)
    counts = 0
    for option in fixed:
        for kind in option.held:
            counts = _plus(counts, kind) or counts  # too many certain ones are a reported problem
    for kind in found.covered_kinds:
        counts = _plus(counts, kind) or counts
    for tile in _other_tiles(found, tiles):
        if tile.kind_probability >= settings.certainty:
            counts = _plus(counts, tile.kind) or counts
    states = [_State(0.0, 0.0, counts, tuple(pair for option in fixed for pair in option.named))]
    for options in open_:
        states = _extend(states, options, tiles, settings, len(KINDS) ** unread)
    read: dict[str, dict[int, float]] = {}
    for i, _ in states[0].named:
        kind = plain_kind(tiles[i].kind)
        read.setdefault(kind, {})[i] = tiles[i].kind_probability
    named = [Assignment(_cost(state, read, settings), dict(state.named)) for state in states]
    return sorted(named, key=lambda assignment: assignment.cost)


def _cost(
    state: _State, read: Mapping[str, Mapping[int, float]], settings: AssignmentSettings
) -> float:
    """Return the cost of a whole assignment.

    All tiles of a hand that were read alike are misread together more easily than one by one.
    A misreading of only some of them is less likely than their names indicate.

    Args:
        state: the assignment.
        read: by the kind that tiles were read as, their ids and probabilities.
        settings: costs.
    """
    wrong: dict[Swap, list[_Misread]] = {}
    for misread in state.misread:
        wrong.setdefault(misread.swap, []).append(misread)
    total = state.extra
    for (before, _), found in wrong.items():
        costs = [misread.cost for misread in found]
        others = read[before].keys() - {misread.tile for misread in found}
        if not others:
            total += max(costs) + settings.repetition * (sum(costs) - max(costs))
            continue
        total += sum(costs)
        for misread in found:
            sure = read[before][misread.tile]
            alike = any(abs(read[before][i] - sure) < settings.alike_margin for i in others)
            total += settings.alike_cost if alike else 0.0
    return total


def _choices(found: Layout, tiles: Tiles, settings: AssignmentSettings) -> Iterator[list[_Option]]:
    """Yield the options of each set and each single tile."""
    merge = found.rules != RIICHI  # in other rules a red five is a five
    for meld in found.melds:
        yield list(_set_options(meld, tiles, merge, settings))
    won = () if found.winning is None else (found.winning,)
    for i in (*found.concealed, *won, *found.indicators, *found.hidden_indicators):
        options = _names(tiles[i], merge, settings)
        plain = [(c, k) for c, k in options if k != BACK and k[1] != "f"] or options
        yield [_Option(((i, kind),), (cost,), (kind,)) for cost, kind in plain]
    for i in found.flowers:
        options = [(c, k) for c, k in _names(tiles[i], merge, settings) if k[1] == "f"]
        yield [_Option(((i, kind),), (cost,), (kind,)) for cost, kind in options]


def _names(tile: SeenTile, merge: bool, settings: AssignmentSettings) -> list[tuple[float, str]]:
    """Return the possible kinds of a tile with their costs, cheapest first."""
    if not tile.names:
        return [(0.0, kind.value) for kind in KINDS]
    if tile.kind_probability >= settings.certainty:
        return [(0.0, tile.kind)]
    shares: dict[str, tuple[float, str]] = {}
    for name, chance in tile.names:
        key = plain_kind(name) if merge else name
        before, shown = shares.get(key, (0.0, name))
        shares[key] = (before + chance, shown)
    best = max(chance for chance, _ in shares.values())
    if best >= settings.certainty:
        return [(0.0, next(name for chance, name in shares.values() if chance == best))]
    trust = settings.trust
    costs = [
        (trust * math.log(best / c), name)
        for c, name in shares.values()
        if c >= settings.least_share
    ]
    return sorted(costs)


def _set_options(
    meld: LaidMeld, tiles: Tiles, merge: bool, settings: AssignmentSettings
) -> Iterator[_Option]:
    """Yield every set that a meld's tiles may be; the kinds as read where they make none."""
    faces = [tiles[i] for i in meld.tiles if tiles[i].face_up]
    by_kind = [_by_plain(_names(tile, merge, settings)) for tile in faces]
    ids = [tile.id for tile in faces]
    found = []
    if meld.kind is not SetKind.CHOW or len(faces) == 3:
        found += [(plain,) * len(faces) for plain in dict.fromkeys(p for b in by_kind for p in b)]
    if meld.kind is not SetKind.KONG and len(faces) == 3:
        found += [kinds for kinds in product(*by_kind) if is_chow(kinds)]
    none = True
    for kinds in found:
        if not all(kind in names for kind, names in zip(kinds, by_kind, strict=True)):
            continue
        odd = len(set(kinds)) > 1 and meld.source not in (None, MeldSource.LEFT)
        odd = odd or (len(set(kinds)) > 1 and meld.wrong_end)
        for way in product(*(names[k] for k, names in zip(kinds, by_kind, strict=True))):
            none = False
            costs = tuple(cost for cost, _ in way)
            named = tuple(zip(ids, (name for _, name in way), strict=True))
            unseen = len(meld.kinds) - len(faces)
            held = (*(name for _, name in way), *([kinds[0]] * unseen if kinds else ()))
            yield _Option(named, costs, held, WRONG_END if odd else 0.0)
    if none:
        kinds = tuple(tile.kind for tile in faces)
        yield _Option(tuple(zip(ids, kinds, strict=True)), (0.0,) * len(ids), kinds)


def _by_plain(names: Sequence[tuple[float, str]]) -> dict[str, list[tuple[float, str]]]:
    found: dict[str, list[tuple[float, str]]] = {}
    for cost, name in names:
        if name != BACK and name[1] != "f":
            found.setdefault(plain_kind(name), []).append((cost, name))
    return found


def _other_tiles(found: Layout, tiles: Tiles) -> list[SeenTile]:
    """Return the tiles in view outside the hand: they too count towards the four of a kind."""
    ids = [*found.ignored, *(i for pond in found.ponds for i in pond.tiles)]
    return [tiles[i] for i in ids if tiles[i].names and tiles[i].face_up]


def _extend(
    states: Sequence[_State],
    options: Sequence[_Option],
    tiles: Tiles,
    settings: AssignmentSettings,
    width: int,
) -> list[_State]:
    """Extend every state by every option that fits; keep the cheapest (at least `width`)."""
    longer = []
    for option in options:
        misread, extra = _misreadings(option, tiles)
        for state in states:
            counts: int | None = state.counts
            for kind in option.held:
                counts = _plus(counts, kind) if counts is not None else None
            if counts is None:
                continue
            bound = state.bound + extra
            seen = {before.swap for before in state.misread}
            for new in misread:
                bound += settings.repetition * new.cost if new.swap in seen else new.cost
                seen.add(new.swap)
            named = state.named + option.named
            longer.append(
                _State(bound, state.extra + extra, counts, named, state.misread + misread)
            )
    if not longer:  # the certain ones leave no room: reported as a problem, not decoded
        first = options[0]
        return [replace(state, named=state.named + first.named) for state in states]
    longer.sort(key=lambda state: state.bound)
    most = longer[0].bound + settings.margin
    return [state for state in longer[: max(width, settings.width)] if state.bound <= most]


def _misreadings(option: _Option, tiles: Tiles) -> tuple[tuple[_Misread, ...], float]:
    """Return the misreadings that an option implies, each with its cost; and its other costs."""
    misread, extra = [], option.extra
    for (i, kind), cost in zip(option.named, option.costs, strict=True):
        if tiles[i].names and cost > 0:
            misread.append(_Misread(i, (plain_kind(tiles[i].kind), plain_kind(kind)), cost))
        else:
            extra += cost
    return tuple(misread), extra


def _plus(counts: int, kind: str) -> int | None:
    """Add one tile of a kind to the counts; None if the set has no more.

    The counts have three bits a kind, one a flower and one a red five.

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
