"""Write what the page shares with Python: thresholds of the recognition, and fixtures of its tests.

python page/generate.py           writes the files
python page/generate.py --check   compares them, and exits with 1 if one differs
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import numpy as np

from scoring.tiles import BACK, CLASSES
from vision.recognition import classifier, detector, recognizer
from vision.recognition.backs import BackSettings
from vision.recognition.detector import DetectorSettings
from vision.recognition.existence import ExistenceSettings, tile_probabilities
from vision.recognition.fragments import PieceSettings, find_fragments


def settings() -> dict[str, object]:
    """Return the thresholds of every step of the recognition."""
    constants = {
        "crop": classifier.CROP,
        "margin": classifier.MARGIN,
        "classes": list(CLASSES),
        "half_turn_alike": sorted(classifier.HALF_TURN_ALIKE),
    }
    return {
        "detector": asdict(DetectorSettings()),
        "classifier": {**asdict(classifier.ClassifierSettings()), **constants},
        "recognizer": {**asdict(recognizer.RecognizerSettings()), "inside": recognizer.INSIDE},
        "existence": asdict(ExistenceSettings()),
        "backs": asdict(BackSettings()),
        "fragments": asdict(PieceSettings()),
    }


def fixtures() -> dict[str, object]:
    """Return inputs of single steps, with the results of the Python reader."""
    rng = np.random.default_rng(16)
    return {
        "resize": _resize_fixture(rng),
        "rectify": _rectify_fixture(rng),
        "boxes": _boxes_fixture(rng),
        "fragments": _fragments_fixture(),
        "existence": _existence_fixture(rng),
    }


def _picture(rng: np.random.Generator, height: int, width: int) -> np.ndarray:
    """Return random smooth colours, uint8 RGB."""
    y, x = np.mgrid[0:height, 0:width]
    waves = [np.sin(x / a + y / b) for a, b in rng.uniform(3, 9, (3, 2))]
    return np.asarray(127.5 + 127.5 * np.stack(waves, axis=2)).astype(np.uint8)


def _pixels(picture: np.ndarray) -> dict[str, object]:
    height, width = picture.shape[:2]
    return {"width": width, "height": height, "rgb": _base64(picture)}


def _base64(values: np.ndarray) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")


def _resize_fixture(rng: np.random.Generator) -> dict[str, object]:
    picture = _picture(rng, 23, 31)
    scales = [0.9, 0.5, 0.37, 1.0, 1.7]
    resized = [_pixels(detector._resize(picture, scale)) for scale in scales]
    return {"picture": _pixels(picture), "scales": scales, "resized": resized}


def _rectify_fixture(rng: np.random.Generator) -> dict[str, object]:
    picture = _picture(rng, 150, 150)
    quads = [
        [[30.25, 20.5], [60.75, 24.0], [57.5, 66.25], [27.0, 62.5]],  # small: enlarged
        [[9.0, 6.0], [139.0, 2.0], [144.0, 140.0], [4.0, 146.0]],  # large: averaged first
        [[120.5, 90.0], [170.0, 96.0], [166.0, 160.0], [116.0, 152.0]],  # beyond the edge
    ]
    crops = [_base64(classifier.rectify(picture, np.array(quad))) for quad in quads]
    return {"picture": _pixels(picture), "quads": quads, "crops": crops}


def _boxes_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return raw maps of a picture of 64 x 96, and the boxes before and after suppression."""
    anchors = sum(64 // stride * 96 // stride for stride in (8, 16, 32))
    sides = rng.uniform(0.5, 2.5, (4, anchors)).astype(np.float32).round(3)
    scores = rng.normal(-1.0, 1.5, (2, anchors)).astype(np.float32).round(3)
    angle = rng.uniform(-0.7, 0.7, (1, anchors)).astype(np.float32).round(3)
    wanted = DetectorSettings()
    boxes = detector.decode_boxes(sides, scores, angle, (64, 96), wanted.score)
    kept = detector._non_max_suppression(boxes, wanted.overlap, wanted.most)
    kept = detector._drop_nested_boxes(kept, wanted.inside)
    maps = {"sides": sides, "scores": scores, "angle": angle}
    return {
        **{
            name: values.reshape(-1).astype(float).round(3).tolist()
            for name, values in maps.items()
        },
        "tall": 64,
        "wide": 96,
        "boxes": boxes.round(5).tolist(),
        "kept": kept.round(5).tolist(),
    }


def _fragments_fixture() -> dict[str, object]:
    """Return a row of six tiles, of which the fourth is seen as two halves."""
    quads = [_rectangle(40 * k, 0, 40 * k + 36, 48) for k in (0, 1, 2, 4, 5)]
    quads += [_rectangle(120, 0, 156, 23), _rectangle(120, 25, 156, 48)]
    turn = np.array([[np.cos(0.2), np.sin(0.2)], [-np.sin(0.2), np.cos(0.2)]])
    turned = [np.array(quad) @ turn for quad in quads]
    found = [
        {"pieces": list(group), "quad": quad.round(4).tolist()}
        for group, quad in find_fragments(turned)
    ]
    return {"quads": [quad.tolist() for quad in turned], "found": found}


def _existence_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return boxes of faces, blanks and backs in a picture, and whether there are tiles."""
    picture = _picture(rng, 130, 260)
    quads = [_rectangle(10 + 30 * k, 12, 40 + 30 * k, 52) for k in range(7)]
    quads += [_rectangle(20 + 30 * k, 70, 50 + 30 * k, 110) for k in range(5)]
    quads.append(_rectangle(200, 70, 212, 86))
    kinds = ["1m", "2m", "3m", "4m", "5z", BACK, "9s", *5 * [BACK], "2p"]
    scores = [0.9, 0.8, 0.7, 0.3, 0.5, 0.4, 0.15, 0.95, 0.9, 0.9, 0.85, 0.5, 0.6]
    nothing = [0.0, 0.001, 0.1, 0.4, 0.02, 0.3, 0.5, 0.0, 0.0, 0.01, 0.0, 0.2, 0.05]
    shares = rng.uniform(0.5, 1.0, len(kinds)).round(3)
    names = [
        classifier.Classification(
            ((kind, share * (1 - none)), (BACK if kind == "5z" else "5z", 0.3 * (1 - share))),
            none,
            0,
            False,
        )
        for kind, share, none in zip(kinds, shares.tolist(), nothing, strict=True)
    ]
    boxes = [
        detector.Detection(np.array(quad), score, 0.5)
        for quad, score in zip(quads, scores, strict=True)
    ]
    return {
        "picture": _pixels(picture),
        "quads": quads,
        "scores": scores,
        "names": [list(map(list, name.names)) for name in names],
        "nothing": nothing,
        "chances": [round(chance, 6) for chance in tile_probabilities(picture, boxes, names)],
    }


def _rectangle(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


FILES: Mapping[Path, Callable[[], dict[str, object]]] = {
    HERE / "src" / "recognition" / "settings.json": settings,
    HERE / "test" / "recognition.json": fixtures,
}


def main() -> None:
    stale = [path for path, values in FILES.items() if not _is_current(path, values())]
    for path in stale:
        name = path.relative_to(HERE.parent)
        if "--check" in sys.argv:
            print(f"{name} differs: run python page/generate.py")
        else:
            path.write_text(json.dumps(FILES[path](), indent=_indent(path)) + "\n", "utf-8")
            print(name)
    sys.exit(1 if stale and "--check" in sys.argv else 0)


def _indent(path: Path) -> int | None:
    return 2 if path.name == "settings.json" else None


def _is_current(path: Path, values: dict[str, object]) -> bool:
    return path.is_file() and _equal(json.loads(path.read_text("utf-8")), values)


def _equal(one: object, other: object) -> bool:
    """Compare values; numbers and colours may differ as rounding does between processors."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, str) and isinstance(other, str) and one != other:
        first, second = (np.frombuffer(base64.b64decode(text), np.uint8) for text in (one, other))
        return len(first) == len(second) and int(np.abs(first - second.astype(int)).max()) <= 1
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) < 1e-4
    return one == other


if __name__ == "__main__":
    main()
