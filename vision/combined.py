"""Candidates: the ways to combine a place's lines into one hand, each with its cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .melds import LaidMeld, LineReading, Origin, Token, read_line, tokens
from .zones import Tiles, Zones

WINNER_UNKNOWN = 0.5  # costs in nats, as in melds.py: 14 tiles and none apart,
WINNER_MISSING = 1.0  # 13 tiles,
MORE_WINNERS = 1.0  # two tiles placed like the winning one,
SECOND_LINE = 1.0  # a hand in more than one line,
WRONG_COUNT = 9.0  # a count that no hand has: accepted only when nothing else explains it


@dataclass(frozen=True, slots=True)
class Reading:
    """One combination of the place's lines: cost, tokens in hand by line, sets, winners."""

    cost: float
    hand: tuple[tuple[Token, ...], ...]
    melds: tuple[LaidMeld, ...]
    winners: tuple[int, ...]
    how: str | None

    @property
    def held(self) -> tuple[Token, ...]:
        """Return all tokens in hand, lines in order."""
        return tuple(token for line in self.hand for token in line)

    @property
    def total(self) -> int:
        """Return the tile count of the hand; a set counts three, even a kong."""
        return len(self.held) + 3 * len(self.melds)


def readings(parts: Zones, tiles: Tiles, answers: Mapping[str, str]) -> Iterator[Reading]:
    """Yield every combination of the place's lines that the answers allow; the place has a hand."""
    assert parts.hand is not None
    above = {low: tiles[high] for low, high in parts.above.items()}
    main = tokens(parts.hand, tiles, above)
    laid: list[tuple[float, tuple[LaidMeld, ...]]] = []
    held = [main]
    for line in parts.lines:
        other = tokens(line, tiles, above)
        sets = next((r for r in read_line(other) if not r.hand and r.cost < 3.0), None)
        if sets is not None:
            laid.append((sets.cost, sets.melds))
        elif len(held) < 3 and abs(line.v - parts.hand.v) < 1.7 * len(held):
            held.append(other)
    order = sorted(range(len(held)), key=lambda i: -_level(held[i]))
    read = [read_line(line) for line in held]
    for size in range(1, len(held) + 1):
        combined = [Reading(SECOND_LINE * (size - 1), (), (), (), None)]
        for i in (i for i in order if i < size):
            combined = [_joined(one, reading, held[i]) for one in combined for reading in read[i]]
            combined = sorted(combined, key=lambda reading: reading.cost)[:40]
        for one in combined:
            for meld_cost, melds in laid:
                one = replace(one, cost=one.cost + meld_cost, melds=(*one.melds, *melds))
            if all(_agrees(one, key, value) for key, value in answers.items()):
                yield _counted(one)


def _level(line: Sequence[Token]) -> float:
    return sum(token.placed.v for token in line) / len(line)


def _joined(one: Reading, reading: LineReading, line: Sequence[Token]) -> Reading:
    hand = tuple(line[i] for i in reading.hand)
    return replace(
        one,
        cost=one.cost + reading.cost,
        hand=(*one.hand, hand) if hand else one.hand,
        melds=(*one.melds, *reading.melds),
    )


def _agrees(reading: Reading, key: str, value: str) -> bool:
    """Return whether an answer about four equal tiles allows the candidate."""
    code, _, tile = key.partition(":")
    if code != "four_equal":
        return True
    plain = any(min(m.tiles) == int(tile) for m in reading.melds if m.origin is Origin.UNTOLD)
    return plain == (value != "no kong")


def _counted(reading: Reading) -> Reading:
    """Add the winning tile and the cost of the tile count to a candidate."""
    found, how = winners(reading)
    total, cost = reading.total, reading.cost
    if total == 14:
        cost += {0: WINNER_UNKNOWN, 1: 0.0}.get(len(found), MORE_WINNERS)
    elif total == 13:
        cost += WINNER_MISSING
        found, how = (), None
    else:
        cost += WRONG_COUNT
        found, how = (), None
    return replace(reading, cost=cost, winners=found, how=how)


def winners(reading: Reading) -> tuple[tuple[int, ...], str | None]:
    """Return the winning tile's candidates: alone at an end of the hand, else turned at an end."""
    alone: list[int] = []
    turned: list[int] = []
    for line in reading.hand:
        parted = runs(line)
        ends = (parted[0], parted[-1]) if len(parted) > 1 or len(line) == 1 else ()
        if any(len(run) == 1 for run in ends):  # then one inside the row is as good a guess
            alone += [run[0].tile.id for run in parted if len(run) == 1]
        outer = (line[0], line[-1]) if len(line) > 1 else line
        turned += [token.tile.id for token in outer if token.placed.turned]
    if alone:
        return tuple(alone), "apart"
    return tuple(turned), "turned" if turned else None


def runs(line: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Split tokens in hand at gaps; a set between two tokens also splits them."""
    parted: list[tuple[Token, ...]] = []
    for token in line:
        if parted and not token.parted:
            parted[-1] = (*parted[-1], token)
        else:
            parted.append((token,))
    return parted
