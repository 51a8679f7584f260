"""Parses as layouts: what commands, page and JSON show of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.tiles import BACK, UNKNOWN

from ..layout.checks import surplus_copies
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
        place = {i: n for n, i in enumerate(i for row in self.rows for i in row)}
        parse = replace(parse, concealed=tuple(sorted(parse.concealed, key=place.__getitem__)))
        sets = sorted(parse.sets, key=lambda one: place[one.tiles[0]])
        melds = tuple(_meld(one, seen) for one in sets)
        won = None if parse.winning is None else parse.kinds[parse.winning]
        kinds = dict(parse.kinds)
        for one in parse.sets:
            kinds |= {
                i: kind
                for i, kind in zip(one.tiles, one.kinds, strict=True)
                if BACK not in (kind, seen[i].kind)
            }
        own = {*parse.own_ids, *parse.flowers, *parse.indicators, *parse.hidden_indicators}
        ignored = tuple(i for row in self.rows for i in row if i not in own)
        flags = zip(self.tiles, self.relations.turned, strict=True)
        return Layout(
            self.rules,
            self.rows,
            parse.concealed,
            parse.winning,
            won,
            None if won is None else "apart",
            (),
            melds,
            parse.flowers,
            parse.indicators,
            parse.hidden_indicators,
            ignored=ignored,
            turned=frozenset(tile.id for tile, share in flags if share >= _TURNED),
            names={i: kind for i, kind in kinds.items() if kind != seen[i].kind},
            problems=(*_problems(parse, ignored), *self._surplus(parse, melds)),
            cost=-parse.log_probability,
        )

    def _surplus(self, parse: Parse, melds: Sequence[LaidMeld]) -> tuple[LayoutProblem, ...]:
        """Return the kinds of which what is no win has more tiles than there are."""
        if parse.status is HandStatus.WIN:
            return ()
        return surplus_copies(parse.own_ids, {tile.id: tile for tile in self.tiles}, melds)


def _meld(one: ParsedSet, seen: dict[int, SeenTile]) -> LaidMeld:
    kinds = one.kinds if one.has_face else (UNKNOWN,) * len(one.kinds)
    kinds = (*kinds, *kinds[:1] * one.unseen)
    origin = MeldOrigin.CONCEALED if one.concealed else MeldOrigin.CALLED
    hidden = sum(seen[i].kind == BACK for i in one.tiles) if one.has_face else len(one.tiles)
    return LaidMeld(one.kind, one.tiles, kinds, origin, source=one.source, hidden=hidden)


def _problems(parse: Parse, ignored: Sequence[int]) -> tuple[LayoutProblem, ...]:
    """Return the problems of a hand that is none, and the remark on tiles beside it."""
    held = len(parse.hand_ids)
    found = []
    if not held:
        found.append(problem("no_hand", sorted(ignored), count=len(ignored)))
    elif parse.status is HandStatus.COUNT:
        found.append(problem("wrong_count", parse.concealed, held=held, sets=len(parse.sets)))
    if ignored and held:
        found.append(problem("ignored", ignored, False, count=len(ignored)))
    return tuple(found)
