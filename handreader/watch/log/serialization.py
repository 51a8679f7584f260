"""Lines of the journal: an entry with its event as one JSON object.

    {"number": 8, "event": "call", "at": "2026-11-22T19:38:55.372+00:00", "time": 19.667,
     "author": "camera", "confidence": 0.9999, "data": {...}, "evidence": [{"file", "sha256"}]}

`data` by `event`:

    game_start  rules, book, players, first_east; camera, table, version, consent
    deal_start  deal, round, dealer, counters, sticks, whole
    discard     place, seat, tile, turned, drawn_just_now (always null: not observed), at
    call        place, seat, tiles, at, kind, claimed, from, discard
    kong        place, seat, tiles, at, kind (concealed, added)
    flower      place, seat, tile
    riichi      place, seat, discard
    indicator   tile
    proposal    what: win (place, record, result, questions, doubts; tiles or said) or
                deal_end (gone)
    refused     proposal, record
    win         proposal, instead, place, record, result, others (place, record, result), changes,
                deal, game
    draw        ready, deal, game
    abort       reason, deal, game
    penalty     seat, deal, game
    entered     deal, ended, entries
    totals      points, players
    correction  of, old (tile), new (tile)
    undo        of
    pause       reason
    resume      -
    game_end    points
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, assert_never

from scoring.game import AbortiveDraw, ExhaustiveDraw, FalseWin, Won
from scoring.game import Event as GameEvent
from scoring.game.serialization import (
    event_from_json,
    event_to_json,
    rules_from_json,
    rules_to_json,
)
from scoring.hand import SetKind
from scoring.record import Record
from scoring.tiles import Tile, Wind

from ..errors import WatchError
from .events import (
    AbortEvent,
    CallEvent,
    CorrectionEvent,
    DealEndProposalEvent,
    DealStartEvent,
    DiscardEvent,
    DrawEvent,
    Evidence,
    FlowerEvent,
    GameEndEvent,
    GameStartEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    PauseEvent,
    PenaltyEvent,
    Point,
    ProposalEvent,
    RefusalEvent,
    ResumeEvent,
    RiichiEvent,
    SetCorrectionEvent,
    StoreImportEvent,
    TotalsEvent,
    UndoEvent,
    WinEvent,
    WinningHand,
    WinProposalEvent,
)

_Json = Mapping[str, object]
_G = TypeVar("_G", Won, ExhaustiveDraw, AbortiveDraw, FalseWin)


def entry_to_json(entry: LogEntry) -> dict[str, object]:
    """Return an entry as the JSON object of its line."""
    data = event_data(entry.event) if entry.foreign_data is None else entry.foreign_data
    return {
        "number": entry.number,
        "event": entry.event.kind,
        "at": entry.at,
        "time": round(entry.time, 3),
        "author": entry.author,
        "confidence": None if entry.confidence is None else round(entry.confidence, 4),
        "data": dict(data),
        "evidence": [{"file": e.file, "sha256": e.sha256} for e in entry.evidence],
    }


def entry_from_json(obj: object) -> LogEntry:
    """Parse the JSON object of a line; keep `data` with unknown or missing keys beside the event.

    Raises:
        WatchError: it is no entry.
    """
    try:
        fields = _mapping(obj)
        confidence = fields["confidence"]
        data = _mapping(fields["data"])
        event = event_from_data(_text(fields["event"]), data)
        return LogEntry(
            _integer(fields["number"]),
            event,
            str(fields["at"]),
            _number(fields["time"]),
            str(fields["author"]),
            None if confidence is None else _number(confidence),
            tuple(_evidence(crop) for crop in _list(fields["evidence"])),
            None if json.dumps(event_data(event)) == json.dumps(data) else data,
        )
    except (KeyError, TypeError, ValueError):
        raise WatchError("no_event", what=str(obj)[:80]) from None


# Writing.


def event_data(event: LogEvent) -> dict[str, object]:
    """Return the `data` of an event; the module lists its keys."""
    match event:
        case GameStartEvent():
            return _game_start_data(event)
        case DealStartEvent():
            return {
                "deal": event.deal,
                "round": event.round.value,
                "dealer": event.dealer,
                "counters": event.counters,
                "sticks": event.sticks,
                "whole": event.observed_from_start,
            }
        case DiscardEvent():
            return {
                "place": event.place,
                "seat": event.seat.value,
                "tile": event.tile.value,
                "turned": event.turned,
                "drawn_just_now": None,
                "at": list(event.at),
            }
        case CallEvent():
            return {
                **_set_data(event),
                "kind": event.set_kind.value,
                "claimed": None if event.claimed is None else event.claimed.value,
                "from": event.source,
                "discard": event.discard,
            }
        case KongEvent():
            return {**_set_data(event), "kind": "added" if event.is_added else "concealed"}
        case FlowerEvent():
            return {
                "place": event.place,
                "seat": event.seat.value,
                "tile": event.tile.value,
                **({} if event.at is None else {"at": list(event.at)}),
            }
        case RiichiEvent():
            return {"place": event.place, "seat": event.seat.value, "discard": event.discard}
        case IndicatorEvent():
            return {"tile": event.tile.value}
        case WinProposalEvent():
            return _win_proposal_data(event)
        case DealEndProposalEvent():
            return {"what": "deal_end", "gone": event.removed}
        case RefusalEvent():
            return {"proposal": event.proposal, "record": _record_data(event.record)}
        case WinEvent():
            return _win_data(event)
        case DrawEvent():
            ready = sorted(event.game.ready)
            return {"ready": ready, "deal": event.deal, "game": event_to_json(event.game)}
        case AbortEvent():
            reason = event.game.reason.value
            return {"reason": reason, "deal": event.deal, "game": event_to_json(event.game)}
        case PenaltyEvent():
            seat = event.game.seat.value
            return {"seat": seat, "deal": event.deal, "game": event_to_json(event.game)}
        case StoreImportEvent():
            entries = [[event_to_json(one) for one in entry] for entry in event.entries]
            return {"deal": event.deal, "ended": event.deal_ended, "entries": entries}
        case TotalsEvent():
            return {"points": list(event.points), "players": list(event.players)}
        case CorrectionEvent():
            old, new = {"tile": event.old.value}, {"tile": event.new.value}
            return {"of": event.of, "old": old, "new": new}
        case SetCorrectionEvent():
            before, after = ([tile.value for tile in part] for part in (event.old, event.new))
            return {"of": event.of, "old": {"tiles": before}, "new": {"tiles": after}}
        case UndoEvent():
            return {"of": event.of}
        case PauseEvent():
            return {"reason": event.reason}
        case ResumeEvent():
            return {}
        case GameEndEvent():
            return {"points": list(event.points)}
        case _:
            assert_never(event)


def _game_start_data(event: GameStartEvent) -> dict[str, object]:
    data: dict[str, object] = {
        "rules": rules_to_json(event.rules),
        "book": event.book,
        "players": list(event.players),
        "first_east": event.first_east,
    }
    if event.camera is None:
        return data
    return {
        **data,
        "camera": event.camera,
        "table": event.table,
        "version": event.version,
        "consent": event.consent,
    }


def _set_data(event: CallEvent | KongEvent) -> dict[str, object]:
    return {
        "place": event.place,
        "seat": event.seat.value,
        "tiles": [tile.value for tile in event.tiles],
        "at": list(event.at),
    }


def _win_proposal_data(event: WinProposalEvent) -> dict[str, object]:
    data: dict[str, object] = {
        "what": "win",
        "place": event.place,
        "record": _record_data(event.record),
        "result": None if event.result is None else dict(event.result),
        "questions": list(event.questions),
        "doubts": [list(doubt) for doubt in event.doubts],
    }
    if event.tiles is not None:
        data["tiles"] = [list(tile) for tile in event.tiles]
    if event.statement is not None:
        data["said"] = event.statement
    return data


def _win_data(event: WinEvent) -> dict[str, object]:
    first, *others = (
        {"place": hand.place, "record": hand.record.to_json(), "result": dict(hand.result)}
        for hand in event.hands
    )
    replaced = event.instead is not None
    return {
        "proposal": event.proposal,
        **({"instead": event.instead} if replaced else {}),
        **first,
        **({"others": others} if replaced or others else {}),
        "changes": {seat.value: change for seat, change in event.changes.items()},
        "deal": event.deal,
        "game": event_to_json(event.game),
    }


def _record_data(record: Record | None) -> dict[str, object] | None:
    return None if record is None else record.to_json()


# Reading.


def event_from_data(kind: str, data: _Json) -> LogEvent:
    """Parse an event from its kind and its `data`; unknown keys are ignored.

    Raises:
        KeyError, TypeError, ValueError: it is no such event.
    """
    return _PARSERS[kind](data)


def _parse_game_start(data: _Json) -> LogEvent:
    rules = rules_from_json(data["rules"])
    players = data.get("players")
    return GameStartEvent(
        rules,
        str(data.get("book") or rules.id),
        ("E", "S", "W", "N") if players is None else tuple(map(str, _list(players))),
        _integer(data["first_east"]),
        _optional(str, data.get("camera")),
        _optional(str, data.get("table")),
        _optional(str, data.get("version")),
        _optional(str, data.get("consent")),
    )


def _parse_deal_start(data: _Json) -> LogEvent:
    return DealStartEvent(
        _integer(data["deal"]),
        _wind(data["round"]),
        _integer(data["dealer"]),
        _integer(data["counters"]),
        _integer(data["sticks"]),
        bool(data["whole"]),
    )


def _parse_discard(data: _Json) -> LogEvent:
    return DiscardEvent(
        _integer(data["place"]),
        _wind(data["seat"]),
        _tile(data["tile"]),
        bool(data["turned"]),
        _point(data["at"]),
    )


def _parse_call(data: _Json) -> LogEvent:
    return CallEvent(
        _integer(data["place"]),
        _wind(data["seat"]),
        _tiles(data["tiles"]),
        _point(data["at"]),
        SetKind(_text(data["kind"])),
        _optional(_tile, data["claimed"]),
        _optional(_integer, data["from"]),
        _optional(_integer, data.get("discard")),
    )


def _parse_kong(data: _Json) -> LogEvent:
    return KongEvent(
        _integer(data["place"]),
        _wind(data["seat"]),
        _tiles(data["tiles"]),
        _point(data["at"]),
        data["kind"] == "added",
    )


def _parse_flower(data: _Json) -> LogEvent:
    return FlowerEvent(
        _integer(data["place"]),
        _wind(data["seat"]),
        _tile(data["tile"]),
        _optional(_point, data.get("at")),
    )


def _parse_riichi(data: _Json) -> LogEvent:
    return RiichiEvent(_integer(data["place"]), _wind(data["seat"]), _integer(data["discard"]))


def _parse_indicator(data: _Json) -> LogEvent:
    return IndicatorEvent(_tile(data["tile"]))


def _parse_proposal(data: _Json) -> ProposalEvent:
    if data["what"] == "deal_end":
        return DealEndProposalEvent(_integer(data["gone"]))
    tiles = data.get("tiles")
    return WinProposalEvent(
        _optional(_integer, data.get("place")),
        _optional(Record.from_json, data.get("record")),
        _optional(_mapping, data.get("result")),
        tuple(map(_text, _list(data.get("questions") or []))),
        tuple((_text(code), _text(what)) for code, what in map(_list, _list(data["doubts"]))),
        None
        if tiles is None
        else tuple((_text(kind), _number(sure)) for kind, sure in map(_list, _list(tiles))),
        _optional(_text, data.get("said")),
    )


def _parse_refusal(data: _Json) -> LogEvent:
    record = _optional(Record.from_json, data.get("record"))
    return RefusalEvent(_integer(data["proposal"]), record)


def _parse_win(data: _Json) -> LogEvent:
    return WinEvent(
        _optional(_integer, data.get("proposal")),
        tuple(map(_parse_hand, (data, *_list(data.get("others") or [])))),
        _parse_deal_number(data),
        _game_event(Won, data),
        _optional(_integer, data.get("instead")),
    )


def _parse_hand(value: object) -> WinningHand:
    data = _mapping(value)
    place = _optional(_integer, data.get("place"))
    return WinningHand(place, Record.from_json(data["record"]), _mapping(data["result"]))


def _parse_draw(data: _Json) -> LogEvent:
    return DrawEvent(_parse_deal_number(data), _game_event(ExhaustiveDraw, data))


def _parse_abort(data: _Json) -> LogEvent:
    return AbortEvent(_parse_deal_number(data), _game_event(AbortiveDraw, data))


def _parse_penalty(data: _Json) -> LogEvent:
    return PenaltyEvent(_parse_deal_number(data), _game_event(FalseWin, data))


def _parse_store_import(data: _Json) -> LogEvent:
    entries = tuple(tuple(map(event_from_json, _list(entry))) for entry in _list(data["entries"]))
    return StoreImportEvent(_parse_deal_number(data), bool(data["ended"]), entries)


def _parse_totals(data: _Json) -> LogEvent:
    return TotalsEvent(_integers(data["points"]), tuple(map(_text, _list(data["players"]))))


def _parse_correction(data: _Json) -> LogEvent:
    old, new = _mapping(data["old"]), _mapping(data["new"])
    if "tiles" in new:
        return SetCorrectionEvent(_integer(data["of"]), _tiles(old["tiles"]), _tiles(new["tiles"]))
    return CorrectionEvent(_integer(data["of"]), _tile(old["tile"]), _tile(new["tile"]))


def _parse_undo(data: _Json) -> LogEvent:
    return UndoEvent(_integer(data["of"]))


def _parse_pause(data: _Json) -> LogEvent:
    return PauseEvent(str(data["reason"]))


def _parse_resume(data: _Json) -> LogEvent:
    return ResumeEvent()


def _parse_game_end(data: _Json) -> LogEvent:
    return GameEndEvent(_integers(data["points"]))


_PARSERS: Mapping[str, Callable[[_Json], LogEvent]] = {
    "game_start": _parse_game_start,
    "deal_start": _parse_deal_start,
    "discard": _parse_discard,
    "call": _parse_call,
    "kong": _parse_kong,
    "flower": _parse_flower,
    "riichi": _parse_riichi,
    "indicator": _parse_indicator,
    "proposal": _parse_proposal,
    "refused": _parse_refusal,
    "win": _parse_win,
    "draw": _parse_draw,
    "abort": _parse_abort,
    "penalty": _parse_penalty,
    "entered": _parse_store_import,
    "totals": _parse_totals,
    "correction": _parse_correction,
    "undo": _parse_undo,
    "pause": _parse_pause,
    "resume": _parse_resume,
    "game_end": _parse_game_end,
}

_T = TypeVar("_T")


def _optional(parse: Callable[[object], _T], value: object) -> _T | None:
    return None if value is None else parse(value)


def _integer(value: object) -> int:
    if type(value) is not int:
        raise TypeError("integer")
    return value


def _integers(value: object) -> tuple[int, ...]:
    return tuple(map(_integer, _list(value)))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("number")
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise TypeError("list")
    return value


def _mapping(value: object) -> _Json:
    if not isinstance(value, dict):
        raise TypeError("object")
    return value


def _wind(value: object) -> Wind:
    return Wind(_text(value))


def _tile(value: object) -> Tile:
    return Tile(_text(value))


def _tiles(value: object) -> tuple[Tile, ...]:
    return tuple(map(_tile, _list(value)))


def _point(value: object) -> Point:
    x, y = _list(value)
    return _number(x), _number(y)


def _parse_deal_number(data: _Json) -> int:
    return _integer(data.get("deal", 0))


def _game_event(expected: type[_G], data: _Json) -> _G:
    event: GameEvent = event_from_json(data["game"])
    if not isinstance(event, expected):
        raise TypeError(expected.__name__)
    return event


def _evidence(value: object) -> Evidence:
    crop = _mapping(value)
    return Evidence(str(crop["file"]), str(crop["sha256"]))
