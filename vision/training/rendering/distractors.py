"""Objects that readers confuse with tiles: cards, dominoes, dice, keys, chips, phones, cut-outs.

Each is drawn flat with its own transparency and pasted on a table before the tiles. Plain and pale
objects are left out: they cannot be distinguished from a white dragon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from ...arrays import Floats, Pixels

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#*+-/?!&%"
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.25, 0.2), (0.75, 0.2), (0.25, 0.5), (0.75, 0.5), (0.25, 0.8), (0.75, 0.8)),
}


def cut_outs(folders: Sequence[Path]) -> list[Pixels]:
    """Load photographed objects without background, uint8 RGBA, longer side at most 200 px.

    They are the stamps of Debian's tuxpaint-stamps-default; letters and drawings are left out.
    """
    from PIL import Image

    left_out = ("alphabets", "math", "shapes", "music", "faces", "cartoon")
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("stamps/**/*.png")):
            if any(part in left_out for part in path.parts):
                continue
            with Image.open(path) as opened:
                picture = opened.convert("RGBA")
            picture.thumbnail((200, 200))
            found.append(np.asarray(picture))
    return found


def scatter_distractors(
    picture: Pixels, things: Sequence[Pixels], rng: np.random.Generator
) -> None:
    """Paste a few distractors on a picture (uint8 RGB), in place: singly, in rows or heaps."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 6))):
        size = float(np.exp(rng.uniform(np.log(0.03), np.log(0.3)))) * width
        make = _pick_maker(things, rng)
        turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.6 else float(rng.normal(0, 0.1))
        flat = float(rng.uniform(0.45, 1.0))
        at = rng.uniform(0, [width, height])
        step = np.array([np.cos(turn), np.sin(turn)]) * size * rng.uniform(0.6, 1.2)
        for number in range(int(rng.integers(2, 9)) if rng.random() < 0.3 else 1):
            place = at + number * step + rng.normal(0, 0.03, 2) * size
            paste_distractor(picture, make(rng), place, size, turn + rng.normal(0, 0.04), flat)


def random_distractor(things: Sequence[Pixels], rng: np.random.Generator) -> Pixels:
    """Return one random distractor, uint8 RGBA, about 100 px."""
    return _pick_maker(things, rng)(rng)


def _pick_maker(
    things: Sequence[Pixels], rng: np.random.Generator
) -> Callable[[np.random.Generator], Pixels]:
    if things and rng.random() < 0.45:
        found = things[int(rng.integers(len(things)))]
        return lambda _: found
    makers = (_card, _domino, _die, _key, _chip, _phone, _book, _label, _piece)
    return makers[int(rng.integers(len(makers)))]


def paste_distractor(
    picture: Pixels, thing: Pixels, centre: Floats, size: float, turn: float, flat: float
) -> None:
    """Paste an RGBA picture with a soft shadow; `size` is its longer side in pixels."""
    rows, columns = thing.shape[:2]
    scale = size / max(rows, columns)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    move = np.array([[c, -s, 0.0], [s * flat, c * flat, 0.0]])
    reach = int(size * 0.75) + 4
    move[:, 2] = reach - move[:, :2] @ np.array([columns / 2, rows / 2])
    source = thing
    if scale < 0.6:  # warpAffine does not average: shrink first
        source = cv2.resize(thing, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        move[:, :2] /= [source.shape[1] / columns, source.shape[0] / rows]
    drawn = cv2.warpAffine(source, move, (2 * reach, 2 * reach))
    alpha = drawn[:, :, 3:].astype(np.float32) / 255
    blur = max(1, int(size * 0.04)) * 2 + 1
    shadow = cv2.blur(alpha, (blur, blur))[:, :, None]
    shadow = np.roll(shadow, (blur // 2, blur // 3), (0, 1)) * 0.4
    y, x = int(centre[1]) - reach, int(centre[0]) - reach
    top, left = max(0, y), max(0, x)
    bottom = min(picture.shape[0], y + 2 * reach)
    right = min(picture.shape[1], x + 2 * reach)
    if bottom <= top or right <= left:
        return
    part = (slice(top - y, bottom - y), slice(left - x, right - x))
    under = picture[top:bottom, left:right] * (1 - shadow[part])
    over = under * (1 - alpha[part]) + drawn[:, :, :3][part] * alpha[part]
    picture[top:bottom, left:right] = np.clip(over, 0, 255).astype(np.uint8)


def _plate(wide: int, tall: int, colour: Floats, round_by: int = 8) -> Pixels:
    """Draw a rounded rectangle, uint8 RGBA, with a darker rim."""
    plate = np.zeros((tall, wide, 4), np.uint8)
    mask = np.zeros((tall, wide), np.uint8)
    cv2.rectangle(mask, (round_by, 0), (wide - round_by, tall), 255, -1)
    cv2.rectangle(mask, (0, round_by), (wide, tall - round_by), 255, -1)
    for x in (round_by, wide - round_by - 1):
        for y in (round_by, tall - round_by - 1):
            cv2.circle(mask, (x, y), round_by, 255, -1)
    plate[:, :, :3] = np.clip(colour, 0, 255)
    plate[:, :, 3] = mask
    rim = mask - cv2.erode(mask, np.ones((3, 3), np.uint8))
    plate[rim > 0, :3] = (np.clip(colour, 0, 255) * 0.7).astype(np.uint8)
    return plate


def _write(
    plate: Pixels, text: str, at: tuple[int, int], size: float, ink: Floats, bold: int
) -> None:
    colour = np.ascontiguousarray(plate[:, :, :3])
    cv2.putText(colour, text, at, cv2.FONT_HERSHEY_DUPLEX, size, ink.tolist(), bold, cv2.LINE_AA)
    plate[:, :, :3] = colour


def _dots(plate: Pixels, box: tuple[int, int, int, int], pips: int, ink: Floats, r: int) -> None:
    colour = np.ascontiguousarray(plate[:, :, :3])
    x0, y0, wide, tall = box
    for x, y in _PIPS[pips]:
        cv2.circle(
            colour, (int(x0 + x * wide), int(y0 + y * tall)), r, ink.tolist(), -1, cv2.LINE_AA
        )
    plate[:, :, :3] = colour


def _ink_for(colour: Floats, rng: np.random.Generator) -> Floats:
    dark = colour.mean() > 120
    return rng.uniform(0, 90, 3) if dark else rng.uniform(170, 255, 3)


def _card(rng: np.random.Generator) -> Pixels:
    """Draw a playing card: corner signs and pips, or a patterned back."""
    plate = _plate(71, 100, rng.uniform(225, 255, 3), 6)
    red = rng.random() < 0.5
    ink = np.array([190.0, 20, 30]) if red else np.array([15.0, 15, 20])
    if rng.random() < 0.2:
        plate[8:92:3, 8:63, :3] = rng.uniform(20, 160, 3)
        return plate
    sign = "A23456789JQK"[int(rng.integers(12))]
    _write(plate, sign, (5, 20), 0.6, ink, 1)
    colour = np.ascontiguousarray(plate[:, :, :3])
    pips = int(rng.integers(1, 7))
    for x, y in _PIPS[pips]:
        px, py = int(12 + x * 47), int(14 + y * 72)
        diamond = np.array([[px, py - 9], [px + 7, py], [px, py + 9], [px - 7, py]])
        if rng.random() < 0.5:
            cv2.fillPoly(colour, [diamond], ink.tolist(), cv2.LINE_AA)
        else:
            cv2.circle(colour, (px - 4, py - 2), 4, ink.tolist(), -1, cv2.LINE_AA)
            cv2.circle(colour, (px + 4, py - 2), 4, ink.tolist(), -1, cv2.LINE_AA)
            tip = np.array([[px - 8, py], [px + 8, py], [px, py + 9]])
            cv2.fillPoly(colour, [tip], ink.tolist(), cv2.LINE_AA)
    plate[:, :, :3] = colour
    return plate


def _domino(rng: np.random.Generator) -> Pixels:
    colour = rng.uniform(215, 250, 3) if rng.random() < 0.5 else rng.uniform(10, 60, 3)
    plate = _plate(50, 100, colour, 6)
    ink = _ink_for(colour, rng)
    _dots(plate, (0, 0, 50, 50), int(rng.integers(7)), ink, 5)
    _dots(plate, (0, 50, 50, 50), int(rng.integers(1, 7)), ink, 5)
    plate[49:51, 6:44, :3] = ink
    return plate


def _die(rng: np.random.Generator) -> Pixels:
    colour = rng.uniform(220, 250, 3) if rng.random() < 0.6 else rng.uniform(10, 220, 3)
    return die_face(int(rng.integers(1, 7)), colour, _ink_for(colour, rng), rng.random() < 0.5, rng)


def die_face(
    pips: int, colour: Floats, ink: Floats, is_oriental: bool, rng: np.random.Generator
) -> Pixels:
    """Draw a side of a die, uint8 RGBA.

    Args:
        pips: 1 to 6.
        colour: of the die, RGB.
        ink: of the pips, RGB.
        is_oriental: whether the one is large, and the one and the four are red.
        rng: source of chance.
    """
    plate = _plate(70, 70, colour, 14)
    if is_oriental and pips in (1, 4):
        ink = np.array([200.0, 20, 20])
    radius = int(rng.integers(5, 9))
    _dots(plate, (0, 0, 70, 70), pips, ink, int(1.7 * radius) if pips == 1 else radius)
    return plate


def _key(rng: np.random.Generator) -> Pixels:
    """Draw a key of a keyboard, a calculator or a letter game."""
    wood = rng.random() < 0.35
    colour = (
        np.array([225.0, 190, 140]) + rng.normal(0, 12, 3)
        if wood
        else rng.uniform(15, 70, 3)
        if rng.random() < 0.5
        else rng.uniform(150, 245, 3)
    )
    plate = _plate(int(rng.integers(60, 90)), 75, colour, 9)
    ink = _ink_for(colour, rng)
    text = _LETTERS[int(rng.integers(len(_LETTERS)))]
    _write(plate, text, (14, 54 if wood else 40), 1.6 if wood else 0.9, ink, 2 if wood else 1)
    if rng.random() < 0.5:
        _write(plate, str(rng.integers(10)), (44, 68), 0.5, ink, 1)
    return plate


def _chip(rng: np.random.Generator) -> Pixels:
    plate = np.zeros((100, 100, 4), np.uint8)
    colour, other = rng.uniform(10, 245, (2, 3))
    picture = np.zeros((100, 100, 3), np.uint8)
    cv2.circle(picture, (50, 50), 49, colour.tolist(), -1, cv2.LINE_AA)
    for angle in range(0, 360, 45):
        cv2.ellipse(picture, (50, 50), (44, 44), angle, 0, 18, other.tolist(), 9, cv2.LINE_AA)
    cv2.circle(picture, (50, 50), 30, other.tolist(), 2, cv2.LINE_AA)
    plate[:, :, :3] = picture
    cv2.circle(mask := np.zeros((100, 100), np.uint8), (50, 50), 49, 255, -1)
    plate[:, :, 3] = mask
    text = str(rng.choice([1, 5, 10, 25, 100, 500]))
    _write(plate, text, (50 - 9 * len(text), 58), 0.8, _ink_for(colour, rng), 2)
    return plate


def _phone(rng: np.random.Generator) -> Pixels:
    """Draw a phone or a tablet: a dark glass with rows of little icons, or switched off."""
    plate = _plate(96, 200, rng.uniform(5, 60, 3), 14)
    if rng.random() < 0.4:
        return plate
    plate[12:188, 6:90, :3] = rng.uniform(0, 255, 3)
    for y in range(20, 170, 24):
        for x in range(12, 84, 20):
            if rng.random() < 0.8:
                plate[y : y + 14, x : x + 14, :3] = rng.uniform(0, 255, 3)
    return plate


def _book(rng: np.random.Generator) -> Pixels:
    """Draw a book, a score sheet or a leaflet: lines of text and a ruled table."""
    colour = rng.uniform(215, 255, 3) if rng.random() < 0.6 else rng.uniform(20, 220, 3)
    plate = _plate(150, 200, colour, 3)
    ink = _ink_for(colour, rng)
    if rng.random() < 0.4:
        for y in range(20, 190, int(rng.integers(12, 24))):
            plate[y, 10:140, :3] = ink
        for x in range(10, 145, int(rng.integers(20, 40))):
            plate[20:190, x, :3] = ink
    for y in range(24, 190, 13):
        text = "".join(_LETTERS[int(k)] for k in rng.integers(len(_LETTERS), size=9))
        _write(plate, text, (12, y), 0.42, ink, 1)
    return plate


def _label(rng: np.random.Generator) -> Pixels:
    """Draw a box or a packet with a printed label."""
    plate = _plate(int(rng.integers(60, 140)), 100, rng.uniform(20, 250, 3), 4)
    wide = plate.shape[1]
    plate[int(rng.integers(15, 45)) : int(rng.integers(55, 90)), 6 : wide - 6, :3] = rng.uniform(
        0, 255, 3
    )
    text = "".join(_LETTERS[int(k)] for k in rng.integers(26, size=4))
    _write(plate, text, (8, 62), wide / 110, rng.uniform(0, 255, 3), 2)
    return plate


def _piece(rng: np.random.Generator) -> Pixels:
    """Draw a round piece of a board game with a sign on it, or a coin."""
    plate = np.zeros((90, 90, 4), np.uint8)
    colour = np.array([225.0, 185, 130]) if rng.random() < 0.5 else rng.uniform(10, 245, 3)
    colour = np.clip(colour + rng.normal(0, 12, 3), 0, 255)
    cv2.circle(mask := np.zeros((90, 90), np.uint8), (45, 45), 44, 255, -1, cv2.LINE_AA)
    plate[:, :, :3] = colour
    plate[:, :, 3] = mask
    ring = np.ascontiguousarray(plate[:, :, :3])
    ink = _ink_for(colour, rng)
    cv2.circle(ring, (45, 45), 38, ink.tolist(), 2, cv2.LINE_AA)
    plate[:, :, :3] = ring
    _write(plate, _LETTERS[int(rng.integers(26))], (28, 60), 1.3, ink, 2)
    return plate
