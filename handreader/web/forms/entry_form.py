"""Parse the page's entry form: one hand into the events of one entry.

    {"riichi": ["S"], "dead": ["N"], "ended": {"type": "won", ...} | {"type": "drawn", ...} | null}

`ended` is an event as in `scoring.game.serialization`, except for wins: there each winner has the
case record of the hand, or, if the tiles are not known, its points:

    {"type": "won", "on_riichi_tile": false, "winners": [{"record": {...}}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "points": 18}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "fan": 3, "fu": 40}]}    riichi
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "fan": 3}]}    Hong Kong: faan
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "yakuman": 1, "liable": "W"}]}
    {"type": "won", "discarder": "E", "winners": [{"seat": "S", "changes": {"E": -8, ...}}]}
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from scoring import Score, score
from scoring.calculator import counts_faan, minimum_of
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

from ...store.replay import rescore
from ..errors import ApiError
from .form_fields import json_fields

MOST_POINTS = 100_000
MOST_FAAN = 40  # stated; those above the limit count as the limit
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


@dataclass(frozen=True, slots=True)
class StatedWorth:
    """What a winner's hand is worth, stated without its tiles; a rule set needs some of it.

    Attributes:
        seat: of the winner.
        points: of the hand.
        fan: of a riichi hand; faan of Hong Kong.
        fu: of a riichi hand.
        yakuman: how many a riichi hand has.
        liable: who fed the last set of the yakuman.
    """

    seat: Wind
    points: int | None = None
    fan: int | None = None
    fu: int | None = None
    yakuman: int | None = None
    liable: Wind | None = None


@dataclass(frozen=True, slots=True)
class WinForm:
    """A win as it is entered: with the case records of all winners, or with what each gets.

    Attributes:
        records: of the winners, if all are known.
        winners: what each gets, if not.
        discarder: who discarded the winning tile, if there are no records.
        on_riichi_tile: whether it was the tile of a riichi.
    """

    records: tuple[Record, ...]
    winners: tuple[StatedWorth | Winner, ...]
    discarder: Wind | None
    on_riichi_tile: bool


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The entry form of one hand.

    Attributes:
        riichi: seats that declared it.
        dead: seats whose hand is dead.
        ended: how the hand ended; None if it goes on.
    """

    riichi: tuple[Wind, ...]
    dead: tuple[Wind, ...]
    ended: WinForm | Event | None


def parse_entry_form(obj: Mapping[str, object]) -> EntryForm:
    """Parse the entry form of one hand; see above.

    Raises:
        ApiError: an invalid form.
    """
    fields = json_fields(obj)
    ended = None if fields.value("ended") is None else _parse_ending(fields.mapping("ended"))
    return EntryForm(tuple(fields.seats("riichi")), tuple(fields.seats("dead")), ended)


def _parse_ending(obj: Mapping[str, object]) -> WinForm | Event:
    if obj.get("type") != "won":
        return _event(obj)
    listed = json_fields(obj, "winners").sub_list("winners", 3, least=1)
    winners = [winner.obj for winner in listed]
    on_riichi_tile = obj.get("on_riichi_tile") is True
    if any("record" not in winner for winner in winners):
        discarder = _fields(obj).optional_seat("discarder")
        return WinForm((), tuple(map(_parse_winner, winners)), discarder, on_riichi_tile)
    try:
        records = tuple(Record.from_json(winner["record"]) for winner in winners)
    except RecordError as error:
        raise ApiError(422, "bad_request", what=error) from None
    return WinForm(records, (), None, on_riichi_tile)


def _parse_winner(obj: Mapping[str, object]) -> StatedWorth | Winner:
    if isinstance(obj.get("changes"), Mapping):
        won = _event({"type": "won", "winners": [obj]})
        assert isinstance(won, Won)
        return won.winners[0]
    fields = _fields(obj)
    numbers = {key: obj.get(key) for key in ("points", "fan", "fu", "yakuman")}
    whole = {key: value for key, value in numbers.items() if type(value) is int}
    return StatedWorth(fields.seat("seat"), **whole, liable=fields.optional_seat("liable"))


def _event(obj: Mapping[str, object]) -> Event:
    try:
        return event_from_json(obj)
    except FormError as error:
        raise ApiError(422, "bad_request", what=error) from None


def _fields(obj: Mapping[str, object]) -> JsonFields:
    """Return a reader that raises the first fault, in full."""

    def reject(fault: JsonFault) -> NoReturn:
        raise ApiError(422, "bad_request", what=fault)

    return JsonFields(obj, reject)


def entry_events(form: EntryForm, state: GameState, lang: str) -> ParsedEntry:
    """Return the events that an entry form states.

    Args:
        form: of the page.
        state: before the hand, or during it.
        lang: language of error messages.

    Raises:
        ApiError: a hand that is no win, or points that no hand has.
        GameError: an event that cannot happen now.
    """
    events: list[Event] = [DeadHand(seat) for seat in form.dead]
    declared = list(form.riichi)
    for record in form.ended.records if isinstance(form.ended, WinForm) else ():
        if record.win.riichi or record.win.double_riichi:  # the win implies the declaration
            declared.append(record.win.seat)
    for seat in dict.fromkeys(declared):
        if state.player(seat) not in state.riichi:
            events.append(Riichi(seat))
    for event in events:
        state = apply(state, event)
    if form.ended is None:
        return ParsedEntry(tuple(events))
    if isinstance(form.ended, WinForm):
        last, records = _win_event(form.ended, state, lang)
        return ParsedEntry((*events, last), records)
    return ParsedEntry((*events, form.ended))


def entry_form(events: Sequence[Event], state: GameState) -> Mapping[str, object]:
    """Return the form, as JSON, by which these events can be entered; see above.

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
    for worth in _possible_worths(one, event, state, seats):
        if _winner_by_worth(worth, event.discarder, state, seats) == one:
            numbers = {key: getattr(worth, key) for key in ("points", "fan", "fu", "yakuman")}
            given = {key: number for key, number in numbers.items() if number is not None}
            return {"seat": one.seat.value, **given}
    changes = {seat.value: one.changes[seat.order] for seat in WINDS}
    return {"seat": one.seat.value, "changes": changes}


def _possible_worths(
    one: Winner, event: Won, state: GameState, seats: Sequence[Wind]
) -> Iterator[StatedWorth]:
    """Yield the worth by which this winner may have been entered, the likely ones first."""
    if state.rules.bet:
        yield from (StatedWorth(one.seat, fan=fan, fu=30) for fan in (5, 6, 8, 11, 13))
        yield from (StatedWorth(one.seat, fan=fan, fu=fu) for fu in _FU for fan in range(1, 5))
        counts = range(1, MOST_YAKUMAN + 1)
        yield from (StatedWorth(one.seat, yakuman=count) for count in counts)
        return

    book = game_rulebook(state.rules)
    least = least_worth(book)
    if counts_faan(book):
        yield from (StatedWorth(one.seat, fan=fan) for fan in range(least, MOST_FAAN + 1))
        return

    def gain(points: int) -> int:
        worth = StatedWorth(one.seat, points=points)
        winner = _winner_by_worth(worth, event.discarder, state, seats)
        return winner.changes[one.seat.order]

    # who has more points never gains less
    points = bisect_left(range(least, MOST_POINTS), one.changes[one.seat.order], key=gain)
    yield StatedWorth(one.seat, points=least + points)


def _win_event(
    form: WinForm, state: GameState, lang: str
) -> tuple[Won, tuple[Mapping[str, object], ...]]:
    """Return the win with the payments of its winners, and their case records if all are known."""
    if not form.records:
        seats = [winner.seat for winner in form.winners]
        winners = [
            winner
            if isinstance(winner, Winner)
            else _winner_by_worth(winner, form.discarder, state, seats)
            for winner in form.winners
        ]
        return Won(tuple(winners), form.discarder, form.on_riichi_tile), ()
    scores = [_score_win(record, state, lang) for record in form.records]
    kept = [
        Record(
            None,
            rules_text(game_rulebook(state.rules)),
            one.hand,
            replace(one.win, riichi_sticks=0),
        ).to_json()
        for one in scores
    ]
    return win_from_scores(state, *scores, on_riichi_tile=form.on_riichi_tile), tuple(kept)


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


def _winner_by_worth(
    worth: StatedWorth, discarder: Wind | None, state: GameState, winners: Sequence[Wind]
) -> Winner:
    """Return a winner with the payments of this worth by the rulebook, whatever the tiles."""
    if worth.seat is discarder:
        raise GameError("own_tile", seat=worth.seat)
    is_paid = is_paid_counters(state, worth.seat, winners, discarder)
    win = Win(
        self_drawn=discarder is None,
        discarder=discarder,
        seat=worth.seat,
        round=state.round,
        counters=state.counters if is_paid else 0,
    )
    book = game_rulebook(state.rules)
    if state.rules.bet and worth.yakuman is not None:
        payments = _yakuman_payments(worth, win, book)
    else:
        payments = _points_payments(worth, win, book, state)
    if payments is None:
        raise ApiError(422, "no_discarder")
    between = net_changes(payments)
    east, south, west, north = (between[wind] for wind in WINDS)
    return Winner(worth.seat, (east, south, west, north))


def _yakuman_payments(worth: StatedWorth, win: Win, book: Rulebook) -> tuple[Payment, ...] | None:
    """Return the payments for yakuman; a player who fed its last set is liable (3.3.6)."""
    basic = YAKUMAN * _within(worth.yakuman, 1, MOST_YAKUMAN)
    if worth.liable is win.seat:
        raise ApiError(422, "bad_request", what="liable")
    counters = book.options["counters_paid_by"] == "liable"
    liability = Liability(phrase(_FED), basic, counters)
    price = counter_price(book.options)
    return riichi_payments(basic, replace(win, liable=worth.liable), liability, book.players, price)


def _points_payments(
    worth: StatedWorth, win: Win, book: Rulebook, state: GameState
) -> tuple[Payment, ...] | None:
    best = score(_ANY_HAND, win, book).best
    assert best is not None
    return book.payments(_tally_with_points(best, worth, state, book), win)


def least_worth(book: Rulebook) -> int:
    """Return the points, or faan, that a hand needs to win; 1 where any are enough."""
    return max(minimum_of(book), 1)


def _tally_with_points(best: Tally, worth: StatedWorth, state: GameState, book: Rulebook) -> Tally:
    """Return the tally with the entered points, or faan."""
    read, least = (best.reading, best.items, best.dropped), least_worth(book)
    if counts_faan(book):
        return Tally(*read, total=_within(worth.fan, least, MOST_FAAN, "bad_faan"), rank=())
    if not state.rules.bet:
        return Tally(*read, total=_within(worth.points, least, MOST_POINTS), rank=())
    fan = _within(worth.fan, 1, 13)
    fu = _within(worth.fu, 20, 140) if fan < 5 else 30
    return Tally(*read, total=0, rank=(), more={"han": fan, "fu": fu, "yakuman": 0})


def _within(number: int | None, least: int, most: int, code: str = "bad_points") -> int:
    if number is None or not least <= number <= most:
        raise ApiError(422, code, least=least, most=most)
    return number
