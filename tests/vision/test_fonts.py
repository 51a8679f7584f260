"""Texts in a font that has no accents."""

from __future__ import annotations

from vision.fonts import plain_letters


def test_letters_without_a_glyph_are_written_otherwise() -> None:
    assert plain_letters("più, 2 × 3 − 1 · è") == "piu', 2 x 3 - 1 - e'"
    assert plain_letters("Ümläut 萬") == "Umlaut ?"
