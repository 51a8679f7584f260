"""Warnings of facts that a rule set does not count; loads nothing that reads photos."""

from __future__ import annotations

from scoring.plausibility import foreign_facts
from scoring.registry import rulebook
from scoring.win import Win

from ..errors import to_stderr


def warn_of_foreign_facts(win: Win, rules: str, lang: str) -> None:
    """Print a line on standard error for each fact that the rule set does not count."""
    for warning in foreign_facts(win, rulebook(rules)):
        to_stderr(warning.localize(lang))
