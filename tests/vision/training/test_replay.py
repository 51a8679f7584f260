"""Pictures that are seen again in training: their labels move with them (needs torch)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="training is not installed here")
pytest.importorskip("onnx", reason="training is not installed here")

TALL, WIDE = 0.4, 0.1
"""Sides of the drawn bar, as shares of the picture's side."""


def draw_bar(side: int, x: float, y: float) -> Any:
    """Draw a white bar on black that stands upright, its centre at shares of the picture's side."""
    picture = torch.zeros(1, 3, side, side, dtype=torch.uint8)
    top, left = round((y - TALL / 2) * side), round((x - WIDE / 2) * side)
    picture[..., top : top + round(TALL * side), left : left + round(WIDE * side)] = 255
    return picture


def locate(picture: Any) -> tuple[float, float, float, float]:
    """Return centre, area (shares of the picture) and direction of the longer side (radians)."""
    bar = (picture[0].float().min(dim=0).values > 128).numpy()
    y, x = (np.argwhere(bar).T + 0.5) / len(bar)
    spread = np.linalg.eigh(np.cov(np.stack([x, y])))[1][:, 1]
    return x.mean(), y.mean(), bar.mean(), math.atan2(spread[1], spread[0]) % math.pi


@pytest.mark.parametrize("is_mirrored", [False, True])
@pytest.mark.parametrize("degrees", [0, 20, 75, 90, 110, 170, 250, 345])
def test_boxes_move_with_their_picture(degrees: int, is_mirrored: bool) -> None:
    from vision.training.finder import SIZE, as_labels, move_boxes, pad_boxes
    from vision.training.nets.replay import move_pictures

    torch.manual_seed(1)
    box = np.array([[0.55, 0.42, WIDE, TALL, 0.0]], np.float32)
    padded = torch.from_numpy(pad_boxes(box, np.array([1.0]))[None])
    turn, scale = torch.tensor([math.radians(degrees)]), torch.tensor([0.8])
    move = (turn, scale, torch.tensor([[0.1, -0.06]]), torch.tensor([is_mirrored]))
    moved = move_pictures(draw_bar(SIZE, 0.55, 0.42), *move)
    moved[moved < 250] = 0  # what was outside has another colour
    labels = as_labels(move_boxes(padded, *move))
    assert labels["cls"].tolist() == [[1.0]]
    x, y, wide, tall, angle = labels["bboxes"][0].tolist()
    assert 0 <= angle < math.pi / 2
    seen = locate(moved)
    assert (x, y) == pytest.approx(seen[:2], abs=0.004)
    assert wide * tall == pytest.approx(seen[2], rel=0.05)
    longer = angle if wide > tall else angle + math.pi / 2
    assert math.sin(longer - seen[3]) == pytest.approx(0, abs=0.02)


def test_boxes_whose_centre_leaves_the_picture_are_dropped() -> None:
    from vision.training.finder import as_labels, move_boxes, pad_boxes

    boxes = np.array([[0.9, 0.5, 0.1, 0.2, 0.3], [0.5, 0.5, 0.1, 0.2, 0.3]], np.float32)
    padded = torch.from_numpy(pad_boxes(boxes, np.array([0.0, 1.0]))[None])
    still = torch.zeros(1), torch.ones(1)
    moved = move_boxes(padded, *still, torch.tensor([[0.3, 0.0]]), torch.tensor([False]))
    assert as_labels(moved)["cls"].tolist() == [[1.0]]


@pytest.mark.parametrize("quarters", range(4))
def test_answers_turn_with_their_crop(quarters: int) -> None:
    from vision.training.namer import ANSWERS, turn_answers
    from vision.training.nets.replay import move_pictures, quarter_turns

    crop = torch.randint(256, (1, 3, 64, 64), dtype=torch.uint8)
    turns = torch.tensor([quarters])
    still = torch.ones(1), torch.zeros(1, 2), torch.tensor([False])
    moved = move_pictures(crop, quarter_turns(turns), *still)
    one_by_one = torch.rot90(crop, -quarters, (2, 3))  # clockwise
    assert (moved.int() - one_by_one.int()).abs().max() <= 1
    right = torch.zeros(1, ANSWERS, dtype=torch.bool)
    right[0, [4 * 7 + 1, 4 * 7 + 3, ANSWERS - 1]] = True
    (found,) = turn_answers(right, turns).nonzero(as_tuple=True)[1:]
    expected = sorted([4 * 7 + (1 + quarters) % 4, 4 * 7 + (3 + quarters) % 4, ANSWERS - 1])
    assert found.tolist() == expected


def test_each_new_batch_is_followed_by_old_ones() -> None:
    from vision.training.nets.replay import repeat_batches

    def count_up() -> Iterator[tuple[Any, Any]]:
        for number in range(100):
            yield torch.full((4, 2), number), torch.full((4,), number)

    def mark(pictures: Any, labels: Any) -> tuple[Any, Any]:
        assert (pictures[:, 0] == labels).all()  # pictures keep their labels
        return pictures, -labels

    torch.manual_seed(1)
    stream = repeat_batches(count_up(), again=2, change=mark, kept=8, device="cpu")
    labels = [batch[1] for batch in islice(stream, 60)]
    for number in range(20):
        assert (labels[3 * number] == number).all()
        for old in labels[3 * number + 1 : 3 * number + 3]:
            assert (-old >= number - 1).all() and (-old <= number).all()  # eight are kept


def test_light_changes_each_picture_and_keeps_its_size() -> None:
    from vision.training.nets.replay import relight

    torch.manual_seed(1)
    pictures = torch.full((12, 3, 32, 32), 128, dtype=torch.uint8)
    lit = relight(pictures)
    assert lit.shape == pictures.shape and lit.dtype == torch.uint8
    levels = lit.float().mean(dim=(1, 2, 3))
    assert levels.std() > 5 and (levels > 40).all()
