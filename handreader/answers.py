"""Answers to the questions of a photo, as a person types them, in the words of the questions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.tiles import CLASSES, TileError, parse_tile
from vision.layout.questions import QUESTION_CODES

TILE_QUESTIONS = frozenset(
    {"tile", "winning_tile", "missing", "extra", "covered", "kong_face", "back_or_white", "blanks"}
)
"""Questions that a tile answers, though some have further answers."""
_ABOUT = re.compile(r"(?P<code>[a-z_]*?)[\s:#]*(?P<tiles>\d+(?:\s*,\s*\d+)*)")


def normalize_answers(given: Mapping[str, str]) -> dict[str, str]:
    """Return answers with the ids of questions and the notation of tiles.

    >>> normalize_answers({"tile3": "2 bamboo", "4": "no", "winning_tile": "red"})
    {'tile:3': '2s', 'is_tile:4': 'no', 'winning_tile': '7z'}

    Args:
        given: by question. `tile3`, `tile 3`, `#3` and `3` are `tile:3`; there `no` says that it
            is no tile. A tile is in any notation, or named in words.

    Returns:
        what is not understood stays as it is: the layout refuses it, and lists what it expects.
    """
    found: dict[str, str] = {}
    for name, answer in given.items():
        id = question_id(name)
        code, _, about = id.partition(":")
        if code == "tile" and answer.strip().casefold() == "no":
            found[f"is_tile:{about}"] = "no"
        else:
            found[id] = tile_notation(answer) if code in TILE_QUESTIONS else answer.strip()
    return found


def question_id(name: str) -> str:
    """Return the id of a question that a person names loosely; else the name itself.

    >>> question_id("tile3"), question_id("#3"), question_id("pung_or_kong 11"), question_id("x3")
    ('tile:3', 'tile:3', 'pung_or_kong:11', 'x3')
    """
    found = _ABOUT.fullmatch(name.strip().casefold())
    if found is None:
        return name.strip()
    code = found["code"] or "tile"
    tiles = re.sub(r"\s", "", found["tiles"])
    return f"{code}:{tiles}" if code in QUESTION_CODES else name.strip()


def tile_notation(answer: str) -> str:
    """Return a tile in our notation (`scoring.tiles.CLASSES`); the text itself if it is none."""
    if answer in CLASSES:
        return answer
    try:
        return parse_tile(answer).value
    except TileError:
        return answer.strip()
