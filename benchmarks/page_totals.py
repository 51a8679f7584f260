"""Tap random facts of random wins on the page, and compare its totals with the command line's.

    python benchmarks/page_totals.py [--hands 40] [--rules riichi-tenhou ...] [--seed 1]
    make page && python benchmarks/page_totals.py --browser 20

For each rule set, random winning hands with random facts that can be true together are scored as
`handreader score` does. Then the facts are stated one by one, in random order, as the page offers
them: through the Python that the page asks, or with taps in chromium (`--browser`, as many wins).
A total that the page does not reach, and a fact that it does not offer, are printed; there should
be none.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.situation import Situation
from handreader.web.browser_worker import answer
from scoring import RULEBOOKS, rulebook, score
from scoring.fact_choices import book_facts
from scoring.hand import Hand
from scoring.open_facts import is_possible
from scoring.record import FLAGS
from scoring.rulebook import Rulebook
from scoring.tiles import KINDS, WINDS, Tile
from scoring.win import Win

COUNTED = ("counters", "riichi_sticks", "norths")
INDICATORS = ("dora_indicators", "ura_indicators")
USUAL: tuple[object, ...] = (None, False, 0, [])
_PLAIN = Win()
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A win: its hand, its facts as the page keeps them, and its points on the command line."""

    rules: str
    hand: Hand
    facts: Mapping[str, Any]
    total: int


def main() -> None:
    """Print how many totals the page reached, and those that it did not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=40, help="wins of each rule set")
    parser.add_argument("--rules", nargs="*", default=list(RULEBOOKS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--browser", type=int, default=0, help="so many wins in chromium, too")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    cases = [case for rules in options.rules for case in random_cases(rules, options.hands, chance)]
    faults = [fault for case in cases if (fault := tap_natively(case, chance))]
    lone = sum(1 for case in cases if len(case.facts) > 2)
    print(f"{len(cases)} wins of {len(options.rules)} rule sets, {lone} with three facts and more")
    print(f"{len(cases) - len(faults)} totals reached")
    if options.browser:
        sample = chance.sample(cases, min(options.browser, len(cases)))
        missed = list(tap_in_browser(sample, chance))
        print(f"{len(sample) - len(missed)} of {len(sample)} totals reached in chromium")
        faults += missed
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


def random_cases(rules: str, count: int, chance: random.Random) -> Iterator[Case]:
    """Yield winning hands with facts that can be true together."""
    book = rulebook(rules)
    found = 0
    while found < count:
        hand = random_hand(chance, book)
        if hand is None:
            continue
        given = random_facts(hand, book, chance)
        if given is None:
            continue
        win = given.win()
        if not is_possible(hand, win, book):
            continue
        result = score(hand, win, book)
        if result.valid_win:
            found += 1
            yield Case(rules, hand, page_facts(win), result.total)


def random_hand(chance: random.Random, book: Rulebook) -> Hand | None:
    """Return a random hand of four sets and a pair, or of seven pairs; None if it cannot be."""
    suits = "mps" if book.players == 4 else "ps"
    if chance.random() < 0.08:
        kinds = chance.sample([k.value for k in KINDS if book.players == 4 or k.suit != "m"], 7)
        text = "".join(kind * 2 for kind in kinds[:-1]) + kinds[-1] + f" +{kinds[-1]}"
    else:
        parts, melds = [], []
        suit = chance.choice(suits) if chance.random() < 0.4 else None
        for _ in range(4):
            tiles, kong = random_set(chance, suit or chance.choice(suits), book)
            is_open = chance.random() < 0.25
            if kong:
                melds.append(f"[{tiles}]" if is_open else f"({tiles})")
            elif is_open and not (book.players == 3 and tiles[0] != tiles[2]):
                melds.append(f"[{tiles}]")
            else:
                parts.append(tiles)
        pair = chance.choice([k.value for k in KINDS if book.players == 4 or k.suit != "m"])
        held = "".join(parts) + pair * 2
        place = 2 * chance.randrange(len(held) // 2)
        rest = held[:place] + held[place + 2 :]
        text = " ".join((rest, *melds, f"+{held[place : place + 2]}"))
    try:
        hand = Hand.parse(text)
    except ValueError:
        return None
    return None if hand.problems() else hand


def random_set(chance: random.Random, suit: str, book: Rulebook) -> tuple[str, bool]:
    """Return the tiles of a random set, and whether it is a kong."""
    if chance.random() < 0.55:
        low = chance.randint(1, 7)
        return "".join(f"{low + step}{suit}" for step in range(3)), False
    honour = chance.random() < 0.35
    kind = f"{chance.randint(1, 7)}z" if honour else f"{chance.randint(1, 9)}{suit}"
    kong = chance.random() < 0.25
    return kind * (4 if kong else 3), kong


def random_facts(hand: Hand, book: Rulebook, chance: random.Random) -> Situation | None:
    """Return random facts, as the options of `handreader score` give them."""
    counted = book_facts(book.id, tuple(book.options.items()))
    winds = WINDS[: book.players]
    seat, round = chance.choice(winds), chance.choice(winds)
    drawn = chance.random() < 0.5
    flags = {name for name in FLAGS if name in counted and chance.random() < 0.25}
    if "riichi" in counted and chance.random() < 0.5:
        flags.add("riichi")
    if {"riichi", "double_riichi"} <= flags:
        flags.discard("riichi")
    shown = {
        name: tuple(Tile(chance.choice(near_tiles(hand))) for _ in range(chance.randint(0, 2)))
        for name in INDICATORS
        if name in counted and (name == INDICATORS[0] or flags & {"riichi", "double_riichi"})
    }
    numbers: Facts = {n: chance.choice((0, 0, 1, 3)) for n in COUNTED if n in counted}
    others = [wind for wind in winds if wind is not seat]
    given = Situation(
        seat=seat,
        round=round if "round" in counted else None,
        self_drawn=drawn,
        discarder=None if drawn else chance.choice(others),
        flags=frozenset(flags),
        dora=shown.get("dora_indicators", ()),
        ura=shown.get("ura_indicators", ()),
        **numbers,
    )
    if any(all_tiles(hand, given).count(tile) > 4 for tile in all_tiles(hand, given)):
        return None
    return given


def near_tiles(hand: Hand) -> list[str]:
    """Return indicators, of which many show tiles of the hand."""
    plain = [tile.plain for tile in hand.tiles]
    before = [Tile(f"{tile.rank - 1}{tile.suit}").value for tile in plain if tile.rank > 1]
    strange = {k.value for k in KINDS if k.suit == "m"}
    is_three = not any(tile.suit == "m" for tile in plain)
    return before or [k.value for k in KINDS if not (is_three and k.value in strange)]


def all_tiles(hand: Hand, given: Situation) -> list[Tile]:
    """Return the tiles of the hand and the indicators, red fives as fives."""
    return [tile.plain for tile in (*hand.tiles, *given.dora, *given.ura)]


def page_facts(win: Win) -> Facts:
    """Return the facts of a win as the page keeps them."""
    found: Facts = {}
    for field in fields(Win):
        value = getattr(win, field.name)
        if value != getattr(_PLAIN, field.name):
            is_tiles = isinstance(value, tuple)
            found[field.name] = [str(tile) for tile in value] if is_tiles else value
    return found


def tap_natively(case: Case, chance: random.Random) -> str | None:
    """State the facts as the page offers them, in random order; return what went wrong."""
    facts: Facts = {}
    unstated = list(case.facts)
    chance.shuffle(unstated)
    found = evaluate(case, facts)
    while unstated:
        name = next((one for one in unstated if is_offered(case, found, one)), None)
        if name is None:
            return f"{describe(case)}: not offered: {', '.join(unstated)} beside {facts}"
        unstated.remove(name)
        facts = with_fact(facts, name, case.facts[name], option(found, name, case.facts[name]))
        found = evaluate(case, facts)
    score = found["score"]
    total = score["score"]["total"] if score["state"] == "won" else score["state"]
    if total == case.total:
        return None
    return f"{describe(case)}: {total} on the page with {facts}"


def evaluate(case: Case, facts: Facts) -> Mapping[str, Any]:
    """Return what the page gets from its Python."""
    request = {"do": "evaluate_text", "lang": "en", "text": str(case.hand), "rules": case.rules}
    found: Mapping[str, Any] = json.loads(answer(json.dumps({**request, "facts": facts})))
    return found


def is_offered(case: Case, found: Mapping[str, Any], name: str) -> bool:
    """Return whether the page has a way to state a fact as it is in the case."""
    fact = fact_of(found, name)
    return fact is not None and (
        fact["most"] > 0 or option(found, name, case.facts[name]) is not None
    )


def fact_of(found: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    offered = found["score"].get("facts", ()) if found["score"] else ()
    return next((one for one in offered if one["name"] == name), None)


def option(found: Mapping[str, Any], name: str, value: object) -> Mapping[str, Any] | None:
    fact = fact_of(found, name)
    options = () if fact is None else fact["options"]
    return next((one for one in options if one["value"] == value), None)


def with_fact(facts: Facts, name: str, value: Any, chosen: Mapping[str, Any] | None) -> Facts:
    """Do what `withFact` of page/src/facts.ts does with a tap."""
    found = dict(facts)
    for other, changed in ({} if chosen is None else chosen["implied"]).items():
        if changed in USUAL:
            found.pop(other, None)
        else:
            found[other] = changed
    found[name] = value
    if name == "self_drawn" and value is True:
        found.pop("discarder", None)
    if name == "discarder" and value is not None:
        found["self_drawn"] = False
    if name == "seat" and found.get("discarder") == value:
        found.pop("discarder")
    return found


def describe(case: Case) -> str:
    return f"{case.rules} {case.hand} {dict(case.facts)}: {case.total} on the command line"


def tap_in_browser(cases: list[Case], chance: random.Random) -> Iterator[str]:
    """Tap the facts of wins on the built page; yield what went wrong."""
    from tests.handreader.web.browsing import browser
    from tests.page.static_site import serve_site
    from tests.page.test_static_page import open_page
    from tests.page.win_taps import tap_facts

    errors: list[str] = []
    folder = Path(tempfile.mkdtemp())
    with browser() as chromium, serve_site(folder) as site:
        for case in cases:
            with open_page(chromium, site, errors) as page:
                total = tap_facts(page, case.rules, str(case.hand), case.facts, chance)
            if total.split() != [str(case.total), "point" if case.total == 1 else "points"]:
                yield f"{describe(case)}: {total} in chromium"
    yield from errors


if __name__ == "__main__":
    main()
