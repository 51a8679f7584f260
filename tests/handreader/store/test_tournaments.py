"""Tournaments in the database: rounds make games, games make results, one writer at a time."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from handreader.store import StoreError, open_store
from handreader.store.database import connect, upgrade
from handreader.store.store import Store
from handreader.store.stored_tournaments import StoredTournament
from handreader.store.tournaments import TournamentStore, table_results
from handreader.tournament.errors import TournamentError
from handreader.tournament.events import (
    ClockStart,
    EntrantAddition,
    PaperResult,
    PlanChange,
    RoundEnd,
)
from handreader.tournament.ranking import RankBy, rank
from handreader.tournament.seating import draw_remaining
from scoring.game import EarlyEnd, ExhaustiveDraw, Riichi, Winner, Won, game_rules
from scoring.tiles import Wind

from .conftest import Fresh

PLAN = PlanChange(2, 90, 5, 1)
EAST_WINS = Won((Winner(Wind.EAST, (32, -16, -8, -8)),), Wind.SOUTH)


def begin(club: TournamentStore, rules: str = "mcr", players: int = 8) -> StoredTournament:
    found = club.create("Cup", game_rules(rules), "organiser", [PLAN])
    for number in range(players):
        found = club.record(found.id, None, EntrantAddition(f"Player {number}"))
    found = club.record(found.id, None, draw_remaining(found.state))
    return club.start_round(found.id, found.state.revision, 1)


def test_a_round_makes_the_games_of_its_tables(store: Store) -> None:
    club = store.tournaments()
    found = begin(club)
    games = found.state.rounds[0].games
    for game, seats in zip(games, found.state.rounds[0].drawn.tables, strict=True):
        names = tuple(found.state.entrants[seat].name for seat in seats)
        assert store.game(game).players == names
    assert {game.id for game in store.games()} == set(games)
    assert {game.title for game in store.games()} == {"Cup 1.1", "Cup 1.2"}
    assert [one.id for one in club.find()] == [found.id]
    assert club.load(found.id) == found


def test_a_games_end_brings_its_result(store: Store) -> None:
    club = store.tournaments()
    found = begin(club)
    game = found.state.rounds[0].games[0]
    before = club.revision(found.id)
    store.append(game, 1, EAST_WINS)
    assert club.revision(found.id) != before
    status = club.statuses(found)[1, 1]
    assert (status.hands, status.points, status.result) == (1, (32, -16, -8, -8), None)
    store.append(game, 2, EarlyEnd())
    results = table_results(club.statuses(found))
    assert [str(one.table_points) for one in results[1, 1]] == ["4", "0", "3/2", "3/2"]
    lines = rank(found.state, results, RankBy.TABLE_POINTS)
    assert lines[0].entrant.number == found.state.rounds[0].drawn.tables[0][0]
    store.correct(game, 1, ExhaustiveDraw())  # a correction after the fact changes the standings
    assert {str(one.table_points) for one in table_results(club.statuses(found))[1, 1]} == {"7/4"}


def test_the_rounds_end_counts_unfinished_games_and_paper_goes_first(store: Store) -> None:
    club = store.tournaments()
    found = begin(club)
    game = found.state.rounds[0].games[0]
    store.append(game, 1, EAST_WINS)
    found = club.record(found.id, None, RoundEnd(1))
    assert set(table_results(club.statuses(found))) == {(1, 1)}, "table 2 has played nothing"
    found = club.record(found.id, None, PaperResult(1, 1, (0, 8, 0, -8)))
    found = club.record(found.id, None, PaperResult(1, 2, (8, 0, 0, -8)))
    statuses = club.statuses(found)
    assert statuses[1, 1].is_paper and statuses[1, 1].points == (0, 8, 0, -8)
    found = club.record(found.id, None, PaperResult(1, 1, ()))
    assert club.statuses(found)[1, 1].points == (32, -16, -8, -8)


def test_an_open_riichi_and_a_deleted_game_have_no_result(store: Store) -> None:
    club = store.tournaments()
    found = begin(club, "riichi-ema")
    one, other = found.state.rounds[0].games
    store.append(one, 1, ExhaustiveDraw())
    store.append(one, 2, Riichi(Wind.EAST))
    store.delete(other)
    found = club.record(found.id, None, RoundEnd(1))
    assert not table_results(club.statuses(found))


def test_a_start_is_taken_back_while_nothing_was_played(store: Store) -> None:
    club = store.tournaments()
    found = begin(club)
    store.append(found.state.rounds[0].games[1], 1, ExhaustiveDraw())
    with pytest.raises(TournamentError, match="recorded deals"):
        club.revoke_round(found.id, None, 1)
    assert club.load(found.id) == found
    second = begin(club)
    assert club.revoke_round(second.id, second.state.revision, 1).state.starts == 0
    assert len(store.games()) == 2


def test_one_of_two_organisers_is_refused(store: Store) -> None:
    club = store.tournaments()
    found = begin(club)
    refused = []

    def pause() -> None:
        try:
            club.record(found.id, found.state.revision, ClockStart(1))
        except StoreError as error:
            refused.append(error.code)

    threads = [threading.Thread(target=pause) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["stale_tournament"] * 3
    assert len(club.events(found.id)) == found.state.revision + 1


def test_a_deleted_tournament_comes_back(store: Store) -> None:
    club = store.tournaments()
    found = begin(club)
    club.delete(found.id)
    with pytest.raises(StoreError, match="no such tournament"):
        club.load(found.id)
    assert club.find() == ()
    club.delete(found.id, False)
    assert club.load(found.id) == found
    with pytest.raises(StoreError):
        club.delete("nothing")


def test_the_clock_runs_on_after_a_restart(url: str) -> None:
    time = datetime(2026, 11, 22, 14, 0, tzinfo=UTC)
    with Store(url, clock=lambda: time) as store:
        club = store.tournaments()
        found = club.create("Cup", game_rules("mcr"), "organiser", [PLAN])
        for number in range(4):
            found = club.record(found.id, None, EntrantAddition(f"Player {number}"))
        found = club.record(found.id, None, draw_remaining(found.state))
        found = club.start_round(found.id, None, 1)
        club.record(found.id, None, ClockStart(1))
    with open_store(url) as store:
        clock = store.tournaments().load(found.id).state.rounds[0].clock
    assert clock is not None
    assert clock.remaining_seconds(time + timedelta(minutes=10)) == 80 * 60


def test_games_of_an_earlier_versions_tournament_belong_to_it(fresh: Fresh) -> None:
    url = fresh()
    engine = connect(url, 5.0)
    with engine.execution_options(writes=True).begin() as connection:
        upgrade(connection, "0006")
        for statement in (
            "INSERT INTO games (id, started, players, rules) VALUES "
            """('a1', '2026-01-02', '["A", "B", "C", "D"]', '{"id": "mcr"}'), """
            """('b2', '2026-01-02', '["A", "B", "C", "D"]', '{"id": "mcr"}')""",
            "INSERT INTO tournaments (id, started, name, rules, organiser) VALUES "
            """('cup', '2026-01-02', 'Cup', '{"id": "mcr"}', 'hash')""",
            *(
                "INSERT INTO tournament_events (tournament, number, time, event) VALUES "
                f"""('cup', {number}, '2026-01-02', '{event}')"""
                for number, event in enumerate(OLD_EVENTS, 1)
            ),
        ):
            connection.execute(sa.text(statement.replace(":", r"\:")))
    engine.dispose()
    with open_store(url) as store:
        club = store.tournaments()
        place = club.place_of("a1")
        assert place is not None and (place.round, place.table) == (1, 1) and place.is_playing
        assert place.tournament.is_organiser("hash")
        assert club.place_of("b2") is None
        assert store.ledger("a1", 9) == () and club.ledger("cup", 9) == ()


OLD_EVENTS = (
    *(f'{{"type": "entrant", "name": "{name}", "substitute": false}}' for name in "ABCD"),
    '{"type": "draw", "first": 1, "rounds": [{"tables": [[0, 1, 2, 3]], "byes": []}]}',
    '{"type": "start", "round": 1, "games": ["a1"]}',
)


def test_a_removed_game_comes_back_as_a_copy_alone(store: Store) -> None:
    """Else a player could import it under its id, and change the standings with it."""
    club = store.tournaments()
    cup = begin(club)
    game = cup.state.rounds[0].games[0]
    store.append(game, 1, EAST_WINS)
    exported = store.export_json(game)
    own = store.new_game(("A", "B", "C", "D"), game_rules("mcr")).id
    exported_own = store.export_json(own)
    for id in (game, own):
        store.delete(id)
        store.purge(id)
    copy = store.import_json(exported)
    assert copy.id != game and club.place_of(copy.id) is None
    assert club.statuses(club.load(cup.id))[1, 1].points is None
    assert store.import_json(exported_own).id == own
    assert any(line.game == game for line in club.ledger(cup.id, 99))  # its lines stay
    assert [line.action.value for line in store.ledger(own, 9)] == ["imported"]
