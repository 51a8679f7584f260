"""Every state of games, tournaments and a watched table, on five screens, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.handreader.conftest import WIN as LAID
from tests.handreader.watch.watching import TableCamera, watch_options, watching
from tests.handreader.web.browsing import serve_page, tab, until
from tests.handreader.web.test_watch_browser import (
    answer_questions,
    base,
    camera,
    earlier,
    end_game,
    show_hand,
)
from tests.page.examiner import LOCALES, Examiner, device, examine
from tests.page.places import enter_text, go, open_deals
from tests.page.test_club_games import begin, enter_win
from tests.page.test_static_page import open_page
from tests.page.test_table_server import phone
from tests.page.test_table_server import server as table_server
from tests.page.test_tournament import ClubNight, club_night

__all__ = ["base", "camera", "club_night", "earlier"]
pytestmark = [pytest.mark.browser, pytest.mark.parametrize("locale", LOCALES)]

server = table_server
NAMES = ("Anna", "Bo", "Carla", "Wilhelmine-Charlotte von Rosenberg-Altma")
CLUB = (*NAMES, "Eva", "Franco", "Gina", "Hugo", "Ines")


@pytest.fixture
def rules() -> str:
    """The rule set of the watched game: the one that asks most."""
    return "riichi-ema"


@pytest.fixture
def examiner(
    chromium: Any, server: str, axe: str, locale: str, pictures: Path
) -> Iterator[Examiner]:
    """The page of a club's server."""
    opening = phone(chromium, server, **device(locale))
    with examine(opening, axe, pictures, locale) as found:
        yield found


def begin_game(examiner: Examiner, rules: str) -> None:
    texts = examiner.texts
    begin(examiner.page, NAMES, rules, new=texts["new_game"], button=texts["begin"])


def record_win(examiner: Examiner, winner: int, payer: int, amount: str) -> None:
    """Enter a win by points, and wait for its line."""
    page = examiner.page
    deals = page.locator(".deals > li").count()
    examiner.tap("enter_deal")
    enter_win(page, winner, payer, amount)
    page.locator("form.deal button[type=submit]").click()
    page.wait_for_selector(f".deals > li >> nth={deals}")


def test_games_of_a_club(examiner: Examiner) -> None:
    page, texts = examiner.page, examiner.texts
    go(page, "game")
    examiner.unfold()
    examiner.look("club without games")
    page.reload()  # folded again
    begin_game(examiner, "mcr")
    examiner.look("game begun")
    examiner.tap("enter_deal")
    enter_win(page, 1, 1, "24")
    examiner.look("deal form")
    page.locator("form.deal button[type=submit]").click()
    page.wait_for_selector(".deals li")
    record_win(examiner, 2, 0, "88")
    examiner.tap("nobody_won")
    page.locator("form.deal button[type=submit]").click()
    page.wait_for_selector(".deals > li >> nth=2")
    open_deals(page)
    page.locator(".deals").get_by_role("button", name=texts["strike"]).first.click()
    page.wait_for_selector(".deals .struck")
    examiner.unfold()
    page.locator(".amount").first.fill("-10")
    page.locator("form.adjustment, form:has(.amount)").locator("[type=text]").fill("late")
    page.locator("form:has(.amount)").get_by_role("button", name=texts["record"]).click()
    page.wait_for_selector(".deals > li >> nth=3")
    examiner.look("game unfolded")
    open_deals(page)
    page.locator(".deals").get_by_role("button", name=texts["correct"], exact=True).nth(1).click()
    page.wait_for_selector(".versions li")
    examiner.look("correction")
    page.locator("#game-title").wait_for()
    examiner.tap("end_game_now")
    page.locator("h2", has_text=texts["game_over"]).wait_for()
    examiner.look("game over")
    examiner.tap("close")
    page.wait_for_selector(".games .change")
    examiner.unfold()
    page.wait_for_selector(".statistics li >> nth=3")
    examiner.look("games with statistics")
    page.locator(".games .change").first.click()
    examiner.tap("delete_game")
    examiner.tap("deleted_games")
    page.wait_for_selector(".games .deleted")
    examiner.tap("purge_game")
    examiner.look("deleted games")


def test_a_hand_in_a_game(examiner: Examiner) -> None:
    page = examiner.page
    begin_game(examiner, "riichi-ema")
    examiner.tap("enter_deal")
    form = page.locator("form.deal")
    form.locator("fieldset").nth(2).locator("button").nth(1).click()
    for winner in (1, 2):
        form.locator("fieldset").nth(1).locator("button").nth(winner).click()
    form.locator("fieldset").last.locator("button").first.click()
    for place in range(form.locator("fieldset:has(select)").count()):
        form.locator("fieldset:has(select)").nth(place).locator("select").first.select_option("5")
    examiner.look("riichi deal form")
    examiner.tap("cancel", form)
    enter_text(page, "123m 456p 99s 45s [555z] +6s")
    page.wait_for_selector(".total strong")
    page.locator("#fact-seat button").nth(3).click()
    page.locator("#fact-discarder button").nth(1).click()
    page.wait_for_selector(".record:not([disabled])")
    examiner.look("hand in a game")
    page.context.set_offline(True)
    page.locator(".record").click()
    page.wait_for_selector(".alert")
    examiner.look("server out of reach")
    page.context.set_offline(False)


def test_a_tournament(examiner: Examiner) -> None:
    page, texts = examiner.page, examiner.texts
    go(page, "game")
    page.locator("summary", has_text=texts["new_tournament"]).click()
    form = page.locator("form:has(textarea)")
    form.get_by_label(texts["tournament_name"]).fill("Club Cup")
    form.locator("select").first.select_option("mcr")
    stated = [f"{name}; {at:08}; ITA; Team {at % 2}" for at, name in enumerate(CLUB)]
    form.locator("textarea").fill("\n".join(stated))
    examiner.look("new tournament")
    examiner.tap("create_tournament")
    page.wait_for_selector("#tournament-title:has-text('Club Cup')")
    examiner.look("tournament before its draw")
    examiner.tap("draw_rounds")
    page.get_by_role("button", name=texts["begin_round"].format(number=1)).click()
    examiner.tap("start_clock")
    page.get_by_role("button", name=texts["pause_clock"]).wait_for()
    card = page.locator(".table-card").nth(0)
    examiner.tap("enter_result", card)
    for seat, value in enumerate((40, -8, -8, -24)):
        card.locator(".result-form input").nth(seat).fill(str(value))
    examiner.look("result form")
    examiner.tap("save_result", card)
    card.get_by_text(texts["on_paper"]).wait_for()
    examiner.unfold()
    examiner.tap("make_organiser_code")
    page.wait_for_selector(".organiser-code")
    examiner.look("tournament unfolded")
    examiner.tap("change_player", page.locator(".entrants"))
    examiner.tap("end_round")
    page.locator("summary", has_text=texts["finals"]).wait_for()
    examiner.unfold()
    examiner.look("between rounds unfolded")
    for kind in ("cards", "slips"):
        page.goto(page.url.replace("#tournament=", f"#{kind}="))
        page.wait_for_selector(".prints li")
        examiner.look(f"sheets of {kind}")
        page.goto(page.url.replace(f"#{kind}=", "#tournament="))
        page.wait_for_selector("#standings-title")
    page.goto(page.url.replace("#tournament=", "#wall="))
    page.wait_for_selector(".wall-tables")
    examiner.look("wall")
    # tables and standings take turns of ten seconds, by the clock of the device
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 10_000; }")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector(".wall-standings:visible")
    examiner.look("wall with standings")


def test_the_door_of_a_network(
    chromium: Any, club_night: ClubNight, axe: str, locale: str, pictures: Path
) -> None:
    opening = open_page(chromium, club_night.address, [], **device(locale))
    with examine(opening, axe, pictures, locale) as examiner:
        page = examiner.page
        examiner.look("no entry")
        link = club_night.links[-1]
        page.goto(link)
        examiner.look("join link")
        page.locator("input[name=name]").fill("Anna")
        page.get_by_role("button").click()
        page.wait_for_selector("header select >> nth=1")
        page.evaluate("localStorage.setItem('handreader.reads', 'server')")
        page.reload()
        go(page, "rules")
        examiner.tap("invite")
        page.wait_for_selector(".invitation img")
        page.get_by_text(examiner.texts["plain_http"]).wait_for()
        examiner.look("invitation over plain http")
        page.context.clear_cookies()
        examiner.tap("invite")
        page.get_by_text(examiner.texts["locked"]).wait_for()
        assert page.locator(".invitation").count() == 0
        examiner.look("locked out")
        page.goto(link)
        examiner.look("used link")


def test_a_table_that_is_set_up(
    chromium: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    camera: TableCamera,
    axe: str,
    locale: str,
    pictures: Path,
) -> None:
    with (
        watching(monkeypatch, tmp_path, camera),
        serve_page(monkeypatch, watch_options("riichi-ema", game=None)) as address,
    ):
        opening = tab(chromium, address, pictures / "end.png", **device(locale))
        with examine(opening, axe, pictures, locale) as examiner:
            page = examiner.page
            page.wait_for_selector("#log-choice")
            examiner.look("log of a game")
            page.click("#set-up")
            page.wait_for_selector(".corners image")
            examiner.look("table set up")
            examiner.tap("source_phone")
            page.wait_for_selector("#be-camera")
            examiner.look("camera of a phone")
            page.click("#be-camera")
            page.wait_for_selector("#camera-state")
            page.wait_for_selector(".corners image")
            examiner.look("this phone is the camera")


def test_a_watched_table(
    chromium: Any, base: str, camera: TableCamera, axe: str, locale: str, pictures: Path
) -> None:
    opening = tab(chromium, base, pictures / "end.png", **device(locale))
    with examine(opening, axe, pictures, locale) as examiner:
        page = examiner.page
        page.wait_for_selector("#standing")
        page.wait_for_selector(".live")
        examiner.look("watched table")
        page.click("#more")
        page.wait_for_selector("dialog[open]")
        examiner.look("more at the table")
        page.keyboard.press("Escape")
        page.click("#nobody-won")
        page.wait_for_selector("dialog[open]")
        examiner.look("nobody won")
        page.keyboard.press("Escape")
        show_hand(page, camera, LAID)
        page.wait_for_selector("#proposal img.picture")
        examiner.look("hand shown")
        answer_questions(page)
        examiner.look("hand answered")
        page.click("#confirm")
        until(page, lambda: page.locator("#log .win").count() == 1)
        page.wait_for_selector("#proposal", state="detached")
        page.click("#pause")
        page.wait_for_selector("#recording.paused, .recording.paused")
        examiner.unfold()
        examiner.look("paused after a win")
        page.click("#log .undo")
        page.wait_for_selector("dialog[open]")
        examiner.look("win taken back")
        page.keyboard.press("Escape")
        end_game(page)
        examiner.look("next game")
