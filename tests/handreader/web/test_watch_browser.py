"""The watched table in a real browser: the picture, a hand answered and taken back, two phones; a
reload and a lost network; the end of a game and the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from handreader.watch.live.run import games_folder
from handreader.watch.log.events import FlowerEvent, LogEvent
from handreader.watch.log.journal import Journal
from scoring.tiles import Tile, Wind
from simulation.watching import game_start_event
from tests.handreader.conftest import WIN, Open
from tests.handreader.watch.log.entries import deal_start, discard_event
from tests.handreader.watch.watching import (
    EMPTY,
    OTHER,
    TWELVE,
    TableCamera,
    watch_options,
    watching,
)
from tests.handreader.web.browsing import DESKTOP, PHONE, faults_of, serve_page, tab, until
from tests.page.places import enter_text, go

pytestmark = pytest.mark.browser


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera()


@pytest.fixture
def earlier() -> Sequence[LogEvent]:
    """What the log has already when the server starts; a test overrides it."""
    return ()


@pytest.fixture
def rules() -> str:
    """The rule set of the watched game; a test overrides it."""
    return "zung-jung"


@pytest.fixture
def base(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    camera: TableCamera,
    earlier: Sequence[LogEvent],
    rules: str,
) -> Iterator[str]:
    """Address of a server that watches the test's table."""
    with (
        watching(monkeypatch, tmp_path, camera),
        _journal_with(earlier),
        serve_page(monkeypatch, watch_options(rules)) as address,
    ):
        yield address


@contextmanager
def _journal_with(events: Sequence[LogEvent]) -> Iterator[None]:
    """Writes the log of an interrupted game, of which the camera is 81 % sure."""
    if events:
        journal = Journal(games_folder() / "evening")
        journal.append(game_start_event("zung-jung"), 0.0, "user")
        for event in events:
            journal.append(event, 0.0, "camera", 0.81)
        journal.close()
    yield


@pytest.fixture(name="opened")
def open_tab(chromium: Any, base: str, pictures: Path) -> Open:
    """Opens the page on a device: `opened(viewport=PHONE, locale="it-IT")`."""
    number = count(1)

    @contextmanager
    def open_page(**options: Any) -> Iterator[Any]:
        with tab(chromium, base, pictures / f"end-{next(number)}.png", **options) as page:
            page.wait_for_selector("#standing")
            yield page

    return open_page


def show_hand(page: Any, camera: TableCamera, hand: str) -> None:
    """Lays a hand, and waits until the page asks about it."""
    page.wait_for_selector(".live")
    page.wait_for_selector("#read-now")
    camera.lays = hand
    page.wait_for_selector("#confirm")


def choose(page: Any, group: str, name: str) -> None:
    """Taps a name in a group, and waits until the server has it."""
    button = f'{group} button:has-text("{name}")'
    page.click(button)
    page.wait_for_selector(f"{button}[aria-pressed=true]")


def answer_questions(page: Any, winner: str = "Bo", discarder: str = "Carla") -> None:
    choose(page, "#shown-winner", winner)
    choose(page, "#shown-source", discarder)
    page.wait_for_selector("#confirm:not([disabled])")


def log(page: Any) -> str:
    return str(page.locator("#log").inner_text())


def has_picture(page: Any, picture: str) -> bool:
    return bool(page.locator(picture).evaluate("img => img.naturalWidth") > 0)


@pytest.mark.walk
@pytest.mark.parametrize(
    ("size", "locale", "texts"),
    [(PHONE, "en-US", ("Recording", "Bo wins")), (DESKTOP, "it-IT", ("Registra", "Bo vince"))],
    ids=["phone", "desktop"],
)
def test_a_hand_is_asked_about_entered_and_taken_back(
    opened: Open,
    camera: TableCamera,
    pictures: Path,
    size: dict[str, int],
    locale: str,
    texts: tuple[str, str],
) -> None:
    with opened(viewport=size, locale=locale) as page:
        until(page, lambda: texts[0] in page.locator("#recording").inner_text())
        show_hand(page, camera, WIN)
        until(page, lambda: has_picture(page, ".live"))
        page.wait_for_selector("#proposal img.picture")
        until(page, lambda: has_picture(page, "#proposal img.picture"))
        assert page.locator("#confirm").is_disabled()
        answer_questions(page)
        page.screenshot(path=pictures / "asked.png", full_page=True)
        page.click("#confirm")
        until(page, lambda: texts[1] in log(page))
        page.wait_for_selector("#proposal", state="detached")
        page.click("#sheet")
        page.wait_for_selector("section.game .deals li")
        assert page.locator("section.game .deals li").count() == 1
        assert texts[0] in page.locator("#recording").inner_text()  # on every part of the page
        page.click("#view-table")
        camera.lays = TWELVE
        page.click("#log .undo")
        page.click("#take-back")
        page.wait_for_selector("#log .win.struck")
        page.click("#view-hand")
        page.wait_for_selector("section.game .deals .struck")


def test_a_hand_is_corrected_with_the_hands_own_gestures(
    opened: Open, camera: TableCamera, pictures: Path
) -> None:
    with opened() as page:
        show_hand(page, camera, OTHER)
        page.wait_for_selector("#proposal img.picture")
        page.click("#correct-shown")
        page.wait_for_selector(".entered")
        assert page.locator(".entered .tile").count() == 14
        assert page.locator(".summary img.picture").is_visible()
        page.reload()  # nothing is lost
        page.wait_for_selector(".entered")
        assert page.locator(".entered .tile").count() == 14
        for name in ("1 character", "2 characters", "3 characters"):
            page.click(f'.entered .tile[aria-label="{name}"]')
            page.click('.entry .actions button:has-text("Remove")')
        page.click('.entry .segment:has-text("Chow")')  # it was called
        page.click('.palette .tile[aria-label="1 character"]')
        page.wait_for_selector(".entered .set")
        page.click('#fact-seat button:has-text("Dario")')
        page.click('#fact-self_drawn button:has-text("self-drawn")')
        page.screenshot(path=pictures / "corrected.png", full_page=True)
        page.click('.record:has-text("Record at the table")')
        until(page, lambda: "Dario wins" in log(page))
        page.wait_for_selector("#proposal", state="detached")


def test_a_tile_is_named_anew_by_two_taps_on_every_phone(opened: Open, camera: TableCamera) -> None:
    with opened() as page, opened() as other:
        show_hand(page, camera, WIN)
        other.wait_for_selector("#confirm")
        page.click('#proposal .tile[aria-label^="9 bamboo"]')
        page.click('dialog .palette .tile[aria-label="6 bamboo"]')
        won = "#proposal .tile[aria-label^='6 bamboo']"
        page.wait_for_selector(won)
        other.wait_for_selector(won)
        other.click("#refuse")
        page.wait_for_selector("#proposal", state="detached")


def test_of_two_phones_one_confirms_and_the_other_is_told(
    opened: Open, camera: TableCamera
) -> None:
    with opened() as page, opened(locale="it-IT") as other:
        show_hand(page, camera, WIN)
        answer_questions(page)
        other.wait_for_selector("#confirm:not([disabled])")
        other.route("**/api/watch?*", lambda route: route.abort())  # it does not hear of the rest
        other.wait_for_selector("#watch-status.problem")
        page.click("#confirm")
        until(page, lambda: "Bo wins" in log(page))
        other.click("#confirm")
        other.wait_for_selector("[role=alert]")
        other.unroute("**/api/watch?*")
        until(other, lambda: "Bo vince" in log(other))
        other.wait_for_selector("#proposal", state="detached")
        assert page.locator("#log li.win").count() == other.locator("#log li.win").count() == 1


def test_a_lost_camera_is_stated(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        page.wait_for_selector(".live")
        camera.lost = True
        until(page, lambda: "camera is lost" in page.locator("#watch-status").inner_text())
        assert "Paused" in page.locator("#recording").inner_text()
        camera.lost = False
        until(page, lambda: "Recording" in page.locator("#recording").inner_text())
        page.click("#pause")
        page.wait_for_selector(".live", state="detached")
        page.click('#pause:has-text("Watch again")')
        page.wait_for_selector(".live")


def test_a_lost_network_is_stated_and_nothing_is_lost(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        show_hand(page, camera, WIN)
        choose(page, "#shown-winner", "Bo")
        page.context.set_offline(True)
        page.wait_for_selector('#watch-status:has-text("out of date")')
        assert page.locator("#watch-controls").count() == 0
        page.context.set_offline(False)
        page.wait_for_selector("#watch-controls")
        page.reload()
        page.wait_for_selector('#shown-winner button:has-text("Bo")[aria-pressed=true]')
        choose(page, "#shown-source", "self-drawn")
        page.click("#confirm")
        until(page, lambda: "Bo wins" in log(page))


def test_a_win_that_the_camera_did_not_see_is_entered(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        page.wait_for_selector("#other-hand")
        page.click("#other-hand")
        enter_text(page, "123m456p789s33s22z +2z")
        page.wait_for_selector(".total")
        page.click('#fact-seat button:has-text("Anna")')
        page.click('#fact-self_drawn button:has-text("self-drawn")')
        page.click('.record:has-text("Record at the table")')
        until(page, lambda: "Anna wins" in log(page))


def test_what_the_terminal_takes_can_be_typed(opened: Open, camera: TableCamera) -> None:
    with opened() as page:
        show_hand(page, camera, WIN)
        page.click("#commands summary")
        assert page.locator("#commands dt").count() > 10  # with help

        page.fill("#command", "nonsense")
        page.press("#command", "Enter")
        page.wait_for_selector('[role=alert]:has-text("nonsense")')
        assert page.input_value("#command") == "nonsense"  # to be put right
        page.fill("#command", "seat S from W")
        page.press("#command", "Enter")
        page.wait_for_selector("#confirm:not([disabled])")
        until(page, lambda: page.input_value("#command") == "")
        page.fill("#command", "y")
        page.press("#command", "Enter")
        until(page, lambda: "Bo wins" in log(page))


@pytest.mark.parametrize(
    "earlier",
    [(deal_start(), FlowerEvent(1, Wind.SOUTH, Tile("8f")), discard_event(0, "5m"))],
    ids=["log"],
)
def test_a_doubtful_entry_is_corrected_and_one_of_nothing_struck_out(
    opened: Open, earlier: Sequence[LogEvent]
) -> None:
    with opened() as page:
        page.wait_for_selector("#nobody-won")
        until(page, lambda: "81" in page.locator("#log .flower").inner_text())
        page.click("#log .flower button")
        page.wait_for_selector("#fix-title")
        assert page.locator("dialog .palette .tile").count() == 8  # flowers and seasons alone
        page.click("dialog .palette .tile >> nth=4")
        page.wait_for_selector("#log .correction")
        until(page, lambda: "81" not in page.locator("#log .flower").inner_text())
        page.click("#log .discard button")
        page.click("#strike-out")
        page.wait_for_selector("#log .discard.struck")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_serious_stands_in_anybodys_way(
    opened: Open, camera: TableCamera, colours: str
) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    axe = (files(package) / "axe.min.js").read_text(encoding="utf-8")
    with opened(bypass_csp=True, color_scheme=colours) as page:
        show_hand(page, camera, WIN)
        faults = {"asked": faults_of(page, axe)}
        answer_questions(page)
        faults["answered"] = faults_of(page, axe)
        page.click("#more")
        faults["more"] = faults_of(page, axe)
        page.keyboard.press("Escape")
        page.click("#commands summary")
        faults["commands"] = faults_of(page, axe)
        page.click("#confirm")
        page.wait_for_selector("#log .win")
        camera.lays = EMPTY
        faults["entered"] = faults_of(page, axe)
    assert faults == {name: [] for name in faults}


# The end of a game and the next one.


def end_game(page: Any) -> None:
    """Ends the game on the page."""
    page.click("#more")
    page.click("#end-game")
    page.click("#end-now")
    page.wait_for_selector("#next-game")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_new_game_begins_on_one_phone_and_the_other_goes_along(
    opened: Open, camera: TableCamera, pictures: Path, size: dict[str, int]
) -> None:
    with opened(viewport=size) as page, opened(locale="it-IT") as other:
        show_hand(page, camera, WIN)
        answer_questions(page)
        page.click("#confirm")
        until(page, lambda: "Bo wins" in log(page))
        camera.lays = EMPTY
        other.click("#sheet")
        until(other, lambda: "Bo vince" in other.locator("section.game").inner_text())
        end_game(page)
        assert page.locator("#recording").count() == 0  # nothing is recorded now
        page.screenshot(path=pictures / "over.png", full_page=True)
        names = page.locator("#next-game input")
        assert names.nth(1).input_value() == "Bo"
        names.nth(0).fill("Zoë")
        page.select_option("#next-rules", "mcr")
        page.click("#next-start")
        until(page, lambda: "Zoë" in page.locator("#standing").inner_text())
        page.wait_for_selector("#next", state="detached")
        assert "Bo wins" not in log(page)
        # the other phone was looking at the game that is over: it goes along
        until(other, lambda: "Zoë" in other.locator("section.game").inner_text())
        assert other.locator("section.game .deals li").count() == 0
        other.click('section.game button:has-text("Chiudi")')
        other.click(".games li >> nth=1 >> button")  # the one that is over is kept
        until(other, lambda: "Bo vince" in other.locator("section.game").inner_text())


def _has_draws(page: Any, count: int) -> bool:
    """Whether so many deals are over that nobody won."""
    return bool(page.locator("#log .draw").count() == count)


@pytest.mark.parametrize("locale", ["en-US", "it-IT"])
def test_after_the_last_hand_people_have_time_to_look(
    opened: Open, camera: TableCamera, pictures: Path, locale: str
) -> None:
    with opened(viewport=PHONE, locale=locale) as page:
        for number in range(1, 16):
            page.click("#nobody-won")
            until(page, partial(_has_draws, page, number))
        show_hand(page, camera, WIN)
        answer_questions(page)
        page.click("#confirm")
        caption = page.locator("#standing caption")
        until(page, lambda: caption.inner_text() in ("Result", "Risultato"))
        assert page.locator("#log .undo").count() == 1
        page.screenshot(path=pictures / f"last-{locale}.png", full_page=True)
        page.click("#next-deal")  # which ends the game now
        page.wait_for_selector("#next-game")


def test_a_phone_that_looks_at_another_game_stays_there(opened: Open, camera: TableCamera) -> None:
    with opened() as page, opened() as other:
        other.click("#view-hand")
        go(other, "game")
        other.click('details:has(form) summary:has-text("New game")')
        for at, name in enumerate(("Ugo", "Pia", "Leo", "Eva")):
            other.locator("details form input[type=text]").nth(at).fill(name)
        other.click('details form button:has-text("Begin"):not([disabled])')
        until(other, lambda: "Ugo" in other.locator("section.game").inner_text())
        end_game(page)
        page.click("#next-start")
        page.wait_for_selector(".live")
        other.click("#view-table")
        other.wait_for_selector("#next", state="detached")  # it knows of the next game
        other.wait_for_selector("#watch-controls")
        other.click("#view-hand")
        assert "Ugo" in other.locator("section.game").inner_text()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_serious_stands_in_the_way_of_the_next_game(
    opened: Open, camera: TableCamera, colours: str, pictures: Path
) -> None:
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    axe = (files(package) / "axe.min.js").read_text(encoding="utf-8")
    with opened(bypass_csp=True, color_scheme=colours) as page:
        end_game(page)
        faults = {"over": faults_of(page, axe)}
        page.screenshot(path=pictures / f"over-{colours}.png", full_page=True)
    assert faults == {name: [] for name in faults}
