"""How many taps a win takes, from its photo to the recorded deal of a running game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

cv2 = pytest.importorskip("cv2")

from tests.handreader.web.browsing import browser
from tests.page.places import go
from tests.page.test_camera import HAND, open_start, write_film
from tests.page.test_table_server import TIMEOUT, begin_game

pytestmark = pytest.mark.browser

COUNT_TAPS = """() => {
  window.taps = 0;
  addEventListener("pointerdown", ({ isTrusted }) => { window.taps += isTrusted ? 1 : 0; }, true);
}"""
PAID = ".two-taps .segment:has-text('{name}') small:text-is('{points}')"


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser whose camera sees a hand that lies still."""
    film = write_film(tmp_path_factory.mktemp("film") / "hand.mjpeg", cv2.imread(str(HAND)))
    with browser(f"--use-file-for-fake-video-capture={film}") as found:
        yield found


@pytest.fixture
def playing(chromium: Any, site: str) -> Iterator[Any]:
    """A page with a running game, on which taps are counted from now on."""
    page = open_start(chromium, site, permissions=["camera"])
    page.set_default_timeout(TIMEOUT)
    page.wait_for_selector("header select >> nth=1")
    begin_game(page)
    page.evaluate(COUNT_TAPS)
    yield page
    page.context.close()


def taps(page: Any) -> int:
    return int(page.evaluate("() => window.taps"))


def record_by_taps(page: Any, winner: Any, pictures: Path, name: str) -> None:
    """Tap the winner and the discarder; the payments are seen before the deal is recorded."""
    winner.click()
    page.wait_for_selector(PAID.format(name="Carla", points="\N{MINUS SIGN}85"))
    page.wait_for_selector(PAID.format(name="self-drawn", points="+135"))
    assert taps(page) == 2
    page.screenshot(path=pictures / f"{name}.png")
    page.locator(".two-taps fieldset").nth(1).get_by_role("button", name="Carla").click()
    page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
    assert taps(page) == 3
    assert page.locator(".deals > li").count() == 1


def test_a_photo_is_a_recorded_deal_at_the_third_tap(playing: Any, pictures: Path) -> None:
    go(playing, "hand")
    playing.evaluate("() => { window.taps = 0; }")
    with playing.expect_file_chooser() as chooser:
        playing.locator(".ways label").nth(1).click()
    chooser.value.set_files(HAND)
    playing.wait_for_selector('.total strong:text-is("45 points")')
    assert taps(playing) == 1
    winner = playing.locator(".two-taps .who-won").get_by_role("button", name="Bo")
    record_by_taps(playing, winner, pictures, "photo-second-tap")


def test_a_hand_in_the_camera_is_a_recorded_deal_at_the_third_tap(
    playing: Any, pictures: Path
) -> None:
    playing.get_by_role("button", name="Photograph the win").click()
    playing.wait_for_selector('.live-total strong:text-is("45 points")')
    assert taps(playing) == 1
    playing.screenshot(path=pictures / "camera-who-won.png")
    winner = playing.locator(".camera .who-won").get_by_role("button", name="Bo")
    record_by_taps(playing, winner, pictures, "camera-second-tap")
