"""Players of the quiz: each follows the plan that is nearest, and discards what it needs least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..counts import UNITS, how_many
from ..meld import Meld, MeldSource, SetKind
from ..rulebook import Rulebook
from ..tiles import Tile, Wind, sort_tiles
from .distance import CHOWS, PUNGS
from .plans import NEVER, MeldOutline, Plan, distance, improving, plans_of, uses

_REMEMBERED = 12  # plans that a player looks at until the next review
_REVIEW = 4  # turns
_NO_PLAN = Plan(0.0)


@dataclass(slots=True)
class Player:
    """A player of one deal.

    Attributes:
        seat: seat wind.
        plans: all plans of the player.
        tiles: in hand.
        melds: on the table, in the order called.
        flowers, norths: set aside.
        discards: kinds that the player discarded.
        plan: the plan that is followed.
        cost: distance and handicap of that plan.
        turns: how often the player has discarded.
        riichi_turn: `turns` when riichi was declared; None if it was not.
        riichi_calls: how often anybody had called by then.
        passed: mask of the kinds that were discarded by the player, and by all since the riichi.
        held: `tiles` as `counts` counts them, without flowers.
        laid: `melds` as a plan looks at them.
        likely: the plans looked at until the next review.
    """

    seat: Wind
    plans: tuple[Plan, ...]
    tiles: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[Tile] = field(default_factory=list)
    norths: int = 0
    discards: set[int] = field(default_factory=set)
    plan: Plan = _NO_PLAN
    cost: float = NEVER
    turns: int = 0
    riichi_turn: int | None = None
    riichi_calls: int = 0
    passed: int = 0
    held: int = 0
    laid: list[MeldOutline] = field(default_factory=list)
    likely: tuple[Plan, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Return whether nothing was claimed."""
        return all(meld.concealed for meld in self.melds)

    def take(self, tile: Tile) -> None:
        """Take a tile into the hand."""
        self.tiles.append(tile)
        if not tile.is_flower:
            self.held += UNITS[tile.place]

    def give(self, tile: Tile) -> None:
        """Let a tile go."""
        self.tiles.remove(tile)
        if not tile.is_flower:
            self.held -= UNITS[tile.place]

    def take_of_kind(self, kind: int) -> Tile:
        """Let a tile of a kind go: a red five last."""
        found = max((t for t in self.tiles if t.place == kind), key=lambda tile: not tile.is_red)
        self.give(found)
        return found

    def review(self) -> None:
        """Choose the plan that is nearest."""
        if self.turns % _REVIEW == 0 or not self.likely:
            costs = self._costs(self.plans)
            costs.sort(key=lambda one: one[0])
            self.likely = tuple(plan for _, plan in costs[:_REMEMBERED])
        else:
            costs = self._costs(self.likely)
        self.cost, self.plan = min(costs, key=lambda one: one[0])

    def _costs(self, plans: Sequence[Plan]) -> list[tuple[float, Plan]]:
        return [(distance(one, self.held, self.laid) + one.handicap, one) for one in plans]

    def choose_discard(self, seen: int, dora: frozenset[int], safe: int | None) -> tuple[Tile, int]:
        """Return the tile that is needed least, and what the hand then lacks for its plan.

        Args:
            seen: the tiles on the table, as `counts` counts them.
            dora: kinds that are worth keeping for themselves.
            safe: mask of kinds that are discarded first; None for a player who attacks.
        """
        kinds = sorted({tile.place for tile in self.tiles})
        outside = [kind for kind in kinds if not uses(self.plan, kind)]
        secure = [kind for kind in kinds if safe and safe & UNITS[kind]]
        if safe is not None and not secure:  # honours and ends of which most are out
            secure = [max(kinds, key=lambda kind: (how_many(seen, kind), abs(kind % 9 - 4)))]
        ranked = []
        for kind in secure or outside or kinds:
            left = distance(self.plan, self.held - UNITS[kind], self.laid)
            ranked.append((left, self._use(kind) + (2.5 if kind in dora else 0.0), kind))
        left = min(ranked)[0]
        best = [one for one in ranked if one[0] == left]
        if left <= 2 and len(best) > 1:
            best = [(-self._chances(kind, seen), use, kind) for _, use, kind in best]
        kind = min(best)[2]
        tile = max((t for t in self.tiles if t.place == kind), key=lambda t: not t.is_red)
        return tile, left

    def _chances(self, kind: int, seen: int) -> int:
        """Return how many tiles bring the plan nearer when a kind is discarded."""
        rest = self.held - UNITS[kind]
        better = improving(self.plan, rest, self.laid)
        return sum(
            4 - how_many(rest, one) - how_many(seen, one)
            for one in range(34)
            if better & UNITS[one]
        )

    def _use(self, kind: int) -> float:
        """Return how likely a tile is to become part of a set."""
        held = self.held
        use = 2.0 * (how_many(held, kind) - 1)
        if kind >= 27:
            return use + (0.4 if self._is_value(kind) else 0.0)
        rank = kind % 9
        for low in (rank - 1, rank):  # beside it: both ends
            other = low if low < rank else rank + 1
            if 0 <= low <= 7 and how_many(held, kind - rank + other):
                use += (low >= 1) + (low <= 6)
        for other in (rank - 2, rank + 2):  # a gap
            use += bool(0 <= other <= 8 and how_many(held, kind - rank + other))
        return use + 0.5 + min(rank, 8 - rank, 3) * 0.3

    def _is_value(self, kind: int) -> bool:
        return kind >= 31 or kind == self.seat.kind

    def choose_call(self, kind: int, may_chow: bool) -> tuple[int, ...] | None:
        """Return the kinds in hand with which a discard is claimed; None to let it pass."""
        if self.riichi_turn is not None:
            return None
        best: tuple[float, tuple[int, ...]] | None = None
        for pair in self._claims(kind, may_chow):
            used = UNITS[pair[0]] + UNITS[pair[1]]
            sort = PUNGS if pair[0] == kind else CHOWS
            laid = (*self.laid, MeldOutline(used + UNITS[kind], sort))
            for plan in self.likely:
                if plan.is_open and uses(plan, kind):
                    cost = distance(plan, self.held - used, laid) + plan.handicap
                    if cost < self.cost and (best is None or cost < best[0]):
                        best = cost, pair
        return None if best is None else best[1]

    def _claims(self, kind: int, may_chow: bool) -> Iterator[tuple[int, int]]:
        if how_many(self.held, kind) >= 2:
            yield kind, kind
        if not may_chow or kind >= 27:
            return
        rank = kind % 9
        for low in range(max(rank - 2, 0), min(rank, 6) + 1):
            one, other = (kind - rank + k for k in range(low, low + 3) if k != rank)
            if how_many(self.held, one) and how_many(self.held, other):
                yield one, other

    def claim(self, tile: Tile, kinds: tuple[int, ...], source: MeldSource) -> None:
        """Lay a discard down with tiles of the hand."""
        own = [self.take_of_kind(kind) for kind in kinds]
        is_run = kinds[0] != tile.place
        tiles = sort_tiles([*own, tile])
        kind = SetKind.CHOW if is_run else SetKind.KONG if len(kinds) == 3 else SetKind.PUNG
        self.melds.append(Meld(kind, tiles, tiles.index(tile), source))
        number = sum(UNITS[one.place] for one in (*own[:2], tile))
        self.laid.append(MeldOutline(number, CHOWS if is_run else PUNGS))

    def kong_in_hand(self) -> int | None:
        """Return a kind of which all four may be declared; None if there is none that helps."""
        for kind in sorted({tile.place for tile in self.tiles}):
            if how_many(self.held, kind) != 4 or not uses(self.plan, kind):
                continue
            laid = (*self.laid, MeldOutline(3 * UNITS[kind], PUNGS))
            after = distance(self.plan, self.held - 4 * UNITS[kind], laid)
            if after <= distance(self.plan, self.held - UNITS[kind], self.laid):
                return kind
        return None

    def declare_kong(self, kind: int) -> None:
        """Lay four equal tiles of the hand down."""
        tiles = sort_tiles([self.take_of_kind(kind) for _ in range(4)])
        self.melds.append(Meld(SetKind.KONG, tiles, concealed=True))
        self.laid.append(MeldOutline(3 * UNITS[kind], PUNGS))

    def kong_to_add(self) -> int | None:
        """Return the place of a pung on the table of which the fourth tile is in hand."""
        for place, meld in enumerate(self.melds):
            if meld.kind is SetKind.PUNG and how_many(self.held, meld.tiles[0].place):
                return place
        return None

    def add_to_kong(self, place: int) -> Tile:
        """Add the fourth tile to a pung on the table."""
        meld = self.melds[place]
        tile = self.take_of_kind(meld.tiles[0].place)
        tiles = sort_tiles([*meld.tiles, tile])
        self.melds[place] = Meld(SetKind.KONG, tiles, meld.claimed, meld.source)
        return tile


def new_player(book: Rulebook, seat: Wind, round_wind: Wind) -> Player:
    """Return a player without tiles."""
    return Player(seat, plans_of(book, seat.kind, round_wind.kind))
