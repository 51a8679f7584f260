"""Characters of an openly licensed font as SVG paths, usable without the font."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.errors import HandReaderError

from .pen import Pen, number

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)


class FontMissingError(HandReaderError):
    """A font of the faces that is not on this computer, or is not that font."""


@dataclass(frozen=True, slots=True)
class FontSource:
    """The file, face and package of a font.

    Attributes:
        file: name of the file in the font folders.
        face: full name of the face in it (a collection holds several).
        package: Debian package that brings the file.
    """

    file: str
    face: str
    package: str


class Glyphs:
    """The outlines of one font."""

    def __init__(self, source: FontSource, path: Path | None = None) -> None:
        """Open the font.

        Args:
            source: which font.
            path: the file, where it is not in the usual folders.

        Raises:
            FontMissingError: the file is not there or no font, holds no face of that name, or
                fonttools is not installed.
        """
        file = path if path is not None else _find_font(source)
        if not file.is_file():
            raise FontMissingError(f"no font file {file}: give the path of {source.file}")
        self._font = _face(file, source)
        self._outlines = self._font.getGlyphSet()
        self._characters = self._font.getBestCmap()
        names = self._font["name"]
        self.version = f"{names.getDebugName(4)}, {names.getDebugName(5)}"

    def draw(
        self,
        pen: Pen,
        text: str,
        into: tuple[float, float, float, float],
        colour: str,
        bolder: float = 0,
    ) -> None:
        """Draw one character so that its ink just fills a box.

        Args:
            pen: the drawing to add to.
            text: one character.
            into: left, top, right, bottom of the ink.
            colour: of the ink.
            bolder: how far the edges are moved out; the ink still fits the box.

        Raises:
            FontMissingError: the font lacks the character.
        """
        from fontTools.pens.boundsPen import BoundsPen
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        name = self._characters.get(ord(text))
        if name is None:
            raise FontMissingError(f"{self.version} has no character {text}: use another font")
        glyph = self._outlines[name]
        bounds = BoundsPen(self._outlines)
        glyph.draw(bounds)
        x0, y0, x1, y1 = bounds.bounds
        left, top, right, bottom = into
        sx = (right - left - 2 * bolder) / (x1 - x0)
        sy = (bottom - top - 2 * bolder) / (y1 - y0)
        path = SVGPathPen(self._outlines, ntos=number)
        # Fonts count y upwards, SVG downwards.
        shift = (left + bolder - sx * x0, top + bolder + sy * y1)
        glyph.draw(TransformPen(path, (sx, 0, 0, -sy, *shift)))
        pen.solid(path.getCommands(), colour, bolder)


def _find_font(source: FontSource) -> Path:
    for folder in FONT_FOLDERS:
        for path in sorted(folder.rglob(source.file)) if folder.is_dir() else ():
            return path
    raise FontMissingError(
        f"no font {source.file} in the font folders: install the Debian package "
        f"{source.package}, or give the font's path"
    )


def _face(file: Path, source: FontSource) -> TTFont:
    seen = []
    for font in _faces(file):
        name = str(font["name"].getDebugName(4))
        if name == source.face:
            return font
        seen.append(name)
    raise FontMissingError(f"{file.name} holds {', '.join(seen)}: expected {source.face}")


def _faces(file: Path) -> Iterator[TTFont]:
    try:
        from fontTools.ttLib import TTCollection, TTFont, TTLibError
    except ModuleNotFoundError:
        raise FontMissingError(
            "fonts are read with fonttools, which is not installed: pip install -e '.[train]'"
        ) from None
    try:
        if file.suffix.lower() in {".ttc", ".otc"}:
            yield from TTCollection(str(file)).fonts
        else:
            yield TTFont(str(file))
    except TTLibError as error:
        raise FontMissingError(f"{file.name} is no font ({error}): give another file") from None
