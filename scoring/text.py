"""Text in every language: sentences with placeholders, and values put into them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Protocol, runtime_checkable

from .os_errors import reason
from .tile_names import format_notation
from .translations import (
    both_names,
    languages,
    second_language,
    sentence_language,
    translate,
)

LANGUAGES = ("en", "it")
"""Languages whose texts are beside the code."""
ALL_LANGUAGES = (*LANGUAGES, *languages())
Texts = Mapping[str, str]  # language -> text; "en" is always there


@runtime_checkable
class Translatable(Protocol):
    """A message in several languages; `str` gives the English text."""

    def localize(self, lang: str) -> str: ...


@runtime_checkable
class Named(Protocol):
    """An object with names by language."""

    @property
    def names(self) -> Texts: ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence in every language; its placeholders `{name}` are filled on localization."""

    texts: Texts
    gaps: Mapping[str, object]

    def localize(self, lang: str = "en") -> str:
        """Return the sentence in a language; in English if there is no translation."""
        words = {gap: in_words(value, lang) for gap, value in self.gaps.items()}
        return in_language(self.texts, lang).format_map(words)

    def __str__(self) -> str:
        return self.localize()


def phrase(texts: Texts, **gaps: object) -> Phrase:
    """Make a phrase from `texts`; `gaps` fill its placeholders with values for `in_words`."""
    return Phrase(texts, gaps)


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences in every language, one after the other; each is anything for `in_words`.

    >>> str(Sentences(("12 tiles, one too few", "which is missing? (none: none)", "say which")))
    '12 tiles, one too few. Which is missing? (none: none). Say which'
    """

    parts: tuple[object, ...]

    def localize(self, lang: str = "en") -> str:
        """Return the sentences in a language; the last has no full stop, as in other errors."""
        text = ""
        for part in self.parts:
            sentence = in_words(part, lang)
            stop = "" if text.endswith(("?", ".")) else "."
            text = f"{text}{stop} {sentence[:1].upper()}{sentence[1:]}" if text else sentence
        return text

    def __str__(self) -> str:
        return self.localize()


def is_language(code: str) -> bool:
    """Return whether texts can be given in a language, perhaps with names in a second one.

    >>> is_language("it"), is_language("it+zh"), is_language("zh+it"), is_language("it+")
    (True, True, False, False)
    """
    lang, plus, second = code.partition("+")
    return lang in ALL_LANGUAGES and (not plus or second in languages())


def in_language(texts: Texts, lang: str) -> str:
    """Return the text in `lang`: one of `texts`, its file's, or in English."""
    return texts.get(sentence_language(lang)) or translate(texts["en"], lang)


def name_in_language(names: Texts, lang: str) -> str:
    """Return a name in a language; in `it+zh` also in the second one, if that has it.

    >>> name_in_language({"en": "All Chows", "it": "Tutti Chow", "zh": "平和"}, "it+zh")
    'Tutti Chow 平和'
    """
    name, second = in_language(names, lang), second_language(lang)
    if not second:
        return name
    other = in_language(names, second)
    return both_names(name, "" if other == names["en"] else other)


def in_words(value: object, lang: str) -> str:
    """Format `value` for users in a language.

    Args:
        value: a number, text, boolean, wind or tile; a `Translatable` or `Named` object; a tuple
            of tiles (their notation, or the name if all are equal); an `OSError`; in a text or
            path, such as the name of a photo, control characters are escaped.
        lang: the language.
    """
    if type(value) is str:  # most values: to look for a protocol's methods takes far longer
        return escape_controls(value)
    if type(value) is int:
        return str(value)
    if isinstance(value, Translatable):
        return value.localize(lang)
    if isinstance(value, bool):
        return in_language(_YES if value else _NO, lang)
    if isinstance(value, Named):
        return name_in_language(value.names, lang)
    if isinstance(value, tuple):
        return in_words(value[0], lang) if len(set(value)) == 1 else format_notation(value)
    if isinstance(value, OSError):
        return reason(value, lang)
    return escape_controls(str(value)) if isinstance(value, str | PathLike) else str(value)


def escape_controls(text: str) -> str:
    r"""Escape control characters, which a terminal would obey; also those that turn the direction.

    >>> print(escape_controls("a\x1b[2J\n.jpg"))
    a\x1b[2J\n.jpg
    """
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


_YES: Texts = {"en": "yes", "it": "sì"}
_NO: Texts = {"en": "no", "it": "no"}
