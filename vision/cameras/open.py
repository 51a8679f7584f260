"""The camera that a source names: a webcam, a stream, a video file or a sequence of pictures."""

from __future__ import annotations

from pathlib import Path

from .camera import Camera, VideoFile, silence_opencv
from .live import open_stream, open_webcam
from .pictures import PICTURE_SECONDS, PictureSequence, is_picture_sequence


def open_camera(source: str, start: float = 0.0, picture_seconds: float | None = None) -> Camera:
    """Open the camera that `source` names.

    Args:
        source: a webcam's number, a URL (http, rtsp, ...), a video file, a picture, a folder of
            pictures, or numbered pictures like `img%03d.png`.
        start: seconds to skip at the beginning of a file or sequence.
        picture_seconds: for which each picture of a sequence is shown; None for the usual time.

    Raises:
        CameraError: it cannot be opened, and why.
    """
    silence_opencv()
    if source.isascii() and source.isdigit():
        return open_webcam(int(source))
    if "://" in source:
        return open_stream(source)
    path = Path(source)
    if is_picture_sequence(path):
        return PictureSequence(path, picture_seconds or PICTURE_SECONDS, start)
    return VideoFile(path, start)
