"""A game's events, rules and state as JSON, for the store, the page and the export.

An event as JSON, by its `type`:

    {"type": "riichi", "seat": "E"}
    {"type": "won", "winners": [{"seat": "E", "changes": {"E": 24, "S": -8, "W": -8, "N": -8}}],
     "discarder": "S", "on_riichi_tile": false}            discarder null: self-drawn
    {"type": "drawn", "ready": ["E", "W"]}
    {"type": "aborted", "reason": "four_winds"}
    {"type": "false_win", "seat": "S"}
    {"type": "dead_hand", "seat": "N"}

Only the form of an event is validated here; `apply` checks whether it can happen now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import HandReaderError
from ..json_fields import field_fault, mismatch, short_repr
from ..reading import Option
from ..rulebook import RulebookError
from ..text import Texts, phrase
from ..tiles import WINDS, Wind
from .events import (
    AbortiveDraw,
    AbortReason,
    DeadHand,
    Event,
    ExhaustiveDraw,
    FalseWin,
    Riichi,
    Winner,
    Won,
)
from .rules import GAMES, GameRules, game_options, game_rules
from .state import Four, GameState, four

MOST = 1_000_000
"""Points: no hand of any rule set moves more; keeps hostile input out of the sums."""


class FormError(HandReaderError, ValueError):
    """JSON that is not an event or not the rules of a game.

    Attributes:
        faults: every fault as `key: fault`, in English.
    """

    def __init__(self, faults: tuple[object, ...]) -> None:
        super().__init__(*faults)
        self.faults = tuple(map(str, faults))


def event_to_json(event: Event) -> dict[str, object]:
    """Return the event as a JSON object.

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
    kind = "false_win" if isinstance(event, FalseWin) else "dead_hand"
    return {"type": kind, "seat": event.seat.value}


def event_from_json(obj: object) -> Event:
    """Parse an event from a decoded JSON value; unknown keys are ignored.

    >>> event_from_json({"type": "drawn", "ready": ["E"]}) == NobodyWon(frozenset({Wind.EAST}))
    True

    Raises:
        FormError: names every fault.
    """
    if not isinstance(obj, Mapping):
        raise FormError((mismatch("event", "object", short_repr(obj)),))
    kind = obj.get("type")
    read = _READ.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise FormError((mismatch("type", "one_of", short_repr(kind), choices=", ".join(_READ)),))
    faults: list[object] = []
    event = read(obj, faults)
    if faults:
        raise FormError(tuple(faults))
    return event


def rules_to_json(rules: GameRules) -> dict[str, object]:
    """Return the rule set's id, and its game's answers to the options."""
    options = {}
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
        raise FormError((mismatch("rules", "object", short_repr(obj)),))
    id_, options = obj.get("id"), obj.get("options") or {}
    faults: list[object] = []
    if not isinstance(id_, str) or id_ not in GAMES:
        faults.append(mismatch("rules.id", "one_of", short_repr(id_), choices=", ".join(GAMES)))
    if not isinstance(options, Mapping):
        faults.append(mismatch("rules.options", "object", short_repr(options)))
    if faults:
        raise FormError(tuple(faults))
    answers: dict[str, Option] = {}
    for name, value in options.items():
        if not isinstance(name, str) or not _is_short(name) or not _is_short(value):
            wrong = phrase(_CANNOT_BE, name=short_repr(name), value=short_repr(value))
            raise FormError((field_fault("rules.options", wrong),))
        answers[name] = value
    try:
        return game_rules(str(id_), **answers)
    except RulebookError as error:
        raise FormError((field_fault("rules.options", error),)) from None


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


def _is_short(value: object) -> bool:
    """Return whether it can be an answer: a word or a number; False is not, though 0 == False."""
    if type(value) is int:
        return abs(value) <= MOST
    return isinstance(value, str) and len(value) <= 40


def _by_seat(amounts: Four) -> dict[str, int]:
    return {seat.value: amount for seat, amount in zip(WINDS, amounts, strict=True)}


def _seats(seating: Four) -> dict[str, int]:
    return _by_seat(seating)


# Parsers, one for each type of event: a fault is collected, and a placeholder returned.

_Fields = Mapping[object, object]
_CANNOT_BE: Texts = {"en": "{name} cannot be {value}", "it": "{name} non può essere {value}"}


def _parse_seat(obj: _Fields, key: str, faults: list[object]) -> Wind:
    """Parse the seat under the last word of a key."""
    value = obj.get(key.rpartition(".")[2])
    if isinstance(value, str) and value in ("E", "S", "W", "N"):
        return Wind(value)
    faults.append(mismatch(key, "seat", short_repr(value)))
    return Wind.EAST


def _parse_riichi(obj: _Fields, faults: list[object]) -> Event:
    return Riichi(_parse_seat(obj, "seat", faults))


def _parse_false_win(obj: _Fields, faults: list[object]) -> Event:
    return FalseWin(_parse_seat(obj, "seat", faults))


def _parse_dead_hand(obj: _Fields, faults: list[object]) -> Event:
    return DeadHand(_parse_seat(obj, "seat", faults))


def _parse_win(obj: _Fields, faults: list[object]) -> Event:
    winners = obj.get("winners")
    found: list[Winner] = []
    if not isinstance(winners, list) or not 1 <= len(winners) <= 3:
        faults.append(mismatch("winners", "winners", short_repr(winners)))
    else:
        for place, one in enumerate(winners):
            found.append(_parse_winner(one, f"winners[{place}]", faults))
    discarder = None
    if obj.get("discarder") is not None:
        discarder = _parse_seat(obj, "discarder", faults)
    on_riichi_tile = obj.get("on_riichi_tile") or False
    if not isinstance(on_riichi_tile, bool):
        faults.append(mismatch("on_riichi_tile", "yes_or_no", short_repr(on_riichi_tile)))
    return Won(tuple(found), discarder, on_riichi_tile is True)


def _parse_winner(obj: object, key: str, faults: list[object]) -> Winner:
    if not isinstance(obj, Mapping):
        faults.append(mismatch(key, "object", short_repr(obj)))
        return Winner(Wind.EAST, (0, 0, 0, 0))
    seat = _parse_seat(obj, f"{key}.seat", faults)
    changes = obj.get("changes")
    if not isinstance(changes, Mapping):
        faults.append(mismatch(f"{key}.changes", "changes", short_repr(changes)))
        changes = {}
    amounts = []
    for wind in WINDS:
        amount = changes.get(wind.value, 0)
        if type(amount) is not int or abs(amount) > MOST:
            faults.append(mismatch(f"{key}.changes.{wind}", "up_to", short_repr(amount), most=MOST))
            amount = 0
        amounts.append(amount)
    return Winner(seat, four(amounts))


def _parse_exhaustive_draw(obj: _Fields, faults: list[object]) -> Event:
    ready = obj.get("ready", [])
    if not isinstance(ready, list) or len(ready) > 4:
        faults.append(mismatch("ready", "seats", short_repr(ready)))
        return ExhaustiveDraw()
    return ExhaustiveDraw(frozenset(_parse_seat({"ready": one}, "ready", faults) for one in ready))


def _parse_abortive_draw(obj: _Fields, faults: list[object]) -> Event:
    value = obj.get("reason")
    if isinstance(value, str) and value in tuple(AbortReason):
        return AbortiveDraw(AbortReason(value))
    faults.append(mismatch("reason", "one_of", short_repr(value), choices=", ".join(AbortReason)))
    return AbortiveDraw(AbortReason.NINE_TERMINALS)


_READ: Mapping[str, Callable[[_Fields, list[object]], Event]] = {
    "riichi": _parse_riichi,
    "won": _parse_win,
    "drawn": _parse_exhaustive_draw,
    "aborted": _parse_abortive_draw,
    "false_win": _parse_false_win,
    "dead_hand": _parse_dead_hand,
}
