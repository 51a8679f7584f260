"""Where the page is served: this computer, the local network, other names, a reverse proxy."""

from __future__ import annotations

import socket

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.options import PageOptions
from handreader.web.security import addresses
from handreader.web.security.addresses import ServeError, page_addresses
from handreader.web.server import JoinLinks
from tests.handreader.web.clients import Make, post

LAN = "192.168.1.5"


def addresses_for(resolved: str = "100.64.3.2", **options: object) -> addresses.PageAddresses:
    page = PageOptions(**options)  # type: ignore[arg-type]
    return page_addresses(page, lambda: LAN, lambda name: resolved)


def test_this_computer_alone_needs_no_link() -> None:
    at = addresses_for()
    assert at.is_open and at.listen == "127.0.0.1"
    assert at.hosts == ("127.0.0.1:8460", "localhost:8460")


def test_the_local_network_has_the_name_too() -> None:
    at = addresses_for(lan=True, https=True, host=["Table.Local"], port=9000)
    assert not at.is_open and at.listen == LAN
    assert at.base == "https://table.local:9000"
    assert at.hosts == (f"{LAN}:9000", "table.local:9000")
    assert {LAN, "table.local"} <= set(at.names)


def test_a_private_networks_name_is_where_it_listens() -> None:
    at = addresses_for(host=["table.tail1.ts.net"])
    assert at.listen == "100.64.3.2" and not at.is_open
    assert at.base == "http://table.tail1.ts.net:8460"


@pytest.mark.parametrize("host", ["https://club.example", "https://Club.example:443/"])
def test_behind_a_reverse_proxy_nobody_is_let_in_without_a_link(host: str) -> None:
    at = addresses_for(host=[host])
    assert at.listen == "127.0.0.1" and not at.is_open
    assert at.base == "https://club.example"
    assert at.proxied == ("club.example",)
    assert JoinLinks(at.base, lambda text: None).invite()["url"].startswith(at.base + "/join?t=")


@pytest.mark.parametrize(
    "host",
    [
        "http://club.example",
        "club.example:80",
        "a:1",
        "",
        "https://",
        "https://x:0",
        "https://x:99999",
        "a b",
        "a/b",
        "https://a@b",
        "-a",
        "a..b",
        "*",
    ],
)
def test_what_is_no_name_is_refused(host: str) -> None:
    with pytest.raises(ServeError, match="reverse proxy"):
        addresses_for(host=[host])


@pytest.mark.parametrize("resolved", ["127.0.1.1", "0.0.0.0"])
def test_a_name_that_no_phone_reaches_is_refused(resolved: str) -> None:
    with pytest.raises(ServeError, match="add --lan"):
        addresses_for(resolved, host=["mypc"])


def test_a_public_address_is_not_listened_at() -> None:
    with pytest.raises(ServeError, match="whole internet"):
        addresses_for("8.8.8.8", host=["club.example"])


def test_an_unknown_name_is_refused() -> None:
    def fail(name: str) -> str:
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(ServeError, match="not known"):
        page_addresses(PageOptions(host=["nowhere"]), lambda: LAN, fail)


def test_no_local_network_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoNetwork(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", NoNetwork)
    with pytest.raises(ServeError, match="leave out --lan"):
        addresses.lan_address()


def test_two_servers_that_start_at_once_do_not_share_a_port() -> None:
    with addresses.bind_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ServeError, match="another --port"):
            addresses.bind_socket("127.0.0.1", port)


def test_a_proxys_name_needs_https_of_its_origin(make: Make) -> None:
    table = make(proxied=["club.example"])
    client = table.client(joined=False)
    client.base_url = "https://club.example"
    headers = {"origin": "http://club.example"}
    token = table.door.invite()
    assert table.run(client.post(f"/join?t={token}", headers=headers)).status_code == 403
    headers = {"origin": "https://club.example"}
    joined = table.run(client.post(f"/join?t={token}", headers=headers))
    assert joined.status_code == 200 and joined.headers["set-cookie"].endswith("; Secure")
    assert post(table, client, "/api/answer", {}).status_code != 403
    client.base_url = "https://other.example"
    assert table.run(client.get("/")).status_code == 421
