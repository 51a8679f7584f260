"""Games that a phone keeps: fines in the table, and whose the riichi sticks are."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from tests.page.test_static_page import open_page
from tests.page.test_two_tabs import begin_game

pytestmark = pytest.mark.browser


def test_a_fine_at_the_end_is_in_the_table(chromium: Any, site: str, tmp_path: Path) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors, accept_downloads=True) as page:
        begin_game(page, "riichi-ema-2016")
        form = page.locator("form.deal")
        page.get_by_role("button", name="Enter a deal").click()
        form.get_by_role("button", name="False win").click()
        form.get_by_role("group", name="Who?").get_by_role("button", name="Bo").click()
        page.screenshot(path=tmp_path / "false-win.png", full_page=True)
        form.get_by_role("button", name="Record", exact=True).click()
        page.wait_for_selector('.deals li:has-text("False win by Bo")')
        with page.expect_download() as saved:
            page.get_by_role("button", name="Table (CSV)").click()
        with saved.value.path().open(encoding="utf-8-sig", newline="") as file:
            (row,) = csv.DictReader(file)
        assert (row["ending"], row["fined"], row["fine"]) == ("chombo", "Bo", "20000")
    assert errors == []


def test_sticks_lie_on_the_table_until_the_game_is_over(
    chromium: Any, site: str, tmp_path: Path
) -> None:
    errors: list[str] = []
    with open_page(chromium, site, errors) as page:
        begin_game(page, "riichi-ema")
        form = page.locator("form.deal")
        page.get_by_role("button", name="Nobody won").click()
        form.get_by_role("group", name="Riichi declared by").get_by_role(
            "button", name="Bo"
        ).click()
        page.screenshot(path=tmp_path / "draw.png", full_page=True)
        form.get_by_role("button", name="Record", exact=True).click()
        page.wait_for_selector('.sheet .hint:has-text("the next winner’s")')
        assert points_of_players(page) == points_of_standings(page)
        page.get_by_text("Players, penalties, end").click()
        page.get_by_role("button", name="End the game now").click()
        page.wait_for_selector('.sheet .hint:has-text("the first one’s, and counted here")')
        page.screenshot(path=tmp_path / "over.png", full_page=True)
        assert points_of_players(page) == points_of_standings(page)
        assert page.locator(".on-table .chip", has_text="on the table").count() == 0
    assert errors == []


def points_of_players(page: Any) -> dict[str, str]:
    """Return the points of the players above all else."""
    rows = page.locator(".players tr").all()
    return {row.locator("th").inner_text(): row.locator(".number").inner_text() for row in rows}


def points_of_standings(page: Any) -> dict[str, str]:
    rows = page.locator(".sheet .standings tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").nth(1).inner_text() for row in rows}
