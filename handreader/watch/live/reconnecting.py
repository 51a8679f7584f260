"""A camera that is opened again whenever it is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from vision.cameras.camera import CameraError, Frame, Gap, source_name
from vision.cameras.open import open_camera

from .options import PHONE, is_live
from .snapshot import Message, sentence

if TYPE_CHECKING:
    from vision.cameras.camera import Camera
    from vision.cameras.uploaded import UploadedPictures

_BETWEEN = 0.25  # seconds between gaps, so that people are heard while nothing is seen


_AGAIN = 5.0  # seconds before a camera that could not be opened is tried again


class ReconnectingCamera:
    """A camera that is opened when it is looked through, and again until it answers.

    When a video is over, gaps follow, so that open questions can still be answered.

    Args:
        source: as for `vision.cameras.open.open_camera`, or `PHONE`.
        start: second at which a file begins.
        report: receives the fault of the camera; None once it sends pictures.
        phone: pictures of a phone, for the source `PHONE`.

    Raises:
        CameraError: there is no such video.
    """

    def __init__(
        self,
        source: str,
        start: float,
        report: Callable[[Message | None], None],
        phone: UploadedPictures | None = None,
    ) -> None:
        self._source, self._start, self._report = source, start, report
        self._phone = phone if source == PHONE else None
        self._stop = threading.Event()
        self._camera: Camera | None = None
        self._time = start
        self.newest: Frame | None = None
        if not is_live(source):
            open_camera(source).close()  # a file that is no video is reported at once

    @property
    def name(self) -> str:
        """Return the name of the camera for logs and messages."""
        return source_name(self._source)

    @property
    def time(self) -> float:
        """Return the second of the camera's clock."""
        return self._time

    def stop(self) -> None:
        """End the frames soon; callable from any thread."""
        self._stop.set()
        self.newest = None
        if self._phone is not None:
            self._phone.close()

    def close(self) -> None:
        """Close the camera, once no frame is needed any more."""
        if self._camera is not None:
            self._camera.close()

    def frames(self) -> Iterator[Frame | Gap]:
        """See `vision.cameras.camera.Camera`."""
        while self._camera is None and not self._stop.is_set():
            try:
                self._camera = self._phone or open_camera(self._source, self._start)
            except CameraError as error:
                self._report(sentence("no_picture", what=error))
                yield from self._gaps("lost", _AGAIN)
        try:
            yield from self._read_frames()
        except CameraError as error:  # a file that breaks off: what was seen of it stands
            self._report(sentence("stopped", what=error))
        while self._phone is not None and not self._stop.is_set():
            yield from self._read_frames()  # closed by whoever looked through it before
        while not self._stop.is_set():
            yield from self._gaps("ended", _BETWEEN)

    def _read_frames(self) -> Iterator[Frame | Gap]:
        for item in self._camera.frames() if self._camera is not None else ():
            if self._stop.is_set():
                return
            self._time = item.time
            if isinstance(item, Frame):
                self.newest = item
                self._report(None)
            yield item

    def _gaps(self, reason: str, seconds: float) -> Iterator[Gap]:
        for _ in range(max(1, round(seconds / _BETWEEN))):
            if self._stop.wait(_BETWEEN):
                return
            yield Gap(self._time, reason)
