"""The page at a table's server: games that every phone sees, and photos that the server reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from handreader.tile_sets import tile_set_file
from handreader.web.phone_page import phone_files
from tests.handreader.web.browsing import serve_page
from tests.page.places import go, open_deals
from tests.page.static_site import ROOT
from tests.page.test_page_walk import WIN, record_draw, type_hand, wait_for_total
from tests.page.test_static_page import choose, open_page
from vision.teaching.tile_set import load

pytestmark = pytest.mark.browser

EXAMPLE = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
# A game as a phone keeps it that played without a server.
KEEP_GAME = """file => new Promise((resolve, reject) => {
  const opening = indexedDB.open("handreader-games", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction("games", "readwrite");
    writing.objectStore("games").put(file, file.id);
    writing.oncomplete = () => { opening.result.close(); resolve(); };
  };
})"""
PLAYERS = ("Anna", "Bo", "Carla", "<b>Dario</b>")
TIMEOUT = 60_000  # milliseconds


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The address of a running server."""
    if not phone_files():
        pytest.skip("the page is not built: make page")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with serve_page(monkeypatch) as address:
        yield address


@contextmanager
def phone(
    chromium: Any, address: str, *, reads: str = "server", broken: bool = False, **options: Any
) -> Iterator[Any]:
    """A phone at the table. Where the server reads, its page opens without 20 MB of reader.

    Args:
        chromium: the browser.
        address: of the server.
        reads: who reads photos, "device" or "server".
        broken: whether neither reader nor Python can be loaded on the phone.
        options: of the device.
    """
    errors: list[str] = []
    with open_page(chromium, address, errors, **options) as page:
        page.set_default_timeout(TIMEOUT)
        if broken:
            for file in ("**/ort-wasm*", "**/pyodide.asm*"):
                page.context.route(file, lambda route: route.abort())
        page.goto(address)
        page.evaluate("reads => localStorage.setItem('handreader.reads', reads)", reads)
        page.reload()
        page.wait_for_selector("header select >> nth=1")
        yield page
    # the browser's own lines for a request that fails are no faults of the page
    refused = ("Failed to load", "Failed to f", "A bad HTTP response code")
    assert [one for one in errors if not one.startswith(refused)] == []


def begin_game(page: Any, rules: str = "zung-jung") -> None:
    go(page, "game")
    page.get_by_text("New game").click()
    page.locator("form select").first.select_option(rules)
    for seat, name in enumerate(PLAYERS):
        page.locator("form .fact input").nth(seat).fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".players")


def record_win(page: Any, winner: str = "Bo", payer: str = "Carla") -> None:
    page.locator("#fact-seat").get_by_role("button", name=winner).click()
    page.locator("#fact-discarder").get_by_role("button", name=payer).click()
    page.get_by_role("button", name="Record in the game").click()


def points(page: Any, name: str) -> str:
    found = page.locator(".players tr", has_text=name).locator(".number").inner_text()
    return str(found).replace("\N{MINUS SIGN}", "-")


@pytest.mark.walk
def test_two_phones_play_one_game(chromium: Any, server: str, tmp_path: Path) -> None:
    with phone(chromium, server) as one, phone(chromium, server, locale="it-IT") as other:
        begin_game(one)
        go(other, "game")
        other.locator(".games .change").click()
        other.wait_for_selector(".players")
        other.get_by_role("button", name="Inserisci una mano").click()
        choose(one, EXAMPLE)
        wait_for_total(one, 45)
        one.screenshot(path=tmp_path / "hand.png", full_page=True)
        record_win(one)
        one.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        other.wait_for_selector('.deals li:has-text("Bo vince su scarto di Carla")')
        assert other.locator("form.deal").count() == 1, "a form that is filled in stays open"
        assert points(one, "Bo") == points(other, "Bo")
        other.get_by_role("button", name="Annulla", exact=True).click()
        open_deals(other)
        other.get_by_role("button", name="Annulla la mano").click()
        other.wait_for_selector(".deals .struck")
        one.wait_for_selector(".deals .struck")
        other.get_by_role("button", name="Annulla nella partita").click()
        one.wait_for_selector(".deals li:not(.struck)")
        assert one.locator(".players b").count() == 0, "names stay text"
        one.reload()
        one.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        one.screenshot(path=tmp_path / "game.png", full_page=True)


def test_nothing_is_lost_while_the_server_is_out_of_reach(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server) as page:
        begin_game(page)
        type_hand(page, WIN)
        wait_for_total(page, 5)
        page.context.set_offline(True)
        record_win(page)
        page.wait_for_selector('.alert:has-text("cannot be reached")')
        page.screenshot(path=tmp_path / "offline.png", full_page=True)
        wait_for_total(page, 5)
        page.context.set_offline(False)
        page.get_by_role("button", name="Record in the game").click()
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        assert page.locator(".deals li").count() == 1
        page.context.set_offline(True)
        choose(page, EXAMPLE)
        again = page.get_by_role("alert").get_by_role("button", name="Try again").last
        again.wait_for()
        page.context.set_offline(False)
        again.click()
        wait_for_total(page, 45)


def test_the_server_reads_where_the_phone_cannot(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server, reads="device", broken=True) as page:
        page.wait_for_selector('.notice:has-text("the table’s computer does it")')
        choose(page, EXAMPLE)
        wait_for_total(page, 45)
        page.screenshot(path=tmp_path / "fallback.png", full_page=True)


def test_a_photo_that_the_server_read_teaches_its_set(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        choose(page, EXAMPLE)
        wait_for_total(page, 45)
        page.get_by_text("Learn the set").click()
        page.get_by_label("Name of the set").fill("Club set")
        page.get_by_role("button", name="Remember", exact=True).click()
        page.wait_for_selector('[role=status]:has-text("with the set Club set")')
        assert "7z" in load(tile_set_file("club set")).kinds
        page.get_by_role("button", name="New hand").click()
        go(page, "rules")
        page.get_by_label("Set of tiles").select_option("Club set")
        choose(page, EXAMPLE)
        wait_for_total(page, 45)


def test_a_game_of_the_phone_moves_to_the_server(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server, accept_downloads=True) as page:
        begin_game(page)
        record_draw(page)
        page.wait_for_selector(".deals li")
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        exported = json.loads(download.value.path().read_text("utf-8"))
        page.get_by_role("button", name="Close").click()
        page.evaluate(KEEP_GAME, {**exported, "id": "ofthephone"})
        page.reload()
        page.get_by_role("button", name="Move to the table’s computer").click()
        page.wait_for_selector('.hint:has-text("on the table’s computer")')
        page.screenshot(path=tmp_path / "moved.png", full_page=True)
        page.get_by_role("button", name="Close").click()
        page.wait_for_selector(".games li >> nth=1")
        assert page.get_by_role("button", name="Move to the table’s computer").count() == 0


def test_a_hand_is_corrected_printed_and_saved(chromium: Any, server: str, tmp_path: Path) -> None:
    with phone(chromium, server, accept_downloads=True) as page:
        begin_game(page)
        choose(page, EXAMPLE)
        wait_for_total(page, 45)
        page.get_by_text("Give this photo for training").click()
        give = page.get_by_role("button", name="Save the file")
        assert give.is_disabled(), "its owner has not agreed"
        page.get_by_label("it may be used for training").check()
        with page.expect_download() as labels:
            give.click()
        assert labels.value.suggested_filename == "handreader-labels.zip"
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as a page").click()
        file = tmp_path / "saved.html"
        saved.value.save_as(file)
        content = file.read_text("utf-8")
        assert "data:image/jpeg;base64," in content and "<script" not in content
        assert "http" not in content.replace("http-equiv", "").replace("http://www.w3.org/", "")
        record_win(page)
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        open_deals(page)
        page.get_by_role("button", name="Correct its tiles").click()
        page.wait_for_selector('.notice:has-text("This corrects deal 1")')
        page.locator("#fact-discarder").get_by_role("button", name="Anna").click()
        page.get_by_role("button", name="Record the correction").click()
        page.wait_for_selector('.deals li:has-text("Bo wins on Anna")')
        assert points(page, "Carla") == "-25" and points(page, "Anna") == "-85"
        page.emulate_media(media="print")
        assert page.locator(".sheet").is_visible()
        assert not page.locator("header").is_visible()
        assert page.locator(".sheet .turn").count() == 4
        page.screenshot(path=tmp_path / "sheet.png", full_page=True)
        page.emulate_media(media="screen")
    still = chromium.new_page()
    still.goto(file.as_uri())
    assert "45 points" in still.inner_text("body")
    still.screenshot(path=tmp_path / "saved.png", full_page=True)
    still.close()


def test_riichi_with_sticks_and_two_winners(chromium: Any, server: str, tmp_path: Path) -> None:
    with phone(chromium, server) as page:
        begin_game(page, "riichi-ema")
        form = page.locator("form.deal")

        def tap(label: str, *names: str) -> None:
            group = form.get_by_role("group", name=label, exact=True)
            for name in names:
                group.get_by_role("button", name=name, exact=True).click()

        def enter(deals: int) -> None:
            form.get_by_role("button", name="Record", exact=True).click()
            page.wait_for_selector(f".deals > li >> nth={deals - 1}")
            form.wait_for(state="detached")

        page.get_by_role("button", name="Enter a deal").click()
        tap("How did the deal end?", "The deal goes on")
        tap("Riichi declared by", "Bo")
        enter(1)
        page.get_by_role("button", name="Enter a deal").click()
        tap("How did the deal end?", "Nobody won")
        tap("Ready at the end", "Bo", "Anna")
        enter(2)
        page.get_by_role("button", name="Enter a deal").click()
        tap("Discarded by", "Anna")
        tap("Who?", "Bo", "Carla")
        tap("Riichi declared by", "Carla")
        form.locator("fieldset", has_text="Carla’s hand").locator("select").first.select_option("5")
        page.screenshot(path=tmp_path / "form.png", full_page=True)
        enter(3)
        # Bo 1 fan 30 + counter + the old stick, Carla mangan + counter + her own stick
        assert points(page, "Carla") == str(25000 - 1500 + 8300)
        page.get_by_role("button", name="Enter a deal").click()
        tap("Discarded by", "self-drawn")
        tap("Who?", "Bo")
        form.get_by_role("button", name="By amounts").click()
        form.get_by_label("Anna pays").fill("500")
        before = int(points(page, "Anna"))
        enter(4)
        assert points(page, "Anna") == str(before - 500)
