"""Cameras: files by their own clock, streams that stall and come back, what cannot be opened."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras import live as live_module
from vision.cameras.camera import CameraError, Frame, FrameConverter, Gap, VideoFile
from vision.cameras.live import LiveCamera, open_stream
from vision.cameras.open import open_camera


def grey(level: int, size: tuple[int, int] = (64, 48)) -> Any:
    return np.full((size[1], size[0], 3), level, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Thirty frames at 10 a second, each brighter by 8 levels than the one before."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for number in range(30):
        picture = grey(8 * number)
        picture[:, :, 0] = 0  # no blue: told from red by the order of channels
        writer.write(picture)
    writer.release()
    return path


# files


def test_a_file_has_its_own_clock_and_rgb(video: Path) -> None:
    found = list(VideoFile(video).frames())
    frames = [item for item in found if isinstance(item, Frame)]
    assert len(frames) == len(found) == 30
    assert [round(frame.time, 3) for frame in frames[:3]] == [0.0, 0.1, 0.2]
    red, _, blue = frames[20].pixels[24, 32]
    assert abs(int(red) - 160) < 6 and blue < 6
    assert frames[0].pixels.shape == (48, 64, 3)


def test_a_file_can_be_taken_up_later(video: Path) -> None:
    frames = [item for item in VideoFile(video, start=2.0).frames() if isinstance(item, Frame)]
    assert (frames[0].number, round(frames[0].time, 3), len(frames)) == (20, 2.0, 10)


def test_a_file_that_is_cut_short_says_so_after_its_last_frame(video: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.avi"
    content = video.read_bytes()
    cut.write_bytes(content[: len(content) * 2 // 3])
    frames: list[Any] = []
    with pytest.raises(CameraError, match=r"cut\.avi (ended early|is not a readable video)"):
        for item in open_camera(str(cut)).frames():
            frames.append(item)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("no-such-film.mp4", "does not exist"),
        ("97", "no camera 97"),
        ("http://127.0.0.1:9/video", "http://127.0.0.1:9/video sends no video"),
    ],
)
def test_what_cannot_be_opened_is_one_line(source: str, message: str) -> None:
    with pytest.raises(CameraError) as error:
        open_camera(source)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_file_that_is_no_video(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"no video at all" * 50)
    with pytest.raises(CameraError, match="not a readable video"):
        open_camera(str(path))


def test_a_pipe_and_a_device_are_not_waited_for(pipe: Path) -> None:
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(CameraError) as caught:
            open_camera(str(path))
        assert caught.value.code == "pipe"
        assert str(caught.value).startswith(f"{path} is a pipe or a device")
        assert caught.value.localize("it").startswith(f"{path} è una pipe o un dispositivo")


def test_a_camera_that_is_there_and_does_not_open_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "video97").touch()
    monkeypatch.setattr(live_module, "_DEVICES", tmp_path)
    with pytest.raises(CameraError, match="camera 97 is in use") as error:
        open_camera("97")
    assert "occupata" in error.value.localize("it")


# live sources, by a capture that does what the test says


class Scripted:
    """A capture that gives these pictures, then fails; None: it hangs for a while."""

    def __init__(self, pictures: list[Any]) -> None:
        self._pictures = iter(pictures)
        self._now: Any = None
        self.released = False

    def grab(self) -> bool:
        time.sleep(0.06)
        self._now = next(self._pictures, "end")
        if self._now is None:
            time.sleep(0.6)
            self._now = grey(50)
        return not isinstance(self._now, str)

    def retrieve(self) -> tuple[bool, Any]:
        return True, self._now

    def release(self) -> None:
        self.released = True


def test_a_lost_camera_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "_BACKOFF", (0.05, 0.3))
    first, second = Scripted([grey(10)] * 3), Scripted([grey(200)] * 100)
    tries: list[Scripted | None] = [None, second]
    live = LiveCamera("test", lambda: tries.pop(0), first, stalled=1.0)
    found = list(islice(live.frames(), 8))
    live.close()
    kinds = ["gap" if isinstance(item, Gap) else int(item.pixels.mean()) for item in found]
    assert kinds[0] == 10 and "gap" in kinds and kinds[-1] == 200
    assert [item.reason for item in found if isinstance(item, Gap)] == ["lost"] * kinds.count("gap")
    assert first.released


def test_a_stalled_camera_says_so_and_goes_on() -> None:
    live = LiveCamera(
        "test", lambda: None, Scripted([grey(10), None, *[grey(90)] * 50]), stalled=0.1
    )
    found = list(islice(live.frames(), 5))
    live.close()
    told = [item.reason if isinstance(item, Gap) else "frame" for item in found]
    assert told[0] == "frame" and "stalled" in told and told[-1] == "frame"


def test_a_frozen_camera_is_stalled_until_its_picture_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_module, "FROZEN", 0.3)
    frozen, then = [grey(10)] * 40, [grey(20 + n % 2) for n in range(40)]
    live = LiveCamera("test", lambda: None, Scripted([*frozen, *then]), stalled=5.0)
    found = read_until(
        live, lambda found: isinstance(found[-1], Frame) and "stalled" in reasons(found)
    )
    assert reasons(found) == {"stalled"}
    assert isinstance(found[0], Frame) and found[0].pixels.mean() == 10
    assert isinstance(found[-1], Frame) and found[-1].pixels.mean() > 15


def test_a_black_picture_is_darkness_and_not_a_frozen_camera(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_module, "FROZEN", 0.1)
    live = LiveCamera("test", lambda: None, Scripted([grey(0)] * 60), stalled=5.0)
    found = list(islice(live.frames(), 10))
    live.close()
    assert all(isinstance(item, Frame) for item in found)


def test_frames_keep_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = [grey(10), grey(20, (32, 24)), *[grey(30, (48, 48))] * 8, grey(40)]
    live = LiveCamera("test", lambda: None, Scripted([*pictures, *[grey(50)] * 50]), stalled=5.0)
    found = list(islice(live.frames(), 5))
    live.close()
    shapes = {item.pixels.shape for item in found if isinstance(item, Frame)}
    assert shapes == {(48, 64, 3)}
    assert "size" in {item.reason for item in found if isinstance(item, Gap)}


def test_only_the_newest_frame_is_kept() -> None:
    live = LiveCamera(
        "test", lambda: None, Scripted([grey(n) for n in range(0, 250, 2)]), stalled=5.0
    )
    frames = live.frames()
    next(frames)
    time.sleep(0.5)
    late = next(frames)
    live.close()
    assert isinstance(late, Frame) and late.number >= 4


# a stream of the network


class Mjpeg(BaseHTTPRequestHandler):
    """A network camera: it goes away after a few pictures; by its path it stalls, or comes again
    turned by a quarter."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            if "stalls" in self.path:
                self._send(12, grey(120))
                time.sleep(1.5)
                self._send(40, grey(60))
            elif "turned" in self.path and self.server.came_again:  # type: ignore[attr-defined]
                self._send(40, grey(120, (48, 64)))
            else:
                self._send(12, grey(120))
                self.server.came_again = True  # type: ignore[attr-defined]
        except OSError:
            pass

    def _send(self, count: int, pixels: Any) -> None:
        picture = cv2.imencode(".jpg", pixels)[1].tobytes()
        for _ in range(count):
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n"
            self.wfile.write(head.encode() + b"\r\n" + picture + b"\r\n")
            time.sleep(0.05)

    def log_message(self, *arguments: object) -> None:
        pass


def serving(port: int = 0) -> ThreadingHTTPServer:
    ThreadingHTTPServer.allow_reuse_address = True
    server = ThreadingHTTPServer(("127.0.0.1", port), Mjpeg)
    server.daemon_threads = True
    server.came_again = False  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def shut_down(server: ThreadingHTTPServer) -> None:
    server.shutdown()
    server.server_close()


@pytest.fixture
def network_camera() -> Iterator[str]:
    server = serving()
    yield f"http://127.0.0.1:{server.server_port}/video.mjpg?token=secret"
    shut_down(server)


def read_until(
    live: LiveCamera, is_enough: Callable[[list[Frame | Gap]], bool]
) -> list[Frame | Gap]:
    """What a camera gives until that is enough, for 20 seconds at most."""
    found: list[Frame | Gap] = []
    limit = time.monotonic() + 20
    for item in live.frames():
        found.append(item)
        if is_enough(found) or time.monotonic() > limit:
            break
    live.close()
    return found


def reasons(found: Sequence[Frame | Gap]) -> set[str]:
    return {item.reason for item in found if isinstance(item, Gap)}


@pytest.mark.thorough  # waits for a stream in real time
def test_a_stream_comes_back_after_it_broke_off(network_camera: str) -> None:
    live = open_stream(network_camera)
    assert "secret" not in live.name

    def enough(found: list[Frame | Gap]) -> bool:
        frames = sum(isinstance(item, Frame) for item in found)
        return frames > 14 and bool(reasons(found))  # more than one connection gives

    assert enough(read_until(live, enough))


@pytest.mark.thorough  # waits for a stream in real time
def test_a_stream_that_stalls_says_so_and_goes_on(network_camera: str) -> None:
    live = open_stream(network_camera.replace("video", "stalls"), stalled=0.4)

    def went_on(found: list[Frame | Gap]) -> bool:
        last = found[-1]
        return isinstance(last, Frame) and last.pixels.mean() < 90

    found = read_until(live, went_on)
    assert "stalled" in reasons(found) and went_on(found)
    times = [item.time for item in found]
    assert times == sorted(times)


@pytest.mark.thorough  # waits for a stream in real time
def test_a_stream_that_comes_again_turned_is_another_picture(network_camera: str) -> None:
    """Within one connection OpenCV itself brings every picture into the shape of the first."""
    live = open_stream(network_camera.replace("video", "turned"))
    found = read_until(live, lambda found: "size" in reasons(found))
    assert "size" in reasons(found)
    assert {f.pixels.shape for f in found if isinstance(f, Frame)} == {(48, 64, 3)}


@pytest.mark.thorough  # waits for a stream in real time
def test_a_network_camera_that_was_switched_off_and_on_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_module, "_BACKOFF", (0.1, 0.2))
    first = serving()
    port = first.server_port
    live = open_stream(f"http://127.0.0.1:{port}/video.mjpg")
    shut_down(first)
    again: list[ThreadingHTTPServer] = []

    def came_back(found: list[Frame | Gap]) -> bool:
        gaps = [number for number, item in enumerate(found) if isinstance(item, Gap)]
        if len(gaps) >= 2 and not again:  # nothing answers there for a while
            again.append(serving(port))
        return bool(gaps) and isinstance(found[-1], Frame) and found[-1].number > 15

    found = read_until(live, came_back)
    shut_down(again[0])
    assert came_back(found) and "lost" in reasons(found)


def test_a_port_without_a_camera() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(CameraError, match="is the address right"):
        open_stream(f"rtsp://user:password@127.0.0.1:{port}/x")


def test_frames_without_colours_or_of_another_shape_are_none() -> None:
    fit = FrameConverter()
    first = fit((True, np.zeros((48, 64, 3), np.uint8)))
    assert first is not None and first.shape == (48, 64, 3)
    assert fit((True, np.zeros((48, 64, 1), np.uint8))) is None
    assert fit((True, np.zeros((48, 64), np.uint8))) is None
    assert fit((True, np.zeros((64, 48, 3), np.uint8))) is None
    assert fit((False, None)) is None
    twice = fit((True, np.zeros((96, 128, 3), np.uint8)))
    assert twice is not None and twice.shape == (48, 64, 3)
