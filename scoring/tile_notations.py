"""Notations of tiles that people use, translated into ours (`123m55z0p`)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from .tile_names import wind_name

Suits = Mapping[str, tuple[str, ...]]
"""Letter of a suit -> its tiles by digit; "" for a digit that has none."""

LETTERS = "ESWN"
"""Letters of the winds, in order."""


def _suit(letter: str) -> tuple[str, ...]:
    most = {"z": 7, "f": 8}.get(letter, 9)
    red = f"0{letter}" if letter in "mps" else ""
    ranks = (f"{rank}{letter}" if rank <= most else "" for rank in range(1, 10))
    return (red, *ranks)


_OURS: Suits = {letter: _suit(letter) for letter in "mpszf"}
_AMERICAN: Suits = {
    "b": _OURS["s"],
    "c": _OURS["m"],
    "d": _OURS["p"],
    "z": _OURS["z"],
    "f": _OURS["f"],
}
_NONE = ("",) * 10
_CHINESE: Suits = {
    "w": _OURS["m"],
    "b": _OURS["p"],
    "t": _OURS["s"],
    "f": ("", "1z", "2z", "3z", "4z", *_NONE[:5]),  # feng, winds
    "j": ("", "7z", "6z", "5z", *_NONE[:6]),  # jian, dragons
    "h": _OURS["f"],  # hua, flowers
}
NAMES = {"ours": "m123 p4 s5", "american": "b1 c2 d3", "chinese": "W1 B1 T1"}
_SYSTEMS: Mapping[str, Suits] = {"ours": _OURS, "american": _AMERICAN, "chinese": _CHINESE}
# winds and dragons as letters: ours, and those of the Italian text of Zung Jung
_HONOURS = {**dict.fromkeys("ESWNCFP", ""), "O": "W", "R": "C", "V": "F", "G": "F", "B": "P"}

_HAN_HONOURS = dict(zip("東东南西北中發発发白", "EESWNCFFFP", strict=True))
_HAN_FLOWERS = dict(zip("梅蘭兰菊竹春夏秋冬", "122345678", strict=True))
_HAN_SUITS = {**dict.fromkeys("万萬", "m"), **dict.fromkeys("筒餅饼", "p")}
_HAN_SUITS |= dict.fromkeys("索条條竹", "s")
_HAN_RANKS = {han: str(rank) for rank, han in enumerate("一二三四五六七八九", start=1)}
_HAN_NUMBER = re.compile(
    rf"(?P<red>[赤紅红])?(?P<ranks>[0-9{''.join(_HAN_RANKS)}][0-9'{''.join(_HAN_RANKS)}]*)(?P<suit>[{''.join(_HAN_SUITS)}])"
)
# Mahjong tiles in the order of Unicode; bamboo is the third plant there, and our fourth
_SYMBOLS = (
    [f"{rank}z" for rank in (1, 2, 3, 4, 7, 6, 5)]
    + [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)]
    + [f"{rank}f" for rank in (1, 2, 4, 3, 5, 6, 7, 8)]
)
_SYMBOL = {chr(0x1F000 + place): tile for place, tile in enumerate(_SYMBOLS)}
_SEPARATORS = str.maketrans(dict.fromkeys(",;、·", " "))
_WIND_LETTERS = {
    "O": "W",
    **{f"{place}Z": wind for place, wind in enumerate(LETTERS, start=1)},
    **{wind_name(wind, lang).upper(): wind for lang in ("en", "it") for wind in LETTERS},
}
_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))
_TENHOU_LINK = re.compile(r"\S*tenhou\.net/\S*[?&]q=([0-9mpsz]+)\S*")
_PIECE = re.compile(r"(?P<number>[0-9][0-9']*)|(?P<letter>[A-Za-z])|(?P<other>[\s\[\]()<>^'+])")


@lru_cache(maxsize=1 << 8)
def translations(text: str) -> tuple[tuple[str, str], ...]:
    """Return each way to read tiles in another notation, with an example of the notation.

    >>> translations("b123 c4 EE")
    (('1s2s3s 4m EE', 'b1 c2 d3'),)

    Args:
        text: tiles, or a whole hand with its brackets and marks.

    Returns:
        none for text that is in no notation; several for one that has several meanings.
    """
    plain = _without_symbols(text)
    found: dict[str, str] = {}
    for name, before in product(_SYSTEMS, (False, True)):
        if name == "chinese" and plain.islower() and not set(plain) & set("wtjh"):
            continue  # small b alone is bamboo in every book that writes it small
        read = _read(plain, _SYSTEMS[name], before)
        if read is not None:
            found.setdefault(read, NAMES[name])
    return tuple(found.items())


def wind_letter(text: str) -> str:
    """Return the letter of a wind in any notation, or by name; the text itself if it is none.

    >>> wind_letter("東"), wind_letter("west"), wind_letter("Ovest")
    ('E', 'W', 'W')
    """
    plain = _without_symbols(text).strip().upper()
    return _WIND_LETTERS.get(plain, plain)


def _without_symbols(text: str) -> str:
    """Return the text with Chinese characters, symbols and full-width letters in ASCII."""
    plain = unicodedata.normalize("NFKC", text).translate(_SELECTORS).translate(_SEPARATORS)
    plain = plain.replace("’", "'").replace("′", "'")
    plain = _TENHOU_LINK.sub(r"\1", plain)
    if plain.isascii():
        return plain
    plain = _HAN_NUMBER.sub(_number, plain)
    symbols = {**_SYMBOL, **_HAN_HONOURS, **{han: f"{n}f" for han, n in _HAN_FLOWERS.items()}}
    return "".join(f"{symbols[char]} " if char in symbols else char for char in plain)


def _number(found: re.Match[str]) -> str:
    ranks = "".join(_HAN_RANKS.get(rank, rank) for rank in found["ranks"])
    if found["red"]:
        ranks = ranks.replace("5", "0", 1)
    return f"{ranks}{_HAN_SUITS[found['suit']]} "


def _read(text: str, suits: Suits, before: bool) -> str | None:
    """Return the tiles in our notation; None if they are not in this one.

    Args:
        text: ASCII, as `_without_symbols` returns it.
        suits: the suits by letter.
        before: whether the letter of a suit stands before its numbers.
    """
    pieces = []
    at = 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:
            return None
        after = _PIECE.match(text, found.end())
        pair = after is not None and {found.lastgroup, after.lastgroup} == {"number", "letter"}
        order = ("letter", "number") if before else ("number", "letter")
        if pair and after is not None and (found.lastgroup, after.lastgroup) == order:
            letter, number = (found[0], after[0]) if before else (after[0], found[0])
            if letter.lower() not in suits:
                return None
            piece = _tiles(suits[letter.lower()], number)
            at = after.end()
        elif found.lastgroup == "letter":
            piece = (_HONOURS[found[0]] or found[0]) if found[0] in _HONOURS else None
            at = found.end()
        else:
            piece = None if found.lastgroup == "number" else found[0]
            at = found.end()
        if piece is None:
            return None
        pieces.append(piece)
    return "".join(pieces)


def _tiles(suit: tuple[str, ...], number: str) -> str | None:
    """Return tiles of a suit one by one, with their marks; None if there is none of a number."""
    found = [char if char == "'" else suit[int(char)] for char in number]
    return "".join(found) if all(found) else None
