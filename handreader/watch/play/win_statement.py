"""People's statements of a win: facts of it, and answers to questions about its tiles."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.hand import HandError
from scoring.notation import format_facts, parse_facts, replace_facts
from scoring.win import Win

from ...answers import normalize_answers
from ..errors import WatchError


@dataclass(frozen=True, slots=True)
class WinStatement:
    """Stated facts of a win, and answers to questions about its tiles.

    Attributes:
        facts: fields of `scoring.win.Win` by name; self_drawn and discarder both or neither.
        answers: by question id.
    """

    facts: Mapping[str, object] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_source(self) -> bool:
        """Return whether the source of the winning tile is stated."""
        return "discarder" in self.facts

    def extend(self, later: WinStatement) -> WinStatement:
        """Return the statement extended and overridden by a later one."""
        return WinStatement({**self.facts, **later.facts}, {**self.answers, **later.answers})

    def apply_to(self, seen: Win) -> Win:
        """Return the observed win, overridden by the statement."""
        return replace_facts(seen, self.facts)

    def __str__(self) -> str:
        """Return the text that `parse_statement` reads, as the log has it."""
        pairs = [shlex.quote(f"{id}={answer}") for id, answer in self.answers.items()]
        return " ".join([*pairs, format_facts(self.apply_to(Win()), self.facts)]).strip()


def parse_statement(text: str) -> WinStatement:
    """Parse `ID=ANSWER` pairs (quoted where they have spaces) and words as in `--won`.

    Raises:
        WatchError: a word that does not describe a win.
    """
    try:
        line = shlex.split(text)
        facts = parse_facts(" ".join(word for word in line if "=" not in word))
    except (ValueError, HandError) as error:
        raise WatchError("say_like", why=error) from None
    if "self_drawn" in facts or "discarder" in facts:  # either replaces an earlier source
        facts.setdefault("self_drawn", False)
        facts.setdefault("discarder", None)
    answers = dict(word.split("=", 1) for word in line if "=" in word)
    return WinStatement(facts, normalize_answers(answers))
