"""Every rulebook: its declarations hold together, and each pattern has its yes and its no."""

from __future__ import annotations

from operator import attrgetter

import pytest

from scoring import RULEBOOKS, HandReaderError, rulebook, score
from scoring.decompose import readings
from scoring.notation import parse_win
from scoring.reading import HandFacts
from scoring.rulebook import Pattern, Rulebook
from scoring.text import LANGUAGES

BOOKS = list(RULEBOOKS.values())


ALLOWED = {"seven_pairs": "yes", "flower_hand": "yes"}
"""Options with which every pattern of a book can be."""


def has(book: Rulebook, pattern: Pattern, text: str) -> bool:
    """Whether some reading of a winning hand has the pattern."""
    hand, win = parse_win(text)
    assert not hand.problems() and not win.conflicts(hand), f"{pattern.id}: {text}"
    assert hand.winning is not None
    allowed = {name: value for name, value in ALLOWED.items() if name in book.option_rules}
    book = book.with_options(**allowed)
    facts = HandFacts(hand, win, hand.winning, book.options)
    ways = list(readings(facts, book.shapes, book.each_completion))
    assert ways, f"{pattern.id}: {text} is no win"
    for reading in ways:  # no section leaves out a pattern that holds
        found = [item.pattern for item in book.match_patterns(reading)]
        assert found == [each for each in book.patterns if each.holds(reading)], text
    return any(pattern.holds(reading) for reading in ways)


@pytest.mark.parametrize("book", BOOKS, ids=attrgetter("id"))
def test_yes_and_no(book: Rulebook) -> None:
    assert [each.id for each in book.patterns if not has(book, each, each.yes)] == []
    assert [each.id for each in book.patterns if has(book, each, each.no)] == []


@pytest.mark.parametrize("book", BOOKS, ids=attrgetter("id"))
def test_every_pattern_is_named_and_told_in_both_languages(book: Rulebook) -> None:
    for pattern in book.patterns:
        for lang in LANGUAGES:
            assert pattern.names[lang], f"{pattern.id}: no name in {lang}"
            assert pattern.rule[lang].endswith("."), f"{pattern.id}: no rule in {lang}"
        assert pattern.ref, pattern.id


@pytest.mark.parametrize("book", BOOKS, ids=attrgetter("id"))
def test_ids_are_unique_and_exclusions_name_them(book: Rulebook) -> None:
    ids = [pattern.id for pattern in book.patterns]
    assert len(ids) == len(set(ids))
    for id, covered in book.exclusions.items():
        assert id in ids and id not in covered and set(covered) <= set(ids)
        assert all(covered.values())


@pytest.mark.parametrize("book", BOOKS, ids=attrgetter("id"))
def test_options_can_be_changed_in_a_copy(book: Rulebook) -> None:
    for name, rule in book.option_rules.items():
        assert rule.ref and all(rule.rule[lang] for lang in LANGUAGES)
        other = book.with_options(**{name: rule.choices[-1]})
        assert other.options[name] == rule.choices[-1]
        assert book.options[name] == rule.default


def test_a_rulebook_is_shown_by_its_id_and_changed_options() -> None:
    book = RULEBOOKS["mcr"]
    assert repr(book) == "Rulebook('mcr')"
    assert repr(book.with_options(even_pairs=False)) == "Rulebook('mcr', even_pairs=False)"


def test_unknown_names_are_all_told() -> None:
    with pytest.raises(HandReaderError) as error:
        RULEBOOKS["zung-jung"].with_options(weather="rain", flowers="many")
    assert "'weather'" in str(error.value) and "'many'" in str(error.value)
    with pytest.raises(HandReaderError, match="'bridge'; expected one of zung-jung"):
        rulebook("bridge")
    with pytest.raises(HandReaderError, match="no pattern '99'"):
        _ = RULEBOOKS["zung-jung"]["99"]


def test_a_hand_that_cannot_be_is_not_scored() -> None:
    hand, win = parse_win("11111m 456p 789s EE | drawn from W")
    with pytest.raises(HandReaderError) as error:
        score(hand, win, "zung-jung")
    assert "5 × 1 character" in str(error.value) and "discarder" in str(error.value)
