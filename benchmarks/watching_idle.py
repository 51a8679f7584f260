"""Measure load and false events while nothing is played: an idle table, shuffled tiles.

    python benchmarks/watching_idle.py [--idle 3600] [--shuffled 3600] [--phone] [--out FILE.toml]

Frames have the times of a virtual clock, 15 a second, and are processed as fast as possible. With
`--phone` they are those of a phone: 5 JPEG a second, decoded as by the server; making them is the
phone's work, which is not counted. The
idle table shows an interrupted deal, with an arm over it now and then. The shuffled table
alternates between hands that move tiles and still heaps, no heap twice. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import cv2
import numpy as np
from watched_films import watch_film

from handreader.watch.session.watcher import frame_recognizer
from handreader.web.uploads import decode_frame
from simulation.deals import random_deal
from simulation.films import CameraView, Film, faces_by_kind, wall_corners
from simulation.script import Step
from vision import Reader
from vision.arrays import Pixels
from vision.cameras.camera import Frame, Gap
from vision.geometry import as_quad
from vision.tracking.observer import Name
from vision.training.rendering.face_designs import Face

FACES = Path(__file__).parents[1] / "datasets" / "faces"
RATE = 15.0
PHONE_RATE, PHONE_QUALITY = 5.0, 90  # as in `page/src/phone_camera.ts`
_ARM_EVERY = 60.0  # seconds
_SHUFFLE, _LIE = 1.5, 2.5  # seconds of each turn of shuffling
_VIEWS = 4  # each heap is used as is, turned and mirrored, so that a quarter are rendered


class SyntheticCamera:
    """A camera with pictures from a function.

    Args:
        name: of the scene.
        seconds: its duration.
        picture: returns the picture at a second.
        is_phone: whether the pictures come as those of a phone.

    Attributes:
        apart: processor seconds that making the pictures took, as far as they are not counted.
    """

    def __init__(
        self, name: str, seconds: int, picture: Callable[[float], Pixels], is_phone: bool = False
    ) -> None:
        self.name, self.apart = name, 0.0
        self._is_phone = is_phone
        self._seconds, self._picture = seconds, picture
        self.memory: list[float] = []
        rng = np.random.default_rng(1)
        self._noise = [rng.normal(0, 2, (720, 1280, 3)).astype(np.int8) for _ in range(4)]

    def frames(self) -> Iterator[Frame | Gap]:
        """Yield the frames as a camera does, by the virtual clock."""
        rate = PHONE_RATE if self._is_phone else RATE
        for number in range(round(self._seconds * rate)):
            now = number / rate
            if number % round(60 * rate) == 0:
                self.memory.append(resident_memory())
            noise = self._noise[number % 4]
            begun = time.process_time()
            pixels = cv2.add(self._picture(now), noise, dtype=cv2.CV_8U)
            pixels = pixels.astype(np.uint8, copy=False)
            if self._is_phone:
                quality = [cv2.IMWRITE_JPEG_QUALITY, PHONE_QUALITY]
                content = cv2.imencode(".jpg", pixels[:, :, ::-1], quality)[1].tobytes()
                self.apart += time.process_time() - begun
                pixels = decode_frame(content)
            yield Frame(number, now, pixels)
        self.memory.append(resident_memory())

    def close(self) -> None:
        """Release nothing; part of the camera protocol."""


def idle_scene(faces: Mapping[str, Face]) -> Callable[[float], Pixels]:
    """Return the pictures of a table with a few discards, then only an arm now and then."""
    tiles = "5m 1z 9p 2s 7z 3p 8s 1m".split()
    laid = [Step("discard", n % 4, (tile,), seconds=2.5) for n, tile in enumerate(tiles)]
    script = (Step("wait", seconds=3.0), *laid, Step("rest", 1, seconds=0.6))
    film = Film(script, faces, CameraView(rate=5.0, noise=0.0))
    pictures = [item.pixels for item in film.frames() if isinstance(item, Frame)]
    begin = film.spans()[-1][0]
    calm, arms = pictures[round(begin * 5) - 1], pictures[-3:]

    def picture(now: float) -> Pixels:
        if now < begin:
            return pictures[min(int(now * 5), round(begin * 5) - 1)]
        since = (now - begin) % _ARM_EVERY
        return arms[int(since * RATE) % 3] if since < 1.0 and now > begin + 5 else calm

    return picture


def shuffle_scene(
    faces: Mapping[str, Face], seconds: int, folder: Path
) -> Callable[[float], Pixels]:
    """Return the pictures of tiles being shuffled and of heaps at rest, in turn.

    The heaps are files in `folder`, so that the measured memory is the watcher's.
    """
    turns = int(seconds / (_SHUFFLE + _LIE)) + 1
    heaps = -(-turns // _VIEWS)
    for seed in range(heaps):
        view = CameraView(rate=2.0, noise=0.0, seed=seed)
        (heap,) = (f.pixels for f in Film((Step("heap", seconds=0.5),), faces, view).frames()
                   if isinstance(f, Frame))  # fmt: skip
        cv2.imwrite(str(folder / f"heap{seed}.png"), heap)
    view = CameraView(rate=10.0, noise=0.0)
    moves = Film((Step("shuffle", seconds=_SHUFFLE),), faces, view)
    moving = [f.pixels for f in moves.frames() if isinstance(f, Frame)]

    @lru_cache(maxsize=1)
    def heap_picture(turn: int) -> Pixels:
        round_, which = divmod(turn, heaps)
        heap = cv2.imread(str(folder / f"heap{which}.png"))
        assert heap is not None
        views = (heap, heap[::-1, ::-1], heap[::-1], heap[:, ::-1])
        return np.ascontiguousarray(views[round_], np.uint8)

    def picture(now: float) -> Pixels:
        turn, since = divmod(now, _SHUFFLE + _LIE)
        return (
            moving[int(since * 10) % len(moving)] if since < _SHUFFLE else heap_picture(int(turn))
        )

    return picture


def measure_scene(scene: SyntheticCamera, name: Name, folder: Path) -> dict[str, float]:
    """Watch a scene; return its cost and the invented events."""
    deal = random_deal("mcr", 1)
    corners = as_quad(wall_corners(CameraView()))
    says, watcher, wall, cpu = watch_film(deal, scene, corners, name, folder, True)
    cpu -= scene.apart
    assert watcher.observer is not None
    invented = sum(e.kind in ("proposal", "win") for e in says.events)
    return {
        "seconds": scene._seconds,
        "frames": watcher.frames,
        "readings": watcher.observer.readings,
        "proposals": invented,
        "discards": sum(e.kind == "discard" for e in says.events),
        "other_events": sum(e.kind in ("call", "kong", "flower") for e in says.events),
        "wall": round(wall, 1),
        "cpu": round(cpu, 1),
        "share_of_one_processor": round(cpu / scene._seconds, 4),
        "megabytes_after_a_minute": round(scene.memory[min(1, len(scene.memory) - 1)], 1),
        "megabytes_at_the_end": round(scene.memory[-1], 1),
        "megabytes_at_most": round(max(scene.memory), 1),
    }


def resident_memory() -> float:
    """Return the resident megabytes of this process."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


def main() -> None:
    """Print the table, scene by scene."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=3600, help="seconds of an idle table")
    parser.add_argument("--shuffled", type=int, default=3600, help="seconds of shuffling")
    parser.add_argument("--phone", action="store_true", help="pictures of a phone")
    parser.add_argument("--out", type=Path, help="table in TOML")
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args()
    faces, name = faces_by_kind(FACES), frame_recognizer(Reader(options.weights))
    parts = ["# Nothing is played; written by benchmarks/watching_idle.py."]
    with tempfile.TemporaryDirectory() as temporary:
        for kind, seconds in (("idle", options.idle), ("shuffled", options.shuffled)):
            if not seconds:
                continue
            begun = time.perf_counter()
            folder = Path(temporary) / kind
            folder.mkdir()
            shows = idle_scene(faces) if kind == "idle" else shuffle_scene(faces, seconds, folder)
            drawn = time.perf_counter() - begun
            scene = SyntheticCamera(kind, seconds, shows, options.phone)
            found = measure_scene(scene, name, folder / "watched")
            parts += [f"\n[{kind}]", *(f"{key} = {value}" for key, value in found.items())]
            print("\n".join(parts[-len(found) - 1 :]), f"\n# {drawn:.0f} s to render", flush=True)
    if options.out is not None:
        options.out.write_text("\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    main()
