"""The addresses of the table that a camera watches.

GET  /api/watch?since=REVISION   where the game stands, or {unchanged: true}: what phones ask
GET  /api/watch/picture          the table now, as a JPEG; 404 while nothing is seen
GET  /api/watch/shown/NUMBER     the crop that an event of the log keeps
POST /api/watch                  {do: ..., ...} -> where the game stands then; see `wishes`
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from handreader.watch.board import NotDone

from . import asked
from .desk import Desk
from .errors import Refused, WatchRefused
from .tablepicture import TablePicture
from .watchview import watch_json
from .wishes import wished

if TYPE_CHECKING:
    from handreader.watch.live import LiveWatch

Out = TypeVar("Out")


class Watching:
    """The addresses of one watched game.

    Args:
        watch: the game.
    """

    def __init__(self, watch: LiveWatch) -> None:
        self._watch = watch
        self._picture = TablePicture(watch)
        self._run = secrets.token_hex(4)  # revisions begin anew with every start
        # Each phone looks once a second, and asks for pictures more often: neither waits for the
        # other, nor for a photo or a score.
        self._looking = Desk("look", 2, 64, each=4, seconds=10.0)
        self._drawing = Desk("picture", 1, 32, each=2, seconds=10.0)
        self._doing = Desk("wish", 4, 16, each=3, seconds=20.0)

    def add_to(self, app: FastAPI) -> None:
        """Adds the routes."""
        app.add_route("/api/watch", self._look, methods=["GET"])
        app.add_route("/api/watch", self._do, methods=["POST"])
        app.add_route("/api/watch/picture", self._now, methods=["GET"])
        app.add_route("/api/watch/shown/{number}", self._shown, methods=["GET"])

    def _told(self, lang: str) -> dict[str, object]:
        seen = self._watch.board.view()
        return watch_json(self._watch, seen, f"{self._run}-{seen.revision}", lang)

    async def _look(self, request: Request) -> Response:
        lang = asked.lang(request)
        now = f"{self._run}-{self._watch.board.revision}"
        if request.query_params.get("since") == now:
            return JSONResponse({"unchanged": True})
        told = await _done(self._looking, request, lambda: self._told(lang))
        return JSONResponse(told)

    async def _now(self, request: Request) -> Response:
        jpeg = await _done(self._drawing, request, self._picture.jpeg)
        if jpeg is None:
            raise Refused(404, "no_picture_now")
        return Response(jpeg, media_type="image/jpeg")

    async def _shown(self, request: Request) -> Response:
        number = str(request.path_params["number"])

        def work() -> bytes:
            known = number.isascii() and number.isdigit() and len(number) < 8
            event = self._watch.event(int(number)) if known else None
            if event is None or not event.evidence:
                raise Refused(404, "not_found")
            try:
                return (self._watch.folder / event.evidence[0].file).read_bytes()
            except OSError:  # deleted with the others of its age
                raise Refused(404, "not_found") from None

        content = await _done(self._looking, request, work)
        return Response(content, media_type="image/jpeg")

    async def _do(self, request: Request) -> Response:
        asked.of_type(request, "application/json")
        lang = asked.lang(request)

        async def loaded() -> Mapping[str, object]:
            return await asked.json_object(request)

        def work(said: Mapping[str, object]) -> dict[str, object]:
            wish = wished(said, self._watch.board.view())
            try:
                self._watch.board.wish(wish.line, wish.stands)
            except NotDone as error:
                raise WatchRefused(error) from error
            return self._told(lang)

        return JSONResponse(await self._doing.do(asked.client(request), loaded, work))


async def _done(desk: Desk, request: Request, work: Callable[[], Out]) -> Out:
    async def nothing() -> None:
        return None

    return await desk.do(asked.client(request), nothing, lambda _: work())
