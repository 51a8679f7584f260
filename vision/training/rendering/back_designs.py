"""Designs of tile backs: rims, grain, lattices, emblems, glitter."""

from __future__ import annotations

import cv2
import numpy as np

from ...arrays import Floats, Pixels
from .face_designs import FACE_HEIGHT, FACE_WIDTH


def back_ink(colour: Floats, rng: np.random.Generator) -> Pixels | None:
    """Return a random print for backs of a colour (r, g, b), uint8 RGBA; None for a plain back."""
    draw = rng.random()
    if draw < 0.5:
        return None
    ink = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    ink[:, :, :3] = np.clip(colour, 0, 255)
    other = np.clip(colour * rng.uniform(0.5, 1.5) + rng.normal(0, 12, 3), 0, 255)
    if rng.random() < 0.2:
        other = rng.uniform(20, 250, 3)
    if draw < 0.65:
        _rim(ink, other, rng)
    elif draw < 0.75:
        _grain(ink, colour, rng)
    elif draw < 0.83:
        _lattice(ink, other, rng)
    elif draw < 0.95:
        _emblem(ink, other, rng)
    else:
        _glitter(ink, colour, rng)
    if rng.random() < 0.3:
        _gloss(ink, rng)
    return ink


def _rim(ink: Pixels, other: Floats, rng: np.random.Generator) -> None:
    """Draw an inner field of another shade, or a line around it."""
    edge = int(rng.uniform(0.05, 0.16) * FACE_WIDTH)
    wide = -1 if rng.random() < 0.5 else int(rng.integers(2, 6))
    box = (edge, edge), (FACE_WIDTH - 1 - edge, FACE_HEIGHT - 1 - edge)
    cv2.rectangle(ink, *box, (*other.tolist(), 255), wide, cv2.LINE_AA)


def _grain(ink: Pixels, colour: Floats, rng: np.random.Generator) -> None:
    """Draw the fibres of bamboo, lengthwise."""
    fibres = rng.normal(0, rng.uniform(6, 20), (int(rng.integers(2, 6)), FACE_WIDTH // 2))
    size = (FACE_WIDTH, FACE_HEIGHT)
    relief = cv2.resize(fibres.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    ink[:, :, :3] = np.clip(colour + relief[:, :, None], 0, 255)
    ink[:, :, 3] = 255


def _lattice(ink: Pixels, other: Floats, rng: np.random.Generator) -> None:
    """Draw crossing lines, or dots in a grid."""
    step = int(rng.integers(8, 26))
    dots, wide = rng.random() < 0.4, int(rng.integers(1, 4))
    paint = (*other.tolist(), 255)
    for k in range(-FACE_HEIGHT, FACE_HEIGHT + FACE_WIDTH, step):
        if dots:
            for x in range(step // 2, FACE_WIDTH, step):
                cv2.circle(ink, (x, k), max(1, step // 4), paint, -1, cv2.LINE_AA)
        else:
            for slope in (-1, 1):
                ends = (0, k), (FACE_WIDTH, k + slope * FACE_WIDTH)
                cv2.line(ink, *ends, paint, wide, cv2.LINE_AA)


def _emblem(ink: Pixels, other: Floats, rng: np.random.Generator) -> None:
    """Draw a disc, a ring, two of them or a name in the middle."""
    paint = (*other.tolist(), 255)
    x, y = FACE_WIDTH // 2, FACE_HEIGHT // 2
    draw = rng.random()
    if draw < 0.6:
        radius = rng.uniform(0.12, 0.35, 2) * FACE_WIDTH
        if rng.random() < 0.5:
            radius[1] = radius[0]
        wide = -1 if rng.random() < 0.4 else int(rng.integers(2, 7))
        apart = 0 if draw < 0.5 else int(FACE_HEIGHT * rng.uniform(0.15, 0.3))
        axes = int(radius[0]), int(radius[1])
        for away in {-apart, apart}:
            cv2.ellipse(ink, (x, y + away), axes, 0, 0, 360, paint, wide, cv2.LINE_AA)
        return
    text = "".join(rng.choice(list("ABCDEGHIKLMNORSTU"), int(rng.integers(2, 8))))
    scale = float(rng.uniform(0.5, 0.9) * FACE_WIDTH / (11 * len(text)))
    place = (int(0.15 * FACE_WIDTH), FACE_HEIGHT // 2)
    cv2.putText(ink, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, paint, 2, cv2.LINE_AA)


def _glitter(ink: Pixels, colour: Floats, rng: np.random.Generator) -> None:
    """Draw sparks in coloured resin, or the veins of jade."""
    cell = rng.uniform(1, 30)
    size = (max(2, int(FACE_HEIGHT / cell)), max(2, int(FACE_WIDTH / cell)))
    small = rng.normal(0, rng.uniform(8, 40), size).astype(np.float32)
    relief = cv2.resize(small, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_LINEAR)
    ink[:, :, :3] = np.clip(colour + relief[:, :, None], 0, 255)
    ink[:, :, 3] = 255


def _gloss(ink: Pixels, rng: np.random.Generator) -> None:
    """Draw a pale band, the reflection of a lamp."""
    mask = np.zeros((FACE_HEIGHT, FACE_WIDTH), np.uint8)
    ends = rng.uniform(-0.3, 1.3, (2, 2)) * [FACE_WIDTH, FACE_HEIGHT]
    first, second = (tuple(int(v) for v in end) for end in ends)
    cv2.line(mask, first, second, 255, int(rng.integers(8, 50)))
    light = cv2.blur(mask, (25, 25)).astype(np.float32)[:, :, None] / 255 * rng.uniform(0.2, 0.8)
    ink[:, :, :3] = ink[:, :, :3] * (1 - light) + 255 * light
    ink[:, :, 3:] = np.maximum(ink[:, :, 3:], (light * 255).astype(np.uint8))
