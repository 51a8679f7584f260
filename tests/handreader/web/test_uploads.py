"""Photos that are refused: damaged, too large, too slow, too many at once."""

from __future__ import annotations

import asyncio
import io
import logging
import sys
import threading
import time
import warnings
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web import uploads
from handreader.web.app import Limits
from handreader.web.security.middleware import cookie_name
from tests.handreader.conftest import WIN, Lay
from tests.handreader.web.clients import HOST, PHOTO, Make, Table, code, picture, send


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 100,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        b"GIF89a",
        picture()[:400],
        picture(form="PNG")[:60],
    ],
)
def test_what_is_no_picture_is_refused(table: Table, lay: Lay, content: bytes) -> None:
    lay(WIN)
    response = send(table, table.client(), content)
    assert (response.status_code, code(response)) == (415, "no_picture")
    assert "Traceback" not in response.text


def test_too_long_a_side_is_refused(table: Table, lay: Lay) -> None:
    lay(WIN)
    file = io.BytesIO()
    Image.new("L", (32_001, 2)).save(file, "PNG")
    response = send(table, table.client(), file.getvalue())
    assert (response.status_code, code(response)) == (413, "too_long")
    assert "32000" in response.text


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF"])
def test_too_many_pixels_are_refused_before_they_are_unpacked(
    make: Make, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    def fail_to_open(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(uploads, "open_photo", fail_to_open)
    table = make(limits=Limits(megapixels=1))
    response = send(table, table.client(), picture(2000, 600, form))
    assert (response.status_code, code(response)) == (413, "too_many_pixels")


def test_a_heic_too_large_is_refused_before_it_is_unpacked(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    heif = pytest.importorskip("pillow_heif", reason="needs the extra `heif`")
    file = io.BytesIO()
    heif.from_pillow(Image.new("RGB", (2000, 600), (20, 90, 60))).save(file)
    # as in a server that has opened no HEIC yet
    for known in (Image.OPEN, Image.SAVE, Image.MIME):
        for form in ("HEIF", "AVIF"):
            monkeypatch.delitem(known, form, raising=False)

    def fail_to_open(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(uploads, "open_photo", fail_to_open)
    table = make(limits=Limits(megapixels=1))
    response = send(table, table.client(), file.getvalue())
    assert (response.status_code, code(response)) == (413, "too_many_pixels")


def test_heic_without_the_extra_says_what_to_install(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    monkeypatch.delitem(Image.OPEN, "HEIF", raising=False)
    response = send(table, table.client(), b"\x00\x00\x00\x18ftypheic" + b"\x00" * 200)
    assert (response.status_code, code(response)) == (415, "no_heic")


def test_a_decompression_bomb_is_refused(table: Table, lay: Lay) -> None:
    lay(WIN)
    small = bytearray(picture(8, 8, "PNG"))
    small[16:24] = (60000).to_bytes(4, "big") * 2  # IHDR: 3600 megapixels in 70 bytes
    import zlib

    small[29:33] = zlib.crc32(bytes(small[12:29])).to_bytes(4, "big")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        response = send(table, table.client(), bytes(small))
    assert (response.status_code, code(response)) == (413, "too_many_pixels")


def test_the_stated_limits() -> None:
    limits = Limits()
    assert limits.photo_bytes == 25 * 1024 * 1024
    assert limits.megapixels == 50


def test_a_file_too_large_is_refused_by_its_stated_length(make: Make) -> None:
    table = make(limits=Limits(photo_bytes=1000))
    response = send(table, table.client(), b"x" * 1001)
    assert (response.status_code, code(response)) == (413, "too_large")
    assert send(table, table.client(), b"x", **{"content-length": "-1"}).status_code == 413


def test_a_file_too_large_is_refused_though_it_does_not_say_so(make: Make) -> None:
    table = make(limits=Limits(photo_bytes=1000))
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b"x" * 100

    response = send(table, table.client(), endless())
    assert (response.status_code, code(response)) == (413, "too_large")


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "text/plain", "application/x-www-form-urlencoded"]
)
def test_what_a_form_elsewhere_can_send_is_refused(table: Table, kind: str) -> None:
    response = send(table, table.client(), picture(), **{"content-type": kind})
    assert (response.status_code, code(response)) == (415, "wrong_type")
    scored = table.run(
        table.client().post("/api/answer", content=b"{}", headers={"content-type": kind})
    )
    assert scored.status_code == 415


def _slow(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Reading waits for the second event; the first tells that it began."""
    began, go_on = threading.Event(), threading.Event()
    real = uploads.decode_image

    def slow_decode_image(content: bytes, megapixels: int) -> Any:
        began.set()
        assert go_on.wait(20)
        return real(content, megapixels)

    monkeypatch.setattr(uploads, "decode_image", slow_decode_image)
    return began, go_on


def test_one_reading_a_client_and_a_short_queue(
    make: Make, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    _, go_on = _slow(monkeypatch)
    table = make(limits=Limits(photos=2))
    one, two, three = (table.client() for _ in range(3))

    def post_photo(client: Any) -> Any:
        return client.post("/api/tiles", content=picture(), headers=PHOTO)

    async def rush() -> list[Any]:
        first = asyncio.ensure_future(post_photo(one))
        second = asyncio.ensure_future(post_photo(two))
        await asyncio.sleep(0.1)
        again, full = await post_photo(one), await post_photo(three)
        go_on.set()
        return [again, full, await first, await second, await post_photo(three)]

    again, full, *done = table.run(rush())
    assert (again.status_code, code(again)) == (429, "busy_client")
    assert (full.status_code, code(full)) == (503, "busy")
    assert full.headers["retry-after"] == "3"
    assert [response.status_code for response in done] == [200, 200, 200]


def test_a_reading_that_takes_too_long_is_given_up(
    make: Make, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    began, go_on = _slow(monkeypatch)
    table = make(limits=Limits(photo_seconds=0.1))
    client = table.client()
    response = send(table, client, picture())
    assert (response.status_code, code(response)) == (503, "too_slow")
    assert began.is_set()
    # it is still in work: the client's place is taken until it ends
    assert send(table, client, picture()).status_code == 429
    go_on.set()
    for _ in range(100):
        time.sleep(0.02)
        if send(table, client, picture()).status_code == 200:
            return
    raise AssertionError("the place was never given back")


def test_a_body_that_trickles_in_is_given_up(make: Make) -> None:
    table = make(limits=Limits(photo_seconds=0.1))

    async def trickle() -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.04)
            yield b"x"

    response = send(table, table.client(), trickle())
    assert (response.status_code, code(response)) == (408, "too_slow")


def test_our_own_faults_show_no_trace(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def raise_error(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(uploads, "decode_image", raise_error)
    with caplog.at_level(logging.ERROR):
        response = send(table, table.client(), picture(), "lang=it")
    assert (response.status_code, code(response)) == (500, "our_fault")
    assert "secret" not in response.text
    assert "Riprova" in response.text
    assert "secret detail" in caplog.text


def test_a_client_that_goes_away_is_no_fault(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    session = table.client().cookies[cookie_name([HOST])]
    headers = {"host": HOST, "cookie": f"{cookie_name([HOST])}={session}", **PHOTO}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/tiles",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    sent: list[dict[str, Any]] = []

    async def receive_disconnect() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send_nothing(message: dict[str, Any]) -> None:
        sent.append(message)

    table.run(table.app(scope, receive_disconnect, send_nothing))
    assert sent[0]["status"] == 408
    assert caplog.text == ""
