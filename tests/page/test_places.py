"""The page's places and their addresses: back goes back, and a link carries a hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.handreader.web.browsing import PHONE, until
from tests.page.places import go
from tests.page.test_page_walk import record_draw, type_hand, wait_for_total
from tests.page.test_static_page import EXAMPLES, PATIENCE, choose, open_page
from tests.page.test_two_tabs import begin_game

pytestmark = pytest.mark.browser

RIICHI = "123m 456p 99s 45s [555z] +6s"
_FROM_TOP = "one => Math.round(one.getBoundingClientRect().top + scrollY)"


def current(page: Any) -> str:
    """Return the place that the bar names as the shown one."""
    return str(page.locator(".places [aria-current=page]").get_attribute("class"))


@pytest.mark.walk
def test_back_closes_a_dialog_then_leaves_the_hand_then_the_place(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        go(page, "rules")
        page.locator(".quiz summary").wait_for()
        page.locator("header select").first.select_option("riichi-ema")
        type_hand(page, RIICHI)
        wait_for_total(page, 1500)
        page.locator("#fact-dora_indicators .tile.empty").click()
        page.wait_for_selector("dialog .palette")
        page.go_back()
        page.locator("dialog").wait_for(state="detached")
        wait_for_total(page, 1500)
        page.go_back()
        page.locator(".last-hand", has_text="1500 points").wait_for()
        page.go_forward()
        wait_for_total(page, 1500)
        page.go_back()
        page.locator(".last-hand").click()
        wait_for_total(page, 1500)
        go(page, "game")
        page.locator("#games-title").wait_for()
        page.go_back()
        wait_for_total(page, 1500)
        # a dialog that a tap closes leaves no step behind
        page.locator("#fact-dora_indicators .tile.empty").click()
        page.locator("dialog .palette button").first.click()
        page.locator("dialog").wait_for(state="detached")
        page.wait_for_selector("#fact-dora_indicators .tile:not(.empty)")
        page.go_back()
        page.wait_for_selector(".ways")
        page.get_by_role("button", name="New hand").wait_for(state="detached")
    assert errors == []


def test_the_address_of_a_hand_is_a_link_that_carries_it(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1")
        page.locator("header select").first.select_option("riichi-ema")
        type_hand(page, RIICHI)
        wait_for_total(page, 1500)
        page.locator("#fact-seat button", has_text="South").click()
        wait_for_total(page, 1000)
        page.locator("#fact-discarder button", has_text="West").click()
        until(page, lambda: "discarder=W" in page.url and "seat=S" in page.url)
        link = page.url
    with open_page(chromium, link, errors) as other:
        wait_for_total(other, 1000)
        other.wait_for_selector(".total:has-text('West −1000')")
        assert other.locator("header select").first.input_value() == "riichi-ema"
        other.locator("#fact-seat button", has_text="East").click()
        wait_for_total(other, 1500)
        until(other, lambda: "seat=E" in other.url)
        other.reload()  # a change of this page, not the link's hand
        wait_for_total(other, 1500)
    assert errors == []


def test_the_hand_of_a_photo_is_still_that_photo_s_after_another_place(
    chromium: Any, site: str
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, EXAMPLES / "hand.jpg")
        wait_for_total(page, 45)
        until(page, lambda: "#h=" in page.url)
        go(page, "rules")
        page.locator(".quiz summary").wait_for()
        go(page, "hand")
        wait_for_total(page, 45)
        page.wait_for_timeout(1000)  # the link in the address is its own: nothing is opened
        assert page.locator("svg.picture image").count() == 1
        assert page.get_by_role("button", name="Undo", exact=True).count() == 0
    assert errors == []


@pytest.mark.parametrize(
    ("device", "locale", "step"),
    [
        ("iPhone; CPU iPhone OS 17_4 like Mac OS X", "en-US", "Share, then “Add to Home Screen”"),
        ("Macintosh; Intel Mac OS X 10_15_7", "it-IT", "«Aggiungi alla schermata Home»"),
    ],
    ids=["iphone", "ipad"],
)
def test_iphones_and_ipads_are_told_the_way_to_the_home_screen(
    chromium: Any, site: str, device: str, locale: str, step: str
) -> None:
    agent = f"Mozilla/5.0 ({device}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari"
    context = chromium.new_context(viewport=PHONE, locale=locale, user_agent=agent)
    context.add_init_script("Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    go(page, "rules")
    page.locator(".hint", has_text=step).wait_for()
    context.close()


@pytest.mark.parametrize(
    ("promised", "sentence"),
    [
        (True, "The browser keeps the games on this device."),
        (False, "The browser may delete the games when its storage runs short"),
    ],
)
def test_the_first_deal_asks_the_browser_to_keep_the_games(
    chromium: Any, site: str, promised: bool, sentence: str
) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    context.add_init_script(
        f"""window.asked = 0;
        navigator.storage.persisted = async () => false;
        navigator.storage.persist = async () => {{
          asked += 1;
          await new Promise((later) => setTimeout(later, 1000));
          return {str(promised).lower()};
        }};
        """
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    page.wait_for_selector("header select >> nth=1")
    begin_game(page)
    assert page.evaluate("() => asked") == 0 and page.locator(".stay").count() == 0
    export = page.get_by_role("button", name="Export")
    for deals in (1, 2):
        record_draw(page)
        page.wait_for_selector(f".deals > li >> nth={deals - 1}")
        before = export.evaluate(_FROM_TOP)
        page.locator(".stay", has_text=sentence).wait_for()
        assert page.evaluate("() => asked") == 1
        assert export.evaluate(_FROM_TOP) == before  # the answer comes late, and moves no button
    context.close()


@pytest.mark.walk
def test_a_running_game_is_home_and_has_an_address(chromium: Any, site: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    page.wait_for_selector("header select >> nth=1")
    begin_game(page)
    until(page, lambda: "#game/" in page.url)
    address = page.url
    page.go_back()
    page.locator("a.in-game", has_text="Anna").wait_for()  # it stays open
    page.locator("a.in-game").click()
    page.wait_for_selector(".players")
    page.get_by_role("button", name="Close").click()
    page.locator(".players").wait_for(state="detached")
    until(page, lambda: page.url.endswith("#game"))
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".players")
    page.goto("about:blank")
    page.goto(site)  # as from the home screen
    page.wait_for_selector(".players")
    assert current(page) == "game"
    context.close()
