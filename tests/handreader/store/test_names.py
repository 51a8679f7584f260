"""Names, penalties and the end of a stored game."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.store import StoreError
from handreader.store.store import Store
from scoring.game import (
    Adjustment,
    Event,
    ExhaustiveDraw,
    FalseWin,
    Renaming,
    Substitution,
    Winner,
    Won,
    game_rules,
)
from scoring.tiles import WINDS
from tests.handreader.store.new_store import open_new_store

E, S, W, N = WINDS
PLAYERS = ("Anna", "Bo", "Carla", "Dario")
DRAWN = ExhaustiveDraw()


def play(store: Store, *events: Event) -> str:
    game = store.new_game(PLAYERS, game_rules("mcr"))
    for number, event in enumerate(events, start=1):
        store.append(game.id, number, event)
    return game.id


def test_a_substitute_plays_from_then_on_and_a_corrected_name_from_the_start(store: Store) -> None:
    game = play(store, DRAWN, Substitution(S, "Eva"), DRAWN, Renaming(W, "Dora"))
    history = store.replay(game)
    south = history.states_before[1].seating[1]
    assert history.names_in_turn(south) == (PLAYERS[south], "Eva")
    renamed = history.states_before[3].seating[2]
    assert history.names_in_turn(renamed) == ("Dora",)
    assert [names[south] for names in history.names] == [PLAYERS[south]] * 2 + ["Eva"] * 3


@pytest.mark.parametrize("name", ["bo", "", "x" * 41, "a\u0000b"])
def test_a_name_is_one_players_alone(store: Store, name: str) -> None:
    game = play(store)
    with pytest.raises(StoreError) as error:
        store.append(game, 1, Renaming(E, name))
    assert error.value.code == "bad_players"
    assert store.events(game) == ()


def test_names_follow_their_players_when_a_correction_moves_the_seats(store: Store) -> None:
    east_wins = Won((Winner(E, (24, -8, -8, -8)),))
    game = store.new_game(PLAYERS, game_rules("riichi-ema")).id
    store.append(game, 1, DRAWN)
    store.append(game, 2, Substitution(E, "Eva"))
    store.append(game, 3, Adjustment((-10, 0, 0, 0), "late"))
    before = store.replay(game)
    player = before.states_before[1].seating[0]
    store.correct(game, 1, east_wins)
    after = store.replay(game)
    assert after.players == before.players
    assert after.state.penalties[0].changes == before.state.penalties[0].changes
    assert after.names_in_turn(player)[-1] == "Eva"


def test_the_table_has_a_line_for_each_penalty_and_both_times(tmp_path: Path) -> None:
    times = iter(datetime(2026, 11, 23, 20, 0, tzinfo=UTC) + timedelta(hours=n) for n in range(9))
    with open_new_store(tmp_path / "games.sqlite") as first:
        first.close()
    with Store(f"sqlite:///{tmp_path}/games.sqlite", clock=lambda: next(times)) as store:
        game = play(store, FalseWin(S), DRAWN, Adjustment((0, 5, 0, 0), "=late"))
        store.append(game, 4, Substitution(E, "Eva"))
        store.correct(game, 2, Won((Winner(E, (24, -8, -8, -8)),)))
        rows = list(csv.DictReader(io.StringIO(store.export_csv(game))))
    assert [row["ending"] for row in rows] == ["false_win", "won", "adjusted"]
    assert [row["hand"] for row in rows] == ["", "1", ""]
    assert rows[1]["time"] == "2026-11-23 22:00:00+00:00"
    assert rows[1]["corrected"] == "2026-11-24 01:00:00+00:00"
    assert rows[0]["corrected"] == ""
    assert rows[2]["reason"] == "'=late"
    assert any(" / Eva total" in key for key in rows[0])
    totals = [int(value) for key, value in rows[-1].items() if key.endswith(" total")]
    assert sum(totals) == 5


def test_a_game_with_names_and_penalties_survives_its_file(store: Store, tmp_path: Path) -> None:
    game = play(store, Substitution(S, "Eva"), Adjustment((0, 5, 0, 0), "late"), DRAWN)
    with open_new_store(tmp_path / "other.sqlite") as other:
        copy = other.import_json(store.export_json(game))
        assert other.replay(copy.id).players == store.replay(game).players
        assert other.state(copy.id).points == store.state(game).points
