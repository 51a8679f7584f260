"""Contact sheets of box lists: each box in the colour of its role.

    python -m simulation.layings.sheet --out FILE.png [--family NAME] [--count 24] [--seed N]

Upper sides of tiles are thick, sets have numbers, a tile that lies on another is filled.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from vision.relations.boxes import KINDS, BoxList, Edge, Role
from vision.training.data.box_lists import BoxTruths

from .families import FAMILIES, lay, random_family
from .noise import noise
from .projection import project, random_camera

_CELL = 420
_COLOURS = {
    Role.NO_TILE: (220, 30, 30),
    Role.HAND: (25, 90, 200),
    Role.WINNER: (235, 130, 0),
    Role.SET: (20, 140, 60),
    Role.FLOWER: (190, 60, 190),
    Role.INDICATOR: (0, 150, 160),
    Role.OTHER: (150, 150, 150),
    Role.RIVAL: (120, 90, 60),
}


def main() -> None:
    """Draw the box lists of random layings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--family", choices=tuple(FAMILIES), help="one family; any without it")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    cells = []
    for _ in range(options.count):
        family = options.family or random_family(rng)
        laying = lay(rng, family)
        seen = project(laying, random_camera(laying, rng))
        boxes, truths = noise(seen, laying.rules, rng)
        cells.append(draw_boxes(boxes, truths, (seen.width, seen.height), family))
    columns = 4
    rows = -(-len(cells) // columns)
    sheet = Image.new("RGB", (columns * _CELL, rows * _CELL), "white")
    for i, cell in enumerate(cells):
        sheet.paste(cell, (i % columns * _CELL, i // columns * _CELL))
    sheet.save(options.out)


def draw_boxes(boxes: BoxList, truths: BoxTruths, size: tuple[int, int], title: str) -> Image.Image:
    """Return a picture of a box list: upper sides thick, sets numbered, stacked tiles filled."""
    cell = Image.new("RGB", (_CELL, _CELL), "white")
    draw = ImageDraw.Draw(cell)
    scale = (_CELL - 12) / max(size)
    draw.rectangle((4, 4, 4 + size[0] * scale, 4 + size[1] * scale), outline=(210, 210, 210))
    for row in range(len(boxes)):
        quad = boxes.quads[row] * scale + 4
        role = Role(int(truths.roles[row]))
        points = [(float(x), float(y)) for x, y in quad]
        fill = (255, 235, 150) if truths.stacked[row] else None
        draw.polygon(points, outline=_COLOURS[role], fill=fill)
        if boxes.oriented[row]:
            draw.line(points[:2], fill=_COLOURS[role], width=3)
        kind = KINDS[boxes.kinds[row, 0]] if boxes.kinds[row, 0] >= 0 else "?"
        text = "#" if kind == "back" else kind
        if truths.groups[row] >= 0:
            text += f"\n{truths.groups[row]}{'c' if truths.concealed[row] else ''}"
        middle = quad.mean(axis=0)
        draw.text((float(middle[0]) - 6, float(middle[1]) - 6), text, fill=_COLOURS[role])
    edge = Edge(truths.edge).name.lower() if truths.edge >= 0 else "-"
    draw.text((8, 8), f"{title} {edge}", fill="black")
    return cell


if __name__ == "__main__":
    main()
