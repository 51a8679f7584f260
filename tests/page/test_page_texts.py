"""The texts of the page: one file a language, with the same keys, gaps and plural forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest

from scoring.text import LANGUAGES

TEXTS = Path(__file__).parents[2] / "page" / "texts"
SAME = {
    "typed_example",
    "deal_number",
    "part_kong",
    "quiz",
    "bonus_dora",
    "bonus_ura_dora",
    "yakuman one",
    "yakuman other",
}
FILES = sorted(path.stem for path in TEXTS.glob("*.json"))


def texts(lang: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a language, each by its plural forms; one without any has the form ""."""
    found = json.loads((TEXTS / f"{lang}.json").read_text("utf-8"))
    return {key: value if isinstance(value, dict) else {"": value} for key, value in found.items()}


def gaps(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


def test_every_language_of_the_program_has_a_file() -> None:
    assert set(LANGUAGES) <= set(FILES)


@pytest.mark.parametrize("lang", sorted(set(FILES) - {"en"}))
def test_texts_are_translated_with_the_same_gaps(lang: str) -> None:
    """A language may have other plural forms than English: Polish has `few` and `many`."""
    english, other = texts("en"), texts(lang)
    assert list(english) == list(other)
    for key, forms in english.items():
        assert ("other" in forms) == ("other" in other[key]), key
        for form, text in other[key].items():
            model = forms.get(form) or forms["other"]
            assert gaps(text) == gaps(model), key
            assert text.strip() and (f"{key} {form}".strip() in SAME or text != model), key
