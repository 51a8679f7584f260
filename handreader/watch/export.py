"""A watched game for other programs: nothing is invented, what was not seen is said or refused."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.game import score_sheet, sheet_lines
from scoring.tiles import Tile

from .events import Event, WatchError
from .table import Table, counting, known

_HONOURS = dict(zip("1234567", "ESWNPFC", strict=True))
_ENDS = ("win", "draw", "abort")
_COLUMNS = (
    "time",
    "deal",
    "round",
    "dealer",
    "ended",
    "winner",
    "discarder",
    "points",
)


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal that is over: its last event, and what was known before and after it."""

    event: Event
    before: Table
    after: Table
    events: tuple[Event, ...]


def deals(events: Sequence[Event]) -> Iterator[Ended]:
    """The deals that were confirmed, in order; those undone are left out."""
    sofar: list[Event] = []
    begun = 0
    for event in counting(events):
        if event.kind == "deal_start":
            begun = len(sofar)
        sofar.append(event)
        if event.kind in _ENDS:
            before = known(sofar[:-1])
            yield Ended(event, before, known(sofar), tuple(sofar[begun:]))


def as_jsonl(events: Sequence[Event]) -> str:
    """Every event as it was written, corrections and what was undone included."""
    return "".join(json.dumps(e.to_json(), ensure_ascii=False) + "\n" for e in events)


def as_csv(events: Sequence[Event]) -> str:
    """One row a deal: who won, how, the four changes and the four totals."""
    table = known(events)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    changes = [f"{_safe(name)} change" for name in table.players]
    writer.writerow([*_COLUMNS, *changes, *(f"{_safe(name)} total" for name in table.players)])
    for number, deal in enumerate(deals(events), start=1):
        state = deal.before.game
        record = deal.event.data.get("record")
        result = deal.event.data.get("result")
        winner = discarder = points = ""
        if isinstance(record, Mapping) and isinstance(result, Mapping):
            winner = _player(deal.before, str(record["seat"]))
            discarder = _player(deal.before, record["discarder"])
            points = str(result["total"])
        moved = [b - a for a, b in zip(state.points, deal.after.game.points, strict=True)]
        writer.writerow(
            [
                deal.event.at,
                number,
                state.round.value,
                _safe(table.players[state.seating[0]]),
                deal.event.kind,
                winner,
                discarder,
                points,
                *moved,
                *deal.after.game.points,
            ]
        )
    return out.getvalue()


def as_sheet(events: Sequence[Event], lang: str) -> str:
    """The score sheet as text."""
    table = known(events)
    date = events[0].at[:10] if events else ""
    lines = sheet_lines(score_sheet(table.game, date=date), table.players, lang)
    return "\n".join(lines) + "\n"


def as_mjai(events: Sequence[Event]) -> str:
    """The game as mjai lines, marked partial: drawn tiles and concealed hands are "?".

    Whether a discard had just been drawn is not seen from above: `tsumogiri` is null.

    Raises:
        WatchError: no riichi game, or a deal that was not seen from its start.
    """
    table = known(events)
    if not table.game.rules.bet:
        raise WatchError(f"mjai is for riichi; this game is {table.rules}: export jsonl or csv")
    lines: list[dict[str, object]] = [
        {
            "type": "start_game",
            "names": list(table.players),
            "partial": True,
            "note": "seen by a camera from above: drawn tiles, concealed hands and tsumogiri "
            "were not seen and are not given",
        }
    ]
    for deal in deals(events):
        if not deal.before.deal.whole:
            raise WatchError(
                f"deal {deal.before.deal.number} was not seen from its start: mjai needs every "
                "discard; export jsonl or csv"
            )
        lines += _mjai_deal(deal)
    lines.append({"type": "end_game"})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _mjai_deal(deal: Ended) -> Iterator[dict[str, object]]:
    table = deal.before
    state = table.game

    def actor(place: object) -> int:
        assert isinstance(place, int)
        return state.player(table.seat(place))

    start = state.points
    markers = [_mjai(tile) for tile in table.deal.indicators]
    yield {
        "type": "start_kyoku",
        "bakaze": state.round.value,
        "kyoku": state.turn + 1,
        "honba": state.counters,
        "kyotaku": state.sticks,
        "oya": state.seating[0],
        "scores": [state.before[player] for player in range(4)] if start else [],
        "dora_marker": markers[0] if markers else "?",
        "tehais": [["?"] * 13] * 4,
    }
    drawn = True  # whether the next discard follows a draw
    shown = 1
    for event in deal.events:
        data = event.data
        if event.kind == "discard":
            who = actor(data["place"])
            if drawn:
                yield {"type": "tsumo", "actor": who, "pai": "?"}
            declared = any(
                e.kind == "riichi" and e.data["discard"] == event.number for e in deal.events
            )
            if declared:
                yield {"type": "reach", "actor": who}
            yield {"type": "dahai", "actor": who, "pai": _mjai(data["tile"]), "tsumogiri": None}
            if declared:
                yield {"type": "reach_accepted", "actor": who}
            drawn = True
        elif event.kind == "call":
            who, source = actor(data["place"]), data["from"]
            if source is None or data["claimed"] is None:
                raise WatchError(
                    f"event {event.number}: whose discard was called was not seen; export jsonl"
                )
            rest = list(data["tiles"])  # type: ignore[call-overload]  # a list of tiles
            rest.remove(data["claimed"])
            kind = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}[str(data["kind"])]
            yield {
                "type": kind,
                "actor": who,
                "target": actor(source),
                "pai": _mjai(data["claimed"]),
                "consumed": [_mjai(tile) for tile in rest],
            }
            drawn = data["kind"] == "kong"
        elif event.kind == "kong":
            yield from _mjai_kong(actor(data["place"]), data)
        elif event.kind == "indicator":
            shown -= 1
            if shown < 0:
                yield {"type": "dora", "dora_marker": _mjai(data["tile"])}
    yield from _mjai_end(deal, actor)


def _mjai_kong(who: int, data: Mapping[str, object]) -> Iterator[dict[str, object]]:
    tiles = [_mjai(tile) for tile in data["tiles"]]  # type: ignore[attr-defined]  # a list
    yield {"type": "tsumo", "actor": who, "pai": "?"}
    if data["kind"] == "concealed":
        yield {"type": "ankan", "actor": who, "consumed": tiles}
    else:
        yield {"type": "kakan", "actor": who, "pai": tiles[0], "consumed": tiles[1:]}


def _mjai_end(deal: Ended, actor: object) -> Iterator[dict[str, object]]:
    state, after = deal.before.game, deal.after.game
    deltas = [b - a for a, b in zip(state.points, after.points, strict=True)]
    record = deal.event.data.get("record")
    if isinstance(record, Mapping):
        seats = {seat.value: state.player(seat) for seat in map(deal.before.seat, range(4))}
        winner = seats[str(record["seat"])]
        target = winner if record["discarder"] is None else seats[str(record["discarder"])]
        yield {
            "type": "hora",
            "actor": winner,
            "target": target,
            "pai": _mjai(record["winning_tile"]),
            "deltas": deltas,
            "scores": list(after.points),
        }
    else:
        yield {"type": "ryukyoku", "deltas": deltas, "scores": list(after.points)}
    yield {"type": "end_kyoku"}


def as_tenhou(events: Sequence[Event]) -> str:
    """The results as tenhou.net/6 JSON: hands, draws and discards are left empty, and said so.

    A replay needs all four hands and every draw, which a camera above the table cannot see.

    Raises:
        WatchError: no riichi game.
    """
    table = known(events)
    if not table.game.rules.bet:
        raise WatchError(f"tenhou.net/6 is for riichi; this game is {table.rules}: export csv")
    log = []
    for deal in deals(events):
        state = deal.before.game
        record = deal.event.data.get("record")
        deltas = [b - a for a, b in zip(state.points, deal.after.game.points, strict=True)]
        number = state.rounds_over * 4 + state.turn
        end: list[object] = ["流局", deltas]
        if isinstance(record, Mapping):
            seats = {seat.value: state.player(seat) for seat in map(deal.before.seat, range(4))}
            winner = seats[str(record["seat"])]
            giver = winner if record["discarder"] is None else seats[str(record["discarder"])]
            result = deal.event.data["result"]
            assert isinstance(result, Mapping)
            end = ["和了", deltas, [winner, giver, winner, f"{result['total']}点"]]
        dora = [_tenhou(tile) for tile in deal.before.deal.indicators]
        head = [[number, state.counters, state.sticks], list(state.before), dora, []]
        log.append([*head, *([] for _ in range(12)), end])
    return (
        json.dumps(
            {
                "title": ["results only", "hands, draws and discards were not all seen"],
                "name": list(table.players),
                "rule": {"disp": table.rules, "aka": 1},
                "log": log,
            },
            ensure_ascii=False,
        )
        + "\n"
    )


def _mjai(value: object) -> str:
    tile = Tile(str(value))
    if tile.is_honour:
        return _HONOURS[tile.value[0]]
    return f"5{tile.suit}r" if tile.is_red else tile.value


def _tenhou(tile: Tile) -> int:
    """Tenhou's two-digit number: 11-19 characters, 21-29 dots, 31-39 bamboo, 41-47 honours."""
    suit = "mpsz".index(tile.suit) + 1
    return 50 + suit if tile.is_red else 10 * suit + tile.rank


def _player(table: Table, seat: object) -> str:
    """The name of who sat there; "" for nobody."""
    seats = {table.seat(place).value: place for place in range(4)}
    if seat not in seats:
        return ""
    return _safe(table.players[table.game.player(table.seat(seats[str(seat)]))])


def _safe(name: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name
