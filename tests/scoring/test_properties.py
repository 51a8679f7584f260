"""What holds for every win: payments, sums, order of tiles, no pattern beside one it excludes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import RULEBOOKS, score
from scoring.hand import Hand, Meld
from scoring.payments import net_changes
from scoring.rulebook import Rulebook
from scoring.tiles import KINDS, WINDS, Tile, sort_tiles
from scoring.win import Win

BOOKS = [book for book in RULEBOOKS.values() if book.players == 4]  # `wins` deals to four


# A seed for Random: hands drawn tile by tile are too large for hypothesis to shrink.
seeds = st.integers(0, 2**32 - 1)


@st.composite
def wins(draw: st.DrawFn) -> tuple[Hand, Win]:
    """A winning hand, open or closed, with kongs and flowers, and how it was won."""
    rng = random.Random(draw(seeds))
    suits = rng.choice([[0], [0, 1], [0, 1, 2]])
    numbers = [9 * suit + rank for suit in suits for rank in range(9)]
    groups: list[list[int]] = []
    counts = [0] * 34
    while len(groups) < 5:
        kind = rng.choice([*numbers, *range(27, 34)])
        run = kind < 27 and kind % 9 <= 6 and rng.random() < 0.5
        size = 2 if len(groups) == 4 else 3
        group = [kind + step for step in range(3)] if run and size == 3 else [kind] * size
        if all(counts[k] + group.count(k) <= 4 for k in group):
            groups.append(group)
            for k in group:
                counts[k] += 1
    melds, held = [], list(groups[4])
    for group in groups[:4]:
        if rng.random() < 0.6:
            held += group
        elif group[0] == group[1] and counts[group[0]] == 3 and rng.random() < 0.5:
            counts[group[0]] = 4
            melds.append(Meld.from_tiles((KINDS[group[0]],) * 4, None, rng.random() < 0.5))
        else:
            melds.append(Meld.from_tiles(tuple(KINDS[k] for k in group)))
    winning = held.pop(rng.randrange(len(held)))
    flowers = sort_tiles(tile for tile in list(Tile)[37:] if rng.random() < 0.1)
    hand = Hand(sort_tiles(KINDS[k] for k in held), KINDS[winning], tuple(melds), flowers)
    return hand, how(rng)


def how(rng: random.Random) -> Win:
    seat, drawn = rng.choice(WINDS), rng.random() < 0.4
    discarder = None if drawn else seat.after(rng.randint(1, 3))
    return Win(drawn, discarder, seat, rng.choice(WINDS), last_tile=rng.random() < 0.2)


@given(wins())
def test_the_hands_drawn_here_are_sound(case: tuple[Hand, Win]) -> None:
    hand, win = case
    assert hand.problems() == () and win.conflicts(hand) == ()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
@settings(max_examples=150)
@given(case=wins())
def test_scores_hold_together(book: Rulebook, case: tuple[Hand, Win]) -> None:
    result = score(*case, book)
    best = result.best
    assert best is not None
    assert result.payments is None or sum(net_changes(result.payments).values()) == 0
    counted = [item.pattern.id for item in best.items]
    assert len(counted) == len(set(counted))
    for id in counted:
        assert not set(book.exclusions.get(id, ())) & set(counted)
    finds = {item.pattern.id: set(item.finds) for item in best.items}
    for drop in best.dropped:  # of what counts only other counts, made of other sets
        id, gone = drop.item.pattern.id, set(drop.item.finds)
        assert id not in finds or (gone and not gone & finds[id])
    assert result.next_best is None or result.next_best.rank <= best.rank
    for item in best.items:
        assert not item.finds or len(item.finds) == item.count
        assert all(0 <= place < len(best.reading.sets) for find in item.finds for place in find)


@settings(max_examples=150)
@given(wins())
def test_zung_jung_adds_up(case: tuple[Hand, Win]) -> None:
    result = score(*case, "zung-jung")
    assert result.best is not None and result.payments is not None
    parts = sum(item.points for item in result.best.items)
    limit = result.best.more["limit"]
    assert result.total == (320 if limit == "compound" else parts)
    assert limit == "none" or result.total >= 320
    assert sum(payment.amount for payment in result.payments) == 3 * result.total


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
@settings(max_examples=80)
@given(case=wins(), seed=seeds)
def test_the_order_of_tiles_does_not_matter(
    book: Rulebook, case: tuple[Hand, Win], seed: int
) -> None:
    hand, win = case
    rng = random.Random(seed)
    mixed = Hand(
        tuple(rng.sample(hand.concealed, len(hand.concealed))),
        hand.winning,
        tuple(rng.sample(hand.melds, len(hand.melds))),
        tuple(rng.sample(hand.flowers, len(hand.flowers))),
    )
    one, other = score(hand, win, book), score(mixed, win, book)
    assert one.total == other.total
    assert one.best is not None and other.best is not None
    assert [i.pattern.id for i in one.best.items] == [i.pattern.id for i in other.best.items]
