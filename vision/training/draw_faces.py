"""Draw our own mahjong faces as SVG files, one folder for each style.

The drawings are geometry written in `vision.training.faces`; only the characters come from
openly licensed fonts, whose outlines are written as paths. The files are the only faces on
pictures in this repository, and they are among the training faces of the tile reader.

    python -m vision.training.draw_faces            # write datasets/faces/
    python -m vision.training.draw_faces --check    # check whether the files are up to date
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import HandReaderError
from scoring.tiles import BACK

from .faces import birds, characters, flowers, suits
from .faces.glyphs import FontSource, Glyphs
from .faces.pen import BLUE, GREEN, INK, RED, Pen, circle

FACES = Path(__file__).parents[2] / "datasets" / "faces"

Drawings = dict[str, Pen]
"""File names without ending ("1m", "1s-crane") and what is on them."""


@dataclass(frozen=True, slots=True)
class Style:
    """A style in which a whole set is drawn.

    Attributes:
        font: of the characters, winds, dragons, flowers and indices.
        bolder: how far the edges of characters are moved out, in units of the face.
        five: character of the plain 5m, a key of `FIVES`.
        indexed: whether Western numerals and letters are in the corner.
        dot: draws one of 2 to 9 dots.
        stick: draws one of 2 to 9 bamboos.
        great_dot: 1 dot.
        second: colour of the bamboos that some sets paint blue and others green.
        wind_colour: of the four winds.
        bird: the bird of the plain 1s, a key of `BIRDS`.
        white: the white dragon of the plain 5z, a key of `_white_dragons`.
        back: the plain back, a key of `BACKS`.
    """

    font: FontSource
    bolder: float
    five: str
    indexed: bool
    dot: suits.DotMaker
    stick: suits.StickMaker
    great_dot: Pen
    second: str
    wind_colour: str
    bird: str
    white: str
    back: str


STYLES: Mapping[str, Style] = {
    "classic": Style(
        font=FontSource("LXGWWenKai-Bold.ttf", "LXGW WenKai Bold", "fonts-lxgw-wenkai"),
        bolder=2.4,
        five="formal",
        indexed=False,
        dot=suits.flower_dot,
        stick=suits.joint_stick,
        great_dot=suits.great_flower_dot(),
        second=GREEN,
        wind_colour=INK,
        bird="peacock",
        white="framed",
        back="green",
    ),
    "indexed": Style(
        font=FontSource("NotoSerifCJK-Bold.ttc", "Noto Serif CJK TC Bold", "fonts-noto-cjk"),
        bolder=1.2,
        five="simple",
        indexed=True,
        dot=suits.ring_dot,
        stick=suits.bead_stick,
        great_dot=suits.great_ring_dot(),
        second=BLUE,
        wind_colour=BLUE,
        bird="sparrow",
        white="letter-p",
        back="bamboo",
    ),
}

NUMBERS = "一二三四五六七八九"
FIVES = {"simple": "五", "formal": "伍"}
LETTERS = "ESWN"
FLOWER_NAMES = "梅蘭菊竹春夏秋冬"
BACKS = {
    "green": characters.plain_back("#1f7a4d", "#176340"),
    "blue": characters.plain_back("#2457a6", "#1a458a"),
    "amber": characters.plain_back("#e08a1e", "#c57412"),
    "bamboo": characters.woven_back("#d9b45f", "#b98f3c"),
}


def draw_style(style: Style, font: Path | None = None) -> Drawings:
    """Draw all faces of a style: the 46 plain ones and their variants.

    Raises:
        FontMissingError: the style's font is not installed.
    """
    glyphs = Glyphs(style.font, font)
    faces = _suits(style, glyphs) | _honours(style, glyphs) | _flowers(style, glyphs)
    return faces | _with_variants(BACK, BACKS, style.back)


def _suits(style: Style, glyphs: Glyphs) -> Drawings:
    faces: Drawings = {}
    fives = {
        name: characters.character(glyphs, five, INK, style.bolder) for name, five in FIVES.items()
    }
    for rank, number in enumerate(NUMBERS, start=1):
        if rank != 5:
            faces[f"{rank}m"] = characters.character(glyphs, number, INK, style.bolder)
    faces |= _with_variants("5m", fives, style.five)
    faces["1p"] = style.great_dot
    faces |= _with_variants("1s", {name: bird() for name, bird in birds.BIRDS.items()}, style.bird)
    for rank in range(2, 10):
        faces[f"{rank}p"] = suits.dots(rank, style.dot)
        faces[f"{rank}s"] = suits.bamboos(rank, style.stick, style.second)
    faces |= _red_fives(style, glyphs)
    if style.indexed:
        for name, face in faces.items():
            faces[name] = _with_index(face, glyphs, "5" if name[0] == "0" else name[0])
    return faces


def _red_fives(style: Style, glyphs: Glyphs) -> Drawings:
    """Draw the red fives all in red, and once more with a red dot beside them."""
    plain = {
        "0m": (characters.character(glyphs, FIVES[style.five], RED, style.bolder), 22 + 122j),
        "0p": (suits.dots(5, style.dot, only=RED), 36 + 130j),
        "0s": (suits.bamboos(5, style.stick, style.second, only=RED), 100 + 222j),
    }
    faces: Drawings = {}
    for name, (face, spot) in plain.items():
        dotted = Pen()
        dotted.place(face)
        dotted.fill(circle(spot, 10), RED)
        faces |= {name: face, f"{name}-dot": dotted}
    return faces


def _honours(style: Style, glyphs: Glyphs) -> Drawings:
    faces: Drawings = {}
    texts = [(wind, style.wind_colour) for wind in characters.WINDS]
    for index, letter, (text, colour) in zip(
        "123467", LETTERS + "FC", [*texts, *characters.DRAGON_COLOURS.items()], strict=True
    ):
        face = characters.honour(glyphs, text, colour, style.bolder)
        faces[f"{index}z"] = _with_index(face, glyphs, letter) if style.indexed else face
    return faces | _with_variants("5z", _white_dragons(style, glyphs), style.white)


def _white_dragons(style: Style, glyphs: Glyphs) -> Drawings:
    ornate, plain, barred = (
        characters.ornate_frame(),
        characters.plain_frame(),
        characters.bar_frame(),
    )
    return {
        "blank": Pen(),
        "framed": ornate,
        "outlined": plain,
        "barred": barred,
        "letter-p": characters.letter_frame(ornate, glyphs, "P", BLUE),
        "letter-b": characters.letter_frame(barred, glyphs, "B", RED),
        "character": characters.honour(glyphs, "白", style.wind_colour, style.bolder),
    }


def _flowers(style: Style, glyphs: Glyphs) -> Drawings:
    """Draw flowers named at the left, seasons in red at the right; indexed sets name both there."""
    faces: Drawings = {}
    for i, (picture, name) in enumerate(zip(flowers.PICTURES, FLOWER_NAMES, strict=True)):
        season, numeral = i >= 4, str(i % 4 + 1)
        face, name_right = Pen(), style.indexed or season
        if style.indexed:
            face.place(picture(), at=200, scale=(-1, 1))
        else:
            face.place(picture())
        left = 124 if name_right else 12
        name_colour = RED if season else style.wind_colour
        # Hardly bolder: fat strokes close the gaps of small characters.
        glyphs.draw(face, name, (left, 10, left + 64, 76), name_colour, style.bolder / 5)
        left, width = (14 if name_right else 158), (18 if numeral == "1" else 28)
        numeral_colour = style.wind_colour if season else RED
        glyphs.draw(face, numeral, (left, 14, left + width, 62), numeral_colour, 1)
        faces[f"{i + 1}f"] = face
    return faces


def _with_variants(kind: str, drawings: Mapping[str, Pen], plain: str) -> Drawings:
    """Name the drawing `plain` KIND and the others KIND-NAME."""
    return {kind if name == plain else f"{kind}-{name}": pen for name, pen in drawings.items()}


def _with_index(face: Pen, glyphs: Glyphs, text: str) -> Pen:
    """Shrink the face a little and add a numeral or letter in its corner."""
    pen = Pen()
    pen.place(face, at=25 + 34j, scale=0.86)
    characters.corner_index(pen, glyphs, text, RED)
    return pen


def write_drawings(drawings: Drawings, folder: Path) -> None:
    """Write the drawings as the only SVG files of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        if old.stem not in drawings:
            old.unlink()
    for name, pen in drawings.items():
        (folder / f"{name}.svg").write_text(pen.svg(), encoding="utf-8", newline="\n")


def differences(drawings: Drawings, folder: Path) -> list[str]:
    """List the files of a folder that are missing, superfluous or out of date."""
    on_disk = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.svg")}
    contents = {name: pen.svg() for name, pen in drawings.items()}
    names = sorted(on_disk.keys() | contents.keys())
    return [name for name in names if on_disk.get(name) != contents.get(name)]


def main(arguments: list[str] | None = None) -> int:
    """Draw or check every style; return 0 on success."""
    parser = argparse.ArgumentParser(prog="draw_faces", description="Draw the tile faces as SVG.")
    parser.add_argument("--check", action="store_true", help="only compare with the files on disk")
    parser.add_argument("--out", type=Path, default=FACES, help="folder of the styles")
    for name, style in STYLES.items():
        parser.add_argument(f"--{name}-font", type=Path, help=f"path of {style.font.file}")
    options = parser.parse_args(arguments)
    stale = []
    try:
        for name, style in STYLES.items():
            drawings = draw_style(style, getattr(options, f"{name}_font"))
            if options.check:
                stale += [
                    f"{name}/{face}.svg" for face in differences(drawings, options.out / name)
                ]
            else:
                write_drawings(drawings, options.out / name)
    except HandReaderError as error:
        print(error, file=sys.stderr)
        return 1
    if stale:
        print(f"not as drawn: {', '.join(stale)}; run draw_faces to write them", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
