"""The command `serve`: run the page for this computer, or for phones on the local network."""

from __future__ import annotations

import io
import ipaddress
import math
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import segno
import uvicorn

from scoring.errors import CodedError
from scoring.text import Texts
from vision import Reader

from .. import messages
from ..options import PageOptions
from ..store import open_store
from .app import create_app
from .middleware import HEADERS, SecurityMiddleware
from .protocol import ConnectionLimits, protocol_with_deadlines
from .sessions import SessionStore
from .tls import ssl_context

if TYPE_CHECKING:
    from ..store.store import Store
    from ..watch.live.game_series import GameSeries
    from ..watch.live.options import WatchOptions

LOCAL = "127.0.0.1"
FOREVER = math.inf  # the code in the terminal is valid until its use

_TEXTS: Mapping[str, Texts] = {
    "no_network": {
        "en": "no local network: this computer's address is {address}; join a Wi-Fi network, or "
        "leave out --lan",
        "it": "nessuna rete locale: l'indirizzo di questo computer è {address}; collegati a una "
        "rete Wi-Fi, o togli --lan",
    },
    "taken": {
        "en": "cannot listen at {address}:{port} ({why}): try another --port",
        "it": "non si può ascoltare su {address}:{port} ({why}): prova un altro --port",
    },
}


class ServeError(CodedError):
    """No address to listen at."""

    texts = _TEXTS


class JoinLinks:
    """Source of join links: one at a time in the terminal, more on the page.

    Args:
        base: URL of the page, as "http://192.168.1.5:8460".
        say: prints text at the terminal.
        lang: of that text, "en" or "it".
    """

    def __init__(self, base: str, say: Callable[[str], None], lang: str = "en") -> None:
        self.door = SessionStore(open=False, used=self._on_redeem)
        self._base, self._say, self._lang = base, say, lang
        self._shown = ""

    def print_link(self) -> None:
        """Print a join link and its QR code."""
        self._shown = self.door.invite(FOREVER)
        link = self._link(self._shown)
        code = io.StringIO()
        segno.make(link, micro=False).terminal(code, compact=True)
        self._say(f"{code.getvalue()}\n{messages.localize('scan', self._lang, link=link)}")

    def invite(self) -> Mapping[str, str]:
        """Return a new join link for a joined player's page: `url`, and `svg` as a data URL."""
        link = self._link(self.door.invite())
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
    reader: Reader,
    say: Callable[[str], None] = _print_now,
    database: str | None = None,
    watched: WatchOptions | None = None,
    lang: str = "en",
) -> None:
    """Serve the page until it is interrupted.

    Args:
        page: `lan` for the local network, by join links, otherwise for this computer alone;
            `https` with a self-made certificate; `port` of TCP.
        reader: finds the tiles in photos.
        say: prints text at the terminal.
        database: database of games, see `open_store`; None for the user's own.
        watched: options of the game that a camera watches meanwhile, as for the command
            `watch`; None for none.
        lang: of the terminal's text, "en" or "it".

    Raises:
        ServeError: no local network, or the port is in use.
        StoreError: the database cannot be used.
        HandReaderError: the game cannot be watched: no such rules, table or video.
    """
    lan, https, port = page.lan, page.https, page.port
    address = lan_address() if lan else LOCAL
    listening = _bind_socket(address, port)
    base = f"{'https' if https else 'http'}://{address}:{port}"
    hosts = [f"{address}:{port}"] if lan else [f"{LOCAL}:{port}", f"localhost:{port}"]
    host = JoinLinks(base, say, lang) if lan else None
    with (
        listening,
        open_store(database) as store,
        _watch_games(watched, store, reader, say) as evening,
    ):
        servers: list[uvicorn.Server] = []
        app = create_app(
            SessionStore(open=True) if host is None else host.door,
            hosts,
            secure=https,
            reader=reader,
            invite=None if host is None else host.invite,
            store=store,
            watch=evening,
            closing=lambda: bool(servers) and servers[0].should_exit,
        )
        context = ssl_context([address, "localhost"]) if https else None
        if host is None:
            say(messages.localize("serving", lang, address=base))
        else:
            say(messages.localize("serving_lan", lang, address=base))
            host.print_link()
        if https:
            say(messages.localize("certificate", lang))
        servers.append(uvicorn.Server(_config(app, context)))
        servers[0].run(sockets=[listening])


@contextmanager
def _watch_games(
    wanted: WatchOptions | None, store: Store, reader: Reader, say: Callable[[str], None]
) -> Iterator[GameSeries | None]:
    """Run the series of watched games while the context is open."""
    if wanted is None:
        yield None
        return
    from ..watch.live.game_series import GameSeries

    reader = reader.with_tile_set(wanted.taught)
    evening = GameSeries(wanted, store, reader, lambda said: say(said.get(wanted.lang, said["en"])))
    evening.start()
    try:
        yield evening
    finally:
        evening.close()


def _config(app: SecurityMiddleware, context: ssl.SSLContext | None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="error",  # its warnings ask players to install packages, at any odd request
        access_log=False,  # it would contain join links
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        http=protocol_with_deadlines(ConnectionLimits(), tuple(HEADERS.items())),
        timeout_keep_alive=20,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
        ssl_context_factory=None if context is None else lambda config, default: context,
    )


def lan_address() -> str:
    """Return this computer's address on the local network.

    Raises:
        ServeError: there is none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system only picks a route
            address = str(probe.getsockname()[0])
        except OSError:
            address = LOCAL
    if not ipaddress.ip_address(address).is_private or ipaddress.ip_address(address).is_loopback:
        raise ServeError("no_network", address=address)
    return address


def _bind_socket(address: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except OSError as error:
        listening.close()
        raise ServeError("taken", address=address, port=port, why=error) from error
    return listening
