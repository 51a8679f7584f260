"""The corpus: hands as recognised tiles with their ground truth, one JSON file a picture.

A file has no pixels, so that the search is measured in seconds. `benchmarks/corpus.py`
makes the files with the shipped nets, and makes them again when the nets change.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scoring import rulebook
from scoring.errors import CodedError, HandReaderError
from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.text import Texts
from scoring.tiles import BACK, Tile, Wind, format_tiles, parse_tiles
from vision.seen_tile import Quad, SeenTile

from ..situation import Situation
from .ground_truth import HandTruth
from .trials import Outcome, Trial, run_trial

REMAKE = "python benchmarks/corpus.py"

_TEXTS: Mapping[str, Texts] = {
    "damaged": {
        "en": "{file}: no hand of a corpus ({fault}); make it again: {command}",
        "it": "{file}: non è una mano di un corpus ({fault}); rifalla: {command}",
    },
    "other_nets": {
        "en": "{file}: recognised with {found}, the nets are {nets}; make it again: {command}",
        "it": "{file}: riconosciuta con {found}, le reti sono {nets}; rifalla: {command}",
    },
    "empty": {
        "en": "{folder}: no hands of a corpus; make some: {command}",
        "it": "{folder}: nessuna mano di un corpus; creane: {command}",
    },
}


class CorpusError(CodedError):
    """A corpus without hands, or a file of it that cannot be used."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class CorpusHand:
    """The recognised tiles of a picture, with its ground truth.

    Attributes:
        nets: names of the nets that recognised the tiles (`vision.reader.Reader.model_id`).
        truths: the ground truth, once for each rule set; the rule set that counts comes first.
        tiles: the recognised tiles.
        kinds: true kind of each recognised tile; a box that is no tile is missing.
    """

    nets: str
    truths: tuple[HandTruth, ...]
    tiles: tuple[SeenTile, ...]
    kinds: Mapping[int, str]

    @property
    def name(self) -> str:
        """Return the name of the picture."""
        return self.truths[0].name

    def trials(self, rules: str | None = None) -> Iterator[Trial]:
        """Run the trial of one rule set, or of each, the one that counts first."""
        for truth in self.truths:
            if rules in (None, truth.rules):
                yield run_trial(self.tiles, truth, self.kinds)


def count_outcomes(hands: Iterable[CorpusHand], rules: str) -> dict[str, int]:
    """Count how the trials of hands by a rule set end."""
    counts = Counter(trial.outcome for hand in hands for trial in hand.trials(rules))
    return {outcome.value: counts[outcome] for outcome in Outcome}


def load_corpus(folder: Path, nets: str | None = None) -> list[CorpusHand]:
    """Load the hands of a folder and of the folders in it, by name.

    Args:
        folder: with JSON files.
        nets: names of the nets that must have recognised the tiles; None for any.

    Raises:
        CorpusError: there is no file, or one is damaged or of other nets.
    """
    files = sorted(folder.rglob("*.json"))
    if not files:
        raise CorpusError("empty", folder=folder, command=REMAKE)
    hands = []
    for file in files:
        hand = load_hand(file)
        if nets is not None and hand.nets != nets:
            raise CorpusError("other_nets", file=file, found=hand.nets, nets=nets, command=REMAKE)
        hands.append(hand)
    return hands


def load_hand(file: Path) -> CorpusHand:
    """Load a hand.

    Raises:
        CorpusError: a damaged file.
    """
    try:
        return hand_from_json(json.loads(file.read_text("utf-8")))
    except (HandReaderError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        fault = f"{type(error).__name__}: {error}"
        raise CorpusError("damaged", file=file, fault=fault, command=REMAKE) from error


def save_hand(hand: CorpusHand, folder: Path) -> Path:
    """Write a hand as a JSON file named for its picture, whole or not at all; return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{Path(hand.name).stem}.json"
    unfinished = file.with_suffix(".part")
    unfinished.write_text(
        json.dumps(hand_to_json(hand), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8"
    )
    unfinished.replace(file)
    return file


def hand_to_json(hand: CorpusHand) -> dict[str, object]:
    """Return the hand as JSON: corners to a tenth of a pixel, probabilities to a millionth.

    A tile is [corners, names, oriented, existence, printed, raised, true kind]; the kinds in view
    that no tile has are `unseen`.
    """
    truth = hand.truths[0]
    unseen = Counter(truth.kinds) - Counter(hand.kinds.values())
    return {
        "nets": hand.nets,
        "name": truth.name,
        "scene": truth.scene,
        "rules": [one.rules for one in hand.truths],
        "hand": None if truth.hand is None else _true_hand_to_json(truth.hand),
        "indicators": None if truth.indicators is None else format_tiles(truth.indicators),
        "situation": _situation_to_json(truth.situation),
        "edge": truth.edge,
        "needed": sorted(truth.needed),
        "unseen": sorted(unseen.elements()),
        "tiles": [_tile_to_json(tile, hand.kinds.get(tile.id)) for tile in hand.tiles],
    }


def _true_hand_to_json(hand: Hand) -> dict[str, object]:
    """Return the true hand: tiles in hand, the winning one, sets with sources, flowers."""
    sets = [
        [meld.kind.value, format_tiles(meld.tiles), meld.source, meld.concealed, meld.claimed]
        for meld in hand.melds
    ]
    return {
        "concealed": format_tiles(hand.concealed),
        "winning_tile": hand.winning,
        "melds": sets,
        "flowers": format_tiles(hand.flowers),
    }


def _situation_to_json(situation: Situation) -> dict[str, object]:
    """Return the facts of a win that made hands have."""
    return {
        "seat": situation.seat,
        "round": situation.round,
        "self_drawn": situation.self_drawn,
        "discarder": situation.discarder,
        "flags": sorted(situation.flags),
    }


def _tile_to_json(tile: SeenTile, kind: str | None) -> list[object]:
    corners = [round(value, 1) for point in tile.quad for value in point]
    names = {name: round(share, 6) for name, share in tile.names}
    printed, raised = (
        None if chance is None else round(chance, 6) for chance in (tile.printed, tile.raised)
    )
    return [corners, names, tile.oriented, round(tile.existence, 6), printed, raised, kind]


def hand_from_json(content: dict[str, Any]) -> CorpusHand:
    """Return the hand that JSON describes; inverse of `hand_to_json`.

    Raises:
        HandReaderError, KeyError, TypeError, ValueError, AttributeError: no such JSON.
    """
    # Any: JSON from a file; wrong types raise here, and the caller names the file.
    rows = list(enumerate(content["tiles"]))
    kinds = {number: _kind(row[-1]) for number, row in rows if row[-1] is not None}
    described, indicators = content["hand"], content["indicators"]
    truth = HandTruth(
        "",
        str(content["scene"]),
        None if described is None else _true_hand(described),
        None if indicators is None else parse_tiles(indicators),
        _situation(content["situation"]),
        (*kinds.values(), *map(_kind, content["unseen"])),
        str(content["edge"]),
        frozenset(map(str, content["needed"])),
        str(content["name"]),
    )
    truths = tuple(replace(truth, rules=rulebook(rules).id) for rules in content["rules"])
    tiles = tuple(_tile(number, row) for number, row in rows)
    return CorpusHand(str(content["nets"]), truths, tiles, kinds)


def _kind(kind: str) -> str:
    return BACK if kind == BACK else Tile(kind).value


def _true_hand(content: dict[str, Any]) -> Hand:
    winning = content["winning_tile"]
    return Hand(
        parse_tiles(content["concealed"]),
        None if winning is None else Tile(winning),
        tuple(
            Meld(
                SetKind(kind),
                parse_tiles(tiles),
                claimed,
                None if source is None else MeldSource(source),
                bool(concealed),
            )
            for kind, tiles, source, concealed, claimed in content["melds"]
        ),
        parse_tiles(content["flowers"]),
    )


def _situation(content: dict[str, Any]) -> Situation:
    seat, round_, discarder = (
        None if content[name] is None else Wind(content[name])
        for name in ("seat", "round", "discarder")
    )
    drawn = bool(content["self_drawn"])
    return Situation(seat, round_, drawn, discarder, frozenset(map(str, content["flags"])))


def _tile(number: int, row: list[Any]) -> SeenTile:
    corners, names, oriented, existence, printed, raised, _ = row
    x = list(map(float, corners))
    quad: Quad = ((x[0], x[1]), (x[2], x[3]), (x[4], x[5]), (x[6], x[7]))
    shares = tuple((str(kind), float(share)) for kind, share in names.items())
    return SeenTile(
        number,
        quad,
        shares,
        bool(oriented),
        float(existence),
        None if printed is None else float(printed),
        None if raised is None else float(raised),
    )
