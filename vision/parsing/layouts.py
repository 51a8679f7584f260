"""Parses as layouts: what commands, page and JSON show of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tiles import BACK, UNKNOWN

from ..layout.layout import Layout
from ..layout.melds import LaidMeld, MeldOrigin
from ..layout.questions import LayoutProblem, problem
from ..relations.roles import Relations
from ..seen_tile import SeenTile
from .parse import HandStatus, Parse, ParsedSet

_TURNED = 0.5  # probability from which a tile is shown as turned


@dataclass(frozen=True, slots=True)
class LayoutMaker:
    """What the parses of one photo have in common.

    Attributes:
        tiles: of the photo.
        rows: their ids, as the owner of the hand sees them.
        relations: of the tiles, in their order.
        rules: a rule set's id.
    """

    tiles: Sequence[SeenTile]
    rows: tuple[tuple[int, ...], ...]
    relations: Relations
    rules: str

    def layout(self, parse: Parse) -> Layout:
        """Return a parse as a layout without questions."""
        seen = {tile.id: tile for tile in self.tiles}
        melds = tuple(_meld(one, seen) for one in parse.sets)
        won = None if parse.winning is None else parse.kinds[parse.winning]
        kinds = dict(parse.kinds)
        for one in parse.sets:
            kinds |= {
                i: kind
                for i, kind in zip(one.tiles, one.kinds, strict=True)
                if BACK not in (kind, seen[i].kind)
            }
        own = {*parse.concealed, *parse.flowers, *parse.indicators}
        own |= {i for one in parse.sets for i in one.tiles}
        own |= set() if parse.winning is None else {parse.winning}
        ignored = tuple(i for row in self.rows for i in row if i not in own)
        flags = zip(self.tiles, self.relations.turned, strict=True)
        return Layout(
            self.rules,
            self.rows,
            tuple(i for row in self.rows for i in row if i in parse.concealed),
            parse.winning,
            won,
            None if won is None else "apart",
            (),
            melds,
            parse.flowers,
            parse.indicators,
            ignored=ignored,
            turned=frozenset(tile.id for tile, share in flags if share >= _TURNED),
            names={i: kind for i, kind in kinds.items() if kind != seen[i].kind},
            problems=_problems(parse, ignored),
            cost=-parse.log_probability,
        )


def _meld(one: ParsedSet, seen: dict[int, SeenTile]) -> LaidMeld:
    kinds = one.kinds if one.has_face else (UNKNOWN,) * len(one.kinds)
    kinds = (*kinds, *kinds[:1] * one.unseen)
    origin = MeldOrigin.CONCEALED if one.concealed else MeldOrigin.CALLED
    hidden = sum(seen[i].kind == BACK for i in one.tiles) if one.has_face else len(one.tiles)
    return LaidMeld(one.kind, one.tiles, kinds, origin, source=one.source, hidden=hidden)


def _problems(parse: Parse, ignored: Sequence[int]) -> tuple[LayoutProblem, ...]:
    """Return the problems of a hand that is none, and the remark on tiles beside it."""
    held = len(parse.concealed) + (parse.winning is not None)
    found = []
    if not held:
        found.append(problem("no_hand", sorted(ignored), count=len(ignored)))
    elif parse.status is HandStatus.COUNT:
        found.append(problem("wrong_count", parse.concealed, held=held, sets=len(parse.sets)))
    if ignored and held:
        found.append(problem("ignored", ignored, False, count=len(ignored)))
    return tuple(found)
