"""Replay formats of other programs (mjai, tenhou) for a watched riichi game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from scoring import rulebook
from scoring.game import Won
from scoring.game.serialization import event_from_json
from scoring.tiles import Tile

from ..errors import WatchError
from ..log.events import Event, winners
from ..log.table_state import fold_events
from .tables import Ended, deals_with_log

_HONOURS = dict(zip("1234567", "ESWNPFC", strict=True))


def as_mjai(events: Sequence[Event]) -> str:
    """Return the game as mjai lines, marked partial: drawn tiles and concealed hands are "?".

    The camera above cannot see whether a discard had just been drawn: `tsumogiri` is null.

    Raises:
        WatchError: no riichi game, or a deal entered by hand or not observed from its start.
    """
    table = fold_events(events)
    if not table.game.rules.bet:
        raise WatchError("mjai_riichi", rules=table.rules)
    lines: list[dict[str, object]] = [
        {
            "type": "start_game",
            "names": list(table.players),
            "partial": True,
            "note": "seen by a camera from above: drawn tiles, concealed hands and tsumogiri "
            "were not seen and are not given",
        }
    ]
    for deal in _require_log_deals(events):
        if not deal.before.deal.is_fully_observed:
            raise WatchError("not_whole", deal=deal.before.deal.number)
        unseen = [e for e in deal.events if e.kind == "riichi" and not e.data["discard"]]
        if unseen:
            raise WatchError("riichi_unseen", number=unseen[0].number)
        lines += _mjai_deal(deal)
    lines.append({"type": "end_game"})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _require_log_deals(events: Sequence[Event]) -> Iterator[Ended]:
    """Yield the deals, all of which must have a log.

    Raises:
        WatchError: one has none.
    """
    for number, (_, deal) in enumerate(deals_with_log(events), 1):
        if deal is None:
            raise WatchError("by_hand", deal=number)
        yield deal


def _mjai_deal(deal: Ended) -> Iterator[dict[str, object]]:
    table = deal.before
    state = table.game

    def actor(place: object) -> int:
        assert isinstance(place, int)
        return state.player(table.seat(place))

    start = state.points
    markers = [_mjai_tile(tile) for tile in table.deal.indicators]
    yield {
        "type": "start_kyoku",
        "bakaze": state.round.value,
        "kyoku": state.turn + 1,
        "honba": state.counters,
        "kyotaku": state.sticks,
        "oya": state.seating[0],
        "scores": [state.points_before[player] for player in range(4)] if start else [],
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
            yield {
                "type": "dahai",
                "actor": who,
                "pai": _mjai_tile(data["tile"]),
                "tsumogiri": None,
            }
            if declared:
                yield {"type": "reach_accepted", "actor": who}
            drawn = True
        elif event.kind == "call":
            who, source = actor(data["place"]), data["from"]
            if source is None or data["claimed"] is None:
                raise WatchError("source_unseen", number=event.number)
            rest = list(data["tiles"])  # type: ignore[call-overload]  # a list of tiles
            rest.remove(data["claimed"])
            kind = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}[str(data["kind"])]
            yield {
                "type": kind,
                "actor": who,
                "target": actor(source),
                "pai": _mjai_tile(data["claimed"]),
                "consumed": [_mjai_tile(tile) for tile in rest],
            }
            drawn = data["kind"] == "kong"
        elif event.kind == "kong":
            yield from _mjai_kong(actor(data["place"]), data)
        elif event.kind == "indicator":
            shown -= 1
            if shown < 0:
                yield {"type": "dora", "dora_marker": _mjai_tile(data["tile"])}
    yield from _mjai_end(deal, actor)


def _mjai_kong(who: int, data: Mapping[str, object]) -> Iterator[dict[str, object]]:
    tiles = [_mjai_tile(tile) for tile in data["tiles"]]  # type: ignore[attr-defined]  # a list
    yield {"type": "tsumo", "actor": who, "pai": "?"}
    if data["kind"] == "concealed":
        yield {"type": "ankan", "actor": who, "consumed": tiles}
    else:
        yield {"type": "kakan", "actor": who, "pai": tiles[0], "consumed": tiles[1:]}


def _mjai_end(deal: Ended, actor: object) -> Iterator[dict[str, object]]:
    points = list(deal.before.game.points)
    for record, after in _winner_payouts(deal):
        winner, target = _winner_and_discarder(deal, record)
        if winner == target:
            yield {"type": "tsumo", "actor": winner, "pai": "?"}
        yield {
            "type": "hora",
            "actor": winner,
            "target": target,
            "pai": _mjai_tile(record["winning_tile"]),
            "deltas": [b - a for a, b in zip(points, after, strict=True)],
            "scores": list(after),
        }
        points = list(after)
    if deal.event.kind != "win":
        after = deal.after.game.points
        deltas = [b - a for a, b in zip(points, after, strict=True)]
        yield {"type": "ryukyoku", "deltas": deltas, "scores": list(after)}
    yield {"type": "end_kyoku"}


def _winner_payouts(deal: Ended) -> Iterator[tuple[Mapping[str, object], Sequence[int]]]:
    """Yield each winner's record and the points after his payment; the first gets the sticks."""
    if deal.event.kind != "win":
        return
    event = event_from_json(deal.event.data["game"])
    assert isinstance(event, Won)
    state = deal.before.game
    rest = [list(one.changes) for one in event.winners]
    points = list(deal.after.game.points)
    after: list[list[int]] = []
    for changes in reversed(rest):  # backwards, so that the sticks on the table go to the first
        after.insert(0, list(points))
        points = [points[player] - changes[state.seat(player).order] for player in range(4)]
    by_seat = {str(record["seat"]): record for record, _ in winners(deal.event.data)}
    for one, then in zip(event.winners, after, strict=True):
        yield by_seat[one.seat.value], then


def _winner_and_discarder(deal: Ended, record: Mapping[str, object]) -> tuple[int, int]:
    """Return the numbers of winner and discarder; the winner's twice if self-drawn."""
    seats = {seat.value: deal.before.game.player(seat) for seat in map(deal.before.seat, range(4))}
    winner = seats[str(record["seat"])]
    giver = record["discarder"]
    return winner, winner if giver is None else seats[str(giver)]


def as_tenhou(events: Sequence[Event]) -> str:
    """Return the results as tenhou.net/6 JSON, with empty hands, draws and discards.

    A replay needs all four hands and every draw, which a camera above the table cannot see.

    Raises:
        WatchError: no riichi game, or a deal that was entered by hand.
    """
    table = fold_events(events)
    if not table.game.rules.bet:
        raise WatchError("tenhou_riichi", rules=table.rules)
    red = rulebook(table.rules).options["red_fives"] == "fan"
    log = []
    for deal in _require_log_deals(events):
        state = deal.before.game
        number = state.rounds_over * 4 + state.turn
        points: Sequence[int] = state.points
        end: list[object] = []
        for record, after in _winner_payouts(deal):
            winner, giver = _winner_and_discarder(deal, record)
            deltas = [b - a for a, b in zip(points, after, strict=True)]
            total = {str(r["seat"]): result["total"] for r, result in winners(deal.event.data)}
            end += [deltas, [winner, giver, winner, f"{total[str(record['seat'])]}点"]]
            points = after
        deltas = [b - a for a, b in zip(points, deal.after.game.points, strict=True)]
        end = ["和了", *end] if end else ["流局", deltas]
        dora = [_tenhou_tile(tile) for tile in deal.before.deal.indicators]
        head = [[number, state.counters, state.sticks], list(state.points_before), dora, []]
        log.append([*head, *([] for _ in range(12)), end])
    return (
        json.dumps(
            {
                "title": ["results only", "hands, draws and discards were not all seen"],
                "name": list(table.players),
                "rule": {"disp": table.rules, "aka": int(red)},
                "log": log,
            },
            ensure_ascii=False,
        )
        + "\n"
    )


def _mjai_tile(value: object) -> str:
    tile = Tile(str(value))
    if tile.is_honour:
        return _HONOURS[tile.value[0]]
    return f"5{tile.suit}r" if tile.is_red else tile.value


def _tenhou_tile(tile: Tile) -> int:
    """Return Tenhou's tile number: 11-19 characters, 21-29 dots, 31-39 bamboo, 41-47 honours."""
    suit = "mpsz".index(tile.suit) + 1
    return 50 + suit if tile.is_red else 10 * suit + tile.rank
