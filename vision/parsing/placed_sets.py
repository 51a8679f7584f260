"""Candidates of sets as their owner sees them, with the likeliest sources of claimed tiles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.meld import MeldSource

from ..relations.roles import Edge, Relations
from ..seen_tile import SeenTile
from .groups import SetCandidate
from .parse import ParsedSet
from .sources import order_of_set, source_shares

Sets = tuple[ParsedSet, ...]
Source = MeldSource | None


def place_sets(
    candidates: Sequence[SetCandidate],
    tiles: Sequence[SeenTile],
    relations: Relations,
    least: float,
) -> list[tuple[float, Sets]]:
    """Return the sets in the order of their owner, with logarithms of the sources' shares.

    The likeliest sources come first, then less likely ones; none with less than the least share.
    """
    if all(one.concealed for one in candidates):
        edge = Edge(max(Edge, key=lambda one: relations.edge[one]))
        return [(0.0, tuple(_build_set(one, tiles, edge) for one in candidates))]
    found: dict[Sets, float] = {}
    for edge in Edge:
        if relations.edge[edge] < least:
            continue
        sets = tuple(_build_set(one, tiles, edge) for one in candidates)
        shares: list[Mapping[Source, float]] = [
            source_shares(one.rows, one.kind, tiles, relations, edge)
            if not one.concealed
            else {None: 1.0}
            for one in candidates
        ]
        for share, sources in _likeliest(shares, least):
            named = tuple(
                replace(one, source=source) for one, source in zip(sets, sources, strict=True)
            )
            found[named] = found.get(named, 0.0) + share * relations.edge[edge]
    ranked = sorted(found.items(), key=lambda item: -item[1])
    return [
        (math.log(share), sets) for sets, share in ranked if share > least or sets is ranked[0][0]
    ]


def _likeliest(
    shares: Sequence[Mapping[Source, float]], least: float
) -> Iterator[tuple[float, tuple[Source, ...]]]:
    """Yield the likeliest sources of all sets, and those with one other source."""
    ranked = [sorted(one.items(), key=lambda item: -item[1]) for one in shares]
    first = tuple(one[0][0] for one in ranked)
    total = math.prod(one[0][1] for one in ranked)
    yield total, first
    for number, one in enumerate(ranked):
        for source, share in one[1:]:
            if share * total > least * one[0][1]:
                changed = (*first[:number], source, *first[number + 1 :])
                yield total * share / one[0][1], changed


def _build_set(one: SetCandidate, tiles: Sequence[SeenTile], edge: Edge) -> ParsedSet:
    """Return a candidate as a set, its tiles from the owner's left, without a source."""
    order = order_of_set(one.rows, tiles, edge)
    kinds = dict(zip(one.rows, one.kinds, strict=True))
    named = tuple(kinds[i] for i in order)
    ids = tuple(tiles[i].id for i in order)
    return ParsedSet(ids, one.kind, named, one.concealed, one.unseen)
