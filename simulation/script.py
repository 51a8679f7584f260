"""What happens in a film, step by step, and what lies on the table then.

Places are numbered in the order of play: 0 at the picture's bottom edge, 1 at its right, 2 at its
top, 3 at its left.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens.

    Attributes:
        kind: "discard", "claim" (a set of which one tile was the last discard of `source`), "kong"
            (concealed), "declare" (a tile shown in front of the player: it goes onto his pung),
            "add" (the tile onto the pung of its kind), "flowers", "wall", "reveal" (a hand, with
            the last discard of `source`), "rob" (a hand, with the tile that `source` added or
            declared), "take" (a shown hand put back), "clear" (all taken away), "shuffle", "heap"
            (shuffled tiles that nobody touches), "rest" (a hand lies there), "dark", "lost" (no
            picture), "wait".
        place: who does it.
        tokens: tiles as they lie, left to right: `5p` upright, `<5p>` turned, `##` face down, `_`
            a gap.
        source: place whose tile is taken; -1 for none.
        seconds: how long it lasts, for those that do not lay tiles; then how long all is calm.
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
"""Kinds of steps after which something else lies on the table."""


@dataclass(slots=True)
class Laid:
    """What lies on the table now; tokens as in `Step`, with `^` where a tile lies above one."""

    ponds: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    melds: list[list[list[str]]] = field(default_factory=lambda: [[] for _ in range(4)])
    hands: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    flowers: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    declared: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    wall: list[str] = field(default_factory=list)

    def after(self, step: Step) -> Laid:
        """What lies there after a step; this stays as it is."""
        new = deepcopy(self)
        new._do(step)
        return new

    def _do(self, step: Step) -> None:
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
