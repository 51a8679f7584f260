"""Near hands: the single tiles whose change makes tiles that do not win a winning hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scoring import Rulebook, Score, score
from scoring.decompose import winning_tiles
from scoring.errors import HandReaderError
from scoring.explain import items_text, rejection_text
from scoring.hand import Hand, HandError
from scoring.text import Phrase, Sentences, Texts, in_language, phrase
from scoring.tiles import Tile
from scoring.win import Win
from vision import PhotoReading
from vision.layout.layout import layout_to_hand

MOST = 3
"""Changes that are offered: more are a list to read instead of an answer."""
LEAST_PROBABILITY = 1e-7
"""Less likely kinds are as likely as this: of such changes, a doubtful tile's is first."""


@dataclass(frozen=True, slots=True)
class NearWin:
    """A winning hand that differs from a hand in one tile.

    Attributes:
        old, new: the tile's kind, and the one with which the hand wins.
        is_winning: whether it is the winning tile.
        total: points of the hand that wins.
        score: its score; near wins are equal without it.
    """

    old: Tile
    new: Tile
    is_winning: bool
    total: int
    score: Score | None = field(default=None, compare=False, repr=False)

    def pattern_names(self, lang: str) -> list[str]:
        """Return the names of the patterns that the hand would count."""
        best = None if self.score is None else self.score.best
        return [] if best is None else [in_language(i.pattern.names, lang) for i in best.items]


@dataclass(frozen=True, slots=True)
class TileChange:
    """A near win of a photo's hand, and the seen tile that it changes.

    Attributes:
        tile: id of the seen tile.
        win: the near win.
        probability: that the tile is of the new kind, by its recognition.
    """

    tile: int
    win: NearWin
    probability: float


def near_wins(hand: Hand, win: Win, book: Rulebook) -> tuple[NearWin, ...]:
    """Return the changes of one held tile that make a hand of 14 win, the highest total first.

    Sets on the table are left as they are.

    >>> from scoring import rulebook
    >>> hand = Hand.parse("123m 456p 789s 3s 1p 22z +2z")
    >>> [str(near.new) for near in near_wins(hand, Win(), rulebook("zung-jung"))]
    ['3s', '1p']
    """
    if hand.winning is None or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return ()
    found = {near for near in _changes(hand, win, book) if near is not None}
    return tuple(sorted(found, key=_rank))


def _rank(near: NearWin) -> tuple[int, Tile, Tile, bool]:
    return -near.total, near.old, near.new, near.is_winning


def _changes(hand: Hand, win: Win, book: Rulebook) -> Iterator[NearWin | None]:
    last = hand.winning
    if last is None:
        return
    yield from (
        _near_win(hand, replace(hand, winning=new), win, book, last, new)
        for new in _completing(hand, book)
        if new != last.plain
    )
    for old in dict.fromkeys(hand.concealed):
        held = list(hand.concealed)
        held.remove(old)
        for new in _completing(replace(hand, concealed=(*held, last), winning=None), book):
            if new != old.plain:
                changed = replace(hand, concealed=tuple(sorted((*held, new))))
                yield _near_win(hand, changed, win, book, old, new)


def _completing(waiting: Hand, book: Rulebook) -> tuple[Tile, ...]:
    return winning_tiles(waiting, book.shapes, book.options)


def _near_win(
    hand: Hand, changed: Hand, win: Win, book: Rulebook, old: Tile, new: Tile
) -> NearWin | None:
    result = _score(changed, win, book)
    if result is None:
        return None
    return NearWin(old, new, changed.winning != hand.winning, result.total, result)


def _score(hand: Hand, win: Win, book: Rulebook) -> Score | None:
    """Return the score of a legal win; None for any other hand."""
    try:
        result = score(hand, win, book)
    except HandError:
        return None
    return result if result.valid_win else None


def near_win_json(near: NearWin, lang: str = "en") -> dict[str, object]:
    """Return a near win as JSON, the names of its patterns in a language."""
    return {
        "old": near.old.value,
        "new": near.new.value,
        "is_winning": near.is_winning,
        "total": near.total,
        "patterns": near.pattern_names(lang),
    }


def change_json(change: TileChange, lang: str = "en") -> dict[str, object]:
    """Return the change of a photo's tile as JSON."""
    one = {"tile": change.tile, "probability": change.probability}
    return {**near_win_json(change.win, lang), **one}


def loss_sentences(lost: Score, near: tuple[NearWin, ...]) -> Sentences:
    """Return why a hand does not win, and what its best near wins would have scored."""
    why = rejection_text(lost)
    if lost.best is None and near:  # else it names a change of a tile, too
        why = phrase(_INCOMPLETE)
    return Sentences((why, *(_near_sentence(one) for one in near[:MOST])))


def _near_sentence(near: NearWin) -> Phrase:
    best = None if near.score is None else near.score.best
    items = "–" if best is None else items_text(best)
    return phrase(_NEAR, old=near.old, new=near.new, total=near.total, items=items)


_INCOMPLETE: Texts = {"en": "not a complete hand", "it": "la mano non è completa"}
_NEAR: Texts = {
    "en": "with {new} instead of {old} it would score {total}: {items}",
    "it": "con {new} al posto di {old} varrebbe {total}: {items}",
}


def photo_changes(reading: PhotoReading, win: Win, book: Rulebook) -> tuple[TileChange, ...]:
    """Return the likeliest changes of one tile that make a photo's hand win."""
    layout = reading.layout
    ids = [*layout.concealed, *([] if layout.winning is None else [layout.winning])]
    try:
        shown = layout_to_hand(layout, reading.tiles)
    except HandReaderError:
        return ()
    if _score(shown.hand, win, book) is not None:  # something else than its tiles is at fault
        return ()
    kinds = {tile.id: tile.kind for tile in reading.tiles} | dict(layout.names)
    held = {tile.id: dict(tile.probabilities) for tile in reading.tiles if tile.id in ids}
    return tile_changes(near_wins(shown.hand, win, book), held, kinds, layout.winning)


def tile_changes(
    near: tuple[NearWin, ...],
    held: Mapping[int, Mapping[str, float]],
    kinds: Mapping[int, str],
    winning: int | None,
) -> tuple[TileChange, ...]:
    """Return the likeliest changes of a photo's tiles, at most `MOST`.

    Args:
        near: the near wins of its hand.
        held: recognised probabilities by kind, of each tile of the hand.
        kinds: the kind that each of these tiles counts as.
        winning: id of the winning tile, if it is seen.
    """
    found = [
        TileChange(tile, one, held[tile].get(one.new.value, 0.0))
        for one in near
        for tile in held
        if kinds[tile] == one.old.value and (tile == winning) == one.is_winning
    ]

    def odds(change: TileChange) -> float:
        """Return how much likelier the new kind is than the one that was read."""
        read = held[change.tile].get(change.win.old.value, 0.0)
        return max(change.probability, LEAST_PROBABILITY) / max(read, LEAST_PROBABILITY)

    found.sort(key=lambda change: (-odds(change), -change.probability, -change.win.total))
    best = {(change.win.old, change.win.new): change for change in reversed(found)}
    return tuple(sorted(best.values(), key=found.index)[:MOST])
