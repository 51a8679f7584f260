"""Frames from a webcam, a video file or a network stream.

A camera yields frames, each with the second at which it was taken, and a `Gap` while none come. A
live source runs by the machine's clock in a thread of its own, which keeps only the newest frame. A
file runs by the clock of its frames, so that the same file always gives the same result.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from scoring.errors import CodedError

from ..arrays import Pixels

_TEXTS = {
    "no_file": {
        "en": "{path} does not exist: expected a video file, a folder of pictures, a webcam's "
        "number or a stream's URL",
        "it": "{path} non esiste: serve un video, una cartella di foto, il numero di una webcam o "
        "l'URL di un flusso",
    },
    "no_pictures": {
        "en": "no pictures in {path}: expected JPEG or PNG files",
        "it": "nessuna foto in {path}: servono file JPEG o PNG",
    },
    "pipe": {
        "en": "{path} is a pipe or a device: expected a video file, a webcam's number or a "
        "stream's URL",
        "it": "{path} è una pipe o un dispositivo: serve un video, il numero di una webcam o "
        "l'URL di un flusso",
    },
    "no_video": {
        "en": "{path} is not a readable video: expected MP4, AVI, MKV, MOV",
        "it": "{path} non è un video leggibile: servono MP4, AVI, MKV, MOV",
    },
    "ended_early": {
        "en": "{path} ended early, after {seconds} s: {read} of {count} frames could be read; copy "
        "it again",
        "it": "{path} finisce prima del tempo, dopo {seconds} s: si leggono {read} immagini su "
        "{count}; copialo di nuovo",
    },
    "no_camera": {
        "en": "no camera {number}: is it plugged in, and may this program use it?",
        "it": "nessuna telecamera {number}: è collegata, e questo programma può usarla?",
    },
    "none_plugged_in": {
        "en": "no camera {number}: none is plugged in",
        "it": "nessuna telecamera {number}: non ce n'è una collegata",
    },
    "other_cameras": {
        "en": "no camera {number}: found {found}",
        "it": "nessuna telecamera {number}: ci sono {found}",
    },
    "busy": {
        "en": "camera {number} is in use or not allowed: close the program that uses it",
        "it": "la telecamera {number} è occupata o non permessa: chiudi il programma che la usa",
    },
    "no_stream": {
        "en": "{url} sends no video: is the address right, and is the camera on?",
        "it": "da {url} non arriva un video: l'indirizzo è giusto, la telecamera accesa?",
    },
}


class CameraError(CodedError):
    """A camera that cannot be opened, or a video that ended before its end."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera.

    Attributes:
        number: counted from 0, skipped frames included.
        time: seconds of the camera's clock.
        pixels: uint8 RGB, shape (H, W, 3); the same shape in every frame of a scene.
        scene: name of the picture that this frame begins to show, after a cut; None for a frame
            that goes on with the one before.
    """

    number: int
    time: float
    pixels: Pixels
    scene: str | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """A time without a picture.

    Attributes:
        time: seconds of the camera's clock.
        reason: "lost", "stalled", "size" (frames of another shape come), "unread" (no frames
            that can be read) or "phone" (a phone that is the camera sends none).
    """

    time: float
    reason: str


class Camera(Protocol):
    """A source of frames."""

    @property
    def name(self) -> str:
        """Return its name for logs and messages."""
        ...

    def frames(self) -> Iterator[Frame | Gap]:
        """Yield frames as they come, and a gap now and then while none come; ends with the video.

        Raises:
            CameraError: a video that breaks off.
        """
        ...

    def close(self) -> None:
        """Release the camera."""
        ...


def source_name(source: str) -> str:
    """Return a camera's name for logs and messages, opened or not."""
    if source.isascii() and source.isdigit():
        return f"webcam {int(source)}"
    return redact_url(source) if "://" in source else Path(source).resolve().name


class VideoFile:
    """A video file, by the clock of its own frames."""

    def __init__(self, path: Path, start: float = 0.0) -> None:
        if not path.exists():
            raise CameraError("no_file", path=path)
        if not path.is_file():  # a pipe that nobody writes to would be waited for
            raise CameraError("pipe", path=path)
        silence_opencv()
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise CameraError("no_video", path=path)
        rate = float(self._video.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 1 <= rate <= 240 else 25.0
        self._count = int(self._video.get(cv2.CAP_PROP_FRAME_COUNT))
        self._first = max(0, round(start * self._rate))
        self._path = path

    @property
    def name(self) -> str:
        """Return the file's name."""
        return self._path.name

    def frames(self) -> Iterator[Frame | Gap]:
        """See `Camera.frames`."""
        fit = FrameConverter()
        number = 0
        while self._video.grab():
            if number >= self._first:
                pixels = fit(retrieve_frame(self._video))
                now = number / self._rate
                if pixels is not None:
                    yield Frame(number, now, pixels)
                elif fit.reason == "size":
                    yield Gap(now, "size")
            number += 1
        # the frame count that encoders write is often off by one or two
        if self._count > 0 and number < self._count - 2 - self._count // 100:
            raise CameraError(
                "ended_early",
                path=self._path.name,
                seconds=f"{number / self._rate:.1f}",
                read=number,
                count=self._count,
            )

    def close(self) -> None:
        """See `Camera.close`."""
        self._video.release()


def redact_url(url: str) -> str:
    """Return the URL without user, password and query, fit for display and logs."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path.partition('?')[0]}"


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def grab(self) -> bool:
        """Grab the next frame; return false when there is none."""
        ...

    def retrieve(self) -> tuple[bool, Any]:  # cv2's own types are wider
        """Return the grabbed frame, BGR."""
        ...

    def release(self) -> None:
        """Release the device or file."""
        ...


def retrieve_frame(video: Capture) -> tuple[bool, Any]:
    """Return the grabbed frame, BGR; (False, None) where a driver fails: the next is tried."""
    try:
        return video.retrieve()
    except Exception:
        return False, None


class FrameConverter:
    """A converter of frames to RGB in the size of the first.

    Cameras change their size when the light or the line changes.

    Attributes:
        reason: why the last call returned None, as in `Gap`; "" if it returned a frame.
    """

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None
        self.reason = ""

    def __call__(self, retrieved: tuple[bool, Any]) -> Pixels | None:
        """Return the frame; None if there is none, it cannot be read or its shape differs."""
        self.reason = "unread"
        good, picture = retrieved
        if not good or picture is None or picture.shape[2:] != (3,) or not picture.size:
            return None
        if picture.dtype != np.uint8:
            return None
        height, width = picture.shape[:2]
        if self._size is None:
            self._size = (width, height)
        wide, tall = self._size
        if abs(width * tall - height * wide) > 0.01 * width * tall:
            self.reason = "size"
            return None
        self.reason = ""
        if (width, height) != self._size:
            picture = cv2.resize(picture, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))


def silence_opencv() -> None:
    """Silence OpenCV's and FFmpeg's own messages; the program reports in one line."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
