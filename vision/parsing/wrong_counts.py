"""Questions about a hand of one tile too many or too few."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from scoring.hand import Hand
from scoring.tiles import KINDS, Tile

from ..layout.layout import Layout, hand_of
from ..layout.questions import NONE, Question, question
from ..seen_tile import SeenTile

TOO_MANY, TOO_FEW = 15, 12
"""Tile counts of a hand with one tile too many for a win, and one too few to wait."""

Tiles = Mapping[int, SeenTile]


class CompletionOracle(Protocol):
    """The rules' verdicts on whether a hand is complete."""

    def wins(self, hand: Hand) -> bool:
        """Return whether the tiles are a complete hand, whichever of them won."""
        ...

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tiles that would complete a hand of 13."""
        ...


def ask_about_count(
    found: Layout, tiles: Tiles, oracle: CompletionOracle, answers: Mapping[str, str]
) -> Layout:
    """Return a layout whose count does not fit, with the question that would mend it."""
    asked: tuple[Question, ...] = ()
    if found.tile_count == TOO_MANY and "extra" not in answers:
        asked = (_extra_question(found, tiles, oracle),)
    elif found.tile_count == TOO_FEW and "missing" not in answers:
        asked = _missing_questions(found, tiles, oracle)
    return replace(found, questions=asked)


def extra_tile(found: Layout, tiles: Tiles, kind: str) -> int | None:
    """Return the tile in hand that an answer means: the least probable one of its kind."""
    same = [i for i in found.concealed if tiles[i].kind == kind]
    return min(same, key=lambda i: tiles[i].confidence, default=None)


def _extra_question(found: Layout, tiles: Tiles, oracle: CompletionOracle) -> Question:
    """Return the question for the tile that does not belong: first those without which it wins."""
    kinds = {tiles[i].kind: i for i in found.concealed if tiles[i].names and tiles[i].face_up}
    winning = [
        kind
        for kind, tile in kinds.items()
        if (hand := hand_of(_without(found, tile), tiles)) is not None and oracle.wins(hand)
    ]
    options = winning or list(kinds)
    return question("extra", (*options, NONE), [kinds[kind] for kind in options])


def _missing_questions(
    found: Layout, tiles: Tiles, oracle: CompletionOracle
) -> tuple[Question, ...]:
    """Return the question for the tile that is not visible: those with which the hand waits.

    Where it waits with none, no answer would help.
    """
    options = tuple(kind.value for kind in KINDS if _waits(found, tiles, oracle, kind.value))
    return (question("missing", (*options, NONE), found.concealed),) if options else ()


def _waits(found: Layout, tiles: Tiles, oracle: CompletionOracle, kind: str) -> bool:
    hand = hand_of(replace(found, covered_kinds=(*found.covered_kinds, kind)), tiles)
    return hand is not None and hand.winning is None and bool(oracle.waits(hand))


def _without(found: Layout, tile: int) -> Layout:
    return replace(found, concealed=tuple(i for i in found.concealed if i != tile))
