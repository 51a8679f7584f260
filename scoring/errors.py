"""The root of every error that this project raises, and errors with a code and two languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from .text import Translatable, phrase


class HandReaderError(Exception):
    """Root of every error we raise: what was seen, what was expected, what to do, in one line.

    Attributes:
        parts: everything that is wrong; what is `Translatable` is said in every language.
    """

    def __init__(self, *parts: object) -> None:
        super().__init__("; ".join(map(str, parts)))
        self.parts = parts

    def say(self, lang: str) -> str:
        """The line in a language; English where there is no other."""
        return "; ".join(p.say(lang) if isinstance(p, Translatable) else str(p) for p in self.parts)


class CodedError(HandReaderError):
    """An error that is a sentence out of its class's table.

    Attributes:
        texts: the sentences by code, each in every language, with gaps `{name}`.
        code: which of them it is.
    """

    texts: ClassVar[Mapping[str, Mapping[str, str]]]

    def __init__(self, code: str, **gaps: object) -> None:
        self.code = code
        super().__init__(phrase(self.texts[code], **gaps))
