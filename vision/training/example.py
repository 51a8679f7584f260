"""Render the example photos of the repository from our own drawings of the tiles.

    python -m vision.training.example

writes `datasets/examples/images/*.jpg` and the ground truth as `labels/*.json`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK

from .rendering.arrangements import Kit, flat_tile
from .rendering.camera_effects import apply_camera_effects
from .rendering.face_designs import Face, load_drawing
from .rendering.scenes import Scene, render
from .rendering.solids import Body, Piece, PinholeCamera, aim_camera
from .rendering.surfaces import table_cloth

_SPACE_WIDTH = 0.7  # of a tile's width, for every "_"


@dataclass(frozen=True, slots=True)
class Example:
    """A picture's tiles, colours and camera.

    Attributes:
        name: file name without its ending.
        lines: rows from the far one to the near one; `5p` upright, `<5p>` turned, `##` face down,
            `_` a gap.
        style: folder of `datasets/faces`.
        cloth: colour of the table, (r, g, b).
        back: colour of the tiles' backs.
        elevation: of the camera above the table, degrees.
        heading: of the camera around the hand, degrees; 0 is the owner's seat.
        size: width and height in pixels.
    """

    name: str
    lines: tuple[str, ...]
    style: str
    cloth: tuple[int, int, int]
    back: tuple[int, int, int]
    elevation: float
    heading: float
    size: tuple[int, int]


EXAMPLES = (
    Example(
        "hand",
        ("2m 3m 4m 2p 3p 4p 3s 4s 9s 9s _ 2s _ _ 7z <7z> 7z",),
        "classic",
        (24, 92, 62),
        (32, 120, 84),
        58.0,
        4.0,
        (2016, 1134),
    ),
    Example(
        "kong-and-flowers",
        (
            "2f 7f",
            "",
            "1m 2m 3m 5p 5p 7s 8s _ 9s _ _ ## 6z 6z ## _ <4s> 3s 5s",
        ),
        "indexed",
        (96, 60, 40),
        (40, 84, 160),
        48.0,
        -8.0,
        (1600, 900),
    ),
    Example(
        "across",
        ("1p 1p 1p 9m 9m 6p 7p 8p 2z 2z _ 2z _ _ 0s <5s> 5s",),
        "classic",
        (120, 34, 44),
        (225, 170, 70),
        65.0,
        176.0,
        (1600, 900),
    ),
)


def pieces(example: Example, faces: Path, seed: int) -> list[Piece]:
    """Arrange the tiles of an example on the table."""
    rng = np.random.default_rng(seed)
    body = Body((26.0, 34.0, 20.0), (246, 243, 232), example.back, 0.42, 0.09)
    drawn: dict[str, Face] = {}

    def face(kind: str) -> Face:
        if kind not in drawn:
            drawn[kind] = load_drawing(faces / example.style / f"{kind}.svg", example.style, 300)
        return drawn[kind]

    blank = face("5z")
    kit = Kit(body, lambda: blank, rng)
    width, height, _ = body.size
    laid: list[Piece] = []
    for line, text in enumerate(example.lines):
        y = -line * 1.25 * height
        x = 0.0
        for token in text.split():
            if token == "_":
                x += _SPACE_WIDTH * width
                continue
            turned = token.startswith("<")
            wide = height if turned else width
            angle = float(rng.normal(0, 0.008)) + (np.pi / 2 if turned else 0.0)
            drop = -(height - width) / 2 if turned else 0.0
            kind = token.strip("<>")
            back = kind == "##"
            laid.append(
                flat_tile(
                    kit,
                    x + wide / 2,
                    y + drop + float(rng.normal(0, 0.3)),
                    angle,
                    back=back,
                    face=blank if back else face(kind),
                )
            )
            x += wide + 0.4
    return laid


def scene(example: Example, faces: Path, seed: int = 5) -> Scene:
    """Render the picture of an example, with every tile's quad."""
    laid = pieces(example, faces, seed)
    camera = _camera(example, laid)
    rng = np.random.default_rng(seed)
    ground = table_cloth(camera.height, camera.width, example.cloth, rng)
    light = np.array([-0.35, 0.3, 0.9])
    drawn = render(laid, camera, ground, light / np.linalg.norm(light), 0.45)
    return Scene(apply_camera_effects(drawn.pixels, rng, 0.1), drawn.tiles)


def _camera(example: Example, laid: list[Piece]) -> PinholeCamera:
    places = np.array([p.centre for p in laid])
    middle = (places.max(axis=0) + places.min(axis=0)) / 2
    extent = float(np.ptp(places[:, 0])) + 60.0
    fov = np.deg2rad(50.0)
    distance = extent / 0.92 / (2 * np.tan(fov / 2))
    return aim_camera(
        middle,
        distance,
        np.deg2rad(example.elevation),
        np.deg2rad(example.heading),
        0.0,
        fov,
        *example.size,
    )


def truth(example: Example, drawn: Scene) -> dict[str, object]:
    """Return the picture's labels as a labelled hand (`vision.evaluation.labels`)."""
    tiles = [
        {
            "kind": tile.kind,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.quad],
            "face_up": tile.kind != BACK,
        }
        for tile in sorted(drawn.tiles, key=lambda t: t.piece)
    ]
    rows = [
        [BACK if t == "##" else t.strip("<>") for t in line.split() if t != "_"]
        for line in example.lines
        if line
    ]
    return {
        "image": f"{example.name}.jpg",
        "width": example.size[0],
        "height": example.size[1],
        "source": "rendered by vision.training.example",
        "set": f"ours-{example.style}",
        "tiles": tiles,
        "ignore": [],
        "rows": rows,
    }


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("datasets/examples"))
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    options = parser.parse_args()
    for folder in ("images", "labels"):
        (options.out / folder).mkdir(parents=True, exist_ok=True)
    for example in EXAMPLES:
        drawn = scene(example, options.faces)
        picture = cv2.cvtColor(drawn.pixels, cv2.COLOR_RGB2BGR)
        target = options.out / "images" / f"{example.name}.jpg"
        cv2.imwrite(str(target), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        text = json.dumps(truth(example, drawn), indent=1)
        label = options.out / "labels" / f"{example.name}.json"
        label.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
