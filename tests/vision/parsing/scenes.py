"""Boxes with what a relation net would say of them, for tests."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.tiles import BACK
from vision.layout.layout import Layout
from vision.parsing.parse import Parse
from vision.parsing.reading import read_hand
from vision.parsing.search import search
from vision.relations.roles import Edge, Relations, Role
from vision.seen_tile import Quad, SeenTile

WIDTH, HEIGHT = 30.0, 40.0


@dataclass
class Scene:
    """Boxes in a row, with what a net would say of them."""

    tiles: list[SeenTile] = field(default_factory=list)
    roles: list[list[float]] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    turned: list[float] = field(default_factory=list)
    concealed: list[float] = field(default_factory=list)
    stacked: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)

    def add(
        self,
        names: str | dict[str, float],
        role: Role | dict[Role, float],
        group: int = -1,
        *,
        turned: float = 0.01,
        concealed: float = 0.05,
        stacked: float = 0.001,
        back: float | None = None,
    ) -> int:
        number = len(self.tiles)
        shares = {names: 1.0} if isinstance(names, str) else names
        x = number * (WIDTH + 2)
        quad: Quad = ((x, 0.0), (x + WIDTH, 0.0), (x + WIDTH, HEIGHT), (x, HEIGHT))
        self.tiles.append(SeenTile(number, quad, tuple(shares.items()), True))
        given = {role: 0.99} if isinstance(role, Role) else role
        left = (1 - sum(given.values())) / max(1, len(Role) - len(given))
        self.roles.append([math.log(max(1e-9, given.get(one, left))) for one in Role])
        self.groups.append(group)
        self.turned.append(turned)
        self.concealed.append(concealed)
        self.stacked.append(stacked)
        self.back.append(shares.get(BACK, 0.0) if back is None else back)
        return number

    def relations(self, edge: Edge = Edge.BOTTOM) -> Relations:
        same = [
            [0.98 if a == b >= 0 and i != j else 0.01 for j, b in enumerate(self.groups)]
            for i, a in enumerate(self.groups)
        ]
        edges = [0.97 if one is edge else 0.01 for one in Edge]
        return Relations(
            self.roles, self.turned, self.concealed, self.stacked, self.back, same, edges
        )

    def parses(self, rules: str = "mcr", edge: Edge = Edge.BOTTOM) -> tuple[Parse, ...]:
        oracle = RulebookOracle(rulebook(rules), Situation())
        return search(self.tiles, self.relations(edge), rules, oracle)

    def read(self, answers: Mapping[str, str] | None = None, rules: str = "mcr") -> Layout:
        oracle = RulebookOracle(rulebook(rules), Situation())
        return read_hand(self.tiles, self.relations(), rules, oracle, answers or {})


def hold(scene: Scene, kinds: Sequence[str]) -> None:
    for kind in kinds:
        scene.add(kind, Role.HAND)


def lay_set(scene: Scene, kinds: Sequence[str], group: int, **says: float) -> None:
    for kind in kinds:
        scene.add(kind, Role.SET, group, **says)


def concealed_hand(winner: str = "9p") -> Scene:
    scene = Scene()
    hold(scene, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 1s 1s 9p".split())
    scene.add(winner, Role.WINNER)
    return scene
