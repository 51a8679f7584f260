"""Text in English and Italian: sentences with placeholders, and values put into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from .os_errors import reason
from .tile_names import format_notation

LANGUAGES = ("en", "it")
Texts = Mapping[str, str]  # language -> text; "en" is always there


@runtime_checkable
class Translatable(Protocol):
    """Anything that people are told in their language; `str` gives it in English."""

    def say(self, lang: str) -> str: ...


@runtime_checkable
class Named(Protocol):
    """Anything with names by language."""

    @property
    def names(self) -> Texts: ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence in every language, its gaps `{name}` filled when it is said."""

    texts: Texts
    gaps: Mapping[str, object]

    def say(self, lang: str = "en") -> str:
        """The sentence in a language; English where there is no other."""
        words = {gap: in_words(value, lang) for gap, value in self.gaps.items()}
        return in_language(self.texts, lang).format_map(words)

    def __str__(self) -> str:
        return self.say()


def phrase(texts: Texts, **gaps: object) -> Phrase:
    """`texts` with its gaps: whatever `in_words` takes."""
    return Phrase(texts, gaps)


def in_language(texts: Texts, lang: str) -> str:
    """The text in `lang`, else in English."""
    return texts.get(lang) or texts["en"]


def in_words(value: object, lang: str) -> str:
    """What people call `value` in a language.

    Args:
        value: a number, text, yes or no, anything `Translatable` (a tile, a wind) or with names; a
            tuple of tiles (their notation, unless all are alike); an error of the system.
        lang: the language.
    """
    if isinstance(value, Translatable):
        return value.say(lang)
    if isinstance(value, bool):
        return in_language(_YES if value else _NO, lang)
    if isinstance(value, Named):
        return in_language(value.names, lang)
    if isinstance(value, tuple):
        return in_words(value[0], lang) if len(set(value)) == 1 else format_notation(value)
    if isinstance(value, OSError):
        return reason(value, lang)
    return str(value)


_YES: Texts = {"en": "yes", "it": "sì"}
_NO: Texts = {"en": "no", "it": "no"}
