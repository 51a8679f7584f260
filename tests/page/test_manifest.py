"""What the page shows of itself before it is installed: the pictures that its manifest names."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PIL import Image

from tests.page.static_site import ROOT, SITE

PUBLIC = ROOT / "page" / "public"
MANIFEST: dict[str, Any] = json.loads((PUBLIC / "manifest.webmanifest").read_text("utf-8"))
DRAWN = [one for one in MANIFEST["icons"] if one["sizes"] != "any"]
MOST_BYTES = 75_000  # of all screenshots: a wheel has them twice, once among the page's sources
LONGEST = 2.3  # times the shorter side: what browsers show


@pytest.mark.parametrize("named", [*DRAWN, *MANIFEST["screenshots"]], ids=lambda one: one["src"])
def test_a_picture_is_as_the_manifest_says(named: dict[str, str]) -> None:
    with Image.open(PUBLIC / named["src"]) as picture:
        assert named["sizes"] == "{}x{}".format(*picture.size)
        assert named["type"] == Image.MIME[picture.format or ""]


def test_phones_and_computers_have_screenshots_of_their_form() -> None:
    shapes = set()
    for one in MANIFEST["screenshots"]:
        width, height = map(int, one["sizes"].split("x"))
        assert one["form_factor"] == ("wide" if width > height else "narrow")
        assert max(width, height) < LONGEST * min(width, height)
        shapes.add((one["form_factor"], width / height))
    assert sorted(form for form, _ in shapes) == ["narrow", "wide"], "one shape for each form"


def test_screenshots_take_little_room_and_none_on_a_device() -> None:
    files = [PUBLIC / one["src"] for one in MANIFEST["screenshots"]]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    if not (SITE / "sw.js").is_file():
        pytest.skip("the page is not built: make page")
    kept = (SITE / "sw.js").read_text("utf-8")
    assert "icon-512.png" in kept
    assert not [file.name for file in files if file.name in kept]
