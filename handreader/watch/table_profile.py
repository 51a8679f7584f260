"""`handreader watch --setup`: find the places of a table in a photo of its walls."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.near import did_you_mean
from vision import Reader
from vision.arrays import Floats, Pixels
from vision.draw import Mark, annotate
from vision.geometry import as_quad
from vision.recognition.back_colour import Colour, back_colour
from vision.seen_tile import Quad, SeenTile
from vision.tracking.regions import Area
from vision.tracking.table_geometry import (
    SeatsError,
    find_complete_walls,
    find_wall_corners,
    lower_corners,
    order_corners,
    seat_areas,
)

from ..user_files import file_stem, user_folder, write_atomically
from .errors import WatchError
from .log.event_text import localize

_MOVED = 0.2
"""Fraction of a side by which a corner of the walls may differ: no two builds are equal."""
_COLOURS = {"hand": (86, 180, 233), "pond": (240, 228, 66), "wall": (230, 159, 0)}


@dataclass(frozen=True, slots=True)
class Profile:
    """One table before one camera.

    Attributes:
        name: of the table.
        size: width and height of the camera's pictures.
        corners: of the walls, as in `vision.tracking.table_geometry`.
        back: colour of the backs, red, green and blue; None if none were found or they are grey.
    """

    name: str
    size: tuple[int, int]
    corners: Quad
    back: Colour | None = None

    def areas(self, walls: bool) -> tuple[Area, ...]:
        """Return the areas of the players' places; with the walls if these show indicators."""
        return seat_areas(self.corners, walls)

    def shift(self, transform: Floats) -> Profile:
        """Return the profile after the camera was moved.

        Args:
            transform: from the pictures of this profile to the present ones, shape (3, 3).
        """
        corners = np.asarray(self.corners, np.float64)[None]
        return replace(self, corners=as_quad(cv2.perspectiveTransform(corners, transform)[0]))

    def check_size(self, size: tuple[int, int], camera: str) -> None:
        """Check that the size of the pictures is this table's.

        Raises:
            WatchError: it is another size.
        """
        if size != self.size:
            raise WatchError(
                "other_size",
                name=self.name,
                camera=camera,
                size=f"{self.size[0]}×{self.size[1]}",
                given=f"{size[0]}×{size[1]}",
            )

    def check_walls(self, tiles: Sequence[SeenTile], camera: str) -> None:
        """Check that four complete walls, if visible, are in the profile's position.

        Raises:
            WatchError: they are not: another table.
        """
        found = find_complete_walls(tiles)
        if found is None:
            return
        true = np.asarray(self.corners)
        side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
        if np.linalg.norm(np.asarray(found) - true, axis=1).max() > _MOVED * side:
            raise WatchError("other_table", name=self.name, camera=camera)


def detect_profile(
    name: str, pixels: Pixels, tiles: Sequence[SeenTile], corners: Quad | None = None
) -> Profile:
    """Detect the profile of a table in a picture.

    Args:
        name: of the table.
        pixels: the picture, with the four walls built.
        tiles: in the picture.
        corners: of the walls, if given.

    Raises:
        SeatsError: the walls are not found, or do not form four sides.
    """
    size = pixels.shape[1], pixels.shape[0]
    if corners is None:
        found = find_wall_corners(tiles)
        if find_complete_walls(tiles) is None:  # backs of a game that is being played
            raise SeatsError("no_walls")
        corners = lower_corners(found, size)
    return Profile(name, size, corners, back_colour(pixels, tiles))


def tables_folder() -> Path:
    """Return the folder of this user's tables."""
    return user_folder() / "tables"


def profile_path(name: str) -> Path:
    """Return the file path of the table of this name, existing or not.

    Raises:
        WatchError: the name is invalid.
    """
    stem = file_stem(name, 40)
    if not stem:
        raise WatchError("bad_table", name=name[:40])
    return tables_folder() / f"{stem}.toml"


def save_profile(profile: Profile) -> Path:
    """Save a table, in place of an earlier one of its name."""
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in profile.corners)
    name = profile.name.replace("\\", "\\\\").replace('"', '\\"')
    text = (
        "# A table as `handreader watch --setup` found it. `walls`: outer corners of the walls in\n"
        "# the camera's picture, in pixels: far left, far right, near right, near left.\n"
        "# `back`: colour of the tiles' backs, red, green, blue.\n"
        f'name = "{name}"\n'
        f"size = [{profile.size[0]}, {profile.size[1]}]\n"
        f"walls = [{corners}]\n"
    )
    if profile.back is not None:
        text += f"back = [{', '.join(map(str, profile.back))}]\n"
    file = profile_path(profile.name)
    write_atomically(file, text.encode())
    return file


def load_profile(name: str) -> Profile:
    """Load the table of this name.

    Raises:
        WatchError: it is not found, or its file is damaged.
    """
    file = profile_path(name)
    if not file.is_file():
        raise _no_table(name)
    try:
        read = tomllib.loads(file.read_text("utf-8"))
        size = (int(read["size"][0]), int(read["size"][1]))
        corners = order_corners(np.array(read["walls"], np.float64))
        return Profile(str(read["name"]), size, corners, _parse_colour(read.get("back")))
    except (ValueError, KeyError, IndexError, TypeError, OSError) as error:
        raise WatchError("damaged_table", file=file, why=error) from None


def table_names() -> tuple[str, ...]:
    """Return the names of the tables that were set up, as their files have them, sorted."""
    return tuple(sorted(path.stem for path in tables_folder().glob("*.toml")))


def find_table(name: str) -> str:
    """Return the name of a table as its file has it; the file may be damaged.

    Raises:
        WatchError: it is not found; names the nearest one.
    """
    file = profile_path(name)
    if not file.is_file():
        raise _no_table(name)
    return file.stem


def rename_table(name: str, new: str) -> None:
    """Rename a table.

    Raises:
        WatchError: it is not found or damaged, or the new name is invalid or in use.
    """
    profile, file, target = load_profile(name), profile_path(name), profile_path(new)
    if target.exists() and target != file:
        raise WatchError("table_taken", name=new)
    save_profile(replace(profile, name=new))
    if target != file:
        file.unlink()


def forget_table(name: str) -> None:
    """Remove a table.

    Raises:
        WatchError: it is not found; names the nearest one.
    """
    (tables_folder() / f"{find_table(name)}.toml").unlink()


def _no_table(name: str) -> WatchError:
    known = table_names()
    if not known:
        return WatchError("no_tables", name=name)
    found = ", ".join(known)
    return WatchError("no_table", name=name, found=found, meant=did_you_mean(name, known))


def _parse_colour(value: object) -> Colour | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 3 or not set(value) <= set(range(256)):
        raise ValueError(f"back = {value}")
    return value[0], value[1], value[2]


def parse_corners(text: str) -> Quad:
    """Parse four corners as typed: `x,y x,y x,y x,y`, in pixels.

    Raises:
        WatchError: the text has another form.
    """
    try:
        points = [tuple(map(float, pair.split(","))) for pair in text.split()]
        return order_corners(np.array(points, np.float64))
    except ValueError:
        raise WatchError("bad_corners", corners=text[:60]) from None


def outline_places(pixels: Pixels, profile: Profile) -> Pixels:
    """Return the picture with every place outlined and labelled."""
    marks = [
        Mark(area.corners, area.name, _COLOURS[area.name.partition(" ")[0]])
        for area in profile.areas(walls=True)
    ]
    return annotate(pixels, [*marks, Mark(as_quad(np.array(profile.corners)), "", (255, 255, 255))])


def set_up(
    photo: Path,
    table: str,
    corners: str | None,
    out: Path | None,
    lang: str,
    reader: Reader,
) -> None:
    """Save the profile of a table and write a picture that outlines its places.

    Args:
        photo: taken by the camera in its final position, with the four walls built.
        table: name of the table.
        corners: of the walls, if the photo does not show them.
        out: path of the picture; None for TABLE-table.jpg.
        lang: "en" or "it".
        reader: finds the tiles of the walls.

    Raises:
        HandReaderError: the walls are not found, or the corners are invalid.
    """
    from PIL import Image

    from vision.photo import Photo, open_photo

    opened = open_photo(photo)
    opened = Photo(opened.name, opened.pixels)  # as large as it is in memory, like a frame
    tiles = reader.find_tiles(opened)
    told = None if corners is None else parse_corners(corners)
    profile = detect_profile(table, opened.pixels, tiles, told)
    picture = out or Path(f"{profile_path(table).stem}-table.jpg")
    Image.fromarray(outline_places(opened.pixels, profile)).save(picture, quality=90)
    save_profile(profile)
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in profile.corners)
    print(localize("setup", lang, name=table, picture=picture, corners=f"'{corners}'",
              width=opened.width, height=opened.height))  # fmt: skip
