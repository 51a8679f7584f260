"""The page in a real browser, on a phone's screen. Debian's chromium, nothing downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.handreader.conftest import NONE_APART, Lay
from tests.handreader.web.browsing import until

pytestmark = pytest.mark.browser


def total(page: Any) -> str:
    return str(page.locator("#result .total b").inner_text())


def test_photo_to_score_to_saved_page(page: Any, lay: Lay, photo: Path, tmp_path: Path) -> None:
    lay(NONE_APART)
    page.set_input_files("#gallery", str(photo))
    page.wait_for_selector("#hand:not([hidden])")
    assert page.locator("#picture .outline").count() == 14
    first = total(page)
    page.click("#result .item >> nth=0")
    assert page.locator("#hand .tile.lit").count() >= 3
    assert page.locator("#picture .outline.lit").count() >= 3
    # a wrong name is corrected in two taps, and taken back in one
    page.click("#hand .zone.concealed .tile >> nth=0")
    page.click('#dialog .palette .tile[title="9 characters"]')
    page.wait_for_selector("#result .problem")
    page.click("[data-key=undo]")
    assert total(page) == first
    page.click("[data-key=dispute]")
    page.fill("#claim-total", "1")
    page.keyboard.press("Tab")
    page.click("[data-key=compare]")
    page.wait_for_selector("#claim .verdict .note")
    with page.expect_download() as saved:
        page.click("[data-key=save]")
    path = tmp_path / "saved.html"
    saved.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "data:image/jpeg;base64," in text
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    page.goto(path.as_uri())
    assert first in page.locator("#result .total").inner_text()


def test_a_hand_tapped_in_with_the_keyboard_alone(page: Any) -> None:
    def press(selector: str) -> None:
        page.focus(selector)
        page.keyboard.press("Enter")

    press("#empty")
    press("[data-key=add-concealed]")
    for name in ("1 characters", "2 characters", "3 characters", "4 dots", "5 dots", "6 dots"):
        press(f'#dialog .tile[title="{name}"]')
    for name in ("7 bamboo", "8 bamboo", "9 bamboo", "East", "East"):
        press(f'#dialog .tile[title="{name}"]')
    page.keyboard.press("Escape")
    press("[data-key=add-meld]")
    page.get_by_role("button", name="pung", exact=True).press("Enter")
    press('#dialog .tile[title="red dragon"]')
    assert int(total(page)) > 0


def test_italian(page: Any) -> None:
    page.fill("#typed", "123m 456p 99s EE [<777z] +9s")
    page.keyboard.press("Enter")
    english = total(page)
    page.click("#lang")
    until(page, lambda: page.locator("html").get_attribute("lang") == "it")
    page.get_by_text("Punteggio", exact=True).wait_for()
    assert total(page) == english
    assert "Vince" not in page.locator("#hand h2").inner_text()


def test_what_people_type_stays_text(page: Any) -> None:
    page.fill("#typed", "<img src=x onerror=alert(1)>")
    with page.expect_response("**/api/parse*") as answered:
        page.keyboard.press("Enter")
    assert answered.value.status == 422
    alert = page.locator("#alert")
    alert.wait_for()
    assert "<img" in alert.inner_text()
    assert alert.locator("img").count() == 0


def test_live_camera(page: Any, lay: Lay) -> None:
    lay(NONE_APART)
    page.click("#live")
    video = page.locator("video.live")
    video.wait_for()
    until(page, lambda: video.evaluate("video => video.videoWidth") > 0)
    page.click("#dialog .primary")
    page.wait_for_selector("#hand:not([hidden])")
    assert page.locator("#picture .outline").count() == 14
