"""Figures from made-up labels and readings whose answers are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.evaluation.labels import Label, LabelledCrop, LabelledPhoto
from vision.evaluation.metrics import (
    SetFigures,
    Share,
    SidewaysCounts,
    calibration,
    compute_metrics,
)
from vision.evaluation.outcomes import (
    EvaluatedPhoto,
    Verdict,
    draw_outcomes,
    evaluate_crops,
    evaluate_photos,
    match_labels,
)
from vision.photo import Photo, Pixels
from vision.seen_tile import SeenTile

MakeTile = Callable[..., SeenTile]


@dataclass
class FakeReading:
    tiles: Sequence[SeenTile]
    rows: Sequence[Sequence[int]] = ()
    turned_ids: Collection[int] = ()


def photo_with_labels(
    *tiles: SeenTile, path: Path = Path("a.jpg"), tile_set: str = "ivory"
) -> LabelledPhoto:
    return LabelledPhoto(path, tile_set, tuple(Label(t.kind, t.quad) for t in tiles))


def verdicts(result: EvaluatedPhoto) -> list[str]:
    return [outcome.verdict.value for outcome in result.outcomes]


def test_every_verdict(tile: MakeTile) -> None:
    truth = [tile(0, "1m", 0), tile(1, "2m", 30), tile(2, "3m", 60)]
    photo = replace(
        photo_with_labels(*truth), region=(0, 0, 200, 100), ignore=((150, 0, 200, 100),)
    )
    seen = [
        tile(0, "1m", 0),
        tile(1, "9m", 31),
        tile(2, "4p", 100),
        tile(3, "back", 120),
        tile(4, "5p", 155),  # in the box to ignore
        tile(5, "6p", 300),  # outside the region
    ]
    result = match_labels(photo, FakeReading(seen), 0.1)
    assert verdicts(result) == ["right", "wrong", "missed", "extra", "back", "ignored", "ignored"]
    assert not result.is_perfect


def test_perfect_photo_may_show_backs_and_tiles_outside(tile: MakeTile) -> None:
    photo = replace(photo_with_labels(tile(0, "1m")), region=(0, 0, 50, 50))
    seen = [tile(0, "1m"), tile(1, "back", 20, 30), tile(2, "7z", 90)]
    assert match_labels(photo, FakeReading(seen), 0.1).is_perfect


def test_matched_tile_counts_although_its_centre_is_just_outside(tile: MakeTile) -> None:
    photo = replace(photo_with_labels(tile(0, "1m")), region=(0, 0, 30, 40))
    result = match_labels(photo, FakeReading([tile(0, "1m", 16)]), 0.1)
    assert verdicts(result) == ["right"]


def test_back_is_extra_where_backs_are_labelled(tile: MakeTile) -> None:
    photo = photo_with_labels(tile(0, "back"))
    seen = [tile(0, "back"), tile(1, "back", 100)]
    assert verdicts(match_labels(photo, FakeReading(seen), 0.1)) == ["right", "extra"]


def test_back_is_extra_where_nothing_lies(tile: MakeTile) -> None:
    result = match_labels(
        photo_with_labels(), FakeReading([tile(0, "back"), tile(1, "3z", 80)]), 0.1
    )
    assert verdicts(result) == ["extra", "extra"]
    assert compute_metrics([result]).extra_kinds == (("back", 1), ("3z", 1))


def test_outlines_taken_for_no_tile(tile: MakeTile) -> None:
    truth = [tile(0, "1m", 0), tile(1, "2m", 40)]
    photo = replace(photo_with_labels(*truth), ignore=((300, 0, 400, 100),))
    boxes = [truth[0].quad, truth[1].quad, tile(2, "?", 100).quad, tile(3, "?", 320).quad]
    result = match_labels(photo, FakeReading([truth[0]]), 0.1, boxes)
    # the missed tile, then what is none; the box in the ignored part says nothing
    assert result.rejected == (True, False)
    figures = compute_metrics([result])
    assert (figures.rejected, figures.rejected_wrong) == (2, 1)


def test_sideways_tiles_are_told(tile: MakeTile) -> None:
    truth = [tile(i, "1m", 40 * i) for i in range(4)]
    photo = replace(
        photo_with_labels(*truth),
        labels=tuple(Label("1m", t.quad, turned=t.id < 2) for t in truth),
        rows=(("1m",) * 4,),
    )
    strewn = replace(photo, rows=())
    results = [
        match_labels(p, FakeReading(truth[:3], turned_ids={0, 2}), 0.1) for p in (photo, strewn)
    ]
    assert compute_metrics(results).turned == SidewaysCounts(
        tiles=2, true_positives=1, false_positives=1
    )
    assert compute_metrics(results).by_group["sideways"].tiles == 4


def test_face_read_as_back_is_found_and_wrong(tile: MakeTile) -> None:
    result = match_labels(photo_with_labels(tile(0, "5z")), FakeReading([tile(0, "back")]), 0.1)
    figures = compute_metrics([result])
    assert figures.all == Share(tiles=1, found=1, right=0)
    assert figures.confusions == (("5z", "back", 1),)


def test_tally(tile: MakeTile) -> None:
    truth = [tile(0, "0m", 0), tile(1, "3f", 30), tile(2, "5z", 60), tile(3, "5z", 90)]
    photo = replace(
        photo_with_labels(*truth),
        labels=(
            Label("0m", truth[0].quad, turned=True),
            *(Label(t.kind, t.quad) for t in truth[1:]),
        ),
    )
    good = match_labels(photo, FakeReading(truth), 0.1)
    bad = match_labels(
        replace(photo, tile_set="black"),
        FakeReading([tile(0, "5m", 0), tile(1, "3f", 30), tile(2, "?", 60), tile(3, "1p", 300)]),
        0.3,
    )
    figures = compute_metrics([good, bad, bad])
    assert (figures.photos, figures.perfect, figures.extra) == (3, 1, 2)
    assert figures.all == Share(tiles=12, found=10, right=6)
    assert figures.by_set == {
        "ivory": SetFigures(photos=1, perfect=1, all=Share(tiles=4, found=4, right=4), extra=0),
        "black": SetFigures(photos=2, perfect=0, all=Share(tiles=8, found=6, right=2), extra=2),
    }
    assert figures.by_kind["5z"] == Share(tiles=6, found=4, right=2)
    assert figures.by_group["sideways"] == Share(tiles=3, found=3, right=1)
    assert figures.by_group["red five"] == Share(tiles=3, found=3, right=1)
    assert figures.by_group["flower"] == Share(tiles=3, found=3, right=3)
    assert figures.confusions == (("0m", "5m", 2), ("5z", "?", 2))
    assert figures.seconds_median == 0.3
    # Unreadable tiles claim nothing: of 4 + 3 + 3 names at 0.995, two are wrong and two extra.
    assert (figures.calibration.sure, figures.calibration.sure_wrong) == (10, 4)
    assert figures.calibration.error == pytest.approx(0.995 - 6 / 10)


def test_tally_of_nothing() -> None:
    assert compute_metrics([]).all == Share(0, 0, 0)


def test_rows(tile: MakeTile) -> None:
    truth = [tile(0, "1m", 0), tile(1, "2m", 30), tile(2, "3m", 0, 100)]
    photo = replace(
        photo_with_labels(*truth), rows=(("1m", "2m"), ("3m",)), ignore=((200, 0, 300, 300),)
    )
    seen = [*truth, tile(3, "9p", 210, 0)]  # ignored, and so no part of its row
    exact = match_labels(photo, FakeReading(seen, [[2], [0, 1, 3]]), 0.1)
    mirrored = match_labels(photo, FakeReading(seen, [[2], [1, 0]]), 0.1)
    unlabelled = match_labels(replace(photo, rows=()), FakeReading(seen, [[2], [1, 0]]), 0.1)
    figures = compute_metrics([exact, mirrored, unlabelled])
    assert (figures.rows, figures.rows_exact) == (2, 1)


def test_calibration() -> None:
    assert calibration([]).error == 0.0
    assert calibration([(1.0, True), (0.0, False)]).error == 0.0
    assert calibration([(0.9, True), (0.9, False)]).error == pytest.approx(0.4)
    assert calibration([(0.99, False), (0.98, False)]).sure_wrong == 1
    doubtful = calibration([(0.84, False), (0.3, True), (0.85, False)])
    assert (doubtful.doubtful, doubtful.doubtful_wrong) == (2, 1)


@pytest.fixture
def jpeg(tmp_path: Path) -> Path:
    path = tmp_path / "a.jpg"
    Image.new("RGB", (200, 100), (40, 90, 60)).save(path)
    return path


def test_read_all_opens_and_times_each_picture(tile: MakeTile, jpeg: Path) -> None:
    opened: list[Photo] = []

    def reader(photo: Photo) -> FakeReading:
        opened.append(photo)
        return FakeReading([tile(0, "1m")])

    photos = [photo_with_labels(tile(0, "1m"), path=jpeg)] * 2
    results = list(evaluate_photos(photos, reader))
    assert [result.is_perfect for result in results] == [True, True]
    assert [photo.name for photo in opened] == ["a.jpg", "a.jpg"]
    assert all(result.seconds > 0 for result in results)


def test_crops_are_named_from_their_whole_picture(jpeg: Path) -> None:
    def namer(crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        assert [crop.shape for crop in crops] == [(100, 200, 3)]
        return [(("5p", 0.7), ("0p", 0.3))]

    crops = [LabelledCrop(jpeg, "ivory", "5p"), LabelledCrop(jpeg, "ivory", "0p")]
    figures = compute_metrics(list(evaluate_crops(crops, namer)))
    assert figures.all == Share(tiles=2, found=2, right=1)
    assert figures.confusions == (("0p", "5p", 1),)
    assert figures.rejected == 0


def test_crop_taken_for_no_tile(jpeg: Path) -> None:
    results = evaluate_crops([LabelledCrop(jpeg, "ivory", "5p")], lambda crops: [(("5p", 0.2),)])
    figures = compute_metrics(list(results))
    assert (figures.rejected, figures.rejected_wrong) == (1, 1)


def test_picture_marks_what_went_wrong(tile: MakeTile, jpeg: Path) -> None:
    photo = replace(photo_with_labels(tile(0, "1m", 10, 40), path=jpeg), region=(2, 2, 190, 95))
    result = match_labels(photo, FakeReading([tile(0, "1p", 10, 40)]), 0.1)
    drawn = draw_outcomes(result)
    assert drawn.shape == (100, 200, 3)
    assert (drawn == np.array([255, 150, 0])).all(axis=2).any(), "no outline of a wrong tile"
    assert result.count(Verdict.WRONG) == 1
