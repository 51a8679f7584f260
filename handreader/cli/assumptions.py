"""Assumptions about a win that would change its score if they were wrong."""

from __future__ import annotations

from collections.abc import Iterator

from scoring import Score
from scoring.open_facts import OpenFact, open_facts
from scoring.text import in_words
from scoring.tiles import Wind

from ..messages import localize
from ..situation import Situation

_OF_A_DISCARD = ("self_drawn", "discarder")
_OPTION_OF_FACT = {"dora_indicators": "--dora", "ura_indicators": "--ura"}
_MANY = 3  # alternatives printed for one fact; a dora indicator alone has dozens


def assumptions(score: Score, situation: Situation, lang: str) -> list[str]:
    """Describe the assumed facts that matter, each with the points of its alternatives.

    Args:
        score: of the assumed win.
        situation: its known facts.
        lang: "en" or "it".

    Returns:
        one text for the seat, the round, the discard and all other facts; only those where
        another answer would change the points or the payments. Who pays whom depends on who won.
    """
    open_ = open_facts(score.hand, score.win, score.rulebook, situation.fact_names)
    facts = {fact.name: fact for fact in open_ if fact.name != "discards_since"}
    lines = []
    is_winner_assumed = situation.seat is None and score.payments is not None
    for name in ("seat", "round"):
        if name in facts:
            outcomes = list(_outcomes(facts.pop(name), lang))
            lines.append(_text(name, outcomes, lang))
        elif name == "seat" and is_winner_assumed:
            lines.append(_text(name, [], lang))
    if any(name in facts for name in _OF_A_DISCARD):
        drawn = facts.pop("self_drawn", None)
        facts.pop("discarder", None)
        outcomes = list(_outcomes(drawn, lang)) if drawn and drawn.changes_total else []
        lines.append(_text("discard", outcomes, lang))
    if facts:
        outcomes = [text for fact in facts.values() for text in _outcomes(fact, lang)]
        lines.append(_text("flags", outcomes, lang))
    return lines


def _text(name: str, outcomes: list[str], lang: str) -> str:
    others = ", ".join(outcomes) or localize("other_payments", lang)
    return f"{localize(f'assumed_{name}', lang)} [{others}]"


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
