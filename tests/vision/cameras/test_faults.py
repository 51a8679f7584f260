"""A camera's driver that fails, and frames that are garbage: left out, never the end."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras import camera as camera_module
from vision.cameras import live as live_module
from vision.cameras.camera import Frame, Gap, VideoFile
from vision.cameras.live import LiveCamera


def grey(level: int) -> Any:
    return np.full((48, 64, 3), level, np.uint8)


class Stumbling:
    """A capture whose frames are pictures, or errors that it raises."""

    def __init__(self, frames: list[Any], grabs: bool = True) -> None:
        self._frames, self._grabs = iter(frames), grabs
        self._now: Any = None

    def grab(self) -> bool:
        time.sleep(0.06)
        if not self._grabs:
            raise RuntimeError("the driver has gone")
        self._now = next(self._frames, "end")
        return not isinstance(self._now, str)

    def retrieve(self) -> tuple[bool, Any]:
        if isinstance(self._now, Exception):
            raise self._now
        return True, self._now

    def release(self) -> None:
        pass


BAD = [cv2.error("corrupt"), np.zeros((48, 64, 3), np.uint16), np.zeros((0, 64, 3), np.uint8)]


@pytest.mark.parametrize("bad", BAD, ids=["raises", "16 bit", "empty"])
def test_a_garbage_frame_is_left_out(bad: object) -> None:
    live = LiveCamera(
        "test", lambda: None, Stumbling([grey(10), bad, *[grey(20)] * 20]), stalled=2.0
    )
    found = list(islice(live.frames(), 3))
    live.close()
    levels = [int(item.pixels.mean()) for item in found if isinstance(item, Frame)]
    assert levels[:2] == [10, 20]


def test_garbage_that_goes_on_is_said() -> None:
    live = LiveCamera(
        "test", lambda: None, Stumbling([grey(10), *[cv2.error("x")] * 40]), stalled=5.0
    )
    found = list(islice(live.frames(), 3))
    live.close()
    assert {item.reason for item in found if isinstance(item, Gap)} == {"unread"}


def test_a_driver_that_fails_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "_BACKOFF", (0.05,))
    tries: list[Any] = [OSError("busy"), Stumbling([grey(200)] * 100)]

    def open_again() -> Any:
        one = tries.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    live = LiveCamera("test", open_again, Stumbling([], grabs=False), stalled=2.0)
    frame = next(item for item in live.frames() if isinstance(item, Frame))
    live.close()
    assert int(frame.pixels.mean()) == 200


def test_a_file_goes_on_after_a_frame_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for number in range(10):
        writer.write(grey(8 * number))
    writer.release()
    real, count = camera_module.retrieve_frame, iter(range(99))
    bad = (True, np.zeros((48, 64, 3), np.uint16))
    monkeypatch.setattr(
        camera_module, "retrieve_frame", lambda video: bad if next(count) == 4 else real(video)
    )
    found = list(VideoFile(path).frames())
    assert [item.number for item in found if isinstance(item, Frame)] == [0, 1, 2, 3, *range(5, 10)]
    assert len(found) == 9  # one bad frame is no pause
