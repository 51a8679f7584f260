"""The watched table on a phone: reasons come into view; no tap or reload loses an entry."""

from __future__ import annotations

import pytest

from tests.handreader.conftest import WIN, Open
from tests.handreader.watch.watching import OTHER, TableCamera
from tests.handreader.web.browsing import is_in_view, until
from tests.handreader.web.test_watch_browser import (
    answer_questions,
    base,
    camera,
    earlier,
    end_game,
    open_tab,
    rules,
    show_hand,
)
from tests.page.places import go

__all__ = ["base", "camera", "earlier", "open_tab", "rules"]
pytestmark = pytest.mark.browser

RIICHI = pytest.mark.parametrize("rules", ["riichi-ema"])
TARGET = 44  # pixels


def test_a_refusal_comes_into_view_and_goes_with_the_next_hand(
    opened: Open, camera: TableCamera
) -> None:
    with opened() as page:
        page.wait_for_selector(".live")
        page.click("#commands summary")
        page.locator("#command").fill("nonsense")
        page.press("#command", "Enter")
        page.wait_for_selector("[role=alert]:has-text('nonsense')")
        until(page, lambda: is_in_view(page, "[role=alert]"))
        show_hand(page, camera, WIN)
        assert page.locator("[role=alert]").count() == 0


def test_a_server_out_of_reach_is_stated_once_and_only_so_long(
    opened: Open, camera: TableCamera
) -> None:
    with opened() as page:
        show_hand(page, camera, WIN)
        answer_questions(page)
        page.context.set_offline(True)
        page.wait_for_selector("#watch-status.problem")
        page.click("#confirm")
        until(page, lambda: is_in_view(page, "[role=alert]"))
        page.wait_for_timeout(500)
        assert page.locator("[role=alert]").count() == 1
        page.context.set_offline(False)
        page.wait_for_selector("#watch-controls")
        page.locator("[role=alert]").wait_for(state="detached")
        page.click("#confirm")
        page.wait_for_selector("#log .win")


def test_the_sheet_and_a_photo_of_the_win_are_reached_from_a_hand_in_work(
    opened: Open, camera: TableCamera
) -> None:
    with opened() as page:
        show_hand(page, camera, OTHER)
        page.click("#correct-shown")
        page.wait_for_selector(".entered")
        page.wait_for_selector(".total:has-text('Dario')")
        assert "pays East" not in page.inner_text("main")  # players have names
        page.click("#view-table")
        page.click("#other-hand")
        page.locator(".entered").wait_for(state="detached")
        page.wait_for_selector(".ways")
        page.click('button:text-is("Undo")')  # nothing is lost
        page.wait_for_selector(".entered")
        page.click("#view-table")
        page.click("#sheet")
        page.wait_for_selector("section.game .players")
        go(page, "hand")
        page.wait_for_selector(".entered")


def test_what_is_entered_for_the_next_game_survives(opened: Open) -> None:
    with opened() as page:
        end_game(page)
        page.locator("#next-game input").nth(1).fill("Zoë")
        page.select_option("#next-rules", "mcr")
        page.click("#view-hand")
        page.wait_for_selector(".ways")
        page.click("#view-table")
        assert page.locator("#next-game input").nth(1).input_value() == "Zoë"
        page.reload()
        page.wait_for_selector("#next-game")
        assert page.locator("#next-game input").nth(1).input_value() == "Zoë"
        assert page.input_value("#next-rules") == "mcr"
        page.click("#next-start")
        until(page, lambda: "Zoë" in page.locator("#standing").inner_text())


@RIICHI
def test_a_closed_dialog_keeps_what_was_tapped_in_it(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        page.click("#nobody-won")
        page.click('dialog button:has-text("Carla")')
        page.keyboard.press("Escape")
        page.click("#nobody-won")
        assert page.locator('dialog button[aria-pressed=true]:has-text("Carla")').count() == 1
        page.keyboard.press("Escape")
        page.click("#more")
        page.click('#riichi button:has-text("Bo")')
        page.wait_for_selector("#log .riichi")
        show_hand(page, camera, OTHER)
        answer_questions(page, "Bo", "Carla")
        page.click("#ura")
        page.click('dialog .palette [aria-label="3 characters"]')
        page.keyboard.press("Escape")
        page.click("#ura")
        assert page.locator("dialog .tiles .tile").count() == 1


def test_small_texts_are_targets_for_a_finger(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        show_hand(page, camera, OTHER)
        for small in ("#commands summary", "footer a"):
            assert page.locator(small).bounding_box()["height"] >= TARGET
        page.click("#correct-shown")
        box = page.locator(".assumes").first.bounding_box()
        page.evaluate("scrollTo(0, 0)")
        away = (TARGET - box["height"]) / 2 - 1
        for y in (box["y"] - away, box["y"] + box["height"] + away):
            hit = "([x, y]) => document.elementFromPoint(x, y).className"
            assert page.evaluate(hit, [box["x"] + 5, y]) == "assumes"
