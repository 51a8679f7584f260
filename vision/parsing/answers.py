"""Answers to questions: what each parse says to them, and answers as facts of the boxes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from scoring.meld import SetKind
from scoring.tiles import BACK

from ..found_box import WHITE
from ..layout.questions import (
    BACK_OR_WHITE,
    CALLED_KONG,
    KONGS,
    MIXED,
    NONE,
    PUNG_OR_KONG,
    YES_NO,
    Question,
    blanks_question,
    expand_blanks,
    question,
)
from ..picture_edge import PictureEdge
from ..relations.inputs import KINDS
from ..relations.roles import Edge, Relations, Role
from ..seen_tile import SeenTile
from .evidence import log_sum
from .parse import HandStatus, Parse, ParsedSet
from .printed_tiles import PRINTED

_CONCEALED, _, _NO_KONG = KONGS
_APART = "apart"  # of tiles that are neither called nor in hand: nobody answers so
_SURE_BOX = 0.9  # a box that is a tile with this probability is not asked about

Group = frozenset[int]


def clamp(
    tiles: Sequence[SeenTile],
    relations: Relations,
    answers: Mapping[str, str],
    hand_from: PictureEdge | None,
) -> tuple[tuple[SeenTile, ...], Relations]:
    """Return the tiles and relations with what answers say of single boxes and of the owner."""
    known = expand_blanks(answers)
    kept = [n for n, tile in enumerate(tiles) if known.get(f"is_tile:{tile.id}") != YES_NO[1]]
    seen = [_with_name(tiles[n], known) for n in kept]
    relations = relations.select(kept)
    roles, same = [[list(row) for row in rows] for rows in (relations.roles, relations.same_set)]
    back, stacked = [*relations.back], [*relations.stacked]
    concealed = [*relations.concealed]
    for row, tile in enumerate(seen):
        if YES_NO[0] == known.get(f"is_tile:{tile.id}") or known.get(PRINTED) == YES_NO[1]:
            roles[row] = _without(roles[row], Role.NO_TILE)
        if tile.kind_probability == 1.0:  # so sure is a person, never the namer
            back[row] = 1.0 if tile.kind == BACK else 0.0
        told = known.get(f"pung_or_kong:{tile.id}")
        if told is not None:
            stacked[row] = 0.999 if told == PUNG_OR_KONG[1] else 0.0
        told = known.get(f"four_equal:{tile.id}")
        if told is not None:
            concealed[row] = {_CONCEALED: 1.0, CALLED_KONG: 0.0}.get(told, concealed[row])
    places = {tile.id: row for row, tile in enumerate(seen)}
    for name, answer in known.items():
        code, _, about = name.partition(":")
        if code == "concealed_kong" and answer == YES_NO[1]:
            for one, other in permutations(map(int, about.split(",")), 2):
                if one in places and other in places:
                    same[places[one]][places[other]] = 0.0
    edge = relations.edge
    told_edge = known.get("owner_edge", hand_from)
    if told_edge is not None:
        edge = [float(one.name == PictureEdge(told_edge).name) for one in Edge]
    known_now = Relations(roles, relations.turned, concealed, stacked, back, same, edge)
    return tuple(seen), known_now


def _without(roles: Sequence[float], out: Role) -> list[float]:
    """Return the logarithms of the roles' probabilities given that one of them is not true."""
    kept = [-math.inf if role is out else roles[role] for role in Role]
    whole = log_sum(*kept)
    return [value - whole for value in kept]


def _with_name(tile: SeenTile, answers: Mapping[str, str]) -> SeenTile:
    told = answers.get(f"tile:{tile.id}", answers.get(f"back_or_white:{tile.id}"))
    return tile if told is None else replace(tile, names=((told, 1.0),))


class Questions:
    """The questions that tell the parses of a photo apart.

    Args:
        parses: of one photo.
        tiles: its tiles.
        turned: of each tile, whether it lies sideways.
        given: answers; what they settle is no question.
    """

    def __init__(
        self,
        parses: Sequence[Parse],
        tiles: Sequence[SeenTile],
        turned: Sequence[bool],
        given: Mapping[str, str],
    ) -> None:
        self._seen = {tile.id: tile for tile in tiles}
        self._given = given
        self._fours = {
            frozenset(one.tiles)
            for parse in parses
            for one in parse.sets
            if _is_plain_kong(one) and one.has_face
        }
        self._pairs = {
            frozenset(one.tiles) for parse in parses for one in parse.sets if len(one.tiles) == 2
        }
        self._raised = {
            min(one.tiles): one.tiles
            for parse in parses
            for one in parse.sets
            if len(one.tiles) == 3 and one.unseen
        }
        upright = {
            frozenset(one.tiles): "".join(one.kinds)
            for parse in parses
            for one in parse.sets
            if len(one.tiles) == 3 and (one.source is None or one.kind is SetKind.CHOW)
        }
        sideways = {tile.id for tile, is_turned in zip(tiles, turned, strict=True) if is_turned}
        self._upright = {
            group: name
            for group, name in upright.items()
            if ("called_sets" in given and not group & sideways)
            or any(group.issubset(parse.hand_ids) for parse in parses)
        }
        blank = {i: {self._blank(parse, i) for parse in parses} - {None} for i in self._seen}
        self._blanks = sorted(i for i, kinds in blank.items() if len(kinds) > 1)
        owned = [parse.own_ids for parse in parses]
        boxes = frozenset[int]().union(*owned)
        self._doubtful = sorted(i for i in boxes if any(i not in own for own in owned))
        self._shown = frozenset(i for parse in parses for i in parse.indicators)
        plain = [self._plain_answers(parse) for parse in parses]
        texts: dict[tuple[tuple[str, str], ...], set[str]] = {}
        for parse, told in zip(parses, plain, strict=True):
            texts.setdefault(tuple(sorted(told.items())), set()).add(_text(parse))
        self._asks_reading = "reading" in given or any(len(found) > 1 for found in texts.values())
        self.answers = tuple(map(self._with_reading, parses, plain))

    def _with_reading(self, parse: Parse, told: dict[str, str]) -> dict[str, str]:
        if self._asks_reading:
            told["reading"] = _text(parse)
        return told

    def by_id(self) -> dict[str, Question]:
        """Return the questions to which parses give different answers, by id."""
        options: dict[str, dict[str, None]] = {}
        for told in self.answers:
            for name, answer in told.items():
                options.setdefault(name, {})[answer] = None
        return {
            name: self._question(name, tuple(found))
            for name, found in options.items()
            if name not in self._given and not name.startswith("tile:")
        }

    def _plain_answers(self, parse: Parse) -> dict[str, str]:
        told: dict[str, str] = {}
        if parse.status in (HandStatus.WIN, HandStatus.NO_WIN) and parse.winning is not None:
            told["winning_tile"] = parse.kinds[parse.winning]
        for i in parse.hand_ids:
            told[f"tile:{i}"] = parse.kinds[i]
        for one in parse.sets:
            first = min(one.tiles)
            if first in self._raised and len(one.tiles) == 3:
                told[f"pung_or_kong:{first}"] = PUNG_OR_KONG[one.unseen]
            if _is_plain_kong(one) and one.has_face:
                told[f"four_equal:{first}"] = _CONCEALED if one.concealed else CALLED_KONG
        held = frozenset(parse.hand_ids)
        sets = {frozenset(one.tiles) for one in parse.sets}
        for group in self._pairs:
            told[_pair_name(group)] = YES_NO[group not in sets]
        for group in self._fours:
            if group <= held:
                told[f"four_equal:{min(group)}"] = _NO_KONG
        if self._upright or "called_sets" in self._given:
            whole = all(group in sets or group <= held for group in self._upright)
            names = sorted(name for group, name in self._upright.items() if group in sets)
            told["called_sets"] = (",".join(names) or NONE) if whole or names else _APART
        blanks = {i: self._blank(parse, i) for i in self._blanks}
        if len(blanks) > 1 and not _is_mixed(self._given):
            kinds = {kind for kind in blanks.values() if kind is not None}
            told[self._blanks_name()] = kinds.pop() if len(kinds) == 1 else MIXED
        else:
            told |= {f"back_or_white:{i}": kind for i, kind in blanks.items() if kind is not None}
        own = parse.own_ids
        told |= {f"is_tile:{i}": YES_NO[i not in own] for i in self._doubtful if self._may_go(i)}
        if self._shown:
            told["indicators"] = YES_NO[
                not self._shown.issuperset(parse.indicators) or not parse.indicators
            ]
        return told

    def _may_go(self, tile: int) -> bool:
        """Return whether it is doubtful that a box is a tile at all."""
        return self._seen[tile].existence < _SURE_BOX

    def _blank(self, parse: Parse, tile: int) -> str | None:
        """Return which kind of blank tile a parse takes a box for; None for no blank tile."""
        seen = self._seen[tile]
        shares = dict(seen.names)
        if shares.get(WHITE, 0.0) + shares.get(BACK, 0.0) < 0.5:
            return None
        if tile in parse.kinds:
            return WHITE if parse.kinds[tile] == WHITE else None
        for one in parse.sets:
            if tile in one.tiles:
                kind = one.kinds[one.tiles.index(tile)]
                return WHITE if kind == WHITE else BACK
        return BACK

    def _blanks_name(self) -> str:
        return blanks_question(self._blanks).id

    def _question(self, name: str, options: Sequence[str]) -> Question:
        code, _, about = name.partition(":")
        ids = tuple(int(one) for one in about.split(",") if one)
        if code == "blanks":
            return blanks_question(ids)
        if code == "pung_or_kong":
            return question(name, PUNG_OR_KONG, self._raised[ids[0]], kind=self._kind(ids[0]))
        if code == "four_equal":
            group = next(group for group in self._fours if min(group) == ids[0])
            return question(name, options, sorted(group), kind=self._kind(ids[0]))
        if code == "called_sets":
            names = [*self._upright.values()]
            sizes = range(1, len(names) + 1)
            every = [",".join(sorted(some)) for n in sizes for some in combinations(names, n)]
            kept = (NONE, *(one for one in every if one in options or "," not in one))
            tiles = [i for group in self._upright for i in sorted(group)]
            return question(name, kept, tiles, groups=", ".join(names))
        if code == "reading":
            return question(name, options, (), readings=" / ".join(options))
        if code == "indicators":
            kinds = " ".join(self._kind(i) for i in sorted(self._shown))
            return question(name, YES_NO, sorted(self._shown), kinds=kinds)
        if code == "winning_tile":
            return question(name, sorted(options, key=KINDS.index))
        if code == "concealed_kong":
            return question(name, YES_NO, ids, kind=self._kind(ids[0]))
        fixed = {"back_or_white": BACK_OR_WHITE, "is_tile": YES_NO}
        return question(name, fixed[code], ids)

    def _kind(self, tile: int) -> str:
        return self._seen[tile].kind


def agrees(told: Mapping[str, str], given: Mapping[str, str]) -> bool:
    """Return whether what a parse says to questions contradicts no answer."""
    return all(_parts(told.get(name, answer)) == _parts(answer) for name, answer in given.items())


def _parts(answer: str) -> list[str]:
    """Return what an answer lists, in any order."""
    return sorted(answer.split(","))


def _pair_name(pair: Group) -> str:
    """Return the id of the question whether two faces are a kong whose backs were not found."""
    return f"concealed_kong:{','.join(map(str, sorted(pair)))}"


def _is_mixed(given: Mapping[str, str]) -> bool:
    return any(name.startswith("blanks:") and answer == MIXED for name, answer in given.items())


def _is_plain_kong(one: ParsedSet) -> bool:
    return one.kind is SetKind.KONG and len(one.tiles) == 4 and one.source is None


def _text(parse: Parse) -> str:
    """Return a short description: the number of tiles in hand, and the sets."""
    sets = " ".join(sorted(map(_set_text, parse.sets)))
    return f"{len(parse.hand_ids)} in hand {sets}".strip()


def _set_text(one: ParsedSet) -> str:
    source = "" if one.source is None else f" {one.source.value}"
    kinds = one.kinds if one.has_face else ("?",) * len(one.kinds)
    return f"[{''.join(kinds)}{source}]"
