"""Print how often the quiz's hands have each pattern, beside wins of people where they are known.

    python benchmarks/quiz.py [--hands N] [--rules riichi-tenhou,mcr]

The hands are won in deals that four players play to an end (`scoring/quiz/played_deal.py`). For
riichi the shares of open hands stand beside those of tenhou.net's highest tables, from
"Yaku Rates by Hand Type" (pathofhouou.blogspot.com, 2020): value tiles 64 %, all simples 28 %,
half flush 8 %; of three players 89 %, 4 % and nearly a fifth.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping, Set
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scoring import Rulebook, Score, rulebook
from scoring.plausibility import is_riichi
from scoring.quiz.levels import level_of
from scoring.quiz.questions import draw_question

FAMILIES = "riichi-tenhou,riichi-three-players,mcr,hong-kong,zung-jung,chinese-official"
VALUE = {"yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun", "seat_wind", "round_wind"}
OF_PEOPLE: Mapping[int, tuple[tuple[str, Set[str], str], ...]] = {
    4: (
        ("value tiles", VALUE, "64 %"),
        ("all simples", {"tanyao"}, "28 %"),
        ("half flush", {"honitsu"}, "8 %"),
    ),
    3: (
        ("value tiles", VALUE, "89 %"),
        ("all simples", {"tanyao"}, "4 %"),
        ("half flush", {"honitsu"}, "nearly 20 %"),
    ),
}
"""Patterns of open hands: what counts as one, and the share that people have, by players."""
MOST_SHOWN = 25


def main() -> None:
    """Print the shares of each rule set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rules", default=FAMILIES)
    options = parser.parse_args()
    for rules in options.rules.split(","):
        book = rulebook(rules)
        scores, times = play(book, options.hands)
        print_shares(book, scores, times)


def play(book: Rulebook, count: int) -> tuple[list[Score], list[float]]:
    """Draw questions; return their scores, and the milliseconds that each took."""
    scores, times = [], []
    for number in range(count):
        start = time.perf_counter()
        scores.append(draw_question(book, level_of(book, 1), 1, number).score)
        times.append(1000 * (time.perf_counter() - start))
    return scores, times


def print_shares(book: Rulebook, scores: list[Score], times: list[float]) -> None:
    """Print how hands are won, and their patterns, the most frequent first."""
    count = len(scores)
    opened = [one for one in scores if any(not meld.concealed for meld in one.hand.melds)]
    drawn = sum(one.win.self_drawn for one in scores) / count
    median, most = statistics.median(times), sorted(times)[int(0.95 * count)]
    totals = statistics.median(one.total for one in scores)
    print(f"{book.id}: {count} hands, {median:.0f} ms each (95 %: {most:.0f} ms)")
    print(f"  open {len(opened) / count:.0%}, self-drawn {drawn:.0%}, median total {totals:g}")
    shares = Counter(name for one in scores for name in pattern_names(one))
    for name, found in shares.most_common(MOST_SHOWN):
        print(f"  {found / count:6.1%}  {name}")
    if is_riichi(book):
        print("  of open hands, beside people:")
        for name, ids, theirs in OF_PEOPLE[book.players]:
            ours = sum(bool(pattern_ids(one) & ids) for one in opened) / len(opened)
            print(f"  {ours:6.1%}  {name} ({theirs})")


def pattern_ids(score: Score) -> set[str]:
    """Return the ids of the patterns that count."""
    return {item.pattern.id for item in score.best.items} if score.best else set()


def pattern_names(score: Score) -> set[str]:
    """Return the English names of the patterns that count."""
    return {item.pattern.names["en"] for item in score.best.items} if score.best else set()


if __name__ == "__main__":
    main()
