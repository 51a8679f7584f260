"""Tables of a watched game for other programs; unobserved facts are left empty, never invented."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.game import DealResult, Ending, score_sheet, sheet_lines
from scoring.tiles import Wind

from ..log.events import DealStartEvent, LogEntry, ResultEvent, WinEvent
from ..log.journal import format_line
from ..log.table_state import TableState, active_events, fold_events

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
    """A finished deal.

    Attributes:
        entry: of the log, with the result.
        result: of the deal.
        before, after: states of the table before and after it.
        entries: of the deal, the result last.
    """

    entry: LogEntry
    result: ResultEvent
    before: TableState
    after: TableState
    entries: tuple[LogEntry, ...]


def deals(events: Sequence[LogEntry]) -> Iterator[Ended]:
    """Yield the confirmed deals in order, without those undone."""
    sofar: list[LogEntry] = []
    begun = 0
    for entry in active_events(events):
        if isinstance(entry.event, DealStartEvent):
            begun = len(sofar)
        sofar.append(entry)
        if isinstance(entry.event, ResultEvent):
            before, after = fold_events(sofar[:-1]), fold_events(sofar)
            if len(after.game.deals) > len(
                before.game.deals
            ):  # of false wins only a chombo ends it
                yield Ended(entry, entry.event, before, after, tuple(sofar[begun:]))


def deals_with_log(events: Sequence[LogEntry]) -> Iterator[tuple[DealResult, Ended | None]]:
    """Yield each deal of the game with its log; None for one entered or corrected by hand."""
    seen = {len(deal.before.game.deals): deal for deal in deals(events)}
    for number, over in enumerate(fold_events(events).game.deals):
        deal = seen.get(number)
        yield over, deal if deal is not None and deal.after.game.deals[-1] == over else None


def as_jsonl(events: Sequence[LogEntry]) -> str:
    """Return every event as written, with corrections and undone events, as JSON lines."""
    return "".join(map(format_line, events))


def as_csv(events: Sequence[LogEntry]) -> str:
    """Return CSV with one row a deal: winners, discarder, points, four changes and four totals.

    A deal that was entered or corrected by hand has no time, discarder or points. The changes
    include penalties before the deal's end.
    """
    table = fold_events(events)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    headings = [f"{_escape_formula(name)} change" for name in table.players]
    writer.writerow(
        [*_COLUMNS, *headings, *(f"{_escape_formula(name)} total" for name in table.players)]
    )
    totals = [table.game.rules.start] * 4
    for number, (over, seen) in enumerate(deals_with_log(events), 1):
        penalties = (one for one in table.game.penalties if one.after == number - 1)
        moved = (over.changes, *(one.changes for one in penalties))
        changes = [sum(parts) for parts in zip(*moved, strict=True)]
        totals = [before + change for before, change in zip(totals, changes, strict=True)]
        writer.writerow(
            [
                "" if seen is None else seen.entry.at,
                number,
                over.round.value,
                _escape_formula(table.players[over.seating[0]]),
                _KINDS[over.ending],
                *(_manual_columns(over, table) if seen is None else _winner_columns(seen)),
                *changes,
                *totals,
            ]
        )
    return out.getvalue()


def _winner_columns(deal: Ended) -> tuple[str, str, str]:
    """Return winners, discarder and points of a deal; "" for a missing value."""
    if not isinstance(deal.result, WinEvent):
        return "", "", ""
    hands = deal.result.hands
    names = " + ".join(_player_name(deal.before, hand.record.win.seat) for hand in hands)
    points = " + ".join(str(hand.result["total"]) for hand in hands)
    return names, _player_name(deal.before, hands[0].record.win.discarder), points


def _manual_columns(deal: DealResult, table: TableState) -> tuple[str, str, str]:
    return " + ".join(_escape_formula(table.players[player]) for player in deal.winners), "", ""


def as_sheet(events: Sequence[LogEntry], lang: str) -> str:
    """Return the score sheet as text."""
    table = fold_events(events)
    date = events[0].at[:10] if events else ""
    lines = sheet_lines(score_sheet(table.game, date=date), table.players, lang)
    return "\n".join(lines) + "\n"


def _player_name(table: TableState, seat: Wind | None) -> str:
    """Return the name of the player on a seat; "" for None."""
    return "" if seat is None else _escape_formula(table.players[table.game.player(seat)])


def _escape_formula(name: str) -> str:
    """Escape a name that a spreadsheet would interpret as a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name
