"""`handreader games`: list, rename, forget the games of a database."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from handreader.store import Game, default_file, open_store
from handreader.store.store import Store
from scoring.game import ExhaustiveDraw, game_rules
from tests.handreader.cli.calling import call, lines

PLAYERS = ("Ada", "Bo", "Cem", "Dee")
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
UNNAMED = "Ada, Bo, Cem, Dee 2026-11-23"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def begin(file: Path, title: str = "") -> Game:
    with Store(file, clock=lambda: NOON) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"), title)
        store.append(game.id, 1, ExhaustiveDraw())
    return game


def test_games_are_listed_with_their_numbers(file: Path) -> None:
    final, unnamed, old = begin(file, "Final"), begin(file), begin(file, "Old")
    with open_store(file) as store:
        store.archive(old.id)
    assert sorted(call("games", "--database", f"sqlite:///{file}").stdout.splitlines()) == [
        f"{UNNAMED}: mcr ({unnamed.id})",
        f"Final: Ada, Bo, Cem, Dee, 2026-11-23, mcr ({final.id})",
        f"Old: Ada, Bo, Cem, Dee, 2026-11-23, mcr ({old.id}); archived",
    ]
    assert "archiviata" in call("games", "--database", f"sqlite:///{file}", "--lang", "it").stdout


def test_without_a_database_there_is_no_game_and_none_is_made() -> None:
    assert "handreader serve" in call("games").stdout
    assert "ancora registrata" in call("games", "--lang", "it").stdout
    assert call("games", "--json").stdout == ""
    assert call("games", "--forget", "Final", "--yes").exit_code == 1
    assert not default_file().exists()


@pytest.mark.parametrize("by_number", [False, True])
def test_a_game_is_renamed_by_players_and_date_or_by_number(file: Path, by_number: bool) -> None:
    game = begin(file)
    name = game.id if by_number else UNNAMED.upper()
    done = call(
        "games", "--rename", name, "--to", " The  final ", "--database", f"sqlite:///{file}"
    )
    assert done.exit_code == 0 and done.stdout.startswith(f"'{UNNAMED}' is now ")
    with open_store(file) as store:
        assert store.game(game.id).title == "The final"
        assert len(store.events(game.id)) == 1


def test_a_name_that_another_game_has_is_refused(file: Path) -> None:
    begin(file, "Final"), begin(file)
    done = call("games", "--rename", UNNAMED, "--to", "final", "--database", f"sqlite:///{file}")
    assert done.exit_code == 1 and "there is a game 'final' already" in done.stderr
    too_long = call(
        "games", "--rename", UNNAMED, "--to", "x" * 200, "--database", f"sqlite:///{file}"
    )
    assert too_long.exit_code == 1 and too_long.stderr.count("\n") == 1


def test_a_forgotten_game_is_gone_for_good(file: Path) -> None:
    final, other = begin(file, "Final"), begin(file)
    done = call("games", "--forget", "final", "--yes", "--database", f"sqlite:///{file}")
    assert done.stdout == "'Final' is forgotten\n"
    assert [
        one["game"] for one in lines(call("games", "--json", "--database", f"sqlite:///{file}"))
    ] == [other.id]
    with open_store(file) as store:
        assert not store.find_games(deleted=True).games
    assert (
        call("games", "--forget", final.id, "--yes", "--database", f"sqlite:///{file}").exit_code
        == 1
    )


def test_a_deleted_game_is_listed_until_it_is_forgotten(file: Path) -> None:
    game = begin(file, "Final")
    with open_store(file) as store:
        store.delete(game.id)
    assert call("games", "--database", f"sqlite:///{file}").stdout.endswith(
        "the page can restore it\n"
    )
    assert (
        call("games", "--forget", "Final", "--yes", "--database", f"sqlite:///{file}").exit_code
        == 0
    )
    assert "handreader serve" in call("games", "--database", f"sqlite:///{file}").stdout


def test_games_with_one_name_are_told_apart_by_number(file: Path) -> None:
    first, second = begin(file), begin(file)
    done = call("games", "--forget", UNNAMED, "--yes", "--database", f"sqlite:///{file}")
    assert done.exit_code == 1 and first.id in done.stderr and second.id in done.stderr
    done = call("games", "--forget", second.id, "--yes", "--database", f"sqlite:///{file}")
    assert done.stdout == f"'{second.id}' is forgotten\n"
    found = lines(call("games", "--json", "--database", f"sqlite:///{file}"))
    assert [one["game"] for one in found] == [first.id]


def test_an_unknown_game_is_answered_with_the_nearest(file: Path) -> None:
    begin(file, "Grand final")
    done = call("games", "--rename", "Grand finale", "--to", "x", "--database", f"sqlite:///{file}")
    assert done.exit_code == 1 and "did you mean Grand final?" in done.stderr
    assert (
        "intendi Grand final?"
        in call(
            "games",
            "--forget",
            "Grand finale",
            "--yes",
            "--lang",
            "it",
            "--database",
            f"sqlite:///{file}",
        ).stderr
    )


def test_a_database_that_is_none_is_one_line(file: Path) -> None:
    file.write_text("no database")
    done = call("games", "--database", f"sqlite:///{file}")
    assert done.exit_code == 1 and done.stderr.count("\n") == 1 and done.stdout == ""
