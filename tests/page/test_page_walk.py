"""Walks through the page without a server: what a player taps, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import PHONE, until
from tests.page.places import go, open_deals, open_typing
from tests.page.static_site import ROOT, read_draft
from tests.page.test_static_page import PATIENCE, choose, open_page

pytestmark = pytest.mark.browser

EXAMPLES = ROOT / "datasets" / "examples" / "images"
NEARLY = "123m456p789s3s1p22z +2z"
WIN = "123m456p789s33s22z +2z"
NO_DATABASE = """Object.defineProperty(window, "indexedDB", {
  get() { throw new DOMException("refused", "SecurityError"); }
})"""

# As Safari in private mode: values are kept, files are not.
NO_FILES = """const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, key) {
  if (value instanceof Blob) throw new DOMException("no files", "UnknownError");
  return put.call(this, value, key);
}"""


def type_hand(page: Any, hand: str) -> None:
    open_typing(page)
    page.locator("#typed").fill(hand)
    page.get_by_role("button", name="Score").click()


def wait_for_total(page: Any, points: int) -> None:
    page.wait_for_selector(f'.total strong:text-is("{points} points")')


def record_draw(page: Any) -> None:
    """Record that nobody won the deal."""
    page.get_by_role("button", name="Nobody won").click()
    page.locator("form.deal").get_by_role("button", name="Record", exact=True).click()


def palette_columns(page: Any) -> tuple[int, float]:
    """Return how many columns the palette has, and the width of one."""
    boxes = [one.bounding_box() for one in page.locator(".palette button").all()[:27]]
    first = [box for box in boxes if abs(box["y"] - boxes[0]["y"]) < 2]
    return len(first), first[0]["width"]


def is_in_sight(part: Any) -> bool:
    """Return whether a whole part of the page is on the screen, with nothing above it."""
    return bool(
        part.evaluate(
            """part => {
              const { left, right, top, bottom } = part.getBoundingClientRect();
              return [top + 2, bottom - 2].every((y) =>
                part.contains(document.elementFromPoint((left + right) / 2, y)));
            }"""
        )
    )


@pytest.mark.walk
def test_a_nearly_winning_hand_is_mended_and_explained(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        type_hand(page, NEARLY)
        page.locator(".near .change").first.click()
        wait_for_total(page, 5)
        page.locator('.total .assumes:has-text("East")').click()
        page.locator("#fact-seat button").nth(1).click()
        wait_for_total(page, 15)  # a pung of the seat wind
        assert page.locator(".assumes").count() == 0 or "South" not in page.inner_text(".assumes")
        page.locator(".item").nth(1).click()
        assert page.locator(".entered .tile.lit").count() == 3
        page.keyboard.press("Control+z")
        wait_for_total(page, 5)
        page.get_by_role("button", name="Dispute the score (Zung Jung)").click()
        page.wait_for_selector("text=The claim and the count agree.")
        page.get_by_label("Claimed total").fill("40")
        page.wait_for_selector('.verdict:has-text("you claim 40 in total; it is 5")')
        page.reload()  # what is claimed is kept, also in a dispute that is closed by a tap
        page.wait_for_selector('.verdict:has-text("you claim 40 in total; it is 5")')
        page.locator(".dispute").get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Dispute the score (Zung Jung)").click()
        page.wait_for_selector('.verdict:has-text("you claim 40 in total; it is 5")')
        page.get_by_role("button", name="Concealed Hand: one fewer").click()
        left_out = page.locator(".verdict li", has_text="you left out Concealed Hand, 5")
        left_out.wait_for()
        for seen in (left_out, page.get_by_label("Claimed total")):  # one screen has both
            assert is_in_sight(seen)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="All rule sets side by side").click()
        page.wait_for_selector(".book >> nth=3")
        assert page.locator(".book.own").inner_text().startswith("Zung Jung")
        for name in ("Hong Kong old style", "MCR (81 hands)", "Riichi (Tenhou)"):
            assert page.locator(".book", has_text=name).count(), name
        page.screenshot(path=tmp_path / "explained.png", full_page=True)
    assert errors == []


@pytest.mark.walk
def test_what_to_discard_and_what_it_leads_to(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.wait_for_selector("header select >> nth=1")
        page.locator("header select").first.select_option("riichi-ema")
        type_hand(page, "123m456p237889s22z")
        page.get_by_role("button", name="What now?").click()
        first = page.locator(".discard").first
        first.locator("text=Ready: 8 tiles complete it").wait_for()
        assert first.locator(".accepted img").count() == 2
        assert "drawn 2100, discard 1500" in first.inner_text()
        page.locator(".discard button").nth(1).click()  # of another discard, in place of these
        page.locator(".accepted li >> nth=9").wait_for()
        assert page.locator(".accepted").count() == 1
        page.reload()  # it stays open, and follows the hand
        page.locator("text=Ready: 8 tiles complete it").wait_for()
        page.locator(".entered .tile").nth(9).click()  # an 8 of bamboo
        page.get_by_role("button", name="Remove: 8 bamboo").click()
        page.locator(".discard p", has_text="Ready: 8 tiles complete it").wait_for()
        page.locator(".palette button").nth(18).click()  # the 1 of bamboo
        page.locator(".total strong", has_text="points").wait_for()
        assert page.locator(".discard").count() == 0  # it has won
    assert errors == []


SCREENS = ((320, 568, "dark", "it"), (768, 1024, "light", "it"), (1280, 900, "dark", "en"))


def test_a_hand_is_entered_by_tapping_on_any_screen(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        for width, height, scheme, lang in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            page.locator("header select.language").select_option(lang)
            page.wait_for_selector("header select >> nth=1")
            page.locator(".ways > button").first.click()
            columns, cell = palette_columns(page)
            assert columns == 9 and cell >= min(44, (width - 40) / 9)
            page.keyboard.type("123m456p78s")
            page.locator(".entry .segment").nth(2).click()  # a pung
            page.locator(".palette button").nth(33).click()
            assert page.inner_text(".count").startswith("11 ")
            page.keyboard.type("99s")
            page.wait_for_selector(".choice")  # what 13 tiles wait for
            page.keyboard.type("9s")
            page.wait_for_selector(".total")
            page.keyboard.press("Control+z")
            page.wait_for_selector('.count:has-text("13 ")')
            page.screenshot(path=tmp_path / f"entered{width}.png", full_page=True)
            wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wider <= 0, f"the page is wider than {width} pixels"
            page.locator(".hand-actions button").first.click()
    assert errors == []


@pytest.mark.walk
def test_a_photo_its_corrections_and_the_hand_before_survive_a_reload(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, EXAMPLES / "hand.jpg")
        wait_for_total(page, 45)
        page.locator(".item").nth(1).click()
        assert page.locator("svg .shade").count() == 1
        page.locator(".groups .tile").first.click()
        columns, cell = palette_columns(page)
        assert columns == 9 and cell >= 42
        page.screenshot(path=tmp_path / "picker.png")
        page.keyboard.type("9m")
        page.wait_for_selector('.total strong:text-is("No win")')
        page.locator('.near .change:has-text("45 points")').wait_for()
        page.reload()
        page.wait_for_selector('.total strong:text-is("No win")')
        page.locator('.near .change:has-text("45 points")').click()
        wait_for_total(page, 45)
        page.get_by_role("button", name="Mark the hand").click()
        box = page.locator("svg.picture").bounding_box()
        page.mouse.move(box["x"] + 2, box["y"] + 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 2, steps=4)
        page.mouse.up()
        page.screenshot(path=tmp_path / "marked.png")
        page.get_by_role("button", name="Use these").click()
        page.wait_for_selector(".problem")
        page.get_by_role("button", name="Undo").click()
        wait_for_total(page, 45)
        page.get_by_role("button", name="Edit by tapping").click()
        page.wait_for_selector('.count:has-text("14 of 14")')
        page.keyboard.press("Control+z")
        page.wait_for_selector("svg.picture")
        page.get_by_role("button", name="New hand").click()
        until(page, lambda: read_draft(page)["recognition"] is None)
        page.reload()
        page.get_by_role("button", name="Undo").click()  # the hand before is kept, photo and all
        wait_for_total(page, 45)
        page.locator("svg.picture image").wait_for(state="attached")
        until(page, lambda: read_draft(page)["recognition"] is not None)
        page.reload()
        page.get_by_role("button", name="Undo").click()  # and each of its corrections
        page.wait_for_selector('.total strong:text-is("No win")')
        page.get_by_role("button", name="Undo").click()
        wait_for_total(page, 45)
    assert errors == []


def test_a_game_is_played_kept_exported_and_imported(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, accept_downloads=True) as page:
        go(page, "game")
        page.get_by_text("New game").click()
        for seat, name in enumerate(("Anna", "Bo", "Carla", "Dario")):
            page.locator("form .fact input").nth(seat).fill(name)
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector(".players")
        type_hand(page, WIN)
        page.locator("#fact-seat").get_by_role("button", name="Bo").click()
        page.locator("#fact-discarder").get_by_role("button", name="Carla").click()
        # at once and twice: the deal has the discarder stated last, and is recorded once
        page.get_by_role("button", name="Record in the game").dblclick()
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        record_draw(page)
        page.wait_for_selector(".deals li >> nth=1")
        open_deals(page)
        page.get_by_role("button", name="Strike out").nth(1).click()
        page.wait_for_selector(".deals .struck")
        page.get_by_role("button", name="Undo in the game").click()
        page.wait_for_selector('.players tr:has-text("Bo"):has-text("45")')
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        file = tmp_path / "game.json"
        download.value.save_as(file)
        page.reload()
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        undo_the_last_hand_after_reloads(page)
        page.get_by_role("button", name="Delete the game").click()
        importing = page.locator("input[accept*=json]")
        importing.set_input_files(file)
        page.wait_for_selector('.players tr:has-text("Bo"):has-text("45")')
        page.screenshot(path=tmp_path / "game.png", full_page=True)
        page.get_by_role("button", name="Close").click()
        for stranger in (EXAMPLES / "hand.jpg", write_json(tmp_path)):
            importing.set_input_files(stranger)
            page.wait_for_selector(
                f'.alert:text-is("“{stranger.name}” is no game: choose a file that was exported '
                'here (handreader-….json).")'
            )
        newer = {**json.loads(file.read_text("utf-8")), "format": "handreader-game/3"}
        file.write_text(json.dumps(newer), "utf-8")
        importing.set_input_files(file)
        page.wait_for_selector(
            '.alert:text-is("This game was exported by a newer handreader: update this one. '
            'Nothing was changed.")'
        )
    assert errors == []


def write_json(folder: Path) -> Path:
    """Write a file that is JSON, and no game."""
    path = folder / "package.json"
    path.write_text('{"name": "package", "format": "1"}', "utf-8")
    return path


def undo_the_last_hand_after_reloads(page: Any) -> None:
    """Record a draw and take it back in the next visit, and the deal before it in the third."""
    undo = page.get_by_role("button", name="Undo in the game")
    record_draw(page)
    page.wait_for_selector(".deals > li >> nth=2")
    page.reload()
    undo.click()
    page.wait_for_selector(".deals > li >> nth=2", state="detached")
    page.reload()
    page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
    assert page.locator(".deals > li").count() == 2
    undo.click()
    page.wait_for_selector(".deals > li >> nth=1", state="detached")
    record_draw(page)
    page.wait_for_selector(".deals > li >> nth=1")


def test_a_hand_by_tapping_needs_neither_storage_nor_the_reader(chromium: Any, site: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    context.add_init_script(NO_DATABASE)
    context.route("**/ort-wasm*", lambda route: route.abort())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    page.get_by_role("button", name="Try again").wait_for()
    type_hand(page, WIN)
    wait_for_total(page, 5)
    page.wait_for_selector('.notice:has-text("keeps nothing")')
    page.get_by_role("button", name="New hand").click()
    page.locator("input[type=file]").nth(1).set_input_files(EXAMPLES / "hand.jpg")
    page.wait_for_selector('.alert:has-text("could not be loaded")')
    page.get_by_role("button", name="Undo").click()
    wait_for_total(page, 5)
    context.close()


def test_a_photo_outlives_a_reload_where_the_browser_keeps_no_files(
    chromium: Any, site: str
) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    context.add_init_script(NO_FILES)
    for file in ("**/ort-wasm*", "**/pyodide.asm*"):
        context.route(file, lambda route: route.abort())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    page.locator("input[type=file]").nth(1).set_input_files(EXAMPLES / "hand.jpg")
    waiting = page.locator(".alert", has_text="The photo waits for that.")
    waiting.wait_for()
    page.wait_for_timeout(1000)  # it is kept meanwhile
    page.reload()
    waiting.wait_for()
    context.close()


def test_payments_are_calculated_without_tiles(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.locator('header select[aria-label="Rules"]').select_option("riichi-ema")
        go(page, "rules")
        page.locator("summary", has_text="Payments without tiles: Riichi").click()
        page.locator("#worth").fill("3 han 40 fu")
        page.wait_for_selector('[role=status] p:text-is("the discarder pays 5200")')
        page.get_by_label("self-drawn").check()
        page.wait_for_selector('[role=status] p:text-is("the dealer (East) pays 2600")')
        page.locator("#worth").fill("9 hn")
        page.wait_for_selector('[role=status] .notice:has-text("is no worth of a hand")')
    assert errors == []


def test_a_hand_is_entered_with_the_keyboard_alone(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.get_by_role("button", name="Tap the tiles").press("Enter")
        palette = page.locator(".palette")
        for name in ("1 character", "2 characters", "3 characters", "4 dots", "5 dots", "6 dots"):
            palette.get_by_role("button", name=name, exact=True).press("Enter")
        page.locator(".entry .segments").get_by_role("button", name="Pung").press("Space")
        palette.get_by_role("button", name="red dragon").press("Enter")
        page.wait_for_selector(".entered .set")
        for name in ("7 bamboo", "8 bamboo", "East", "East", "9 bamboo"):
            palette.get_by_role("button", name=name, exact=True).press("Enter")
        page.wait_for_selector(".total strong:has-text('points')")
        page.keyboard.press("Backspace")
        page.wait_for_selector('.count:has-text("13 of 14")')
    assert errors == []


def test_what_people_type_stays_text(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        type_hand(page, "<img src=x onerror=alert(1)>")
        alert = page.get_by_role("alert")
        alert.wait_for()
        assert "<img" in alert.inner_text()
        assert alert.locator("img").count() == 0
    assert errors == []


def draw_two_hands(folder: Path) -> Path:
    """Write a photo of two hands, one above the other."""
    path = folder / "two.jpg"
    with Image.open(EXAMPLES / "across.jpg") as hand, Image.open(EXAMPLES / "hand.jpg") as other:
        below = other.resize((hand.width, round(other.height * hand.width / other.width)))
        both = Image.new("RGB", (hand.width, hand.height + below.height))
        both.paste(hand, (0, 0))
        both.paste(below, (0, hand.height))
    both.save(path, quality=92)
    return path


def test_two_hands_in_a_photo_are_numbered_and_both_in_view(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, draw_two_hands(tmp_path))
        page.wait_for_selector('legend:has-text("2 hands are in view")')
        picture = page.locator("svg.picture").bounding_box()
        for number in page.locator("svg.picture .number text").all():
            box = number.bounding_box()
            assert picture["y"] <= box["y"] < picture["y"] + picture["height"]
        options = page.locator(".questions .group")
        assert [one[0] for one in options.all_inner_texts()] == ["1", "2"]
        assert [one.locator(".face").count() for one in options.all()] == [14, 14]
        page.screenshot(path=tmp_path / "two.png")
        options.nth(0).click()
        page.wait_for_selector(".total strong")
        until(page, lambda: page.locator("svg.picture .number").count() == 0)
    assert errors == []


def test_a_photo_without_tiles_has_ways_on_and_no_empty_hand(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    path = tmp_path / "bare.jpg"
    Image.new("RGB", (1200, 900), (60, 120, 80)).save(path)
    with open_page(chromium, site, errors) as page:
        choose(page, path)
        page.wait_for_selector('.problem:has-text("No tiles found")')
        page.wait_for_selector('.actions:has-text("Choose another photo")')
        assert page.locator("#hand-title").count() == 0
        page.screenshot(path=tmp_path / "bare.png")
        page.get_by_role("button", name="Edit by tapping").click()
        page.wait_for_selector(".entry .palette")
    assert errors == []
