"""Tiles of which the nets are not sure: the questions about them, and how a player goes through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFilter

from handreader import pipeline
from handreader.situation import Situation
from tests.handreader.web.browsing import until
from tests.page.test_page_walk import EXAMPLES
from tests.page.test_static_page import choose, open_page
from vision import Reader
from vision.photo import open_photo

pytestmark = pytest.mark.browser

RADII = (5.8, 5.2, 6.4, 5.5, 7.0, 6.1)
"""How much the example is blurred: the first is amid those that make these nets ask."""
SURE = 0.9  # as in page/src/doubt.ts


def blur_example(folder: Path) -> Path:
    """Write an example so blurred that Python asks which tile one is, and is unsure of two."""
    reader, path = Reader(), folder / "blurred.jpg"
    for radius in RADII:
        with Image.open(EXAMPLES / "kong-and-flowers.jpg") as photo:
            photo.filter(ImageFilter.GaussianBlur(radius)).save(path, quality=92)
        reading = pipeline.read_photo(reader, open_photo(path), Situation(), "zung-jung")
        unsure = [tile for tile in reading.tiles if tile.kind_probability < SURE]
        if len(unsure) > 1 and any(one.id.startswith("tile:") for one in reading.questions):
            return path
    raise AssertionError("however it is blurred, no question is asked: blur another example")


def test_doubtful_tiles_are_asked_about_and_confirmed_one_by_one(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        choose(page, blur_example(tmp_path))
        face = page.locator(".questions .choice img").first
        assert face.get_attribute("alt") == "", "its name is beside it, and is read once"
        assert page.locator(".questions .close-up").count() > 0, "which tile is meant"
        page.screenshot(path=tmp_path / "asked.png", full_page=True)
        page.get_by_role("button", name="Check").click()
        close_up = page.locator("dialog .close-up")
        first = close_up.get_attribute("viewBox")
        page.get_by_role("button", name="Next doubtful").click()
        until(page, lambda: close_up.get_attribute("viewBox") != first)
        second = close_up.get_attribute("viewBox")
        page.screenshot(path=tmp_path / "next.png")
        page.locator(".likely button").first.click()
        until(page, lambda: close_up.get_attribute("viewBox") != second)
        page.keyboard.press("Escape")
    assert errors == []
