"""Pictures as they come: from a webcam, a video file or a stream of the network.

A camera gives frames, each with the second at which it was taken, and says when none come. What
is live runs by the machine's clock in a thread of its own, which keeps the newest frame alone; a
file runs by the clock of its frames, so that the same file always gives the same.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from scoring.tiles import HandReaderError

from .arrays import Pixels

LIVE_RATE = 20.0
"""Frames a second that are decoded of what is live; a hand's movement needs no more."""
STALLED = 2.0
"""Seconds without a new frame after which a camera counts as lost."""
_BACKOFF = (0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before each new try; the last one ever after
_DEVICES = Path("/dev")


class CameraError(HandReaderError):
    """A camera that cannot be opened, or a video that ended before its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera.

    Attributes:
        number: counted from 0, those that nobody looked at included.
        time: seconds of the camera's clock.
        pixels: uint8 RGB, shape (H, W, 3); the same shape in every frame of a camera.
    """

    number: int
    time: float
    pixels: Pixels


@dataclass(frozen=True, slots=True)
class Gap:
    """No picture comes now.

    Attributes:
        time: seconds of the camera's clock.
        reason: "lost", "stalled" or "size" (frames of another shape come).
    """

    time: float
    reason: str


class Camera(Protocol):
    """Anything that gives frames."""

    @property
    def name(self) -> str:
        """What it is called in logs and messages."""
        ...

    def frames(self) -> Iterator[Frame | Gap]:
        """Frames as they come, a gap now and then while none come; ends with the video.

        Raises:
            CameraError: a video that breaks off.
        """
        ...

    def close(self) -> None:
        """Lets the camera go."""
        ...


def open_camera(source: str, start: float = 0.0) -> Camera:
    """The camera that `source` names.

    Args:
        source: a webcam's number, a URL (http, rtsp, ...), or a video file.
        start: seconds to leave out at the beginning of a file.

    Raises:
        CameraError: it cannot be opened, and why.
    """
    _be_quiet()
    if source.isascii() and source.isdigit():
        return webcam(int(source))
    if "://" in source:
        return stream(source)
    return VideoFile(Path(source), start)


class VideoFile:
    """A video file, by the clock of its own frames."""

    def __init__(self, path: Path, start: float = 0.0) -> None:
        if not path.exists():
            raise CameraError(
                f"{path} does not exist: expected a video file, a webcam's number or a stream's URL"
            )
        _be_quiet()
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise CameraError(f"{path} is no video that can be read: expected MP4, AVI, MKV, MOV")
        rate = float(self._video.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 1 <= rate <= 240 else 25.0
        self._count = int(self._video.get(cv2.CAP_PROP_FRAME_COUNT))
        self._first = max(0, round(start * self._rate))
        self._path = path

    @property
    def name(self) -> str:
        """The file's name."""
        return self._path.name

    def frames(self) -> Iterator[Frame | Gap]:
        """See `Camera.frames`."""
        fit = _Fit()
        number = 0
        while self._video.grab():
            if number >= self._first:
                pixels = fit(self._video.retrieve())
                now = number / self._rate
                yield Gap(now, "size") if pixels is None else Frame(number, now, pixels)
            number += 1
        # what encoders write as the count is often off by one or two
        if self._count > 0 and number < self._count - 2 - self._count // 100:
            raise CameraError(
                f"{self._path.name} ended early, after {number / self._rate:.1f} s: {number} of "
                f"{self._count} frames could be read; copy it again"
            )

    def close(self) -> None:
        """See `Camera.close`."""
        self._video.release()


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def grab(self) -> bool:
        """Takes the next frame; false when there is none."""
        ...

    def retrieve(self) -> tuple[bool, Any]:  # cv2's own types are wider
        """The frame that was taken, BGR."""
        ...

    def release(self) -> None:
        """Closes it."""
        ...


class Live:
    """A live source, read by a thread that keeps the newest frame and opens it again when lost."""

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
        """As given."""
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
        fit, number, tries, due = _Fit(), 0, 0, 0.0
        while not self._stop.is_set():
            if video is None:
                self._stop.wait(_BACKOFF[min(tries, len(_BACKOFF) - 1)])
                tries += 1
                video = None if self._stop.is_set() else self._open()
                continue
            if not video.grab():
                video.release()
                video = None
                self._tell(None, "lost")
                continue
            now = time.monotonic()
            if now < due:
                continue
            due = now + 0.9 / LIVE_RATE
            pixels = fit(video.retrieve())
            tries = 0
            frame = None if pixels is None else Frame(number, now, pixels)
            number += 1
            self._tell(frame, "" if frame else "size")
        if video is not None:
            video.release()

    def _tell(self, frame: Frame | None, lost: str) -> None:
        with self._news:
            self._newest, self._lost = frame or self._newest, lost
            self._news.notify_all()


def webcam(number: int, stalled: float = STALLED) -> Live:
    """A webcam, by its number.

    Raises:
        CameraError: there is no such camera, or another program has it.
    """

    def opened() -> Capture | None:
        video = cv2.VideoCapture(number)
        # compressed pictures: raw ones of 1280 x 720 come 10 times a second over USB 2
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        return video if video.isOpened() else None

    first = opened()
    if first is None:
        raise CameraError(_no_webcam(number))
    return Live(f"webcam {number}", opened, first, stalled)


def _no_webcam(number: int) -> str:
    """Why a webcam cannot be opened, as far as the system tells."""
    if not _DEVICES.is_dir():
        return f"no camera {number}: is it plugged in, and may this program use it?"
    found = sorted(int(p.name[5:]) for p in _DEVICES.glob("video*") if p.name[5:].isdigit())
    if number in found:
        return f"camera {number} is busy or not allowed: close the program that uses it"
    known = f"found {', '.join(map(str, found))}" if found else "none is plugged in"
    return f"no camera {number}: {known}"


def stream(url: str, stalled: float = STALLED) -> Live:
    """A stream of the network.

    Raises:
        CameraError: nothing answers there, or what comes is no video.
    """

    def opened() -> Capture | None:
        wait = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
        video = cv2.VideoCapture(url, cv2.CAP_FFMPEG, wait)
        return video if video.isOpened() else None

    first = opened()
    if first is None:
        raise CameraError(f"no video comes from {_safe(url)}: is the address right, the camera on?")
    return Live(_safe(url), opened, first, stalled)


def _safe(url: str) -> str:
    """The URL without user and password, to be shown and logged."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path.partition('?')[0]}"


class _Fit:
    """Frames as RGB in the size of the first: cameras change theirs when light or line change."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None

    def __call__(self, retrieved: tuple[bool, Any]) -> Pixels | None:
        """The frame; None if there is none or its shape is another."""
        good, picture = retrieved
        if not good or picture is None or picture.shape[2:] != (3,) or not picture.size:
            return None
        height, width = picture.shape[:2]
        if self._size is None:
            self._size = (width, height)
        wide, tall = self._size
        if abs(width * tall - height * wide) > 0.01 * width * tall:
            return None
        if (width, height) != self._size:
            picture = cv2.resize(picture, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))


def _be_quiet() -> None:
    """Silences what OpenCV and FFmpeg write to the terminal; we say it in one line."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
