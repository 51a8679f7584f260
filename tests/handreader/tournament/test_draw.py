"""The draw: everybody plays, meets others as seldom as possible, and sits at every wind."""

from __future__ import annotations

from collections import Counter
from math import ceil
from unittest.mock import Mock

import pytest

from handreader.tournament import draw
from handreader.tournament.draw import DrawnRound, Meetings, draw_rounds
from handreader.tournament.schedule import longest_schedule


def most_meetings(rounds: tuple[DrawnRound, ...]) -> int:
    return Meetings(rounds).most()


@pytest.mark.parametrize("players", [16, 20, 24, 28, 32, 44])
def test_longest_schedules_seat_everybody_and_nobody_meets_twice(players: int) -> None:
    schedule = longest_schedule(players)
    assert len(schedule) >= 5
    for tables in schedule:
        assert sorted(player for table in tables for player in table) == list(range(players))
    assert most_meetings(tuple(DrawnRound(tables) for tables in schedule)) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        *[(8, rounds, ceil(3 * rounds / 7)) for rounds in range(3, 9)],
        *[(16, rounds, 1 if rounds < 6 else 2) for rounds in range(3, 9)],
        *[(20, rounds, 1 if rounds < 6 else 2) for rounds in (5, 6, 8)],
        (24, 7, 1),
        (24, 8, 2),
        (32, 8, 1),
    ],
)
def test_players_meet_as_seldom_as_possible(players: int, rounds: int, most: int) -> None:
    drawn = draw_rounds(range(100, 100 + players), rounds, seed=1)
    assert len(drawn) == rounds
    assert all(one.entrants == set(range(100, 100 + players)) for one in drawn)
    assert most_meetings(drawn) == most


def test_a_draw_is_repeated_by_its_seed_alone() -> None:
    assert draw_rounds(range(12), 3, seed=4) == draw_rounds(range(12), 3, seed=4)
    assert draw_rounds(range(12), 3, seed=4) != draw_rounds(range(12), 3, seed=5)


@pytest.mark.parametrize(("players", "rounds"), [(8, 2), (8, 3), (9, 2), (10, 5), (12, 3)])
def test_nothing_is_swapped_after_the_best_draw(
    players: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few tables must bring players together again: more swaps would bring nothing."""
    compare = Mock(wraps=draw._swap_change)
    monkeypatch.setattr(draw, "_swap_change", compare)
    for before in ((), draw_rounds(range(players), 1)):
        draw_rounds(range(players), rounds, before, seed=1)
    assert compare.call_count < draw.STEPS / 10


def test_later_rounds_avoid_meetings_of_earlier_ones() -> None:
    first = draw_rounds(range(16), 2)
    rest = draw_rounds(range(16), 1, first, seed=9)
    assert most_meetings((*first, *rest)) == 1


def test_byes_take_turns() -> None:
    drawn = draw_rounds(range(10), 5)
    assert all(len(one.byes) == 2 and len(one.tables) == 2 for one in drawn)
    assert all(one.entrants == set(range(10)) for one in drawn)
    assert set(Counter(player for one in drawn for player in one.byes).values()) == {1}


def test_winds_are_spread() -> None:
    drawn = draw_rounds(range(16), 4)
    winds = Counter(
        (player, wind) for one in drawn for table in one.tables for wind, player in enumerate(table)
    )
    assert max(winds.values()) <= 2
    # at random a third of these 64 would be a second time at one wind
    assert sum(count - 1 for count in winds.values()) <= 8
