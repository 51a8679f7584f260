"""A table that is set up from the page: the camera's picture, and the walls' corners in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from scoring.errors import HandReaderError
from vision import Reader
from vision.arrays import Pixels
from vision.cameras.camera import Frame, Gap
from vision.photo import Photo
from vision.tracking.table_geometry import SeatsError, order_corners

from .. import table_profile
from ..errors import WatchError
from ..table_profile import Profile, detect_profile
from .options import PHONE
from .reconnecting import ReconnectingCamera
from .snapshot import Message, sentence

if TYPE_CHECKING:
    from vision.cameras.uploaded import UploadedPictures
    from vision.seen_tile import Quad

AGAIN = 3.0
"""Seconds between two looks for the walls, while they are not found."""
ALONE = 20.0
"""Seconds after which nobody looks at the page any more: then no walls are looked for."""
_BEYOND = 0.5  # of a side: so far outside the picture a corner may be
_FIRST = ((0.3, 0.22), (0.7, 0.22), (0.82, 0.82), (0.18, 0.82))
"""Shares of the picture's sides: corners to drag where nothing else is known."""


class CornerOrigin(StrEnum):
    """Where the corners come from.

    Attributes:
        WALLS: the built walls in the picture.
        STORED: the table's earlier profile.
        FIRST: nothing; they are to be dragged.
        DRAGGED: a person.
    """

    WALLS = "walls"
    STORED = "stored"
    FIRST = "first"
    DRAGGED = "dragged"


@dataclass(frozen=True, slots=True)
class SetupView:
    """What the page shows of a table that is being set up.

    Attributes:
        revision: grows with every change.
        camera: name of the camera.
        source: as in `WatchOptions`.
        size: width and height of the camera's picture; None before the first.
        corners: of the walls, in its pixels; None before the first picture.
        origin: where they come from.
        is_searching: whether the walls are looked for right now.
        fault: why there is no picture; None while there is one.
    """

    revision: int
    camera: str
    source: str
    size: tuple[int, int] | None
    corners: Quad | None
    origin: CornerOrigin | None
    is_searching: bool
    fault: Message | None


class TableSetup:
    """A camera that is looked through to set a table up; its thread looks for the walls.

    Args:
        source: as in `WatchOptions`; live.
        table: name of the table: its earlier corners are proposed where no walls are seen.
        reader: finds the tiles of the walls.
        phone: pictures of a phone, for that source.
        clock: monotonic clock, in seconds.
    """

    def __init__(
        self,
        source: str,
        table: str,
        reader: Reader,
        phone: UploadedPictures | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source, self._table, self._reader, self._clock = source, table, reader, clock
        self._camera = ReconnectingCamera(source, 0.0, self._report, phone)
        self._lock = threading.Lock()
        self._revision = 0
        self._size: tuple[int, int] | None = None
        self._corners: Quad | None = None
        self._origin: CornerOrigin | None = None
        self._is_searching = False
        self._next_search = float("-inf")
        self._fault: Message | None = None
        self._newest: Frame | None = None
        self._looked_at = clock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="set-up", daemon=True)
        self._thread.start()

    @property
    def revision(self) -> int:
        """Return a number that grows with every change."""
        return self._revision

    def look(self) -> Frame | None:
        """Return the camera's newest picture for a page; None while there is none."""
        self._looked_at = self._clock()
        return None if self._fault is not None else self._newest

    def view(self) -> SetupView:
        """Return consistent data for a page."""
        with self._lock:
            return SetupView(
                self._revision,
                self._camera.name,
                self.source,
                self._size,
                self._corners,
                self._origin,
                self._is_searching,
                self._fault,
            )

    def close(self) -> None:
        """Stop looking through the camera, and release it."""
        self._stop.set()
        self._camera.stop()
        self._thread.join(timeout=10.0)

    def search(self) -> None:
        """Look for the walls in the next picture, whatever the corners are now."""
        with self._lock:
            self._next_search, self._is_searching = float("-inf"), True
            self._origin = None
            self._revision += 1

    def place(self, corners: Quad) -> None:
        """Place the walls' corners where a person dragged them, in pixels.

        Raises:
            WatchError: there is no picture yet.
            SeatsError: they do not form a table.
        """
        with self._lock:
            if self._size is None:
                raise WatchError("no_setup_picture")
            sides = np.array(self._size)
            points = np.asarray(corners, np.float64)
            if not np.isfinite(points).all():
                raise SeatsError("no_table")
            inside = np.clip(points, -_BEYOND * sides, (1 + _BEYOND) * sides)
            self._corners, self._origin = order_corners(inside), CornerOrigin.DRAGGED
            self._is_searching = False
            self._revision += 1

    def profile(self) -> Profile:
        """Return the table as it is set up now, with the colour of the backs in the picture.

        Raises:
            WatchError: there is no picture yet.
            HandReaderError: the reader does not work.
        """
        with self._lock:
            frame, corners = self._newest, self._corners
        if frame is None or corners is None:
            raise WatchError("no_setup_picture")
        tiles = self._reader.find_tiles(Photo("camera", frame.pixels))
        return detect_profile(self._table, frame.pixels, tiles, corners)

    # In the thread.

    def _run(self) -> None:
        while not self._stop.is_set():
            for item in self._camera.frames():
                if self._stop.is_set():
                    break
                if isinstance(item, Frame):
                    self._show(item)
                elif item.reason == "size" and self.source == PHONE:  # it was turned
                    break
                else:
                    self._mark_gap(item)
        self._camera.close()

    def _show(self, frame: Frame) -> None:
        size = (frame.pixels.shape[1], frame.pixels.shape[0])
        with self._lock:
            self._newest = frame
            if self._fault is not None or size != self._size:
                self._fault = None
                self._revision += 1
            if size != self._size:
                self._size, self._origin, self._corners = size, None, _first_corners(size)
                self._next_search = float("-inf")
            is_open = self._origin in (None, CornerOrigin.FIRST, CornerOrigin.STORED)
            is_alone = self._clock() - self._looked_at > ALONE
            if not is_open or is_alone or self._clock() < self._next_search:
                return
        self._search_walls(frame.pixels, size)

    def _search_walls(self, pixels: Pixels, size: tuple[int, int]) -> None:
        begun = self._clock()
        found, origin = self._profile_corners(size) or (_first_corners(size), CornerOrigin.FIRST)
        with suppress(HandReaderError):  # the page says that no walls are found
            tiles = self._reader.find_tiles(Photo("camera", pixels))
            found, origin = detect_profile(self._table, pixels, tiles).corners, CornerOrigin.WALLS
        with self._lock:
            # at most half of a processor, on whatever computer
            self._next_search = self._clock() + max(AGAIN, self._clock() - begun)
            if self._origin is CornerOrigin.DRAGGED:  # a person was faster
                return
            is_new = (found, origin) != (self._corners, self._origin) or self._is_searching
            self._corners, self._origin, self._is_searching = found, origin, False
            self._revision += is_new

    def _profile_corners(self, size: tuple[int, int]) -> tuple[Quad, CornerOrigin] | None:
        try:
            stored = table_profile.load_profile(self._table)
        except WatchError:
            return None
        return (stored.corners, CornerOrigin.STORED) if stored.size == size else None

    def _mark_gap(self, gap: Gap) -> None:
        if self._fault is None:
            self._report(sentence(f"pause_{gap.reason}"))

    def _report(self, fault: Message | None) -> None:
        with self._lock:
            if fault != self._fault and fault is not None:
                self._fault = fault
                self._revision += 1


def _first_corners(size: tuple[int, int]) -> Quad:
    return order_corners(np.array(_FIRST) * size)
