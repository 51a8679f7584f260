"""Fonts of drawn text: a font of the system, else Pillow's own, which has no accents."""

from __future__ import annotations

import unicodedata
from functools import cache

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_FILES = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf", "arial.ttf", "Verdana.ttf")


@cache
def text_font(size: int) -> Font:
    """Return a font of a height in pixels."""
    for name in _FILES:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size=size)


def drawable(text: str) -> str:
    """Return a text as the font of the system can draw it.

    Pillow's own font has plain letters alone: `più` becomes `piu'`.
    """
    return text if has_accents() else plain_letters(text)


@cache
def has_accents() -> bool:
    """Return whether a font of the system was found."""
    font = text_font(16)
    return isinstance(font, ImageFont.FreeTypeFont) and font.getname()[0] != "Aileron"


def plain_letters(text: str) -> str:
    """Return a text in plain letters.

    >>> plain_letters("bambù, 2 × 3")
    "bambu', 2 x 3"
    """
    plain = text.replace("×", "x").replace("−", "-").replace("–", "-").replace("·", "-")
    parts = unicodedata.normalize("NFD", plain).replace("\u0300", "'")
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in parts)
