"""One game, and one hand in work, in two tabs of a browser; either may be killed at any moment."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.handreader.web.browsing import PATIENCE, PHONE, until
from tests.page.examiner import read_texts
from tests.page.places import go
from tests.page.static_site import read_draft, serve_site
from tests.page.test_page_walk import WIN, type_hand, wait_for_total
from tests.page.test_static_page import EXAMPLES, choose

pytestmark = pytest.mark.browser

ENGLISH = read_texts("en-US")
PLAYERS = ("Anna", "Bo", "Carla", "Dario")
KILLS_A_GAME = 8  # with two deals between kills; a game is over after 16 deals
LONGEST = 0.4  # seconds from the first tap to the kill: a deal takes a fifth of one
# A player's taps, one after the other, without the driver between them.
ENTER = """points => {
  const button = (within, name) => [...within.querySelectorAll("button")]
    .find((one) => one.textContent === name);
  const group = (label) => [...document.querySelectorAll("form.deal fieldset")]
    .find((one) => one.querySelector("legend")?.textContent === label);
  const steps = [
    () => button(document.querySelector("section.game"), "Enter a deal").click(),
    () => button(group("Who?"), "Bo").click(),
    () => button(group("Discarded by"), "Anna").click(),
    () => {
      const field = document.querySelector("form.deal input[type=number]");
      field.value = String(points);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    () => document.querySelector("form.deal button[type=submit]").click(),
  ];
  const next = () => {
    const step = steps.shift();
    if (step === undefined) return;
    step();
    setTimeout(next, 20);
  };
  if (document.querySelector("form.deal") !== null) {
    button(document.querySelector("form.deal"), "Cancel").click();
  }
  setTimeout(next, 20);
}"""
# Each deal that the page shows is printed, in the moment in which it is.
CONFIRM = """() => {
  const seen = new Set();
  setInterval(() => {
    for (const one of document.querySelectorAll(".deals > li summary > span")) {
      const text = one.textContent;
      if (!seen.has(text)) console.log("confirmed " + text);
      seen.add(text);
    }
  }, 5);
}"""

# A tab out of view, and in view again: headless tabs are always in view.
HIDE = """() => Object.defineProperty(document, "hidden", { configurable: true, value: true })"""
SHOW = """() => {
  delete document.hidden;
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# Word of the other tab arrives late.
SLOW = """const listen = BroadcastChannel.prototype.addEventListener;
BroadcastChannel.prototype.addEventListener = function (type, work) {
  listen.call(this, type, (event) => setTimeout(() => work(event), 1000));
};"""


@contextmanager
def two_tabs(chromium: Any, site: str) -> Iterator[tuple[Any, Any]]:
    """Two tabs of one browser with one open game."""
    context = chromium.new_context(viewport=PHONE, locale="en-US", accept_downloads=True)
    one = open_tab(context, site)
    begin_game(one)
    other = open_tab(context, site)
    other.wait_for_selector(".players")
    yield one, other
    context.close()


def begin_game(page: Any, rules: str = "zung-jung", texts: Mapping[str, Any] = ENGLISH) -> None:
    go(page, "game")
    page.get_by_text(texts["new_game"], exact=True).click()
    page.locator("form select").first.select_option(rules)
    for seat, name in enumerate(PLAYERS):
        page.locator("form .fact input").nth(seat).fill(name)
    page.get_by_role("button", name=texts["begin"]).click()
    page.wait_for_selector(".players")


def open_tab(context: Any, site: str, confirmed: set[str] | None = None) -> Any:
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    if confirmed is not None:
        page.on(
            "console",
            lambda m: (
                confirmed.add(m.text.removeprefix("confirmed "))
                if m.text.startswith("confirmed ")
                else None
            ),
        )
    page.goto(site)
    page.wait_for_selector("header select >> nth=1", state="attached")
    if confirmed is not None:
        page.wait_for_selector(".players")
        page.evaluate(CONFIRM)
    return page


def enter(page: Any, points: int, winner: str, payer: str) -> None:
    form = page.locator("form.deal")
    page.get_by_role("button", name="Enter a deal").click()
    form.get_by_role("group", name="Who?").get_by_role("button", name=winner).click()
    form.get_by_role("group", name="Discarded by").get_by_role("button", name=payer).click()
    page.get_by_role("spinbutton", name="points").fill(str(points))


def record(page: Any) -> None:
    page.locator("form.deal").get_by_role("button", name="Record", exact=True).click()


def deals(page: Any) -> list[str]:
    found = page.locator(".deals > li summary > span").all_inner_texts()
    return [str(text) for text in found]


def test_a_deal_of_another_tab_is_shown_and_stays(chromium: Any, site: str) -> None:
    with two_tabs(chromium, site) as (one, other):
        enter(other, 25, "Carla", "Anna")
        enter(one, 40, "Bo", "Anna")
        record(one)
        other.wait_for_selector('.deals li:has-text("Bo wins on Anna")')
        record(other)
        other.wait_for_selector('form.deal [role=alert]:has-text("Another tab recorded")')
        record(other)  # it is another deal
        one.wait_for_selector('.deals li:has-text("Carla wins on Anna")')
        one.reload()
        one.wait_for_selector(".deals > li >> nth=1")
        assert len(deals(one)) == 2
        one.get_by_role("button", name="Delete the game").click()
        other.wait_for_selector('.alert:has-text("In another tab this game was deleted")')
        other.get_by_role("button", name="Restore the game").click()
        other.wait_for_selector(".deals > li >> nth=1")


def test_two_deals_at_once_are_one_and_a_sentence(chromium: Any, site: str) -> None:
    """Tabs that have no word of each other, as those that the browser froze."""
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    context.add_init_script("delete globalThis.BroadcastChannel")
    one = open_tab(context, site)
    begin_game(one)
    other = open_tab(context, site)
    enter(other, 25, "Carla", "Anna")
    enter(one, 40, "Bo", "Anna")
    record(one)
    one.wait_for_selector(".deals li")
    record(other)
    other.wait_for_selector('.alert:has-text("Entry 1 of this game is not the next")')
    assert deals(other) == deals(one), "it shows what was recorded"
    record(other)  # the form is as it was filled in: a warning first
    record(other)
    other.wait_for_selector(".deals > li >> nth=1")
    one.get_by_role("button", name="Undo in the game").click()
    one.wait_for_selector('.alert:has-text("This game was changed since that step")')
    one.reload()
    one.wait_for_selector(".deals > li >> nth=1")
    context.close()


def test_the_hand_in_work_is_that_of_both_tabs(chromium: Any, site: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    one, other = open_tab(context, site), open_tab(context, site)
    type_hand(one, WIN)
    wait_for_total(other, 5)
    other.locator("#fact-seat").get_by_role("button", name="South").click()
    wait_for_total(one, 15)
    one.get_by_role("button", name="New hand").click()
    other.wait_for_selector(".ways")
    choose(one, EXAMPLES / "hand.jpg")
    wait_for_total(other, 45)
    other.get_by_role("button", name="Undo").click()
    wait_for_total(one, 15)
    for page in (one, other):
        page.reload()
        wait_for_total(page, 15)
    context.close()


def test_a_hand_that_one_tab_recorded_is_no_more_in_work_in_the_other(
    chromium: Any, site: str
) -> None:
    with two_tabs(chromium, site) as (one, other):
        type_hand(one, WIN)
        one.locator("#fact-seat").get_by_role("button", name="Bo").click()
        one.locator("#fact-discarder").get_by_role("button", name="Carla").click()
        record = one.get_by_role("button", name="Record in the game")
        record.wait_for()
        go(other, "hand")
        other.wait_for_selector('.total > span:has-text("Bo")')
        record.click()
        for page in (one, other):
            go(page, "game")
            page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        other.wait_for_timeout(1000)
        for page in (one, other):
            assert page.locator(".players").count() == 1
            assert len(deals(page)) == 1


def test_a_hand_is_recorded_for_the_tab_that_began_it_too(chromium: Any, site: str) -> None:
    """The tab that began it is out of view, and hears late that another one has recorded it."""
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    other = open_tab(context, site)
    begin_game(other)
    context.add_init_script(SLOW)
    one = open_tab(context, site)
    one.wait_for_selector(".players")
    type_hand(one, WIN)
    one.locator("#fact-seat").get_by_role("button", name="Bo").click()
    one.locator("#fact-discarder").get_by_role("button", name="Carla").click()
    one.get_by_role("button", name="Record in the game").wait_for()
    go(other, "hand")
    other.wait_for_selector('.total > span:has-text("Carla")')
    one.evaluate(HIDE)
    other.get_by_role("button", name="Record in the game").click()
    other.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
    assert read_draft(other)["typed"] is None
    one.wait_for_timeout(2000)  # now it has heard of it
    assert read_draft(other)["typed"] is None, "it does not write its hand back"
    one.evaluate(SHOW)
    one.wait_for_selector(".ways")
    for page in (one, other):
        assert page.locator(".notice").count() == 0
        go(page, "game")
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        assert len(deals(page)) == 1
    context.close()


def test_no_hand_takes_the_place_of_another_without_a_word(chromium: Any, site: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    context.add_init_script("delete globalThis.BroadcastChannel")
    one, other = open_tab(context, site), open_tab(context, site)
    choose(one, EXAMPLES / "hand.jpg")
    wait_for_total(one, 45)
    until(one, lambda: read_draft(one)["recognition"] is not None)
    type_hand(other, WIN)
    other.wait_for_selector('.notice:has-text("Another tab changed the hand")')
    other.reload()
    wait_for_total(other, 5)
    undo = other.get_by_role("button", name="Undo", exact=True)
    undo.click()
    wait_for_total(other, 45)
    other.wait_for_selector("svg.picture image")
    context.close()


@pytest.mark.parametrize("kills", [6, pytest.param(100, marks=pytest.mark.thorough)])
def test_nothing_confirmed_is_lost_when_a_tab_is_killed(
    chromium: Any, kills: int, tmp_path: Path
) -> None:
    chance = random.Random(kills)
    with serve_site(tmp_path) as site:
        for begun in range(0, kills, KILLS_A_GAME):
            kill_in_a_game(chromium, site, min(KILLS_A_GAME, kills - begun), chance)


def kill_in_a_game(chromium: Any, site: str, kills: int, chance: random.Random) -> None:
    confirmed: set[str] = set()
    with two_tabs(chromium, site) as (first, second):
        context = first.context
        for page in (first, second):
            page.close()
        tabs = [open_tab(context, site, confirmed) for _ in range(2)]
        for round in range(kills):
            for place, page in enumerate(tabs):
                page.evaluate(ENTER, 1000 + 10 * round + place)
            tabs[0].wait_for_timeout(1000 * chance.uniform(0, LONGEST))
            killed = kill_one(chromium, tabs, chance)
            tabs = [page for page in tabs if page not in killed]
            for page in tabs:
                page.wait_for_timeout(1000 * LONGEST)
                lost = confirmed - set(deals(page))
                assert not lost, f"after kill {round + 1} a tab shows no more: {lost}"
            tabs += [open_tab(context, site, confirmed) for _ in killed]
            for page in tabs:
                shown = deals(page)
                assert len(shown) == len(set(shown)), "no deal is recorded twice"
                assert set(shown) >= confirmed, f"lost at kill {round + 1}"
        assert len(confirmed) > kills / 2, "deals were recorded"


def kill_one(chromium: Any, tabs: list[Any], chance: random.Random) -> list[Any]:
    """Kill the process of a tab, as a system does that needs its memory; return what is gone."""
    gone: list[Any] = []
    for page in tabs:
        page.on("crash", lambda crashed: gone.append(crashed))
    session = chromium.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [one["id"] for one in found if one["type"] == "renderer"]
    chance.shuffle(renderers)
    while not gone:
        os.kill(renderers.pop(), signal.SIGKILL)  # one that the browser has in store has no tab
        for _ in range(40):
            time.sleep(0.05)
            session.send("Browser.getVersion")  # what happened meanwhile is heard
            if gone:
                break
    for page in gone:
        page.close()
    return gone
