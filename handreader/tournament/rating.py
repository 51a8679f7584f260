"""A rating over several tournaments: the Mahjong European Ranking System of 2018 (MERS).

Its rules are those of the European Mahjong Association, "Basics for ranking system", as of its
General Assembly of May 25th, 2017: https://mahjong-europe.org/ranking/Basicsranking.html

| what | value |
|---|---|
| base rank of place p among n players | 1000 (n - p) / (n - 1) |
| weight of a tournament | days (1 to 3), half a point from 41 players on and one from 81 on, half |
| | a point from 6 countries on and one from 10 on, one if players had to qualify |
| older than a year, than two years | half its weight, none |
| part A | weighted mean of the best 5 results and of 80 % of the others, rounded up |
| part B | weighted mean of the best 4 results |
| rating | mean of both parts; each result that is missing is one of 0 with weight 1 |

Two tournaments at least put a player on the list. Among equal base ranks the newer result goes
first in part A, that of the larger weight in part B: the rules leave that open.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

FEWEST = 2
"""Tournaments that put a player on the list."""
BASE_RANK = 1000
_PART_A, _OF_OTHERS, _PART_B = 5, Fraction(4, 5), 4
_MOST_SUBSTITUTES = 3  # that count among the players


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """The place of a player in a tournament.

    Attributes:
        name: of the player.
        player_number: of his association; "" if unknown: then his name identifies him.
        country: "" if unknown.
        rank: from 1 on.
    """

    name: str
    player_number: str
    country: str
    rank: int


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """A tournament that is over.

    Attributes:
        name: of the tournament.
        day: of its end.
        weight: see `event_weight`.
        places: of all players.
    """

    name: str
    day: date
    weight: Fraction
    places: tuple[RatedPlace, ...]


@dataclass(frozen=True, slots=True)
class RatedResult:
    """What a tournament brings to a player's rating.

    Attributes:
        event: the tournament.
        base_rank: 0-1000.
        weight: of the tournament at its age.
    """

    event: RatedEvent
    base_rank: Fraction
    weight: Fraction


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """One line of the rating.

    Attributes:
        rank: from 1 on; equal ratings share it.
        name, player_number, country: as in the player's newest tournament that states them.
        rating: 0-1000.
        results: of all tournaments that weigh something, the best first.
    """

    rank: int
    name: str
    player_number: str
    country: str
    rating: Fraction
    results: tuple[RatedResult, ...]


def event_weight(
    days: int, players: int, substitutes: int, countries: int, has_qualification: bool
) -> Fraction:
    """Return the weight of a tournament.

    >>> str(event_weight(2, 56, 0, 7, False))
    '3'

    Args:
        days: from 1 on; more than three weigh no more.
        players: how many have a place.
        substitutes: beside them; three of them count at most.
        countries: from which they come.
        has_qualification: whether they had to qualify.
    """
    entered = players + min(substitutes, _MOST_SUBSTITUTES)
    by_players = Fraction((entered > 40) + (entered > 80), 2)
    by_countries = Fraction((countries > 5) + (countries > 9), 2)
    return min(days, 3) + by_players + by_countries + has_qualification


def base_rank(rank: int, players: int) -> Fraction:
    """Return the base rank of a place: 1000 for the first, 0 for the last.

    >>> str(base_rank(75, 100)), str(round(base_rank(75, 100)))
    ('25000/99', '253')
    """
    return Fraction(BASE_RANK * (players - rank), players - 1)


def rate(events: Iterable[RatedEvent], day: date) -> tuple[RatedPlayer, ...]:
    """Return the rating of all players on a day, the best first.

    A player is recognised by his number, without one by his name in upper or lower case.
    """
    by_player: dict[str, list[tuple[RatedPlace, RatedResult]]] = {}
    past = sorted((one for one in events if one.day <= day), key=lambda one: one.day)
    keys = _player_keys(past)
    for event in past:
        weight = event.weight * _age_share(event.day, day)
        if weight == 0 or len(event.places) < 2:
            continue
        for place in event.places:
            value = base_rank(place.rank, len(event.places))
            line = (place, RatedResult(event, value, weight))
            by_player.setdefault(keys[place.name.casefold(), place.player_number], []).append(line)
    lines = [_line(found) for found in by_player.values() if len(found) >= FEWEST]
    ratings = sorted((line.rating for line in lines), reverse=True)
    return tuple(
        RatedPlayer(
            1 + ratings.index(line.rating),
            line.name,
            line.player_number,
            line.country,
            line.rating,
            line.results,
        )
        for line in sorted(lines, key=lambda line: (-line.rating, line.name.casefold()))
    )


def _player_keys(events: Iterable[RatedEvent]) -> Mapping[tuple[str, str], str]:
    """Return what identifies each player, by name and number.

    A name without a number is the player of the only number that this name has elsewhere.
    """
    pairs = {(one.name.casefold(), one.player_number) for event in events for one in event.places}
    numbers: dict[str, set[str]] = {}
    for name, number in pairs:
        if number:
            numbers.setdefault(name, set()).add(number)
    found = {}
    for name, number in pairs:
        own = numbers.get(name, set())
        known = number or (next(iter(own)) if len(own) == 1 else "")
        found[name, number] = f"number {known}" if known else f"name {name}"
    return found


def _age_share(then: date, day: date) -> Fraction:
    """Return what is left of a weight after a time."""
    if then < _years_before(day, 2):
        return Fraction(0)
    return Fraction(1, 2) if then < _years_before(day, 1) else Fraction(1)


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # February 29th
        return day.replace(year=day.year - years, day=28)


def _line(found: Sequence[tuple[RatedPlace, RatedResult]]) -> RatedPlayer:
    """Return a player's line without a rank; his results are given in the order of their days."""
    results = [result for _, result in found]
    newest_first = [place for place, _ in reversed(found)]
    part_a = sorted(results, key=lambda one: (one.base_rank, one.event.day), reverse=True)
    part_b = sorted(results, key=lambda one: (one.base_rank, one.weight), reverse=True)
    size = _PART_A + math.ceil(_OF_OTHERS * max(0, len(results) - _PART_A))
    rating = (_mean(part_a[:size], _PART_A) + _mean(part_b[:_PART_B], _PART_B)) / 2
    return RatedPlayer(
        0,
        newest_first[0].name,
        next((one.player_number for one in newest_first if one.player_number), ""),
        next((one.country for one in newest_first if one.country), ""),
        rating,
        tuple(part_a),
    )


def _mean(results: Sequence[RatedResult], fewest: int) -> Fraction:
    """Return the weighted mean; missing results are of 0, each of weight 1."""
    missing = max(0, fewest - len(results))
    total = sum((one.base_rank * one.weight for one in results), Fraction(0))
    return total / (sum((one.weight for one in results), Fraction(0)) + missing)
