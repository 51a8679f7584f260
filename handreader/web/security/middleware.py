"""Security middleware: check host, origin and session of a request, set strict headers."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, Collection, Mapping
from hashlib import sha256
from html import escape
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from string import Template
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scoring.text import LANGUAGES

from ...phone_session import LONGEST_PHONE_NAME, PhoneRole, clean_phone_name
from .. import phone_page
from ..errors import REFUSALS, ApiError
from ..requests import language, read_body
from .sessions import SessionStore

COOKIE = "handreader"
"""Start of the cookie's name; the port follows: browsers send cookies to every port of a host."""
_COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none longer; the server ends the session
JOIN = "/join"
_JOIN_BYTES = 4096
_OF_SPECTATORS = ("/api/answer",)
"""What a phone that only looks may post: the page's own reckoning, which records nothing."""
CAMERA = "/api/watch/camera"
"""Address for the pictures of a phone that is the watched table's camera."""
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
_JOINED = Template(
    "<!doctype html><meta charset=utf-8><title>handreader</title>"
    '<meta http-equiv="refresh" content="0;url=/$place"><a href="/$place">handreader</a>'
)
_STYLE = (
    ":root{color-scheme:light dark}body{font:1.2rem/1.5 system-ui;max-width:24em;margin:auto;"
    "padding:2rem 1rem;text-align:center}h1{font-size:1.4em;overflow-wrap:anywhere}"
    "button{font:inherit;font-weight:600;width:100%;padding:.8em 1em;border:0;"
    "border-radius:.6em;background:#0b6e4f;color:#fff}"
)
_FORM_STYLE = (
    "label{display:block;text-align:left;margin:1.2em 0}"
    "input{font:inherit;box-sizing:border-box;width:100%;margin-top:.3em;padding:.7em;"
    "border:1px solid GrayText;border-radius:.6em}.fault{font-weight:600}"
)
_STYLE_HASHES = [
    f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
    for style in (_STYLE, _FORM_STYLE)
]
_DOOR = Template(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>handreader</title>'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
    f"<style>{_STYLE}</style><main><h1>handreader</h1>$content</main></html>"
)
"""The page outside the door: of a join link, and of what is refused to a browser."""
_BUTTON = Template(
    f"<style>{_FORM_STYLE}</style>"
    '<form method="post" action="$action"><p>A game of Mahjong.<br>'
    '<span lang="it">Una partita di Mahjong.</span></p>$fault'
    '<label>Your name, for the others<br><span lang="it">Il tuo nome, per gli altri</span>'
    f'<input name="name" required maxlength="{LONGEST_PHONE_NAME}" autocomplete="name"></label>'
    '<button>Join the table<br><span lang="it">Entra al tavolo</span></button></form>'
)
_LOOK = Template(
    '<form method="post" action="$action"><p>Games of Mahjong: this link only looks.<br>'
    '<span lang="it">Partite di Mahjong: questo link fa solo guardare.</span></p>'
    '<button>Look on<br><span lang="it">Guarda</span></button></form>'
)
_FILM = Template(
    '<form method="post" action="$action"><p>This phone becomes the camera of the table, and '
    'does nothing else.<br><span lang="it">Questo telefono diventa la telecamera del tavolo, e '
    "nient’altro.</span></p>"
    '<button>Become the camera<br><span lang="it">Diventa la telecamera</span></button></form>'
)
_FORMS = {PhoneRole.PLAYER: _BUTTON, PhoneRole.SPECTATOR: _LOOK, PhoneRole.CAMERA: _FILM}
_FAULT = Template('<p class="fault" role="alert">$en<br><span lang="it">$it</span></p>')
_REFUSED = Template('<p>$en</p><p lang="it">$it</p>')
_DOOR_POLICY = (
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    f"style-src {' '.join(_STYLE_HASHES)}"
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
        port: of the server, for the cookie's name; None for that of its hosts.
    """

    def __init__(
        self,
        app: ASGIApp,
        door: SessionStore,
        hosts: Collection[str],
        secure: bool,
        proxied: Collection[str] = (),
        restored: Callable[[], Awaitable[None]] = _nothing_to_restore,
        port: int | None = None,
    ) -> None:
        self._app, self._door, self._secure = app, door, secure
        self._active = 0
        self._cookie = cookie_name(hosts if port is None else [f":{port}"])
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
            answer = await self._intercept(scope, receive)
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

    def phone_of(self, scope: Scope) -> str:
        """Return the hash of the session that a request names, if it is open; "" for none."""
        return self._door.knows(_cookie(Headers(scope=scope).get("cookie", ""), self._cookie))

    async def _intercept(self, scope: Scope, receive: Receive) -> Response | None:
        """Return the response to a request that is not for the app; None to pass it on.

        Raises:
            ApiError: a request that is rejected.
        """
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # a proxy may find the next request at another place than this server does
            raise ApiError(400, "two_lengths")
        host = headers.get("host", "").lower()
        is_health = scope["path"] == HEALTH and scope["method"] in ("GET", "HEAD")
        if host not in self._hosts and not (is_health and _is_this_computer(host)):
            raise ApiError(421, "wrong_host")
        if is_health:
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
        visitor = self._door.find(session)
        if session is not None and not enters and visitor is None:
            await self._restored()
            visitor = self._door.find(session)
        if visitor is not None:
            if joining and not self._changes_role(visitor.role, scope):
                return self._entrance_page(scope)
            if not joining:
                scope["client_session"], scope["visitor"] = session, visitor
                _check_role(visitor.role, scope)
                return None
        if joining:
            return await self._join(scope, receive, headers)
        if scope["path"] not in _ENTRANCES or scope["method"] != "GET" or not self._door.open:
            raise ApiError(403, "no_entry")
        if scope["path"] == HOME:
            if headers.get("sec-fetch-site", "same-origin") != "same-origin":
                raise ApiError(403, "wrong_origin")
        elif headers.get("sec-fetch-dest", "document") != "document":
            raise ApiError(403, "wrong_origin")  # a picture or frame on another page
        scope["new_session"] = scope["client_session"] = self._door.admit()
        scope["visitor"] = self._door.find(scope["new_session"])
        return None

    async def _join(self, scope: Scope, receive: Receive, headers: Headers) -> Response:
        """Return the page behind a join link: a name and a button, which uses the link up.

        Chats and browsers open links before anybody taps them: opening one uses nothing up.

        Raises:
            ApiError: a wrong token, or a browser that only prefetches.
        """
        if any("prefetch" in headers.get(name, "").lower() for name in ("sec-purpose", "purpose")):
            raise ApiError(403, "no_entry")
        token = _token(scope)
        found = self._door.invitation(token)
        if found is None:
            raise ApiError(403, "bad_token")
        action = escape(f"{JOIN}?t={quote(token)}")
        if scope["method"] == "GET":
            form = _FORMS[found.role]
            return _door_page(form.substitute(action=action, fault=""), 200, {})
        # nobody else changes anything that a name could be put to
        name = await _parse_name(scope, receive) if found.role is PhoneRole.PLAYER else ""
        if name is None:
            fault = _FAULT.substitute(REFUSALS["bad_phone_name"])
            return _door_page(_BUTTON.substitute(action=action, fault=fault), 422, {})
        page = self._entrance_page(scope)
        joined = self._door.join(token, name)
        if joined is None:
            raise ApiError(403, "bad_token")
        scope["new_session"] = joined
        return page

    def _entrance_page(self, scope: Scope) -> Response:
        """Return the page that leads from a join link to the place that it names."""
        found = self._door.invitation(_token(scope))
        place = "" if found is None or not found.place else f"#{found.place}"
        return HTMLResponse(_JOINED.substitute(place=escape(place)))

    def _changes_role(self, role: PhoneRole, scope: Scope) -> bool:
        """Return whether a join link gives a phone that is in another role: not just to look."""
        found = self._door.invitation(_token(scope))
        return found is not None and found.role not in (role, PhoneRole.SPECTATOR)

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
    if refused.code == "two_lengths":
        headers["connection"] = "close"
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


def _check_role(role: PhoneRole, scope: Scope) -> None:
    """Check that a phone may send this request at all.

    Raises:
        ApiError: it only looks, or is a camera.
    """
    path = scope["path"]
    if role is PhoneRole.CAMERA and path.startswith("/api/") and path not in (HOME, CAMERA):
        raise ApiError(403, "only_camera")
    is_reading = scope["method"] in ("GET", "HEAD") or path in _OF_SPECTATORS
    if role is PhoneRole.SPECTATOR and not is_reading:
        raise ApiError(403, "only_looks")


async def _parse_name(scope: Scope, receive: Receive) -> str | None:
    """Return the name in a join form; "" without one, None if it is invalid."""
    content = await read_body(Request(scope, receive), _JOIN_BYTES)
    try:
        fields = parse_qs(content.decode("utf-8"), max_num_fields=8, errors="strict")
    except ValueError:
        return None
    return clean_phone_name(fields.get("name", [""])[0])


def _is_this_computer(host: str) -> bool:
    """Return whether a `Host` header is a loopback address: a health check's beside a proxy."""
    try:
        return ip_address(host.rpartition(":")[0] or host).is_loopback
    except ValueError:
        return False


def _token(scope: Scope) -> str:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return str(query.get("t", [""])[0])
