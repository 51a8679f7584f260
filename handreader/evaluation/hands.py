"""The command `evaluate --hands`: trials of whole hands, rendered or from labelled rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scoring import rulebook
from scoring.hand import Hand, Meld
from scoring.tiles import Tile, Wind, sort_tiles
from vision import Reader
from vision.evaluation.labels import (
    Label,
    LabelledPhoto,
    find_datasets,
    is_photo_folder,
    load_labelled_photos,
)
from vision.evaluation.matching import centre, match
from vision.geometry import as_quad
from vision.photo import Photo, open_photo

from .. import __version__
from ..errors import UsageError
from ..pipeline import RULE_SETS, RulebookOracle
from ..progress import progress_bar
from ..situation import Situation
from .random_hands import DealtHand, deal_hand
from .report import Table, write_metrics
from .trials import Trial, TrialCounts, count_trials, run_trial

if TYPE_CHECKING:
    from vision.training.rendering.scenes import Scene

FACES = Path(__file__).parents[2] / "datasets" / "faces"
STYLES = ("classic", "indexed")
_CLOTHS = ((24, 92, 62), (96, 60, 40), (120, 34, 44), (40, 52, 88), (150, 146, 138))
_BACKS = ((32, 120, 84), (40, 84, 160), (225, 170, 70), (60, 60, 64))


@dataclass(frozen=True, slots=True)
class HandTrialOptions:
    """Options of `evaluate --hands`.

    Attributes:
        folders: with labelled rows; may be empty.
        pictures: number of rendered scenes.
        seed: same seed, same scenes.
        weights: folder of weights; None for ours.
    """

    folders: Sequence[Path]
    pictures: int
    seed: int
    weights: Path | None


def evaluate_hands(asked: HandTrialOptions, as_json: bool, write: Path | None) -> None:
    """Print the figures of hand trials; see `handreader evaluate --hands`."""
    measured: dict[str, Table] = {}
    reader = Reader(asked.weights)
    if asked.pictures:
        hands = progress_bar(run_drawn_trials(asked, reader), asked.pictures, "drawn hands")
        measured["drawn-hands"] = _report("drawn-hands", list(hands), as_json)
    for folder in dict.fromkeys(found for given in asked.folders for found in find_datasets(given)):
        if is_photo_folder(folder):
            rows = list(run_row_trials(folder, reader))
            if rows:
                name = f"{folder.resolve().name}-rows"
                measured[name] = _report(name, rows, as_json)
    if write is not None:
        write_metrics(write, measured)


def run_drawn_trials(asked: HandTrialOptions, reader: Reader) -> Iterator[Trial]:
    """Deal, arrange, render and read hands, and yield their trials one by one.

    Raises:
        UsageError: the renderer's dependencies are not installed.
    """
    _check_drawing()
    for number in range(asked.pictures):
        rng = np.random.default_rng([asked.seed, number])
        truth = deal_hand(RULE_SETS[number % len(RULE_SETS)], rng)
        scene, edge = _scene(truth, rng, number)
        tiles = reader.find_tiles(Photo("drawn", scene.pixels))
        pairs = match([as_quad(tile.quad) for tile in scene.tiles], [tile.quad for tile in tiles])
        kinds = {tiles[j].id: scene.tiles[i].kind for i, j in pairs}
        yield run_trial(tiles, truth.truth(edge), kinds)


def _check_drawing() -> None:
    if not FACES.is_dir():
        raise UsageError("no_drawings", folder=FACES)
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        raise UsageError("no_resvg") from None


def _scene(truth: DealtHand, rng: np.random.Generator, number: int) -> tuple[Scene, str]:
    """Render a hand; return the scene and the edge at which its owner sits."""
    from vision.training.example import Example, scene

    across = rng.random() < 0.15
    example = Example(
        str(number),
        truth.lines,
        STYLES[int(rng.integers(len(STYLES)))],
        _CLOTHS[int(rng.integers(len(_CLOTHS)))],
        _BACKS[int(rng.integers(len(_BACKS)))],
        float(rng.uniform(35, 88)),
        float(rng.normal(180 if across else 0, 8)),
        (1600, 1200),
    )
    return scene(example, FACES, seed=number), "top" if across else "bottom"


def run_row_trials(folder: Path, reader: Reader) -> Iterator[Trial]:
    """Yield trials of hands of 14 from labelled rows of 17 tiles, one for each set left out.

    The photos are real, of sets that the nets have not seen. No tile is placed apart in them, so
    the winning tile is given.
    """
    for photo in load_labelled_photos(folder):
        labels = _row_labels(photo)
        hands = [(hand, at) for at in range(len(labels) - 2) if (hand := _hand(labels, at))]
        if not hands:
            continue
        tiles = reader.find_tiles(open_photo(photo.path))
        pairs = match([label.quad for label in labels], [tile.quad for tile in tiles])
        at_label = {i: tiles[j].id for i, j in pairs}
        for hand, at in hands:
            gone = {at_label.get(i) for i in (at, at + 1, at + 2)}
            kinds = {k: labels[i].kind for i, k in at_label.items() if k not in gone}
            # Flowers laid aside have no labels in these photos.
            beside = {t.id for t in tiles if t.kind.endswith("f") and t.id not in kinds}
            left = [tile for tile in tiles if tile.id not in gone | beside]
            truth = DealtHand("zung-jung", "row", hand, (), Situation(discarder=Wind.SOUTH), ())
            yield run_trial(left, truth.truth(), kinds, {"winning_tile": str(hand.winning)})


def _row_labels(photo: LabelledPhoto) -> list[Label]:
    """Return the labels of a photo's only row, owner's left to right; [] unless there are 17."""
    if len(photo.rows) != 1 or not len(photo.rows[0]) == len(photo.labels) == 17:
        return []
    labels = sorted(photo.labels, key=lambda label: centre(label.quad)[0])
    for way in (labels, labels[::-1]):
        if tuple(label.kind for label in way) == photo.rows[0]:
            return way
    return []


def _hand(labels: Sequence[Label], at: int) -> Hand | None:
    """Return the hand without three tiles from an index; None if these are no set or it no win."""
    kinds = [Tile(label.kind) for label in labels]
    if (
        any(tile.is_flower for tile in kinds)
        or not Meld.from_tiles(sort_tiles(kinds[at : at + 3])).is_set
    ):
        return None
    left = [*kinds[:at], *kinds[at + 3 :]]
    hand = Hand(sort_tiles(left[:-1]), left[-1])
    return hand if RulebookOracle(rulebook("zung-jung"), Situation()).wins(hand) else None


def _report(name: str, played: Sequence[Trial], as_json: bool) -> Table:
    """Print the figures of a data set and return them as a table for the metrics file."""
    groups = {"all": count_trials(played)}
    for rules in dict.fromkeys(hand.truth.rules for hand in played):
        groups[rules] = count_trials(hand for hand in played if hand.truth.rules == rules)
    for scene in sorted({hand.truth.scene for hand in played}):
        groups[scene] = count_trials(hand for hand in played if hand.truth.scene == scene)
    if as_json:
        told = {group: asdict(found) for group, found in groups.items()}
        print(json.dumps({"dataset": name, "version": __version__, **told}), flush=True)
    else:
        print("\n".join([f"{name}: {len(played)} hands", *map(_line, groups, groups.values())]))
    table: Table = {"version": __version__}
    for group, found in groups.items():
        table[group] = dict(asdict(found))
    return table


def _line(group: str, found: TrialCounts) -> str:
    """Format the figures of one group."""
    hands = found.hands

    def of(part: int) -> str:
        return f"{part / hands:.1%}"

    return (
        f"  {group:<17} {hands:5} hands; exact {of(found.unhelped)} without help, "
        f"{of(found.helped)} after questions; score right {of(found.right)}, "
        f"{of(found.right_helped)}; {found.questions / hands:.2f} questions a hand; "
        f"confidently wrong {found.confidently_wrong}; not scored {found.refused}"
    )
