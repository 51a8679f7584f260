"""Seats, rounds, penalties and the sheet, book by book; each line says where it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import RULEBOOKS, score
from scoring.game import (
    GAMES,
    AbortiveDraw,
    AbortReason,
    DeadHand,
    Ending,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameError,
    GameState,
    Riichi,
    Winner,
    Won,
    apply,
    breach,
    first_of,
    game_options,
    game_rules,
    new_game,
    replay,
    score_sheet,
    seat_at_count,
    seating_from_row,
    seating_from_stack,
    sheet_lines,
    standings,
    win_from_scores,
)
from scoring.notation import parse_win
from scoring.rulebook import RulebookError
from scoring.rulebooks.zung_jung import zung_jung
from scoring.tiles import WINDS, Wind

E, S, W, N = WINDS


def game(id: str, **options: str | int) -> GameState:
    return new_game(game_rules(id, **options))


def win_of(seat: Wind, each: int = 10) -> Won:
    """A self-drawn win at `each` from everybody."""
    east, south, west, north = (3 * each if wind is seat else -each for wind in WINDS)
    return Won((Winner(seat, (east, south, west, north)),))


def easts(state: GameState) -> list[int]:
    """Who was East in each hand that is over."""
    return [deal.seating[0] for deal in state.deals]


# Seats and rounds. Players by first seat: 0 East, 1 South, 2 West, 3 North.

# rule set, options, who is East in 16 hands without a win
ROTATION: list[tuple[str, dict[str, str], str]] = [
    # "Patta": East becomes South, ... North becomes East (C-2)
    ("zung-jung", {}, "0321" * 4),
    ("zung-jung", {"next_east": "south"}, "0123" * 4),
    # "l'Est passa al giocatore successivo", also after a drawn hand
    ("mcr", {}, "0123" * 4),
    # "mano morta" replayed (C-19); otherwise see below
    ("chinese-official", {"drawn_hand": "replay"}, "0" * 16),
    ("mcr", {"drawn_hand": "replay"}, "0" * 16),
]


@pytest.mark.parametrize(("id", "options", "expected"), ROTATION)
def test_rotation_without_wins(id: str, options: dict[str, str], expected: str) -> None:
    state = replay(game(id, **options), [ExhaustiveDraw()] * 16)
    assert "".join(map(str, easts(state))) == expected
    assert state.is_over == (expected != "0" * 16)


@pytest.mark.parametrize("id", ["zung-jung", "mcr", "chinese-official"])
@pytest.mark.parametrize("seat", WINDS)
def test_sixteen_hands_and_everybody_is_east_four_times(id: str, seat: Wind) -> None:
    state = replay(game(id), [win_of(seat)] * 16)
    assert state.is_over
    assert sorted(easts(state)) == sorted([0, 1, 2, 3] * 4)
    assert [deal.round for deal in state.deals] == [w for w in WINDS for _ in range(4)]
    with pytest.raises(GameError, match="the game is over"):
        apply(state, ExhaustiveDraw())


def test_seats_change_between_the_rounds() -> None:
    """ "Al termine di ogni giro": everybody begins one round as East; the table of the changes."""
    state = replay(game("chinese-official"), [win_of(S)] * 16)
    firsts = [deal.seating for deal in state.deals if deal.turn == 0]
    # E<->S and W<->N; E to W, W to S, S to N, N to E; E<->S and W<->N
    assert firsts == [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)]


def test_the_next_east_of_the_zung_jung_rulebook_is_taken() -> None:
    book = zung_jung.with_options(next_east="south")
    assert apply(new_game(game_rules(book)), ExhaustiveDraw()).seating == (1, 2, 3, 0)
    assert apply(new_game(game_rules(zung_jung)), ExhaustiveDraw()).seating == (3, 0, 1, 2)


def test_seat_and_player() -> None:
    state = apply(game("mcr"), ExhaustiveDraw())
    assert [state.seat(player) for player in range(4)] == [N, E, S, W]
    assert [state.player(seat) for seat in WINDS] == [1, 2, 3, 0]


# Payments follow the seats.


def test_points_go_to_players() -> None:
    state = replay(game("chinese-official"), [win_of(E, 16), win_of(E, 20)])
    assert state.points == (500 + 48 - 20, 500 - 16 + 60, 500 - 16 - 20, 500 - 16 - 20)


def test_a_score_becomes_a_win() -> None:
    """Half flush with own wind, 50: "25 punti ... 3 volte": 25 + 25 + 100."""
    state = game("zung-jung")
    hand, win = parse_win("23478m 11z [<567m] [^444z] +9m | from W seat N")
    after = apply(state, win_from_scores(state, score(hand, win, zung_jung)))
    assert after.points == (-25, -25, -100, 150)
    assert after.deals[0].winners == (3,)
    facts = replace(state.partial_win(N), discarder=W)
    assert score(hand, facts, zung_jung).total == 50


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("23478m 11z [<567m] [^444z] +9m | from W seat N round S", "it is round E"),
        ("123m 456p 789s EE SC +C | drawn", "cannot be paid: not a complete hand"),
    ],
)
def test_scores_that_are_no_win_of_this_hand(text: str, message: str) -> None:
    state = game("zung-jung")
    with pytest.raises(GameError, match=message):
        win_from_scores(state, score(*parse_win(text), zung_jung))


def test_a_win_must_say_who_pays() -> None:
    hand, win = parse_win("23478m 11z [<567m] [^444z] +9m | seat N")
    unknown = score(hand, replace(win, discarder=None), zung_jung)
    with pytest.raises(GameError, match="the discarder is not known"):
        win_from_scores(game("zung-jung"), unknown)


# claimants of one discard, who is first; "intercettazione": in turn after the discarder
CLAIMS = [(E, (S, N), S), (W, (E, S), E), (N, (W, S), S), (S, (E,), E)]


@pytest.mark.parametrize(("discarder", "claimants", "first"), CLAIMS)
def test_interception(discarder: Wind, claimants: tuple[Wind, ...], first: Wind) -> None:
    assert first_of(discarder, claimants) is first


@pytest.mark.parametrize("id", ["zung-jung", "mcr", "chinese-official"])
def test_one_winner(id: str) -> None:
    both = Won((*win_of(E).winners, *win_of(S).winners), W)
    with pytest.raises(GameError, match="the first in turn"):
        apply(game(id), both)


# False wins.

# rule set, changes of E S W N, whether he may still win; source
FALSE_WINS = [
    ("zung-jung", (0, 0, 0, 0), True),  # "Falsa vincita": no points, the hand goes on
    ("mcr", (-30, 10, 10, 10), True),  # "penalità di 30 punti, 10 ad ogni giocatore"
    ("chinese-official", (-30, 10, 10, 10), False),  # "Penalità": may not win this hand
]


@pytest.mark.parametrize(("id", "changes", "may_win"), FALSE_WINS)
def test_false_wins(id: str, changes: tuple[int, ...], may_win: bool) -> None:
    before = game(id)
    state = apply(before, FalseWin(E))
    assert tuple(a - b for a, b in zip(state.points, before.points, strict=True)) == changes
    assert state.seating == before.seating and not state.deals, "the hand goes on"
    if may_win:
        after = apply(state, win_of(E))
        assert after.deals[0].changes[0] == 30, "the penalty is no part of the hand"
        assert sum(one.changes[0] for one in after.penalties) == changes[0]
    else:
        with pytest.raises(GameError, match="East may not win this hand"):
            apply(state, win_of(E))
        # the next hand he may
        assert apply(apply(state, win_of(S)), win_of(N)).deals[1].winners == (0,)


def test_a_dead_hand_cannot_win() -> None:
    state = apply(game("zung-jung"), DeadHand(S))
    with pytest.raises(GameError, match="South may not win"):
        apply(state, win_of(S))


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Riichi(E), "mcr has no riichi"),
        (AbortiveDraw(AbortReason.FOUR_WINDS), "no abortive draws"),
        (ExhaustiveDraw(frozenset({E})), "nobody is paid for being ready"),
        (Won(()), "needs winners"),
        (Won((Winner(E, (30, -10, -10, 0)),)), "do not sum to zero"),
        (Won((Winner(E, (-30, 10, 10, 10)),)), "do not sum to zero"),
        (Won(win_of(E).winners, E), "cannot win on their own discard"),
        (Won(win_of(E).winners, S, on_riichi_tile=True), "declared no riichi"),
    ],
)
def test_events_that_cannot_be(
    event: Riichi | AbortiveDraw | ExhaustiveDraw | Won, message: str
) -> None:
    with pytest.raises(GameError, match=message):
        apply(game("mcr"), event)


# The sheet and the end.


def test_the_sheet_has_four_turns_of_four_hands() -> None:
    events: list[Event] = [win_of(E), ExhaustiveDraw(), win_of(N, 30)]
    events += [*[ExhaustiveDraw()] * 5, win_of(E, 25)]
    state = replay(game("zung-jung"), events)
    sheet = score_sheet(state, "1/2/2026", "20:30")
    assert [len(turn.hands) for turn in sheet.rounds] == [4, 4, 1, 0]
    assert sheet.rounds[0].totals == (30 - 30, -10 + 90, -10 - 30, -10 - 30)
    assert sheet.rounds[2].totals == (75, -25, -25, -25)
    assert sheet.totals == (75, 55, -65, -65) == state.points
    text = sheet_lines(sheet, ["Anna", "Bruno", "Carla", "Dino"], "it")
    assert text[0] == "Partita del giorno 1/2/2026    ore 20:30    fine partita ore __:__"
    assert text[2].split() == "Turno 1 Mano 1 Mano 2 Mano 3 Mano 4 Tot turno 1".split()
    assert text[4].split() == ["Bruno", "-10", "+0", "+90", "+0", "+80"]
    assert text[-4:] == ("Anna     +75", "Bruno    +55", "Carla    -65", "Dino     -65")
    assert "Grand total" in sheet_lines(sheet, "ABCD")


def test_the_highest_total_wins() -> None:
    """No stake and no uma in Zung Jung: the totals of the sheet are the result."""
    state = replay(game("zung-jung"), [win_of(E), *[ExhaustiveDraw()] * 15])
    found = standings(state)
    assert [(one.player, one.place, one.total) for one in found] == [
        (0, 1, 30),
        (1, 2, -10),
        (2, 2, -10),
        (3, 2, -10),
    ]
    assert state.deals[1].ending is Ending.DRAWN


# Options.


def test_every_rulebook_has_its_game() -> None:
    assert set(GAMES) == set(RULEBOOKS)
    assert all(game_rules(book).id == id for id, book in RULEBOOKS.items())


def test_options_of_the_games() -> None:
    riichi = ["max_winners", "false_win", "chombo_at_end", "start"]
    found = {id: [rule.name for rule in game_options(id)] for id in GAMES}
    assert (
        found.items()
        >= {
            "zung-jung": ["next_east"],
            "chinese-official": ["drawn_hand"],
            "mcr": ["drawn_hand"],
            "mcr-wmo": ["drawn_hand"],
            "mcr-europe": ["drawn_hand"],
            "hong-kong": ["drawn_hand"],
            "riichi-ema": ["after_abortive_draw", *riichi],
            "riichi-ema-2016": riichi,
            "riichi-ema-2025": riichi,
            "riichi-wrc-2015": riichi,
            "riichi-wrc-2025": riichi,
            "riichi-tenhou": ["after_abortive_draw", *riichi],
            "riichi-three-players": ["after_abortive_draw", *riichi],
            "riichi-mahjong-soul-three": ["after_abortive_draw", *riichi],
            "riichi-mahjong-soul": ["after_abortive_draw", *riichi],
            "riichi-m-league": riichi,
        }.items()
    )
    assert [rule.default for rule in game_options("chinese-official")] == ["replay"]


@pytest.mark.parametrize(
    ("id", "options", "message"),
    [
        ("bridge", {}, "no game of 'bridge'"),
        ("mcr", {"next_east": "north"}, "no option 'next_east'; it has drawn_hand"),
        ("zung-jung", {"next_east": "west"}, "cannot be 'west'; it is one of south, north"),
    ],
)
def test_options_that_are_not(id: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(RulebookError, match=message):
        game_rules(id, **options)


# Dice: throw, seat on which the count ends; source
DICE = [
    (8, N),  # Zung Jung: 5 + 3 ends on the player to the left
    (11, W),  # Zung Jung: 6 + 5
    (3, W),  # MCR: East throws 3
    (12, N),  # riichi, figure 2.2: East throws 12
]


@pytest.mark.parametrize(("total", "seat"), DICE)
def test_dice(total: int, seat: Wind) -> None:
    assert breach(total) == (seat, total)
    assert seat_at_count(total, S) is seat.after(1)


def test_no_throw() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        seat_at_count(0)


# winds from the even-numbered tile on, both throws, who is East, South, West, North; people by
# their places, 0 threw first ("Preparazione")
SEAT_DRAW = [
    ("ESWN", 8, 6, (0, 1, 2, 3)),  # its example: 5+3 ends on the left, who throws next; his 6 on 0
    ("ESWN", 8, 7, (0, 3, 2, 1)),  # odd: 1 takes North, the last, then 2 takes West ...
    ("NEWS", 9, 5, (2, 0, 1, 3)),  # 0 throws again and takes South, at the odd tile
    ("NEWS", 2, 2, (3, 1, 0, 2)),
    ("SWNE", 12, 12, (1, 2, 3, 0)),
]


@pytest.mark.parametrize(("row", "first", "second", "expected"), SEAT_DRAW)
def test_the_draw_of_seats(row: str, first: int, second: int, expected: tuple[int, ...]) -> None:
    assert seating_from_row([Wind(wind) for wind in row], first, second) == expected


# the stack from the top down, a throw of three dice ("Posizioni al tavolo e preliminari")
STACK_DRAW = [("ESWN", 5, (0, 1, 2, 3)), ("ESWN", 18, (1, 2, 3, 0)), ("WNES", 3, (0, 1, 2, 3))]


@pytest.mark.parametrize(("stack", "throw", "expected"), STACK_DRAW)
def test_the_draw_from_a_stack(stack: str, throw: int, expected: tuple[int, ...]) -> None:
    assert seating_from_stack([Wind(wind) for wind in stack], throw) == expected


def test_draws_that_cannot_be() -> None:
    with pytest.raises(GameError, match="2 dice show from 2 to 12, not 13"):
        seating_from_row(WINDS, 8, 13)
    with pytest.raises(GameError, match="3 dice show from 3 to 18, not 2"):
        seating_from_stack(WINDS, 2)
    with pytest.raises(GameError, match="one of each wind is drawn, not E, E, W, N"):
        seating_from_row([E, E, W, N], 8, 6)
