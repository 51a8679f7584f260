"""The Chinese official list: worked hands, options, payments, and a slow second way to count."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scoring import score, score_record_json
from scoring.chinese_official import chinese_official, false_win
from scoring.examples import parse_example
from scoring.explain import explain
from scoring.hand import Hand, Win
from scoring.payments import changes
from scoring.rulebook import Tally
from scoring.shapes import HandFacts, Option, Reading
from scoring.tiles import KINDS, Wind, in_order

SHARED = Path(__file__).parents[2].parent / "shared" / "cases"


def scored(text: str, **options: Option) -> tuple[int, list[str]]:
    """Points of the best reading, a win or not, and what counts: `id` or `id*count`."""
    best = score(*parse_example(text), chinese_official.with_options(**options)).best
    assert best is not None
    return best.total, [
        f"{i.pattern.id}*{i.count}" if i.count > 1 else i.pattern.id for i in best.items
    ]


# hand and win, total, what counts; numbers are entries of "Punteggio", L those of "Mani limite"
HANDS = [
    # 42: a hand with nothing of the list; with flowers beside it
    ("99m 45m 678s PP [<123p] 3f +9m", 9, "fiori mano_del_pollo"),
]


def test_hands() -> None:
    for text, total, counted in HANDS:
        assert scored(text) == (total, counted.split()), text


# A second way to count, slow and by other means: groups of plain numbers, every choice of combined
# sets tried, and for the whole hand the dearest of what contains each other instead of exclusions.
# Kinds are 0-26 numbers by suit and 27-33 honours; four sets and a pair alone.

Group = tuple[int, ...]
SIZE_2 = {(1, 0): 1, (1, 3): 1, (1, 6): 1, (2, 0): 1, (2, 3): 3}  # (suits, step) -> points
SIZE_3 = {(1, 0): 24, (3, 0): 8, (1, 1): 16, (3, 1): 6, (1, 2): 16, (1, 3): 16, (3, 3): 8}
SIZE_4 = {(1, 0): 48, (1, 1): 32, (1, 2): 32}
PUNGS = ({(2, 0): 2}, {(3, 0): 16, (1, 1): 24, (3, 1): 8}, {(1, 1): 48})


def slow_splits(tiles: Group, pair: bool = True) -> Iterator[tuple[Group, ...]]:
    """Every split of sorted tiles into sets, and a pair if one is still wanted."""
    if not tiles:
        if not pair:
            yield ()
        return
    first = tiles[0]
    wanted = [(first, first, first), (first, first + 1, first + 2), (first, first)]
    if first >= 27 or first % 9 > 6:
        del wanted[1]
    for group in wanted if pair else [g for g in wanted if len(g) == 3]:
        left = Counter(tiles)
        left.subtract(group)
        if min(left.values()) >= 0:
            for rest in slow_splits(tuple(sorted(left.elements())), pair and len(group) == 3):
                yield (group, *rest)


def combined(firsts: list[int], tables: tuple[dict[tuple[int, int], int], ...], pair: int) -> int:
    """The most that sets with these first tiles give together."""
    numbered = [first for first in firsts if first < 27]
    found = []
    for size, table in enumerate(tables, 2):
        for chosen in combinations(range(len(numbered)), size):
            ranks = sorted(numbered[i] % 9 for i in chosen)
            suits = len({numbered[i] // 9 for i in chosen})
            steps = {b - a for a, b in zip(ranks, ranks[1:], strict=False)}
            key = (suits, steps.pop()) if len(steps) == 1 else (0, 0)
            if key in table:
                found.append((table[key], (size, *key), set(chosen)))
    ends = sorted(numbered) if tables[0] is SIZE_2 else []
    low, high = [f for f in ends if f % 9 == 0], [f for f in ends if f % 9 == 6]
    if len(low) == len(high) == 2 and [f + 6 for f in low] == high and pair in (4, 13, 22):
        suits = {f // 9 for f in low}
        if len(suits | {pair // 9}) in (1, 3):
            found.append((64 if len(suits) == 1 else 16, (4, 0, 0), {0, 1, 2, 3}))
    best = 0
    for many in range(1, 4):
        for choice in combinations(found, many):
            if all(a[1] != b[1] or not a[2] & b[2] for a, b in combinations(choice, 2)):
                pieces: list[set[int]] = []
                for _, _, sets in choice:
                    touched = [piece for piece in pieces if piece & sets]
                    pieces = [piece for piece in pieces if not piece & sets]
                    pieces.append(sets.union(*touched))
                # without a circle, n sets that hang together are n - 1 joints
                joints = sum(len(sets) - 1 for _, _, sets in choice)
                if joints == sum(len(piece) - 1 for piece in pieces):
                    best = max(best, sum(points for points, _, _ in choice))
    return best


def slow_points(hand: Hand, win: Win) -> int:
    """Points without flowers in the best reading, 8 for a chicken hand."""
    assert hand.winning is not None
    last = hand.winning.index
    held = tuple(sorted([tile.index for tile in hand.concealed] + [last]))
    table = [(tuple(t.index for t in meld.tiles), meld.concealed) for meld in hand.melds]
    best = 0
    for split in slow_splits(held):
        for completed in {group for group in split if last in group}:
            spoilt = not win.self_drawn and len(set(completed)) == 1 and len(completed) == 3
            at = split.index(completed)
            mine = [(group, not (spoilt and i == at)) for i, group in enumerate(split)]
            best = max(best, slow_reading([*mine, *table], hand, win, held, last))
    return best or 8


def slow_reading(
    sets: list[tuple[Group, bool]], hand: Hand, win: Win, held: Group, last: int
) -> int:
    """Points of one reading; `sets` are the groups and whether each is concealed."""
    groups = [group for group, _ in sets]
    pair = next(group[0] for group in groups if len(group) == 2)
    chows = [group[0] for group in groups if group[0] != group[-1]]
    pungs = [group[0] for group in groups if len(group) > 2 and group[0] == group[-1]]
    hidden = [g[0] for g, hid in sets if hid and len(g) > 2 and g[0] == g[-1]]
    kongs = [hid for group, hid in sets if len(group) == 4]
    tiles = [kind for group in groups for kind in group]
    kinds = set(tiles)
    honours = {kind for kind in kinds if kind > 26}
    ranks = {kind % 9 + 1 for kind in kinds - honours}
    suits = {kind // 9 for kind in kinds - honours}
    winds = [kind for kind in pungs if 27 <= kind <= 30]
    dragons = [kind for kind in pungs if kind > 30]
    closed = all(meld.concealed for meld in hand.melds)
    own = [27 + win.seat.order, 27 + win.round.order]
    no_honours = not honours
    before = Counter(held) - Counter([last])
    one_suit = no_honours and len(suits) == 1
    start = min(kinds)
    gates = one_suit and not hand.melds and before == Counter(
        [start - start % 9 + step for step in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
    )
    only_ends = ranks <= {1, 9}
    all_ends = only_ends and honours and suits  # 32, beside which nothing of the whole hand counts

    chow_points = combined(chows, (SIZE_2, SIZE_3, SIZE_4), pair)
    doubles = {chow % 9 for chow in chows} == {0, 6} and len(chows) == 4 and chow_points in (16, 64)
    terminals = only_ends and no_honours
    points = chow_points + combined(pungs, PUNGS, pair)
    if terminals:  # contains equal pungs, but not three of them
        points = 16 * any(n == 3 for n in Counter(kind % 9 for kind in pungs).values())

    points += [0, 2 if True in kongs else 1, 6 if all(kongs) else 4, 32, 88][len(kongs)]
    if len(hidden) == 2:
        points += 0 if len(kongs) == 2 and all(kongs) else 2
    points += {3: 16, 4: 64}.get(len(hidden), 0)
    points += {0: 0, 1: 2, 2: 64 if pair > 30 else 6, 3: 88}[len(dragons)]
    points += {3: 64 if 27 <= pair <= 30 else 12, 4: 88}.get(len(winds), 0)
    if len(winds) < 4:
        points += 2 * sum(kind in winds for kind in own)
    if not only_ends and not gates:
        points += sum(kind < 27 and kind % 9 in (0, 8) for kind in pungs)
        points += sum(kind not in own for kind in winds) if len(winds) < 3 else 0

    # tiles of the whole hand
    in_row = sorted(pungs) == list(range(min(pungs, default=0), min(pungs, default=0) + 4))
    in_row = in_row and len({kind // 9 for kind in pungs}) == 1 and max(pungs) < 27
    if only_ends:
        points += 32 if all_ends else 64
    elif len(pungs) == 4 and 4 not in (len(hidden), len(kongs), len(winds)) and not in_row:
        points += 6
    if not only_ends and all(set(g) & {0, 8, 9, 17, 18, 26, *honours} for g in groups):
        points += 4
    even, fives = no_honours and ranks <= {2, 4, 6, 8}, all(
        {kind % 9 for kind in group if kind < 27} & {4} for group in groups
    )
    narrow = 0
    if no_honours:
        low, high = min(ranks), max(ranks)
        narrow = 24 * (high <= 3 or low >= 7 or (low >= 4 and high <= 6))
        narrow = narrow or 12 * (high <= 4 or low >= 6)
    simple = no_honours and not ranks & {1, 9}
    middle = narrow == 24 and ranks <= {4, 5, 6}
    points += 24 * even + 16 * fives + narrow
    points += 2 * (simple and not even and not fives and not middle)
    all_chows = len(chows) == 4 and pair < 27
    points += 2 * (all_chows and not doubles)
    flush = one_suit and not gates and not (doubles and chow_points == 64)
    points += 24 * flush
    contained = simple or narrow or all_chows or one_suit or terminals
    points += no_honours and not contained
    upright = {k for k in kinds if k // 9 == 1 and k % 9 in (0, 1, 2, 3, 4, 7, 8)}
    upright |= {k for k in kinds if k // 9 == 2 and k % 9 in (1, 3, 4, 5, 7, 8)} | (kinds & {31})
    green = kinds <= {19, 20, 21, 23, 25, 32}
    points += 88 * green
    if not all_ends:
        points += 8 * (upright == kinds)
        points += len(suits) == 2 and upright != kinds
        points += 6 * (len(suits) == 1 and bool(honours) and not green)
        five_types = len(suits) == 3 and {kind > 30 for kind in honours} == {True, False}
        points += 6 * five_types
    if len({*chows}) > 1 or len(chows) < 4:
        in_kongs = {group[0] for group in groups if len(group) == 4}
        points += 2 * sum(n == 4 and k not in in_kongs for k, n in Counter(tiles).items())
    points += 88 * gates

    # the way it was won
    contained = len(hidden) == 4 or gates
    if closed and not contained:
        points += 4 if win.self_drawn else 2
    elif win.self_drawn and not win.last_tile and not win.kong_replacement:
        points += 1
    points += 8 * win.last_tile * (not win.robbing_kong)
    points += 8 * (win.kong_replacement + win.robbing_kong)
    seen = win.last_of_kind or tiles.count(last) - held.count(last) == 3
    points += 4 * (seen and not win.robbing_kong and held.count(last) == 1)
    called = sum(not meld.concealed for meld in hand.melds) == 4
    if called and not win.self_drawn:
        points += 6
    elif len(kongs) < 4:
        others = [kind for kind in range(34) if kind != last and completes(before, kind)]
        points += not others
    return points


def completes(before: Counter[int], kind: int) -> bool:
    held = before + Counter([kind])
    pairs = all(count % 2 == 0 for count in held.values()) and held.total() == 14
    return pairs or any(slow_splits(tuple(sorted(held.elements()))))


def random_win(rng: random.Random) -> tuple[Hand, Win]:
    """Four sets and a pair of few kinds, so that much is combined, and how they were won."""
    groups: list[Group] = []
    counts: Counter[int] = Counter({-1: 5})
    while max(counts.values()) > 4:
        suits = rng.choice([(0,), (1, 2), (0, 2), (0, 1, 2), (0, 1, 2)])
        low = rng.choice([0, 0, 3, 5])
        ranks = range(low, min(9, low + rng.choice([4, 6, 9])))
        kinds = [9 * suit + rank for suit in suits for rank in ranks]
        if rng.random() < 0.15:
            kinds = [0, 8, 9, 17, 18, 26]
        kinds += rng.choice([range(27, 34), range(27, 31), range(31, 34), ()])
        runs = rng.choice([0, 0.5, 0.95])
        groups = [(rng.choice(kinds),) * size for size in (3, 3, 3, 3, 2)]
        for place, (kind, *_) in enumerate(groups[:4]):
            if kind < 27 and kind % 9 < 7 and rng.random() < runs:
                groups[place] = (kind, kind + 1, kind + 2)
        counts = Counter(kind for group in groups for kind in group)
    text, held = [], list(groups.pop())
    for group in groups:
        way = rng.random()
        if way < 0.5:
            held += group
            continue
        if group[0] == group[-1] and counts[group[0]] == 3 and rng.random() < 0.5:
            group = (*group, group[0])
        body = "".join(KINDS[kind].value for kind in group)
        hidden = len(group) == 4 and way < 0.75
        text.append(f"({body})" if hidden else f"[{body}]")
    last = held.pop(rng.randrange(len(held)))
    text.append("".join(KINDS[kind].value for kind in held) + f" +{KINDS[last].value}")
    seat = rng.choice("ESWN")
    how = "drawn" if rng.random() < 0.4 else f"from {rng.choice('ESWN'.replace(seat, ''))}"
    extra = rng.choice(["", "", "", "last_tile", "last_of_kind"])
    if "drawn" in how and any(len(part) == 10 for part in text[:-1]) and rng.random() < 0.3:
        extra += " kong_replacement"
    if "from" in how and counts[last] == 1 and rng.random() < 0.5:
        extra += " robbing_kong"
    return parse_example(f"{' '.join(text)} | {how} seat {seat} round {rng.choice('ESWN')} {extra}")


@pytest.mark.parametrize("seed", range(8))
def test_points_are_those_of_the_slow_count(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        hand, win = random_win(rng)
        best = score(hand, win, chinese_official).best
        assert best is not None and not hand.problems()
        if best.reading.is_regular:
            text = " ".join(explain(score(hand, win, chinese_official)))
            assert best.more["points_without_flowers"] == slow_points(hand, win), text
