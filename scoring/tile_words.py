"""Tiles by their names in words: "2 bamboo", "red", "drago rosso"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from .tile_names import short_tile_name, tile_name

_LANGUAGES = ("en", "it")
_NAMED = [f"{digit}{suit}" for suit in "mps" for digit in range(10)]
_NAMED += [f"{digit}z" for digit in range(1, 8)] + [f"{digit}f" for digit in range(1, 9)]
_OTHER_SUITS = {"m": ("man", "crak"), "p": ("pin", "circle"), "s": ("sou", "stick")}
_WORD = re.compile(r"[0-9]|[^\W\d_]+")
_FILLERS = frozenset({"of", "di", "the", "wind", "vento", "suit"})


def tile_by_name(text: str) -> str | None:
    """Return the notation of the one tile that words name; None if they name none.

    >>> tile_by_name("2 Bamboo"), tile_by_name("5 dots red"), tile_by_name("Drago rosso")
    ('2s', '0p', '7z')

    Args:
        text: a name in English or Italian, whole or shortened; singular or plural, the words in
            any order.
    """
    return _names().get(_key(text))


@cache
def _names() -> Mapping[frozenset[str], str]:
    return {_key(name): kind for kind in _NAMED for name in _names_of(kind)}


def _names_of(kind: str) -> Iterator[str]:
    for lang in _LANGUAGES:
        yield tile_name(kind, lang)
        yield short_tile_name(kind, lang)
    digit, suit = kind[0], kind[1]
    for name in _OTHER_SUITS.get(suit, ()):
        yield f"{digit} {name}" if digit != "0" else f"5 {name} red"


def _key(text: str) -> frozenset[str]:
    """Return the words of a name without accents, endings of the plural and fillers."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    words = {word.removesuffix("s") for word in _WORD.findall(letters)}
    return frozenset(words - _FILLERS)
