"""Parses as layouts: what commands, page and JSON show of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tiles import BACK, UNKNOWN

from ..layout.checks import surplus_copies
from ..layout.layout import RIICHI, Layout
from ..layout.melds import LaidMeld, is_flower
from ..layout.questions import LayoutProblem, problem
from ..relations.roles import Relations, Role
from ..seen_tile import SeenTile
from .parse import PLAIN_OF, HandStatus, Parse, ParsedSet

TURNED = 0.5  # probability from which a tile is shown as turned


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
        parse = replace(
            parse,
            concealed=tuple(sorted(parse.concealed, key=place.__getitem__)),
            flowers=tuple(sorted(parse.flowers, key=place.__getitem__)),
            indicators=tuple(sorted(parse.indicators, key=place.__getitem__)),
        )
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
            turned=frozenset(tile.id for tile, share in flags if share >= TURNED),
            names={i: kind for i, kind in kinds.items() if kind != seen[i].kind},
            problems=(
                *_problems(parse, ignored),
                *self._surplus(parse, melds),
                *self._flowers(parse),
                *self._red_fives(parse, seen),
            ),
            cost=-parse.log_probability,
        )

    def _surplus(self, parse: Parse, melds: Sequence[LaidMeld]) -> tuple[LayoutProblem, ...]:
        """Return the kinds of which what is no win has more tiles than there are."""
        if parse.status is HandStatus.WIN:
            return ()
        named = {
            tile.id: replace(tile, names=((parse.kinds[tile.id], 1.0),))
            if parse.kinds.get(tile.id, tile.kind) != tile.kind
            else tile
            for tile in self.tiles
        }
        return surplus_copies(parse.own_ids, named, melds)

    def _red_fives(self, parse: Parse, seen: Mapping[int, SeenTile]) -> Iterator[LayoutProblem]:
        """Yield a remark on each kong whose red five is face down."""
        for one in parse.sets:
            for i, kind in zip(one.tiles, one.kinds, strict=True):
                if kind in PLAIN_OF and seen[i].kind == BACK:
                    yield problem("red_five_implied", one.tiles, False, kind=PLAIN_OF[kind])

    def _flowers(self, parse: Parse) -> Iterator[LayoutProblem]:
        """Yield the flowers among the tiles of a riichi hand."""
        if self.rules != RIICHI:
            return
        found = [
            tile
            for tile, roles in zip(self.tiles, self.relations.roles, strict=True)
            if is_flower(tile)
            and max(Role, key=lambda role: roles[role])
            in (Role.HAND, Role.WINNER, Role.SET, Role.FLOWER)
        ]
        if found:
            kinds = [tile.kind for tile in found]
            yield problem(
                "no_flowers",
                [tile.id for tile in found],
                parse.status is not HandStatus.WIN,
                count=len(kinds),
                kind=kinds[0],
                kinds=" ".join(kinds),
            )


def _meld(one: ParsedSet, seen: dict[int, SeenTile]) -> LaidMeld:
    kinds = one.kinds if one.has_face else (UNKNOWN,) * len(one.kinds)
    kinds = (*kinds, *kinds[:1] * one.unseen)
    hidden = sum(seen[i].kind == BACK for i in one.tiles) if one.has_face else len(one.tiles)
    return LaidMeld(one.kind, one.tiles, kinds, one.concealed, one.source, hidden)


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
