"""Payments of a riichi hand: dora, limits, shares, counters, sticks, liability (EMA 2008)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..counts import how_many
from ..payments import DISCARDED, ROBBED, SELF_DRAWN, Payment, other_seats
from ..reading import Option
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
NEARLY_MANGAN = 1920  # 4 fan with 30 minipoints, 3 fan with 60
COUNTER = 100  # from each player, 3.4.10; another price is the option `counter`
STICK = 1000  # 3.3.12


def _next_kind(kind: int) -> int:
    """Return the kind that an indicator points at (2.7); white follows red, 1 follows 9."""
    first, size = (9 * (kind // 9), 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    return first + (kind - first + 1) % size


_DORA_OF_FOUR = tuple(_next_kind(kind) for kind in range(34))
_DORA_OF_THREE = (8, *_DORA_OF_FOUR[1:])  # three players have no 2-8 of characters: 9 follows 1


def dora_of(indicator: Tile, players: int = 4) -> int:
    """Return the index of the kind that an indicator makes dora."""
    return (_DORA_OF_FOUR if players == 4 else _DORA_OF_THREE)[indicator.index]


def count_dora(indicators: Iterable[Tile], counts: int, players: int = 4) -> int:
    """Count the dora of a hand: each tile counts once for each indicator that points at it.

    Args:
        indicators: the indicators.
        counts: the hand's tiles as `counts` counts them.
        players: four or three.
    """
    return sum([how_many(counts, dora_of(tile, players)) for tile in indicators])


@lru_cache(maxsize=1 << 10)
def basic_points(
    fan: int, fu: int, thirteen: str = "yakuman", rounded: bool = False
) -> tuple[int, str]:
    """Return the basic points, and the name of the limit ("" if none); 4.1.2.

    Args:
        fan: fan with dora.
        fu: minipoints, rounded.
        thirteen: name of the limit that 13 and more fan reach.
        rounded: whether 1920 basic points are a mangan (kiriage mangan).
    """
    for least, name, points in LIMITS:
        if fan >= least and (least < 13 or thirteen == name):
            return points, name
    points = fu << (fan + 2)
    least = NEARLY_MANGAN if rounded else MANGAN
    return (MANGAN, "mangan") if points >= least else (points, "")


def share(basic: int, winner: Wind, payer: Wind) -> int:
    """Return a player's payment for a self-drawn hand, counters apart."""
    return _round_up(basic * (2 if Wind.EAST in (winner, payer) else 1))


def price(basic: int, winner: Wind) -> int:
    """Return the discarder's payment, counters apart."""
    return _round_up(basic * (6 if winner is Wind.EAST else 4))


def worth(basic: int, win: Win, players: int = 4) -> int:
    """Return the sum of all payments for the hand, counters and sticks apart."""
    return _worth(basic, win.seat, win.self_drawn, players)


@lru_cache(maxsize=1 << 10)
def _worth(basic: int, winner: Wind, drawn: bool, players: int) -> int:
    if drawn:
        return sum([share(basic, winner, seat) for seat in other_seats(winner, players)])
    return price(basic, winner)


def _round_up(points: int) -> int:
    return -(-points // 100) * 100


_LIABLE: Texts = {
    "en": "{who} fed the last set of {yaku}",
    "it": "{who} ha dato l'ultimo tris di {yaku}",
}
_STICKS: Texts = {"en": "riichi bets: {count}", "it": "pagamenti riichi: {count}"}


@dataclass(frozen=True, slots=True)
class Liability:
    """The part of a hand for which the liable player (`Win.liable`) pays.

    Attributes:
        yaku: the yakuman that he fed, for the reason of the payment.
        basic: its basic points, or those of the whole hand if he pays for all of it.
        counters: whether he, and not the discarder, pays the counters of a win on a discard.
    """

    yaku: object
    basic: int
    counters: bool = False


def counter_price(options: Mapping[str, Option]) -> int:
    """Return what a counter costs each player, of the options of a rule set."""
    return int(options.get("counter", COUNTER))


def riichi_payments(
    basic: int,
    win: Win,
    liability: Liability | None = None,
    players: int = 4,
    counter: int = COUNTER,
) -> tuple[Payment, ...] | None:
    """Return the payments of a win; None if the discarder is unknown.

    Args:
        basic: basic points.
        win: the circumstances of the win.
        liability: what `win.liable` pays for; None if nobody is liable.
        players: four or three; with three a self-drawn win is paid by two (tsumo loss).
        counter: what a counter costs each player.
    """
    if win.liable is None:
        liability = None
    price_of_counters = counter * win.counters
    if win.self_drawn:
        paid = _self_draw_payments(basic, win, liability, players, price_of_counters)
    elif win.discarder is None:
        return None
    else:
        counters = (players - 1) * price_of_counters
        paid = _discard_payments(basic, win, win.discarder, liability, counters)
    if win.riichi_sticks:
        why = phrase(_STICKS, count=win.riichi_sticks)
        paid += (Payment(None, win.seat, (STICK * win.riichi_sticks,), why),)
    return paid


def _self_draw_payments(
    basic: int, win: Win, liability: Liability | None, players: int, counters: int
) -> tuple[Payment, ...]:
    """Charge each player his share; the shares of what he fed to the liable player (3.3.6)."""
    payers = other_seats(win.seat, players)
    why, paid = phrase(SELF_DRAWN), []
    if liability is not None and win.liable is not None:
        fed = phrase(_LIABLE, who=win.liable, yaku=liability.yaku)
        points = worth(liability.basic, win, players)
        paid.append(_payment(win.liable, win, points, counters * len(payers), fed))
        basic, counters = basic - liability.basic, 0
    if basic:
        paid += [_payment(p, win, share(basic, win.seat, p), counters, why) for p in payers]
    return tuple(paid)


def _discard_payments(
    basic: int, win: Win, discarder: Wind, liability: Liability | None, counters: int
) -> tuple[Payment, ...]:
    """Charge the discarder all; half of what he fed to another player who is liable (3.3.6)."""
    points = price(basic, win.seat)
    why = phrase(ROBBED if win.robbing_kong else DISCARDED, who=discarder)
    liable = win.liable
    if liability is None or liable is None or liable is discarder:
        return (_payment(discarder, win, points, counters, why),)
    fed = phrase(_LIABLE, who=liable, yaku=liability.yaku)
    half = price(liability.basic, win.seat) // 2
    theirs = counters if liability.counters else 0
    return (
        _payment(discarder, win, points - half, counters - theirs, why),
        _payment(liable, win, half, theirs, fed),
    )


def _payment(payer: Wind, win: Win, points: int, counters: int, why: Phrase) -> Payment:
    return Payment(payer, win.seat, (points, counters) if counters else (points,), why)
