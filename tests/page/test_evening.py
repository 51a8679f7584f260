"""Photos of an evening: each becomes a deal of a game, in the order of their times, by two taps."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import until
from tests.page.places import go
from tests.page.test_page_walk import WIN, record_draw, type_hand, wait_for_total
from tests.page.test_static_page import EXAMPLES, open_page
from tests.page.test_two_tabs import begin_game

pytestmark = pytest.mark.browser

SUB_IFD, TAKEN = 0x8769, 0x9003
ALBUM = "input[type=file][multiple]"
# The list of photos as it is kept, with the first one in another state.
BREAK_OFF = """([state, deal]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("handreader-evening", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction("photos", "readwrite");
    const store = writing.objectStore("photos");
    const found = store.get("list");
    found.onsuccess = () => {
      const [first, ...rest] = found.result;
      store.put([{ ...first, state, deal }, ...rest], "list");
    };
    writing.oncomplete = () => { opening.result.close(); resolve(); };
  };
})"""
SHARE = """async (names) => {
  const form = new FormData();
  for (const [name, lastModified] of names) {
    const blob = await (await fetch("icon-512.png")).blob();
    form.append("photo", new File([blob], name, { type: "image/png", lastModified }));
  }
  return (await fetch("share", { method: "POST", body: form })).ok;
}"""


def take(folder: Path, name: str, example: str, time: str) -> Path:
    """Write a photo that was taken at a time of the evening; its file is newer than all."""
    path = folder / f"{name}.jpg"
    with Image.open(EXAMPLES / f"{example}.jpg") as picture:
        exif = Image.Exif()
        exif.get_ifd(SUB_IFD)[TAKEN] = f"2026:11:27 {time}:00"
        picture.save(path, exif=exif, quality=92)
    return path


def wait_for_turn(page: Any, number: int, count: int) -> None:
    page.wait_for_selector(f'.evening:has-text("Photo {number} of {count}")')


def tap_twice(page: Any, winner: str, ending: str) -> None:
    taps = page.locator(".two-taps fieldset")
    taps.nth(0).get_by_role("button", name=winner).click()
    taps.nth(1).get_by_role("button", name=ending).click()


def deals(page: Any) -> list[str]:
    """Return the recorded deals, the oldest first."""
    shown = page.locator(".deals > li summary > span").all_inner_texts()
    return [str(one) for one in reversed(shown)]


@pytest.mark.walk
def test_photos_become_deals_in_the_order_of_their_times(
    chromium: Any, site: str, tmp_path: Path, pictures: Path
) -> None:
    bad = tmp_path / "notes.jpg"
    bad.write_bytes(b"this is no picture")
    os.utime(bad, (0, 0))  # the earliest of all
    files = [
        take(tmp_path, "a", "kong-and-flowers", "22:40"),
        take(tmp_path, "b", "hand", "21:05"),
        bad,
        take(tmp_path, "c", "across", "21:50"),
    ]
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        begin_game(page)
        page.locator(f"section.game {ALBUM}").set_input_files(files)
        wait_for_turn(page, 1, 4)
        page.wait_for_selector('.alert:has-text("“notes.jpg” is no picture")')
        page.screenshot(path=pictures / "evening-no-picture.png")
        page.reload()
        wait_for_turn(page, 1, 4)
        page.get_by_role("button", name="Skip").click()
        wait_for_turn(page, 2, 4)
        wait_for_total(page, 45)
        page.screenshot(path=pictures / "evening.png")
        page.locator(".two-taps fieldset button", has_text="Bo").click()
        page.locator(".two-taps fieldset >> nth=1").wait_for()
        page.screenshot(path=pictures / "evening-second-tap.png")
        page.reload()  # half confirmed: nothing is recorded, nothing is lost
        wait_for_turn(page, 2, 4)
        wait_for_total(page, 45)
        go(page, "game")
        page.wait_for_selector(".players")
        assert deals(page) == []
        wait_for_turn(page, 2, 4)
        page.get_by_role("button", name="Go on with this photo").click()
        page.locator(".two-taps fieldset").nth(1).get_by_role("button", name="Carla").click()
        wait_for_turn(page, 3, 4)
        page.wait_for_selector(".total strong")
        tap_twice(page, "Anna", "self-drawn")
        wait_for_turn(page, 4, 4)
        page.wait_for_selector(".total strong")
        tap_twice(page, "Dario", "Bo")
        page.wait_for_selector('.evening:has-text("3 photos of the evening became deals.")')
        page.wait_for_selector(".deals > li >> nth=2")
        first, second, third = deals(page)
        assert first.startswith("Bo wins on Carla")
        assert second.startswith("Anna") and third.startswith("Dario wins on Bo")
        page.screenshot(path=pictures / "evening-ended.png")
        record_draw(page)  # the word of the evening goes by itself
        page.locator(".evening").wait_for(state="detached")
    assert [one for one in errors if "EncodingError" not in one] == []


def test_photos_wait_for_a_game_and_one_without_a_hand_is_taken_again(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    bare = tmp_path / "bare.jpg"
    Image.new("RGB", (1200, 900), (60, 120, 80)).save(bare)
    os.utime(bare, (0, 0))
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        go(page, "game")
        page.locator(ALBUM).set_input_files([take(tmp_path, "b", "hand", "21:05"), bare])
        page.wait_for_selector('.evening:has-text("Begin the game")')
        begin_game(page)
        page.get_by_role("button", name="Go on with this photo").click()
        page.wait_for_selector('.problem:has-text("No tiles")')
        wait_for_turn(page, 1, 2)
        again = take(tmp_path, "again", "across", "23:00")
        page.locator(".evening input[type=file]").set_input_files(again)
        page.wait_for_selector(".total strong")
        wait_for_turn(page, 1, 2)  # it has the place of the one that it replaces
        tap_twice(page, "Anna", "Bo")
        wait_for_turn(page, 2, 2)
        wait_for_total(page, 45)
        tap_twice(page, "Carla", "Dario")
        page.wait_for_selector(".deals > li >> nth=1")
        first, second = deals(page)
        assert first.startswith("Anna wins on Bo") and second.startswith("Carla wins on Dario")
        page.locator(".evening").wait_for()
        type_hand(page, WIN)
        page.locator(".evening").wait_for(state="detached")
    assert errors == []


def test_a_deal_whose_recording_broke_off_is_recorded_once(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    files = [take(tmp_path, "a", "hand", "21:05"), take(tmp_path, "b", "hand", "21:10")]
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        begin_game(page)
        game = page.evaluate("() => localStorage.getItem('handreader.game')")
        page.locator(f"section.game {ALBUM}").set_input_files(files)
        wait_for_turn(page, 1, 2)
        wait_for_total(page, 45)
        page.evaluate(BREAK_OFF, ["recording", {"game": game, "next": 1}])  # not in the game yet
        page.reload()
        wait_for_turn(page, 1, 2)
        wait_for_total(page, 45)
        tap_twice(page, "Bo", "Carla")
        wait_for_turn(page, 2, 2)
        wait_for_total(page, 45)
        page.evaluate(BREAK_OFF, ["recording", {"game": game, "next": 1}])  # it is in the game
        page.reload()
        wait_for_turn(page, 2, 2)
        go(page, "game")
        page.wait_for_selector(".deals > li")
        assert len(deals(page)) == 1
    assert errors == []


def test_several_shared_photos_are_an_evening(chromium: Any, site: str) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.reload()  # now the service worker answers
        assert page.evaluate(SHARE, [["late.png", 2_000_000], ["early.png", 1_000_000]])
        page.goto(f"{site}?shared")
        wait_for_turn(page, 1, 2)
        page.wait_for_selector('.evening:has-text("Begin the game")')
        page.reload()
        wait_for_turn(page, 1, 2)
        page.get_by_role("button", name="Leave the photos out").click()
        until(page, lambda: page.locator(".evening").count() == 0)
    assert errors == []
