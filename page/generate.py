"""Write what the page shares with Python: thresholds of the recognition, and fixtures of its tests.

python page/generate.py           writes the files
python page/generate.py --check   compares them, and exits with 1 if one differs
"""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import numpy as np

from scoring.tiles import CLASSES
from vision.recognition import bodies, classifier, detector, recognizer
from vision.recognition.bodies import body_view
from vision.recognition.detector import DetectorSettings
from vision.recognition.tile_colours import colour_to_lab, paper_colour
from vision.seen_tile import HALF_TURN_ALIKE
from vision.teaching import adaptation
from vision.teaching.tile_set import COLUMNS

PORTED = (
    "bodies", "classifier", "detector", "recognizer", "tile_colours",
)  # fmt: skip
"""Modules of `vision.recognition` of which `src/recognition` has a counterpart."""
TAUGHT = Path(adaptation.__file__)
"""The module of which `src/teaching` has a counterpart."""


def settings() -> dict[str, object]:
    """Return the thresholds of every step of the recognition."""
    constants = {
        "crop": classifier.CROP,
        "margin": classifier.MARGIN,
        "classes": list(CLASSES),
        "half_turn_alike": sorted(HALF_TURN_ALIKE),
    }
    return {
        "detector": asdict(DetectorSettings()),
        "classifier": {**asdict(classifier.ClassifierSettings()), **constants},
        "recognizer": {"possible": recognizer.POSSIBLE},
        "bodies": {"side": bodies.SIDE, "reach": bodies.REACH, "batch": bodies.BATCH},
        "teaching": _teaching_settings(),
    }


def _teaching_settings() -> dict[str, object]:
    learn_settings = adaptation.LearnSettings()
    changes = [
        {
            "quad": [[round(x, 3), round(y, 3)] for x, y in change.quad],
            "gain": round(change.gain, 4),
            "lift": round(change.lift, 3),
            "blur": round(change.blur, 4),
        }
        for change in adaptation.view_changes(learn_settings)
    ]
    return {
        "views": learn_settings.views,
        "strength": learn_settings.strength,
        "steps": learn_settings.steps,
        "border": adaptation.BORDER,
        "columns": COLUMNS,
        "changes": changes,
    }


def fixtures() -> dict[str, object]:
    """Return inputs of single steps, with the results of the Python reader."""
    rng = np.random.default_rng(16)
    return {
        "resize": _resize_fixture(rng),
        "rectify": _rectify_fixture(rng),
        "boxes": _boxes_fixture(rng),
        "row": _row_fixture(),
        "bodies": _body_fixture(rng),
        "lab": _lab_fixture(rng),
        "sources": {
            name: _code_hash(Path(classifier.__file__).with_name(f"{name}.py")) for name in PORTED
        },
    }


def teaching_fixtures() -> dict[str, object]:
    """Return inputs of the steps that teach a set, with the results of the Python code."""
    rng = np.random.default_rng(33)
    return {
        "patch": _patch_fixture(rng),
        "lesson": _lesson_fixture(rng),
        "sources": {TAUGHT.stem: _code_hash(TAUGHT)},
    }


def _code_hash(path: Path) -> str:
    """Return a hash of a module's code: a changed formula needs its counterpart changed, too."""
    source = path.read_text("utf-8")
    prose = {
        number
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = (line.partition("  #")[0].rstrip() for line in source.splitlines())
    code = [
        line
        for number, line in enumerate(lines, 1)
        if number not in prose and line and not line.lstrip().startswith("#")
    ]
    return hashlib.sha256("\n".join(code).encode()).hexdigest()[:12]


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
    resized = [_pixels(detector.resize(picture, scale)) for scale in scales]
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


def _patch_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return a patch of a picture, and the views of it that are taught second to fifth."""
    picture = _picture(rng, 150, 150)
    quad = [[30.25, 20.5], [60.75, 24.0], [57.5, 66.25], [27.0, 62.5]]
    cut = adaptation.cut_patch(picture, np.array(quad))
    changes = adaptation.view_changes(adaptation.LearnSettings())[:4]
    views = [_base64(adaptation.change_view(cut, change)) for change in changes]
    return {"picture": _pixels(picture), "quad": quad, "patch": _base64(cut), "views": views}


def _lesson_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return outputs of a net for three patches, the adapter, and the answers that it changes."""
    kinds = ["1m", "5p", "back"]
    answers = 4 * len(CLASSES) + 1
    logits = rng.normal(0, 2, (len(kinds), 2, 4, answers)).round(2)
    features = rng.normal(1, 1, (len(kinds), 2, 4, 6)).round(2)
    examples = adaptation.Examples(
        np.array([CLASSES.index(kind) for kind in kinds]), logits, features
    )
    adapter = adaptation.fit_adapter(examples)
    return {
        "kinds": kinds,
        "logits": logits.reshape(-1).tolist(),
        "features": features.reshape(-1).tolist(),
        "change": adapter.change.astype(float).round(6).reshape(-1).tolist(),
        "middle": adapter.middle.astype(float).round(6).tolist(),
        "shift": adapter.shift(features[0, 0]).round(5).reshape(-1).tolist(),
    }


def _boxes_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return raw maps of a picture of 64 x 96, and the boxes before and after suppression."""
    anchors = sum(64 // stride * 96 // stride for stride in (8, 16, 32))
    sides = rng.uniform(0.5, 2.5, (4, anchors)).astype(np.float32).round(3)
    scores = rng.normal(-1.0, 1.5, (2, anchors)).astype(np.float32).round(3)
    angle = rng.uniform(-0.7, 0.7, (1, anchors)).astype(np.float32).round(3)
    detector_settings = DetectorSettings()
    boxes = detector.decode_boxes(sides, scores, angle, (64, 96), detector_settings.score)
    kept = detector._non_max_suppression(boxes, detector_settings.overlap, detector_settings.most)
    kept = detector._drop_nested_boxes(kept, detector_settings.inside)
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


def _body_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return boxes of a picture with what the net of bodies sees of them: small, large, cut off."""
    picture = _picture(rng, 160, 220)
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])
    askew = (np.array(_rectangle(-9, -13, 9, 13)) @ turn + (60, 70)).tolist()
    quads = [askew, _rectangle(30, 20, 190, 140), _rectangle(-6, 120, 22, 158)]
    views = [body_view(picture, np.array(quad)) for quad in quads]
    return {
        "picture": _pixels(picture),
        "quads": quads,
        "views": [_base64(view) for view in views],
    }


def _row_fixture() -> dict[str, object]:
    """Return a drawn row of faces, blank tiles, a back and a shadow, with their colours."""
    colours = [(222, 216, 204)] * 4 + [
        (218, 214, 205),
        (30, 120, 80),
        (90, 80, 60),
        (221, 217, 206),
    ]
    picture = np.full((120, 60 * len(colours) + 20, 3), (25, 60, 40), np.uint8)
    rows = []
    for number, colour in enumerate(colours):
        left = 15 + 48 * number
        picture[30:90, left : left + 45] = colour
        if number < 4:
            picture[45:75, left + 12 : left + 33] = (180, 20, 30)
        rows.append(_rectangle(left, 30, left + 45, 90))
    quads = np.array(rows)
    papers = [paper_colour(classifier.rectify(picture, quad)) for quad in quads]
    return {"picture": _pixels(picture), "quads": rows, "papers": papers}


def _lab_fixture(rng: np.random.Generator) -> dict[str, object]:
    """Return colours with their Lab."""
    colours = rng.integers(0, 256, (1, 40, 3)).astype(np.uint8)
    colours[0, :4] = [[0, 0, 0], [255, 255, 255], [1, 2, 3], [255, 0, 0]]
    return {
        "picture": _pixels(colours),
        "lab": [colour_to_lab(colour) for colour in colours[0]],
    }


def _rectangle(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


FILES: Mapping[Path, Callable[[], dict[str, object]]] = {
    HERE / "src" / "recognition" / "settings.json": settings,
    HERE / "test" / "recognition.json": fixtures,
    HERE / "test" / "teaching.json": teaching_fixtures,
}


def main() -> None:
    stale = [path for path, values in FILES.items() if not _is_current(path, values())]
    for path in stale:
        name = path.relative_to(HERE.parent)
        if "--check" in sys.argv:
            print(f"{name} differs: bring page/src/recognition up to date, then page/generate.py")
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
        if min(len(one), len(other)) < 16:  # a name, no picture
            return False
        first, second = (np.frombuffer(base64.b64decode(text), np.uint8) for text in (one, other))
        return len(first) == len(second) and int(np.abs(first - second.astype(int)).max()) <= 1
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) < 1e-4
    return one == other


if __name__ == "__main__":
    main()
