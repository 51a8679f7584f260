"""The game in a real browser: from the photo to the printed sheet, on every kind of screen."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from handreader.tile_sets import tile_set_file
from tests.handreader.conftest import WIN, Lay, Open
from tests.handreader.web.browsing import DESKTOP, PHONE, faults_of, until
from vision.teaching.tile_set import load

pytestmark = pytest.mark.browser
PLAYERS = ["Anna", "Bo", "Carla", "<b>Dario</b>"]


def begin(page: Any, rules: str = "zung-jung") -> None:
    page.click("#view-game")
    page.wait_for_selector("#begin")
    page.select_option("#game-rules", rules)
    for place, name in enumerate(PLAYERS):
        page.fill(f"#player-{place}", name)
    page.click("[data-key=start-game]")
    page.wait_for_selector("[data-key=photograph]")


def entries(page: Any) -> int:
    return int(page.locator("#entries .entry").count())


def record(page: Any, *pressed: str, **filled: str) -> None:
    """Records by hand: buttons by their keys, then fields."""
    before = entries(page)
    page.click("[data-key=record]")
    for key in pressed:
        page.click(f"#dialog [data-key={key}]")
    for field, value in filled.items():
        page.fill(f"#dialog #{field.replace('_', '-')}", value)
    page.click("#dialog [data-key=send]")
    until(page, lambda: entries(page) > before)


def points(page: Any) -> dict[str, int]:
    rows = page.locator("#game .seats tbody tr").all()
    found = {}
    for row in rows:
        name = row.locator("th").inner_text()
        found[name] = int(row.locator("td").nth(1).inner_text().replace("−", "-"))
    return found


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-US", "it-IT"])
def test_from_the_photo_to_the_printed_sheet(
    opened: Open, lay: Lay, photo: Path, pictures: Path, size: dict[str, int], locale: str
) -> None:
    lay(WIN)
    with opened(viewport=size, locale=locale, accept_downloads=True) as page:
        begin(page)
        page.click("[data-key=photograph]")
        page.set_input_files("#gallery", str(photo))
        page.wait_for_selector("#result .total b")
        assert page.locator("[data-key=record-win]").is_disabled()
        page.click("[data-key=won-S]")
        page.click("[data-key=from-W]")
        page.wait_for_selector("[data-key=record-win]:not([disabled])")
        page.screenshot(path=pictures / "hand.png", full_page=True)
        page.click("[data-key=record-win]")
        page.click("#dialog [data-key=send]")
        until(page, lambda: entries(page) == 1)
        first = points(page)
        assert first["Bo"] > 0
        assert first["Carla"] <= first["Anna"] < 0
        record(page, "winner-E", "payer-drawn", points_E="30")
        record(page, "kind-drawn")
        assert points(page)["<b>Dario</b>"] == first["<b>Dario</b>"] + 90
        page.screenshot(path=pictures / "game.png", full_page=True)

        # the first deal was won from Anna, and its sheet says so on paper
        page.click("[data-key=correct-1]")
        page.click("#dialog [data-key=correct-hand]")
        page.wait_for_selector("#banner:not([hidden])")
        page.click("[data-key=from-E]")
        page.wait_for_selector("[data-key=record-win]:not([disabled])")
        page.click("[data-key=record-win]")
        page.click("#dialog [data-key=send]")
        page.wait_for_selector("#entries .entry")
        corrected = points(page)
        assert corrected["Anna"] == first["Carla"] - 30
        assert corrected["Carla"] == first["Anna"] - 30

        page.emulate_media(media="print")
        assert page.locator("#sheet").is_visible()
        for hidden in ("header", "#game", "#entries", "nav", "footer"):
            assert not page.locator(hidden).is_visible()
        assert page.locator("#sheet .turn").count() == 5  # four turns, and the grand total
        page.screenshot(path=pictures / "sheet.png", full_page=True)
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 1  # one sheet of paper
        page.emulate_media(media="screen")
        with page.expect_download() as saved:
            page.click("#entries a[href$='game.csv']")
        with saved.value.path().open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert [row["ending"] for row in rows] == ["won", "won", "drawn"]
        assert int(rows[-1]["Anna total"]) == corrected["Anna"]


def test_exported_and_imported_again(page: Any, tmp_path: Path) -> None:
    begin(page, "mcr")
    record(page, "winner-S", "payer-E", points_S="18")
    with page.expect_download() as saved:
        page.click("#entries a[href$='game.json']")
    exported = json.loads(saved.value.path().read_text(encoding="utf-8"))
    exported["id"] = "somewhere5else"
    (tmp_path / "game.json").write_text(json.dumps(exported), encoding="utf-8")
    page.click("[data-key=leave]")
    page.set_input_files("#import", str(tmp_path / "game.json"))
    page.wait_for_selector("#entries .entry")
    assert points(page) == {"Bo": 42, "Carla": -8, "<b>Dario</b>": -8, "Anna": -26}
    page.click("[data-key=leave]")
    until(page, lambda: page.locator("#entries .item").count() == 2)


def test_riichi_with_sticks_and_two_winners(page: Any) -> None:
    begin(page, "riichi-ema")
    record(page, "kind-none", "riichi-S")
    assert "riichi" in page.locator("#game .seats").inner_text()
    record(page, "kind-drawn", "ready-S", "ready-E")
    page.click("[data-key=record]")
    for key in ("payer-E", "winner-S", "winner-W", "riichi-W"):
        page.click(f"#dialog [data-key={key}]")
    page.select_option("#fan-W", "5")
    page.click("#dialog [data-key=send]")
    until(page, lambda: entries(page) == 3)
    # Bo 1 fan 30 + counter + the old stick, Carla mangan + counter + her own stick
    assert points(page)["Carla"] == 25000 - 1500 + 8300
    assert page.locator("#sheet .lines tbody tr").count() == 3  # two hands and their total


def test_a_yakuman_that_somebody_fed_and_amounts_as_agreed(page: Any, pictures: Path) -> None:
    begin(page, "riichi-ema")
    page.click("[data-key=record]")
    page.click("#dialog [data-key=winner-S]")
    page.click("#dialog [data-key=payer-E]")
    page.select_option("#fan-S", "y2")
    page.select_option("#liable-S", "W")
    page.screenshot(path=pictures / "yakuman.png")
    page.click("#dialog [data-key=send]")
    until(page, lambda: entries(page) == 1)
    # by their names: a half each, double yakuman
    assert points(page)["Bo"] == 25000 + 64000
    assert points(page)["Anna"] == points(page)["Carla"] == 25000 - 32000
    page.click("[data-key=record]")
    page.click("#dialog [data-key=winner-S]")
    page.click("#dialog [data-key=payer-drawn]")
    page.click("#dialog [data-key=amounts-S]")
    page.fill("#dialog #paid-S-E", "500")
    page.fill("#dialog #paid-S-N", "200")
    page.screenshot(path=pictures / "amounts.png")
    page.click("#dialog [data-key=send]")
    until(page, lambda: entries(page) == 2)
    # East passed on: Carla sits at South now, Bo at East, Anna at North
    paid = {"Bo": 89000 - 500, "Carla": -7000 + 700, "<b>Dario</b>": 25000, "Anna": -7000 - 200}
    assert points(page) == paid


def test_another_phone_sees_what_is_recorded_and_cannot_record_it_again(opened: Open) -> None:
    with opened() as one, opened() as other:
        begin(one)
        other.click("#view-game")
        other.click("#entries .item >> nth=0")
        other.wait_for_selector("[data-key=record]")
        other.click("[data-key=record]")  # an open window is not pulled away
        record(one, "winner-S", "payer-E", points_S="40")
        other.click("#dialog [data-key=kind-drawn]")
        other.click("#dialog [data-key=send]")
        other.wait_for_selector("#form-problem:not([hidden])")
        assert "2" in other.locator("#form-problem").inner_text()
        other.keyboard.press("Escape")
        until(other, lambda: entries(other) == 1)
        assert points(other) == points(one)
        record(one, "kind-drawn")
        until(other, lambda: entries(other) == 2)


def test_with_the_keyboard_alone(page: Any) -> None:
    def press(selector: str, key: str = "Enter") -> None:
        page.focus(selector)
        page.keyboard.press(key)

    press("#view-game")
    page.wait_for_selector("#begin")
    for place, name in enumerate(PLAYERS):
        page.focus(f"#player-{place}")
        page.keyboard.type(name)
    page.keyboard.press("Enter")  # a form is sent from its fields
    page.wait_for_selector("[data-key=record]")
    press("[data-key=record]")
    press("#dialog [data-key=winner-S]", "Space")
    assert page.evaluate("() => document.activeElement.dataset.key") == "winner-S"
    press("#dialog [data-key=payer-N]", "Space")
    page.focus("#points-S")
    page.keyboard.type("25")
    press("#dialog [data-key=send]")
    until(page, lambda: entries(page) == 1)
    assert points(page)["Bo"] == 75
    press("[data-key=correct-1]")
    page.wait_for_selector("#dialog .versions")
    press("#dialog [data-key=strike]")
    page.wait_for_selector("#entries .entry.struck")
    assert points(page)["Bo"] == 0


def test_tiles_are_turned_and_taken_away_by_key_and_long_press(page: Any) -> None:
    page.fill("#typed", "123m 456p 99s EE [777z] +9s")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand .zone.melds .tile")
    page.focus("[data-key='melds-0-2']")
    page.keyboard.press("t")
    assert "turned" in page.locator("[data-key='melds-0-2']").get_attribute("class")
    page.click("[data-key='melds-0-0']", button="right")
    assert "turned" in page.locator("[data-key='melds-0-0']").get_attribute("class")
    assert page.locator("#hand .tile.turned").count() == 1
    page.focus("[data-key='concealed-0-']")
    page.keyboard.press("Delete")
    assert page.locator("#hand .zone.concealed .tile:not(.plus)").count() == 9


def test_a_game_goes_on_after_the_page_is_loaded_again(page: Any) -> None:
    begin(page)
    record(page, "kind-drawn")
    page.reload()
    page.wait_for_selector("#banner:not([hidden])")
    page.click("#view-game")
    until(page, lambda: entries(page) == 1)
    assert "<b>" in page.locator("#game .seats").inner_text()
    assert page.locator("#game b:text('Dario')").count() == 0


def test_corrected_tiles_are_saved_only_after_consent(page: Any, lay: Lay, photo: Path) -> None:
    lay(WIN)
    page.set_input_files("#gallery", str(photo))
    page.wait_for_selector("#hand:not([hidden])")
    page.click("#hand .zone.concealed .tile >> nth=0")
    page.click('#dialog .palette .tile[title="9 characters"]')
    page.click("#picture .giving summary")
    assert page.locator("[data-key=labels]").is_disabled()
    page.check("#agree")
    with page.expect_download() as saved:
        page.click("[data-key=labels]")
    assert saved.value.suggested_filename == "handreader-labels.zip"


def test_a_corrected_photo_teaches_its_set(page: Any, lay: Lay, photo: Path) -> None:
    lay(WIN)
    page.set_input_files("#gallery", str(photo))
    page.wait_for_selector("#hand:not([hidden])")
    assert page.locator("[data-key=remember]").count() == 0, "nothing was corrected"
    page.click("#hand .zone.concealed .tile >> nth=0")
    page.click('#dialog .palette .tile[title="9 characters"]')
    page.once("dialog", lambda dialog: dialog.accept("Club set"))
    page.click("[data-key=remember]")
    page.wait_for_selector("#picture :text('with the set Club set')")
    assert "9m" in load(tile_set_file("club set")).kinds


# accessibility


@pytest.fixture(scope="module")
def axe() -> str:
    """axe-core's script, as a package of the extra `browser` brings it."""
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    return (files(package) / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_serious_stands_in_anybodys_way(
    opened: Open,
    lay: Lay,
    photo: Path,
    pictures: Path,
    axe: str,
    colours: str,
    size: dict[str, int],
) -> None:
    lay(WIN)
    # the page's policy keeps axe out, too: it is set aside for looking
    with opened(bypass_csp=True, color_scheme=colours, viewport=size) as page:
        faults = {}

        def look(name: str) -> None:
            page.screenshot(path=pictures / f"{name}.png")
            faults[name] = faults_of(page, axe)

        look("start")
        page.click("#view-game")
        page.wait_for_selector("#begin")
        look("new game")
        begin(page)
        page.click("[data-key=record]")
        look("record")
        page.keyboard.press("Escape")
        record(page, "winner-S", "payer-E", points_S="40")
        look("game")
        page.click("[data-key=correct-1]")
        page.wait_for_selector("#dialog .versions")
        look("correct")
        page.keyboard.press("Escape")
        page.click("[data-key=photograph]")
        page.set_input_files("#gallery", str(photo))
        page.wait_for_selector("#result .total b")
        page.click("[data-key=won-S]")
        page.click("[data-key=from-W]")
        page.click("#result .item >> nth=0")
        look("hand")
        page.click("[data-key=dispute]")
        page.click("#hand .zone.concealed .tile >> nth=0")
        look("tile")
    assert faults == {name: [] for name in faults}
