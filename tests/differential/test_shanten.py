"""Distance to a win against PyPI `mahjong`'s shanten, on random hands.

`pytest -m slow tests/differential` runs it; it skips without the extra `differential`. The peer
knows nothing of the tiles in called sets. So where a hand needs a tile of which they have all, ours
is farther; without regard to them both are equal.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring import RULEBOOKS
from scoring.efficiency import discards, distance_to_win, efficiency
from scoring.hand import Hand, Meld
from scoring.targets import CountedHand, hand_need
from scoring.tiles import KINDS, Tile, sort_tiles

HANDS = 10_000
SEARCHED = 300
BOOK = RULEBOOKS["riichi-ema"]
SETS = [(kind,) * 3 for kind in range(34)]
SETS += [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]

# any: the package is optional, so its types are not known here
peer: Any = pytest.importorskip("mahjong.shanten", reason="needs the extra `differential`")

pytestmark = pytest.mark.slow


def random_hand(rng: Random, size: int) -> Hand:
    """A hand of one of several kinds: any tiles, few suits, ends and honours, pairs."""
    while True:
        suit = rng.randrange(3)
        pools = (
            range(34),
            range(34),
            range(9 * suit, 9 * suit + 9),
            (*range(9 * suit, 9 * suit + 9), *range(27, 34)),
            [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)],
            rng.sample(range(34), 9),
        )
        pool = rng.choice(pools)
        called = rng.sample(SETS, rng.choice((0, 0, 0, 1, 2, 3, 4)))
        held = [kind for kind in pool for _ in range(4)]
        laid = [kind for one in called for kind in one]
        if max((laid.count(kind) for kind in laid), default=0) > 4:
            continue
        for kind in set(laid) & set(pool):
            held = [one for one in held if one != kind]
        if len(held) < size:
            continue
        tiles = rng.sample(held, size - 3 * len(called))
        melds = tuple(Meld.from_tiles(tuple(KINDS[kind] for kind in one)) for one in called)
        return Hand(sort_tiles(KINDS[kind] for kind in tiles), None, melds)


def their_distance(tiles: tuple[Tile, ...]) -> int:
    counts = [[tile.index for tile in tiles].count(kind) for kind in range(34)]
    return int(peer.Shanten.calculate_shanten(counts))


def blind_distance(hand: Hand) -> int:
    """Our distance, as if the tiles of the called sets were still to be had."""
    return hand_need(replace(CountedHand.of(hand, BOOK), gone=0), BOOK).missing - 1


@pytest.mark.parametrize("size", [13, 14])
def test_distances_are_equal(size: int) -> None:
    rng, wrong, seen, exhausted = Random(size), [], set(), 0
    for _ in range(HANDS):
        hand = random_hand(rng, size)
        mine, theirs = distance_to_win(hand, BOOK), their_distance(hand.concealed)
        seen.add((mine, len(hand.melds)))
        if mine != theirs:
            exhausted += 1
            if mine < theirs or blind_distance(hand) != theirs:
                wrong.append(f"{hand}: ours {mine}, theirs {theirs}")
    assert exhausted <= HANDS // 1000
    assert not wrong, f"{len(wrong)} of {HANDS} differ, first: {wrong[0]}"
    assert len(seen) > 20


def test_accepted_tiles_are_equal() -> None:
    rng, wrong = Random(34), []
    for _ in range(SEARCHED):
        hand = random_hand(rng, 13)
        distance = their_distance(hand.concealed)
        laid = [tile for meld in hand.melds for tile in meld.tiles]
        theirs = [
            tile
            for tile in KINDS
            if (*hand.concealed, *laid).count(tile) < 4
            and their_distance((*hand.concealed, tile)) < distance
        ]
        mine = [one.tile for one in efficiency(hand, BOOK).accepted]
        if mine != theirs:
            wrong.append(f"{hand}: ours {mine}, theirs {theirs}")
    assert not wrong, f"{len(wrong)} of {SEARCHED} differ, first: {wrong[0]}"


def test_each_discard_leaves_the_same_distance() -> None:
    rng, wrong = Random(35), []
    for _ in range(SEARCHED):
        hand = random_hand(rng, 14)
        for tile, found in discards(hand, BOOK):
            rest = list(hand.concealed)
            rest.remove(tile)
            if found.distance != their_distance(tuple(rest)):
                wrong.append(f"{hand} without {tile}: ours {found.distance}")
    assert not wrong, f"{len(wrong)} differ, first: {wrong[0]}"
