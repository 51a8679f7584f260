"""Tables of a watched game for other programs; unobserved facts are left empty, never invented."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.game import DealResult, Ending, score_sheet, sheet_lines

from ..log.events import Event, winners
from ..log.table_state import TableState, active_events, fold_events

_ENDS = ("win", "draw", "abort", "penalty")
_KINDS = {
    Ending.WON: "win",
    Ending.DRAWN: "draw",
    Ending.ABORTED: "abort",
    Ending.CHOMBO: "chombo",
}
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
    """A finished deal: its last event, and the states before and after it."""

    event: Event
    before: TableState
    after: TableState
    events: tuple[Event, ...]


def deals(events: Sequence[Event]) -> Iterator[Ended]:
    """Yield the confirmed deals in order, without those undone."""
    sofar: list[Event] = []
    begun = 0
    for event in active_events(events):
        if event.kind == "deal_start":
            begun = len(sofar)
        sofar.append(event)
        if event.kind in _ENDS:
            before, after = fold_events(sofar[:-1]), fold_events(sofar)
            if len(after.game.deals) > len(
                before.game.deals
            ):  # of false wins only a chombo ends it
                yield Ended(event, before, after, tuple(sofar[begun:]))


def deals_with_log(events: Sequence[Event]) -> Iterator[tuple[DealResult, Ended | None]]:
    """Yield each deal of the game with its log; None for one entered or corrected by hand."""
    seen = {len(deal.before.game.deals): deal for deal in deals(events)}
    for number, over in enumerate(fold_events(events).game.deals):
        deal = seen.get(number)
        yield over, deal if deal is not None and deal.after.game.deals[-1] == over else None


def as_jsonl(events: Sequence[Event]) -> str:
    """Return every event as written, with corrections and undone events, as JSON lines."""
    return "".join(json.dumps(e.to_json(), ensure_ascii=False) + "\n" for e in events)


def as_csv(events: Sequence[Event]) -> str:
    """Return CSV with one row a deal: winners, discarder, points, four changes and four totals.

    A deal that was entered or corrected by hand has no time, discarder or points.
    """
    table = fold_events(events)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    changes = [f"{_escape_formula(name)} change" for name in table.players]
    writer.writerow(
        [*_COLUMNS, *changes, *(f"{_escape_formula(name)} total" for name in table.players)]
    )
    totals = [table.game.rules.start] * 4
    for number, (over, seen) in enumerate(deals_with_log(events), 1):
        totals = [before + change for before, change in zip(totals, over.changes, strict=True)]
        writer.writerow(
            [
                "" if seen is None else seen.event.at,
                number,
                over.round.value,
                _escape_formula(table.players[over.seating[0]]),
                _KINDS[over.ending],
                *(_manual_columns(over, table) if seen is None else _winner_columns(seen)),
                *over.changes,
                *totals,
            ]
        )
    return out.getvalue()


def _winner_columns(deal: Ended) -> tuple[str, str, str]:
    """Return winners, discarder and points of a deal; "" for a missing value."""
    if deal.event.kind != "win":
        return "", "", ""
    every = winners(deal.event.data)
    names = " + ".join(_player_name(deal.before, record["seat"]) for record, _ in every)
    points = " + ".join(str(result["total"]) for _, result in every)
    return names, _player_name(deal.before, every[0][0]["discarder"]), points


def _manual_columns(deal: DealResult, table: TableState) -> tuple[str, str, str]:
    return " + ".join(_escape_formula(table.players[player]) for player in deal.winners), "", ""


def as_sheet(events: Sequence[Event], lang: str) -> str:
    """Return the score sheet as text."""
    table = fold_events(events)
    date = events[0].at[:10] if events else ""
    lines = sheet_lines(score_sheet(table.game, date=date), table.players, lang)
    return "\n".join(lines) + "\n"


def _player_name(table: TableState, seat: object) -> str:
    """Return the name of the player on a seat; "" for None."""
    seats = {table.seat(place).value: place for place in range(4)}
    if seat not in seats:
        return ""
    return _escape_formula(table.players[table.game.player(table.seat(seats[str(seat)]))])


def _escape_formula(name: str) -> str:
    """Escape a name that a spreadsheet would interpret as a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name
