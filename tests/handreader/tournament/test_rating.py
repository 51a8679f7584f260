"""The rating of 2018 of the European Mahjong Association, equal to a reckoning by hand."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handreader.tournament.rating import (
    RatedEvent,
    RatedPlace,
    RatedPlayer,
    base_rank,
    event_weight,
    rate,
)

DAY = date(2026, 11, 28)


def hold(day: date, weight: int, ranks: dict[str, int], players: int) -> RatedEvent:
    """An event in which others have the places that are not given."""
    others = [rank for rank in range(1, players + 1) if rank not in ranks.values()]
    places = [RatedPlace(name, "", "", rank) for name, rank in ranks.items()]
    places += [RatedPlace(f"other {day} {rank}", "", "", rank) for rank in others]
    return RatedEvent("Cup", day, Fraction(weight), tuple(places))


def rating_of(name: str, events: list[RatedEvent], day: date = DAY) -> Fraction | None:
    return next((one.rating for one in rate(events, day) if one.name == name), None)


@pytest.mark.parametrize(
    ("rank", "players", "expected"),
    [(1, 100, 1000), (100, 100, 0), (75, 100, 252), (3, 16, 866), (2, 3, 500)],
)
def test_base_ranks_as_published(rank: int, players: int, expected: int) -> None:
    """75 of 100 has 252 in the association's own text, 3 of 16 has 866.66 in a wiki's."""
    assert int(base_rank(rank, players)) == expected


@pytest.mark.parametrize(
    ("event", "weight"),
    [
        ((1, 40, 0, 5, False), 1),
        ((1, 41, 0, 5, False), Fraction(3, 2)),
        ((1, 38, 3, 5, False), Fraction(3, 2)),
        ((1, 37, 9, 5, False), 1),  # three substitutes count at most
        ((1, 80, 0, 6, False), 2),
        ((2, 81, 0, 9, False), Fraction(7, 2)),
        ((3, 216, 0, 24, True), 6),
        ((5, 8, 0, 10, False), 4),
    ],
)
def test_weights_as_published(event: tuple[int, int, int, int, bool], weight: Fraction) -> None:
    assert event_weight(*event) == weight


def test_two_results_as_by_hand() -> None:
    """First of five, and third of five at weight 2 more than a year ago.

    Part A: (1000 x 1 + 500 x 2/2 + 3 x 0) / (1 + 1 + 3) = 300.
    Part B: (1000 x 1 + 500 x 2/2 + 2 x 0) / (1 + 1 + 2) = 375. Rating: 337.5.
    """
    events = [
        hold(date(2026, 10, 4), 1, {"Anna": 1}, 5),
        hold(date(2025, 11, 27), 2, {"Anna": 3}, 5),
    ]
    assert rating_of("Anna", events) == Fraction(675, 2)
    # on its birthday it weighs all: A (1000 + 1000) / 6, B 2000 / 5
    assert rating_of("Anna", events, date(2026, 11, 27)) == (Fraction(2000, 6) + 400) / 2


def test_ten_results_as_by_hand() -> None:
    """1000, 900 ... 100: part A has nine, 5400 / 9; part B four, 3400 / 4; together 725."""
    events = [
        hold(DAY - timedelta(days=place), 1, {"Anna": 1 + 10 * place}, 101) for place in range(10)
    ]
    assert rating_of("Anna", events) == 725


def test_one_result_is_no_rating_and_old_ones_are_gone() -> None:
    new, old = hold(DAY, 1, {"Anna": 1}, 5), hold(date(2024, 11, 27), 1, {"Anna": 1}, 5)
    assert rating_of("Anna", [new, old]) is None
    assert rating_of("Anna", [new, hold(date(2024, 11, 28), 1, {"Anna": 1}, 5)]) is not None
    assert rating_of("Anna", [new, hold(DAY + timedelta(days=1), 1, {"Anna": 1}, 5)]) is None
    assert rate([new, old], date(2028, 2, 29)) == ()


def test_a_player_is_his_number_or_else_his_name() -> None:
    def places(*players: tuple[str, str, str]) -> tuple[RatedPlace, ...]:
        return tuple(RatedPlace(*one, rank) for rank, one in enumerate(players, 1))

    events = [
        RatedEvent("1", DAY, Fraction(1), places(("Anna", "", ""), ("Bo", "7", "DEN"))),
        RatedEvent(
            "2",
            DAY - timedelta(days=9),
            Fraction(1),
            places(("ANNA", "4", "ITA"), ("Bo Hansen", "7", ""), ("Bo", "8", "")),
        ),
    ]
    found: dict[str, RatedPlayer] = {one.name: one for one in rate(events, DAY)}
    assert set(found) == {"Anna", "Bo"}
    assert (found["Anna"].player_number, found["Anna"].country) == ("4", "ITA")
    assert [one.base_rank for one in found["Bo"].results] == [500, 0]


@given(
    st.lists(
        st.tuples(st.integers(0, 800), st.integers(1, 12), st.permutations(list("abcdefgh"))),
        max_size=9,
    )
)
def test_ratings_are_in_order_and_between_0_and_1000(
    drawn: list[tuple[int, int, list[str]]],
) -> None:
    events = [
        RatedEvent(
            str(number),
            DAY - timedelta(days=age),
            Fraction(halves, 2),
            tuple(RatedPlace(name, "", "", rank) for rank, name in enumerate(names, 1)),
        )
        for number, (age, halves, names) in enumerate(drawn)
    ]
    lines = rate(events, DAY)
    ratings = [line.rating for line in lines]
    assert ratings == sorted(ratings, reverse=True)
    assert all(0 <= rating <= 1000 for rating in ratings)
    assert [line.rank for line in lines] == [1 + ratings.index(one) for one in ratings]
