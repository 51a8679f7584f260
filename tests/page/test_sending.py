"""A hand is sent: as one picture, as a link, as a page of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import until
from tests.page.test_page_walk import EXAMPLES, type_hand, wait_for_total
from tests.page.test_static_page import choose, open_page
from tests.page.win_taps import place_of

pytestmark = pytest.mark.browser

GOLD = (255, 211, 92)
WIN = "123m456p789s33s22z +2z"


# Every text that is drawn.
LISTEN = """() => {
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
    written.push(words);
    write.call(this, words, ...rest);
  };
}"""


def send_picture(page: Any, file: Path) -> Image.Image:
    """Press the button, keep the picture, and return it."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Send a picture").click()
    download.value.save_as(file)
    return Image.open(file).convert("RGB")


def share_of(picture: Image.Image, colour: tuple[int, int, int]) -> float:
    """Return which share of a picture has a colour."""
    width, height = picture.size
    found = picture.getcolors(width * height) or []
    return sum(count for count, one in found if one == colour) / (width * height)


def test_a_hand_becomes_a_picture_with_its_total(chromium: Any, site: str, pictures: Path) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, accept_downloads=True) as page:
        type_hand(page, WIN)
        wait_for_total(page, 5)
        entered = send_picture(page, pictures / "sent.png")
        assert entered.size == (1080, 1350)
        assert 0.003 < share_of(entered, GOLD) < 0.1  # the digit
        page.get_by_role("button", name="New hand").click()
        choose(page, EXAMPLES / "hand.jpg")
        wait_for_total(page, 45)
        photo = send_picture(page, pictures / "sent-photo.png")
        # a photo has colours that no drawing has
        assert len(photo.getcolors(10**7) or []) > 2 * len(entered.getcolors(10**7) or [])
    assert errors == []


def test_a_picture_of_a_riichi_hand_says_how_its_fan_are_counted(
    chromium: Any, site: str, pictures: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, accept_downloads=True) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        page.locator("header select").first.select_option("riichi-ema")
        type_hand(page, "234m 234p 23s 777z 88p +4s")
        page.locator("#fact-dora_indicators .tile.empty").click()
        page.locator("dialog .palette button").nth(place_of("7p")).click()  # two eights are dora
        page.wait_for_selector('.assumptions:not(:has-text("no dora"))')
        page.evaluate(LISTEN)
        send_picture(page, pictures / "sent-riichi.png")
        written = " ".join(page.evaluate("() => window.written"))
        assert "fan: 3 yaku + 2 dora = 5, mangan" in written, written
    assert errors == []


def test_a_saved_page_looks_like_the_screen(chromium: Any, site: str, pictures: Path) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, accept_downloads=True) as page:
        type_hand(page, WIN)
        wait_for_total(page, 5)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a page").click()
        file = pictures / "saved.html"
        download.value.save_as(file)
        shown = page.locator(".total").evaluate("(one) => getComputedStyle(one).backgroundImage")
        for width in (390, 1280):
            still = page.context.new_page()
            still.set_viewport_size({"width": width, "height": 844})
            still.goto(file.as_uri())
            style = still.locator(".total").evaluate("(o) => getComputedStyle(o).backgroundImage")
            assert style == shown
            left = still.locator("#page").bounding_box()["x"]
            right = width - left - still.locator("#page").bounding_box()["width"]
            assert abs(left - right) < 2  # no room for the places that it has not
            assert still.locator("button, a[href]").count() == 0
            still.screenshot(path=pictures / f"saved-{width}.png")
            still.close()
    assert errors == []


def reload_without_python(page: Any) -> list[Any]:
    """Reload the page of a kept hand; return the load of Python, held, once it is asked for."""
    until(page, lambda: "#h=" in page.url)
    held: list[Any] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.reload()
    return held


def test_the_last_answer_stands_there_until_the_hand_is_scored_anew(
    chromium: Any, site: str, pictures: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, service_workers="block") as page:
        type_hand(page, WIN)
        wait_for_total(page, 5)
        held = reload_without_python(page)
        page.wait_for_selector('.last-total strong:text-is("5 points")')
        assert page.locator(".total").count() == 0
        page.screenshot(path=pictures / "last-answer.png")
        until(page, lambda: held != [])
        held[0].continue_()
        wait_for_total(page, 5)
        page.locator(".last-total").wait_for(state="detached")
    assert errors == []


def test_the_tiles_of_a_photo_stand_there_before_anything_is_loaded(
    chromium: Any, site: str, pictures: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, service_workers="block") as page:
        choose(page, EXAMPLES / "hand.jpg")
        wait_for_total(page, 45)
        held = reload_without_python(page)
        page.wait_for_selector('.last-total strong:text-is("45 points")')
        assert page.locator(".last-tiles img").count() == 14
        assert page.locator(".status progress").count() == 0
        page.screenshot(path=pictures / "last-tiles.png", full_page=True)
        until(page, lambda: held != [])
        held[0].continue_()
        wait_for_total(page, 45)
        page.locator(".last-tiles").wait_for(state="detached")
    assert errors == []
