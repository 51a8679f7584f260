"""Underexposed photos: brightened before anything is found in them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..arrays import Pixels


@dataclass(frozen=True, slots=True)
class ExposureSettings:
    """When a picture counts as underexposed.

    Attributes:
        dim: value (0 to 255) of its bright pixels below which it is brightened. Cameras expose by
            themselves: the dimmest of 456 real photos has 178.
        bright: share of the pixels that are darker than the bright ones.
        least: value under which nothing is gained: it is night, and there is noise alone.
        step: every how many pixels one is looked at, along both sides.
    """

    dim: int = 150
    bright: float = 0.995
    least: int = 10
    step: int = 4


def brighten(pixels: Pixels, settings: ExposureSettings | None = None) -> Pixels:
    """Return an underexposed RGB picture with its bright pixels made white; others as they are."""
    settings = settings or ExposureSettings()
    white = _bright_value(pixels, settings)
    if not settings.least <= white < settings.dim:
        return pixels
    values = np.minimum((np.arange(256) * 255 + white // 2) // white, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(pixels, values), np.uint8)


def _bright_value(pixels: Pixels, settings: ExposureSettings) -> int:
    """Return the value that a share of the pixels do not exceed in any colour."""
    red, green, blue = cv2.split(pixels[:: settings.step, :: settings.step])
    sample = np.maximum(np.maximum(red, green), blue)
    counts = np.cumsum(np.bincount(sample.reshape(-1), minlength=256))
    return int(np.searchsorted(counts, settings.bright * counts[-1]))
