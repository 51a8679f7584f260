"""Tile recognition: detector and classifier together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from ..seen_tile import Quad, SeenTile
from .backs import Colour, distinguish_backs
from .classifier import Adapter, Classification, TileClassifier
from .dark_tiles import (
    are_dark,
    clearer_view,
    deepen,
    invert_lightness,
    may_be_dark,
    may_show_dark_tiles,
    shows_dark_tiles,
)
from .detector import Detection, Detector, DetectorSettings, TileDetector
from .existence import adjoins, tile_probabilities
from .exposure import brighten
from .flatness import mark_flat_tiles
from .fragments import find_double_boxes, find_fragments
from .miscut_boxes import recut_boxes
from .missed_tiles import find_missed_tiles
from .second_look import merge_looks, stretch_around
from .short_boxes import find_short_boxes

_WHITE = "5z"


@dataclass(frozen=True, slots=True)
class RecognizerSettings:
    """Thresholds for a detected box to be a tile.

    Attributes:
        least: least probability that there is a tile (`existence.tile_probabilities`). At 0.45 as
            many tiles are lost, and other boxes kept, as at 0.2 by the coefficients for version 3.
        named: least product of the probability of a tile and that of one kind.
        certain: a detector's score, or a probability of a tile, that suffices in place of
            `named`: a tile with a finger on it stays, unreadable.
        possible: boxes with less probability by the classifier alone are no tile.
        weak: least score of the boxes that the detector returns.
        clear: boxes with a lower score count only beside one with at least this score: the tile
            that is missing in a row.
        smallest: boxes with a shorter side than this share of the picture's median tile are
            printed on something else, or dice.
        finder_weight: bound on the detector's influence, which sees the surroundings, on the
            classifier's probability of a back; 0.5 would not change it.
        whole: least probability of a kind for boxes to be joined as fragments of a tile.
        worse: by how much it may be below that of each fragment's kind.
        half: least probability of both kinds for a box to be split in two tiles.
        one: a box with at least this probability of a kind is not split.
        cut_off: a box with at least this probability of a kind is not taken as short of its tile.
        longer: least probability of a kind in the longer box for it to be taken instead.
    """

    least: float = 0.45
    named: float = 0.2
    certain: float = 0.85
    possible: float = 0.02
    weak: float = 0.08
    clear: float = 0.25
    smallest: float = 0.45
    finder_weight: float = 0.9
    whole: float = 0.5
    worse: float = 0.02
    half: float = 0.6
    one: float = 0.9
    cut_off: float = 0.9
    longer: float = 0.8


class TileRecognizer:
    """A recogniser of tiles: it detects and classifies them."""

    def __init__(
        self,
        detector: Detector,
        namer: TileClassifier,
        settings: RecognizerSettings | None = None,
        back: Colour | None = None,
    ) -> None:
        self._detector, self._namer, self._back = detector, namer, back
        self._settings = settings or RecognizerSettings()

    @classmethod
    def load(cls, weights: Path | None = None) -> TileRecognizer:
        """Load the nets with the weights in a folder, or the installed ones."""
        settings = RecognizerSettings()
        detector = TileDetector.load(weights, DetectorSettings(score=settings.weak))
        return cls(detector, TileClassifier.load(weights), settings)

    def with_adapter(self, lesson: Adapter) -> TileRecognizer:
        """Return a recogniser with the adapter of a taught set."""
        return TileRecognizer(
            self._detector, self._namer.with_adapter(lesson), self._settings, self._back
        )

    def with_back_colour(self, back: Colour) -> TileRecognizer:
        """Return a recogniser with the colour of the set's backs."""
        return TileRecognizer(self._detector, self._namer, self._settings, back)

    def recognize(self, pixels: Pixels, is_live: bool = False) -> tuple[SeenTile, ...]:
        """Recognise the tiles of an upright RGB picture, shape (H, W, 3), highest score first.

        Dark tiles are recognised in the picture of inverted lightness: where the faces found are
        dark, or, unless the picture is one of a camera's many (`is_live`), few faces are found.
        Those that are in doubt there, or too few for a hand, are recognised in that view darkened
        (`deepen`), too, which parts the edges of black ones, unless the picture is a camera's.
        An underexposed picture is brightened first, unless it is a camera's: colours that were
        learnt there would no longer fit. Nor are a camera's doubtful boxes looked at again or cut
        anew, or its tiles examined for flat ones.
        """
        pixels = pixels if is_live else brighten(pixels)
        view, seen = self._recognize_any(pixels, is_live)
        if is_live:
            return seen
        seen = recut_boxes(view, self._look_again(view, seen), self._namer.classify)
        return mark_flat_tiles(pixels, seen)

    def _recognize_any(self, pixels: Pixels, is_live: bool) -> tuple[Pixels, tuple[SeenTile, ...]]:
        """Recognise the tiles of a picture, light or dark; return the view that shows them, too."""
        plain = self._recognize_as_is(pixels)
        if not (
            are_dark(pixels, plain) or (not is_live and self._misses_dark_tiles(pixels, plain))
        ):
            return pixels, plain
        inverted = invert_lightness(pixels)
        dark = self._recognize_as_is(inverted)
        seen = clearer_view(pixels, plain, dark)
        view = inverted if seen is dark else pixels
        if is_live or not may_be_dark(pixels, seen):
            return view, seen
        deepened = deepen(inverted)
        darker = self._recognize_as_is(deepened)
        clearest = clearer_view(pixels, seen, darker)
        return (deepened if clearest is darker else view), clearest

    def _look_again(self, pixels: Pixels, seen: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
        """Look at doubtful boxes of a picture again, in the picture stretched."""
        part = stretch_around(pixels, seen)
        if part is None:
            return seen
        again = self._recognize_as_is(part.pixels)
        return merge_looks(seen, [replace(tile, quad=part.to_picture(tile.quad)) for tile in again])

    def _misses_dark_tiles(self, pixels: Pixels, plain: Sequence[SeenTile]) -> bool:
        return may_be_dark(pixels, plain) or (
            may_show_dark_tiles(plain) and shows_dark_tiles(pixels, self._detector)
        )

    def _recognize_as_is(self, pixels: Pixels) -> tuple[SeenTile, ...]:
        """Recognise the tiles of a picture in its own lightness."""
        pairs, weak = self.find_candidates(pixels)
        existence = _existence(pixels, pairs)
        missed = find_missed_tiles(pixels, pairs, existence, weak, self._namer.classify)
        if missed:
            pairs += missed
            existence = _existence(pixels, pairs)
        seen = [
            self._seen_tile(*pair, chance)
            for pair, chance in zip(pairs, existence, strict=True)
            if self._is_tile(*pair, chance)
        ]
        seen = [replace(tile, id=number) for number, tile in enumerate(seen)]
        return tuple(distinguish_backs(pixels, seen, self._back))

    def find_candidates(
        self, pixels: Pixels
    ) -> tuple[list[tuple[Detection, Classification]], list[Detection]]:
        """Find the boxes of an upright RGB picture that may hold a tile, and classify them.

        Returns:
            them, and the boxes that the detector's score alone rules out.
        """
        wanted = self._settings
        found, weak = _part_weak(self._detector.find(pixels), wanted)
        names = self._namer.classify(pixels, [d.quad for d in found])
        pairs = [
            (box, name)
            for box, name in zip(found, names, strict=True)
            if name.names and 1 - name.nothing >= wanted.possible
        ]
        pairs = self._split_double_boxes(pixels, _drop_small(pairs, wanted.smallest))
        pairs = self._join_fragments(pixels, pairs)
        return self._lengthen_short_boxes(pixels, pairs), weak

    def find_outlines(self, pixels: Pixels) -> list[Quad]:
        """Return every outline that is looked at in a picture, tiles or not."""
        boxes, _ = _part_weak(self._detector.find(pixels), self._settings)
        return [_points(box.quad) for box in boxes]

    def classify_crops(self, crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        """Classify pictures that each show one upright face and nothing else."""
        return self._namer.classify_crops(crops)

    def _is_tile(self, box: Detection, name: Classification, existence: float) -> bool:
        """Return whether a tile in the box is probable enough to be reported."""
        wanted = self._settings
        if existence < wanted.least:
            return False
        names = dict(name.names)
        blank = names.get(BACK, 0.0) + names.get(_WHITE, 0.0)
        kind = max(blank, name.names[0][1]) / (1 - name.nothing)
        return max(box.score, existence) >= wanted.certain or existence * kind >= wanted.named

    def _join_fragments(
        self, pixels: Pixels, pairs: list[tuple[Detection, Classification]]
    ) -> list[tuple[Detection, Classification]]:
        """Join boxes that are fragments of one tile, where the classifier agrees."""
        cut = find_fragments([box.quad for box, _ in pairs])
        names = self._namer.classify(pixels, [quad for _, quad in cut])
        joined: list[tuple[Detection, Classification]] = []
        gone: set[int] = set()
        for (group, quad), name in zip(cut, names, strict=True):
            if not name.names or name.names[0][0] == BACK:
                continue  # two backs side by side look like one: nothing is printed on them
            pieces = min(pairs[i][1].names[0][1] for i in group)
            if name.names[0][1] >= max(pieces - self._settings.worse, self._settings.whole):
                score = max(pairs[i][0].score for i in group)
                back = min(pairs[i][0].back for i in group)
                joined.append((Detection(quad, score, back), name))
                gone |= set(group)
        return [pair for i, pair in enumerate(pairs) if i not in gone] + joined

    def _split_double_boxes(
        self, pixels: Pixels, pairs: list[tuple[Detection, Classification]]
    ) -> list[tuple[Detection, Classification]]:
        """Split boxes around two tiles, where the classifier agrees."""
        doubles = [
            (i, halves)
            for i, halves in find_double_boxes([box.quad for box, _ in pairs])
            if pairs[i][1].names[0][1] < self._settings.one
        ]
        names = self._namer.classify(pixels, [quad for _, halves in doubles for quad in halves])
        twos = zip(names[::2], names[1::2], strict=True)
        split: list[tuple[Detection, Classification]] = []
        gone: set[int] = set()
        for (i, halves), two in zip(doubles, twos, strict=True):
            whole = pairs[i][1].names[0][1]
            if all(_is_clear_face(name, max(whole, self._settings.half)) for name in two):
                box = pairs[i][0]
                split += [
                    (Detection(quad, box.score, box.back), name)
                    for quad, name in zip(halves, two, strict=True)
                ]
                gone.add(i)
        return [pair for i, pair in enumerate(pairs) if i not in gone] + split

    def _lengthen_short_boxes(
        self, pixels: Pixels, pairs: list[tuple[Detection, Classification]]
    ) -> list[tuple[Detection, Classification]]:
        """Lengthen boxes that are short of their tile, where the classifier agrees.

        A back or a blank tile has no print that a box could cut off.
        """
        wanted = self._settings
        short = [
            (i, quad)
            for i, quad in find_short_boxes([box.quad for box, _ in pairs])
            if pairs[i][1].names[0][1] < wanted.cut_off
        ]
        names = self._namer.classify(pixels, [quad for _, quad in short])
        mended = list(pairs)
        for (i, quad), name in zip(short, names, strict=True):
            box, known = mended[i]
            least = max(known.names[0][1], wanted.longer)
            if _is_clear_face(name, least) and name.names[0][0] != _WHITE:
                mended[i] = Detection(quad, box.score, box.back), name
        return mended

    def _seen_tile(self, box: Detection, name: Classification, existence: float) -> SeenTile:
        names = _weigh_back(name.names_if_tile, box.back, self._settings.finder_weight)
        quad = box.quad
        if names[0][0] == name.names[0][0] and names[0][0] != BACK:
            quad = np.roll(quad, -name.quarters, axis=0)
        oriented = name.oriented and names[0][0] == name.names[0][0]
        return SeenTile(0, _points(quad), names, oriented, existence)


def _existence(pixels: Pixels, pairs: Sequence[tuple[Detection, Classification]]) -> list[float]:
    return tile_probabilities(pixels, [box for box, _ in pairs], [name for _, name in pairs])


def _is_clear_face(name: Classification, least: float) -> bool:
    """Return whether one kind of face is likelier than `least`."""
    return bool(name.names) and name.names[0][0] != BACK and name.names[0][1] > least


def _part_weak(
    boxes: Sequence[Detection], wanted: RecognizerSettings
) -> tuple[list[Detection], list[Detection]]:
    """Part boxes with a low score that are not beside one with a high score from the others."""
    clear = np.array([box.quad for box in boxes if box.score >= wanted.clear])
    kept: list[Detection] = []
    weak: list[Detection] = []
    for box in boxes:
        counts = box.score >= wanted.clear or (len(clear) > 0 and adjoins(box.quad, clear).any())
        (kept if counts else weak).append(box)
    return kept, weak


def _drop_small(
    pairs: Sequence[tuple[Detection, Classification]], smallest: float
) -> list[tuple[Detection, Classification]]:
    """Drop boxes much smaller than the others: a photo shows one set of tiles."""
    if len(pairs) < 3:
        return list(pairs)
    areas = np.array([_area(box.quad) for box, _ in pairs])
    least = float(np.median(areas)) * smallest**2
    return [pair for pair, area in zip(pairs, areas, strict=True) if area >= least]


def _area(quad: Floats) -> float:
    """Return the area of a rectangle given by its corners."""
    sides = np.linalg.norm(quad[:2] - quad[1:3], axis=1)
    return float(sides[0] * sides[1])


def _weigh_back(
    names: tuple[tuple[str, float], ...], back: float, weight: float
) -> tuple[tuple[str, float], ...]:
    """Combine the names with the detector's probability of a back (Bayes, its odds bounded)."""
    total = sum(share for _, share in names)
    odds = np.clip(back, 1 - weight, weight) / np.clip(1 - back, 1 - weight, weight)
    shares = {kind: share * (odds if kind == BACK else 1.0) for kind, share in names}
    scale = total / max(sum(shares.values()), 1e-9)
    mixed = sorted(((k, float(s * scale)) for k, s in shares.items()), key=lambda pair: -pair[1])
    return tuple(mixed)


def _points(quad: Floats) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


INSIDE = 0.75
"""Share of a tile's box in the picture below which its face is not read: half an 8 is a 4. On the
development photos no labelled tile has less, and 3 of 1,700 found ones come near."""


def clear_cut_off_names(tiles: Sequence[SeenTile], width: int, height: int) -> tuple[SeenTile, ...]:
    """Remove the names of tiles that the edge cuts off; boxes extend beyond the edge.

    Args:
        tiles: the tiles of a photo.
        width: pixels of the photo.
        height: pixels of the photo.
    """
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return tuple(
        replace(tile, names=(), oriented=False) if _visible_share(tile, frame) < INSIDE else tile
        for tile in tiles
    )


def _visible_share(tile: SeenTile, frame: np.typing.NDArray[np.float32]) -> float:
    quad = np.array(tile.quad, np.float32)
    whole = float(cv2.contourArea(quad))
    within = (quad >= 0).all() and (quad <= frame[2]).all()
    if within or whole < 1.0:
        return 1.0
    return float(cv2.intersectConvexConvex(quad, frame)[0]) / whole
