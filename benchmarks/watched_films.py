"""Rendered films cached on the disk, and watching one without a person."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.watch.log.events import LogEntry
from handreader.watch.log.journal import Journal
from handreader.watch.log.table_state import TableState
from handreader.watch.session.watcher import Watcher
from handreader.web.uploads import decode_frame
from simulation.deals import ScriptedDeal
from simulation.films import Film
from simulation.watching import ConfirmingOperator, film_session_options, hands_to_await, write_film
from vision.cameras.camera import Camera, Frame, Gap, VideoFile
from vision.seen_tile import Quad
from vision.tracking.observer import Name


def film_digest(film: Film) -> str:
    """Return a digest of ten characters that identifies a film."""
    return hashlib.sha256(repr((film.script, film.view, film.design)).encode()).hexdigest()[:10]


class CachedFilm:
    """A film from its file, rendered if that is missing; it has the film's gaps."""

    def __init__(self, film: Film, folder: Path, name: str) -> None:
        self.name = name
        self._film, self._path = film, folder / f"{name}-{film_digest(film)}.avi"
        if not self._path.exists():
            self._render()

    def _render(self) -> None:
        part = self._path.with_name(f"part-{self._path.name}")
        write_film(part, self._film)
        part.rename(self._path)

    def frames(self) -> Iterator[Frame | Gap]:
        """Yield the frames and gaps, as a camera does."""
        lost = [(a, b) for a, b, step in self._film.spans() if step.kind == "lost"]
        for item in VideoFile(self._path).frames():
            gone = any(a <= item.time < b for a, b in lost)
            yield Gap(item.time, "lost") if gone else item

    def close(self) -> None:
        """Release nothing; part of the camera protocol."""


@dataclass(frozen=True, slots=True)
class Push:
    """A push of the camera: from a second on its picture is shifted and turned for good.

    Attributes:
        time: second of the push.
        shift: to the right, in pixels.
        degrees: anticlockwise, around the picture's middle.
    """

    time: float
    shift: float
    degrees: float


class PushedCamera:
    """A camera that is pushed while it films."""

    def __init__(self, camera: Camera, push: Push) -> None:
        self.name, self._camera, self._push = camera.name, camera, push

    def frames(self) -> Iterator[Frame | Gap]:
        """Yield the frames and gaps, as a camera does."""
        for item in self._camera.frames():
            pushed = isinstance(item, Frame) and item.time >= self._push.time
            yield self._push_frame(item) if pushed and isinstance(item, Frame) else item

    def _push_frame(self, frame: Frame) -> Frame:
        height, width = frame.pixels.shape[:2]
        move = cv2.getRotationMatrix2D((width / 2, height / 2), self._push.degrees, 1.0)
        move[0, 2] += self._push.shift
        pixels = cv2.warpAffine(
            frame.pixels, move, (width, height), borderMode=cv2.BORDER_REPLICATE
        )
        return replace(frame, pixels=pixels)

    def close(self) -> None:
        """Release nothing; part of the camera protocol."""


class PhonePictures:
    """A camera whose frames come as a phone sends them: fewer, and as JPEG.

    Args:
        camera: of the film.
        quality: of the JPEG, in percent.
    """

    rate = 5.0  # pictures a second, as in `page/src/phone_camera.ts`

    def __init__(self, camera: Camera, quality: int) -> None:
        self.name, self._camera, self._quality = camera.name, camera, quality

    def frames(self) -> Iterator[Frame | Gap]:
        """Yield the frames and gaps, as a camera does."""
        due = 0.0
        for item in self._camera.frames():
            if isinstance(item, Gap):
                yield item
            elif item.time >= due:
                due += 1 / self.rate
                quality = [cv2.IMWRITE_JPEG_QUALITY, self._quality]
                content = cv2.imencode(".jpg", item.pixels[:, :, ::-1], quality)[1].tobytes()
                yield replace(item, pixels=decode_frame(content))

    def close(self) -> None:
        """Release nothing; part of the camera protocol."""


class LoggingOperator(ConfirmingOperator):
    """An operator that confirms every win without open questions, and prints the events.

    Args:
        hands: as in `Confirming`.
        silent: whether it prints warnings alone.
    """

    def __init__(self, hands: int, silent: bool) -> None:
        super().__init__(hands)
        self._silent = silent

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        """Store the event, and print it unless silent."""
        super().show_event(entry, table)
        if not self._silent:
            print(f"   {entry.time:6.1f} {entry.event}", flush=True)

    def warn(self, word: str, **gaps: object) -> None:
        """Store the warning, and print it."""
        super().warn(word, **gaps)
        print("   warning:", word, gaps, flush=True)


def watch_film(
    deal: ScriptedDeal, camera: Camera, corners: Quad, name: Name, folder: Path, silent: bool
) -> tuple[LoggingOperator, Watcher, float, float]:
    """Watch a film; return its log, with the elapsed seconds and processor seconds."""
    says = LoggingOperator(hands_to_await(deal), silent)
    journal = Journal(folder)
    watcher = Watcher(camera, journal, name, says, film_session_options(deal, corners))
    begun, cpu = time.perf_counter(), time.process_time()
    watcher.run()
    journal.close()
    return says, watcher, time.perf_counter() - begun, time.process_time() - cpu
