"""The parts of a hand as lines of tiles: the tiles in hand, the winning tile, flowers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import numpy as np

from scoring.hand import Hand
from scoring.tiles import KINDS, Tile
from vision.relations.boxes import Role

from .table import LineTile, Span, Table

Shares = Mapping[str, float]
_T = TypeVar("_T")

_HOLES = 0.04  # share of rows with a gap of more than half a tile somewhere
_ORDER = {kind.value: index for index, kind in enumerate(KINDS)}


def pick(rng: np.random.Generator, shares: Mapping[_T, float]) -> _T:
    """Return a random key; shares need not sum to 1."""
    left = float(rng.random()) * sum(shares.values())
    for name, share in shares.items():
        left -= share
        if left < 0:
            return name
    return name


@dataclass(frozen=True, slots=True)
class LayingStyle:
    """How a hand is laid.

    Attributes:
        winner: places of the winning tile (`lay_hand`) with their shares.
        melds: places of the sets (`lay_melds`) with their shares.
        flowers: places of the flowers (`lay_flowers`) with their shares.
        rows: number of rows of the tiles in hand, with shares.
        turned: share of hands with turned tiles where the rule set turns them.
        turned_elsewhere: the same where its book prescribes none.
        backs: ways to lay a concealed kong with their shares.
        added: ways to lay the fourth tile of a called kong with their shares.
        sorted: share of hands in order.
        grouped: share of hands with gaps between groups.
        lean: radians of a hand that stands, least and most; None if it lies.
    """

    winner: Shares
    melds: Shares
    flowers: Shares
    rows: Shares
    backs: Shares
    added: Shares
    turned: float = 0.93
    turned_elsewhere: float = 0.5
    sorted: float = 0.85
    grouped: float = 0.15
    lean: tuple[float, float] | None = None


def lay_hand(table: Table, hand: Hand, style: LayingStyle) -> tuple[Span, str]:
    """Lay the tiles in hand and the winning one; return where they lie, and the winner's place."""
    rng = table.rng
    place = pick(rng, style.winner)
    rows = int(pick(rng, style.rows))
    held = list(hand.concealed)
    won = hand.winning
    if won is None:
        place = "missing"
    elif place in ("none", "row turned", "pushed"):
        held.append(won)
    if len(held) < 5 or style.lean is not None:
        rows = 1
    if place in ("end turned", "start turned") and won is not None:
        held = with_partners_at_end(held, won, at_start=place == "start turned")
    elif rng.random() < style.sorted:
        held = _in_order(held, rng)
    else:
        held = [held[int(i)] for i in rng.permutation(len(held))]
    line = [LineTile(tile.value, Role.HAND) for tile in held]
    if rng.random() < style.grouped:
        line = _with_gaps(line, rng)
    if rng.random() < _HOLES and len(line) > 3:  # a row that came apart
        at = int(rng.integers(1, len(line)))
        line[at] = replace(line[at], gap=float(rng.uniform(0.6, 4.0)))
    if place in ("row turned", "pushed") and won is not None:
        line = _with_marked_winner(line, won, place, rng)
    lines = _split_rows(line, rows, rng)
    if won is not None:
        lines[-1] = _with_winner_in_line(lines[-1], won, place, rng)
    lean = None if style.lean is None else float(rng.uniform(*style.lean))
    span = _lay_rows(table, lines, lean)
    if won is not None:
        _lay_apart(table, won.value, place, span, lean)
    return span, place


def _in_order(tiles: list[Tile], rng: np.random.Generator) -> list[Tile]:
    """Return the tiles by suit, the suits in a random order as often as not."""
    if rng.random() < 0.6:
        return sorted(tiles, key=lambda tile: _ORDER[tile.plain.value])
    suits = {suit: int(i) for suit, i in zip("mpsz", rng.permutation(4), strict=True)}
    return sorted(tiles, key=lambda tile: (suits[tile.suit], _ORDER[tile.plain.value]))


def with_partners_at_end(tiles: list[Tile], won: Tile, at_start: bool) -> list[Tile]:
    """Move two tiles that make a set with the winning tile to an end, where there are such."""
    tiles = sorted(tiles, key=lambda tile: _ORDER[tile.plain.value])
    number = int(won.plain.value[0])
    pairs = [(0, 0)] + ([] if won.suit == "z" else [(-2, -1), (-1, 1), (1, 2)])
    plain = [tile.plain.value for tile in tiles]
    for a, b in pairs:
        first, second = f"{number + a}{won.suit}", f"{number + b}{won.suit}"
        if first in plain and plain.count(second) > (first == second):
            i = plain.index(first)
            j = plain.index(second, i + 1) if first == second else plain.index(second)
            rest = [tile for k, tile in enumerate(tiles) if k not in (i, j)]
            both = [tiles[i], tiles[j]]
            return both + rest if at_start else rest + both
    return tiles


def _with_gaps(line: list[LineTile], rng: np.random.Generator) -> list[LineTile]:
    """Add gaps between suits or between groups of three, as a player sorts a hand."""
    wide = float(rng.uniform(0.5, 1.0)) if rng.random() < 0.8 else float(rng.uniform(1.0, 2.2))
    if rng.random() < 0.5:
        return [
            replace(item, gap=float(rng.uniform(0.1, wide)))
            if i and item.kind[1] != line[i - 1].kind[1]
            else item
            for i, item in enumerate(line)
        ]
    return [
        replace(item, gap=float(rng.uniform(0.15, wide))) if i and i % 3 == 0 else item
        for i, item in enumerate(line)
    ]


def _with_marked_winner(
    line: list[LineTile], won: Tile, place: str, rng: np.random.Generator
) -> list[LineTile]:
    """Turn the winning tile within the row, or push it out of the row."""
    at = next(i for i, item in enumerate(line) if item.kind == won.value)
    if place == "pushed":
        away = float(rng.uniform(0.25, 0.9)) * (1 if rng.random() < 0.75 else -1)
        marked = replace(line[at], role=Role.WINNER, shift=away)
    else:
        marked = replace(line[at], role=Role.WINNER, turned=True)
    return [*line[:at], marked, *line[at + 1 :]]


def _split_rows(line: list[LineTile], rows: int, rng: np.random.Generator) -> list[list[LineTile]]:
    """Return the line as rows, far to near."""
    if rows == 1:
        return [line]
    cuts = [round(len(line) * k / rows) + int(rng.integers(-1, 2)) for k in range(1, rows)]
    ends = [0, *sorted(min(len(line) - 1, max(1, cut)) for cut in cuts), len(line)]
    parts = [line[a:b] for a, b in pairwise(ends) if b > a]
    return [[replace(part[0], gap=0.0), *part[1:]] for part in parts]


def _with_winner_in_line(
    line: list[LineTile], won: Tile, place: str, rng: np.random.Generator
) -> list[LineTile]:
    """Add the winning tile at an end of a line, where it lies there."""
    gap = float(rng.uniform(0.3, 1.7))
    item = LineTile(won.value, Role.WINNER, turned="turned" in place)
    if place in ("right", "right turned"):
        return [*line, replace(item, gap=gap)]
    if place in ("left", "left turned"):
        return [item, replace(line[0], gap=gap), *line[1:]] if line else [item]
    if place == "end turned":
        return [*line, replace(item, gap=float(rng.uniform(0, 0.15)))]
    if place == "start turned":
        return [item, *line]
    return line


def _lay_rows(table: Table, lines: Sequence[Sequence[LineTile]], lean: float | None) -> Span:
    """Lay rows from far to near; return the rectangle around them."""
    rng = table.rng
    pitch = table.height * float(rng.uniform(1.03, 1.6))
    spans = []
    for number, line in enumerate(lines):
        y = pitch * (len(lines) - 1 - number)
        x = float(rng.normal(0, 0.3)) * table.width if number else 0.0
        spans.append(table.lay_line(line, x, y, push=(0.0, -1.0), lean=lean))
    low = min(span.y for span in spans)
    high = max(span.y for span in spans) + table.height
    long = max(span.x + span.length for span in spans)
    return Span(min(span.x for span in spans), low, long, high - low, spans[-1].heading)


def _lay_apart(table: Table, kind: str, place: str, span: Span, lean: float | None) -> None:
    """Lay the winning tile off the line of the hand."""
    rng, width, height = table.rng, table.width, table.height
    item = LineTile(kind, Role.WINNER, turned=bool(rng.random() < 0.2))
    right = span.x + span.length
    tilt = float(rng.normal(0, 0.06))
    if place == "above" or place == "over":
        x = float(rng.uniform(span.x, max(span.x + 1, right - width)))
        away = 0.02 if place == "over" else float(rng.uniform(0.15, 0.9))
        table.lay_line([item], x, span.y + span.depth + away * height, tilt, push=(0.0, 1.0))
    elif place == "below":
        x = float(rng.uniform(span.x, max(span.x + 1, right - width)))
        y = span.y - height * (1.0 + float(rng.uniform(0.1, 0.8)))
        table.lay_line([item], x, y, tilt, push=(0.0, -1.0))
    elif place == "flat":  # beside standing tiles
        gap = float(rng.uniform(0.3, 1.6)) * width
        table.lay_line([item], right + gap, -0.6 * height, tilt)
    elif place == "far":
        side = rng.random()
        if side < 0.45:
            x, y, push = (
                right + float(rng.uniform(1.5, 5)) * width,
                float(rng.uniform(-1.5, 3)),
                (1, 0),
            )
        elif side < 0.6:
            x, y, push = (
                span.x - float(rng.uniform(2.5, 5)) * width,
                float(rng.uniform(-1, 3)),
                (-1, 0),
            )
        else:
            x, y, push = (
                span.x + float(rng.uniform(-0.1, 1.1)) * span.length,
                float(rng.uniform(2, 4.5)),
                (0, 1),
            )
        angle = float(rng.uniform(-0.6, 0.6))
        table.lay_line([item], x, span.y + y * height, angle, push=(float(push[0]), float(push[1])))


def line_length(items: Sequence[LineTile], table: Table) -> float:
    """Return the length of a line of touching tiles, mm."""
    return sum(
        item.gap * table.width + (table.height if item.turned else table.width)
        for item in items
        if not item.on_top and not item.beyond
    )


def lay_flowers(table: Table, hand: Hand, span: Span, style: LayingStyle) -> Span:
    """Lay the flowers of a hand in one or two lines; return the rectangle around everything."""
    if not hand.flowers:
        return span
    rng, width, height = table.rng, table.width, table.height
    order = [hand.flowers[int(i)] for i in rng.permutation(len(hand.flowers))]
    spaced = 0.5 if rng.random() < 0.15 else 0.0
    line = [
        LineTile(tile.value, Role.FLOWER, gap=spaced if i else 0.0) for i, tile in enumerate(order)
    ]
    where = pick(rng, style.flowers)
    parts = [line]
    if len(line) > 1 and where != "beside" and rng.random() < 0.12:
        parts = [line[: len(line) // 2], line[len(line) // 2 :]]
    top = span.y + span.depth
    for number, part in enumerate(parts):
        long = line_length(part, table)
        pitch = number * 1.15 * height
        right = span.x + span.length
        tilt = float(rng.normal(0, 0.03))
        if where == "left":
            x = span.x - long - float(rng.uniform(0.3, 2.5)) * width
            table.lay_line(part, x, span.y + pitch, tilt, push=(-1, 0))
        elif where == "right":
            x = right + float(rng.uniform(0.3, 2.5)) * width
            table.lay_line(part, x, span.y + pitch, tilt)
        elif where == "below":
            x = span.x + float(rng.uniform(0, 1)) * max(0.0, span.length - long)
            y = span.y - float(rng.uniform(1.05, 1.9)) * height - pitch
            table.lay_line(part, x, y, tilt, push=(0, -1))
        else:
            x = span.x if where == "above left" else right - long
            x += float(rng.normal(0, 1)) * width
            y = top + float(rng.uniform(0.08, 1.4)) * height + pitch
            laid = table.lay_line(part, x, y, tilt, push=(0, 1))
            top = max(top, laid.y + laid.depth - pitch)
    return Span(span.x, span.y, span.length, top - span.y, span.heading)
