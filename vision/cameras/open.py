"""The camera that a source names: a webcam, a stream or a video file."""

from __future__ import annotations

from pathlib import Path

from .camera import Camera, VideoFile, silence_opencv
from .live import open_stream, open_webcam


def open_camera(source: str, start: float = 0.0) -> Camera:
    """Open the camera that `source` names.

    Args:
        source: a webcam's number, a URL (http, rtsp, ...), or a video file.
        start: seconds to skip at the beginning of a file.

    Raises:
        CameraError: it cannot be opened, and why.
    """
    silence_opencv()
    if source.isascii() and source.isdigit():
        return open_webcam(int(source))
    if "://" in source:
        return open_stream(source)
    return VideoFile(Path(source), start)
