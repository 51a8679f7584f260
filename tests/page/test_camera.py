"""The live camera: chromium's own, which shows a hand, tiles that are none, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

cv2 = pytest.importorskip("cv2")

from tests.handreader.web.browsing import PHONE, browser
from tests.page.examiner import launch
from tests.page.static_site import ROOT, read_draft
from tests.page.test_doubt import blur_example

pytestmark = pytest.mark.browser

HAND = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
PATIENCE = 180_000  # milliseconds


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hand that lies still under a camera: JPEG pictures one after the other."""
    return write_film(tmp_path_factory.mktemp("film") / "hand.mjpeg", cv2.imread(str(HAND)))


def write_film(path: Path, picture: Any) -> Path:
    """Write a film of a picture that lies still."""
    small = cv2.resize(picture, (1280, 960), interpolation=cv2.INTER_AREA)
    path.write_bytes(cv2.imencode(".jpg", small)[1].tobytes() * 3)
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


def test_the_total_stands_on_the_picture_and_a_tap_keeps_it(
    chromium: Any, site: str, pictures: Path
) -> None:
    page = open_start(chromium, site, permissions=["camera"])
    page.get_by_role("button", name="Take a photo").click()
    page.wait_for_selector('.live-total strong:text-is("45 points")')
    assert page.locator(".camera image").count() == 14  # a face above each tile
    page.screenshot(path=pictures / "live-total.png")
    page.wait_for_timeout(3000)
    assert page.locator(".camera").count() == 1  # what is sure is not shot
    page.locator(".live-total").click()
    page.wait_for_selector('.total strong:text-is("45 points")')
    assert page.locator(".camera").count() == 0
    assert page.locator("svg.picture .outline").count() >= 14
    page.screenshot(path=pictures / "kept-total.png")
    page.reload()
    page.wait_for_selector('.total strong:text-is("45 points")')
    page.context.close()


@pytest.mark.parametrize("is_automatic", [True, False])
def test_a_doubtful_hand_that_lies_still_is_shot_unless_that_is_off(
    chromium: Any, site: str, tmp_path: Path, is_automatic: bool
) -> None:
    blurred = write_film(tmp_path / "blurred.mjpeg", cv2.imread(str(blur_example(tmp_path))))
    with launch(chromium, f"--use-file-for-fake-video-capture={blurred}") as filming:
        page = open_start(filming, site, permissions=["camera"])
        page.get_by_role("button", name="Take a photo").click()
        if not is_automatic:
            page.get_by_role("button", name="Automatic").click()
            page.wait_for_selector('.camera [role=status]:has-text("Not all is sure here")')
            page.wait_for_timeout(3000)
            assert page.locator(".camera").count() == 1
            page.get_by_role("button", name="Close").click()
            page.get_by_role("button", name="Take a photo").click()  # it is remembered
            page.wait_for_selector('.camera [role=status]:has-text("Not all is sure here")')
            page.get_by_role("button", name="Shoot").click()
        page.wait_for_selector(".questions .choice")
        assert page.locator(".camera").count() == 0
        # the photo is the part in the frame
        read = read_draft(page)["recognition"]
        assert read["width"] < 1280 and read["height"] < 960
        page.context.close()


@pytest.mark.parametrize("top", [400, 812])  # the frame ends at 797
def test_a_hand_outside_the_frame_does_not_count(
    chromium: Any, site: str, tmp_path: Path, pictures: Path, top: int
) -> None:
    hand = cv2.imread(str(HAND))[410:740]
    strip = cv2.resize(hand, (900, round(330 * 900 / hand.shape[1])), interpolation=cv2.INTER_AREA)
    below = 960 - top - len(strip)
    how = {"borderType": cv2.BORDER_CONSTANT, "value": (62, 92, 24)}
    film = write_film(
        tmp_path / "hand.mjpeg", cv2.copyMakeBorder(strip, top, below, 190, 190, **how)
    )
    with launch(chromium, f"--use-file-for-fake-video-capture={film}") as filming:
        page = open_start(filming, site, permissions=["camera"])
        page.get_by_role("button", name="Take a photo").click()
        if top == 400:
            page.wait_for_selector('.live-total strong:text-is("45 points")')
        else:
            # longer than the total of the other film takes
            page.wait_for_selector('.camera .view:not([data-looks="0"])')
            before = int(page.locator(".camera .view").get_attribute("data-looks"))
            page.wait_for_function(
                "(before) => Number(document.querySelector('.view').dataset.looks) > before + 6",
                arg=before,
            )
            assert page.locator(".live-total, .camera image").count() == 0
            assert page.locator(".camera").count() == 1
        page.screenshot(path=pictures / f"frame-{top}.png")
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
