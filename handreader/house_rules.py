"""House rules: rule sets with changed options that a person named and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import CodedError
from scoring.near import did_you_mean
from scoring.reading import Option
from scoring.registry import RULEBOOKS, parse_options, rulebook, rules_text, unknown_rules
from scoring.rulebook import Rulebook, RulebookError

from .user_files import file_stem, user_folder, write_atomically

LONGEST_NAME = 32
_TEXTS = {
    "bad_name": {
        "en": "{name} cannot name house rules: expected small letters, digits and hyphens, at "
        "most {most}, like {like}",
        "it": "{name} non può essere il nome di un regolamento: servono lettere minuscole, cifre e "
        "trattini, al massimo {most}, come {like}",
    },
    "taken": {
        "en": "{name} is the name of a rule set: choose another, like my-{name}",
        "it": "{name} è già il nome di un regolamento: scegline un altro, come my-{name}",
    },
    "no_options": {
        "en": "{name} would be {rules} unchanged: add --option NAME=VALUE",
        "it": "{name} sarebbe {rules} senza modifiche: aggiungi --option NOME=VALORE",
    },
    "unknown": {
        "en": "no house rules {name} are kept; there are: {known}{meant}",
        "it": "il regolamento {name} non è salvato; ci sono: {known}{meant}",
    },
    "damaged": {
        "en": "{path} holds no house rules: {why}; handreader rules --forget {name} removes it",
        "it": "{path} non contiene un regolamento: {why}; handreader rules --forget {name} lo "
        "toglie",
    },
}


class HouseRulesError(CodedError):
    """House rules that cannot be kept, or are not there."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A rule set with changed options, under a name of its own."""

    name: str
    rules: str
    options: Mapping[str, Option]

    def book(self) -> Rulebook:
        """Return the rulebook.

        Raises:
            RulebookError: a rule set, option or answer that there is no more.
        """
        return rulebook(self.rules, self.options)


def house_folder() -> Path:
    """Return the folder of this user's house rules."""
    return user_folder() / "rules"


def choose_rules(text: str, options: Sequence[str] = ()) -> str:
    """Return the rule set that a person names, with options, as `scoring.rulebook` reads it.

    >>> choose_rules("zung-jung", ["flowers=off"])
    'zung-jung:flowers=none'

    Args:
        text: id of a rule set or name of house rules, perhaps with options behind a colon.
        options: further options, `NAME=VALUE`, which hold instead of those.

    Raises:
        HandReaderError: an unknown rule set, option or answer, or damaged house rules.
    """
    name, _, written = text.partition(":")
    given = {**parse_options(written.split(",") if written else []), **parse_options(options)}
    if name in RULEBOOKS:
        return rules_text(rulebook(name, given))
    if name != file_stem(name, LONGEST_NAME) or not _file(name).exists():
        raise unknown_rules(name, [*RULEBOOKS, *house_names()])
    house = load_house_rules(name)
    return rules_text(rulebook(house.rules, {**house.options, **given}))


def with_house_rules(record: object, rules: str = "", options: Sequence[str] = ()) -> object:
    """Return a record that names house rules with the rule set and the options that they are.

    Args:
        record: a decoded JSON value.
        rules: the rule set chosen by the person.
        options: options given with it, `NAME=VALUE`: they hold for records of that rule set, too,
            unless a record has its own.

    Raises:
        HandReaderError: an unknown rule set, option or answer, or damaged house rules.
    """
    name = record.get("rules") if isinstance(record, Mapping) else None
    if not isinstance(record, Mapping) or not isinstance(name, str):
        return record
    named = choose_rules(name)
    if options and _base(named) == _base(rules):
        named = choose_rules(named, options)
    return record if named == name else {**record, "rules": named}


def _base(rules: str) -> str:
    return rules.partition(":")[0]


def save_house_rules(name: str, rules: str, options: Sequence[str]) -> HouseRules:
    """Keep a rule set with options under a name; earlier house rules of that name are replaced.

    Raises:
        HandReaderError: an unknown rule set, option or answer; a name that cannot be.
        OSError: the file cannot be written.
    """
    like = file_stem(name, LONGEST_NAME)
    if name != like or not name:
        raise HouseRulesError(
            "bad_name", name=repr(name[:60]), most=LONGEST_NAME, like=like or "club"
        )
    if name in RULEBOOKS:
        raise HouseRulesError("taken", name=name)
    book = rulebook(choose_rules(rules, options))
    if not book.custom_options:
        raise HouseRulesError("no_options", name=name, rules=book.id)
    written = {"rules": book.id, "options": book.custom_options}
    write_atomically(_file(name), json.dumps(written, ensure_ascii=False, indent=1).encode())
    return HouseRules(name, book.id, book.custom_options)


def forget_house_rules(name: str) -> None:
    """Remove house rules.

    Raises:
        HouseRulesError: there are none of that name.
    """
    if name != file_stem(name, LONGEST_NAME) or not _file(name).exists():
        known = house_names()
        gaps = {"known": ", ".join(known) or "–", "meant": did_you_mean(name, known)}
        raise HouseRulesError("unknown", name=repr(name[:60]), **gaps)
    _file(name).unlink(missing_ok=True)


def load_house_rules(name: str) -> HouseRules:
    """Load house rules.

    Raises:
        HouseRulesError: the file is damaged, or its rule set is no more.
    """
    path = _file(name)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        house = HouseRules(name, str(found["rules"]), dict(found["options"]))
        house.book()
    except (OSError, ValueError, KeyError, TypeError, RulebookError) as error:
        raise HouseRulesError("damaged", path=path, why=error, name=name) from None
    return house


def all_house_rules() -> Iterator[HouseRules]:
    """Yield the house rules by name; damaged ones are left out."""
    for name in house_names():
        try:
            yield load_house_rules(name)
        except HouseRulesError:
            continue


def house_names() -> list[str]:
    """Return the names of the kept house rules."""
    return sorted(path.stem for path in house_folder().glob("*.json"))


def _file(name: str) -> Path:
    return house_folder() / f"{name}.json"
