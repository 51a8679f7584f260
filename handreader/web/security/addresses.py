"""Addresses of the page: where the server listens, and by which names browsers may ask for it."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.errors import CodedError
from scoring.text import Texts

from ...options import PageOptions

LOCAL = "127.0.0.1"
_NAME = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"
)

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
    "bad_host": {
        "en": "--host {host} is no name: write NAME, or https://NAME for a reverse proxy",
        "it": "--host {host} non è un nome: scrivi NOME, o https://NOME per un reverse proxy",
    },
    "unknown_host": {
        "en": "--host {host} has no address here ({why})",
        "it": "--host {host} qui non ha un indirizzo ({why})",
    },
    "no_phone": {
        "en": "--host {host} is {address}, which no phone reaches: add --lan, or write "
        "https://{host} for a reverse proxy on this computer",
        "it": "--host {host} è {address}, che nessun telefono raggiunge: aggiungi --lan, o scrivi "
        "https://{host} per un reverse proxy su questo computer",
    },
    "public": {
        "en": "--host {host} is {address}, an address of the whole internet: put a reverse proxy "
        "before it, as --host https://{host}",
        "it": "--host {host} è {address}, un indirizzo di tutta internet: mettici davanti un "
        "reverse proxy, con --host https://{host}",
    },
    "no_authority": {
        "en": "the certificate's authority cannot be kept in {file} ({why})",
        "it": "l'autorità del certificato non si può conservare in {file} ({why})",
    },
}


class ServeError(CodedError):
    """No address to listen at, or no certificate for it."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class PageAddresses:
    """Addresses of one server.

    Attributes:
        listen: address of this computer at which it listens.
        base: URL that is printed and that join links begin with.
        hosts: `Host` headers that it accepts; none where a reverse proxy alone reaches it.
        proxied: further ones, of a reverse proxy that speaks HTTPS.
        names: names and addresses for its certificate.
        is_open: whether this computer alone reaches it.
    """

    listen: str
    base: str
    hosts: tuple[str, ...]
    proxied: tuple[str, ...]
    names: tuple[str, ...]
    is_open: bool


def page_addresses(
    page: PageOptions,
    lan: Callable[[], str],
    resolve: Callable[[str], str] = socket.gethostbyname,
) -> PageAddresses:
    """Return where a page is served.

    Args:
        page: `lan`, `https`, `port` and `host`.
        lan: returns this computer's address on the local network.
        resolve: returns the address of a name.

    Raises:
        ServeError: no local network, or a name that cannot be served.
    """
    names, proxied = _split_hosts(page.host or ())
    if page.lan:
        listen = lan()
    elif names:
        listen = _private_address(names[0], resolve)
    else:
        listen = LOCAL
    is_open = not page.lan and not names and not proxied
    local = ("localhost",) if is_open else ()
    # what comes through a proxy has its name: any other was forged, or passed on by mistake
    is_behind_proxy = bool(proxied) and not page.lan and not names
    own_names = () if is_behind_proxy else tuple(dict.fromkeys((listen, *local, *names)))
    own = f"{'https' if page.https else 'http'}://{(*names, listen)[0]}:{page.port}"
    return PageAddresses(
        listen,
        f"https://{proxied[0]}" if proxied else own,
        tuple(f"{name}:{page.port}" for name in own_names),
        proxied,
        tuple(dict.fromkeys((listen, "localhost", *names))),
        is_open,
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


def bind_socket(address: str, port: int) -> socket.socket:
    """Return a socket that listens at an address and port.

    Raises:
        ServeError: the port is in use, or the address is not this computer's.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen()  # else a second server could bind, too, until one listens
    except OSError as error:
        listening.close()
        raise ServeError("taken", address=address, port=port, why=error) from error
    return listening


def _split_hosts(hosts: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of this computer, and the `Host` headers of its proxies."""
    names, proxied = [], []
    for host in hosts:
        text = host.strip().lower().removesuffix("/")
        is_proxy = text.startswith("https://")
        name, colon, port = text.removeprefix("https://").partition(":")
        is_port = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536
        if _NAME.fullmatch(name) is None or (colon and not (is_proxy and is_port)):
            raise ServeError("bad_host", host=host)
        if is_proxy:
            proxied.append(name if port in ("", "443") else f"{name}:{port}")
        else:
            names.append(name)
    return tuple(names), tuple(proxied)


def _private_address(name: str, resolve: Callable[[str], str]) -> str:
    try:
        address = resolve(name)
    except OSError as error:
        raise ServeError("unknown_host", host=name, why=error) from error
    found = ipaddress.ip_address(address)
    if found.is_loopback or found.is_unspecified or found.is_multicast:
        raise ServeError("no_phone", host=name, address=address)
    if found.is_global:
        raise ServeError("public", host=name, address=address)
    return address
