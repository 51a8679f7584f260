"""A game at a table's server: by keyboard, from two phones, and on paper."""

from __future__ import annotations

import csv
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from handreader.web.phone_page import phone_files
from tests.handreader.web.browsing import serve_page
from tests.page.places import go, open_deals
from tests.page.test_page_walk import WIN, record_draw, type_hand, wait_for_total
from tests.page.test_static_page import choose
from tests.page.test_table_server import (
    EXAMPLE,
    PLAYERS,
    begin_game,
    phone,
    points,
    record_win,
)
from tests.page.test_table_server import server as table_server
from vision import Reader

pytestmark = pytest.mark.browser

server = table_server
_BOXES = "all => all.map((one) => one.getBoundingClientRect().toJSON())"


def tap(page: Any, label: str, *names: str) -> None:
    """Tap buttons of a group of the deal's form."""
    group = page.locator("form.deal").get_by_role("group", name=label, exact=True)
    for name in names:
        group.get_by_role("button", name=name, exact=True).click()


def enter_win(page: Any, amount: str, winner: str = "Bo", payer: str = "Anna") -> None:
    """Fill in a win by points."""
    page.get_by_role("button", name="Enter a deal").click()
    tap(page, "Discarded by", payer)
    tap(page, "Who?", winner)
    page.get_by_role("spinbutton", name="points").fill(amount)


def send(page: Any) -> None:
    page.locator("form.deal").get_by_role("button", name="Record", exact=True).click()


def test_a_game_is_begun_recorded_and_corrected_by_keyboard(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        go(page, "game")
        page.get_by_text("New game").focus()
        page.keyboard.press("Enter")
        for seat, name in enumerate(PLAYERS):
            page.locator("form .fact input").nth(seat).focus()
            page.keyboard.type(name)
        page.keyboard.press("Enter")  # a form is sent from its fields
        page.get_by_role("button", name="Enter a deal").press("Enter")
        form = page.locator("form.deal")
        who = form.get_by_role("group", name="Who?")
        who.get_by_role("button", name="Bo").press("Space")
        assert page.evaluate("() => document.activeElement.textContent") == "Bo"
        payer = form.get_by_role("group", name="Discarded by")
        payer.get_by_role("button", name="Dario").press("Space")
        form.get_by_role("spinbutton", name="points").focus()
        page.keyboard.type("25")
        page.keyboard.press("Enter")
        page.wait_for_selector('.deals li:has-text("Bo wins on <b>Dario</b>")')
        assert points(page, "Bo") == "75"
        page.locator(".deals summary").press("Enter")
        page.get_by_role("button", name="Strike out").press("Enter")
        page.wait_for_selector(".deals .struck")
        assert points(page, "Bo") == "0"


def test_the_other_ends_of_a_deal_are_one_line(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        begin_game(page)
        page.get_by_label("Language").select_option("it")
        page.get_by_role("button", name="Nessuno ha vinto").wait_for()
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            boxes = page.locator(".endings > *").evaluate_all(_BOXES)
            assert len(boxes) == 3 and len({box["top"] for box in boxes}) == 1, boxes
            assert max(box["right"] for box in boxes) <= width - 16


def test_a_yakuman_that_somebody_fed(chromium: Any, server: str, tmp_path: Path) -> None:
    with phone(chromium, server) as page:
        begin_game(page, "riichi-ema")
        page.get_by_role("button", name="Enter a deal").click()
        tap(page, "Discarded by", "Anna")
        tap(page, "Who?", "Bo")
        form = page.locator("form.deal")
        form.get_by_label("fan").select_option("y2")
        form.get_by_label("Fed by").select_option(label="Carla")
        page.screenshot(path=tmp_path / "yakuman.png", full_page=True)
        send(page)
        page.wait_for_selector(".deals li")
        # a half each, double yakuman
        assert points(page, "Bo") == str(25000 + 64000)
        assert points(page, "Anna") == points(page, "Carla") == str(25000 - 32000)


def test_a_deal_that_two_phones_enter_is_recorded_once(chromium: Any, server: str) -> None:
    with phone(chromium, server) as one, phone(chromium, server) as other:
        begin_game(one)
        go(other, "game")
        other.locator(".games .change").click()
        enter_win(other, "40")
        enter_win(one, "40")
        send(one)
        one.wait_for_selector(".deals li")
        other.wait_for_selector(".deals li")
        send(other)
        other.wait_for_selector('form.deal [role=alert]:has-text("Another phone recorded")')
        typed = other.get_by_role("spinbutton", name="points")
        assert typed.input_value() == "40", "nothing is lost"
        assert other.locator(".deals > li").count() == 1
        send(other)  # it is another deal
        one.wait_for_selector(".deals > li >> nth=1")


def test_winner_and_discarder_keep_their_players_while_others_record(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server) as one, phone(chromium, server) as other:
        begin_game(one)
        go(other, "game")
        other.locator(".games .change").click()
        other.wait_for_selector(".players")
        choose(one, EXAMPLE)
        wait_for_total(one, 45)
        one.locator("#fact-seat").get_by_role("button", name="Bo").click()
        one.locator("#fact-discarder").get_by_role("button", name="Carla").click()
        enter_win(other, "40", "Carla", "Anna")
        send(other)  # the seats move on
        one.wait_for_selector('.notice:has-text("Another phone recorded a deal meanwhile")')
        stated = [
            one.locator(f"#fact-{name} [aria-pressed=true]").inner_text()
            for name in ("seat", "discarder")
        ]
        assert [text.split()[0] for text in stated] == ["Bo", "Carla"]
        one.screenshot(path=tmp_path / "meanwhile.png")
        one.get_by_role("button", name="Record in the game").click()
        one.wait_for_selector('.deals li:has-text("Bo wins on Carla")')


def test_the_sheet_is_one_page_and_the_table_has_every_deal(chromium: Any, server: str) -> None:
    with phone(chromium, server, accept_downloads=True) as page:
        begin_game(page)
        enter_win(page, "40")
        send(page)
        page.wait_for_selector(".deals > li")
        record_draw(page)
        page.wait_for_selector(".deals > li >> nth=1")
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 1  # one sheet of paper
        with page.expect_download() as saved:
            page.get_by_role("button", name="Table (CSV)").click()
        with saved.value.path().open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert [row["ending"] for row in rows] == ["won", "drawn"]
        assert rows[-1]["Anna total"] == points(page, "Anna")


def test_the_sheet_on_a_phone_has_names_and_points_in_one_line(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server) as page:
        begin_game(page)
        enter_win(page, "40")
        send(page)
        page.wait_for_selector(".deals li")
        for line in page.locator(".sheet .standings tbody tr").all():
            name, amount = (
                line.locator("th").bounding_box(),
                line.locator("td.number").bounding_box(),
            )
            assert abs(name["y"] - amount["y"]) < 2
        cell = page.locator(".sheet .turn tbody td.number").first
        assert cell.evaluate("(one) => getComputedStyle(one).textAlign") == "end"
        page.screenshot(path=tmp_path / "sheet.png", full_page=True)


def test_the_language_changes_and_the_points_stay(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        begin_game(page)
        type_hand(page, WIN)
        wait_for_total(page, 5)
        page.locator("header select.language").select_option("it")
        page.wait_for_selector('.total strong:text-is("5 punti")')
        page.locator("header select.language").select_option("en")
        wait_for_total(page, 5)
        record_win(page)
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        before = points(page, "Bo")
        page.locator("header select.language").select_option("it")
        page.wait_for_selector('.deals li:has-text("Bo vince su scarto di Carla")')
        assert points(page, "Bo") == before


def test_two_winners_on_one_discard_by_photo(chromium: Any, server: str, tmp_path: Path) -> None:
    with phone(chromium, server) as page:
        begin_game(page, "riichi-ema")
        type_hand(page, "123m 456p 99s 45s [555z] +6s")
        page.wait_for_selector(".total strong:has-text('points')")
        record_win(page)
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        open_deals(page)
        page.get_by_role("button", name="Another won on this tile").click()
        page.wait_for_selector('.notice:has-text("added to deal 1")')
        page.screenshot(path=tmp_path / "another.png", full_page=True)
        choose(page, EXAMPLE)
        page.wait_for_selector(".total strong:has-text('points')")
        page.reload()  # nothing is lost
        page.wait_for_selector('.notice:has-text("added to deal 1")')
        page.wait_for_selector("#fact-seat button")
        seats = page.locator("#fact-seat button")
        names = [seat.inner_text().partition("\n")[0] for seat in seats.all()]
        assert names == ["Anna", "<b>Dario</b>"]
        seats.last.click()
        page.screenshot(path=tmp_path / "second.png", full_page=True)
        page.get_by_role("button", name="Record this winner as well").click()
        page.wait_for_selector('.deals li:has-text("<b>Dario</b> wins on Carla")')
        assert "Bo wins on Carla" in page.locator(".deals li").inner_text()
        assert page.locator(".deals > li").count() == 1
        assert int(points(page, "Carla")) < 25000 < int(points(page, "<b>Dario</b>"))


def test_the_server_restarts_in_the_middle_of_a_deal(
    chromium: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not phone_files():
        pytest.skip("the page is not built: make page")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with ExitStack() as rest:
        with serve_page(monkeypatch) as address:
            page = rest.enter_context(phone(chromium, address))
            begin_game(page)
            choose(page, EXAMPLE)
            wait_for_total(page, 45)
            page.locator("#fact-seat").get_by_role("button", name="Bo").click()
        page.wait_for_selector('.alert:has-text("cannot be reached")')
        page.locator("#fact-discarder").get_by_role("button", name="Carla").click()
        page.get_by_role("button", name="Record in the game").click()
        # beside the button, which may be far from the top of the page
        page.wait_for_selector('.summary .alert:has-text("cannot be reached")')
        page.screenshot(path=tmp_path / "away.png", full_page=True)
        wait_for_total(page, 45)
        with serve_page(monkeypatch, port=int(address.rstrip("/").rpartition(":")[2])):
            page.get_by_role("button", name="Record in the game").click()
            page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
            assert page.locator(".deals > li").count() == 1
            (kept,) = export_of(page)["entries"]
            assert len(kept["origin"]["reading"]["tiles"]) == 14
            rest.close()


def test_tiles_read_in_the_phone_are_kept_beside_the_deal(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    with phone(chromium, server, reads="device") as page:
        begin_game(page)
        choose(page, EXAMPLE)
        wait_for_total(page, 45)
        record_win(page)
        page.wait_for_selector('.deals li:has-text("Bo wins on Carla")')
        (kept,) = export_of(page)["entries"]
        reading = kept["origin"]["reading"]
        assert len(reading["tiles"]) == 14 and reading["model"] == Reader().model_id()


def export_of(page: Any) -> Any:
    """The open game as the server exports it."""
    return page.evaluate(
        """async () => {
          const id = localStorage.getItem("handreader.game");
          return (await fetch(`api/games/${id}/game.json`)).json();
        }"""
    )
