"""Transitions of a game: `apply(state, event)` returns the next state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from ..game_rules import AfterAbortiveDraw, DrawnHand, FalseWinPenalty, NextEast
from ..payments import net_changes
from ..scorer import Score
from ..text import Texts, phrase
from ..tiles import WINDS, Wind
from .errors import GameError
from .events import (
    AbortiveDraw,
    AbortReason,
    Adjustment,
    DeadHand,
    EarlyEnd,
    Event,
    ExhaustiveDraw,
    FalseWin,
    Renaming,
    Riichi,
    Winner,
    Won,
)
from .state import (
    NOTHING,
    DealResult,
    Ending,
    Four,
    GameState,
    PenaltyResult,
    by_player,
    four,
    minus,
    only,
    plus,
)

_NO_DISCARDER: Texts = {
    "en": "the discarder is not known",
    "it": "non si sa chi ha scartato",
}
FINE = 10  # to each player, for a false win
CHOMBO = 2000  # to each player; twice that to and by East (riichi: a limit hand reversed)
# Old places of the new E, S, W, N after rounds 1, 2 and 3
# ("Al termine di ogni giro": E and S, W and N change places; then E to W, W to S, S to N, N to E)
_SWAPS: tuple[Four, ...] = ((1, 0, 3, 2), (3, 2, 0, 1), (1, 0, 3, 2))


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """Apply events one by one and return the last state."""
    return reduce(apply, events, state)


def apply(state: GameState, event: Event) -> GameState:
    """Apply an event and return the next state.

    Raises:
        GameError: the event cannot happen now.
    """
    if state.is_over and not isinstance(event, Adjustment | Renaming):
        raise GameError("game_over")
    if state.rules.players == 3 and Wind.NORTH in _seats_in(event):
        raise GameError("no_north", rules=state.rules.id)
    if isinstance(event, Riichi):
        return _declare(state, event)
    if isinstance(event, Won):
        return _win(state, event)
    if isinstance(event, ExhaustiveDraw):
        return _draw(state, event)
    if isinstance(event, AbortiveDraw):
        return _abort(state, event)
    if isinstance(event, FalseWin):
        return _false_win(state, event)
    if isinstance(event, DeadHand):
        return replace(state, barred=state.barred | {state.player(event.seat)})
    if isinstance(event, Adjustment):
        return _adjust(state, event)
    if isinstance(event, EarlyEnd):
        return replace(_return_bets(state), has_ended=True)
    return state  # names are the store's


def win_from_scores(state: GameState, *scores: Score, on_riichi_tile: bool = False) -> Won:
    """Make the win event from scores, one for each winner.

    If only one of several winners is paid the counters, they are taken from the others' scores.

    Raises:
        GameError: a score that is not a valid win, has no payments, or was made with a different
            round, counters or discarder.
    """
    winners = []
    for score in scores:
        win = score.win
        if score.payments is None:
            why = score.rejection_reason() or phrase(_NO_DISCARDER)
            raise GameError("unpaid", seat=win.seat, why=why)
        if win.round is not state.round:
            raise GameError("other_round", scored=win.round, round=state.round)
        if state.rules.has_counters and win.counters != state.counters:
            counted = {"scored": win.counters, "counters": state.counters}
            raise GameError("other_counters", **counted)
        paid = score.payments
        if not is_paid_counters(state, win.seat, [one.win.seat for one in scores], win.discarder):
            assert score.best is not None  # it has payments
            paid = score.rulebook.payments(score.best, replace(win, counters=0)) or paid
        between = net_changes(payment for payment in paid if payment.payer is not None)
        winners.append(Winner(win.seat, four(between[seat] for seat in WINDS)))
    discarders = {score.win.discarder for score in scores}
    if len(discarders) > 1:
        raise GameError("other_discarders")
    return Won(tuple(winners), discarders.pop() if discarders else None, on_riichi_tile)


def first_of(discarder: Wind, seats: Iterable[Wind]) -> Wind:
    """Return the first of the seats that claim one discard: the next in turn after its owner."""
    return min(seats, key=lambda seat: (seat.order - discarder.order) % 4)


def is_paid_counters(
    state: GameState, winner: Wind, winners: Iterable[Wind], discarder: Wind | None
) -> bool:
    """Return whether a winner is paid the counters; in some games the first in turn alone is."""
    if not state.rules.counters_once or discarder is None:
        return True
    return winner is first_of(discarder, winners)


def _seats_in(event: Event) -> tuple[Wind | None, ...]:
    """Return the seats that an event names."""
    if isinstance(event, Won):
        return (event.discarder, *(winner.seat for winner in event.winners))
    if isinstance(event, ExhaustiveDraw):
        return tuple(event.ready)
    if isinstance(event, Adjustment):
        return tuple(seat for seat in WINDS if event.changes[seat.order])
    return () if isinstance(event, AbortiveDraw | EarlyEnd) else (event.seat,)


# One event each.


def _declare(state: GameState, event: Riichi) -> GameState:
    player = state.player(event.seat)
    if not state.rules.bet:
        raise GameError("no_riichi", rules=state.rules.id)
    if player in state.riichi:
        raise GameError("riichi_twice", seat=event.seat)
    if player in state.barred:
        raise GameError("dead_riichi", seat=event.seat)
    paid = plus(state.points, only(player, -state.rules.bet))
    return replace(state, points=paid, riichi=(*state.riichi, player))


def _win(state: GameState, event: Won) -> GameState:
    _check_win(state, event)
    if state.rules.three_wins_abort and len(event.winners) == 3:
        stays = state.rules.after_abortive_draw is AfterAbortiveDraw.EAST_STAYS
        return _next_hand(_carry_over(state), Ending.ABORTED, stays)
    points = state.points
    for winner in event.winners:
        points = plus(points, _by_player(state, winner.changes))
    points = plus(points, _sticks(state, event))
    east = any(winner.seat is Wind.EAST for winner in event.winners)
    counts = state.rules.has_counters and east
    winners = tuple(state.player(winner.seat) for winner in event.winners)
    ended = replace(
        state, points=points, counters=state.counters + 1 if counts else 0, sticks=0, riichi=()
    )
    return _next_hand(ended, Ending.WON, east and state.rules.east_stays, winners)


def _check_win(state: GameState, event: Won) -> None:
    seats = [winner.seat for winner in event.winners]
    if not seats or len(set(seats)) < len(seats):
        raise GameError("no_winners")
    if len(seats) > state.rules.max_winners:
        raise GameError("too_many_winners", count=len(seats), rules=state.rules.id)
    for winner in event.winners:
        if winner.seat is event.discarder:
            raise GameError("own_tile", seat=winner.seat)
        if state.player(winner.seat) in state.barred:
            raise GameError("barred", seat=winner.seat)
        absent = state.rules.players == 3 and winner.changes[Wind.NORTH.order]
        if sum(winner.changes) or winner.changes[winner.seat.order] <= 0 or absent:
            raise GameError("unbalanced", seat=winner.seat, changes=str(winner.changes))
    if event.on_riichi_tile and (
        event.discarder is None or state.player(event.discarder) not in state.riichi
    ):
        raise GameError("no_riichi_tile")


def _sticks(state: GameState, event: Won) -> Four:
    """Return each winner's stick to him, and all others to the first in turn (3.4.4, 4.1)."""
    own = {state.player(winner.seat) for winner in event.winners}
    if event.on_riichi_tile and event.discarder is not None:
        own.add(state.player(event.discarder))  # void: he gets it back (3.3.12)
    first = first_of(event.discarder or Wind.NORTH, [winner.seat for winner in event.winners])
    taken = dict.fromkeys(range(4), 0)
    taken[state.player(first)] = state.sticks
    for player in state.riichi:
        taken[player if player in own else state.player(first)] += 1
    return four(state.rules.bet * taken[player] for player in range(4))


def _draw(state: GameState, event: ExhaustiveDraw) -> GameState:
    rules = state.rules
    ready = {state.player(seat) for seat in event.ready}
    if ready & state.barred:
        raise GameError("dead_ready")
    if not rules.noten and ready:
        raise GameError("ready_unpaid", rules=rules.id)
    shown = ready | state.barred  # a dead hand has nothing to show
    liars = [state.seat(player).value for player in state.riichi if player not in shown]
    if liars:
        raise GameError("not_ready", seats=", ".join(liars))
    if 0 < len(ready) < rules.players:
        gain, loss = rules.noten // len(ready), rules.noten // (rules.players - len(ready))
        change = by_player(rules, (gain if player in ready else -loss for player in range(4)))
        state = replace(state, points=plus(state.points, change))
    if rules.drawn_hand is DrawnHand.READY:
        stays = state.player(Wind.EAST) in ready
    else:
        stays = rules.drawn_hand is DrawnHand.REPLAY
    return _next_hand(_carry_over(state), Ending.DRAWN, stays)


def _abort(state: GameState, event: AbortiveDraw) -> GameState:
    after = state.rules.after_abortive_draw
    if after is AfterAbortiveDraw.NONE:
        raise GameError("no_abortive_draws", rules=state.rules.id)
    if event.reason is AbortReason.FOUR_RIICHI and len(state.riichi) < 4:
        raise GameError("not_four_riichi", count=len(state.riichi))
    return _next_hand(_carry_over(state), Ending.ABORTED, after is AfterAbortiveDraw.EAST_STAYS)


def _carry_over(state: GameState) -> GameState:
    """Carry the sticks over to the next hand and add a counter, after a hand with no winner."""
    counters = state.counters + state.rules.has_counters
    return replace(state, counters=counters, sticks=state.sticks + len(state.riichi), riichi=())


def _false_win(state: GameState, event: FalseWin) -> GameState:
    kind = state.rules.false_win
    player = state.player(event.seat)
    if kind is FalseWinPenalty.SHOWN:
        return state
    if kind in (FalseWinPenalty.TEN_EACH, FalseWinPenalty.TEN_EACH_BARRED):
        change = four(-3 * FINE if other == player else FINE for other in range(4))
        barred = state.barred | ({player} if kind is FalseWinPenalty.TEN_EACH_BARRED else set())
        return replace(_move_points(state, change), barred=barred)
    state = _return_bets(state)  # and the same hand is dealt again
    if kind is FalseWinPenalty.CHOMBO:
        state = replace(state, points=plus(state.points, _chombo(state, player)))
    else:
        state = replace(state, fines=plus(state.fines, only(player, state.rules.chombo_at_end)))
    return _next_hand(state, Ending.CHOMBO, stays=True)


def _adjust(state: GameState, event: Adjustment) -> GameState:
    if event.changes == NOTHING or not event.reason.strip():
        raise GameError("no_adjustment")
    return _move_points(state, _by_player(state, event.changes), event.reason)


def _move_points(state: GameState, changes: Four, reason: str = "") -> GameState:
    """Move points apart from the hand's result: they keep a line of their own."""
    moved = PenaltyResult(len(state.deals), changes, reason)
    return replace(
        state,
        points=plus(state.points, changes),
        points_before=plus(state.points_before, changes),
        penalties=(*state.penalties, moved),
    )


def _return_bets(state: GameState) -> GameState:
    """Return what was bet in this hand."""
    bets = four(state.rules.bet * (other in state.riichi) for other in range(4))
    return replace(state, points=plus(state.points, bets), riichi=())


def _chombo(state: GameState, player: int) -> Four:
    east = state.player(Wind.EAST)
    paid = {
        other: CHOMBO * (2 if east in (other, player) else 1)
        for other in range(state.rules.players)
        if other != player
    }
    paid[player] = -sum(paid.values())
    return four(paid.get(other, 0) for other in range(4))


# From one hand to the next.


def _next_hand(
    state: GameState, ending: Ending, stays: bool, winners: tuple[int, ...] = ()
) -> GameState:
    """Record the finished hand and return the state before the next one."""
    moved = minus(state.points, state.points_before)
    table = -sum(moved)
    deal = DealResult(state.round, state.turn, state.seating, moved, table, ending, winners)
    after = replace(
        state, barred=frozenset(), deals=(*state.deals, deal), points_before=state.points
    )
    if stays:
        return after
    players = state.rules.players
    seats, absent = state.seating[:players], state.seating[players:]
    north_next = state.rules.next_east is NextEast.NORTH
    moved_seats = (seats[-1], *seats[:-1]) if north_next else (*seats[1:], seats[0])
    seating = four((*moved_seats, *absent))
    turn, rounds_over = state.turn + 1, state.rounds_over
    if turn == players:
        turn, rounds_over = 0, rounds_over + 1
        if state.rules.swaps_seats and rounds_over < state.rules.rounds:
            seating = four(seating[place] for place in _SWAPS[rounds_over - 1])
    return replace(after, seating=seating, turn=turn, rounds_over=rounds_over)


def _by_player(state: GameState, by_seat: Four) -> Four:
    return four(by_seat[state.seat(player).order] for player in range(4))
