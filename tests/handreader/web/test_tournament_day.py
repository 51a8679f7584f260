"""A whole day of a tournament by its addresses: 16 tables, four phones, teams, finals, files."""

from __future__ import annotations

import csv
import io
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from tests.handreader.web.game_phones import Phone, Server, by_points, code
from tests.handreader.web.test_tournaments import Organiser, server

__all__ = ["server"]

COUNTRIES = ("ITA", "DEN", "FRA", "GER")


def enter_field(count: int) -> list[dict[str, str]]:
    """Players with numbers, of four countries, in teams of four."""
    return [
        {
            "name": f"First{number} LAST{number}",
            "player_number": f"{number:08}",
            "country": COUNTRIES[number % 4].lower(),
            "team": f"Team {number // 4}",
        }
        for number in range(count)
    ]


def play_table(phone: Phone, game: str, wins: Sequence[tuple[str, str, int]]) -> None:
    """Record the wins of a table, and end its game."""
    shown = phone.get(f"/api/games/{game}").json()
    for winner, loser, points in wins:
        answer = phone.record(shown, by_points(winner, loser, points=points))
        assert answer.status_code == 200, answer.text
        shown = answer.json()
    assert phone.record(shown, {"ended": {"type": "ended"}}).status_code == 200


class Sheet:
    """The organiser's own sheet of paper: MCR, by hand, without the program."""

    def __init__(self) -> None:
        self.table_points: dict[int, Fraction] = defaultdict(Fraction)
        self.points: dict[int, int] = defaultdict(int)

    def write(self, seats: Sequence[int], points: Sequence[int]) -> None:
        """4, 2, 1, 0 by place; who is equal shares those of the places."""
        order = sorted(points, reverse=True)
        for seat, own in zip(seats, points, strict=True):
            places = [place for place, other in enumerate(order) if other == own]
            shared = sum((4, 2, 1, 0)[place] for place in places)
            self.table_points[seat] += Fraction(shared, len(places))
            self.points[seat] += own

    def order(self) -> list[tuple[float, int]]:
        lines = [(self.table_points[one], self.points[one]) for one in self.points]
        lines.sort(reverse=True)
        return [(round(float(table_points), 4), points) for table_points, points in lines]


WINDS = "ESWN"


def settle(wins: Sequence[tuple[str, str, int]]) -> tuple[int, ...]:
    """MCR by hand: the discarder pays the hand and 8, the two others 8 each.

    After each hand the winds move on: what was East is North.
    """
    points = [0, 0, 0, 0]
    for hand, (winner, loser, worth) in enumerate(wins):
        won, paid = ((WINDS.index(wind) + hand) % 4 for wind in (winner, loser))
        for player in range(4):
            points[player] -= 0 if player == won else worth + 8 if player == paid else 8
        points[won] += worth + 24
    return tuple(points)


def test_sixteen_tables_four_rounds_four_phones(server: Server) -> None:
    """Each phone enters four tables of every round; the standings are those of the sheet."""
    rng = random.Random(48)
    club = Organiser(server.phone("Olga"), names=[], players=enter_field(64), rounds=4)
    phones = [server.phone(f"Phone {number}") for number in range(4)]
    sheet = Sheet()
    drawn = club.do("draw")["rounds"]
    teammates = [{seat // 4 for seat in table["seats"]} for one in drawn for table in one["tables"]]
    assert all(len(of) == 4 for of in teammates), "no two of a team at one table"
    for number in range(1, 5):
        tables = club.do("start", round=number)["rounds"][number - 1]["tables"]
        assert len(tables) == 16
        for at, table in enumerate(tables):
            wins = []
            for _ in range(2):
                winner, loser = rng.sample(WINDS, 2)
                wins.append((winner, loser, rng.randrange(8, 89)))
            play_table(phones[at % 4], table["game"], wins)
            sheet.write(table["seats"], settle(wins))
        club.do("end", round=number, ended=True)
    shown = club.shown["standings"]
    assert [(one["table_points"], one["balance"]) for one in shown] == sheet.order()
    for one in shown:
        assert one["table_points"] == round(float(sheet.table_points[one["player"]]), 4)
        assert one["balance"] == sheet.points[one["player"]]
    by_team: dict[str, list[Fraction]] = defaultdict(list)
    for player, points in sheet.table_points.items():
        by_team[f"Team {player // 4}"].append(points)
    assert {one["team"]: one["table_points"] for one in club.shown["teams"]} == {
        team: pytest.approx(float(sum(points)), abs=1e-4) for team, points in by_team.items()
    }


def begin_finals(server: Server, **cut: object) -> Organiser:
    """Eight players after a round that is over, and a cut to four."""
    club = Organiser(server.phone("Olga"), names=[], players=enter_field(8), rounds=1)
    club.do("draw")
    tables = club.do("start", round=1)["rounds"][0]["tables"]
    for table, points in ((1, [30, 10, -10, -30]), (2, [25, 5, -5, -25])):
        club.do("result", round=1, table=table, points=points)
    shown = club.do("end", round=1, ended=True)
    assert [one["balance"] for one in shown["standings"]] == [30, 25, 10, 5, -5, -10, -25, -30]
    assert shown["standings"][0]["player"] == tables[0]["seats"][0]
    club.do("finals", **{"count": 4, "rounds": 1, "carry": "half", **cut})
    return club


def rows(club: Organiser, name: str) -> list[list[str]]:
    text = club.phone.get(f"{club.path}/{name}").content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_a_day_with_finals(server: Server) -> None:
    club = begin_finals(server)
    finalists = [one["player"] for one in club.shown["standings"][:4]]
    assert club.shown["finals"] == [{"first": 2, "finalists": finalists, "carry": "half"}]
    assert club.shown["plan"]["rounds"] == 2
    seated = club.do("seat_by_rank")["rounds"][1]["tables"]
    assert sorted(seated[0]["seats"]) == sorted(finalists) and len(seated) == 1
    club.do("start", round=2)
    points = {finalists[0]: -20, finalists[1]: -10, finalists[2]: 10, finalists[3]: 20}
    order = [points[seat] for seat in seated[0]["seats"]]
    club.do("result", round=2, table=1, points=order)
    shown = club.do("end", round=2, ended=True)
    first, second, third, fourth = shown["standings"][:4]
    # carried 2, 2, 1, 1 table points and 15, 12.5, 5, 2.5 points
    assert [one["player"] for one in shown["standings"][:4]] == [
        finalists[3], finalists[2], finalists[1], finalists[0]
    ]  # fmt: skip
    assert [(one["table_points"], one["balance"]) for one in (first, second, third, fourth)] == [
        (5, 22.5), (3, 15), (3, 2.5), (2, -5)
    ]  # fmt: skip
    assert first["carried"] == {"table_points": 1, "balance": 2.5, "score": 2.5}
    standings = rows(club, "standings.csv")
    assert standings[0][-5:] == [
        "carried_table_points", "carried_points", "player_number", "country", "team"
    ]  # fmt: skip
    assert standings[1][-5:-3] == ["1", "2.5"] and standings[5][-5:-3] == ["", ""]
    refused = club.ask("finals_revoked")
    assert code(refused) == (409, "no_finals")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"count": 8}, (409, "bad_cut")),
        ({"count": 6}, (409, "bad_cut")),
        ({"count": -4}, (422, "bad_request")),
        ({"count": 4, "rounds": 31}, (409, "bad_value")),
        ({"count": 4, "carry": "third"}, (422, "bad_request")),
        ({"count": "4"}, (422, "bad_request")),
    ],
)
def test_what_is_no_cut_is_refused(
    server: Server, fields: Mapping[str, object], expected: tuple[int, str]
) -> None:
    club = begin_finals(server)
    club.do("finals_revoked")
    asked = {"count": 4, "rounds": 1, "carry": "half", **fields}
    assert code(club.ask("finals", **asked)) == expected
    assert club.phone.get(club.path).json()["revision"] == club.shown["revision"]


def test_the_sheet_of_the_european_association(server: Server) -> None:
    club = begin_finals(server)
    club.do("finals_revoked")
    best = club.shown["standings"][0]["player"]
    club.do("renamed", entrant=best, name="=Anna de Rossi")
    club.do(
        "registration", entrant=best, player_number="04160092", country="ita", last_name="de Rossi"
    )
    sheet = rows(club, "ema.csv")
    assert sheet[0] == [
        "Place", "EMA number", "Last name", "First name", "Country", "Table points", "Points"
    ]  # fmt: skip
    assert sheet[1] == ["1", "04160092", "de Rossi", "'=Anna", "ITA", "4", "30"]
    assert sheet[2][2].startswith("LAST") and sheet[2][3].startswith("First")
    assert [row[5:] for row in sheet[3:5]] == [["2", "10"], ["2", "5"]]
    assert len(sheet) == 9
    teams = rows(club, "teams.csv")
    assert teams[0] == ["rank", "team", "table_points", "points", "score", "players", "counted"]
    assert {row[1] for row in teams[1:]} == {"Team 0", "Team 1"}


def test_riichi_has_no_table_points_on_the_sheet(server: Server) -> None:
    club = Organiser(server.phone(), rules="riichi-ema", rounds=1)
    club.do("draw")
    club.do("start", round=1)
    club.do("result", round=1, table=1, points=[42000, 30000, 20000, 8000])
    sheet = rows(club, "ema.csv")
    assert {row[5] for row in sheet[1:]} == {""}
    assert sheet[1][6] == str(club.shown["standings"][0]["score"])


@pytest.mark.parametrize(
    ("fields", "code_"),
    [
        ({"country": "Italy"}, "bad_country"),
        ({"player_number": "<script>"}, "bad_player_number"),
        ({"player_number": "00000001"}, "player_number_taken"),
        ({"last_name": "Verdi"}, "bad_last_name"),
    ],
)
def test_what_is_no_registration_is_refused_in_the_phones_language(
    server: Server, fields: Mapping[str, str], code_: str
) -> None:
    club = Organiser(server.phone(), names=[], players=enter_field(8))
    body = {"type": "registration", "entrant": 0, "revision": club.shown["revision"], **fields}
    refused = club.phone.post(club.path, body, "it")
    assert code(refused) == (409, code_)
    assert any(
        word in refused.json()["error"]["message"] for word in ("giocatore", "nazione", "nome")
    )
    assert club.phone.get(club.path).json() == club.shown


def end_cup(club: Organiser, results: Sequence[Sequence[int]]) -> None:
    """Play a tournament of one round to its end."""
    club.do("draw")
    club.do("start", round=1)
    for table, points in enumerate(results, 1):
        club.do("result", round=1, table=table, points=list(points))
    club.do("end", round=1, ended=True)


def test_the_rating_over_three_cups(server: Server) -> None:
    """Two cups of a day and one of two days, all new: their weights are 1, 1 and 2."""
    phone = server.phone()
    assert phone.get("/api/rating").json()["players"] == []
    cups = [Organiser(phone, name=f"Cup {days}", rounds=1) for days in (1, 1, 2)]
    ranks: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for cup, days in zip(cups, (1, 1, 2), strict=True):
        cup.do("plan", days=days)
        end_cup(cup, [(30, 10, -10, -30), (25, 5, -5, -25)])
        for line in cup.shown["standings"]:
            ranks[cup.shown["players"][line["player"]]["name"]].append((line["rank"], days))
    Organiser(phone, name="Not over")
    other = Organiser(phone, name="Other rules", rules="riichi-ema", rounds=1)
    end_cup(other, [(42000, 30000, 20000, 8000)] * 2)
    found = phone.get("/api/rating?rules=mcr").json()
    assert (found["rules"], sorted(found["families"])) == ("mcr", ["mcr", "riichi"])
    assert sorted(one["weight"] for one in found["events"]) == [1, 1, 2]
    assert {one["players"] for one in found["events"]} == {8}
    for player in found["players"]:
        values = [(Fraction(1000 * (8 - rank), 7), days) for rank, days in ranks[player["name"]]]
        total = sum(value * days for value, days in values)
        by_hand = (total / (1 + 1 + 2 + 2) + total / (1 + 1 + 2 + 1)) / 2
        assert player["rating"] == pytest.approx(float(by_hand), abs=1e-4)
        assert len(player["results"]) == 3
    assert len(found["players"]) == 8
    assert phone.get("/api/rating?rules=mcr&day=2020-01-01").json()["players"] == []
    assert phone.get("/api/rating?rules=nonsense").json()["rules"] == "riichi"
    assert code(phone.get("/api/rating?day=yesterday")) == (422, "bad_request")


def test_players_are_entered_with_what_they_state(server: Server) -> None:
    club = Organiser(server.phone(), names=["Zoë"], players=enter_field(2))
    shown: dict[str, Any] = club.do("entrants", players=[{"name": "Ines", "country": "es"}])
    assert [one["country"] for one in shown["players"]] == ["", "ITA", "DEN", "ES"]
    assert shown["players"][1]["team"] == "Team 0"
    assert code(club.ask("entrants", players=["Ines"])) == (422, "bad_request")
    assert code(club.ask("entrants", players=[{"name": "Ugo", "country": 7}])) == (
        422,
        "bad_request",
    )
