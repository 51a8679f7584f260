"""The page at the server's door: what it sends, what it says of plain http, how it comes back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from handreader.web.phone_page import phone_files
from tests.handreader.web.browsing import serve_page
from tests.page.test_static_page import choose
from tests.page.test_table_server import begin_game, phone

pytestmark = pytest.mark.browser

GPS = 0x8825
ORIENTATION = 0x0112
WHERE = "45.07 N"
# Playwright does not show the body of a request that is a file.
KEEP_SENT = """() => {
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    window.sent = body.arrayBuffer().then((content) => new Uint8Array(content));
    send.call(this, body);
  };
}"""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The address of a running server."""
    if not phone_files():
        pytest.skip("the page is not built: make page")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with serve_page(monkeypatch) as address:
        yield address


def test_a_photo_is_sent_upright_and_without_its_place(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6  # to be turned by a quarter
    exif.get_ifd(GPS)[29] = "2026:11:23"
    exif[0x010E] = WHERE
    photo = tmp_path / "photo.jpg"
    Image.new("RGB", (300, 200), (20, 90, 60)).save(photo, exif=exif)
    assert WHERE.encode() in photo.read_bytes()
    with phone(chromium, server) as page:
        page.evaluate(KEEP_SENT)
        choose(page, photo)
        page.wait_for_function("() => window.sent !== undefined")
        content = bytes(page.evaluate("() => window.sent.then((sent) => Array.from(sent))"))
    with Image.open(io.BytesIO(content)) as copy:
        assert copy.size == (200, 300)
        assert not copy.getexif()
    assert WHERE.encode() not in content


@pytest.mark.parametrize("is_secure", [True, False])
def test_the_page_says_what_plain_http_means(chromium: Any, server: str, is_secure: bool) -> None:
    with phone(chromium, server) as page:
        value = "true" if is_secure else "false"
        page.add_init_script(
            f"Object.defineProperty(window, 'isSecureContext', {{ value: {value} }})"
        )
        page.reload()
        page.wait_for_selector("header select >> nth=1")
        page.get_by_text("The photo goes to the table’s computer").wait_for()
        notices = page.get_by_text("others on this network can read along")
        assert notices.count() == (0 if is_secure else 1)


def test_a_page_that_lost_its_session_knocks_again(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        page.get_by_text("The photo goes to the table’s computer").wait_for()
        page.context.clear_cookies()
        begin_game(page)
        assert page.locator(".alert").count() == 0
