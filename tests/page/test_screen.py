"""The screen of a hand: what stays in view, what is announced, keys, a closed tab, marked tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import DESKTOP, is_in_view, until
from tests.page.examiner import read_texts
from tests.page.places import enter_text, go
from tests.page.static_site import read_draft
from tests.page.test_page_walk import EXAMPLES, wait_for_total
from tests.page.test_static_page import PATIENCE, choose, open_page
from tests.page.test_two_tabs import begin_game

pytestmark = pytest.mark.browser

HAND = EXAMPLES / "hand.jpg"
STATED = "#fact-seat button[aria-pressed=true]:not(.assumed)"
# Every text that a screen reader announces of the result.
_LISTEN = """() => {
  const place = document.querySelector("p.hidden[role=status]");
  window.heard = [];
  new MutationObserver(() => {
    if (place.textContent.trim() !== "") heard.push(place.textContent.trim());
  }).observe(place, { childList: true, characterData: true, subtree: true });
}"""
# Buttons of which a part is beyond the screen, or below the bar of places.
_OUT_OF_SIGHT = """buttons => {
  const bar = document.querySelector("nav.places").getBoundingClientRect().top;
  return buttons.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < 0 || bottom > bar;
  }).map((one) => one.textContent);
}"""
_BOXES = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
_CUT_BELOW = """texts => texts.filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)"""
_FOCUSED = "() => document.activeElement.getAttribute('aria-label')"


def test_results_are_announced_once_and_the_focus_stays(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1")
        page.evaluate(_LISTEN)
        choose(page, HAND)
        wait_for_total(page, 45)
        page.locator(".groups .tile").first.press("Enter")
        page.wait_for_selector("dialog")
        page.keyboard.type("9m")
        page.wait_for_selector('.total strong:text-is("No win")')
        assert page.evaluate(_FOCUSED) == "9 characters"
        page.keyboard.press("Control+z")
        wait_for_total(page, 45)
        heard = page.evaluate("() => heard")
        assert len(heard) == 3, heard
        assert heard[0].startswith("45 points") and heard[1] == "No win" and heard[2] == heard[0]
    assert errors == []


def test_arrow_keys_move_among_the_tiles_row_by_row(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.get_by_role("button", name="Tap the tiles").click()
        page.locator(".palette button").first.focus()
        reached = []
        for key in ("Right", "Down", "Down", "Down", "Down", "Left", "Up"):
            page.keyboard.press(f"Arrow{key}")
            reached.append(page.evaluate(_FOCUSED))
        assert reached == [
            *("2 characters", "2 dots", "2 bamboo", "South"),
            *("orchid", "plum", "East"),
        ]
        page.keyboard.press("Enter")
        page.wait_for_selector('.count:has-text("1 of 14")')
    assert errors == []


def test_total_and_photo_stay_in_view(chromium: Any, site: str, tmp_path: Path) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        for size in (page.viewport_size, DESKTOP):
            page.set_viewport_size(size)
            page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
            page.wait_for_timeout(100)
            page.screenshot(path=tmp_path / f"{size['width']}.png")
            for shown in (".total", "svg.picture"):
                assert is_in_view(page, shown), (shown, size)
        left, right = (page.locator(one).bounding_box() for one in (".left", ".result"))
        assert left["x"] + left["width"] <= right["x"]  # two columns
    assert errors == []


def test_a_hand_comes_back_after_its_tab_was_closed(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.goto("about:blank")
        tab = page.context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(site)
        choose(tab, HAND)
        wait_for_total(tab, 45)
        tab.locator("#fact-seat button").nth(1).click()
        tab.wait_for_selector(STATED)
        until(tab, lambda: read_draft(tab)["facts"] == {"seat": "S"})
        tab.close()
        page.goto(site)
        wait_for_total(page, 45)
        page.wait_for_selector("svg.picture image")
        page.wait_for_selector(STATED)
    assert errors == []


def test_who_won_and_on_whom_is_a_picture_of_the_table(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.set_viewport_size({"width": 320, "height": 700})
        enter_text(page, "234m 234p 23s 777z 88p +4s")
        page.wait_for_selector(".table-caption:has-text('Who won?')")
        players = page.locator("#fact-seat button")
        middles = [middle(one) for one in players.all()]
        (east, south, west, north), wall = middles, middle(page.locator("#fact-self_drawn button"))
        assert west[1] < wall[1] < east[1] and north[0] < wall[0] < south[0]  # as they sit
        players.nth(1).click()
        page.wait_for_selector(".table-caption:has-text('Self-drawn, or who discarded?')")
        assert page.locator("#fact-discarder button").count() == 3  # nobody discards to himself
        page.locator("#fact-discarder").get_by_role("button", name="West").click()
        page.wait_for_selector(".table-caption:has-text('South wins on West’s tile')")
        page.locator("#fact-self_drawn button").click()
        page.wait_for_selector(".table-caption:has-text('South wins, self-drawn')")
        assert page.locator("#fact-discarder button[aria-pressed=true]").count() == 0
        page.locator("#fact-self_drawn button").click()  # it was a discard, by nobody knows whom
        page.wait_for_selector(".table-caption:has-text('Self-drawn, or who discarded?')")
        for button in page.locator(".win-table button").all():
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= 44, box
    assert errors == []


@pytest.mark.parametrize(("locale", "rules"), [("en-US", "riichi-ema"), ("it-IT", "zung-jung")])
def test_every_ending_of_a_deal_is_in_view_on_the_smallest_phone(
    chromium: Any, site: str, pictures: Path, locale: str, rules: str
) -> None:
    errors: list[str] = []
    texts = read_texts(locale)
    with open_page(chromium, site, errors, locale=locale) as page:
        page.set_viewport_size({"width": 320, "height": 568})
        page.wait_for_selector("header select >> nth=1", state="attached")
        go(page, "game")
        page.get_by_text(texts["new_game"], exact=True).click()
        page.locator("form select").first.select_option(rules)
        for seat, name in enumerate(("Anna", "Bo", "Carla", "Dario")):
            page.locator("form .fact input").nth(seat).fill(name)
        page.get_by_role("button", name=texts["begin"]).click()
        page.get_by_role("button", name=texts["enter_deal"]).click()
        endings = page.locator("form.deal fieldset").first.locator("button")
        endings.first.wait_for()
        page.screenshot(path=pictures / f"endings-{rules}-{locale}.png")
        assert endings.evaluate_all(_OUT_OF_SIGHT) == []
        page.get_by_role("button", name=texts["cancel"], exact=True).click()
        go(page, "hand")
        choose(page, HAND)
        page.locator(".two-taps .who-won button").nth(1).click()
        page.wait_for_selector('.two-taps small:has-text("+")')
        page.screenshot(path=pictures / f"two-taps-{rules}-{locale}.png")
        assert page.locator(".two-taps button").evaluate_all(_OUT_OF_SIGHT) == []
    assert errors == []


def test_a_winner_tapped_at_the_table_stays_below_the_thumb(chromium: Any, site: str) -> None:
    """The endings appear above, in the place of two taps: the page does not go there."""
    errors: list[str] = []
    with open_page(chromium, site, errors, locale="en-US") as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        begin_game(page, "riichi-ema")
        enter_text(page, "667788p 5577z (1111p) +5z")
        page.locator("#fact-seat").wait_for()
        page.locator(".table-caption").scroll_into_view_if_needed()
        winner = page.locator("#fact-seat").get_by_role("button", name="Bo")
        _, before = middle(winner)
        winner.click()
        page.wait_for_selector('.two-taps small:has-text("+")')
        assert abs(middle(winner)[1] - before) < 1
        assert is_in_view(page, "#fact-self_drawn button")
    assert errors == []


def test_a_hand_that_wins_in_one_seat_alone_asks_who_won(
    chromium: Any, site: str, pictures: Path
) -> None:
    errors: list[str] = []
    texts = read_texts("it-IT")
    with open_page(chromium, site, errors, locale="it-IT") as page:
        page.set_viewport_size({"width": 320, "height": 700})
        page.wait_for_selector("header select >> nth=1", state="attached")
        begin_game(page, "riichi-ema", texts)
        enter_text(page, "123m 456p 99s 22z [789s] +2z")
        page.wait_for_selector(f'.total strong:text-is("{texts["not_a_win"]}")')
        names = page.locator("#fact-seat .sitter")
        assert names.all_inner_texts() == ["Anna", "Bo", "Carla", "Dario"]
        page.locator(".win-table").scroll_into_view_if_needed()
        page.screenshot(path=pictures / "wins-in-one-seat.png")
        assert names.evaluate_all(_CUT_BELOW) == []  # a total below takes no line of a name
        page.locator(".two-taps .who-won").get_by_role("button", name="Bo").click()
        page.wait_for_selector('.two-taps small:has-text("+")')
    assert errors == []


def test_a_hand_that_wins_only_self_drawn_asks_who_won(
    chromium: Any, site: str, pictures: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        begin_game(page, "riichi-ema")
        enter_text(page, "123m 456p 99s 222s 78m +9m")  # no yaku but fully concealed hand
        page.wait_for_selector('.total strong:text-is("No win")')
        page.locator(".two-taps .who-won").get_by_role("button", name="Bo").click()
        endings = page.locator(".two-taps fieldset").nth(1).locator("button")
        page.wait_for_selector('.two-taps small:has-text("+")')
        page.screenshot(path=pictures / "wins-only-self-drawn.png")
        assert [one.is_enabled() for one in endings.all()] == [False, True, False, False]
        endings.nth(1).click()
        page.wait_for_selector('.deals li:has-text("Bo wins, self-drawn")')
    assert errors == []


def test_a_riichi_says_that_no_ura_dora_is_stated(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        page.locator("header select").first.select_option("riichi-ema")
        enter_text(page, "234m 234p 23s 777z 88p +4s")
        page.locator("#fact-riichi button").first.click()
        page.locator("#fact-dora_indicators .tile.empty").click()
        page.locator("dialog .palette button").first.click()
        ura = page.locator(".assumptions").get_by_role("button", name="no ura dora")
        ura.wait_for()
        assert page.locator(".assumptions button", has_text="no dora").count() == 0
        ura.click()  # leads to where it is stated
        page.locator("#fact-ura_indicators .tile.empty:focus").click()
        page.locator("dialog .palette button").first.click()
        ura.wait_for(state="detached")
    assert errors == []


@pytest.mark.parametrize("locale", ["en-US", "it-IT"])
def test_what_a_photo_offers_is_one_line(
    chromium: Any, site: str, tmp_path: Path, pictures: Path, locale: str
) -> None:
    texts = read_texts(locale)
    with Image.open(HAND) as hand:  # with some of its tiles once more, far below it
        beside = hand.crop((0, 0, hand.width // 3, hand.height))
        table = Image.new("RGB", (hand.width, 4 * hand.height), hand.getpixel((2, 2)))
        table.paste(hand, (0, 0))
        table.paste(beside, (hand.width // 3, 3 * hand.height))
        table.save(tmp_path / "beside.jpg", quality=92)
    errors: list[str] = []
    ignored: list[str] = []
    with open_page(chromium, site, errors, locale=locale) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        for photo in (HAND, tmp_path / "beside.jpg"):
            choose(page, photo)
            page.wait_for_selector(".total strong")
            buttons = page.locator(".photo-actions button")
            buttons.nth(2).wait_for()
            ignored.append(buttons.first.inner_text())
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 700})
                page.screenshot(path=pictures / f"photo-{photo.stem}-{locale}-{width}.png")
                boxes = buttons.evaluate_all(_BOXES)
                assert len(boxes) == 3 and len({box["top"] for box in boxes}) == 1, boxes
                assert max(box["height"] for box in boxes) < 50, boxes  # a line of text each
            page.get_by_role("button", name=texts["new_hand"]).click()
        assert ignored == [texts["whole"], texts["ignored"]["other"].format(count=5)]
    assert errors == []


def middle(one: Any) -> tuple[float, float]:
    box = one.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_lies_beside_the_hand_is_a_note_and_no_card(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1", state="attached")
        page.locator("header select").first.select_option("riichi-ema")
        choose(page, EXAMPLES / "kong-and-flowers.jpg")  # which riichi does not have
        page.wait_for_selector(".total strong")
        remark = page.locator("main p", has_text="2 flowers seen (orchid, autumn)")
        assert remark.count() == 1
        assert page.locator("main section", has=remark).count() == 0
    assert errors == []


def test_tapped_tiles_alone_are_the_hand(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        page.get_by_role("button", name="Mark the hand").click()
        outlines = page.locator("svg.picture .outline")
        marked = outlines.and_(page.locator("[aria-pressed=true]"))
        before = marked.count()
        for number in range(3):
            box = outlines.nth(number).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] / 2 + 1, box["y"] + box["height"] / 2 + 1)
            page.mouse.up()
        after = abs(before - 3)
        until(page, lambda: marked.count() == after)
        page.get_by_role("button", name=f"Use these {after} tiles").click()
        page.wait_for_selector(".problem")
        page.get_by_role("button", name="Undo").click()
        wait_for_total(page, 45)
    assert errors == []


def test_the_page_can_be_installed(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        ids = {one["errorId"] for one in found["installabilityErrors"]}
        assert ids <= {"in-incognito"}  # as every page of a test is
    assert errors == []


def test_a_tap_beside_a_tile_of_the_strip_still_hits_it(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, HAND)
        wait_for_total(page, 45)
        box = page.locator("svg.picture .outline").first.bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert box["height"] < 40
        for side in (-20, 20):  # of 44 pixels
            page.mouse.click(middle[0], middle[1] + side)
            page.wait_for_selector("dialog #picker-title")
            page.keyboard.press("Escape")
            page.locator("dialog").wait_for(state="detached")
    assert errors == []
