"""Random winning hands of every shape that MCR knows, rare patterns made common."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from scoring.hand import Hand, Meld
from scoring.tiles import KINDS, WINDS, Tile, sort_tiles
from scoring.win import Win

Groups = list[list[int]]  # indices of tiles: four sets and a pair

ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


def winning_hand(rng: random.Random) -> tuple[Hand, Win]:
    """A winning hand and how it was won; nothing in it contradicts anything else."""
    make = rng.choices(
        (
            _sets,
            _near_sets,
            _straights,
            _rare_sets,
            _pairs,
            _orphans,
            _gates,
            _knitted_straight_hand,
            _honours_and_knitted_hand,
        ),
        (10, 14, 4, 4, 3, 1, 1, 4, 1),
    )[0]
    while True:
        hand = make(rng)
        if not hand.problems():
            break
    flowers = sort_tiles(tile for tile in list(Tile)[37:] if rng.random() < 0.1)
    hand = Hand(hand.concealed, hand.winning, hand.melds, flowers)
    return hand, _how(rng, hand)


def _sets(rng: random.Random) -> Hand:
    """Four sets and a pair of one to three suits, honours, or terminals and honours."""
    suits = rng.sample(range(3), rng.choice((1, 2, 3, 3)))
    kinds = [9 * suit + rank for suit in suits for rank in range(9)]
    kinds += rng.choice(([], list(range(27, 34))))
    kinds = rng.choice((kinds, kinds, kinds, list(ORPHANS)))
    return _hand_of_sets(
        rng, _fill(rng, [], lambda: rng.choice(kinds), rng.choice((0.2, 0.6, 0.9)))
    )


def _near_sets(rng: random.Random) -> Hand:
    """Four sets and a pair of few neighbouring ranks, so that sets join in many ways."""
    low, width = rng.randint(0, 4), rng.randint(2, 4)
    suits = rng.sample(range(3), rng.randint(1, 3))
    runs = rng.choice((0.1, 0.3, 0.9, 1.0, 1.0))

    def kind() -> int:
        return 9 * rng.choice(suits) + rng.randint(low, low + width)

    return _hand_of_sets(rng, _fill(rng, [], kind, runs))


def _straights(rng: random.Random) -> Hand:
    """1-2-3, 4-5-6 and 7-8-9 across or within suits, or 1-2-3 and 7-8-9 twice and a pair of 5."""
    suits = rng.sample(range(3), 3)
    if rng.random() < 0.4:
        suits = suits[:1] * 3
    bases = [9 * suit for suit in suits]
    if rng.random() < 0.6:
        sets = [[base + 3 * step + rank for rank in range(3)] for step, base in enumerate(bases)]
        return _hand_of_sets(
            rng, _fill(rng, sets, lambda: rng.choice(suits) * 9 + rng.randint(0, 8), 0.8)
        )
    sets = [[base + low + rank for rank in range(3)] for base in bases[:2] for low in (0, 6)]
    return _hand_of_sets(rng, [*sets, [bases[2] + 4] * 2])


def _rare_sets(rng: random.Random) -> Hand:
    """Pungs of winds, of dragons, of even numbers, of terminals; green tiles."""
    pool = rng.choice(
        (
            [27, 28, 29, 30, 30, 27, 28, 29, 30, 5],
            [31, 32, 33, 31, 32, 33, 1, 10, 27],
            [1, 3, 5, 7, 12, 14, 19],
            [0, 8, 9, 17, 18, 26],
            [19, 20, 21, 23, 25, 32],
            list(range(27, 34)),
        )
    )
    return _hand_of_sets(rng, _fill(rng, [], lambda: rng.choice(pool), rng.choice((0.0, 0.2))))


def _pairs(rng: random.Random) -> Hand:
    pool = rng.choice(
        (
            list(range(34)) * 2,
            list(range(9)) * 2,
            [kind for kind in range(27) if kind % 9 in (1, 3, 5, 7)] * 2,
            list(ORPHANS) * 2,
            list(range(27, 34)),
            list(range(1, 8)),
            [19, 20, 21, 23, 25, 32] * 2,
        )
    )
    return _hand_with_winning_tile(
        rng, [kind for kind in rng.sample(pool, 7) for _ in range(2)], ()
    )


def _orphans(rng: random.Random) -> Hand:
    return _hand_with_winning_tile(rng, [*ORPHANS, rng.choice(ORPHANS)], ())


def _knitted_tiles(rng: random.Random) -> list[int]:
    suits = rng.sample(range(3), 3)
    return [9 * suit + start + 3 * step for start, suit in enumerate(suits) for step in range(3)]


def _knitted_straight_hand(rng: random.Random) -> Hand:
    while True:
        one, pair = _fill(rng, [[], [], []], lambda: rng.randrange(34), 0.6)[3:]
        open_ = rng.random() < 0.4
        melds = (_meld(rng, one),) if open_ else ()
        hand = _hand_with_winning_tile(
            rng, [*_knitted_tiles(rng), *pair, *([] if open_ else one)], melds
        )
        if not hand.problems():
            return hand


def _honours_and_knitted_hand(rng: random.Random) -> Hand:
    return _hand_with_winning_tile(rng, rng.sample([*_knitted_tiles(rng), *range(27, 34)], 14), ())


def _gates(rng: random.Random) -> Hand:
    base = 9 * rng.randrange(3)
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9)]
    return _hand_with_winning_tile(rng, [base + rank for rank in ranks], ())


def _fill(rng: random.Random, groups: Groups, kind: Callable[[], int], runs: float) -> Groups:
    """`groups` and as many sets as are missing from four, and a pair, of the kinds drawn.

    Args:
        rng: where chance comes from.
        groups: sets that stand already.
        kind: draws the lowest tile of a set.
        runs: how likely a set is a chow.
    """
    found = list(groups)
    counts = Counter(tile for group in found for tile in group)
    while len(found) < 5:
        size = 2 if len(found) == 4 else 3
        first = kind()
        run = size == 3 and rng.random() < runs and first < 27 and first % 9 <= 6
        group = [first, first + 1, first + 2] if run else [first] * size
        if all(counts[tile] + group.count(tile) <= 4 for tile in group):
            found.append(group)
            counts.update(group)
        elif rng.random() < 0.02:  # these kinds may be used up
            found = list(groups)
            counts = Counter(tile for group in found for tile in group)
    return found


def _hand_of_sets(rng: random.Random, groups: Groups) -> Hand:
    """A hand of these sets, some of them on the table, some pungs as kongs."""
    open_ = rng.choice((0.0, 0.3, 0.6, 1.0))
    kongs = rng.choice((0.0, 0.0, 0.2, 0.9))
    counts = Counter(tile for group in groups for tile in group)
    melds: list[Meld] = []
    held = list(groups[4])
    for group in groups[:4]:
        alike = group[0] == group[1]
        if alike and counts[group[0]] == 3 and rng.random() < kongs:
            melds.append(Meld.from_tiles((KINDS[group[0]],) * 4, concealed=rng.random() < 0.5))
        elif rng.random() < open_:
            melds.append(_meld(rng, group))
        else:
            held += group
    return _hand_with_winning_tile(rng, held, tuple(melds))


def _meld(rng: random.Random, group: Sequence[int]) -> Meld:
    return Meld.from_tiles(tuple(KINDS[kind] for kind in group))


def _hand_with_winning_tile(rng: random.Random, held: list[int], melds: tuple[Meld, ...]) -> Hand:
    """The hand won with one of the tiles held."""
    rest = held.copy()
    winning = rest.pop(rng.randrange(len(rest)))
    return Hand(sort_tiles(KINDS[kind] for kind in rest), KINDS[winning], melds)


def _how(rng: random.Random, hand: Hand) -> Win:
    seat, drawn = rng.choice(WINDS), rng.random() < 0.5
    assert hand.winning is not None
    only = hand.tiles.count(hand.winning) == 1
    kong = any(len(meld.tiles) == 4 for meld in hand.melds)
    rare = rng.random() < 0.25
    return Win(
        drawn,
        None if drawn else seat.after(rng.randint(1, 3)),
        seat,
        rng.choice(WINDS),
        last_tile=rare and rng.random() < 0.3,
        kong_replacement=rare and drawn and kong and rng.random() < 0.5,
        robbing_kong=rare and not drawn and only and rng.random() < 0.3,
        last_of_kind=rare and only and rng.random() < 0.3,
    )
