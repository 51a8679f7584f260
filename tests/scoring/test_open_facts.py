"""Which open facts matter: hands from the Zung Jung list, and the same answer from scoring all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from scoring import Rulebook, score
from scoring.hand import Hand, HandError
from scoring.notation import parse_win
from scoring.open_facts import FACTS, OpenFact, open_facts
from scoring.payments import net_changes
from scoring.registry import rulebook
from scoring.rulebooks.zung_jung import zung_jung
from scoring.tiles import Wind
from scoring.win import Win
from tests.scoring.test_properties import BOOKS, wins


def facts(text: str, *known: str) -> dict[str, OpenFact]:
    """Open facts of a hand in notation, of which only the tiles are known."""
    hand, _ = parse_win(text)
    return {fact.name: fact for fact in open_facts(hand, Win(), zung_jung, known)}


def totals(fact: OpenFact) -> dict[str, int]:
    return {str(outcome.value): outcome.total for outcome in fact.alternatives}


# hand, facts that matter in the order to ask; source: patterns of Zung Jung 3.3
MATTERS = [
    # chicken hand of one point: any 9.x makes it more, flowers too (11.1, 11.2)
    (
        "99m 456p 678s PP [<123p] +9m",
        "last_tile flowers",
    ),
    # own wind counts (3.1), the round's does not; up to 25 points all pay alike; a kong of the
    # tile cannot be robbed, as one more is in the hand
    (
        "123m 456p 789s 9s [^222z] +9s",
        "seat last_tile flowers",
    ),
    # 2.1.2 is worth more than 25: now it matters who discarded, and that it was not drawn
    (
        "23478m EE [<567m] [^111m] +9m",
        "self_drawn discarder last_tile robbing_kong flowers",
    ),
    # the limit by itself: neither flowers nor the last tile add to it
    ("1112345678999m +1m", "self_drawn discarder"),
]


@pytest.mark.parametrize(("hand", "expected"), MATTERS)
def test_facts_that_matter(hand: str, expected: str) -> None:
    assert " ".join(facts(hand)) == expected


def test_what_each_answer_leads_to() -> None:
    found = facts("123m 456p 789s 9s [^222z] +9s")
    assert totals(found["seat"]) == {"E": 1, "S": 10, "W": 1, "N": 1}
    assert found["seat"].default_alternative.value is Wind.EAST
    assert found["last_tile"].changes_total


def test_nothing_is_asked_twice() -> None:
    known = facts("123m 456p 789s 9s [^222z] +9s", "seat", "last_tile", "flowers", "robbing_kong")
    assert not known
    hand, win = parse_win("123m 456p 789s 9s [^222z] 3f +9s | from W seat S last_tile")
    names = [fact.name for fact in open_facts(hand, win, zung_jung)]
    assert not {"seat", "self_drawn", "discarder", "last_tile", "flowers"} & set(names)


def test_an_unknown_winning_tile() -> None:
    """Four concealed pungs if the pair came last, by a discard; three if a pung did."""
    tiles = Hand.parse("222m 555p 777s 999s EE").concealed
    hand, win = Hand(tiles), Win(discarder=Wind.WEST)
    found = {fact.name: fact for fact in open_facts(hand, win, zung_jung)}
    by_tile = totals(found["winning_tile"])
    assert set(by_tile) == {"2m", "5p", "7s", "9s", "1z"}
    assert by_tile["1z"] > by_tile["2m"] == by_tile["9s"]


def test_who_discarded_only_matters_between_payers() -> None:
    fact = facts("23478m EE [<567m] [^111m] +9m")["discarder"]
    assert not fact.changes_total
    assert fact.default_alternative.payments is None
    paid = [outcome.payments for outcome in fact.alternatives[1:]]
    assert all(p is not None and sum(p.values()) == 0 for p in paid)


def test_immunity_is_asked_where_somebody_answers_for_the_discard() -> None:
    hand, win = parse_win("23478m EE [<567m] [^111m] +9m | from W")
    assert "discards_since" in [fact.name for fact in open_facts(hand, win, zung_jung)]
    drawn = Win(self_drawn=True)
    assert "discards_since" not in [fact.name for fact in open_facts(hand, drawn, zung_jung)]


def test_impossible_answers_are_not_offered() -> None:
    hand, _ = parse_win("99m 456p 678s PP [<123p] +9m")
    found = [fact.name for fact in open_facts(hand, Win(), zung_jung)]
    assert not {"blessing_heaven", "blessing_earth", "kong_replacement"} & set(found)
    assert "blessing_heaven" in facts("123m 567p 789s 345m 2p +2p")


def test_three_players_have_no_north() -> None:
    hand, _ = parse_win("123p 456s 78s 99p EEE +9s")
    found = {one.name: one for one in open_facts(hand, Win(), rulebook("riichi-three-players"))}
    for name, values in (("seat", "ESW"), ("round", "ESW"), ("self_drawn", (False, True))):
        assert [one.value for one in found[name].alternatives] == list(values)


def test_errors() -> None:
    hand, win = parse_win("99m 456p 678s PP [<123p] +9m")
    with pytest.raises(ValueError, match="no fact sit"):
        open_facts(hand, win, zung_jung, ["sit"])
    with pytest.raises(HandError, match="too few"):
        open_facts(Hand.parse("123m"), win, zung_jung)
    with pytest.raises(HandError, match="self-drawn"):
        open_facts(hand, replace(win, self_drawn=True), zung_jung)


@pytest.mark.parametrize("name", ["last_tile", "kong_replacement", "riichi"])
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
@settings(max_examples=12)
@given(case=wins())
def test_a_fact_matters_if_the_score_says_so(
    book: Rulebook, name: str, case: tuple[Hand, Win]
) -> None:
    """One fact open and the others known, against scoring both answers."""
    hand, win = case
    win = replace(win, last_tile=False)
    found = open_facts(hand, win, book, [fact for fact in FACTS if fact != name])
    other = replace(win, **{name: True})  # type: ignore[arg-type]
    if other.conflicts(hand):
        assert found == ()
        return
    paid = []
    for way in (win, other):
        result = score(hand, way, book)
        moved = None if result.payments is None else net_changes(result.payments)
        paid.append((result.valid_win, result.total, moved))
    assert bool(found) == (paid[0] != paid[1])
    if found:
        assert [(o.valid_win, o.total, o.payments) for o in found[0].alternatives] == paid


@settings(max_examples=40)
@given(wins())
def test_the_first_outcome_is_what_is_assumed(case: tuple[Hand, Win]) -> None:
    hand, win = case
    total = score(hand, win, zung_jung).total
    for fact in open_facts(hand, win, zung_jung, ["discarder", "seat", "self_drawn"]):
        needed = ("discards_since", "kong_replacement", "robbing_kong", "ura_indicators")
        if not fact.name.startswith("blessing") and fact.name not in needed:
            assert fact.default_alternative.total == total, fact.name
