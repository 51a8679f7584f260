"""Melds: a line of tiles divided into tiles in hand and sets on the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import product

from scoring.hand import Meld, MeldSource, SetKind
from scoring.tiles import BACK, UNKNOWN, Tile, sort_tiles

from ..seen_tile import SeenTile
from .rows import PlacedTile, TileRow

WHITE = "5z"

# Costs in nats of unusual placements. The costs of turned tiles and of faces come from their
# probabilities; these come from table manners.
NO_TOUCH, TOUCH_RANGE = 0.4, 0.2  # space between tiles from which they do not touch; in doubt below
SET_ASIDE = 0.55  # the same between the hand and a set with a turned tile, which is pushed aside
NO_GAP = 1.2  # between the hand and a set, sets are pushed aside
GAP_INSIDE = 2.5  # a gap inside a set
GAP_IN_LINE = 0.8  # the same in a set that is a line by itself
RIGHT_OF_SET = 0.4  # tiles in hand to the right of a set
TWO_TURNED = 0.7  # an added tile beside the turned one instead of above it
TURNED_END = 1.2  # a winning tile that was turned, as many do for a discard
TURNED_IN_SET = 2.0  # the same at an end of the line, beside two or three tiles of a set
TURNED_IN_ROW = 2.0  # the same at an end of a run inside the line
TURNED_INSIDE = 3.0  # the same in the middle of a run
SURELY_BACK = 0.0005  # less of a white dragon is a back: its colour says so
LONE_BACK = 4.0  # a back among the tiles in hand
WRONG_END = 1.0  # a chow whose turned tile is not at the left
RIGHT_END = 2.0  # and more where it is at the right, as a winning tile beside the hand is
NOT_A_SET = 6.0  # faces that make no set although the tiles are placed like one
PLAIN_KONG = (0.3, 2.0)  # four equal, none turned: apart from the rest, or not
UNTIDY_COLUMN = 5.0  # a tile above a turned one that is no added kong
CLOSE_CALL = 0.7  # cost difference below which the turned tile of a set is undecided


CERTAIN_TILE = 0.97  # a box that is a tile with this probability is not left out
LEAST = 0.001  # probabilities below count as this
BLANK_SET = 1.5  # backs that make a set only as white dragons without print
ONE_BACK = 5.0  # the only back of a kong, where there surely is none
BLANK_KONG = 1.0  # blank tiles that make a set only as the backs of a concealed kong
AMID_HAND = 2.0  # a set that touches tiles in hand on both sides
DOUBTFUL_BACK = 0.01  # least probability of a back for a white dragon to be blank,
LEAST_BACK = 0.002  # and among backs; those with print have less than 0.0005
SURE_FACE = 0.8  # least probability of a face's name for it to tell a kong's


class MeldOrigin(StrEnum):
    """The way a set was formed on the table."""

    CALLED = "called"
    ADDED = "added"
    CONCEALED = "concealed"
    UNTOLD = "untold"  # four equal tiles, none turned


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set as it is placed on the table: `scoring.Meld`, and what only the photo shows.

    Attributes:
        kind: chow, pung or kong.
        tiles: ids, owner's left to right; a tile above another comes right after it.
        kinds: kind of each tile, implied for the backs of a kong; "?" where not known.
        origin: called, added to a pung, concealed, or untold (unknown).
        claimed: id of the turned tile, None if there is none or it is undecided.
        source: the discarder; None when the layout does not show it.
        hidden: how many of the tiles show their backs.
        sound: whether the faces make the set that their placement shows.
    """

    kind: SetKind
    tiles: tuple[int, ...]
    kinds: tuple[str, ...]
    origin: MeldOrigin = MeldOrigin.CALLED
    claimed: int | None = None
    source: MeldSource | None = None
    hidden: int = 0
    sound: bool = True

    @property
    def is_concealed(self) -> bool:
        """Return whether it is a kong declared from the hand."""
        return self.origin is MeldOrigin.CONCEALED

    def to_meld(self) -> Meld:
        """Return the set as the rules see it."""
        tiles = sort_tiles(map(Tile, self.kinds))
        return Meld(self.kind, tiles, None, self.source, self.is_concealed)


def _share_below(limit: float, space: float) -> float:
    """Return how surely a space is below a limit, from 0 to 1."""
    return min(1.0, max(0.0, (limit - space) / TOUCH_RANGE))


@dataclass(frozen=True, slots=True)
class Token:
    """One tile of a line, with the tile above it, and the space before it in tile widths."""

    placed: PlacedTile
    tile: SeenTile
    parted: bool
    above: SeenTile | None = None
    space: float = 0.0

    @property
    def is_back(self) -> bool:
        """Return whether it is face down."""
        return not self.tile.face_up

    @property
    def closeness(self) -> float:
        """Return how surely it touches the tile before it, from 0 to 1."""
        return 0.0 if self.parted else _share_below(NO_TOUCH, self.space)

    @property
    def nearness(self) -> float:
        """Return how surely it is too near the tile before it for one to be of a set laid aside."""
        return _share_below(SET_ASIDE, self.space)

    @property
    def white_cost(self) -> float:
        """Return the cost of a back to be a white dragon; 0 for a face."""
        return _kind_cost(self.tile, WHITE)[0] if self.is_back else 0.0

    @property
    def presence_cost(self) -> float:
        """Return the cost of there being a tile."""
        return -math.log(max(self.tile.existence, LEAST))

    @property
    def absence_cost(self) -> float:
        """Return the cost of there being no tile."""
        return -math.log(max(1 - self.tile.existence, LEAST))

    @property
    def upright_cost(self) -> float:
        """Return the cost of reading it as upright."""
        return _softplus(self.placed.turned_odds)

    @property
    def sideways_cost(self) -> float:
        """Return the cost of reading it as sideways."""
        return _softplus(-self.placed.turned_odds)


@dataclass(frozen=True, slots=True)
class LineReading:
    """One division of a line: cost in nats, positions of the tiles in hand, the sets.

    `touching` counts the sets that touch a tile in hand; `end_touches` tells how surely the set at
    the end does.
    """

    cost: float
    hand: tuple[int, ...] = ()
    melds: tuple[LaidMeld, ...] = ()
    ends_in_meld: bool = False
    touching: float = 0.0
    end_touches: float = 0.0


def tokens(
    line: TileRow, tiles: Mapping[int, SeenTile], above: Mapping[int, SeenTile]
) -> tuple[Token, ...]:
    """Return the line's tiles without flowers; a flower leaves a gap in its place."""
    found: list[Token] = []
    gap = True
    for placed, parted, space in zip(line.tiles, line.parted, line.gaps, strict=True):
        tile = tiles[placed.id]
        gap = gap or parted
        if is_flower(tile):
            gap = True
            continue
        found.append(Token(placed, tile, gap, above.get(placed.id), space))
        gap = False
    return tuple(found)


def is_flower(tile: SeenTile) -> bool:
    """Return whether the tile shows a flower or season."""
    return tile.kind.endswith("f")


def is_blank(tile: SeenTile) -> bool:
    """Return whether a tile is a white dragon without print, which may be a back."""
    return tile.kind == WHITE and dict(tile.names).get(BACK, 0.0) >= DOUBTFUL_BACK


def is_like_back(tile: SeenTile) -> bool:
    """Return whether a white dragon among backs may be one, be the chance small."""
    return tile.kind == WHITE and dict(tile.names).get(BACK, 0.0) >= LEAST_BACK


@lru_cache(maxsize=64)
def read_line(line: tuple[Token, ...], keep: int = 3) -> tuple[LineReading, ...]:
    """Find the likeliest divisions of a line, cheapest first.

    Cached, since every trial answer to a question divides the same lines again.

    Args:
        line: its tokens, left to right.
        keep: divisions to keep for each count (tiles in hand, sets).
    """
    ahead: list[list[LineReading]] = [[] for _ in range(len(line) + 1)]
    ahead[0] = [LineReading(0.0)]
    for at in range(len(line)):
        melds = list(_melds_at(line, at))
        for reading in _best(ahead[at], keep):
            ahead[at + 1].append(_extend_hand(reading, line, at))
            if line[at].tile.existence < CERTAIN_TILE:
                cost = reading.cost + line[at].absence_cost
                ahead[at + 1].append(replace(reading, cost=cost))
            for size, cost, meld in melds:
                touches = _touches_hand(reading, meld, line[at]) if at else 0.0
                cost += reading.cost + NO_GAP * touches
                melds_now, touching = (*reading.melds, meld), reading.touching + touches
                longer = LineReading(cost, reading.hand, melds_now, True, touching, touches)
                ahead[at + size].append(longer)
    return tuple(_best(ahead[-1], keep))


def _touches_hand(reading: LineReading, meld: LaidMeld, first: Token) -> float:
    """Return how surely a set touches the tile in hand before it."""
    return 0.0 if reading.ends_in_meld else _closeness(first, meld)


def _closeness(token: Token, meld: LaidMeld) -> float:
    """Return how surely a tile and the one before it touch, between the hand and a set."""
    return token.closeness if meld.claimed is None else token.nearness


def _extend_hand(reading: LineReading, line: Sequence[Token], at: int) -> LineReading:
    token = line[at]
    cost = reading.cost + token.presence_cost + min(LONE_BACK, token.white_cost)
    cost += min(token.upright_cost, _turned_winner_cost(line, at))
    touches = _closeness(token, reading.melds[-1]) if reading.ends_in_meld else 0.0
    if reading.ends_in_meld:
        cost += RIGHT_OF_SET + NO_GAP * touches + AMID_HAND * min(touches, reading.end_touches)
    if token.above is not None:
        cost += UNTIDY_COLUMN
    return LineReading(
        cost, (*reading.hand, at), reading.melds, touching=reading.touching + touches
    )


def _turned_winner_cost(line: Sequence[Token], at: int) -> float:
    """Return the cost of a turned winning tile at a place of the line: least at a run's end."""
    start = max(i for i in range(at + 1) if line[i].parted or i == 0)
    end = next((i for i in range(at + 1, len(line)) if line[i].parted), len(line))
    if start < at < end - 1:
        return TURNED_INSIDE
    outer = at in (0, len(line) - 1)
    if end - start in (3, 4):
        return TURNED_IN_SET if outer else math.inf
    return TURNED_END if outer else TURNED_IN_ROW


def _best(readings: list[LineReading], keep: int) -> list[LineReading]:
    """Return the cheapest few for each count of tiles in hand and sets, cheapest first."""
    kept: dict[tuple[int, int, bool], int] = {}
    best = []
    for reading in sorted(readings, key=lambda r: r.cost):
        count = (len(reading.hand), len(reading.melds), reading.ends_in_meld)
        if kept.setdefault(count, 0) < keep:
            kept[count] += 1
            best.append(reading)
    return best


def _melds_at(line: Sequence[Token], at: int) -> Iterator[tuple[int, float, LaidMeld]]:
    """Yield every set that may begin at a place: its number of tokens, its cost, the set."""
    for size in (3, 4):
        part = line[at : at + size]
        if len(part) < size:
            return
        gap = GAP_IN_LINE if size == len(line) else GAP_INSIDE
        inside = gap * sum(token.parted for token in part[1:])
        apart = part[0].parted and (at + size == len(line) or line[at + size].parted)
        backs = sum(token.is_back for token in part)
        columns = [token.above for token in part if token.above is not None]
        found: list[tuple[float, LaidMeld]] = []
        if columns and size == 3 and not backs:
            found = [_column(part)]
        elif not columns and size == 3 and not backs:
            found = [_three(part, apart)]
        elif not columns and size == 3 and all(map(_may_be_blank, part)):
            found = [_blank_pung(part)]
        elif not columns and size == 4:
            found = [*_with_backs(part), *_with_blank_backs(part, apart)]
            found += [] if backs else _four(part, apart)
        inside += sum(token.presence_cost for token in part)
        for cost, meld in found:
            if meld.sound or apart:
                yield size, cost + inside, meld


def _three(part: Sequence[Token], apart: bool) -> tuple[float, LaidMeld]:
    """Return the cost and set of a called chow or pung: one of its tiles is turned."""
    place, sure, cost = _find_turned_tile(part)
    pung_cost, pung = _fit_equal([token.tile for token in part])
    chow_cost, chow = _fit_chow([token.tile for token in part])
    ids = tuple(token.tile.id for token in part)
    if chow_cost < pung_cost:
        wrong = sure and place != 0
        claimed = ids[place] if sure else None
        cost += chow_cost + (WRONG_END + RIGHT_END * (place == 2) if wrong else 0.0)
        return cost, LaidMeld(SetKind.CHOW, ids, chow, MeldOrigin.CALLED, claimed, MeldSource.LEFT)
    source = (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.RIGHT)[place] if sure else None
    claimed = ids[place] if sure else None
    if math.isinf(pung_cost):
        kinds = tuple(token.tile.kind for token in part)
        kind = SetKind.PUNG if len(set(kinds)) < 3 else SetKind.CHOW
        return cost + NOT_A_SET, LaidMeld(
            kind, ids, kinds, MeldOrigin.CALLED, claimed, source, sound=False
        )
    return cost + pung_cost, LaidMeld(SetKind.PUNG, ids, pung, MeldOrigin.CALLED, claimed, source)


def _may_be_blank(token: Token) -> bool:
    """Return whether the tile may be a white dragon without print."""
    return dict(token.tile.names).get(WHITE, 0.0) >= SURELY_BACK


def _blank_pung(part: Sequence[Token]) -> tuple[float, LaidMeld]:
    """Return the pung of white dragons that three tiles without print are; no backs make a set."""
    place, sure, cost = _find_turned_tile(part)
    source = (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.RIGHT)[place] if sure else None
    ids = tuple(token.tile.id for token in part)
    claimed = ids[place] if sure else None
    whites = (WHITE,) * 3
    cost += BLANK_SET + min(LONE_BACK, max(token.white_cost for token in part))
    return cost, LaidMeld(SetKind.PUNG, ids, whites, MeldOrigin.CALLED, claimed, source)


def _four(part: Sequence[Token], apart: bool) -> Iterator[tuple[float, LaidMeld]]:
    """Yield the kongs of four faces: one turned (called), two side by side (added), or none."""
    ids = tuple(token.tile.id for token in part)
    face_cost, kinds = _fit_equal([token.tile for token in part])
    if math.isinf(face_cost):
        return
    place, sure, cost = _find_turned_tile(part)
    sides = (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.ACROSS, MeldSource.RIGHT)
    yield (
        cost + face_cost,
        LaidMeld(
            SetKind.KONG,
            ids,
            kinds,
            MeldOrigin.CALLED,
            ids[place] if sure else None,
            sides[place] if sure else None,
        ),
    )
    for first, source in enumerate((MeldSource.LEFT, MeldSource.ACROSS, MeldSource.RIGHT)):
        pair = (first, first + 1)
        cost = TWO_TURNED
        cost += sum(t.sideways_cost if i in pair else t.upright_cost for i, t in enumerate(part))
        meld = LaidMeld(SetKind.KONG, ids, kinds, MeldOrigin.ADDED, ids[first], source)
        yield cost + face_cost, meld
    cost = sum(token.upright_cost for token in part) + PLAIN_KONG[not apart]
    yield cost + face_cost, LaidMeld(SetKind.KONG, ids, kinds, MeldOrigin.UNTOLD)


def _column(part: Sequence[Token]) -> tuple[float, LaidMeld]:
    """Return a pung with a fourth tile over the turned one; the column's place gives the source."""
    place = next(i for i, token in enumerate(part) if token.above is not None)
    ids: list[int] = []
    faces: list[SeenTile] = []
    for token in part:
        ids.append(token.tile.id)
        faces.append(token.tile)
        if token.above is not None:
            ids.append(token.above.id)
            faces.append(token.above)
    face_cost, kinds = _fit_equal(faces)
    cost = sum(t.sideways_cost if i == place else t.upright_cost for i, t in enumerate(part))
    source = (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.RIGHT)[place]
    sound = not math.isinf(face_cost) and len(ids) == 4
    return cost + (face_cost if sound else UNTIDY_COLUMN), LaidMeld(
        SetKind.KONG, tuple(ids), kinds, MeldOrigin.ADDED, part[place].tile.id, source, sound=sound
    )


# Costs of the tiles of a concealed kong that show their backs: every book's forms cost nothing,
# those of other clubs a little (three backs and one face, one back).
_BACKS = {(0, 3): 0.0, (1, 2): 0.0, (0, 1, 2, 3): 0.0}
_BACKS |= dict.fromkeys(((0,), (3,), (1,), (2,)), 1.5)  # a false box beside a pung looks so too
_BACKS |= dict.fromkeys(((1, 2, 3), (0, 1, 2)), 0.3)
_BACKS |= dict.fromkeys(((0, 2, 3), (0, 1, 3)), 0.6)
_BACKS |= dict.fromkeys(((0, 1), (2, 3), (0, 2), (1, 3)), 2.0)
_BLANK_BACKS = ((0, 3), (1, 2), (0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2, 3))


def _with_backs(part: Sequence[Token]) -> Iterator[tuple[float, LaidMeld]]:
    """Yield the concealed kong of four tiles of which some are backs."""
    backs = tuple(i for i, token in enumerate(part) if token.is_back)
    if backs in _BACKS:
        doubt = ONE_BACK * (1 - part[backs[0]].tile.existence) if len(backs) == 1 else 0.0
        for cost, kong in _concealed_kong(part, backs):
            yield cost + doubt, kong


def _with_blank_backs(part: Sequence[Token], apart: bool) -> Iterator[tuple[float, LaidMeld]]:
    """Yield the concealed kong whose backs are as white as white dragons without print.

    Two blank tiles around two equal ones, or between them, make no other set. Neither do three and
    a fourth, apart from the rest. Four may be the white dragons.
    """
    like = is_like_back if apart else is_blank
    blank = tuple(i for i, token in enumerate(part) if token.is_back or like(token.tile))
    if len(blank) > 2 and not apart:
        return
    if blank in _BLANK_BACKS and not all(part[i].is_back for i in blank):
        for cost, kong in _concealed_kong(part, blank):
            yield cost + BLANK_KONG, kong


def _concealed_kong(
    part: Sequence[Token], backs: tuple[int, ...]
) -> Iterator[tuple[float, LaidMeld]]:
    shown = [token for i, token in enumerate(part) if i not in backs]
    face_cost, kinds = _fit_equal([token.tile for token in shown]) if shown else (0.0, ())
    if math.isinf(face_cost):
        return
    hidden = plain_kind(kinds[0]) if kinds else UNKNOWN
    left = iter(kinds)
    named = tuple(hidden if i in backs else next(left) for i in range(len(part)))
    cost = sum(token.upright_cost for token in shown) + face_cost + _BACKS[backs]
    ids = tuple(token.tile.id for token in part)
    yield cost, LaidMeld(SetKind.KONG, ids, named, MeldOrigin.CONCEALED, hidden=len(backs))


def _find_turned_tile(part: Sequence[Token]) -> tuple[int, bool, float]:
    """Return the index of the turned tile, whether no other comes close, and the cost."""
    upright = sum(token.upright_cost for token in part)
    costs = [upright - token.upright_cost + token.sideways_cost for token in part]
    order = sorted(range(len(part)), key=costs.__getitem__)
    sure = costs[order[1]] - costs[order[0]] > CLOSE_CALL
    return order[0], sure, costs[order[0]]


def set_kind(tiles: Sequence[SeenTile]) -> SetKind | None:
    """Return whether three tiles, as most likely read, are a pung or a chow; None if neither."""
    kinds = [plain_kind(tile.kind) for tile in tiles]
    if BACK in kinds or UNKNOWN in kinds or any(is_flower(tile) for tile in tiles):
        return None
    if len(set(kinds)) == 1:
        return SetKind.PUNG
    return SetKind.CHOW if is_chow(kinds) else None


def _fit_equal(tiles: Sequence[SeenTile]) -> tuple[float, tuple[str, ...]]:
    """Return the cost and kinds of the tiles as equal ones (a red five equals a five)."""
    if len({plain_kind(tile.kind) for tile in tiles}) == 1 and tiles[0].names:
        return 0.0, tuple(tile.kind for tile in tiles)
    best: tuple[float, tuple[str, ...]] = (math.inf, tuple(tile.kind for tile in tiles))
    for kind in dict.fromkeys(plain_kind(name) for tile in tiles for name, _ in tile.names):
        if kind == BACK or kind.endswith("f"):
            continue
        named = [_kind_cost(tile, kind) for tile in tiles]
        cost = sum(c for c, _ in named)
        if cost < best[0]:
            best = (cost, tuple(k for _, k in named))
    return best


def _fit_chow(tiles: Sequence[SeenTile]) -> tuple[float, tuple[str, ...]]:
    """Return the cost and kinds of three tiles as a chow, in any order."""
    best: tuple[float, tuple[str, ...]] = (math.inf, tuple(tile.kind for tile in tiles))
    options = [[plain_kind(name) for name, _ in tile.names] for tile in tiles]
    for kinds in product(*options):
        if not is_chow(kinds):
            continue
        named = [_kind_cost(tile, kind) for tile, kind in zip(tiles, kinds, strict=True)]
        cost = sum(c for c, _ in named)
        if cost < best[0]:
            best = (cost, tuple(k for _, k in named))
    return best


def is_chow(kinds: Sequence[str]) -> bool:
    """Return whether three plain kinds make a chow, in any order."""
    suits = {kind[-1] for kind in kinds}
    if len(suits) != 1 or not suits <= set("mps"):
        return False
    low, middle, high = sorted(int(kind[0]) for kind in kinds)
    return high - middle == middle - low == 1


def _kind_cost(tile: SeenTile, kind: str) -> tuple[float, str]:
    """Return the cost of the tile being of that kind, and its name then (red or plain five).

    A tile that was read with certainty cannot be another: names below 1 in 20 do not count.
    """
    if not tile.names:
        return 1.0, kind
    for name, chance in tile.names:
        if plain_kind(name) == kind and chance >= 0.05:
            return math.log(tile.kind_probability / chance), name
    return math.inf, tile.kind


@cache
def plain_kind(kind: str) -> str:
    """Return the kind without the red of a red five."""
    return kind if kind in (BACK, UNKNOWN) else Tile(kind).plain.value


def _softplus(x: float) -> float:
    return math.log1p(math.exp(-abs(x))) + max(x, 0.0)
