"""The sets of a hand on the table: their tiles in a line, and where the lines lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from scoring.hand import Hand, Meld, MeldSource, SetKind
from vision.relations.boxes import Role

from .parts import LayingStyle, line_length, pick
from .table import LineTile, Span, Table

BOXES_CANNOT_TELL = "pung_or_kong"


def lay_melds(
    table: Table, hand: Hand, span: Span, style: LayingStyle, turns: bool, group: int = 0
) -> tuple[Span, frozenset[str]]:
    """Lay the sets of a hand around its line.

    Returns:
        The rectangle around hand and sets, and codes of the questions that this leaves open.
    """
    rng = table.rng
    groups, needed = [], set()
    for number, meld in enumerate(hand.melds):
        items, codes = meld_items(meld, turns, style, rng, group + number)
        groups.append(items)
        needed |= codes
    if not groups:
        return span, frozenset()
    where = pick(rng, style.melds)
    place = {"corner": _lay_column, "column": _lay_turned_column, "around": _lay_around}.get(where)
    if place is not None:
        return place(table, groups, span), frozenset(needed)
    return _lay_lines(table, groups, span, where), frozenset(needed)


def meld_items(
    meld: Meld, turns: bool, style: LayingStyle, rng: np.random.Generator, group: int
) -> tuple[list[LineTile], set[str]]:
    """Return the tiles of a set from the owner's left, and codes of open questions."""
    names = [tile.value for tile in meld.tiles]
    plain = LineTile("", Role.SET, group=group, concealed=meld.concealed)
    if meld.concealed:
        way = pick(rng, style.backs)
        down = _WAYS_OF_BACKS[way][int(rng.integers(len(_WAYS_OF_BACKS[way])))]
        up = iter(sorted(names, key=lambda name: name[0] == "0"))
        faces = iter([next(up) for _ in range(4 - len(down))])
        items = [
            replace(plain, kind=names[0], is_down=True)
            if i in down
            else replace(plain, kind=next(faces))
            for i in range(4)
        ]
        return items, {"kong_face"} if way == "four" else {"four_equal"} if way == "open" else set()
    added = pick(rng, style.added) if meld.kind is SetKind.KONG else "no"
    if meld.kind is SetKind.CHOW:
        if turns:
            names.insert(0, names.pop(int(rng.integers(3))))
        elif rng.random() < 0.15:
            names = [names[int(i)] for i in rng.permutation(3)]
    items = [replace(plain, kind=name) for name in (names[:3] if added != "no" else names)]
    last = len(items) - 1
    source = meld.source or MeldSource.LEFT
    middle = 1 if last == 2 else int(rng.integers(1, 3))
    at = {MeldSource.LEFT: 0, MeldSource.RIGHT: last}.get(source, middle)
    needed: set[str] = set()
    if not turns:
        needed = {"called_sets", "reading"} | ({"four_equal"} if last == 3 else set())
        at = int(rng.integers(3)) if last == 2 else at
    else:
        items[at] = replace(items[at], turned=True)
    if added == "on":
        fourth = replace(items[at], kind=names[3], on_top=True, turned=turns or rng.random() < 0.4)
        needed.add(BOXES_CANNOT_TELL)
        items.insert(at + 1, fourth)
    elif added != "no":
        far = 0.0 + float(abs(rng.normal(0, 0.06)))
        items.insert(at + 1, replace(items[at], kind=names[3], beyond=max(0.01, far)))
    return items, needed


_WAYS_OF_BACKS: Mapping[str, tuple[frozenset[int], ...]] = {
    "outside": (frozenset({0, 3}),),
    "inside": (frozenset({1, 2}),),
    "three": tuple(frozenset(range(4)) - {i} for i in range(4)),
    "four": (frozenset(range(4)),),
    "open": (frozenset(),),
    "one": tuple(frozenset({i}) for i in range(4)),
    "pair": (frozenset({0, 1}), frozenset({2, 3})),
}


def _lay_lines(table: Table, groups: list[list[LineTile]], span: Span, where: str) -> Span:
    """Lay sets side by side in one or more lines on a side of the hand."""
    rng, width, height = table.rng, table.width, table.height
    per_line = 4
    if where in ("above", "below") and len(groups) > 1 and rng.random() < 0.4:
        per_line = int(rng.integers(1, 4))
    near = float(rng.uniform(0.08, 0.5)) if rng.random() < 0.4 else float(rng.uniform(0.3, 1.6))
    lines = []
    for start in range(0, len(groups), per_line):
        line = list(groups[start])
        for one in groups[start + 1 : start + per_line]:
            line += [replace(one[0], gap=near * float(rng.uniform(0.7, 1.4))), *one[1:]]
        lines.append(line)
    pitch = height * float(rng.uniform(1.06, 1.6))
    gap = width * (
        float(rng.uniform(0.15, 0.8)) if rng.random() < 0.3 else float(rng.uniform(0.7, 3))
    )
    right, top = span.x + span.length, span.y + span.depth
    left, low = span.x, span.y
    for number, line in enumerate(lines):
        long = line_length(line, table)
        free = right - left - long
        inside = left + float(rng.uniform(-0.15, 1.15)) * free if free > 0 else left + free / 2
        if where == "right":
            laid = table.lay_line(line, right + gap, span.y + float(rng.normal(0, 0.1)) * height)
            right = laid.x + laid.length
        elif where == "left":
            x = left - gap - long
            laid = table.lay_line(
                line, x, span.y + float(rng.normal(0, 0.1)) * height, push=(-1, 0)
            )
            left = laid.x
        elif where == "above":
            y = span.y + span.depth + float(rng.uniform(0.08, 1.2)) * height + number * pitch
            laid = table.lay_line(line, inside, y, push=(0, 1))
            top = max(top, laid.y + laid.depth)
        else:
            y = span.y - float(rng.uniform(1.05, 2.2)) * height - number * pitch
            laid = table.lay_line(line, inside, y, push=(0, -1))
            low = min(low, laid.y)
    return Span(left, low, right - left, top - low, span.heading)


def _lay_column(table: Table, groups: list[list[LineTile]], span: Span) -> Span:
    """Lay sets one above the other at the hand's right or left."""
    rng, width, height = table.rng, table.width, table.height
    pitch = height * float(rng.uniform(1.05, 1.7))
    gap = width * float(rng.uniform(0.4, 3))
    tilt = float(rng.normal(0, 0.04))
    is_left = rng.random() < 0.25
    down = float(rng.uniform(-1.2, 0.4)) * height if rng.random() < 0.4 else 0.0
    right, top = span.x + span.length, span.y + span.depth
    for number, line in enumerate(groups):
        x = span.x - gap - 5 * width if is_left else span.x + span.length + gap
        x += float(rng.normal(0, 0.15)) * width
        laid = table.lay_line(line, x, span.y + down + number * pitch, tilt, push=(0, 1))
        right, top = max(right, laid.x + laid.length), max(top, laid.y + laid.depth)
    return Span(span.x, span.y, right - span.x, top - span.y, span.heading)


def _lay_turned_column(table: Table, groups: list[list[LineTile]], span: Span) -> Span:
    """Lay sets at the hand's right along the table's edge, turned by a quarter."""
    rng, width, height = table.rng, table.width, table.height
    x = span.x + span.length + float(rng.uniform(0.5, 3)) * width + height
    y = span.y + float(rng.normal(0, 0.5)) * height
    for line in groups:
        laid = table.lay_line(line, x, y, np.pi / 2 + float(rng.normal(0, 0.04)), push=(0, 1))
        y = laid.y + laid.length + float(rng.uniform(0.1, 0.8)) * width
    top = max(span.depth, y - span.y)
    return Span(span.x, span.y, x - span.x, top, span.heading)


def _lay_around(table: Table, groups: list[list[LineTile]], span: Span) -> Span:
    """Lay each set on a side of its own, sloppily."""
    rng, width, height = table.rng, table.width, table.height
    for line in groups:
        side = int(rng.integers(4))
        long = line_length(line, table)
        tilt = float(rng.normal(0, 0.12))
        inside = span.x + float(rng.uniform(-0.1, 1.0)) * max(0.0, span.length - long)
        if side == 0:
            x = span.x + span.length + float(rng.uniform(0.4, 2)) * width
            table.lay_line(line, x, span.y + float(rng.normal(0, 0.3)) * height, tilt)
        elif side == 1:
            y = span.y + span.depth + float(rng.uniform(0.15, 1)) * height
            table.lay_line(line, inside, y, tilt, push=(0, 1))
        elif side == 2:
            y = span.y - float(rng.uniform(1.15, 2)) * height
            table.lay_line(line, inside, y, tilt, push=(0, -1))
        else:
            x = span.x - long - float(rng.uniform(0.4, 2)) * width
            y = span.y + float(rng.normal(0, 0.3)) * height
            table.lay_line(line, x, y, tilt, push=(-1, 0))
    return Span(span.x, span.y, span.length, span.depth + 1.5 * height, span.heading)
