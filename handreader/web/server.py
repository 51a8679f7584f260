"""The command `serve`: run the page for this computer, or for phones on the local network."""

from __future__ import annotations

import asyncio
import io
import math
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

import uvicorn
from starlette.types import ASGIApp, Scope

from scoring.installation import this_installation

from .. import messages
from ..doctor import State, page_finding
from ..options import DEFAULT_PORT, PageOptions
from ..phone_session import PhoneSession
from ..termination import raise_on_sigterm
from ..user_files import user_folder
from .assets import AssetApp
from .deferred_app import DeferredApp
from .phone_page import phone_files
from .security.addresses import PageAddresses, ServeError, bind_socket, lan_address, page_addresses
from .security.middleware import HEADERS, SecurityMiddleware
from .security.protocol import ConnectionLimits, protocol_with_deadlines
from .security.session_writer import SessionWriter
from .security.sessions import InvitationRequest, SessionStore

if TYPE_CHECKING:
    from vision import Reader
    from vision.cameras.uploaded import UploadedPictures

    from ..store.store import Store
    from ..watch.live.game_series import GameSeries
    from ..watch.live.options import WatchOptions

FOREVER = math.inf  # the code in the terminal is valid until its use
AUTHORITY = "authority.pem"
KEPT_SECONDS = 20  # for which a connection without a request stays open
"""File of the user's folder with the authority that phones trust, and its key."""
_LOOP = "handreader.web.server:DeadlineLoop"


class DeadlineLoop(asyncio.SelectorEventLoop):
    """An event loop whose TLS connections have to agree on a key in time.

    Attributes:
        handshake_seconds: after these a connection that says nothing is closed.
    """

    handshake_seconds: ClassVar[float] = 10.0

    async def create_server(self, *args: Any, **more: Any) -> asyncio.Server:
        if more.get("ssl") is not None:
            more.setdefault("ssl_handshake_timeout", self.handshake_seconds)
        return await super().create_server(*args, **more)


class JoinLinks:
    """Source of join links: one at a time in the terminal, more on the page.

    Args:
        base: URL of the page, as "http://192.168.1.5:8460".
        say: prints text at the terminal.
        lang: of that text, "en" or "it".
        save: stores sessions, see `SessionStore`.
    """

    def __init__(
        self,
        base: str,
        say: Callable[[str], None],
        lang: str = "en",
        save: Callable[[str, PhoneSession], None] = lambda key, session: None,
    ) -> None:
        self.door = SessionStore(open=False, used=self._on_redeem, save=save)
        self._base, self._say, self._lang = base, say, lang
        self._shown = ""

    def print_link(self) -> None:
        """Print a join link and its QR code."""
        import segno

        self._shown = self.door.invite(FOREVER)
        link = self._link(self._shown)
        code = io.StringIO()
        segno.make(link, micro=False).terminal(code, compact=True)
        self._say(f"{code.getvalue()}\n{messages.localize('scan', self._lang, link=link)}")

    def invite(self, asked: InvitationRequest | None = None) -> Mapping[str, str]:
        """Return a new join link for a page that asks: `url`, and `svg` as a data URL.

        Raises:
            ApiError: that phone has made too many.
        """
        import segno

        link = self._link(self.door.invite(asked=asked or InvitationRequest()))
        return {"url": link, "svg": segno.make(link, micro=False).svg_data_uri(scale=4, border=2)}

    def _on_redeem(self, token: str) -> None:
        if token == self._shown:
            self._say(messages.localize("came_in", self._lang))
            self.print_link()

    def _link(self, token: str) -> str:
        return f"{self._base}/join?t={token}"


def _print_now(text: str) -> None:
    """Print text at once, also where standard output is no terminal."""
    print(text, flush=True)


def serve(
    page: PageOptions,
    load_reader: Callable[[], Reader],
    say: Callable[[str], None] = _print_now,
    database: str | None = None,
    watched: WatchOptions | None = None,
    lang: str = "en",
) -> None:
    """Serve the page until it is interrupted, by Ctrl+C or SIGTERM.

    Args:
        page: `lan` for the local network and `host` for other names, by join links, otherwise
            for this computer alone; `https` with a certificate of our own; `port` of TCP.
        load_reader: returns what finds the tiles in photos; called once the page is served.
        say: prints text at the terminal.
        database: database of games, see `open_store`; None for the user's own.
        watched: options of the game that a camera watches meanwhile, as for the command
            `watch`; None for none.
        lang: of the terminal's text, "en" or "it".

    Raises:
        ServeError: no local network, or the port is in use.
        StoreError: the database cannot be used.
        HandReaderError: the reader cannot be loaded, or the game cannot be watched.
    """
    at = page_addresses(page, lan_address)
    writer = SessionWriter()
    links = JoinLinks(at.base, say, lang, writer.add) if not at.is_open else None
    door = SessionStore(open=True, save=writer.add) if links is None else links.door
    servers: list[uvicorn.Server] = []
    with raise_on_sigterm(), ExitStack() as stack:
        listening = stack.enter_context(bind_socket(at.listen, page.port))

        def build() -> ASGIApp:
            from vision.cameras.uploaded import UploadedPictures

            from ..store import open_store
            from ..store.checkpoints import run_checkpoints
            from ..watch.live.options import PHONE
            from .app import create_api

            store = stack.enter_context(open_store(database))
            stack.enter_context(run_checkpoints(store))
            writer.connect(store.session_table(door_name(page, at)), door)
            stack.callback(writer.close)
            reader = load_reader()
            camera = None if watched is None else UploadedPictures(PHONE)
            table = table_name(page.port)
            evening = stack.enter_context(_watch_games(watched, store, reader, say, camera, table))
            return create_api(
                door,
                reader=reader,
                invite=None if links is None else links.invite,
                store=store,
                watch=evening,
                camera=camera,
                closing=lambda: servers[0].should_exit,
            )

        def stop() -> None:
            servers[0].should_exit = True

        api = DeferredApp(build, stop)
        files = AssetApp(phone_files(), api)
        app = SecurityMiddleware(
            files, door, at.hosts, page.https, at.proxied, api.ready, page.port
        )
        _print_addresses(page, at, links, say, lang)
        found = page_finding(this_installation())
        if found.state is not State.OK:
            say(messages.localize("no_page", lang, what=found.text))
        context = None
        if page.https:
            context = stack.enter_context(_https(page, at, say, lang))
        servers.append(uvicorn.Server(server_config(app, context, app.phone_of)))
        api.start()
        try:
            servers[0].run(sockets=[listening])
        finally:
            api.finish()


def door_name(page: PageOptions, at: PageAddresses) -> str:
    """Return the name under which a server's sessions are stored.

    >>> from handreader.options import PageOptions
    >>> from handreader.web.security.addresses import page_addresses
    >>> page = PageOptions()
    >>> door_name(page, page_addresses(page, lambda: ""))
    'open 8460'
    """
    return f"{'open' if at.is_open else 'joined'} {page.port}"


def table_name(port: int) -> str:
    """Return the name of the table that is set up on a server's page: servers at other ports of one
    computer watch other tables.

    >>> table_name(8460), table_name(8461)
    ('table', 'table 8461')
    """
    return "table" if port == DEFAULT_PORT else f"table {port}"


def _print_addresses(
    page: PageOptions,
    at: PageAddresses,
    links: JoinLinks | None,
    say: Callable[[str], None],
    lang: str,
) -> None:
    word = "serving" if links is None else "serving_lan"
    say(messages.localize(word, lang, address=at.base))
    if links is None:
        return
    if at.base.startswith("http:"):
        say(messages.localize("plain_http", lang))
    links.print_link()


@contextmanager
def _https(
    page: PageOptions, at: PageAddresses, say: Callable[[str], None], lang: str
) -> Iterator[ssl.SSLContext]:
    """Keep the page's certificate, and serve phones the authority, while the context is open."""
    from .security.authority import load_authority
    from .security.install_page import create_install_app
    from .security.tls import TlsCertificate

    file = user_folder() / AUTHORITY
    try:
        authority = load_authority(file, at.names, datetime.now(UTC))
    except OSError as error:
        raise ServeError("no_authority", file=file, why=error) from error
    certificate = TlsCertificate(authority, at.names)
    certificate.start_renewal()
    if at.is_open:
        try:
            yield certificate.context
        finally:
            certificate.close()
        return
    with _bind_next(at.listen, page.port) as listening:
        port = listening.getsockname()[1]
        names = [host.rpartition(":")[0] for host in at.hosts]
        app = create_install_app(authority, [f"{name}:{port}" for name in names], at.base)
        server = uvicorn.Server(server_config(app, None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        address = f"http://{at.listen}:{port}"
        words = {"address": address, "fingerprint": authority.fingerprint}
        say(messages.localize("certificate", lang, **words))
        thread.start()
        try:
            yield certificate.context
        finally:
            certificate.close()
            server.should_exit = True
            thread.join()


def _bind_next(address: str, port: int) -> socket.socket:
    """Return a socket at the next port, or at any free one."""
    try:
        return bind_socket(address, port % 65535 + 1)
    except ServeError:
        return bind_socket(address, 0)


@contextmanager
def _watch_games(
    watch_options: WatchOptions | None,
    store: Store,
    reader: Reader,
    say: Callable[[str], None],
    camera: UploadedPictures | None,
    table: str,
) -> Iterator[GameSeries | None]:
    """Run the series of watched games while the context is open."""
    if watch_options is None:
        yield None
        return
    from ..watch.live.game_series import GameSeries
    from ..watch.live.snapshot import Message, sentence

    reader = reader.with_tile_set(watch_options.taught)

    def notify(texts: Message) -> None:
        say(texts.get(watch_options.lang, texts["en"]))

    evening = GameSeries(watch_options, store, reader, notify, camera, table)
    if evening.current is None:
        notify(sentence("set_up_on_page"))
    evening.start()
    try:
        yield evening
    finally:
        evening.close()


def server_config(
    app: ASGIApp,
    context: ssl.SSLContext | None,
    phone_of: Callable[[Scope], str] = lambda scope: "",
) -> uvicorn.Config:
    """Return uvicorn's settings for an app; with a context it speaks HTTPS.

    `phone_of` returns the phone that sends a request: its connections have a limit of their own.
    """
    return uvicorn.Config(
        app,
        log_level="error",  # its warnings ask players to install packages, at any odd request
        access_log=False,  # it would contain join links
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        http=protocol_with_deadlines(ConnectionLimits(), tuple(HEADERS.items()), phone_of),
        timeout_keep_alive=KEPT_SECONDS,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
        loop=_LOOP,
        ssl_context_factory=None if context is None else lambda config, default: context,
    )
