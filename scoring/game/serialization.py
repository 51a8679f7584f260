"""A game's events, rules and state as JSON, for the store, the page and the export.

An event as JSON, by its `type`:

    {"type": "riichi", "seat": "E"}
    {"type": "won", "winners": [{"seat": "E", "changes": {"E": 24, "S": -8, "W": -8, "N": -8}}],
     "discarder": "S", "on_riichi_tile": false}            discarder null: self-drawn
    {"type": "drawn", "ready": ["E", "W"]}
    {"type": "aborted", "reason": "four_winds"}
    {"type": "false_win", "seat": "S"}
    {"type": "dead_hand", "seat": "N"}
    {"type": "adjusted", "changes": {"E": -10, "S": 0, "W": 0, "N": 0}, "reason": "late"}
    {"type": "ended"}
    {"type": "renamed", "seat": "E", "name": "Anna"}
    {"type": "substituted", "seat": "E", "name": "Eva"}

Only the form of an event is validated here; `apply` checks whether it can happen now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeGuard

from ..errors import HandReaderError
from ..game_rules import GAMES, GameRules, game_options, game_rules
from ..json_fields import JsonFault, JsonFields, mismatch, short_repr
from ..reading import Option
from ..registry import rulebook
from ..rulebook import RulebookError
from ..text import Texts, phrase
from ..tiles import WINDS
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
    Substitution,
    Winner,
    Won,
)
from .state import Four, GameState, four

LONGEST_NAME = 40
LONGEST_REASON = 200
MOST_ON_TABLE = 1000
"""Counters or riichi sticks."""
MOST = 1_000_000
"""Points: no hand of any rule set moves more; keeps hostile input out of the sums."""


class FormError(HandReaderError, ValueError):
    """JSON that is not an event or not the rules of a game.

    Attributes:
        faults: every fault as `key: fault`, in English.
    """

    def __init__(self, *faults: object) -> None:
        super().__init__(*faults)
        self.faults = tuple(map(str, faults))


def event_to_json(event: Event) -> dict[str, object]:
    """Return the event as a JSON object.

    >>> from scoring.tiles import Wind
    >>> event_to_json(Riichi(Wind.EAST))
    {'type': 'riichi', 'seat': 'E'}
    """
    if isinstance(event, Riichi):
        return {"type": "riichi", "seat": event.seat.value}
    if isinstance(event, Won):
        winners = [
            {"seat": one.seat.value, "changes": _by_seat(one.changes)} for one in event.winners
        ]
        discarder = None if event.discarder is None else event.discarder.value
        return {
            "type": "won",
            "winners": winners,
            "discarder": discarder,
            "on_riichi_tile": event.on_riichi_tile,
        }
    if isinstance(event, ExhaustiveDraw):
        return {"type": "drawn", "ready": [seat.value for seat in WINDS if seat in event.ready]}
    if isinstance(event, AbortiveDraw):
        return {"type": "aborted", "reason": event.reason.value}
    if isinstance(event, Adjustment):
        return {"type": "adjusted", "changes": _by_seat(event.changes), "reason": event.reason}
    if isinstance(event, EarlyEnd):
        return {"type": "ended"}
    if isinstance(event, Renaming | Substitution):
        kind = "renamed" if isinstance(event, Renaming) else "substituted"
        return {"type": kind, "seat": event.seat.value, "name": event.name}
    kind = "false_win" if isinstance(event, FalseWin) else "dead_hand"
    return {"type": kind, "seat": event.seat.value}


def event_from_json(obj: object, path: str = "") -> Event:
    """Parse an event from a decoded JSON value; unknown keys are ignored.

    >>> event_from_json({"type": "riichi", "seat": "E"})
    Riichi(seat=<Wind.EAST: 'E'>)

    Args:
        obj: the value.
        path: put in front of the fields that faults name.

    Raises:
        FormError: names every fault.
    """
    if not isinstance(obj, Mapping):
        raise FormError(mismatch(f"{path}event", "object", short_repr(obj)))
    faults: list[JsonFault] = []
    fields = JsonFields(obj, faults.append, path, short_repr)
    kind = fields.choice("type", tuple(_PARSERS))
    if not faults:
        event = _PARSERS[kind](fields)
    if faults:
        raise FormError(*faults)
    return event


def rules_to_json(rules: GameRules) -> dict[str, object]:
    """Return the rule set's id, its game's answers to the options, and its book's changed ones."""
    options: dict[str, Option] = dict(rules.scoring)
    for option in game_options(rules.id):
        value = getattr(rules, option.name)
        options[option.name] = getattr(value, "value", value)
    return {"id": rules.id, "options": options}


def rules_from_json(obj: object) -> GameRules:
    """Parse rules from `{"id": ..., "options": {...}}`; missing options have their default.

    Raises:
        FormError: names every fault.
    """
    if not isinstance(obj, Mapping):
        raise FormError(mismatch("rules", "object", short_repr(obj)))
    faults: list[JsonFault] = []
    fields = JsonFields(obj, faults.append, "rules.", short_repr)
    id = fields.choice("id", tuple(GAMES))
    options = fields.optional_sub("options")
    if faults:
        raise FormError(*faults)
    answers: dict[str, Option] = {}
    for name, value in options.obj.items():
        if not isinstance(name, str) or not _is_short(name) or not _is_short(value):
            wrong = phrase(_CANNOT_BE, name=short_repr(name), value=short_repr(value))
            raise FormError(JsonFault("rules.options", wrong))
        answers[name] = value
    try:
        return game_rules(rulebook(id, answers))
    except RulebookError as error:
        raise FormError(JsonFault("rules.options", error)) from None


def state_to_json(state: GameState) -> dict[str, object]:
    """Return the state for a page: players by number, seats by letter.

    Returns:
        `rules` (see `rules_to_json`), `over`, `round`, `turn` (0-3), `hand` (1 for the first),
        `seats` (letter -> player), `points`, `counters`, `sticks`, `on_table` (points),
        `riichi`, `barred` (players), `fines`; and `deals`, the finished hands, each with
        `round`, `turn`, `seats`, `changes`, `table`, `ending`, `winners`.
    """
    return {
        "rules": rules_to_json(state.rules),
        "over": state.is_over,
        "round": state.round.value,
        "turn": state.turn,
        "hand": len(state.deals) + 1,
        "seats": _seats(state.seating),
        "points": list(state.points),
        "counters": state.counters,
        "sticks": state.sticks,
        "on_table": state.on_table,
        "riichi": list(state.riichi),
        "barred": sorted(state.barred),
        "fines": list(state.fines),
        "deals": [
            {
                "round": deal.round.value,
                "turn": deal.turn,
                "seats": _seats(deal.seating),
                "changes": list(deal.changes),
                "table": deal.table,
                "ending": deal.ending.value,
                "winners": list(deal.winners),
            }
            for deal in state.deals
        ],
    }


def deal_state_from_json(obj: object) -> GameState:
    """Parse what a deal begins with: `rules`, `round`, `turn`, `seats`, `counters`, `sticks`,
    `riichi`, `barred`, as in `state_to_json`; points are 0, and no hand has finished.

    Raises:
        FormError: names every fault.
    """
    if not isinstance(obj, Mapping):
        raise FormError(mismatch("state", "object", short_repr(obj)))
    faults: list[JsonFault] = []
    fields = JsonFields(obj, faults.append, "state.", short_repr)
    rules = rules_from_json(fields.value("rules"))
    seats = fields.sub("seats")
    state = GameState(
        rules,
        seating=four(seats.integer(wind, 0, 3) for wind in WINDS),
        rounds_over=WINDS.index(fields.choice("round", WINDS)),
        turn=fields.integer("turn", 0, 3),
        counters=fields.integer("counters", 0, MOST_ON_TABLE),
        sticks=fields.integer("sticks", 0, MOST_ON_TABLE),
        riichi=_players(fields, "riichi"),
        barred=frozenset(_players(fields, "barred")),
    )
    if sorted(state.seating) != [0, 1, 2, 3]:
        faults.append(mismatch("state.seats", "object", short_repr(seats.obj)))
    if faults:
        raise FormError(*faults)
    return state


def _players(fields: JsonFields, key: str) -> tuple[int, ...]:
    found = fields.values(key, 4)
    return tuple(dict.fromkeys(one for one in found if type(one) is int and 0 <= one < 4))


def _is_short(value: object) -> TypeGuard[Option]:
    """Return whether it can be an answer: a short word, a number, true or false."""
    if isinstance(value, bool):
        return True
    if type(value) is int:
        return abs(value) <= MOST
    return isinstance(value, str) and len(value) <= 40


def _by_seat(amounts: Four) -> dict[str, int]:
    return {seat.value: amount for seat, amount in zip(WINDS, amounts, strict=True)}


def _seats(seating: Four) -> dict[str, int]:
    return _by_seat(seating)


_CANNOT_BE: Texts = {"en": "{name} cannot be {value}", "it": "{name} non può essere {value}"}


def _parse_win(fields: JsonFields) -> Event:
    winners = fields.sub_list("winners", 3, least=1, expected="winners")
    return Won(
        tuple(map(_parse_winner, winners)),
        fields.optional_seat("discarder"),
        fields.flag("on_riichi_tile"),
    )


def _parse_winner(fields: JsonFields) -> Winner:
    return Winner(fields.seat("seat"), _parse_changes(fields))


def _parse_changes(fields: JsonFields) -> Four:
    changes = fields.sub("changes", expected="changes")
    return four(changes.integer(wind, -MOST, MOST, default=0, expected="up_to") for wind in WINDS)


_PARSERS: Mapping[str, Callable[[JsonFields], Event]] = {
    "riichi": lambda fields: Riichi(fields.seat("seat")),
    "won": _parse_win,
    "drawn": lambda fields: ExhaustiveDraw(frozenset(fields.seats("ready"))),
    "aborted": lambda fields: AbortiveDraw(fields.choice("reason", tuple(AbortReason))),
    "false_win": lambda fields: FalseWin(fields.seat("seat")),
    "dead_hand": lambda fields: DeadHand(fields.seat("seat")),
    "adjusted": lambda fields: Adjustment(
        _parse_changes(fields), fields.text("reason", LONGEST_REASON)
    ),
    "ended": lambda fields: EarlyEnd(),
    "renamed": lambda fields: Renaming(fields.seat("seat"), fields.text("name", LONGEST_NAME)),
    "substituted": lambda fields: Substitution(
        fields.seat("seat"), fields.text("name", LONGEST_NAME)
    ),
}
