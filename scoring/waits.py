"""The waits of a hand of 13 tiles, and the score of each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .decompose import winning_tiles
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
        copies_left: copies that are not in the hand; not all of them need be in the wall.
        draw_score: the score if it is drawn from the wall.
        discard_score: the score if another player discards it. Either can be an invalid win
            (below the minimum): `Score.rejection_reason` gives the reason.
    """

    tile: Tile
    copies_left: int
    draw_score: Score
    discard_score: Score


def waits(hand: Hand, win: Win, rulebook: Rulebook) -> tuple[Wait, ...]:
    """Return the waits of a hand, low to high; () if there are none.

    Args:
        hand: 13 tiles, sets as three; no winning tile.
        win: the facts that the win would have: seat, round, riichi, indicators ... The discarder
            and whether the tile is drawn are ignored.
        rulebook: the rulebook, options included.

    Raises:
        HandError: the tiles are not a legal hand of 13.
    """
    faults: list[object] = list(hand.problems())
    held = len(hand.concealed) + 3 * len(hand.melds)
    if hand.winning is not None or (held == 14 and not faults):
        faults.append(phrase(_FOURTEEN))
    if faults:
        raise HandError(*faults)
    tiles = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    kinds = [tile.plain for tile in tiles]
    drawn = _hypothetical_win(win, _NO_DISCARD, drawn=True)
    discarded = _hypothetical_win(win, _NO_DRAW, drawn=False)
    found = []
    for tile in winning_tiles(hand, rulebook.shapes, rulebook.options):
        whole = replace(hand, winning=tile)
        both = [score(whole, way, rulebook) for way in (drawn, discarded)]
        found.append(Wait(tile, 4 - kinds.count(tile), *both))
    return tuple(found)


def _hypothetical_win(win: Win, impossible: tuple[str, ...], drawn: bool) -> Win:
    """Return the win on a draw or on a discard, without the facts that this rules out."""
    changed: dict[str, object] = {**_OF_A_WIN, **dict.fromkeys(impossible, False)}
    return replace(win, **{**changed, "self_drawn": drawn})  # type: ignore[arg-type]
