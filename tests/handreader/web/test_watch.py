"""The table that a camera watches, on the page: shown, answered, corrected, never counted twice."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.watch.errors import WatchError
from handreader.watch.log.events import DealEndProposalEvent, PauseEvent, WinProposalEvent
from handreader.watch.play.win_statement import parse_statement
from handreader.web.views import watch as watch_view
from scoring.record import Record
from scoring.tiles import Wind
from scoring.win import Win
from tests.handreader.cli.calling import call
from tests.handreader.conftest import WIN
from tests.handreader.watch.watching import EMPTY, OTHER, PLAYERS, TWELVE
from tests.handreader.web.phones import (
    TOLD,
    Table,
    at_table,
    code,
    confirm_again,
    confirm_win,
    disk_full,
    in_deal,
)


@pytest.fixture(name="seated")
def watch_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with at_table(tmp_path, monkeypatch) as made:
        yield made


def test_nobody_without_the_code_sees_the_table(seated: Table) -> None:
    seated.start_watch()
    stranger = seated.stranger()
    for path in ("/api/watch", "/api/watch/picture", "/api/watch/shown/3"):
        assert code(stranger.get(path)) == (403, "no_entry")
    assert code(stranger.wish({"do": "pause"})) == (403, "no_entry")


def test_a_hand_is_shown_answered_and_entered_in_the_game(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    shown = phone.wait_for_proposal()
    assert [tile["kind"] for tile in shown["hand"]["melds"][0]["tiles"]] == ["7z"] * 3
    assert shown["score"]["total"] > 0
    assert shown["needs"] == ["Choose who won.", "Choose who discarded, or self-drawn."]
    assert phone.table("it")["proposal"]["needs"][0] == "Indica chi ha vinto."
    assert code(phone.wish({"do": "confirm", "proposal": shown["number"]})) == (422, "unanswered")
    told = confirm_win(phone).json()
    assert told["proposal"] is None
    assert told["table"]["over"]
    assert told["events"][-1]["text"].startswith("Bo wins: ")
    game = phone.game()
    assert game["players"] == PLAYERS
    (entry,) = game["entries"]
    assert entry["text"].startswith("Bo wins on Carla’s tile")
    points = dict(zip(PLAYERS, game["state"]["points"], strict=True))
    assert points["Bo"] > 0
    standing = told["table"]
    assert {standing["seats"][s]: standing["points"][s] for s in "ESWN"} == points
    assert game["sheet"]["totals"] == game["state"]["points"]


def test_commands_are_typed_as_at_the_terminal(seated: Table) -> None:
    phone = seated.start_watch()
    deal = phone.until(in_deal)["table"]["deal"]
    seated.lay(WIN)
    number = phone.wait_for_proposal()["number"]

    def type_line(line: str, proposal: int | None) -> Any:
        return phone.wish({"do": "line", "line": line, "deal": deal, "proposal": proposal})

    assert code(type_line("y", number)) == (422, "unanswered")
    nonsense = type_line("nonsense", number)
    assert code(nonsense) == (409, "not_done")
    assert "nonsense" in nonsense.json()["error"]["message"]
    number = type_line("seat S from W", number).json()["proposal"]["number"]
    assert code(type_line("y", number + 1)) == (409, "not_done")  # the page shows another one
    assert code(type_line("draw", None)) == (409, "not_done")
    told = type_line("y", number).json()
    assert told["proposal"] is None and told["events"][-1]["text"].startswith("Bo wins: ")
    told = phone.wish({"do": "line", "line": "undo", "deal": told["table"]["deal"]}).json()
    assert phone.game()["entries"][0]["struck"]


def test_two_phones_confirm_one_win_once(seated: Table) -> None:
    first = seated.start_watch()
    second = seated.phone()
    first.until(in_deal)
    seated.lay(WIN)
    number = first.wait_for_proposal()["number"]
    body = {"do": "answer", "proposal": number, "seat": "S", "how": "W"}
    number = first.wish(body).json()["proposal"]["number"]
    yes = {"do": "confirm", "proposal": number}

    async def both() -> list[Any]:
        asked = (one.client.post("/api/watch", json=yes) for one in (first, second))
        return await asyncio.gather(*asked)

    answers = sorted(seated.runner.run(both()), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [200, 409]
    assert "already answered" in answers[1].json()["error"]["message"]
    assert len(first.game()["entries"]) == 1
    assert code(second.wish(body)) == (409, "not_open")
    assert "già risposto" in second.wish(yes, "it").json()["error"]["message"]


def test_the_ledger_names_the_phone_that_confirmed(seated: Table) -> None:
    first, second = seated.start_watch(), seated.stranger()
    second.join(seated.door.invite(), "Bo")
    first.until(in_deal)
    seated.lay(WIN)
    confirm_win(second)
    first.until(lambda _: first.game()["entries"])
    second.wish({"do": "line", "line": "undo", "deal": second.table()["table"]["deal"]})
    path = f"/api/games/{first.game()['id']}/ledger?lang=it"
    told = [
        (line["phone"]["name"], line["text"])
        for line in first.get(path).json()["lines"]
        if line["action"] == "commanded"
    ]
    assert told == [("Bo", "Al tavolo osservato: undo"), ("Bo", "Al tavolo osservato: confirm")]


def test_a_tile_is_put_right_for_every_phone(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    shown = phone.wait_for_proposal()
    nine = next(tile for tile in shown["hand"]["concealed"] if tile["kind"] == "8s")
    answers = {f"tile:{nine['id']}": "9s"}
    wrong = phone.wish({"do": "answer", "proposal": shown["number"], "answers": answers})
    assert code(wrong) == (409, "not_done")
    assert "no longer wins" in wrong.json()["error"]["message"]
    east = next(tile for tile in shown["hand"]["concealed"] if tile["kind"] == "1z")
    both = [tile["id"] for tile in shown["hand"]["concealed"] if tile["kind"] == east["kind"]]
    answers = {f"tile:{id}": "2z" for id in both}
    phone.wish({"do": "answer", "proposal": shown["number"], "answers": answers})
    kinds = [tile["kind"] for tile in seated.phone().table()["proposal"]["hand"]["concealed"]]
    assert kinds.count("2z") == 2


def test_a_refused_hand_is_not_asked_again(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    told = phone.wish({"do": "refuse", "proposal": phone.wait_for_proposal()["number"]}).json()
    assert told["proposal"] is None
    assert told["events"][-1]["text"] == "Refused: the proposed win"
    frames = seated.watch.frame()
    phone.until(lambda _: seated.later(frames))
    assert phone.table()["proposal"] is None
    assert phone.game()["entries"] == []


def test_a_win_is_taken_back(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    told = confirm_win(phone).json()
    win = next(event for event in told["events"] if event["can_undo"])
    assert win["kind"] == "win"
    told = phone.wish({"do": "undo", "event": win["number"]}).json()
    assert next(e for e in told["events"] if e["number"] == win["number"])["undone"]
    assert f"Undone: {win['text']}" in [event["text"] for event in told["events"]]
    assert not any(e["can_undo"] for e in told["events"])
    game = phone.game()
    assert game["entries"][0]["struck"] and set(game["state"]["points"]) == {0}
    again = phone.wish({"do": "undo", "event": win["number"]})
    assert code(again) == (409, "not_done")
    confirm_again(phone)
    assert sum(not entry["struck"] for entry in phone.game()["entries"]) == 1


def test_sure_wins_are_taken_unasked_where_that_is_wanted(seated: Table) -> None:
    phone = seated.start_watch(auto=True)
    phone.until(in_deal)
    seated.lay(WIN)
    assert phone.wait_for_proposal()["needs"]  # nobody said who won: it is not sure


def test_the_game_page_tells_the_watcher(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(TWELVE)  # no camera sees the next hand begin
    path = f"/api/games/{phone.game()['id']}"

    def post_entry(ended: Mapping[str, object]) -> Any:
        number = phone.game()["next"]
        return phone.post(f"{path}/entries", {"number": number, "happened": {"ended": ended}})

    drawn = {"type": "drawn", "ready": []}
    assert post_entry(drawn).json()["entries"][0]["text"] == "Nobody wins"
    assert [event["kind"] for event in phone.table()["events"]][-1] == "draw"
    # the table still shows the last hand: what is entered now is of the next one
    told = post_entry({"type": "won", "winners": [{"record": TOLD}]}).json()
    assert "wins, self-drawn: +" in told["entries"][1]["text"]
    assert told["entries"][1]["records"][0]["winning_tile"] == "5z"
    assert sum(told["state"]["points"]) == 0 and any(told["state"]["points"])
    struck = phone.post(f"{path}/corrections", {"number": 2, "version": 0, "happened": None})
    assert struck.json()["entries"][1]["struck"]
    assert set(struck.json()["state"]["points"]) == {0}
    seated.watch.close()  # nobody watches any more: the page keeps the game as ever
    told = post_entry({"type": "won", "discarder": "E", "winners": [{"seat": "S", "points": 8}]})
    assert told.status_code == 200


def test_a_second_winner_is_named_as_he_sat_in_that_hand(seated: Table) -> None:
    phone = seated.start_watch()
    before = phone.until(in_deal)["table"]["seats"]
    seated.lay(WIN)
    told = confirm_win(phone).json()
    assert told["table"]["over"] and told["table"]["seats"] != before  # East has passed on
    record = phone.game()["entries"][0]["records"][0]
    event = WinProposalEvent(2, Record.from_json(record), {}, (), ())
    seated.watch._watcher.session.append(event)
    asked = phone.wait_for_proposal()
    assert asked["seats"] == before and asked["seat"] == "S"


def test_the_end_of_a_hand_is_asked_about(seated: Table) -> None:
    phone = seated.start_watch()
    deal = phone.until(in_deal)["table"]["deal"]
    seated.lay(TWELVE)  # no next deal begins while tiles are on the table
    shown = phone.wait_for_proposal()
    phone.wish({"do": "refuse", "proposal": shown["number"]})  # it is not asked about again
    game = seated.watch._watcher.session
    game.append(DealEndProposalEvent(9))
    asked = phone.wait_for_proposal()
    assert (asked["what"], asked["text"]) == ("deal_end", "9 tiles are gone: is the deal over?")
    told = phone.wish({"do": "refuse", "proposal": asked["number"]}).json()
    assert (told["proposal"], told["events"][-1]["text"]) == (None, "The deal goes on")
    game.append(DealEndProposalEvent(10))
    told = phone.wish({"do": "draw", "deal": deal, "ready": []}).json()
    assert told["proposal"] is None and told["table"]["over"]
    assert [entry["text"] for entry in phone.game()["entries"]] == ["Nobody wins"]


@pytest.mark.parametrize(
    ("reason", "resumes"), [("user", True), ("moved_away", True), ("moved", False), ("dark", False)]
)
def test_a_person_ends_the_pause_that_only_a_person_can(
    seated: Table, reason: str, resumes: bool
) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.watch._watcher.session.append(PauseEvent(reason))
    told = phone.until(lambda now: now["state"] == "paused")
    assert told["resumes"] is resumes


def test_a_false_win_and_a_riichi_are_said(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    deal = phone.until(in_deal)["table"]["deal"]
    assert phone.wish({"do": "riichi", "deal": deal, "seat": "W"}).status_code == 200
    told = phone.wish({"do": "false", "deal": deal, "seat": "E"}).json()
    assert told["table"]["points"]["E"] < told["table"]["points"]["S"]
    texts = [event["text"] for event in told["events"]]
    assert "Carla declares riichi" in texts and "False win by Anna" in texts  # no winds in a game
    assert code(phone.wish({"do": "draw", "deal": deal + 9, "ready": []})) == (409, "not_done")
    assert phone.table()["table"]["aborts"][0]["name"] == "nine terminals and honours"


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"do": "confirm"},
        {"do": "confirm", "proposal": "3"},
        {"do": "confirm", "proposal": True},
        {"do": "draw", "deal": 1, "ready": ["X"]},
        {"do": "draw", "deal": 1, "ready": "E"},
        {"do": "abort", "deal": 1, "reason": "y\nn"},
        {"do": "false", "deal": 1, "seat": "E\ny"},
        {"do": "fix", "event": 2, "tile": "5m; y"},
        {"do": "hand", "deal": 1, "record": {"concealed": "1m"}},
        {"do": "hand", "deal": 1, "record": None},
        {"do": "y"},
        {"do": "undo", "event": -1},
        {"do": ["win"]},
        {"do": "line", "line": " ", "deal": 1},
        {"do": "line", "line": "pause"},
        {"do": "line", "line": "y" * 5000, "deal": 1},
    ],
)
def test_what_is_no_wish_is_refused(seated: Table, what: dict[str, object]) -> None:
    phone = seated.start_watch()
    before = phone.until(in_deal)
    assert phone.wish(what).status_code == 422
    assert phone.table()["events"] == before["events"]


@pytest.mark.parametrize(
    "answer",
    [
        {"seat": "Q"},
        {"how": "nobody"},
        {"answers": {"tile:99": "5m"}},
        {"answers": {"tile:0": "5m seat W"}},
        {"answers": {"no such question": "yes"}},
        {"flags": ["y"]},
        {"ura": ["3m n"]},
        {},
    ],
)
def test_what_is_no_answer_is_refused(seated: Table, answer: dict[str, object]) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    number = phone.wait_for_proposal()["number"]
    assert phone.wish({"do": "answer", "proposal": number, **answer}).status_code == 422
    assert phone.wait_for_proposal()["number"] == number


# the camera


def test_a_lost_camera_is_said_and_comes_back(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.camera.lost = True
    told = phone.until(lambda told: told["state"] == "paused")
    assert told["text"].startswith("The camera is lost")
    assert phone.table("it")["text"].startswith("La telecamera non risponde")
    seated.camera.lost = False
    phone.until(lambda told: told["state"] == "watching")


def test_a_busy_camera_is_said_and_tried_again(seated: Table) -> None:
    seated.camera.lost = True
    phone = seated.start_watch()
    told = phone.until(lambda told: told["text"])
    assert "camera 0 is in use" in told["text"]
    assert "occupata" in phone.table("it")["text"]
    assert phone.get("/api/games").status_code == 200
    seated.camera.lost = False
    phone.until(lambda told: told["state"] == "watching" and in_deal(told))


def test_after_a_videos_end_people_still_answer(seated: Table) -> None:
    phone = seated.start_watch(source="evening.mp4")
    phone.until(in_deal)
    seated.lay(WIN)
    phone.wait_for_proposal()  # the video waits here
    seated.camera.over = True
    assert confirm_win(phone).status_code == 200
    told = phone.until(lambda told: told["state"] == "paused")
    assert told["text"] == "The video is over."
    win = next(event for event in told["events"] if event["can_undo"])
    assert phone.wish({"do": "undo", "event": win["number"]}).status_code == 200


def test_a_log_that_cannot_be_written_ends_the_watching_alone(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)

    disk_full(seated, monkeypatch)
    seated.camera.lost = True  # the pause cannot be logged
    told = phone.until(lambda told: told["state"] == "over")
    assert "No space left" in told["text"]
    assert "non è scrivibile" in phone.table("it")["text"]
    assert code(phone.wish({"do": "win"})) == (409, "not_done")
    assert phone.get("/api/games").status_code == 200


def test_a_program_that_begins_again_takes_the_open_win(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    number = phone.wait_for_proposal()["number"]
    seated.watch.close()
    seated.camera.lost = True  # nothing can be read now: only the log tells of the hand
    phone = seated.start_watch()
    shown = phone.wait_for_proposal()
    assert (shown["seat"], shown["how"]) == (None, None) and "Correct" in shown["needs"][0]
    yes = {"do": "confirm", "proposal": number}
    assert code(phone.wish(yes)) == (422, "unanswered")
    seated.watch.close()
    seated.camera.lost = False
    phone = seated.start_watch()
    read = phone.until(lambda told: told["proposal"] and told["proposal"].get("reading"))
    body = {"do": "answer", "seat": "S", "how": "W"}
    assert phone.wish({**body, "proposal": read["proposal"]["number"]}).status_code == 200
    seated.watch.close()
    seated.camera.lost = True
    phone = seated.start_watch()
    shown = phone.wait_for_proposal()
    assert shown["seat"] == "S" and shown["score"]["total"] > 0 and shown["hand"]["winning"]
    assert phone.wish({"do": "confirm", "proposal": shown["number"]}).status_code == 200
    assert [entry["text"][:7] for entry in phone.game()["entries"]] == ["Bo wins"]


def test_a_phone_that_has_seen_all_is_told_so(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.web.routes.watch.WAIT", 0.0)
    phone = seated.start_watch()
    phone.until(in_deal)
    revision = phone.table()["revision"]
    assert phone.get(f"/api/watch?since={revision}").json() == {"unchanged": True}
    seated.lay(OTHER)
    phone.wait_for_proposal()
    assert phone.get(f"/api/watch?since={revision}").json()["proposal"]
    assert phone.get("/api/home").json()["watching"] is True
    seated.lay(EMPTY)


# how it is begun


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--watch", "no-such.mp4"), "does not exist"),
        (("--watch", "0", "--table", "attic"), "no table 'attic' was set up"),
        (("--watch", "0", "--rules", "whist"), "whist"),
        (("--watch", "0", "--players", "A,B"), "four different names"),
        (("--watch", "0", "--game", "../x"), "letters, digits"),
        (("--auto",), "--watch"),
    ],
)
def test_what_cannot_be_watched_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], message: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    done = call("serve", "--port", port, *options)
    assert done.exit_code == 1
    errors = [line for line in done.stderr.splitlines() if line.startswith("handreader: ")]
    assert len(errors) == 1 and message in errors[0]


def test_what_is_said_of_a_win_can_be_said_anew() -> None:
    statement = parse_statement("from W")
    for text in ("seat S drawn", "'kong:1=concealed kong'"):
        statement = statement.extend(parse_statement(text))
    win = statement.apply_to(Win())
    assert win.self_drawn and win.discarder is None and win.seat is Wind.SOUTH
    assert not statement.extend(parse_statement("from E")).apply_to(Win()).self_drawn
    assert statement.answers == {"kong:1": "concealed kong"}
    with pytest.raises(WatchError):
        parse_statement("'not closed")


@pytest.mark.parametrize("code", ["turn", "also_too", "also_instead", "ura", "last_tile"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_doubt_on_the_page_asks_for_nothing_that_is_typed(code: str, lang: str) -> None:
    found: Any = SimpleNamespace(uncertainties=((code, "S"),))
    (told,) = watch_view._doubts(found, lang)
    assert not re.search(r"\by\b|from W|ura 3m|last_tile", str(told["text"]))
