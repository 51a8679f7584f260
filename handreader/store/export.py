"""A game as a file: JSON that can be imported again, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from scoring.game import DealResult, GameState, PenaltyResult
from scoring.game.serialization import FormError, rules_from_json, rules_to_json
from scoring.game.state import minus
from scoring.json_fields import JsonFields, mismatch
from scoring.tiles import WINDS

from .errors import StoreError
from .models import Entry, Game, GameHistory, validate_names, validate_title
from .replay import replay_game
from .serialization import (
    events_from_json,
    events_to_json,
    origin_from_json,
    origin_to_json,
    reject,
    seating_from_json,
    seating_to_json,
)

VERSION = 2  # 2: adjustments, the end of a game, and names have events
GAME_FORMAT = f"handreader-game/{VERSION}"
FORMATS = tuple(f"handreader-game/{version}" for version in range(1, VERSION + 1))
_NEWER = re.compile(r"handreader-game/([1-9]\d{0,3})")
MOST_VERSIONS = 2000


def to_json(game: Game, versions: Sequence[Entry]) -> dict[str, object]:
    """Serialise the game as JSON.

    Returns:
        `format`, `id`, `started`, `title`, `players`, `rules`, and `entries`: every version, in
        order, with `number`, `version`, `time`, `events`, `setting`, `origin`.
    """
    return {
        "format": GAME_FORMAT,
        "id": game.id,
        "started": game.started.isoformat(),
        "title": game.title,
        "players": list(game.players),
        "rules": rules_to_json(game.rules),
        "entries": [
            {
                "number": entry.number,
                "version": entry.version,
                "time": entry.time.isoformat(),
                "events": events_to_json(entry.events),
                "setting": seating_to_json(entry.seating),
                "origin": origin_to_json(entry.origin),
            }
            for entry in versions
        ],
    }


def from_json(obj: object) -> tuple[Game, tuple[Entry, ...]]:
    """Parse and replay an exported game; return it with every version of its entries.

    Raises:
        StoreError: it is no exported game, or breaks the rules of the game.
    """
    try:
        fields = JsonFields(obj if isinstance(obj, Mapping) else {}, reject)
        _check_format(fields)
        id = fields.text("id", 32, expected="name")
        if not (id.isascii() and id.isalnum()):
            fields.mismatch("id", "name")
        players = fields.value("players")
        names = validate_names(players if isinstance(players, list) else ())
        rules = rules_from_json(fields.value("rules"))
        started = _time(fields.value("started"))
        title = validate_title(fields.value("title") or "")
        game = Game(id, names, rules, started, title=title)
        entries = tuple(map(_entry, fields.values("entries", MOST_VERSIONS)))
        _check_order(entries)
        latest = {entry.number: entry for entry in entries}
        replay_game(game, list(latest.values()), len(entries))
    except (FormError, StoreError) as error:
        if isinstance(error, StoreError) and error.code == "newer_file":
            raise
        raise StoreError("bad_file", what=error) from error
    return game, entries


def _check_format(fields: JsonFields) -> None:
    """Check that this version reads the format.

    Raises:
        StoreError: a newer version's (`newer_file`).
        FormError: no format of ours.
    """
    found = fields.value("format")
    match = _NEWER.fullmatch(found) if isinstance(found, str) else None
    if match is not None and int(match[1]) > VERSION:
        raise StoreError("newer_file")
    fields.choice("format", FORMATS)


def _entry(obj: object) -> Entry:
    if not isinstance(obj, Mapping):
        raise FormError(mismatch("entries", "objects"))
    number, version = obj.get("number"), obj.get("version")
    if type(number) is not int or type(version) is not int:
        raise FormError(mismatch("entries", "version"))
    return Entry(
        number,
        version,
        events_from_json(obj.get("events")),
        _time(obj.get("time")),
        seating_from_json(obj.get("setting")),
        origin_from_json(obj.get("origin")),
    )


def _check_order(entries: Sequence[Entry]) -> None:
    """Check that numbers run from 1 and versions from 0 on, without gaps."""
    number, version = 0, 0
    for entry in entries:
        first = (entry.number, entry.version) == (number + 1, 0)
        if not first and (entry.number, entry.version) != (number, version + 1):
            last = f"{number}.{version}"
            raise FormError(mismatch("entries", "next", number=number + 1, last=last))
        number, version = entry.number, entry.version


def _time(value: object) -> datetime:
    try:
        time = datetime.fromisoformat(value if isinstance(value, str) else "")
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise FormError(mismatch("time", "time")) from None


def to_csv(game: Game, versions: Sequence[Entry]) -> str:
    """Format one CSV row for each finished hand, penalty and adjustment, in order.

    Returns:
        time (UTC, with its zone), time of the last correction, round, seats, result, changes,
        totals, the game's own name, and who was fined how many points, to be paid at the end; with
        commas, lines ended as spreadsheets expect (CR LF). A name that a spreadsheet would read as
        a formula gets an apostrophe in front.
    """
    latest = {entry.number: entry for entry in versions}
    first = {entry.number: entry.time for entry in reversed(versions)}
    history = replay_game(game, list(latest.values()), len(versions))
    names = [escape_formula(" / ".join(history.names_in_turn(player))) for player in range(4)]
    file = io.StringIO()
    rows = csv.writer(file)
    head = ["hand", "entry", "time", "corrected", "round", "east", "ending", "winner", "discarder"]
    tail = ["table", "reason", "game", "fined", "fine"]
    rows.writerow([*head, *names, *(f"{name} total" for name in names), *tail])
    totals = [game.rules.start] * 4
    after = [*history.states_before, history.state][1:]
    for entry, before, state in zip(history.entries, history.states_before, after, strict=True):
        times = [_time_text(first[entry.number])]
        times.append(_time_text(entry.time) if entry.version else "")
        for moved in _point_changes(before, state):
            totals = [a + b for a, b in zip(totals, moved.changes, strict=True)]
            if isinstance(moved, DealResult):
                hand: object = len(state.deals)
                result = _result(history, entry, moved)
                end: list[object] = [moved.table, ""]
            else:
                hand, result = "", ["", "", "adjusted" if moved.reason else "false_win", "", ""]
                end = ["", escape_formula(moved.reason)]
            end += [escape_formula(game.title), *_fine(before, state, names)]
            rows.writerow([hand, entry.number, *times, *result, *moved.changes, *totals, *end])
    return file.getvalue()


def _point_changes(before: GameState, after: GameState) -> tuple[DealResult | PenaltyResult, ...]:
    """Return what moved points in one entry: penalties, then the hand that it ended."""
    penalties = after.penalties[len(before.penalties) :]
    return (*penalties, *after.deals[len(before.deals) :])


def _fine(before: GameState, after: GameState, names: Sequence[str]) -> tuple[object, object]:
    """Return who was fined in one entry, and how much; "" for nobody."""
    fines = minus(after.fines, before.fines)
    return next(((names[player], fine) for player, fine in enumerate(fines) if fine), ("", ""))


def _time_text(time: datetime) -> str:
    """Return a time in UTC with its zone: `2026-11-23 20:00:00+00:00`."""
    return time.astimezone(UTC).isoformat(" ", "seconds")


def _result(history: GameHistory, entry: Entry, deal: DealResult) -> list[str]:
    """Return round, East, ending, winners and discarder, by their names at that time."""
    names = [escape_formula(name) for name in history.names[entry.number - 1]]
    return [
        f"{deal.round}{deal.turn + 1}",
        names[deal.seating[0]],
        deal.ending.value,
        " + ".join(names[player] for player in deal.winners),
        _discarder(history, entry, names),
    ]


def _discarder(game: GameHistory, entry: Entry, names: Sequence[str]) -> str:
    """Return the discarder of the tile that ended an entry's hand; "" if there is none."""
    place = entry.number - 1
    last = game.events[place][-1]
    seat = getattr(last, "discarder", None)
    return "" if seat is None else names[game.states_before[place].seating[WINDS.index(seat)]]


def escape_formula(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name
