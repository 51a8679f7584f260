"""Camera effects on a picture: light, colour, blur, noise, JPEG compression."""

from __future__ import annotations

import cv2
import numpy as np

from ...arrays import Pixels


def apply_camera_effects(
    picture: Pixels, rng: np.random.Generator, strength: float = 1.0
) -> Pixels:
    """Apply a phone camera's random effects to a picture; same shape, uint8 RGB.

    Args:
        picture: uint8 RGB, shape (H, W, 3).
        rng: source of chance.
        strength: 0 changes almost nothing; training uses 1.
    """
    picture = _light(picture, rng, strength)
    picture = _colour(picture, rng, strength)
    picture = _blur(picture, rng, strength)
    if rng.random() < 0.6:
        sigma = rng.uniform(1, 9) * strength
        noise = np.empty(picture.shape, np.int8)
        cv2.setRNGSeed(int(rng.integers(1 << 31)))
        cv2.randn(noise, np.zeros(3), np.full(3, sigma))
        picture = cv2.add(picture, noise, dtype=cv2.CV_8U)
    if rng.random() < 0.7:
        quality = int(rng.uniform(95 - 55 * strength, 96))
        code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        decoded = cv2.imdecode(code, cv2.IMREAD_COLOR)
        assert decoded is not None  # it was encoded one line above
        picture = decoded
    return picture.astype(np.uint8, copy=False)


def _light(picture: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    """Add uneven light and, at times, the glare of a lamp."""
    height, width = picture.shape[:2]
    corners = rng.uniform(1 - 0.45 * strength, 1 + 0.15 * strength, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR)
    result = picture.astype(np.float32) * field[:, :, None]
    if rng.random() < 0.2 * strength:
        y, x = rng.uniform(0, height), rng.uniform(0, width)
        spread = rng.uniform(0.03, 0.25) * width
        ys = np.exp(-(((np.arange(height) - y) / spread) ** 2)).astype(np.float32)
        xs = np.exp(-(((np.arange(width) - x) / spread) ** 2)).astype(np.float32)
        result += (ys[:, None] * xs[None, :])[:, :, None] * rng.uniform(40, 200)
    if rng.random() < 0.15 * strength:  # the edge of a hard shadow across the picture
        mask = np.zeros((height, width), np.uint8)
        points = (rng.uniform(-0.3, 1.3, (4, 2)) * [width, height]).astype(np.int32)
        cv2.fillConvexPoly(mask, cv2.convexHull(points), 255)
        soft = cv2.blur(mask, (15, 15)).astype(np.float32) / 255
        result *= (1 - soft * rng.uniform(0.2, 0.55))[:, :, None]
    lit: Pixels = np.clip(result, 0, 255).astype(np.uint8)
    return lit


def _colour(picture: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    gains = 1 + rng.normal(0, 0.09 * strength, 3)
    if rng.random() < 0.02 * strength:
        gains *= rng.uniform(0.5, 1.1, 3)  # a coloured lamp
    gamma = np.exp(rng.normal(0, 0.28 * strength))
    contrast = 1 + rng.normal(0, 0.15 * strength)
    ramp = np.arange(256, dtype=np.float64) / 255
    table = np.empty((256, 3), np.uint8)
    for channel in range(3):
        curve = (ramp**gamma * gains[channel] - 0.5) * contrast + 0.5
        table[:, channel] = np.clip(curve * 255, 0, 255)
    result = cv2.LUT(picture, table[None])
    if rng.random() < 0.3 * strength:
        grey = cv2.cvtColor(result, cv2.COLOR_RGB2GRAY)[:, :, None]
        keep = rng.uniform(0.4, 1.3)
        result = np.clip(result * keep + grey * (1 - keep), 0, 255).astype(np.uint8)
    return result.astype(np.uint8, copy=False)


def _blur(picture: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    draw = rng.random()
    if draw < 0.3 * strength:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6)).astype(np.uint8)
    if draw < 0.42 * strength:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        half = (length - 1) / 2
        reach = half * np.array([np.cos(angle), np.sin(angle)])
        ends = [tuple(round(half + sign * v) for v in reach) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        return cv2.filter2D(picture, -1, kernel / kernel.sum()).astype(np.uint8)
    if draw < 0.52 * strength:
        height, width = picture.shape[:2]
        share = rng.uniform(0.5, 0.9)
        small = cv2.resize(
            picture, (int(width * share), int(height * share)), interpolation=cv2.INTER_AREA
        )
        return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    return picture
