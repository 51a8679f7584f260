"""Trials of the reader on hands with ground truth, which also answers the reader's questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring import rulebook
from scoring.errors import HandReaderError
from scoring.hand import Hand
from scoring.tiles import Tile
from vision.decoding.assignments import NamingSettings
from vision.decoding.decoder import repair
from vision.layout.layout import layout, layout_to_hand
from vision.layout.questions import NONE, Question
from vision.seen_tile import SeenTile

from ..pipeline import BookJudge
from .random_hands import Dealt

MOST_ASKED = 2
CERTAIN = NamingSettings().certain


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a trial on one hand.

    Attributes:
        rules, scene: of the true hand.
        question_count: questions that had to be answered, at most `MOST_ASKED`.
        has_result: whether the reader gave a score, or "no win" for tiles read with certainty;
            otherwise it stated a problem, left a question, or outlined doubtful tiles.
        exact: whether tiles, sets, winner, flowers and indicators are the true ones; a winner
            that makes no difference may be another tile of the hand.
        right: whether points and payments are the true ones.
    """

    rules: str
    scene: str
    asked: int
    told: bool
    exact: bool
    right: bool

    @property
    def unhelped(self) -> bool:
        """Return whether the reading is exact without a question."""
        return self.exact and not self.asked

    @property
    def confidently_wrong(self) -> bool:
        """Return whether the hand was scored wrongly without a question."""
        return self.told and not self.asked and not self.right


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of hands of one group."""

    hands: int
    unhelped: int
    helped: int  # exact after at most two questions, those without any included
    right: int  # points and payments right without a question
    right_helped: int
    questions: int
    confidently_wrong: int
    refused: int  # no score given, see `Trial.has_result`


def figures(played: Iterable[Played]) -> Figures:
    """Count the outcomes of trials."""
    hands = list(played)
    return Figures(
        hands=len(hands),
        unhelped=sum(hand.unhelped for hand in hands),
        helped=sum(hand.exact for hand in hands),
        right=sum(hand.right and not hand.asked for hand in hands),
        right_helped=sum(hand.right for hand in hands),
        questions=sum(hand.asked for hand in hands),
        confidently_wrong=sum(hand.confidently_wrong for hand in hands),
        refused=sum(not hand.told for hand in hands),
    )


def play(
    tiles: Sequence[SeenTile],
    truth: Dealt,
    kinds: Mapping[int, str],
    given: Mapping[str, str] | None = None,
    edge: str = "bottom",
) -> Played:
    """Decode a hand, answer its questions from the ground truth, and compare the result with it.

    Args:
        tiles: the recognised tiles.
        truth: the true hand.
        kinds: true kind of each recognised tile; a box that is no tile is missing.
        given: answers known from the start.
        edge: of the winner's seat.
    """
    judge = BookJudge(rulebook(truth.rules), truth.situation)
    answers = dict(given or {})
    asked = 0
    while True:
        found = repair(tiles, truth.rules, judge, answers)
        open_ = next((q for q in found.questions if q.default is None), None)
        if found.complete or open_ is None or asked == MOST_ASKED:
            break
        answer = _answer(open_, tiles, truth, kinds, answers, edge)
        if answer is None:
            break
        answers[open_.id] = answer
        asked += 1
    if not found.complete:
        return Played(truth.rules, truth.scene, asked, False, False, False)
    shown = layout_to_hand(found, tiles)
    worth = judge.worth(shown)
    right = worth == judge.worth(_shown(truth))
    taken = any(q.id == "winning_tile" for q in found.questions)
    exact = _parts(shown, taken) == _parts(_shown(truth), taken) and (right or not taken)
    told = worth is not None or all(tile.confidence >= CERTAIN for tile in tiles)
    return Played(truth.rules, truth.scene, asked, told, exact, right)


def _answer(
    asked: Question,
    tiles: Sequence[SeenTile],
    truth: Dealt,
    kinds: Mapping[int, str],
    answers: Mapping[str, str],
    edge: str,
) -> str | None:
    """Answer a question from the ground truth; None if a player could not answer it."""
    code, _, tile = asked.id.partition(":")
    if code == "winning_tile":
        return str(truth.hand.winning)
    if code in ("tile", "back_or_white"):
        return kinds.get(int(tile))
    if code == "is_tile":
        return "yes" if int(tile) in kinds else "no"
    if code == "owner_edge":
        return edge
    if code == "covered":
        unseen = Counter(truth.kinds) - Counter(kinds.values())
        return next(iter(unseen), NONE)
    for option in asked.options:  # about the layout: the one that gives the true sets
        try:
            found = layout(tiles, truth.rules, {**answers, asked.id: option})
        except HandReaderError:
            continue
        sets = Counter((meld.kind, meld.origin.value == "concealed") for meld in found.melds)
        if sets == Counter((meld.kind, meld.concealed) for meld in truth.hand.melds):
            return option
    return None


def _shown(truth: Dealt) -> dict[str, object]:
    """Return the true hand in the form of `layout_to_hand`."""
    hand = truth.hand
    return {
        "rules": truth.rules,
        "concealed": _text(hand.concealed),
        "winning_tile": str(hand.winning),
        "melds": [
            {
                "type": meld.kind.value,
                "tiles": _text(meld.tiles),
                "concealed": meld.concealed,
                "from": meld.source.value if meld.source else None,
            }
            for meld in hand.melds
        ],
        "flowers": [tile.value for tile in hand.flowers],
        "dora_indicators": [tile.value for tile in truth.indicators],
        "ura_indicators": [],
    }


def _text(tiles: Iterable[Tile]) -> str:
    return "".join(tile.value for tile in tiles)


def _parts(shown: Mapping[str, object], mixed: bool) -> Hashable:
    """Return the parts of a hand that must be equal; red fives differ in riichi alone.

    Args:
        shown: parts of a case record.
        mixed: whether the winning tile counts as one of those in hand.
    """
    reds = shown["rules"] == "riichi-ema"
    hand = Hand.parse(str(shown["concealed"]))
    held = sorted(_plain(tile, reds) for tile in hand.concealed)
    winner = _plain(Tile(str(shown["winning_tile"])), reds)
    melds = shown["melds"]
    flowers, indicators = shown["flowers"], shown["dora_indicators"]
    assert isinstance(melds, list) and isinstance(flowers, list) and isinstance(indicators, list)
    sets = sorted(
        (m["type"], m["concealed"], str(m["from"]), tuple(_sorted(m["tiles"], reds))) for m in melds
    )
    whole = (tuple(sorted([*held, winner])), "") if mixed else (tuple(held), winner)
    return whole, tuple(sets), tuple(sorted(flowers)), tuple(sorted(indicators))


def _sorted(tiles: str, reds: bool) -> list[str]:
    return sorted(_plain(tile, reds) for tile in Hand.parse(tiles).concealed)


def _plain(tile: Tile, reds: bool) -> str:
    return tile.value if reds else tile.plain.value
