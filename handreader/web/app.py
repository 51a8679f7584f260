"""The server's routes: the page and its API. State is in memory and bounded."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from vision import Reader

from ..phone_session import PhoneRole, clean_phone_name
from . import label_export, requests, uploads
from .assets import Asset, AssetApp
from .errors import REFUSALS, ApiError
from .forms.form_fields import json_fields
from .phone_page import BEFORE, PREFIX, phone_files
from .routes.games import GameRoutes
from .routes.tournaments import TournamentRoutes
from .routes.watch import WatchRoutes
from .routes.worker import Offers, WorkerRoutes
from .security.middleware import SecurityMiddleware, error_response
from .security.sessions import InvitationRequest, SessionStore
from .set_memory import SetMemory
from .source_archive import source_archive
from .table_organiser import TableOrganiser
from .work_queue import WorkQueue

if TYPE_CHECKING:
    from handreader.store.store import Store
    from vision.cameras.uploaded import UploadedPictures

    from ..watch.live.game_series import GameSeries

Invite = Callable[[InvitationRequest], Mapping[str, str]]
_PLACE = re.compile("(tournament|wall)=[0-9a-f]{1,32}")
"""Part of the page's address that a link may open."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on requests to one server.

    Attributes:
        photo_bytes: size of a photo's file.
        megapixels: size of the picture in it.
        photos: photos being sent, waiting or being recognised, one of each phone of a large club;
            one is recognised at a time.
        queued_bytes: size of their files together.
        photo_seconds, score_seconds: for one request, including its wait.
    """

    photo_bytes: int = 25 * 1024 * 1024
    megapixels: int = 50
    photos: int = 64
    queued_bytes: int = 256 * 1024 * 1024
    photo_seconds: float = 240.0
    score_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class AppContext:
    """Shared state of the request handlers."""

    limits: Limits
    photo_desk: WorkQueue
    score_desk: WorkQueue
    shelf: uploads.ReadingCache
    memory: SetMemory
    invite: Invite | None
    door: SessionStore


def create_app(
    door: SessionStore,
    hosts: Collection[str],
    *,
    secure: bool = False,
    proxied: Collection[str] = (),
    phone: Mapping[str, Asset] | None = None,
    reader: Reader | None = None,
    invite: Invite | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: GameSeries | None = None,
    camera: UploadedPictures | None = None,
) -> SecurityMiddleware:
    """Build the whole server at once, an ASGI app for uvicorn.

    Args:
        door: join tokens and sessions.
        hosts: `Host` headers, with port, that this server accepts.
        secure: whether the server uses HTTPS.
        proxied: further `Host` headers, of a reverse proxy that uses HTTPS.
        phone: files of the page that reads in the phone; None for those that were built.
        reader, invite, limits, store, watch, camera: see `create_api`.
    """
    api = create_api(
        door,
        reader=reader,
        invite=invite,
        limits=limits,
        store=store,
        watch=watch,
        camera=camera,
    )
    assets = phone_files() if phone is None else phone
    return SecurityMiddleware(AssetApp(assets, api), door, hosts, secure, proxied)


def create_api(
    door: SessionStore,
    *,
    reader: Reader | None = None,
    invite: Invite | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: GameSeries | None = None,
    camera: UploadedPictures | None = None,
    closing: Callable[[], bool] = lambda: False,
) -> Starlette:
    """Build the API, for requests that have a session.

    Args:
        door: the sessions; it learns who organises a tournament of the store.
        reader: finds the tiles in photos; None for one with the shipped weights.
        invite: returns `url` and `svg` of a new join link; None if only this computer has access.
        limits: None for the defaults.
        store: database of games; None for no games.
        watch: series of games of this store that a camera watches; None for none.
        camera: receives the pictures of a phone that is the camera; the same as that of `watch`.
        closing: whether the server is about to close: then no request waits for changes.
    """
    limits, reader = limits or Limits(), reader or Reader()
    served = AppContext(
        limits,
        WorkQueue("read", 1, limits.photos, seconds=limits.photo_seconds, size=limits.queued_bytes),
        WorkQueue("score", 2, 32, each=4, seconds=limits.score_seconds),
        uploads.ReadingCache(),
        SetMemory(reader),
        invite,
        door,
    )
    app = Starlette()
    app.state.served = served
    app.add_exception_handler(ApiError, _handle_api_error)
    app.add_exception_handler(HTTPException, _handle_http_error)
    app.add_exception_handler(Exception, _handle_internal_error)  # the middleware logs it
    app.add_route("/api/labels", _labels, methods=["POST"])
    app.add_route("/api/remember", _remember, methods=["POST"])
    app.add_route("/api/invite", _invite, methods=["POST"])
    app.add_route("/api/name", _name, methods=["POST"])
    app.add_route("/source.zip", _source, methods=["GET"])
    if store is not None:
        GameRoutes(store, watch).add_to(app)
        tournaments = TournamentRoutes(store)
        tournaments.add_to(app)
        door.organisers = tournaments.organisers
    if watch is not None:
        assert store is not None, "games are watched into a database"
        watching = WatchRoutes(watch, store, closing, camera)
        watching.add_to(app)
        app.state.table_organiser = watching.organiser
    WorkerRoutes(
        served.photo_desk,
        served.score_desk,
        served.shelf,
        served.memory,
        Offers(store is not None, invite is not None, watch is not None),
        limits.photo_bytes,
        limits.megapixels,
    ).add_to(app)
    app.add_route(PREFIX, _how_to_build, methods=["GET", "HEAD"])  # where it was not built
    app.add_route(BEFORE, _to_the_page, methods=["GET", "HEAD"])
    return app


async def _handle_api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_response(error, request.scope)


async def _handle_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "wrong_method"}.get(error.status_code, "our_fault")
    return error_response(ApiError(error.status_code, code), request.scope)


async def _handle_internal_error(request: Request, error: Exception) -> Response:
    return error_response(ApiError(500, "our_fault"), request.scope)


async def _how_to_build(request: Request) -> Response:
    how = REFUSALS["no_phone_page"]
    return PlainTextResponse(f"{how['en']}\n{how['it']}\n")


async def _to_the_page(request: Request) -> Response:
    return RedirectResponse(PREFIX, 308)


async def _labels(request: Request) -> Response:
    """Return a zip file of the photo and its labelled tiles, given the user's consent."""
    served, client = _app_context(request), requests.client_id(request)
    query = request.query_params
    requests.check_content_type(request, "application/octet-stream")
    if query.get("consent") != "yes":
        raise ApiError(422, "no_consent")

    size = requests.body_size(request, served.limits.photo_bytes)

    async def load() -> bytes:
        return await requests.read_body(request, served.limits.photo_bytes)

    def work(content: bytes) -> bytes:
        taken = served.shelf.get(client, query.get("reading"))
        pixels = uploads.decode_image(content, served.limits.megapixels)
        return label_export.label_archive(pixels, taken.reading, query.get("kinds", ""))

    packed = await served.photo_desk.run(client, load, work, size)
    headers = {"content-disposition": 'attachment; filename="handreader-labels.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


async def _remember(request: Request) -> Response:
    """Teach the set in a photo from the tiles that a player confirmed."""
    served, client = _app_context(request), requests.client_id(request)
    query, lang = request.query_params, requests.language(request)
    requests.check_content_type(request, "application/octet-stream")

    size = requests.body_size(request, served.limits.photo_bytes)

    async def load() -> bytes:
        return await requests.read_body(request, served.limits.photo_bytes)

    def work(content: bytes) -> dict[str, object]:
        reading = served.shelf.get(client, query.get("reading")).reading
        pixels = uploads.decode_image(content, served.limits.megapixels)
        name, kinds = query.get("name", ""), query.get("kinds", "")
        return served.memory.remember(name, pixels, reading, kinds, lang)

    return JSONResponse(await served.photo_desk.run(client, load, work, size))


async def _invite(request: Request) -> Response:
    """Return a link for one more phone: {role: "spectator", place?} for one that only looks; {role:
    "camera"} for the camera of the watched table, if its organiser asks.
    """
    invite = _app_context(request).invite
    if invite is None:
        raise ApiError(404, "no_invitations")
    requests.check_content_type(request, "application/json")
    fields = json_fields(await requests.read_json(request))
    roles = tuple(one.value for one in PhoneRole)
    role = PhoneRole(fields.optional_choice("role", roles) or PhoneRole.PLAYER.value)
    if role is PhoneRole.CAMERA:
        organiser = getattr(request.app.state, "table_organiser", None)
        if not isinstance(organiser, TableOrganiser):
            raise ApiError(404, "no_phone_camera")
        organiser.check(requests.visitor(request))
    place = "" if fields.value("place") is None else fields.text("place", 60)
    if place and _PLACE.fullmatch(place) is None:
        raise ApiError(422, "bad_request", what="place")
    asked = InvitationRequest(role, requests.visitor(request).key, place)
    return JSONResponse(invite(asked))


async def _name(request: Request) -> Response:
    """Name the phone that asks: {name}."""
    requests.check_content_type(request, "application/json")
    name = (await requests.read_json(request)).get("name")
    clean = clean_phone_name(name) if isinstance(name, str) else None
    if not clean:
        raise ApiError(422, "bad_phone_name")
    _app_context(request).door.rename(requests.visitor(request).key, clean)
    return JSONResponse({"name": clean})


async def _source(request: Request) -> Response:
    async def load_nothing() -> None:
        return None

    packed = await _app_context(request).score_desk.run(
        requests.client_id(request), load_nothing, lambda _: source_archive()
    )
    headers = {"content-disposition": 'attachment; filename="handreader-source.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def _app_context(request: Request) -> AppContext:
    served = request.app.state.served
    assert isinstance(served, AppContext)
    return served
