"""The list of games: search, archive, deletion, known names."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.store import Origin, StoreError
from handreader.store.models import RETENTION
from handreader.store.store import Store
from scoring.game import ExhaustiveDraw, FalseWin, Renaming, game_rules
from scoring.registry import rulebook
from scoring.tiles import Wind

PLAYERS = ("Anna", "Bo", "Carla", "Dario")


def begin(store: Store, *players: str) -> str:
    return store.new_game(players or PLAYERS, game_rules("mcr")).id


def test_games_beyond_fifty_are_found(store: Store) -> None:
    for number in range(53):
        begin(store, f"Anna {number}", "Bo", "Carla", "Dario")
    found = store.find_games()
    assert (len(found.games), found.total) == (50, 53)
    assert len(store.find_games(limit=100).games) == 53
    assert store.find_games("anna 52").total == 1
    assert found.players[:3] == ("Bo", "Carla", "Dario")


@pytest.mark.parametrize(
    ("search", "is_found"),
    [("zoe", True), ("ZOË bo", True), ("%", False), ("eva", True), ("zoe anna", False)],
)
def test_a_search_finds_parts_of_names(store: Store, search: str, is_found: bool) -> None:
    game = begin(store, "Zoë", "Bo", "Carla", "Dario")
    store.append(game, 1, Renaming(Wind.NORTH, "Eva"))
    assert [one.id for one in store.find_games(search).games] == [game] * is_found
    assert "Eva" in store.find_games().players


def test_an_archived_game_leaves_the_list_and_comes_back(store: Store) -> None:
    game = begin(store)
    store.archive(game)
    assert store.games() == ()
    (archived,) = store.find_games(archived=True).games
    assert archived.id == game and archived.archived
    store.archive(game, False)
    assert [one.id for one in store.games()] == [game]


def test_a_deleted_game_can_be_restored(store: Store) -> None:
    game = begin(store)
    store.append(game, 1, Renaming(Wind.NORTH, "Eva"))
    before, file = store.replay(game), store.export_json(game)
    store.delete(game)
    assert store.find_games().total == store.find_games(archived=True).total == 0
    with pytest.raises(StoreError) as error:
        store.replay(game)
    assert error.value.code == "deleted_game"
    store.delete(game, False)
    assert store.replay(game) == before
    store.delete(game)
    assert store.import_json(file).id == game
    assert store.replay(game) == before


def test_a_game_has_a_name_of_its_own(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"), "  Winter  Cup ").id
    other = begin(store)
    assert [one.title for one in store.find_games("winter anna").games] == ["Winter Cup"]
    assert store.poll(game)[0].title == "Winter Cup"
    store.set_title(other, "Été")
    assert [one.id for one in store.find_games("ete").games] == [other]
    assert store.export_json(other)["title"] == "Été"
    (head,) = store.export_csv(other).splitlines()
    assert head.endswith(",game,fined,fine")
    store.set_title(other, "")
    assert store.find_games("ete").games == ()


@pytest.mark.parametrize("title", ["x" * 61, "a\u202eb", "\x07"])
def test_an_invalid_name_is_refused(store: Store, title: str) -> None:
    game = begin(store)
    with pytest.raises(StoreError) as error:
        store.set_title(game, title)
    assert error.value.code == "bad_title"
    assert store.game(game).title == ""


def test_a_name_is_exported_and_imported(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr"), "=Cup").id
    store.append(game, 1, ExhaustiveDraw())
    assert store.export_csv(game).splitlines()[1].endswith(",'=Cup,,")
    file = store.export_json(game)
    store.delete(game)
    store.purge(game)
    assert store.import_json(file).title == "=Cup"
    older = {key: value for key, value in file.items() if key != "title"}
    assert store.import_json({**older, "id": "older"}).title == ""


def test_deleted_games_are_listed_until_they_are_purged(url: str) -> None:
    now = datetime(2026, 11, 23, tzinfo=UTC)
    with Store(url, clock=lambda: now) as store:
        reading = {"model": "m", "tiles": []}
        games = [begin(store), begin(store), begin(store)]
        store.append(games[0], 1, ExhaustiveDraw(), Origin(reading=reading))
        store.delete(games[0])
        now += timedelta(days=1)
        store.delete(games[1])
        listed = store.find_games(deleted=True).games
        assert [one.id for one in listed] == [games[1], games[0]]
        assert listed[0].deleted == now
        now += RETENTION - timedelta(hours=1)
        assert store.purge_old_games() == 1
        assert [one.id for one in store.find_games(deleted=True).games] == [games[1]]
        with pytest.raises(StoreError) as error:
            store.delete(games[0], False)
        assert error.value.code == "unknown_game"
        store.delete(games[1], False)
        assert store.game(games[1]).deleted is None
        now += 2 * RETENTION
        assert store.purge_old_games() == 0
        assert store.find_games().total == 2


def test_only_a_deleted_game_is_purged_by_hand(store: Store) -> None:
    game, other = begin(store), begin(store)
    with pytest.raises(StoreError) as error:
        store.purge(game)
    assert error.value.code == "not_deleted"
    store.delete(game)
    store.purge(game)
    assert store.find_games(deleted=True).total == 0
    with pytest.raises(StoreError) as error:
        store.purge(game)
    assert error.value.code == "unknown_game"
    assert store.game(other).id == other


def test_only_a_known_game_is_deleted(store: Store) -> None:
    with pytest.raises(StoreError):
        store.delete("nothing")


def test_a_fine_at_the_end_is_in_the_table(store: Store) -> None:
    rules = game_rules(rulebook("riichi-ema-2016", {"false_win": "chombo_at_end"}))
    game = store.new_game(PLAYERS, rules).id
    store.append(game, 1, FalseWin(Wind.SOUTH))
    rows = list(csv.DictReader(io.StringIO(store.export_csv(game))))
    assert [(row["ending"], row["fined"], row["fine"]) for row in rows] == [
        ("chombo", PLAYERS[1], str(rules.chombo_at_end))
    ]
