"""The list of games: search, archive, deletion, known names."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.store import StoreError
from handreader.store.store import Store
from scoring.game import Renaming, game_rules
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
    assert error.value.code == "unknown_game"
    store.delete(game, False)
    assert store.replay(game) == before
    store.delete(game)
    assert store.import_json(file).id == game
    assert store.replay(game) == before


def test_only_a_known_game_is_deleted(store: Store) -> None:
    with pytest.raises(StoreError):
        store.delete("nothing")
