"""Hands entered or corrected by hand while a camera watches: the watched table follows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.store import open_store
from handreader.watch.export import tables
from handreader.watch.log.events import DealEndProposalEvent, WinEvent
from handreader.watch.log.journal import read_events
from handreader.watch.log.table_state import fold_events
from scoring.game import ExhaustiveDraw, Riichi
from scoring.tiles import WINDS, Wind
from tests.handreader.conftest import WIN
from tests.handreader.watch.log.entries import events_of
from tests.handreader.watch.watching import EMPTY, TWELVE
from tests.handreader.web.phones import TOLD, Phone, Table, at_table, code, confirm_win, in_deal

RIICHI: dict[str, Any] = {
    "rules": "riichi-ema", "concealed": "123m456p78899s77z", "winning_tile": "7s",
    "self_drawn": False, "discarder": "W", "seat": "S", "round": "E",
    "flags": {"riichi": True},
}  # fmt: skip
SECOND = {**RIICHI, "seat": "N", "concealed": "234m234p34588s56s", "flags": {"riichi": True}}
NO_WIN = {**RIICHI, "concealed": "123m456p78899s67z"}


@pytest.fixture(name="seated")
def watch_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with at_table(tmp_path, monkeypatch) as made:
        yield made


def post_entry(phone: Phone, happened: Mapping[str, object]) -> Any:
    """Enters the next hand on the page."""
    game = phone.game()
    body = {"number": game["next"], "revision": game["revision"], "happened": happened}
    return phone.post(f"/api/games/{game['id']}/entries", body)


def post_correction(phone: Phone, number: int, happened: object) -> Any:
    game = phone.game()
    entry = game["entries"][number - 1]
    body = {"number": number, "version": entry["version"], "revision": game["revision"]}
    return phone.post(f"/api/games/{game['id']}/corrections", {**body, "happened": happened})


def by_points(seat: str, discarder: str, **worth: int) -> dict[str, object]:
    won = {"type": "won", "discarder": discarder, "winners": [{"seat": seat, **worth}]}
    return {"ended": won}


NOBODY = {"ended": {"type": "drawn", "ready": []}}


def agrees(phone: Phone, seated: Table) -> bool:
    """Whether the watched table, its log and the game on the page say the same."""
    page, told = phone.game()["state"], phone.table()["table"]
    table = seated.watch._watcher.table
    logged = fold_events(read_events(seated.watch.folder))
    names = phone.game()["players"]
    on_page = {seat: names[page["seats"][seat]] for seat in "ESWN"}
    at_table = {
        wind.value: table.players[(table.place(wind) - table.first_east) % 4] for wind in WINDS
    }
    return bool(
        logged.game == table.game
        and told["seats"] == on_page == at_table
        and told["round"] == page["round"]
        and [told["points"][seat] for seat in "ESWN"]
        == [page["points"][page["seats"][seat]] for seat in "ESWN"]
        and (table.game.counters, table.game.sticks) == (page["counters"], page["sticks"])
        and table.game.turn == page["turn"]
    )


def wait_for_sync(phone: Phone, seated: Table) -> None:
    phone.until(lambda _: agrees(phone, seated))


@pytest.fixture(params=["zung-jung", "riichi-ema", "mcr"])
def rules(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_seats_follow_what_is_entered_by_points(seated: Table, rules: str) -> None:
    phone = seated.start_watch(rules=rules)
    phone.until(in_deal)
    seated.lay(TWELVE)
    worth = {"fan": 2, "fu": 30} if rules == "riichi-ema" else {"points": 20}
    told = post_entry(phone, by_points("S", "W", **worth))
    assert told.status_code == 200, told.text
    wait_for_sync(phone, seated)
    assert phone.table()["table"]["over"]
    assert (
        post_entry(phone, by_points("E", "N", **worth)).status_code == 200
    )  # its deal was not seen
    wait_for_sync(phone, seated)
    assert post_entry(phone, NOBODY).status_code == 200
    wait_for_sync(phone, seated)
    assert post_entry(phone, {**NOBODY, "dead": ["E"]}).status_code == 200
    wait_for_sync(phone, seated)
    assert len(phone.game()["entries"]) == 4


def test_a_win_typed_while_it_is_asked_about_is_not_asked_again(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    number = phone.wait_for_proposal()["number"]
    assert post_entry(phone, by_points("S", "W", points=20)).status_code == 200
    assert code(phone.wish({"do": "confirm", "proposal": number}))[0] in (409, 422)
    frame = seated.watch.frame()
    phone.until(lambda _: seated.later(frame))
    assert phone.table()["proposal"] is None and len(phone.game()["entries"]) == 1
    seated.lay(EMPTY)
    phone.until(in_deal)
    seated.lay(WIN)
    assert confirm_win(phone).status_code == 200  # the next one is another
    assert len(phone.game()["entries"]) == 2
    wait_for_sync(phone, seated)


def test_seats_follow_a_correction_of_an_earlier_hand(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    seated.lay(TWELVE)
    for happened in (NOBODY, by_points("S", "E", fan=1, fu=30), NOBODY):
        assert post_entry(phone, happened).status_code == 200
        wait_for_sync(phone, seated)
    before = phone.table()["table"]["seats"]
    assert post_correction(phone, 2, by_points("E", "S", fan=1, fu=30)).status_code == 200
    wait_for_sync(phone, seated)
    assert phone.table()["table"]["seats"] != before  # East stayed
    assert post_correction(phone, 1, None).status_code == 200
    wait_for_sync(phone, seated)
    assert (
        post_correction(phone, 3, {"ended": {"type": "drawn", "ready": ["E"]}}).status_code == 200
    )
    wait_for_sync(phone, seated)


def test_a_correction_moves_the_players_of_the_hand_that_is_played(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    assert post_entry(phone, {"ended": {"type": "drawn", "ready": ["S"]}}).status_code == 200
    deal = phone.until(lambda told: in_deal(told) and told["table"]["deal"] == 2)["table"]["deal"]
    phone.wish({"do": "riichi", "deal": deal, "seat": "E"})  # Bo
    assert (
        post_correction(phone, 1, {"ended": {"type": "drawn", "ready": ["E"]}}).status_code == 200
    )
    told = phone.until(lambda told: told["table"]["seats"]["E"] == "Anna")
    assert in_deal(told) and told["table"]["points"]["S"] == 25000 - 1000 - 1000  # Bo's, as before
    told = post_entry(phone, {"ended": {"type": "drawn", "ready": ["S"]}})
    assert told.status_code == 200, told.text
    wait_for_sync(phone, seated)
    assert phone.game()["state"]["sticks"] == 1


@pytest.mark.thorough
def test_another_program_enters_a_hand(seated: Table) -> None:
    """`handreader watch` beside `handreader serve`: both know one database alone."""
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    with open_store(seated.folder / "games.sqlite") as other:
        (game,) = other.games()
        other.append(game.id, 1, (Riichi(Wind.WEST), ExhaustiveDraw(frozenset({Wind.WEST}))))
        wait_for_sync(phone, seated)
        other.correct(game.id, 1, ExhaustiveDraw(frozenset({Wind.EAST})))
        wait_for_sync(phone, seated)
    assert [e.kind for e in read_events(seated.watch.folder)].count("entered") == 2


def test_what_was_entered_while_nobody_watched_counts_when_somebody_does(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.watch.close()
    assert post_entry(phone, by_points("S", "W", points=20)).status_code == 200
    seated.store.append(phone.game()["id"], 2, ExhaustiveDraw())
    phone = seated.start_watch()
    wait_for_sync(phone, seated)


def test_what_was_entered_since_is_struck_out_on_the_page_first(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(TWELVE)
    assert post_entry(phone, NOBODY).status_code == 200
    draw = next(e for e in phone.table()["events"] if e["can_undo"])
    assert post_entry(phone, by_points("S", "W", points=20)).status_code == 200
    phone.until(lambda told: told["events"][-1]["kind"] == "entered")
    assert not any(event["can_undo"] for event in phone.table()["events"])
    refused = phone.wish({"do": "undo", "event": draw["number"]}, "it")
    assert code(refused) == (409, "not_done")
    assert "sulla pagina" in refused.json()["error"]["message"]
    assert post_correction(phone, 2, None).json()["entries"][1]["struck"]
    wait_for_sync(phone, seated)
    assert post_correction(phone, 1, None).json()["entries"][0]["struck"]
    wait_for_sync(phone, seated)


# riichi, and several winners


def test_a_refused_hand_leaves_nothing_behind(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    ended = {"type": "won", "winners": [{"record": NO_WIN}]}
    assert post_entry(phone, {"riichi": ["S", "E"], "ended": ended}).status_code == 409
    assert phone.table()["table"]["points"]["S"] == 25000
    ended = {"type": "won", "winners": [{"record": RIICHI}]}
    told = post_entry(phone, {"riichi": ["S", "E"], "ended": ended})
    assert told.status_code == 200, told.text
    wait_for_sync(phone, seated)


def test_a_riichi_that_the_camera_saw_may_be_said_again(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    deal = phone.until(in_deal)["table"]["deal"]
    phone.wish({"do": "riichi", "deal": deal, "seat": "S"})
    ended = {"type": "won", "winners": [{"record": RIICHI}]}
    told = post_entry(phone, {"riichi": ["S"], "ended": ended})
    assert told.status_code == 200, told.text
    wait_for_sync(phone, seated)


def test_a_riichi_that_the_camera_saw_counts_in_a_hand_entered_by_points(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    deal = phone.until(in_deal)["table"]["deal"]
    phone.wish({"do": "riichi", "deal": deal, "seat": "E"})
    assert post_entry(phone, by_points("S", "W", fan=2, fu=30)).status_code == 200
    wait_for_sync(phone, seated)
    assert phone.game()["state"]["points"] == [24000, 28000, 23000, 25000]


def test_two_winners_are_typed_at_once(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    winners = [{"record": SECOND}, {"record": RIICHI}]
    told = post_entry(phone, {"ended": {"type": "won", "winners": winners}})
    assert told.status_code == 200, told.text
    wait_for_sync(phone, seated)
    assert told.json()["entries"][0]["text"].count("wins on Carla") == 2
    (win,) = [e for e in phone.table()["events"] if e["kind"] == "win"]
    assert win["text"].startswith("Dario, Bo win: ")  # the first in turn first
    assert len(told.json()["entries"][0]["records"]) == 2


@pytest.mark.parametrize("watched", [True, False])
def test_where_one_wins_two_are_refused_alike(seated: Table, watched: bool) -> None:
    phone = seated.start_watch(rules="mcr")
    phone.until(in_deal)
    if not watched:
        seated.watch.close()
    one = {**TOLD, "rules": "mcr", "self_drawn": False, "discarder": "W"}
    one |= {"concealed": "123456789m11p5z5z", "melds": [], "winning_tile": "1p"}
    winners = [{"record": {**one, "seat": "N"}}, {"record": {**one, "seat": "S"}}]
    refused = post_entry(phone, {"ended": {"type": "won", "winners": winners}})
    assert refused.status_code in (409, 422)
    assert "the first in turn" in refused.json()["error"]["message"]
    assert phone.game()["entries"] == []


def test_two_winners_are_matched_with_the_hand_that_is_asked_about(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    seated.lay(WIN)
    number = phone.wait_for_proposal()["number"]
    winners = [{"record": SECOND}, {"record": RIICHI}]
    assert post_entry(phone, {"ended": {"type": "won", "winners": winners}}).status_code == 200
    assert phone.table()["proposal"] is None
    events = list(read_events(seated.watch.folder))
    (win,) = [entry for entry in events if isinstance(entry.event, WinEvent)]
    proposed = [e for e in events if e.kind == "proposal"][-1]
    (event,) = events_of(events, WinEvent)
    assert event.proposal == proposed.number >= number
    assert win.evidence == proposed.evidence != ()
    frame = seated.watch.frame()
    phone.until(lambda _: seated.later(frame))
    assert phone.table()["proposal"] is None and len(phone.game()["entries"]) == 1


def test_the_page_says_nothing_that_only_a_terminal_understands(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.watch._watcher.session.append(DealEndProposalEvent(9))
    phone.wish({"do": "pause"})
    phone.wish({"do": "resume"})
    for lang, paused in (("en", "Paused by a player."), ("it", "In pausa, per volere")):
        texts = [event["text"] for event in phone.table(lang)["events"]]
        assert any(text.startswith(paused) for text in texts)
        assert not any("`" in text for text in texts), texts


def test_the_table_names_the_hand_as_the_game_does(seated: Table) -> None:
    phone = seated.start_watch(rules="riichi-ema")
    phone.until(in_deal)
    assert post_entry(phone, {"ended": {"type": "drawn", "ready": ["E"]}}).status_code == 200
    wait_for_sync(phone, seated)
    page, told = phone.game()["state"], phone.table()["table"]
    assert (told["turn"], told["counters"]) == (page["turn"], page["counters"]) == (0, 1)


def test_what_was_entered_by_hand_stands_in_what_is_written_out(seated: Table) -> None:
    phone = seated.start_watch()
    phone.until(in_deal)
    seated.lay(WIN)
    assert confirm_win(phone).status_code == 200
    assert post_entry(phone, by_points("S", "W", points=20)).status_code == 200
    wait_for_sync(phone, seated)
    seated.watch.close()
    events = list(read_events(seated.watch.folder))
    first, second = list(csv.DictReader(io.StringIO(tables.as_csv(events))))
    assert first["time"] and first["winner"] == "Bo" and first["discarder"] == "Carla"
    assert (second["time"], second["ended"], second["discarder"]) == ("", "win", "")
    totals = [int(second[f"{name} total"]) for name in phone.game()["players"]]
    assert totals == phone.game()["state"]["points"] and sum(totals) == 0
    assert tables.as_sheet(events, "en")
