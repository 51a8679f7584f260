"""What the page does in browsers that lack something: each fault has its sentence and a way on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import PHONE, browser
from tests.page.places import go
from tests.page.static_site import ROOT, SITE, read_draft, serve_site
from tests.page.test_page_walk import WIN, record_draw, type_hand, wait_for_total

pytestmark = pytest.mark.browser

HAND = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
PATIENCE = 180_000  # milliseconds
NO_SIMD = "--js-flags=--no-enable-sse4-1"  # V8 then compiles no SIMD, as on processors before 2008
NO_WASM = "--js-flags=--jitless"  # V8 then has no WebAssembly, as Safari in Lockdown Mode
NO_CAMERA = "Object.defineProperty(navigator, 'mediaDevices', { get: () => undefined })"
HEIC = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"
PLAYERS = ("Anna", "Bo", "Carla", "Dario")
STOPPED = {
    "en-US": ("Scoring has stopped", "Try again"),
    "it-IT": ("Il calcolo si è fermato", "Riprova"),
}
UNDO = {"en-US": "Undo", "it-IT": "Annulla"}


@contextmanager
def open_page(
    chromium: Any, address: str, *blocked: str, script: str = "", locale: str = "en-US"
) -> Iterator[Any]:
    """Open the page in a new browser profile; addresses in `blocked` break off."""
    context = chromium.new_context(viewport=PHONE, locale=locale, accept_downloads=True)
    context.add_init_script(script)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    for address_of in blocked:
        page.route(address_of, lambda route: route.abort())
    page.goto(address)
    yield page
    context.close()


def choose(page: Any, photo: Path) -> None:
    go(page, "hand")
    page.locator("main input[accept^=image]:not([capture])").set_input_files(photo)


def begin_game(page: Any) -> None:
    go(page, "game")
    page.get_by_text("New game").click()
    for seat, name in enumerate(PLAYERS):
        page.locator("form .fact input").nth(seat).fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".players")


def test_without_simd_a_hand_is_tapped_in(site: str, tmp_path: Path) -> None:
    with browser(NO_SIMD) as chromium, open_page(chromium, site) as page:
        alert = page.locator(".alert:has-text('cannot read photos')")
        alert.wait_for()
        page.screenshot(path=tmp_path / "no-simd.png")
        choose(page, HAND)  # it cannot be read: it stays beside the hand that is entered
        alert.get_by_role("button", name="Tap the tiles").click()
        page.wait_for_selector("img.picture")
        page.keyboard.type("123m456p789s33s22z2z")
        page.wait_for_selector(".total strong:has-text('points')")
        assert page.locator("img.picture").count() == 1


def test_without_webassembly_nothing_entered_is_lost(site: str, tmp_path: Path) -> None:
    with browser(NO_WASM) as chromium, open_page(chromium, site) as page:
        page.wait_for_selector(".alert:has-text('cannot score')")
        page.screenshot(path=tmp_path / "no-wasm.png")
        assert page.locator(".alert button").inner_text() == "Pass the page’s address on"
        type_hand(page, WIN)
        page.reload()
        page.wait_for_selector(".alert:has-text('cannot score')")
        assert page.locator("#typed").input_value() == WIN


def test_a_photo_waits_for_a_net_whose_download_broke_off(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    with open_page(chromium, site, "**/*.onnx") as page:
        page.wait_for_selector(".alert:has-text('could not be loaded')")
        choose(page, HAND)
        alert = page.locator(".alert:has-text('The photo waits for that.')")
        alert.wait_for()
        page.screenshot(path=tmp_path / "broken-off.png")
        page.unroute("**/*.onnx")
        alert.get_by_role("button", name="Try again").click()
        wait_for_total(page, 45)
        assert page.locator(".alert").count() == 0


def test_hand_and_game_come_back_when_python_loads_after_all(chromium: Any, site: str) -> None:
    with open_page(chromium, site) as page:
        begin_game(page)
        choose(page, HAND)
        page.wait_for_selector(".total strong")
        # what a broken first load leaves: neither service worker nor kept files
        page.evaluate(
            """async () => {
              for (const one of await navigator.serviceWorker.getRegistrations()) {
                await one.unregister();
              }
              for (const name of await caches.keys()) await caches.delete(name);
            }"""
        )
        page.route("**/pyodide.asm.wasm", lambda route: route.abort())
        page.reload()
        alert = page.locator(".alert:has-text('could not be loaded')")
        alert.wait_for()
        page.wait_for_selector("img.picture")  # drawn anew from the photo that is kept
        page.unroute("**/pyodide.asm.wasm")
        alert.get_by_role("button", name="Try again").click()
        page.wait_for_selector(".total strong")
        go(page, "game")
        page.wait_for_selector(".players tr:has-text('Carla')")


def test_a_browser_without_media_devices_offers_the_camera_app(chromium: Any, site: str) -> None:
    with open_page(chromium, site, script=NO_CAMERA) as page:
        page.wait_for_selector("label.primary:has-text('Take a photo')")
        assert page.locator("button:has-text('Take a photo')").count() == 0
        page.locator("input[capture=environment]").set_input_files(HAND)
        wait_for_total(page, 45)


def test_a_full_storage_loses_neither_hand_nor_game(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    with open_page(chromium, site) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        origin = page.evaluate("() => location.origin")
        session = page.context.new_cdp_session(page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
        choose(page, HAND)
        wait_for_total(page, 45)
        page.wait_for_selector(".notice:has-text('keeps nothing')")
        page.get_by_role("button", name="New hand").click()
        begin_game(page)
        notice = page.locator(".notice:has-text('no room for the game')")
        notice.wait_for()
        page.screenshot(path=tmp_path / "full.png")
        type_hand(page, WIN)
        page.locator("#fact-seat").get_by_role("button", name="Bo").click()
        page.locator("#fact-discarder").get_by_role("button", name="Carla").click()
        page.get_by_role("button", name="Record in the game").click()
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        with page.expect_download() as download:
            notice.get_by_role("button", name="Export").click()
        file = tmp_path / "game.json"
        download.value.save_as(file)
        assert json.loads(file.read_text("utf-8"))["players"] == list(PLAYERS)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        record_draw(page)
        notice.wait_for(state="detached")
        page.reload()
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')


def write_files(folder: Path) -> dict[str, Path]:
    """Write files that are no photos to read, by what the page says of them."""
    hand = HAND.read_bytes()
    files = {
        "“notes.jpg” is no picture": ("notes.jpg", b"this is no picture"),
        "cannot open HEIC": ("IMG_1.heic", HEIC),
        "damaged or not whole": ("half.jpg", hand[:300]),
    }
    for name, content in files.values():
        (folder / name).write_bytes(content)
    Image.new("1", (20_000, 10_000)).save(folder / "huge.png")
    written = {message: folder / name for message, (name, _) in files.items()}
    return {**written, "of 200 megapixels": folder / "huge.png"}


def test_files_that_are_no_photos_leave_the_open_hand(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    with open_page(chromium, site) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        page.locator("#fact-self_drawn").get_by_role("button", name="self-drawn").click()
        page.wait_for_selector('.total:has-text("the winner +")')
        total = page.locator(".total").inner_text()
        for number, (text, file) in enumerate(write_files(tmp_path).items()):
            if number == 0:
                page.get_by_role("button", name="New hand").click()
                choose(page, file)
            else:
                page.locator(".alert input[type=file]").set_input_files(file)
            page.wait_for_selector(f".alert:has-text('{text}')")
            page.screenshot(path=tmp_path / f"no-photo{number}.png")
            if number == 0:
                page.get_by_role("button", name="Undo").click()
                page.wait_for_selector('.total:has-text("the winner +")')
                page.get_by_role("button", name="New hand").click()
                choose(page, file)
                page.wait_for_selector(f".alert:has-text('{text}')")
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector('.total:has-text("the winner +")')
        assert page.locator(".total").inner_text() == total
        assert page.locator(".alert").count() == 0


def test_a_photo_in_a_cloud_out_of_reach_leaves_the_open_hand(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    """Chromium refuses to read a file that changed after it was chosen."""
    photo = tmp_path / "cloud.jpg"
    shutil.copy(HAND, photo)
    with open_page(chromium, site) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        page.locator(".groups .tile").first.click()
        page.keyboard.type("5m")
        wait_for_total(page, 10)
        page.get_by_role("button", name="New hand").click()
        page.evaluate(
            """() => addEventListener("change", (event) => event.stopImmediatePropagation(),
                 { capture: true, once: true })"""
        )
        choose(page, photo)
        photo.write_bytes(photo.read_bytes()[:-1] + b"?")
        os.utime(photo, (1, 1))
        page.locator("main input[accept^=image]:not([capture])").dispatch_event("change")
        alert = page.locator(".alert:has-text('could not be fetched from where it is kept')")
        alert.wait_for()
        page.screenshot(path=tmp_path / "cloud.png")
        page.reload()
        page.get_by_role("button", name="Undo").click()
        wait_for_total(page, 10)
        page.wait_for_selector("svg.picture image")
        page.get_by_role("button", name="Undo").click()
        wait_for_total(page, 45)


@pytest.mark.parametrize("locale", ["en-US", "it-IT"])
def test_scoring_that_stopped_goes_on_with_the_same_hand(
    chromium: Any, site: str, tmp_path: Path, locale: str
) -> None:
    """The worker of Python dies at a correction."""
    text, again = STOPPED[locale]
    with open_page(chromium, site, locale=locale) as page:
        choose(page, HAND)
        page.wait_for_selector('.total strong:has-text("45")')
        worker = next(one for one in page.workers if "python" in one.url)
        worker.evaluate("() => { self.onmessage = () => { throw new Error('out of memory'); }; }")
        page.locator(".groups .tile").first.click()
        page.keyboard.type("5m")
        alert = page.locator(f".alert:has-text('{text}')")
        alert.wait_for()
        page.screenshot(path=tmp_path / "stopped.png")
        assert page.locator("svg.picture image").count() == 1
        top = alert.bounding_box()["y"]
        assert 0 <= top < PHONE["height"] / 2, "it is seen without scrolling"
        page.reload()
        page.wait_for_selector('.total strong:has-text("10")')
        worker = next(one for one in page.workers if "python" in one.url)
        worker.evaluate("() => { self.onmessage = () => { throw new Error('out of memory'); }; }")
        page.get_by_role("button", name=UNDO[locale]).click()
        alert.wait_for()
        alert.get_by_role("button", name=again).click()
        page.wait_for_selector('.total strong:has-text("45")')
        assert page.locator(".alert").count() == 0


def test_a_shared_file_that_is_no_picture_leaves_the_open_hand(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    """It is read while a hand is open, which is shown again."""
    with open_page(chromium, site) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.evaluate(
            """async () => {
              const cache = await caches.open("shared-photos");
              await cache.put("shared-photo", new Response(new Blob(["no picture"])));
            }"""
        )
        page.goto(f"{site}?shared")
        page.wait_for_selector(".alert:has-text('is no picture')")
        wait_for_total(page, 45)
        page.locator(".alert input[type=file]").set_input_files(HAND)
        wait_for_total(page, 45)
        assert page.locator(".alert").count() == 0


def test_an_update_keeps_the_open_game_and_a_deal_half_entered(
    chromium: Any, tmp_path: Path
) -> None:
    if not SITE.is_dir():
        pytest.skip("the page is not built: make page")
    copy = tmp_path / "copy"
    shutil.copytree(SITE, copy)
    with serve_site(tmp_path / "served", copy) as address, open_page(chromium, address) as page:
        begin_game(page)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        worker = (copy / "sw.js").read_text("utf-8")
        (copy / "sw.js").write_text(worker + "\n// a later version\n", "utf-8")
        page.reload()
        page.get_by_role("button", name="Enter a deal").click()
        who = page.locator("form.deal fieldset").nth(1)
        who.get_by_role("button", name="Bo").click()
        page.get_by_label("points").fill("37")
        page.get_by_role("button", name="Update").click()
        page.locator(".notice:has-text('new version')").wait_for(state="detached")
        page.wait_for_selector("form.deal")
        assert page.get_by_label("points").input_value() == "37"
        page.locator("form.deal fieldset").nth(2).get_by_role("button", name="Carla").click()
        page.get_by_role("button", name="Record", exact=True).click()
        page.wait_for_selector('.deals li:has-text("Bo")')
        page.reload()
        page.wait_for_selector('.deals li:has-text("Bo")')
        assert page.locator("form.deal").count() == 0


def test_a_game_of_a_newer_version_leaves_the_open_game(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    newer = {"format": "handreader-game/9", "id": "a" * 32, "players": list(PLAYERS)}
    (tmp_path / "newer.json").write_text(json.dumps(newer), "utf-8")
    with open_page(chromium, site) as page:
        begin_game(page)
        record_draw(page)
        page.wait_for_selector(".deals li")
        page.get_by_role("button", name="Close").click()
        page.locator("input[accept*=json]").set_input_files(tmp_path / "newer.json")
        page.wait_for_selector('.alert:has-text("newer handreader")')
        page.screenshot(path=tmp_path / "newer.png")
        page.locator(".games button").first.click()
        page.wait_for_selector(".deals li")
        assert page.locator(".alert").count() == 0


def test_a_hand_read_before_is_kept_with_its_tiles(chromium: Any, site: str) -> None:
    """The nets break off at a later visit: the hand needs them no more."""
    with open_page(chromium, site) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        tiles = len(read_draft(page)["recognition"]["tiles"])
        page.route("**/*.onnx", lambda route: route.abort())
        page.reload()
        wait_for_total(page, 45)
        assert len(read_draft(page)["recognition"]["tiles"]) == tiles
