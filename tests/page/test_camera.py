"""The live camera: chromium's own, which shows a drawn-in hand or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

cv2 = pytest.importorskip("cv2")

from tests.handreader.web.browsing import PHONE, browser
from tests.page.static_site import ROOT, read_draft

pytestmark = pytest.mark.browser

HAND = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
PATIENCE = 180_000  # milliseconds


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hand that lies still under a camera: JPEG pictures one after the other."""
    path = tmp_path_factory.mktemp("film") / "hand.mjpeg"
    picture = cv2.resize(cv2.imread(str(HAND)), (1280, 960), interpolation=cv2.INTER_AREA)
    path.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes() * 3)
    return path


@pytest.fixture(scope="module")
def chromium(film: Path) -> Iterator[Any]:
    with browser(f"--use-file-for-fake-video-capture={film}") as found:
        yield found


def open_start(chromium: Any, address: str, **options: Any) -> Any:
    context = chromium.new_context(viewport=PHONE, **{"locale": "en-US", **options})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def test_a_hand_that_lies_still_is_shot_and_scored(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    page = open_start(chromium, site, permissions=["camera"])
    page.get_by_role("button", name="Take a photo").click()
    page.wait_for_selector(".camera polygon", state="attached")
    page.screenshot(path=tmp_path / "camera.png")
    page.wait_for_selector(".total strong")
    assert page.locator(".camera").count() == 0
    page.screenshot(path=tmp_path / "shot.png")
    assert len(read_draft(page)["recognition"]["tiles"]) >= 14
    page.context.close()


def test_the_shutter_and_escape_work_before_the_reader_is_loaded(chromium: Any, site: str) -> None:
    page = open_start(chromium, site, permissions=["camera"])
    take = page.get_by_role("button", name="Take a photo")
    take.click()
    page.wait_for_selector("dialog.camera:modal")
    focused = "() => document.activeElement.closest('.camera button')?.textContent"
    page.wait_for_function("() => document.activeElement.textContent === 'Shoot'")
    reached = set()
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(focused))
    assert reached >= {"Close", "Shoot"}  # chromium counts its own window in, as None
    assert page.evaluate("() => !document.querySelector('main').contains(document.activeElement)")
    page.keyboard.press("Escape")
    page.locator(".camera").wait_for(state="detached")
    assert page.locator(".camera").count() == 0
    assert page.evaluate("() => document.activeElement.textContent") == take.inner_text()
    take.click()
    page.wait_for_function("() => document.querySelector('.camera video')?.videoWidth > 0")
    page.get_by_role("button", name="Shoot").click()
    page.wait_for_selector(".total strong")
    page.context.close()


# A phone that names its lamp only after the first looks, and what the page asks of it.
_LAMP = """
let looks = 0;
window.lamp = [];
MediaStreamTrack.prototype.getCapabilities = () => (++looks > 3 ? { torch: true } : {});
MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) => lamp.push(advanced[0].torch);
"""


def test_the_light_is_offered_where_the_phone_has_one(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    page = open_start(chromium, "about:blank", permissions=["camera"])
    page.add_init_script(_LAMP)
    page.route("**/ort-wasm*.wasm", lambda route: None)  # no look of the reader shoots meanwhile
    page.goto(site)
    page.get_by_role("button", name="Take a photo").click()
    light = page.get_by_role("button", name="Light")
    light.click()
    page.wait_for_selector("button[aria-pressed=true]:has-text('Light')")
    page.screenshot(path=tmp_path / "light.png")
    light.click()
    page.wait_for_selector("button[aria-pressed=false]:has-text('Light')")
    assert page.evaluate("() => lamp") == [True, False]
    page.context.close()


def test_a_refused_camera_leaves_the_other_ways(chromium: Any, site: str, tmp_path: Path) -> None:
    page = open_start(chromium, site)
    page.evaluate("() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(Error()); }")
    page.get_by_role("button", name="Take a photo").click()
    page.wait_for_selector(".notice:has-text('No live camera here')")
    assert page.locator("button:has-text('Take a photo')").count() == 0
    assert page.locator("input[capture=environment]").count() == 1
    page.screenshot(path=tmp_path / "refused.png")
    page.context.close()
