"""People's statements of a win: words as in `--won`, and answers to questions."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from scoring.hand import HandError
from scoring.notation import parse_win
from scoring.win import Win

from ..errors import WatchError


@dataclass(frozen=True, slots=True)
class WinStatement:
    """Statements of a win: words as in `--won`, and answers to questions.

    Attributes:
        words: as "seat S from W last_tile".
        answers: by question id.
    """

    words: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)

    def extend(self, text: str) -> WinStatement:
        """Return the statement extended by a line of `ID=ANSWER` pairs (quote spaces) and words.

        Raises:
            WatchError: a word that does not describe a win.
        """
        try:
            line = shlex.split(text)
        except ValueError as error:
            raise WatchError("say_like", why=error) from None
        pairs = dict(word.split("=", 1) for word in line if "=" in word)
        words = [word for word in line if "=" not in word]
        before = self.words.split()
        if "drawn" in words or "from" in words:  # stated again
            before = _without_source(before)
        found = WinStatement(" ".join([*before, *words]), {**self.answers, **pairs})
        found.apply_to(Win())
        return found

    def apply_to(self, seen: Win) -> Win:
        """Return the observed win, overridden by the statement.

        Raises:
            WatchError: a word that does not describe a win.
        """
        if not self.words:
            return seen
        try:
            _, said = parse_win(f"| {self.words}")
        except HandError as error:
            raise WatchError("say_like", why=error) from None
        words = self.words.split()
        if "from" not in words:
            said = replace(said, discarder=None)
        plain = Win()
        told = {
            f.name: getattr(said, f.name)
            for f in fields(Win)
            if getattr(said, f.name) != getattr(plain, f.name) or f.name in words
        }
        if "from" in words or "drawn" in words:
            told |= {"self_drawn": said.self_drawn, "discarder": said.discarder}
        return replace(seen, **told)


def _without_source(words: Sequence[str]) -> list[str]:
    """Return the words without the source of the winning tile."""
    at = words.index("from") if "from" in words else None
    rest = [word for i, word in enumerate(words) if at is None or i not in (at, at + 1)]
    return [word for word in rest if word != "drawn"]
