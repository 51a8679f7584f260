"""The page without a server, in Debian's chromium: it reads as Python does, and works offline."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handreader import pipeline
from handreader.situation import Situation
from handreader.web.phone_page import phone_files
from tests.handreader.web.browsing import PHONE, serve_page
from tests.page.places import go, open_typing
from tests.page.static_site import ROOT, read_draft
from vision import Reader
from vision.photo import open_photo

pytestmark = pytest.mark.browser

EXAMPLES = ROOT / "datasets" / "examples" / "images"
PATIENCE = 180_000  # milliseconds
SURE = 0.6
ANSWERED = ".total, .problem, .questions, .alert"


@contextmanager
def open_page(chromium: Any, address: str, errors: list[str], **options: Any) -> Iterator[Any]:
    context = chromium.new_context(**{"viewport": PHONE, "locale": "en-US", **options})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.goto(address)
    yield page
    wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, "the page is wider than the screen"
    context.close()


def choose(page: Any, photo: Path) -> None:
    go(page, "hand")
    page.locator("input[type=file]").nth(1).set_input_files(photo)


@pytest.mark.walk
def test_photos_are_read_and_scored_as_python_does(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    reader = Reader()
    with open_page(chromium, site, errors) as page:
        for photo in sorted(EXAMPLES.glob("*.jpg")):
            expected = pipeline.read_photo(reader, open_photo(photo), Situation(), "zung-jung")
            choose(page, photo)
            page.wait_for_selector(ANSWERED)
            seen = read_draft(page)["recognition"]["tiles"]
            assert len(seen) == len(expected.tiles)
            for tile, other in zip(expected.tiles, seen, strict=True):
                away = np.abs(np.array(tile.quad) - np.array(other["quad"])).max()
                size = np.linalg.norm(np.subtract(tile.quad[0], tile.quad[2]))
                assert away < 0.02 * size
                kind, share = other["names"][0]
                assert kind == tile.kind or max(share, tile.kind_probability) < SURE
            total = pipeline.score_record(pipeline.record(expected, Situation())).total
            unit = "point" if total == 1 else "points"
            page.wait_for_selector(f'.total strong:text-is("{total} {unit}")')
            page.screenshot(path=tmp_path / f"{photo.stem}.png", full_page=True)
            page.get_by_role("button", name="New hand").click()
    assert errors == []


@pytest.mark.walk
def test_a_hand_survives_reload_without_a_network(chromium: Any, site: str, tmp_path: Path) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, locale="it-IT") as page:
        choose(page, EXAMPLES / "hand.jpg")
        page.wait_for_selector(".total")
        page.locator("#fact-self_drawn").get_by_role("button", name="pescata").click()
        page.wait_for_selector('.total:has-text("chi vince +"):has-text("Sud")')
        total = page.locator(".total").inner_text()
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector(".total")  # with the names of the winds at once
        assert page.locator(".total").inner_text() == total
        page.screenshot(path=tmp_path / "offline.png", full_page=True)
    assert errors == []


def test_a_corrected_tile_changes_the_hand_and_undo_brings_it_back(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, EXAMPLES / "hand.jpg")
        page.wait_for_selector(".total")
        before = page.locator(".total strong").inner_text()
        page.locator(".groups .tile").first.click()
        page.wait_for_selector(".picker")
        page.screenshot(path=tmp_path / "picker.png")
        page.locator(".palette").get_by_role("button", name="North", exact=True).click()
        page.wait_for_selector('.total:has-text("No win")')
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(f'.total:has-text("{before}")')
    assert errors == []


def test_what_is_no_picture_is_reported_and_a_hand_can_be_typed(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    (tmp_path / "none.jpg").write_bytes(b"this is no picture")
    with open_page(chromium, site, errors) as page:
        choose(page, tmp_path / "none.jpg")
        page.wait_for_selector('.alert:has-text("is no picture")')
        open_typing(page)
        page.get_by_label("Type the hand").fill("123m 456p 789s 11z 22p +2p")
        page.get_by_role("button", name="Score").click()
        page.wait_for_selector(".total")
        page.screenshot(path=tmp_path / "typed.png", full_page=True)
        tiles = page.locator(".groups .tile")
        assert tiles.count() == 14
        for tile in tiles.all():  # the face fills its tile
            face = tile.locator(".face").bounding_box()
            assert face["width"] > 0.9 * tile.bounding_box()["width"]
    assert errors == []


def test_the_page_of_a_table_reads_in_the_phone(
    chromium: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not phone_files():
        pytest.skip("the page is not built: make page")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    errors: list[str] = []
    sent: list[str] = []
    with serve_page(monkeypatch) as address, open_page(chromium, address, errors) as page:
        page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
        choose(page, EXAMPLES / "hand.jpg")
        page.wait_for_selector(".total")
        page.screenshot(path=tmp_path / "phone.png", full_page=True)
        assert not [one for one in sent if one.startswith("POST")]
        page.goto(f"{address}phone/")  # its address before
        page.wait_for_selector(".total")
        assert page.url.partition("#")[0] == address
    assert errors == []
