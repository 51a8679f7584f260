"""What several tests need: made-up tiles, and pictures in memory."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

# Before numpy is imported: its threads spin while they wait, as do those of the other processes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from PIL import Image

from vision.seen_tile import SeenTile

if TYPE_CHECKING:  # the process that prints the results needs no net
    from vision.arrays import Pixels
    from vision.found_box import FoundBox
    from vision.recognition.recognizer import TileRecognizer

    BoxesByPicture = dict[tuple[object, ...], list[FoundBox]]

# An example's time is the machine's: on a busy one any of them is too slow once.
settings.register_profile("handreader", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("handreader")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect thousands of tests that all stay, and look for no garbage among them, ever.

    Afterwards, too, it is looked for less often than after each 700 objects.
    """
    gc.disable()
    try:
        _import_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Send the process that prints the results what it counts: calls, and what did not pass.

    xdist would send five messages for each of thousands of tests that pass.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def _import_share(config: pytest.Config) -> None:
    """Import the share of this process first: the modules that it compiles, others find compiled.

    All processes would compile every module at the same time. A module that cannot be imported is
    met again, and reported, when it is collected.
    """
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count == 1 or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    root = config.rootpath
    for path in sorted((root / "tests").rglob("test_*.py"))[number::count]:
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(root).with_suffix("").parts))


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the games and taught sets of whoever runs the tests apart from them."""
    folder = tmp_path_factory.mktemp("data-home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        patch.setenv("HANDREADER_LANG", "en")  # whatever the machine's locale
        yield folder


@pytest.fixture(scope="session")
def boxes_by_picture() -> BoxesByPicture:
    """What the nets found in pictures so far."""
    return {}


@pytest.fixture
def boxes_once(boxes_by_picture: BoxesByPicture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the nets look at each picture once: for tests of what is done with a photo's boxes."""
    from vision.recognition.recognizer import TileRecognizer

    find = TileRecognizer.find_boxes

    def find_or_recall(nets: TileRecognizer, pixels: Pixels) -> list[FoundBox]:
        parts = (nets._detector, nets._namer, nets._bodies)
        key = (*parts, pixels.shape, sha256(pixels.tobytes()).digest())
        if key not in boxes_by_picture:
            boxes_by_picture[key] = find(nets, pixels)
        return [*boxes_by_picture[key]]

    monkeypatch.setattr(TileRecognizer, "find_boxes", find_or_recall)


MakeTile = Callable[..., SeenTile]
Encode = Callable[..., bytes]


@pytest.fixture
def tile() -> MakeTile:
    """Makes a seen tile: `tile(0, "5m", x, y)` with its top left at (x, y), 30 × 40 pixels."""

    def make(
        number: int,
        kind: str,
        x: float = 0.0,
        y: float = 0.0,
        size: tuple[float, float] = (30.0, 40.0),
        confidence: float = 0.995,
    ) -> SeenTile:
        w, h = size
        quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        names = () if kind == "?" else ((kind, confidence),)
        return SeenTile(number, quad, names, oriented=kind not in ("?", "back"))

    return make


@pytest.fixture
def encode() -> Encode:
    """Gives the bytes of a picture file: `encode(image, "PNG")`."""

    def encode_image(image: Image.Image, form: str, **options: object) -> bytes:
        file = BytesIO()
        image.save(file, form, **options)
        return file.getvalue()

    return encode_image


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """A named pipe; who opens it to read finds its end, so that a test fails rather than hangs."""
    path = tmp_path / "pipe.mp4"
    os.mkfifo(path)
    done = threading.Event()

    def close_for_each_reader() -> None:
        while not done.is_set():
            path.open("wb").close()  # waits for a reader

    writer = threading.Thread(target=close_for_each_reader)
    writer.start()
    yield path
    done.set()
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer.join(10)
    os.close(reader)
