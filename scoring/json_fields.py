"""Faults of untrusted JSON fields, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from .text import Phrase, Texts, phrase

_EXPECTED: Mapping[str, Texts] = {
    "object": {"en": "a JSON object was expected", "it": "serve un oggetto JSON"},
    "objects": {"en": "JSON objects were expected", "it": "servono oggetti JSON"},
    "text": {"en": "text was expected", "it": "serve un testo"},
    "text_or_number": {
        "en": "text or a number was expected",
        "it": "serve un testo o un numero",
    },
    "yes_or_no": {"en": "true or false was expected", "it": "serve true o false"},
    "number": {
        "en": "a number from {least} to {most} was expected",
        "it": "serve un numero da {least} a {most}",
    },
    "up_to": {"en": "a number up to {most} was expected", "it": "serve un numero fino a {most}"},
    "one_of": {"en": "{choices} was expected", "it": "serve {choices}"},
    "seat": {"en": "E, S, W or N was expected", "it": "serve E, S, W o N"},
    "seats": {"en": "a list of seats was expected", "it": "serve un elenco di posti"},
    "tiles": {"en": "tiles as text were expected", "it": "servono tessere come testo"},
    "sets": {
        "en": "a list of at most four sets was expected",
        "it": "serve un elenco di al massimo quattro gruppi",
    },
    "place": {
        "en": "the place of a tile of the set was expected",
        "it": "serve il posto di una tessera del gruppo",
    },
    "pairs": {
        "en": 'pairs like ["W", "3s"] were expected',
        "it": 'servono coppie come ["W", "3s"]',
    },
    "winners": {
        "en": "a list of one to three was expected",
        "it": "serve un elenco da uno a tre",
    },
    "changes": {
        "en": "points by E, S, W and N were expected",
        "it": "servono i punti di E, S, W e N",
    },
    "list": {
        "en": "a list of at most {most} was expected",
        "it": "serve un elenco di al massimo {most}",
    },
    "players": {
        "en": "players 0 to 3 were expected, each once",
        "it": "servono i giocatori da 0 a 3, ognuno una volta",
    },
    "version": {
        "en": "number and version were expected",
        "it": "servono numero e versione",
    },
    "next": {
        "en": "{number} was expected after {last}",
        "it": "dopo {last} serve {number}",
    },
    "name": {
        "en": "up to 32 letters and digits were expected",
        "it": "servono fino a 32 lettere e cifre",
    },
    "time": {
        "en": "a time like 2026-11-22T20:15:00+00:00 was expected",
        "it": "serve un'ora come 2026-11-22T20:15:00+00:00",
    },
}
_FAULT: Texts = {"en": "{key}: {fault}", "it": "{key}: {fault}"}
_NOT: Texts = {"en": "{key}: {fault}, not {value}", "it": "{key}: {fault}, non {value}"}
_KINDS: Mapping[type, Texts] = {
    dict: {"en": "an object", "it": "un oggetto"},
    list: {"en": "a list", "it": "un elenco"},
    str: {"en": "text", "it": "un testo"},
    bool: {"en": "true or false", "it": "true o false"},
    type(None): {"en": "null", "it": "null"},
}
_NUMBER: Texts = {"en": "a number", "it": "un numero"}


def mismatch(key: str, what: str, value: object = None, **gaps: object) -> Phrase:
    """Return the fault `key: something was expected, not value`.

    >>> str(expected("seat", "seat", shown("east")))
    "seat: E, S, W or N was expected, not 'east'"

    Args:
        key: the field.
        what: what was expected: a key of the table above.
        value: what came, as `short_repr` or `json_type` gives it; None to leave it out.
        gaps: the placeholders of the table's sentence.
    """
    sentence = phrase(_EXPECTED[what], **gaps)
    if value is None:
        return field_fault(key, sentence)
    return phrase(_NOT, key=key, fault=sentence, value=value)


def field_fault(key: str, what: object) -> Phrase:
    """Return the fault `key: what`."""
    return phrase(_FAULT, key=key, fault=what)


def short_repr(value: object) -> str | Phrase:
    """Return any value for an error line, in at most 40 characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        return json_type(value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def json_type(value: object) -> Phrase:
    """Return the name of a value's JSON type."""
    return phrase(_KINDS.get(type(value), _NUMBER))
