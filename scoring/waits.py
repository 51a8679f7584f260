"""The waits of a hand of 13 tiles, and the score of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .decompose import winning_tiles
from .efficiency import check_size, count_seen, whole_hand, without_tile
from .hand import Hand, HandError
from .rulebook import Rulebook
from .scorer import Score, score
from .text import Texts, phrase
from .tiles import Tile
from .win import Win

# Facts of one particular win; a waiting hand has none of them.
_OF_A_WIN = {"self_drawn": False, "discarder": None, "discards_since": None}
_NO_DRAW = ("kong_replacement", "blessing_heaven")
_NO_DISCARD = ("robbing_kong",)
_FOURTEEN: Texts = {
    "en": "14 tiles: a hand that waits has 13; leave out the tile to be discarded",
    "it": "14 tessere: una mano in attesa ne ha 13; togli quella da scartare",
}


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a hand, and the score it would give.

    Attributes:
        tile: the tile.
        copies_left: copies that are not in the hand, nor in view besides it; not all of them need
            be in the wall.
        draw_score: the score if it is drawn from the wall.
        discard_score: the score if another player discards it. Either can be an invalid win
            (below the minimum): `Score.rejection_reason` gives the reason.
    """

    tile: Tile
    copies_left: int
    draw_score: Score
    discard_score: Score


def waits(hand: Hand, win: Win, rulebook: Rulebook, seen: Iterable[Tile] = ()) -> tuple[Wait, ...]:
    """Return the waits of a hand, low to high; () if there are none.

    Args:
        hand: 13 tiles, sets as three; a winning tile is one of them.
        win: the facts that the win would have: seat, round, riichi, indicators ... The discarder
            and whether the tile is drawn are ignored.
        rulebook: the rulebook, options included.
        seen: tiles in view besides the hand; see `efficiency.efficiency`.

    Raises:
        HandError: the tiles are not a legal hand of 13.
    """
    if check_size(hand, seen) == 14:
        raise HandError(phrase(_FOURTEEN))
    hand, known = whole_hand(hand), count_seen(hand, seen)
    found = []
    for tile in winning_tiles(hand, rulebook.shapes, rulebook.options):
        whole = replace(hand, winning=tile)
        both = [score(whole, way, rulebook) for way in possible_wins(win)]
        found.append(Wait(tile, max(0, 4 - known[tile.index]), *both))
    return tuple(found)


def waits_by_discard(
    hand: Hand, win: Win, rulebook: Rulebook, seen: Iterable[Tile] = ()
) -> tuple[tuple[Tile, tuple[Wait, ...]], ...]:
    """Return the discards that leave a hand of 14 tiles ready, low to high, each with its waits.

    Args:
        hand: 14 tiles; its winning tile, if it has one, is the one drawn.
        win, rulebook, seen: as of `waits`.

    Raises:
        HandError: the tiles are not a legal hand of 14.
    """
    check_size(hand, seen)
    whole = whole_hand(hand)
    shown = tuple(seen)
    found = []
    for tile in dict.fromkeys(whole.concealed):
        if ready := waits(without_tile(whole, tile), win, rulebook, (*shown, tile)):
            found.append((tile, ready))
    return tuple(found)


def possible_wins(win: Win) -> tuple[Win, Win]:
    """Return the win on a draw and that on a discard, without the facts that each rules out."""
    return (
        _hypothetical_win(win, _NO_DISCARD, drawn=True),
        _hypothetical_win(win, _NO_DRAW, drawn=False),
    )


def _hypothetical_win(win: Win, impossible: tuple[str, ...], drawn: bool) -> Win:
    """Return the win on a draw or on a discard, without the facts that this rules out."""
    changed: dict[str, object] = {**_OF_A_WIN, **dict.fromkeys(impossible, False)}
    return replace(win, **{**changed, "self_drawn": drawn})  # type: ignore[arg-type]
