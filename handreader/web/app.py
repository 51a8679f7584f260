"""The server's addresses: the page, and what it asks for. State is in memory and bounded."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from scoring import RULEBOOKS
from scoring.hand import Hand, HandError
from scoring.tiles import HandReaderError

from . import claims, judge, photos, view
from .desk import Desk
from .door import Door
from .errors import Refused
from .files import File, page_files, source_archive
from .guard import Guard, refusal

JSON_BYTES = 64 * 1024
LANGUAGES = ("en", "it")

Invite = Callable[[], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one server takes on.

    Attributes:
        photo_bytes: size of a photo's file.
        megapixels: size of the picture in it.
        photos: photos being sent, waiting or being read; one is read at a time.
        photo_seconds, score_seconds: for one request, its wait included.
    """

    photo_bytes: int = 25 * 1024 * 1024
    megapixels: int = 50
    photos: int = 5
    photo_seconds: float = 60.0
    score_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class Served:
    """What the addresses work with."""

    files: Mapping[str, File]
    limits: Limits
    photo_desk: Desk
    score_desk: Desk
    shelf: photos.Shelf
    weights: Path | None
    invite: Invite | None


def create_app(
    door: Door,
    hosts: Collection[str],
    *,
    secure: bool = False,
    weights: Path | None = None,
    invite: Invite | None = None,
    limits: Limits | None = None,
) -> Guard:
    """The server, to be run by uvicorn.

    Args:
        door: who may come in.
        hosts: the names, with port, under which this server may be asked for.
        secure: whether it runs over HTTPS.
        weights: folder of weights; None for ours.
        invite: gives `url` and `svg` of a new join link; None where nobody else can come.
        limits: None for the usual ones.
    """
    limits = limits or Limits()
    served = Served(
        page_files(),
        limits,
        Desk("read", 1, limits.photos, seconds=limits.photo_seconds),
        Desk("score", 2, 32, each=4, seconds=limits.score_seconds),
        photos.Shelf(),
        weights,
        invite,
    )
    # Without the generated pages: they load scripts from elsewhere.
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    app.state.served = served
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _our_fault)  # the guard logs it
    app.add_route("/api/rulebooks", _rulebooks, methods=["GET"])
    app.add_route("/api/read", _read, methods=["POST"])
    app.add_route("/api/layout", _layout, methods=["POST"])
    app.add_route("/api/parse", _parse, methods=["POST"])
    app.add_route("/api/score", _score, methods=["POST"])
    app.add_route("/api/claim", _claim, methods=["POST"])
    app.add_route("/api/invite", _invite, methods=["POST"])
    app.add_route("/source.zip", _source, methods=["GET"])
    for path in served.files:  # one route a file: a path that is not in the list meets no code
        app.add_route(path, _file, methods=["GET", "HEAD"])
    return Guard(app, door, hosts, secure)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal(error, request.scope)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "wrong_method"}.get(error.status_code, "our_fault")
    return refusal(Refused(error.status_code, code), request.scope)


async def _our_fault(request: Request, error: Exception) -> Response:
    return refusal(Refused(500, "our_fault"), request.scope)


async def _file(request: Request) -> Response:
    file = _served(request).files[request.url.path]
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.type, headers=headers)


async def _rulebooks(request: Request) -> Response:
    lang = _lang(request)

    async def loaded() -> str:
        return lang

    books = await _served(request).score_desk.do(_client(request), loaded, view.rulebooks)
    return JSONResponse({"rulebooks": books, "invite": _served(request).invite is not None})


async def _read(request: Request) -> Response:
    served, lang = _served(request), _lang(request)
    rules = _rules(request.query_params.get("rules"))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/octet-stream":  # a form of another site cannot send this type
        raise Refused(415, "wrong_type", expected="application/octet-stream")
    client = _client(request)

    async def loaded() -> bytes:
        return await _body(request, served.limits.photo_bytes)

    def work(content: bytes) -> dict[str, object]:
        pixels = photos.opened(content, served.limits.megapixels)
        taken = photos.taken(pixels, rules, served.weights)
        return {"preview": photos.preview(pixels), **served.shelf.put(client, taken).shown(lang)}

    return JSONResponse(await served.photo_desk.do(client, loaded, work))


async def _layout(request: Request) -> Response:
    served, lang, client = _served(request), _lang(request), _client(request)

    def work(asked: Mapping[str, object]) -> dict[str, object]:
        answers = _texts(asked, "answers")
        rules = _rules(asked.get("rules"))
        taken = served.shelf.get(client, asked.get("reading"))
        try:
            return taken.laid(rules, answers).shown(lang)
        except HandReaderError as error:
            raise Refused(422, "bad_request", what=error) from None

    return await _scored(request, work)


async def _parse(request: Request) -> Response:
    def work(asked: Mapping[str, object]) -> dict[str, object]:
        text = asked.get("text")
        if not isinstance(text, str) or len(text) > 200:
            raise Refused(422, "bad_request", what="text")
        try:
            return view.hand_json(Hand.parse(text))
        except HandError as error:
            raise Refused(422, "bad_hand", what=error) from None

    return await _scored(request, work)


async def _score(request: Request) -> Response:
    lang = _lang(request)
    return await _scored(request, lambda asked: judge.judged(_record(asked), lang))


async def _claim(request: Request) -> Response:
    lang = _lang(request)

    def work(asked: Mapping[str, object]) -> dict[str, object]:
        return claims.compared(_record(asked), asked.get("claim"), lang)

    return await _scored(request, work)


async def _invite(request: Request) -> Response:
    invite = _served(request).invite
    if invite is None:
        raise Refused(404, "no_invitations")
    return JSONResponse(invite())


async def _source(request: Request) -> Response:
    async def nothing() -> None:
        return None

    packed = await _served(request).score_desk.do(
        _client(request), nothing, lambda _: source_archive()
    )
    headers = {"content-disposition": 'attachment; filename="handreader-source.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


async def _scored(
    request: Request, work: Callable[[Mapping[str, object]], Mapping[str, object]]
) -> Response:
    """Answers a JSON request with what `work` makes of it, off the event loop."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "wrong_type", expected="application/json")

    async def loaded() -> Mapping[str, object]:
        return _object(await _body(request, JSON_BYTES))

    return JSONResponse(await _served(request).score_desk.do(_client(request), loaded, work))


async def _body(request: Request, limit: int) -> bytes:
    """The request's body, given up as soon as it is too large."""
    said = f"{limit // (1024 * 1024)} MB" if limit >= 1024 * 1024 else f"{limit // 1024} kB"
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 18 or int(length) > limit:
        raise Refused(413, "too_large", limit=said)
    content = bytearray()
    try:
        async for chunk in request.stream():
            content += chunk
            if len(content) > limit:
                raise Refused(413, "too_large", limit=said)
    except ClientDisconnect:  # nobody reads the answer
        raise Refused(408, "too_slow") from None
    return bytes(content)


def _object(content: bytes) -> Mapping[str, object]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise Refused(400, "bad_request", what="JSON") from None
    if not isinstance(value, dict):
        raise Refused(400, "bad_request", what="JSON")
    return value


def _texts(asked: Mapping[str, object], key: str) -> dict[str, str]:
    """An object of short texts."""
    value = asked.get(key, {})
    if not isinstance(value, dict) or len(value) > 500:
        raise Refused(422, "bad_request", what=key)
    if not all(isinstance(v, str) and len(v) <= 400 and len(k) <= 40 for k, v in value.items()):
        raise Refused(422, "bad_request", what=key)
    return value


def _record(asked: Mapping[str, object]) -> Mapping[str, object]:
    record = asked.get("record")
    if not isinstance(record, dict):
        raise Refused(422, "bad_request", what="record")
    _rules(record.get("rules"))
    return record


def _rules(value: object) -> str:
    if not isinstance(value, str) or value not in RULEBOOKS:
        raise Refused(422, "bad_request", what="rules")
    return value


def _lang(request: Request) -> str:
    lang = request.query_params.get("lang", "en")
    return lang if lang in LANGUAGES else "en"


def _client(request: Request) -> str:
    session = request.scope["client_session"]
    assert isinstance(session, str)
    return session


def _served(request: Request) -> Served:
    served = request.app.state.served
    assert isinstance(served, Served)
    return served
