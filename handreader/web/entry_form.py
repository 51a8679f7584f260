"""Parse the page's entry form: one hand into the events of one entry.

    {"riichi": ["S"], "dead": ["N"], "ended": {"type": "won", ...} | {"type": "drawn", ...} | null}

`ended` is an event as in `scoring.game.serialization`, except for wins: there each winner has the
case record of the hand, or, if the tiles are not known, its points:

    {"type": "won", "on_riichi_tile": false, "winners": [{"record": {...}}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "points": 18}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "fan": 3, "fu": 40}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "yakuman": 1, "liable": "W"}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "changes": {"E": -8, ...}}]}
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from scoring import Score, score
from scoring.game import (
    DeadHand,
    Event,
    GameError,
    GameState,
    Riichi,
    Winner,
    Won,
    apply,
    win_from_scores,
)
from scoring.game.serialization import FormError, event_from_json, event_to_json
from scoring.game.transitions import is_paid_counters
from scoring.hand import Hand
from scoring.json_fields import JsonFault, JsonFields
from scoring.payments import Payment, net_changes
from scoring.record import Record, RecordError
from scoring.registry import game_rulebook, rules_text
from scoring.rulebook import Rulebook, Tally
from scoring.rulebooks.riichi_points import YAKUMAN, Liability, counter_price, riichi_payments
from scoring.text import Texts, phrase
from scoring.tiles import WINDS, Wind
from scoring.win import Win

from ..store.replay import rescore
from .errors import ApiError
from .form_fields import json_fields

MOST_POINTS = 100_000
MOST_YAKUMAN = 6  # of one hand, at tables that add them up
_FU = (30, 40, 25, 20, 50, 60, 70, 80, 90, 100, 110)  # the frequent ones first
_FED: Texts = {"en": "this yakuman", "it": "questo yakuman"}
# Any hand that every rulebook can score: the entered points replace its own.
_ANY_HAND = Hand.parse("123s456s789s11z55p +5p")


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """The events of one entry, and the case records of its wins.

    Attributes:
        events: in the order in which they happen.
        records: case records of the winning hands, if all are known.
    """

    events: tuple[Event, ...]
    records: tuple[Mapping[str, object], ...] = ()


def parse_entry(said: Mapping[str, object], state: GameState, lang: str) -> ParsedEntry:
    """Parse the entry form of one hand.

    Args:
        said: see above.
        state: before the hand, or during it.
        lang: language of error messages.

    Raises:
        ApiError: an invalid form, or a hand that is no win.
        GameError: an event that cannot happen now.
    """
    fields = json_fields(said)
    ended = None if fields.value("ended") is None else fields.mapping("ended")
    events: list[Event] = [DeadHand(seat) for seat in fields.seats("dead")]
    declared = fields.seats("riichi")
    winning = _winning_records(ended) if ended else ()
    for record in winning:  # a win with riichi implies its declaration
        if record.win.riichi or record.win.double_riichi:
            declared.append(record.win.seat)
    for seat in dict.fromkeys(declared):
        if state.player(seat) not in state.riichi:
            events.append(Riichi(seat))
    for event in events:
        state = apply(state, event)
    if ended is None:
        return ParsedEntry(tuple(events))
    if ended.get("type") == "won":
        last, records = _win_event(ended, winning, state, lang)
        return ParsedEntry((*events, last), records)
    return ParsedEntry((*events, _event(ended)))


def entry_form(events: Sequence[Event], state: GameState) -> Mapping[str, object]:
    """Return the form by which these events can be entered; see `parse_entry`.

    Args:
        events: of one entry.
        state: before them.
    """
    ended: Mapping[str, object] | None = None
    for event in events:
        if isinstance(event, Won):
            winners = [_winner_form(one, event, state) for one in event.winners]
            ended = {**event_to_json(event), "winners": winners}
        elif not isinstance(event, Riichi | DeadHand):
            ended = event_to_json(event)
        state = apply(state, event)
    return {
        "riichi": [event.seat.value for event in events if isinstance(event, Riichi)],
        "dead": [event.seat.value for event in events if isinstance(event, DeadHand)],
        "ended": ended,
    }


def _winner_form(one: Winner, event: Won, state: GameState) -> Mapping[str, object]:
    """Return a winner with points that give these payments, or with the payments themselves."""
    seats = [winner.seat for winner in event.winners]
    for points in _possible_points(one, event, state, seats):
        form = {"seat": one.seat.value, **points}
        if _winner_by_points(form, event.discarder, state, seats) == one:
            return form
    changes = {seat.value: one.changes[seat.order] for seat in WINDS}
    return {"seat": one.seat.value, "changes": changes}


def _possible_points(
    one: Winner, event: Won, state: GameState, seats: Sequence[Wind]
) -> Iterator[Mapping[str, object]]:
    """Yield points by which this winner may have been entered, the likely ones first."""
    if state.rules.bet:
        yield from ({"fan": fan, "fu": 30} for fan in (5, 6, 8, 11, 13))
        yield from ({"fan": fan, "fu": fu} for fu in _FU for fan in range(1, 5))
        yield from ({"yakuman": count} for count in range(1, MOST_YAKUMAN + 1))
        return

    def gain(points: int) -> int:
        form = {"seat": one.seat.value, "points": points}
        winner = _winner_by_points(form, event.discarder, state, seats)
        return winner.changes[one.seat.order]

    # who has more points never gains less
    wanted = one.changes[one.seat.order]
    yield {"points": 1 + bisect_left(range(1, MOST_POINTS), wanted, key=gain)}


def _event(obj: Mapping[str, object]) -> Event:
    try:
        return event_from_json(obj)
    except FormError as error:
        raise ApiError(422, "bad_request", what=error) from None


def _winners(ended: Mapping[str, object]) -> list[Mapping[str, object]]:
    fields = json_fields(ended, "winners")
    return [winner.obj for winner in fields.sub_list("winners", 3, least=1)]


def _winning_records(ended: Mapping[str, object]) -> tuple[Record, ...]:
    """Parse the winners' case records; return () if a winner has points instead."""
    if ended.get("type") != "won" or any("record" not in one for one in _winners(ended)):
        return ()
    try:
        return tuple(Record.from_json(one["record"]) for one in _winners(ended))
    except RecordError as error:
        raise ApiError(422, "bad_request", what=error) from None


def _win_event(
    ended: Mapping[str, object], known: tuple[Record, ...], state: GameState, lang: str
) -> tuple[Won, tuple[Mapping[str, object], ...]]:
    on_riichi_tile = ended.get("on_riichi_tile") is True
    if not known:
        return _win_by_points(ended, state, on_riichi_tile), ()
    scores = [_score_win(record, state, lang) for record in known]
    kept = [
        Record(
            None,
            rules_text(game_rulebook(state.rules)),
            one.hand,
            replace(one.win, riichi_sticks=0),
        ).to_json()
        for one in scores
    ]
    return win_from_scores(state, *scores, on_riichi_tile=on_riichi_tile), tuple(kept)


def _score_win(record: Record, state: GameState, lang: str) -> Score:
    """Return the score of a winning hand in the state of this game.

    Raises:
        ApiError: the hand is no win, or its discarder is not known.
    """
    found = rescore(record.to_json(), state)
    if found is None:
        win = replace(record.win, round=state.round, riichi_sticks=0)
        try:
            why = score(record.hand, win, game_rulebook(state.rules)).rejection_reason()
        except ValueError as error:
            raise ApiError(422, "no_win", what=error) from None
        raise ApiError(422, "no_win", what="" if why is None else why.localize(lang))
    if found.payments is None:
        raise ApiError(422, "no_discarder")
    return found


def _win_by_points(ended: Mapping[str, object], state: GameState, on_riichi_tile: bool) -> Won:
    discarder = _fields(ended).optional_seat("discarder")
    seats = [_fields(one).seat("seat") for one in _winners(ended)]
    winners = []
    for one in _winners(ended):
        if isinstance(one.get("changes"), Mapping):
            bare = _event({"type": "won", "winners": [one]})
            assert isinstance(bare, Won)
            winners.append(bare.winners[0])
        else:
            winners.append(_winner_by_points(one, discarder, state, seats))
    return Won(tuple(winners), discarder, on_riichi_tile)


def _fields(obj: Mapping[str, object]) -> JsonFields:
    """Return a reader that raises the first fault, in full."""

    def reject(fault: JsonFault) -> NoReturn:
        raise ApiError(422, "bad_request", what=fault)

    return JsonFields(obj, reject)


def _winner_by_points(
    one: Mapping[str, object], discarder: Wind | None, state: GameState, winners: Sequence[Wind]
) -> Winner:
    """Return a winner with the payments of these points by the rulebook, whatever the tiles."""
    seat = _fields(one).seat("seat")
    if seat is discarder:
        raise GameError("own_tile", seat=seat)
    win = Win(
        self_drawn=discarder is None,
        discarder=discarder,
        seat=seat,
        round=state.round,
        counters=state.counters if is_paid_counters(state, seat, winners, discarder) else 0,
    )
    book = game_rulebook(state.rules)
    if state.rules.bet and "yakuman" in one:
        payments = _yakuman_payments(one, win, book)
    else:
        payments = _points_payments(one, win, book, state)
    if payments is None:
        raise ApiError(422, "no_discarder")
    between = net_changes(payments)
    east, south, west, north = (between[wind] for wind in WINDS)
    return Winner(seat, (east, south, west, north))


def _yakuman_payments(
    one: Mapping[str, object], win: Win, book: Rulebook
) -> tuple[Payment, ...] | None:
    """Return the payments for yakuman; a player who fed its last set is liable (3.3.6)."""
    basic = YAKUMAN * _number(one, "yakuman", 1, MOST_YAKUMAN)
    liable = _fields(one).optional_seat("liable")
    if liable is win.seat:
        raise ApiError(422, "bad_request", what="liable")
    counters = book.options["counters_paid_by"] == "liable"
    liability = Liability(phrase(_FED), basic, counters)
    price = counter_price(book.options)
    return riichi_payments(basic, replace(win, liable=liable), liability, book.players, price)


def _points_payments(
    one: Mapping[str, object], win: Win, book: Rulebook, state: GameState
) -> tuple[Payment, ...] | None:
    best = score(_ANY_HAND, win, book).best
    assert best is not None
    return book.payments(_tally_with_points(best, one, state), win)


def _tally_with_points(best: Tally, one: Mapping[str, object], state: GameState) -> Tally:
    """Return the tally with the entered points."""
    read = (best.reading, best.items, best.dropped)
    if not state.rules.bet:
        return Tally(*read, total=_number(one, "points", 1, MOST_POINTS), rank=())
    fan = _number(one, "fan", 1, 13)
    fu = _number(one, "fu", 20, 140) if fan < 5 else 30
    return Tally(*read, total=0, rank=(), more={"han": fan, "fu": fu, "yakuman": 0})


def _number(one: Mapping[str, object], key: str, least: int, most: int) -> int:
    def reject(fault: JsonFault) -> NoReturn:
        raise ApiError(422, "bad_points", least=least, most=most)

    return JsonFields(one, reject).integer(key, least, most)
