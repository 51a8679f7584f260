"""Hands, melds and their text; every fault of a hand at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Fault, Hand, HandError, Meld, MeldSource, SetKind
from scoring.notation import parse_win
from scoring.tiles import KINDS, TILES, Tile, Wind, sort_tiles

FLOWERS = TILES[37:]
INNER = TILES[:37]


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Any set that can lie on a table."""
    kind = draw(st.sampled_from([SetKind.CHOW, SetKind.PUNG, SetKind.KONG]))
    if kind is SetKind.CHOW:
        first = 9 * draw(st.integers(0, 2)) + draw(st.integers(0, 6))
        tiles: tuple[Tile, ...] = KINDS[first : first + 3]
    else:
        size = 3 if kind is SetKind.PUNG else 4
        tiles = (draw(st.sampled_from(KINDS)),) * size
    concealed = kind is SetKind.KONG and draw(st.booleans())
    turned = draw(st.none() | st.integers(0, len(tiles) - 1))
    return Meld(kind, tiles, turned, draw(st.none() | st.sampled_from(MeldSource)), concealed)


hands = st.builds(
    Hand,
    concealed=st.lists(st.sampled_from(INNER), max_size=14).map(sort_tiles),
    winning=st.none() | st.sampled_from(TILES),
    melds=st.lists(melds(), max_size=4).map(tuple),
    flowers=st.lists(st.sampled_from(FLOWERS), max_size=8).map(sort_tiles),
)


@given(hands)
def test_text_gives_the_hand_back(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand


@given(hands)
def test_the_quick_check_finds_what_the_full_one_finds(hand: Hand) -> None:
    assert hand.problems() == () or not hand._is_sound()


# text                                    as it is written back
WRITTEN = [
    ("123m 456p 99s EEE [222z]", "123m 456p 99s 111z [222z]"),
    ("E1mEE 3f (9999p) [<2'31m] +0s", "1m 111z (9999p) [<12'3m] 3f +0s"),
    ("[>C'CC] 1m", "1m [>7'77z]"),
    ("[^05'5p]", "[^05'5p]"),
]


@pytest.mark.parametrize(("text", "written"), WRITTEN)
def test_written_back(text: str, written: str) -> None:
    assert str(Hand.parse(text)) == written


@pytest.mark.parametrize("text", ["12", "[123m", "123m]", "+1m +2m", "[']", "[1'2'3m]", "+", "#"])
def test_refuses_what_is_no_hand(text: str) -> None:
    with pytest.raises(HandError, match="cannot read the hand") as error:
        Hand.parse(text)
    assert error.value.localize("it").startswith(f"non si legge la mano {text!r}: ")
    assert not any(word in error.value.localize("it") for word in (" is ", " of ", "tile;"))


# hand                                        faults
FAULTY = [
    ("123m 456p 789s EEE 2z +2z", set()),
    ("123m 456p 789s EEE 2z", set()),  # waiting
    ("123m 456p 789s EEE 22z", set()),  # complete, winning tile not yet known
    ("123m 456p 789s EEE +2z", {Fault.WRONG_COUNT}),
    ("123m 456p 789s EEE 222z +3z", {Fault.WRONG_COUNT}),
    ("11111m 456p 789s 22z +3z", {Fault.FIVE_OF_A_KIND}),
    ("1111m 456p 78s 2z [111m] +3z", {Fault.FIVE_OF_A_KIND}),
    ("00p 456p 78s 222z 333z +3m", {Fault.FIVE_OF_A_KIND}),  # one red five of a suit
    ("0555p 456p 78s 22z 33z +3m", {Fault.FIVE_OF_A_KIND}),
    ("456p 78s 22z 333z [135m] +3m", {Fault.NOT_A_SET}),
    ("456p 78s 22z 333z [891m] +3m", {Fault.NOT_A_SET}),
    ("456p 78s 22z 333z [CFP] +3m", {Fault.NOT_A_SET}),
    ("456p 78s 22z 333z (111m) +3m", {Fault.NOT_A_SET}),
    ("456p 789s 22z 3333z 1f +1f", {Fault.FLOWER_IN_HAND, Fault.WRONG_COUNT}),
    ("456p 789s 222z 333z 1z 11f +1z", {Fault.FLOWER_TWICE}),
    ("11111m [135m] 11f +2f", set(Fault) - {Fault.NOT_A_FLOWER}),
]


@pytest.mark.parametrize(("text", "faults"), FAULTY)
def test_faults(text: str, faults: set[Fault]) -> None:
    problems = Hand.parse(text).problems()
    assert {problem.code for problem in problems} == faults
    assert all(
        problem.message and problem.message != problem.localize("it") for problem in problems
    )


def test_a_fault_says_how_many() -> None:
    (problem,) = Hand.parse("123m 456p 789s 2z [EEE] [NNN] +2z").problems()
    assert problem.message == "11 tiles in hand + 2 sets of 3 = 17, 3 too many for a win"
    text = "11 tessere in mano + 2 gruppi da 3 = 17, 3 in più di quante ne servono"
    assert problem.localize("it") == text
    (problem,) = Hand.parse("123m 456p 7s 222z 111z [NNN]").problems()
    assert problem.message == "13 tiles in hand + 1 set of 3 = 16, 2 too many for a win"
    (problem,) = Hand.parse("11111m 22p 345s 678s").problems()
    assert problem.message == "5 × 1 character: there are only four of a kind"
    assert problem.localize("it") == "5 × 1 di caratteri: di ogni tessera ne esistono solo quattro"


def test_a_tile_laid_aside_must_be_a_flower() -> None:
    hand = Hand(Hand.parse("123m 456p 789s EEE 2z").concealed, Tile.SOUTH, flowers=(Tile.M1,))
    assert [problem.code for problem in hand.problems()] == [Fault.NOT_A_FLOWER]


def test_a_turned_tile_must_be_in_the_set() -> None:
    meld = Meld(SetKind.CHOW, (Tile.M1, Tile.M2, Tile.M3), claimed=3)
    problem = meld.problem()
    assert problem is not None and problem.code is Fault.NOT_A_SET


# hand, win                                               named in the contradiction
CONTRADICTIONS = [
    ("123m 456p 789s EEE 2z +2z | from W", None),
    ("123m 456p 789s EEE 2z +2z | drawn from W", "discarder"),
    ("123m 456p 789s EEE 2z +2z | seat W from W", "discarder"),
    ("123m 456p 78s EEE 22z +9s | drawn robbing_kong", "robbing_kong"),
    ("123m 456p 789s EEE 2z +2z | from W robbing_kong", "robbing_kong"),  # a second 2z
    ("123m 456p 78s EEE 22z +9s | from W robbing_kong", None),
    ("123m 456p 789s EEE 2z +2z | drawn kong_replacement", "kong_replacement"),
    ("123m 456p 789s (EEEE) 2z +2z | from W kong_replacement", "kong_replacement"),
    ("123m 456p 789s (EEEE) 2z +2z | drawn kong_replacement", None),
    ("123m 456p 789s EEE 2z +2z | from W blessing_heaven", "blessing_heaven"),
    ("123m 456p 789s EEE 2z +2z | drawn seat W blessing_heaven", "blessing_heaven"),
    ("123m 456p 789s EEE 2z +2z | from W blessing_earth", "blessing_earth"),
    ("123m 456p 789s 2z [EEE] +2z | drawn blessing_heaven", "blessing"),
    ("123m 456p 789s 2z [EEE] +2z | drawn riichi", "riichi"),
    ("123m 456p 789s 2z (EEEE) +2z | drawn riichi ippatsu", None),
    ("123m 456p 789s EEE 2z +2z | drawn ippatsu", "ippatsu"),
    ("123m 456p 789s EEE 2z +2z | liable E", "liable"),
]


@pytest.mark.parametrize(("text", "field"), CONTRADICTIONS)
def test_contradictions_name_the_field(text: str, field: str | None) -> None:
    hand, win = parse_win(text)
    found = tuple(map(str, win.conflicts(hand)))
    assert [fault.split(":")[0] for fault in found] == ([] if field is None else [field])
    in_italian = [fault.localize("it") for fault in win.conflicts(hand)]
    assert [fault.split(":")[0] for fault in in_italian] == ([] if field is None else [field])
    assert not set(in_italian) & set(found)


def test_examples_give_every_fact() -> None:
    text = (
        "1z | round S seat W last_tile dora 1m2p ura 3s counters 2 sticks 1 liable N since W3s,N4z"
    )
    _, win = parse_win(text)
    assert win.seat is Wind.WEST and win.round is Wind.SOUTH and win.discarder is Wind.SOUTH
    assert win.last_tile and win.counters == 2 and win.riichi_sticks == 1
    assert win.dora_indicators == (Tile.M1, Tile.P2) and win.ura_indicators == (Tile.S3,)
    assert win.liable is Wind.NORTH
    assert win.discards_since == ((Wind.WEST, Tile.S3), (Wind.NORTH, Tile.NORTH))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("seat", "cannot read 'seat' and what follows in 'seat': expected E, S, W or N"),
        ("seat Q", "expected E, S, W or N"),
        ("wet", "'wet' is not a fact of a win; expected some of drawn, from, seat"),
        ("richi", "did you mean riichi?"),
        ("seet S", "did you mean seat?"),
        ("counters x", "expected a number"),
        ("dora 9z", "expected tiles like 3m5z"),
        ("since W", "expected discards like W3s,N3s"),
    ],
)
def test_other_words_are_refused_with_the_nearest(words: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_win(f"1z | {words}")
    assert message in str(caught.value) != caught.value.localize("it")


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("Riichi, Last-Tile tsumo", "riichi last_tile drawn"),
        ("seat s, discarder e", "seat S from E"),
        ("seat South, from ovest, round 南", "seat S from W round S"),
        ("--self-drawn --robbing-kong", "drawn robbing_kong"),
    ],
)
def test_words_may_have_capitals_hyphens_and_other_names(words: str, same: str) -> None:
    assert parse_win(f"1z | {words}") == parse_win(f"1z | {same}")
