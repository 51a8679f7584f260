"""The command `rules`: every book in both languages, with its options."""

from __future__ import annotations

import pytest

from scoring import RULEBOOKS
from scoring.text import in_language
from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called


def call(*args: str) -> Called:
    return calling.call("rules", *args)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("id", RULEBOOKS)
def test_every_pattern_and_option_is_printed(id: str, lang: str) -> None:
    result = call(id, "--lang", lang)
    book = RULEBOOKS[id]
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and lines[0].startswith(in_language(book.names, lang))
    printed = iter(lines)
    for pattern in book.patterns:  # in the order of the book
        title, end = f"{pattern.label} {in_language(pattern.names, lang)}", pattern.rule[lang]
        if pattern.ref.replace('"', "") != pattern.label:
            end += f" [{pattern.ref}]"
        assert any(line.startswith(title) and line.endswith(end) for line in printed), title
    yes_or_no = {True: {"en": "yes", "it": "sì"}[lang], False: "no"}
    for name, value in book.options.items():
        answer = yes_or_no[value] if isinstance(value, bool) else value
        assert any(line.startswith(f"{name} = {answer} ") for line in lines)
    assert not any(word in result.stdout for word in ("True", "False", "None"))
    for ruling in book.rulings:
        assert any(line.startswith(in_language(ruling.rule, lang)) for line in lines)


def test_an_exclusion_stands_with_its_paragraph() -> None:
    lines = call("chinese-official").stdout.splitlines()
    for names in (
        "All Pungs, Outside Hand, Pung of Terminals or Winds [Punteggio, [4]]",
        "All Types, One Voided Suit, Half Flush, Reversible Tiles [C-12]",
    ):
        assert f"beside All Terminals and Honors these do not count: {names}" in lines


def test_a_list_without_numbers_is_printed_by_paragraphs() -> None:
    for lang in ("en", "it"):
        text = call("chinese-official", "--lang", lang).stdout
        assert not any(pattern.id in text for pattern in RULEBOOKS["chinese-official"].patterns
                       if "_" in pattern.id)  # fmt: skip
    assert "Mani limite, 16 Pezzi indipendenti: 12." in text
    assert "«serie» vale sia" in text and "[Punteggio, 16]" in text.replace('"', "")


@pytest.mark.parametrize("id", RULEBOOKS)
def test_every_book_says_what_a_robbed_kong_is_after_the_last_tile(id: str) -> None:
    text = call(id).stdout
    told = ("robbed kong is no", "Robbing the Kong is no", "a kong robbed after the last tile")
    assert any(words in text for words in told)


def test_yes_and_no() -> None:
    """What the book answers, and what else could be answered."""
    for lang, start in (
        ("en", "even_pairs = yes (or no): "),
        ("it", "even_pairs = sì (oppure no)"),
    ):
        assert any(
            line.startswith(start) for line in call("mcr", "--lang", lang).stdout.split("\n")
        )


def test_an_unknown_rule_set_is_one_line() -> None:
    result = call("bridge")
    assert result.exit_code == 1 and not result.stdout
    assert result.stderr.startswith("handreader: no rule set 'bridge'; expected one of zung-jung")
    assert len(result.stderr.splitlines()) == 1
