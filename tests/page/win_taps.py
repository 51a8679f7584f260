"""Taps that state the facts of a win on the page."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tests.page.places import enter_text

INDICATORS = ("dora_indicators", "ura_indicators")
NUMBERS = ("counters", "riichi_sticks", "norths")
SEATS = ("seat", "round", "discarder")
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}
RIICHI = ("riichi", "double_riichi", "ippatsu")


def tap_facts(
    page: Any, rules: str, hand: str, facts: Mapping[str, Any], chance: random.Random
) -> str:
    """Enter a hand and state its facts in random order; return what the bar then shows.

    A fact that the page does not show yet is stated later: East as the discarder, while East is
    taken for the winner.
    """
    page.wait_for_selector("header select >> nth=1", state="attached")
    page.locator("header select").first.select_option(rules)
    enter_text(page, hand)
    page.wait_for_selector("#facts-title")
    wanted = list(facts)
    chance.shuffle(wanted)
    tries = 2 * len(wanted)
    while wanted and tries:
        tries -= 1
        settle(page)
        name = wanted.pop(0)
        if not tap_fact(page, name, facts[name]):
            wanted.append(name)
    settle(page)
    if wanted:
        return f"no way to state {', '.join(wanted)}"
    return str(page.locator(".total strong").inner_text())


def settle(page: Any) -> None:
    """Wait until the page has scored what was tapped, and open what is folded."""
    page.wait_for_timeout(50)
    page.wait_for_selector(".status progress", state="detached")
    page.locator("section:has(#facts-title) details").evaluate_all(
        "(found) => { for (const one of found) one.open = true; }"
    )


def tap_fact(page: Any, name: str, value: Any) -> bool:
    """State a fact; return whether the page shows it."""
    within = page.locator("section:has(#facts-title)")
    if name in INDICATORS:
        for kind in value:
            within.locator(f"#fact-{name} .tile.empty").click()
            page.locator("dialog .palette button").nth(place_of(kind)).click()
            settle(page)
        return True
    if name in NUMBERS:
        for _ in range(value):
            within.locator(f"#fact-{name} button").last.click()
            settle(page)
        return True
    if name == "round" and within.locator("select").count():
        label = within.locator("label.fact", has_text="wind of the round")
        if label.count():
            label.locator("select").select_option(label=label_of(label, WINDS[value]))
            return True
    if name in SEATS:
        answer = within.locator(f"#fact-{name} button", has_text=WINDS[value])
    elif name == "self_drawn":
        answer = within.locator("#fact-self_drawn button").first
    elif name in RIICHI:
        answer = within.locator("#fact-riichi button", has_text=LABELS[name])
        if name == "riichi":
            answer = answer.first
    else:
        answer = within.locator(f"#fact-{name}")
    if not answer.count():
        return False
    if answer.get_attribute("aria-pressed") != "true" or "assumed" in str(
        answer.get_attribute("class")
    ):
        answer.click()
    return True


LABELS = {"riichi": "Riichi", "double_riichi": "Double riichi", "ippatsu": "Ippatsu"}


def label_of(field: Any, start: str) -> str:
    """Return the whole label of a list's option that begins so."""
    labels = [str(text) for text in field.locator("option").all_inner_texts()]
    return next(label for label in labels if label.startswith(start))


def place_of(kind: str) -> int:
    """Return the place of a kind among the 34 of a palette."""
    return "mpsz".index(kind[1]) * 9 + int(kind[0]) - 1
