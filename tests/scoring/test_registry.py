"""Rule sets with options behind their ids, and the nearest right spelling of wrong ones."""

from __future__ import annotations

import pytest

from scoring import RULEBOOKS, rulebook, score
from scoring.game import game_options, game_rules
from scoring.game.serialization import FormError, rules_from_json, rules_to_json
from scoring.notation import parse_win
from scoring.registry import game_rulebook, rules_text
from scoring.rulebook import RulebookError
from scoring.text import LANGUAGES

ASKED = {id: (*book.option_rules.values(), *game_options(id)) for id, book in RULEBOOKS.items()}
"""The options of every rule set, and of its games."""

EVERY = {
    id: list(dict.fromkeys((rule.name, choice) for rule in rules for choice in rule.choices))
    for id, rules in ASKED.items()
}


@pytest.mark.parametrize("id", ASKED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_reads_every_answer_in_words(id: str, lang: str) -> None:
    for rule in ASKED[id]:
        labels = {choice: rule.label(choice, lang) for choice in rule.choices}
        assert len(set(labels.values())) == len(rule.choices), rule.name
        for choice, label in labels.items():
            if isinstance(choice, str):
                assert label not in ("", choice) and "_" not in label, rule.name
        words = {choice for choice in rule.choices if isinstance(choice, str)}
        assert rule.labels.keys() == words, rule.name  # no text is left over
        assert rule.names[lang] not in ("", rule.name) and "_" not in rule.names[lang]


def test_options_of_a_rule_set_differ_in_name() -> None:
    for id in RULEBOOKS:
        for lang in LANGUAGES:
            asked = {rule.name: rule.names[lang] for rule in ASKED[id]}
            assert len(set(asked.values())) == len(asked)


@pytest.mark.parametrize("id", EVERY)
def test_every_option_can_be_written_and_read_again(id: str) -> None:
    for name, choice in EVERY[id]:
        book = rulebook(id, {name: choice})
        assert rulebook(rules_text(book)) is book, (name, choice)  # one object: for caches
        assert book.options.get(name, choice) == choice, name
        rules = game_rules(book)
        again = rules_from_json(rules_to_json(rules))
        assert again == rules and game_rulebook(again).custom_options.items() <= {(name, choice)}
        assert not book.custom_options or book.custom_options == {name: choice}


def test_an_option_changes_the_score() -> None:
    hand, win = parse_win("123m 456p 789s 11z 67s 1f +8s | seat E from W")
    full, none = (
        score(hand, win, rulebook(f"zung-jung:flowers={word}")) for word in ("full", "off")
    )
    assert full.total > none.total
    assert full.rulebook is RULEBOOKS["zung-jung"]


@pytest.mark.parametrize("word", ["off", "OFF", "no", "none", "false", "nessuno"])
def test_off_also_means_none(word: str) -> None:
    assert rulebook("zung-jung", {"flowers": word}).options["flowers"] == "none"


@pytest.mark.parametrize(
    ("word", "means"), [("sì", True), ("on", True), ("no", False), (False, False)]
)
def test_yes_and_no_in_both_languages(word: object, means: bool) -> None:
    assert rulebook("mcr", {"even_pairs": word}).options["even_pairs"] is means


def test_a_number_is_no_boolean() -> None:
    with pytest.raises(RulebookError, match="even_pairs cannot be 1; it is one of yes, no"):
        rulebook("mcr", {"even_pairs": 1})
    with pytest.raises(RulebookError, match="start cannot be False"):
        rulebook("riichi-ema", {"start": False})


# what is asked for                    what the error names: what was seen, expected, meant
WRONG = [
    ("mrc", ("'mrc'", "zung-jung, chinese-official, mcr", "did you mean mcr?")),
    ("zung-jung:flower=off", ("'flower'", "it has flowers", "did you mean flowers?")),
    ("zung-jung:flowers=hafl", ("'hafl'", "full, half, none", "did you mean half?")),
    ("mcr:even_pairs", ("'even_pairs'", "NAME=VALUE")),
    ("mcr:even_pairs=no,even_pairs=yes", ("twice", "no", "yes")),
    ("riichi-ema:start=1", ("'1'", "25000, 30000, 35000, 0")),
    ("mcr:x=" + "y" * 500, ("'x'",)),
    ("", ("''",)),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_a_wrong_rule_set_is_one_line(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(RulebookError) as caught:
        rulebook(text)
    for line in (str(caught.value), caught.value.localize("it")):
        assert "\n" not in line and len(line) < 400
    assert all(word in str(caught.value) for word in words)


def test_a_game_with_unknown_options_is_refused() -> None:
    with pytest.raises(FormError, match="did you mean even_pairs"):
        rules_from_json({"id": "mcr", "options": {"even_pair": False}})
