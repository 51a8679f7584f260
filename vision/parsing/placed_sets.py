"""Candidates of sets as their owner sees them, with the likeliest sources of claimed tiles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.meld import MeldSource
from scoring.tiles import BACK

from ..relations.roles import Edge, Relations
from ..seen_tile import SeenTile
from .evidence import RIICHI, plain
from .groups import SetCandidate
from .parse import RED_OF, ParsedSet
from .sources import order_of_set, source_shares

_LEAST_SHARE = 0.02  # of an edge or a source that is tried
_MOST = 4

Sets = tuple[ParsedSet, ...]
Source = MeldSource | None


def place_sets(
    candidates: Sequence[SetCandidate],
    tiles: Sequence[SeenTile],
    relations: Relations,
    rules: str,
) -> list[tuple[float, Sets]]:
    """Return the sets in the order of their owner, with logarithms of the sources' shares.

    The likeliest sources come first, then less likely ones.
    """
    if all(one.concealed for one in candidates):
        edge = Edge(max(Edge, key=lambda one: relations.edge[one]))
        return [(0.0, tuple(_build_set(one, tiles, edge, rules) for one in candidates))]
    found: dict[Sets, float] = {}
    for edge in Edge:
        if relations.edge[edge] < _LEAST_SHARE:
            continue
        sets = tuple(_build_set(one, tiles, edge, rules) for one in candidates)
        shares: list[Mapping[Source, float]] = [
            source_shares(one.rows, one.kind, tiles, relations, edge)
            if not one.concealed
            else {None: 1.0}
            for one in candidates
        ]
        for share, sources in _likeliest(shares):
            named = tuple(
                replace(one, source=source) for one, source in zip(sets, sources, strict=True)
            )
            found[named] = found.get(named, 0.0) + share * relations.edge[edge]
    ranked = sorted(found.items(), key=lambda item: -item[1])[:_MOST]
    return [
        (math.log(share), sets)
        for sets, share in ranked
        if share > _LEAST_SHARE or sets is ranked[0][0]
    ]


def _likeliest(
    shares: Sequence[Mapping[Source, float]],
) -> Iterator[tuple[float, tuple[Source, ...]]]:
    """Yield the likeliest sources of all sets, and those with one other source."""
    ranked = [sorted(one.items(), key=lambda item: -item[1]) for one in shares]
    first = tuple(one[0][0] for one in ranked)
    total = math.prod(one[0][1] for one in ranked)
    yield total, first
    for number, one in enumerate(ranked):
        for source, share in one[1:]:
            if share * total > _LEAST_SHARE * one[0][1]:
                changed = (*first[:number], source, *first[number + 1 :])
                yield total * share / one[0][1], changed


def _build_set(one: SetCandidate, tiles: Sequence[SeenTile], edge: Edge, rules: str) -> ParsedSet:
    """Return a candidate as a set, its tiles from the owner's left, without a source."""
    order = order_of_set(one.rows, tiles, edge)
    kinds = dict(zip(one.rows, one.kinds, strict=True))
    named = tuple(kinds[i] for i in order)
    if one.concealed and rules == RIICHI and plain(named[0]) in RED_OF:
        named = _with_hidden_red(order, named, tiles)
    ids = tuple(tiles[i].id for i in order)
    return ParsedSet(ids, one.kind, named, one.concealed, one.has_hidden_fourth)


def _with_hidden_red(
    order: Sequence[int], kinds: tuple[str, ...], tiles: Sequence[SeenTile]
) -> tuple[str, ...]:
    """Return the kinds of a concealed kong of fives; its red one lies face down if none shows."""
    red = RED_OF[plain(kinds[0])]
    down = [n for n, i in enumerate(order) if tiles[i].kind == BACK]
    if red in kinds or not down:
        return kinds
    return (*kinds[: down[0]], red, *kinds[down[0] + 1 :])
