"""Routes of a game: create, read, append, correct, export, import.

GET  /api/games?search=WORDS&archived=1&deleted=1&limit=50      the games
POST /api/games                     {players, rules, options, title} -> the game
POST /api/games/import              an exported game -> the game
GET  /api/games/ID?since=REVISION   the game, or {unchanged: true, title, archived}; phones poll
                                    by its `version`, which follows rights and signatures, too
POST /api/games/ID/signatures       {player, points} -> the game: a player signs its result
GET  /api/games/ID/ledger?limit=200     which phone changed what, the newest first
POST /api/games/ID/entries          {number, revision, happened, reading?} -> the game
POST /api/games/ID/shelf            {archived: bool}, {deleted: bool}, {title: text} or
                                    {purged: true} -> the game, or {} where it is gone
GET  /api/statistics?search=WORDS   statistics of the players over these games, by rule set
GET  /api/results?search=WORDS&archived=1&limit=50      points won or lost in each listed game, and
                                    the sums of each player over all games that are found
POST /api/games/ID/corrections      {number, version, revision, happened | null} or
                                    {number, version, restore}: an earlier version holds again
GET  /api/games/ID/entries/NUMBER   every version of an entry, and the form to enter it again
GET  /api/games/ID/game.json, game.csv     as files

After the end of its round a tournament's game is changed by the organisers alone; `game_rights`
says who may do what.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, astuple, replace
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scoring.game import GameError, GameState

from ...phone_session import Visitor
from ...store import GameHistory, Origin, StaleError, StoreError
from ...store.models import Phone, Seating
from ...store.replay import rebase_events
from ...store.statistics import statistics_by_rules
from ...store.store import Store
from ...watch.live.board import CommandRejected
from ...watch.live.snapshot import WatchView
from ...watch.session.commands import ImportChanges
from .. import requests
from ..errors import ApiError, StoreApiError, WatchApiError
from ..forms.entry_form import EntryForm, ParsedEntry, entry_events
from ..forms.game_form import (
    CorrectionRequest,
    EntryRequest,
    NewGameRequest,
    ShelfRequest,
    SignRequest,
    parse_correction,
    parse_entry_request,
    parse_new_game,
    parse_shelf_request,
    parse_sign_request,
)
from ..forms.watch_form import WatchRequest, entry_request, undo_request
from ..game_rights import check_purge, check_record, check_shelve, game_rights
from ..views import game as game_view
from ..views.ledger import LedgerGame, ledger_json
from ..views.signatures import final_points, result_json
from ..views.statistics import results_json, statistics_json
from ..work_queue import WorkQueue

if TYPE_CHECKING:
    from ...watch.live.background import BackgroundWatch
    from ...watch.live.game_series import GameSeries

MOST_COUNTED = 200  # games of a statistic: the newest
MOST_SUMMED = 500  # games of which results are summed: the newest
PURGE_EVERY = 24 * 3600.0  # seconds
IMPORT_BYTES = 2 * 1024 * 1024
In = TypeVar("In")
Out = TypeVar("Out")


class GameRoutes:
    """Routes of the games in a store.

    Args:
        store: database of games.
        watch: series of games that a camera watches; None for none. Entries of the watched game
            become commands for the watcher, which keeps the log. If no command expresses an
            entry, the watcher syncs with the store instead.
    """

    def __init__(
        self,
        store: Store,
        watch: GameSeries | None = None,
    ) -> None:
        self._store, self._watch, self._club = store, watch, store.tournaments()
        # Phones poll every few seconds: they have a queue of their own, so that they never wait
        # behind a photo, nor a score behind them.
        self._desk = WorkQueue("game", 4, 64, each=6, seconds=20.0)
        self._purged = -math.inf  # when expired games were purged, by the monotonic clock

    def add_to(self, app: Starlette) -> None:
        """Add the routes to the app."""
        app.add_route("/api/games", self._list, methods=["GET"])
        app.add_route("/api/games", self._begin, methods=["POST"])
        app.add_route("/api/games/import", self._import, methods=["POST"])
        app.add_route("/api/games/{game}", self._get_game, methods=["GET"])
        app.add_route("/api/games/{game}/entries", self._append_entry, methods=["POST"])
        app.add_route("/api/games/{game}/shelf", self._shelve, methods=["POST"])
        app.add_route("/api/games/{game}/signatures", self._sign, methods=["POST"])
        app.add_route("/api/games/{game}/ledger", self._ledger, methods=["GET"])
        app.add_route("/api/statistics", self._statistics, methods=["GET"])
        app.add_route("/api/results", self._results, methods=["GET"])
        app.add_route("/api/games/{game}/corrections", self._correct_entry, methods=["POST"])
        app.add_route("/api/games/{game}/entries/{number}", self._versions, methods=["GET"])
        app.add_route("/api/games/{game}/game.json", self._as_json, methods=["GET"])
        app.add_route("/api/games/{game}/game.csv", self._as_csv, methods=["GET"])

    async def _list(self, request: Request) -> Response:
        search = _search(request)
        archived, deleted = (
            request.query_params.get(key) == "1" for key in ("archived", "deleted")
        )
        count = _limit(request)

        def work() -> dict[str, object]:
            self._purge_daily()
            found = self._store.find_games(search, archived=archived, deleted=deleted, limit=count)
            return game_view.game_list_json(found)

        return JSONResponse(await self._run(request, work))

    async def _results(self, request: Request) -> Response:
        search, lang = _search(request), requests.language(request)
        archived, count = request.query_params.get("archived") == "1", _limit(request)

        def work() -> dict[str, object]:
            found = self._store.find_games(search, archived=archived, limit=MOST_SUMMED)
            results = self._store.results([game.id for game in found.games])
            return results_json(results, count, found.total, lang)

        return JSONResponse(await self._run(request, work))

    async def _statistics(self, request: Request) -> Response:
        search, lang = _search(request), requests.language(request)

        def work() -> dict[str, object]:
            found = [
                game
                for archived in (False, True)
                for game in self._store.find_games(
                    search, archived=archived, limit=MOST_COUNTED
                ).games
            ]
            newest = sorted(found, key=lambda game: game.started, reverse=True)[:MOST_COUNTED]
            histories = [self._store.replay(game.id) for game in newest]
            return statistics_json(statistics_by_rules(histories), lang)

        return JSONResponse(await self._run(request, work))

    async def _shelve(self, request: Request) -> Response:
        game, lang = _game_id(request), requests.language(request)
        requests.check_content_type(request, "application/json")

        async def load() -> Mapping[str, object]:
            return await requests.read_json(request, requests.JSON_BYTES)

        visitor = requests.visitor(request)

        def work(change: ShelfRequest) -> dict[str, object]:
            place, by = self._club.place_of(game), phone_of(visitor)
            if change.purged:
                check_purge(visitor, place)
                self._store.purge(game)
                return {}
            check_shelve(visitor, place)
            if change.archived is not None:
                self._store.archive(game, change.archived, by)
            if change.title is not None:
                self._store.set_title(game, change.title, by)
            if change.deleted is not None:
                self._store.delete(game, change.deleted, by)
            if change.deleted:
                return {}
            return self._game_json(visitor, self._store.replay(game), lang)

        def answer(body: Mapping[str, object]) -> dict[str, object]:
            return _call_store(lambda: work(parse_shelf_request(body)))

        return JSONResponse(await self._desk.run(requests.client_id(request), load, answer))

    async def _begin(self, request: Request) -> Response:
        def work(new: NewGameRequest) -> GameHistory:
            by = phone_of(requests.visitor(request))
            game = self._store.new_game(new.players, new.rules, new.title, by)
            return self._store.replay(game.id)

        return await self._answer_with_game(request, parse_new_game, work)

    async def _import(self, request: Request) -> Response:
        def work(file: Mapping[str, object]) -> GameHistory:
            by = phone_of(requests.visitor(request))
            return self._store.replay(self._store.import_json(file, by).id)

        # the store parses the file, as it does without a page
        return await self._answer_with_game(request, lambda file: file, work, IMPORT_BYTES)

    async def _get_game(self, request: Request) -> Response:
        game, lang = _game_id(request), requests.language(request)
        since = request.query_params.get("since", "")
        visitor = requests.visitor(request)

        def work() -> dict[str, object]:
            if since:
                found, revision = self._store.poll(game)
                if since == str(revision) or since == self._version(visitor, game):
                    return {"unchanged": True, "title": found.title, "archived": found.archived}
            return self._game_json(visitor, self._store.replay(game), lang)

        return JSONResponse(await self._run(request, work))

    async def _sign(self, request: Request) -> Response:
        game, visitor = _game_id(request), requests.visitor(request)

        def work(signing: SignRequest) -> GameHistory:
            history, place = self._store.replay(game), self._club.place_of(game)
            result = final_points(history, place)
            if result is None:
                raise ApiError(409, "no_result_yet")
            if result != signing.points:
                raise ApiError(409, "other_result")
            self._store.sign(game, signing.player, result, phone_of(visitor))
            return history

        return await self._answer_with_game(request, parse_sign_request, work)

    async def _ledger(self, request: Request) -> Response:
        game, lang, count = _game_id(request), requests.language(request), ledger_limit(request)

        def work() -> dict[str, object]:
            history = self._store.replay(game)
            lines = self._store.ledger(game, count)
            seen = {game: LedgerGame(history, self._store.all_versions(game))}
            return ledger_json(lines, seen, None, lang)

        return JSONResponse(await self._run(request, work))

    async def _append_entry(self, request: Request) -> Response:
        game, lang = _game_id(request), requests.language(request)
        visitor = requests.visitor(request)

        def work(entry: EntryRequest) -> GameHistory:
            check_record(visitor, self._club.place_of(game))
            now = _check_revision(entry, self._store.replay(game))
            watch = self._background_watch(game)
            view = None if watch is None else watch.board.view()
            command = None if view is None else entry_request(entry.form, view)
            if watch is not None and command is not None:
                return self._execute(watch, command, game, visitor)
            found = ParsedEntry(())
            if entry.number == len(now.entries) + 1:  # else the store raises the right error
                found = _entry_events(_with_riichi(entry.form, view), now.state, lang)
            origin = Origin(records=found.records, reading=entry.reading)
            # the seats come from `now`: the game must still be at that revision
            by = phone_of(visitor)
            self._store.append(game, entry.number, found.events, origin, now.revision, by)
            _sync_watcher(watch)
            return self._store.replay(game)

        return await self._answer_with_game(request, parse_entry_request, work)

    async def _correct_entry(self, request: Request) -> Response:
        game, lang = _game_id(request), requests.language(request)
        visitor = requests.visitor(request)

        def work(correction: CorrectionRequest) -> GameHistory:
            check_record(visitor, self._club.place_of(game))
            number, version = correction.number, correction.version
            now = _check_revision(correction, self._store.replay(game))
            watch = self._background_watch(game)
            command = None
            if watch is not None and correction.form is None and correction.restored is None:
                command = undo_request(now, number, watch.board.view())
            if watch is not None and command is not None:
                return self._execute(watch, command, game, visitor)
            if correction.restored is not None:
                self._restore(now, number, version, correction.restored, phone_of(visitor))
                _sync_watcher(watch)
                return self._store.replay(game)
            found = ParsedEntry(())
            if correction.form is not None and 1 <= number <= len(now.entries):
                found = _entry_events(correction.form, now.states_before[number - 1], lang)
                if not found.events:
                    raise ApiError(422, "bad_request", what="happened")
            origin = Origin(records=found.records, reading=correction.reading)
            by = phone_of(visitor)
            self._store.correct(game, number, found.events, origin, version, now.revision, by)
            _sync_watcher(watch)
            return self._store.replay(game)

        return await self._answer_with_game(request, parse_correction, work)

    def _purge_daily(self) -> None:
        """Purge expired games, at most once a day."""
        if monotonic() - self._purged > PURGE_EVERY:
            self._purged = monotonic()
            self._store.purge_old_games()

    def _restore(
        self, now: GameHistory, number: int, version: int, earlier: int, by: Phone
    ) -> None:
        """Record an earlier version of an entry as its newest one."""
        versions = self._store.versions(now.game.id, number)
        old = next((one for one in versions if one.version == earlier), None)
        if old is None:
            raise ApiError(422, "bad_request", what="restore")
        state = now.states_before[number - 1]
        try:
            events, _ = rebase_events(old, state)
        except GameError as error:
            raise StoreError("impossible", what=error) from error
        # records name the seats of their time
        is_seated_alike = old.seating == Seating.of(state)
        origin = old.origin if is_seated_alike else replace(old.origin, records=())
        self._store.correct(now.game.id, number, events, origin, version, now.revision, by)

    async def _versions(self, request: Request) -> Response:
        game, lang = _game_id(request), requests.language(request)
        number = request.path_params["number"]

        def work() -> dict[str, object]:
            at = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
            versions = self._store.versions(game, at)
            history = self._store.replay(game)
            return game_view.versions_json(history, versions, lang)

        return JSONResponse(await self._run(request, work))

    async def _as_json(self, request: Request) -> Response:
        game = _game_id(request)

        def work() -> bytes:
            return json.dumps(self._store.export_json(game), ensure_ascii=False, indent=1).encode()

        # the id is one of ours by now: letters and digits
        return _file(await self._run(request, work), f"{game}.json", "application/json")

    async def _as_csv(self, request: Request) -> Response:
        game = _game_id(request)

        def work() -> bytes:
            # with a byte order mark: without it spreadsheets read the ë of Zoë as two letters
            return self._store.export_csv(game).encode("utf-8-sig")

        return _file(await self._run(request, work), f"{game}.csv", "text/csv; charset=utf-8")

    def _game_json(self, visitor: Visitor, history: GameHistory, lang: str) -> dict[str, object]:
        """Return a game for the page of a phone: with what this phone may do."""
        place = self._club.place_of(history.game.id)
        result = result_json(history, place, self._store.signatures(history.game.id))
        return {
            **game_view.game_history_json(history, lang, is_final=result["result"] is not None),
            **result,
            "rights": asdict(game_rights(visitor, place)),
            "version": self._version(visitor, history.game.id),
        }

    def _version(self, visitor: Visitor, game: str) -> str:
        """Return a text that changes with all that the page shows of a game."""
        rights = game_rights(visitor, self._club.place_of(game))
        code = "".join(str(int(one)) for one in astuple(rights))
        return f"{self._store.stamp(game)}-{code}"

    def _background_watch(self, game: str) -> BackgroundWatch | None:
        """Return the background watch of this game; None if it is not watched."""
        watch = None if self._watch is None else self._watch.current
        return (
            watch if watch is not None and watch.board.listening and watch.game_id == game else None
        )

    def _execute(
        self, watch: BackgroundWatch, request: WatchRequest, game: str, visitor: Visitor
    ) -> GameHistory:
        """Have the watcher execute a command; return the game after it."""
        try:
            watch.board.submit(request.command, request.is_current)
        except CommandRejected as error:
            raise WatchApiError(error) from error
        with suppress(StoreError):  # it is done already
            self._store.note_command(game, "entry", phone_of(visitor))
        return self._store.replay(game)

    async def _answer_with_game(
        self,
        request: Request,
        parse: Callable[[Mapping[str, object]], In],
        work: Callable[[In], GameHistory],
        limit: int = requests.JSON_BYTES,
    ) -> Response:
        """Answer a JSON request with the game that `work` returns for what `parse` reads in it."""
        requests.check_content_type(request, "application/json")
        lang = requests.language(request)

        async def load() -> Mapping[str, object]:
            return await requests.read_json(request, limit)

        def answer(body: Mapping[str, object]) -> dict[str, object]:
            history = _call_store(lambda: work(parse(body)))
            return _call_store(lambda: self._game_json(requests.visitor(request), history, lang))

        return JSONResponse(await self._desk.run(requests.client_id(request), load, answer))

    async def _run(self, request: Request, work: Callable[[], Out]) -> Out:
        async def load_nothing() -> None:
            return None

        return await self._desk.run(
            requests.client_id(request), load_nothing, lambda _: _call_store(work)
        )


def _call_store(work: Callable[[], Out]) -> Out:
    try:
        return work()
    except StoreError as error:
        raise StoreApiError(error) from error


def _sync_watcher(watch: BackgroundWatch | None) -> None:
    """Have the watcher sync with the store; a busy watcher does so later by itself."""
    if watch is not None:
        with suppress(CommandRejected):
            watch.board.submit(ImportChanges())


def _with_riichi(form: EntryForm, view: WatchView | None) -> EntryForm:
    """Add the riichi that the camera saw to an entry that ends the hand."""
    if form.ended is None or view is None or view.snapshot is None:
        return form
    return replace(form, riichi=tuple(dict.fromkeys((*form.riichi, *view.snapshot.riichi))))


def _entry_events(form: EntryForm, state: GameState, lang: str) -> ParsedEntry:
    try:
        return entry_events(form, state, lang)
    except GameError as error:
        raise StoreError("impossible", what=error) from error


def _check_revision(request: EntryRequest | CorrectionRequest, now: GameHistory) -> GameHistory:
    """Check that the page showed the current revision: then the request's seats are the game's.

    Raises:
        StaleError: it has changed.
    """
    if request.revision not in (None, now.revision):
        raise StaleError(request.number, len(now.entries) + 1)
    return now


def phone_of(visitor: Visitor) -> Phone:
    """Return the phone of a visitor for the ledger."""
    return Phone(visitor.key, visitor.name)


def ledger_limit(request: Request) -> int:
    """Return how many lines of the ledger are asked for."""
    limit = request.query_params.get("limit", "")
    return min(int(limit), 1000) if limit.isascii() and limit.isdigit() and len(limit) < 6 else 200


def _search(request: Request) -> str:
    return request.query_params.get("search", "")[:200]


def _limit(request: Request) -> int:
    """Return how many games to list."""
    limit = request.query_params.get("limit", "")
    return int(limit) if limit.isascii() and limit.isdigit() and len(limit) < 6 else 50


def _game_id(request: Request) -> str:
    return str(request.path_params["game"])[:64]


def _file(content: bytes, name: str, type: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="handreader-{name}"'}
    return Response(content, media_type=type, headers=headers)
