"""Another game when one is over, without a restart: begun on a phone, at the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.watch.log.journal import read_events
from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.conftest import WIN
from tests.handreader.watch.watching import EMPTY, PLAYERS
from tests.handreader.web.phones import (
    Phone,
    Table,
    at_table,
    code,
    confirm_again,
    confirm_win,
    disk_full,
    in_deal,
)

NAMES = ["Ea", "Ugo", "Zoë, la zia", "Ivo"]


@pytest.fixture(name="seated")
def watch_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with at_table(tmp_path, monkeypatch) as made:
        yield made


def over(phone: Phone) -> dict[str, Any]:
    """The table once its game was ended."""
    phone.until(in_deal)
    assert phone.wish({"do": "end"}).status_code == 200
    return phone.until(lambda told: told["state"] == "over")


def begin_game(phone: Phone, after: object, **more: object) -> Any:
    body = {"players": NAMES, "rules": "mcr", "east": "left", "log": after}
    return phone.wish({"do": "new", **body, **more})


def test_a_new_game_begins_when_one_is_over(seated: Table) -> None:
    phone = seated.start_watch()
    other = seated.phone()
    phone.until(in_deal)
    seated.lay(WIN)
    assert confirm_win(phone).status_code == 200
    seated.lay(EMPTY)
    first = over(phone)
    assert first["next"]["players"] == PLAYERS and first["next"]["rules"] == "zung-jung"
    assert first["next"]["east"] == "bottom" and not first["next"]["go_on"]
    folder, log = seated.watch.folder, (seated.watch.folder / "events.jsonl").read_bytes()
    told = begin_game(phone, first["log"])
    assert told.status_code == 200, told.text
    told = other.until(in_deal)  # the other phone hears of it
    assert told["log"] != first["log"] and told["game"] != first["game"]
    assert (told["rules"], told["next"], told["state"]) == ("mcr", None, "watching")
    assert list(told["table"]["seats"].values()) == NAMES
    assert seated.watch.table.first_east == 3
    seated.lay(WIN)
    assert confirm_win(other).status_code == 200
    assert phone.game()["players"] == NAMES and len(phone.game()["entries"]) == 1
    # nothing of the one that is over is lost
    assert (folder / "events.jsonl").read_bytes() == log
    old = phone.get(f"/api/games/{first['game']}").json()
    assert old["players"] == PLAYERS and old["entries"][0]["text"].startswith("Bo wins")


def test_the_last_hand_can_be_taken_back_until_the_table_is_cleared(seated: Table) -> None:
    phone = seated.start_watch()
    for deal in range(1, 17):  # the table is empty, so the next one begins at once
        told = phone.until(lambda told: in_deal(told) and told["table"]["deal"] == deal)  # noqa: B023
        assert not told["table"]["last"]
        if deal < 16:
            phone.wish({"do": "draw", "deal": deal, "ready": []})
    seated.lay(WIN)
    answer = confirm_win(phone)
    assert answer.status_code == 200, answer.text
    told = phone.until(lambda told: told["table"]["over"])
    assert told["table"]["last"] and not told["table"]["ended"] and told["state"] == "watching"
    (event,) = (e["number"] for e in told["events"] if e["can_undo"])
    assert phone.wish({"do": "undo", "event": event}).status_code == 200
    told = phone.until(lambda told: not told["table"]["last"])
    assert not told["table"]["over"]
    confirm_again(phone)
    seated.lay(EMPTY)
    told = phone.until(lambda told: told["state"] == "over")
    assert told["table"]["ended"] and not told["next"]["go_on"]
    assert len(seated.watch.table.game.deals) == 16


def test_two_phones_begin_one_new_game(seated: Table) -> None:
    first, second = seated.start_watch(), seated.phone()
    log = over(first)["log"]
    body = {"do": "new", "log": log, "players": NAMES, "rules": "mcr"}

    async def both() -> list[Any]:
        asked = (one.client.post("/api/watch", json=body) for one in (first, second))
        return await asyncio.gather(*asked)

    answers = sorted(seated.runner.run(both()), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [200, 409]
    assert "already answered" in answers[1].json()["error"]["message"]
    assert len(first.get("/api/games").json()["games"]) == 2


def test_no_new_game_begins_while_one_is_played(seated: Table) -> None:
    phone = seated.start_watch()
    log = phone.until(in_deal)["log"]
    assert code(begin_game(phone, log)) == (409, "not_done")
    assert code(phone.wish({"do": "go_on", "log": log})) == (409, "not_done")
    assert len(phone.get("/api/games").json()["games"]) == 1


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"players": ["A", "a", "B", "C"]}, "bad_players"),
        ({"players": "A,B,C,D"}, "bad_players"),
        ({"rules": "whist"}, "bad_request"),
        ({"east": "window"}, "bad_request"),
        ({"log": 7}, "bad_request"),
    ],
)
def test_what_is_no_new_game_is_refused(
    seated: Table, more: dict[str, object], expected: str
) -> None:
    phone = seated.start_watch()
    told = over(phone)
    assert code(begin_game(phone, told["log"], **more)) == (422, expected)
    assert phone.table()["revision"] == told["revision"]
    assert begin_game(phone, told["log"]).status_code == 200


def test_a_game_whose_watching_broke_off_goes_on(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)

    disk_full(seated, monkeypatch)
    seated.camera.lost = True
    told = phone.until(lambda told: told["state"] == "over")
    assert told["next"]["go_on"]
    seated.camera.lost = False
    again = phone.wish({"do": "go_on", "log": told["log"]})
    assert again.status_code == 200 and again.json()["log"] == told["log"]
    phone.until(lambda told: told["state"] == "watching")
    seated.lay(WIN)
    assert confirm_win(phone).status_code == 200
    assert len(phone.game()["entries"]) == 1


def test_everybody_is_told_that_a_camera_records_again(seated: Table) -> None:
    messages: list[str] = []
    phone = seated.start_watch(tell=lambda text: messages.append(text["it"]))
    told = over(phone)
    begin_game(phone, told["log"])
    phone.until(in_deal)
    assert [text.split()[0] for text in messages] == ["●", "La", "●"]
    assert seated.watch.folder.name in messages[2]


# at the terminal


def call(*arguments: object, typed: str = "") -> Called:
    return calling.call("watch", *arguments, stdin=typed)


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two seconds of an empty table."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path, size = tmp_path / "table.avi", (320, 180)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, size)
    for _ in range(20):
        writer.write(np.full((size[1], size[0], 3), (62, 92, 24), np.uint8))
    writer.release()
    return path


def logs(film: Path) -> list[list[Any]]:
    games = film.parent / "data" / "handreader" / "watched"
    return [list(read_events(folder)) for folder in sorted(games.iterdir())]


def test_a_new_game_begins_at_the_terminal(film: Path) -> None:
    typed = "new\ndeal\ndraw\nend\nfix\nnew rules chess\nnew players A,B,C,D rules mcr east top\n"
    done = call(
        film, "--players", ",".join(PLAYERS), typed=typed + "deal\ndraw\nend\nnew\nend\nquit\n"
    )
    assert done.exit_code == 0, done.output
    assert "`end` ends it, then `new`" in done.stderr
    assert "`new` starts another, `quit` ends" in done.stderr and "new players Anna" in done.stderr
    first, second, third = logs(film)
    starts = [log[0].event for log in (first, second, third)]
    assert [start.players for start in starts] == [tuple(PLAYERS), tuple("ABCD"), tuple("ABCD")]
    assert (starts[1].book, starts[1].first_east) == ("mcr", 2)
    assert [sum(e.kind == "draw" for e in log) for log in (first, second, third)] == [1, 1, 0]
    assert all(log[-1].kind == "game_end" for log in (first, second, third))
    assert done.output.count("RECORDING") == 3
    result = call(film, "--players", ",".join(PLAYERS), "--lang", "it", typed="end\nfix\n")
    assert result.exit_code == 0 and "`new` ne inizia un'altra" in result.stderr


def test_without_anybody_at_the_terminal_the_end_of_a_game_is_the_end(film: Path) -> None:
    done = call(film, typed="end\n")
    assert done.exit_code == 0
    assert len(logs(film)) == 1
