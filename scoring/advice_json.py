"""Advice and waits as JSON, for programs and for the page."""

from __future__ import annotations

from collections.abc import Iterable

from .advice import Advice, Choice
from .nearest_wins import ExpectedPoints, ExpectedWorth
from .rulebook import Rulebook
from .scorer import Score, rules_to_json, score_to_json
from .waits import Wait


def advice_to_json(advice: Advice, book: Rulebook, lang: str = "en") -> dict[str, object]:
    """Return the advice with the language's reasons; see docs/schemas/advice.json."""
    return {
        "hand": str(advice.hand),
        **rules_to_json(book),
        "distance": advice.distance,
        "choices": [_choice(choice, lang) for choice in advice.choices],
    }


def waits_to_json(waits: Iterable[Wait], lang: str = "en") -> list[dict[str, object]]:
    """Return waits with their whole scores; see docs/schemas/waits.json."""
    return [
        {
            "tile": wait.tile.value,
            "left": wait.copies_left,
            "drawn": score_to_json(wait.draw_score, lang=lang),
            "discarded": score_to_json(wait.discard_score, lang=lang),
        }
        for wait in waits
    ]


def _choice(choice: Choice, lang: str) -> dict[str, object]:
    found = choice.efficiency
    totals = {wait.tile: wait for wait in choice.waits}
    return {
        "discard": None if choice.discard is None else choice.discard.value,
        "distance": found.distance,
        "left": found.acceptance,
        "accepted": [
            {
                "tile": one.tile.value,
                "left": one.left,
                **(_totals(totals[one.tile]) if one.tile in totals else {}),
            }
            for one in found.accepted
        ],
        "worth": None if choice.worth is None else _worth(choice.worth, lang),
    }


def _totals(wait: Wait) -> dict[str, object]:
    return {"drawn": _total(wait.draw_score), "discarded": _total(wait.discard_score)}


def _total(score: Score) -> int | None:
    return score.total if score.valid_win else None


def _worth(worth: ExpectedWorth, lang: str) -> dict[str, object]:
    return {
        "ways": worth.ways,
        "drawn": _points(worth.drawn, lang),
        "discarded": _points(worth.discarded, lang),
    }


def _points(points: ExpectedPoints, lang: str) -> dict[str, object]:
    return {
        "ways": points.ways,
        "mean": None if points.mean is None else round(points.mean, 2),
        "least": points.least,
        "most": points.most,
        "reason": points.reason.localize(lang) if points.reason and not points.ways else None,
    }
