"""Routes of the watched table: its state, its pictures, commands for the watcher.

GET  /api/watch?since=REVISION   the state of the game, once the revision differs; or
                                 {unchanged: true} after a while; phones poll this
GET  /api/watch/picture?since=TAG    the current picture of the table, as a JPEG with its tag,
                                 once the tag differs; 204 after a while; 404 without a frame
GET  /api/watch/shown/NUMBER     the crop that the log keeps of an event
POST /api/watch                  {do: ..., ...} -> the state after it; see `watch_form`, and
    {do: "new", log, players, rules, east}     begin the next game after the one of this log
    {do: "go_on", log}                         continue the game of this log
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from ...store import StoreError
from ...watch.errors import WatchError
from ...watch.live.board import NotDone
from ...watch.live.options import PLACES
from .. import requests
from ..errors import Refused, StoreRefused, WatchRefused
from ..views.table_image import TablePicture
from ..views.watch import watch_json
from ..watch_form import wished
from ..work_queue import Desk

if TYPE_CHECKING:
    from ...watch.live.game_series import Evening

Out = TypeVar("Out")
WAIT = 12.0
"""Seconds that a phone which has seen all waits for news, before it asks again."""
_LOOK = 0.1  # seconds between checks for changes


class Watching:
    """Routes of the game that is watched now.

    Args:
        watch: series of games.
        closing: whether the server is about to close: then no request waits.
    """

    def __init__(self, watch: Evening, closing: Callable[[], bool] = lambda: False) -> None:
        self._watch, self._closing = watch, closing
        self._picture = TablePicture(watch)
        # Each phone polls for changes, and for pictures more often: neither waits for the other,
        # nor for a photo or a score.
        self._looking = Desk("look", 2, 64, each=4, seconds=10.0)
        self._drawing = Desk("picture", 1, 32, each=2, seconds=10.0)
        self._doing = Desk("wish", 4, 16, each=3, seconds=20.0)

    def add_to(self, app: FastAPI) -> None:
        """Add the routes to the app."""
        app.add_route("/api/watch", self._look, methods=["GET"])
        app.add_route("/api/watch", self._do, methods=["POST"])
        app.add_route("/api/watch/picture", self._now, methods=["GET"])
        app.add_route("/api/watch/shown/{number}", self._shown, methods=["GET"])

    def _told(self, lang: str) -> dict[str, object]:
        watch, revision = self._watch.now, self._watch.revision  # the next poll sends later changes
        return watch_json(watch, watch.board.view(), revision, lang)

    async def _look(self, request: Request) -> Response:
        lang, since = requests.lang(request), request.query_params.get("since")
        if not await self._until(lambda: since != self._watch.revision):
            return JSONResponse({"unchanged": True})
        told = await _done(self._looking, request, lambda: self._told(lang))
        return JSONResponse(told)

    async def _now(self, request: Request) -> Response:
        since = request.query_params.get("since")
        if since is not None and not await self._until(lambda: since != self._picture.tag):
            return Response(status_code=204)
        made = await _done(self._drawing, request, self._picture.picture)
        if made is None:
            raise Refused(404, "no_picture_now")
        return Response(made.jpeg, media_type="image/jpeg", headers={"x-picture": made.tag})

    async def _shown(self, request: Request) -> Response:
        number = str(request.path_params["number"])

        def work() -> bytes:
            known = number.isascii() and number.isdigit() and len(number) < 8
            watch = self._watch.now
            event = watch.event(int(number)) if known else None
            if event is None or not event.evidence:
                raise Refused(404, "not_found")
            try:
                return (watch.folder / event.evidence[0].file).read_bytes()
            except OSError:  # deleted with the others of its age
                raise Refused(404, "not_found") from None

        content = await _done(self._looking, request, work)
        return Response(content, media_type="image/jpeg")

    async def _do(self, request: Request) -> Response:
        requests.of_type(request, "application/json")
        lang = requests.lang(request)

        async def loaded() -> Mapping[str, object]:
            return await requests.json_object(request)

        def work(said: Mapping[str, object]) -> dict[str, object]:
            try:
                if said.get("do") in ("new", "go_on"):
                    self._begin(said)
                else:
                    board = self._watch.now.board
                    wish = wished(said, board.view())
                    board.wish(wish.line, wish.stands)
            except StoreError as error:
                raise StoreRefused(error) from error
            except (NotDone, WatchError) as error:
                raise WatchRefused(error) from error
            return self._told(lang)

        return JSONResponse(await self._doing.do(requests.client(request), loaded, work))

    async def _until(self, holds: Callable[[], bool]) -> bool:
        """Wait until the condition holds, `WAIT` seconds at most; occupy no place in a queue."""
        end = time.monotonic() + WAIT
        while not holds():
            if time.monotonic() >= end or self._closing():
                return False
            await asyncio.sleep(_LOOK)
        return True

    def _begin(self, said: Mapping[str, object]) -> None:
        after, players = said.get("log"), said.get("players")
        if not isinstance(after, str):
            raise Refused(422, "bad_request", what="log")
        if said["do"] == "go_on":
            return self._watch.go_on(after)
        rules, east = requests.rules(said.get("rules")), said.get("east")
        if east not in (None, *PLACES):
            raise Refused(422, "bad_request", what="east")
        names = players if isinstance(players, list) else ()
        return self._watch.begin(after, names, rules, None if east is None else str(east))


async def _done(desk: Desk, request: Request, work: Callable[[], Out]) -> Out:
    async def nothing() -> None:
        return None

    return await desk.do(requests.client(request), nothing, lambda _: work())
