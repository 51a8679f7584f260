"""Games that the page keeps itself: a game is its exported file, and every step returns a new file.

The file is that of `handreader.store.export`: an evening can move to a server, and back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from scoring.errors import HandReaderError
from scoring.game import Event, GameError, game_rules
from scoring.game.serialization import FormError, deal_state_from_json, rules_from_json
from scoring.game.state import minus
from scoring.json_fields import JsonFields
from scoring.tiles import WINDS

from ..store.errors import StaleError, StoreError
from ..store.export import from_json, to_csv, to_json
from ..store.models import Entry, Game, GameHistory, Origin, Seating, validate_names, validate_title
from ..store.replay import apply_events, replay_game
from ..store.results import game_result
from ..store.statistics import statistics_by_rules
from .errors import ApiError
from .forms.entry_form import ParsedEntry, entry_events, parse_entry_form
from .views.game import game_history_json, rule_sets, versions_json
from .views.statistics import results_json, statistics_json

PLAYERS = 4
MOST_FILES = 500
Json = Mapping[str, object]


def game_rule_sets(request: JsonFields, lang: str) -> Json:
    """Return the rule sets of games for four players, with their options."""
    found = rule_sets(lang)
    return {"rule_sets": [one for one in found if game_rules(str(one["id"])).players == PLAYERS]}


def begin_game(request: JsonFields, lang: str) -> Json:
    """Begin a game of four players: `id`, `time`, `players`, `rules`, and `title` if it has one."""
    names = validate_names([str(name) for name in request.values("players", PLAYERS)])
    try:
        rules = rules_from_json(request.value("rules"))
    except FormError as error:
        raise ApiError(422, "bad_request", what=error) from None
    title = validate_title(request.value("title") or "")
    game = Game(request.text("id", 32), names, rules, _time(request), title=title)
    return _answer(game, (), lang)


def open_game(request: JsonFields, lang: str) -> Json:
    """Check a game's file, and return the game."""
    game, versions = from_json(request.mapping("file"))
    return _answer(game, versions, lang)


def record_deal(request: JsonFields, lang: str) -> Json:
    """Append an entry to a game, or correct one.

    `happened` is the entry form (`entry_form`), null to strike the entry out; `number` the entry to
    correct, null for a new one; `revision` that of the game that the player saw, `seen` the entry
    as which it was to be recorded.

    Raises:
        StaleError: another tab has recorded in the file since.
    """
    file = request.mapping("file")
    game, versions = from_json(file)
    history = _history(game, versions)
    number = request.value("number")
    if request.value("revision") not in (None, file.get("revision", 0)):
        following = len(history.entries) + 1
        raise StaleError(request.integer("seen", 1, 99_999, default=following), following)
    if number is None:
        place = len(history.entries)
        version, state = 0, history.state
    else:
        place = request.integer("number", 1, len(history.entries)) - 1
        version, state = history.entries[place].version + 1, history.states_before[place]
    if request.value("happened") is None:
        entered = ParsedEntry(())
    else:
        entered = entry_events(parse_entry_form(request.mapping("happened")), state, lang)
    if not entered.events and number is None:
        raise StoreError("impossible", what=GameError("nothing"))
    _check_events(entered.events, history, place)
    origin = Origin(records=entered.records)
    seating = Seating.of(state)
    entry = Entry(place + 1, version, entered.events, _time(request), seating, origin)
    # versions of an entry follow each other in a file
    after = next((k for k, one in enumerate(versions) if one.number > place + 1), len(versions))
    return _answer(game, (*versions[:after], entry, *versions[after:]), lang)


def preview_deal(request: JsonFields, lang: str) -> Json:
    """Return what a deal would bring each seat: `state` before it, `happened` as it is recorded."""
    try:
        state = deal_state_from_json(request.mapping("state"))
    except FormError as error:
        raise ApiError(422, "bad_request", what=error) from None
    entered = entry_events(parse_entry_form(request.mapping("happened")), state, lang)
    after = apply_events(state, entered.events)
    moved = minus(after.points, state.points)
    return {"changes": [{"seat": seat, "points": moved[state.player(seat)]} for seat in WINDS]}


def entry_versions(request: JsonFields, lang: str) -> Json:
    """Return every version of the entry `number`, and the form by which it can be entered."""
    game, versions = from_json(request.mapping("file"))
    history = _history(game, versions)
    number = request.integer("number", 1, len(history.entries))
    return versions_json(history, [one for one in versions if one.number == number], lang)


def game_statistics(request: JsonFields, lang: str) -> Json:
    """Return the players' statistics over the games of `files`, by rule set."""
    histories = []
    for file in request.values("files", MOST_FILES):
        histories.append(_history(*from_json(file)))
    return statistics_json(statistics_by_rules(histories), lang)


def game_results(request: JsonFields, lang: str) -> Json:
    """Return the results of the games of `files`, and their sums; `listed`, `total`: of games."""
    files = request.values("files", MOST_FILES)
    results = [game_result(_history(*from_json(file))) for file in files]
    listed, total = request.integer("listed", 0, 99_999), request.integer("total", 0, 99_999)
    return results_json(results, listed, total, lang)


def game_table(request: JsonFields, lang: str) -> Json:
    """Return the deals of a game as a table for spreadsheets."""
    game, versions = from_json(request.mapping("file"))
    return {"csv": to_csv(game, versions)}


def _history(game: Game, versions: Sequence[Entry]) -> GameHistory:
    latest = {entry.number: entry for entry in versions}
    return replay_game(game, list(latest.values()), len(versions))


def _answer(game: Game, versions: Sequence[Entry], lang: str) -> Json:
    history = _history(game, versions)
    return {"file": to_json(game, versions), "game": game_history_json(history, lang)}


def _check_events(events: Sequence[Event], history: GameHistory, place: int) -> None:
    state = [*history.states_before, history.state][place]
    try:
        apply_events(state, events)
    except HandReaderError as error:
        raise StoreError("impossible", what=error) from error


def _time(request: JsonFields) -> datetime:
    text = request.text("time", 40)
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise ApiError(422, "bad_request", what="time") from None
