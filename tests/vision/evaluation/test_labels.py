"""The three forms of labels, written here and read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from vision.evaluation.labels import (
    LabelError,
    find_datasets,
    load_labelled_crops,
    load_labelled_photos,
)

SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "dev"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("images", "labels"):
        (tmp_path / "set" / name).mkdir(parents=True)
    Image.new("RGB", (200, 100)).save(tmp_path / "set" / "images" / "a.jpg")
    return tmp_path / "set"


def test_yolo_boxes_and_corners_in_pixels(folder: Path) -> None:
    text = "18 0.5 0.5 0.1 0.4\n45 0.1 0.2 0.3 0.2 0.3 0.4 0.1 0.4\n"
    (folder / "labels" / "a.txt").write_text(text)
    (photo,) = load_labelled_photos(folder)
    assert [label.kind for label in photo.labels] == ["1s", "back"]
    expected = ((90, 30), (110, 30), (110, 70), (90, 70))
    for point, corner in zip(photo.labels[0].quad, expected, strict=True):
        assert point == pytest.approx(corner)
    assert photo.labels[1].quad[2] == pytest.approx((60, 40))
    assert photo.tile_set == "set"
    assert photo.is_in_scope((199, 99))


def test_tile_labelled_twice_is_one(folder: Path) -> None:
    twice = "18 0.5 0.5 0.1 0.4\n18 0.505 0.5 0.1 0.38\n"
    others = "19 0.5 0.5 0.1 0.4\n18 0.6 0.5 0.1 0.4\n"  # another kind, and the next tile
    (folder / "labels" / "a.txt").write_text(twice + others)
    (photo,) = load_labelled_photos(folder)
    assert [label.kind for label in photo.labels] == ["1s", "2s", "1s"]


def test_region_of_the_manifest(folder: Path) -> None:
    (folder / "labels" / "a.txt").write_text("")
    header = "name,n_boxes,labelled_region_x0,y0,x1,y1"
    (folder / "manifest.csv").write_text(f"{header}\na.jpg,0,0.1,0.0,0.5,1.0\n")
    (photo,) = load_labelled_photos(folder)
    assert photo.region == pytest.approx((20, 0, 100, 100))
    assert photo.is_in_scope((50, 50)) and not photo.is_in_scope((150, 50))


def test_json_with_boxes_to_ignore_and_rows(folder: Path) -> None:
    quad = [[0, 0], [10, 0], [10, 20], [0, 20]]
    content = {
        "set": "owl",
        "tiles": [{"kind": "4z", "quad": quad, "turned": True, "face_up": True}],
        "ignore": [[100, 0, 150, 50]],
        "rows": [["4z"]],
    }
    (folder / "labels" / "a.json").write_text(json.dumps(content))
    (photo,) = load_labelled_photos(folder)
    assert photo.tile_set == "owl"
    assert photo.labels[0].turned
    assert photo.rows == (("4z",),)
    assert not photo.is_in_scope((120, 20))


@pytest.mark.parametrize(
    "text", ["99 0.5 0.5 0.1 0.1", "1 0.5 0.5 0.1", "x 0.5 0.5 0.1 0.1", "1 0.5 a 0.1 0.1"]
)
def test_labels_that_cannot_be_read(folder: Path, text: str) -> None:
    (folder / "labels" / "a.txt").write_text(text)
    with pytest.raises(LabelError, match="a: labels cannot be read"):
        load_labelled_photos(folder)


def test_picture_without_labels(folder: Path) -> None:
    with pytest.raises(LabelError, match="has no labels"):
        load_labelled_photos(folder)


def test_crops(tmp_path: Path) -> None:
    for kind in ("0m", "5z", "other"):
        (tmp_path / "ivory" / kind).mkdir(parents=True)
        Image.new("RGB", (9, 9)).save(tmp_path / "ivory" / kind / "x.png")
    crops = load_labelled_crops(tmp_path / "ivory")
    assert sorted((crop.tile_set, crop.kind) for crop in crops) == [
        ("ivory", "0m"),
        ("ivory", "5z"),
    ]
    assert find_datasets(tmp_path) == (tmp_path / "ivory",)


def test_folder_without_labels(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(LabelError, match="has no labelled pictures"):
            find_datasets(folder)


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared/data/dev beside the checkout")
def test_the_development_pictures() -> None:
    tiles = {
        f.name: sum(len(p.labels) for p in load_labelled_photos(f))
        for f in (SHARED / "hands", SHARED / "singles", SHARED / "tables")
    }
    assert tiles == {"hands": 360, "singles": 221, "tables": 630}
    assert len(load_labelled_crops(SHARED / "crops" / "kumokumo")) == 73
    assert len(find_datasets(SHARED)) == 7


def test_json_with_a_hand(folder: Path) -> None:
    def tile(kind: str, x: float) -> dict[str, object]:
        return {"kind": kind, "quad": [[x, 0], [x + 2, 0], [x + 2, 3], [x, 3]]}

    meld = {"type": "chow", "tiles": "406m", "concealed": False, "from": "left", "claimed": 0}
    content = {
        "tiles": [tile("5z", 8), tile("0m", 5), tile("4m", 2)],
        "rows_tiles": [[0, 1, 2]],
        "hand": {"concealed": "5z", "winning_tile": None, "melds": [meld], "complete": False},
    }
    (folder / "labels" / "a.json").write_text(json.dumps(content))
    (photo,) = load_labelled_photos(folder)
    assert photo.hand is not None
    assert str(photo.hand.hand) == "5z [<406m]"
    assert (photo.hand.edge, photo.hand.is_winner_visible) == ("top", False)


def test_a_winner_that_cannot_be_seen_is_any_tile(folder: Path) -> None:
    quad = [[0, 0], [2, 0], [2, 3], [0, 3]]
    content = {
        "tiles": [{"kind": "5z", "quad": quad}] * 2,
        "rows_tiles": [[0, 1]],
        "hand": {"concealed": "55z", "winning_tile": None, "melds": [], "complete": True},
    }
    (folder / "labels" / "a.json").write_text(json.dumps(content))
    (photo,) = load_labelled_photos(folder)
    assert photo.hand is not None and str(photo.hand.hand) == "5z +5z"
    assert not photo.hand.is_winner_visible
