"""What a namer that errs would say of tiles: n-best lists drawn at random, honestly uncertain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scoring.tiles import BACK, UNKNOWN
from vision.seen_tile import SeenTile

# Faces that a namer takes for each other: numbers beside each other, the same winds and dragons.
_WINDS = ("1z", "2z", "3z", "4z", "6z", "7z")


def lookalikes(kind: str) -> list[str]:
    """Kinds that a kind is mistaken for."""
    if kind == BACK:
        return ["5z"]
    if kind[1] == "z":
        return [BACK] if kind == "5z" else [k for k in _WINDS if k != kind]
    if kind[1] == "f":
        return [f"{n}f" for n in range(1, 9) if str(n) != kind[0]]
    number = int(kind[0]) or 5
    near = [n for n in (number - 2, number - 1, number + 1, number + 2) if 1 <= n <= 9]
    return [f"{n}{kind[1]}" for n in near]


def noisy(
    tiles: Sequence[SeenTile], rng: np.random.Generator, doubtful: float = 0.08
) -> tuple[SeenTile, ...]:
    """The tiles with doubtful names.

    A share of the tiles is doubtful: the belief in the true kind is drawn, and the order of names
    follows from it, so that a name with 60 % is right in about 60 % of the cases.
    """
    return tuple(_noisy(tile, rng, doubtful) for tile in tiles)


def _noisy(tile: SeenTile, rng: np.random.Generator, doubtful: float) -> SeenTile:
    if tile.kind in (BACK, UNKNOWN) or rng.random() > doubtful:
        return replace(tile, names=tuple((k, max(p, 0.985)) for k, p in tile.names[:1]))
    others = lookalikes(tile.kind)
    rng.shuffle(others)
    share = rng.uniform(0.45, 0.94)
    rest = (1 - share) * rng.dirichlet(np.full(len(others[:3]), 0.6)) * 0.98
    names = [share, *(float(r) for r in rest)]
    order = rng.permutation(len(names))
    # Which name is the true one goes by the names' own probabilities.
    true = int(rng.choice(len(names), p=np.array(names) / sum(names)))
    labels = ["", *others[:3]]
    labels[0], labels[true] = labels[true], tile.kind
    if true:
        labels[0] = others[true - 1]
    pairs = sorted(((labels[i], names[i]) for i in order), key=lambda pair: -pair[1])
    return replace(tile, names=tuple((k, p) for k, p in pairs if p > 0.0005))
