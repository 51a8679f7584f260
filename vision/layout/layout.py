"""Layout: the tiles of a photo sorted into the parts of a hand.

Every tile is in exactly one part of a `Layout`. A `Question` holds what the picture leaves open.
Answers to questions enter as facts, without reading the picture again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.hand import Hand, SetKind
from scoring.tiles import BACK, Tile, TileError, parse_tile, sort_tiles

from ..seen_tile import SeenTile
from .assembly import assemble
from .checks import complete_kongs, hand_questions, indicator_questions, surplus_copies
from .indicators import settle_blanks
from .melds import LaidMeld, blank_backs
from .perspective import PictureEdge
from .questions import EDGES, LayoutError, LayoutProblem, Question, problem, question
from .rows import Side, side_of
from .seats import SeatDiscards
from .zones import RIICHI, Pond, zones

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
        won_how: "apart", "above", "turned" or "answer"; None while unknown.
        covered_kinds: kinds of tiles in hand that are not visible; only answers give them.
        melds, flowers, indicators, ponds: in their places.
        hidden_indicators: those below the indicators, turned up for a riichi hand.
        discards: of each player around the table; empty until they are looked for.
        ignored: tiles that do not belong to the hand (walls, loose tiles, other hands).
        turned: ids of the sideways tiles.
        names: kinds of tiles that answers or a kong's shape changed, by id.
        problems: faults; a fatal one means that there is no hand to score.
        questions: open points; those without a default must be answered before scoring.
        cost: how unusual the placement is, in nats (`vision.layout.melds`).
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
    ponds: tuple[Pond, ...] = ()
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
    def copy_ids(self) -> tuple[int, ...]:
        """Return the ids that count towards four of a kind: the hand's, and its indicators."""
        return tuple(sorted({*self.own_ids, *self.indicators, *self.hidden_indicators}))

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


def arrange_region(
    tiles: Sequence[SeenTile],
    rules: str,
    answers: Mapping[str, str] = NO_ANSWERS,
    side: Side | None = None,
    hand_from: PictureEdge | None = None,
) -> Layout:
    """Sort the tiles of a region into the parts of its hand.

    Args:
        tiles: the tiles of a region (`vision.layout.regions`); ids must differ.
        rules: a rule set's id, as "riichi-ema".
        answers: by question id. `tile:ID` corrects a tile; `winning_tile` names a kind.
        side: result of `side_with_answers` for the other arguments, if already known.
        hand_from: the picture's edge at which the hand's owner sits, if a person gave it.

    Raises:
        LayoutError: when an answer is none of its question's options.
    """
    known = {tile.id: with_answer(tile, answers) for tile in tiles}
    if side is None:
        side = side_with_answers(tiles, answers, hand_from)
    if side is None:
        return Layout(rules, problems=(problem("no_hand", count=0),))
    parts = zones(side, known, rules)
    built = assemble(parts, known, rules, answers)
    hidden = blank_backs(built.melds, known)
    known |= {i: replace(known[i], names=((BACK, 1.0),)) for i in hidden}
    melds, problems = complete_kongs(built.melds, known, rules, answers)
    shown, blanks = settle_blanks((*parts.indicators, *built.indicators), known)
    found = Layout(
        rules,
        side.rows,
        built.concealed,
        built.winning,
        built.winning_kind,
        built.won_how,
        built.covered_kinds,
        melds,
        parts.flowers,
        shown,
        parts.hidden_indicators,
        parts.ponds,
        turned=frozenset(placed.id for placed in side.tiles if placed.is_turned),
        names={tile.id: known[tile.id].kind for tile in tiles if tile != known[tile.id]},
        cost=built.cost,
    )
    problems += _problems(found, known)
    asked = (
        *built.questions,
        *blanks,
        *hand_questions(found.concealed, found.copy_ids, melds, known, parts.stacked),
    )
    if not found.is_waiting:
        asked += tuple(indicator_questions((*found.indicators, *found.hidden_indicators), known))
    is_open = hand_from is None and not side.sure and "owner_edge" not in answers
    if is_open and _shows_sources(melds):
        asked += (question("owner_edge", EDGES, found.concealed, EDGES[0]),)
    open_now = tuple(q for q in asked if q.id not in answers)
    found = replace(found, problems=problems, questions=open_now)
    return with_ignored(found, _ids_outside_hand(found))


def _shows_sources(melds: Sequence[LaidMeld]) -> bool:
    """Return whether the claimed tiles say more than a chow's does: a chow is from the left."""
    return any(meld.source and meld.kind is not SetKind.CHOW for meld in melds)


def side_with_answers(
    tiles: Sequence[SeenTile],
    answers: Mapping[str, str] = NO_ANSWERS,
    hand_from: PictureEdge | None = None,
) -> Side | None:
    """Return the tiles in rows as their owner sees them, from the edge that an answer gives."""
    answer = answers.get("owner_edge")
    return side_of(tiles, edge=None if answer is None else PictureEdge(answer), hand_from=hand_from)


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
        concealed=sort_tiles(map(Tile, held)),
        winning=next(iter(_parse("winning_tile", won)), None),
        melds=tuple(meld.to_meld() for meld in found.melds),
        flowers=sort_tiles(Tile(kinds[i]) for i in found.flowers),
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


def with_ignored(found: Layout, ignored: Sequence[int]) -> Layout:
    """Return the layout with other ignored tiles, and the remark on them."""
    return _with_remarks(replace(found, ignored=tuple(ignored)))


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


def _ids_outside_hand(found: Layout) -> tuple[int, ...]:
    """Return the ids in no part of the hand, in the order of the rows."""
    used = {found.winning, *found.concealed, *found.flowers, *found.indicators}
    used |= set(found.hidden_indicators)
    used |= {i for meld in found.melds for i in meld.tiles}
    used |= {i for pond in found.ponds for i in pond.tiles}
    return tuple(i for row in found.rows for i in row if i not in used)


def _problems(found: Layout, tiles: Mapping[int, SeenTile]) -> tuple[LayoutProblem, ...]:
    """Return the problems of the whole layout."""
    problems: list[LayoutProblem] = []
    in_hand = (*found.concealed, *([found.winning] if found.winning is not None else []))
    held, sets = found.hand_size, len(found.melds)
    if not held:
        problems.append(problem("no_hand", sorted(tiles), count=len(tiles)))
    elif held + 3 * sets not in (13, 14):
        problems.append(problem("wrong_count", in_hand, held=held, sets=sets))
    down = [i for i in in_hand if tiles[i].names == ((BACK, 1.0),)]  # as an answer declares
    if down:
        problems.append(problem("back_in_hand", down))
    problems += surplus_copies(found.copy_ids, tiles, found.melds)
    if found.rules == RIICHI and found.flowers:
        kinds = [tiles[flower].kind for flower in found.flowers]
        count, listed = len(kinds), " ".join(kinds)
        problems.append(
            problem("no_flowers", found.flowers, count=count, kind=kinds[0], kinds=listed)
        )
    return tuple(problems)
