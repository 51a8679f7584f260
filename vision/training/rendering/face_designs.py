"""Tile faces for training: crops of real tiles, vector art, and our own drawings.

A face is an RGBA picture of one tile's face, upright, `FACE_WIDTH` x `FACE_HEIGHT` pixels. Art is
ink on a transparent ground for any body colour; a crop of a real tile includes its body and is
opaque.
"""

from __future__ import annotations

import gzip
import io
import xml.etree.ElementTree as ET
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image

from scoring.tiles import CLASSES

from ...arrays import Floats, Pixels

FACE_WIDTH, FACE_HEIGHT = 120, 156
"""Pixels of a stored face: 20 x 26 mm, the common tile."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face to print on a tile.

    Attributes:
        kind: one of `scoring.tiles.CLASSES`, never "back".
        design: name of its set or collection.
        ink: uint8 RGBA, shape (FACE_HEIGHT, FACE_WIDTH, 4).
        body: colour of the tile around the ink in a crop, (r, g, b); None for art.
    """

    kind: str
    design: str
    ink: Pixels
    body: tuple[int, int, int] | None


def blank_face(face: Face) -> Face:
    """Return the white dragon of many sets: a tile of the same set without ink.

    A crop keeps its rim and the run of its light, so that a blank is no flatter than its
    neighbours.
    """
    blank = np.zeros_like(face.ink)
    if face.body is None:
        blank[:, :, :3] = 235
        return Face("5z", face.design, blank, face.body)
    blank[:] = face.ink
    blank[:, :, 3] = 255
    rim = 8
    band = face.ink[:, :, :3].astype(np.float32)
    left, right = (np.median(part, axis=1) for part in (band[:, 3:rim], band[:, -rim:-3]))
    left, right = (_smooth(side[rim:-rim]) for side in (left, right))
    across = np.linspace(0, 1, FACE_WIDTH - 2 * rim, dtype=np.float32)[None, :, None]
    inner = left[:, None] * (1 - across) + right[:, None] * across
    blank[rim:-rim, rim:-rim, :3] = np.clip(inner, 0, 255).astype(np.uint8)
    return Face("5z", face.design, blank, face.body)


def _smooth(values: Floats) -> Floats:
    """Average a run of colours, shape (n, 3), over a third of its length."""
    reach = len(values) // 6
    padded = np.pad(values, ((reach, reach), (0, 0)), mode="edge")
    total = np.cumsum(np.pad(padded, ((1, 0), (0, 0))), axis=0)
    result: Floats = (total[2 * reach + 1 :] - total[: -2 * reach - 1]) / (2 * reach + 1)
    return result


def recolour_body(face: Face, colour: tuple[int, int, int]) -> Face:
    """Return a crop whose tile has another body colour; art has none and stays as it is."""
    if face.body is None:
        return face
    own, new = (np.maximum(np.array(c, np.float32), 8.0) for c in (face.body, colour))
    ink = face.ink.copy()
    ink[:, :, :3] = np.clip(face.ink[:, :, :3] * (new / own), 0, 255).astype(np.uint8)
    return Face(face.kind, face.design, ink, colour)


def light_ink(face: Face) -> Face:
    """Return art in the light inks of a dark tile: black turns white, colours turn pale."""
    ink = face.ink.copy()
    rgb = ink[:, :, :3].astype(np.float32)
    rgb += 235.0 - rgb.max(axis=2, keepdims=True)
    ink[:, :, :3] = np.clip(rgb, 0, 255).astype(np.uint8)
    return Face(face.kind, face.design, ink, face.body)


def darken(face: Face) -> Face:
    """Return a crop of a pale tile as one of a black tile: light and dark change places, hues stay.

    Art has no body and stays as it is; `light_ink` is its counterpart.
    """
    if face.body is None:
        return face
    ink = face.ink.copy()
    ink[:, :, :3] = _swap_lightness(face.ink[:, :, :3].astype(np.float32))
    red, green, blue = (int(v) for v in _swap_lightness(np.array(face.body, np.float32)))
    return Face(face.kind, face.design, ink, (red, green, blue))


def _swap_lightness(rgb: Floats) -> Floats:
    """Return colours (..., 3) of 0 to 255 with the opposite lightness and the same hue."""
    most, least = rgb.max(axis=-1, keepdims=True), rgb.min(axis=-1, keepdims=True)
    result: Floats = np.clip(rgb + 270 - most - least, 12, 245)
    return result


_FIRST_OF_SET = (1, 69, 177, 321, 464, 591, 735, 879, 907)
"""Numbers in `camerash_more` at which another set begins."""


def crop_faces(folder: Path) -> Iterator[Face]:
    """Yield crops of real tiles: `folder`/COLLECTION/KIND/*.jpg."""
    for path in sorted(folder.glob("*/*/*")):
        if path.parent.name not in CLASSES:
            continue
        picture = Image.open(path).convert("RGB")
        pixels = np.asarray(picture.resize((FACE_WIDTH, FACE_HEIGHT), Image.Resampling.LANCZOS))
        design = path.parent.parent.name
        if design == "camerash_more":
            design += f"-{bisect(_FIRST_OF_SET, int(path.stem))}"
        yield opaque_face(path.parent.name, design, pixels)


def opaque_face(kind: str, design: str, pixels: Pixels) -> Face:
    """Return the face of a picture of one whole tile, (FACE_HEIGHT, FACE_WIDTH, 3)."""
    alpha = np.full((FACE_HEIGHT, FACE_WIDTH, 1), 255, np.uint8)
    return Face(kind, design, np.concatenate([pixels, alpha], axis=2), _body_colour(pixels))


def _body_colour(pixels: Pixels) -> tuple[int, int, int]:
    """Return the median colour of a band along the edges, where a tile has no ink."""
    inset = pixels[6:-6, 6:-6]
    band = np.concatenate([inset[:, :6].reshape(-1, 3), inset[:, -6:].reshape(-1, 3)])
    red, green, blue = np.median(band, axis=0)
    return int(red), int(green), int(blue)


def art_faces(folder: Path) -> Iterator[Face]:
    """Yield vector and drawn faces; the layout of each collection is known by name."""
    yield from _fluffystuff(folder / "fluffystuff")
    for name, file in (("wikimedia", "uni.svg"), ("wikimedia", "unib.svg")):
        yield from _grid_of_nine(folder / name / file, f"{name}-{file[:-4]}")
    yield from _grid_of_nine(folder / "ffalt_riichi" / "riichi.svg", "ffalt")
    for name in ("default", "jade", "traditional", "classic"):
        yield from _kmahjongg(folder / "kde" / f"{name}.svgz", f"kde-{name}")
    yield from _gnome(folder / "gnome")
    yield from _xmahjongg(folder / "xmahjongg" / "real.gif")
    for style in ("colour", "line"):
        yield from gl_mahjongtile_faces(folder / "gl_mahjongtile" / style, f"gl-{style}")


_FLUFFY = {
    **{f"{n}m": f"Man{n}" for n in range(1, 10)},
    **{f"{n}p": f"Pin{n}" for n in range(1, 10)},
    **{f"{n}s": f"Sou{n}" for n in range(1, 10)},
    **{"0m": "Man5-Dora", "0p": "Pin5-Dora", "0s": "Sou5-Dora"},
    **dict(
        zip(
            ("1z", "2z", "3z", "4z", "5z", "6z", "7z"),
            ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"),
            strict=True,
        )
    ),
}


def _fluffystuff(folder: Path) -> Iterator[Face]:
    for colouring in ("Regular", "Black"):
        for kind, name in _FLUFFY.items():
            picture = _render((folder / colouring / f"{name}.svg").read_text(encoding="utf-8"), 400)
            # "Black" has white ink on a black tile: its ink is used on any dark body
            yield Face(kind, f"fluffystuff-{colouring.lower()}", _fit(picture), None)


_GRID_ROWS: tuple[list[str | None], ...] = (
    [*(f"{n}p" for n in range(1, 10))],
    [*(f"{n}m" for n in range(1, 10))],
    [*(f"{n}s" for n in range(1, 10))],
    ["4z", "3z", "2z", "1z", None, "1f", "2f", "3f", "4f"],
    ["5f", "6f", "7f", "8f", None, None, "7z", "6z", "5z"],
)


def _grid_of_nine(path: Path, design: str) -> Iterator[Face]:
    """Yield the faces of a sheet of nine columns of 75 x 100 units, like Wikimedia's."""
    sheet = _render(path.read_text(encoding="utf-8"), 1350)
    cell = 1350 // 9
    tall = cell * 100 // 75
    for row, kinds in enumerate(_GRID_ROWS):
        for column, kind in enumerate(kinds):
            if kind:
                box = (column * cell, row * tall, (column + 1) * cell, (row + 1) * tall)
                yield Face(kind, design, _fit(sheet.crop(box)), None)


_KDE = {
    **{f"{n}m": f"CHARACTER_{n}" for n in range(1, 10)},
    **{f"{n}s": f"BAMBOO_{n}" for n in range(1, 10)},
    **{f"{n}p": f"ROD_{n}" for n in range(1, 10)},
    **{f"{n}f": f"FLOWER_{n}" for n in range(1, 5)},
    **{f"{n + 4}f": f"SEASON_{n}" for n in range(1, 5)},
    **{"4z": "WIND_1", "2z": "WIND_2", "1z": "WIND_3", "3z": "WIND_4"},
    **{"5z": "DRAGON_1", "6z": "DRAGON_2", "7z": "DRAGON_3"},
}


def _kmahjongg(path: Path, design: str) -> Iterator[Face]:
    """Yield the faces of a KMahjongg set, one element each, found by its id."""
    text = gzip.decompress(path.read_bytes()).decode()
    for kind, name in _KDE.items():
        if design == "kde-classic" and kind[1] in "fz":
            continue  # dragons as animals and trees for seasons are on no real tile
        if design in ("kde-default", "kde-jade") and kind == "5z":
            continue  # empty drawings
        picture = _render(_isolate_element(text, name), 900)
        box = picture.getchannel("A").getbbox()
        if box is None:
            continue
        pixels = picture.crop((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2))
        yield Face(kind, design, _fit(pixels, margin=0.06), None)


def _isolate_element(svg: str, name: str) -> str:
    """Hide all of the drawing but one element; the rest stays as definitions for references."""
    root = ET.fromstring(svg)
    parents = {child: parent for parent in root.iter() for child in parent}
    node = next(element for element in root.iter() if element.get("id") == name)
    transforms: list[str] = []
    while node in parents:
        node = parents[node]
        transforms.insert(0, node.get("transform", ""))
    space = "{http://www.w3.org/2000/svg}"
    hidden = ET.Element(f"{space}defs")
    hidden.extend(list(root))
    for child in list(root):
        root.remove(child)
    shown = ET.Element(f"{space}g", {"transform": " ".join(t for t in transforms if t)})
    shown.append(ET.Element(f"{space}use", {"{http://www.w3.org/1999/xlink}href": f"#{name}"}))
    root.extend([hidden, shown])
    return ET.tostring(root, encoding="unicode")


_GNOME_ROW = [f"{n}p" for n in range(1, 10)] + ["4z", "3z", "2z", "1z", "7z", "6z"]
_GNOME_ROW += [f"{n}m" for n in range(1, 10)] + [f"{n}s" for n in range(1, 10)]


def _gnome(folder: Path) -> Iterator[Face]:
    flowers: dict[str, list[str | None]] = {
        "postmodern": ["5f", "6f", "7f", "8f", None, "1f", "2f", "3f", "4f"],
        "smooth": ["2f", "3f", "1f", "4f", "5z", "5f", "6f", "7f", "8f"],
    }
    for name, sheet, inset in (
        ("postmodern", _render((folder / "postmodern.svg").read_text(encoding="utf-8"), 5504), 0.1),
        ("smooth", Image.open(folder / "smooth.png").convert("RGBA"), 0.1),
    ):
        width, height = sheet.width / 43, sheet.height / 2
        for column, kind in enumerate([*_GNOME_ROW, *flowers[name]]):
            if kind is None:
                continue
            left, right = round((column + inset) * width), round((column + 0.96) * width)
            box = (left, round(0.04 * height), right, round(0.88 * height))
            pixels = np.asarray(
                sheet.crop(box)
                .convert("RGB")
                .resize((FACE_WIDTH, FACE_HEIGHT), Image.Resampling.LANCZOS)
            )
            yield opaque_face(kind, f"gnome-{name}", pixels)


_REAL_ROWS = (
    [f"{n}p" for n in range(1, 10)],
    [f"{n}s" for n in range(1, 10)],
    [f"{n}m" for n in range(1, 10)],
    ["5f", "6f", "7f", "8f", "4z", "2z", "1z", "3z"],
    ["1f", "2f", "3f", "4f", "6z", "5z", "7z"],
)


def _xmahjongg(path: Path) -> Iterator[Face]:
    sheet = Image.open(path).convert("RGB")
    for row, kinds in enumerate(_REAL_ROWS):
        for column, kind in enumerate(kinds):
            box = (column * 59 + 1, row * 79 + 1, column * 59 + 58, row * 79 + 78)
            pixels = np.asarray(
                sheet.crop(box).resize((FACE_WIDTH, FACE_HEIGHT), Image.Resampling.LANCZOS)
            )
            yield opaque_face(kind, "xmahjongg-real", pixels)


def gl_mahjongtile_faces(folder: Path, design: str) -> Iterator[Face]:
    """Yield the faces of GL-MahjongTile: ink on white, without the drawn border."""
    for path in sorted(folder.glob("*.png")):
        if path.stem not in CLASSES or path.stem == "back":
            continue
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        border = round(0.07 * picture.width)
        inner = picture.crop((border, border, picture.width - border, picture.height - border))
        rgb = np.asarray(inner).astype(np.float32)
        cover = 1 - rgb.min(axis=2, keepdims=True) / 255  # white is the ground
        ink = (rgb - 255 * (1 - cover)) / np.maximum(cover, 1 / 255)
        rgba = np.concatenate([np.clip(ink, 0, 255), 255 * cover], axis=2).astype(np.uint8)
        yield Face(path.stem, design, _fit(Image.fromarray(rgba)), None)


def project_faces(folder: Path) -> Iterator[Face]:
    """Yield the faces this project drew: `folder`/STYLE/KIND.svg and KIND-VARIANT.svg."""
    for path in sorted(folder.glob("*/*.svg")):
        kind = path.stem.split("-")[0]
        if kind in CLASSES and kind != "back":
            yield load_drawing(path, f"ours-{path.parent.name}")


def load_drawing(path: Path, design: str, width: int = FACE_WIDTH) -> Face:
    """Load one of our own drawings as a face `width` pixels wide."""
    ink = _draw(path.read_text(encoding="utf-8"), width)
    return Face(path.stem.split("-")[0], design, ink, None)


@lru_cache(maxsize=512)  # of a style and its variants a hundred: whoever needs one needs all
def _draw(svg: str, width: int) -> Pixels:
    """Return the ink of a drawing, which nobody may write into."""
    height = round(width * FACE_HEIGHT / FACE_WIDTH)
    picture = _render(svg, 2 * width)
    ink = np.asarray(picture.resize((width, height), Image.Resampling.LANCZOS))
    ink.setflags(write=False)
    return ink


def _render(svg: str, width: int) -> Image.Image:
    """Render an SVG `width` pixels wide, RGBA."""
    import resvg_py

    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    return Image.open(io.BytesIO(png)).convert("RGBA")


def _fit(picture: Image.Image, margin: float = 0.04) -> Pixels:
    """Scale the drawing to fit a face, centred, its proportions unchanged."""
    room_w, room_h = FACE_WIDTH * (1 - 2 * margin), FACE_HEIGHT * (1 - 2 * margin)
    scale = min(room_w / picture.width, room_h / picture.height)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    face = Image.new("RGBA", (FACE_WIDTH, FACE_HEIGHT), (255, 255, 255, 0))
    small = picture.resize(size, Image.Resampling.LANCZOS)
    face.paste(small, ((FACE_WIDTH - size[0]) // 2, (FACE_HEIGHT - size[1]) // 2))
    return np.asarray(face)


def red_five(face: Face) -> Face:
    """Return the red five of a design: all ink turned red (`0m 0p 0s` from `5m 5p 5s`)."""
    rgb = face.ink[:, :, :3].astype(np.float32)
    body = np.array(face.body if face.body else (255, 255, 255), np.float32)
    # how much ink covers the body, whatever the ink's colour
    cover = np.clip(np.abs(body - rgb).max(axis=2) / 150.0, 0, 1)[:, :, None]
    if face.body is None:
        cover = np.ones_like(cover)
    red = np.array((196.0, 32.0, 38.0), np.float32) * (0.8 + 0.2 * rgb.mean(2, keepdims=True) / 255)
    mixed = np.clip(rgb * (1 - cover) + red * cover, 0, 255).astype(np.uint8)
    ink = np.concatenate([mixed, face.ink[:, :, 3:]], axis=2)
    return Face("0" + face.kind[1], face.design, ink, face.body)


def all_faces(data: Path, own: Path) -> list[Face]:
    """Return all faces of the training folder and our own drawings, and a red five per design.

    Args:
        data: the training data (`crops/`, `art/`).
        own: `datasets/faces` of the checkout.
    """
    faces = [*crop_faces(data / "crops"), *art_faces(data / "art"), *project_faces(own)]
    fives = [f for f in faces if f.kind in ("5m", "5p", "5s") and "fluffystuff" not in f.design]
    return faces + [red_five(f) for f in fives if not f.design.startswith("ours")]
