"""The page without a server, examined by axe in the states of a hand."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from tests.handreader.web.browsing import PHONE
from tests.page.test_page_walk import EXAMPLES, NEARLY
from tests.page.test_static_page import choose, open_page

pytestmark = pytest.mark.browser

WIDE = {"width": 1280, "height": 900}
WAITING = "123m456p789s3322z"
UNFOLD = "() => { for (const part of document.querySelectorAll('details')) part.open = true; }"


@pytest.fixture(scope="module")
def axe() -> str:
    """axe-core's script, as a package of the extra `browser` brings it."""
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    return (files(package) / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Any, axe: str) -> list[str]:
    """Return what axe finds, in both colour schemes."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(axe)
        result = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        for one in result["violations"]:
            node = one["nodes"][0]
            found.append(f"{scheme}: {one['id']}: {node['html'][:160]}: {node['failureSummary']}")
    return found


def begin_anew(page: Any) -> None:
    page.locator(".actions button").first.click()
    page.wait_for_selector("#typed")


@pytest.mark.parametrize(
    ("locale", "viewport"), [("en-US", PHONE), ("it-IT", WIDE)], ids=["en-phone", "it-wide"]
)
def test_axe_finds_nothing_in_any_state(
    chromium: Any, site: str, axe: str, locale: str, viewport: dict[str, int]
) -> None:
    found: dict[str, list[str]] = {}
    # the page's policy keeps axe out, too: it is set aside
    options = {"locale": locale, "viewport": viewport, "bypass_csp": True}
    with open_page(chromium, site, [], **options) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        found["start"] = findings(page, axe)
        page.locator("#typed").fill(NEARLY)
        page.locator("#typed").press("Enter")
        page.wait_for_selector(".near .change")
        found["nearly a hand"] = findings(page, axe)
        begin_anew(page)
        choose(page, EXAMPLES / "hand.jpg")
        page.wait_for_selector(".total strong")
        page.evaluate(UNFOLD)
        found["scored"] = findings(page, axe)
        page.locator(".groups .tile").first.click()
        page.wait_for_selector(".picker")
        found["correcting a tile"] = findings(page, axe)
        page.keyboard.press("Escape")
        begin_anew(page)
        page.locator("#typed").fill(WAITING)
        page.locator("#typed").press("Enter")
        page.wait_for_selector(".choice")
        found["waiting"] = findings(page, axe)
        begin_anew(page)
        choose(page, EXAMPLES / "kong-and-flowers.jpg")
        page.wait_for_selector(".groups .group >> nth=3")
        found["two melds and flowers"] = findings(page, axe)
    assert {state: seen for state, seen in found.items() if seen} == {}
