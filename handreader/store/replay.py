"""A game told from its entries, also where a correction moved its players to other seats.

Events name seats, but what was recorded happened between people. An entry keeps who sat where when
it was recorded; if other players sit there now, its seats are those of the same people. What a win
paid may then be another: East pays and gets more, seat winds count or do not, counters are more or
fewer. Where the case records of the hands are kept they are scored anew; where only points are
known those stay as they were recorded, counters apart, and the entry is doubtful.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring import RULEBOOKS, Score, score
from scoring.errors import HandReaderError
from scoring.game import (
    Event,
    GameError,
    HandDied,
    NobodyWon,
    Riichi,
    State,
    Winner,
    Won,
    WonFalsely,
    apply,
    new_game,
    won,
)
from scoring.game.state import four
from scoring.record import Record
from scoring.rulebooks.riichi_points import COUNTER
from scoring.tiles import WINDS, Wind

from .errors import StoreError
from .models import Entry, Game, Json, Setting, Told


def told(game: Game, entries: Sequence[Entry], revision: int) -> Told:
    """The game that these entries (the latest version of each, in order) tell.

    Raises:
        StoreError: an entry that cannot happen where it stands (`breaks_later`).
    """
    state = new_game(game.rules)
    before, events, doubts = [], [], []
    for entry in entries:
        before.append(state)
        try:
            now, sure = as_now(entry, state)
            state = happened(state, now)
        except GameError as error:
            raise StoreError("breaks_later", number=entry.number, what=error) from error
        events.append(now)
        if not sure:
            doubts.append(entry.number)
    return Told(game, tuple(entries), state, tuple(before), tuple(events), tuple(doubts), revision)


def happened(state: State, events: Iterable[Event]) -> State:
    """The state after the events of one entry; all of them belong to one hand.

    Raises:
        GameError: one that cannot happen, or one after the hand is over.
    """
    hands = len(state.deals)
    for event in events:
        if len(state.deals) > hands:
            raise GameError("hand_over")
        state = apply(state, event)
    return state


def as_now(entry: Entry, state: State) -> tuple[tuple[Event, ...], bool]:
    """An entry's events by the seats of now, and whether their amounts are surely right."""
    then = entry.setting
    if then == Setting.of(state):
        return entry.events, True
    seats = {seat: state.seat(player) for seat, player in zip(WINDS, then.seating, strict=True)}
    events, sure = [], True
    for event in entry.events:
        if isinstance(event, Won):
            event, sure = _won_now(event, entry, state, seats)
        else:
            event = _reseated(event, seats)
        events.append(event)
        state = apply(state, event)
    return tuple(events), sure


def _reseated(event: Event, seats: Mapping[Wind, Wind]) -> Event:
    if isinstance(event, Riichi | WonFalsely | HandDied):
        return replace(event, seat=seats[event.seat])
    if isinstance(event, NobodyWon):
        return NobodyWon(frozenset(seats[seat] for seat in event.ready))
    return event


def _won_now(
    event: Won, entry: Entry, state: State, seats: Mapping[Wind, Wind]
) -> tuple[Won, bool]:
    records = entry.origin.records
    if len(records) == len(event.winners):
        scores = [scored_now(record, state, seats) for record in records]
        found = [one for one in scores if one is not None and one.payments is not None]
        if len(found) == len(records):
            return won(state, *found, on_riichi_tile=event.on_riichi_tile), True
    more = COUNTER * (state.counters - entry.setting.counters)
    winners = tuple(_paid_now(one, event, more, seats) for one in event.winners)
    discarder = None if event.discarder is None else seats[event.discarder]
    return Won(winners, discarder, event.on_riichi_tile), not _amounts_hang_on_seats(entry, state)


def _amounts_hang_on_seats(entry: Entry, state: State) -> bool:
    """Whether other seats or another round may change what a hand of unknown tiles pays."""
    return (entry.setting.seating, entry.setting.round) != (state.seating, state.round)


def _paid_now(one: Winner, event: Won, more: int, seats: Mapping[Wind, Wind]) -> Winner:
    """What was paid, by the same people, with `more` for counters from each or the discarder."""
    amounts = {seats[seat]: change for seat, change in zip(WINDS, one.changes, strict=True)}
    winner = seats[one.seat]
    payers = [seat for seat in WINDS if seat is not winner]
    if event.discarder is not None:
        payers, more = [seats[event.discarder]], 3 * more
    for payer in payers:
        amounts[payer] -= more
        amounts[winner] += more
    return Winner(winner, four(amounts[seat] for seat in WINDS))


def scored_now(
    record: Json, state: State, seats: Mapping[Wind, Wind] | None = None
) -> Score | None:
    """The score of a case record in a game's next hand; None if it is no hand that can win there.

    Args:
        record: by the seats of when it was recorded.
        state: before the hand.
        seats: seats of then to those of now; None if they are the same.
    """
    seats = seats or dict(zip(WINDS, WINDS, strict=True))
    try:
        read = Record.from_json(record)
        since = read.win.discards_since
        win = replace(
            read.win,
            seat=seats[read.win.seat],
            round=state.round,
            discarder=None if read.win.discarder is None else seats[read.win.discarder],
            liable=None if read.win.liable is None else seats[read.win.liable],
            counters=state.counters if state.rules.counts_hands else 0,
            riichi_sticks=0,  # the game pays them: it knows how many lie on the table
            discards_since=since and tuple((seats[seat], tile) for seat, tile in since),
        )
        found = score(read.hand, win, RULEBOOKS[state.rules.id])
    except HandReaderError:
        return None
    return found if found.valid_win else None
