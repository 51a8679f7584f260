"""A command: words become the values of its parameters, and its function is called with them.

argparse is not used: it takes no value that begins with a dash, describes a fault in one English
sentence instead of its parts, and prints other help pages in each version of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from inspect import getdoc
from pathlib import Path
from typing import Any

from ..option_marks import CliOption
from .parameters import REQUIRED, Parameter, read_parameters

HELP = Parameter("help", CliOption("-h, --help", help="Show this message and exit."), bool)


class WrongWord(ValueError):
    """A word that a command does not understand; `command_line.explain` words the error.

    Attributes:
        code: what is wrong with it.
        seen: the word; empty if one is missing.
        parameter: the option or argument that it is about, if there is one.
    """

    def __init__(self, code: str, seen: str = "", parameter: Parameter | None = None) -> None:
        super().__init__(code, seen)
        self.code = code
        self.seen = seen
        self.parameter = parameter


class CliCommand:
    """A command of the program.

    Args:
        function: is called with the values; its name and docstring are those of the command.
        names: names in its annotations that its module does not have when it runs.
    """

    def __init__(self, function: Callable[..., None], names: Mapping[str, Any]) -> None:
        self.name = function.__name__
        self.path = f"handreader {self.name}"
        self.summary = getdoc(function) or ""
        self.call = function
        parameters, self._groups = read_parameters(function, names)
        self.arguments = tuple(one for one in parameters if one.is_argument)
        self.options = (*(one for one in parameters if not one.is_argument), HELP)
        self.usage = " ".join((self.path, "[OPTIONS]", *(one.metavar for one in self.arguments)))

    def parse(self, words: Sequence[str]) -> dict[str, Any] | None:
        """Return the arguments with which to call the function; None if words ask for help.

        Raises:
            WrongWord: they do not fit the parameters.
            SettingsError: the settings file, which an option falls back on, cannot be used.
        """
        given = self._sort(words)
        if HELP.key in given:
            return None
        every = (*self.arguments, *self.options)
        values = {one.key: _value(one, given.get(one.key, ())) for one in every if one != HELP}
        for key, group in self._groups.items():
            values[key] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        return values

    def complete(self, words: Sequence[str], start: str) -> list[str]:
        """Return what may follow some words and begins with `start`, for the shell."""
        options = self._options_by_name()
        if start.startswith("-"):
            return [name for name in options if name.startswith(start)]
        last = options.get(words[-1]) if words else None
        parameters = self.arguments if last is None or last.kind is bool else (last,)
        for parameter in parameters[:1]:
            if parameter.mark.complete is not None:
                return parameter.mark.complete(start)
            return [choice for choice in parameter.choices if choice.startswith(start)]
        return []

    def _options_by_name(self) -> dict[str, Parameter]:
        return {name: option for option in self.options for name in option.names}

    def _sort(self, words: Sequence[str]) -> dict[str, list[str]]:
        """Return the texts that each parameter is given, by its key."""
        options = self._options_by_name()
        given: dict[str, list[str]] = {}
        others: list[str] = []
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            if word == "--":
                others += waiting
                break
            if not word.startswith("-") or word == "-":
                others.append(word)
                continue
            name, equals, text = word.partition("=")
            if name not in options:
                raise WrongWord("option", name)
            option = options[name]
            if option.kind is bool and equals:
                raise WrongWord("is_switch", name, option)
            if option.kind is not bool and not equals:
                if not waiting:
                    raise WrongWord("no_value", name, option)
                text = waiting.pop(0)
            given.setdefault(option.key, []).append(text)
        for argument in self.arguments:
            count = len(others) if argument.is_list else 1
            given[argument.key], others = others[:count], others[count:]
        if others and HELP.key not in given:
            raise WrongWord("extra", others[0])
        return given


def _value(parameter: Parameter, texts: Sequence[str]) -> object:
    """Return the value of a parameter that is given some texts."""
    if not texts:
        if parameter.default is REQUIRED:
            raise WrongWord("missing", parameter=parameter)
        kept = _default_of(parameter.mark.setting) if parameter.mark.setting else None
        return parameter.default if kept is None else kept
    if parameter.kind is bool:
        return True
    values = [_parse(parameter, text) for text in texts]
    return values if parameter.is_list else values[-1]


def _default_of(setting: str) -> str | None:
    from ..settings import default  # which no help page needs

    return default(setting)


def _parse(parameter: Parameter, text: str) -> object:
    if parameter.kind is Path:
        from vision.picture_names import address_of  # which no help page needs

        if address_of(text):
            raise WrongWord("address", text, parameter)
    try:
        return parameter.parse(text)
    except ValueError:
        code = "value" if text.strip() or not parameter.is_argument else "empty"
        raise WrongWord(code, text, parameter) from None
