"""What lies around a hand: walls, ponds, dora indicators, the other players' tiles, loose tiles."""

from __future__ import annotations

import math
from dataclasses import replace

from scoring.tiles import BACK, Tile
from vision.relations.boxes import Role

from .hands import Remainder
from .laying import NOBODY
from .table import LineTile, Span, Table

_HIDDEN = 0.25  # share of dead walls whose hidden indicators are turned up
_MOST_INDICATORS = 5  # four kongs turn four more up
_MORE_INDICATORS = 0.4  # share of dead walls with an indicator more
_HEAPS = 0.12  # share of ponds without rows


def lay_pond(
    table: Table,
    rest: Remainder,
    count: int,
    x: float,
    y: float,
    heading: float = 0.0,
    owner: int = 0,
) -> None:
    """Lay discards in rows of six towards their owner; now and then a heap without order."""
    rng, height = table.rng, table.height
    if rng.random() < _HEAPS:
        lay_heap(table, rest, count, x, y, owner)
        return
    turned = int(rng.integers(0, 4 * count + 1))
    down = (math.sin(heading), -math.cos(heading))
    per_row = 6 if rng.random() < 0.8 else int(rng.integers(5, 10))
    pitch = height * float(rng.uniform(1.01, 1.15))
    for row, first in enumerate(range(0, count, per_row)):
        items = [
            LineTile(rest.draw(), turned=first + i == turned)
            for i in range(min(per_row, count - first))
        ]
        at = (x + down[0] * row * pitch, y + down[1] * row * pitch)
        table.lay_line(items, *at, heading, push=down, owner=owner)
        placed = table.tiles[-len(items) :]
        table.tiles[-len(items) :] = [
            replace(tile, discard=first + i) for i, tile in enumerate(placed)
        ]


def lay_heap(
    table: Table, rest: Remainder, count: int, x: float, y: float, owner: int = NOBODY
) -> None:
    """Lay tiles without order beside each other, most with their faces up."""
    rng = table.rng
    down, reach = 0.2 * float(rng.random()) ** 2, 0.5 * table.height * math.sqrt(count)
    is_straight = rng.random() < 0.3
    for _ in range(count):
        way = float(rng.uniform(0, 2 * math.pi))
        far = reach * float(rng.random())
        is_down = bool(rng.random() < down)
        item = LineTile(BACK if is_down else rest.draw(), is_down=is_down)
        angle = float(rng.normal(0, 0.15) if is_straight else rng.uniform(0, 2 * math.pi))
        push = (math.cos(way), math.sin(way))
        at = (x + push[0] * far, y + push[1] * far)
        table.lay_line([item], *at, angle, push=push, owner=owner)


def lay_wall(
    table: Table, count: int, x: float, y: float, heading: float, push: tuple[float, float]
) -> Span:
    """Lay the upper tiles of a wall; a stack that was begun shows its lower one."""
    rng = table.rng
    items = [LineTile(BACK, is_down=True) for _ in range(count)]
    is_stacked = rng.random() < 0.8
    span = table.lay_line(items, x, y, heading, push=push, owner=NOBODY)
    if is_stacked:
        begun = int(rng.random() < 0.3)
        tiles = table.tiles[-count:]
        table.tiles[-count:] = [
            replace(tile, level=1) if i >= begun else tile for i, tile in enumerate(tiles)
        ]
    return span


def lay_indicators(table: Table, rest: Remainder, span: Span) -> tuple[Tile, ...]:
    """Lay a dead wall with dora indicators above the hand; return these from its left."""
    rng = table.rng
    count = 1
    while count < _MOST_INDICATORS and rng.random() < _MORE_INDICATORS:
        count += 1
    length = 7 if rng.random() < 0.8 else int(rng.integers(count + 1, 10))
    first = 2 if rng.random() < 0.75 else int(rng.integers(0, max(1, length - count)))
    first = min(first, length - count)
    kinds, hidden = ([rest.draw() for _ in range(count)] for _ in range(2))
    items, below = (
        [
            LineTile(shown[i - first], Role.INDICATOR)
            if first <= i < first + count
            else LineTile(BACK, is_down=True)
            for i in range(length)
        ]
        for shown in (kinds, hidden)
    )
    y = span.y + span.depth + float(rng.uniform(0.4, 3.0)) * table.height
    x = span.x + float(rng.uniform(-0.1, 0.8)) * span.length
    push = (0.0, 1.0)
    heading = 0.0 if rng.random() < 0.85 else float(rng.choice([math.pi, math.pi / 2]))
    if heading > 3:
        x += length * table.width
    if heading == 0.0 and rng.random() < _HIDDEN:  # of a riichi hand: between wall and hand
        laid = table.lay_line(below, x, y, push=push, owner=NOBODY, level=0)
        x, y = laid.x, laid.y + table.height * float(rng.uniform(1.0, 1.15))
    table.lay_line(items, x, y, heading, push=push, owner=NOBODY, level=0)
    return tuple(Tile(kind) for kind in kinds)


def lay_bare_indicators(table: Table, rest: Remainder, span: Span) -> tuple[Tile, ...]:
    """Lay one or two indicators, perhaps with a back at either side, as a club does without a wall.

    The backs of a dead wall may also be out of the picture, or not be found.
    """
    rng = table.rng
    kinds = [rest.draw() for _ in range(1 + int(rng.random() < 0.3))]
    items = [LineTile(kind, Role.INDICATOR) for kind in kinds]
    if rng.random() < 0.6:
        back = LineTile(BACK, is_down=True)
        items = [back, *items, back]
    y = span.y + span.depth + float(rng.uniform(0.6, 2.5)) * table.height
    x = span.x + float(rng.uniform(0, 1)) * span.length
    table.lay_line(items, x, y, push=(0.0, 1.0), owner=NOBODY)
    return tuple(Tile(kind) for kind in kinds)


def lay_loose_tiles(table: Table, rest: Remainder, span: Span, count: int) -> None:
    """Lay single tiles anywhere: penalties, counters, tiles that fell."""
    rng, width, height = table.rng, table.width, table.height
    for _ in range(count):
        is_down = bool(rng.random() < 0.4)
        item = LineTile(BACK if is_down else rest.draw(), is_down=is_down)
        far = rng.random() < 0.8
        y = span.y + span.depth + float(rng.uniform(0.8, 5)) * height
        y = y if far else span.y - float(rng.uniform(1.6, 3)) * height
        x = span.x + float(rng.uniform(-0.2, 1.2)) * span.length
        angle = float(rng.uniform(0, 2 * math.pi)) if rng.random() < 0.6 else 0.0
        push = (0.0, 1.0 if far else -1.0)
        table.lay_line([item], x + width, y, angle, push=push, owner=NOBODY)


def lay_others_sets(
    table: Table,
    rest: Remainder,
    x: float,
    y: float,
    heading: float,
    owner: int,
    count: int,
    role: Role = Role.OTHER,
) -> None:
    """Lay another player's sets in a line, seen from that player's seat."""
    rng = table.rng
    items: list[LineTile] = []
    for number in range(count):
        gap = float(rng.uniform(0.2, 0.9)) if number else 0.0
        names = rest.draw_set(3 + int(rng.random() < 0.12), bool(rng.random() < 0.4))
        if not names:
            break
        turned = int(rng.integers(len(names))) if rng.random() < 0.75 else -1
        down = {0, 3} if len(names) == 4 and turned < 0 else set()
        items += [
            LineTile(name, role, gap=gap if i == 0 else 0.0, turned=i == turned, is_down=i in down)
            for i, name in enumerate(names)
        ]
    if items:
        push = (math.sin(heading), -math.cos(heading))
        table.lay_line(items, x, y, heading, push=push, owner=owner)


def stand_others(table: Table, x: float, y: float, heading: float, owner: int) -> None:
    """Stand another player's tiles, their backs to the table's middle."""
    rng = table.rng
    count = int(rng.choice([13, 13, 10, 7, 4, 14]))
    items = [LineTile(BACK, is_down=True) for _ in range(count)]
    table.lay_line(items, x, y, heading, push=(0.0, 1.0), owner=owner, lean=0.0)


def lay_second_hand(
    table: Table, rest: Remainder, x: float, y: float, heading: float, owner: int
) -> None:
    """Lay another player's whole hand with its faces up, perhaps with a set beside it."""
    rng = table.rng
    sets = int(rng.integers(0, 3))
    kinds = sorted((rest.draw() for _ in range(13 - 3 * sets)), key=lambda kind: (kind[1], kind))
    items = [LineTile(kind, Role.RIVAL) for kind in kinds]
    if (last := rng.random()) < 0.6:
        apart = float(rng.uniform(0.3, 1.2)) if last < 0.3 else 0.0
        items.append(LineTile(rest.draw(), Role.RIVAL, gap=apart))
    push = (math.sin(heading), -math.cos(heading))
    span = table.lay_line(items, x, y, heading, push=push, owner=owner)
    if sets:
        far = span.length + 1.5 * table.width
        x, y = span.x + math.cos(heading) * far, span.y + math.sin(heading) * far
        lay_others_sets(table, rest, x, y, heading, owner, sets, Role.RIVAL)


def lay_whole_table(table: Table, rest: Remainder, span: Span, strength: float) -> None:
    """Lay four ponds, walls, and the other three players' tiles around the table's middle."""
    rng, width, height = table.rng, table.width, table.height
    inner = width * float(rng.uniform(3.0, 4.2))
    count = int(rng.integers(2, 15))
    middle_x = span.x + span.length * float(rng.uniform(0.3, 0.7))
    middle_y = span.y + span.depth + inner + height * float(rng.uniform(4.5, 7.5))
    shows = rng.random() < 0.3
    for seat in range(4):
        heading = seat * math.pi / 2
        across, away = (
            (math.cos(heading), math.sin(heading)),
            (-math.sin(heading), math.cos(heading)),
        )
        out = (-away[0], -away[1])
        seat_frame = (middle_x, middle_y), across, out
        number = max(0, count + int(rng.integers(-2, 3)))
        if number and rng.random() < 0.95:
            lay_pond(
                table,
                rest,
                number,
                *_place(seat_frame, -3.2 * width, inner + height),
                heading,
                seat,
            )
        if rng.random() < 0.65 * strength + 0.1:
            long = int(rng.integers(2, 18))
            at = _place(seat_frame, -8 * width, inner + 5.2 * height)
            push = away if seat == 0 else out
            lay_wall(table, long, *at, heading, push)
        if not seat:
            continue
        reach = inner + height * float(rng.uniform(6.4, 8.0))
        if shows and rng.random() < 0.4:
            lay_second_hand(table, rest, *_place(seat_frame, -7 * width, reach), heading, seat)
        elif rng.random() < 0.75:
            stand_others(table, *_place(seat_frame, -7 * width, reach), heading, seat)
        if rng.random() < 0.5:
            at = _place(seat_frame, 8 * width, reach)
            lay_others_sets(table, rest, *at, heading, seat, int(rng.integers(1, 4)))


def _place(frame: _Frame, along: float, outwards: float) -> tuple[float, float]:
    """Return a point by its distances along and towards a player's side of the table."""
    (x, y), across, out = frame
    return x + across[0] * along + out[0] * outwards, y + across[1] * along + out[1] * outwards


_Frame = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


def lay_some_surroundings(table: Table, rest: Remainder, span: Span, strength: float) -> None:
    """Lay a wall, a pond, another player's sets or standing tiles near the hand."""
    rng, width, height = table.rng, table.width, table.height
    y = span.y + span.depth + float(rng.uniform(0.3, 2.2)) * height
    if rng.random() < 0.55 * strength:
        x = span.x + float(rng.uniform(-0.3, 0.5)) * span.length
        wall = lay_wall(table, int(rng.integers(3, 18)), x, y, 0.0, (0.0, 1.0))
        y = wall.y + height * float(rng.uniform(1.1, 1.8))
    if rng.random() < 0.7 * strength:
        count = int(rng.integers(2, 22))
        rows = (count + 5) // 6
        x = span.x + float(rng.uniform(-0.2, 0.8)) * span.length
        lay_pond(table, rest, count, x, y + rows * 1.1 * height)
        y += (rows + 1.4) * 1.1 * height
    if rng.random() < 0.4 * strength:
        heading = float([math.pi, math.pi / 2, -math.pi / 2][int(rng.integers(3))])
        x = span.x + float(rng.uniform(0, 1)) * span.length
        lay_others_sets(table, rest, x, y + 2 * height, heading, 2, int(rng.integers(1, 4)))
    if rng.random() < 0.25 * strength:
        x = span.x + float(rng.uniform(-0.1, 0.3)) * span.length
        stand_others(table, x, y + 3 * height, math.pi, 2)
    if rng.random() < 0.1 * strength:  # a wall at the hand's side
        x = span.x + span.length + 2.5 * width
        lay_wall(table, int(rng.integers(3, 18)), x, span.y, math.pi / 2, (1.0, 0.0))
