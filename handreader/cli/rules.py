"""The command `rules`: a rulebook as we apply it, and house rules that a person keeps."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import RULEBOOKS, Rulebook, rulebook
from scoring.calculator import minimum_of
from scoring.explain import explain_rules, options_text, rules_title
from scoring.game import game_options
from scoring.rule_tables import payment_lines
from scoring.scorer import rules_to_json
from scoring.text import in_language

from .. import house_rules
from ..json_output import print_json
from ..messages import localize


def show_rules(rules: str, options: Sequence[str], lang: str) -> None:
    """Print the rulebook line by line: patterns, options (the game's too), rulings, payments.

    Args:
        rules: id of the rulebook, or name of house rules.
        options: answers to its options, `NAME=VALUE`.
        lang: "en" or "it".

    Raises:
        HandReaderError: an unknown rule set, option or answer; names the known ones.
    """
    book = rulebook(house_rules.choose_rules(rules, options))
    for line in (*explain_rules(book, lang, game_options(book.id)), *payment_lines(book, lang)):
        print(line)


def list_rules(lang: str) -> None:
    """Print every rule set with its title, house rules with their options, and what is absent."""
    for id, book in RULEBOOKS.items():
        print(f"{id}: {in_language(book.names, lang)}")
    for house in house_rules.all_house_rules():
        print(f"{house.name}: {rules_title(house.book(), lang)}")
    print(f"\n{localize('rules_absent', lang)}")


def print_rules_json(rules: str, options: Sequence[str]) -> None:
    """Print the rulebook as one JSON object, its texts in every language; see `show_rules`."""
    book = rulebook(house_rules.choose_rules(rules, options))
    rules_by_name = {
        rule.name: rule for rule in (*book.option_rules.values(), *game_options(book.id))
    }
    print_json(
        {
            **_title_json(book),
            "edition": book.ref,
            "minimum": minimum_of(book),
            "patterns": [
                {
                    "id": pattern.id,
                    "names": dict(pattern.names),
                    "points": pattern.points,
                    "rule": dict(pattern.rule),
                    "ref": pattern.ref,
                }
                for pattern in book.all_patterns
            ],
            "exclusions": [
                {"beside": higher, "not_counted": lower, "ref": ref}
                for higher, covered in book.exclusions.items()
                for lower, ref in covered.items()
            ],
            "questions": [
                {
                    "option": name,
                    "value": book.options.get(name, rule.default),
                    "choices": list(rule.choices),
                    "rule": dict(rule.rule),
                    "ref": rule.ref,
                }
                for name, rule in rules_by_name.items()
            ],
            "rulings": [{"rule": dict(one.rule), "ref": one.ref} for one in book.rulings],
        }
    )


def list_rules_json() -> None:
    """Print every rule set and all house rules, one JSON object each."""
    for book in RULEBOOKS.values():
        print_json(_title_json(book))
    for house in house_rules.all_house_rules():
        print_json({"house_rules": house.name, **_title_json(house.book())})


def _title_json(book: Rulebook) -> dict[str, object]:
    return {**rules_to_json(book), "names": dict(book.names)}


def keep_rules(name: str, rules: str, options: Sequence[str], lang: str) -> None:
    """Keep house rules, and print what was kept; see `house_rules.save_house_rules`."""
    house = house_rules.save_house_rules(name, rules, options)
    options_kept = options_text(house.options, lang)
    print(localize("rules_kept", lang, name=name, rules=house.rules, options=options_kept))


def forget_rules(name: str, lang: str) -> None:
    """Forget house rules; see `house_rules.forget_house_rules`."""
    house_rules.forget_house_rules(name)
    print(localize("rules_forgotten", lang, name=name))
