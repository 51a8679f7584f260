"""Pictures that a device sends: the newest counts, a silence is a gap, a turn another size."""

from __future__ import annotations

import threading

import numpy as np

from vision.arrays import Pixels
from vision.cameras.camera import Frame, Gap
from vision.cameras.uploaded import SILENT, UploadedPictures


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def picture(grey: int, size: tuple[int, int] = (64, 36)) -> Pixels:
    return np.full((size[1], size[0], 3), grey, np.uint8)


def test_the_newest_picture_is_seen_once() -> None:
    clock = Clock()
    sent = UploadedPictures("phone", clock)
    frames = sent.frames()
    for grey in (1, 2, 3):
        clock.now += 0.2
        sent.put(picture(grey))
    found = next(frames)
    assert isinstance(found, Frame) and (found.pixels == 3).all()
    assert found.time == clock.now and found.number == 2
    clock.now += 1.0
    sent.put(picture(4))
    found = next(frames)
    assert isinstance(found, Frame) and found.number == 3


def test_a_silent_phone_is_a_gap_until_it_sends_again() -> None:
    clock = Clock()
    sent = UploadedPictures("phone", clock)
    frames = sent.frames()
    sent.put(picture(1))
    assert isinstance(next(frames), Frame)
    clock.now += SILENT + 0.1
    assert next(frames) == Gap(clock.now, "phone") == next(frames)
    sent.put(picture(2))
    assert isinstance(next(frames), Frame)


def test_a_picture_of_another_shape_is_a_gap_and_a_smaller_one_is_not() -> None:
    sent = UploadedPictures("phone")
    frames = sent.frames()
    sent.put(picture(1, (64, 36)))
    assert isinstance(next(frames), Frame)
    sent.put(picture(1, (36, 64)))
    found = next(frames)
    assert isinstance(found, Gap) and found.reason == "size"
    sent.put(picture(1, (32, 18)))
    found = next(frames)
    assert isinstance(found, Frame) and found.pixels.shape == (36, 64, 3)


def test_closing_ends_the_frames_and_it_can_be_looked_through_again() -> None:
    sent = UploadedPictures("phone")
    frames = sent.frames()
    timer = threading.Timer(0.05, sent.close)
    timer.start()
    assert list(frames) == []
    sent.put(picture(1))
    assert isinstance(next(sent.frames()), Frame)
