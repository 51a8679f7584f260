"""Backs of made hands, none of which training draws: what holds for them holds for a new set."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.training.rendering.face_designs import FACE_HEIGHT, FACE_WIDTH

Paint = tuple[float, ...]

_PLAIN = 0.5  # share of sets with a plain back


def draw_back(colour: Floats, rng: np.random.Generator) -> Pixels | None:
    """Return a random print of a back of a colour (r, g, b), uint8 RGBA; None for a plain back."""
    if rng.random() < _PLAIN:
        return None
    ink = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    ink[:, :, :3] = np.clip(colour, 0, 255)
    shade = np.clip(colour * rng.choice([0.6, 0.75, 1.25, 1.5]) + rng.normal(0, 10, 3), 0, 255)
    if rng.random() < 0.25:  # gold and silver on any colour
        shade = np.array([(212, 175, 90), (200, 200, 205)][int(rng.integers(2))])
    designs = (_waves, _slats, _blossom, _marble, _monogram, _bars, _fret)
    designs[int(rng.integers(len(designs)))](ink, (*shade.tolist(), 255.0), rng)
    return ink


def _waves(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw rows of scales, each of a few arcs around one middle."""
    radius = int(rng.integers(FACE_WIDTH // 8, FACE_WIDTH // 4))
    arcs = int(rng.integers(2, 4))
    for row, y in enumerate(range(0, FACE_HEIGHT + radius, radius // 2)):
        for x in range(-radius * (row % 2), FACE_WIDTH + radius, 2 * radius):
            ground = (*ink[0, 0, :3].tolist(), 255)
            cv2.circle(ink, (x, y), radius, ground, -1, cv2.LINE_AA)
            for arc in range(arcs):
                cv2.circle(ink, (x, y), radius * (arc + 1) // arcs, paint, 1, cv2.LINE_AA)


def _slats(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw the joints and knots of bamboo slips, glued side by side."""
    slips = int(rng.integers(2, 5))
    for k in range(1, slips):
        x = FACE_WIDTH * k // slips
        cv2.line(ink, (x, 0), (x, FACE_HEIGHT), paint, 2, cv2.LINE_AA)
    for k in range(slips):
        y = int(rng.uniform(0, FACE_HEIGHT))
        ends = (FACE_WIDTH * k // slips, y), (FACE_WIDTH * (k + 1) // slips, y)
        cv2.line(ink, *ends, paint, int(rng.integers(2, 6)), cv2.LINE_AA)


def _blossom(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw a flower with round petals, as a seal in the middle."""
    petals, size = int(rng.integers(4, 9)), rng.uniform(0.18, 0.3) * FACE_WIDTH
    middle = np.array([FACE_WIDTH / 2, FACE_HEIGHT / 2])
    wide = -1 if rng.random() < 0.5 else 3
    for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False):
        x, y = (middle + size * 0.6 * np.array([np.cos(angle), np.sin(angle)])).astype(int)
        cv2.circle(ink, (int(x), int(y)), int(size * 0.45), paint, wide, cv2.LINE_AA)


def _marble(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw the streaks of cast resin: a sine bent by slow noise."""
    slow = cv2.resize(rng.normal(0, 1, (5, 4)), (FACE_WIDTH, FACE_HEIGHT))
    y, x = np.mgrid[:FACE_HEIGHT, :FACE_WIDTH]
    turn = rng.uniform(0, np.pi)
    along = (x * np.cos(turn) + y * np.sin(turn)) / FACE_WIDTH
    share = (1 + np.sin(2 * np.pi * rng.uniform(1, 4) * along + 3 * slow)) / 2
    ground = ink[0, 0, :3].astype(np.float64)
    ink[:, :, :3] = ground + share[:, :, None] * (np.array(paint[:3]) - ground)
    ink[:, :, 3] = 255


def _monogram(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw one or two large letters with serifs."""
    text = "".join(rng.choice(list("FHJKMPQRVWXYZ"), int(rng.integers(1, 3))))
    font = int(rng.choice([cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]))
    scale = float(rng.uniform(1.6, 3.0)) / len(text)
    (wide, tall), _ = cv2.getTextSize(text, font, scale, 3)
    place = ((FACE_WIDTH - wide) // 2, (FACE_HEIGHT + tall) // 2)
    cv2.putText(ink, text, place, font, scale, paint, 3, cv2.LINE_AA)


def _bars(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw a bar across the back, a broad one or a pair."""
    y = int(FACE_HEIGHT * rng.uniform(0.3, 0.5))
    tall = int(FACE_HEIGHT * rng.uniform(0.05, 0.3))
    cv2.rectangle(ink, (0, y), (FACE_WIDTH, y + tall), paint, -1)
    if rng.random() < 0.5:
        cv2.rectangle(ink, (0, FACE_HEIGHT - y - tall), (FACE_WIDTH, FACE_HEIGHT - y), paint, -1)


def _fret(ink: Pixels, paint: Paint, rng: np.random.Generator) -> None:
    """Draw two frames, and a lozenge within them."""
    for k in range(2):
        edge = int((0.06 + 0.08 * k) * FACE_WIDTH)
        ends = (edge, edge), (FACE_WIDTH - edge, FACE_HEIGHT - edge)
        cv2.rectangle(ink, *ends, paint, int(rng.integers(1, 4)), cv2.LINE_AA)
    x, y = FACE_WIDTH // 2, FACE_HEIGHT // 2
    half = int(FACE_WIDTH * rng.uniform(0.1, 0.3))
    corners = np.array([(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
    cv2.fillConvexPoly(ink, corners, paint, cv2.LINE_AA)
