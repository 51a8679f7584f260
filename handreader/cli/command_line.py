"""Errors of a command line: what was seen, what was expected, and the nearest right spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from typer._click import exceptions as click_errors  # typer's copy of click

from scoring.errors import CodedError
from scoring.near import did_you_mean, suggestion
from scoring.text import LANGUAGES, Phrase, Texts, phrase
from scoring.tile_notations import wind_letter

LONGEST = 60
"""Letters of a word that an error repeats."""

_TEXTS: Mapping[str, Texts] = {
    "command": {
        "en": "no command {seen}: expected one of {known}{meant}",
        "it": "il comando {seen} non esiste: serve uno fra {known}{meant}",
    },
    "no_command": {
        "en": "no command: expected one of {known}",
        "it": "manca il comando: serve uno fra {known}",
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
    "folders_or_hands": {
        "en": "nothing to measure: expected folders of labelled pictures, or --hands",
        "it": "nulla da misurare: servono cartelle di foto etichettate, o --hands",
    },
    "other": {"en": "{why}", "it": "{why}"},
}
_CHOICE: Texts = {"en": "one of {known}", "it": "uno fra {known}"}
_FROM: Texts = {"en": "a number from {least}", "it": "un numero da {least}"}
_RANGE: Texts = {"en": "a number from {least} to {most}", "it": "un numero da {least} a {most}"}
_LIKE: Texts = {"en": "{name} {like}", "it": "{name} {like}"}


class CommandLineError(CodedError, ValueError):
    """A command line that no command understands."""

    texts = _TEXTS


def language(words: Sequence[str]) -> str:
    """Return the language that a command line names, English without one.

    >>> language(["score", "a.jpg", "--lang", "it", "--ruls", "mcr"])
    'it'
    """
    given = [value for word, value in pairwise(words) if word == "--lang"]
    given += [word.partition("=")[2] for word in words if word.startswith("--lang=")]
    return next((lang for lang in given if lang in LANGUAGES), "en")


def no_command(seen: str, known: Iterable[str]) -> CommandLineError:
    """Return the error of an unknown command."""
    names = sorted(known)
    meant = did_you_mean(seen, names)
    return CommandLineError("command", seen=_short(seen), known=", ".join(names), meant=meant)


# Any: typer's copy of click is private, and so are its types
def explain(error: Any, ctx: Any, words: Sequence[str]) -> CommandLineError:
    """Return an error of click as ours.

    Args:
        error: raised while `words` were parsed.
        ctx: of the command.
        words: its options and arguments as typed.
    """
    command = ctx.command_path
    if isinstance(error, click_errors.NoSuchOption):
        seen = _word_of_option(error.option_name, words)
        names = [name for parameter in ctx.command.params for name in parameter.opts]
        dashes = did_you_mean("--" + seen.lstrip("-"), names)
        return CommandLineError("option", seen=_short(seen), command=command, meant=dashes)
    if isinstance(error, click_errors.BadOptionUsage):
        name = error.option_name
        option = next(one for one in ctx.command.params if name in (*one.opts, *one.secondary_opts))
        if getattr(option, "is_flag", False):
            return CommandLineError("is_switch", name=name)
        return CommandLineError("no_value", name=name, expected=_expectation(option, ctx))
    if isinstance(error, click_errors.MissingParameter) and error.param is not None:
        name = _name(error.param, ctx)
        return CommandLineError("missing", name=name, command=command, usage=_usage(ctx))
    if isinstance(error, click_errors.BadParameter) and error.param is not None:
        seen, option = _value_of(error.param, ctx, words), error.param
        if option.param_type_name == "argument" and not seen.strip():
            gaps = {"command": command, "usage": _usage(ctx)}
            return CommandLineError("empty", name=_name(option, ctx), **gaps)
        meant = _nearest_choice(seen, _choices(option))
        gaps = {"seen": _short(seen), "expected": _expectation(option, ctx), "meant": meant}
        return CommandLineError("value", name=_name(option, ctx), **gaps)
    if not words:
        return CommandLineError("no_command", known=", ".join(sorted(ctx.command.commands)))
    rest = ctx.command.make_parser(ctx).parse_args(args=list(words))[1]
    if rest:
        return CommandLineError("extra", seen=_short(rest[0]), usage=_usage(ctx))
    return CommandLineError("other", why=error.format_message())


def _short(word: str) -> str:
    return repr(word) if not word or " " in word else word[:LONGEST]


def _word_of_option(name: str, words: Sequence[str]) -> str:
    """Return the word in which an unknown letter stood: `-rules`, not its letter `-r`."""
    if name.startswith("--"):
        return name
    return next((word for word in words if word.startswith("-") and name[1:] in word), name)


def _value_of(parameter: Any, ctx: Any, words: Sequence[str]) -> str:
    value = ctx.command.make_parser(ctx).parse_args(args=list(words))[0].get(parameter.name)
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _choices(parameter: Any) -> list[str]:
    return list(map(str, getattr(parameter.type, "choices", ())))


def _nearest_choice(seen: str, choices: Sequence[str]) -> Phrase:
    """Return what was probably meant; a wind may be meant by its name, which is not near."""
    letter = wind_letter(seen)
    return suggestion(letter) if letter in choices else did_you_mean(seen, choices)


def _expectation(parameter: Any, ctx: Any) -> object:
    least, most = getattr(parameter.type, "min", None), getattr(parameter.type, "max", None)
    if choices := _choices(parameter):
        return phrase(_CHOICE, known=", ".join(choices))
    if most is not None:
        return phrase(_RANGE, least=least, most=most)
    if least is not None:
        return phrase(_FROM, least=least)
    return phrase(_LIKE, name=parameter.opts[0], like=parameter.make_metavar(ctx))


def _name(parameter: Any, ctx: Any) -> str:
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name.upper())


def _usage(ctx: Any) -> str:
    """Return how a command is written: `handreader check [OPTIONS] HAND CLAIM`."""
    arguments = [one for one in ctx.command.params if one.param_type_name == "argument"]
    return " ".join((ctx.command_path, "[OPTIONS]", *(_name(one, ctx) for one in arguments)))
