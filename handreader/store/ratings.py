"""The rating of players over the tournaments of a database that are over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from ..tournament.rating import RatedEvent, RatedPlace, RatedPlayer, event_weight, rate
from .stored_tournaments import StoredTournament
from .tournament_export import Statuses, decimal, standings_of
from .tournaments import TournamentStore


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A rating of players.

    Attributes:
        rules: the kind of rules: see `rules_family`.
        families: the kinds of which there are tournaments that are over.
        day: of the rating.
        events: tournaments of these rules that were over on that day, the newest first.
        players: the best first.
    """

    rules: str
    families: tuple[str, ...]
    day: date
    events: tuple[RatedEvent, ...]
    players: tuple[RatedPlayer, ...]


def rules_family(id: str) -> str:
    """Return the kind of rules of a rule set, each with a rating of its own: MCR, riichi, others.

    >>> rules_family("mcr-europe"), rules_family("riichi-ema-2025"), rules_family("hong-kong")
    ('mcr', 'riichi', 'hong-kong')
    """
    first = id.partition("-")[0]
    return first if first in ("mcr", "riichi") else id


def find_rating(club: TournamentStore, rules: str, day: date) -> StoredRating:
    """Return the rating over the tournaments of a kind of rules.

    Args:
        club: the tournaments.
        rules: the kind; any other text: that of the newest tournament that is over.
        day: of the rating.

    Raises:
        StoreError: the database fails.
    """
    over = [one for one in club.find() if one.state.is_over]
    families = tuple(dict.fromkeys(rules_family(one.rules.id) for one in over))
    wanted = rules if rules in families else families[0] if families else ""
    found = [
        to_event(one, club.statuses(one)) for one in over if rules_family(one.rules.id) == wanted
    ]
    events = sorted((one for one in found if one.day <= day), key=lambda one: one.day, reverse=True)
    return StoredRating(wanted, families, day, tuple(events), rate(events, day))


def to_event(found: StoredTournament, statuses: Statuses) -> RatedEvent:
    """Return a tournament as an event of a rating; its day is that of this computer's clock."""
    state = found.state
    places = tuple(
        RatedPlace(
            line.entrant.name,
            line.entrant.registration.player_number,
            line.entrant.registration.country,
            line.rank,
        )
        for line in standings_of(found, statuses)
    )
    ends = [one.ended for one in state.rounds if one.ended is not None]
    weight = event_weight(
        state.plan.days,
        len(places),
        sum(one.is_substitute for one in state.entrants),
        len({one.country for one in places if one.country}),
        state.plan.has_qualification,
    )
    day = max(ends, default=found.started).astimezone().date()
    return RatedEvent(state.name, day, weight, places)


def rating_to_json(found: StoredRating) -> dict[str, object]:
    """Return a rating as JSON; the results of a player name events by their place in the list."""
    places = {id(event): place for place, event in enumerate(found.events)}
    return {
        "rules": found.rules,
        "families": list(found.families),
        "day": found.day.isoformat(),
        "events": [
            {
                "name": one.name,
                "day": one.day.isoformat(),
                "weight": decimal(one.weight),
                "players": len(one.places),
            }
            for one in found.events
        ],
        "players": [
            {
                "rank": one.rank,
                "name": one.name,
                "player_number": one.player_number,
                "country": one.country,
                "rating": decimal(one.rating),
                "results": [
                    {
                        "event": places[id(result.event)],
                        "base_rank": decimal(result.base_rank),
                        "weight": decimal(result.weight),
                    }
                    for result in one.results
                ],
            }
            for one in found.players
        ],
    }
