"""Replay of a game from its entries, also after a correction moved its players to other seats.

Events name seats, but they happened between people. An entry stores the seating of its time; if
other players have these seats now, its seats become those of the same people. The payments of a
win may then change: East pays and gets more, seat winds count or do not, counters are more or
fewer. If the case records of the hands are stored, they are scored again; if only points are known,
these stay as they were recorded, counters apart, and the entry is uncertain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring import Score, score
from scoring.errors import HandReaderError
from scoring.game import (
    Adjustment,
    DeadHand,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameError,
    GameState,
    NameEvent,
    Renaming,
    Riichi,
    Substitution,
    Winner,
    Won,
    apply,
    new_game,
    win_from_scores,
)
from scoring.game.state import Four, four
from scoring.game.transitions import is_paid_counters
from scoring.payments import other_seats
from scoring.record import Record
from scoring.registry import game_rulebook
from scoring.rulebooks.riichi_points import counter_price
from scoring.tiles import WINDS, Wind

from .errors import StoreError
from .models import Entry, Game, GameHistory, Json, Names, Seating, validate_names


def replay_game(game: Game, entries: Sequence[Entry], revision: int) -> GameHistory:
    """Replay a game from its entries (the latest version of each, in order).

    Raises:
        StoreError: an entry that is impossible at its position (`breaks_later`), or a name that
            is invalid or another player's (`bad_players`).
    """
    state = new_game(game.rules)
    known = _KnownNames(game.players)
    before, events, doubts = [], [], []
    for entry in entries:
        before.append(state)
        try:
            now, sure = rebase_events(entry, state)
            known.apply(now, state)
            state = apply_events(state, now)
        except GameError as error:
            raise StoreError("breaks_later", number=entry.number, what=error) from error
        events.append(now)
        if not sure:
            doubts.append(entry.number)
    return GameHistory(
        game,
        tuple(entries),
        state,
        tuple(before),
        tuple(events),
        known.names(),
        tuple(doubts),
        revision,
    )


class _KnownNames:
    """The names of players from entry to entry: a renaming holds from his first hand on."""

    def __init__(self, players: Names) -> None:
        self._held = [[name] for name in players]  # of each player, one for each person
        self._persons: list[Four] = [(0, 0, 0, 0)]  # who of them played, before each entry

    def apply(self, events: Iterable[Event], state: GameState) -> None:
        """Take the names of an entry's events over.

        Raises:
            StoreError: an invalid name, or another player's.
        """
        for event in events:
            if isinstance(event, NameEvent):
                player = state.player(event.seat)
                names = [held[-1] for held in self._held]
                names[player] = event.name
                name = validate_names(names)[player]
                if isinstance(event, Renaming):
                    self._held[player][-1] = name
                else:
                    self._held[player].append(name)
        self._persons.append(four(len(held) - 1 for held in self._held))

    def names(self) -> tuple[Names, ...]:
        """Return the names before each entry, and after the last one."""
        a, b, c, d = self._held
        return tuple((a[i], b[j], c[k], d[m]) for i, j, k, m in self._persons)


def apply_events(state: GameState, events: Iterable[Event]) -> GameState:
    """Apply the events of one entry to a state; all of them belong to one hand.

    Raises:
        GameError: an impossible event, or one after the hand is over.
    """
    hands = len(state.deals)
    for event in events:
        if len(state.deals) > hands:
            raise GameError("hand_over")
        state = apply(state, event)
    return state


def rebase_events(entry: Entry, state: GameState) -> tuple[tuple[Event, ...], bool]:
    """Rebase an entry's events on the current seats; return them, and if amounts are certain."""
    then = entry.seating
    if then == Seating.of(state):
        return entry.events, True
    seats = {seat: state.seat(player) for seat, player in zip(WINDS, then.players, strict=True)}
    events, sure = [], True
    for event in entry.events:
        if isinstance(event, Won):
            event, sure = _rebase_win(event, entry, state, seats)
        else:
            event = _reseat(event, seats)
        events.append(event)
        state = apply(state, event)
    return tuple(events), sure


def _reseat(event: Event, seats: Mapping[Wind, Wind]) -> Event:
    if isinstance(event, Riichi | FalseWin | DeadHand | Renaming | Substitution):
        return replace(event, seat=seats[event.seat])
    if isinstance(event, Adjustment):
        amounts = {seats[seat]: change for seat, change in zip(WINDS, event.changes, strict=True)}
        return replace(event, changes=four(amounts[seat] for seat in WINDS))
    if isinstance(event, ExhaustiveDraw):
        return ExhaustiveDraw(frozenset(seats[seat] for seat in event.ready))
    return event


def _rebase_win(
    event: Won, entry: Entry, state: GameState, seats: Mapping[Wind, Wind]
) -> tuple[Won, bool]:
    records = entry.origin.records
    if len(records) == len(event.winners):
        scores = [rescore(record, state, seats) for record in records]
        found = [one for one in scores if one is not None and one.payments is not None]
        if len(found) == len(records):
            return win_from_scores(state, *found, on_riichi_tile=event.on_riichi_tile), True
    more = counter_price(dict(state.rules.scoring)) * (state.counters - entry.seating.counters)
    discarder = None if event.discarder is None else seats[event.discarder]
    each = [seats[one.seat] for one in event.winners]
    winners = tuple(
        _rebase_payments(
            one,
            event,
            more if is_paid_counters(state, seat, each, discarder) else 0,
            seats,
            state.rules.players,
        )
        for one, seat in zip(event.winners, each, strict=True)
    )
    return Won(winners, discarder, event.on_riichi_tile), not _amounts_depend_on_seats(entry, state)


def _amounts_depend_on_seats(entry: Entry, state: GameState) -> bool:
    """Check whether a changed seating or round may change the payments of a hand without tiles."""
    return (entry.seating.players, entry.seating.round) != (state.seating, state.round)


def _rebase_payments(
    one: Winner, event: Won, more: int, seats: Mapping[Wind, Wind], players: int
) -> Winner:
    """Rebase a winner's payments, with `more` for counters from each payer or the discarder."""
    amounts = {seats[seat]: change for seat, change in zip(WINDS, one.changes, strict=True)}
    winner = seats[one.seat]
    payers = list(other_seats(winner, players))
    if event.discarder is not None:
        payers, more = [seats[event.discarder]], len(payers) * more
    for payer in payers:
        amounts[payer] -= more
        amounts[winner] += more
    return Winner(winner, four(amounts[seat] for seat in WINDS))


def rescore(
    record: Json, state: GameState, seats: Mapping[Wind, Wind] | None = None
) -> Score | None:
    """Score a case record in a game's next hand; None if it cannot win there.

    Args:
        record: with the seats of its recording.
        state: before the hand.
        seats: from recorded to current seats; None if they are the same.
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
            counters=state.counters if state.rules.has_counters else 0,
            riichi_sticks=0,  # the game pays them: its state has their number
            discards_since=since and tuple((seats[seat], tile) for seat, tile in since),
        )
        found = score(read.hand, win, game_rulebook(state.rules))
    except HandReaderError:
        return None
    return found if found.valid_win else None
