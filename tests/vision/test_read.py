"""The shipped nets on our own rendered pictures, and the steps around them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handreader.pipeline import read_photo
from handreader.situation import Situation
from scoring.tiles import BACK, CLASSES
from vision import PhotoReading, Reader
from vision.found_box import SeenBody
from vision.photo import Photo, open_photo
from vision.recognition.bodies import BodyNet
from vision.recognition.classifier import CROP, Classification, TileClassifier, rectify
from vision.recognition.detector import CLASSES as FINDER_CLASSES
from vision.recognition.detector import Detection, DetectorSettings, decode_boxes
from vision.recognition.recognizer import TileRecognizer
from vision.recognition.weights import find_weights

EXAMPLES = Path(__file__).parents[2] / "datasets" / "examples"
READER = Reader()
NAMES = sorted(path.stem for path in (EXAMPLES / "images").glob("*.jpg"))


def read(photo: Photo) -> PhotoReading:
    return read_photo(READER, photo, Situation(), "riichi-ema")


def truth(name: str) -> dict[str, Any]:
    """The label file. Any: its lists hold different things."""
    text = (EXAMPLES / "labels" / f"{name}.json").read_text(encoding="utf-8")
    parsed: dict[str, Any] = json.loads(text)
    return parsed


@pytest.mark.parametrize("name", NAMES)
def test_shipped_nets_read_the_examples(name: str) -> None:
    reading = read(open_photo(EXAMPLES / "images" / f"{name}.jpg"))
    expected = sorted(str(tile["kind"]) for tile in truth(name)["tiles"])
    assert sorted(tile.kind for tile in reading.tiles) == expected
    rows = [[reading.tiles[i].kind for i in row] for row in reading.rows]
    assert sorted(map(len, rows)) == sorted(map(len, truth(name)["rows"]))
    assert rows == truth(name)["rows"]


def test_a_picture_turned_by_exif_is_read_alike(tmp_path: Path) -> None:
    from PIL import Image

    with Image.open(EXAMPLES / "images" / f"{NAMES[0]}.jpg") as picture:
        exif = picture.getexif()
        exif[0x0112] = 6  # to be turned clockwise to stand upright
        picture.transpose(Image.Transpose.ROTATE_90).save(tmp_path / "t.jpg", exif=exif, quality=95)
        upright = picture.size
    reading = read(open_photo(tmp_path / "t.jpg"))
    assert (reading.width, reading.height) == upright
    kinds = sorted(tile.kind for tile in reading.tiles)
    assert kinds == sorted(str(tile["kind"]) for tile in truth(NAMES[0])["tiles"])


def test_nothing_is_read_in_plain_cloth() -> None:
    rng = np.random.default_rng(1)
    cloth = np.clip(rng.normal((30, 110, 70), 6, (700, 900, 3)), 0, 255).astype(np.uint8)
    reading = read(Photo("cloth.jpg", cloth))
    assert reading.tiles == ()
    assert reading.problems


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (40, 40), (2000, 30)])
def test_tiny_and_thin_pictures_are_read_without_a_fault(size: tuple[int, int]) -> None:
    pixels = np.full((*size, 3), 200, np.uint8)
    assert read(Photo("thin.png", pixels)).width == size[1]


def test_classes_of_the_shipped_weights_are_ours() -> None:
    listed = EXAMPLES.parent / "classes.txt"
    assert tuple(listed.read_text(encoding="utf-8").split()) == CLASSES
    assert find_weights("namer", CLASSES).input_size == CROP
    assert find_weights("detector", FINDER_CLASSES).input_size == DetectorSettings().side


def test_decoded_places_a_box_where_the_maps_say() -> None:
    cells = 4 * 4 + 2 * 2 + 1
    sides = np.ones((4, cells), np.float32)
    sides[2] = 3.0  # the box reaches three cells to the right of its anchor, one elsewhere
    scores = np.full((2, cells), -9.0, np.float32)
    scores[1, 5] = 4.0  # a back at row 1, column 1 of the finest map
    boxes = decode_boxes(sides, scores, np.zeros((1, cells), np.float32), (32, 32), 0.5)
    x, y, w, h, angle, score, back = boxes[0]
    assert len(boxes) == 1
    assert (x, y, w, h, angle) == pytest.approx((20.0, 12.0, 32.0, 16.0, 0.0))
    assert score == pytest.approx(1 / (1 + np.exp(-4.0)))
    assert back > 0.99


def test_decoded_turns_the_offset_with_the_box() -> None:
    cells = 4 * 4 + 2 * 2 + 1
    sides = np.array([[1.0], [1.0], [3.0], [1.0]], np.float32).repeat(cells, axis=1)
    scores = np.full((2, cells), -9.0, np.float32)
    scores[0, 5] = 4.0
    turn = np.full((1, cells), np.pi / 2, np.float32)
    x, y = decode_boxes(sides, scores, turn, (32, 32), 0.5)[0][:2]
    assert (x, y) == pytest.approx((12.0, 20.0))


def test_rectified_brings_the_first_corner_to_the_upper_left() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[20:30, 20:30] = 255  # at the tile's own top left
    quad = np.array([[20.0, 20.0], [60.0, 20.0], [60.0, 80.0], [20.0, 80.0]])
    square = rectify(picture, quad)
    assert square.shape == (CROP, CROP, 3)
    assert square[: CROP // 4, : CROP // 4].mean() > 100
    turned = rectify(picture, np.roll(quad, 1, axis=0))  # now the lower left comes first
    assert turned[: CROP // 4, -CROP // 4 :].mean() > 60
    assert turned[: CROP // 4, : CROP // 4].mean() < 30


def test_votes_agree_on_the_direction() -> None:
    """A face turned by quarters keeps its name; the direction follows."""
    photo = open_photo(EXAMPLES / "images" / "hand.jpg")
    namer = TileClassifier.load()
    tile = next(t for t in truth("hand")["tiles"] if t["kind"] == "2m")
    quad = np.array(tile["quad"], np.float64)
    names = namer.classify(photo.pixels, [np.roll(quad, k, axis=0) for k in range(4)])
    assert [n.names[0][0] for n in names] == ["2m"] * 4
    assert [n.quarters for n in names] == [0, 1, 2, 3]
    assert all(n.oriented for n in names)


class _Boxes:
    """A detector that knows where everything lies."""

    def __init__(self, *found: Detection) -> None:
        self._found = list(found)

    def find(self, pixels: object) -> list[Detection]:
        return self._found


class _Bodies(BodyNet):
    """A net that sees nothing of bodies."""

    def __init__(self) -> None:
        pass

    def look(self, pixels: object, quads: Sequence[object]) -> list[SeenBody]:
        return [SeenBody(0.5, 0.0, 0.5)] * len(quads)


class _Says(TileClassifier):
    """A namer that says what it is told, one name a box."""

    def __init__(self, *names: Classification) -> None:
        self._names = list(names)

    def classify(
        self, pixels: object, quads: Sequence[object], nothing: float = 1.0
    ) -> list[Classification]:
        return self._names[: len(quads)]


def _box(x: float, size: float = 20.0, score: float = 0.9) -> Detection:
    half = np.array([[-0.5, -0.65], [0.5, -0.65], [0.5, 0.65], [-0.5, 0.65]]) * size
    return Detection(half + np.array([x, 50.0]), score, 0.0)


def _name(kind: str, share: float = 0.98, nothing: float = 0.0) -> Classification:
    return Classification(((kind, share), ("9s", 0.01)), nothing, 0, kind != BACK)


def test_what_the_namer_takes_for_no_tile_is_left_out() -> None:
    boxes = _Boxes(_box(20), _box(50), _box(80))
    namer = _Says(_name("1m"), _name("2m", 0.004, nothing=0.995), _name("3m"))
    tiles = TileRecognizer(boxes, namer, _Bodies()).recognize(np.zeros((100, 100, 3), np.uint8))
    assert [t.kind for t in tiles] == ["1m", "3m"]
    assert [t.id for t in tiles] == [0, 1]


def test_a_weak_box_that_looks_like_no_kind_is_left_out() -> None:
    vague = Classification((("1m", 0.3), ("2f", 0.25)), 0.1, 0, True)
    picture = np.zeros((100, 100, 3), np.uint8)
    weak = TileRecognizer(_Boxes(_box(20, score=0.5)), _Says(vague), _Bodies()).recognize(picture)
    strong = TileRecognizer(_Boxes(_box(20, score=0.95)), _Says(vague), _Bodies()).recognize(
        picture
    )
    assert weak == ()
    assert [t.kind for t in strong] == ["1m"]  # a tile is there, though unreadable


def test_a_blank_tile_as_dark_as_the_faces_is_a_white_dragon() -> None:
    picture = np.full((100, 100, 3), 90, np.uint8)
    for left in (10, 50):
        picture[37:63, left : left + 20] = 0
    torn = Classification((("5z", 0.5), (BACK, 0.45)), 0.05, 0, False)
    boxes, namer = _Boxes(_box(20), _box(60)), _Says(torn, _name("1m"))
    blank = TileRecognizer(boxes, namer, _Bodies()).recognize(picture)[0]
    assert dict(blank.names)["5z"] > 0.9
