"""The table of rights in `docs/how-to/tournament.md`: each role, each address, yes or 403."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from starlette.routing import Route

from handreader.phone_session import PhoneRole
from tests.handreader.conftest import Lay
from tests.handreader.web.clients import PHOTO, RECORD, picture
from tests.handreader.web.game_phones import DRAWN, PLAYERS, Phone, Server, by_points
from tests.handreader.web.phones import Phone as TablePhone
from tests.handreader.web.phones import at_table, code, jpeg
from tests.handreader.web.test_tournament_rights import Cup
from tests.handreader.web.test_tournaments import NAMES

DOCUMENT = Path(__file__).parents[3] / "docs" / "how-to" / "tournament.md"
ROLES = ("spectator", "player", "organiser")
_ROW = re.compile(r"\| [^|]*\| `(GET|POST) (\S+?)(?: (\{.*\}))?` \|(.*)\|")


def rows() -> dict[str, tuple[str, ...]]:
    """What each role gets, by method, address and body."""
    found: dict[str, tuple[str, ...]] = {}
    for line in DOCUMENT.read_text("utf-8").splitlines():
        if match := _ROW.fullmatch(line):
            method, path, body, cells = match.groups()
            words = tuple(cell.strip() for cell in cells.split("|"))
            assert len(words) == 3 and set(words) <= {"yes", "403"}
            found[f"{method} {path} {body or ''}".strip()] = words
    return found


WATCHED = [row for row in rows() if "/api/watch" in row or "camera" in row]


class World:
    """A tournament with a round that is over and one that is played, and a phone of one role."""

    def __init__(self, server: Server, file: Path, role: str) -> None:
        self.file, self.role = file, role
        self.cup = Cup(server)
        self.cup.club.do("start", round=2)
        self.club = self.cup.club.phone
        self.by_role: Mapping[str, Callable[[], Phone]] = {
            "spectator": server.spectator,
            "player": lambda: server.phone("Bo"),
            "organiser": lambda: self.club,
        }
        self.phone = self.by_role[role]()
        self.own = self.club.begin()["id"]
        playing = self.cup.club.table(2, 1)["game"]
        self.games = {"ID": self.own, "PLAYING": playing, "OVER": self.cup.game}
        for game in (self.own, playing):
            assert self.club.record(self.view(game), DRAWN).status_code == 200
        self.kept = file.with_name("kept.sqlite")
        _copy_database(file, self.kept)

    def restore(self) -> None:
        """Bring the database back to what it was at first; a new phone of the role comes."""
        _copy_database(self.kept, self.file)
        self.phone = self.by_role[self.role]()

    def view(self, game: str) -> dict[str, Any]:
        return dict(self.club.get(f"/api/games/{game}").json())

    def address(self, path: str) -> str:
        ids = {**self.games, "CUP": self.cup.club.shown["id"]}
        return "/".join(ids.get(part, part) for part in path.split("/"))

    def body(self, path: str, sketch: str) -> object:
        """A request that is right in itself."""
        given = json.loads(sketch) if sketch else {}
        parts = path.split("/")
        last, game = parts[-1], self.games.get(parts[3] if len(parts) > 3 else "")
        if given.get("purged"):
            self.club.post(f"/api/games/{game}/shelf", {"deleted": True})
        if given.get("type") == "organiser":
            cup = f"/api/tournaments/{self.cup.club.shown['id']}"
            given["code"] = self.club.post(cup, {"type": "invited"}).json()["code"]
        if given:
            return given
        if last in ("entries", "corrections") and game is not None:
            shown = self.view(game)
            if last == "entries" and shown["state"]["over"]:  # the game goes on for the organiser
                self.club.correct(shown, 2, 0, None)
                shown = self.view(game)
            number = shown["next"] if last == "entries" else 1
            happened = DRAWN if last == "entries" else by_points("S", "E", points=30)
            return {"number": number, "version": 0, "happened": happened}
        return {
            "games": {"players": PLAYERS, "rules": "mcr"},
            "import": self.club.get(f"/api/games/{self.own}/game.json").json(),
            "shelf": {"title": "Final"},
            "signatures": {"player": 0, "points": self.view(self.cup.game)["result"]},
            "tournaments": {"name": "Next", "rules": "mcr", "names": NAMES},
            "CUP": {"type": "name", "name": "Cup of Rome", "revision": self.revision()},
            "invite": {},
            "name": {"name": "Bo"},
            "answer": {"do": "score", "lang": "en", "record": RECORD},
        }[last]

    def revision(self) -> int:
        cup = self.club.get(f"/api/tournaments/{self.cup.club.shown['id']}").json()
        return int(cup["revision"])

    def ledger(self) -> list[object]:
        cup = self.cup.club.shown["id"]
        return [
            self.club.get(f"/api/{kind}/{id}/ledger").json()
            for kind, id in (("tournaments", cup), ("games", self.own))
        ]


def test_every_route_is_in_the_table(server: Server) -> None:
    routes = _routes(server.app)
    patterns = {re.sub(r"\{\w+\}", "[^/]+", path): methods for path, methods in routes.items()}
    listed = {tuple(row.split(" ")[:2]) for row in rows()}
    for pattern, methods in patterns.items():
        for method in methods & {"GET", "POST"}:
            is_listed = any(
                method == known and re.fullmatch(pattern, path) for known, path in listed
            )
            assert is_listed or pattern in ("/", "/phone/"), (method, pattern)


def _routes(app: Any) -> dict[str, set[str]]:
    """The API's routes, under the middleware and the files of the page."""
    while not hasattr(app, "routes"):
        app = app._app if hasattr(app, "_app") else app._next
    found: dict[str, set[str]] = {}
    for route in app.routes:
        assert isinstance(route, Route)
        found.setdefault(route.path, set()).update(route.methods or ())
    return found


@pytest.mark.parametrize("role", ROLES)
def test_the_table_of_rights(server: Server, tmp_path: Path, lay: Lay, role: str) -> None:
    lay("[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][E ][5s][5s]")
    world = World(server, tmp_path / "games.sqlite", role)
    for row, words in rows().items():
        if row in WATCHED:
            continue
        expected = words[ROLES.index(role)]
        is_changed = _walk(world, row, expected)
        if is_changed:
            world.restore()


def _copy_database(source: Path, target: Path) -> None:
    """Copy a database that is in use, with what is in the log beside its file."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)


def _walk(world: World, row: str, expected: str) -> bool:
    """Send the request of a row; return whether the world is another one after it."""
    method, path, *sketch = row.split(" ", 2)
    address, body = world.address(path), None
    is_photo = path in ("/api/tiles", "/api/labels", "/api/remember")
    if method == "POST" and not is_photo:
        body = world.body(path, *sketch or [""])
    before = world.ledger() if expected == "403" else []
    if method == "GET":
        answer = world.phone.get(address)
    elif is_photo:
        asked = world.phone.client.post(address, content=picture(), headers=PHOTO)
        answer = world.phone.run(asked)
    else:
        answer = world.phone.post(address, body)
    _compare(answer, expected, is_whole=path not in _WITH_MORE)
    if answer.status_code == 403:
        assert world.ledger() == before, f"{row} recorded something"
    return method == "POST" and (answer.status_code != 403 or "purged" in row)


_WITH_MORE = ("/api/labels", "/api/remember", "/api/set")
"""Addresses that need a reading or a set before they answer with 200."""


def _compare(answer: Any, expected: str, is_whole: bool) -> None:
    if expected == "403":
        assert answer.status_code == 403, answer.text
        message = answer.json()["error"]["message"]
        assert message.endswith((".", "?")) and "\n" not in message
    elif is_whole:
        assert answer.status_code == 200, answer.text
    else:
        assert answer.status_code in (200, 404, 422), answer.text


def test_the_rights_at_a_watched_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_table(tmp_path, monkeypatch) as table:
        organiser = table.start_watch()
        phones = {
            "spectator": table.guest(PhoneRole.SPECTATOR),
            "player": table.phone(),
            "organiser": organiser,
        }
        assert organiser.set_up("begin").status_code == 200
        assert organiser.set_up("cancel").status_code == 200
        organiser.until(lambda told: table.watch.frame() is not None)
        routes = _routes(table.app)
        assert len([row for row in WATCHED if "/api/watch" in row]) == sum(
            len(methods & {"GET", "POST"})
            for path, methods in routes.items()
            if path.startswith("/api/watch")
        )
        for row in WATCHED:
            for role, phone in phones.items():
                answer = _ask_at_table(phone, row)
                is_whole = "shown" not in row and "setup" not in row and row != "POST /api/watch"
                _compare(answer, rows()[row][ROLES.index(role)], is_whole)


def test_a_camera_sends_pictures_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_table(tmp_path, monkeypatch) as table:
        table.start_watch()
        camera = table.guest(PhoneRole.CAMERA)
        for row in rows():
            method, path, *_ = row.split(" ", 2)
            if path in ("/api/watch/camera", "/api/home", "/source.zip"):
                continue
            answer = camera.get(path) if method == "GET" else camera.post(path, {})
            assert code(answer) == (403, "only_camera"), row
        assert camera.get("/api/home").json()["role"] == "camera"
        assert camera.send(jpeg()).json() == {"wanted": False}


def _ask_at_table(phone: TablePhone, row: str) -> Any:
    method, path, *sketch = row.split(" ", 2)
    if method == "GET":
        return phone.get(path)
    if path == "/api/watch/camera":
        return phone.send(jpeg())
    words = {"/api/watch": {"do": "pause"}, "/api/watch/setup": {"do": "begin"}}
    return phone.post(path, json.loads(sketch[0]) if sketch else words[path])
