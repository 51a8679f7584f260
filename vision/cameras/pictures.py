"""Pictures as a film: one file, a folder, or numbered files like `img%03d.png`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import PhotoError
from ..photo import open_photo, shrink
from ..picture_names import is_picture_name
from .camera import CameraError, Frame, FrameConverter, Gap

PICTURE_SECONDS = 8.0
"""Seconds for which each picture is shown: doubtful tiles are read four times, and a hand with one
waits for 6 seconds until it is proposed."""
_SCENE = 2.0  # seconds in which a picture can be read by itself; a film's frames are shorter
_RATE = 5.0  # frames a second while a picture is shown
_LONGEST = 2560  # pixels of a side: twice a webcam's
_NUMBERED = re.compile(r"(?P<before>[^%]*)%(0?(?P<digits>\d+))?d(?P<after>[^%]*)")
_DIGITS = re.compile(r"(\d+)")


class PictureSequence:
    """Pictures that are shown one after the other, by a clock of their own.

    Each is a scene of any size, unless they are shown as fast as the frames of a film: then all
    have the size of the first.

    Args:
        source: a picture, a folder, or a path whose name has `%d` or `%03d` in place of a number.
        seconds: for which each picture is shown.
        start: seconds to skip at the beginning.

    Raises:
        CameraError: no such folder, or no pictures.
    """

    def __init__(self, source: Path, seconds: float = PICTURE_SECONDS, start: float = 0.0) -> None:
        self._source = source
        self._pictures = _find_pictures(source)
        self._seconds, self._start = seconds, start

    @property
    def pictures(self) -> tuple[Path, ...]:
        """Return the pictures in the order in which they are shown."""
        return tuple(self._pictures)

    @property
    def name(self) -> str:
        """Return the name of the picture, the folder or the numbered files."""
        return self._source.resolve().name

    def frames(self) -> Iterator[Frame | Gap]:
        """See `Camera.frames`; a picture that cannot be read is a gap."""
        fit = FrameConverter()
        repeats = max(1, round(self._seconds * _RATE))
        for place, path in enumerate(self._pictures):
            begun = place * self._seconds
            if begun + self._seconds <= self._start:
                continue
            scene = path.name if self._seconds >= _SCENE else None
            fit = fit if scene is None else FrameConverter()
            try:
                pixels = fit((True, shrink(open_photo(path).pixels, _LONGEST)[:, :, ::-1]))
            except PhotoError:
                yield Gap(begun, "unread")
                continue
            for part in range(repeats):
                time = begun + part * self._seconds / repeats
                if time < self._start:
                    continue
                if pixels is None:
                    yield Gap(time, fit.reason)
                else:
                    yield Frame(place * repeats + part, time, pixels, scene)
                    scene = None

    def close(self) -> None:
        """Release nothing; part of the camera protocol."""


def is_picture_sequence(path: Path) -> bool:
    """Return whether a source is a picture, a folder of them, or names numbered ones."""
    if path.exists():
        return path.is_dir() or is_picture_name(path.name)
    return _NUMBERED.fullmatch(path.name) is not None


def _find_pictures(source: Path) -> Sequence[Path]:
    """Return the pictures in order: numbers by their value.

    Raises:
        CameraError: there are none.
    """
    if source.is_file():
        return [source]
    folder, pattern = source, _NUMBERED.fullmatch(source.name)
    if not source.is_dir() and pattern is not None:
        folder = source.parent
        width = int(pattern["digits"] or 1)
        before, after = re.escape(pattern["before"]), re.escape(pattern["after"])
        name = re.compile(rf"{before}\d{{{width},}}{after}")
    else:
        name = re.compile(r".*")
    if not folder.is_dir():
        raise CameraError("no_file", path=source)
    inside = [
        path
        for path in folder.iterdir()
        if name.fullmatch(path.name) and is_picture_name(path.name) and path.is_file()
    ]
    if not inside:
        raise CameraError("no_pictures", path=source)
    return sorted(inside, key=lambda path: _by_number(path.name))


def _by_number(name: str) -> tuple[tuple[int, str], ...]:
    """Return a key by which `2.jpg` is before `10.jpg`."""
    parts = _DIGITS.split(name.lower())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)
