"""Presets of riichi against PyPI `mahjong` under the options that each of them names.

Left out: renhou as a mangan, which the library adds to other yaku; a double wind as a pair of two
minipoints, which it does not have; who is liable, and payments with three players, which are
compared by their sum.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring import RULEBOOKS, score
from scoring.hand import Hand
from scoring.payments import net_changes
from scoring.rulebook import Rulebook
from scoring.rulebooks.riichi_ema import YAKUMAN_IDS
from scoring.win import Win

from .riichi_hands import riichi_win

pytest.importorskip("mahjong", reason="needs the extra `differential`")  # as test_riichi does

from .test_riichi import DORA, THEIRS, config_module, estimate

HANDS = 4000

pytestmark = pytest.mark.slow

_SANBAIMAN = config_module.HandConstants.KAZOE_SANBAIMAN
OPTIONS: dict[str, dict[str, Any]] = {
    "riichi-ema-2016": {"has_aka_dora": False, "kazoe_limit": _SANBAIMAN},
    "riichi-ema-2025": {"has_aka_dora": False, "kazoe_limit": _SANBAIMAN, "kiriage": True},
    "riichi-wrc-2025": {"has_aka_dora": False, "kiriage": True},
    "riichi-wrc-2015": {"has_aka_dora": False, "kazoe_limit": _SANBAIMAN, "kiriage": True},
    "riichi-tenhou": {},
    "riichi-mahjong-soul": {"has_double_yakuman": True},
    "riichi-m-league": {"kazoe_limit": _SANBAIMAN, "kiriage": True},
    "riichi-three-players": {"is_three_player": True},
    "riichi-mahjong-soul-three": {"is_three_player": True, "has_double_yakuman": True},
}


@pytest.mark.parametrize("id", OPTIONS)
def test_random_hands(id: str) -> None:
    rng, book = Random(id), RULEBOOKS[id]
    if book.options["double_wind_pair"] == 2:
        book = book.with_options(double_wind_pair=4)
    if book.options["dealt_hand"] == "best":  # they look at the tile that is named
        book = book.with_options(dealt_hand="as_won")
    wins, seen = 0, Counter[str]()
    for _ in range(HANDS):
        hand, win = a_win(rng, book)
        mine, theirs = our_result(hand, win, book), their_result(hand, win, book)
        assert mine == theirs, f"{hand} {win}"
        if mine is not None:
            wins += 1
            seen.update(name for name, _ in mine["yaku"])
    assert wins > HANDS // 2
    assert len(seen) > 32, f"too few kinds of yaku came up: {sorted(seen)}"


def a_win(rng: Random, book: Rulebook) -> tuple[Hand, Win]:
    """A hand of this rule set; with three players some north tiles are set aside."""
    while True:
        hand, win = riichi_win(rng)
        if win.blessing_earth and not win.self_drawn:
            continue
        if book.players == 3:
            win = replace(win, norths=rng.randrange(4))
            if win.norths and (win.blessing_earth or win.blessing_heaven):
                continue
        if not book.conflicts(hand, win):
            return hand, win


def our_result(hand: Hand, win: Win, book: Rulebook) -> dict[str, Any] | None:
    """Yaku with fan or yakuman, fan, minipoints, and the winner's points; None if no win."""
    result = score(hand, win, book)
    best, paid = result.best, result.payments
    assert best is not None
    if not result.valid_win:
        return None
    assert paid is not None
    fan = best.more["han"]
    return {
        "yaku": sorted((item.pattern.id, item.value) for item in best.items),
        "fan": fan,
        "fu": best.more["fu"] if isinstance(fan, int) and fan < 5 else None,
        "points": net_changes(paid)[win.seat],
    }


def their_result(hand: Hand, win: Win, book: Rulebook) -> dict[str, Any] | None:
    """The same from `mahjong`; of several yakuman the highest where they are not added."""
    options = {"has_open_tanyao": True, "renhou_as_yakuman": False, **OPTIONS[book.id]}
    response = estimate(hand, win, **options)
    if response.error == "no_yaku":
        return None
    assert response.error is None, response.error
    is_open = any(not meld.concealed for meld in hand.melds)
    yaku = {
        THEIRS[y.name]: y.han_open if is_open and y.han_open else y.han_closed
        for y in response.yaku
        if y.name not in DORA
    }
    fan = response.han
    points = _points(win, response.cost, book.players)
    if limit_hands := {id: han // 13 for id, han in yaku.items() if id in YAKUMAN_IDS}:
        whole = sum(limit_hands.values())
        if book.options["several_yakuman"] == "highest":
            order = [pattern.id for pattern in book.patterns]
            limit_hands = {min(limit_hands, key=order.index): 1}
        points = points * sum(limit_hands.values()) // whole
        yaku, fan = limit_hands, None
    return {
        "yaku": sorted(yaku.items()),
        "fan": fan,
        "fu": response.fu if fan is not None and fan < 5 else None,
        "points": points + _beside(win, book.players),
    }


def _points(win: Win, cost: dict[str, int], players: int) -> int:
    """What the winner is paid for the hand."""
    if not win.self_drawn:
        return cost["main"]
    others = [seat for seat in (win.seat.after(step) for step in (1, 2, 3)) if seat.order < players]
    dear = [win.seat.order == 0 or seat.order == 0 for seat in others]
    return sum(cost["main" if one else "additional"] for one in dear)


def _beside(win: Win, players: int) -> int:
    """Counters and sticks."""
    return (players - 1) * 100 * win.counters + 1000 * win.riichi_sticks
