"""The command `rules`: a rulebook as we apply it."""

from __future__ import annotations

from scoring import rulebook
from scoring.explain import explain_rules


def show_rules(ruleset: str, lang: str) -> None:
    """Prints the rulebook line by line: patterns, exclusions, options and rulings.

    Args:
        ruleset: id of the rulebook.
        lang: "en" or "it".

    Raises:
        RulebookError: naming the rule sets there are.
    """
    for line in explain_rules(rulebook(ruleset), lang):
        print(line)
