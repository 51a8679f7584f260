"""The texts of the page: one file a language, with the same keys, gaps and plural forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest

from scoring.text import LANGUAGES

TEXTS = Path(__file__).parents[2] / "page" / "texts"
SAME = {"typed_example", "yakuman one", "yakuman other"}


def texts(lang: str) -> Mapping[str, str]:
    """The sentences of a language, plural forms under keys of their own."""
    found = json.loads((TEXTS / f"{lang}.json").read_text("utf-8"))
    flat: dict[str, str] = {}
    for key, value in found.items():
        forms = value.items() if isinstance(value, dict) else [("", value)]
        flat |= {f"{key} {form}".strip(): text for form, text in forms}
    return flat


def gaps(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


def test_every_language_of_the_program_has_a_file() -> None:
    assert {path.stem for path in TEXTS.glob("*.json")} == set(LANGUAGES)


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_texts_are_translated_with_the_same_gaps(lang: str) -> None:
    english, other = texts("en"), texts(lang)
    assert list(english) == list(other)
    for key, text in english.items():
        assert gaps(text) == gaps(other[key]), key
        assert other[key].strip() and (key in SAME or other[key] != text), key
