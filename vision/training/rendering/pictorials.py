"""Pictorial faces: the plant or object on a flower, a dragon drawn as a beast.

Flowers differ by their character, word or number; the picture may be anything. On American sets
the red and the green dragon are beasts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from ...arrays import Floats, Pixels

Colour = tuple[int, int, int]


def draw_beast(picture: Image.Image, colour: Colour, rng: np.random.Generator) -> None:
    """Draw a winding dragon that fills the picture (RGBA): head, scales, four legs, tail."""
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    spine = _spine(width, height, rng)
    thick = width * rng.uniform(0.09, 0.15)
    along = np.linspace(0, 1, len(spine))
    radii = thick * np.clip(np.minimum(0.75 + along, 1.6 * (1 - along) + 0.12), 0.1, 1.0)
    for share in (0.25, 0.4, 0.6, 0.75):
        _leg(draw, spine, share, thick, colour, rng)
    for (x, y), radius in zip(spine, radii, strict=True):
        _dot(draw, x, y, float(radius), colour)
    pale = (250, 246, 236)
    step = int(rng.integers(7, 13))
    for k in range(step, len(spine) - step, step):  # scales: pale bows across the body
        x, y = spine[k]
        turn = math.degrees(math.atan2(*(spine[k] - spine[k - 1])[::-1]))
        box = [x - radii[k] * 0.8, y - radii[k] * 0.8, x + radii[k] * 0.8, y + radii[k] * 0.8]
        draw.arc([float(v) for v in box], turn - 80, turn + 80, fill=pale, width=3)
        if rng.random() < 0.6:  # the comb along the back
            away = np.array([math.sin(math.radians(turn)), -math.cos(math.radians(turn))])
            tip = spine[k] + away * radii[k] * 1.7
            draw.line([(float(x), float(y)), (float(tip[0]), float(tip[1]))], fill=colour, width=5)
    _head(draw, spine[0], spine[0] - spine[4], thick, colour, rng)


def _spine(width: int, height: int, rng: np.random.Generator) -> Floats:
    """Return the points of the body from the neck to the tail, shape (90, 2)."""
    t = np.linspace(0, 1, 90)
    waves, phase = rng.uniform(1.0, 1.9), rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.5:
        phase = float(rng.choice([0.0, np.pi]))
    sway = width * rng.uniform(0.2, 0.3)
    x = width / 2 + sway * np.sin(2 * np.pi * waves * t + phase)
    y = height * (0.2 + 0.68 * t)
    if rng.random() < 0.3:  # coiled about the middle
        angle = phase + 2 * np.pi * rng.uniform(1.0, 1.5) * t
        reach = width * (0.36 - 0.2 * t)
        x, y = width / 2 + reach * np.cos(angle), height / 2 + 1.2 * reach * np.sin(angle)
    return np.column_stack([x, y])


def _leg(
    draw: ImageDraw.ImageDraw,
    spine: Floats,
    share: float,
    thick: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    foot = spine[int(share * len(spine))]
    side = rng.choice([-1, 1])
    knee = foot + np.array([side * thick * 1.6, thick * rng.uniform(-0.4, 0.8)])
    sole = knee + np.array([side * thick * rng.uniform(-0.2, 0.8), thick * 0.9])
    points = [(float(x), float(y)) for x, y in (foot, knee, sole)]
    draw.line(points, fill=colour, width=max(4, int(thick * 0.45)), joint="curve")
    for spread in (-0.5, 0.0, 0.5):
        claw = sole + np.array([side * 0.5 + spread, 0.6]) * thick * 0.6
        draw.line([points[2], (float(claw[0]), float(claw[1]))], fill=colour, width=3)


def _head(
    draw: ImageDraw.ImageDraw,
    neck: Floats,
    heading: Floats,
    thick: float,
    colour: Colour,
    rng: np.random.Generator,
) -> None:
    ahead = heading / max(1e-6, float(np.linalg.norm(heading)))
    across = np.array([-ahead[1], ahead[0]])
    middle = neck + ahead * thick * 0.6
    _dot(draw, float(middle[0]), float(middle[1]), thick * 1.15, colour)
    snout = middle + ahead * thick * 1.2
    _dot(draw, float(snout[0]), float(snout[1]), thick * 0.7, colour)
    for side in (-1, 1):
        horn = middle - ahead * thick * rng.uniform(0.5, 1.4) + across * side * thick * 1.5
        whisker = snout + ahead * thick * 0.9 + across * side * thick * rng.uniform(0.6, 1.6)
        for start, end, wide in ((middle, horn, 6), (snout, whisker, 3)):
            line = [(float(x), float(y)) for x, y in (start, end)]
            draw.line(line, fill=colour, width=wide)
        eye = middle + across * side * thick * 0.45
        _dot(draw, float(eye[0]), float(eye[1]), thick * 0.25, (250, 246, 236))


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Colour) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def draw_plant(
    picture: Image.Image, stem: Colour, blossoms: Sequence[Colour], rng: np.random.Generator
) -> None:
    """Draw a scribbled plant: some stems from one root, a blossom on each."""
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    root = np.array([width * rng.uniform(0.35, 0.65), height * 0.93])
    for _ in range(int(rng.integers(3, 7))):
        points = [root]
        heading = rng.uniform(-2.3, -0.85)
        for _ in range(5):
            heading += rng.normal(0, 0.3)
            step = height * rng.uniform(0.05, 0.12)
            points.append(points[-1] + step * np.array([math.cos(heading), math.sin(heading)]))
        line = [(float(x), float(max(y, 0.3 * height))) for x, y in points]
        draw.line(line, fill=stem, width=int(rng.integers(3, 8)))
        x, y = line[-1]
        radius = width * rng.uniform(0.05, 0.13)
        for k in range(5):
            angle = 2 * math.pi * k / 5
            ink = blossoms[int(rng.random() > 0.6)]
            petal = (x + radius * math.cos(angle), y + radius * math.sin(angle))
            box = [v + sign * radius * 0.6 for sign in (-1, 1) for v in petal]
            if rng.random() < 0.5:
                draw.ellipse(box, fill=ink)
            else:
                draw.ellipse(box, outline=ink, width=max(3, round(radius * 0.11)))


def draw_print(
    picture: Image.Image, things: Sequence[Pixels], ink: Colour, rng: np.random.Generator
) -> None:
    """Draw a photographed thing (uint8 RGBA) as a print of few inks: a person, a fruit, a bird."""
    width, height = picture.size
    thing = Image.fromarray(things[int(rng.integers(len(things)))], "RGBA")
    room = (int(width * rng.uniform(0.6, 0.85)), int(height * rng.uniform(0.5, 0.68)))
    scale = min(room[0] / thing.width, room[1] / thing.height)
    thing = thing.resize((max(8, int(thing.width * scale)), max(8, int(thing.height * scale))))
    if rng.random() < 0.35:  # one ink, dark parts of it alone
        grey = np.asarray(thing.convert("L")).astype(np.float32)
        alpha = np.asarray(thing)[:, :, 3] * np.clip((190 - grey) / 90, 0, 1)
        flat = np.empty((*grey.shape, 4), np.uint8)
        flat[:, :, :3] = ink
        flat[:, :, 3] = alpha.astype(np.uint8)
        thing = Image.fromarray(flat, "RGBA")
    elif rng.random() < 0.7:
        colours = thing.convert("RGB").quantize(int(rng.integers(3, 9))).convert("RGB")
        colours.putalpha(thing.getchannel("A"))
        thing = colours
    left = int((width - thing.width) / 2)
    top = int(height * 0.95 - thing.height)
    picture.alpha_composite(thing, (max(0, left), max(0, top)))
