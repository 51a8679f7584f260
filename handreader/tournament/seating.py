"""The seats of rounds that have not begun: by a draw, or by the standings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from .draw import DrawnRound, WindCounts, draw_rounds
from .errors import TournamentError
from .events import FinalsStart, RoundsDraw
from .finals import Carry
from .ranking import Ranking
from .state import Tournament
from .teams import teams


def draw_remaining(state: Tournament) -> RoundsDraw:
    """Draw all planned rounds that have not begun; teammates sit apart as far as possible.

    Raises:
        TournamentError: fewer than four players are present, or no planned round is left.
    """
    players = _players(state)
    left = state.plan.rounds - state.starts
    apart = [
        [one.number for one in team if one.number in players]
        for team in teams(state.entrants).values()
    ]
    drawn = draw_rounds(players, left, _rounds_before(state), state.plan.seed, apart)
    return RoundsDraw(state.starts + 1, drawn)


def seat_by_rank(state: Tournament, standings: Sequence[Ranking]) -> RoundsDraw:
    """Seat the next round by the standings: the first four at table 1, the next four at table 2.

    Players who are equal in everything are in an order drawn by lot. If the number of players is no
    multiple of four, those with the fewest byes sit out, the last ones first. Substitutes sit at
    the last table. Winds are spread as in a draw.

    Raises:
        TournamentError: as for `draw_remaining`.
    """
    if state.current is not None:
        raise TournamentError("round_open", round=state.current)
    players = _players(state)
    before = _rounds_before(state)
    rng = random.Random(state.plan.seed)
    by_rank = [number for number in _order(standings, rng) if number in players]
    order = by_rank + [number for number in players if number not in by_rank]
    had = Counter(entrant for one in before for entrant in one.byes)
    surplus = len(order) % 4
    last_first = order[::-1]
    byes = sorted(last_first, key=lambda entrant: had[entrant])[:surplus]
    playing = [number for number in order if number not in byes]
    winds = WindCounts(before)
    tables = tuple(winds.seat(playing[at : at + 4], rng) for at in range(0, len(playing), 4))
    drawn = DrawnRound(tables, tuple(sorted(byes)))
    return RoundsDraw(state.starts + 1, (drawn,), by_rank=True)


def cut_field(
    state: Tournament, standings: Sequence[Ranking], count: int, rounds: int, carry: Carry
) -> FinalsStart:
    """Return the start of finals of the best players who are present.

    Players who are equal in everything are in an order drawn by lot.

    Raises:
        TournamentError: the number of finalists is no multiple of four, or not less than that of
            the players.
    """
    rng = random.Random(state.plan.seed)
    regular = {one.number for one in state.entrants if one.is_present and not one.is_substitute}
    still = regular & set(state.finals[-1].finalists if state.finals else regular)
    order = [number for number in _order(standings, rng) if number in still]
    most = max(0, len(order) - 1) // 4 * 4
    if count % 4 or not 4 <= count <= most:
        raise TournamentError("bad_cut", most=most, count=count)
    return FinalsStart(tuple(order[:count]), rounds, carry)


def _order(standings: Sequence[Ranking], rng: random.Random) -> list[int]:
    """Return the entrants by rank; equal ranks by lot."""
    lots = {line.entrant.number: rng.random() for line in standings}
    lines = sorted(standings, key=lambda line: (line.rank, lots[line.entrant.number]))
    return [line.entrant.number for line in lines]


def _players(state: Tournament) -> tuple[int, ...]:
    players = state.players()
    if len(players) < 4:
        raise TournamentError("too_few", count=len(players))
    if state.plan.rounds <= state.starts:
        raise TournamentError("no_rounds", rounds=state.plan.rounds)
    return players


def _rounds_before(state: Tournament) -> list[DrawnRound]:
    return [one.drawn for one in state.rounds[: state.starts]]
