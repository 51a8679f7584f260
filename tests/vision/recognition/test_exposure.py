"""Underexposed photos are brightened, others are left as they are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognition.exposure import ExposureSettings, brighten


def grey(*values: int) -> np.ndarray:
    """Return a picture of grey stripes, darkest first."""
    return np.repeat(np.repeat(np.array([values], np.uint8), 40, axis=0), 40, axis=1)[
        ..., None
    ].repeat(3, axis=2)


def test_the_bright_pixels_of_a_dim_picture_become_white() -> None:
    brightened = brighten(grey(0, 25, 50))
    assert np.unique(brightened).tolist() == [0, 128, 255]


@pytest.mark.parametrize("brightest", [150, 200, 255])
def test_a_well_exposed_picture_is_left_alone(brightest: int) -> None:
    picture = grey(10, 60, brightest)
    assert brighten(picture) is picture


def test_the_threshold_is_exact() -> None:
    dim = ExposureSettings().dim
    assert brighten(grey(0, dim)).max() == dim
    assert brighten(grey(0, dim - 1)).max() == 255


def test_night_is_left_alone() -> None:
    picture = grey(0, 5, 9)
    assert brighten(picture) is picture
    assert brighten(np.zeros((3, 5, 3), np.uint8)).max() == 0


def test_a_lamp_in_the_picture_does_not_count() -> None:
    picture = grey(0, 40, 60)
    picture[:4, :4] = 255
    assert np.median(brighten(picture)[:, -20:]) == 255
