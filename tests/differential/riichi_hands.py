"""Random winning riichi hands, bent towards rare yaku, from a seeded generator."""

from __future__ import annotations

from collections import Counter
from random import Random

from scoring.decompose import seven_different_pairs, thirteen_orphans
from scoring.hand import Hand, Meld, SetKind
from scoring.tiles import KINDS, TILES, WINDS, Tile, sort_tiles
from scoring.win import Win

Group = tuple[int, ...]  # kinds of a set or pair

# What the sets of a hand are taken from; plain hands are the most frequent.
_ALL = tuple(range(34))
_HONOURS = tuple(range(27, 34))
_ENDS = (0, 8, 9, 17, 18, 26, *_HONOURS)
_POOLS: tuple[tuple[int, ...], ...] = (
    _ALL,
    _ALL,
    tuple(range(27)),
    (*range(9, 18), *_HONOURS),
    tuple(range(18, 27)),
    tuple(kind for kind in range(27) if 1 <= kind % 9 <= 7),
    (0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17, *_HONOURS),
    (3, 4, 5, 12, 13, 14, 21, 22, 23),
    (0, 9, 18, 8, 17, 26),
    _ENDS,
    _HONOURS,
    (19, 20, 21, 23, 25, 32),
)
SHAPES = (seven_different_pairs, thirteen_orphans)


def riichi_win(rng: Random) -> tuple[Hand, Win]:
    """A hand complete in shape, with or without a yaku, and how it was won."""
    while True:
        split = _split(rng)
        counts = Counter(kind for group in split for kind in group)
        if max(counts.values()) <= 4:
            break
    is_regular = len(split) == 5
    claims = rng.choice((0.0, 0.0, 0.3, 0.6, 0.9)) if is_regular else 0.0
    kongs = rng.choice((0.05, 0.05, 0.5))
    melds: list[tuple[Group, bool]] = []
    held: list[int] = []
    for group in split:
        whole = len(set(group)) == 1 and len(group) == 3
        if whole and counts[group[0]] == 3 and rng.random() < kongs:
            counts[group[0]] += 1
            melds.append(((group[0],) * 4, rng.random() < 0.5))
        elif len(group) == 3 and rng.random() < claims:
            melds.append((group, False))
        else:
            held += group
    winning = held.pop(rng.randrange(len(held)))
    fives = {"m": 4, "p": 13, "s": 22}  # of all four fives of a suit one is red
    red = {suit for suit, five in fives.items() if counts[five] == 4 or rng.random() < 0.5}
    tiles = _Faces(red)
    laid = tuple([_meld(tiles, rng, group, concealed) for group, concealed in melds])
    last = tiles.take(winning)
    hand = Hand(sort_tiles(tiles.take(kind) for kind in held), last, laid)
    return hand, _win(rng, hand, counts)


def _split(rng: Random) -> list[Group]:
    style = rng.random()
    if style < 0.08:
        pool = rng.choice([pool for pool in _POOLS if len(pool) >= 7])
        return [(kind, kind) for kind in rng.sample(pool, 7)]
    if style < 0.1:
        return [(kind,) for kind in (*_ENDS, rng.choice(_ENDS))]
    pool = rng.choice(_POOLS)
    near = set(pool)
    starts = [k for k in pool if k < 27 and k % 9 <= 6 and {k + 1, k + 2} <= near]
    runs = rng.choice((0.1, 0.6, 0.9, 1.0)) if starts else 0.0
    split: list[Group] = []
    for _ in range(4):
        if split and rng.random() < 0.2:
            split.append(_similar(rng, split[-1]))
        elif rng.random() < runs:
            first = rng.choice(starts)
            split.append((first, first + 1, first + 2))
        else:
            split.append((rng.choice(pool),) * 3)
    pair = rng.choice(pool)
    return [*split, (pair, pair)]


def _similar(rng: Random, group: Group) -> Group:
    """The same numbers in any suit, or the next run of a straight; for an honour another."""
    first = group[0]
    if first >= 27:
        return (rng.choice(_HONOURS),) * 3
    if len(set(group)) == 3 and first % 9 in (0, 3) and rng.random() < 0.5:
        return tuple(kind + 3 for kind in group)
    shift = 9 * rng.randrange(3)
    return tuple(kind % 9 + shift for kind in group)


class _Faces:
    """Hands out faces of kinds, one red five of each suit in `red` among them."""

    def __init__(self, red: set[str]) -> None:
        self._red = red

    def take(self, kind: int) -> Tile:
        tile = KINDS[kind]
        if tile.rank == 5 and tile.suit in self._red:
            self._red.remove(tile.suit)
            return next(t for t in TILES if t.is_red and t.suit == tile.suit)
        return tile


def _meld(faces: _Faces, rng: Random, group: Group, concealed: bool) -> Meld:
    kind = SetKind.KONG if len(group) == 4 else SetKind.PUNG
    if len(set(group)) > 1:
        kind = SetKind.CHOW
    return Meld(kind, sort_tiles(faces.take(kind) for kind in group), concealed=concealed)


def _win(rng: Random, hand: Hand, counts: Counter[int]) -> Win:
    seat, round_ = rng.choice(WINDS), rng.choice(WINDS[:2])
    drawn = rng.random() < 0.5
    is_open = any(not meld.concealed for meld in hand.melds)
    kong = any(meld.kind is SetKind.KONG for meld in hand.melds)
    ready = not is_open and rng.random() < 0.5
    double = ready and rng.random() < 0.2
    rare = rng.random()
    assert hand.winning is not None
    replaced = drawn and kong and rare < 0.2
    robbed = not drawn and counts[hand.winning.place] == 1 and rare < 0.1
    blessed = not hand.melds and not ready and rare > 0.95
    kongs = sum(meld.kind is SetKind.KONG for meld in hand.melds)
    wall = [kind for kind in range(34) for _ in range(4 - counts[kind])]
    shown = [KINDS[kind] for kind in rng.sample(wall, 2 + 2 * kongs)]
    return Win(
        self_drawn=drawn,
        discarder=None if drawn else seat.after(rng.randrange(1, 4)),
        seat=seat,
        round=round_,
        last_tile=not replaced and not robbed and not blessed and rng.random() < 0.05,
        kong_replacement=replaced,
        robbing_kong=robbed,
        blessing_heaven=blessed and drawn and seat.order == 0,
        blessing_earth=blessed and seat.order != 0,
        riichi=ready and not double,
        double_riichi=double,
        ippatsu=ready and not kong and rng.random() < 0.2,
        dora_indicators=tuple(shown[: 1 + kongs]),
        ura_indicators=tuple(shown[1 + kongs :]) if ready else (),
        counters=rng.choice((0, 0, 1, 2, 3, 5, 6)),
        riichi_sticks=rng.choice((0, 1, 2)) + ready,
    )
