"""Furiten and nagashi mangan: what a player's own discards mean in riichi."""

from __future__ import annotations

import pytest

from scoring import RULEBOOKS
from scoring.decompose import winning_tiles
from scoring.game import (
    GAMES,
    DeadHand,
    Ending,
    Event,
    ExhaustiveDraw,
    Furiten,
    GameError,
    GameState,
    Riichi,
    apply,
    furiten,
    game_rules,
    is_nagashi,
    nagashi,
    new_game,
    replay,
)
from scoring.hand import Hand
from scoring.tiles import WINDS, Wind, parse_tiles

E, S, W, N = WINDS
SIDES = "123m 456p 789s 99s 45p"  # waits for 3p and 6p

# hand, own discards, tiles let go, riichi, what follows
FURITEN: list[tuple[str, str, str, bool, Furiten | None]] = [
    (SIDES, "1z9m", "5p", False, None),
    (SIDES, "1z6p", "", False, Furiten.DISCARDED),  # 3.4.5: any of his waits, for all of them
    (SIDES, "1z6p", "3p", True, Furiten.DISCARDED),  # riichi is allowed all the same, 3.3.12
    (SIDES, "1z", "3p", False, Furiten.PASSED),
    (SIDES, "1z", "2s3p", True, Furiten.RIICHI),  # 3.3.12
    (SIDES, "1z", "2s", True, None),
    ("123m 456p 789s 99s 46p", "0p", "", False, Furiten.DISCARDED),  # a red five is a five
    ("123m 456p 789s 99s 46p", "1z", "0p", False, Furiten.PASSED),
    ("2244m 6688p 11s 77z 5s", "5s", "", False, Furiten.DISCARDED),  # seven pairs
    ("19m19p19s1234567z", "3m", "", False, None),
    ("19m19p19s1234567z", "9s", "", False, Furiten.DISCARDED),  # one of thirteen
    ("123m 456p 789s 1z [777z] 1z", "7z", "", False, None),  # he does not wait for the dragon
    ("147m 147p 147s 1234z", "1m", "1p", True, None),  # not ready
]


@pytest.mark.parametrize(("hand", "discards", "passed", "riichi", "expected"), FURITEN)
def test_furiten(
    hand: str, discards: str, passed: str, riichi: bool, expected: Furiten | None
) -> None:
    book = RULEBOOKS["riichi-ema"]
    waits = winning_tiles(Hand.parse(hand), book.shapes, book.options)
    assert furiten(waits, parse_tiles(discards), parse_tiles(passed), riichi) is expected


# discards, whether one was claimed, sets, whether they are All Terminals and Honours
NAGASHI = [
    ("19m1p9s12345677z", False, "", True),
    ("19m1p9s1234567z", True, "", False),
    ("19m2p9s1234567z", False, "", False),
    ("19m0p9s1234567z", False, "", False),
    ("19m1p9s1234567z", False, "[111z]", False),  # the hand must be concealed
    ("19m1p9s1234567z", False, "(1111z)", True),
    ("", False, "", False),
]


@pytest.mark.parametrize(("discards", "claimed", "sets", "expected"), NAGASHI)
def test_is_nagashi(discards: str, claimed: bool, sets: str, expected: bool) -> None:
    assert is_nagashi(parse_tiles(discards), claimed, Hand.parse(sets).melds) is expected


def game(id: str = "riichi-ema") -> GameState:
    return new_game(game_rules(id))


def point_changes(before: GameState, after: GameState) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(after.points, before.points, strict=True))


# who, counters before, changes of players 0-3 (players by first seat); the table of a mangan tsumo
PAID = [
    ("S", 0, (-4000, 8000, -2000, -2000)),
    ("E", 0, (12000, -4000, -4000, -4000)),
    ("E", 2, (12600, -4200, -4200, -4200)),
    ("ES", 0, (8000, 4000, -6000, -6000)),  # two mangan, each paid for itself
]


@pytest.mark.parametrize(("seats", "counters", "changes"), PAID)
def test_nagashi_is_paid_as_a_self_drawn_mangan(
    seats: str, counters: int, changes: tuple[int, ...]
) -> None:
    before = replay(game(), [ExhaustiveDraw(frozenset({E}))] * counters)
    assert before.counters == counters
    after = apply(before, nagashi(before, *map(Wind, seats)))
    assert point_changes(before, after) == changes
    assert after.deals[-1].ending is Ending.WON


def test_nagashi_is_a_win() -> None:
    """Sticks go to the first winner, nobody shows his riichi, and East passes on unless he won."""
    bets: list[Event] = [Riichi(E), Riichi(N)]  # neither of them need be ready
    state = replay(game(), bets)
    after = apply(state, nagashi(state, S))
    assert after.points == (25000 - 1000 - 4000, 25000 + 8000 + 2000, 23000, 25000 - 1000 - 2000)
    assert (after.sticks, after.counters, after.player(E)) == (0, 0, 1)
    stays = apply(state, nagashi(state, E))
    assert (stays.counters, stays.player(E)) == (1, 0)
    both = apply(state, nagashi(state, W, S))
    assert point_changes(state, both)[1:3] == (8000 - 2000 + 2000, 8000 - 2000), (
        "South is the first"
    )


@pytest.mark.parametrize("id", GAMES)
def test_only_games_that_know_it_pay_nagashi(id: str) -> None:
    if id == "riichi-ema":
        with pytest.raises(GameError, match="without one nobody won"):
            nagashi(game(id))
    else:
        with pytest.raises(GameError, match=f"{id} pays nothing for discards alone"):
            nagashi(game(id), S)


def test_a_dead_hand_has_no_nagashi() -> None:
    state = apply(game(), DeadHand(S))
    with pytest.raises(GameError, match="South may not win this hand"):
        apply(state, nagashi(state, S))
