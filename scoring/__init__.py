"""Scoring: a hand and how it was won give a score. Standard library alone.

`score(hand, win, RULEBOOKS["mcr"])`; `score_record_json` does the same from and to JSON.
"""

from __future__ import annotations

from .hand import Hand, Meld, Record
from .rulebook import Rulebook
from .scorer import Score, nearest_miss
from .scorer import score as _score
from .scorer import score_record_json as _score_record_json
from .shelf import RULEBOOKS, rulebook
from .tiles import HandReaderError, Tile, Wind
from .win import Win

__all__ = [
    "RULEBOOKS",
    "Hand",
    "HandReaderError",
    "Meld",
    "Record",
    "Rulebook",
    "Score",
    "Tile",
    "Win",
    "Wind",
    "nearest_miss",
    "rulebook",
    "score",
    "score_record_json",
]


def score(hand: Hand, win: Win, rulebook: Rulebook | str) -> Score:
    """See `scorer.score`; the rulebook may be given by id."""
    book = RULEBOOKS[rulebook] if isinstance(rulebook, str) else rulebook
    return _score(hand, win, book)


def score_record_json(obj: object, rules: str | None = None) -> dict[str, object]:
    """See `scorer.score_record_json`; the rulebooks are ours."""
    return _score_record_json(obj, RULEBOOKS, rules)
