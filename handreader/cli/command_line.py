"""Errors of a command line: what was seen, what was expected, and the nearest right spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from scoring.errors import CodedError
from scoring.near import did_you_mean, suggestion
from scoring.text import LANGUAGES, Phrase, Texts, phrase
from scoring.tile_notations import wind_letter
from scoring.translations import sentence_language
from vision.errors import ADDRESS

from ..settings import find_language
from .command import CliCommand, WrongWord
from .parameters import Parameter

LONGEST = 60
"""Letters of a word that an error repeats."""

_TEXTS: Mapping[str, Texts] = {
    "command": {
        "en": "no command {seen}: expected one of {known}{meant}",
        "it": "il comando {seen} non esiste: serve uno fra {known}{meant}",
    },
    "option": {
        "en": "no option {seen}: expected one of those that `{command} --help` lists{meant}",
        "it": "l'opzione {seen} non esiste: serve una di quelle che `{command} --help` "
        "elenca{meant}",
    },
    "value": {
        "en": "{name} {seen}: expected {expected}{meant}",
        "it": "{name} {seen}: serve {expected}{meant}",
    },
    "address": ADDRESS,
    "no_value": {
        "en": "{name} has no value: expected {expected}",
        "it": "{name} non ha un valore: serve {expected}",
    },
    "is_switch": {
        "en": "{name} has a value: expected {name} alone",
        "it": "{name} ha un valore: serve {name} da solo",
    },
    "missing": {
        "en": "{name} is missing: expected `{usage}`; `{command} --help` explains it",
        "it": "manca {name}: serve `{usage}`; `{command} --help` lo spiega",
    },
    "empty": {
        "en": "{name} is empty: expected `{usage}`; `{command} --help` explains it",
        "it": "{name} è vuoto: serve `{usage}`; `{command} --help` lo spiega",
    },
    "extra": {
        "en": "{seen} is one word too many: expected `{usage}`; a text with spaces needs "
        "quotation marks",
        "it": "{seen} è di troppo: serve `{usage}`; un testo con spazi va fra virgolette",
    },
    "shell": {
        "en": "no completion for the shell {seen}: expected one of {known}",
        "it": "nessun completamento per la shell {seen}: serve una fra {known}",
    },
    "photos_or_cases": {
        "en": "nothing to score: expected photos, a hand in notation, or --cases FILE (- for "
        "standard input)",
        "it": "nulla da valutare: servono delle foto, una mano scritta, o --cases FILE (- per "
        "l'ingresso standard)",
    },
    "photos_and_cases": {
        "en": "photos and --cases: expected one of them",
        "it": "foto e --cases: serve una delle due cose",
    },
    "quiz_terminal": {
        "en": "the quiz asks in a terminal, and there is none: expected one, or --json",
        "it": "il quiz fa domande in un terminale, e qui non c'è: ne serve uno, oppure --json",
    },
    "folders_or_hands": {
        "en": "nothing to measure: expected folders of labelled pictures, --hands or --layings",
        "it": "nulla da misurare: servono cartelle di foto etichettate, --hands o --layings",
    },
    "layings_alone": {
        "en": "--layings measures made box lists: expected no folder and no --hands beside it",
        "it": "--layings misura elenchi simulati: non va con cartelle né con --hands",
    },
}
_CHOICE: Texts = {"en": "one of {known}", "it": "uno fra {known}"}
_FROM: Texts = {"en": "a number from {least}", "it": "un numero da {least}"}
_RANGE: Texts = {"en": "a number from {least} to {most}", "it": "un numero da {least} a {most}"}
_LIKE: Texts = {"en": "{name} {like}", "it": "{name} {like}"}


class CommandLineError(CodedError, ValueError):
    """A command line that no command understands."""

    texts = _TEXTS


def language(words: Sequence[str]) -> str:
    """Return the language that a command line names, else that of the settings.

    >>> language(["score", "a.jpg", "--lang", "it", "--ruls", "mcr"])
    'it'
    """
    given = [value for word, value in pairwise(words) if word == "--lang"]
    given += [word.partition("=")[2] for word in words if word.startswith("--lang=")]
    named = map(sentence_language, given)
    return next((lang for lang in named if lang in LANGUAGES), find_language().code)


def no_command(seen: str, known: Iterable[str]) -> CommandLineError:
    """Return the error of an unknown command."""
    names = sorted(known)
    meant = did_you_mean(seen, names)
    return CommandLineError("command", seen=_short(seen), known=", ".join(names), meant=meant)


def no_option(seen: str, known: Iterable[str], command: str) -> CommandLineError:
    """Return the error of an unknown option of a command."""
    meant = did_you_mean("--" + seen.lstrip("-"), known)
    return CommandLineError("option", seen=_short(seen), command=command, meant=meant)


def explain(fault: WrongWord, command: CliCommand) -> CommandLineError:
    """Return the error of a word that a command does not understand."""
    parameter = fault.parameter
    gaps: dict[str, object] = {
        "command": command.path, "usage": command.usage, "address": fault.seen
    }  # fmt: skip
    if fault.code == "option":
        names = [name for option in command.options for name in option.names]
        return no_option(fault.seen, names, command.path)
    if parameter is not None:
        gaps |= {"name": parameter.names[-1], "expected": _expectation(parameter)}
        gaps["meant"] = _nearest_choice(fault.seen, parameter.choices)
    return CommandLineError(fault.code, seen=_short(fault.seen), **gaps)


def _short(word: str) -> str:
    return repr(word) if not word or " " in word else word[:LONGEST]


def _nearest_choice(seen: str, choices: Sequence[str]) -> Phrase:
    """Return what was probably meant; a wind may be meant by its name, which is not near."""
    letter = wind_letter(seen)
    return suggestion(letter) if letter in choices else did_you_mean(seen, choices)


def _expectation(parameter: Parameter) -> Phrase:
    least, most = parameter.mark.least, parameter.mark.most
    if parameter.choices:
        return phrase(_CHOICE, known=", ".join(parameter.choices))
    if most is not None:
        return phrase(_RANGE, least=least, most=most)
    if least is not None:
        return phrase(_FROM, least=least)
    return phrase(_LIKE, name=parameter.names[-1], like=parameter.metavar)
