"""Parse a request: its body within limits, JSON, language, client."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.requests import ClientDisconnect, Request

from scoring.text import is_language

from ..phone_session import Visitor
from .errors import ApiError

JSON_BYTES = 64 * 1024
_MOST_DIGITS = 40  # of a whole number; each field has its own limit


def check_content_type(request: Request, expected: str) -> None:
    """Check the content type: an HTML form of another site can send neither accepted type.

    Raises:
        ApiError: another content type.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != expected:
        raise ApiError(415, "wrong_type", expected=expected)


async def read_body(request: Request, limit: int) -> bytes:
    """Read the request's body; stop as soon as it is too large.

    Raises:
        ApiError: too large, or the client disconnected.
    """
    size = f"{limit // (1024 * 1024)} MB" if limit >= 1024 * 1024 else f"{limit // 1024} kB"
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 18 or int(length) > limit:
        raise ApiError(413, "too_large", limit=size)
    content = bytearray()
    try:
        async for chunk in request.stream():
            content += chunk
            if len(content) > limit:
                raise ApiError(413, "too_large", limit=size)
    except ClientDisconnect:  # no client reads the answer
        raise ApiError(408, "too_slow") from None
    return bytes(content)


def body_size(request: Request, limit: int) -> int:
    """Return the size that a body may have: as its head states, or the limit."""
    length = request.headers.get("content-length", "")
    return min(int(length), limit) if length.isdecimal() and len(length) < 19 else limit


async def read_json(request: Request, limit: int = JSON_BYTES) -> Mapping[str, object]:
    """Read the request's body as a JSON object whose texts can be stored and sent again.

    Raises:
        ApiError: no JSON object, or too large; a text with half a surrogate pair, which has no form
            in UTF-8.
    """
    content = await read_body(request, limit)
    value = parse_object(content)
    if b"\\u" in content:  # the only way in for half a pair
        encode_text(json.dumps(value, ensure_ascii=False))
    return value


def encode_text(text: str) -> bytes:
    """Return text in UTF-8.

    Raises:
        ApiError: it has half a surrogate pair, which came from the page.
    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ApiError(422, "bad_request", what="UTF-8") from None


def parse_object(content: bytes) -> Mapping[str, object]:
    """Parse bytes as a JSON object, with whole numbers that can be reckoned with.

    Raises:
        ApiError: no JSON object (400), or a whole number of too many digits (422).
    """
    try:
        value = json.loads(content.decode("utf-8"), parse_int=_whole_number)
    except (ValueError, RecursionError):
        raise ApiError(400, "bad_request", what="JSON") from None
    if not isinstance(value, dict):
        raise ApiError(400, "bad_request", what="JSON")
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ApiError(422, "bad_request", what=f"{digits[:8]}…")
    return int(digits)


def language(request: Request) -> str:
    """Return the language of the response, English unless a known one is asked for."""
    code = request.query_params.get("lang", "en")
    return code if is_language(code) else "en"


def client_id(request: Request) -> str:
    """Return the session id of the request's client."""
    session = request.scope["client_session"]
    assert isinstance(session, str)
    return session


def visitor(request: Request) -> Visitor:
    """Return who sends a request."""
    found: Visitor = request.scope["visitor"]
    return found
