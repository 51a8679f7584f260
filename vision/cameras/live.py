"""Live cameras: webcams and streams, read by a thread and reopened when lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from ..arrays import Pixels
from .camera import (
    CameraError,
    Capture,
    Frame,
    FrameConverter,
    Gap,
    redact_url,
    retrieve_frame,
    source_name,
)

LIVE_RATE = 20.0
"""Frames a second that are decoded of what is live; a hand's movement needs no more."""
STALLED = 2.0
"""Seconds without a new frame after which a camera counts as lost."""
FROZEN = 10.0
"""Seconds of the very same picture after which a camera counts as stalled: a sensor's noise differs
in every picture, and a stream sends a still scene anew every few seconds."""
_SAMPLED = 8  # of so many rows and columns one is compared
_BACKOFF = (0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before each new try; the last one ever after
_DEVICES = Path("/dev")
Out = TypeVar("Out")


class LiveCamera:
    """A live source; its thread keeps the newest frame and reopens the source when it is lost."""

    def __init__(
        self, name: str, opened: Callable[[], Capture | None], first: Capture, stalled: float
    ) -> None:
        self._name, self._open = name, opened
        self._stalled = stalled
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._lost = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(first,), daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """Return the name that was given."""
        return self._name

    def frames(self) -> Iterator[Frame | Gap]:
        """See `Camera.frames`; never ends by itself."""
        last, seen_at = -1, time.monotonic()
        while not self._stop.is_set():
            with self._news:
                fresh = self._news.wait_for(partial(self._is_new, last), timeout=0.25)
                frame, lost = self._newest, self._lost
            if fresh and frame is not None:
                last, seen_at = frame.number, time.monotonic()
                yield frame
            elif lost or time.monotonic() - seen_at > self._stalled:
                yield Gap(time.monotonic(), lost or "stalled")

    def close(self) -> None:
        """See `Camera.close`."""
        self._stop.set()
        self._thread.join(timeout=1.0)

    def _is_new(self, last: int) -> bool:
        return self._newest is not None and self._newest.number > last

    def _run(self, video: Capture | None) -> None:
        fit, freeze, number, tries, due = FrameConverter(), _FreezeDetector(), 0, 0, 0.0
        while not self._stop.is_set():
            if video is None:
                self._stop.wait(_BACKOFF[min(tries, len(_BACKOFF) - 1)])
                tries += 1
                video = None if self._stop.is_set() else _call_or_none(self._open)
                continue
            if not _call_or_none(video.grab):
                video.release()
                video = None
                self._publish(None, "lost")
                continue
            now = time.monotonic()
            if now < due:
                continue
            due = now + 0.9 / LIVE_RATE
            pixels = fit(retrieve_frame(video))
            tries = 0
            if pixels is not None and freeze.seconds(pixels, now) >= FROZEN:
                self._publish(None, "stalled")
                continue
            frame = None if pixels is None else Frame(number, now, pixels)
            number += 1
            self._publish(frame, fit.reason)
        if video is not None:
            video.release()

    def _publish(self, frame: Frame | None, lost: str) -> None:
        with self._news:
            self._newest, self._lost = frame or self._newest, lost
            self._news.notify_all()


class _FreezeDetector:
    """A detector of a picture that is sent again and again; a black one may be the night's."""

    def __init__(self) -> None:
        self._sample: Pixels | None = None
        self._since = 0.0

    def seconds(self, pixels: Pixels, now: float) -> float:
        """Return for how long the picture, uint8 RGB, has been the very same."""
        sample = pixels[::_SAMPLED, ::_SAMPLED].copy()
        if self._sample is None or not sample.any() or not np.array_equal(sample, self._sample):
            self._sample, self._since = sample, now
        return now - self._since


def _call_or_none(work: Callable[[], Out]) -> Out | None:
    """Call a function; return None where a driver fails, so that the source is reopened."""
    try:
        return work()
    except Exception:
        return None


def open_webcam(number: int, stalled: float = STALLED) -> LiveCamera:
    """Open a webcam by its number.

    Raises:
        CameraError: there is no such camera, or another program has it.
    """

    def open_capture() -> Capture | None:
        video = cv2.VideoCapture(number)
        # compressed pictures: raw ones of 1280 x 720 come 10 times a second over USB 2
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        return video if video.isOpened() else None

    first = open_capture()
    if first is None:
        raise _no_webcam(number)
    return LiveCamera(source_name(str(number)), open_capture, first, stalled)


def _no_webcam(number: int) -> CameraError:
    """Return why a webcam cannot be opened, as far as the system reports it."""
    if not _DEVICES.is_dir():
        return CameraError("no_camera", number=number)
    found = sorted(int(p.name[5:]) for p in _DEVICES.glob("video*") if p.name[5:].isdigit())
    if number in found:
        return CameraError("busy", number=number)
    if not found:
        return CameraError("none_plugged_in", number=number)
    return CameraError("other_cameras", number=number, found=", ".join(map(str, found)))


def open_stream(url: str, stalled: float = STALLED) -> LiveCamera:
    """Open a network stream.

    Raises:
        CameraError: nothing answers there, or what comes is no video.
    """

    def open_capture() -> Capture | None:
        wait = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
        video = cv2.VideoCapture(url, cv2.CAP_FFMPEG, wait)
        return video if video.isOpened() else None

    first = open_capture()
    if first is None:
        raise CameraError("no_stream", url=redact_url(url))
    return LiveCamera(source_name(url), open_capture, first, stalled)
