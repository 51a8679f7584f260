"""Faan of a Hong Kong hand, written again without the rulebook: lists, loops and counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.hand import Hand
from scoring.win import Win

Group = tuple[int, ...]  # kinds, 0-33
ENDS = {0, 8, 9, 17, 18, 26}


def faan(hand: Hand, win: Win) -> tuple[int, int]:
    """Faan without flowers, and with them, in the best division; -1 each if there is none.

    The best is the one with most faan that count up to ten, then with most at all.
    """
    assert hand.winning is not None
    melds = [tuple(tile.index for tile in meld.tiles) for meld in hand.melds]
    open_ = [not meld.concealed for meld in hand.melds]
    held = Counter(tile.index for tile in (*hand.concealed, hand.winning))
    last = hand.winning.index
    found = [(-1, -1)]
    if not hand.melds and set(held) == ENDS | set(range(27, 34)):
        found.append(_thirteen(win))
    for pair, groups in _divisions(held):
        if len(groups) + len(melds) == 4:
            for exposed in _exposures(groups, pair, last, win.self_drawn):
                found.append(_count(pair, [*groups, *melds], [*exposed, *open_], hand, win))
    return max(found, key=lambda two: (two[0] >= 3, min(two[1], 10), two[1]))


def optional_faan(hand: Hand, win: Win) -> tuple[int, int]:
    """The same where seven pairs win with four faan, seven flowers with three, eight with eight.

    A flower hand counts nothing else, and is as good as a hand of as many faan.
    """
    assert hand.winning is not None
    held = Counter(tile.index for tile in (*hand.concealed, hand.winning))
    found = [faan(hand, win)]
    if not hand.melds and list(held.values()) == [2] * 7:
        suits = {kind // 9 for kind in held if kind < 27}
        limit = 0 if suits else 10
        if win.blessing_heaven or (win.blessing_earth and not win.self_drawn):
            limit = 13
        points = _faan_of_win(win, closed=False)  # seven pairs are concealed as they are
        if limit:
            found.append((limit + points, limit + points))
        else:
            flush = 3 if any(kind >= 27 for kind in held) else 7
            points += 4 + flush * (len(suits) == 1)
            found.append((points, points + _flowers(hand, win)))
    if len(hand.flowers) >= 7:
        found.append(((3, 3), (8, 8))[len(hand.flowers) - 7])
    return max(found, key=lambda two: (two[0] >= 3, min(two[1], 10), two[1]))


def _divisions(held: Counter[int]) -> Iterator[tuple[int, list[Group]]]:
    for pair in held:
        if held[pair] >= 2:
            rest = held.copy()
            rest[pair] -= 2
            for groups in _groups(rest):
                yield pair, groups


def _groups(rest: Counter[int]) -> Iterator[list[Group]]:
    kinds = [kind for kind in rest if rest[kind]]
    if not kinds:
        yield []
        return
    first = min(kinds)
    choices: list[Group] = [(first,) * 3]
    if first < 27 and first % 9 < 7:
        choices.append((first, first + 1, first + 2))
    for group in choices:
        need = Counter(group)
        if all(rest[kind] >= count for kind, count in need.items()):
            for others in _groups(rest - need):
                yield [group, *others]


def _exposures(groups: list[Group], pair: int, last: int, drawn: bool) -> Iterator[list[bool]]:
    """Which sets of the hand the last tile exposes, for each set that it can complete."""
    nothing = [False] * len(groups)
    if drawn or last == pair:
        yield nothing
    for place, group in enumerate(groups):
        if not drawn and last in group:
            yield [place == other and len(set(group)) == 1 for other in range(len(groups))]


def _thirteen(win: Win) -> tuple[int, int]:
    total = 13 + _faan_of_win(win, closed=True)
    return total, total


def _faan_of_win(win: Win, closed: bool) -> int:
    points = int(closed) + int(win.robbing_kong)
    points += int(win.last_tile and not win.robbing_kong)
    if win.kong_replacement:
        return points + 2
    return points + int(win.self_drawn and not win.blessing_heaven)


def _count(
    pair: int, groups: list[Group], exposed: list[bool], hand: Hand, win: Win
) -> tuple[int, int]:
    kinds = {kind for group in groups for kind in group} | {pair}
    same = [group[0] for group in groups if len(set(group)) == 1]
    suits = {kind // 9 for kind in kinds if kind < 27}
    honours = any(kind >= 27 for kind in kinds)
    dragons = sum(kind >= 31 for kind in same)
    winds = sum(27 <= kind < 31 for kind in same)
    closed = not any(not meld.concealed for meld in hand.melds)
    limits = []
    if len(same) == 4 and not suits:
        limits.append(10)
    if winds == 3 and 27 <= pair < 31:
        limits.append(10)
    if winds == 4 or sum(len(group) == 4 for group in groups) == 4 or win.blessing_heaven:
        limits.append(13)
    if win.blessing_earth and not win.self_drawn:
        limits.append(13)
    hidden = [not out for group, out in zip(groups, exposed, strict=True) if group[0] == group[1]]
    if len(same) == 4 and all(hidden) and win.self_drawn:
        limits.append(13)
    if len(same) == 4 and kinds <= ENDS:
        limits.append(10)
    if len(suits) == 1 and not honours and not hand.melds:
        counts = Counter(kind % 9 for group in groups for kind in group) + Counter({pair % 9: 2})
        if all(counts[rank] >= (3 if rank in (0, 8) else 1) for rank in range(9)):
            limits.append(10)
    if limits:
        total = max(limits) + _faan_of_win(win, closed)
        return total, total
    points = _faan_of_win(win, closed)
    points += 1 if not same else 3 if len(same) == 4 else 0
    if len(suits) == 1:
        points += 3 if honours else 7
    if len(same) == 4 and honours and suits and all(k >= 27 or k in ENDS for k in kinds):
        points += 1
    if dragons == 3:
        points += 8
    elif dragons == 2 and pair >= 31:
        points += 5
    else:
        points += dragons
    points += same.count(27 + win.seat.order) + same.count(27 + win.round.order)
    return points, points + _flowers(hand, win)


def _flowers(hand: Hand, win: Win) -> int:
    ranks = {tile.rank for tile in hand.flowers}
    points = 0
    for first in (1, 5):
        if ranks >= set(range(first, first + 4)):
            points += 2
        elif first + win.seat.order in ranks:
            points += 1
    return points
