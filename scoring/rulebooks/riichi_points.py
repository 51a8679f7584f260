"""Payments of a riichi hand: dora, limits, shares, counters, sticks, liability (EMA 2008)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..counts import how_many
from ..payments import DISCARDED, ROBBED, SELF_DRAWN, Payment, other_seats
from ..text import Phrase, Texts, phrase
from ..tiles import Tile, Wind
from ..win import Win

YAKUMAN = 8000  # basic points; the other limits are below
# "Mani limite": name and basic points by the fan it begins with
LIMITS = (
    (13, "yakuman", YAKUMAN),
    (11, "sanbaiman", 6000),
    (8, "baiman", 4000),
    (6, "haneman", 3000),
    (5, "mangan", 2000),
)
MANGAN = 2000
COUNTER = 100  # from each player, 3.4.10
STICK = 1000  # 3.3.12


def _next_kind(kind: int) -> int:
    """Return the kind that an indicator points at (2.7); white follows red, 1 follows 9."""
    first, size = (9 * (kind // 9), 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    return first + (kind - first + 1) % size


_DORA = tuple(_next_kind(kind) for kind in range(34))


def dora_of(indicator: Tile) -> int:
    """Return the index of the kind that an indicator makes dora."""
    return _DORA[indicator.index]


def count_dora(indicators: Iterable[Tile], counts: int) -> int:
    """Count the dora of a hand: each tile counts once for each indicator that points at it.

    Args:
        counts: the hand's tiles as `counts` counts them.
    """
    return sum([how_many(counts, _DORA[tile.index]) for tile in indicators])


@lru_cache(maxsize=1 << 10)
def basic_points(fan: int, fu: int, thirteen: str = "yakuman") -> tuple[int, str]:
    """Return the basic points, and the name of the limit ("" if none); 4.1.2.

    Args:
        fan: fan with dora.
        fu: minipoints, rounded.
        thirteen: name of the limit that 13 and more fan reach.
    """
    for least, name, points in LIMITS:
        if fan >= least and (least < 13 or thirteen == name):
            return points, name
    points = fu << (fan + 2)
    return (MANGAN, "mangan") if points >= MANGAN else (points, "")


def share(basic: int, winner: Wind, payer: Wind) -> int:
    """Return a player's payment for a self-drawn hand, counters apart."""
    return _round_up(basic * (2 if Wind.EAST in (winner, payer) else 1))


def price(basic: int, winner: Wind) -> int:
    """Return the discarder's payment, counters apart."""
    return _round_up(basic * (6 if winner is Wind.EAST else 4))


def worth(basic: int, win: Win) -> int:
    """Return the sum of all payments for the hand, counters and sticks apart."""
    return _worth(basic, win.seat, win.self_drawn)


@lru_cache(maxsize=1 << 10)
def _worth(basic: int, winner: Wind, drawn: bool) -> int:
    if drawn:
        return sum([share(basic, winner, seat) for seat in other_seats(winner)])
    return price(basic, winner)


def _round_up(points: int) -> int:
    return -(-points // 100) * 100


_LIABLE: Texts = {
    "en": "{who} fed the last set of {yaku}",
    "it": "{who} ha dato l'ultimo tris di {yaku}",
}
_STICKS: Texts = {"en": "riichi bets: {count}", "it": "pagamenti riichi: {count}"}


def riichi_payments(basic: int, win: Win, liable_for: object = None) -> tuple[Payment, ...] | None:
    """Return the payments of a win; None if the discarder is unknown.

    Args:
        basic: basic points.
        win: the circumstances of the win.
        liable_for: the yakuman for which `win.liable` is liable; None if there is none.
    """
    liable = win.liable if liable_for is not None else None
    if win.self_drawn:
        paid = _self_draw_payments(basic, win, liable, liable_for)
    elif win.discarder is None:
        return None
    else:
        paid = _discard_payments(basic, win, win.discarder, liable, liable_for)
    if win.riichi_sticks:
        why = phrase(_STICKS, count=win.riichi_sticks)
        paid += (Payment(None, win.seat, (STICK * win.riichi_sticks,), why),)
    return paid


def _self_draw_payments(
    basic: int, win: Win, liable: Wind | None, liable_for: object
) -> tuple[Payment, ...]:
    """Charge each player his share; or all three shares to the liable player (3.3.6)."""
    counters = COUNTER * win.counters
    if liable is not None:
        why = phrase(_LIABLE, who=liable, yaku=liable_for)
        return (_payment(liable, win, worth(basic, win), 3 * counters, why),)
    why = phrase(SELF_DRAWN)
    payers = other_seats(win.seat)
    return tuple([_payment(p, win, share(basic, win.seat, p), counters, why) for p in payers])


def _discard_payments(
    basic: int, win: Win, discarder: Wind, liable: Wind | None, liable_for: object
) -> tuple[Payment, ...]:
    """Charge the discarder all; half, and the counters, if another is liable (3.3.6)."""
    points, counters = price(basic, win.seat), 3 * COUNTER * win.counters
    why = phrase(ROBBED if win.robbing_kong else DISCARDED, who=discarder)
    if liable is None or liable is discarder:
        return (_payment(discarder, win, points, counters, why),)
    fed = phrase(_LIABLE, who=liable, yaku=liable_for)
    return (
        _payment(discarder, win, points // 2, counters, why),
        _payment(liable, win, points // 2, 0, fed),
    )


def _payment(payer: Wind, win: Win, points: int, counters: int, why: Phrase) -> Payment:
    return Payment(payer, win.seat, (points, counters) if counters else (points,), why)
