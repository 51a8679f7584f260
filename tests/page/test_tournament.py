"""A tournament played in browsers: the organiser's phone, phones at the tables, the wall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from handreader.web.phone_page import phone_files
from handreader.web.security.addresses import ServeError, lan_address
from tests.handreader.web.browsing import serve_page
from tests.page.examiner import UNFOLD
from tests.page.places import go
from tests.page.test_club_games import enter_win, is_within
from tests.page.test_page_walk import WIN, type_hand
from tests.page.test_table_server import phone
from tests.page.test_table_server import server as table_server

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

server = table_server
NAMES = ("Anna", "Bo", "Carla", "Dario", "Eva", "Franco", "Gina", "Maximilian-Alexander Hohenstein")
READABLE = 0.02
"""Letters of 2 % of a screen's width are 22 mm on 50 inches: read from five metres."""


def create(page: Any, names: tuple[str, ...] = NAMES, rounds: int = 2, rules: str = "mcr") -> None:
    go(page, "game")
    page.get_by_text("New tournament").click()
    form = page.locator("form", has=page.get_by_role("button", name="Create the tournament"))
    form.get_by_label("Name of the tournament").fill("Club Cup")
    form.locator("select").first.select_option(rules)
    form.get_by_label("Rounds").fill(str(rounds))
    form.get_by_label("Players, one name a line").fill("\n".join(names))
    form.get_by_role("button", name="Create the tournament").click()
    page.wait_for_selector("#tournament-title:has-text('Club Cup')")


def begin_round(page: Any, number: int) -> None:
    page.get_by_role("button", name=f"Begin round {number}").click()
    page.get_by_role("button", name="Start the time").click()
    page.get_by_role("button", name="Pause the time").wait_for()


def play_at_table(page: Any, table: int, amount: str) -> None:
    """Open a table's game at a phone, record a win of East on South's tile, end the game."""
    page.locator(".table-card").nth(table - 1).get_by_role("button", name="Open the game").click()
    page.get_by_role("button", name="Enter a deal").click()
    enter_win(page, 0, 1, amount)
    page.locator("form.deal button[type=submit]").click()
    page.wait_for_selector(".deals li")
    page.get_by_text("Players, penalties, end").click()
    page.get_by_role("button", name="End the game now").click()
    page.wait_for_selector('h2:has-text("The game is over")')
    page.get_by_role("button", name="Close").click()


def enter_result(page: Any, table: int, points: tuple[int, ...], button: str) -> None:
    card = page.locator(".table-card").nth(table - 1)
    card.get_by_role("button", name=button).click()
    for seat, value in enumerate(points):
        card.locator(".result-form input").nth(seat).fill(str(value))
    card.get_by_role("button", name="Save").click()
    card.locator(".result-form").wait_for(state="detached")
    card.get_by_text("entered by hand").wait_for()


def standings(page: Any) -> list[str]:
    """Place, player and table points of each line."""
    rows = page.locator("table.standings tbody tr")
    cells = "tr => [...tr.children].slice(0, 3).map(cell => cell.textContent.trim()).join(' ')"
    return [str(rows.nth(row).evaluate(cells)) for row in range(rows.count())]


def test_undo_while_names_are_written_is_the_text_fields_own(chromium: Any, server: str) -> None:
    with phone(chromium, server) as page:
        type_hand(page, WIN)
        page.wait_for_selector(".total")
        page.get_by_role("button", name="New hand").click()
        go(page, "game")
        page.locator("summary", has_text="New tournament").click()
        names = page.locator("textarea").first
        names.press_sequentially("Anna")
        names.press("Control+z")
        assert names.input_value() != "Anna"
        go(page, "hand")
        page.locator(".ways").wait_for()
        assert page.get_by_role("button", name="Undo").count() == 1  # the hand is still put away


def test_a_tournament_of_eight_players_and_two_rounds(
    chromium: Any, server: str, tmp_path: Path
) -> None:
    viewport = {"width": 1920, "height": 1080}
    with phone(chromium, server) as club, phone(chromium, server) as table:
        create(club)
        club.get_by_role("button", name="Draw the rounds").click()
        club.get_by_text("two players meet at most 2 times").wait_for()
        begin_round(club, 1)
        address = club.url.replace("#tournament=", "#wall=")
        with phone(chromium, server, viewport=viewport) as wall:
            wall.goto(address)
            wall.wait_for_selector(".wall-tables")
            assert re.fullmatch(r"1(20:00|19:\d\d)", wall.locator(".digits").inner_text())
            wall.screenshot(path=tmp_path / "wall.png")
            go(table, "game")
            table.locator("button.change", has_text="8 players").click()
            play_at_table(table, 1, "22")
            wall.locator(".wall-tables small:has-text('finished')").wait_for()
            club.wait_for_selector(".table-card:has-text('4 TP')")
            enter_result(club, 2, (40, -8, -8, -24), "Enter a result")
            club.get_by_role("button", name="End the round").click()
            club.get_by_role("button", name="Begin round 2").wait_for()
            assert [line.split()[0] for line in standings(club)] == list("12333378")
            club.screenshot(path=tmp_path / "between.png", full_page=True)
            begin_round(club, 2)
            wall.locator(".wall-round:has-text('Round 2 of 2')").wait_for()
            enter_result(club, 1, (8, 8, -8, -8), "Enter a result")
            enter_result(club, 2, (16, 0, 0, -16), "Enter a result")
            before = standings(club)
            enter_result(club, 2, (-16, 0, 0, 16), "Correct the result")
            assert standings(club) != before
            club.get_by_role("button", name="End the round").click()
            club.get_by_role("button", name="Continue this round").wait_for()
            wall.wait_for_selector(".wall-standings:visible")
            wall.screenshot(path=tmp_path / "wall-standings.png")
        final = standings(club)
        assert len(final) == 8
        assert sum(float(line.split()[-1]) for line in final) == pytest.approx(28, abs=0.05)
        club.screenshot(path=tmp_path / "final.png", full_page=True)
        club.get_by_text("Files: standings").click()
        with club.expect_download() as saved:
            club.get_by_role("button", name="standings.csv").click()
        lines = Path(saved.value.path()).read_text("utf-8-sig").splitlines()
        assert len(lines) == 9 and lines[0].startswith("rank,player,table_points")
        club.reload()
        club.wait_for_selector("table.standings")
        assert standings(club) == final
        assert is_within(club)


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_wall_is_read_from_five_metres(
    chromium: Any, server: str, tmp_path: Path, width: int
) -> None:
    """32 players at eight tables: everything is on the screen, in letters that are large enough."""
    names = tuple(f"{name} {letter}.;;;Team {letter}" for name in NAMES for letter in "ABCD")
    viewport = {"width": width, "height": width * 9 // 16}
    with phone(chromium, server, viewport=viewport) as page:
        create(page, names)
        page.get_by_role("button", name="Draw the rounds").click()
        page.get_by_text("two players meet at most 1 time.").wait_for()
        begin_round(page, 1)
        enter_result(page, 8, (40, -8, -8, -24), "Enter a result")
        page.goto(page.url.replace("#tournament=", "#wall="))
        for part in (".wall-tables", ".wall-standings", ".wall-teams"):
            page.wait_for_selector(f"{part}:visible")
            page.screenshot(path=tmp_path / f"wall{part}.png")
            least, bottom = page.evaluate(
                """part => {
                  const seen = [...document.querySelectorAll(`header *, ${part} *`)]
                    .filter(one => one.offsetParent !== null && one.textContent.trim() !== "");
                  const sizes = seen.map(one => parseFloat(getComputedStyle(one).fontSize));
                  const bottoms = seen.map(one => one.getBoundingClientRect().bottom);
                  return [Math.min(...sizes), Math.max(...bottoms)];
                }""",
                part,
            )
            assert least >= READABLE * width
            assert bottom <= viewport["height"]
        assert page.locator(".wall-tables > li").count() == 8


def test_the_wall_on_a_phone_in_italian(chromium: Any, server: str, tmp_path: Path) -> None:
    with phone(chromium, server) as page, phone(chromium, server, locale="it-IT") as wall:
        create(page, (*NAMES[:-1], "W" * 40, "Ines"))
        page.get_by_text("1 has a bye in each round").wait_for()
        page.get_by_role("button", name="Draw the rounds").click()
        page.get_by_role("button", name="Begin round 1").wait_for()
        wall.goto(page.url.replace("#tournament=", "#wall="))
        wall.get_by_text("Prossimo turno").wait_for()
        wall.get_by_text("Riposo:").wait_for()
        begin_round(page, 1)
        wall.get_by_text("alla fine del turno").wait_for()
        page.get_by_role("button", name="Pause the time").click()
        wall.get_by_text("Tempo fermo").wait_for()
        assert is_within(wall)
        wall.set_viewport_size({"width": 320, "height": 700})
        assert is_within(wall)
        wall.goto(page.url)
        wall.get_by_text("Giocatori e riserve").wait_for()
        wall.evaluate(UNFOLD)
        assert is_within(wall)
        hidden = "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).length"
        assert wall.locator(".wide").evaluate_all(hidden) == 0, "a column is out of sight"
        wall.screenshot(path=tmp_path / "page.png", full_page=True)


class ClubNight:
    """A server of the local network, where no page is that of the server's own computer."""

    def __init__(self) -> None:
        self.address = ""
        self.links: list[str] = []

    def read_text(self, text: str) -> None:
        """Keep the join links that the server prints."""
        self.links += re.findall(r"http://\S+/join\?t=\S+", text)

    def join(self) -> dict[str, Any]:
        """Press the button behind the newest join link; return what a browser then keeps."""
        with urlopen(Request(self.links[-1], method="POST"), timeout=60) as answer:
            name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
        host = urlsplit(self.address).hostname
        kept = {"name": name, "value": value, "domain": host, "path": "/"}
        return {"cookies": [kept], "origins": []}


@pytest.fixture
def club_night(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ClubNight]:
    """A server of the local network."""
    if not phone_files():
        pytest.skip("the page is not built: make page")
    try:
        lan_address()
    except ServeError:
        pytest.skip("this computer is in no network")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    night = ClubNight()
    with serve_page(monkeypatch, on_text=night.read_text) as night.address:
        yield night


def test_a_second_organiser_and_a_restored_tournament(
    chromium: Any, club_night: ClubNight, tmp_path: Path
) -> None:
    address, first, second = club_night.address, club_night.join(), club_night.join()
    with (
        phone(chromium, address, storage_state=first) as club,
        phone(chromium, address, storage_state=second, locale="it-IT") as other,
    ):
        create(club)
        club.get_by_text("More organisers").click()
        club.get_by_role("button", name="Make a code").click()
        code = club.locator(".organiser-code").inner_text()
        club.screenshot(path=tmp_path / "code.png", full_page=True)
        other.goto(club.url)
        other.get_by_text("Organizza anche da questo telefono").click()
        field = other.get_by_label("Codice di chi organizza")
        field.fill("AAAA-AAAA")
        other.get_by_role("button", name="Organizza questo torneo").click()
        other.get_by_role("alert").get_by_text("Codice errato").wait_for()
        field.fill(code.lower())
        other.get_by_label("Il tuo nome, per gli altri organizzatori").fill("Eva")
        other.screenshot(path=tmp_path / "use.png", full_page=True)
        other.get_by_role("button", name="Organizza questo torneo").click()
        other.get_by_role("button", name="Sorteggia i turni").click()
        club.get_by_role("button", name="Begin round 1").wait_for()
        other.get_by_text("Turni e tempi").click()
        other.get_by_role("button", name="Elimina il torneo").click()
        other.get_by_role("button", name="Elimina il torneo").click()
        other.get_by_text("Tornei eliminati").click()
        other.screenshot(path=tmp_path / "deleted.png", full_page=True)
        assert is_within(other)
        other.get_by_role("button", name="Ripristina il torneo").click()
        other.get_by_role("button", name="Comincia il turno 1").wait_for()
        assert is_within(other)
        club.reload()
        club.get_by_text("More organisers").click()
        line = club.locator("li", has_text="Eva since")
        line.wait_for()
        club.screenshot(path=tmp_path / "organisers.png", full_page=True)
        assert is_within(club)
        line.get_by_role("button", name="Remove").click()
        line.get_by_role("button", name="It organises no more").click()
        line.wait_for(state="detached")
        other.get_by_text("Organizza anche da questo telefono").wait_for()
        assert other.get_by_role("button", name="Comincia il turno 1").count() == 0
