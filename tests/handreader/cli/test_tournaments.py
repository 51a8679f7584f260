"""`handreader tournament` and `rating`: lists, standings, files, a rating by hand."""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from handreader.store import open_store
from handreader.store.store import Store
from handreader.store.tournament_files import TOURNAMENT_FILES
from handreader.tournament.events import EntrantAddition, PaperResult, PlanChange, RoundEnd
from handreader.tournament.registration import Registration
from handreader.tournament.seating import draw_remaining
from scoring.game import game_rules
from tests.handreader.cli.calling import Called, call, lines

NAMES = ("Anna Rossi", "Bo Hansen", "Carla", "[red]Dario[/red]")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def play_cup(file: Path, name: str, points: tuple[int, ...], day: date, rules: str = "mcr") -> str:
    """Play a tournament of one round, with these points of the players in the order of entry."""
    time = datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
    with Store(file, clock=lambda: time) as store:
        club = store.tournaments()
        entries = [
            EntrantAddition(one, registration=Registration(country="ITA", team=team))
            for one, team in zip(NAMES, ("Aces", "Aces", "Bats", ""), strict=True)
        ]
        plan = PlanChange(1, 90, 5, 1)
        found = club.create(name, game_rules(rules), "organiser", [plan, *entries])
        found = club.record(found.id, None, draw_remaining(found.state))
        found = club.start_round(found.id, None, 1)
        seats = found.state.rounds[0].drawn.tables[0]
        result = PaperResult(1, 1, tuple(points[seat] for seat in seats))
        club.record(found.id, None, result, RoundEnd(1))
        return found.id


def ask(file: Path, *words: str) -> Called:
    return call(*words, "--database", f"sqlite:///{file}")


def test_standings_are_printed(file: Path) -> None:
    id = play_cup(file, "Club Cup", (24, -8, 8, -24), date(2026, 11, 1))
    assert id in ask(file, "tournament").stdout
    assert "turni cominciati 1 di 1" in ask(file, "tournament", "--lang", "it").stdout
    for name in ("club  CUP", id):
        printed = ask(file, "tournament", name).stdout.splitlines()
        assert [line.split() for line in printed] == [
            ["Place", "Player", "Country", "Table", "points", "Points"],
            ["1", "Anna", "Rossi", "ITA", "4", "24"],
            ["2", "Carla", "ITA", "2", "8"],
            ["3", "Bo", "Hansen", "ITA", "1", "-8"],
            ["4", "[red]Dario[/red]", "ITA", "0", "-24"],
            [],
            ["Place", "Team", "Table", "points", "Points"],
            ["1", "Aces", "5", "16"],
            ["2", "Bats", "2", "8"],
        ]
    assert lines(ask(file, "tournament", id, "--json"))[0]["standings"][0]["table_points"] == 4
    assert lines(ask(file, "tournament", "--json"))[0]["name"] == "Club Cup"


def test_files_are_written(file: Path, tmp_path: Path) -> None:
    play_cup(file, "Club Cup", (24, -8, 8, -24), date(2026, 11, 1))
    folder = tmp_path / "a" / "results"
    for _ in range(2):
        printed = ask(file, "tournament", "Club Cup", "--files", str(folder)).stdout.splitlines()
    assert printed == [str(folder / name) for name in TOURNAMENT_FILES]
    told = lines(ask(file, "tournament", "Club Cup", "--files", str(folder), "--json"))
    assert [one["name"] for one in told] == ["Club Cup"]
    with (folder / "ema.csv").open(encoding="utf-8-sig", newline="") as sheet:
        assert list(csv.reader(sheet))[1] == ["1", "", "Rossi", "Anna", "ITA", "4", "24"]


def test_the_rating_is_as_by_hand(file: Path) -> None:
    """Two cups of weight 1; Anna is first twice: (2000 / 5 + 2000 / 4) / 2 = 450.

    Carla is second, 2000/3, and fourth, 0; Bo third, 1000/3, and second.
    """
    play_cup(file, "First", (24, -8, 8, -24), date(2026, 10, 1))
    play_cup(file, "Second", (24, 8, -24, -8), date(2026, 11, 1))
    play_cup(file, "Riichi", (42000, 30000, 20000, 8000), date(2026, 11, 8), "riichi-ema")
    printed = ask(file, "rating", "mcr", "--day", "2026-11-28").stdout.splitlines()
    assert printed[0] == "Rating of 2026-11-28 (MERS), mcr, over tournaments: 2"
    assert [line.split()[-2:] for line in printed[2:]] == [
        ["450", "2"], ["225", "2"], ["150", "2"], ["75", "2"]
    ]  # fmt: skip
    assert [line.split()[1] for line in printed[2:]] == ["Anna", "Bo", "Carla", "[red]Dario[/red]"]
    (found,) = lines(ask(file, "rating", "mcr", "--json"))
    assert [one["name"] for one in found["events"]] == ["Second", "First"]
    nobody = ask(file, "rating", "mcr", "--day", "2026-10-02", "--lang", "it").stdout
    assert "servono due tornei" in nobody


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("tournament", "Clib Cup"), "did you mean Club Cup?"),
        (("tournament", "--files", "x"), "--files needs the name"),
        (("rating", "--day", "yesterday"), "as 2026-11-28, not 'yesterday'"),
        (("rating", "riichi"), "there are: mcr"),
    ],
)
def test_what_there_is_not_is_said_in_one_line(
    file: Path, words: tuple[str, ...], error: str
) -> None:
    play_cup(file, "Club Cup", (24, -8, 8, -24), date(2026, 11, 1))
    refused = ask(file, *words)
    assert refused.exit_code == 1 and error in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_two_of_one_name_are_told_by_their_numbers(file: Path) -> None:
    ids = [play_cup(file, "Club Cup", (24, -8, 8, -24), date(2026, 11, 1)) for _ in range(2)]
    refused = ask(file, "tournament", "Club Cup")
    assert refused.exit_code == 1 and all(id in refused.stderr for id in ids)


def test_without_a_database_none_is_made(file: Path) -> None:
    assert "handreader serve" in call("tournament").stdout
    assert call("tournament", "--json").stdout == call("rating", "--json").stdout == ""
    assert "Nessuno ha un punteggio" in call("rating", "--lang", "it").stdout
    with open_store(file) as store:
        assert store.tournaments().find() == ()
