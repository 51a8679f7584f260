"""The quiz on the page: a tap answers, what is missed comes again, progress stays on the device."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.places import go
from tests.page.test_static_page import open_page

pytestmark = pytest.mark.browser
TILES = ".quiz .groups"


def open_quiz(page: Any, level: int) -> None:
    go(page, "rules")
    page.locator(".quiz summary").click()
    page.wait_for_selector(".quiz .card")
    # The first level's card stands until the chosen level is drawn.
    page.locator(".quiz .card").evaluate("card => { card.dataset.level = 'first' }")
    page.locator(".quiz .segment").nth(level - 1).click()
    page.wait_for_selector(f".quiz .segment[aria-pressed=true] >> text=/^{level} /")
    page.wait_for_selector(".quiz .card:not([data-level])")


def hand_of(page: Any) -> str:
    names = [one.get_attribute("aria-label") for one in page.locator(f"{TILES} .tile").all()]
    return ", ".join(names)


def miss(page: Any) -> str:
    """Look at the answer; return the hand."""
    hand = hand_of(page)
    page.get_by_role("button", name="Show the answer").click()
    page.wait_for_selector(".quiz .verdict")
    return hand


def go_on(page: Any) -> None:
    page.get_by_role("button", name="Next hand").click()
    page.wait_for_selector(".quiz .verdict", state="detached")


@pytest.mark.walk
def test_a_missed_hand_comes_again_after_a_reload_and_offline(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1")
        page.locator("header select").first.select_option("mcr")
        open_quiz(page, 2)
        missed = miss(page)
        assert page.locator(".quiz .segment.missed").count() == 1  # the right number
        page.locator(".quiz .item").first.click()  # its tiles are lit
        assert page.locator(f"{TILES} .tile.lit").count() >= 1
        go_on(page)
        page.locator(".quiz .card .segment").first.click()  # a tap is the whole answer
        page.wait_for_selector(".quiz .verdict")
        page.reload()
        page.evaluate("() => navigator.serviceWorker.ready")
        page.context.set_offline(True)
        page.wait_for_selector(".quiz .card")
        page.wait_for_selector("text=2 answered")
        page.get_by_role("button", name="Show the answer").click()
        page.wait_for_selector(".quiz .verdict")
        go_on(page)
        assert hand_of(page) == missed
        page.wait_for_selector("text=You missed this one before.")
    assert errors == []
