"""Randomly drawn sets: fonts, dots and sticks of many kinds in the traditional arrangements.

Published readers fail on sets they have not seen; the number of designs decides (measured:
a classifier trained on few designs loses 13 points). These sets cost nothing and never repeat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scoring.tiles import CLASSES

from ...arrays import Pixels
from .face_designs import FACE_HEIGHT, FACE_WIDTH, Face
from .pictorials import Colour, draw_beast, draw_plant, draw_print

_SCALE = 2  # drawn larger, then reduced: PIL draws without smoothing
_W, _H = FACE_WIDTH * _SCALE, FACE_HEIGHT * _SCALE

_BLACKS: tuple[Colour, ...] = ((20, 20, 24), (30, 34, 60), (12, 40, 30))
_BLUES: tuple[Colour, ...] = ((20, 40, 150), (24, 60, 180), (10, 20, 90), (60, 90, 190))
_GREENS: tuple[Colour, ...] = ((10, 110, 50), (20, 130, 80), (0, 80, 50), (40, 140, 60))
_REDS: tuple[Colour, ...] = ((200, 30, 35), (170, 20, 30), (220, 70, 60), (150, 20, 40))

_NUMERALS = "一二三四伍六七八九"
_HONOURS = {"1z": "東", "2z": "南", "3z": "西", "4z": "北", "6z": "發", "7z": "中"}
_INDEX_LETTERS = {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C"}
_FLOWERS = "梅蘭菊竹春夏秋冬"
_FLOWER_WORDS = (
    *(("PLUM", "PLM"), ("ORCH", "ORC"), ("MUM", "CHRY"), ("BAMB", "BAM")),
    *(("SPR", "SPRI"), ("SUM", "SUMM"), ("AUT", "FALL"), ("WIN", "WINT")),
)

_DOTS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.25), (0.5, 0.75)),
    3: ((0.22, 0.2), (0.5, 0.5), (0.78, 0.8)),
    4: ((0.27, 0.23), (0.73, 0.23), (0.27, 0.77), (0.73, 0.77)),
    5: ((0.25, 0.2), (0.75, 0.2), (0.5, 0.5), (0.25, 0.8), (0.75, 0.8)),
    6: ((0.28, 0.17), (0.72, 0.17), (0.28, 0.55), (0.72, 0.55), (0.28, 0.84), (0.72, 0.84)),
    7: (
        *((0.2, 0.12), (0.5, 0.24), (0.8, 0.36)),
        *((0.3, 0.61), (0.7, 0.61), (0.3, 0.87), (0.7, 0.87)),
    ),
    8: tuple((x, y) for y in (0.13, 0.38, 0.63, 0.88) for x in (0.3, 0.7)),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.19, 0.5, 0.81)),
}
_DOT_COLOURS = {
    2: "gb",
    3: "brg",
    4: "bggb",
    5: "bgrgb",
    6: "ggrrrr",
    7: "gggrrrr",
    8: "bbbbbbbb",
    9: "gggrrrbbb",
}
_STICKS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.5, 0.27), (0.28, 0.73), (0.72, 0.73)),
    4: ((0.28, 0.27), (0.72, 0.27), (0.28, 0.73), (0.72, 0.73)),
    5: ((0.2, 0.27), (0.8, 0.27), (0.5, 0.5), (0.2, 0.73), (0.8, 0.73)),
    6: tuple((x, y) for y in (0.27, 0.73) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.18), *((x, y) for y in (0.5, 0.82) for x in (0.2, 0.5, 0.8))),
    9: tuple((x, y) for y in (0.18, 0.5, 0.82) for x in (0.2, 0.5, 0.8)),
}
_STICK_COLOURS = {
    2: "gg",
    3: "ggg",
    4: "gggg",
    5: "ggrgg",
    6: "gggggg",
    7: "rgggggg",
    9: "grggrggrg",
}


@dataclass(frozen=True, slots=True)
class _Style:
    """The random parameters that all faces of one set share."""

    font: str
    honour_font: str
    inks: dict[str, Colour]
    numeral: Colour
    wan: Colour
    honour: Colour
    numeral_share: float
    stretch: float
    margin: float
    rings: int
    filled: bool
    petals: int
    dot_size: float
    stick_shape: int
    stick_width: float
    index: str
    white: int
    five: str
    beasts: bool
    flower_things: bool


def styles(fonts: Sequence[tuple[Path, ...]], rng: np.random.Generator) -> Iterator[_Style]:
    """Yield random styles without end over the given families of CJK fonts (`usable_fonts`)."""

    def font() -> str:
        family = fonts[int(rng.integers(len(fonts)))]
        return str(family[rng.integers(len(family))])

    while True:
        one_colour = rng.random() < 0.12
        inks = {
            "g": _pick(rng, _GREENS if rng.random() < 0.8 else _BLACKS),
            "b": _pick(rng, _BLUES if rng.random() < 0.6 else _BLACKS),
            "r": _pick(rng, _REDS),
        }
        if one_colour:
            inks["g"] = inks["b"]
        yield _Style(
            font=font(),
            honour_font=font(),
            inks=inks,
            numeral=_pick(rng, _BLACKS if rng.random() < 0.5 else _BLUES),
            wan=_pick(rng, _REDS),
            honour=_pick(rng, _BLACKS if rng.random() < 0.5 else _BLUES),
            numeral_share=float(rng.uniform(0.38, 0.5)),
            stretch=float(rng.uniform(0.85, 1.3)),
            margin=float(rng.uniform(0.04, 0.13)),
            rings=int(rng.integers(1, 4)),
            filled=bool(rng.random() < 0.4),
            petals=int(rng.choice([0, 0, 4, 5, 6, 8])),
            dot_size=float(rng.uniform(0.75, 1.0)),
            stick_shape=int(rng.integers(4)),
            stick_width=float(rng.uniform(0.3, 0.5)),
            index=str(rng.choice(["", "", "left", "right"])),
            white=int(rng.integers(5)),
            five="五" if rng.random() < 0.3 else "伍",
            beasts=bool(rng.random() < 0.2),
            flower_things=bool(rng.random() < 0.5),
        )


def _pick(rng: np.random.Generator, colours: Sequence[Colour]) -> Colour:
    red, green, blue = colours[int(rng.integers(len(colours)))]
    shift = rng.integers(-12, 13, 3)
    return (
        int(np.clip(red + shift[0], 0, 255)),
        int(np.clip(green + shift[1], 0, 255)),
        int(np.clip(blue + shift[2], 0, 255)),
    )


def draw_set(
    style: _Style, name: str, things: Sequence[Pixels], rng: np.random.Generator
) -> Iterator[Face]:
    """Draw all faces of one set, red fives included, without 1 bamboo (birds come from real sets).

    Args:
        style: shared by all its faces.
        name: the design's name.
        things: cut-outs that may be printed on its flowers, uint8 RGBA.
        rng: source of chance.
    """
    for kind in CLASSES[:-1]:
        if kind == "1s":
            continue
        picture = Image.new("RGBA", (_W, _H), (255, 255, 255, 0))
        _draw(picture, kind, style, things, rng)
        small = picture.resize((FACE_WIDTH, FACE_HEIGHT), Image.Resampling.LANCZOS)
        yield Face(kind, name, np.asarray(small), None)


def _draw(
    picture: Image.Image,
    kind: str,
    style: _Style,
    things: Sequence[Pixels],
    rng: np.random.Generator,
) -> None:
    rank, suit = int(kind[0]) or 5, kind[1]
    red = style.inks["r"] if kind[0] == "0" else None
    if suit == "m":
        _characters(picture, rank, style, red)
    elif suit == "p":
        _dots(picture, rank, style, red)
    elif suit == "s":
        _sticks(picture, rank, style, red)
    elif suit == "z":
        _honour(picture, kind, style, rng)
    else:
        _flower(picture, rank, style, things, rng)
    if style.index and suit != "f":
        label = _INDEX_LETTERS.get(kind, str(rank))
        if kind != "5z" or style.white == 4:
            _text(
                picture,
                label,
                "DejaVuSans-Bold.ttf",
                (0.03 if style.index == "left" else 0.8, 0.02, 0.17, 0.15),
                red or style.inks["r"],
            )


def _text(
    picture: Image.Image,
    text: str,
    font: str,
    box: tuple[float, float, float, float],
    colour: Colour,
) -> None:
    """Stretch text into a box given as shares of the face: left, top, width, height."""
    face = ImageFont.truetype(font, 160)
    left, top, right, bottom = face.getbbox(text)
    mask = Image.new("L", (max(1, int(right - left)), max(1, int(bottom - top))), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face)
    size = (max(1, round(box[2] * _W)), max(1, round(box[3] * _H)))
    mask = mask.resize(size, Image.Resampling.LANCZOS)
    picture.paste(
        Image.new("RGBA", size, (*colour, 255)), (round(box[0] * _W), round(box[1] * _H)), mask
    )


def _characters(picture: Image.Image, rank: int, style: _Style, red: Colour | None) -> None:
    numeral = style.five if rank == 5 else _NUMERALS[rank - 1]
    width = min(0.9, 0.62 * style.stretch)
    left = (1 - width) / 2
    room = 1 - 2 * style.margin
    top_part = style.numeral_share * room
    # a stroke alone must not be blown up to a block
    high = top_part * {1: 0.22, 2: 0.7, 3: 0.85}.get(rank, 0.94)
    _text(
        picture,
        numeral,
        style.font,
        (left, style.margin + (top_part - high) / 2, width, high),
        red or style.numeral,
    )
    _text(
        picture,
        "萬",
        style.font,
        (left, style.margin + top_part, width, room - top_part),
        red or style.wan,
    )


def _dots(picture: Image.Image, rank: int, style: _Style, red: Colour | None) -> None:
    draw = ImageDraw.Draw(picture)
    if rank == 1:
        radius = _W * 0.4 * style.dot_size
        for ring, ink in enumerate("gbrgr"):
            _disc(draw, _W / 2, _H / 2, radius * (1 - ring * 0.19), style.inks[ink], ring % 2 == 0)
        for k in range(8 + 2 * style.petals):
            angle = 2 * math.pi * k / (8 + 2 * style.petals)
            x, y = (
                _W / 2 + 0.72 * radius * math.cos(angle),
                _H / 2 + 0.72 * radius * math.sin(angle),
            )
            _disc(draw, x, y, radius * 0.1, style.inks["r"], True)
        return
    radius = {2: 0.24, 3: 0.2, 4: 0.22, 5: 0.2, 6: 0.18, 7: 0.155, 8: 0.145, 9: 0.155}[rank]
    radius *= style.dot_size * _W
    room = 1 - 2 * style.margin
    for (x, y), ink in zip(_DOTS[rank], _DOT_COLOURS[rank], strict=True):
        colour = red or style.inks[ink]
        centre = (_W * (style.margin + room * x), _H * (style.margin + room * y))
        _dot(draw, centre, radius, colour, style)


def _dot(
    draw: ImageDraw.ImageDraw,
    centre: tuple[float, float],
    radius: float,
    colour: Colour,
    style: _Style,
) -> None:
    x, y = centre
    _disc(draw, x, y, radius, colour, style.filled)
    paper = (250, 248, 240)
    if style.filled:
        for ring in range(style.rings):
            _disc(
                draw, x, y, radius * (0.75 - 0.25 * ring), paper if ring % 2 == 0 else colour, False
            )
    else:
        for ring in range(1, style.rings):
            _disc(draw, x, y, radius * (1 - 0.3 * ring), colour, False)
        _disc(draw, x, y, radius * 0.25, colour, True)
    for k in range(style.petals):
        angle = 2 * math.pi * k / style.petals
        end = (x + 0.8 * radius * math.cos(angle), y + 0.8 * radius * math.sin(angle))
        draw.line([(x, y), end], fill=paper if style.filled else colour, width=3)


def _disc(
    draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Colour, filled: bool
) -> None:
    box = (x - radius, y - radius, x + radius, y + radius)
    if filled:
        draw.ellipse(box, fill=colour)
    else:
        draw.ellipse(box, outline=colour, width=max(3, round(radius * 0.18)))


def _sticks(picture: Image.Image, rank: int, style: _Style, red: Colour | None) -> None:
    draw = ImageDraw.Draw(picture)
    room = 1 - 2 * style.margin
    if rank == 8:
        for flip in (0, 1):
            _eight(draw, style, red, room, bool(flip))
        return
    rows = 3 if rank in (7, 9) else 2
    length = room * _H / rows * 0.86
    if rank == 5:
        length *= 0.98
    width = min(length * style.stick_width * 0.55, _W * 0.14)
    for (x, y), ink in zip(_STICKS[rank], _STICK_COLOURS[rank], strict=True):
        centre = (_W * (style.margin + room * x), _H * (style.margin + room * y))
        _stick(draw, centre, length, width, 0.0, red or style.inks[ink], style)


def _eight(
    draw: ImageDraw.ImageDraw, style: _Style, red: Colour | None, room: float, flip: bool
) -> None:
    """Draw half of 8 bamboo: a W above, an M below."""
    sign = -1 if flip else 1
    middle = 0.5 + sign * 0.25
    length = room * _H * 0.4
    width = min(length * style.stick_width * 0.5, _W * 0.11)
    for x, tilt in ((0.12, 0.0), (0.37, 0.62 * sign), (0.63, -0.62 * sign), (0.88, 0.0)):
        centre = (_W * (style.margin + room * x), _H * (style.margin + room * (1 - middle)))
        long = length if tilt == 0 else length * 0.78
        _stick(draw, centre, long, width, tilt, red or style.inks["g"], style)


def _stick(
    draw: ImageDraw.ImageDraw,
    centre: tuple[float, float],
    length: float,
    width: float,
    tilt: float,
    colour: Colour,
    style: _Style,
) -> None:
    """Draw one bamboo stick of the set's shape: bar, capsule, bone, or outlined."""

    def at(u: float, v: float) -> tuple[float, float]:
        x, y = u * width / 2, v * length / 2
        return (
            centre[0] + x * math.cos(tilt) - y * math.sin(tilt),
            centre[1] + x * math.sin(tilt) + y * math.cos(tilt),
        )

    outlines: dict[int, list[tuple[float, float]]] = {
        0: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        1: [(-0.6, -1), (0.6, -1), (1, -0.8), (1, 0.8), (0.6, 1), (-0.6, 1), (-1, 0.8), (-1, -0.8)],
        2: [(-1, -1), (1, -1), (0.5, -0.1), (0.5, 0.1), (1, 1), (-1, 1), (-0.5, 0.1), (-0.5, -0.1)],
        3: [(-0.8, -1), (0.8, -1), (0.8, 1), (-0.8, 1)],
    }
    points = [at(u, v) for u, v in outlines[style.stick_shape]]
    if style.stick_shape == 3:
        draw.polygon(points, outline=colour, width=4)
    else:
        draw.polygon(points, fill=colour)
        draw.line([at(0, -0.8), at(0, 0.8)], fill=(250, 248, 240), width=3)
    for knot in (-1.0, 0.0, 1.0):
        draw.line([at(-1.1, knot), at(1.1, knot)], fill=colour, width=max(4, int(width * 0.2)))


def _honour(picture: Image.Image, kind: str, style: _Style, rng: np.random.Generator) -> None:
    if kind == "5z":
        _white(picture, style)
        return
    colour = {"6z": style.inks["g"], "7z": style.wan}.get(kind, style.honour)
    if style.beasts and kind in ("6z", "7z"):
        draw_beast(picture, colour, rng)
        return
    width = min(0.88, 0.75 * style.stretch)
    if kind == "7z":
        width *= 0.8
    _text(picture, _HONOURS[kind], style.honour_font, ((1 - width) / 2, 0.14, width, 0.72), colour)


def _white(picture: Image.Image, style: _Style) -> None:
    """Draw a white dragon: blank, framed once or twice, in a fretted frame, or with a letter."""
    draw = ImageDraw.Draw(picture)
    if style.white == 0:
        return
    edge = style.inks["b"]
    inset = 0.1 * _W
    draw.rectangle((inset, inset, _W - inset, _H - inset), outline=edge, width=8)
    if style.white >= 2:
        second = inset + 0.08 * _W
        draw.rectangle((second, second, _W - second, _H - second), outline=edge, width=5)
    if style.white == 3:
        for k in range(9):
            for y in (inset + 6, _H - inset - 0.06 * _W):
                x = inset + k * (_W - 2 * inset) / 9
                draw.rectangle((x, y, x + 10, y + 0.05 * _W), fill=edge)


def _flower(
    picture: Image.Image,
    rank: int,
    style: _Style,
    things: Sequence[Pixels],
    rng: np.random.Generator,
) -> None:
    """Draw a plant or a thing with the flower's character or word and, mostly, its number."""
    if things and style.flower_things:
        draw_print(picture, things, _pick(rng, (*_REDS, *_BLUES, *_GREENS)), rng)
    else:
        draw_plant(picture, style.inks["g"], (style.inks["r"], style.inks["b"]), rng)
    font = style.honour_font
    colour = _pick(rng, (*_REDS, *_BLUES, *_GREENS, *_BLACKS))
    number = (rank - 1) % 4 + 1
    if style.beasts:  # American sets: a word in capitals beside the number
        word = _FLOWER_WORDS[rank - 1][int(rng.integers(2))]
        _text(picture, word, "DejaVuSans-Bold.ttf", (0.3, 0.05, 0.13 * len(word), 0.12), colour)
        _text(picture, str(number), "DejaVuSans-Bold.ttf", (0.06, 0.05, 0.14, 0.15), colour)
        return
    left, right = (0.06, 0.66) if rng.random() < 0.5 else (0.66, 0.06)
    size = float(rng.uniform(0.26, 0.36))
    _text(picture, _FLOWERS[rank - 1], font, (left, 0.05, size, size * 0.8), colour)
    if rng.random() < 0.75:
        text = str(number) if rng.random() < 0.7 else _NUMERALS[number - 1]
        high = 0.04 if text == "一" else 0.16
        where = (right, 0.06, 0.16, high)
        use = "DejaVuSans-Bold.ttf" if text.isdigit() else font
        _text(picture, text, use, where, _pick(rng, (*_REDS, *_BLUES, *_BLACKS)))


_UNFIT = ("Thin", "Light", "Sousyo", "90i", "Fi", "_i", "ume-")
"""Parts of font names: hairlines, italics and grass script are on no tile; Ume repeats others."""


def usable_fonts(folders: Sequence[Path]) -> list[tuple[Path, ...]]:
    """Find the CJK fonts below the folders that have all our characters, grouped by family folder.

    A style picks a family first, so that a family of twenty weights counts once.
    """
    glyphs = _NUMERALS + "五萬" + "".join(_HONOURS.values()) + _FLOWERS
    families: dict[Path, list[Path]] = {}
    for folder in folders:
        for path in sorted([*folder.rglob("*.tt[fc]"), *folder.rglob("*.otf")]):
            if not any(part in path.stem for part in _UNFIT) and _has_glyphs(path, glyphs):
                families.setdefault(path.parent, []).append(path)
    return [tuple(paths) for paths in families.values()]


def _has_glyphs(path: Path, glyphs: str) -> bool:
    from fontTools.ttLib import TTFont

    try:
        characters = TTFont(path, fontNumber=0, lazy=True).getBestCmap() or {}
        if any(ord(c) not in characters for c in glyphs):
            return False
        face = ImageFont.truetype(str(path), 160)
        return all(face.getmask(c).getbbox() is not None for c in glyphs)
    except Exception:  # a broken font file among hundreds is no reason to stop
        return False
