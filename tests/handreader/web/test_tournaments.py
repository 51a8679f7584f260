"""A tournament by its addresses: rights, rounds, results, exports."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.store import stored_tournaments
from handreader.store.stored_tournaments import StoredTournament
from handreader.store.tournaments import TournamentStore
from handreader.tournament.events import TournamentRenaming
from handreader.tournament.transitions import fold_events
from scoring.game import ExhaustiveDraw
from tests.handreader.store.new_store import open_new_store
from tests.handreader.web.game_phones import DRAWN, Phone, Server, by_points

SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "tournament.json"
NAMES = ["Anna", "Bo", "Carla", "Dario", "Eva", "Franco", "=Gina", "Zoë"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with asyncio.Runner() as runner, open_new_store(tmp_path / "games.sqlite") as store:
        server = Server(runner, store)
        yield server
        for client in server.phones:
            runner.run(client.aclose())


class Organiser:
    """The organiser of a tournament at his phone."""

    def __init__(self, phone: Phone, **asked: object) -> None:
        self.phone = phone
        body = {"name": "Cup", "rules": "mcr", "rounds": 2, "names": NAMES, **asked}
        self.shown: dict[str, Any] = phone.post("/api/tournaments", body).json()
        self.path = f"/api/tournaments/{self.shown['id']}"

    def ask(self, type: str, **fields: object) -> Any:
        body = {"type": type, "revision": self.shown["revision"], **fields}
        return self.phone.post(self.path, body)

    def do(self, type: str, **fields: object) -> dict[str, Any]:
        answer = self.ask(type, **fields)
        assert answer.status_code == 200, answer.text
        self.shown = answer.json()
        return self.shown

    def table(self, number: int, table: int) -> dict[str, Any]:
        shown = self.phone.get(self.path).json()
        return dict(shown["rounds"][number - 1]["tables"][table - 1])


def play(phone: Phone, game: str, winner: str, points: int) -> None:
    """Record a win and end the game, as a phone at the table does."""
    shown = phone.get(f"/api/games/{game}").json()
    loser = "S" if winner != "S" else "E"
    answer = phone.record(shown, by_points(winner, loser, points=points))
    assert answer.status_code == 200, answer.text
    ended = phone.record(answer.json(), {"ended": {"type": "ended"}})
    assert ended.status_code == 200, ended.text


def test_what_happens_at_a_table_replays_no_tournament_that_is_known(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rights of each request depend on the tournament, which no deal changes."""
    club, table = Organiser(server.phone()), server.phone()
    club.do("draw")
    club.do("start", round=1)
    games = [club.table(1, place)["game"] for place in (1, 2)]
    replayed: list[str] = []

    def count(name: str, events: Any) -> Any:
        replayed.append(name)
        return fold_events(name, events)

    monkeypatch.setattr(stored_tournaments, "fold_events", count)
    for game in games:
        play(table, game, "E", 20)
    assert replayed == []
    club.do("name", name="Cup of Rome")
    assert table.get(f"/api/games/{games[0]}").status_code == 200
    assert replayed == ["Cup"]  # by its first name, which an event changed
    assert club.phone.get(club.path).json()["name"] == "Cup of Rome"


def test_a_tournament_of_two_rounds(server: Server) -> None:
    club = Organiser(server.phone())
    table = server.phone()
    assert club.shown["is_organiser"] and len(club.shown["players"]) == 8
    assert club.do("draw")["meetings"]["most"] == 2  # eight players share tables in two rounds
    club.do("start", round=1)
    club.do("clock_start", round=1)
    for place, winner in ((1, "E"), (2, "N")):
        play(table, club.table(1, place)["game"], winner, 20)
    shown = club.do("end", round=1, ended=True)
    assert [one["results"] is not None for one in shown["rounds"][0]["tables"]] == [True, True]
    assert [line["table_points"] for line in shown["standings"]] == [4, 4, 1.5, 1.5, 1.5, 1.5, 0, 0]
    club.do("start", round=2)
    play(table, club.table(2, 1)["game"], "W", 30)
    shown = club.do("result", round=2, table=2, points=[8, 8, 0, -16])
    assert shown["rounds"][1]["tables"][1]["paper"]
    shown = club.do("end", round=2, ended=True)
    assert sum(line["table_points"] for line in shown["standings"]) == 28
    before = [line["player"] for line in shown["standings"]]
    shown = club.do("result", round=2, table=2, points=[-16, 0, 8, 8])
    assert [line["player"] for line in shown["standings"]] != before
    best = shown["standings"][0]["player"]
    shown = club.do("penalty", entrant=best, table_points=3, points=0, reason="late")
    assert shown["standings"][0]["player"] != best
    shown = club.do("penalty_revoked", penalty=1)
    assert shown["standings"][0]["player"] == best
    assert club.phone.get("/api/tournaments").json()["tournaments"][0]["rounds_begun"] == 2


def test_players_see_a_tournament_and_the_organiser_changes_it(server: Server) -> None:
    club = Organiser(server.phone())
    other = server.phone()
    assert other.get(club.path).json()["is_organiser"] is False
    refused = other.post(club.path, {"type": "draw", "revision": club.shown["revision"]}, "it")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_organiser")
    assert "organizza" in refused.json()["error"]["message"]
    stale = club.phone.post(club.path, {"type": "draw", "revision": 1})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale_tournament")


def test_a_code_lets_one_more_phone_organise(server: Server) -> None:
    club, other, third = Organiser(server.phone()), server.phone(), server.phone()
    invited = {"type": "invited"}
    assert other.post(club.path, invited).json()["error"]["code"] == "no_organiser"
    first = club.phone.post(club.path, invited).json()["code"]
    made = club.phone.post(club.path, invited).json()["code"]

    def use(phone: Phone, code: str) -> Any:
        return phone.post(club.path, {"type": "organiser", "code": code}, "it")

    for wrong in (first, made[:-1], ""):  # an earlier code is replaced
        refused = use(other, wrong)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "bad_code")
        assert other.get(club.path).json()["is_organiser"] is False
    joined = use(other, f" {made.lower().replace('-', ' ')} ")
    assert joined.status_code == 200 and joined.json()["is_organiser"]
    assert use(other, "again").status_code == 200  # organises already
    assert use(third, made).json()["error"]["code"] == "bad_code"  # once
    asked = {"type": "draw", "revision": joined.json()["revision"]}
    assert len(other.post(club.path, asked).json()["rounds"]) == 2
    assert third.post(club.path, asked).status_code == 403
    shown = club.phone.get(f"{club.path}/tournament.json").text
    assert made.replace("-", "") not in shown and "organiser" not in shown


def add_organiser(club: Organiser, phone: Phone, name: str = "") -> dict[str, Any]:
    code = club.phone.post(club.path, {"type": "invited"}).json()["code"]
    answer = phone.post(club.path, {"type": "organiser", "code": code, "name": name})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_an_organiser_removes_another_one(server: Server) -> None:
    club, other, third = Organiser(server.phone()), server.phone(), server.phone()
    [creator] = club.shown["organisers"]
    assert creator["is_creator"] and creator["is_own"]
    removal = {"type": "organiser_removed", "organiser": 0, "revision": club.shown["revision"]}
    alone = club.phone.post(club.path, removal)
    assert (alone.status_code, alone.json()["error"]["code"]) == (409, "last_organiser")
    club.shown = add_organiser(club, other, "  Eva  ")
    assert [one["name"] for one in club.shown["organisers"]] == ["", "Eva"]
    assert [one["is_own"] for one in club.shown["organisers"]] == [False, True]
    assert other.post(club.path, {**removal}).status_code == 409, "the page showed another list"
    assert third.get(club.path).json()["organisers"] == []
    removal["revision"] = club.shown["revision"]
    assert third.post(club.path, removal).status_code == 403
    code = club.phone.post(club.path, {"type": "invited"}).json()["code"]
    removal["revision"] += 1
    after = other.post(club.path, removal)
    assert [one["name"] for one in after.json()["organisers"]] == ["Eva"]
    asked = {"type": "draw", "revision": after.json()["revision"]}
    assert club.phone.post(club.path, asked).json()["error"]["code"] == "no_organiser"
    use = {"type": "organiser", "code": code}  # he made it for himself before
    assert club.phone.post(club.path, use).json()["error"]["code"] == "bad_code"
    club.phone, other = other, club.phone
    back = add_organiser(club, other)
    assert [one["is_creator"] for one in back["organisers"]] == [True, False]
    assert len(other.post(club.path, {**asked, "revision": back["revision"]}).json()["rounds"]) == 2


@pytest.mark.parametrize("name", ["x" * 41, "a\u202eb"])
def test_an_organiser_with_an_invalid_name_is_refused(server: Server, name: str) -> None:
    club, other = Organiser(server.phone()), server.phone()
    code = club.phone.post(club.path, {"type": "invited"}).json()["code"]
    refused = other.post(club.path, {"type": "organiser", "code": code, "name": name})
    assert refused.json()["error"]["code"] == "bad_name"
    assert other.get(club.path).json()["is_organiser"] is False


def test_guesses_of_a_code_are_limited_by_session(server: Server) -> None:
    club, other, third = Organiser(server.phone()), server.phone(), server.phone()
    made = club.phone.post(club.path, {"type": "invited"}).json()["code"]
    guess = {"type": "organiser", "code": "AAAA-AAAA"}
    for _ in range(5):
        assert other.post(club.path, guess).json()["error"]["code"] == "bad_code"
    refused = other.post(club.path, {**guess, "code": made}, "it")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_codes")
    assert "aspetta 15 minuti" in refused.json()["error"]["message"]
    assert other.get(club.path).json()["is_organiser"] is False
    assert third.post(club.path, {**guess, "code": made}).status_code == 200


def test_a_deleted_tournament_is_restored_by_its_organiser(server: Server) -> None:
    club, other = Organiser(server.phone()), server.phone()
    before = club.do("draw")
    assert other.post(club.path, {"type": "restored"}).status_code == 404  # it is not deleted
    assert club.ask("deleted").json() == {}
    for phone, is_organiser in ((club.phone, True), (other, False)):
        [listed] = phone.get("/api/tournaments?shelf=deleted").json()["tournaments"]
        assert (listed["name"], listed["is_organiser"]) == ("Cup", is_organiser)
        assert phone.get("/api/tournaments").json()["tournaments"] == []
    assert other.post(club.path, {"type": "restored"}).status_code == 403
    assert club.phone.post(club.path, {"type": "restored"}).json() == before
    assert club.phone.get(club.path).json() == before
    assert other.get("/api/tournaments?shelf=deleted").json()["tournaments"] == []
    club.do("start", round=1)


def test_pages_poll_for_changes(server: Server) -> None:
    club = Organiser(server.phone())
    club.do("draw")
    shown = club.do("start", round=1)
    wall = server.phone()
    asked = f"{club.path}?since={shown['version']}"
    assert wall.get(asked).json() == {"unchanged": True}
    game = wall.get(f"/api/games/{club.table(1, 1)['game']}").json()
    wall.record(game, DRAWN)
    seen = wall.get(asked).json()
    assert seen["rounds"][0]["tables"][0]["hands"] == 1
    assert seen["rounds"][0]["clock"] == {"seconds_left": 7200, "running": False}


@pytest.mark.parametrize("what", ["deal", "name"])
def test_a_page_gets_what_changes_while_it_is_answered(
    server: Server, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    club, wall = Organiser(server.phone()), server.phone()
    club.do("draw")
    club.do("start", round=1)
    game = wall.get(f"/api/games/{club.table(1, 1)['game']}").json()
    games, statuses_of = server.store, TournamentStore.statuses

    def change_after(store: TournamentStore, found: StoredTournament) -> Any:
        statuses = statuses_of(store, found)
        monkeypatch.undo()
        if what == "deal":
            games.append(game["id"], 1, ExhaustiveDraw())
        else:
            store.record(found.id, None, TournamentRenaming("Cup of Rome"))
        return statuses

    monkeypatch.setattr(TournamentStore, "statuses", change_after)
    shown = wall.get(club.path).json()
    seen = wall.get(f"{club.path}?since={shown['version']}").json()
    assert seen != {"unchanged": True}
    assert seen["rounds"][0]["tables"][0]["hands"] == (what == "deal")
    assert (seen["name"] == "Cup of Rome") == (what == "name")


def test_a_substitute_takes_a_seat_and_its_name_in_the_game(server: Server) -> None:
    club = Organiser(server.phone())
    club.do("entrants", names=["Sub"], substitute=True)
    club.do("draw")
    seats = club.do("start", round=1)["rounds"][0]["tables"][0]["seats"]
    shown = club.do("seat", round=1, table=1, seat=2, entrant=8)
    assert shown["rounds"][0]["tables"][0]["seats"] == [*seats[:2], 8, seats[3]]
    game = club.phone.get(f"/api/games/{club.table(1, 1)['game']}").json()
    assert game["players"][2] == "Sub"
    club.do("renamed", entrant=8, name="Substitute")
    game = club.phone.get(f"/api/games/{game['id']}").json()
    assert game["players"][2] == "Substitute"
    assert [one["name"] for one in club.shown["players"]][-1] == "Substitute"
    assert 8 not in {line["player"] for line in club.shown["standings"]}


def test_late_and_leaving_players(server: Server) -> None:
    club = Organiser(server.phone(), names=NAMES[:7])
    shown = club.do("draw")
    assert [len(one["byes"]) for one in shown["rounds"]] == [3, 3]
    shown = club.do("entrants", names=["Late"])
    assert [one["outdated"] for one in shown["rounds"]] == [True, True]
    refused = club.ask("start", round=1)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "draw_again")
    shown = club.do("draw")
    assert not shown["rounds"][0]["outdated"] and not shown["rounds"][0]["byes"]
    first = shown["rounds"][0]["tables"]
    assert club.do("draw", again=True)["rounds"][0]["tables"] != first
    club.do("start", round=1)
    club.do("revoke", round=1)
    club.do("attendance", entrant=0, present=False)
    shown = club.do("plan", rounds=3, minutes=60)
    assert shown["plan"]["rounds"] == 3 and shown["plan"]["last_minutes"] == 5
    shown = club.do("draw")
    assert [len(one["tables"]) for one in shown["rounds"]] == [1, 1, 1]
    assert club.do("name", name="Cup of May")["name"] == "Cup of May"
    assert club.ask("deleted").json() == {}
    assert club.phone.get(club.path).status_code == 404


def test_clocks_pause_and_are_extended(server: Server) -> None:
    club = Organiser(server.phone(), minutes=10)
    club.do("draw")
    club.do("start", round=1)
    club.do("clock_start", round=1)
    clock = club.do("clock_extension", round=1, minutes=5)["rounds"][0]["clock"]
    assert clock["running"] and 890 < clock["seconds_left"] <= 900
    assert club.do("clock_pause", round=1)["rounds"][0]["clock"]["running"] is False


@pytest.mark.parametrize(
    ("type", "fields", "status"),
    [
        ("dance", {}, 422),
        ("start", {}, 422),
        ("start", {"round": 2}, 409),
        ("renamed", {"entrant": 0, "name": "Bo"}, 409),
        ("renamed", {"entrant": 99, "name": "Zed"}, 409),
        ("entrants", {"names": [7]}, 422),
        ("result", {"round": 1, "table": 1, "points": [1, 2]}, 422),
        ("result", {"round": 1, "table": 1, "points": [1, 2, 3, "x"]}, 422),
        ("result", {"round": 1, "table": 1, "points": [0, 0, 0, 0]}, 409),
        ("plan", {"rounds": 5000}, 409),
        ("penalty", {"entrant": 0, "table_points": -1, "points": 0, "reason": ""}, 422),
    ],
)
def test_what_a_tournament_refuses(
    server: Server, type: str, fields: dict[str, object], status: int
) -> None:
    club = Organiser(server.phone())
    club.do("draw")
    assert club.ask(type, **fields).status_code == status
    assert club.phone.get(club.path).json()["revision"] == club.shown["revision"]


def test_tournaments_are_for_tables_of_four(server: Server) -> None:
    phone = server.phone()
    asked = {"name": "Cup", "rules": "riichi-three-players"}
    assert phone.post("/api/tournaments", asked).json()["error"]["code"] == "four_players"
    assert phone.post("/api/tournaments", {"name": " ", "rules": "mcr"}).status_code == 409


def test_exports_follow_their_schema(server: Server) -> None:
    club = Organiser(server.phone(), names=[*NAMES, "Ines"], rules="riichi-ema-2016")
    club.do("draw")
    club.do("start", round=1)
    game = club.phone.get(f"/api/games/{club.table(1, 1)['game']}").json()
    club.phone.record(game, DRAWN)
    club.do("result", round=1, table=2, points=[42000, 30000, 20000, 8000])
    club.do("end", round=1, ended=True)
    club.do("penalty", entrant=3, table_points=1, points=1000, reason="=late")

    def file(name: str) -> str:
        return str(club.phone.get(f"{club.path}/{name}").content.decode("utf-8-sig"))

    def rows(name: str) -> list[list[str]]:
        return list(csv.reader(io.StringIO(file(name))))

    told = json.loads(file("tournament.json"))
    assert [game["format"][:15] for game in told["games"]] == ["handreader-game"] * 2
    standings = rows("standings.csv")
    assert len(standings) == 10 and {len(row) for row in standings} == {17}
    lost = ["lost_table_points", "lost_points"]
    assert standings[0][12:] == [*lost, "player_number", "country", "team"]
    fined = next(row for row in standings if row[1] == told["players"][3]["name"])
    assert fined[12:14] == ["1", "1000"]
    assert sorted(row[13] for row in standings[1:]) == ["0"] * 8 + ["1000"]
    assert [line[lost[1]] for line in told["standings"] if line["player"] == 3] == [1000]
    assert "'=Gina" in {row[1] for row in standings}
    rounds = rows("rounds.csv")
    assert len(rounds) == 1 + 2 * 9 and {len(row) for row in rounds} == {13}
    scores = [row[10] for row in rounds if row[11] == "paper"]
    assert scores == ["32000", "10000", "-10000", "-32000"]
    hands = rows("hands.csv")
    assert len(hands) == 2 and hands[1][:2] == ["1", "1"]
    assert club.phone.get(f"{club.path}/other.csv").status_code == 404
    jsonschema = pytest.importorskip("jsonschema", reason="needs the extra `dev`")
    schema = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    schema.validate(told)
    schema.validate(club.shown)
