"""Rulebooks: patterns, exclusions, options, and the best reading of a hand.

A rulebook is one module that declares a `Rulebook` and its patterns in the order of the book.
Once the module is loaded the object does not change; `with_options` returns a changed copy.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from . import prefilter
from .errors import HandReaderError
from .near import did_you_mean
from .text import Phrase, Texts, in_language, in_words, phrase

if TYPE_CHECKING:  # what types alone are made of need not be loaded
    from .decompose import Shape
    from .hand import Hand
    from .payments import Payment
    from .reading import Finds, Option, Reading
    from .win import Win

    Predicate = Callable[[Reading], "Found"]

About = Literal[
    "hand",
    "winning tile",
    "completed set",
    "fours",
    "flowers",
    "own flowers",
    "other flowers",
    "plants",
    "seasons",
    "whole groups",
]
Found = tuple[tuple[int, ...], ...] | bool | int  # finds (see `reading`), whether, or how many

EXCLUDED: Texts = {"en": "not beside {by}", "it": "non insieme a {by}"}


class RulebookError(HandReaderError, ValueError):
    """An unknown rule set, option or value of an option."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A scoring pattern (yaku, fan); there is one object of each, so `is` compares.

    Attributes:
        id: number in the book, or a name.
        points: points of one count; see `worth`.
        names: name by language ("en" always; "it", "zh", "ja", ...).
        rule: the condition by language.
        ref: paragraph of the book.
        yes, no: a hand that has it and one that nearly has it; see `notation.parse_win`.
        holds: the predicate: it returns the finds, a number (flowers), or just whether.
        each: whether it counts once for each find; otherwise once.
        needs: necessary conditions of a reading, as bits of `prefilter`; they save time and
            decide nothing.
        bonus: whether it is added to a hand that wins without it, and never makes one (a hand
            with nothing else is still a chicken hand, and misses the minimum).
        worth: points by reading, if they are not always `points`.
        about: the tiles that it is about where it has no finds; see `item_tiles`.
    """

    id: str
    points: int
    names: Texts
    rule: Texts
    ref: str
    yes: str
    no: str
    holds: Predicate
    needs: int = 0
    each: bool = False
    bonus: bool = False
    worth: Callable[[Reading], int] | None = None
    about: About = "hand"

    @property
    def label(self) -> str:
        """Return the number or name in the book by which it is listed.

        It is the id, or the paragraph of a list without numbers (`"Punteggio", 12`).
        """
        return self.ref.replace('"', "") if self.ref.startswith('"') else self.id


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A pattern as it counts in one reading.

    Attributes:
        pattern: the pattern.
        value: points of one count.
        count: how often.
        finds: places in `Reading.sets` of the sets that make each count; () for the whole hand.
        points: `value` times `count`.
    """

    pattern: Pattern
    value: int
    count: int = 1
    finds: Finds = ()
    points: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", self.value * self.count)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A pattern that is present and does not count, with the rule that drops it."""

    item: Item
    why: Phrase
    ref: str = ""


class Tally(NamedTuple):
    """The score of one reading.

    Attributes:
        reading: the reading.
        items: the patterns that count, in the order of the book.
        dropped: the patterns that are present and do not count.
        total: points of the hand.
        rank: the sort key of readings, most important first; the best reading has the highest.
        more: further results by the names of the JSON output (`raw_sum`, `limit`, `fu`, ...).
        note_factory: makes the notes on demand, as few of them are ever read.
        shortfall: why the reading may not win (below the minimum, no yaku); None if it may.
    """

    reading: Reading
    items: tuple[Item, ...]
    dropped: tuple[Dropped, ...]
    total: int
    rank: tuple[int, ...]
    more: Mapping[str, int | str | None] = MappingProxyType({})
    note_factory: Callable[[], tuple[Phrase, ...]] = tuple
    shortfall: Phrase | None = None

    @property
    def notes(self) -> tuple[Phrase, ...]:
        """Return the sentences that explain the total, if the items alone do not."""
        return self.note_factory()


@dataclass(frozen=True, slots=True)
class OptionRule:
    """A table ruling: a question the book leaves open, its answers, and our default.

    `name` is what is typed, `names` are what it is called in a title. `labels` are the texts of the
    answers that are identifiers; numbers, yes and no need none.
    """

    name: str
    default: Option
    choices: tuple[Option, ...]
    names: Texts
    rule: Texts
    ref: str
    labels: Mapping[Option, Texts] = field(default_factory=dict)

    def label(self, choice: Option, lang: str) -> str:
        """Return the text by which a player knows an answer."""
        texts = self.labels.get(choice)
        return in_language(texts, lang) if texts else in_words(choice, lang)

    def choice(self, value: object) -> Option | None:
        """Return the answer that is meant by a value, or by a word for it; None if none is.

        Yes and no are understood in both languages; "off" also means "none", where there is that.
        """
        if not isinstance(value, str):
            same = [one for one in self.choices if type(one) is type(value) and one == value]
            return same[0] if same else None
        word = value.strip().casefold().replace("-", "_")
        by_word = {choice_word(one): one for one in self.choices}
        for meant in (word, *_SAME_ANSWERS.get(word, ())):
            if meant in by_word:
                return by_word[meant]
        return None


def choice_word(choice: Option) -> str:
    """Return an answer to an option as a person writes it: "yes", "none", "30000"."""
    return in_words(choice, "en")


_SAME_ANSWERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("on", "true", "sì", "si", "y", "s"), ("yes",)),
    **dict.fromkeys(("off", "false", "no", "n"), ("no", "none")),
    "nessuno": ("none",),
    **dict.fromkeys(("head_bump", "atamahane"), ("1",)),
    **dict.fromkeys(("spicy", "exponential", "esponenziale"), ("full_spicy",)),
}


def option_faults(
    of: str | Phrase, rules: Mapping[str, OptionRule], answers: Mapping[str, Option]
) -> list[Phrase]:
    """Return the faults of answers to options: unknown names and values."""
    faults = []
    for name, value in answers.items():
        rule = rules.get(name)
        if rule is None:
            gaps = {"of": of, "name": repr(name[:40]), "known": ", ".join(rules) or "–"}
            faults.append(phrase(_NO_OPTION, **gaps, meant=did_you_mean(name, rules)))
        elif rule.choice(value) is None:
            words = [choice_word(choice) for choice in rule.choices]
            gaps = {"value": repr(value)[:44], "choices": ", ".join(words)}
            meant = did_you_mean(str(value), words)
            faults.append(phrase(_NO_CHOICE, name=name, **gaps, meant=meant))
    return faults


_NO_OPTION: Texts = {
    "en": "{of} has no option {name}; it has {known}{meant}",
    "it": "{of} non ha l'opzione {name}; ha {known}{meant}",
}
_NO_CHOICE: Texts = {
    "en": "{name} cannot be {value}; it is one of {choices}{meant}",
    "it": "{name} non può essere {value}; è uno fra {choices}{meant}",
}
_NO_PATTERN: Texts = {
    "en": "{of} has no pattern {id}",
    "it": "{of} non ha la combinazione {id}",
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """Our only interpretation of a passage that contradicts itself or is misprinted."""

    rule: Texts
    ref: str


if TYPE_CHECKING:
    Settle = Callable[["Rulebook", Reading, list[Item]], Tally]
    Pay = Callable[["Rulebook", Tally, Win], tuple[Payment, ...] | None]
    Check = Callable[["Rulebook", Hand, Win], tuple[Phrase, ...]]


class Rulebook:
    """One rule set.

    Attributes:
        id: its name in files and on the command line.
        names, ref: title by language, edition.
        shapes: special shapes that win.
        each_completion: whether it matters which set the winning tile completes (waits).
        patterns: in the order of the book.
        exclusions: pattern id -> ids that do not count beside it -> paragraph.
        options: the current answers; `option_rules` has the questions.
        minimum: points that a hand must have to win; 0 for any.
        limit: points above which a hand's patterns do not add up; 0 for none.
        players: how many play: four, or three (then no player is North).
        fallback: the pattern of a hand in which nothing else counts (chicken hand), if the book
            has one; `all_patterns` has it at its place among the patterns.
    """

    def __init__(
        self,
        id: str,
        names: Texts,
        ref: str,
        shapes: Sequence[Shape] = (),
        each_completion: bool = True,
    ) -> None:
        self.id = id
        self.names = names
        self.ref = ref
        self.shapes = tuple(shapes)
        self.each_completion = each_completion
        self.patterns: list[Pattern] = []
        self.exclusions: dict[str, dict[str, str]] = {}
        self.options: Mapping[str, Option] = {}
        self.option_rules: dict[str, OptionRule] = {}
        self.rulings: list[Ruling] = []
        self.players = 4
        self.minimum = 0
        self.limit = 0
        self.fallback: Pattern | None = None
        self._fallback_place = 0
        self._settle: Settle = plain_sum
        self._pay: Pay | None = None
        self._check: Check | None = None

    # Declarations.

    def pattern(
        self,
        id: str,
        points: int,
        *,
        en: str,
        it: str,
        yes: str,
        no: str,
        ref: str = "",
        rule_it: str = "",
        needs: int = 0,
        each: bool = False,
        bonus: bool = False,
        worth: Callable[[Reading], int] | None = None,
        about: About = "hand",
        **names: str,
    ) -> Callable[[Predicate], Predicate]:
        """Declare the decorated predicate as the next pattern; see `Pattern`.

        The predicate's docstring is the rule in English, `rule_it` the same in Italian; `names`
        are names in further languages (`zh="平和"`). Without `ref` the id is the paragraph.
        """

        def declare(holds: Predicate) -> Predicate:
            rule = {"en": " ".join((holds.__doc__ or "").split()), "it": rule_it}
            known = {"en": en, "it": it, **names}
            pattern = Pattern(
                id, points, known, rule, ref or id, yes, no, holds, needs, each, bonus, worth, about
            )
            self.patterns.append(pattern)
            return holds

        return declare

    def chicken(self, id: str, points: int, *, en: str, it: str, ref: str, **names: str) -> None:
        """Declare the chicken hand: nothing else counts in any reading."""
        known = {"en": en, "it": it, **names}
        rule = {"en": "Nothing else counts.", "it": "Nient'altro conta."}
        self._fallback_place = len(self.patterns)
        self.fallback = Pattern(id, points, known, rule, ref, "", "", holds=lambda _: True)

    def excludes(self, id: str, *others: str, ref: str) -> None:
        """Declare that beside pattern `id` the others do not count."""
        self.exclusions.setdefault(id, {}).update(dict.fromkeys(others, ref))

    def option(
        self,
        name: str,
        default: Option,
        *choices: Option,
        names: Texts,
        en: str,
        it: str,
        ref: str,
        labels: Mapping[Option, Texts] = MappingProxyType({}),
    ) -> None:
        """Declare an option; `choices` are the other answers, the rest as of an `OptionRule`."""
        texts: Texts = {"en": en, "it": it}
        rule = OptionRule(name, default, (default, *choices), names, texts, ref, labels)
        self.option_rules[name] = rule
        self.options = MappingProxyType({**self.options, name: default})

    def ruling(self, *, en: str, it: str, ref: str) -> None:
        """Declare our interpretation of a faulty passage."""
        self.rulings.append(Ruling({"en": en, "it": it}, ref))

    def settles(self, settle: Settle) -> Settle:
        """Declare the function from items to a tally; without it they are added (`plain_sum`)."""
        self._settle = settle
        return settle

    def pays(self, pay: Pay) -> Pay:
        """Declare the function that returns the payments; None if they are unknown."""
        self._pay = pay
        return pay

    def checks(self, check: Check) -> Check:
        """Declare the function that returns what the rule set forbids in a hand and its win."""
        self._check = check
        return check

    # Use.

    def with_options(self, **changed: Option) -> Rulebook:
        """Return this rulebook under other table rulings; see `OptionRule.choice` for the answers.

        Raises:
            RulebookError: names every unknown option or value.
        """
        faults = option_faults(self.id, self.option_rules, changed)
        if faults:
            raise RulebookError(*faults)
        chosen = {name: self.option_rules[name].choice(value) for name, value in changed.items()}
        answers = {name: choice for name, choice in chosen.items() if choice is not None}
        other = copy.copy(self)
        other.options = MappingProxyType({**self.options, **answers})
        return other

    def __repr__(self) -> str:
        """Return the id and the options that differ from the defaults."""
        options = [f"{name}={value!r}" for name, value in self.custom_options.items()]
        return f"Rulebook({', '.join([repr(self.id), *options])})"

    @property
    def custom_options(self) -> dict[str, Option]:
        """Return the answers that differ from the defaults; those of its game included."""
        rules = self.option_rules
        return {
            name: value
            for name, value in self.options.items()
            if name not in rules or value != rules[name].default
        }

    def preset(
        self,
        id: str,
        names: Texts,
        ref: str,
        wording: Mapping[str, tuple[int, Texts]] = MappingProxyType({}),
        without: Sequence[str] = (),
        rulings: Sequence[Ruling] | None = None,
        refs: Mapping[str, str] = MappingProxyType({}),
        players: int = 4,
        **changed: Option,
    ) -> Rulebook:
        """Return this rulebook under a new name, with other table rulings as its defaults.

        Args:
            id, names, ref: as of a rulebook.
            wording: points and rule, as printed, of the patterns that the changes affect.
            without: ids of patterns that the preset does not have, nor an option of that name.
            rulings: in place of this rulebook's; None keeps them.
            refs: the sources of the options, where they are not this rulebook's.
            players: as of a rulebook.
            changed: the options with other answers.
        """
        other = self.with_options(**changed)
        other.id, other.names, other.ref, other.players = id, names, ref, players
        other.options = MappingProxyType(
            {name: value for name, value in other.options.items() if name not in without}
        )
        other.option_rules = {
            name: replace(
                self.option_rules[name],
                default=value,
                ref=refs.get(name, self.option_rules[name].ref),
            )
            for name, value in other.options.items()
        }
        if rulings is not None:
            other.rulings = list(rulings)
        other.patterns = [
            replace(pattern, points=wording[pattern.id][0], rule=wording[pattern.id][1])
            if pattern.id in wording
            else pattern
            for pattern in self.patterns
            if pattern.id not in without
        ]
        return other

    @property
    def all_patterns(self) -> tuple[Pattern, ...]:
        """Return every pattern in the order of the book, the fallback included."""
        chicken = [self.fallback] if self.fallback else []
        place = self._fallback_place
        return (*self.patterns[:place], *chicken, *self.patterns[place:])

    def __getitem__(self, id: str) -> Pattern:
        for pattern in self.all_patterns:
            if pattern.id == id:
                return pattern
        raise RulebookError(phrase(_NO_PATTERN, of=self.id, id=repr(id)))

    def match_patterns(self, reading: Reading) -> list[Item]:
        """Match the patterns of a reading, before exclusions."""
        lacks = reading.lacks
        items = []
        for needed, pattern in _candidate_patterns(self, lacks & prefilter.SETTLED):
            if needed & lacks:
                continue
            found = pattern.holds(reading)
            if found:
                value = pattern.points if pattern.worth is None else pattern.worth(reading)
                items.append(_item(pattern, value, found))
        return items

    def apply_exclusions(self, items: list[Item]) -> tuple[list[Item], list[Dropped]]:
        """Drop excluded items; return the rest, and the dropped with the paragraph."""
        if len(items) < 2:
            return items, []
        table = self.exclusions
        covers = {id: table[id] for item in items if (id := item.pattern.id) in table}
        if not covers:
            return items, []
        kept, dropped = [], []
        for item in items:
            by = [id for id, covered in covers.items() if item.pattern.id in covered]
            if not by:
                kept.append(item)
                continue
            # name a pattern that counts itself, if there is one
            top = next((id for id in by if not any(id in c for c in covers.values())), by[0])
            dropped.append(exclusion(item, self[top], covers[top][item.pattern.id]))
        return kept, dropped

    def tally(self, reading: Reading) -> Tally:
        """Score one reading, without the chicken hand."""
        return self._settle(self, reading, self.match_patterns(reading))

    def tallies(self, readings: Sequence[Reading]) -> list[Tally]:
        """Score each reading of one hand, the best first."""
        tallies = [self.tally(reading) for reading in readings]
        chicken = self.fallback
        if chicken is not None and not any(_counts_alone(tally) for tally in tallies):
            tallies = []
            for reading in readings:
                bonus = [item for item in self.match_patterns(reading) if item.pattern.bonus]
                only = _item(chicken, chicken.points, True)
                tallies.append(self._settle(self, reading, [only, *bonus]))
        if len(tallies) > 1:  # sort is stable: of equal readings the first one remains ahead
            tallies.sort(key=lambda tally: tally.rank, reverse=True)
        return tallies

    def conflicts(self, hand: Hand, win: Win) -> tuple[Phrase, ...]:
        """Return what this rule set forbids in a hand and its win, each as a sentence."""
        return self._check(self, hand, win) if self._check else ()

    def payments(self, tally: Tally, win: Win) -> tuple[Payment, ...] | None:
        """Return the payments of a win; None if a fact they depend on is unknown."""
        return self._pay(self, tally, win) if self._pay else None


def plain_sum(book: Rulebook, reading: Reading, found: list[Item]) -> Tally:
    """Add the items that are not excluded."""
    kept, dropped = book.apply_exclusions(found)
    total = sum([item.points for item in kept])
    return Tally(reading, tuple(kept), tuple(dropped), total, rank=(total,))


@lru_cache(maxsize=1 << 13)
def _candidate_patterns(book: Rulebook, lacks: int) -> tuple[tuple[int, Pattern], ...]:
    """Return the patterns possible in a reading without these bits, each with its needs."""
    return tuple([(each.needs, each) for each in book.patterns if not each.needs & lacks])


# Items and drops are values: the same few recur, so one object of each is cached.


@lru_cache(maxsize=1 << 12)
def _item(pattern: Pattern, value: int, found: Found) -> Item:
    if isinstance(found, int):
        return Item(pattern, value, int(found))
    if pattern.each:
        return Item(pattern, value, len(found), found)
    return Item(pattern, value, 1, found[:1])


@lru_cache(maxsize=1 << 12)
def exclusion(item: Item, by: Pattern, ref: str) -> Dropped:
    """Return the item as dropped: a pattern excludes it by that paragraph."""
    return Dropped(item, phrase(EXCLUDED, by=by), ref)


def _counts_alone(tally: Tally) -> bool:
    return any(not item.pattern.bonus for item in tally.items)
