"""Assumptions about a win that would change its score if they were wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring import Score
from scoring.open_facts import OpenFact, open_facts
from scoring.text import in_words
from scoring.tiles import Wind

from ..messages import localize
from ..situation import Situation

_OF_A_DISCARD = ("self_drawn", "discarder")
_OPTION_OF_FACT = {"dora_indicators": "--dora", "ura_indicators": "--ura"}
_MANY = 3  # alternatives printed for one fact; a dora indicator alone has dozens


@dataclass(frozen=True, slots=True)
class Assumption:
    """An assumed fact of a win that matters.

    Attributes:
        text: the fact.
        otherwise: options that state another one, with the points where those differ.
    """

    text: str
    otherwise: str


def assumptions(score: Score, situation: Situation, lang: str) -> list[Assumption]:
    """Describe the assumed facts that matter, each with the points of its alternatives.

    Args:
        score: of the assumed win.
        situation: its known facts.
        lang: "en" or "it".

    Returns:
        one for the seat, the round, the discard and all other facts; only those where another
        answer would change the points or the payments. Who pays whom depends on who won.
    """
    open_ = open_facts(score.hand, score.win, score.rulebook, situation.fact_names)
    facts = {fact.name: fact for fact in open_ if fact.name != "discards_since"}
    payments = f"({localize('other_payments', lang)})"
    is_winner_assumed = situation.seat is None and score.payments is not None
    found = []
    for name in ("seat", "round"):
        option = f"--{name}"
        if name in facts:
            outcomes = ", ".join(_outcomes(facts.pop(name), lang))
            others = f"{option} {payments if outcomes == option else outcomes}"
            found.append(Assumption(localize(f"assumed_{name}", lang), others))
        elif name == "seat" and is_winner_assumed:
            found.append(Assumption(localize("assumed_seat", lang), f"{option} {payments}"))
    if any(name in facts for name in _OF_A_DISCARD):
        drawn = facts.pop("self_drawn", None)
        facts.pop("discarder", None)
        is_worth = drawn is not None and drawn.changes_total
        options = list(_outcomes(drawn, lang)) if drawn and is_worth else ["--self-drawn"]
        others = f"{', '.join([*options, '--discarder'])} {payments}"
        found.append(Assumption(localize("assumed_discard", lang), others))
    if facts:
        others = ", ".join(text for fact in facts.values() for text in _outcomes(fact, lang))
        found.append(Assumption(localize("assumed_flags", lang), others))
    return found


def assumption_lines(assumed: Sequence[Assumption], lang: str) -> tuple[str, ...]:
    """Return the assumptions in a line, and the options that state other facts in another."""
    if not assumed:
        return ()
    return (
        localize("assumed", lang, facts="; ".join(one.text for one in assumed)),
        localize("if_not", lang, options="; ".join(one.otherwise for one in assumed)),
    )


def _outcomes(fact: OpenFact, lang: str) -> Iterator[str]:
    """Yield the alternatives of a fact, with their points where those differ."""
    option = _OPTION_OF_FACT.get(fact.name, f"--{fact.name.replace('_', '-')}")
    named = [
        (in_words(outcome.value, lang) if isinstance(outcome.value, Wind) else option, outcome)
        for outcome in fact.alternatives[1:]
    ]
    usual = fact.default_alternative.total, fact.default_alternative.valid_win
    differing = [(name, o) for name, o in named if (o.total, o.valid_win) != usual]
    points: dict[str, list[str]] = {}
    for name, outcome in differing:
        text = str(outcome.total) if outcome.valid_win else localize("no_win", lang)
        if text not in points.setdefault(name, []):
            points[name].append(text)
    if not points or sum(map(len, points.values())) > _MANY:
        yield option
        return
    for name, texts in points.items():
        yield f"{name} {'/'.join(texts)}"
