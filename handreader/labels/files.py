"""Labelled pictures on disk: write readings for other programs, read what they give back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import ExifTags, Image

from vision import PhotoReading
from vision.evaluation.labels import Label
from vision.photo import Photo, open_photo
from vision.seen_tile import Quad

from ..user_files import write_atomically
from . import coco, label_studio, yolo
from .picture import LabelFormatError, PictureLabels

if TYPE_CHECKING:
    from ..options import LabelFormat

_LARGEST = 256  # megabytes of a JSON file
_KEPT = {"JPEG", "PNG", "WEBP"}
_FAULTS = (
    KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError,
)  # fmt: skip


class LabelFolder:
    """A folder that gets readings as labelled pictures: `images/`, and labels in one format.

    The pictures are encoded again, upright: they have none of the photo's metadata.
    """

    def __init__(self, folder: Path, form: LabelFormat) -> None:
        self.folder, self._form = folder, form
        self._pictures: list[PictureLabels] = []
        self._names: set[str] = set()

    def add(self, photo: Photo, reading: PhotoReading) -> None:
        """Write a photo, and keep its labels; tiles without a name get none."""
        named = [tile for tile in reading.final_tiles if tile.names]
        height, width = photo.pixels.shape[:2]
        labels = tuple(Label(tile.kind, photo.to_pixels(tile.quad)) for tile in named)
        name = self._free_name(Path(photo.name).stem or "picture")
        scores = tuple(tile.confidence for tile in named)
        picture = PictureLabels(name, width, height, labels, scores)
        file = self.folder / "images" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(photo.pixels).save(file, quality=95)
        if self._form == "yolo":
            _write(self.folder / "labels" / f"{file.stem}.txt", yolo.to_yolo(picture))
        self._pictures.append(picture)

    def close(self) -> Path:
        """Write what describes all pictures, and return that file."""
        if self._form == "coco":
            return _write_json(self.folder / coco.COCO_FILE, coco.to_coco(self._pictures))
        if self._form == "yolo":
            return _write(self.folder / yolo.DATA_FILE, yolo.data_yaml())
        _write(self.folder / label_studio.CONFIG, label_studio.labelling_config())
        tasks = label_studio.to_label_studio(self._pictures, f"{self.folder.resolve().name}/images")
        return _write_json(self.folder / label_studio.TASKS_FILE, tasks)

    def _free_name(self, stem: str) -> str:
        for number in count(1):
            name = f"{stem}.jpg" if number == 1 else f"{stem}-{number}.jpg"
            if name not in self._names:
                break
        self._names.add(name)
        return name


def read_labels(path: Path) -> tuple[PictureLabels, ...]:
    """Read the labels of another program: a JSON file of COCO or Label Studio, or a YOLO folder.

    Raises:
        LabelFormatError: another form, or a label that is no tile.
    """
    try:
        found = tuple(yolo.from_yolo(path) if path.is_dir() else _read_json(path))
    except FileNotFoundError:
        raise LabelFormatError("missing", path=path) from None
    except OSError as error:
        raise LabelFormatError("unopened", path=error.filename or path, why=error) from error
    except _FAULTS as error:
        if isinstance(error, LabelFormatError):
            raise
        why = f"{type(error).__name__}: {error}"[:200]
        raise LabelFormatError("unread", path=path, why=why) from error
    if not found:
        raise LabelFormatError("no_labels" if path.is_dir() else "not_reviewed", path=path)
    return found


def _read_json(path: Path) -> Iterator[PictureLabels]:
    size = path.stat().st_size // 1_000_000
    if size > _LARGEST:
        raise LabelFormatError("too_large", path=path, size=size, limit=_LARGEST)
    content = json.loads(path.read_text("utf-8"))
    if isinstance(content, dict) and "annotations" in content and "images" in content:
        return coco.from_coco(content, path)
    if isinstance(content, list):
        return label_studio.from_label_studio(content, path)
    raise LabelFormatError("no_labels", path=path)


def write_labelled_photos(pictures: Sequence[PictureLabels], photos: Path, folder: Path) -> int:
    """Write pictures with labels as `evaluate` and training take them; return the tiles' number.

    Args:
        pictures: the labels.
        photos: folder of the pictures, or of their folder `images`.
        folder: gets `images/` and `labels/`; files of the same names are replaced.

    Raises:
        LabelFormatError: a picture is not there; then nothing is written.
        PhotoError: a picture cannot be read.
    """
    files = [_find_picture(picture.name, photos) for picture in pictures]
    for picture, file in zip(pictures, files, strict=True):
        target = folder / "images" / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        size = _copy_upright(file, target)
        enlarge = _enlarger(picture, size)
        labels = tuple(replace(one, quad=enlarge(one.quad)) for one in picture.labels)
        text = yolo.to_yolo(PictureLabels(file.name, *size, labels))
        _write(folder / "labels" / f"{target.stem}.txt", text)
    return sum(len(picture.labels) for picture in pictures)


def _find_picture(name: str, photos: Path) -> Path:
    """Find a picture by the name in labels, which may not lead out of the folder.

    Raises:
        LabelFormatError: it is not there.
    """
    plain = name.replace("\\", "/")
    root = photos.resolve()
    for place in (plain, f"images/{plain}", f"images/{plain.rsplit('/', 1)[-1]}"):
        found = (root / place).resolve()
        if found.is_relative_to(root) and found.is_file():
            return found
    raise LabelFormatError("no_picture", name=name[:80], folder=photos)


def _copy_upright(file: Path, target: Path) -> tuple[int, int]:
    """Copy a picture, or encode it again where it is turned; return its width and height."""
    photo = open_photo(file)
    with Image.open(file) as image:
        turn = image.getexif().get(ExifTags.Base.Orientation, 1)
        is_plain = turn == 1 and image.format in _KEPT and image.size == photo.pixels.shape[1::-1]
    if is_plain:
        if file != target.resolve():
            shutil.copyfile(file, target)
    else:
        Image.fromarray(photo.pixels).save(target, quality=95)
    height, width = photo.pixels.shape[:2]
    return width, height


def _enlarger(picture: PictureLabels, size: tuple[int, int]) -> Callable[[Quad], Quad]:
    """Return what turns the picture's coordinates into pixels of its file."""
    across = size[0] / (picture.width or 1)
    down = size[1] / (picture.height or 1)

    def enlarge(quad: Quad) -> Quad:
        a, b, c, d = ((x * across, y * down) for x, y in quad)
        return a, b, c, d

    return enlarge


def _write(file: Path, text: str) -> Path:
    write_atomically(file, text.encode())
    return file


def _write_json(file: Path, content: object) -> Path:
    return _write(file, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
