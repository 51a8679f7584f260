"""Open facts: unknown facts of a win that would change the score or the payments.

A photo shows tiles, and not how the hand was won. A question for every fact of the rulebook would
be a long form; `open_facts` returns the few whose answer matters for this hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache

from .errors import HandReaderError
from .hand import Hand, HandError
from .payments import net_changes, other_seats
from .record import FLAGS
from .rulebook import Rulebook
from .scorer import Score, score
from .text import Texts, phrase
from .tiles import KINDS, TILES, WINDS, Tile, Wind
from .win import Win

Value = Tile | Wind | bool | int | tuple[Tile, ...] | tuple[tuple[Wind, Tile], ...] | None
Case = tuple[Hand, Win]
CaseScorer = Callable[[Case], Score]

_NO_TILE: Texts = {
    "en": "{hand} has no possible winning tile",
    "it": "{hand} non ha una tessera su cui possa aver vinto",
}
FACTS = (
    "winning_tile",
    "self_drawn",
    "discarder",
    "seat",
    "round",
    "riichi",
    "double_riichi",
    "ippatsu",
    "last_tile",
    "kong_replacement",
    "robbing_kong",
    "last_of_kind",
    "blessing_heaven",
    "blessing_earth",
    "flowers",
    "dora_indicators",
    "ura_indicators",
    "liable",
    "counters",
    "riichi_sticks",
    "norths",
    "discards_since",
)
"""Every fact that can be open, in the order in which to ask: the fields of `Win`, and two of
`Hand` (`winning_tile`, `flowers`)."""

FACT_NAMES: Mapping[str, Texts] = {
    "winning_tile": {"en": "winning tile", "it": "tessera vincente"},
    "self_drawn": {"en": "self-drawn", "it": "pescata"},
    "discarder": {"en": "who discarded", "it": "chi ha scartato"},
    "seat": {"en": "winner's seat", "it": "vento di chi vince"},
    "round": {"en": "wind of the round", "it": "vento del giro"},
    "riichi": {"en": "riichi", "it": "riichi"},
    "double_riichi": {"en": "double riichi", "it": "doppio riichi"},
    "ippatsu": {"en": "ippatsu", "it": "ippatsu"},
    "last_tile": {"en": "last tile or discard", "it": "ultima tessera o ultimo scarto"},
    "kong_replacement": {"en": "kong's replacement tile", "it": "rimpiazzo di un kong"},
    "robbing_kong": {"en": "robbed kong", "it": "kong rubato"},
    "last_of_kind": {"en": "other three copies visible", "it": "altre tre copie in vista"},
    "blessing_heaven": {"en": "blessing of heaven", "it": "benedizione del cielo"},
    "blessing_earth": {"en": "blessing of earth", "it": "benedizione della terra"},
    "flowers": {"en": "a flower set aside", "it": "un fiore messo da parte"},
    "dora_indicators": {"en": "dora indicator", "it": "indicatore di dora"},
    "ura_indicators": {"en": "ura dora indicator", "it": "indicatore di ura dora"},
    "liable": {"en": "who is liable", "it": "chi è responsabile"},
    "counters": {"en": "counters", "it": "contatori"},
    "riichi_sticks": {"en": "riichi sticks on the table", "it": "stecche di riichi sul tavolo"},
    "norths": {"en": "a north tile set aside", "it": "una tessera nord messa da parte"},
    "discards_since": {"en": "first to discard the tile", "it": "primo a scartare la tessera"},
}

PRECONDITIONS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "discarder": ({"self_drawn": False},),
    "ippatsu": ({"riichi": True},),
    "kong_replacement": ({"self_drawn": True},),
    "robbing_kong": ({"self_drawn": False},),
    "blessing_heaven": ({"self_drawn": True, "seat": Wind.EAST},),
    "blessing_earth": (
        {"self_drawn": False, "seat": Wind.SOUTH},
        {"self_drawn": True, "seat": Wind.SOUTH},
    ),
    "ura_indicators": ({"riichi": True},),
}
"""Preconditions of a fact; assumed if they are unknown. A fact can have several preconditions: the
first one with which it changes anything is used."""
_INDICATORS = ("dora_indicators", "ura_indicators")


@dataclass(frozen=True, slots=True)
class FactAlternative:
    """One possible answer to an open fact, and its score.

    Attributes:
        value: the answer; for flowers and indicators one tile, for discards the seat that
            discarded the first copy.
        valid_win: whether the hand is then a valid win.
        total: points of the hand.
        payments: signed change by seat; None if it is not a win or the payer is unknown.
    """

    value: Value
    valid_win: bool
    total: int
    payments: Mapping[Wind, int] | None


@dataclass(frozen=True, slots=True)
class OpenFact:
    """An unknown fact that matters.

    Attributes:
        name: one of `FACTS`.
        alternatives: one for each possible answer, the assumed one first.
    """

    name: str
    alternatives: tuple[FactAlternative, ...]

    @property
    def default_alternative(self) -> FactAlternative:
        """Return the alternative that is assumed by default."""
        return self.alternatives[0]

    @property
    def changes_total(self) -> bool:
        """Return whether some answer changes the points or the win, not only the payments."""
        return len({(outcome.valid_win, outcome.total) for outcome in self.alternatives}) > 1


def open_facts(
    hand: Hand, win: Win, rulebook: Rulebook, known: Collection[str] = ()
) -> tuple[OpenFact, ...]:
    """Return the unknown facts whose answer would change the total or the payments.

    Args:
        hand: complete; if its winning tile is unknown, `concealed` has all 14 tiles.
        win: the known facts, and the assumed values of the others (the default of each field is
            the ordinary case).
        rulebook: the rulebook, options included.
        known: names of facts whose value in `win` is known. A fact that differs from its default
            is always known, and so is a winning tile or a flower that the hand has.

    Returns:
        the facts in the order of `FACTS`. Each is tested with the others as assumed, or as its
        precondition requires (a kong's replacement tile is self-drawn).

    Raises:
        HandError: as `score` does, for the hand as given.
        ValueError: a name in `known` is not a fact.
    """
    strange = sorted(set(known) - set(FACTS))
    if strange:
        raise ValueError(f"no fact {', '.join(strange)}; expected some of {', '.join(FACTS)}")
    given = {*known, *_fact_names(hand, win)}

    @cache  # most facts are compared with the same few cases
    def score_case(case: Case) -> Score:
        return score(*case, rulebook)

    cases = _candidate_cases(hand, win, rulebook, score_case)
    found = []
    for name in FACTS:
        if name in given:
            continue
        if name == "winning_tile":
            choices = [(case[0].winning, case) for case in cases]
            fact = _fact(name, choices, rulebook, score_case)
        else:
            tries = (_open_fact(name, case, given, rulebook, score_case) for case in cases)
            fact = next((fact for fact in tries if fact is not None), None)
        if fact is not None:
            found.append(fact)
    return tuple(found)


def idle_flags(found: Score) -> tuple[str, ...]:
    """Return the stated flags of a win without which its score would be the same."""
    return tuple(name for name in FLAGS if getattr(found.win, name) and _is_idle(found, name))


def _is_idle(found: Score, flag: str) -> bool:
    try:
        win = replace(found.win, **{flag: False})  # type: ignore[arg-type]  # a flag is a bool
        other = score(found.hand, win, found.rulebook)
    except HandReaderError:  # another fact needs this one
        return False
    return _worth(other) == _worth(found)


def _worth(found: Score) -> tuple[object, ...]:
    items = found.best.items if found.best is not None else ()
    return found.total, *((item.pattern.id, item.points) for item in items)


def _fact_names(hand: Hand, win: Win) -> Iterator[str]:
    """Yield the facts that the hand and the win imply."""
    plain = Win()
    for field in fields(Win):
        if getattr(win, field.name) != getattr(plain, field.name):
            yield field.name
    if win.discarder is not None:
        yield "self_drawn"
    if win.self_drawn:
        yield "discarder"
    if hand.winning is not None:
        yield "winning_tile"
    if hand.flowers:
        yield "flowers"


def _candidate_cases(hand: Hand, win: Win, book: Rulebook, scored: CaseScorer) -> list[Case]:
    """Return the hand with its winning tile, or once with each possible winning tile.

    Every tile held may be the winning one: without it the rest is a hand that waits for it.
    """
    if hand.winning is not None:
        cases = [(hand, win)]
    else:
        cases = []
        for tile in dict.fromkeys(reversed(hand.concealed)):
            rest = list(hand.concealed)
            rest.remove(tile)
            cases.append((replace(hand, concealed=tuple(rest), winning=tile), win))
    possible = [case for case in cases if is_possible(*case, book)]
    if not possible:  # raises with the fault
        scored(cases[0] if cases else (hand, win))
        raise HandError(phrase(_NO_TILE, hand=str(hand)))
    return possible


def is_possible(hand: Hand, win: Win, book: Rulebook) -> bool:
    """Return whether a hand can have been won so: no fact contradicts it, or another one."""
    if book.conflicts(hand, win):
        return False
    # all players see the other three copies of a last tile: none is held
    held = [tile.plain for tile in hand.concealed] if win.last_of_kind and hand.winning else []
    seen = hand.winning is None or hand.winning.plain not in held
    return seen and not hand.problems() and not win.conflicts(hand)


def _open_fact(
    name: str, case: Case, given: set[str], book: Rulebook, scored: CaseScorer
) -> OpenFact | None:
    for needed in PRECONDITIONS.get(name, ({},)):
        hand, win = case
        if any(key in given and getattr(win, key) != value for key, value in needed.items()):
            continue
        needing = replace(win, **needed)  # type: ignore[arg-type]  # each key's value has its type
        if name == "discards_since" and (needing.self_drawn or needing.discarder is None):
            continue  # the discarder is asked first
        answers = [
            (value, _with_answer(name, value, (hand, needing))) for value in _values(name, needing)
        ]
        fact = _fact(name, answers, book, scored)
        if fact is not None:
            return fact
    return None


def _values(name: str, win: Win) -> Iterable[Value]:
    """Return the possible answers to a fact, the assumed one first."""
    if name in ("seat", "round"):
        first = getattr(win, name)
        return (first, *(wind for wind in WINDS if wind is not first))
    if name in ("discarder", "liable"):
        return (None, *other_seats(win.seat))
    if name == "flowers":
        return (None, *TILES[37:])
    if name in _INDICATORS:
        return (None, *KINDS)
    if name in ("counters", "riichi_sticks", "norths"):
        return (0, 1)
    if name == "discards_since":
        return (
            None,
            win.seat,
            *(seat for seat in other_seats(win.seat) if seat is not win.discarder),
        )
    first = getattr(win, name)
    return (first, not first)


def _with_answer(name: str, value: Value, case: Case) -> Case:
    """Return the case with one fact answered."""
    hand, win = case
    if name == "flowers":
        return (replace(hand, flowers=(value,)) if isinstance(value, Tile) else hand), win
    if name in _INDICATORS:
        shown = (value,) if isinstance(value, Tile) else ()
        return hand, replace(win, **{name: shown})  # type: ignore[arg-type]
    if name == "discards_since":
        if not isinstance(value, Wind) or hand.winning is None or win.discarder is None:
            return case
        copies = ((value, hand.winning), (win.discarder, hand.winning))
        return hand, replace(win, discards_since=copies)
    return hand, replace(win, **{name: value})  # type: ignore[arg-type]


def _fact(
    name: str, answers: Iterable[tuple[Value, Case]], book: Rulebook, scored: CaseScorer
) -> OpenFact | None:
    """Build the fact with an alternative for each possible answer; None if all are equal."""
    cases = [(value, case) for value, case in answers if is_possible(*case, book)]
    outcomes = [_alternative(value, case, scored) for value, case in cases]
    if len(outcomes) < 2:
        return None
    if name in ("seat", "self_drawn"):
        # The seats' winds change with the winner's: compare the amounts instead, without seats.
        seen = {_by_part(case, book, scored) for _, case in cases}
    else:
        seen = {_by_seat(outcome) for outcome in outcomes}
    if len(seen) < 2:
        return None
    if name in _INDICATORS:  # of 34 tiles only those that change the result
        first = outcomes[0]
        outcomes = [first, *(o for o in outcomes[1:] if _by_seat(o) != _by_seat(first))]
    return OpenFact(name, tuple(outcomes))


def _alternative(value: Value, case: Case, scored: CaseScorer) -> FactAlternative:
    result = scored(case)
    paid = None if result.payments is None else net_changes(result.payments)
    return FactAlternative(value, result.valid_win, result.total, paid)


def _by_seat(outcome: FactAlternative) -> tuple[object, ...]:
    paid = outcome.payments
    return outcome.valid_win, outcome.total, paid and tuple(paid[seat] for seat in WINDS)


def _by_part(case: Case, book: Rulebook, scored: CaseScorer) -> tuple[object, ...]:
    """Return the points and the amounts paid, independent of the winds of the seats."""
    hand, win = case
    if not win.self_drawn and win.discarder is None:  # the amounts do not depend on which seat
        win = replace(win, discarder=other_seats(win.seat, book.players)[-1])
    result = scored((hand, win))
    paid = None if result.payments is None else net_changes(result.payments)
    if paid is None:
        return result.valid_win, result.total
    return result.valid_win, result.total, paid[win.seat], *sorted(paid.values())
