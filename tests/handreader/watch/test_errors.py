"""Errors of watching are said in both languages."""

from __future__ import annotations

from string import Formatter

from handreader.watch.errors import TEXTS, WatchError


def test_every_error_is_said_in_both_languages() -> None:
    for code, texts in TEXTS.items():
        assert set(texts) == {"en", "it"}, code
        fields = [
            {name for _, name, _, _ in Formatter().parse(text) if name} for text in texts.values()
        ]
        assert fields[0] == fields[1], code
    assert WatchError("no_deal").localize("it") == "nessuna mano è in corso"
