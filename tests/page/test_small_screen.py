"""The page 320 pixels wide, with large letters, too: nothing is cut off, and axe agrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.handreader.web.browsing import browser
from tests.page.test_accessibility import axe as axe_script
from tests.page.test_accessibility import findings
from tests.page.test_faults import HAND, NO_SIMD, PATIENCE, PLAYERS, write_files
from tests.page.test_page_walk import WIN

pytestmark = pytest.mark.browser

axe = axe_script
SMALL = {"width": 320, "height": 568}
SIZES = (16, 32)  # pixels of the root's letters
# What is not on the screen: beyond its sides, or cut off in its own button.
_CUT = """() => {
  const within = document.querySelector("dialog[open]") ?? document.body;
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider");
  for (const one of within.querySelectorAll("button, .button, select, input, h2, td, th, p, li")) {
    const box = one.getBoundingClientRect();
    if (box.width < 2 || one.closest(".hidden, .wide") !== null) continue;
    const name = `${one.localName}.${one.className} ${one.textContent.slice(0, 40)}`;
    const scrolled = one.closest(".scroll") !== null;
    if ((box.right > innerWidth + 1 || box.left < -1) && !scrolled) found.push(`beyond: ${name}`);
    const isButton = one.matches("button, .button");
    if (isButton && one.scrollWidth > one.clientWidth + 1) found.push(`cut off: ${name}`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const one of within.querySelectorAll("input[placeholder], main select")) {
    const style = getComputedStyle(one);
    if (parseFloat(style.fontSize) > 16 || one.clientWidth < 2) continue; // those scroll
    pen.font = style.font;
    const words = one.placeholder ?? one.selectedOptions[0]?.textContent ?? "";
    const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const isCut = pen.measureText(words).width > one.clientWidth - edges + 1;
    if (isCut) found.push(`cut off: ${words}`);
  }
  return found;
}"""


@pytest.fixture(scope="module", params=["en-US", "it-IT"])
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Examiner:
    """Looks at the states of a page: pictures, what is cut off, and what axe finds."""

    def __init__(self, page: Any, axe: str, pictures: Path) -> None:
        self.page, self.axe, self.pictures = page, axe, pictures
        self.found: dict[str, list[str]] = {}

    def look(self, state: str) -> None:
        for size in SIZES:
            self.page.evaluate(
                "(size) => document.documentElement.style.fontSize = size + 'px'", size
            )
            seen = [*self.page.evaluate(_CUT), *findings(self.page, self.axe)]
            if seen:
                self.found[f"{state}, {size} px"] = seen
            whole = self.page.locator("dialog[open]").count() == 0
            name = f"{state}-{size}.png".replace(" ", "-")
            self.page.screenshot(path=self.pictures / name, full_page=whole)
        self.page.evaluate("() => document.documentElement.style.fontSize = ''")

    def text(self) -> str:
        lines = [f"{state}: {one}" for state, seen in self.found.items() for one in seen]
        return "\n".join(lines)


def open_page(chromium: Any, address: str, locale: str) -> Any:
    context = chromium.new_context(
        viewport=SMALL, locale=locale, bypass_csp=True, permissions=["camera"]
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def test_hand_camera_and_game_fit(site: str, axe: str, locale: str, tmp_path: Path) -> None:
    with browser() as chromium:
        page = open_page(chromium, site, locale)
        examiner = Examiner(page, axe, tmp_path)
        page.wait_for_selector("header select >> nth=1", state="attached")
        page.locator("button.primary").first.click()
        page.wait_for_selector("dialog.camera rect", state="attached")
        examiner.look("camera")
        page.keyboard.press("Escape")
        page.locator("header select").first.select_option("riichi-ema")
        page.locator("section > details:has(form button.primary) > summary").click()
        for seat, name in enumerate((*PLAYERS[:3], "Wilhelmine-Charlotte von Rosenberg-Altmann")):
            page.locator("form .fact input").nth(seat).fill(name[:40])
        examiner.look("new game")
        page.locator("form button.primary").click()
        page.wait_for_selector(".players")
        page.locator(".game .actions button").nth(1).click()
        groups = page.locator("form.deal fieldset")
        groups.nth(1).get_by_role("button", name="Bo").click()
        groups.nth(2).get_by_role("button", name="Carla").click()
        examiner.look("deal form")
        page.locator("form.deal button.primary").click()
        page.wait_for_selector(".deals li")
        page.evaluate(
            "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
        )
        examiner.look("game sheet")
        page.locator("main input[accept^=image]:not([capture])").set_input_files(HAND)
        page.wait_for_selector(".total")
        examiner.look("hand")
        assert not examiner.found, examiner.text()


def test_faults_fit(site: str, axe: str, locale: str, tmp_path: Path) -> None:
    with browser(NO_SIMD) as chromium:
        page = open_page(chromium, site, locale)
        examiner = Examiner(page, axe, tmp_path)
        page.wait_for_selector(".alert")
        examiner.look("too old")
        for number, file in enumerate(write_files(tmp_path).values()):
            page.locator("main input[accept^=image]:not([capture])").set_input_files(file)
            page.wait_for_selector(".alert >> nth=1")
            page.wait_for_timeout(300)
            examiner.look(f"no photo {number}")
        page.locator("#typed").fill(WIN)
        page.locator("#typed").press("Enter")
        page.wait_for_selector(".total")
        examiner.look("entered")
        assert not examiner.found, examiner.text()
