"""A set is taught from tiles in order, refused when they cannot lie so, and kept whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scoring.tiles import BACK, CLASSES
from vision.arrays import Floats, Pixels
from vision.photo import shrink
from vision.recognition.classifier import Adapter, TileClassifier
from vision.recognition.detector import Detection
from vision.recognition.weights import Weights
from vision.seen_tile import SeenTile
from vision.teaching import tile_set as taught_file
from vision.teaching.adaptation import PATCH, Examples, fit_adapter, likeliest_kinds
from vision.teaching.errors import TeachError
from vision.teaching.teach import (
    LARGEST,
    ExpectedCountDetector,
    Order,
    evaluate_holdout,
    find_order_errors,
    match_order,
    order,
    upright_quads,
)
from vision.teaching.tile_set import TaughtError, TaughtSet, is_current, load, save

MakeTile = Callable[..., SeenTile]
ANSWERS = 4 * len(CLASSES) + 1


# the order


def test_order_has_every_kind_once() -> None:
    kinds = [kind for row in order(flowers=True, red_fives=True, back=True) for kind in row]
    assert sorted(kinds) == sorted(CLASSES)
    plain = [kind for row in order() for kind in row]
    assert plain == list(CLASSES[:34])


def tiles_in_rows(make: MakeTile, rows: Order, mixed: bool = True) -> list[SeenTile]:
    """Tiles in rows, in the order a finder would give them: any."""
    tiles = [
        make(0, kind, 34.0 * column, 60.0 * row)
        for row, kinds in enumerate(rows)
        for column, kind in enumerate(kinds)
    ]
    if mixed:
        tiles = [tiles[i] for i in np.random.default_rng(1).permutation(len(tiles))]
    return [SeenTile(i, t.quad, t.names, t.oriented) for i, t in enumerate(tiles)]


def test_tiles_come_in_their_order(tile: MakeTile) -> None:
    rows = order(flowers=True, red_fives=True)
    found = match_order(tiles_in_rows(tile, rows), rows, "a.jpg")
    assert [t.kind for t in found] == [kind for row in rows for kind in row]


def test_a_photo_from_across_is_the_same(tile: MakeTile) -> None:
    rows = order()
    turned = [
        SeenTile(t.id, tuple((400 - x, 400 - y) for x, y in t.quad), t.names, t.oriented)  # type: ignore[arg-type]
        for t in tiles_in_rows(tile, rows)
    ]
    found = match_order(turned, rows, "a.jpg")
    assert [t.kind for t in found] == [kind for row in rows for kind in row]


def without(rows: Order, row: int, place: int) -> Order:
    kinds = list(rows[row])
    del kinds[place]
    return (*rows[:row], tuple(kinds), *rows[row + 1 :])


def test_a_missing_tile_is_named_with_its_place(tile: MakeTile) -> None:
    rows = order()
    tiles = tiles_in_rows(tile, without(rows, 1, 4))
    with pytest.raises(
        TeachError, match=r"row 2 shows 8 tiles, expected 9 .*5p missing at place 5"
    ):
        match_order(tiles, rows, "a.jpg")


def test_a_tile_too_many_is_named_with_its_place(tile: MakeTile) -> None:
    rows = order()
    doubled = (*rows[:3], (*rows[3][:2], "2z", *rows[3][2:]))
    with pytest.raises(TeachError, match=r"row 4 shows 8 tiles.*a 2z too many at place [23]"):
        match_order(tiles_in_rows(tile, doubled), rows, "a.jpg")


def test_a_missing_row(tile: MakeTile) -> None:
    rows = order()
    with pytest.raises(TeachError, match=r"rows seen: 3 .* expected: 4 .*nothing is stored"):
        match_order(tiles_in_rows(tile, rows[:3]), rows, "a.jpg")


def test_weak_boxes_count_only_where_tiles_are_missing() -> None:
    quad = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float64)

    class Found:
        def find(self, pixels: Pixels) -> list[Detection]:
            return [Detection(quad, score, 0.0) for score in (0.9, 0.8, 0.7, 0.4, 0.3)]

    def scores(count: int) -> list[float]:
        return [
            box.score for box in ExpectedCountDetector(Found(), count).find(np.zeros((1, 1, 3)))
        ]

    assert scores(4) == [0.9, 0.8, 0.7, 0.4]
    assert scores(2) == [0.9, 0.8, 0.7]  # one tile too many, which has to be said
    assert scores(9) == [0.9, 0.8, 0.7, 0.4, 0.3]


def test_no_tiles_at_all() -> None:
    with pytest.raises(TeachError, match=r"rows seen: 0 \(0 tiles\)"):
        match_order([], order(), "a.jpg")


# what the net disagrees with


def misread(make: MakeTile, changes: dict[str, str], rows: Order | None = None) -> list[SeenTile]:
    rows = rows or order()
    return [
        make(0, changes.get(kind, kind), 34.0 * c) for row in rows for c, kind in enumerate(row)
    ]


DIFFERENT = np.full((34, 34), 0.5)


def test_right_tiles_raise_nothing(tile: MakeTile) -> None:
    assert find_order_errors(misread(tile, {}), order(), np.ones((34, 34))) == []


def test_swapped_tiles_are_told(tile: MakeTile) -> None:
    faults = find_order_errors(misread(tile, {"3m": "7m", "7m": "3m"}), order(), DIFFERENT)
    assert list(map(str, faults)) == [
        "row 1, place 3: expected 3m, seen 7m (swapped?)",
        "row 1, place 7: expected 7m, seen 3m (swapped?)",
    ]


def test_a_doubled_tile_is_told_by_its_likeness(tile: MakeTile) -> None:
    alike = DIFFERENT.copy()
    alike[9 + 5, 9 + 8] = 0.98
    faults = find_order_errors(misread(tile, {"6p": "9p"}), order(), alike)
    assert list(map(str, faults)) == [
        "row 2, place 6: expected 6p, seen 9p, the same as at row 2, place 9",
    ]


def test_a_face_that_the_net_does_not_know_may_be_taught(tile: MakeTile) -> None:
    # read as 9p with certainty, but it does not look like the 9p that lies there
    assert find_order_errors(misread(tile, {"6p": "9p"}), order(), DIFFERENT) == []


def test_a_tile_that_is_not_in_the_order(tile: MakeTile) -> None:
    faults = find_order_errors(misread(tile, {"1p": "3f"}), order(), DIFFERENT)
    assert list(map(str, faults)) == ["row 2, place 1: expected 1p, seen 3f"]


def test_a_blank_white_dragon_may_look_like_a_back(tile: MakeTile) -> None:
    assert find_order_errors(misread(tile, {"5z": BACK}), order(), DIFFERENT) == []


def test_a_doubtful_name_is_no_fault(tile: MakeTile) -> None:
    tiles = misread(tile, {})
    tiles[2] = SeenTile(2, tiles[2].quad, (("2m", 0.6), ("3m", 0.3)), True)
    assert find_order_errors(tiles, order(), np.ones((34, 34))) == []


def test_directionless_faces_stand_as_their_row(tile: MakeTile) -> None:
    rows = (("1p", "2p", "3p"),)
    tiles = misread(tile, {}, rows)
    turned = [SeenTile(t.id, t.quad[2:] + t.quad[:2], t.names, oriented=False) for t in tiles]
    for quad, straight in zip(upright_quads(turned, rows), tiles, strict=True):
        assert quad.tolist() == [list(point) for point in straight.quad]


# learning


def examples(kinds: list[str], misled: dict[str, str], seed: int = 0, views: int = 4) -> Examples:
    """Faces with features of their own, each named rightly by the net unless it is misled."""
    rng = np.random.default_rng(5)  # the features of a kind and turn are the same in every photo
    own = rng.gamma(1.0, 1.0, (len(CLASSES), 4, 128))
    noise = np.random.default_rng(seed)
    numbers = np.array([CLASSES.index(kind) for kind in kinds])
    features = own[numbers][:, None] + noise.normal(0, 0.15, (len(kinds), views, 4, 128))
    logits = noise.normal(0, 0.3, (len(kinds), views, 4, ANSWERS))
    for row, kind in enumerate(kinds):
        column = CLASSES.index(misled.get(kind, kind))
        for turn in range(4):
            logits[row, :, turn, 4 * column + turn] += 4.0
    return Examples(numbers, logits, features)


MISLED = {"1s": "6z", "9m": "7m", "5z": BACK}


def test_teaching_corrects_what_the_net_misreads() -> None:
    kinds = list(CLASSES[:34])
    adapter = fit_adapter(examples(kinds, MISLED))
    other_photo = examples(kinds, MISLED, seed=1)
    truth = other_photo.kinds[:, None]
    assert (likeliest_kinds(other_photo) != truth).sum() == 3 * 4
    assert (likeliest_kinds(other_photo, adapter) == truth).all()


def test_untaught_kinds_keep_the_nets_answer() -> None:
    adapter = fit_adapter(examples(list(CLASSES[:34]), MISLED))
    others = examples(list(CLASSES[34:45]), {}, seed=1)
    assert (likeliest_kinds(others, adapter) == others.kinds[:, None]).all()


def test_what_is_compared_was_kept_apart() -> None:
    kinds = list(CLASSES[:34])
    one = evaluate_holdout([examples(kinds, MISLED)])
    assert (one.tiles, one.before, one.after, one.photos) == (34 * 2, 31 * 2, 34 * 2, 1)
    two = evaluate_holdout([examples(kinds, MISLED), examples(kinds, MISLED, seed=1)])
    assert (two.tiles, two.before, two.after, two.photos) == (34, 31, 34, 2)


class FakeSession:
    """A net that sees the mean colour and calls everything an upright 1m."""

    def run(self, outputs: list[str], inputs: dict[str, Floats]) -> list[Floats]:
        picture = inputs["picture"]
        answers = np.zeros((len(picture), ANSWERS), np.float32)
        answers[:, 0] = 5.0
        return [answers, picture.mean(axis=(2, 3))]


def test_a_taught_namer_leaves_the_untaught_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "vision.recognition.classifier.open_session", lambda path, threads: FakeSession()
    )
    change = np.zeros((3, ANSWERS))
    change[0, 4 * 10] = 20.0  # red pictures are 2p
    namer = TileClassifier(Path("net.onnx"))
    other = namer.with_adapter(Adapter(change, np.array([0.5, 0.0, 0.0])))
    red = np.zeros((40, 30, 3), np.uint8)
    red[..., 0] = 255
    blue = red[..., ::-1]
    assert [names[0][0] for names in other.classify_crops([red, blue])] == ["2p", "1m"]
    assert [names[0][0] for names in namer.classify_crops([red, blue])] == ["1m", "1m"]


# the file


def pictures(count: int) -> Pixels:
    ramp = np.linspace(0, 200, PATCH).astype(np.uint8)
    return np.stack(
        [np.broadcast_to(ramp[:, None, None] + i, (PATCH, PATCH, 3)) for i in range(count)]
    )


def a_set(kinds: tuple[str, ...] = ("1m", "5z", BACK), namer: str = "a" * 64) -> TaughtSet:
    rng = np.random.default_rng(0)
    adapter = Adapter(rng.normal(size=(128, ANSWERS)).astype(np.float32), np.ones(128, np.float32))
    return TaughtSet("club set", kinds, pictures(len(kinds)), adapter, namer)


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights whose checksum is 64 times "a"."""
    found = Weights(Path("a.onnx"), CLASSES, 64, "a" * 64)
    monkeypatch.setattr(taught_file, "find_weights", lambda *args: found)


def test_a_set_is_read_as_it_was_written(tmp_path: Path, weights: None) -> None:
    file = tmp_path / "new" / "set.npz"
    before = a_set()
    save(before, file)
    after = load(file)
    assert (after.name, after.kinds, after.classifier_sha256) == (
        before.name,
        before.kinds,
        before.classifier_sha256,
    )
    np.testing.assert_array_equal(after.adapter.change, before.adapter.change)
    assert np.abs(after.patches.astype(int) - before.patches).max() < 12  # JPEG
    assert [p.name for p in file.parent.iterdir()] == ["set.npz"]


def test_a_write_that_fails_leaves_the_old_set(
    tmp_path: Path, weights: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "set.npz"
    save(a_set(), file)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(a_set(("2m",)), file)
    assert load(file).kinds == ("1m", "5z", BACK)
    assert [p.name for p in tmp_path.iterdir()] == ["set.npz"]


def test_other_weights_are_told(tmp_path: Path, weights: None) -> None:
    file = tmp_path / "set.npz"
    save(a_set(namer="b" * 64), file)
    assert not is_current(file)
    with pytest.raises(TaughtError, match="'club set' was taught with other weights"):
        load(file)


@pytest.mark.parametrize("keep", [0, 1, 100, 1000, -40])
def test_a_damaged_file_is_one_error(tmp_path: Path, weights: None, keep: int) -> None:
    file = tmp_path / "set.npz"
    save(a_set(), file)
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(TaughtError, match=r"set\.npz is not a taught set"):
        load(file)


def write_tile_set(file: Path, **changed: object) -> None:
    about = {"form": 1, "name": "x", "kinds": ["1m"], "namer": "a" * 64}
    about |= {k: v for k, v in changed.items() if k in about}
    parts: dict[str, Any] = {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "change": np.zeros((128, ANSWERS), np.float32),
        "middle": np.zeros(128, np.float32),
        "sheet": np.frombuffer(taught_file.tile_sheet(pictures(1)), np.uint8),
    }
    parts |= {k: np.asarray(v) for k, v in changed.items() if k in parts}
    np.savez_compressed(file, **parts)


@pytest.mark.parametrize(
    "changed",
    [
        {"form": 2},
        {"kinds": []},
        {"kinds": ["10m"]},
        {"kinds": 5},
        {"change": np.zeros((128, 3), np.float32)},
        {"change": np.full((128, ANSWERS), np.nan, np.float32)},
        {"middle": np.zeros((), np.float32)},
        {"sheet": np.zeros(5, np.uint8)},
        {"change": np.array([{"pickled": 1}], dtype=object)},
        {"change": np.zeros((128, 40_000), np.float32)},  # 20 MB, packed small
    ],
)
def test_a_forged_file_is_one_error(
    tmp_path: Path, weights: None, changed: dict[str, object]
) -> None:
    write_tile_set(tmp_path / "good.npz")
    assert load(tmp_path / "good.npz").kinds == ("1m",)
    write_tile_set(tmp_path / "set.npz", **changed)
    with pytest.raises(TaughtError, match=r"set\.npz is not a taught set"):
        load(tmp_path / "set.npz")


def test_a_file_that_is_gone(tmp_path: Path, weights: None) -> None:
    with pytest.raises(TaughtError, match="does not exist"):
        load(tmp_path / "set.npz")


def test_back_colour_and_white_dragon_are_seen() -> None:
    plain = np.full((3, PATCH, PATCH, 3), 240, np.uint8)
    plain[2] = (20, 120, 60)
    adapter = Adapter(np.zeros((128, ANSWERS)), np.zeros(128))
    blank = TaughtSet("x", ("1m", "5z", BACK), plain, adapter, "")
    assert blank.back_colour == (20, 120, 60)
    assert blank.has_blank_white is True
    framed = plain.copy()
    framed[1, 30:50, 30:50] = 30
    assert TaughtSet("x", ("1m", "5z", BACK), framed, adapter, "").has_blank_white is False
    neither = TaughtSet("x", ("1m",), plain[:1], adapter, "")
    assert (neither.back_colour, neither.has_blank_white) == (None, None)


def test_a_large_photo_is_made_smaller_first_and_a_small_one_left_alone() -> None:
    large = np.zeros((3000, 4000, 3), np.uint8)
    large[:, 2000:] = 200
    found = shrink(large, LARGEST)
    assert found.shape == (LARGEST * 3 // 4, LARGEST, 3)
    assert (found[:, : LARGEST // 2 - 1].max(), found[:, LARGEST // 2 + 1 :].min()) == (0, 200)
    small = np.zeros((500, LARGEST, 3), np.uint8)
    assert shrink(small, LARGEST) is small
