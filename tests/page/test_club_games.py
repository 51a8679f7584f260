"""Games of a club on the page: names, penalties, sheet, statistics, archive; on narrow phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.page.places import go, open_deals
from tests.page.test_page_walk import record_draw
from tests.page.test_table_server import phone, points
from tests.page.test_table_server import server as table_server

pytestmark = pytest.mark.browser

server = table_server
LONG = tuple(f"{letter}{'abcdefghi ' * 4}"[:39] + letter for letter in "ABCD")
WIDE = ("W" * 40, "M" * 40, "Carla", "Dario")


def begin(page: Any, names: tuple[str, ...], rules: str, *, new: str, button: str) -> None:
    go(page, "game")
    page.get_by_text(new, exact=True).click()
    page.locator("form select").first.select_option(rules)
    for seat, name in enumerate(names):
        page.locator("form .fact input").nth(seat).fill(name)
    page.get_by_role("button", name=button).click()
    page.wait_for_selector(".players")


def enter_win(page: Any, winner: int, payer: int, amount: str) -> None:
    """Enter a win by points: seats from East on, the payer 0 for none."""
    page.locator("form.deal fieldset").nth(1).locator("button").nth(winner).click()
    page.locator("form.deal fieldset").nth(2).locator("button").nth(payer).click()
    if page.locator("form.deal select").count():
        page.locator("form.deal select").first.select_option(amount)
    else:
        page.locator("form.deal input[type=number]").fill(amount)


def is_within(page: Any) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    ("width", "locale", "rules"),
    [
        (320, "en-US", "mcr"),
        (390, "it-IT", "riichi-ema"),
        (320, "en-US", "riichi-ema"),
        (320, "en-US", "zung-jung"),
    ],
)
def test_long_names_and_every_table_fit_a_narrow_phone(
    chromium: Any, server: str, tmp_path: Path, width: int, locale: str, rules: str
) -> None:
    english = locale == "en-US"

    def say(en: str, it: str) -> str:
        return en if english else it

    names = WIDE if english else LONG
    viewport = {"width": width, "height": 700}
    with phone(chromium, server, viewport=viewport, locale=locale) as page:
        new, button = say("New game", "Nuova partita"), say("Begin", "Inizia")
        begin(page, names, rules, new=new, button=button)
        page.get_by_role("button", name=say("Enter a deal", "Inserisci una mano")).click()
        amount = "5" if rules == "riichi-ema" else "12"  # MCR takes 8 points and more
        enter_win(page, 1, 1, amount)
        page.locator("form.deal button[type=submit]").click()
        page.wait_for_selector(".deals li")
        open_deals(page)
        page.get_by_role("button", name=say("Correct", "Correggi"), exact=True).click()
        page.wait_for_selector(".versions li")
        field = "select >> nth=0" if rules == "riichi-ema" else "input[type=number]"
        assert page.locator(f"form.deal {field}").input_value() == amount
        assert page.locator("form.deal [aria-pressed=true]").count() == 3
        assert is_within(page)
        page.screenshot(path=tmp_path / "correction.png", full_page=True)
        page.locator("form.deal").get_by_role("button", name=say("Cancel", "Annulla")).click()
        for summary in page.locator("details.tools > summary").all():
            summary.click()
        page.wait_for_selector(".sheet table")
        assert is_within(page)
        hidden = "sheet => sheet.scrollWidth - sheet.parentElement.clientWidth"
        page.screenshot(path=tmp_path / "sheet.png", full_page=True)
        for table in page.locator(".sheet table").all():
            assert table.evaluate(hidden) <= 0, "a player or a column is out of sight"
        cut = "cells => cells.filter(c => c.scrollWidth > c.clientWidth + 1).map(c => c.innerText)"
        assert page.locator(".sheet :is(th, td)").evaluate_all(cut) == [], "names, numbers are cut"
        page.screenshot(path=tmp_path / "sheet.png", full_page=True)
        page.get_by_role("button", name=say("Close", "Chiudi"), exact=True).click()
        page.wait_for_selector(".points-of-game")  # they come late, and move what is below
        page.get_by_text(say("Statistics", "Statistiche"), exact=True).click()
        page.wait_for_selector(".statistics li >> nth=3")
        assert is_within(page)
        page.screenshot(path=tmp_path / "list.png", full_page=True)


def test_a_game_is_penalised_renamed_ended_archived_and_deleted(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        begin(page, ("Anna", "Bo", "Carla", "Dario"), "mcr", new="New game", button="Begin")
        page.get_by_text("Players, penalties, end").click()
        page.locator(".amount").first.fill("-10")
        page.get_by_label("Reason").fill("late")
        page.locator("form", has_text="Reason").get_by_role("button", name="Record").click()
        page.wait_for_selector('.deals li:has-text("late: Anna -10")')
        assert points(page, "Anna") == "-10"
        open_deals(page)
        page.locator(".deals").get_by_role("button", name="Correct", exact=True).click()
        correction = page.locator(".deals form.adjustment")
        assert correction.locator(".amount").first.input_value() == "-10"
        assert correction.get_by_label("Reason").input_value() == "late"
        correction.locator(".amount").first.fill("-5")
        correction.get_by_role("button", name="Record").click()
        page.wait_for_selector('.deals li:has-text("late: Anna -5")')
        assert points(page, "Anna") == "-5"
        form = page.locator("form", has_text="What changes?")
        form.get_by_role("button", name="Bo").click()
        form.get_by_role("button", name="Another player sits down").click()
        form.get_by_label("Name").fill("Eva")
        form.get_by_role("button", name="Record").click()
        page.wait_for_selector('.players th:has-text("Eva")')
        page.get_by_role("button", name="End the game now").click()
        page.wait_for_selector('h2:has-text("The game is over")')
        page.get_by_role("button", name="Move to the archive").click()
        page.get_by_role("button", name="Back to the list of games").wait_for()
        page.get_by_role("button", name="Close").click()
        page.wait_for_selector(".games li", state="detached")
        page.get_by_role("button", name="Archive").click()
        page.get_by_label("Search names").fill("eva")
        page.locator(".games .change").click()
        page.get_by_role("button", name="Delete the game").click()
        page.wait_for_selector(".players", state="detached")  # before, undo is of an earlier step
        page.get_by_role("button", name="Undo in the game").click()
        page.wait_for_selector('.players th:has-text("Eva")')


def test_a_named_game_is_found_deleted_restored_and_removed(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server, viewport={"width": 390, "height": 700}) as page:
        go(page, "game")
        page.get_by_text("New game", exact=True).click()
        page.get_by_label("Name of the game").fill("Winter Cup " + "M" * 40)
        fill_in_players(page)
        page.wait_for_selector('.title:has-text("Winter Cup")')
        assert is_within(page)
        page.get_by_text("Players, penalties, end").click()
        page.get_by_label("Name of the game").fill("Final")
        page.locator("form", has_text="Name of the game").get_by_role("button").click()
        page.wait_for_selector('.title:text-is("Final")')
        page.screenshot(path=tmp_path / "named.png", full_page=True)
        page.get_by_role("button", name="Close").click()
        page.get_by_label("Search names").fill("winter")
        page.wait_for_selector(".games li", state="detached")
        page.get_by_label("Search names").fill("final")
        page.locator(".games .change", has_text="Final").click()
        page.get_by_role("button", name="Delete the game").click()
        page.wait_for_selector(".games li", state="detached")
        page.get_by_role("button", name="Deleted").click()
        page.wait_for_selector('.games .deleted:has-text("Kept until")')
        assert is_within(page)
        page.screenshot(path=tmp_path / "deleted.png", full_page=True)
        page.get_by_role("button", name="Restore the game").click()
        page.wait_for_selector('.title:text-is("Final")')
        page.get_by_role("button", name="Delete the game").click()
        page.wait_for_selector(".games li", state="detached")
        page.get_by_role("button", name="Deleted").click()
        page.get_by_role("button", name="Remove for good").click()
        page.get_by_role("button", name="Yes, remove it for good").click()
        page.wait_for_selector(".games li", state="detached")


def test_another_phone_is_shown_what_happened_to_its_game(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    small = {"width": 390, "height": 700}
    with phone(chromium, server) as one, phone(chromium, server, viewport=small) as other:
        go(one, "game")
        one.get_by_text("New game", exact=True).click()
        fill_in_players(one)
        go(other, "game")
        other.locator(".games .change").click()
        other.wait_for_selector(".players")
        one.get_by_text("Players, penalties, end").click()
        one.get_by_label("Name of the game").fill("Final")
        one.locator("form", has_text="Name of the game").get_by_role("button").click()
        other.wait_for_selector('.notice:has-text("was named Final")')
        other.get_by_role("button", name="Understood").click()
        one.get_by_role("button", name="End the game now").click()
        other.wait_for_selector('.notice:has-text("was ended")')
        other.screenshot(path=tmp_path / "ended.png", full_page=True)
        other.get_by_role("button", name="Go on with the game").click()
        other.wait_for_selector('h2:has-text("East 1")')
        one.wait_for_selector('.notice:has-text("end of this game was undone")')
        one.get_by_role("button", name="Move to the archive").click()
        other.wait_for_selector('.notice:has-text("archive")')
        other.locator(".notice").get_by_role("button", name="Back to the list of games").click()
        one.wait_for_selector('.notice:has-text("brought back from the archive")')
        one.get_by_role("button", name="Delete the game").click()
        other.wait_for_selector('.alert:has-text("was deleted")')
        assert is_within(other)
        other.screenshot(path=tmp_path / "lost.png", full_page=True)
        other.locator(".alert").get_by_role("button", name="Restore the game").click()
        other.wait_for_selector(".alert", state="detached")
        record_draw(other)
        other.wait_for_selector(".deals li >> nth=1")
        one.wait_for_selector('.games .change:has-text("Final")')


def fill_in_players(page: Any) -> None:
    for seat, name in enumerate(("Anna", "Bo", "Carla", "Dario")):
        page.locator("form .fact input").nth(seat).fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".players")
