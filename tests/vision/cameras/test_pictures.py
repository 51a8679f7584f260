"""A folder of pictures, or numbered pictures, as a film."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.cameras.camera import CameraError, Frame, Gap
from vision.cameras.open import open_camera


def write(path: Path, level: int, size: tuple[int, int] = (64, 48)) -> None:
    Image.new("RGB", size, (level, level, level)).save(path)


def frames(source: str, start: float = 0.0, seconds: float | None = None) -> list[Frame | Gap]:
    camera = open_camera(source, start, seconds)
    found = list(camera.frames())
    camera.close()
    return found


def levels(items: list[Frame | Gap]) -> list[int]:
    return [int(item.pixels[0, 0, 0]) for item in items if isinstance(item, Frame)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pictures 2, 9 and 10, of these levels of grey, and a text."""
    shown = tmp_path / "evening"
    shown.mkdir()
    for number in (10, 2, 9):
        write(shown / f"img{number:03d}.png", number)
    (shown / "notes.txt").write_text("three hands")
    return shown


def test_each_picture_of_a_folder_is_shown_for_some_seconds(folder: Path) -> None:
    found = frames(str(folder))
    assert levels(found) == 40 * [2] + 40 * [9] + 40 * [10]
    times = [item.time for item in found]
    assert np.allclose(np.diff(times), 0.2) and times[0] == 0.0
    assert open_camera(str(folder)).name == "evening"


def test_numbered_pictures_are_a_film(folder: Path) -> None:
    found = frames(str(folder / "img%03d.png"), seconds=0.04)
    assert levels(found) == [2, 9, 10]
    assert [round(item.time, 3) for item in found] == [0.0, 0.04, 0.08]
    write(folder / "other001.png", 77)
    write(folder / "img7.png", 78)
    assert levels(frames(str(folder / "img%03d.png"), seconds=0.04)) == [2, 9, 10]
    assert levels(frames(str(folder / "img%d.png"), seconds=0.04)) == [2, 78, 9, 10]


def test_a_film_of_pictures_begins_later(folder: Path) -> None:
    found = frames(str(folder), start=12.0)
    assert levels(found) == 20 * [9] + 40 * [10]
    assert found[0].time == 12.0


def test_pictures_that_do_not_fit_or_cannot_be_read_are_gaps(folder: Path) -> None:
    (folder / "img003.png").write_bytes(b"no picture")
    write(folder / "img004.png", 4, (48, 64))
    found = frames(str(folder), seconds=0.2)
    reasons = [item.reason for item in found if isinstance(item, Gap)]
    assert (levels(found), reasons) == ([2, 9, 10], ["unread", "size"])


def test_each_picture_is_a_scene_of_its_own_size(folder: Path) -> None:
    write(folder / "img003.png", 3, (48, 64))
    found = [item for item in frames(str(folder)) if isinstance(item, Frame)]
    scenes = [(item.scene, item.pixels.shape[1::-1]) for item in found if item.scene is not None]
    assert scenes == [
        ("img002.png", (64, 48)), ("img003.png", (48, 64)), ("img009.png", (64, 48)),
        ("img010.png", (64, 48)),
    ]  # fmt: skip
    assert len(found) == 160
    fast = frames(str(folder), seconds=0.2)
    assert not any(item.scene for item in fast if isinstance(item, Frame))  # a film has no cuts


def test_one_picture_is_a_sequence_of_one(folder: Path) -> None:
    found = frames(str(folder / "img009.png"))
    assert levels(found) == 40 * [9]
    assert open_camera(str(folder / "img009.png")).name == "img009.png"


def test_what_has_no_pictures_is_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for source in (empty, empty / "img%03d.png"):
        with pytest.raises(CameraError) as caught:
            open_camera(str(source))
        assert str(caught.value) == f"no pictures in {source}: expected JPEG or PNG files"
        assert "servono file JPEG o PNG" in caught.value.localize("it")
    with pytest.raises(CameraError, match="does not exist"):
        open_camera(str(tmp_path / "none" / "img%03d.png"))


def test_a_video_whose_name_has_a_percent_sign_stays_a_video(tmp_path: Path) -> None:
    path = tmp_path / "100%d.mp4"
    path.write_bytes(b"no video at all" * 50)
    with pytest.raises(CameraError, match="not a readable video"):
        open_camera(str(path))
