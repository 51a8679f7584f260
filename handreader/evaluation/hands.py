"""The command `evaluate --hands`: trials of whole hands, made ones or from labelled rows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from scoring import rulebook
from scoring.hand import Hand, Meld
from scoring.installation import this_installation
from scoring.record import Record
from scoring.tiles import Tile, Wind, sort_tiles
from scoring.win import Win
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
from vision.seen_tile import SeenTile

from ..errors import UsageError
from ..pipeline import RulebookOracle
from ..progress import progress_bar
from ..situation import Situation
from .beside import compare_trials
from .random_hands import DealtHand
from .report import Table, write_metrics
from .trial_decoder import TrialDecoder
from .trial_report import draw_reliability, report_trials
from .trials import Trial, run_trial

if TYPE_CHECKING:
    from .made.designs import Design
    from .made.pictures import MadePicture

_CHECKOUT = Path(__file__).parents[2]
FACES = _CHECKOUT / "datasets" / "faces"
HELD_OUT_FACES = _CHECKOUT.parent / "shared" / "data" / "dev"
"""Pictures of sets that were never trained on, where a checkout has them beside it."""


@dataclass(frozen=True, slots=True)
class HandTrialOptions:
    """Options of `evaluate --hands`.

    Attributes:
        folders: with labelled rows; may be empty.
        families: names of families of made hands; () for all.
        count: pictures of each family.
        seed: same seed, same pictures.
        faces: folder with pictures of sets that were never trained on; None for that beside the
            checkout.
        keep: folder for the pictures that were not read right; None for none.
        weights: folder of weights; None for ours.
        beside: folder of weights that read the same pictures, too; None for none.
    """

    folders: Sequence[Path]
    families: Sequence[str]
    count: int
    seed: int
    faces: Path | None
    keep: Path | None
    weights: Path | None
    beside: Path | None = None

    @property
    def command(self) -> str:
        """Return the command that makes the same pictures."""
        families = "".join(f" --family '{name}'" for name in self.families)
        return f"handreader evaluate --hands{families} --count {self.count} --seed {self.seed}"


@dataclass(frozen=True, slots=True)
class MadeTrial:
    """The trial of one made hand, with its picture, and that of the weights beside."""

    trial: Trial
    made: MadePicture
    beside: Trial | None


def evaluate_hands(asked: HandTrialOptions, as_json: bool, write: Path | None) -> None:
    """Print the figures of hand trials; see `handreader evaluate --hands`.

    Raises:
        UsageError: hands are to be made outside a checkout, or as `run_made_trials`.
    """
    measured: dict[str, Table] = {}
    if asked.count:
        if not FACES.is_dir():  # nor is the package that makes hands
            raise UsageError("no_drawings", folder=FACES)
        from .made.families import FAMILIES

        trials: list[Trial] = []
        others: list[Trial] = []
        count = asked.count * len(asked.families or FAMILIES)
        for one in progress_bar(run_made_trials(asked), count, "made hands"):
            trials.append(one.trial)
            others += [] if one.beside is None else [one.beside]
            if asked.keep is not None:
                keep_pictures([one], asked.keep)
        measured["made-hands"] = _report(
            "made-hands", trials, others, as_json, asked, asked.command
        )
    for folder in dict.fromkeys(found for given in asked.folders for found in find_datasets(given)):
        if is_photo_folder(folder):
            rows = list(run_row_trials(folder, asked.weights))
            others = [] if asked.beside is None else list(run_row_trials(folder, asked.beside))
            if rows:
                name = f"{folder.resolve().name}-rows"
                measured[name] = _report(name, rows, others, as_json, asked)
    if write is not None:
        write_metrics(write, measured)


def _report(
    name: str,
    trials: Sequence[Trial],
    others: Sequence[Trial],
    as_json: bool,
    asked: HandTrialOptions,
    command: str | None = None,
) -> Table:
    if asked.keep is not None:
        draw_reliability(name, trials, asked.keep)
    compared = compare_trials(asked.beside, trials, others)
    return report_trials(name, trials, as_json, command, compared)


def run_made_trials(asked: HandTrialOptions) -> Iterator[MadeTrial]:
    """Make pictures of hands, read them, and yield their trials one by one.

    Raises:
        UsageError: the renderer's dependencies are not installed, or a family is unknown.
    """
    from .made.families import FAMILIES
    from .made.pictures import make_picture

    check_families(asked.families, FAMILIES)
    designs = evaluation_designs(asked.faces)
    judge = _judge(asked.weights)
    judge_beside = None if asked.beside is None else _judge(asked.beside)
    for name in asked.families or tuple(FAMILIES):
        for number in range(asked.count):
            made = make_picture(name, number, designs, asked.seed)
            beside = None if judge_beside is None else judge_beside(made)
            yield MadeTrial(judge(made), made, beside)


def _judge(weights: Path | None) -> Callable[[MadePicture], Trial]:
    """Return a function that runs the trial of a made picture with the nets of a folder."""
    reader, decoder = Reader(weights), TrialDecoder(weights)

    def judge(made: MadePicture) -> Trial:
        tiles, kinds = read_made_picture(made, reader)
        return run_trial(tiles, made.truth, kinds, decode=decoder.decode)

    return judge


def check_families(names: Sequence[str], known: Iterable[str]) -> None:
    """Check the names of families.

    Raises:
        UsageError: some are unknown.
    """
    known = tuple(known)
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise UsageError("no_family", names=", ".join(unknown), known=", ".join(known))


def read_made_picture(
    made: MadePicture, reader: Reader
) -> tuple[tuple[SeenTile, ...], dict[int, str]]:
    """Return the tiles that are recognised in a made picture, and their true kinds by id."""
    tiles = reader.find_tiles(Photo(made.truth.name, made.pixels))
    pairs = match([as_quad(tile.quad) for tile in made.tiles], [tile.quad for tile in tiles])
    return tiles, {tiles[j].id: made.tiles[i].kind for i, j in pairs}


def evaluation_designs(faces: Path | None) -> list[Design]:
    """Return the designs of held-out faces; our own drawings if there is no folder with any."""
    from .made.designs import designs_of_drawings, find_designs

    folder = faces or HELD_OUT_FACES
    if folder.is_dir():
        return find_designs(folder)
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        raise UsageError("no_resvg", command=this_installation().add("resvg-py")) from None
    note = f"no folder {folder}: the faces are our own drawings, which the nets know"
    print(note, file=sys.stderr, flush=True)
    return designs_of_drawings(FACES)


def keep_pictures(played: Sequence[MadeTrial], folder: Path) -> None:
    """Write the pictures of hands that were not read right, with labels for `evaluate FOLDER`."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for one in played:
        if one.trial.is_exact_unaided:
            continue
        name = one.trial.truth.name
        Image.fromarray(one.made.pixels).save(folder / "images" / f"{name}.jpg", quality=95)
        content = json.dumps(_labels(one.made), ensure_ascii=False)
        (folder / "labels" / f"{name}.json").write_text(content, "utf-8")


def _labels(made: MadePicture) -> dict[str, object]:
    """Return the labels of a made picture, as `vision.evaluation.labels` loads them."""
    truth = made.truth
    labels: dict[str, object] = {
        "set": truth.scene,
        "tiles": [{"kind": t.kind, "quad": t.quad.round(1).tolist()} for t in made.tiles],
    }
    if truth.hand is not None:
        written = Record(None, truth.rules, truth.hand, Win()).to_json()
        kept = ("concealed", "winning_tile", "melds", "flowers", "rules")
        labels["hand"] = {key: written[key] for key in kept} | {
            "complete": True,
            "edge": truth.edge,
            "open_questions": sorted(truth.needed),
        }
    return labels


def run_row_trials(folder: Path, weights: Path | None) -> Iterator[Trial]:
    """Yield trials of hands of 14 from labelled rows of 17 tiles, one for each set left out.

    The photos are real, of sets that the nets have not seen. No tile is placed apart in them, so
    the winning tile is given.
    """
    reader, decoder = Reader(weights), TrialDecoder(weights)
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
            dealt = DealtHand("zung-jung", "row", hand, (), Situation(discarder=Wind.SOUTH), ())
            truth = replace(dealt.truth(), name=f"{photo.path.name} without {at + 1} to {at + 3}")
            won = {"winning_tile": str(hand.winning)}
            yield run_trial(left, truth, kinds, won, decoder.decode)


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
