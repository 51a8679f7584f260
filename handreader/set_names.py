"""Names of taught sets, and what is wrong with one."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from scoring.errors import CodedError
from scoring.text import Texts

NONE = "none"
"""Instead of a set's name: read without one."""
_LONGEST = 60


_TEXTS: Mapping[str, Texts] = {
    "bad_name": {
        "en": "{name} is not a valid name of a set: expected 1 to {most} printable characters, "
        "not {none}",
        "it": "{name} non può essere il nome di un set: servono da 1 a {most} caratteri "
        "stampabili, non {none}",
    },
    "not_taught": {
        "en": "no set {name} was taught; taught sets: {known}{meant}",
        "it": "il set {name} non è fra quelli imparati: {known}{meant}",
    },
    "taken": {
        "en": "there is a set {name} already: choose another name, or forget that one first",
        "it": "c'è già un set {name}: scegli un altro nome, o prima dimentica quello",
    },
    "none_taught": {
        "en": "no set {name} was taught; taught sets: none yet; `handreader teach` teaches one",
        "it": "il set {name} non è fra quelli imparati: ancora nessuno; `handreader teach` ne fa "
        "imparare uno",
    },
}


class SetError(CodedError):
    """A name that is unknown or invalid for a taught set."""

    texts = _TEXTS


def validate_set_name(name: str) -> str:
    """Validate a set's name and return it without surplus space.

    Raises:
        SetError: empty, too long, not printable, or the word for no set.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > _LONGEST or not name.isprintable() or name.casefold() == NONE:
        shown = repr(name[:_LONGEST])
        raise SetError("bad_name", name=shown, most=_LONGEST, none=repr(NONE))
    return name
