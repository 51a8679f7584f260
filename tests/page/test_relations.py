"""What the page keeps of the relation net's word on a photo, and when it asks for it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.handreader.web.browsing import until
from tests.page.static_site import read_draft
from tests.page.test_faults import HAND, choose, open_page
from tests.page.test_page_walk import wait_for_total

pytestmark = pytest.mark.browser

NETS = "**/*.onnx"
TOTAL = 45
"""Points of the photographed hand by Zung Jung."""
COUNT = """
  window.related = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.request && "relate" in message.request) window.related += 1;
    return post.call(this, message, ...more);
  };
  Object.defineProperty(navigator, "serviceWorker", { get: () => undefined });
  delete Navigator.prototype.serviceWorker;
"""
# The hand as an earlier version of the page kept it.
FORGET = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("handreader", 1);
  opening.onsuccess = () => {
    const drafts = opening.result.transaction("drafts", "readwrite").objectStore("drafts");
    drafts.get("current").onsuccess = ({ target }) => {
      const { relations, ...recognition } = target.result.recognition;
      drafts.put({ ...target.result, recognition }, "current").onsuccess = () => {
        opening.result.close();
        resolve(relations !== undefined);
      };
    };
  };
})"""


def relations(page: Any) -> Any:
    """Return what is kept of the net's word on the photo."""
    return read_draft(page)["recognition"].get("relations")


def times(page: Any) -> int:
    """Return how often the net has run since the page was loaded."""
    count = page.evaluate("() => window.related")
    assert isinstance(count, int)
    return count


def test_answers_and_facts_do_not_run_the_net_again(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    with open_page(chromium, site, script=COUNT) as page:
        choose(page, HAND)
        wait_for_total(page, TOTAL)
        said = relations(page)
        count = len(read_draft(page)["recognition"]["tiles"])
        assert len(said["roles"]) == 8 * count and len(said["same_set"]) == count**2
        page.locator("#fact-self_drawn button").first.click()
        page.locator(".groups .tile").first.click()
        page.keyboard.type("9m")
        page.wait_for_selector('.total strong:text-is("No win")')
        page.get_by_role("button", name="Undo").click()
        wait_for_total(page, TOTAL)
        assert times(page) == 1 and relations(page) == said

        page.locator('header select[aria-label="Rules"]').select_option("riichi-ema")
        until(page, lambda: relations(page)["asked"] != said["asked"])
        assert times(page) == 2
        page.screenshot(path=tmp_path / "riichi.png")


def test_a_kept_hand_is_answered_without_the_nets(chromium: Any, site: str, tmp_path: Path) -> None:
    with open_page(chromium, site, script=COUNT) as page:
        choose(page, HAND)
        wait_for_total(page, TOTAL)
        page.route(NETS, lambda route: route.abort())
        page.reload()
        wait_for_total(page, TOTAL)
        assert times(page) == 0
        page.locator('header select[aria-label="Rules"]').select_option("mcr")
        alert = page.locator(".alert:has-text('The reader could not be loaded')")
        alert.wait_for()  # the net says something else by other rules
        assert page.locator(".total").count() == 0, "it is of other rules"
        page.screenshot(path=tmp_path / "unanswered.png")
        page.unroute(NETS)
        alert.get_by_role("button", name="Try again").click()
        alert.wait_for(state="detached")
        until(page, lambda: '"mcr"' in relations(page)["asked"])
        page.screenshot(path=tmp_path / "answered.png")


def test_a_hand_that_an_earlier_version_kept_is_shown_to_the_net(chromium: Any, site: str) -> None:
    with open_page(chromium, site, script=COUNT) as page:
        choose(page, HAND)
        wait_for_total(page, TOTAL)
        said = relations(page)
        assert page.evaluate(FORGET)
        page.reload()
        wait_for_total(page, TOTAL)
        assert times(page) == 1 and relations(page) == said
