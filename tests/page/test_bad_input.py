"""Large and turned photos, loads that break off, updates and shared photos in chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import PHONE
from tests.page.static_site import ROOT, SITE, read_draft, serve_site

pytestmark = pytest.mark.browser

HAND = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
PATIENCE = 180_000  # milliseconds
ORIENTATION = 0x0112


def open_page(chromium: Any, address: str) -> Any:
    page = chromium.new_context(viewport=PHONE, locale="en-US").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def read(page: Any, photo: Path) -> dict[str, Any]:
    page.locator("input[type=file]").nth(1).set_input_files(photo)
    page.wait_for_selector(".total strong")
    found = read_draft(page)["recognition"]
    page.get_by_role("button", name="New hand").click()
    assert isinstance(found, dict)
    return found


def kinds(found: dict[str, Any]) -> list[str]:
    return sorted(tile["names"][0][0] for tile in found["tiles"])


def test_large_and_turned_photos_are_upright_and_scaled(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    """48 megapixels, and a photo whose EXIF turns it by a quarter."""
    with Image.open(HAND) as picture:
        exif = Image.Exif()
        exif[ORIENTATION] = 6  # shown turned clockwise by a quarter
        picture.rotate(90, expand=True).save(tmp_path / "turned.jpg", exif=exif, quality=92)
        picture.resize((8000, 6000)).rotate(90, expand=True).save(
            tmp_path / "large.jpg", exif=exif, quality=85
        )
    page = open_page(chromium, site)
    plain, turned = read(page, HAND), read(page, tmp_path / "turned.jpg")
    large = read(page, tmp_path / "large.jpg")
    assert kinds(turned) == kinds(plain) == kinds(large)
    assert (turned["width"], turned["height"]) == (plain["width"], plain["height"])
    assert (large["width"], large["height"]) == (4096, 3072)
    page.context.close()


def test_a_first_load_that_breaks_off_is_reported_and_succeeds_later(
    chromium: Any, site: str
) -> None:
    page = open_page(chromium, "about:blank")
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    page.goto(site)
    page.wait_for_selector(".alert:has-text('could not be loaded')")
    page.unroute("**/pyodide.asm.wasm")
    page.reload()
    assert len(read(page, HAND)["tiles"]) == 14
    page.context.close()


def test_an_update_keeps_the_open_hand(chromium: Any, tmp_path: Path) -> None:
    if not SITE.is_dir():
        pytest.skip("the page is not built: make page")
    copy = tmp_path / "copy"
    shutil.copytree(SITE, copy)
    with serve_site(tmp_path / "served", copy) as address:
        page = open_page(chromium, address)
        page.locator("input[type=file]").nth(1).set_input_files(HAND)
        page.wait_for_selector(".total strong")
        total = page.locator(".total").inner_text()
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        worker = (copy / "sw.js").read_text("utf-8")
        (copy / "sw.js").write_text(worker + "\n// a later version\n", "utf-8")
        page.reload()
        page.get_by_role("button", name="Update").click()
        page.wait_for_load_state()
        page.wait_for_selector(".total strong")
        assert page.locator(".total").inner_text() == total
        page.context.close()


# The size of Python's kept memory, once the browser keeps one of at least so many bytes.
_KEPT_BYTES = """async (least) => {
  const cache = await caches.open("python-memory");
  const [kept] = await cache.matchAll();
  const size = kept === undefined ? 0 : (await kept.arrayBuffer()).byteLength;
  return size >= least && size;
}"""


def test_python_starts_from_its_kept_memory_or_without_it(chromium: Any, site: str) -> None:
    """The memory kept at the first hand serves offline; a damaged one is replaced."""
    page = open_page(chromium, site)
    page.locator("input[type=file]").nth(1).set_input_files(HAND)
    page.wait_for_selector(".total strong")
    total = page.locator(".total").inner_text()
    whole = 16 * 2**20
    page.wait_for_function(_KEPT_BYTES, arg=whole)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".total strong")
    assert page.locator(".total").inner_text() == total
    page.evaluate(
        """async () => {
          const cache = await caches.open("python-memory");
          const [request] = await cache.keys();
          await cache.put(request, new Response(new Uint8Array(1 << 20).fill(7)));
        }"""
    )
    page.reload()
    page.wait_for_selector(".total strong")
    assert page.locator(".total").inner_text() == total
    page.wait_for_function(_KEPT_BYTES, arg=whole)
    page.context.close()


def test_a_shared_photo_is_read(chromium: Any, site: str) -> None:
    page = open_page(chromium, site)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now the service worker answers
    answered = page.evaluate(
        """async (bytes) => {
          const form = new FormData();
          const blob = await (await fetch(bytes)).blob();
          form.append("photo", new File([blob], "p.jpg", { type: "image/jpeg" }));
          return (await fetch("share", { method: "POST", body: form })).ok;
        }""",
        "icon-512.png",
    )
    assert answered
    page.goto(f"{site}?shared")
    page.wait_for_selector(".problem, .alert, .total")
    assert page.url.partition("#")[0] == site
    draft = read_draft(page)
    assert draft["recognition"]["width"] == 512
    page.context.close()
