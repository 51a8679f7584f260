"""Replay formats of other programs (mjai, tenhou) for a watched riichi game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scoring import rulebook
from scoring.hand import SetKind
from scoring.tiles import Tile

from ..errors import WatchError
from ..log.events import (
    CallEvent,
    DiscardEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    RiichiEvent,
    WinEvent,
    WinningHand,
)
from ..log.table_state import fold_events
from .tables import Ended, deals_with_log

_MJAI_CALLS = {SetKind.CHOW: "chi", SetKind.PUNG: "pon", SetKind.KONG: "daiminkan"}
_HONOURS = dict(zip("1234567", "ESWNPFC", strict=True))


def as_mjai(events: Sequence[LogEntry]) -> str:
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
        unseen = [
            entry
            for entry in deal.entries
            if isinstance(entry.event, RiichiEvent) and not entry.event.discard
        ]
        if unseen:
            raise WatchError("riichi_unseen", number=unseen[0].number)
        lines += _mjai_deal(deal)
    lines.append({"type": "end_game"})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _require_log_deals(events: Sequence[LogEntry]) -> Iterator[Ended]:
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

    def actor(place: int) -> int:
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
    declared = {e.event.discard for e in deal.entries if isinstance(e.event, RiichiEvent)}
    drawn = True  # whether the next discard follows a draw
    shown = 1
    for entry in deal.entries:
        match entry.event:
            case DiscardEvent(place=place, tile=tile):
                yield from _mjai_discard(actor(place), tile, drawn, entry.number in declared)
                drawn = True
            case CallEvent() as call:
                if call.source is None or call.claimed is None:
                    raise WatchError("source_unseen", number=entry.number)
                yield _mjai_call(call, call.claimed, actor(call.place), actor(call.source))
                drawn = call.set_kind is SetKind.KONG
            case KongEvent() as kong:
                yield from _mjai_kong(kong, actor(kong.place))
            case IndicatorEvent(tile=tile):
                shown -= 1
                if shown < 0:
                    yield {"type": "dora", "dora_marker": _mjai_tile(tile)}
    yield from _mjai_end(deal)


def _mjai_discard(
    who: int, tile: Tile, drawn: bool, declares_riichi: bool
) -> Iterator[dict[str, object]]:
    if drawn:
        yield {"type": "tsumo", "actor": who, "pai": "?"}
    if declares_riichi:
        yield {"type": "reach", "actor": who}
    yield {"type": "dahai", "actor": who, "pai": _mjai_tile(tile), "tsumogiri": None}
    if declares_riichi:
        yield {"type": "reach_accepted", "actor": who}


def _mjai_call(call: CallEvent, claimed: Tile, who: int, target: int) -> dict[str, object]:
    rest = list(call.tiles)
    rest.remove(claimed)
    return {
        "type": _MJAI_CALLS[call.set_kind],
        "actor": who,
        "target": target,
        "pai": _mjai_tile(claimed),
        "consumed": [_mjai_tile(tile) for tile in rest],
    }


def _mjai_kong(kong: KongEvent, who: int) -> Iterator[dict[str, object]]:
    tiles = [_mjai_tile(tile) for tile in kong.tiles]
    yield {"type": "tsumo", "actor": who, "pai": "?"}
    if kong.is_added:
        yield {"type": "kakan", "actor": who, "pai": tiles[0], "consumed": tiles[1:]}
    else:
        yield {"type": "ankan", "actor": who, "consumed": tiles}


def _mjai_end(deal: Ended) -> Iterator[dict[str, object]]:
    points = list(deal.before.game.points)
    for hand, after in _winner_payouts(deal):
        winner, target = _winner_and_discarder(deal, hand)
        if winner == target:
            yield {"type": "tsumo", "actor": winner, "pai": "?"}
        yield {
            "type": "hora",
            "actor": winner,
            "target": target,
            "pai": _mjai_tile(_winning_tile(hand)),
            "deltas": [b - a for a, b in zip(points, after, strict=True)],
            "scores": list(after),
        }
        points = list(after)
    if not isinstance(deal.result, WinEvent):
        after = deal.after.game.points
        deltas = [b - a for a, b in zip(points, after, strict=True)]
        yield {"type": "ryukyoku", "deltas": deltas, "scores": list(after)}
    yield {"type": "end_kyoku"}


def _winning_tile(hand: WinningHand) -> Tile:
    tile = hand.record.hand.winning
    assert tile is not None, "a confirmed win has its tile"
    return tile


def _winner_payouts(deal: Ended) -> Iterator[tuple[WinningHand, Sequence[int]]]:
    """Yield each winner's hand and the points after his payment; the first gets the sticks."""
    if not isinstance(deal.result, WinEvent):
        return
    win, state = deal.result.game, deal.before.game
    points = list(deal.after.game.points)
    after: list[list[int]] = []
    for one in reversed(win.winners):  # backwards, so that the sticks on the table go to the first
        after.insert(0, list(points))
        points = [points[player] - one.changes[state.seat(player).order] for player in range(4)]
    by_seat = {hand.record.win.seat: hand for hand in deal.result.hands}
    for one, then in zip(win.winners, after, strict=True):
        yield by_seat[one.seat], then


def _winner_and_discarder(deal: Ended, hand: WinningHand) -> tuple[int, int]:
    """Return the numbers of winner and discarder; the winner's twice if self-drawn."""
    state, win = deal.before.game, hand.record.win
    winner = state.player(win.seat)
    return winner, winner if win.discarder is None else state.player(win.discarder)


def as_tenhou(events: Sequence[LogEntry]) -> str:
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
        for hand, after in _winner_payouts(deal):
            winner, giver = _winner_and_discarder(deal, hand)
            deltas = [b - a for a, b in zip(points, after, strict=True)]
            end += [deltas, [winner, giver, winner, f"{hand.result['total']}点"]]
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


def _mjai_tile(tile: Tile) -> str:
    if tile.is_honour:
        return _HONOURS[tile.value[0]]
    return f"5{tile.suit}r" if tile.is_red else tile.value


def _tenhou_tile(tile: Tile) -> int:
    """Return Tenhou's tile number: 11-19 characters, 21-29 dots, 31-39 bamboo, 41-47 honours."""
    suit = "mpsz".index(tile.suit) + 1
    return 50 + suit if tile.is_red else 10 * suit + tile.rank
