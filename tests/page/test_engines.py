"""The main walk in Firefox and in WebKitGTK: photo, total, who won on whom, a game, a reload."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.page.engines import PATIENCE, Tab, firefox, webkit
from tests.page.static_site import DRAFT
from tests.page.test_static_page import EXAMPLES

pytestmark = pytest.mark.browser

Engine = Callable[[Path], AbstractContextManager[Tab]]
NEEDED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "firefox": {"firefox-esr": ("firefox-esr", "firefox")},
    "webkit": {"webkit2gtk-driver": ("WebKitWebDriver",), "xvfb xauth": ("xvfb-run",)},
}
"""Of each engine the Debian packages, with the names of the program that is looked for."""
POINTS = "return [...document.querySelectorAll('.players .number')].map((one) => one.innerText)"
PLAYERS = ("Anna", "Bo", "Carla", "Dario")


@pytest.mark.parametrize(("name", "engine"), [("firefox", firefox), ("webkit", webkit)])
def test_the_main_walk(name: str, engine: Engine, site: str, tmp_path: Path) -> None:
    missing = [one for one, names in NEEDED[name].items() if not any(map(shutil.which, names))]
    if missing:
        pytest.skip(f"missing: apt-get install {' '.join(missing)}")
    with engine(tmp_path / name) as tab:
        tab.open(site)
        begin_game(tab)
        tab.tap("nav.places a.hand")
        tab.wait("#start-title")
        tab.write(EXAMPLES / "hand.jpg", "input[type=file]", 1)
        tab.wait(".total strong", "45 points")
        tab.tap("#fact-seat button", "Bo")
        tab.tap("#fact-discarder button", "Carla")
        tab.wait(".table-caption", "Bo wins on Carla’s tile")
        wait_for_kept_fact(tab, "discarder")
        tab.reload()
        tab.wait(".table-caption", "Bo wins on Carla’s tile")
        tab.tap("button.record", "Record in the game")
        tab.wait(".deals li", "Bo wins on Carla")
        shown = tab.run(POINTS)
        tab.reload()  # the browser has kept the game
        tab.wait(".deals li", "Bo wins on Carla")
        assert tab.run(POINTS) == shown


def wait_for_kept_fact(tab: Tab, fact: str) -> None:
    """Wait until the browser keeps a fact of the hand: a busy computer writes after it shows."""
    until = time.monotonic() + PATIENCE
    while tab.run(f"return ({DRAFT})()")["facts"].get(fact) is None:
        assert time.monotonic() < until, "the browser does not keep it"
        time.sleep(0.1)


def begin_game(tab: Tab) -> None:
    tab.tap("nav.places a.game")
    tab.tap("summary", "New game")
    tab.wait("form .fact input")
    for seat, player in enumerate(PLAYERS):
        tab.write(player, "form .fact input", seat)
    tab.tap("form button[type=submit]", "Begin")
    tab.wait(".players", "Dario")
