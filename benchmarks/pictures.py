"""Make labelled pictures for `handreader evaluate` without any downloads.

    python benchmarks/pictures.py rendered --out FOLDER/rendered [--pictures 60] [--seed 11]
    python benchmarks/pictures.py tables --out FOLDER/rendered-tables --pictures 16
    python benchmarks/pictures.py no-tiles --out FOLDER/no-tiles
    handreader evaluate FOLDER --write models/metrics.toml

`rendered`: random hands in the arrangement of their rule set, with our own drawings. They have the
sideways tiles, backs, kongs, flowers and red fives that the labelled photos lack. The nets were
trained on these drawings among others, so names are easier here than on a real table; sideways
tiles and backs are not easier.
`tables`: whole tables in play at 12 megapixels (ponds, walls, hands, clutter), with the same
drawings. Tiles that are hardly visible (`_SEEN`) or seen edge-on (`_FLAT`) have no label.
`no-tiles`: scikit-image's sample pictures, which were never in training; every box is false.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

_STYLES = ("classic", "indexed")
_CLOTHS = ((24, 92, 62), (96, 60, 40), (120, 34, 44), (40, 52, 88), (150, 146, 138), (30, 30, 32))
_BACKS = (
    *((32, 120, 84), (40, 84, 160), (225, 170, 70), (60, 60, 64)),
    *((120, 180, 230), (150, 30, 40), (238, 236, 226)),
)
_SEEN = 0.6  # share of a tile's face or back
_FLAT = 0.3  # area over the square of the longest side; 0.77 seen from straight above
_LEAST = 100  # pixels of the shorter side: smaller samples are patterns, not pictures


def render_hands(out: Path, pictures: int, seed: int) -> int:
    """Write `pictures` rendered hands with their labels; return their number."""
    from PIL import Image

    from handreader.evaluation.random_hands import deal_hand
    from handreader.pipeline import RULE_SETS
    from vision.training.example import Example, scene, truth

    for number in range(pictures):
        rng = np.random.default_rng([seed, number])
        hand = deal_hand(RULE_SETS[number % len(RULE_SETS)], rng)
        example = Example(
            f"{number:03}-{hand.scene.replace(' ', '-')}",
            hand.lines,
            _STYLES[int(rng.integers(len(_STYLES)))],
            _CLOTHS[int(rng.integers(len(_CLOTHS)))],
            _BACKS[int(rng.integers(len(_BACKS)))],
            float(rng.uniform(25, 88)),
            float(rng.normal(180 if rng.random() < 0.2 else 0, 10)),
            (1600, 1200),
        )
        drawn = scene(example, ROOT / "datasets" / "faces", seed=number)
        Image.fromarray(drawn.pixels).save(out / "images" / f"{example.name}.jpg", quality=88)
        label = {**truth(example, drawn), "set": f"rendered {example.style}"}
        _label_turned_tiles(label, hand.lines, [tile.piece for tile in drawn.tiles])
        text = json.dumps(label)
        (out / "labels" / f"{example.name}.json").write_text(text, encoding="utf-8")
    return pictures


def _label_turned_tiles(label: dict[str, Any], lines: tuple[str, ...], pieces: list[int]) -> None:
    """Label each tile as sideways or not; the tiles have the order of `lines`."""
    tokens = [token for line in lines for token in line.split() if token != "_"]
    for tile, piece in zip(label["tiles"], sorted(pieces), strict=True):
        tile["turned"] = tokens[piece].startswith("<")


def render_tables(out: Path, pictures: int, seed: int) -> int:
    """Write `pictures` rendered tables with their labels; return their number."""
    from PIL import Image

    from scoring.tiles import CLASSES
    from vision.training.rendering.arrangements import Kit, table
    from vision.training.rendering.camera_effects import apply_camera_effects
    from vision.training.rendering.face_designs import load_drawing
    from vision.training.rendering.scenes import render
    from vision.training.rendering.solids import Body, aim_camera
    from vision.training.rendering.surfaces import clutter, table_cloth

    for number in range(pictures):
        rng = np.random.default_rng([seed, number, 2])
        style = _STYLES[number % len(_STYLES)]
        folder = ROOT / "datasets" / "faces" / style
        faces = [load_drawing(folder / f"{kind}.svg", style, 200) for kind in CLASSES[:-1]]
        back = _BACKS[int(rng.integers(len(_BACKS)))]
        kit = Kit(
            Body((26.0, 34.0, 20.0), (246, 243, 232), back, 0.42, 0.09),
            lambda faces=faces, rng=rng: faces[int(rng.integers(len(faces)))],  # type: ignore[misc]
            rng,
        )
        pieces = table(kit)
        reach = max(float(np.abs(piece.centre[:2]).max()) for piece in pieces)
        pieces += [box for box in clutter(1.4 * reach, rng) if np.abs(box.centre).max() > reach]
        elevation, heading = np.deg2rad(rng.uniform(38, 88)), rng.uniform(0, 2 * np.pi)
        size = (4000, 3000)
        camera = aim_camera(np.zeros(3), 3.3 * reach, elevation, heading, 0.0, 1.0, *size)
        cloth = table_cloth(size[1], size[0], _CLOTHS[int(rng.integers(len(_CLOTHS)))], rng)
        light = np.array([-0.35, 0.3, 0.9]) / np.linalg.norm([-0.35, 0.3, 0.9])
        scene = render(pieces, camera, cloth, light, 0.45)
        name = f"{number:03}-{style}"
        photo = Image.fromarray(apply_camera_effects(scene.pixels, rng, 0.25))
        photo.save(out / "images" / f"{name}.jpg", quality=90)
        shown = [t for t in scene.tiles if t.visible >= _SEEN and _flatness(t.quad) >= _FLAT]
        hidden = [t for t in scene.tiles if t.visible < _SEEN or _flatness(t.quad) < _FLAT]
        label = {
            "set": f"rendered {style}",
            "tiles": [{"kind": t.kind, "quad": t.quad.round(1).tolist()} for t in shown],
            "ignore": [[*t.quad.min(axis=0), *t.quad.max(axis=0)] for t in hidden],
        }
        (out / "labels" / f"{name}.json").write_text(json.dumps(label), encoding="utf-8")
    return pictures


def _flatness(quad: npt.NDArray[np.float64]) -> float:
    """Return the area of a quad (4, 2) over the square of its longest side."""
    x, y = quad[:, 0], quad[:, 1]
    longest = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max()
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2 / longest**2)


def write_empty_pictures(out: Path) -> int:
    """Write the sample pictures that come with scikit-image, with empty labels."""
    from PIL import Image, UnidentifiedImageError

    try:
        import skimage
    except ImportError:
        sys.exit("no scikit-image here: pip install scikit-image, whose sample pictures these are")
    written = 0
    for path in sorted((Path(skimage.__file__).parent / "data").iterdir()):
        try:
            with Image.open(path) as opened:
                picture = opened.convert("RGB")
        except (UnidentifiedImageError, IsADirectoryError):
            continue
        if min(picture.size) >= _LEAST:
            picture.save(out / "images" / f"{path.stem}.png")
            (out / "labels" / f"{path.stem}.txt").write_text("", encoding="utf-8")
            written += 1
    return written


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("rendered", "tables", "no-tiles"))
    parser.add_argument("--out", type=Path, required=True, help="its name names the data set")
    parser.add_argument("--pictures", type=int, default=60)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    for folder in ("images", "labels"):
        (options.out / folder).mkdir(parents=True, exist_ok=True)
    if options.what != "no-tiles":
        make = render_hands if options.what == "rendered" else render_tables
        written = make(options.out, options.pictures, options.seed)
    else:
        written = write_empty_pictures(options.out)
    print(f"{written} pictures in {options.out}")


if __name__ == "__main__":
    main()
