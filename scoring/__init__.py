"""Scoring of a hand under a rulebook, with the standard library alone.

`score(hand, win, RULEBOOKS["mcr"])` returns a `Score`; `score_record_json` does the same from and
to JSON. A name is loaded when it is first used, so importing the package loads little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .errors import HandReaderError
from .registry import RULEBOOKS, rulebook  # behind the module `rulebook`, whose name it takes
from .rulebook import Rulebook
from .tiles import Tile, Wind

if TYPE_CHECKING:
    from .hand import Hand, Meld
    from .record import Record
    from .scorer import Score, nearest_miss, score, score_record_json
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

_HOME = {
    "Hand": "hand",
    "Meld": "meld",
    "Record": "record",
    "Score": "scorer",
    "Win": "win",
    "nearest_miss": "scorer",
    "score": "scorer",
    "score_record_json": "scorer",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = found
    return found
