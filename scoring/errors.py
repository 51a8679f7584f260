"""The root of every error that this project raises, and errors with a code and two languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from .text import Sentences, Texts, Translatable, phrase

_ABOUT: Texts = {"en": "{name}: {why}", "it": "{name}: {why}"}


class HandReaderError(Exception):
    """Root of every error we raise: what came, what was expected, what to do, in one line.

    Attributes:
        parts: every fault; a `Translatable` part is localized.
    """

    def __init__(self, *parts: object) -> None:
        super().__init__("; ".join(map(str, parts)))
        self.parts = parts

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what the error holds: the arguments with which it was made are not in it."""
        return _restore, (type(self), self.args), self.__dict__

    def localize(self, lang: str) -> str:
        """Return the line in a language; in English if there is no translation."""
        return "; ".join(
            p.localize(lang) if isinstance(p, Translatable) else str(p) for p in self.parts
        )

    def about(self, name: str) -> Self:
        """Begin the line with the name of what it is about, unless it has that; return the error.

        >>> str(HandReaderError("no wind").about("a.jpg"))
        'a.jpg: no wind'
        """
        if name not in str(self):
            HandReaderError.__init__(self, phrase(_ABOUT, name=name, why=Sentences(self.parts)))
        return self


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


def _restore(kind: type[HandReaderError], args: tuple[object, ...]) -> HandReaderError:
    return kind.__new__(kind, *args)
