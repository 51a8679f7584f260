"""Every state of a hand, looked at on five screens, light and dark, in both languages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.page.examiner import LOCALES, Examiner, device, examine, launch
from tests.page.places import enter_text, go
from tests.page.static_site import SITE, serve_site
from tests.page.test_camera import film
from tests.page.test_doubt import blur_example
from tests.page.test_faults import HAND, NO_CAMERA, NO_SIMD, NO_WASM, choose, write_files
from tests.page.test_page_walk import EXAMPLES, NEARLY, NO_DATABASE, WIN, draw_two_hands
from tests.page.test_static_page import open_page

__all__ = ["film"]
pytestmark = [pytest.mark.browser, pytest.mark.parametrize("locale", LOCALES)]

LOADED = "header select >> nth=1"
RIICHI = "123m 456p 99s 45s [555z] +6s"
IN_PLAY = "234m 345p 457s 22z 99m +1p"
NO_WIN = "147m 258p 369s 1234z +5z"
# Which parts of a page hang is as long as a network may take.
HANGING = ("**/*.onnx", "**/pyodide.asm.wasm")


def open_device(
    chromium: Any, address: str, locale: str, **more: Any
) -> AbstractContextManager[Any]:
    return open_page(chromium, address, [], **device(locale, **more))


@pytest.fixture
def examiner(chromium: Any, site: str, axe: str, locale: str, pictures: Path) -> Iterator[Examiner]:
    """The page as it begins, once it reads and scores."""
    with examine(open_device(chromium, site, locale), axe, pictures, locale) as found:
        found.page.wait_for_selector(LOADED, state="attached")
        yield found


def begin_anew(examiner: Examiner) -> None:
    examiner.tap("new_hand")
    examiner.page.wait_for_selector(".ways")


def test_the_first_load(chromium: Any, site: str, axe: str, locale: str, pictures: Path) -> None:
    with examine(open_device(chromium, "about:blank", locale), axe, pictures, locale) as examiner:
        page = examiner.page
        for file in HANGING:
            page.route(file, lambda route: None)
        page.goto(site)
        page.wait_for_selector(".status progress")
        examiner.look("first load")
        choose(page, HAND)
        page.wait_for_selector("img.picture")
        examiner.look("photo waits for the reader")


def test_a_hand_that_is_entered(examiner: Examiner) -> None:
    page = examiner.page
    examiner.look("start")
    go(page, "rules")
    examiner.look("rules")
    page.locator("#worth").evaluate("(one) => { one.closest('details').open = true; }")
    page.locator("#worth").fill("24")
    page.wait_for_selector("[role=status] p:not(.notice)")
    examiner.look("rules unfolded")
    go(page, "game")
    examiner.unfold()
    examiner.look("games unfolded")
    enter_text(page, "what is this")
    page.wait_for_selector(".alert")
    examiner.look("no hand")
    examiner.tap("tap_in")
    page.wait_for_selector(".palette")
    examiner.look("entry")
    page.keyboard.type("123m456p78s")
    examiner.tap("part_pung")
    page.locator(".palette button").nth(33).click()
    page.keyboard.type("99s")
    page.wait_for_selector(".choice")
    examiner.look("waiting")
    page.locator(".choice").first.click()
    page.wait_for_selector(".total")
    page.locator(".palette button").first.click()
    page.locator(".entered .tile").first.click()
    page.wait_for_selector(".entry .actions")
    examiner.look("entered hand")
    begin_anew(examiner)
    enter_text(page, NEARLY)
    page.wait_for_selector(".near .change")
    examiner.look("nearly")
    begin_anew(examiner)
    enter_text(page, NO_WIN)
    page.wait_for_selector(".total")
    examiner.look("no win")
    begin_anew(examiner)
    enter_text(page, IN_PLAY)
    page.wait_for_selector(".total")
    examiner.tap("what_now")
    page.wait_for_selector(".accepted")
    examiner.tap("more_discards")
    page.locator(".discard button").nth(4).click()
    examiner.look("what now")


@pytest.mark.walk
def test_a_score_and_its_explanations(examiner: Examiner) -> None:
    page = examiner.page
    enter_text(page, WIN)
    page.wait_for_selector(".total strong")
    page.locator("#fact-seat button").nth(1).click()
    page.locator("#fact-discarder button").nth(1).click()
    page.wait_for_selector(".total span")
    examiner.look("total with payments")
    page.locator(".item").first.click()
    page.locator("main > section, .result").locator("button:not([class])").first.wait_for()
    page.locator(".actions button", has_text=dispute(examiner)).click()
    page.locator("#dispute-title").wait_for()
    page.locator("input.short").last.fill("40")
    page.wait_for_selector(".verdict")
    examiner.look("dispute")
    page.keyboard.press("Escape")
    examiner.tap("in_full")
    page.wait_for_selector(".book >> nth=3")
    examiner.unfold()
    examiner.look("four books")
    begin_anew(examiner)
    page.locator("header select").first.select_option("riichi-ema")
    enter_text(page, RIICHI)
    page.wait_for_selector(".total strong")
    examiner.unfold()
    examiner.look("riichi unfolded")


def dispute(examiner: Examiner) -> str:
    """Return the beginning of the button that opens a dispute."""
    return str(examiner.texts["dispute"]).partition(" (")[0]


def test_a_photo(examiner: Examiner, tmp_path: Path) -> None:
    page = examiner.page
    choose(page, HAND)
    page.wait_for_selector(".total strong")
    examiner.look("read hand")
    page.locator(".item").nth(1).click()
    examiner.unfold()
    examiner.look("read hand unfolded")
    page.locator(".groups .tile").first.click()
    page.wait_for_selector(".picker")
    examiner.look("picker")
    page.keyboard.type("5m")
    examiner.page.keyboard.press("Escape")
    page.wait_for_selector(".tools form")
    examiner.tap("remember")
    page.wait_for_selector(".tools [role=status]:has-text('14')")
    examiner.look("set remembered")
    examiner.tap("mark_hand")
    page.wait_for_selector(".outline.marked")
    examiner.look("hand marked")
    examiner.tap("cancel")
    begin_anew(examiner)
    go(page, "rules")
    examiner.tap("forget_set")
    examiner.look("set forgotten")
    examiner.tap("forget_set")
    choose(page, EXAMPLES / "kong-and-flowers.jpg")
    page.wait_for_selector(".groups .group >> nth=3")
    examiner.look("sets and flowers")
    begin_anew(examiner)
    choose(page, blur_example(tmp_path))
    page.wait_for_selector(".questions .choice")
    examiner.look("tiles in doubt")
    check = str(examiner.texts["check_doubtful"]["other"]).partition(" ")[0]
    page.get_by_role("button", name=check).click()
    page.wait_for_selector("dialog .close-up")
    examiner.look("check of a tile in doubt")
    page.keyboard.press("Escape")
    begin_anew(examiner)
    choose(page, draw_two_hands(tmp_path))
    page.wait_for_selector(".questions .group")
    examiner.look("two hands")
    begin_anew(examiner)
    Image.new("RGB", (1200, 900), (60, 120, 80)).save(tmp_path / "bare.jpg")
    choose(page, tmp_path / "bare.jpg")
    page.wait_for_selector(".problem")
    examiner.look("no tiles")


def test_the_camera(
    chromium: Any, site: str, axe: str, locale: str, pictures: Path, film: Path
) -> None:
    options = {"permissions": ["camera"]}
    with (
        launch(chromium, f"--use-file-for-fake-video-capture={film}") as filming,
        examine(
            open_device(filming, "about:blank", locale, **options), axe, pictures, locale
        ) as examiner,
    ):
        page = examiner.page
        page.route("**/ort-wasm*.wasm", lambda route: None)  # so that it does not shoot meanwhile
        page.goto(site)
        page.locator("button.primary").first.click()
        page.wait_for_function("() => document.querySelector('.camera video')?.videoWidth > 0")
        examiner.look("camera")


def test_a_browser_without_simd(
    chromium: Any, site: str, axe: str, locale: str, pictures: Path, tmp_path: Path
) -> None:
    with (
        launch(chromium, NO_SIMD) as old,
        examine(open_device(old, site, locale), axe, pictures, locale) as examiner,
    ):
        page = examiner.page
        page.wait_for_selector(".alert")
        examiner.look("too old to read")
        for file in write_files(tmp_path).values():
            choose(page, file)
            page.wait_for_selector(".alert >> nth=1")
            page.wait_for_timeout(300)
        examiner.look("no photo")


def test_a_browser_that_cannot_score(
    chromium: Any, site: str, axe: str, locale: str, pictures: Path
) -> None:
    with (
        launch(chromium, NO_WASM) as old,
        examine(open_device(old, site, locale), axe, pictures, locale) as examiner,
    ):
        examiner.page.wait_for_selector(".alert")
        examiner.look("too old to score")


def test_a_browser_that_keeps_nothing_and_has_no_camera(
    chromium: Any, site: str, axe: str, locale: str, pictures: Path
) -> None:
    with examine(open_device(chromium, "about:blank", locale), axe, pictures, locale) as examiner:
        page = examiner.page
        page.add_init_script(f"{NO_DATABASE}; {NO_CAMERA}")
        page.route("**/*.onnx", lambda route: route.abort())
        page.goto(site)
        page.wait_for_selector(".alert")
        enter_text(page, WIN)
        page.wait_for_selector(".total")
        begin_anew(examiner)
        choose(page, HAND)
        page.wait_for_selector(".notice")
        examiner.look("nothing kept, reader not loaded")


def test_a_later_version(
    chromium: Any, axe: str, locale: str, pictures: Path, tmp_path: Path
) -> None:
    if not SITE.is_dir():
        pytest.skip("the page is not built: make page")
    copy = tmp_path / "copy"
    shutil.copytree(SITE, copy)
    with (
        serve_site(tmp_path / "served", copy) as address,
        examine(open_device(chromium, address, locale), axe, pictures, locale) as examiner,
    ):
        page = examiner.page
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        worker = (copy / "sw.js").read_text("utf-8")
        (copy / "sw.js").write_text(worker + "\n// a later version\n", "utf-8")
        page.reload()
        page.wait_for_selector(".notice")
        examiner.look("later version")
        worker = next(one for one in page.workers if "python" in one.url)
        worker.evaluate("() => { self.onmessage = () => { throw new Error('out of memory'); }; }")
        enter_text(page, WIN)
        page.wait_for_selector(".alert")
        examiner.look("scoring stopped")
