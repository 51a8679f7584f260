"""Texts for users in English and Italian: tiles, winds, and sentences with placeholders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..tiles import Said, Tile, Wind, format_tiles
from .system import reason

LANGUAGES = ("en", "it")
Texts = Mapping[str, str]  # language -> text; "en" is always there


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

    def say(self, lang: str = "en") -> str:
        """Return the sentence in a language; in English if there is no translation."""
        words = {gap: in_words(value, lang) for gap, value in self.gaps.items()}
        return in_language(self.texts, lang).format_map(words)

    def __str__(self) -> str:
        return self.say()


def phrase(texts: Texts, **gaps: object) -> Phrase:
    """Make a phrase from `texts`; `gaps` fill its placeholders with values for `in_words`."""
    return Phrase(texts, gaps)


def in_language(texts: Texts, lang: str) -> str:
    """Return the text in `lang`, else in English."""
    return texts.get(lang) or texts["en"]


def in_words(value: object, lang: str) -> str:
    """Format `value` for users in a language.

    Args:
        value: a number, text, boolean, wind or tile; a `Translatable` or `Named` object; a tuple
            of tiles (their notation, or the name if all are equal); an `OSError`.
        lang: the language.
    """
    if isinstance(value, Said):
        return value.say(lang)
    if isinstance(value, bool):
        return in_language(_YES if value else _NO, lang)
    if isinstance(value, Wind):
        return _WINDS[lang if lang in _WINDS else "en"][value.order]
    if isinstance(value, Tile):
        return tile_name(value, lang)
    if isinstance(value, Named):
        return in_language(value.names, lang)
    if isinstance(value, tuple):
        return tile_name(value[0], lang) if len(set(value)) == 1 else format_tiles(value)
    if isinstance(value, OSError):
        return reason(value, lang)
    return str(value)


def tile_name(tile: Tile, lang: str = "en") -> str:
    """Return the name of a tile: "3 bamboo", "red dragon", "5 dots (red)"."""
    words = _TILES[lang if lang in _TILES else "en"]
    if tile.is_flower or tile.is_honour:
        return words[tile.suit].split("|")[tile.rank - 1]
    name = f"{tile.rank} {words[tile.suit]}"
    return f"{name} ({words['red']})" if tile.is_red else name


_YES: Texts = {"en": "yes", "it": "sì"}
_NO: Texts = {"en": "no", "it": "no"}
_WINDS = {"en": ("East", "South", "West", "North"), "it": ("Est", "Sud", "Ovest", "Nord")}
_TILES = {
    "en": {
        "m": "characters",
        "p": "dots",
        "s": "bamboo",
        "z": "East|South|West|North|white dragon|green dragon|red dragon",
        "f": "plum|orchid|chrysanthemum|bamboo flower|spring|summer|autumn|winter",
        "red": "red",
    },
    "it": {
        "m": "caratteri",
        "p": "palle",
        "s": "bambù",
        "z": "Est|Sud|Ovest|Nord|drago bianco|drago verde|drago rosso",
        "f": "pruno|giglio|crisantemo|bambù (fiore)|primavera|estate|autunno|inverno",
        "red": "rosso",
    },
}
