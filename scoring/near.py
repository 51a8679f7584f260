"""The known word that is nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

from .text import LANGUAGES, Phrase, Texts, phrase

_MEANT: Texts = {"en": "; did you mean {word}?", "it": "; intendi {word}?"}
_NOTHING: Texts = dict.fromkeys(LANGUAGES, "")


def nearest(text: str, known: Iterable[str]) -> str | None:
    """Return the known word that is written most alike; None if none is.

    >>> nearest("flwers", ("start", "flowers"))
    'flowers'
    """
    from difflib import get_close_matches  # 5 ms, which only a fault needs

    words = {word.casefold().replace("-", "_"): word for word in known}
    folded = text[:60].casefold().replace("-", "_")
    found = get_close_matches(folded, words, n=1, cutoff=0.55)
    return words[found[0]] if found else None


def did_you_mean(text: str, known: Iterable[str]) -> Phrase:
    """Return the end of an error: `; did you mean flowers?`, or nothing."""
    return suggestion(nearest(text, known))


def suggestion(word: str | None) -> Phrase:
    """Return the end of an error that names what was probably meant, if that is known."""
    return phrase(_NOTHING) if word is None else phrase(_MEANT, word=word)
