"""The watched table, set up from the page: corners, names, the camera of a phone, and who may."""

from __future__ import annotations

import io
import struct
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from PIL import Image

from handreader.phone_session import PhoneRole, Visitor
from handreader.watch import table_profile
from handreader.watch.live.options import PHONE
from handreader.watch.live.reconnecting import ReconnectingCamera
from handreader.watch.live.run import games_folder
from handreader.watch.log.events import GameStartEvent
from handreader.watch.log.journal import read_events
from handreader.web.errors import ApiError
from handreader.web.server import table_name
from handreader.web.table_organiser import AWAY, TableOrganiser
from tests.handreader.web.phones import Phone, Table, at_table, code, in_deal, jpeg
from vision.cameras import uploaded
from vision.cameras.camera import Frame
from vision.cameras.uploaded import UploadedPictures

NAMES = ["Anna", "Bo", "Carla", "Dario"]
NEW = {"players": NAMES, "rules": "riichi-ema", "east": "right"}
GREY = np.full((36, 64, 3), 90, np.uint8)
CORNERS = [[60, 20], [260, 20], [280, 160], [40, 160]]


@pytest.fixture(name="seated")
def watch_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with at_table(tmp_path, monkeypatch) as made:
        yield made


def setup_of(phone: Phone, lang: str = "en") -> dict[str, Any]:
    return dict(phone.table(lang)["setup"])


def until_picture(phone: Phone) -> dict[str, Any]:
    """What the organiser sees, once the camera has sent a picture."""
    told = phone.until(lambda told: (told["setup"]["view"] or {}).get("origin"))
    return dict(told["setup"]["view"])


def begin_by_phone(table: Table) -> Phone:
    """A table without a game, which one phone sets up and looks at itself."""
    phone = table.start_watch(game=None)
    assert phone.set_up("begin", source="phone").status_code == 200
    assert phone.send(jpeg()).json() == {"wanted": True}
    return phone


def test_nothing_is_watched_until_somebody_sets_the_table_up(seated: Table) -> None:
    phone = seated.start_watch(game=None)
    told = phone.table()
    assert told["state"] == "setup" and told["table"] is None and told["events"] == []
    assert not told["setup"]["active"] and told["setup"]["sources"] == ["server", "phone"]
    assert phone.get("/api/watch/picture").status_code == 404
    assert code(phone.wish({"do": "pause"})) == (409, "not_done")
    assert not list(games_folder().glob("*"))


def test_a_table_is_set_up_and_its_game_begins(seated: Table) -> None:
    phone = seated.start_watch(game=None)
    phone.set_up("begin")
    shown = until_picture(phone)
    assert shown["size"] == [320, 180] and shown["origin"] == "first" and shown["fault"] is None
    picture = phone.get("/api/watch/setup/picture")
    with Image.open(io.BytesIO(picture.content)) as image:
        assert image.size == (320, 180)
    view = phone.set_up("corners", corners=CORNERS[::-1]).json()["setup"]["view"]
    assert view["corners"] == CORNERS and view["origin"] == "dragged" and len(view["places"]) == 8
    started = phone.set_up("start", **NEW)
    assert started.status_code == 200, started.text
    told = phone.until(lambda told: told["table"])
    assert sorted(told["table"]["seats"].values()) == NAMES and told["rules"] == "riichi-ema"
    assert not told["whole"] and not told["setup"]["active"]
    profile = table_profile.load_profile("table")
    assert profile.size == (320, 180)
    assert [list(corner) for corner in profile.corners] == CORNERS
    (folder,) = games_folder().glob("*")
    start = next(iter(read_events(folder))).event
    assert isinstance(start, GameStartEvent)
    assert (start.camera, start.table, start.first_east) == ("webcam 0", "table", 1)


def test_the_corners_of_last_time_are_proposed(seated: Table) -> None:
    phone = seated.start_watch(game=None)
    phone.set_up("begin")
    until_picture(phone)
    phone.set_up("corners", corners=CORNERS)
    phone.set_up("start", **NEW)
    phone.until(lambda told: told["table"])
    phone.wish({"do": "end"})
    phone.until(lambda told: told["state"] == "over")
    phone.set_up("begin")
    shown = until_picture(phone)
    assert shown["corners"] == CORNERS and shown["origin"] == "stored"


def test_servers_at_other_ports_set_up_tables_of_their_own(seated: Table) -> None:
    corners = table_profile.parse_corners("20,25 180,25 185,155 15,155")
    table_profile.save_profile(table_profile.Profile(table_name(8460), (320, 180), corners))
    phone = seated.start_watch(game=None, page_table=table_name(8461))
    phone.set_up("begin")
    assert until_picture(phone)["origin"] == "first"  # not the other server's
    phone.set_up("corners", corners=CORNERS)
    phone.set_up("start", **NEW)
    phone.until(lambda told: told["table"])
    assert table_profile.load_profile(table_name(8460)).corners == corners
    own = table_profile.load_profile(table_name(8461)).corners
    assert [list(corner) for corner in own] == CORNERS


def test_only_shown_hands_are_read_without_corners(seated: Table) -> None:
    phone = seated.start_watch(game=None)
    phone.set_up("begin")
    until_picture(phone)
    assert phone.set_up("start", whole=True, **NEW).json()["whole"]
    phone.until(in_deal)
    assert not table_profile.table_names()


def test_a_game_is_interrupted_and_goes_on(seated: Table) -> None:
    phone = seated.start_watch()
    log = phone.until(in_deal)["log"]
    told = phone.set_up("begin").json()
    assert told["state"] == "over" and told["setup"]["resumes"]
    assert told["text"] == "The table is being set up."
    assert phone.table("it")["text"] == "Si sta preparando il tavolo."
    until_picture(phone)
    phone.set_up("corners", corners=CORNERS)
    told = phone.set_up("start", resume=True).json()
    assert told["log"] == log and not told["whole"]
    phone.set_up("begin")
    told = phone.set_up("cancel").json()
    assert told["log"] == log and told["state"] != "over"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"do": "corners", "corners": [[1, 1], [2, 1], [2, 2], [1, 2]]}, (409, "not_done")),
        ({"do": "corners", "corners": [[0, 0], [9, 9]]}, (422, "bad_request")),
        ({"do": "corners", "corners": [[0, 0], [9, 9], [True, 1], [2, 2]]}, (422, "bad_request")),
        ({"do": "corners", "corners": [["a", 0]] * 4}, (422, "bad_request")),
        ({"do": "corners", "corners": [[1e300, 0]] * 4}, (422, "bad_request")),
        ({"do": "start", **NEW, "players": ["Anna"] * 4}, (422, "bad_players")),
        ({"do": "start", **NEW, "rules": "whist"}, (422, "bad_request")),
        ({"do": "start", **NEW, "east": "above"}, (422, "bad_request")),
        ({"do": "start", "resume": True}, (409, "not_done")),
        ({"do": "begin", "source": "rtsp://192.168.1.9/"}, (422, "bad_request")),
        ({"do": "open"}, (422, "bad_request")),
    ],
)
def test_bad_requests_leave_the_set_up_as_it_is(
    seated: Table, body: dict[str, object], expected: tuple[int, str]
) -> None:
    phone = seated.start_watch(game=None)
    phone.set_up("begin")
    before = until_picture(phone)
    assert code(phone.post("/api/watch/setup", body)) == expected
    told = phone.table()
    assert told["setup"]["active"] and told["setup"]["view"]["corners"] == before["corners"]
    assert told["state"] == "setup"


def test_another_phone_sets_up_once_the_first_was_away() -> None:
    now = [0.0]
    organiser = TableOrganiser(lambda: now[0])
    anna, bo = Visitor("a", name="Anna"), Visitor("b", name="Bo")
    organiser.claim(anna)
    now[0] = AWAY - 1
    with pytest.raises(ApiError, match=r"Another phone .* \(Anna\)"):
        organiser.claim(bo)
    assert organiser.is_organiser(anna) and not organiser.is_organiser(bo)  # she is here
    now[0] += AWAY - 1
    with pytest.raises(ApiError):
        organiser.claim(bo)
    now[0] += AWAY
    organiser.claim(bo)
    assert organiser.is_organiser(bo) and not organiser.is_organiser(anna)
    organiser.claim(replace(anna, is_host=True))  # the server's own computer
    assert organiser.is_organiser(anna)


def test_a_phone_is_the_camera(seated: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded, "SILENT", 0.4)
    phone = begin_by_phone(seated)
    camera = seated.guest(PhoneRole.CAMERA)
    until_picture(phone)
    time.sleep(0.5)
    phone.set_up("start", whole=True, **NEW)
    send_for(camera, 0.3)
    phone.until(in_deal)
    told = phone.until(lambda told: told["state"] == "paused")  # it is locked
    assert told["text"].startswith("The phone that is the camera sends no picture")
    assert phone.table("it")["text"].startswith("Il telefono che fa da telecamera")
    time.sleep(1.0)
    send_for(camera, 0.3)
    phone.until(lambda told: any(e["kind"] == "resume" for e in told["events"]))
    kinds = [event["kind"] for event in phone.table()["events"]]
    assert kinds[:3] == ["deal_start", "pause", "resume"]  # one line each, however long it was


def send_for(camera: Phone, seconds: float) -> None:
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number += 1
        camera.send(jpeg(grey=90 + number % 2))
        time.sleep(0.05)


def test_a_phone_that_is_turned_is_set_up_anew(seated: Table) -> None:
    phone = begin_by_phone(seated)
    assert until_picture(phone)["size"] == [320, 180]
    time.sleep(0.1)
    phone.send(jpeg((180, 320)))
    told = phone.until(lambda told: told["setup"]["view"]["size"] == [180, 320])
    assert told["setup"]["view"]["fault"] is None


def test_one_phone_is_the_camera_at_a_time(seated: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, other = begin_by_phone(seated), seated.guest(PhoneRole.CAMERA)
    refused = other.send(jpeg())
    assert code(refused) == (409, "other_camera")
    assert (
        "altro telefono"
        in other.run(
            other.client.post(
                "/api/watch/camera?lang=it", content=jpeg(), headers={"content-type": "image/jpeg"}
            )
        ).json()["error"]["message"]
    )
    monkeypatch.setattr(uploaded, "SILENT", 0.0)
    time.sleep(0.1)
    assert other.send(jpeg()).json() == {"wanted": True}
    assert phone.set_up("begin", source="server").status_code == 200
    time.sleep(0.1)
    assert other.send(jpeg()).json() == {"wanted": False}


def test_pictures_that_come_too_fast_are_refused(seated: Table) -> None:
    phone = begin_by_phone(seated)
    answers = [phone.send(jpeg()) for _ in range(4)]
    assert code(answers[0]) == (429, "too_fast") and "20" in answers[0].text


def bomb(width: int, height: int) -> bytes:
    """A JPEG that states another size than it has."""
    content = bytearray(jpeg())
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(content)


def file_of_black(form: str) -> bytes:
    content = io.BytesIO()
    Image.fromarray(np.zeros((90, 160, 3), np.uint8)).save(content, form)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "kind", "expected"),
    [
        (b"", "image/jpeg", (415, "no_picture")),
        (b"\xff\xd8\xff\xe0 no picture", "image/jpeg", (415, "no_picture")),
        (jpeg()[:-200], "image/jpeg", (415, "no_picture")),
        (file_of_black("PNG"), "image/jpeg", (415, "no_picture")),
        (file_of_black("GIF"), "image/jpeg", (415, "no_picture")),
        (file_of_black("TIFF"), "image/jpeg", (415, "no_picture")),
        (bomb(65500, 65500), "image/jpeg", (413, "too_many_pixels")),
        (bomb(12000, 12000), "image/jpeg", (413, "too_many_pixels")),
        (bomb(2600, 1600), "image/jpeg", (413, "too_many_pixels")),
        (jpeg((40, 40)), "image/jpeg", (415, "no_picture")),
        (bytes(1024 * 1024 + 1), "image/jpeg", (413, "too_large")),
        (jpeg(), "application/octet-stream", (415, "wrong_type")),
    ],
)
def test_what_is_no_live_picture_is_refused(
    seated: Table, content: bytes, kind: str, expected: tuple[int, str]
) -> None:
    phone = begin_by_phone(seated)
    until_picture(phone)
    before = seated.sent._newest
    time.sleep(0.1)
    refused = phone.send(content, kind)
    assert code(refused) == expected, refused.text
    assert seated.sent._newest is before


def test_a_camera_joins_by_the_organisers_link_alone(seated: Table) -> None:
    phone, player = seated.start_watch(game=None), seated.phone()
    assert code(player.post("/api/invite", {"role": "camera"})) == (403, "not_table_organiser")
    phone.set_up("begin", source="phone")
    assert code(player.set_up("begin")) == (403, "other_table_organiser")
    assert player.table()["setup"]["view"] is None  # the room is for the organiser alone
    link = phone.post("/api/invite", {"role": "camera"}).json()["url"]
    token = link.partition("t=")[2]
    page = player.get(f"/join?t={token}")
    assert "Become the camera" in page.text and "Diventa la telecamera" in page.text
    assert "name=" not in page.text.partition("<form")[2]
    player.join(token)
    assert player.get("/api/home").json()["role"] == "camera"
    assert player.send(jpeg()).json() == {"wanted": True}
    assert seated.stranger().join(token).status_code == 403  # it works once


def test_two_begin_and_one_table_is_set_up(seated: Table) -> None:
    phones: Sequence[Phone] = [seated.start_watch(game=None), seated.phone()]
    answers = [phone.set_up("begin").status_code for phone in phones]
    assert answers == [200, 403]


def test_the_table_is_looked_through_a_phone_that_an_earlier_game_closes_late() -> None:
    sent = UploadedPictures("phone")
    frames = ReconnectingCamera(PHONE, 0.0, lambda fault: None, sent).frames()
    sent.put(GREY)
    assert isinstance(next(frames), Frame)
    sent.close()
    sent.put(GREY)
    assert isinstance(next(frames), Frame)
