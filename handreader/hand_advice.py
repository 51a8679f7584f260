"""Result of the Python API: a hand that was advised."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.advice import Advice
from scoring.advice_json import advice_to_json
from scoring.registry import rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAdvice(Advice):
    """What each discard of a hand leaves.

    Attributes:
        rules: id of the rule set, with its options.
    """

    rules: str

    def to_dict(self, lang: str = "en") -> dict[str, object]:
        """Return the advice as JSON, in the form of docs/schemas/advice.json."""
        return advice_to_json(self, rulebook(self.rules), lang)
