"""Errors in a photo of a set's tiles, in English and Italian."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import CodedError
from scoring.text import Translatable

_TEXTS = {
    "row_count": {
        "en": "{photo}: rows seen: {rows} ({lengths} tiles), expected: {expected} ({needed} "
        "tiles): lay straight rows a finger apart, nothing else in the picture, or add "
        "--any-order; nothing is stored",
        "it": "{photo}: file viste: {rows} ({lengths} tessere), ne servono {expected} ({needed} "
        "tessere): disponi file dritte a un dito l'una dall'altra, nient'altro nella foto, o "
        "aggiungi --any-order; nulla è stato salvato",
    },
    "faulty": {
        "en": "{photo}: {faults}; nothing is stored",
        "it": "{photo}: {faults}; nulla è stato salvato",
    },
    "misplaced": {
        "en": "{photo}: {faults}; nothing is stored; if the order is right, add --trust-order",
        "it": "{photo}: {faults}; nulla è stato salvato; se le tessere sono in ordine, aggiungi "
        "--trust-order",
    },
    "few_tiles": {
        "en": "{photo}: confirmed tiles: {count}, expected {least} or more: a few alone would "
        "spoil the others; nothing is stored",
        "it": "{photo}: tessere confermate: {count}, ne servono almeno {least}: poche da sole "
        "guasterebbero le altre; nulla è stato salvato",
    },
    # faults
    "row_length": {
        "en": "row {row} shows {seen} tiles, expected {expected} ({first} to {last}): {likely}, it "
        "seems",
        "it": "la fila {row} ha {seen} tessere, ne servono {expected} (da {first} a {last}): "
        "sembra {likely}",
    },
    "lacking": {
        "en": "{kind} missing at place {place}",
        "it": "manchi {kind} al posto {place}",
    },
    "surplus": {
        "en": "a {kind} too many at place {place}",
        "it": "ci sia {kind} di troppo al posto {place}",
    },
    "foreign": {
        "en": "row {row}, place {place}: expected {kind}, seen {seen}",
        "it": "fila {row}, posto {place}: serve {kind}, si vede {seen}",
    },
    "swapped": {
        "en": "row {row}, place {place}: expected {kind}, seen {seen} (swapped?)",
        "it": "fila {row}, posto {place}: serve {kind}, si vede {seen} (scambiate?)",
    },
    "doubled": {
        "en": "row {row}, place {place}: expected {kind}, seen {seen}, the same as at row "
        "{own_row}, place {own_place}",
        "it": "fila {row}, posto {place}: serve {kind}, si vede {seen}, la stessa che alla fila "
        "{own_row}, posto {own_place}",
    },
}


class TeachError(CodedError):
    """A photo that does not show the tiles in their order, or one fault of such a photo."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class FaultList:
    """Several faults in one sentence."""

    faults: Sequence[Translatable]
    between: str = "; "

    def localize(self, lang: str) -> str:
        """Return all of them in a language."""
        return self.between.join(fault.localize(lang) for fault in self.faults)
