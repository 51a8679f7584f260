"""Manual entry of complete hands: each is validated before any of its events is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from scoring import Score
from scoring.game import (
    AbortiveDraw,
    ExhaustiveDraw,
    FalseWin,
    GameState,
    Riichi,
    apply,
    win_from_scores,
)
from scoring.record import Record
from scoring.tiles import Wind

from ...store.replay import rescore
from ..errors import WatchError
from ..log.events import AbortEvent, DrawEvent, PenaltyEvent, WinEvent
from ..log.table_state import OpenProposal
from . import deals
from .commands import EnterDeal, EnterWin
from .session import Session


def enter_deal(session: Session, entered: EnterDeal) -> None:
    """Enter riichi and an end without a win.

    Raises:
        GameError: the deal is impossible in this state; nothing was written.
    """
    state, new = _apply_riichi(session.table.game, entered.riichi)
    if entered.ended is not None:
        apply(state, entered.ended)
    _begin_if_over(session)
    _declare_riichi(session, new)
    if entered.ended is not None:
        end_without_win(session, entered.ended)


def enter_win(session: Session, entered: EnterWin) -> None:
    """Enter the complete wins that end the deal.

    Raises:
        WatchError: no deal is played, or a hand is no win in it.
        GameError: the wins are impossible in this state; nothing was written.
    """
    table = session.table
    if table.over and not entered.begins_deal:
        raise WatchError("no_deal")
    scores = _sort_by_turn([_score_record(record, table.game) for record in entered.records])
    with_riichi = [s.win.seat for s in scores if s.win.riichi or s.win.double_riichi]
    state, new = _apply_riichi(table.game, [*entered.riichi, *with_riichi])
    on_riichi_tile = entered.on_riichi_tile or _is_on_riichi_tile(session, scores[0])
    happened = win_from_scores(state, *scores, on_riichi_tile=on_riichi_tile)
    apply(state, happened)
    _begin_if_over(session)
    _declare_riichi(session, new)
    shown = _merge_proposals(session, [one.win.seat for one in scores])
    hands = tuple(
        deals.winning_hand(table.place(s.win.seat), Record(None, table.rules, s.hand, s.win))
        for s in scores
    )
    number = None if shown is None else shown.number
    deals.end(session, WinEvent(number, hands, table.deal.number, happened), "user", shown)


def enter_false_win(session: Session, happened: FalseWin) -> None:
    """Enter a false win and its penalty.

    Raises:
        GameError: a false win is impossible in this state.
    """
    table = session.table
    apply(table.game, happened)
    session.append(PenaltyEvent(table.deal.number, happened), "user")
    if session.table.over:
        session.pending.clear()
    session.append(deals.totals(session))
    session.sync_store()


def end_without_win(session: Session, happened: ExhaustiveDraw | AbortiveDraw | FalseWin) -> None:
    """End the deal, checked before, without a win."""
    deal = session.table.deal.number
    match happened:
        case ExhaustiveDraw():
            deals.end(session, DrawEvent(deal, happened), "user")
        case AbortiveDraw():
            deals.end(session, AbortEvent(deal, happened), "user")
        case FalseWin():
            enter_false_win(session, happened)
        case _:
            assert_never(happened)


def _begin_if_over(session: Session) -> None:
    if session.table.over:  # the camera did not see its start
        deals.begin(session, whole=session.play.is_table_clear)


def _declare_riichi(session: Session, seats: Iterable[Wind]) -> None:
    for seat in seats:
        deals.declare_riichi(session, seat)


def _score_record(record: Record, state: GameState) -> Score:
    found = rescore(record.to_json(), state)
    if found is None or found.payments is None:
        raise WatchError("no_win_then")
    return found


def _is_on_riichi_tile(session: Session, first: Score) -> bool:
    """Return whether the log has a riichi declared with the winning tile."""
    table, last = session.table, session.table.last_discard
    if table.over or last is None or first.win.discarder is None:
        return False
    same = first.hand.winning is not None and last.tile.plain is first.hand.winning.plain
    mine = table.place(first.win.discarder) == last.place
    return same and mine and last.event in table.deal.riichi.values()


def _merge_proposals(session: Session, seats: Sequence[Wind]) -> OpenProposal | None:
    """Merge the proposals of these winners' hands; else return the open one, or None."""
    table = session.table
    waiting = [table.pending_proposal(place) for place in (*map(table.place, seats), None)]
    found = [shown for shown in waiting if shown is not None]
    if not found:
        return table.open_proposal
    return replace(found[0], evidence=tuple(e for shown in found for e in shown.evidence))


def _apply_riichi(state: GameState, seats: Iterable[Wind]) -> tuple[GameState, list[Wind]]:
    """Apply declarations of riichi; return the state and the declarations that are new."""
    new = []
    for seat in dict.fromkeys(seats):
        if state.player(seat) not in state.riichi:
            state = apply(state, Riichi(seat))
            new.append(seat)
    return state, new


def _sort_by_turn(scores: Sequence[Score]) -> list[Score]:
    """Sort the winners by their turn after the discarder."""
    giver = scores[0].win.discarder
    if giver is None:
        return list(scores)
    return sorted(scores, key=lambda one: (one.win.seat.order - giver.order) % 4)
