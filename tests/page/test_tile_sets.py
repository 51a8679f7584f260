"""Taught sets in the phone: a corrected hand teaches its tiles; the next photo is read by it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from handreader import tile_sets
from tests.page.places import go
from tests.page.static_site import read_draft
from tests.page.test_page_walk import EXAMPLES, wait_for_total
from tests.page.test_static_page import ANSWERED, choose, open_page
from tests.page.test_table_server import phone, server
from vision import Reader
from vision.photo import open_photo
from vision.teaching.confirmed import ConfirmedPhoto

__all__ = ["server"]
pytestmark = pytest.mark.browser

HAND = EXAMPLES / "hand.jpg"
WRONG = "5m"
"""As what the hand's 2m is taught: it wins all the same, and no untaught net reads it so."""


def teach_in_python(name: str) -> Path:
    """Teach the hand with one tile corrected by the Python code; return the set's file."""
    photo = open_photo(HAND)
    tiles = Reader().find_tiles(photo)
    kinds = {tile.id: WRONG if tile.kind == "2m" else tile.kind for tile in tiles}
    tile_sets.remember_tiles(name, [ConfirmedPhoto(photo, tiles, kinds)])
    return tile_sets.tile_set_file(name)


def read_by(file: Path) -> list[Mapping[str, float]]:
    """Return the names of the hand's tiles with a set, by their places."""
    tiles = Reader().with_tile_set(file).find_tiles(open_photo(HAND))
    return [dict(tile.names) for tile in sorted(tiles, key=lambda tile: tile.quad[0])]


def names_read(page: Any) -> list[Mapping[str, float]]:
    """Return the names of the tiles that the page read, by their places."""
    tiles = read_draft(page)["recognition"]["tiles"]
    return [dict(tile["names"]) for tile in sorted(tiles, key=lambda tile: tile["quad"][0])]


def best(names: list[Mapping[str, float]]) -> list[str]:
    return [max(one, key=one.__getitem__) for one in names]


def correct(page: Any, words: str) -> None:
    """Read the photo, and correct its 2m."""
    choose(page, HAND)
    page.wait_for_selector(f'.total strong:text-is("45 {words}")')
    page.locator(".groups .tile").first.click()
    page.wait_for_selector("dialog[open]")  # before, keys go to the page
    page.keyboard.type(WRONG)
    page.wait_for_selector(f'.total strong:text-is("10 {words}")')


def test_a_corrected_hand_teaches_its_set(
    chromium: Any, site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    expected = read_by(teach_in_python("club"))
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        go(page, "rules")
        page.wait_for_selector(".quiz summary")
        assert page.get_by_label("Set of tiles").count() == 0
        correct(page, "points")
        page.screenshot(path=tmp_path / "offer.png", full_page=True)
        assert page.get_by_label("Name of the set").input_value() == "My set"
        page.get_by_label("Name of the set").fill("Club")
        page.reload()
        page.wait_for_selector('.total strong:text-is("10 points")')
        assert page.get_by_label("Name of the set").input_value() == "Club"
        page.get_by_label("Name of the set").fill("My set")
        page.get_by_role("button", name="Remember", exact=True).click()
        page.wait_for_selector("[role=status]:has-text('14 tiles learned')")
        page.screenshot(path=tmp_path / "taught.png", full_page=True)
        page.reload()
        page.get_by_role("button", name="New hand").click()
        go(page, "rules")
        assert page.get_by_label("Set of tiles").input_value() == "own:My set"
        choose(page, HAND)
        page.wait_for_selector("text=Read with the set My set.")
        page.wait_for_selector(ANSWERED)
        found = names_read(page)
        assert best(found) == best(expected) and WRONG in best(found)
        for one, other in zip(found, expected, strict=True):
            assert all(abs(share - other.get(kind, 0)) < 0.05 for kind, share in one.items())
        page.get_by_role("button", name="New hand").click()
        go(page, "rules")
        page.get_by_role("button", name="Forget this set").click()
        page.screenshot(path=tmp_path / "forget.png", full_page=True)
        page.get_by_role("button", name="Forget this set").click()
        page.get_by_label("Set of tiles").wait_for(state="detached")
        choose(page, HAND)
        wait_for_total(page, 45)
    assert errors == []


def test_what_teaches_nothing_is_reported(chromium: Any, site: str, tmp_path: Path) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, locale="it-IT") as page:
        correct(page, "punti")
        page.get_by_label("Nome del set").fill("none")
        page.get_by_role("button", name="Ricorda", exact=True).click()
        page.wait_for_selector(".problem[role=status]:has-text('non può essere il nome di un set')")
        page.screenshot(path=tmp_path / "name.png", full_page=True)
        go(page, "rules")
        page.wait_for_selector(".quiz summary")
        assert page.get_by_label("Set di tessere").count() == 0
    assert errors == []


def test_a_set_of_the_server_comes_to_the_phone(chromium: Any, server: str, tmp_path: Path) -> None:
    teach_in_python("Club set")
    with phone(chromium, server, reads="device") as page:
        go(page, "rules")
        choice = page.get_by_label("Set of tiles")
        choice.select_option("Club set (the table’s computer)")
        page.screenshot(path=tmp_path / "choice.png", full_page=True)
        page.wait_for_timeout(500)
        choose(page, HAND)
        page.wait_for_selector("text=Read with the set Club set.")
        assert WRONG in best(names_read(page))
