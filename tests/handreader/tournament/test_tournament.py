"""Events of a tournament, table points, standings."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from handreader.tournament.clock import RoundClock
from handreader.tournament.draw import DrawnRound
from handreader.tournament.errors import TournamentError
from handreader.tournament.events import (
    Attendance,
    ClockExtension,
    ClockPause,
    ClockStart,
    EntrantAddition,
    EntrantRenaming,
    FinalsRevocation,
    FinalsStart,
    OrganiserAddition,
    OrganiserInvitation,
    PaperResult,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
    RegistrationChange,
    RoundEnd,
    RoundRevocation,
    RoundsDraw,
    RoundStart,
    SeatChange,
    TournamentEvent,
    TournamentRenaming,
)
from handreader.tournament.finals import Carry
from handreader.tournament.ranking import RankBy, rank, rank_by
from handreader.tournament.registration import Registration
from handreader.tournament.seating import draw_remaining
from handreader.tournament.serialization import (
    tournament_event_from_json,
    tournament_event_to_json,
)
from handreader.tournament.state import (
    MOST_ORGANISERS,
    PlayedRound,
    Tournament,
)
from handreader.tournament.table_points import table_result
from handreader.tournament.transitions import apply_event, fold_events
from scoring.game import game_rules

TIME = datetime(2026, 11, 22, 14, 0, tzinfo=UTC)
PLAN = PlanChange(2, 90, 5, 1)


def after(state: Tournament, *events: TournamentEvent) -> Tournament:
    for event in events:
        state = apply_event(state, event, TIME)
    return state


def of_players(count: int, substitutes: int = 0) -> Tournament:
    state = after(Tournament("Cup"), PLAN)
    for number in range(count + substitutes):
        state = after(state, EntrantAddition(f"Player {number + 1}", number >= count))
    return state


def in_play(count: int = 8) -> Tournament:
    state = of_players(count)
    state = after(state, draw_remaining(state))
    games = tuple(f"game{table}" for table in range(len(state.rounds[0].drawn.tables)))
    return after(state, RoundStart(1, games))


def refusal(state: Tournament, event: TournamentEvent) -> str:
    with pytest.raises(TournamentError) as caught:
        apply_event(state, event, TIME)
    return caught.value.code


@pytest.mark.parametrize(
    ("points", "table_points"),
    [
        ((24, 8, -8, -24), "4 2 1 0"),
        ((-24, 8, -8, 24), "0 2 1 4"),
        ((10, 10, -8, -12), "3 3 1 0"),
        ((30, -10, -10, -10), "4 1 1 1"),
        ((12, 12, 12, -36), "7/3 7/3 7/3 0"),
        ((20, 0, 0, -20), "4 3/2 3/2 0"),
        ((8, -2, -3, -3), "4 2 1/2 1/2"),
        ((0, 0, 0, 0), "7/4 7/4 7/4 7/4"),
    ],
)
def test_equal_points_share_the_table_points_of_their_places(
    points: tuple[int, ...], table_points: str
) -> None:
    found = table_result(points, game_rules("mcr"))
    assert " ".join(str(one.table_points) for one in found) == table_points
    assert sum(one.table_points for one in found) == 7


def test_riichi_scores_have_uma_and_fines() -> None:
    rules = game_rules("riichi-ema-2016", start=30000)
    found = table_result((42000, 30000, 30000, 18000), rules, (0, 20000, 0, 0))
    assert [one.score for one in found] == [27000, -20000, 0, -27000]
    assert [one.place for one in found] == [1, 2, 2, 4]
    assert rank_by(rules) is RankBy.SCORE
    assert rank_by(game_rules("mcr")) is RankBy.TABLE_POINTS


def test_the_clock_pauses_and_is_extended() -> None:
    later = TIME + timedelta(minutes=30)
    clock = RoundClock(3600).start(TIME)
    assert clock.start(later) == clock, "a running clock is not started again"
    paused = clock.pause(later)
    assert paused.remaining_seconds(later + timedelta(hours=3)) == 1800
    assert paused.pause(later + timedelta(hours=3)) == paused
    assert paused.extend(300).start(later).remaining_seconds(later + timedelta(minutes=40)) == -300
    assert clock.remaining_seconds(TIME - timedelta(hours=1)) == 3600


def test_names_are_unique() -> None:
    state = of_players(4)
    assert refusal(state, EntrantAddition(" player 1 ")) == "bad_name"
    assert refusal(state, EntrantAddition("")) == "bad_name"
    with pytest.raises(TournamentError, match=r"not “Anna x+”"):  # the list has many names
        after(state, EntrantAddition("Anna " + "x" * 36))
    assert refusal(state, EntrantRenaming(1, "Player 3")) == "bad_name"
    assert after(state, EntrantRenaming(1, "Zoë")).entrants[1].name == "Zoë"
    assert after(state, TournamentRenaming("Coppa ")).name == "Coppa"


def test_substitutes_fill_a_table_if_they_are_enough() -> None:
    assert len(of_players(8, 2).players()) == 8
    assert len(of_players(9, 2).players()) == 9, "two substitutes do not fill a table: one bye"
    assert len(of_players(10, 2).players()) == 12
    assert len(of_players(10, 3).players()) == 12
    with pytest.raises(TournamentError, match="at least 4"):
        draw_remaining(of_players(3))


def test_players_who_come_or_leave_make_the_draw_outdated() -> None:
    state = in_play()
    state = after(state, RoundEnd(1), Attendance(0, False))
    assert state.is_draw_outdated(2)
    assert refusal(state, RoundStart(2, ("a",))) == "draw_again"
    state = after(state, draw_remaining(state))
    assert state.rounds[0].has_begun and len(state.rounds) == 2
    assert len(state.rounds[1].drawn.byes) == 3
    late = after(state, EntrantAddition("Late"))
    late = after(late, draw_remaining(late))
    assert late.rounds[1].drawn.byes == ()


def test_a_round_begins_and_ends_in_order() -> None:
    state = of_players(8)
    assert refusal(state, RoundStart(1, ("a", "b"))) == "not_drawn"
    state = after(state, draw_remaining(state))
    assert refusal(state, ClockStart(1)) == "not_begun"
    assert refusal(state, RoundStart(2, ("a", "b"))) == "not_drawn"
    state = after(state, RoundStart(1, ("a", "b")))
    assert state.current == 1
    assert refusal(state, RoundStart(2, ("c", "d"))) == "round_open"
    assert refusal(state, draw_remaining(replace(state, rounds=()))) == "begun"
    state = after(state, RoundEnd(1))
    assert state.current is None
    assert refusal(state, ClockStart(1)) == "not_begun"
    state = after(state, RoundStart(2, ("c", "d")))
    assert refusal(state, RoundEnd(1, ended=False)) == "round_open"
    assert after(state, RoundRevocation(2)).starts == 1
    assert refusal(state, PlanChange(1, 90, 5, 1)) == "bad_value"


def test_results_are_entered_corrected_and_withdrawn() -> None:
    state = in_play()
    state = after(state, PaperResult(1, 2, (8, 8, -8, -8)), PaperResult(1, 2, (4, 4, -4, -4)))
    assert dict(state.rounds[0].paper) == {2: (4, 4, -4, -4)}
    assert refusal(state, RoundRevocation(1)) == "round_played"
    assert refusal(state, PaperResult(1, 3, (0, 0, 0, 0))) == "unknown"
    assert refusal(state, PaperResult(2, 1, (0, 0, 0, 0))) == "not_begun"
    assert not after(state, PaperResult(1, 2, ())).rounds[0].paper


def test_a_seat_changes_hands() -> None:
    state = after(in_play(), EntrantAddition("Late", substitute=True))
    state = after(state, SeatChange(1, 1, 2, 8))
    assert state.rounds[0].drawn.tables[0][2] == 8
    assert refusal(state, SeatChange(1, 2, 0, 8)) == "seated"
    assert refusal(state, SeatChange(1, 2, 4, 9)) == "bad_value"


def test_standings_break_ties_and_count_byes_and_penalties() -> None:
    state = of_players(9)
    drawn = DrawnRound(((0, 1, 2, 3), (4, 5, 6, 7)), (8,))
    playing = PlayedRound(drawn, ("a", "b"))
    assert not any(
        one.table_points for one in rank(replace(state, rounds=(playing,)), {}, RankBy.TABLE_POINTS)
    ), "a bye counts when its round is over"
    state = replace(state, rounds=(replace(playing, is_over=True),))
    rules = game_rules("mcr")
    results = {
        (1, 1): table_result((24, 8, -8, -24), rules),
        (1, 2): table_result((30, 8, -8, -30), rules),
    }
    lines = rank(state, results, RankBy.TABLE_POINTS)
    assert [(one.rank, one.entrant.number) for one in lines] == [
        (1, 4),
        (2, 0),
        (3, 1),
        (3, 5),
        (5, 8),
        (6, 2),
        (6, 6),
        (8, 3),
        (9, 7),
    ]
    assert lines[4].table_points == Fraction(7, 4)
    state = after(state, PenaltyRuling(4, 1, 10, " late  at table "))
    fined = rank(state, results, RankBy.TABLE_POINTS)[1]
    assert fined.entrant.number == 4 and fined.balance == 20
    assert fined.table_points == 3
    assert rank(after(state, PenaltyRevocation(1)), results, RankBy.TABLE_POINTS) == lines


def test_who_leaves_without_a_round_has_no_place() -> None:
    state = after(of_players(9), Attendance(8, False))
    drawn = DrawnRound(((0, 1, 2, 3), (4, 5, 6, 7)))
    state = replace(state, rounds=(PlayedRound(drawn, ("a", "b"), is_over=True),))
    state = after(state, Attendance(0, False), PenaltyRuling(1, 0, 50, "loud"))
    rules = game_rules("mcr")
    results = {(1, 1): table_result((24, 8, -8, -24), rules)}
    lines = rank(state, results, RankBy.TABLE_POINTS)
    assert {line.entrant.number for line in lines} == set(range(8))
    assert max(line.rank for line in lines) == 8


def test_events_survive_json() -> None:
    state = of_players(9)
    events: list[TournamentEvent] = [
        PLAN,
        EntrantAddition("Anna", True),
        EntrantAddition("Bo", False, Registration("7", "ITA", "Aces", "Bo")),
        EntrantRenaming(0, "Bo"),
        RegistrationChange(0, Registration("8")),
        FinalsStart((0, 1, 2, 3), 2, Carry.HALF),
        FinalsRevocation(),
        RoundsDraw(3, draw_remaining(state).rounds[:1], by_rank=True),
        Attendance(0, False),
        draw_remaining(state),
        RoundStart(1, ("a", "b")),
        RoundRevocation(1),
        RoundEnd(1, False),
        ClockStart(1),
        ClockPause(1),
        ClockExtension(1, 5),
        SeatChange(1, 1, 0, 8),
        PaperResult(1, 1, (1, 2, 3, -6)),
        PenaltyRuling(0, 1, 0, "late"),
        PenaltyRevocation(1),
        TournamentRenaming("Cup"),
    ]
    for event in events:
        text = json.dumps(tournament_event_to_json(event))
        assert tournament_event_from_json(json.loads(text)) == event


def test_events_of_earlier_versions_are_read() -> None:
    """What they did not have is as it was: nothing stated, everybody plays, all of a team count."""
    written: list[dict[str, object]] = [
        {"type": "plan", "rounds": 2, "minutes": 90, "last_minutes": 5, "seed": 1},
        {"type": "entrant", "name": "Anna", "substitute": False},
        {"type": "draw", "first": 1, "rounds": [{"tables": [[0, 1, 2, 3]], "byes": [4]}]},
    ]
    assert [tournament_event_from_json(one) for one in written] == [
        PLAN,
        EntrantAddition("Anna"),
        RoundsDraw(1, (DrawnRound(((0, 1, 2, 3),), (4,)),)),
    ]


def test_a_tournament_is_its_events() -> None:
    state = of_players(8)
    draw = draw_remaining(state)
    entered = [EntrantAddition(one.name, one.is_substitute) for one in state.entrants]
    events: list[TournamentEvent] = [PLAN, *entered, draw, RoundStart(1, ("a", "b")), ClockStart(1)]
    found = fold_events("Cup", [(TIME, event) for event in events])
    clock = found.rounds[0].clock
    assert clock is not None and clock.remaining_seconds(TIME + timedelta(minutes=5)) == 85 * 60
    assert found.revision == 12


def test_a_code_for_an_organiser_ends() -> None:
    state = after(Tournament("Cup"), OrganiserInvitation("code"))
    use = OrganiserAddition("code", "session")
    minutes = timedelta(minutes=1)
    (added,) = apply_event(state, use, TIME + 15 * minutes).organisers
    assert (added.session, added.since) == ("session", TIME + 15 * minutes)
    with pytest.raises(TournamentError) as late:
        apply_event(state, use, TIME + 16 * minutes)
    assert late.value.code == "bad_code"


def test_organisers_have_a_limit() -> None:
    state = Tournament("Cup")
    for number in range(MOST_ORGANISERS):
        code = f"code {number}"
        state = after(
            state, OrganiserInvitation(code), OrganiserAddition(code, f"session {number}")
        )
    with pytest.raises(TournamentError):
        after(state, OrganiserInvitation("one more"))
