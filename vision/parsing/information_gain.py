"""Information gain: the question whose answer determines the hand's worth best."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..layout.layout import Layout
from ..layout.questions import Question, question, with_options
from ..seen_tile import SeenTile

MOST = 2  # questions a hand
OPTIONS = 4  # names offered for a tile; any other can still be given


@dataclass(frozen=True, slots=True)
class World:
    """One hypothesis about everything in the photo.

    Attributes:
        cost: its negative log likelihood, up to a constant, in nats.
        answers: its answer to every question that was tried, tiles' names included.
        layout: the layout with these answers.
        worth: what the hand pays then; None if it is no win.
    """

    cost: float
    answers: Mapping[str, str]
    layout: Layout
    worth: Hashable


def worth_distribution(worlds: Sequence[World]) -> dict[Hashable, float]:
    """Return the share of the likelihood of each worth; the shares sum to 1."""
    least = min(world.cost for world in worlds)
    shares: dict[Hashable, float] = {}
    for world in worlds:
        shares[world.worth] = shares.get(world.worth, 0.0) + math.exp(least - world.cost)
    total = sum(shares.values())
    return {worth: share / total for worth, share in shares.items()}


def best_question(
    worlds: Sequence[World], tried: Mapping[str, Question], tiles: Mapping[int, SeenTile]
) -> tuple[Question, ...]:
    """Return the questions with the highest information gain, best first; at most two.

    Args:
        worlds: the hypotheses that remain.
        tried: the questions whose answers distinguish them, by id, as the layout asks them.
        tiles: every tile; a tile's name is asked where worlds name it differently.
    """
    chosen: list[str] = []
    while len(chosen) < MOST:
        left = {
            name: _information_gain(worlds, (*chosen, name), tiles)
            - _information_gain(worlds, chosen, tiles)
            for name in sorted({name for world in worlds for name in world.answers})
            if name not in chosen
        }
        best = max(left, key=lambda name: (left[name], name), default=None)
        if best is None or left[best] < 0.02:
            break
        chosen.append(best)
    return tuple(_question(name, worlds, tried, tiles) for name in chosen)


def _information_gain(
    worlds: Sequence[World], names: Sequence[str], tiles: Mapping[int, SeenTile]
) -> float:
    """Return the information that the answers give about the worth, in nats."""
    parts: dict[tuple[str, ...], list[World]] = {}
    for world in worlds:
        key = tuple(answer_of(world, name, tiles) for name in names)
        parts.setdefault(key, []).append(world)
    least = min(world.cost for world in worlds)
    weights = [sum(math.exp(least - w.cost) for w in part) for part in parts.values()]
    total = sum(weights)
    left = sum(
        weight / total * _entropy(worth_distribution(part))
        for weight, part in zip(weights, parts.values(), strict=True)
    )
    return _entropy(worth_distribution(worlds)) - left


def _entropy(shares: Mapping[Hashable, float]) -> float:
    return -sum(share * math.log(share) for share in shares.values() if share > 0)


def answer_of(world: World, name: str, tiles: Mapping[int, SeenTile]) -> str:
    """Return a world's answer to a question; a tile that it does not relabel keeps its kind.

    Unless it is in a set, which tells its kind: three tiles without print are white dragons.
    A world in which the picture shows the winning tile answers by that tile's kind.
    """
    told = world.answers.get(name)
    if told is not None:
        return told
    if name == "winning_tile":
        return world.layout.winning_kind or ""
    code, _, tile = name.partition(":")
    if code != "tile":
        return ""
    number = int(tile)
    own = next((m for m in world.layout.melds if number in m.tiles and not m.hidden), None)
    return tiles[number].kind if own is None else own.kinds[own.tiles.index(number)]


def _question(
    name: str,
    worlds: Sequence[World],
    tried: Mapping[str, Question],
    tiles: Mapping[int, SeenTile],
) -> Question:
    """Return the question with the options that remain, likeliest first."""
    shares: dict[str, float] = {}
    least = min(world.cost for world in worlds)
    for world in worlds:
        answer = answer_of(world, name, tiles)
        shares[answer] = shares.get(answer, 0.0) + math.exp(least - world.cost)
    if name not in tried:
        kinds = sorted((kind for kind in shares if kind != "?"), key=lambda kind: -shares[kind])
        return question(name, kinds[:OPTIONS], (int(name.partition(":")[2]),))
    found = tried[name]
    if found.code == "winning_tile":  # answered by selecting tiles, as the next one is
        return _with_shown_winners(found, worlds)
    if found.code == "called_sets":
        return found
    likely = tuple(option for option in found.options if option in shares)
    return found if len(likely) < 2 else replace(found, options=likely)


def _with_shown_winners(asked: Question, worlds: Sequence[World]) -> Question:
    """Return the question with the winning tiles that the picture shows in some of the worlds."""
    shown = [world.layout for world in worlds if "winning_tile" not in world.answers]
    kinds = (found.winning_kind for found in shown if found.winning_kind is not None)
    ids = (found.winning for found in shown if found.winning is not None)
    return with_options(asked, kinds, ids)
