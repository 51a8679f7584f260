"""Zung Jung, "Tessere con penalità": live and dead tiles, paragraph by paragraph."""

from __future__ import annotations

import pytest

from scoring.game import GameError, PenaltyTiles
from scoring.tiles import Tile, format_tiles, parse_tiles


def tiles(live: str, dead: str = "") -> PenaltyTiles:
    return PenaltyTiles(parse_tiles(live), parse_tiles(dead))


def test_shown_tiles_stay_live() -> None:
    """1; a second accident adds to them."""
    assert tiles("").show(parse_tiles("5m1z")) == tiles("5m1z")
    assert tiles("5m", "9p").show(parse_tiles("2m2m")) == tiles("2m2m5m", "9p")


def test_one_of_them_is_free_while_dealing() -> None:
    """4: "ne può prendere una e rimetterla nella sua mano"; a single one is free."""
    assert tiles("").show([Tile("5m")], taken_back=Tile("5m")) == tiles("")
    assert tiles("").show(parse_tiles("5m5m1z"), taken_back=Tile("5m")) == tiles("5m1z")
    with pytest.raises(GameError, match="9p was not shown"):
        tiles("").show(parse_tiles("5m1z"), taken_back=Tile("9p"))


# live, dead, discarded, whether it came from the hand, then dead
DISCARDS = [
    ("5m", "", "5m", False, ""),  # 2: discarded at once or in the next turn
    ("5m1z", "", "5m", False, "1z"),  # "anche un'altra tessera viva con penalità"
    ("5m1z", "", "9p", False, "5m1z"),
    ("5m5m", "", "5m", False, "5m"),
    ("5m", "", "5m", True, "5m"),  # he held another
    ("", "5m", "5m", True, "5m"),
    ("1z", "5m", "1z", False, "5m"),
]


@pytest.mark.parametrize(("live", "dead", "tile", "from_hand", "left"), DISCARDS)
def test_a_discard_kills_what_is_left(
    live: str, dead: str, tile: str, from_hand: bool, left: str
) -> None:
    assert tiles(live, dead).discard(Tile(tile), from_hand) == tiles("", left)


def test_a_dead_tile_is_never_discarded() -> None:
    """2: "non può essere scartata da lì in poi"."""
    with pytest.raises(GameError, match="1z is a dead penalty tile"):
        tiles("5m", "1z").discard(Tile("1z"))


# live, dead, what a set takes of the hand, what of it is not free (hand: 455m 99p 1111z)
EXPOSED = [
    ("", "", "55m", ""),
    ("5m", "", "55m", "5m"),  # 3: pung, chow and kong, live or dead alike
    ("", "5m", "55m", "5m"),
    ("5m", "", "45m", ""),  # the other 5 is free
    ("5m", "5m", "45m", "5m"),
    ("", "99p", "99p", "99p"),  # also to win: the pair of a claimed pung
    ("1z", "", "1111z", "1z"),  # nor a kong laid down
]


@pytest.mark.parametrize(("live", "dead", "used", "missing"), EXPOSED)
def test_penalty_tiles_make_concealed_sets_only(
    live: str, dead: str, used: str, missing: str
) -> None:
    hand = parse_tiles("455m99p1111z")
    shown = tiles(live, dead)
    if not missing:
        shown.check_meld(hand, parse_tiles(used))
        return
    with pytest.raises(GameError, match=f"^{missing} cannot be exposed"):
        shown.check_meld(hand, parse_tiles(used))


def test_a_false_win_shows_the_whole_hand() -> None:
    """5: no points are paid, but every tile is a penalty tile, and no claim wins any more."""
    hand = parse_tiles("123m456p789s1122z")
    shown = tiles("").show(hand)
    assert format_tiles(shown.live) == "123m456p789s1122z"
    with pytest.raises(GameError, match="22z cannot be exposed"):
        shown.check_meld(hand, parse_tiles("22z"))
