"""A card to share: the hand's tiles, cut from the photo, with its points and payments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from scoring import Score
from scoring.text import in_language, name_in_language
from vision import PhotoReading
from vision.draw import ROLE_COLOURS, Colour
from vision.fonts import Font, drawable, text_font
from vision.photo import Photo, Pixels
from vision.seen_tile import Quad

from ..errors import UsageError
from ..messages import localize
from .assumptions import Assumption
from .pictures import tile_label

WIDTH = 1080
"""Pixels of a card's width: as wide as a phone's screen."""
_MARGIN, _GAP = 48, 20
_TILE = 84, 112  # largest width and height of a tile
_SPACE = 0.4  # of a tile's width, between the parts of a hand
_GROUND: Colour = (18, 64, 48)
_INK: Colour = (245, 245, 238)
_SOFT: Colour = (178, 204, 190)
_POINTS: Colour = (240, 228, 66)

Cut = tuple[str, Quad | None, Colour]
"""A tile's name, its corners in the photo if it is there, and the colour of its role."""


def draw_card(
    photo: Photo,
    reading: PhotoReading,
    score: Score,
    assumed: Sequence[Assumption],
    lang: str,
    is_winner_stated: bool = True,
) -> Pixels:
    """Draw the card of a scored hand; uint8 RGB.

    Args:
        photo: the photo.
        reading: of the photo.
        score: of its hand.
        assumed: facts of its win that matter.
        lang: "en" or "it".
        is_winner_stated: whether somebody stated who won.
    """
    best = score.best
    assert best is not None, "only hands that win are shown"
    canvas = _Canvas()
    canvas.text(in_language(score.rulebook.names, lang), 34, _SOFT)
    lines = _lines_of(hand_parts(reading, lang))
    wide = min(_TILE[0], *(int((WIDTH - 2 * _MARGIN) / _length(line)) for line in lines))
    for line in lines:
        canvas.tiles(photo, line, wide)
    if shown := indicator_names(reading, lang):
        canvas.text(localize("indicators", lang, tiles=", ".join(shown)), 24, _SOFT)
    for item in best.items:
        points = f"{item.count} × {item.value}" if item.count > 1 else str(item.value)
        canvas.row(name_in_language(item.pattern.names, lang), points, 32)
    canvas.row(localize("total", lang), str(best.total), 56, _POINTS)
    if score.payments is None:
        canvas.text(localize("payer_open", lang), 28, _SOFT)
    for payment in score.payments or ():
        canvas.text(payment.localize(lang, is_winner_stated), 28)
    if assumed:
        facts = "; ".join(one.text for one in assumed)
        canvas.text(localize("assumed", lang, facts=facts), 24, _SOFT)
    return canvas.pixels()


def card_path(card: Path, picture: Path, photos: int) -> Path:
    """Return the path of a card; in a folder, by the name of its photo's outlined picture.

    Raises:
        UsageError: one file for several photos, or a name that is no PNG's.
    """
    if card.is_dir() or not card.suffix:
        return card / f"{picture.stem.removesuffix('-read')}-card.png"
    if card.suffix.lower() != ".png":
        raise UsageError("card_extension", card=card)
    if photos > 1:
        raise UsageError("one_card", card=card, photos=photos)
    return card


def hand_parts(reading: PhotoReading, lang: str) -> tuple[tuple[Cut, ...], ...]:
    """Return the parts of a hand: tiles in hand, winning tile, each set, flowers, indicators."""
    layout, tiles = reading.layout, {tile.id: tile for tile in reading.final_tiles}

    def cut(number: int) -> Cut:
        tile = tiles[number]
        return tile_label(tile.kind, lang), tile.quad, ROLE_COLOURS[layout.role(number)]

    def unseen(kind: str, role: str) -> Cut:
        return tile_label(kind, lang), None, ROLE_COLOURS[role]

    concealed = [cut(number) for number in layout.concealed]
    concealed += [unseen(kind, "concealed") for kind in layout.covered_kinds]
    winning = [] if layout.winning is None else [cut(layout.winning)]
    if layout.winning is None and layout.winning_kind is not None:
        winning = [unseen(layout.winning_kind, "winning")]
    melds = [[cut(number) for number in meld.tiles] for meld in layout.melds]
    rest = [layout.flowers, (*layout.indicators, *layout.hidden_indicators)]
    parts = [concealed, winning, *melds, *([cut(number) for number in ids] for ids in rest)]
    return tuple(tuple(part) for part in parts if part)


def indicator_names(reading: PhotoReading, lang: str) -> list[str]:
    """Return the names of the dora indicators, which are no tiles of the hand."""
    layout, tiles = reading.layout, {tile.id: tile for tile in reading.final_tiles}
    shown = (*layout.indicators, *layout.hidden_indicators)
    return [tile_label(tiles[number].kind, lang) for number in shown]


def _lines_of(parts: Sequence[Sequence[Cut]]) -> list[list[Sequence[Cut]]]:
    """Break the parts of a hand into lines: what is in hand, then sets and flowers."""
    most = (WIDTH - 2 * _MARGIN) / (_TILE[0] * 0.78)
    lines: list[list[Sequence[Cut]]] = [[]]
    for part in parts:
        if lines[-1] and _length([*lines[-1], part]) > most:
            lines.append([])
        lines[-1].append(part)
    return lines


def _length(parts: Sequence[Sequence[Cut]]) -> float:
    """Return the length of a line in tiles."""
    return sum(map(len, parts)) + _SPACE * (len(parts) - 1)


class _Canvas:
    """A card that grows downwards."""

    def __init__(self) -> None:
        self._rows: list[Image.Image] = []

    def text(self, text: str, size: int, colour: Colour = _INK) -> None:
        """Append a text, broken at spaces."""
        font = text_font(size)
        measure = ImageDraw.Draw(Image.new("RGB", (1, 1)))
        line = ""
        for word in drawable(text).split():
            longer = f"{line} {word}".strip()
            if line and measure.textlength(longer, font) > WIDTH - 2 * _MARGIN:
                self._line(line, "", size, colour)
                longer = word
            line = longer
        self._line(line, "", size, colour)

    def row(self, text: str, points: str, size: int, colour: Colour = _INK) -> None:
        """Append a line with a number at its end."""
        self._line(drawable(text), drawable(points), size, colour)

    def _line(self, left: str, right: str, size: int, colour: Colour) -> None:
        row = Image.new("RGB", (WIDTH, round(size * 1.5)), _GROUND)
        draw, middle = ImageDraw.Draw(row), row.height / 2
        draw.text((_MARGIN, middle), left, font=text_font(size), fill=colour, anchor="lm")
        if right:
            end = WIDTH - _MARGIN
            draw.text((end, middle), right, font=text_font(size), fill=colour, anchor="rm")
        self._rows.append(row)

    def tiles(self, photo: Photo, parts: Sequence[Sequence[Cut]], wide: int) -> None:
        """Append a line of tiles of a width in pixels, each over its name."""
        high = wide * _TILE[1] // _TILE[0]
        size = max(12, wide // 5)
        row = Image.new("RGB", (WIDTH, high + round(1.6 * size) + _GAP), _GROUND)
        draw, x = ImageDraw.Draw(row), float(_MARGIN)
        for part in parts:
            for name, quad, colour in part:
                at = round(x), _GAP // 2
                if quad is not None:
                    face = _cut_tile(photo, quad, (wide - 4, high - 4))
                    row.paste(Image.fromarray(face), (at[0] + 2, at[1] + 2))
                box = (at[0], at[1], at[0] + wide - 1, at[1] + high - 1)
                draw.rectangle(box, outline=colour, width=2)
                below = (x + wide / 2, at[1] + high + size * 0.8)
                draw.text(below, drawable(name), font=_narrow(name, wide), fill=_SOFT, anchor="mm")
                x += wide
            x += _SPACE * wide
        self._rows.append(row)

    def pixels(self) -> Pixels:
        """Return the card."""
        edge = np.full((_MARGIN // 2, WIDTH, 3), _GROUND, np.uint8)
        return np.vstack([edge, *(np.asarray(row) for row in self._rows), edge])


def _narrow(name: str, wide: int) -> Font:
    """Return a font in which a name is no wider than its tile."""
    measure = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    for size in range(max(12, wide // 4), 9, -1):
        if measure.textlength(drawable(name), text_font(size)) <= wide - 4:
            break
    return text_font(size)


def _cut_tile(photo: Photo, quad: Quad, size: tuple[int, int]) -> Pixels:
    """Cut a tile out of the photo, upright; uint8 RGB of this width and height."""
    width, height = size
    corners = np.asarray(photo.to_pixels(quad), np.float32)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:  # the first side of an upright tile is short
        corners = np.roll(corners, -1, axis=0)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    move = cv2.getPerspectiveTransform(corners, target)
    found = cv2.warpPerspective(photo.pixels, move, size, flags=cv2.INTER_AREA)
    return found.astype(np.uint8, copy=False)
