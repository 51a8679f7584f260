"""Counting principles that the Chinese rulebooks share, as functions of a reading's items.

Non-repeat: a pattern that a counted one contains does not count (`apply_non_repeat`). Account-once
and non-identical: sets join into patterns like links into a chain (`account_once`). The other
two principles need no function: non-separation holds within one `Reading`, and the freedom to
choose is the choice of the best one.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from operator import attrgetter

from ..reading import Finds
from ..rulebook import Dropped, Item, Pattern, Rulebook, exclusion
from ..text import phrase

_JOINED = phrase(
    {
        "en": "its sets are already joined by what counts",
        "it": "le sue combinazioni sono già abbinate in ciò che conta",
    }
)
_value = attrgetter("value")

Link = tuple[int, int, tuple[int, ...]]  # points, number of its pattern, places


def apply_non_repeat(book: Rulebook, items: list[Item]) -> tuple[list[Item], list[Dropped]]:
    """Drop the items that a counted one excludes; return the rest in order, and the dropped.

    Unlike in `Rulebook.apply_exclusions`, an item that does not count itself excludes nothing: four
    concealed pungs drop the fully concealed hand, and self-drawn, which that hand contains, counts
    again. The dearest decide first, as an item is only ever excluded by one worth no less.
    """
    table = _exclusion_masks(book)
    excluding = [item for item in items if table[item.pattern][1]]
    if len(items) < 2 or not excluding:
        return items, []
    excluding.sort(key=_value, reverse=True)
    gone, by = 0, []
    for item in excluding:
        bit, covered = table[item.pattern]
        if not gone & bit:
            gone |= covered
            by.append(item.pattern)
    kept, dropped = [], []
    for item in items:
        bit = table[item.pattern][0]
        if not gone & bit:
            kept.append(item)
            continue
        top = next(pattern for pattern in by if table[pattern][1] & bit)
        dropped.append(exclusion(item, top, book.exclusions[top.id][item.pattern.id]))
    return kept, dropped


@lru_cache(maxsize=1 << 8)
def _exclusion_masks(book: Rulebook) -> dict[Pattern, tuple[int, int]]:
    """Return for each pattern its own bit, and the bits of all patterns that it excludes."""
    patterns = book.all_patterns
    bits = {pattern.id: 1 << place for place, pattern in enumerate(patterns)}
    return {
        pattern: (bits[pattern.id], sum([bits[id] for id in book.exclusions.get(pattern.id, ())]))
        for pattern in patterns
    }


def account_once(
    items: list[Item], joining: Collection[str], ref: str
) -> tuple[list[Item], list[Dropped]]:
    """Reduce the items that join sets to their most valuable legal choice.

    Args:
        items: the items counted so far; those that join sets have all their finds (`each=True`).
        joining: ids of the patterns that join sets.
        ref: paragraph for the dropped counts.

    Returns:
        all items that join nothing, and of the others the counts of the best choice; and the
        dropped counts.
    """
    found = [item for item in items if item.pattern.id in joining]
    if not found or (len(found) == 1 and len(found[0].finds) == 1):
        return items, []
    chosen = best_links(tuple([(item.value, item.finds) for item in found]))
    finds = {item.pattern.id: left for item, left in zip(found, chosen, strict=True)}
    kept, dropped = [], []
    for item in items:
        left = finds.get(item.pattern.id, item.finds)
        if left is item.finds or len(left) == len(item.finds):
            kept.append(item)
            continue
        if left:
            kept.append(restrict_item(item, left))
        rest = tuple([find for find in item.finds if find not in left]) if left else item.finds
        dropped.append(Dropped(restrict_item(item, rest), _JOINED, ref))
    return kept, dropped


def restrict_item(item: Item, finds: Finds) -> Item:
    """Return the item with only these of its finds."""
    return Item(item.pattern, item.value, len(finds), finds)


@lru_cache(maxsize=1 << 14)
def best_links(patterns: tuple[tuple[int, Finds], ...]) -> tuple[Finds, ...]:
    """Find the most valuable choice of finds, exactly, under two rules.

    Account-once: a find joins sets of which no two are connected yet, so each set is joined at
    most once to those already joined, and n sets form n - 1 pairs. The same rule excludes a find
    that a larger one contains. Non-identical: two finds of one pattern share no set.

    Args:
        patterns: for each pattern that joins sets the points of one count, and its finds.

    Returns:
        for each pattern the finds that count. Of equal choices the one that prefers valuable
        patterns, then early ones.
    """
    links: list[Link] = [
        (value, number, find) for number, (value, finds) in enumerate(patterns) for find in finds
    ]
    links.sort(key=lambda link: -link[0])  # stable: the order of the book stays
    apart = tuple(range(1 + max(max(find) for _, _, find in links)))
    _, chosen = _best_choice(links, 0, apart, frozenset())
    return tuple(
        [tuple([find for _, of, find in chosen if of == number]) for number in range(len(patterns))]
    )


def _best_choice(
    links: list[Link],
    start: int,
    group: tuple[int, ...],
    used: frozenset[tuple[int, int]],
) -> tuple[int, tuple[Link, ...]]:
    """Return the points and the best choice of links from `start` on.

    Args:
        links: all links.
        start: index of the first undecided link.
        group: for each place the joined group that it belongs to.
        used: (number of a pattern, place) of the links chosen so far.
    """
    best: tuple[int, tuple[Link, ...]] = (0, ())
    for index in range(start, len(links)):
        value, number, find = link = links[index]
        groups = {group[place] for place in find}
        if len(groups) < len(find) or any((number, place) in used for place in find):
            continue
        first = min(groups)
        merged = tuple([first if one in groups else one for one in group])
        now = used | {(number, place) for place in find}
        worth, chosen = _best_choice(links, index + 1, merged, now)
        if value + worth > best[0]:
            best = (value + worth, (link, *chosen))
    return best
