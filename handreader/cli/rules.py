"""The command `rules`: a rulebook as we apply it."""

from __future__ import annotations

from scoring import rulebook
from scoring.explain import explain_rules
from scoring.game import game_options


def show_rules(ruleset: str, lang: str) -> None:
    """Print the rulebook line by line: patterns, exclusions, options (the game's too) and rulings.

    Args:
        ruleset: id of the rulebook.
        lang: "en" or "it".

    Raises:
        RulebookError: an unknown rule set; names the known ones.
    """
    book = rulebook(ruleset)
    for line in explain_rules(book, lang, game_options(book.id)):
        print(line)
