"""Poor photos: blurred, dark, dazzled, badly compressed; and those that nobody could read."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Pixels

_LEAST_CONTRAST = 0.4  # of a tile in a picture, as a share of that in perfect light


def spoil(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """Make a poor photo of a good one: blurred, dark, dazzled, or badly compressed."""
    height, width = pixels.shape[:2]
    faults = rng.choice(["soft", "shaken", "dark", "glare", "small"], 2, replace=False)
    if "soft" in faults:
        pixels = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(1.4, 2.6))).astype(np.uint8)
    if "shaken" in faults:
        length = int(rng.integers(7, 13))
        kernel = np.zeros((length, length), np.float32)
        reach = (length - 1) / 2 * np.array([np.cos(a := rng.uniform(0, np.pi)), np.sin(a)])
        ends = [tuple(round((length - 1) / 2 + s * float(v)) for v in reach) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        pixels = cv2.filter2D(pixels, -1, kernel / kernel.sum()).astype(np.uint8)
    if "dark" in faults:
        level = float(rng.uniform(0.3, 0.5))
        noise = rng.normal(0, rng.uniform(4, 9), pixels.shape)
        pixels = np.clip(pixels * level + noise, 0, 255).astype(np.uint8)
    if "glare" in faults:
        y, x = rng.uniform(0.2, 0.8) * height, rng.uniform(0.1, 0.9) * width
        ys, xs = np.mgrid[0:height, 0:width]
        spread = rng.uniform(0.08, 0.2) * width
        spot = np.exp(-(((ys - y) / spread) ** 2) - ((xs - x) / spread) ** 2)[:, :, None]
        pixels = np.clip(pixels + spot * rng.uniform(60, 150), 0, 255).astype(np.uint8)
    if "small" in faults:
        share = float(rng.uniform(0.4, 0.6))
        small = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 40))]
        decoded = cv2.imdecode(cv2.imencode(".jpg", small, quality)[1], cv2.IMREAD_COLOR)
        assert decoded is not None  # it was encoded one line above
        pixels = cv2.resize(decoded, (width, height), interpolation=cv2.INTER_LINEAR)
    return pixels.astype(np.uint8, copy=False)


def is_washed_out(clean: Pixels, taken: Pixels, quad: Floats) -> bool:
    """Return whether a tile's face has lost its print in a picture."""
    height, width = clean.shape[:2]
    low = np.clip(quad.min(axis=0).astype(int), 0, [width, height])
    high = np.clip(quad.max(axis=0).astype(int) + 1, 0, [width, height])
    if (high - low < 4).any():
        return False

    def contrast(pixels: Pixels) -> float:
        part = pixels[low[1] : high[1], low[0] : high[0]].mean(axis=2)
        return float(part.std() / max(part.mean(), 1.0))

    return contrast(taken) < _LEAST_CONTRAST * contrast(clean)
