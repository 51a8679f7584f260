"""The registry of our rulebooks, each loaded on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from .rulebook import Rulebook, RulebookError
from .text import Texts, phrase

# id -> module and name in it; loading all of them would cost every start of the program
_SHELF = {
    "zung-jung": ("zung_jung", "zung_jung"),
    "chinese-official": ("chinese_official", "chinese_official"),
    "mcr": ("mcr", "mcr"),
    "riichi-ema": ("riichi_ema", "riichi_ema"),
    "riichi-ema-2016": ("riichi_presets", "ema_2016"),
    "riichi-wrc-2015": ("riichi_presets", "wrc_2015"),
    "riichi-tenhou": ("riichi_presets", "tenhou"),
    "riichi-mahjong-soul": ("riichi_presets", "mahjong_soul"),
    "riichi-m-league": ("riichi_presets", "m_league"),
    "riichi-three-players": ("riichi_presets", "tenhou_three"),
}
_UNKNOWN: Texts = {
    "en": "no rule set {id}; expected one of {known}",
    "it": "non c'è il regolamento {id}; serve uno fra {known}",
}


class _Shelf(Mapping[str, Rulebook]):
    def __getitem__(self, id: str) -> Rulebook:
        module, name = _SHELF[id]
        book = getattr(import_module(f".rulebooks.{module}", __package__), name)
        assert isinstance(book, Rulebook)
        return book

    def __iter__(self) -> Iterator[str]:
        return iter(_SHELF)

    def __len__(self) -> int:
        return len(_SHELF)


RULEBOOKS: Mapping[str, Rulebook] = _Shelf()


def rulebook(id: str) -> Rulebook:
    """Return the rulebook with this id.

    Raises:
        RulebookError: an unknown id; names the known ones.
    """
    if id not in _SHELF:
        raise RulebookError(phrase(_UNKNOWN, id=repr(id[:40]), known=", ".join(_SHELF)))
    return RULEBOOKS[id]
