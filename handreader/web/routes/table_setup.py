"""Routes that set the watched table up, and take the pictures of a phone that is its camera.

GET  /api/watch/setup/picture?since=TAG    the camera's whole picture, for the organiser, once the
                                 tag differs; 204 after a while; 404 without a picture
POST /api/watch/setup            {do: ..., ...} -> the table's state after it
    {do: "begin", source?}       look through a camera ("server", "phone"); a game is interrupted
    {do: "search"}               look for the walls again
    {do: "corners", corners}     the walls' corners are at [[x, y], ...], in pixels
    {do: "start", whole?, resume?, players, rules, east?}     watch a game
    {do: "cancel"}               leave the table as it was
POST /api/watch/camera           a JPEG -> {wanted: whether the next one is needed soon}
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scoring.errors import HandReaderError
from vision.cameras.live import LIVE_RATE
from vision.cameras.uploaded import UploadedPictures

from ...phone_session import PhoneRole, Visitor
from ...store import StoreError
from ...watch.errors import WatchError
from ...watch.live.options import PHONE
from .. import requests
from ..errors import ApiError, StoreApiError, WatchApiError
from ..forms.form_fields import json_fields
from ..forms.setup_form import parse_dragged_corners, parse_new_game_of_table
from ..security.middleware import CAMERA
from ..table_organiser import TableOrganiser
from ..uploads import decode_frame
from ..views.table_setup import OWN, SetupPicture
from ..work_queue import WorkQueue

if TYPE_CHECKING:
    from ...watch.live.game_series import GameSeries
    from ...watch.live.table_setup import TableSetup

FRAME_BYTES = 1024 * 1024
_ACTIONS = ("begin", "search", "corners", "start", "cancel")
StateOf = Callable[[Visitor, str], dict[str, object]]
Waits = Callable[[Callable[[], bool]], Awaitable[bool]]


class SetupRoutes:
    """Routes of the organiser of a watched table, and of its camera.

    Args:
        watch: series of games.
        organiser: of the table.
        phone: pictures of a phone; None where none may be the camera.
        state: returns the table's state for a phone, in a language.
        wait: waits until a condition holds, for some seconds; returns whether it does.
        clock: monotonic clock, in seconds.
    """

    def __init__(
        self,
        watch: GameSeries,
        organiser: TableOrganiser,
        phone: UploadedPictures | None,
        state: StateOf,
        wait: Waits,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._watch, self._organiser, self._phone = watch, organiser, phone
        self._state, self._wait, self._clock = state, wait, clock
        self._picture = SetupPicture()
        self._sender, self._sent = "", float("-inf")  # the phone that is the camera
        self._doing = WorkQueue("set-up", 1, 8, each=2, seconds=60.0)
        self._drawing = WorkQueue("set-up picture", 1, 8, each=2, seconds=10.0)
        self._taking = WorkQueue("camera", 1, 4, each=1, seconds=10.0, size=4 * FRAME_BYTES)

    def add_to(self, app: Starlette) -> None:
        """Add the routes to the app."""
        app.add_route("/api/watch/setup", self._execute, methods=["POST"])
        app.add_route("/api/watch/setup/picture", self._get_picture, methods=["GET"])
        app.add_route(CAMERA, self._take_frame, methods=["POST"])

    async def _execute(self, request: Request) -> Response:
        requests.check_content_type(request, "application/json")
        lang, visitor = requests.language(request), requests.visitor(request)

        async def load() -> Mapping[str, object]:
            return await requests.read_json(request)

        def work(body: Mapping[str, object]) -> dict[str, object]:
            action = json_fields(body).choice("do", _ACTIONS)
            if action == "begin":
                self._organiser.claim(visitor)
            self._organiser.check(visitor)
            try:
                self._act(action, body)
            except StoreError as error:
                raise StoreApiError(error) from error
            except ApiError:
                raise
            except HandReaderError as error:
                raise WatchApiError(error) from error
            return self._state(visitor, lang)

        return JSONResponse(await self._doing.run(requests.client_id(request), load, work))

    def _act(self, action: str, body: Mapping[str, object]) -> None:
        fields = json_fields(body)
        match action:
            case "begin":
                source = fields.optional_choice("source", (OWN, PHONE))
                self._watch.begin_setup(self._source(source))
            case "search":
                self._setup.search()
            case "corners":
                self._setup.place(parse_dragged_corners(body))
            case "start":
                new = None if body.get("resume") is True else parse_new_game_of_table(body)
                self._watch.start_game(new, body.get("whole") is True)
            case _:
                self._watch.cancel_setup()

    def _source(self, name: str | None) -> str | None:
        """Return the source that the page names.

        Raises:
            ApiError: this server has no such camera.
        """
        if name is None:
            return None
        for source in self._watch.sources:
            if (source == PHONE) == (name == PHONE):
                return source
        raise ApiError(422, "no_phone_camera" if name == PHONE else "bad_request", what="source")

    @property
    def _setup(self) -> TableSetup:
        if self._watch.setup is None:
            raise WatchError("not_setting_up")
        return self._watch.setup

    async def _get_picture(self, request: Request) -> Response:
        self._organiser.check(requests.visitor(request))
        since = request.query_params.get("since")

        def is_newer() -> bool:
            setup = self._watch.setup
            frame = None if setup is None else setup.look()
            return frame is None or str(frame.number) != since

        if since is not None and not await self._wait(is_newer):
            return Response(status_code=204)

        async def load_nothing() -> None:
            return None

        def work(_: None) -> Response:
            setup = self._watch.setup
            frame = None if setup is None else setup.look()
            if frame is None:
                raise ApiError(404, "no_picture_now")
            made = self._picture.encode(frame)
            headers = {"x-picture": str(made.number)}
            return Response(made.jpeg, media_type="image/jpeg", headers=headers)

        return await self._drawing.run(requests.client_id(request), load_nothing, work)

    async def _take_frame(self, request: Request) -> Response:
        requests.check_content_type(request, "image/jpeg")
        visitor, phone = requests.visitor(request), self._phone
        if visitor.role is not PhoneRole.CAMERA:
            self._organiser.check(visitor)
        if phone is None:
            raise ApiError(404, "no_phone_camera")

        async def load() -> bytes:
            return await requests.read_body(request, FRAME_BYTES)

        def work(content: bytes) -> dict[str, object]:
            self._check_sender(visitor, phone)
            is_wanted = self._watch.awaits_phone
            if is_wanted:
                phone.put(decode_frame(content))
            return {"wanted": is_wanted}

        size = requests.body_size(request, FRAME_BYTES)
        return JSONResponse(await self._taking.run(requests.client_id(request), load, work, size))

    def _check_sender(self, visitor: Visitor, phone: UploadedPictures) -> None:
        """Check that a phone is the camera, and sends no faster than one; runs one at a time.

        Raises:
            ApiError: another phone is, or the pictures come too fast.
        """
        now = self._clock()
        if visitor.key != self._sender and not phone.is_silent():
            raise ApiError(409, "other_camera")
        if now - self._sent < 0.8 / LIVE_RATE:  # networks deliver in bursts
            raise ApiError(429, "too_fast", most=round(LIVE_RATE))
        self._sender, self._sent = visitor.key, now
