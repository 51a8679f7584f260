"""What a request says: its body within limits, JSON, language, client."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fastapi import Request
from starlette.requests import ClientDisconnect

from scoring import RULEBOOKS

from .errors import Refused

JSON_BYTES = 64 * 1024
LANGUAGES = ("en", "it")


def of_type(request: Request, expected: str) -> None:
    """Checks the content's type: a form of another site can send neither of those we take.

    Raises:
        Refused: another one.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != expected:
        raise Refused(415, "wrong_type", expected=expected)


async def body(request: Request, limit: int) -> bytes:
    """The request's body, given up as soon as it is too large.

    Raises:
        Refused: too large, or the client went away.
    """
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


async def json_object(request: Request, limit: int = JSON_BYTES) -> Mapping[str, object]:
    """The JSON object that is the request's body.

    Raises:
        Refused: it is none, or too large.
    """
    try:
        value = json.loads(await body(request, limit))
    except (ValueError, RecursionError):
        raise Refused(400, "bad_request", what="JSON") from None
    if not isinstance(value, dict):
        raise Refused(400, "bad_request", what="JSON")
    return value


def texts(asked: Mapping[str, object], key: str) -> dict[str, str]:
    """An object of short texts.

    Raises:
        Refused: it is none.
    """
    value = asked.get(key, {})
    if not isinstance(value, dict) or len(value) > 500:
        raise Refused(422, "bad_request", what=key)
    if not all(isinstance(v, str) and len(v) <= 400 and len(k) <= 40 for k, v in value.items()):
        raise Refused(422, "bad_request", what=key)
    return value


def record(asked: Mapping[str, object]) -> Mapping[str, object]:
    """The case record of a request; its rule set is one of ours.

    Raises:
        Refused: there is none.
    """
    found = asked.get("record")
    if not isinstance(found, dict):
        raise Refused(422, "bad_request", what="record")
    rules(found.get("rules"))
    return found


def rules(value: object) -> str:
    """Id of a rule set.

    Raises:
        Refused: there is none of that id.
    """
    if not isinstance(value, str) or value not in RULEBOOKS:
        raise Refused(422, "bad_request", what="rules")
    return value


def lang(request: Request) -> str:
    """The language to answer in."""
    asked = request.query_params.get("lang", "en")
    return asked if asked in LANGUAGES else "en"


def client(request: Request) -> str:
    """Whose request it is."""
    session = request.scope["client_session"]
    assert isinstance(session, str)
    return session
