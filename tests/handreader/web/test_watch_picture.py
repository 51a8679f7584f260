"""The picture of a watched table on the page: small, shared, kept nowhere, the places alone."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web.views.table_image import TablePicture, draw_table
from tests.handreader.conftest import WIN
from tests.handreader.watch.watching import OTHER, SIZE
from tests.handreader.web.phones import PATIENCE, Table, at_table, code, in_deal
from vision.seen_tile import SeenTile
from vision.tracking.table_geometry import seat_areas


@pytest.fixture(name="seated")
def watch_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with at_table(tmp_path, monkeypatch) as made:
        yield made


def test_the_picture_is_small_and_kept_nowhere(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    answer = phone.get("/api/watch/picture")
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "no-store"
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == SIZE and not picture.getexif()
    assert not list(seated.watch.folder.rglob("*.jpg"))
    phone.wish({"do": "pause"})
    assert phone.table()["state"] == "paused"
    assert code(phone.get("/api/watch/picture")) == (404, "no_picture_now")
    phone.wish({"do": "resume"})
    phone.until(lambda told: told["state"] == "watching")
    assert phone.get("/api/watch/picture").status_code == 200


def test_one_picture_is_made_for_all_who_look_and_none_while_nothing_moves(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    now = 100.0
    picture = TablePicture(seated.evening, clock=lambda: now)

    def after(seconds: float) -> Any:
        nonlocal now
        frame = seated.watch.frame()
        phone.until(lambda _: seated.later(frame))
        now += seconds
        return picture.picture()

    first = picture.picture()
    assert first is not None and picture.tag == first.tag
    assert after(1.0) is first and after(8.0) is first
    assert after(2.0) is not first  # light changes slowly
    still = picture.picture()
    seated.lay(OTHER)
    assert after(0.1) is still  # too soon after the last
    moved = after(1.0)
    assert moved is not still and moved.jpeg != still.jpeg
    phone.wait_for_proposal()  # the tiles are outlined by now
    outlined = after(1.0)
    assert outlined is not None and any(tiles for _, tiles in outlined.tiles_by_area)
    seated.watch.tiles_by_area = lambda: ()  # type: ignore[method-assign]  # read anew, nothing moved
    assert after(1.0) is not outlined


def test_phones_hear_of_what_is_new_without_asking_again(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.web.routes.watch.WAIT", PATIENCE)
    phone = seated.start_watch()
    revision = phone.until(in_deal)["revision"]
    picture = phone.get("/api/watch/picture").headers["x-picture"]

    async def both() -> list[Any]:
        asked = [
            asyncio.create_task(phone.client.get(path))
            for path in (f"/api/watch?since={revision}", f"/api/watch/picture?since={picture}")
        ]
        _, waiting = await asyncio.wait(asked, timeout=0.5)
        assert len(waiting) == 2  # nothing is new
        seated.lay(OTHER)
        return await asyncio.gather(*asked)

    told, shown = seated.runner.run(both())
    assert told.json()["revision"] != revision and told.json()["proposal"]
    assert shown.headers["x-picture"] != picture and shown.content[:2] == b"\xff\xd8"


def test_a_picture_that_was_seen_is_not_sent_again(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    monkeypatch.setattr("handreader.web.routes.watch.WAIT", 0.0)
    tag = phone.get("/api/watch/picture").headers["x-picture"]
    again = phone.get(f"/api/watch/picture?since={tag}")
    assert (again.status_code, again.content) == (204, b"")
    assert phone.get("/api/watch/picture?since=other").status_code == 200
    phone.wish({"do": "pause"})
    assert code(phone.get(f"/api/watch/picture?since={tag}")) == (404, "no_picture_now")


def test_nothing_outside_the_places_is_shown() -> None:
    rng = np.random.default_rng(1)
    pixels = rng.integers(60, 255, (720, 1280, 3)).astype(np.uint8)
    corners = ((400.0, 100.0), (880.0, 100.0), (900.0, 600.0), (380.0, 600.0))
    areas = seat_areas(corners, walls=False)
    for area in areas:  # tiles are outlined where they lie in the camera's picture
        wide, tall = area.size
        edges = area.to_frame(np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], float))
        assert np.abs(edges - np.asarray(area.corners)).max() < 0.01
    tile = SeenTile(0, ((10, 10), (40, 10), (40, 50), (10, 50)), (("5m", 0.99),), True)
    shown = draw_table(pixels, [(area, (tile,)) for area in areas], zones=True)
    height, width = shown.shape[:2]
    assert max(height, width) <= 960
    nothing = shown[0, 0]
    for x, y in ((2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)):
        assert (shown[y, x] == nothing).all()  # the room between the places, and around them
    middle = shown[height // 2 - 5 : height // 2, width // 2 - 5 : width // 2]
    assert (middle == nothing).all()
    assert 0.2 < (shown != nothing).any(axis=2).mean() < 0.8
    assert (draw_table(pixels, (), zones=True) == nothing).all()  # before the first look


def test_the_hand_that_is_asked_about_has_its_picture(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    shown = phone.wait_for_proposal()
    answer = phone.get(f"/api/watch/shown/{shown['number']}")
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (shown["reading"]["width"], shown["reading"]["height"])
    for other in ("1", "999999", "-1", "x", "../events.jsonl", "99999999999"):
        assert phone.get(f"/api/watch/shown/{other}").status_code == 404
