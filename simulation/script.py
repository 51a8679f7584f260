"""The script of a film, step by step, and the table's contents after each step.

Places are numbered in the order of play: 0 at the picture's bottom edge, 1 at its right, 2 at its
top, 3 at its left.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a film's script.

    Attributes:
        kind: "discard", "claim" (a set of which one tile was the last discard of `source`), "kong"
            (concealed), "declare" (a tile shown in front of the player, for his pung),
            "add" (the tile onto the pung of its kind), "flowers", "wall", "reveal" (a hand, with
            the last discard of `source`), "rob" (a hand, with the tile that `source` added or
            declared), "take" (a revealed hand put back), "clear" (all tiles removed), "shuffle",
            "heap" (shuffled tiles at rest), "rest" (an arm at rest over the table), "dark",
            "lost" (no picture), "wait".
        place: of the player.
        tokens: tiles, left to right: `5p` upright, `<5p>` turned, `##` face down, `_` a gap.
        source: place whose tile is claimed; -1 for none.
        seconds: duration, for steps that place no tiles; otherwise the calm after the step.
    """

    kind: str
    place: int = 0
    tokens: tuple[str, ...] = ()
    source: int = -1
    seconds: float = 1.6


LAYS = (
    "discard", "claim", "kong", "declare", "add", "flowers", "wall", "reveal", "rob", "take",
    "clear",
)  # fmt: skip
"""Kinds of steps that change the tiles on the table."""


@dataclass(slots=True)
class TableContents:
    """The tiles on the table; tokens as in `Step`, with `^` for a second tile above one."""

    ponds: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    melds: list[list[list[str]]] = field(default_factory=lambda: [[] for _ in range(4)])
    hands: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    flowers: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    declared: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    wall: list[str] = field(default_factory=list)

    def after(self, step: Step) -> TableContents:
        """Return the table's contents after a step; leave this object unchanged."""
        new = deepcopy(self)
        new._apply(step)
        return new

    def _apply(self, step: Step) -> None:
        place, tokens = step.place, list(step.tokens)
        if step.kind == "discard":
            self.ponds[place] += tokens
        elif step.kind in ("claim", "kong"):
            if step.source >= 0:
                self.ponds[step.source].pop()
            if step.kind == "kong" or tokens:
                self.melds[place].append(tokens)
        elif step.kind == "declare":
            self.declared[place] = tokens
        elif step.kind == "add":
            self.declared[place] = []
            self._add(place, tokens[0].strip("<>"))
        elif step.kind == "flowers":
            self.flowers[place] += tokens
        elif step.kind == "wall":
            self.wall = tokens
        elif step.kind == "reveal":
            if step.source >= 0:
                self.ponds[step.source].pop()
            self.hands[place] = tokens
        elif step.kind == "rob":
            self.declared[step.source] = []
            for meld in self.melds[step.source]:
                meld[:] = [token.rstrip("^") for token in meld]
            self.hands[place] = tokens
        elif step.kind == "take":
            self.hands[place] = []
        elif step.kind == "clear":
            for part in (self.ponds, self.melds, self.hands, self.flowers, self.declared):
                part[:] = [[] for _ in range(4)]
            self.wall = []

    def _add(self, place: int, kind: str) -> None:
        pung = next(m for m in self.melds[place] if m[0].strip("<>") == kind)
        turned = next(i for i, token in enumerate(pung) if token.startswith("<"))
        pung[turned] += "^"
