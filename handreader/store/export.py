"""A game as a file: JSON that can be imported again, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from scoring.game import GameRules
from scoring.game.serialization import FormError, rules_from_json, rules_to_json
from scoring.json_fields import JsonFields, mismatch
from scoring.tiles import WINDS

from .errors import StoreError
from .models import Entry, Game, GameHistory, Names, validate_names
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

VERSION = 1
FORMAT = f"handreader-game/{VERSION}"
_NEWER = re.compile(r"handreader-game/([1-9]\d{0,3})")
MOST_VERSIONS = 2000


def to_json(game: Game, versions: Sequence[Entry]) -> dict[str, object]:
    """Serialise the game as JSON.

    Returns:
        `format`, `id`, `started`, `players`, `rules`, and `entries`: every version, in order, with
        `number`, `version`, `time`, `events`, `setting`, `origin`.
    """
    return {
        "format": FORMAT,
        "id": game.id,
        "started": game.started.isoformat(),
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


def from_json(obj: object) -> tuple[str, Names, GameRules, datetime, tuple[Entry, ...]]:
    """Parse and replay an exported game; return its id, players, rules, start and versions.

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
        entries = tuple(map(_entry, fields.values("entries", MOST_VERSIONS)))
        _check_order(entries)
        latest = {entry.number: entry for entry in entries}
        replay_game(Game(id, names, rules, started), list(latest.values()), len(entries))
    except (FormError, StoreError) as error:
        if isinstance(error, StoreError) and error.code == "newer_file":
            raise
        raise StoreError("bad_file", what=error) from error
    return id, names, rules, started, entries


def _check_format(fields: JsonFields) -> None:
    """Check that this version reads the format.

    Raises:
        StoreError: a newer version's (`newer_file`).
        FormError: no format of ours.
    """
    found = fields.value("format")
    match = _NEWER.fullmatch(found) if isinstance(found, str) else None
    if match is not None and int(match[1]) > VERSION:
        raise StoreError("newer_file", format=found)
    fields.choice("format", (FORMAT,))


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


def to_csv(game: GameHistory) -> str:
    """Format one CSV row for each finished hand: time, round, seats, result, changes and totals.

    Returns:
        with commas, lines ended as spreadsheets expect (CR LF); a name that a spreadsheet would
        read as a formula gets an apostrophe in front.
    """
    names = [_escape_formula(name) for name in game.game.players]
    file = io.StringIO()
    rows = csv.writer(file)
    head = ["hand", "entry", "time", "round", "east", "ending", "winner", "discarder"]
    rows.writerow([*head, *names, *(f"{name} total" for name in names), "table"])
    totals = [game.game.rules.start] * 4
    deals = iter(game.state.deals)
    hand = 0
    after = [*game.states_before[1:], game.state]
    for entry, before, state in zip(game.entries, game.states_before, after, strict=True):
        for _ in range(len(state.deals) - len(before.deals)):
            deal, hand = next(deals), hand + 1
            totals = [a + b for a, b in zip(totals, deal.changes, strict=True)]
            rows.writerow(
                [
                    hand,
                    entry.number,
                    entry.time.strftime("%Y-%m-%d %H:%M:%S"),
                    f"{deal.round}{deal.turn + 1}",
                    names[deal.seating[0]],
                    deal.ending.value,
                    " + ".join(names[player] for player in deal.winners),
                    _discarder(game, entry, names),
                    *deal.changes,
                    *totals,
                    deal.table,
                ]
            )
    return file.getvalue()


def _discarder(game: GameHistory, entry: Entry, names: Sequence[str]) -> str:
    """Return the discarder of the tile that ended an entry's hand; "" if there is none."""
    place = entry.number - 1
    last = game.events[place][-1]
    seat = getattr(last, "discarder", None)
    return "" if seat is None else names[game.states_before[place].seating[WINDS.index(seat)]]


def _escape_formula(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name
