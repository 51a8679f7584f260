"""Arrangements of tiles in training pictures: hands, melds, ponds, walls, heaps.

Every arrangement function returns its pieces, spread around the origin of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Floats
from .face_designs import Face
from .solids import Body, Piece

Pick = Callable[[], Face]


@dataclass(frozen=True, slots=True)
class Kit:
    """The set on the table: its body and a source of faces."""

    body: Body
    pick: Pick
    rng: np.random.Generator
    blank: Face | None = None  # its white dragon, where that has no print


def about_z(angle: float) -> Floats:
    """Return the rotation by `angle` radians, counter-clockwise seen from above."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def about_x(angle: float) -> Floats:
    """Return the rotation by `angle` radians about the x axis."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


FACE_DOWN = np.diag([-1.0, 1.0, -1.0])


def flat_tile(
    kit: Kit,
    x: float,
    y: float,
    angle: float = 0.0,
    *,
    back: bool = False,
    level: int = 0,
    face: Face | None = None,
    role: str = "",
) -> Piece:
    """Place a tile flat on the table (or `level` tiles up), its top turned by `angle`."""
    thick = kit.body.size[2]
    turn = about_z(angle) @ (FACE_DOWN if back else np.eye(3))
    centre = np.array([x, y, thick * (level + 0.5)])
    face = face or kit.pick()
    return Piece(centre, turn, _own_body(kit.body, face), face, role, level=level)


def upright_tile(kit: Kit, x: float, y: float, angle: float, lean: float) -> Piece:
    """Place a tile on its lower edge, face towards -y turned by `angle`, tilted back by `lean`."""
    _, height, thick = kit.body.size
    turn = about_z(angle) @ about_x(np.pi / 2 - lean)
    lift = height / 2 * np.cos(lean) + thick / 2 * np.sin(lean)
    face = kit.pick()
    return Piece(np.array([x, y, lift]), turn, _own_body(kit.body, face), face)


def edge_tile(kit: Kit, x: float, y: float, angle: float) -> Piece:
    """Place a tile on its long side: from above it shows neither its face nor its back."""
    width = kit.body.size[0]
    on_side = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    face = kit.pick()
    centre = np.array([x, y, width / 2])
    return Piece(centre, about_z(angle) @ on_side, _own_body(kit.body, face), face)


def _own_body(body: Body, face: Face) -> Body:
    """Return the body in the face's own colour, if the face is a crop that has one."""
    if face.body is None:
        return body
    return replace(body, colour=face.body)


def row(kit: Kit, count: int, upright: bool, lean: float = 0.0) -> list[Piece]:
    """Arrange `count` tiles side by side with small slips; at random add gaps, turns, backs."""
    rng, (width, height, _) = kit.rng, kit.body.size
    slack, slip = rng.uniform(0.0, 1.5), rng.uniform(0.0, 0.02)
    gap_chance = rng.choice([0.0, 0.0, 0.08, 0.25])
    turned_chance = rng.choice([0.0, 0.0, 0.08, 0.2]) if not upright else 0.0
    back_chance = rng.choice([0.0, 0.0, 0.05, 0.2])
    pieces, x = [], 0.0
    for _ in range(count):
        turned = rng.random() < turned_chance
        wide = height if turned else width
        if rng.random() < gap_chance:
            x += rng.uniform(0.3, 1.5) * width
        angle = rng.normal(0, slip) + (np.pi / 2 * rng.choice([1, -1]) if turned else 0.0)
        y = rng.normal(0, 15 * slip) - ((height - width) / 2 if turned else 0.0)
        back = rng.random() < back_chance
        if upright:
            pieces.append(upright_tile(kit, x + wide / 2, y, angle + (np.pi if back else 0), lean))
        else:
            pieces.append(flat_tile(kit, x + wide / 2, y, angle, back=back))
        x += wide + slack * rng.uniform(0.3, 1.0)
    return [_move(p, -x / 2, 0.0) for p in pieces]


def _move(piece: Piece, dx: float, dy: float, angle: float = 0.0) -> Piece:
    turn = about_z(angle)
    centre = turn @ piece.centre + np.array([dx, dy, 0.0])
    return replace(piece, centre=centre, turn=turn @ piece.turn)


def hand(kit: Kit) -> list[Piece]:
    """Arrange a hand in one line, sometimes with a second row above or below it."""
    rng, (width, height, _) = kit.rng, kit.body.size
    upright = rng.random() < 0.3
    lean = rng.uniform(0.0, 0.35)
    pieces = row(kit, int(rng.integers(4, 19)), upright, lean)
    if rng.random() < 0.3:
        extra = row(kit, int(rng.integers(1, 9)), False)
        dy = rng.choice([-1, 1]) * rng.uniform(1.15, 2.5) * height
        dx = rng.uniform(-4, 4) * width
        pieces += [_move(p, dx, dy) for p in extra]
    return pieces


def rows(kit: Kit) -> list[Piece]:
    """Arrange two to six rows below one another, like a pond or a complete set of tiles."""
    rng, (_, height, _) = kit.rng, kit.body.size
    pieces: list[Piece] = []
    pitch = height * rng.uniform(1.0, 1.35)
    length = int(rng.integers(3, 11))
    for line in range(int(rng.integers(2, 7))):
        count = max(1, length - int(rng.integers(0, 3)) * int(rng.random() < 0.4))
        dx = rng.normal(0, 4) if rng.random() < 0.5 else 0.0
        pieces += [_move(p, dx, -line * pitch) for p in row(kit, count, False)]
    middle = np.mean([p.centre for p in pieces], axis=0)
    return [_move(p, -middle[0], -middle[1]) for p in pieces]


def heap(kit: Kit) -> list[Piece]:
    """Scatter tiles, faces up and down, some upright on an edge."""
    rng, (_, height, _) = kit.rng, kit.body.size
    count = int(rng.integers(1, 40))
    reach = np.sqrt(count) * height * rng.uniform(0.65, 1.6)
    straight = rng.random() < 0.3
    places: list[tuple[float, float]] = []
    pieces: list[Piece] = []
    backs = rng.choice([0.0, 0.15, 0.4])
    for _ in range(count * 4):
        x, y = rng.uniform(-reach, reach, 2)
        if any((x - a) ** 2 + (y - b) ** 2 < (1.22 * height) ** 2 for a, b in places):
            continue
        angle = rng.choice(4) * np.pi / 2 + rng.normal(0, 0.15) if straight else rng.uniform(0, 7)
        if rng.random() < 0.1:
            pieces.append(upright_tile(kit, x, y, angle, rng.uniform(0, 0.1)))
        elif rng.random() < 0.06:
            pieces.append(edge_tile(kit, x, y, angle))
        else:
            pieces.append(flat_tile(kit, x, y, angle, back=bool(rng.random() < backs)))
        places.append((x, y))
        if len(pieces) == count:
            break
    return pieces


def wall(kit: Kit) -> list[Piece]:
    """Arrange backs in two layers, one or two of them turned up to show a face."""
    rng, (width, _, _) = kit.rng, kit.body.size
    pieces: list[Piece] = []
    length = int(rng.integers(5, 19))
    for k in range(length):
        x = (k - length / 2) * (width + 0.3)
        for level in range(int(rng.integers(1, 3))):
            up = level > 0 and rng.random() < 0.08
            pieces.append(
                flat_tile(kit, x, rng.normal(0, 0.3), rng.normal(0, 0.01), back=not up, level=level)
            )
    return pieces


def table(kit: Kit) -> list[Piece]:
    """Arrange a table in play: ponds, walls and hands on up to four sides."""
    rng, (_, height, _) = kit.rng, kit.body.size
    pieces: list[Piece] = []
    for side in range(4):
        angle = side * np.pi / 2
        turn = about_z(angle)
        parts: list[tuple[float, list[Piece]]] = []
        if rng.random() < 0.8:
            parts.append((-4.1 * height, _pond(kit)))
        if rng.random() < 0.6:
            parts.append((-7.7 * height, wall(kit)))
        if rng.random() < 0.7:
            upright = rng.random() < 0.5
            parts.append((-9.9 * height, row(kit, int(rng.integers(5, 15)), upright, 0.05)))
        for y, part in parts:
            for piece in part:
                shift = turn @ np.array([0.0, y, 0.0])
                pieces.append(_move(piece, shift[0], shift[1], angle))
    return pieces


def _pond(kit: Kit) -> list[Piece]:
    rng, (width, height, _) = kit.rng, kit.body.size
    pieces: list[Piece] = []
    for k in range(int(rng.integers(3, 19))):
        x = (k % 6 - 2.5) * (width + 0.7) + rng.normal(0, 0.4)
        y = (1 - k // 6) * (height + 0.8) + rng.normal(0, 0.4)
        angle = rng.normal(0, 0.03) + (np.pi / 2 if rng.random() < 0.04 else 0.0)
        pieces.append(flat_tile(kit, x, y, angle))
    return pieces


def close_up(kit: Kit) -> list[Piece]:
    """Arrange one to three tiles for a close-up."""
    rng, (width, _, _) = kit.rng, kit.body.size
    count = int(rng.integers(1, 4))
    return [
        flat_tile(
            kit,
            (k - (count - 1) / 2) * width * rng.uniform(1.5, 2.5),
            rng.uniform(-5, 5),
            rng.choice(4) * np.pi / 2 + rng.normal(0, 0.3),
            back=bool(rng.random() < 0.1),
        )
        for k in range(count)
    ]


def melds(kit: Kit) -> list[Piece]:
    """Arrange called sets side by side as after a call, now and then beside a hand."""
    rng, (width, height, _) = kit.rng, kit.body.size
    pieces: list[Piece] = []
    x = 0.0
    if rng.random() < 0.6:
        hand_row = row(kit, int(rng.integers(2, 12)), bool(rng.random() < 0.4), 0.1)
        left = min(p.centre[0] for p in hand_row) - width / 2
        pieces = [_move(p, x - left, rng.normal(0, 0.1) * height) for p in hand_row]
        x = max(p.centre[0] for p in pieces) + width / 2 + rng.uniform(0.4, 2.0) * width
    for _ in range(int(rng.integers(1, 5))):
        group, wide = _meld(kit)
        pieces += [_move(p, x, rng.normal(0, 0.03) * height) for p in group]
        x += wide + rng.choice([0.02, 0.3, 1.0]) * width
    return [_move(p, -x / 2, 0.0) for p in pieces]


_COVERED = ((0, 3), (1, 2), (0, 1, 2, 3), (1,), (0, 1, 2), (1, 2, 3), (0, 2, 3))
"""Places of a concealed kong that lie face down."""


def winning_hand(kit: Kit) -> list[Piece]:
    """Arrange a whole hand: tiles side by side, sets well apart from them, the winning tile apart.

    Where white dragons have no print, many a set is of those: nothing but its place and its edges
    tell that it is one.
    """
    rng, (width, height, _) = kit.rng, kit.body.size
    sets = int(rng.choice(5, p=(0.1, 0.25, 0.3, 0.25, 0.1)))
    tiles = row(kit, 13 - 3 * sets, bool(rng.random() < 0.25), rng.uniform(0.0, 0.2))
    half = (13 - 3 * sets) * width / 2
    apart = rng.choice([-1, 1]) * (half + rng.uniform(0.8, 4.0) * width)
    turned = np.pi / 2 * int(rng.random() < 0.3)
    pieces = [*tiles, flat_tile(kit, apart, rng.normal(0, 0.2) * height, turned)]
    way = int(rng.choice([-1, 1]))
    beside = max(abs(p.centre[0]) for p in pieces) + rng.uniform(0.8, 5.0) * width
    level = float(rng.choice([0.0, 0.0, -1.0, 1.0])) * rng.uniform(1.2, 3.0) * height
    x, y = (beside if way > 0 or level == 0 else -half), level
    in_corner = rng.random() < 0.3  # one below the other, rather than in a line
    for _ in range(sets):
        is_white = kit.blank is not None and rng.random() < 0.35
        group, wide = _meld(kit, kit.blank if is_white else None)
        at = x if way > 0 or level else -x - wide
        pieces += [_move(p, at, y + rng.normal(0, 0.03) * height) for p in group]
        if in_corner:
            y += rng.uniform(1.05, 1.6) * height
        else:
            x += wide + float(rng.choice([0.05, 0.4, 1.5, 3.0])) * rng.uniform(0.7, 1.3) * width
    places = np.array([p.centre for p in pieces])
    middle = (places.max(axis=0) + places.min(axis=0)) / 2
    return [_move(p, -middle[0], -middle[1]) for p in pieces]


def _meld(kit: Kit, face: Face | None = None) -> tuple[list[Piece], float]:
    """Arrange one called set from x = 0 on, lower edges level; return it and its width.

    It is a pung or a kong of the face, if one is given.
    """
    rng, (width, height, _) = kit.rng, kit.body.size
    count = 3 if rng.random() < 0.6 else 4
    if face is None and rng.random() < 0.6:
        face = kit.pick()
    hidden = count == 4 and rng.random() < 0.4
    turned = -1 if hidden or rng.random() < 0.2 else int(rng.integers(count))
    covered = _COVERED[int(rng.integers(len(_COVERED)))] if hidden else ()
    pieces: list[Piece] = []
    x = 0.0
    for k in range(count):
        wide = height if k == turned else width
        angle = rng.normal(0, 0.015) + (np.pi / 2 * rng.choice([1, -1]) if k == turned else 0.0)
        y = (width - height) / 2 if k == turned else 0.0
        at = x + wide / 2
        pieces.append(flat_tile(kit, at, y, angle, back=k in covered, face=face))
        if k == turned and rng.random() < 0.35:  # an added kong: above the turned tile or on it
            beside = rng.random() < 0.7
            above = y + (width + 0.4 if beside else 0.0)
            pieces.append(flat_tile(kit, at, above, angle, level=int(not beside), face=face))
        x += wide + rng.uniform(0, 0.8)
    return pieces, x


def stacks(kit: Kit) -> list[Piece]:
    """Arrange called sets, a hand or rows, with a second tile on some of the tiles."""
    rng, (width, _, _) = kit.rng, kit.body.size
    pieces = (melds, winning_hand, rows)[int(rng.choice(3, p=(0.6, 0.3, 0.1)))](kit)
    share = rng.uniform(0.1, 0.5)
    below = [p for p in pieces if p.level == 0 and abs(p.turn[2, 2]) > _FLAT]
    free = [p for p in below if not any(_is_on(other, p) for other in pieces)]
    for piece in free:
        if rng.random() > share:
            continue
        x, y, _ = piece.centre + rng.normal(0, 0.04 * width, 3)
        turned = np.arctan2(piece.turn[1, 0], piece.turn[0, 0]) + rng.normal(0, 0.05)
        turned += np.pi * rng.integers(2)
        pieces.append(flat_tile(kit, x, y, turned, back=bool(rng.random() < 0.1), level=1))
    return pieces


_FLAT = 0.9
"""Least cosine of a lying tile's slope."""


def _is_on(piece: Piece, below: Piece) -> bool:
    """Return whether a tile lies on another one, or partly."""
    apart = float(np.linalg.norm(piece.centre[:2] - below.centre[:2]))
    return piece.level > 0 and apart < below.body.size[1]


def rack(kit: Kit) -> list[Piece]:
    """Arrange a hand upright on a rack or against a ruler, with melds or flowers before it."""
    rng, (width, height, thick) = kit.rng, kit.body.size
    lean = rng.uniform(0.0, 0.3)
    tiles = row(kit, int(rng.integers(6, 18)), True, lean)
    low, high = (f([p.centre[0] for p in tiles]) for f in (min, max))
    colour = rng.uniform(15, 245, 3)
    lip = rng.uniform(0.1, 0.3) * height
    pieces = [*tiles]
    for y, tall, deep in (
        (-thick * rng.uniform(0.85, 1.1), lip, rng.uniform(3, 9)),
        (thick * rng.uniform(1.0, 1.6), height * rng.uniform(0.3, 1.0), rng.uniform(3, 12)),
    ):
        if rng.random() < 0.75:
            reach = rng.uniform(0.2, 4.0) * width
            pieces += bar(low - reach, high + reach, y, deep, tall, colour)
    if rng.random() < 0.4:
        before = melds(kit) if rng.random() < 0.5 else row(kit, int(rng.integers(1, 9)), False)
        dy = -rng.uniform(1.6, 3.0) * height
        pieces += [_move(p, 0.0, dy) for p in before]
    return pieces


def bar(
    left: float, right: float, y: float, deep: float, tall: float, colour: Floats
) -> list[Piece]:
    """Build a bar along x in short lengths, since pieces are drawn in order of distance."""
    red, green, blue = (int(np.clip(c, 0, 255)) for c in colour)
    count = max(1, round((right - left) / 25))
    step = (right - left) / count
    body = Body((step + 0.2, deep, tall), (red, green, blue), (red, green, blue), 0.0, 0.01)
    return [
        Piece(np.array([left + (k + 0.5) * step, y, tall / 2]), np.eye(3), body, None)
        for k in range(count)
    ]


def tray(kit: Kit) -> list[Piece]:
    """Arrange rows of tiles in a case or tray: rims around them, a gap here and there."""
    rng, (width, height, _) = kit.rng, kit.body.size
    lines, length = int(rng.integers(2, 6)), int(rng.integers(4, 11))
    backs = rng.random() < 0.25
    pieces: list[Piece] = []
    for line in range(lines):
        for k in range(length):
            if rng.random() < 0.06:
                continue
            x, y = (k - length / 2 + 0.5) * (width + 0.4), (lines / 2 - 0.5 - line) * (height + 1.0)
            back = bool(backs and rng.random() < 0.8)
            pieces.append(flat_tile(kit, x, y, rng.normal(0, 0.01), back=back))
    colour, tall = rng.uniform(15, 245, 3), rng.uniform(5, 35)
    half_x, half_y = length / 2 * (width + 0.4) + 4, lines / 2 * (height + 1.0) + 4
    for y in (-half_y, half_y):
        pieces += bar(-half_x, half_x, y, 5.0, tall, colour)
    for x in (-half_x, half_x):
        pieces += [_move(p, x, 0.0, np.pi / 2) for p in bar(-half_y, half_y, 0, 5.0, tall, colour)]
    return pieces


Arrangements = tuple[tuple[Callable[[Kit], list[Piece]], float], ...]

ARRANGEMENTS: Arrangements = (
    (hand, 0.15),
    (winning_hand, 0.3),
    (rack, 0.08),
    (tray, 0.05),
    (melds, 0.09),
    (rows, 0.12),
    (heap, 0.15),
    (table, 0.17),
    (wall, 0.04),
    (close_up, 0.07),
)
"""Contents of a picture, and their frequencies."""
