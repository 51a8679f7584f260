"""What a person sets once for all commands: language, rule set, set of tiles, players."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from scoring.errors import CodedError, HandReaderError
from scoring.near import did_you_mean

from .options import Language
from .user_files import user_folder

LANGUAGE = "HANDREADER_LANG"
"""Variable of the environment that names the language."""
NAMES = ("lang", "rules", "set", "players")
"""Keys of the file: those of the options of the same names."""
LANGUAGES = get_args(Language)
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_SEATS = 4
_MOST_LETTERS = 200
_TEXTS = {
    "damaged": {
        "en": "{file} cannot be read ({why}): mend it, or move it away",
        "it": "{file} non si legge ({why}): correggilo, o spostalo",
    },
    "unknown": {
        "en": "{file}: no setting {name}: expected some of {known}{meant}",
        "it": "{file}: l'impostazione {name} non esiste: serve una fra {known}{meant}",
    },
    "text": {
        "en": "{file}: {name}: expected a text in quotation marks",
        "it": '{file}: {name}: serve un testo fra virgolette ("...")',
    },
    "language": {
        "en": "{file}: lang {seen}: expected one of {known}{meant}",
        "it": "{file}: lang {seen}: serve uno fra {known}{meant}",
    },
    "variable": {
        "en": "{name} is {seen}: expected one of {known}",
        "it": "{name} è {seen}: serve uno fra {known}",
    },
    "rules": {"en": "{file}: {why}", "it": "{file}: {why}"},
    "players": {
        "en": '{file}: players: expected four names, like ["Ann", "Ben", "Cem", "Dora"]',
        "it": '{file}: players: servono quattro nomi, come ["Anna", "Bruno", "Carla", "Dino"]',
    },
}


class SettingsError(CodedError, ValueError):
    """A settings file that cannot be used."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """The language of texts for a person.

    Attributes:
        code: one of `LANGUAGES`.
        source: the variable or file that names it; "" for none, then it is English.
    """

    code: str
    source: str


def settings_file() -> Path:
    """Return the path of the settings file, which a person writes; it may not be there."""
    return user_folder() / "settings.toml"


def load_settings() -> Mapping[str, str]:
    """Return the settings of the file by their names; `players` as one text with commas.

    Raises:
        SettingsError: a file that is no TOML, or a setting that cannot be.
    """
    file = settings_file()
    if not file.is_file():
        return {}
    import tomllib

    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError("damaged", file=file, why=error) from None
    return {name: _setting(file, name, value) for name, value in found.items()}


def _setting(file: Path, name: str, value: object) -> str:
    """Return a setting as its option takes it."""
    if name not in NAMES:
        known, meant = ", ".join(NAMES), did_you_mean(name, NAMES)
        raise SettingsError("unknown", file=file, name=repr(name[:60]), known=known, meant=meant)
    if name == "players":
        names = value if isinstance(value, list) else []
        if len(names) != _SEATS or not all(_is_name(one) for one in names):
            raise SettingsError("players", file=file)
        return ",".join(names)
    if not isinstance(value, str) or len(value) > _MOST_LETTERS:
        raise SettingsError("text", file=file, name=name)
    if name == "lang" and value not in LANGUAGES:
        known, meant = ", ".join(LANGUAGES), did_you_mean(value, LANGUAGES)
        raise SettingsError("language", file=file, seen=repr(value[:60]), known=known, meant=meant)
    return value


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= _MOST_LETTERS and "," not in value


def find_language() -> LanguageChoice:
    """Return the language for a command without `--lang`.

    It is that of `HANDREADER_LANG`, of the settings file, or of the system's locale, in this order.
    A damaged file names none: the commands that need its other settings report it.
    """
    try:
        kept = load_settings().get("lang", "")
    except SettingsError:
        kept = ""
    named = [(LANGUAGE, os.environ.get(LANGUAGE, "")), (settings_file().name, kept)]
    named += [(name, os.environ[name]) for name in _LOCALE if os.environ.get(name)][:1]
    if os.name == "nt":
        import locale

        named.append(("locale", locale.getlocale()[0] or ""))
    for source, value in named:
        code = value[:2].casefold()  # of it_IT.UTF-8, or Italian_Italy
        if code in LANGUAGES:
            return LanguageChoice(code, source)
    return LanguageChoice("en", "")


def check_language() -> None:
    """Check the variable that names the language; commands pass over a wrong one.

    Raises:
        SettingsError: it names none of ours.
    """
    seen = os.environ.get(LANGUAGE, "")
    if seen and seen[:2].casefold() not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise SettingsError("variable", name=LANGUAGE, seen=repr(seen[:60]), known=known)


def default(name: str) -> str | None:
    """Return what holds for an option that is not given; None for the command's own default.

    Raises:
        SettingsError: a settings file that cannot be used, or no rule set of its name.
    """
    if name == "lang":
        return find_language().code
    kept = load_settings().get(name)
    if name == "rules" and kept is not None:
        from .house_rules import choose_rules

        try:
            choose_rules(kept)
        except HandReaderError as error:
            raise SettingsError("rules", file=settings_file(), why=error) from None
    return kept
