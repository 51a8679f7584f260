"""The end of a watched game and the next one in a real browser, on two phones."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from .browsing import DESKTOP, PHONE, served, tab, until
from .conftest import WIN, Open
from .test_web_game_browser import faults_of
from .test_web_watch_browser import answered, log, shown
from .watching import EMPTY, TableCamera, wanted, watching

pytestmark = pytest.mark.browser


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera()


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, camera: TableCamera) -> Iterator[str]:
    """Address of a server that watches the test's table."""
    with (
        watching(monkeypatch, tmp_path, camera),
        served(monkeypatch, wanted()) as address,
    ):
        yield address


@pytest.fixture
def opened(chromium: Any, base: str, pictures: Path) -> Open:
    """Opens the page on a device, see `conftest`."""
    number = count(1)
    return lambda **options: tab(chromium, base, pictures / f"end-{next(number)}.png", **options)


def ended(page: Any) -> None:
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
        shown(page, camera, WIN)
        answered(page, "S", "W")
        page.click("[data-key=confirm]")
        until(page, lambda: "Bo wins" in log(page))
        camera.lays = EMPTY
        other.click("#view-game")
        until(other, lambda: "Bo vince" in other.locator("#entries").inner_text())
        ended(page)
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


def test_a_phone_that_looks_at_another_game_stays_there(opened: Open, camera: TableCamera) -> None:
    with opened() as page, opened() as other:
        page.locator("#watch .now").wait_for()
        other.click("#view-game")
        other.click("[data-key=leave]")
        for at, name in enumerate(("Ugo", "Pia", "Leo", "Eva")):
            other.fill(f"#player-{at}", name)
        other.click("[data-key=start-game]")
        until(other, lambda: "Ugo" in other.locator("#game").inner_text())
        ended(page)
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
        ended(page)
        faults = {"over": faults_of(page, axe)}
        page.screenshot(path=pictures / f"over-{colours}.png", full_page=True)
    assert faults == {name: [] for name in faults}
