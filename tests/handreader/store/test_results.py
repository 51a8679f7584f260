"""Results of games, and their sums."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.store.results import PlayerSum, game_result, sum_results
from handreader.store.store import Store
from scoring.game import Adjustment, EarlyEnd, Renaming, Substitution, Winner, Won, game_rules
from scoring.tiles import WINDS

E, S, W, N = WINDS
PLAYERS = ("Anna", "Bo", "Carla", "Dario")
WIN = Won((Winner(E, (30, -10, -10, -10)),))


def test_a_game_has_what_each_player_won_or_lost(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr")).id
    store.append(game, 1, WIN)
    store.append(game, 2, Adjustment((0, 0, 0, -5), "late"))
    (found,) = store.results([game])
    assert found == game_result(store.replay(game))
    # the dealer changes after each hand: Anna is North in the second one
    assert dict(found.points) == {"Anna": 25, "Bo": -10, "Carla": -10, "Dario": -10}
    assert not found.is_over


def test_uma_counts_when_a_game_is_over(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("riichi-ema")).id
    store.append(game, 1, Won((Winner(E, (3000, -3000, 0, 0)),), S))
    before = store.results([game])[0]
    assert dict(before.points) == {"Anna": 3000, "Bo": -3000, "Carla": 0, "Dario": 0}
    store.append(game, 2, EarlyEnd())
    after = store.results([game])[0]
    assert (after.points["Anna"], after.points["Bo"]) == (12000, -12000)
    assert after.is_over and sum(after.points.values()) == 0


def test_a_substitute_has_his_own_points_and_a_new_name_the_old_ones(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr")).id
    store.append(game, 1, WIN)
    state = store.state(game)
    store.append(game, 2, Renaming(state.seat(1), "Bob"))
    store.append(game, 3, Substitution(state.seat(0), "Eva"))
    seat = state.seat(0)
    changes = [-10, -10, -10, -10]
    changes[seat.order] = 30
    a, b, c, d = changes
    store.append(game, 4, Won((Winner(seat, (a, b, c, d)),)))
    (found,) = store.results([game])
    assert dict(found.points) == {"Anna": 30, "Eva": 30, "Bob": -20, "Carla": -20, "Dario": -20}
    assert list(found.points)[:2] == ["Anna", "Eva"]


def test_results_follow_new_entries_corrections_and_lost_games(store: Store) -> None:
    game, other = (store.new_game(PLAYERS, game_rules("mcr")).id for _ in range(2))
    assert set(store.results([game])[0].points.values()) == {0}
    store.append(game, 1, WIN)
    assert store.results([game])[0].points["Anna"] == 30
    store.correct(game, 1, Won((Winner(E, (48, -16, -16, -16)),)))
    assert [one.points["Anna"] for one in store.results([other, game])] == [0, 48]
    store.correct(game, 1, ())
    assert store.results([game])[0].points["Anna"] == 0
    assert store.results(["unknown"]) == ()


def test_results_are_summed_by_rule_set(store: Store) -> None:
    games = [store.new_game(PLAYERS, game_rules("mcr")).id for _ in range(2)]
    games.append(store.new_game(("Zoë", *PLAYERS[1:]), game_rules("riichi-ema")).id)
    for game in games:
        store.append(game, 1, WIN)
    mcr, riichi = sum_results(store.results(games))
    assert (mcr.rules, mcr.games, mcr.players[0]) == ("mcr", 2, PlayerSum("Anna", 2, 60))
    assert (riichi.games, riichi.players[0]) == (1, PlayerSum("Zoë", 1, 30))
    assert [one.name for one in mcr.players] == ["Anna", "Bo", "Carla", "Dario"]
