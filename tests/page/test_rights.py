"""Roles on the page: joining with a name, a finished round, signatures, the ledger, a spectator."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

import uvicorn

from handreader.web.app import create_app
from handreader.web.phone_page import phone_files
from handreader.web.server import JoinLinks
from tests.handreader.store.new_store import open_new_store
from tests.page.examiner import UNFOLD

pytestmark = pytest.mark.browser

NAMES = ["Anna", "Bo", "Carla", "Dario", "Eva", "Franco", "Gina", "Maximilian-Alexander Hohenstein"]
PATIENCE = 60_000.0  # milliseconds


@pytest.fixture
def links(tmp_path: Path) -> Iterator[JoinLinks]:
    """The join links of a running server."""
    if not phone_files():
        pytest.skip("the page is not built: make page")
    with socket.socket() as listening, open_new_store(tmp_path / "games.sqlite") as store:
        listening.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        made = JoinLinks(f"http://{address}", lambda text: None)
        app = create_app(made.door, [address], store=store, invite=made.invite)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield made
        server.should_exit = True
        thread.join(20)


@contextmanager
def phone(chromium: Any, link: str, name: str, **options: Any) -> Iterator[Any]:
    """A phone that opens a link, and writes a name where it is asked for."""
    faults: list[str] = []
    viewport = {"width": 390, "height": 844}
    context = chromium.new_context(**{"viewport": viewport, "locale": "en-US", **options})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(link)
    if name:
        page.locator("input[name=name]").fill(name)
    page.get_by_role("button").click()
    page.wait_for_selector("header select >> nth=0", state="attached")
    yield page
    beyond = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    context.close()
    assert faults == []
    assert beyond <= 0, "the page is wider than the screen"


def post(page: Any, path: str, value: object) -> Any:
    """What the page's server answers to this phone."""
    base = page.url.split("/#")[0].rstrip("/")
    answer = page.request.post(f"{base}/{path}", data=value)
    assert answer.ok, answer.text()
    return answer.json()


def play_round(page: Any) -> tuple[str, str]:
    """A tournament with a round that is over; return its id, and that of a game."""
    body = {"name": "Club Cup", "rules": "mcr", "rounds": 2, "names": NAMES}
    cup = post(page, "api/tournaments", body)
    path = f"api/tournaments/{cup['id']}"

    def do(type: str, **fields: object) -> Any:
        nonlocal cup
        cup = post(page, path, {"type": type, "revision": cup["revision"], **fields})
        return cup

    do("draw")
    do("start", round=1)
    game = cup["rounds"][0]["tables"][0]["game"]
    winner = {"seat": "E", "points": 24}
    won = {"ended": {"type": "won", "discarder": "S", "winners": [winner]}}
    ended = {"ended": {"type": "ended"}}
    for number, happened in ((1, won), (2, ended)):
        post(page, f"api/games/{game}/entries", {"number": number, "happened": happened})
    do("end", round=1, ended=True)
    wrong = {"ended": {**won["ended"], "winners": [{"seat": "E", "points": 26}]}}
    correction = {"number": 1, "version": 0, "happened": wrong}
    post(page, f"api/games/{game}/corrections", correction)
    return cup["id"], game


@pytest.mark.walk
def test_a_finished_round_is_signed_and_its_changes_are_listed(
    chromium: Any, links: JoinLinks, pictures: Path
) -> None:
    with (
        phone(chromium, links.invite()["url"], "Olga") as club,
        phone(chromium, links.invite()["url"], "Anna") as anna,
    ):
        cup, _ = play_round(club)
        anna.goto(f"{anna.url.split('#')[0]}#tournament={cup}")
        anna.locator("summary", has_text="The other rounds").click()
        anna.get_by_role("button", name="Open the game").first.click()
        anna.get_by_text("only an organiser changes this game").wait_for()
        assert anna.get_by_role("button", name="Correct", exact=True).count() == 0
        assert anna.get_by_role("button", name="Delete the game").count() == 0
        signs = anna.locator(".signatures")
        for _ in range(2):
            signs.get_by_role("button", name="Sign").first.click()
            signs.get_by_role("button", name="and the result is right").click()
            signs.get_by_role("button", name="and the result is right").wait_for(state="detached")
        assert signs.locator("li small").count() == 2
        assert "Anna, phone" in signs.inner_text()
        anna.locator("summary", has_text="Who changed what").click()
        ledger = anna.locator(".ledger")
        ledger.get_by_text("corrected").wait_for()
        assert "Olga, phone" in ledger.inner_text()
        anna.screenshot(path=pictures / "signed game.png", full_page=True)
        club.goto(f"{club.url.split('#')[0]}#tournament={cup}")
        club.locator("summary", has_text="The other rounds").click()
        club.get_by_text("signatures: 2 of 4").wait_for()
        club.locator("summary", has_text="Who changed what").click()
        club.locator(".ledger li").nth(3).wait_for()
        club.screenshot(path=pictures / "tournament ledger.png", full_page=True)


@pytest.mark.walk
def test_a_link_that_only_looks_opens_the_tournament(
    chromium: Any, links: JoinLinks, pictures: Path
) -> None:
    with phone(chromium, links.invite()["url"], "Olga") as club:
        cup, _ = play_round(club)
        club.goto(f"{club.url.split('#')[0]}#tournament={cup}")
        club.get_by_role("button", name="A link that only looks").click()
        link = club.locator(".invitation code").inner_text()
        club.screenshot(path=pictures / "looking link.png", full_page=True)
        for _ in range(2):
            with phone(chromium, link, "") as guest:
                guest.wait_for_selector("#tournament-title:has-text('Club Cup')")
                assert guest.get_by_text("Organise on this phone").count() == 0
                guest.locator("summary", has_text="The other rounds").click()
                guest.get_by_role("button", name="Open the game").first.click()
                guest.get_by_text("This phone only looks on.").wait_for()
                assert guest.get_by_role("button", name="Sign").count() == 0
                guest.get_by_role("button", name="Close").click()
                guest.locator("#tournaments-title").wait_for()
                assert guest.get_by_text("New game").count() == 0
                assert guest.get_by_text("New tournament").count() == 0
                guest.screenshot(path=pictures / "spectator.png", full_page=True)


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "it-IT"])
def test_roles_on_narrow_phones(
    chromium: Any,
    links: JoinLinks,
    pictures: Path,
    axe: str,
    width: int,
    scheme: str,
    locale: str,
) -> None:
    options = {
        "viewport": {"width": width, "height": 700},
        "color_scheme": scheme,
        "locale": locale,
    }
    suffix = f"{width} {scheme} {locale}.png"
    with phone(chromium, links.invite()["url"], NAMES[-1], **options) as page:
        cup, game = play_round(page)
        found = page.request.get(f"{page.url.split('#')[0]}api/games/{game}").json()
        for player in (0, 3):
            body = {"player": player, "points": found["result"]}
            post(page, f"api/games/{game}/signatures", body)
        page.goto(f"{page.url.split('#')[0]}#tournament={cup}")
        page.wait_for_selector(".table-card")
        page.evaluate(UNFOLD)
        page.locator(".ledger li").nth(3).wait_for()
        page.screenshot(path=pictures / f"tournament {suffix}", full_page=True)
        page.locator(".table-card button").first.click()
        page.wait_for_selector(".signatures")
        page.evaluate(UNFOLD)
        page.locator(".ledger li").nth(3).wait_for()
        page.screenshot(path=pictures / f"game {suffix}", full_page=True)
        page.evaluate(axe)
        faults = page.evaluate("() => axe.run(document.querySelector('main'))")["violations"]
        assert [one["id"] for one in faults if one["impact"] in ("serious", "critical")] == []
        for asked in ("", "spectator"):
            request = {"role": asked} if asked else {}
            door = chromium.new_context(**options).new_page()
            door.goto(post(page, "api/invite", request)["url"])
            door.screenshot(path=pictures / f"door {asked} {suffix}")
            beyond = door.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert beyond <= 0
            door.context.close()
