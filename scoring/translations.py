"""Languages beyond those whose texts are beside the code: one file each, in `languages/`.

A file is JSON: `page` has the texts of the page by their keys in `page/texts/en.json`, `texts` has
every other text by its English one. `page/language.py` writes one to be filled in. What a file
leaves out is said in English.

A language may have a second one behind it, in which patterns and tiles are named, too: in `it+zh`
sentences are Italian, names Italian and Chinese.
"""

from __future__ import annotations

# By os.path: to import pathlib takes a fifth of the time of this whole package.
# ruff: noqa: PTH112, PTH118, PTH120, PTH208
import json
import os
from collections.abc import Mapping
from functools import cache

_FOLDER = os.path.join(os.path.dirname(__file__), "languages")
_INDEX = "codes"
"""File of the languages' codes, in the page's zip file alone, whose folders cannot be listed."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a file, such as "fr"."""
    if os.path.isdir(_FOLDER):
        names = sorted(os.listdir(_FOLDER))
        return tuple(name.removesuffix(".json") for name in names if name.endswith(".json"))
    try:
        return tuple(_read(_INDEX).split())
    except OSError:
        return ()


def sentence_language(lang: str) -> str:
    """Return the language of sentences: `it` of `it+zh`."""
    return lang.partition("+")[0]


def second_language(lang: str) -> str:
    """Return the language in which names are given, too: `zh` of `it+zh`; "" if there is none."""
    return lang.partition("+")[2]


def translate(english: str, lang: str) -> str:
    """Return a text in a language that has a file; the English text in any other."""
    return _texts(sentence_language(lang)).get(english) or english


def both_names(first: str, second: str) -> str:
    """Return a name in two languages; once if the second has no other.

    >>> both_names("3 di bambù", "三条"), both_names("Riichi", "Riichi")
    ('3 di bambù 三条', 'Riichi')
    """
    return first if second in ("", first) else f"{first} {second}"


@cache
def _texts(lang: str) -> Mapping[str, str]:
    if lang not in languages():
        return {}
    texts: Mapping[str, str] = json.loads(_read(f"{lang}.json"))["texts"]
    return texts


def _read(name: str) -> str:
    """Read a file of the folder, which may be in a zip file.

    Raises:
        OSError: it is not there.
    """
    found: bytes = __loader__.get_data(os.path.join(_FOLDER, name))  # type: ignore[name-defined]
    return found.decode("utf-8")
