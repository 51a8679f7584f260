"""Layout: the tiles of a photo sorted into the parts of a hand.

Every tile is in exactly one part of a `Layout`. A `Question` holds what the picture leaves open.
Answers to questions enter as facts, without reading the picture again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.hand import Hand
from scoring.tiles import BACK, UNKNOWN, Tile, TileError, parse_tile, sort_tiles

from ..seen_tile import SeenTile
from .melds import LaidMeld
from .questions import LayoutError, LayoutProblem, Question, problem
from .seats import SeatDiscards

RIICHI = "riichi-ema"
"""The rules with bonus indicators in a dead wall, and without flowers."""

NO_ANSWERS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles of a photo, sorted into the parts of a hand.

    Attributes:
        rules: id of the rule set whose conventions were applied.
        rows: all ids, owner's left to right, top row first.
        concealed: ids in hand, left to right, without the winning tile.
        winning: id of the winning tile; None when unknown or not in the picture.
        winning_kind: its kind, also when only an answer gives it.
        won_how: "apart" or "answer"; None while unknown.
        covered_kinds: kinds of tiles in hand that are not visible; only answers give them.
        melds, flowers, indicators: in their places.
        hidden_indicators: those below the indicators, turned up for a riichi hand.
        discards: of each player around the table; empty until they are looked for.
        ignored: tiles that do not belong to the hand (walls, loose tiles, other hands).
        turned: ids of the sideways tiles.
        names: kinds of tiles that answers or a kong's shape changed, by id.
        problems: faults; a fatal one means that there is no hand to score.
        questions: open points; those without a default must be answered before scoring.
        cost: negative logarithm of the share of the parses that pay the same.
    """

    rules: str
    rows: tuple[tuple[int, ...], ...] = ()
    concealed: tuple[int, ...] = ()
    winning: int | None = None
    winning_kind: str | None = None
    won_how: str | None = None
    covered_kinds: tuple[str, ...] = ()
    melds: tuple[LaidMeld, ...] = ()
    flowers: tuple[int, ...] = ()
    indicators: tuple[int, ...] = ()
    hidden_indicators: tuple[int, ...] = ()
    discards: tuple[SeatDiscards, ...] = ()
    ignored: tuple[int, ...] = ()
    turned: frozenset[int] = frozenset()
    names: Mapping[int, str] = field(default_factory=dict)
    problems: tuple[LayoutProblem, ...] = ()
    questions: tuple[Question, ...] = ()
    cost: float = 0.0

    @property
    def hand_size(self) -> int:
        """Return the number of tiles in hand: concealed ones and the winner, visible or covered."""
        return len(self.concealed) + (self.winning is not None) + len(self.covered_kinds)

    @property
    def is_waiting(self) -> bool:
        """Return whether no tile has won: its indicators then pay nothing yet."""
        return self.tile_count == 13 and self.winning_kind is None

    @property
    def tile_count(self) -> int:
        """Return the tile count of the hand; a set counts three, even a kong."""
        return self.hand_size + 3 * len(self.melds)

    @property
    def own_ids(self) -> frozenset[int]:
        """Return the ids of the hand's tiles: those in hand, in sets, flowers."""
        won = () if self.winning is None else (self.winning,)
        sets = (i for meld in self.melds for i in meld.tiles)
        return frozenset((*self.concealed, *won, *sets, *self.flowers))

    @property
    def is_complete(self) -> bool:
        """Return whether the layout can be scored: no problem and no open question prevents it."""
        return not any(p.prevents_score for p in self.problems) and all(
            q.default is not None for q in self.questions
        )

    def role(self, tile: int) -> str:
        """Return a tile's role: concealed, winning, meld, flower, indicator or other."""
        if tile == self.winning:
            return "winning"
        if tile in self.concealed:
            return "concealed"
        if any(tile in meld.tiles for meld in self.melds):
            return "meld"
        if tile in self.flowers:
            return "flower"
        shown = (*self.indicators, *self.hidden_indicators)
        return "indicator" if tile in shown else "other"


@dataclass(frozen=True, slots=True)
class DecodedHand:
    """The hand that a layout shows, as the rules see it, and its bonus indicators.

    Attributes:
        hand: the tiles, without a winning tile if a hand of 13 waits.
        dora_indicators, ura_indicators: riichi only.
    """

    hand: Hand
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()


def layout_to_hand(found: Layout, tiles: Sequence[SeenTile]) -> DecodedHand:
    """Return the hand of a layout without open questions.

    Args:
        found: the layout.
        tiles: the photo's tiles.

    Raises:
        LayoutError: naming the first problem, the first open question, or an unread tile.
    """
    for wrong in found.problems:
        if wrong.fatal:
            raise LayoutError("faulty", problem=wrong)
    for asked in found.questions:
        if asked.default is None:
            raise LayoutError("open", question=asked, id=repr(asked.id))
    for meld in found.melds:
        _parse("melds", meld.kinds)  # no face of a face-down kong may be known
    kinds = {tile.id: tile.kind for tile in tiles} | dict(found.names)
    held = [*(kinds[i] for i in found.concealed), *found.covered_kinds]
    won = () if found.winning_kind is None else (found.winning_kind,)
    hand = Hand(
        concealed=sort_tiles(_parse("concealed", held)),
        winning=next(iter(_parse("winning_tile", won)), None),
        melds=tuple(meld.to_meld() for meld in found.melds),
        flowers=sort_tiles(_parse("flowers", [kinds[i] for i in found.flowers])),
    )
    return DecodedHand(
        hand,
        _parse("dora_indicators", [kinds[i] for i in found.indicators]),
        _parse("ura_indicators", [kinds[i] for i in found.hidden_indicators]),
    )


def _parse(name: str, kinds: Sequence[str]) -> tuple[Tile, ...]:
    """Return the tiles of a part of the hand; one whose face could not be read is an error."""
    try:
        return tuple(map(parse_tile, kinds))
    except TileError as error:
        raise LayoutError("unread", name=name, error=error) from None


def with_answer(tile: SeenTile, answers: Mapping[str, str]) -> SeenTile:
    """Return the tile with the kind that an answer gives it, if any does."""
    answer = answers.get(f"tile:{tile.id}", answers.get(f"back_or_white:{tile.id}"))
    return tile if answer is None else replace(tile, names=((answer, 1.0),))


def hand_of(found: Layout, tiles: Mapping[int, SeenTile]) -> Hand | None:
    """Return the hand, of 14 tiles any as the winning one; None if a back or no set is in it."""
    kinds = {tile.id: tile.kind for tile in tiles.values()} | dict(found.names)
    won = () if found.winning is None else (found.winning,)
    held = [*(kinds[i] for i in (*found.concealed, *won)), *found.covered_kinds]
    if found.winning is None and found.winning_kind is not None:
        held.append(found.winning_kind)
    shown = [*held, *(kind for meld in found.melds for kind in meld.kinds)]
    if any(kind in (BACK, UNKNOWN) or kind[1] == "f" for kind in shown):
        return None
    faces = tuple(map(Tile, held))
    melds = tuple(meld.to_meld() for meld in found.melds)
    if len(faces) + 3 * len(melds) == 14:
        return Hand(faces[:-1], faces[-1], melds)
    return Hand(faces, None, melds)


def with_seat_discards(found: Layout, discards: Sequence[SeatDiscards]) -> Layout:
    """Return the layout with the discards of each seat: no remark calls them ignored."""
    return _with_remarks(replace(found, discards=tuple(discards)))


def _with_remarks(found: Layout) -> Layout:
    """Return the layout with the remarks on the tiles that are not of the hand."""
    problems = [p for p in found.problems if p.code not in ("ignored", "discards_seen")]
    discards = [i for one in found.discards for i in one.tiles]
    beside = [i for i in found.ignored if i not in discards]
    for code, ids in (("discards_seen", discards), ("ignored", beside)):
        if ids and found.hand_size:
            problems.append(problem(code, ids, False, count=len(ids)))
    return replace(found, problems=tuple(problems))
