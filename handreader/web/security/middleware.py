"""Security middleware: check host, origin and session of a request, set strict headers."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, Collection, Mapping
from hashlib import sha256
from html import escape
from http.cookies import CookieError, SimpleCookie
from string import Template
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scoring.text import LANGUAGES

from .. import phone_page
from ..errors import ApiError
from ..requests import language
from .sessions import SessionStore

COOKIE = "handreader"
"""Start of the cookie's name; the port follows: browsers send cookies to every port of a host."""
_COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none longer; the server ends the session
JOIN = "/join"
MOST_REQUESTS = 100
"""Requests that are answered at once; a further one is refused with 503."""
HOME = "/api/home"
"""Asked first by a page that was kept offline: without a session it gets one, as from `/`."""
_ENTRANCES = (phone_page.PREFIX, phone_page.BEFORE, HOME)
HEALTH = "/health"
"""Address that answers 200 without a session: a container's health check asks it."""
_LOG = logging.getLogger(__name__)
_POLICY_HEADER = "content-security-policy"

HEADERS = {
    _POLICY_HEADER: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; media-src 'self' blob:; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
}
# The page behind a join link: the cookie is SameSite=Strict, and a reload that our own page asks
# for sends it where a redirect from another site's page would not.
_JOINED = (
    "<!doctype html><meta charset=utf-8><title>handreader</title>"
    '<meta http-equiv="refresh" content="0;url=/"><a href="/">handreader</a>'
)
_STYLE = (
    ":root{color-scheme:light dark}body{font:1.2rem/1.5 system-ui;max-width:24em;margin:auto;"
    "padding:2rem 1rem;text-align:center}h1{font-size:1.4em;overflow-wrap:anywhere}"
    "button{font:inherit;font-weight:600;width:100%;padding:.8em 1em;border:0;"
    "border-radius:.6em;background:#0b6e4f;color:#fff}"
)
_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()
_DOOR = Template(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>handreader</title>'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
    f"<style>{_STYLE}</style><main><h1>handreader</h1>$content</main></html>"
)
"""The page outside the door: of a join link, and of what is refused to a browser."""
_BUTTON = Template(
    '<form method="post" action="$action"><p>A game of Mahjong.<br>'
    '<span lang="it">Una partita di Mahjong.</span></p>'
    '<button>Join the table<br><span lang="it">Entra al tavolo</span></button></form>'
)
_REFUSED = Template('<p>$en</p><p lang="it">$it</p>')
_DOOR_POLICY = (
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    f"style-src 'sha256-{_STYLE_HASH}'"
)


async def _nothing_to_restore() -> None:
    return None


class SecurityMiddleware:
    """ASGI middleware that passes a request to the app or answers it itself.

    Args:
        app: the protected app.
        door: tokens and sessions.
        hosts: `Host` headers of this server; any other comes from another site whose name was
            made to resolve to this address (DNS rebinding).
        secure: whether the page is served over HTTPS.
        proxied: further `Host` headers, of a reverse proxy that speaks HTTPS to the browser.
        restored: returns once the sessions of the last run are known.
    """

    def __init__(
        self,
        app: ASGIApp,
        door: SessionStore,
        hosts: Collection[str],
        secure: bool,
        proxied: Collection[str] = (),
        restored: Callable[[], Awaitable[None]] = _nothing_to_restore,
    ) -> None:
        self._app, self._door, self._secure = app, door, secure
        self._active = 0
        self._cookie = cookie_name(hosts)
        self._proxied = frozenset(host.lower() for host in proxied)
        self._hosts = self._proxied.union(host.lower() for host in hosts)
        self._restored = restored

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # no web sockets here; uvicorn's start and stop pass
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        started = finished = False
        self._active += 1

        async def send_with_headers(message: Message) -> None:
            nonlocal started, finished
            finished = message["type"] == "http.response.body" and not message.get("more_body")
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                is_of_the_door = _POLICY_HEADER in headers
                for name, value in HEADERS.items():
                    headers[name] = value
                if phone_page.is_of_page(scope["path"]):
                    headers[_POLICY_HEADER] = phone_page.PAGE_POLICY
                if is_of_the_door:
                    headers[_POLICY_HEADER] = _DOOR_POLICY
                if scope["path"] == JOIN:  # without a referrer, browsers send no origin with a form
                    headers["referrer-policy"] = "same-origin"
                headers.setdefault("cache-control", "no-store")
                if self._is_secure(scope):  # over plain HTTP browsers only complain about it
                    headers["cross-origin-opener-policy"] = "same-origin"
                if "new_session" in scope:
                    headers.append("set-cookie", self._cookie_for(scope))
            await send(message)

        try:
            if self._active > MOST_REQUESTS:
                raise ApiError(503, "busy")
            answer = await self._intercept(scope)
            if answer is None:
                await self._app(scope, receive, send_with_headers)
                return
        except ApiError as refused:
            answer = error_response(refused, scope)
        except Exception:
            _LOG.exception("%s %s", scope["method"], scope["path"])
            if finished:
                return
            if started:
                raise  # a broken connection is better than half an answer that looks whole
            answer = error_response(ApiError(500, "our_fault"), scope)
        finally:
            self._active -= 1
        await answer(scope, receive, send_with_headers)

    async def _intercept(self, scope: Scope) -> Response | None:
        """Return the response to a request that is not for the app; None to pass it on.

        Raises:
            ApiError: a request that is rejected.
        """
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            raise ApiError(421, "wrong_host")
        if scope["path"] == HEALTH and scope["method"] in ("GET", "HEAD"):
            return PlainTextResponse("ok\n")
        if scope["method"] not in ("GET", "HEAD"):
            own = f"{'https' if self._is_secure(scope) else 'http'}://{host}"
            if headers.get("origin", own).lower() != own:
                raise ApiError(403, "wrong_origin")
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise ApiError(403, "wrong_origin")
        session = _cookie(headers.get("cookie", ""), self._cookie)
        joining = scope["path"] == JOIN and scope["method"] in ("GET", "POST")
        enters = self._door.open and scope["path"] == "/"  # it is let in in any case
        if session is not None and not enters and not self._door.has_session(session):
            await self._restored()
        if self._door.has_session(session):
            scope["client_session"] = session
            return HTMLResponse(_JOINED) if joining else None
        if joining:
            return self._join(scope, headers)
        if scope["path"] not in _ENTRANCES or scope["method"] != "GET" or not self._door.open:
            raise ApiError(403, "no_entry")
        if scope["path"] == HOME:
            if headers.get("sec-fetch-site", "same-origin") != "same-origin":
                raise ApiError(403, "wrong_origin")
        elif headers.get("sec-fetch-dest", "document") != "document":
            raise ApiError(403, "wrong_origin")  # a picture or frame on another page
        scope["new_session"] = scope["client_session"] = self._door.admit()
        return None

    def _join(self, scope: Scope, headers: Headers) -> Response:
        """Return the page behind a join link: a button, which uses the link up.

        Chats and browsers open links before anybody taps them: opening one uses nothing up.

        Raises:
            ApiError: a wrong token, or a browser that only prefetches.
        """
        if any("prefetch" in headers.get(name, "").lower() for name in ("sec-purpose", "purpose")):
            raise ApiError(403, "no_entry")
        token = _token(scope)
        if scope["method"] == "GET":
            if not self._door.is_invited(token):
                raise ApiError(403, "bad_token")
            action = escape(f"{JOIN}?t={quote(token)}")
            return _door_page(_BUTTON.substitute(action=action), 200, {})
        joined = self._door.join(token)
        if joined is None:
            raise ApiError(403, "bad_token")
        scope["new_session"] = joined
        return HTMLResponse(_JOINED)

    def _cookie_for(self, scope: Scope) -> str:
        secure = "; Secure" if self._is_secure(scope) else ""
        kept = f"Path=/; Max-Age={_COOKIE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
        return f"{self._cookie}={scope['new_session']}; {kept}"

    def _is_secure(self, scope: Scope) -> bool:
        """Return whether the browser speaks HTTPS, to this server or to its proxy."""
        return self._secure or Headers(scope=scope).get("host", "").lower() in self._proxied


def error_response(refused: ApiError, scope: Scope) -> Response:
    """Return an error as JSON for the page, or as a page in both languages for a browser."""
    headers = {"retry-after": "3"} if refused.status in (429, 503) else {}
    if scope["path"].startswith("/api/"):
        message = refused.localize(language(Request(scope)))
        error = {"code": refused.code, "message": message}
        return JSONResponse({"error": error}, refused.status, headers)
    texts = {lang: escape(refused.localize(lang)) for lang in LANGUAGES}
    return _door_page(_REFUSED.substitute(texts), refused.status, headers)


def _door_page(content: str, status: int, headers: Mapping[str, str]) -> Response:
    page = _DOOR.substitute(content=content)
    return HTMLResponse(page, status, {**headers, _POLICY_HEADER: _DOOR_POLICY})


def cookie_name(hosts: Collection[str]) -> str:
    """Return the name of a server's cookie: two servers on one computer have one each.

    >>> cookie_name(["127.0.0.1:8460", "localhost:8460"])
    'handreader-8460'
    """
    ports = {host.rpartition(":")[2] for host in hosts if ":" in host}
    return "-".join([COOKIE, *sorted(ports)])


def _cookie(header: str, name: str) -> str | None:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return None if found is None else str(found.value)


def _token(scope: Scope) -> str:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return str(query.get("t", [""])[0])
