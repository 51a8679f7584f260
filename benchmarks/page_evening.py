"""Play random evenings on the page in two tabs, and compare what was shown with what was recorded.

    make page
    python benchmarks/page_evening.py [--evenings 3] [--deals 12] [--kills 4] [--seed 1]

In an evening four players play by a random rule set. Deals are entered now in one tab, now in the
other: wins by their tiles (with riichi of random players, sticks and counters on the table), wins
without tiles, draws. What the bar showed before a win was recorded, the changes in the list of
deals, the points of the players, and the exported table must be equal, and the same in both tabs;
they are also replayed by Python from the exported file. Tabs are killed at random moments, and
opened again. Every difference is printed; there should be none.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from page_totals import random_cases

from handreader.web.browser_worker import answer
from tests.handreader.web.browsing import PATIENCE, browser
from tests.page.places import enter_text, go
from tests.page.static_site import serve_site
from tests.page.test_two_tabs import PLAYERS, begin_game, kill_one, open_tab, record

RULES = ("riichi-ema", "riichi-tenhou", "riichi-wrc-2025", "zung-jung", "mcr", "hong-kong")
FLAGS = ("riichi", "double_riichi", "ippatsu")
BAR = ".total > span"
MINUS = "\N{MINUS SIGN}"


@dataclass(slots=True)
class Evening:
    """What happened so far.

    Attributes:
        rules: the rule set.
        tabs: two tabs with the open game.
        shown: what the bar showed of each win that was recorded by its tiles, by player.
        faults: what differed.
    """

    rules: str
    tabs: list[Any]
    shown: list[dict[str, int]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def main() -> None:
    """Print how many deals were played, and every difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evenings", type=int, default=3)
    parser.add_argument("--deals", type=int, default=12, help="of an evening")
    parser.add_argument("--kills", type=int, default=4, help="of tabs in an evening")
    parser.add_argument("--rules", nargs="*", default=list(RULES))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    deals, wins, faults = 0, 0, []
    with browser() as chromium, serve_site(Path(tempfile.mkdtemp())) as site:
        for number in range(options.evenings):
            rules = options.rules[number % len(options.rules)]
            evening = play_evening(chromium, site, rules, options.deals, options.kills, chance)
            deals += options.deals
            wins += len(evening.shown)
            faults += [f"{rules}: {fault}" for fault in evening.faults]
            print(f"{rules}: {len(evening.shown)} wins, {len(evening.faults)} faults", flush=True)
    print(f"{options.evenings} evenings, {deals} deals, {wins} wins by their tiles")
    print(f"{options.evenings * options.kills} kills, {len(faults)} differences")
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


def play_evening(
    chromium: Any, site: str, rules: str, deals: int, kills: int, chance: random.Random
) -> Evening:
    """Play deals in two tabs, kill some of them, and compare."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, locale="en-US", accept_downloads=True
    )
    one = open_tab(context, site)
    begin_game(one, rules)
    evening = Evening(rules, [one, open_tab(context, site)])
    evening.tabs[1].wait_for_selector(".players")
    hands = [case.hand for case in random_cases(rules, deals, chance)]
    killed = set(chance.sample(range(deals), min(kills, deals)))
    for number in range(deals):
        count = len(entries(evening.tabs[0]))
        tab = chance.choice(evening.tabs)
        tab.bring_to_front()  # as a person who taps has it: the browser draws others once a second
        if tab.locator(".players").count() == 0 or is_over(tab):
            break
        draw = chance.random() < 0.25
        if draw:
            record_draw(tab, rules, chance)
        else:
            record_win(evening, tab, str(hands[number]), chance)
        if number in killed:
            gone = kill_one(chromium, evening.tabs, chance)
            evening.tabs = [page for page in evening.tabs if page not in gone]
            evening.tabs += [open_tab(context, site) for _ in gone]
            for page in evening.tabs:
                page.bring_to_front()
                begin_hand(page)
            settle_after_kill(evening, count)
        else:
            for page in evening.tabs:
                if not has_deal(page, count):
                    alerts = page.locator("[role=alert]").all_inner_texts()
                    seen = page.locator(".total").all_inner_texts()
                    evening.faults.append(f"deal {count + 1} is not shown: {alerts}, {seen}")
                    page.screenshot(path=f"build/evening-{count}.png", full_page=True)
        if evening.faults:
            break
        compare_tabs(evening)
    if not evening.faults:
        compare_export(evening)
    context.close()
    return evening


def begin_hand(tab: Any) -> None:
    """Lay a hand aside that a killed tab left unrecorded; it is that of both tabs."""
    tab.wait_for_selector(".players, .total")
    while tab.locator(".total").count():
        button = tab.get_by_role("button", name="New hand")
        with suppress(Exception):  # the other tab may have recorded it in this moment
            button.click(timeout=1000)
    go(tab, "game")
    tab.wait_for_selector(".players")


def has_deal(tab: Any, place: int) -> bool:
    """Return whether a tab shows a deal, in good time."""
    for _ in range(int(10 * PATIENCE)):
        if tab.locator(".deals > li").count() > place:
            return True
        tab.wait_for_timeout(100)
    return False


def is_over(tab: Any) -> bool:
    return str(tab.locator("#game-title").inner_text()) == "The game is over"


def record_draw(tab: Any, rules: str, chance: random.Random) -> None:
    """Record that nobody won; in riichi with who was ready, and who declared riichi."""
    tab.get_by_role("button", name="Nobody won").click()
    form = tab.locator("form.deal")
    if rules.startswith("riichi"):
        for name in chance.sample(PLAYERS, chance.randint(0, 2)):
            group = form.get_by_role("group", name="Riichi declared by")
            group.get_by_role("button", name=name).click()
    record(tab)


def record_win(evening: Evening, tab: Any, hand: str, chance: random.Random) -> None:
    """Record a win by its tiles, and keep what the bar showed."""
    enter_text(tab, hand)
    tab.wait_for_selector("#fact-seat")
    names = list(PLAYERS)
    chance.shuffle(names)
    winner, payer, *others = names
    tab.locator("#fact-seat").get_by_role("button", name=winner).click()
    if chance.random() < 0.4:
        tab.locator("#fact-self_drawn button").first.click()
    else:
        tab.locator("#fact-discarder").get_by_role("button", name=payer).click()
    for name in [winner, *others]:
        group = tab.get_by_role("group", name="Riichi declared by")
        often = 0.8 if name == winner else 0.35  # it makes a win of many a hand
        declares = chance.random() < often and group.count() > 0
        if declares and group.get_by_role("button", name=name).count():
            group.get_by_role("button", name=name).click()
    wait_for_score(tab)
    button = tab.get_by_role("button", name="Record in the game")
    if not button.count():  # riichi of an open hand, or no win by these facts
        tab.get_by_role("button", name="New hand").click()
        go(tab, "game")
        record_draw(tab, "", chance)
        return
    evening.shown.append(amounts_of(tab.locator(BAR).inner_text()))
    button.click()


def wait_for_score(tab: Any) -> None:
    tab.wait_for_timeout(60)
    tab.wait_for_selector(".status progress", state="detached")


def amounts_of(text: str) -> dict[str, int]:
    """Parse `Anna +8 · Bo −8`."""
    found = {}
    for part in text.split("·"):
        name, amount = part.strip().replace("\N{NO-BREAK SPACE}", " ").rsplit(" ", 1)
        found[name] = int(amount.replace(MINUS, "-"))
    return found


def entries(tab: Any) -> list[dict[str, int]]:
    """Return the changes of each deal in the list, the first one first."""
    found = []
    for deal in tab.locator(".deals > li").all():
        changes = deal.locator("small.changes")
        found.append(amounts_of(changes.inner_text()) if changes.count() else {})
    return found[::-1]


def settle_after_kill(evening: Evening, before: int) -> None:
    """Drop what the bar showed of a win that the kill kept from being recorded."""
    count = len(entries(evening.tabs[0]))
    won = [one for one in entries(evening.tabs[0]) if one]
    if count == before and evening.shown and evening.shown[-1] not in won[-1:]:
        evening.shown.pop()


def compare_tabs(evening: Evening) -> None:
    """Compare the deals of both tabs, and the newest with what the bar showed."""
    one, other = (entries(tab) for tab in evening.tabs)
    if one != other:
        evening.faults.append(f"the tabs differ: {one[-2:]}, {other[-2:]}")
    shown = [{name: n for name, n in bar.items() if n} for bar in evening.shown]
    recorded = [deal for deal in one if deal]
    for bar in shown[-1:]:
        if bar not in recorded:
            evening.faults.append(f"shown {bar}, recorded {recorded[-1:]}")


def compare_export(evening: Evening) -> None:
    """Compare the points on the page with the exported file, its table, and Python's replay."""
    tab = evening.tabs[0]
    points = {
        name: int(
            tab.locator(".players tr", has_text=name)
            .locator(".number")
            .inner_text()
            .replace(MINUS, "-")
        )
        for name in PLAYERS
    }
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Export").click()
    file = json.loads(saved.value.path().read_text("utf-8"))
    game = json.loads(answer(json.dumps({"do": "game_open", "lang": "en", "file": file})))["game"]
    replayed = dict(zip(game["players"], game["state"]["points"], strict=True))
    if replayed != points:
        evening.faults.append(f"{points} on the page, {replayed} replayed")
    with tab.expect_download() as table:
        tab.get_by_role("button", name="Table (CSV)").click()
    rows = list(csv.DictReader(io.StringIO(table.value.path().read_text("utf-8-sig"))))
    totals = {name: int(rows[-1][f"{name} total"]) for name in PLAYERS}
    if totals != points:
        evening.faults.append(f"{points} on the page, {totals} in the table")
    compare_changes(evening, [entry["changes"] for entry in game["entries"]], game["players"])


def compare_changes(
    evening: Evening, changes: Sequence[Sequence[int]], players: Sequence[str]
) -> None:
    """Compare every bar that was shown with the entries of the exported file, in order."""
    recorded = [dict(zip(players, one, strict=True)) for one in changes]
    place = 0
    for bar in evening.shown:
        whole = {name: bar.get(name, 0) for name in players}
        while place < len(recorded) and recorded[place] != whole:
            place += 1
        if place == len(recorded):
            evening.faults.append(f"shown {bar}, but no such deal is in the file")
            return
        place += 1


if __name__ == "__main__":
    main()
