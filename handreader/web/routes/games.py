"""Routes of a game: create, read, append, correct, export, import.

GET  /api/games                     rule sets with their options, and the games
POST /api/games                     {players, rules, options} -> the game
POST /api/games/import              an exported game -> the game
GET  /api/games/ID?since=REVISION   the game, or {unchanged: true}; phones poll this
POST /api/games/ID/entries          {number, revision, happened, reading?} -> the game
POST /api/games/ID/corrections      {number, version, revision, happened | null}
GET  /api/games/ID/entries/NUMBER   every version of an entry
GET  /api/games/ID/game.json, game.csv     as files
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from scoring.game import GameError, State
from scoring.game.serialization import FormError, rules_from_json

from ...store import Origin, StaleError, StoreError, Told
from ...store.store import Store
from ...watch.live.board import NotDone
from ...watch.live.snapshot import View
from .. import requests
from ..entry_form import Happened, happened
from ..errors import Refused, StoreRefused, WatchRefused
from ..uploads import Shelf, Taken
from ..views import game as game_view
from ..watch_form import Wish, told_wish, undoing
from ..work_queue import Desk

if TYPE_CHECKING:
    from ...watch.live.background import LiveWatch
    from ...watch.live.game_series import Evening

IMPORT_BYTES = 2 * 1024 * 1024
In = TypeVar("In")
Out = TypeVar("Out")


class Games:
    """Routes of the games in a store.

    Args:
        store: database of games.
        shelf: cached readings of photos, some of them wins.
        model: returns the names of the weights that recognised the photos.
        watch: series of games that a camera watches; None for none. Entries of the watched game
            become commands for the watcher, which keeps the log. If no command expresses an
            entry, the watcher syncs with the store instead.
    """

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        model: Callable[[], str],
        watch: Evening | None = None,
    ) -> None:
        self._store, self._shelf, self._model, self._watch = store, shelf, model, watch
        # Phones poll every few seconds: they have a queue of their own, so that they never wait
        # behind a photo, nor a score behind them.
        self._desk = Desk("game", 4, 64, each=6, seconds=20.0)

    def add_to(self, app: FastAPI) -> None:
        """Add the routes to the app."""
        app.add_route("/api/games", self._list, methods=["GET"])
        app.add_route("/api/games", self._begin, methods=["POST"])
        app.add_route("/api/games/import", self._import, methods=["POST"])
        app.add_route("/api/games/{game}", self._look, methods=["GET"])
        app.add_route("/api/games/{game}/entries", self._record, methods=["POST"])
        app.add_route("/api/games/{game}/corrections", self._correct, methods=["POST"])
        app.add_route("/api/games/{game}/entries/{number}", self._versions, methods=["GET"])
        app.add_route("/api/games/{game}/game.json", self._as_json, methods=["GET"])
        app.add_route("/api/games/{game}/game.csv", self._as_csv, methods=["GET"])

    async def _list(self, request: Request) -> Response:
        lang = requests.lang(request)

        def work() -> dict[str, object]:
            games = [game_view.game_json(game) for game in self._store.games()]
            return {"rule_sets": game_view.rule_sets(lang), "games": games}

        return JSONResponse(await self._done(request, work))

    async def _begin(self, request: Request) -> Response:
        def work(said: Mapping[str, object]) -> Told:
            players = said.get("players")
            try:
                rules = rules_from_json({"id": said.get("rules"), "options": said.get("options")})
            except FormError as error:
                raise Refused(422, "bad_request", what=error) from None
            game = self._store.new_game(players if isinstance(players, list) else (), rules)
            return self._store.told(game.id)

        return await self._told(request, work)

    async def _import(self, request: Request) -> Response:
        def work(said: Mapping[str, object]) -> Told:
            return self._store.told(self._store.import_json(said).id)

        return await self._told(request, work, IMPORT_BYTES)

    async def _look(self, request: Request) -> Response:
        game, lang = _game(request), requests.lang(request)
        since = request.query_params.get("since", "")

        def work() -> dict[str, object]:
            if since and str(self._store.revision(game)) == since:
                return {"unchanged": True}
            return game_view.told_json(self._store.told(game), lang)

        return JSONResponse(await self._done(request, work))

    async def _record(self, request: Request) -> Response:
        game, client, lang = _game(request), requests.client(request), requests.lang(request)

        def work(said: Mapping[str, object]) -> Told:
            number = _number(said, "number")
            now = _as_seen(said, self._store.told(game), number)
            watch = self._watched(game)
            seen = None if watch is None else watch.board.view()
            wish = None if seen is None else told_wish(said.get("happened"), seen)
            if watch is not None and wish is not None:
                return self._wished(watch, wish, game)
            if number == len(now.entries) + 1:  # else the store raises the right error
                found = _happened(_with_riichi(said, seen), now.state, lang)
            else:
                found = Happened(())
            origin = Origin(records=found.records, reading=self._reading(client, said))
            # the seats come from `now`: the game must still be at that revision
            self._store.append(game, number, found.events, origin, now.revision)
            _followed(watch)
            return self._store.told(game)

        return await self._told(request, work)

    async def _correct(self, request: Request) -> Response:
        game, client, lang = _game(request), requests.client(request), requests.lang(request)

        def work(said: Mapping[str, object]) -> Told:
            number, version = _number(said, "number"), _number(said, "version")
            now = _as_seen(said, self._store.told(game), number)
            watch = self._watched(game)
            struck = watch is not None and said.get("happened") is None
            wish = undoing(now, number, watch.board.view()) if watch and struck else None
            if watch is not None and wish is not None:
                return self._wished(watch, wish, game)
            found = Happened(())
            if said.get("happened") is not None and 1 <= number <= len(now.entries):
                found = _happened(said, now.before[number - 1], lang)
                if not found.events:
                    raise Refused(422, "bad_request", what="happened")
            origin = Origin(records=found.records, reading=self._reading(client, said))
            self._store.correct(game, number, found.events, origin, version, now.revision)
            _followed(watch)
            return self._store.told(game)

        return await self._told(request, work)

    async def _versions(self, request: Request) -> Response:
        game, lang = _game(request), requests.lang(request)
        number = request.path_params["number"]

        def work() -> dict[str, object]:
            at = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
            versions = self._store.history(game, at)
            told = self._store.told(game)
            return {"versions": game_view.versions_json(told, versions, lang)}

        return JSONResponse(await self._done(request, work))

    async def _as_json(self, request: Request) -> Response:
        game = _game(request)

        def work() -> bytes:
            return json.dumps(self._store.export_json(game), ensure_ascii=False, indent=1).encode()

        # the id is one of ours by now: letters and digits
        return _file(await self._done(request, work), f"{game}.json", "application/json")

    async def _as_csv(self, request: Request) -> Response:
        game = _game(request)

        def work() -> bytes:
            # with a byte order mark: without it spreadsheets read the ë of Zoë as two letters
            return self._store.export_csv(game).encode("utf-8-sig")

        return _file(await self._done(request, work), f"{game}.csv", "text/csv; charset=utf-8")

    def _watched(self, game: str) -> LiveWatch | None:
        """Return the background watch of this game; None if it is not watched."""
        watch = None if self._watch is None else self._watch.now
        return watch if watch is not None and watch.board.listening and watch.game == game else None

    def _wished(self, watch: LiveWatch, wish: Wish, game: str) -> Told:
        """Have the watcher execute a command; return the game after it."""
        try:
            watch.board.wish(wish.line, wish.stands)
        except NotDone as error:
            raise WatchRefused(error) from error
        return self._store.told(game)

    def _reading(self, client: str, said: Mapping[str, object]) -> dict[str, object] | None:
        """Return the recognised tiles of a win's photo and their corrections; None without one."""
        id = said.get("reading")
        if id is None:
            return None
        taken: Taken = self._shelf.get(client, id)
        tiles = [
            {
                "id": tile.id,
                "quad": [[round(x), round(y)] for x, y in tile.quad],
                "names": [[kind, round(share, 3)] for kind, share in tile.names[:3]],
            }
            for tile in taken.reading.tiles
        ]
        size = [taken.reading.width, taken.reading.height]
        corrected = requests.texts(said, "answers")
        return {"model": self._model(), "size": size, "tiles": tiles, "corrected": corrected}

    async def _told(
        self,
        request: Request,
        work: Callable[[Mapping[str, object]], Told],
        limit: int = requests.JSON_BYTES,
    ) -> Response:
        """Answer a JSON request with the game that `work` returns."""
        requests.of_type(request, "application/json")
        lang = requests.lang(request)

        async def loaded() -> Mapping[str, object]:
            return await requests.json_object(request, limit)

        def told(said: Mapping[str, object]) -> dict[str, object]:
            return game_view.told_json(_storing(partial(work, said)), lang)

        return JSONResponse(await self._desk.do(requests.client(request), loaded, told))

    async def _done(self, request: Request, work: Callable[[], Out]) -> Out:
        async def nothing() -> None:
            return None

        return await self._desk.do(requests.client(request), nothing, lambda _: _storing(work))


def _storing(work: Callable[[], Out]) -> Out:
    try:
        return work()
    except StoreError as error:
        raise StoreRefused(error) from error


def _followed(watch: LiveWatch | None) -> None:
    """Have the watcher sync with the store; a busy watcher does so later by itself."""
    if watch is not None:
        with suppress(NotDone):
            watch.board.wish("look")


def _with_riichi(said: Mapping[str, object], seen: View | None) -> Mapping[str, object]:
    """Add the riichi that the camera saw to an entry that ends the hand."""
    what, standing = said.get("happened"), None if seen is None else seen.standing
    if not isinstance(what, Mapping) or standing is None or what.get("ended") is None:
        return said
    told = what.get("riichi") or []
    if not isinstance(told, list):
        return said  # `parse_entry` rejects it
    declared = [seat.value for seat in standing.riichi if seat.value not in told]
    return {**said, "happened": {**what, "riichi": [*told, *declared]}}


def _happened(said: Mapping[str, object], state: State, lang: str) -> Happened:
    what = said.get("happened")
    if not isinstance(what, Mapping):
        raise Refused(422, "bad_request", what="happened")
    try:
        return happened(what, state, lang)
    except GameError as error:
        raise StoreError("impossible", what=error) from error


def _as_seen(said: Mapping[str, object], now: Told, number: int) -> Told:
    """Check that the page showed the current revision: then the request's seats are the game's.

    Raises:
        StaleError: it has changed.
    """
    if said.get("revision") not in (None, now.revision):
        raise StaleError(number, len(now.entries) + 1)
    return now


def _number(said: Mapping[str, object], key: str) -> int:
    value = said.get(key)
    if type(value) is not int or not 0 <= value < 100_000:
        raise Refused(422, "bad_request", what=key)
    return value


def _game(request: Request) -> str:
    return str(request.path_params["game"])[:64]


def _file(content: bytes, name: str, type: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="handreader-{name}"'}
    return Response(content, media_type=type, headers=headers)
