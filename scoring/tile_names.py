"""Names of tiles and winds in English and Italian, and tiles in a row as notation.

Everything here takes the two characters of the notation ("5m", "0p", "E"), which is what a `Tile`
and a `Wind` are: so this module needs neither of them. Names in other languages are translated
whole.
"""

from __future__ import annotations

from collections.abc import Iterable

from .translations import both_names, second_language, sentence_language, translate


def tile_name(tile: str, lang: str = "en") -> str:
    """Return the name of a tile: "3 bamboo", "1 dot", "red dragon", "5 dots (red)".

    >>> tile_name("3s", "it+zh")
    '3 di bambù 三条'
    """
    if second := second_language(lang):
        english = tile_name(tile)
        other = translate(english, second)  # what has no translation is not repeated in English
        return both_names(
            tile_name(tile, sentence_language(lang)), other if other != english else ""
        )
    if lang not in _TILES:
        return translate(tile_name(tile), lang)
    words = _TILES[lang]
    digit, suit = tile[0], tile[1]
    if suit in "zf":
        return words[suit].split("|")[int(digit) - 1]
    name = f"{digit if digit != '0' else 5} {words['of']}{_suit_name(words, digit, suit)}"
    return f"{name} ({words['red']})" if digit == "0" else name


def short_tile_name(tile: str, lang: str = "en") -> str:
    """Return a name that fits beside a tile in a picture: "3 bam", "Red", "5 dots red"."""
    lang = sentence_language(lang)
    if lang not in _SHORT:
        return translate(short_tile_name(tile), lang)
    words = _SHORT[lang]
    digit, suit = tile[0], tile[1]
    if suit in "zf":
        return words[suit].split("|")[int(digit) - 1]
    name = f"{digit if digit != '0' else 5} {_suit_name(words, digit, suit)}"
    return f"{name} {words['red']}" if digit == "0" else name


def _suit_name(words: dict[str, str], digit: str, suit: str) -> str:
    """Return the name of a suit after its digit: in English one is a dot, two are dots."""
    return words.get(f"one {suit}", words[suit]) if digit == "1" else words[suit]


def short_suit_names(lang: str = "en") -> tuple[tuple[str, str], ...]:
    """Return the shortened names of suits, each with the whole name."""
    lang = sentence_language(lang)
    language = lang if lang in _SHORT else "en"
    pairs = [(_SHORT[language][suit], _TILES[language][suit]) for suit in "mps"]
    return tuple((short, whole) for short, whole in pairs if short != whole)


def wind_name(wind: str, lang: str = "en") -> str:
    """Return the name of a wind: "East"."""
    lang = sentence_language(lang)
    if lang not in _WINDS:
        return translate(wind_name(wind), lang)
    return _WINDS[lang]["ESWN".index(wind)]


def format_notation(tiles: Iterable[str]) -> str:
    """Format tiles in the order given; see `tiles.format_tiles`."""
    text, suit = "", ""
    for tile in tiles:
        if suit and tile[1] != suit:
            text += suit
        text += tile[0]
        suit = tile[1]
    return text + suit


_WINDS = {"en": ("East", "South", "West", "North"), "it": ("Est", "Sud", "Ovest", "Nord")}
_TILES = {
    "en": {
        "of": "",
        "m": "characters",
        "one m": "character",
        "p": "dots",
        "one p": "dot",
        "s": "bamboo",
        "z": "East|South|West|North|white dragon|green dragon|red dragon",
        "f": "plum|orchid|chrysanthemum|bamboo flower|spring|summer|autumn|winter",
        "red": "red",
    },
    "it": {
        "of": "di ",
        "m": "caratteri",
        "p": "palle",
        "s": "bambù",
        "z": "Est|Sud|Ovest|Nord|drago bianco|drago verde|drago rosso",
        "f": "pruno|giglio|crisantemo|bambù (fiore)|primavera|estate|autunno|inverno",
        "red": "rosso",
    },
}
_SHORT = {
    "en": {
        "m": "char",
        "p": "dots",
        "one p": "dot",
        "s": "bam",
        "z": "East|South|West|North|White|Green|Red",
        "f": "plum|orchid|mum|bam fl.|spring|summer|autumn|winter",
        "red": "red",
    },
    "it": {
        "m": "car",
        "p": "palle",
        "one p": "palla",
        "s": "bam",
        "z": "Est|Sud|Ovest|Nord|Bianco|Verde|Rosso",
        "f": "pruno|giglio|crisant.|fi. bam|primav.|estate|autunno|inverno",
        "red": "r.",
    },
}
