"""The command `points`: payments of a hand of known worth, without its tiles."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.calculator import calculate, explain_calculation, usual_rules
from scoring.explain import rules_title
from scoring.registry import rulebook
from scoring.tiles import Wind
from scoring.win import Win

from ..house_rules import choose_rules
from ..json_output import print_json
from .foreign_facts import warn_of_foreign_facts


def winner_seat(dealer: bool) -> Wind:
    """Return a seat for the winner: East for the dealer, else South."""
    return Wind.EAST if dealer else Wind.SOUTH


def show_points(
    worth: str, rules: str | None, options: Sequence[str], win: Win, as_json: bool, lang: str
) -> None:
    """Print the payments of a hand; see `scoring.calculator.calculate`.

    Args:
        worth: `3 han 40 fu`, `mangan`, `24`.
        rules: rule set or house rules; None for the usual ones of such a worth.
        options: answers to options of the rule set, `NAME=VALUE`.
        win: who won and how.
        as_json: whether to print JSON.
        lang: "en" or "it".

    Raises:
        HandReaderError: an unknown rule set or option, or a worth that no hand has.
    """
    book = rulebook(choose_rules(rules or usual_rules(worth), options))
    warn_of_foreign_facts(win, book.id, lang)
    found = calculate(worth, win, book)
    if as_json:
        print_json(found.to_json())
        return
    print(f"{rules_title(book, lang)}: {worth}")
    for line in explain_calculation(found, lang):
        print(f"  {line}")
