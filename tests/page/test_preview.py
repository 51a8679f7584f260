"""What the page shows of a large photo: a preview, and sharp parts where it enlarges."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.page.test_static_page import EXAMPLES, choose, open_page

pytestmark = pytest.mark.browser

LARGE = (4032, 3024)
ACROSS = 1100  # pixels of the hand in it: fewer than a third of the photo's
SIZE = """async (image) => {
  const shown = new Image();
  shown.src = image.getAttribute("href");
  await shown.decode();
  return [shown.naturalWidth, shown.naturalHeight];
}"""
HIDE = "(all) => all.forEach((one) => { one.style.visibility = 'hidden'; })"


@pytest.fixture
def large_photo(tmp_path: Path) -> Path:
    """A photo of 12 megapixels with a hand in a part of it."""
    photo = Image.new("RGB", LARGE, (40, 90, 60))
    with Image.open(EXAMPLES / "hand.jpg") as hand:
        tall = round(hand.height * ACROSS / hand.width)
        photo.paste(hand.resize((ACROSS, tall)), (1700, 1200))
    path = tmp_path / "large.jpg"
    photo.save(path, quality=92)
    return path


def picture_of(page: Any, selector: str) -> Image.Image:
    return Image.open(io.BytesIO(page.locator(selector).screenshot())).convert("RGB")


def mean_difference(one: Image.Image, other: Image.Image) -> float:
    return float(np.mean(ImageStat.Stat(ImageChops.difference(one, other)).mean))


def test_a_large_photo_is_shown_by_its_preview_and_sharp_parts(
    chromium: Any, site: str, large_photo: Path, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, device_scale_factor=3) as page:
        choose(page, large_photo)
        page.wait_for_selector(".total")
        for is_reloaded in (False, True):
            if is_reloaded:
                page.reload()
                page.wait_for_selector(".total")
            page.wait_for_selector("svg.picture image.cut", state="attached")
            preview = page.locator("svg.picture image").first.evaluate(SIZE)
            assert max(preview) == 1600
            cut = page.locator("svg.picture image.cut").evaluate(SIZE)
            assert cut[0] == pytest.approx(min(3 * 390, ACROSS), rel=0.2)
        page.locator("svg.picture polygon").first.click()
        page.wait_for_selector(".close-up image.cut", state="attached")
        page.wait_for_timeout(300)
        page.locator("svg.picture polygon").evaluate_all(HIDE)
        for selector in ("svg.picture", ".close-up"):
            sharp = picture_of(page, selector)
            sharp.save(tmp_path / f"{selector.strip('.')}.png")
            page.locator(f"{selector} .cut").evaluate_all(HIDE)
            coarse = picture_of(page, selector)
            coarse.save(tmp_path / f"{selector.strip('.')} coarse.png")
            # the same place, with more in it
            # the same place, with more in it; a tenth of a tile beside, it would be 30
            assert 0.1 < mean_difference(sharp, coarse) < 20
    assert errors == []


def test_a_small_photo_is_shown_itself(chromium: Any, site: str, tmp_path: Path) -> None:
    errors: list[str] = []
    path = tmp_path / "small.png"
    with Image.open(EXAMPLES / "hand.jpg") as hand:
        hand.reduce(2).save(path)
    with open_page(chromium, site, errors, device_scale_factor=3) as page:
        choose(page, path)
        page.wait_for_selector(".total")
        assert page.locator("svg.picture image").count() == 1
        assert page.locator("svg.picture image").evaluate(SIZE) == [1008, 567]
    assert errors == []
