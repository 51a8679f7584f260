"""The watched table in a real browser: the picture, a hand answered and taken back, two phones; the
end of a game and the next one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.handreader.conftest import WIN, Open
from tests.handreader.watch.watching import (
    EMPTY,
    OTHER,
    TWELVE,
    TableCamera,
    watch_options,
    watching,
)
from tests.handreader.web.browsing import DESKTOP, PHONE, serve_page, tab, until
from tests.handreader.web.test_game_browser import faults_of

pytestmark = pytest.mark.browser


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera()


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, camera: TableCamera) -> Iterator[str]:
    """Address of a server that watches the test's table."""
    with (
        watching(monkeypatch, tmp_path, camera),
        serve_page(monkeypatch, watch_options()) as address,
    ):
        yield address


@pytest.fixture(name="opened")
def open_tab(chromium: Any, base: str, pictures: Path) -> Open:
    """Opens the page on a device, see `conftest`."""
    number = count(1)
    return lambda **options: tab(chromium, base, pictures / f"end-{next(number)}.png", **options)


def show_hand(page: Any, camera: TableCamera, hand: str) -> None:
    """Lays a hand, and waits until the page asks about it."""
    page.locator("#watch .now").wait_for()
    until(page, lambda: page.locator("[data-key=win-now]").count() > 0)
    camera.lays = hand
    page.wait_for_selector("#proposal [data-key=confirm]")


def answer_questions(page: Any, seat: str, how: str) -> None:
    page.click(f"[data-key=shown-won-{seat}]")
    page.wait_for_selector(f"[data-key=shown-won-{seat}][aria-pressed=true]")
    page.click(f"[data-key=shown-from-{how}]")
    page.wait_for_selector("[data-key=confirm]:not([disabled])")


def log(page: Any) -> str:
    return str(page.locator("#log").inner_text())


@pytest.mark.parametrize(
    ("size", "locale", "said"),
    [(PHONE, "en-US", ("Recording", "Bo wins")), (DESKTOP, "it-IT", ("Registra", "Bo vince"))],
    ids=["phone", "desktop"],
)
def test_a_hand_is_asked_about_entered_and_taken_back(
    opened: Open,
    camera: TableCamera,
    pictures: Path,
    size: dict[str, int],
    locale: str,
    said: tuple[str, str],
) -> None:
    with opened(viewport=size, locale=locale) as page:
        until(page, lambda: said[0] in page.locator("#rec").inner_text())
        show_hand(page, camera, WIN)
        until(page, lambda: page.locator("#watch .now").evaluate("img => img.naturalWidth") > 0)
        until(
            page, lambda: page.locator("#proposal .shown").evaluate("img => img.naturalWidth") > 0
        )
        assert page.locator("[data-key=confirm]").is_disabled()
        answer_questions(page, "S", "W")
        page.screenshot(path=pictures / "asked.png", full_page=True)
        page.click("[data-key=confirm]")
        until(page, lambda: said[1] in log(page))
        assert page.locator("#proposal").is_hidden()
        page.click("#view-game")
        until(page, lambda: page.locator("#entries .entry").count() == 1)
        assert said[0] in page.locator("#rec").inner_text()  # it is said on every part of the page
        page.click("#rec")
        camera.lays = TWELVE
        page.click("#log [data-key^=undo-]")
        page.click("#dialog [data-key=take-back]")
        page.wait_for_selector("#log .win.struck")
        page.click("#view-game")
        page.wait_for_selector("#entries .entry.struck")


def test_a_hand_is_corrected_with_the_hands_own_gestures(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        show_hand(page, camera, OTHER)
        page.click("[data-key=correct-shown]")
        page.wait_for_selector("#hand:not([hidden])")
        assert page.locator("#picture .outline").count() == 14
        page.click('#hand .zone.concealed .tile[title^="1 characters"]')
        page.locator("#dialog .set").first.click()  # it was called
        page.wait_for_selector("#hand .meld")
        page.click("[data-key=won-N]")
        page.click("[data-key=from-wall]")
        page.wait_for_selector("[data-key=record-win]:not([disabled])")
        page.click("[data-key=record-win]")
        page.click("#dialog [data-key=send]")
        until(page, lambda: page.locator("#entries .entry").count() == 1)
        page.click("#view-table")
        until(page, lambda: "Dario wins" in log(page))


def test_a_tile_is_named_anew_by_two_taps_on_every_phone(opened: Open, camera: TableCamera) -> None:
    with opened() as page, opened() as other:
        show_hand(page, camera, WIN)
        other.wait_for_selector("#proposal [data-key=confirm]")
        page.click('#proposal .zone.concealed .tile[title^="9"], #proposal .zone.winning .tile')
        page.click('#dialog .palette .tile[title="6 bamboo"]')
        won = "#proposal .zone.winning .tile[title^='6 bamboo']"
        page.wait_for_selector(won)
        other.wait_for_selector(won)
        other.click("[data-key=refuse]")
        until(page, lambda: page.locator("#proposal").is_hidden())


def test_a_lost_camera_is_said(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        page.locator("#watch .now").wait_for()
        camera.lost = True
        until(page, lambda: "camera is lost" in page.locator("#watch [role=status]").inner_text())
        assert "Paused" in page.locator("#rec").inner_text()
        camera.lost = False
        until(page, lambda: "Recording" in page.locator("#rec").inner_text())
        page.click("[data-key=pause]")
        until(page, lambda: page.locator("#watch .now").is_hidden())
        page.click("[data-key=resume]")
        until(page, lambda: page.locator("#watch .now").is_visible())


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_serious_stands_in_anybodys_way(
    opened: Open, camera: TableCamera, colours: str
) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    axe = (files(package) / "axe.min.js").read_text(encoding="utf-8")
    with opened(bypass_csp=True, color_scheme=colours) as page:
        show_hand(page, camera, WIN)
        faults = {"asked": faults_of(page, axe)}
        answer_questions(page, "S", "W")
        faults["answered"] = faults_of(page, axe)
        page.click("[data-key=more]")
        faults["more"] = faults_of(page, axe)
        page.keyboard.press("Escape")
        page.click("[data-key=confirm]")
        page.wait_for_selector("#log .win")
        camera.lays = EMPTY
        faults["entered"] = faults_of(page, axe)
    assert faults == {name: [] for name in faults}


# The end of a game and the next one.


def end_game(page: Any) -> None:
    """Ends the game on the page."""
    page.wait_for_selector("[data-key=more]")
    page.click("[data-key=more]")
    page.click("[data-key=end-game]")
    page.click("#dialog [data-key=end-now]")
    page.wait_for_selector("#next-game")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_new_game_begins_on_one_phone_and_the_other_goes_along(
    opened: Open, camera: TableCamera, pictures: Path, size: dict[str, int]
) -> None:
    with opened(viewport=size) as page, opened(locale="it-IT") as other:
        show_hand(page, camera, WIN)
        answer_questions(page, "S", "W")
        page.click("[data-key=confirm]")
        until(page, lambda: "Bo wins" in log(page))
        camera.lays = EMPTY
        other.click("#view-game")
        until(other, lambda: "Bo vince" in other.locator("#entries").inner_text())
        end_game(page)
        assert page.locator("#rec").is_hidden()  # nothing is recorded now
        page.screenshot(path=pictures / "over.png", full_page=True)
        assert page.locator("#next-1").input_value() == "Bo"
        page.fill("#next-0", "Zoë")
        page.select_option("#next-rules", "mcr")
        page.click("[data-key=next-start]")
        until(page, lambda: "Zoë" in page.locator("#watch .seats").inner_text())
        assert page.locator("#next").is_hidden()
        assert "Bo wins" not in log(page)
        # the other phone was looking at the game that is over: it goes along
        until(other, lambda: "Zoë" in other.locator("#game").inner_text())
        assert other.locator("#entries .entry").count() == 0
        other.click("[data-key=leave]")
        other.click("[data-key^=open-] >> nth=1")  # the one that is over is kept
        until(other, lambda: "Bo vince" in other.locator("#entries").inner_text())


def _has_draws(page: Any, count: int) -> bool:
    """Whether so many hands are over that nobody won."""
    return bool(page.locator("#log .draw").count() == count)


@pytest.mark.parametrize("locale", ["en-US", "it-IT"])
def test_after_the_last_hand_people_have_time_to_look(
    opened: Open, camera: TableCamera, pictures: Path, locale: str
) -> None:
    with opened(viewport=PHONE, locale=locale) as page:
        for number in range(1, 16):
            until(page, lambda: page.locator("[data-key=nobody]").count() > 0)
            page.click("[data-key=nobody]")
            until(page, partial(_has_draws, page, number))
        show_hand(page, camera, WIN)
        answer_questions(page, "S", "W")
        page.click("[data-key=confirm]")
        caption = page.locator("#watch .seats caption")
        until(page, lambda: caption.inner_text() in ("Result", "Risultato"))
        assert page.locator("[data-key^=undo-]").count() == 1
        page.screenshot(path=pictures / f"last-{locale}.png", full_page=True)
        page.click("[data-key=new-deal]")  # which says now that the game ends
        page.wait_for_selector("#next-game")


def test_a_phone_that_looks_at_another_game_stays_there(opened: Open, camera: TableCamera) -> None:
    with opened() as page, opened() as other:
        page.locator("#watch .now").wait_for()
        other.click("#view-game")
        other.click("[data-key=leave]")
        for at, name in enumerate(("Ugo", "Pia", "Leo", "Eva")):
            other.fill(f"#player-{at}", name)
        other.click("[data-key=start-game]")
        until(other, lambda: "Ugo" in other.locator("#game").inner_text())
        end_game(page)
        page.click("[data-key=next-start]")
        page.locator("#watch .now").wait_for()
        other.wait_for_timeout(6000)  # longer than between two looks
        assert "Ugo" in other.locator("#game").inner_text()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_serious_stands_in_the_way_of_the_next_game(
    opened: Open, camera: TableCamera, colours: str, pictures: Path
) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    axe = (files(package) / "axe.min.js").read_text(encoding="utf-8")
    with opened(bypass_csp=True, color_scheme=colours) as page:
        end_game(page)
        faults = {"over": faults_of(page, axe)}
        page.screenshot(path=pictures / f"over-{colours}.png", full_page=True)
    assert faults == {name: [] for name in faults}
