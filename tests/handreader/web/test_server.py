"""The server behind the page: who gets in, what is refused, and what is answered.

The reader is a fake (`lay`), all the rest is real; requests go through the whole app in memory.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import math
import sys
import threading
import time
import warnings
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.pipeline import RULE_SETS, layout_rules
from handreader.web import requests as web_asked
from handreader.web import uploads
from handreader.web.app import Limits, create_app
from handreader.web.middleware import COOKIE
from handreader.web.sessions import INVITATION_SECONDS, INVITATIONS, SESSIONS, SessionStore
from handreader.web.static_files import page_files
from scoring import RULEBOOKS
from tests.handreader.conftest import NONE_APART, ONE_TOO_MANY, UNREADABLE, WIN, Lay
from vision import Reader

HOST = "table.test:8460"
BASE = f"http://{HOST}"
RECORD = {
    "rules": "zung-jung",
    "concealed": "12345678m11z",
    "winning_tile": "9m",
    "melds": [{"type": "pung", "tiles": "777z"}],
    "discarder": "S",
}
PHOTO = {"content-type": "application/octet-stream"}


class Table:
    """A server and its clients, on one event loop."""

    def __init__(self, runner: asyncio.Runner, door: SessionStore, app: Any) -> None:
        self.runner, self.door, self.app = runner, door, app
        self.clients: list[Any] = []

    def client(self, joined: bool = True) -> Any:
        transport = httpx.ASGITransport(app=self.app)
        client = httpx.AsyncClient(transport=transport, base_url=BASE)
        self.clients.append(client)
        if joined:
            self.run(client.get(f"/join?t={self.door.invite()}"))
        return client

    def run(self, work: Awaitable[Any]) -> Any:
        async def await_work() -> Any:
            return await work

        return self.runner.run(await_work())


Make = Callable[..., Table]


@pytest.fixture
def make() -> Iterator[Make]:
    with asyncio.Runner() as runner:
        made: list[Table] = []

        def table(open: bool = False, limits: Limits | None = None, **more: Any) -> Table:
            door = SessionStore(open)
            made.append(Table(runner, door, create_app(door, [HOST], limits=limits, **more)))
            return made[-1]

        yield table
        for one in made:
            for client in one.clients:
                runner.run(client.aclose())


@pytest.fixture
def table(make: Make) -> Table:
    return make()


def picture(width: int = 60, height: int = 40, form: str = "JPEG", **options: Any) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (20, 90, 60)).save(file, form, **options)
    return file.getvalue()


def post(table: Table, client: Any, path: str, value: object, lang: str = "en") -> Any:
    return table.run(client.post(f"{path}?lang={lang}", json=value))


def send(
    table: Table,
    client: Any,
    content: object,
    query: str = "",
    rules: str = "zung-jung",
    **headers: str,
) -> Any:
    path = f"/api/read?rules={rules}{query}"
    return table.run(client.post(path, content=content, headers={**PHOTO, **headers}))


def code(response: Any) -> str:
    return str(response.json()["error"]["code"])


# who gets in


@pytest.mark.parametrize(
    "path", ["/", "/static/main.js", "/faces/1m.svg", "/api/rulebooks", "/source.zip", "/nothing"]
)
def test_without_a_token_nothing_is_served(table: Table, path: str) -> None:
    response = table.run(table.client(joined=False).get(path))
    assert response.status_code == 403
    assert "set-cookie" not in response.headers
    assert len(response.content) < 300


def test_a_token_lets_in_once(table: Table) -> None:
    token = table.door.invite()
    first, second = table.client(joined=False), table.client(joined=False)
    joined = table.run(first.get(f"/join?t={token}"))
    assert joined.status_code == 200
    cookie = joined.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie  # it would not come back over plain HTTP
    assert table.run(first.get("/")).status_code == 200
    replayed = table.run(second.get(f"/join?t={token}"))
    assert replayed.status_code == 403
    assert "used" in replayed.text
    assert table.run(second.get("/")).status_code == 403
    # the phone that is in may open its link again
    assert table.run(first.get(f"/join?t={token}")).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "../../etc/passwd", "%00", "é"])
def test_a_wrong_token_does_not(table: Table, token: str) -> None:
    table.door.invite()
    client = table.client(joined=False)
    assert table.run(client.get("/join", params={"t": token})).status_code == 403


def test_looking_at_a_link_does_not_use_it_up(table: Table) -> None:
    token = table.door.invite()
    client = table.client(joined=False)
    assert table.run(client.head(f"/join?t={token}")).status_code == 403
    assert table.run(client.get(f"/join?t={token}")).status_code == 200


def test_invitations_end() -> None:
    now = [0.0]
    door = SessionStore(open=False, clock=lambda: now[0])
    token = door.invite()
    now[0] = INVITATION_SECONDS + 1
    assert door.join(token) is None


def test_invitations_and_sessions_are_bounded() -> None:
    door = SessionStore(open=False)
    tokens = [door.invite() for _ in range(INVITATIONS + 1)]
    assert door.join(tokens[0]) is None
    first = door.join(tokens[1])
    assert first is not None
    others = [door.join(door.invite()) for _ in range(SESSIONS)]
    assert not door.has_session(first)
    assert all(door.has_session(session) for session in others)


def test_the_terminal_learns_that_its_link_was_used() -> None:
    used: list[str] = []
    door = SessionStore(open=False, used=used.append)
    token = door.invite()
    door.join("wrong")
    door.join(token)
    assert used == [token]


def test_pictures_on_other_pages_open_no_session(make: Make) -> None:
    table = make(open=True)
    client = table.client(joined=False)
    response = table.run(client.get("/", headers={"sec-fetch-dest": "image"}))
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


def test_players_cannot_push_the_terminals_code_out() -> None:
    door = SessionStore(open=False)
    token = door.invite(math.inf)
    for _ in range(INVITATIONS * 2):
        door.invite()
    assert door.join(token) is not None


def test_on_this_computer_the_page_opens_without_a_token(make: Make) -> None:
    table = make(open=True)
    client = table.client(joined=False)
    assert table.run(client.get("/api/rulebooks")).status_code == 403
    assert table.run(client.get("/")).status_code == 200
    assert table.run(client.get("/api/rulebooks")).status_code == 200


def test_cookies_are_secure_over_https(make: Make) -> None:
    table = make(secure=True)
    client = table.client(joined=False)
    joined = table.run(client.get(f"/join?t={table.door.invite()}"))
    assert joined.headers["set-cookie"].endswith("; Secure")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8460", "table.test", ""])
def test_other_names_for_this_address_are_refused(make: Make, host: str) -> None:
    table = make(open=True)  # DNS rebinding: a page elsewhere names us
    response = table.run(table.client(joined=False).get("/", headers={"host": host}))
    assert response.status_code == 421


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}],
)
def test_other_pages_cannot_post(table: Table, headers: dict[str, str]) -> None:
    client = table.client()
    response = table.run(client.post("/api/score", json={"record": RECORD}, headers=headers))
    assert (response.status_code, code(response)) == (403, "wrong_origin")
    own = {"origin": BASE, "sec-fetch-site": "same-origin"}
    good = table.run(client.post("/api/score", json={"record": RECORD}, headers=own))
    assert good.status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/rulebooks", "/static/main.js", "/nothing"])
def test_every_answer_has_the_strict_headers(table: Table, path: str) -> None:
    for client in (table.client(), table.client(joined=False)):
        headers = table.run(client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../etc/passwd",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
        "/static/..%2fapp.py",
        "/faces//etc/passwd",
        "/faces/1m.svg%00",
        "/static/",
        "/docs",
        "/openapi.json",
    ],
)
def test_no_path_reaches_the_file_system(table: Table, path: str) -> None:
    response = table.run(table.client().get(path))
    assert response.status_code == 404
    assert len(response.content) < 200


def test_the_page_loads_nothing_from_elsewhere(table: Table) -> None:
    client = table.client()
    for path in page_files():
        response = table.run(client.get(path))
        assert response.status_code == 200, path
        text = response.text.replace("http://www.w3.org/", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        again = table.run(client.get(path, headers={"if-none-match": response.headers["etag"]}))
        assert again.status_code == 304, path


def test_source_is_offered(table: Table) -> None:
    packed = table.run(table.client().get("/source.zip"))
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        names = archive.namelist()
    for name in (
        "handreader/web/app.py",
        "scoring/rulebooks/zung_jung.py",
        "vision/recognition/classifier.py",
        "LICENSE",
    ):
        assert f"handreader-source/{name}" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("/")]


# photos


def test_a_photo_becomes_a_hand(table: Table, lay: Lay) -> None:
    lay(WIN)
    response = send(table, table.client(), picture(2400, 1400))
    assert response.status_code == 200
    told = response.json()
    assert told["preview"].startswith("data:image/jpeg;base64,")
    assert (told["width"], told["height"]) == (2400, 1400)
    kinds = [tile["kind"] for tile in told["hand"]["concealed"]]
    assert kinds == ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "1z", "1z"]
    assert told["hand"]["winning"]["kind"] == "9s"
    (meld,) = told["hand"]["melds"]
    assert meld["type"] == "pung"
    assert [tile["kind"] for tile in meld["tiles"]] == ["7z"] * 3


def test_every_rulebook_has_a_way_of_laying_tiles() -> None:
    assert {layout_rules(rules) for rules in RULEBOOKS} == set(RULE_SETS)


def test_answers_and_corrections_change_the_hand(table: Table, lay: Lay) -> None:
    lay(NONE_APART)
    client = table.client()
    told = send(table, client, picture(2400, 1400), rules="mcr").json()  # holds the whole scene
    (question,) = [q for q in told["questions"] if q["id"] == "winning_tile"]
    assert {"value": "3m", "label": "3m"} in question["options"]
    first = told["hand"]["concealed"][0]
    answers = {"winning_tile": "3m", f"tile:{first['id']}": "4m"}
    asked = {"reading": told["id"], "rules": "mcr", "answers": answers}
    laid = post(table, client, "/api/layout", asked).json()
    assert laid["hand"]["winning"]["kind"] == "3m"
    assert {tile["id"]: tile["kind"] for tile in laid["tiles"]}[first["id"]] == "4m"


@pytest.mark.parametrize("scene", [ONE_TOO_MANY, UNREADABLE, ""])
def test_hands_that_are_not_whole_are_shown_as_they_are(table: Table, lay: Lay, scene: str) -> None:
    lay(scene)
    told = send(table, table.client(), picture()).json()
    assert [p for p in told["problems"] if p["fatal"]] or told["questions"]


def test_problems_are_said_in_italian(table: Table, lay: Lay) -> None:
    lay(ONE_TOO_MANY)
    told = send(table, table.client(), picture(), "&lang=it").json()
    assert any("di troppo" in problem["text"] for problem in told["problems"])


def test_another_client_has_no_part_in_a_reading(table: Table, lay: Lay) -> None:
    lay(WIN)
    told = send(table, table.client(), picture()).json()
    asked = {"reading": told["id"], "rules": "zung-jung", "answers": {}}
    response = post(table, table.client(), "/api/layout", asked)
    assert (response.status_code, code(response)) == (404, "no_reading")


def test_readings_are_bounded(table: Table, lay: Lay) -> None:
    lay(WIN)
    client = table.client()
    ids = [send(table, client, picture()).json()["id"] for _ in range(uploads.EACH + 1)]
    asked = [{"reading": id, "rules": "zung-jung", "answers": {}} for id in ids]
    status = [post(table, client, "/api/layout", one).status_code for one in asked]
    assert status == [404] + [200] * uploads.EACH


def test_the_preview_holds_nothing_of_the_files_own_data(table: Table, lay: Lay) -> None:
    lay(WIN)
    exif = Image.Exif()
    exif[0x010E] = "at home, 45.07 N"  # ImageDescription
    told = send(table, table.client(), picture(exif=exif)).json()
    import base64

    shown = base64.b64decode(told["preview"].partition(",")[2])
    with Image.open(io.BytesIO(shown)) as image:
        assert not image.getexif()
    assert b"at home" not in shown


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 100,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        b"GIF89a",
        picture()[:400],
        picture(form="PNG")[:60],
    ],
)
def test_what_is_no_picture_is_refused(table: Table, lay: Lay, content: bytes) -> None:
    lay(WIN)
    response = send(table, table.client(), content)
    assert (response.status_code, code(response)) == (415, "no_picture")
    assert "Traceback" not in response.text


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF"])
def test_too_many_pixels_are_refused_before_they_are_unpacked(
    make: Make, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    def fail_to_open(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(uploads, "open_photo", fail_to_open)
    table = make(limits=Limits(megapixels=1))
    response = send(table, table.client(), picture(2000, 600, form))
    assert (response.status_code, code(response)) == (413, "too_many_pixels")


def test_a_heic_too_large_is_refused_before_it_is_unpacked(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    heif = pytest.importorskip("pillow_heif", reason="needs the extra `heif`")
    file = io.BytesIO()
    heif.from_pillow(Image.new("RGB", (2000, 600), (20, 90, 60))).save(file)
    # as in a server that has opened no HEIC yet
    for known in (Image.OPEN, Image.SAVE, Image.MIME):
        for form in ("HEIF", "AVIF"):
            monkeypatch.delitem(known, form, raising=False)

    def fail_to_open(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(uploads, "open_photo", fail_to_open)
    table = make(limits=Limits(megapixels=1))
    response = send(table, table.client(), file.getvalue())
    assert (response.status_code, code(response)) == (413, "too_many_pixels")


def test_heic_without_the_extra_says_what_to_install(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    monkeypatch.delitem(Image.OPEN, "HEIF", raising=False)
    response = send(table, table.client(), b"\x00\x00\x00\x18ftypheic" + b"\x00" * 200)
    assert (response.status_code, code(response)) == (415, "no_heic")


def test_a_decompression_bomb_is_refused(table: Table, lay: Lay) -> None:
    lay(WIN)
    small = bytearray(picture(8, 8, "PNG"))
    small[16:24] = (60000).to_bytes(4, "big") * 2  # IHDR: 3600 megapixels in 70 bytes
    import zlib

    small[29:33] = zlib.crc32(bytes(small[12:29])).to_bytes(4, "big")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        response = send(table, table.client(), bytes(small))
    assert (response.status_code, code(response)) == (413, "too_many_pixels")


def test_the_stated_limits() -> None:
    limits = Limits()
    assert limits.photo_bytes == 25 * 1024 * 1024
    assert limits.megapixels == 50


def test_a_file_too_large_is_refused_by_its_stated_length(make: Make) -> None:
    table = make(limits=Limits(photo_bytes=1000))
    response = send(table, table.client(), b"x" * 1001)
    assert (response.status_code, code(response)) == (413, "too_large")
    assert send(table, table.client(), b"x", **{"content-length": "-1"}).status_code == 413


def test_a_file_too_large_is_refused_though_it_does_not_say_so(make: Make) -> None:
    table = make(limits=Limits(photo_bytes=1000))
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b"x" * 100

    response = send(table, table.client(), endless())
    assert (response.status_code, code(response)) == (413, "too_large")


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "text/plain", "application/x-www-form-urlencoded"]
)
def test_what_a_form_elsewhere_can_send_is_refused(table: Table, kind: str) -> None:
    response = send(table, table.client(), picture(), **{"content-type": kind})
    assert (response.status_code, code(response)) == (415, "wrong_type")
    scored = table.run(
        table.client().post("/api/score", content=b"{}", headers={"content-type": kind})
    )
    assert scored.status_code == 415


@pytest.mark.parametrize("rules", ["", "nonsense", "../mcr", "zung-jung\x00"])
def test_unknown_rule_sets_are_refused(table: Table, rules: str) -> None:
    request = table.client().post(
        "/api/read", params={"rules": rules}, content=picture(), headers=PHOTO
    )
    assert table.run(request).status_code == 422


def _slow(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Reading waits for the second event; the first tells that it began."""
    began, go_on = threading.Event(), threading.Event()
    real = uploads.decode_image

    def slow_decode_image(content: bytes, megapixels: int) -> Any:
        began.set()
        assert go_on.wait(20)
        return real(content, megapixels)

    monkeypatch.setattr(uploads, "decode_image", slow_decode_image)
    return began, go_on


def test_one_reading_a_client_and_a_short_queue(
    make: Make, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    _, go_on = _slow(monkeypatch)
    table = make(limits=Limits(photos=2))
    one, two, three = (table.client() for _ in range(3))

    def post_photo(client: Any) -> Any:
        return client.post("/api/read?rules=zung-jung", content=picture(), headers=PHOTO)

    async def rush() -> list[Any]:
        first = asyncio.ensure_future(post_photo(one))
        second = asyncio.ensure_future(post_photo(two))
        await asyncio.sleep(0.1)
        again, full = await post_photo(one), await post_photo(three)
        go_on.set()
        return [again, full, await first, await second, await post_photo(three)]

    again, full, *done = table.run(rush())
    assert (again.status_code, code(again)) == (429, "busy_client")
    assert (full.status_code, code(full)) == (503, "busy")
    assert full.headers["retry-after"] == "3"
    assert [response.status_code for response in done] == [200, 200, 200]


def test_a_reading_that_takes_too_long_is_given_up(
    make: Make, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    began, go_on = _slow(monkeypatch)
    table = make(limits=Limits(photo_seconds=0.1))
    client = table.client()
    response = send(table, client, picture())
    assert (response.status_code, code(response)) == (503, "too_slow")
    assert began.is_set()
    # it is still in work: the client's place is taken until it ends
    assert send(table, client, picture()).status_code == 429
    go_on.set()
    for _ in range(100):
        time.sleep(0.02)
        if send(table, client, picture()).status_code == 200:
            return
    raise AssertionError("the place was never given back")


def test_a_body_that_trickles_in_is_given_up(make: Make) -> None:
    table = make(limits=Limits(photo_seconds=0.1))

    async def trickle() -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.04)
            yield b"x"

    response = send(table, table.client(), trickle())
    assert (response.status_code, code(response)) == (408, "too_slow")


def test_our_own_faults_show_no_trace(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def raise_error(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(uploads, "decode_image", raise_error)
    with caplog.at_level(logging.ERROR):
        response = send(table, table.client(), picture(), "&lang=it")
    assert (response.status_code, code(response)) == (500, "our_fault")
    assert "secret" not in response.text
    assert "Riprova" in response.text
    assert "secret detail" in caplog.text


# hands


def test_a_hand_is_scored_and_explained(table: Table) -> None:
    told = post(table, table.client(), "/api/score", {"record": RECORD}).json()
    assert told["state"] == "won"
    score = told["score"]
    assert score["total"] == sum(item["points"] for item in score["items"])
    assert sum(change["points"] for change in score["changes"]) == 0
    assert all(item["rule"] and item["ref"] for item in score["items"])
    italian = post(table, table.client(), "/api/score", {"record": RECORD}, "it").json()["score"]
    assert italian["total"] == score["total"]
    assert italian["payments"] != score["payments"]


def test_only_facts_that_matter_are_asked(table: Table) -> None:
    told = post(table, table.client(), "/api/score", {"record": RECORD}).json()
    names = {fact["name"] for fact in told["facts"]}
    assert "round" not in names  # neither wind is a set of this hand
    assert "riichi" not in names  # Zung Jung knows none
    pung = {**RECORD, "concealed": "1234567m111z", "winning_tile": "7m"}
    asked = post(table, table.client(), "/api/score", {"record": pung}).json()["facts"]
    assert "seat" in {fact["name"] for fact in asked}


def test_thirteen_tiles_wait(table: Table) -> None:
    record = {**RECORD, "winning_tile": None}
    told = post(table, table.client(), "/api/score", {"record": record}).json()
    assert told["state"] == "waiting"
    assert {"3m", "6m", "9m"} == {wait["tile"] for wait in told["waits"]}


def test_which_tile_won_is_asked_where_it_matters(table: Table) -> None:
    # three concealed pungs if the 1 won, two if the 5 did on another player's discard
    record = {**RECORD, "concealed": "111m222p555s11z", "winning_tile": None}
    told = post(table, table.client(), "/api/score", {"record": record}).json()
    assert told["state"] == "open"
    assert told["facts"][0]["name"] == "winning_tile"
    assert len({option["total"] for option in told["facts"][0]["options"]}) > 1
    plain = {**RECORD, "concealed": "123456789m11z", "winning_tile": None}
    told = post(table, table.client(), "/api/score", {"record": plain}).json()
    assert told["state"] == "won"
    claim = {"total": told["score"]["total"], "items": None}
    asked = {"record": plain, "claim": claim}
    assert post(table, table.client(), "/api/claim", asked).json()["agrees"]


def test_what_is_no_win_says_why(table: Table) -> None:
    record = {**RECORD, "winning_tile": "5p"}
    told = post(table, table.client(), "/api/score", {"record": record}).json()
    assert told["state"] == "no_win"
    assert told["why"]


def test_impossible_hands_say_every_fault_in_the_language(table: Table) -> None:
    record = {**RECORD, "concealed": "11111m23456m", "flowers": ["1f", "1f"]}
    told = post(table, table.client(), "/api/score", {"record": record}, "it").json()
    assert told["state"] == "faulty"
    assert any("solo quattro" in fault for fault in told["faults"])
    assert any("due volte" in fault for fault in told["faults"])


def test_a_typed_hand_is_read(table: Table) -> None:
    typed = {"text": "123m 456p 99s [<777z] +9s"}
    told = post(table, table.client(), "/api/parse", typed).json()
    assert told["winning"]["kind"] == "9s"
    assert told["melds"][0]["from"] == "left"
    response = post(table, table.client(), "/api/parse", {"text": "hello"}, "it")
    assert (response.status_code, code(response)) == (422, "bad_hand")
    assert "'h' in 'hello' non è una tessera" in response.json()["error"]["message"]


def test_a_claim_is_compared(table: Table) -> None:
    client = table.client()
    ours = post(table, client, "/api/score", {"record": RECORD}).json()["score"]
    right = {"total": ours["total"], "items": {i["id"]: i["count"] for i in ours["items"]}}
    told = post(table, client, "/api/claim", {"record": RECORD, "claim": right}).json()
    assert told["agrees"], told
    wrong = {"total": 1, "items": None}
    told = post(table, client, "/api/claim", {"record": RECORD, "claim": wrong}).json()
    assert not told["agrees"]
    assert told["total"] == ours["total"]
    missing = {"total": None, "items": {ours["items"][0]["id"]: 1}}
    told = post(table, client, "/api/claim", {"record": RECORD, "claim": missing}, "it").json()
    differing = [line for line in told["lines"] if not line["agrees"]]
    assert {line["id"] for line in differing} == {i["id"] for i in ours["items"][1:]}
    assert all(line["ref"] and line["texts"] for line in differing)


@pytest.mark.parametrize(
    "claim",
    [
        None,
        {},
        {"total": "9", "items": None},
        {"total": True, "items": None},
        {"total": -1},
        {"total": 10**9},
        {"total": 1, "items": []},
        {"total": 1, "items": {"no such": 1}},
        {"total": 1, "items": {"1.1": 0}},
        {"total": 1, "items": {str(i): 1 for i in range(99)}},
    ],
)
def test_claims_that_cannot_be_are_refused(table: Table, claim: object) -> None:
    response = post(table, table.client(), "/api/claim", {"record": RECORD, "claim": claim})
    assert (response.status_code, code(response)) == (422, "bad_request")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"1", b'"x"', b"[" * 20000, b"\xff\xfe", b'{"record": 1}'],
)
@pytest.mark.parametrize("path", ["/api/score", "/api/claim", "/api/layout", "/api/parse"])
def test_hostile_json_is_refused(table: Table, path: str, content: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = table.run(table.client().post(path, content=content, headers=headers))
    assert response.status_code in (400, 404, 422)
    assert code(response) in ("bad_request", "no_reading")


@pytest.mark.parametrize(
    "record",
    [
        {"rules": "zung-jung"},
        {"rules": "zung-jung", "concealed": 7},
        {"rules": "zung-jung", "concealed": "9" * 5000 + "m"},
        {"rules": "zung-jung", "concealed": ["<img src=x onerror=alert(1)>"]},
        {"rules": "zung-jung", "concealed": ["1m"] * 5000},
        {"rules": "zung-jung", "concealed": "", "melds": [{"tiles": "]["}] * 4},
        {"rules": "zung-jung", "concealed": "", "winning_tile": "] [1m"},
        {"rules": "zung-jung", "concealed": "1m", "flags": {"liable": [1]}, "seat": {}},
    ],
)
def test_hostile_records_are_faulty_and_no_more(table: Table, record: object) -> None:
    response = post(table, table.client(), "/api/score", {"record": record}, "it")
    assert response.status_code == 200
    told = response.json()
    assert told["state"] == "faulty"
    assert told["faults"]
    assert len(json.dumps(told)) < 5000


@pytest.mark.parametrize(
    "asked",
    [
        {"answers": {"tile:0": "x"}},
        {"answers": {"nothing": "1m"}},
        {"answers": {"tile:999": "1m"}},
        {"answers": {"tile:0": 5}},
        {"answers": [1]},
        {"answers": {"which_hand": "x" * 1000}},
        {"rules": "none"},
        {"rules": ["zung-jung"]},
    ],
)
def test_hostile_answers_are_refused(table: Table, lay: Lay, asked: dict[str, object]) -> None:
    lay(WIN)
    client = table.client()
    told = send(table, client, picture()).json()
    base = {"reading": told["id"], "rules": "zung-jung", "answers": {}}
    response = post(table, client, "/api/layout", {**base, **asked})
    assert (response.status_code, code(response)) == (422, "bad_request")


def test_what_the_reader_says_is_in_the_language_of_the_page(
    make: Make, table: Table, lay: Lay, tmp_path: Path
) -> None:
    broken = make(reader=Reader(tmp_path))
    response = send(broken, broken.client(), picture(), "&lang=it")
    assert (response.status_code, code(response)) == (500, "reader_fault")
    assert response.json()["error"]["message"] == (
        f"Il lettore non può funzionare: nessun peso trovato: serve manifest.toml in {tmp_path}; "
        "reinstalla handreader, o indica la cartella con --weights"
    )
    lay(WIN)
    client = table.client()
    told = send(table, client, picture()).json()
    asked = {"reading": told["id"], "rules": "zung-jung", "answers": {"tile:999": "1m"}}
    response = post(table, client, "/api/layout", asked, "it")
    assert (response.status_code, code(response)) == (422, "bad_request")
    said = response.json()["error"]["message"]
    assert "la risposta 'tile:999' riguarda la tessera 999, che nella foto non c'è" in said


@pytest.mark.parametrize("odd", ["\\ud800", "\\u0000", "\\u202e", "<script>"])
def test_odd_characters_break_no_answer(table: Table, odd: str) -> None:
    client = table.client()
    headers = {"content-type": "application/json"}
    for path, content in (
        ("/api/parse", f'{{"text": "{odd}"}}'),
        ("/api/score", f'{{"record": {{"rules": "zung-jung", "concealed": ["{odd}"]}}}}'),
        ("/api/score", f'{{"record": {{"rules": "{odd}", "concealed": "1m"}}}}'),
        ("/api/layout", f'{{"reading": "{odd}", "rules": "mcr", "answers": {{"{odd}": "{odd}"}}}}'),
    ):
        response = table.run(client.post(path, content=content, headers=headers))
        assert response.status_code in (200, 404, 422), path
        assert response.headers["content-type"] == "application/json"


def test_a_client_that_goes_away_is_no_fault(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    session = table.client().cookies[COOKIE]
    headers = {"host": HOST, "cookie": f"{COOKIE}={session}", **PHOTO}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/read",
        "query_string": b"rules=mcr",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    sent: list[dict[str, Any]] = []

    async def receive_disconnect() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send_nothing(message: dict[str, Any]) -> None:
        sent.append(message)

    table.run(table.app(scope, receive_disconnect, send_nothing))
    assert sent[0]["status"] == 408
    assert caplog.text == ""


def test_json_too_large_is_refused(table: Table) -> None:
    response = post(table, table.client(), "/api/parse", {"text": "x" * web_asked.JSON_BYTES})
    assert (response.status_code, code(response)) == (413, "too_large")


def test_invitations_are_for_those_who_are_in(make: Make) -> None:
    alone = make(open=True)
    client = alone.client(joined=False)
    alone.run(client.get("/"))
    assert code(post(alone, client, "/api/invite", {})) == "no_invitations"
    table = make(invite=lambda: {"url": "http://x/join?t=1", "svg": "data:,"})
    assert post(table, table.client(joined=False), "/api/invite", {}).status_code == 403
    assert post(table, table.client(), "/api/invite", {}).json()["url"].endswith("t=1")


def test_a_told_fact_can_be_taken_back(table: Table) -> None:
    pung = {**RECORD, "concealed": "1234567m222z", "winning_tile": "7m", "seat": "S"}
    pung["discarder"] = "W"
    told = post(table, table.client(), "/api/score", {"record": pung}).json()
    facts = {fact["name"]: fact for fact in told["facts"]}
    assert {"E", "S"} <= {option["value"] for option in facts["seat"]["options"]}
    assert {True, False} == {option["value"] for option in facts["self_drawn"]["options"]}
