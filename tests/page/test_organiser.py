"""An organiser's day on narrow phones, from the first tap to the last, in both languages."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.handreader.web.browsing import until
from tests.page.places import go
from tests.page.static_site import ROOT
from tests.page.test_club_games import is_within
from tests.page.test_table_server import phone
from tests.page.test_table_server import server as table_server

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

server = table_server
ENTRIES = (
    "Anna Rossi; 07120001; ITA; Dragons",
    "Bo Hansen; 03120002; DEN; Winds",
    "Carla de Vries\t08120003\tNED\tDragons",
    "Dario Bianchi; 07120004; ITA; Winds",
    "Eva MÜLLER; 05120005; GER; Dragons",
    "Franco Verdi; ; ITA; Winds",
    "Gina Lollobrigida-Castelbarco; 07120007; ITA; Dragons",
    "Hugo Wilhelm von und zu Rosenberg-Altmar; 05120008; GER; Winds",
)
NARROW = [("en-US", "en", 390), ("it-IT", "it", 320)]


class Day:
    """An organiser's phone: what is tapped, and a picture of every screen."""

    def __init__(self, page: Any, texts: Mapping[str, Any], pictures: Path, name: str) -> None:
        self.page, self.texts = page, texts
        self._pictures, self._name, self._count = pictures, name, 0

    def look(self, what: str) -> None:
        self._count += 1
        assert is_within(self.page), what
        path = self._pictures / f"organiser {self._name} {self._count:02} {what}.png"
        self.page.screenshot(path=path, full_page=True)

    def tap(self, key: str, within: Any = None, **gaps: object) -> None:
        name = self.texts[key].format(**gaps)
        (within or self.page).get_by_role("button", name=name, exact=True).first.click()

    def unfold(self, key: str) -> Any:
        """Open what is folded under this text."""
        part = self.page.locator(
            "details", has=self.page.locator("summary", has_text=self.texts[key])
        )
        if not part.first.evaluate("part => part.open"):
            part.first.locator("summary").first.click()
        return part.first

    def fill(self, within: Any, key: str, value: str) -> None:
        within.get_by_label(self.texts[key], exact=True).fill(value)

    def enter_results(self, round_results: tuple[tuple[int, ...], ...]) -> None:
        for table, points in enumerate(round_results):
            card = self.page.locator(".round").first.locator(".table-card").nth(table)
            self.tap("enter_result", card)
            for seat, value in enumerate(points):
                card.locator(".result-form input").nth(seat).fill(str(value))
            self.tap("save_result", card)
            card.get_by_text(self.texts["on_paper"]).wait_for()

    def begin_round(self, number: int) -> None:
        self.tap("begin_round", number=number)
        self.page.get_by_role("button", name=self.texts["end_round"]).wait_for()

    def end_round(self) -> None:
        self.tap("end_round")
        self.page.get_by_role("button", name=self.texts["end_round"]).wait_for(state="detached")


def create_cup(day: Day, name: str, rounds: int) -> None:
    page, texts = day.page, day.texts
    go(page, "game")
    page.locator("summary", has_text=texts["new_tournament"]).click()
    form = page.locator("form:has(textarea)")
    day.fill(form, "tournament_name", name)
    form.locator("select").first.select_option("mcr")
    day.fill(form, "plan_rounds", str(rounds))
    form.locator("textarea").fill("\n".join(ENTRIES))


@pytest.mark.parametrize(("locale", "lang", "width"), NARROW)
def test_an_organisers_day(
    chromium: Any, server: str, pictures: Path, locale: str, lang: str, width: int
) -> None:
    texts = json.loads((ROOT / "page" / "texts" / f"{lang}.json").read_text("utf-8"))
    viewport = {"width": width, "height": 800}
    with phone(chromium, server, locale=locale, viewport=viewport) as page:
        day = Day(page, texts, pictures, f"{lang} {width}")
        create_cup(day, "Club Cup", 2)
        day.look("new tournament")
        refuse_a_name(day)
        day.tap("create_tournament")
        page.wait_for_selector("#tournament-title:has-text('Club Cup')")
        enter_players(day)
        day.tap("draw_rounds")
        page.get_by_role("button", name=texts["begin_round"].format(number=1)).wait_for()
        print_sheets(day)
        day.begin_round(1)
        day.enter_results(((30, 10, -10, -30), (24, 8, -8, -24)))
        fine_somebody(day)
        day.end_round()
        day.tap("seat_by_rank", number=2)
        until(page, lambda: set(first_table(page)) == set(rank_order(page)[:4]))
        day.look("seated by rank")
        day.begin_round(2)
        day.enter_results(((24, 8, -8, -24), (16, 8, -8, -16)))
        day.end_round()
        rank_teams(day)
        play_finals(day)
        read_files(day)
        read_rating(day, server)


def first_table(page: Any) -> list[str]:
    """Return who sits at the first table of the shown round."""
    card = page.locator(".round").first.locator(".table-card").first
    return [str(name) for name in card.locator("th").all_inner_texts()]


def rank_order(page: Any) -> list[str]:
    """Return the players by their places, without what is marked beside their names."""
    names = page.locator("section:has(#standings-title) tbody th").all_inner_texts()
    return [str(name).split("\n")[0] for name in names]


def refuse_a_name(day: Day) -> None:
    """One of many players has too long a name: the page says which."""
    field = day.page.locator("form textarea")
    names = field.input_value()
    field.fill(f"{names}\n{'W' * 41}")
    day.tap("create_tournament")
    day.page.get_by_role("alert").get_by_text("W" * 41).wait_for()
    day.look("a name is too long")
    field.fill(names)


def enter_players(day: Day) -> None:
    """Correct what a player stated, and add a substitute."""
    part = day.unfold("tournament_players")
    line = part.locator("li").nth(5)
    day.tap("change_player", line)
    day.fill(line, "field_country", "Italy"[:3].lower())
    day.fill(line, "field_player_number", "07120001")
    day.tap("save_result", line)
    alert = day.page.get_by_role("alert")
    alert.get_by_text("Anna Rossi").wait_for()  # has that number
    day.look("number is taken")
    day.fill(line, "field_player_number", "07120006")
    day.fill(line, "name_field", "Franco de Verdi")
    day.fill(line, "field_last_name", "de Verdi")
    day.look("player form")
    day.tap("save_result", line)
    line.get_by_text("07120006 · ITA · Winds").wait_for()
    alert.wait_for(state="detached")
    part.locator("textarea").fill("Ines; ; ESP")
    part.locator("input[type=checkbox]").check()
    day.tap("add_players", part)
    part.locator("li", has_text="Ines").wait_for()
    day.look("players")


def print_sheets(day: Day) -> None:
    """Seat cards and slips fill few sheets of A4, and nothing else is on them."""
    page = day.page
    for key, selector, pages in (
        ("seat_cards", ".print-cards > li", 1),
        ("result_slips", ".print-slips > li", 2),
    ):
        part = day.unfold("to_print")
        part.get_by_role("link", name=day.texts[key]).click()
        page.wait_for_selector(selector)
        day.look(key)
        assert page.locator(selector).count() == (8 if key == "seat_cards" else 4)
        content = page.pdf(format="A4", prefer_css_page_size=True)
        assert content.count(b"/Type /Page\n") + content.count(b"/Type /Page /") == pages
        day.page.get_by_role("link", name=day.texts["close"]).click()
        page.wait_for_selector("#tournament-title")


def fine_somebody(day: Day) -> None:
    """A penalty outside a hand is marked on the player's line."""
    part = day.unfold("tournament_penalties")
    part.locator("select").select_option(label="Bo Hansen")
    day.fill(part, "lost_table_points", "1")
    day.fill(part, "lost_points", "10")
    day.fill(part, "penalty_reason", "late")
    day.tap("record_penalty", part)
    fine = day.page.locator(".standings tr", has_text="Bo Hansen").locator(".fine")
    fine.wait_for()
    assert "\u22121" in fine.inner_text() and "\u221210" in fine.inner_text()
    assert day.page.locator(".standings .fine").count() == 1
    day.look("standings with a penalty")


def rank_teams(day: Day) -> None:
    teams = day.page.locator("section:has(#teams-title)")
    rows = teams.locator("tbody tr")
    assert rows.count() == 2
    together = sum(float(row.locator("td").nth(1).inner_text()) for row in rows.all())
    assert together == 4 * 7 - 1  # four tables, and a penalty
    part = day.unfold("tournament_plan")
    day.fill(part, "plan_team_size", "3")
    day.tap("save_plan", part)
    teams.locator(".struck").first.wait_for()
    assert teams.locator(".struck").count() == 2
    teams.scroll_into_view_if_needed()
    day.look("teams of three")


def play_finals(day: Day) -> None:
    page, texts = day.page, day.texts
    part = day.unfold("finals")
    part.locator("select").nth(1).select_option("half")
    day.look("cut to finals")
    day.tap("begin_finals", part)
    page.get_by_role("button", name=texts["revoke_finals"]).wait_for()
    day.look("after the cut")
    day.tap("seat_by_rank", number=3)
    day.begin_round(3)
    assert page.locator(".round").first.locator(".table-card").count() == 1
    day.enter_results(((-30, -10, 10, 30),))
    day.end_round()
    assert page.locator(".standings tr.cut").count() == 1
    page.get_by_text(texts["share_half"]).first.wait_for()
    day.look("final standings")


def read_files(day: Day) -> None:
    part = day.unfold("tournament_files")
    day.look("files")
    with day.page.expect_download() as saved:
        part.get_by_role("button", name="ema.csv").click()
    with Path(saved.value.path()).open(encoding="utf-8-sig", newline="") as file:
        sheet = list(csv.reader(file))
    assert len(sheet) == 9 and sheet[0][:2] == ["Place", "EMA number"]
    assert ["07120006", "de Verdi", "Franco", "ITA"] in [row[1:5] for row in sheet]
    assert ["05120005", "MÜLLER", "Eva", "GER"] in [row[1:5] for row in sheet]


def read_rating(day: Day, server: str) -> None:
    """A second cup, and the players are rated."""
    page = day.page
    page.goto(server)
    create_cup(day, "Second Cup", 1)
    day.tap("create_tournament")
    page.wait_for_selector("#tournament-title:has-text('Second Cup')")
    day.tap("draw_rounds")
    day.begin_round(1)
    day.enter_results(((30, 10, -10, -30), (24, 8, -8, -24)))
    day.end_round()
    day.tap("close")
    part = day.unfold("rating")
    part.locator("tbody tr").nth(6).wait_for()
    assert part.locator("tbody tr").count() == 7  # Franco had another name and no number there
    ratings = [float(one) for one in part.locator("tbody strong").all_inner_texts()]
    assert ratings == sorted(ratings, reverse=True) and ratings[0] > 0
    day.look("rating")
