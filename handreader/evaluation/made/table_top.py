"""A table on which tiles are laid by hand: lines of tiles with the small slips of people.

Millimetres in the owner's frame: x to the owner's right, y away from the owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.hand import Meld, MeldSource, SetKind
from scoring.tiles import BACK
from vision.arrays import Floats
from vision.training.rendering.arrangements import FACE_DOWN, about_x, about_z
from vision.training.rendering.solids import Body, Piece

from .designs import PhysicalSet

_CLEARANCE = 0.05  # mm between tiles that touch
_PUSH = 0.4  # mm by which a tile is moved until it is free


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully tiles are laid.

    Attributes:
        angle: the largest ordinary angle of a tile to its line, degrees.
        gap: the largest ordinary gap between neighbours, in tile widths.
        touching: share of neighbours that touch.
        jitter: standard deviation across the line, mm.
        slope: standard deviation of a line's own angle, degrees.
        upside_down: share of tiles that their owner left upside down.
    """

    angle: float
    gap: float
    touching: float
    jitter: float
    slope: float
    upside_down: float


NEAT = Care(0.8, 0.02, 0.8, 0.25, 0.5, 0.0)
ORDINARY = Care(2.5, 0.08, 0.6, 0.8, 1.5, 0.03)
SLOPPY = Care(8.0, 0.3, 0.25, 2.5, 3.0, 0.08)


@dataclass(frozen=True, slots=True)
class Laid:
    """One tile of a line, or a gap.

    Attributes:
        kind: of the tile; "" for a gap.
        turned: whether it lies sideways.
        is_down: whether its face is down.
        is_above: whether it lies beyond the turned tile before it, as in an added kong.
        is_on: whether it lies on the tile before it.
        gap: tile widths, of a gap.
    """

    kind: str
    turned: bool = False
    is_down: bool = False
    is_above: bool = False
    is_on: bool = False
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class MadeDiscard:
    """What a tile of a pond is.

    Attributes:
        seat: of its player: 0 the hand's owner, 1 to 3 at the right, opposite and at the left.
        number: in the order of that player's discards, from 0.
        is_turned: whether it lies sideways.
    """

    seat: int
    number: int
    is_turned: bool


def space(widths: float) -> Laid:
    """Return a gap of some tile widths."""
    return Laid("", gap=widths)


class TableTop:
    """Tiles on a table; none cuts into another.

    Args:
        tiles: the set.
        body: size and colours of its tiles.
        care: how carefully tiles are laid.
        rng: source of chance.
    """

    def __init__(
        self, tiles: PhysicalSet, body: Body, care: Care, rng: np.random.Generator
    ) -> None:
        self.tiles, self.body, self.care, self.rng = tiles, body, care, rng
        self.pieces: list[Piece] = []
        self.discards: dict[int, MadeDiscard] = {}
        self.props: list[Piece] = []  # what is no tile: racks
        self.covered: set[int] = set()  # pieces on which another tile of their set lies
        self._footprints: list[Floats] = []

    @property
    def width(self) -> float:
        """Return the width of a tile, mm."""
        return self.body.size[0]

    @property
    def height(self) -> float:
        """Return the length of a tile, mm."""
        return self.body.size[1]

    def lay(
        self,
        kind: str,
        x: float,
        y: float,
        angle: float = 0.0,
        *,
        is_down: bool = False,
        level: int = 0,
        push: tuple[float, float] = (1.0, 0.0),
    ) -> tuple[float, float]:
        """Lay a tile flat near a point and return the place where it is free.

        Args:
            kind: its kind.
            x, y: mm.
            angle: of its upper edge, radians.
            is_down: whether its face is down.
            level: number of tiles below it; a tile on others is not pushed.
            push: direction in which it is moved while it cuts into another tile.
        """
        for _ in range(400):
            corners = self._corners(x, y, angle)
            if level or not any(_is_cutting(corners, other) for other in self._footprints):
                break
            x, y = x + push[0] * _PUSH, y + push[1] * _PUSH
        if not level:
            self._footprints.append(corners)
        turn = about_z(angle) @ (FACE_DOWN if is_down else np.eye(3))
        centre = np.array([x, y, self.body.size[2] * (level + 0.5)])
        self._add(kind, centre, turn, level)
        return x, y

    def stand(
        self, kind: str, x: float, y: float, angle: float, lean: float, lift: float = 0.0
    ) -> None:
        """Stand a tile on its lower edge, its face to the owner.

        Args:
            kind: its kind.
            x, y: mm.
            angle: radians about the vertical.
            lean: radians backwards.
            lift: mm above the table, as in a rack.
        """
        _, tall, thick = self.body.size
        high = lift + tall / 2 * np.cos(lean) + thick / 2 * np.sin(lean)
        turn = about_z(angle) @ about_x(np.pi / 2 - lean)
        self._add(kind, np.array([x, y, high]), turn)
        along, deep = self.width / 2, thick / 2 + tall / 2 * np.sin(lean)
        local = np.array([[-along, deep], [along, deep], [along, -deep], [-along, -deep]])
        self._footprints.append(local @ _spin(angle).T + [x, y])

    def is_free(self, x: float, y: float, radius: float) -> bool:
        """Return whether no tile is within a radius of a point, mm."""
        return all(
            float(np.linalg.norm(corners.mean(axis=0) - [x, y])) > radius + self.height / 2
            for corners in self._footprints
        )

    def _add(self, kind: str, centre: Floats, turn: Floats, level: int = 0) -> None:
        # a back's face is never seen; the white dragon is in every set
        face = self.tiles.face("5z" if kind == BACK else kind)
        self.pieces.append(Piece(centre, turn, self.body, face, level=level))

    def _corners(self, x: float, y: float, angle: float) -> Floats:
        half = np.array([self.width / 2, self.height / 2]) + _CLEARANCE
        local = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
        corners: Floats = local @ _spin(angle).T + [x, y]
        return corners

    def lay_line(
        self, line: Sequence[Laid], x: float, y: float, heading: float = 0.0
    ) -> tuple[float, float]:
        """Lay tiles side by side from their owner's left; return where the line ends.

        Args:
            line: tiles and gaps.
            x, y: the left end of the line's lower edge.
            heading: direction of the line, radians.
        """
        rng, care = self.rng, self.care
        heading += np.deg2rad(rng.normal(0, care.slope))
        bend = rng.normal(0, 0.15 * care.jitter) / 1e4  # a row is seldom quite straight
        along, away = np.array([np.cos(heading), np.sin(heading)]), _spin(heading) @ [0.0, 1.0]
        start, run = np.array([x, y]), 0.0
        last, place = 0.0, (x, y)
        for laid in line:
            if not laid.kind:
                run += laid.gap * self.width
                continue
            wide, tall = (self.height, self.width) if laid.turned else (self.width, self.height)
            if laid.is_above:
                at = start + along * (run - wide / 2) + away * (1.5 * tall + last)
                self._lay_one(laid, at, heading, push=away)
                continue
            if laid.is_on:
                self.covered.add(len(self.pieces) - 1)
                at = np.array(place) + rng.normal(0, 0.8, 2)
                self._lay_one(laid, at, heading, push=along, level=1)
                continue
            last = rng.normal(0, care.jitter) + bend * run * run
            at = start + along * (run + wide / 2) + away * (tall / 2 + last)
            place = self._lay_one(laid, at, heading, push=along)
            moved = float((np.array(place) - at) @ along)
            run += wide + max(0.0, moved) + self._gap()
        end = start + along * run
        return float(end[0]), float(end[1])

    def _lay_one(
        self, laid: Laid, at: Floats, heading: float, push: Floats, level: int = 0
    ) -> tuple[float, float]:
        rng, care = self.rng, self.care
        angle = heading + np.deg2rad(np.clip(rng.normal(0, care.angle / 2), -8, 8))
        if laid.turned:
            angle += np.pi / 2 * rng.choice([-1, 1])
        elif rng.random() < care.upside_down:
            angle += np.pi
        way = (float(push[0]), float(push[1]))
        x, y = float(at[0]), float(at[1])
        return self.lay(laid.kind, x, y, angle, is_down=laid.is_down, level=level, push=way)

    def _gap(self) -> float:
        """Return a random gap between neighbours, mm."""
        if self.rng.random() < self.care.touching:
            return float(self.rng.uniform(0, 0.3))
        return float(self.rng.uniform(0, self.care.gap) * self.width)


def _spin(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _is_cutting(one: Floats, other: Floats) -> bool:
    """Return whether two convex quads overlap: no edge of either separates them."""
    if float(np.abs(one.mean(axis=0) - other.mean(axis=0)).max()) > 60:
        return False
    for quad in (one, other):
        for edge in np.roll(quad, -1, axis=0) - quad:
            normal = np.array([-edge[1], edge[0]])
            a, b = one @ normal, other @ normal
            if a.max() <= b.min() or b.max() <= a.min():
                return False
    return True


def line_length(line: Sequence[Laid], width: float, height: float) -> float:
    """Return the length of a line of touching tiles, mm."""
    return sum(
        laid.gap * width if not laid.kind else height if laid.turned else width
        for laid in line
        if not (laid.is_above or laid.is_on)
    )


KONG_BACKS = ("outside", "inside", "three", "four")
"""Ways to lay a concealed kong: which of its tiles are face down."""


def lay_meld(
    meld: Meld, turns: bool, rng: np.random.Generator, backs: str = "", is_stacked: bool = False
) -> list[Laid]:
    """Return the tiles of a set from the owner's left.

    Args:
        meld: the set.
        turns: whether the claimed tile is turned.
        rng: source of chance.
        backs: of a concealed kong, one of `KONG_BACKS`; "" for a random one of the first two.
        is_stacked: whether the fourth tile of a called kong lies on the turned one.
    """
    names = [tile.value for tile in meld.tiles]
    if meld.concealed:
        return _concealed_kong(names, backs or str(rng.choice(KONG_BACKS[:2])), rng)
    if not turns:
        return [Laid(name) for name in names]
    if meld.kind is SetKind.CHOW:
        names.insert(0, names.pop(int(rng.integers(3))))
    last = len(names) - 1
    source = meld.source or MeldSource.LEFT
    if meld.kind is SetKind.KONG and (is_stacked or rng.random() < 0.3):  # added to a pung
        at = {MeldSource.LEFT: 0, MeldSource.RIGHT: 2}.get(source, 1)
        pung = [Laid(name, turned=i == at) for i, name in enumerate(names[:3])]
        fourth = Laid(names[3], turned=True, is_above=not is_stacked, is_on=is_stacked)
        return [*pung[: at + 1], fourth, *pung[at + 1 :]]
    middle = int(rng.integers(1, last))
    at = {MeldSource.LEFT: 0, MeldSource.RIGHT: last}.get(source, middle)
    return [Laid(name, turned=i == at) for i, name in enumerate(names)]


def _concealed_kong(names: list[str], backs: str, rng: np.random.Generator) -> list[Laid]:
    places = {
        "outside": {0, 3},
        "inside": {1, 2},
        "three": set(range(4)) - {int(rng.integers(4))},
        "four": set(range(4)),
    }[backs]
    plain = [name for name in names if name[0] != "0"]  # red fives are hidden
    up = iter(plain)
    return [Laid(names[0], is_down=True) if i in places else Laid(next(up)) for i in range(4)]
