"""The root of every error that this project raises, and errors with a code and two languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from .text import Translatable, phrase


class HandReaderError(Exception):
    """Root of every error we raise: what came, what was expected, what to do, in one line.

    Attributes:
        parts: every fault; a `Translatable` part is localized.
    """

    def __init__(self, *parts: object) -> None:
        super().__init__("; ".join(map(str, parts)))
        self.parts = parts

    def localize(self, lang: str) -> str:
        """Return the line in a language; in English if there is no translation."""
        return "; ".join(
            p.localize(lang) if isinstance(p, Translatable) else str(p) for p in self.parts
        )


class CodedError(HandReaderError):
    """An error whose sentence comes from its class's table.

    Attributes:
        texts: the sentences by code, each in every language, with gaps `{name}`.
        code: which of them it is.
    """

    texts: ClassVar[Mapping[str, Mapping[str, str]]]

    def __init__(self, code: str, **gaps: object) -> None:
        self.code = code
        super().__init__(phrase(self.texts[code], **gaps))
