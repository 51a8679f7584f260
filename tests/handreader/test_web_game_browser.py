"""The game in a real browser: from the photo to the printed sheet, on every kind of screen."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .browsing import DESKTOP, PHONE, browser, opened, served, tab, until
from .conftest import WIN, Lay

pytestmark = pytest.mark.browser
PLAYERS = ["Anna", "Bo", "Carla", "<b>Dario</b>"]


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of a running server."""
    with served(monkeypatch) as address:
        yield address


@pytest.fixture
def page(base: str) -> Iterator[Any]:
    """The page on a phone."""
    with opened(base) as shown:
        yield shown


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
    base: str, lay: Lay, photo: Path, tmp_path: Path, size: dict[str, int], locale: str
) -> None:
    lay(WIN)
    with opened(base, viewport=size, locale=locale, accept_downloads=True) as page:
        begin(page)
        page.click("[data-key=photograph]")
        page.set_input_files("#gallery", str(photo))
        page.wait_for_selector("#result .total b")
        assert page.locator("[data-key=record-win]").is_disabled()
        page.click("[data-key=won-S]")
        page.click("[data-key=from-W]")
        page.wait_for_selector("[data-key=record-win]:not([disabled])")
        page.screenshot(path=tmp_path / "hand.png", full_page=True)
        page.click("[data-key=record-win]")
        page.click("#dialog [data-key=send]")
        until(page, lambda: entries(page) == 1)
        first = points(page)
        assert first["Bo"] > 0
        assert first["Carla"] <= first["Anna"] < 0
        record(page, "winner-E", "payer-drawn", points_E="30")
        record(page, "kind-drawn")
        assert points(page)["<b>Dario</b>"] == first["<b>Dario</b>"] + 90
        page.screenshot(path=tmp_path / "game.png", full_page=True)

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
        page.screenshot(path=tmp_path / "sheet.png", full_page=True)
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


def test_another_phone_sees_what_is_recorded_and_cannot_record_it_again(base: str) -> None:
    with browser() as launched, tab(launched, base) as one, tab(launched, base) as other:
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


# accessibility


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core's script, from the npm registry into a folder of the tests alone."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm: axe-core cannot be had")
    folder = tmp_path_factory.mktemp("axe")
    packing = [npm, "pack", "axe-core@4", "--silent"]
    done = subprocess.run(packing, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode:
        pytest.skip(f"npm cannot reach axe-core: {done.stderr.strip()[-200:]}")
    shutil.unpack_archive(next(folder.glob("*.tgz")), folder)
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")


def faults_of(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_serious_stands_in_anybodys_way(
    base: str, lay: Lay, photo: Path, axe: str, colours: str, size: dict[str, int]
) -> None:
    lay(WIN)
    # the page's policy keeps axe out, too: it is set aside for looking
    options = {"bypass_csp": True, "color_scheme": colours, "viewport": size}
    with opened(base, **options) as page:
        faults = {"start": faults_of(page, axe)}
        page.click("#view-game")
        page.wait_for_selector("#begin")
        faults["new game"] = faults_of(page, axe)
        begin(page)
        page.click("[data-key=record]")
        faults["record"] = faults_of(page, axe)
        page.keyboard.press("Escape")
        record(page, "winner-S", "payer-E", points_S="40")
        faults["game"] = faults_of(page, axe)
        page.click("[data-key=correct-1]")
        page.wait_for_selector("#dialog .versions")
        faults["correct"] = faults_of(page, axe)
        page.keyboard.press("Escape")
        page.click("[data-key=photograph]")
        page.set_input_files("#gallery", str(photo))
        page.wait_for_selector("#result .total b")
        page.click("[data-key=won-S]")
        page.click("[data-key=from-W]")
        page.click("#result .item >> nth=0")
        faults["hand"] = faults_of(page, axe)
        page.click("[data-key=dispute]")
        page.click("#hand .zone.concealed .tile >> nth=0")
        faults["tile"] = faults_of(page, axe)
    assert faults == {name: [] for name in faults}
