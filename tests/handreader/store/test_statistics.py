"""Statistics of players."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.store import Origin
from handreader.store.statistics import player_statistics, statistics_by_rules
from handreader.store.store import Store
from scoring import score
from scoring.game import (
    Adjustment,
    EarlyEnd,
    ExhaustiveDraw,
    Substitution,
    Winner,
    Won,
    game_rules,
    win_from_scores,
)
from scoring.hand import Hand
from scoring.record import Record
from scoring.tiles import WINDS
from scoring.win import Win

E, S, W, N = WINDS
PLAYERS = ("Anna", "Bo", "Carla", "Dario")


def test_wins_deal_ins_points_and_places_are_summed(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("riichi-ema")).id
    store.append(game, 1, Won((Winner(E, (3000, -3000, 0, 0)),), S))
    store.append(game, 2, Won((Winner(E, (3000, -1000, -1000, -1000)),)))
    store.append(game, 3, Adjustment((0, 0, 0, -500), "late"))
    store.append(game, 4, EarlyEnd())
    anna, carla, dario, bo = player_statistics([store.replay(game)])
    assert (anna.name, anna.wins, anna.self_drawn, anna.won_points) == ("Anna", 2, 1, 6000)
    # with the uma of the places: 9000, 3000, -3000, -9000
    assert (anna.points, anna.places, anna.hands, anna.games) == (15000, [1, 0, 0, 0], 2, 1)
    assert (bo.deal_ins, bo.wins, bo.points, bo.places) == (1, 0, -13000, [0, 0, 0, 1])
    assert (carla.points, dario.points) == (2000, -4500)


def test_points_of_different_rule_sets_are_not_added(store: Store) -> None:
    games = [store.new_game(PLAYERS, game_rules(rules)).id for rules in ("mcr", "riichi-ema")]
    store.append(games[0], 1, Won((Winner(E, (48, -16, -16, -16)),)))
    store.append(games[1], 1, Won((Winner(E, (3000, -3000, 0, 0)),), S))
    found = statistics_by_rules(map(store.replay, games))
    assert [(one.rules, one.games) for one in found] == [("mcr", 1), ("riichi-ema", 1)]
    assert [one.players[0].points for one in found] == [48, 3000]
    assert [one.players[0].won_points for one in found] == [48, 3000]


def test_a_game_without_entries_has_no_hands(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr")).id
    assert {(one.games, one.hands) for one in player_statistics([store.replay(game)])} == {(1, 0)}


def test_a_substitute_has_his_own_hands(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("riichi-ema")).id
    store.append(game, 1, Won((Winner(E, (3000, -3000, 0, 0)),), S))
    store.append(game, 2, Substitution(E, "Eva"))
    store.append(game, 3, Won((Winner(E, (1000, -1000, 0, 0)),), S))
    found = {one.name: one for one in player_statistics([store.replay(game)])}
    assert [(found[name].wins, found[name].hands) for name in ("Anna", "Eva")] == [(1, 1), (1, 1)]
    assert found["Eva"].places == [0, 0, 0, 0], "the game is not over"


def test_patterns_of_known_hands_are_counted(store: Store) -> None:
    game = store.new_game(PLAYERS, game_rules("mcr")).id
    record = Record(None, "mcr", Hand.parse("123456789m11z55s +5s"), Win(seat=S, discarder=E))
    won = score(record.hand, record.win, record.book())
    event = win_from_scores(store.state(game), won)
    store.append(game, 1, event, Origin(records=(record.to_json(),)))
    store.append(game, 2, ExhaustiveDraw())
    (bo, *_) = player_statistics([store.replay(game)])
    assert bo.patterns["Pure Straight"] == 1
    assert bo.pattern_names["Pure Straight"]["zh"] == "清龙"
