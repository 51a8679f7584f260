"""Pictures that another device sends, like a phone on a stand, as a camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

from ..arrays import Pixels
from .camera import Frame, FrameConverter, Gap

SILENT = 3.0
"""Seconds without a picture after which the device counts as lost: a Wi-Fi network that hands a
phone over to its next station is silent for one or two."""
_LOOK = 0.25  # seconds between gaps, so that people are heard while nothing is seen


class UploadedPictures:
    """The newest picture that a device sent; it is a camera as often as it is looked through.

    Args:
        name: for logs and messages.
        clock: monotonic clock, in seconds: a picture's time is that of its arrival.
    """

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._clock = name, clock
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._closings = 0

    @property
    def name(self) -> str:
        """Return the name that was given."""
        return self._name

    def put(self, pixels: Pixels) -> None:
        """Take the device's next picture, uint8 RGB; an older one that nobody saw is dropped."""
        with self._news:
            number = 0 if self._newest is None else self._newest.number + 1
            self._newest = Frame(number, self._clock(), pixels)
            self._news.notify_all()

    def is_silent(self) -> bool:
        """Return whether no picture came for some seconds."""
        newest = self._newest
        return newest is None or self._clock() - newest.time > SILENT

    def frames(self) -> Iterator[Frame | Gap]:
        """See `Camera.frames`; ends when it is closed. All have the shape of the first."""
        fit, begun, closings = FrameConverter(), self._clock(), self._closings
        last = -1 if self.is_silent() or self._newest is None else self._newest.number - 1
        while True:
            with self._news:
                fresh = self._news.wait_for(partial(self._is_new, last, closings), timeout=_LOOK)
                newest = self._newest
            if closings != self._closings:
                return
            if fresh and newest is not None:
                last = newest.number
                pixels = fit((True, newest.pixels[:, :, ::-1]))
                if pixels is None:
                    yield Gap(newest.time, fit.reason)
                else:
                    yield Frame(newest.number, newest.time, pixels)
            elif self.is_silent() and self._clock() - begun > SILENT:
                yield Gap(self._clock(), "phone")

    def close(self) -> None:
        """End the frames; the device goes on sending, and may be looked through again."""
        with self._news:
            self._closings += 1
            self._news.notify_all()

    def _is_new(self, last: int, closings: int) -> bool:
        is_newer = self._newest is not None and self._newest.number > last
        return is_newer or closings != self._closings
