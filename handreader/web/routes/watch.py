"""Routes of the watched table: its state, its pictures, commands for the watcher.

GET  /api/watch?since=REVISION   the state of the game, once the revision differs; or
                                 {unchanged: true} after a while; phones poll this
GET  /api/watch/picture?since=TAG    the current picture of the table, as a JPEG with its tag,
                                 once the tag differs; 204 after a while; 404 without a frame
GET  /api/watch/shown/NUMBER     the crop that the log keeps of an event
POST /api/watch                  {do: ..., ...} -> the state after it; see `watch_form`, and
    {do: "new", log, players, rules, east}     begin the next game after the one of this log
    {do: "go_on", log}                         continue the game of this log

`table_setup` has the routes that set the table up; the state has what they need as `setup`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...store import StoreError
from ...watch.errors import WatchError
from ...watch.live.board import CommandRejected
from .. import requests
from ..errors import ApiError, StoreApiError, WatchApiError
from ..forms.form_fields import json_fields
from ..forms.setup_form import parse_new_game_of_table
from ..forms.watch_form import parse_request
from ..table_organiser import TableOrganiser
from ..views.table_image import TablePicture
from ..views.table_setup import setup_json, waiting_json
from ..views.watch import watch_json
from ..work_queue import WorkQueue
from .games import phone_of
from .table_setup import SetupRoutes

if TYPE_CHECKING:
    from vision.cameras.uploaded import UploadedPictures

    from ...phone_session import Visitor
    from ...store.models import Phone
    from ...store.store import Store
    from ...watch.live.game_series import GameSeries

Out = TypeVar("Out")
WAIT = 12.0
"""Seconds that a phone which has seen all waits for news, before it asks again."""
_SILENT = ("answer", "pause", "resume")
"""Commands that change no deal."""
_LOOK = 0.1  # seconds between checks for changes


class WatchRoutes:
    """Routes of the game that is watched now.

    Args:
        watch: series of games.
        store: database of these games; its ledger names the phone of a command.
        closing: whether the server is about to close: then no request waits.
        phone: pictures of a phone that may be the camera.

    Attributes:
        organiser: of the table.
    """

    def __init__(
        self,
        watch: GameSeries,
        store: Store,
        closing: Callable[[], bool] = lambda: False,
        phone: UploadedPictures | None = None,
    ) -> None:
        self._watch, self._store, self._closing = watch, store, closing
        self._picture = TablePicture(watch)
        self.organiser = TableOrganiser()
        self._setup = SetupRoutes(watch, self.organiser, phone, self._state_json, self._wait_until)
        # Each phone polls for changes, and for pictures more often: neither waits for the other,
        # nor for a photo or a score.
        self._looking = WorkQueue("look", 2, 64, each=4, seconds=10.0)
        self._drawing = WorkQueue("picture", 1, 32, each=2, seconds=10.0)
        self._doing = WorkQueue("command", 4, 16, each=3, seconds=20.0)

    def add_to(self, app: Starlette) -> None:
        """Add the routes to the app."""
        app.add_route("/api/watch", self._get_state, methods=["GET"])
        app.add_route("/api/watch", self._execute, methods=["POST"])
        app.add_route("/api/watch/picture", self._get_picture, methods=["GET"])
        app.add_route("/api/watch/shown/{number}", self._get_crop, methods=["GET"])
        self._setup.add_to(app)

    def _state_json(self, visitor: Visitor, lang: str) -> dict[str, object]:
        # the next poll sends later changes
        watch, revision = self._watch.current, self._watch.revision
        if watch is None:
            state = waiting_json(self._watch, lang)
        else:
            state = watch_json(watch, watch.board.view(), lang)
        setup = setup_json(self._watch, self.organiser.is_organiser(visitor), lang)
        return {"revision": revision, **state, "setup": setup}

    async def _get_state(self, request: Request) -> Response:
        lang, since = requests.language(request), request.query_params.get("since")
        visitor = requests.visitor(request)
        if not await self._wait_until(lambda: since != self._watch.revision):
            return JSONResponse({"unchanged": True})
        state = await _run(self._looking, request, lambda: self._state_json(visitor, lang))
        return JSONResponse(state)

    async def _get_picture(self, request: Request) -> Response:
        since = request.query_params.get("since")
        if since is not None and not await self._wait_until(lambda: since != self._picture.tag):
            return Response(status_code=204)
        made = await _run(self._drawing, request, self._picture.picture)
        if made is None:
            raise ApiError(404, "no_picture_now")
        return Response(made.jpeg, media_type="image/jpeg", headers={"x-picture": made.tag})

    async def _get_crop(self, request: Request) -> Response:
        number = str(request.path_params["number"])

        def work() -> bytes:
            known = number.isascii() and number.isdigit() and len(number) < 8
            watch = self._watch.current
            event = watch.event(int(number)) if known and watch is not None else None
            if watch is None or event is None or not event.evidence:
                raise ApiError(404, "not_found")
            try:
                return (watch.folder / event.evidence[0].file).read_bytes()
            except OSError:  # deleted with the others of its age
                raise ApiError(404, "not_found") from None

        content = await _run(self._looking, request, work)
        return Response(content, media_type="image/jpeg")

    async def _execute(self, request: Request) -> Response:
        requests.check_content_type(request, "application/json")
        lang, visitor = requests.language(request), requests.visitor(request)
        by = phone_of(visitor)

        async def load() -> Mapping[str, object]:
            return await requests.read_json(request)

        def work(body: Mapping[str, object]) -> dict[str, object]:
            try:
                if body.get("do") in ("new", "go_on"):
                    self._begin_game(body)
                else:
                    current = self._watch.game
                    parsed = parse_request(body, current.board.view())
                    current.board.submit(parsed.command, parsed.is_current)
                    note_command(self._store, current.game_id, body, by)
            except StoreError as error:
                raise StoreApiError(error) from error
            except (CommandRejected, WatchError) as error:
                raise WatchApiError(error) from error
            return self._state_json(visitor, lang)

        return JSONResponse(await self._doing.run(requests.client_id(request), load, work))

    async def _wait_until(self, holds: Callable[[], bool]) -> bool:
        """Wait until the condition holds, `WAIT` seconds at most; occupy no place in a queue."""
        end = time.monotonic() + WAIT
        while not holds():
            if time.monotonic() >= end or self._closing():
                return False
            await asyncio.sleep(_LOOK)
        return True

    def _begin_game(self, body: Mapping[str, object]) -> None:
        fields = json_fields(body)
        after = fields.text("log")
        if fields.value("do") == "go_on":
            return self._watch.resume(after)
        return self._watch.begin(after, parse_new_game_of_table(body))


def note_command(store: Store, game: str | None, body: Mapping[str, object], by: Phone) -> None:
    """Record in the ledger of the watched game which phone gave a command, as it was asked for.

    The command was carried out already: a ledger that is full does not undo it.
    """
    words = str(body.get("line" if body.get("do") == "line" else "do")).split()
    if game is not None and words and words[0] not in _SILENT:
        with suppress(StoreError):
            store.note_command(game, words[0], by)


async def _run(desk: WorkQueue, request: Request, work: Callable[[], Out]) -> Out:
    async def load_nothing() -> None:
        return None

    return await desk.run(requests.client_id(request), load_nothing, lambda _: work())
