"""Facts of a win that the discards on a whole table show; each is proposed by a question.

What is certain is assumed until a person denies it, the rest only if a person confirms it: so is
what rests on the assumed answer to an open question. A fact that somebody stated is not proposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import rulebook
from scoring.decompose import winning_tiles
from scoring.errors import HandReaderError
from scoring.hand import Hand
from scoring.tiles import Tile, Wind
from vision.layout.discards import find_discards
from vision.layout.layout import RIICHI, Layout, layout_to_hand, with_answer, with_seat_discards
from vision.layout.questions import YES_NO, LayoutProblem, Question, problem, question
from vision.layout.seats import SEATS, SeatDiscards
from vision.seen_tile import SeenTile

from .situation import Situation

SURE_FACE = 0.8
"""Least probability of a discard's name for it to tell a fact."""
_NOT_OF_A_WAIT = frozenset({"winning_tile", "covered"})
_PROPOSING = frozenset({"furiten", "last_discard", "riichi"})
_WINNER = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A fact that the discards show.

    Attributes:
        fact: its name in `scoring.win.Win`.
        question: of yes or no, whether it holds.
        seat: whose discards show it, an index in `SEATS`.
        tile: the discard's kind.
    """

    fact: str
    question: Question
    seat: int
    tile: Tile

    def holds(self, answers: Mapping[str, str]) -> bool:
        """Return whether a person confirmed it, or denied nothing that is certain."""
        return answers.get(self.question.id, self.question.default) == YES_NO[0]


def with_discards(
    found: Layout, tiles: Sequence[SeenTile], situation: Situation, rules: str
) -> Layout:
    """Return a layout with the discards around its hand, and questions about what they show.

    Args:
        found: the layout of the photo.
        tiles: the photo's tiles.
        situation: known facts of the win, with answers.
        rules: the rule set.
    """
    found = with_seat_discards(found, find_discards(found, tiles))
    view = _view(found, tiles, situation.answers, rules)
    if view is None:
        return found
    asked = [one.question for one in _proposals(view, found, situation)]
    return replace(
        found,
        questions=(*found.questions, *(q for q in asked if q.id not in situation.answers)),
        problems=(*found.problems, *_remarks(view, situation)),
    )


def winning_discard(
    found: Layout, tiles: Sequence[SeenTile], situation: Situation, rules: str
) -> Tile | None:
    """Return the last discard with which a person said that a hand of 13 tiles won."""
    for one in proposals(found, tiles, situation, rules):
        if one.fact == "discarder" and one.holds(situation.answers):
            return one.tile
    return None


def with_table_facts(
    situation: Situation, found: Layout, tiles: Sequence[SeenTile], rules: str
) -> Situation:
    """Return the situation with the facts that the discards of a layout show.

    The arguments are those of `with_discards`, which found the discards.
    """
    held = [
        one for one in proposals(found, tiles, situation, rules) if one.holds(situation.answers)
    ]
    for one in held:
        if one.fact == "riichi":
            situation = replace(situation, flags=situation.flags | {"riichi"})
        elif one.fact == "self_drawn":
            situation = replace(situation, self_drawn=True)
        elif one.fact == "discarder" and not situation.self_drawn:
            seat = (situation.seat or Wind.EAST).after(one.seat)
            situation = replace(situation, discarder=seat)
    bets = sum(one.fact in ("riichi", "riichi_sticks") for one in held)
    return replace(situation, riichi_sticks=situation.riichi_sticks or bets)


def proposals(
    found: Layout, tiles: Sequence[SeenTile], situation: Situation, rules: str
) -> tuple[Proposal, ...]:
    """Return the facts that the discards of a layout show and nobody stated.

    The arguments are those of `with_discards`.
    """
    view = _view(found, tiles, situation.answers, rules)
    return () if view is None else tuple(_proposals(view, found, situation))


def _proposals(view: _View, found: Layout, situation: Situation) -> Iterator[Proposal]:
    known, hand = situation.fact_names, view.hand
    if "self_drawn" not in known:
        if view.furiten and hand.winning is not None:
            yield _self_draw(view)
        elif found.winning is None and not view.furiten and view.players == len(SEATS):
            yield from _last_discards(view)
    if found.rules == RIICHI and hand.winning is not None:
        is_closed = all(meld.concealed for meld in hand.melds)
        for pond in found.discards:
            fact = "riichi_sticks" if pond.seat else "riichi"
            is_open = not situation.riichi_sticks if pond.seat else is_closed
            if is_open and fact not in known:
                yield from _riichi(pond, fact, view)


@dataclass(frozen=True, slots=True)
class _View:
    """What a table shows of a hand.

    Attributes:
        hand: 13 or 14 tiles.
        waits: with which its 13 tiles are complete.
        discards: of each player.
        tiles: those discards that can be read, by id.
        furiten: ids of the winner's own discards on which it would be complete; in riichi alone.
        players: how many play.
        assumed: codes of the open questions whose assumed answers gave the hand.
    """

    hand: Hand
    waits: tuple[Tile, ...]
    discards: tuple[SeatDiscards, ...]
    tiles: Mapping[int, SeenTile]
    furiten: tuple[int, ...]
    players: int
    assumed: frozenset[str]


def _view(
    found: Layout, tiles: Sequence[SeenTile], answers: Mapping[str, str], rules: str
) -> _View | None:
    """Return what the table shows; None without discards, or if the hand is not known."""
    if not found.discards:
        return None
    from scoring.game.furiten import furiten  # with the whole game, which few photos need

    if found.is_waiting:
        asked = tuple(q for q in found.questions if q.id not in _NOT_OF_A_WAIT)
        found = replace(found, questions=asked)
    try:
        hand = layout_to_hand(found, tiles).hand
    except HandReaderError:
        return None
    book = rulebook(rules)
    waits = winning_tiles(replace(hand, winning=None), book.shapes, book.options)
    seen = _readable_discards(found, tiles, answers)
    own = _own(found.discards).tiles if found.rules == RIICHI else ()
    let_go = tuple(i for i in own if i in seen and furiten(waits, [Tile(seen[i].kind)]))
    assumed = frozenset(q.code for q in found.questions if q.default is not None) - _PROPOSING
    return _View(hand, waits, found.discards, seen, let_go, book.players, assumed)


def _own(discards: Sequence[SeatDiscards]) -> SeatDiscards:
    """Return the winner's discards; empty ones if they are not in view."""
    return next((pond for pond in discards if pond.seat == _WINNER), SeatDiscards(_WINNER, ()))


def _readable_discards(
    found: Layout, tiles: Sequence[SeenTile], answers: Mapping[str, str]
) -> dict[int, SeenTile]:
    """Return the discards that show a face, by id, corrected by answers."""
    in_view = {i for pond in found.discards for i in pond.tiles}
    seen = (with_answer(tile, answers) for tile in tiles if tile.id in in_view)
    return {tile.id: tile for tile in seen if tile.names and tile.face_up}


def _self_draw(view: _View) -> Proposal:
    """Propose a self-drawn win: a hand in furiten wins on no discard."""
    is_whole = _own(view.discards).is_whole
    is_known = is_whole and not view.assumed
    is_sure = is_known and any(_is_sure(view.tiles[i]) for i in view.furiten)
    tile = view.tiles[view.furiten[0]]
    asked = question("furiten", YES_NO, view.furiten, _default(is_sure), kinds=_waits_text(view))
    return Proposal("self_drawn", asked, _WINNER, Tile(tile.kind))


def _waits_text(view: _View) -> str:
    return " ".join(tile.value for tile in view.waits)


def _last_discards(view: _View) -> Iterator[Proposal]:
    """Propose each last discard of another player with which the hand is complete.

    It is assumed only where the winning tile is named and one player alone has it there.
    """
    won = view.hand.winning
    kinds = {tile for tile in view.waits if won is None or tile is won.plain}
    last = [
        (pond, view.tiles[pond.last])
        for pond in view.discards
        if pond.seat != _WINNER and pond.last in view.tiles
    ]
    last = [(pond, tile) for pond, tile in last if Tile(tile.kind).plain in kinds]
    for pond, tile in last:
        is_known = won is not None and len(last) == 1 and pond.is_whole and not view.assumed
        is_sure = is_known and _is_sure(tile)
        asked = _question("last_discard", pond, tile, is_sure)
        yield Proposal("discarder", asked, pond.seat, Tile(tile.kind))


def _riichi(pond: SeatDiscards, fact: str, view: _View) -> Iterator[Proposal]:
    """Propose that a player declared riichi with the sideways one of his discards.

    Which tile won changes nothing about it.
    """
    turned = [view.tiles[i] for i in pond.turned if i in view.tiles]
    if len(turned) == 1:
        tile = turned[0]
        is_known = pond.is_whole and view.assumed <= {"winning_tile"}
        asked = _question("riichi", pond, tile, is_known and tile.oriented)
        yield Proposal(fact, asked, pond.seat, Tile(tile.kind))


def _question(code: str, pond: SeatDiscards, tile: SeenTile, is_sure: bool) -> Question:
    seat = SEATS[pond.seat]
    return question(
        f"{code}:{tile.id}", YES_NO, (tile.id,), _default(is_sure), kind=tile.kind, seat=seat
    )


def _default(is_sure: bool) -> str:
    return YES_NO[0] if is_sure else YES_NO[1]


def _is_sure(tile: SeenTile) -> bool:
    return tile.confidence >= SURE_FACE


def _remarks(view: _View, situation: Situation) -> Iterator[LayoutProblem]:
    """Yield the remark that a hand in furiten waits, or is stated to have won on a discard."""
    if view.furiten and (view.hand.winning is None or "discarder" in situation.fact_names):
        yield problem("in_furiten", view.furiten, False, kinds=_waits_text(view))
