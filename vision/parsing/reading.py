"""The hand of a photo, with the questions that its score depends on.

The parses of the search are the worlds; where they agree on what the hand pays nothing is asked,
else the question with the highest information gain is. Answers are facts for the next search.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Protocol

from scoring.meld import SetKind
from scoring.tiles import BACK, KINDS

from ..layout.checks import indicator_questions
from ..layout.layout import NO_ANSWERS, RIICHI, DecodedHand, Layout
from ..layout.questions import (
    NONE,
    YES_NO,
    LayoutError,
    Question,
    check_answers,
    has_choice,
    problem,
    question,
)
from ..picture_edge import PictureEdge
from ..relations.roles import Edge, Relations, Role
from ..rows import edge_of_faces, rows_of
from ..seen_tile import SeenTile
from .answers import Questions, agrees, clamp
from .evidence import plain
from .information_gain import MOST, World, answer_of, best_question, worth_distribution
from .layouts import TURNED, LayoutMaker
from .owners import OWN_ROLES, Party, find_parties, find_party_at, with_owner
from .parse import RED_OF, HandStatus, Parse, ParsedSet
from .printed_tiles import PRINTED, is_print
from .search import search
from .settings import SearchSettings
from .waits import ask_about_wait
from .wrong_counts import TOO_MANY, CompletionOracle, ask_about_count, extra_tile

WHOLE_HAND = 14
_SURELY_OTHER = [0.0 if role is Role.OTHER else -math.inf for role in Role]
_HANDS = (HandStatus.WIN, HandStatus.NO_WIN)


class RuleOracle(CompletionOracle, Protocol):
    """The rules' verdicts on a hand; `handreader.pipeline` has one for each rulebook."""

    def worth(self, shown: DecodedHand) -> Hashable:
        """Return what a hand pays; None if it is no win."""
        ...


def read_hand(
    tiles: Sequence[SeenTile],
    relations: Relations,
    rules: str,
    oracle: RuleOracle,
    answers: Mapping[str, str] = NO_ANSWERS,
    settings: SearchSettings | None = None,
    hand_from: PictureEdge | None = None,
) -> Layout:
    """Return the likeliest hand of a photo, with at most two questions that must be answered.

    Args:
        tiles: the recognised tiles of one photo.
        relations: what the relation net says of them, in their order.
        rules: a rule set's id.
        oracle: the rules.
        answers: corrections and answers to earlier questions; they are never questioned.
        settings: of the search.
        hand_from: the picture's edge at which the hand's owner sits, if a person gave it.

    Raises:
        LayoutError: an answer that is none of its question's options.
    """
    check_answers(answers, [tile.id for tile in tiles])
    request = _Request(rules, oracle, answers, settings or SearchSettings(), hand_from)
    seen, known = clamp(tiles, relations, answers, hand_from)
    found = _choose_hand(seen, known, request)
    is_printed = answers.get(PRINTED)
    if is_printed == YES_NO[0]:
        return replace(found, problems=(problem("printed_tiles"),), questions=())
    if is_printed is None and not found.own_ids and is_print(known):
        real = {**answers, PRINTED: YES_NO[1]}
        solid = read_hand(tiles, relations, rules, oracle, real, settings, hand_from)
        if solid.own_ids:
            asked = question(PRINTED, YES_NO, sorted(solid.own_ids))
            return replace(solid, questions=(asked, *solid.questions))
    before = {tile.id: tile.kind for tile in tiles}
    told = {tile.id: tile.kind for tile in seen if tile.kind != before[tile.id]}
    found = replace(found, names={**told, **found.names})
    return replace(found, questions=tuple(filter(has_choice, found.questions)))


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be read; the attributes are those of `read_hand`."""

    rules: str
    oracle: RuleOracle
    answers: Mapping[str, str]
    settings: SearchSettings
    hand_from: PictureEdge | None


def _choose_hand(tiles: Sequence[SeenTile], relations: Relations, request: _Request) -> Layout:
    """Return the hand; where several players' whole hands are in view, ask which one won."""
    parties = find_parties(tiles, relations, request.settings.least_hand)
    if not parties:
        return _Reading(tiles, relations, request).layout()
    readings = {one: with_owner(relations, tiles, one, parties) for one in parties}
    if request.hand_from is not None:
        own = find_party_at(request.hand_from, tiles, parties)
        if own is not None:
            return _Reading(tiles, readings[own], request).layout()
    told = {name: answer for name, answer in request.answers.items() if name != "winning_tile"}
    unnamed = replace(request, answers=told)  # a winner that a person named is of one of them
    hands = {one: _Reading(tiles, readings[one], unnamed).layout() for one in parties}
    counts = [hand.tile_count for hand in hands.values() if hand.tile_count <= WHOLE_HAND]
    most = max(counts, default=0)
    texts: dict[str, Party] = {}
    for one, hand in hands.items():
        if hand.tile_count >= most:  # who shows a tile less has not won
            texts.setdefault(_faces(hand, tiles), one)
    chosen = texts.get(told.get("which_hand", "")) or next(iter(texts.values()))
    if len(texts) == 1 or "which_hand" in told:
        return _Reading(tiles, readings[chosen], request).layout()
    ids = [min(hands[one].own_ids, default=0) for one in texts.values()]
    asked = question("which_hand", [*texts], ids, count=len(texts), hands=" / ".join(texts))
    return replace(hands[chosen], questions=(asked,))


def _owner_edge(tiles: Sequence[SeenTile], relations: Relations) -> PictureEdge:
    """Return the edge at which the hand's owner sits; where no hand is, that of most faces."""
    if not any(max(Role, key=lambda role: row[role]) in OWN_ROLES for row in relations.roles):
        return edge_of_faces(tiles)
    return PictureEdge[max(Edge, key=lambda one: relations.edge[one]).name]


def _faces(found: Layout, tiles: Sequence[SeenTile]) -> str:
    kinds = {tile.id: tile.kind for tile in tiles}
    return "".join(kinds[i] for row in found.rows for i in row if i in found.own_ids)


class _Reading:
    """The reading of one hand.

    Args:
        tiles, relations: with the answers applied.
        request: what is to be read.
    """

    def __init__(self, tiles: Sequence[SeenTile], relations: Relations, request: _Request) -> None:
        self._request, self._oracle = request, request.oracle
        self._answers, self._settings = request.answers, request.settings
        self._tiles, self._relations = tiles, relations
        self._turned = [share >= TURNED for share in relations.turned]
        self._seen = {tile.id: tile for tile in tiles}
        rows = tuple(
            tuple(tile.id for tile in row) for row in rows_of(tiles, _owner_edge(tiles, relations))
        )
        self._maker = LayoutMaker(tiles, rows, relations, request.rules)

    def layout(self) -> Layout:
        """Return the hand with its questions."""
        found = self._parses(self._relations)
        if not found:
            none = problem("no_hand", sorted(self._seen), count=len(self._tiles))
            return Layout(self._request.rules, self._maker.rows, problems=(none,))
        fitting = self._with_named_winner(found)
        left = sum(math.exp(one.log_probability) for one in fitting)
        if found[0].status in _HANDS and left < self._settings.least:
            kinds = " ".join(sorted(found[0].kinds[i] for i in found[0].hand_ids))
            raise LayoutError("not_held", tile=self._answers["winning_tile"], kinds=kinds)
        if fitting[0].status is HandStatus.COUNT:
            counted = self._with_wrong_count(fitting[0])
            if counted.questions:
                return counted
            again = self._parses_in_doubt
            if self._answers.get("extra") == NONE:
                again = [one for one in again if one.own_ids >= fitting[0].own_ids]
            if not again or again[0].status is not HandStatus.WIN:
                return counted
            fitting = again
        parses = [world for parse in self._likely(fitting) for world in _for_each_winner(parse)]
        questions = Questions(parses, self._tiles, self._turned, self._answers)
        worlds = [
            World(
                -parse.log_probability,
                {name: says[name] for name in says if name not in self._answers},
                self._maker.layout(parse),
                self._worth(parse),
            )
            for parse, says in zip(parses, questions.answers, strict=True)
        ]
        return self._decide(worlds, questions.by_id())

    @cached_property
    def _parses_in_doubt(self) -> list[Parse]:
        """The parses of a photo in which the net must be wrong."""
        doubted = self._relations.with_doubt(self._settings.doubt)
        return self._with_named_winner(self._parses(doubted))

    def _parses(self, relations: Relations) -> list[Parse]:
        """Return the parses with what answers say of their sets and indicators."""
        request = self._request
        return [
            self._with_red_five(self._with_kong_faces(self._with_hidden_indicators(one)))
            for one in search(self._tiles, relations, request.rules, self._oracle, self._settings)
        ]

    def _with_named_winner(self, found: Sequence[Parse]) -> list[Parse]:
        """Return the parses in which the tile that a person named won."""
        named = self._answers.get("winning_tile")
        if named is None:
            return [*found]
        return [
            one if one.status not in _HANDS else _with_winner(one, named)
            for one in found
            if one.status not in _HANDS or _holds(one, named)
        ]

    def _likely(self, found: Sequence[Parse]) -> list[Parse]:
        """Return the likeliest parses that contradict no answer.

        If each does, a person knows what the net doubts too little; then all, if none ever fits.
        """
        fitting = self._fitting(found)
        if not fitting or fitting[0].status is HandStatus.COUNT:
            fitting = self._fitting(self._parses_in_doubt) or fitting or [*found]
        fitting = fitting[: self._settings.most_worlds]
        least = fitting[0].log_probability + math.log(self._settings.least_share)
        return [parse for parse in fitting if parse.log_probability >= least]

    def _fitting(self, found: Sequence[Parse]) -> list[Parse]:
        """Return the parses that contradict no answer."""
        if not self._answers:
            return [*found]
        told = Questions(found, self._tiles, self._turned, self._answers).answers
        pairs = zip(found, told, strict=True)
        return [parse for parse, says in pairs if agrees(says, self._answers)]

    def _with_kong_faces(self, parse: Parse) -> Parse:
        """Return the parse with the faces that answers give to kongs face down."""
        sets = tuple(
            one
            if one.has_face or (face := self._answers.get(f"kong_face:{min(one.tiles)}")) is None
            else replace(one, kinds=(face,) * len(one.kinds))
            for one in parse.sets
        )
        return replace(parse, sets=sets)

    def _with_hidden_indicators(self, parse: Parse) -> Parse:
        """Return the parse with the indicators in a lower row as the hidden ones."""
        rows = [
            tuple(i for i in row if i in parse.indicators)
            for row in self._maker.rows
            if set(row) & set(parse.indicators)
        ]
        if len(rows) < 2:
            return parse
        return replace(parse, indicators=tuple(chain(*rows[:-1])), hidden_indicators=rows[-1])

    def _with_red_five(self, parse: Parse) -> Parse:
        """Return the parse with the red five among the hidden tiles of a kong of fives.

        The kong holds all four fives: the red one is face down where no face is red.
        """
        if self._request.rules != RIICHI:
            return parse
        sets = []
        for one in parse.sets:
            red = RED_OF.get(one.kinds[0])
            hidden = [n for n, i in enumerate(one.tiles) if self._seen[i].kind == BACK]
            if red is not None and hidden and red not in one.kinds and one.kind is SetKind.KONG:
                last = hidden[-1]
                one = replace(one, kinds=(*one.kinds[:last], red, *one.kinds[last + 1 :]))
            sets.append(one)
        return replace(parse, sets=tuple(sets))

    def _with_wrong_count(self, parse: Parse) -> Layout:
        """Return what is no hand, with the question that would make it one."""
        found = self._maker.layout(parse)
        extra = self._answers.get("extra", NONE)
        gone = extra_tile(found, self._seen, extra)
        if found.tile_count == TOO_MANY and gone is not None:
            roles = [
                _SURELY_OTHER if tile.id == gone else row
                for tile, row in zip(self._tiles, self._relations.roles, strict=True)
            ]
            answers = {id: told for id, told in self._answers.items() if id != "extra"}
            request = replace(self._request, answers=answers)
            return _Reading(self._tiles, replace(self._relations, roles=roles), request).layout()
        missing = self._answers.get("missing", NONE)
        if missing != NONE:
            problems = tuple(p for p in found.problems if p.code != "wrong_count")
            found = replace(found, covered_kinds=(missing,), problems=problems)
            return self._with_waits(found)
        return ask_about_count(found, self._seen, self._oracle, self._answers)

    def _worth(self, parse: Parse) -> Hashable:
        """Return what a parse pays, None for nothing; what waits, if none of its tiles has won."""
        if parse.status is HandStatus.NO_WIN:
            return None
        is_known_wait = parse.status is HandStatus.WAIT and parse.has_faces
        if is_known_wait and not self._oracle.waits(parse.hand()):
            return None
        if parse.status is not HandStatus.WIN:
            return parse.status, tuple(sorted(parse.kinds[i] for i in parse.hand_ids)), parse.sets
        if not parse.has_faces:
            parse = replace(parse, sets=tuple(map(self._with_some_face, parse.sets)))
        return self._oracle.worth(parse.whole_hand())

    def _with_some_face(self, one: ParsedSet) -> ParsedSet:
        """Return a kong whose face nobody knows with one that is not in view."""
        if one.has_face:
            return one
        seen = {tile.kind for tile in self._tiles}
        free = next((kind.value for kind in KINDS if kind.value not in seen), KINDS[0].value)
        return replace(one, kinds=(free,) * len(one.kinds))

    def _decide(self, worlds: Sequence[World], asked: Mapping[str, Question]) -> Layout:
        """Return the best world's layout, with questions where others have another worth."""
        shares = worth_distribution(worlds)
        likeliest = max(shares, key=lambda worth: shares[worth])
        best = min(worlds, key=lambda world: world.cost)
        needed: tuple[Question, ...] = ()
        if shares[likeliest] < self._settings.certainty:
            ranked = sorted(worlds, key=lambda world: world.cost)
            found = best_question(ranked, asked, self._seen)
            needed = tuple(q for q in found if has_choice(q) and q.id not in self._answers)
        else:
            best = min((w for w in worlds if w.worth == likeliest), key=lambda world: world.cost)
        layout = best.layout
        needed = (*needed, *self._kong_faces(layout))[:MOST]
        if any(q.id == "winning_tile" for q in needed):
            layout = _without_winner(layout)
        told = [] if needed else list(self._assumptions(best, worlds, asked))
        cost = -math.log(shares[best.worth])
        layout = replace(layout, questions=(*needed, *told), cost=cost)
        return self._with_waits(layout) if layout.is_waiting and not needed else layout

    def _with_waits(self, found: Layout) -> Layout:
        winners = {
            tile.id: row[Role.WINNER] - row[Role.HAND]
            for tile, row in zip(self._tiles, self._relations.roles, strict=True)
        }
        return ask_about_wait(found, self._seen, winners, self._oracle, self._answers)

    def _kong_faces(self, found: Layout) -> Iterator[Question]:
        """Yield the questions for the faces of kongs that lie face down."""
        seen = {tile.kind for tile in self._tiles if tile.face_up}
        for meld in found.melds:
            if meld.hidden == 4 and meld.kind is SetKind.KONG and not _has_face(meld.kinds):
                kinds = [kind.value for kind in KINDS]
                options = sorted(kinds, key=lambda kind: kind in seen)
                yield question(f"kong_face:{min(meld.tiles)}", options, meld.tiles)

    def _assumptions(
        self, best: World, worlds: Sequence[World], asked: Mapping[str, Question]
    ) -> Iterator[Question]:
        """Yield the questions that change nothing of what is paid, answered by what was taken."""
        likely = math.log(self._settings.least)
        near = [world for world in worlds if -world.cost > likely]
        for name, one in asked.items():
            options = {answer_of(world, name, self._seen) for world in near} - {""}
            taken = answer_of(best, name, self._seen)
            if len(options) > 1 and taken:
                yield replace(one, default=taken)
        for tile in self._tiles:
            kind = best.answers.get(f"tile:{tile.id}")
            if not tile.names and kind is not None and f"tile:{tile.id}" not in self._answers:
                yield question(f"tile:{tile.id}", (kind,), (tile.id,), kind)
        layout = best.layout
        if not layout.is_waiting:
            shown = (*layout.indicators, *layout.hidden_indicators)
            yield from indicator_questions(shown, self._seen)


def _has_face(kinds: Sequence[str]) -> bool:
    return any(kind not in (BACK, "?") for kind in kinds)


def _for_each_winner(parse: Parse) -> list[Parse]:
    """Return a win of unknown winner with each kind in hand as the one that won."""
    if parse.status is not HandStatus.WIN or parse.winning is not None:
        return [parse]
    kinds: dict[str, list[int]] = {}
    for i in parse.concealed:
        kinds.setdefault(parse.kinds[i], []).append(i)
    return [
        replace(
            _with_winner(parse, kind),
            log_probability=parse.log_probability + math.log(len(ids) / len(parse.concealed)),
        )
        for kind, ids in kinds.items()
    ]


def _holds(parse: Parse, kind: str) -> bool:
    return any(plain(parse.kinds[i]) == plain(kind) for i in parse.hand_ids)


def _with_winner(parse: Parse, kind: str) -> Parse:
    """Return the parse with a tile of a kind as the winning one, if there is one in hand."""
    held = parse.hand_ids
    if parse.winning is not None and plain(parse.kinds[parse.winning]) == plain(kind):
        return parse
    won = next((i for i in held if plain(parse.kinds[i]) == plain(kind)), None)
    if won is None:
        return parse
    return replace(parse, concealed=tuple(i for i in held if i != won), winning=won)


def _without_winner(found: Layout) -> Layout:
    """Return the layout with the winning tile among those in hand."""
    won = () if found.winning is None else (found.winning,)
    held = (*found.concealed, *won)
    return replace(found, concealed=held, winning=None, winning_kind=None, won_how=None)
