"""One deal of four (or three) players, from a shuffled wall to a win: the hands that the quiz asks.

Each player knows the rule set's wins alone: a hand wins if the scorer says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from ..counts import ONES, UNITS
from ..errors import HandReaderError
from ..game_rules import game_rules
from ..hand import Hand
from ..meld import MeldSource
from ..plausibility import is_riichi
from ..registry import rules_text
from ..rulebook import Rulebook
from ..rulebooks.riichi_points import dora_of
from ..scorer import score
from ..tiles import WINDS, Tile, Wind, sort_tiles
from ..wait_masks import regular_waits, seven_pairs_waits
from ..win import Win
from .levels import QuizError
from .plans import PlanShape
from .players import Player, new_player
from .tile_stock import tiles_of

_DEAD_WALL = 14  # tiles that nobody draws but after a kong; riichi
_MELD_FROM = {
    4: (MeldSource.LEFT, MeldSource.ACROSS, MeldSource.RIGHT),
    3: (MeldSource.LEFT, MeldSource.RIGHT),
}
"""By how many play: who discarded, by the turns from there to the claimer."""
_NORTH = Wind.NORTH.kind
_ATTEMPTS = 200
_SILENT = 0.12
"""Share of the hands that are ready and do not declare riichi."""
_FOLDS_FROM = 1.5
"""Tiles missing from which on a player discards safely while another is ready."""


@dataclass(frozen=True, slots=True)
class PlayedWin:
    """A win of a deal that was played: the hand, and the circumstances."""

    hand: Hand
    win: Win


def play_to_win(book: Rulebook, rng: Random) -> PlayedWin:
    """Play deals until somebody wins.

    Args:
        book: the rule set.
        rng: deals the tiles.

    Raises:
        QuizError: nobody does, for long.
    """
    for _ in range(_ATTEMPTS):
        found = _Deal(book, rng).play()
        if found is not None:
            return found
    raise QuizError("no_hand", rules=rules_text(book), count=_ATTEMPTS)


@dataclass(slots=True)
class _Deal:
    """A deal in play."""

    book: Rulebook
    rng: Random
    players: list[Player] = field(init=False)
    wall: list[Tile] = field(init=False)
    dead: list[Tile] = field(init=False)
    round_wind: Wind = field(init=False)
    indicators: list[Tile] = field(default_factory=list)
    ura: list[Tile] = field(default_factory=list)
    seen: int = 0
    bets: int = 0
    calls: int = 0
    is_riichi: bool = False

    def __post_init__(self) -> None:
        book, rng = self.book, self.rng
        self.is_riichi = is_riichi(book)
        self.wall = tiles_of(book)
        rng.shuffle(self.wall)
        self.dead = [self.wall.pop() for _ in range(_DEAD_WALL)] if self.is_riichi else []
        self.round_wind = WINDS[rng.randrange(min(game_rules(book).rounds, book.players))]
        self.players = [new_player(book, seat, self.round_wind) for seat in WINDS[: book.players]]
        if self.is_riichi:
            self._turn_indicator()
        for player in self.players:
            for _ in range(13):
                player.take(self._next_tile())
        for player in self.players:
            self._set_aside(player)
            player.review()

    def play(self) -> PlayedWin | None:
        """Play until somebody wins; None if nobody does."""
        turn = 0
        drawn: Tile | None = None
        is_replacement = False
        while True:
            player = self.players[turn]
            if drawn is None:
                if not self.wall:
                    return None
                drawn = self._draw(player)
                if drawn is None:
                    return None
            found = self._win_by_draw(player, drawn, is_replacement)
            if found is not None:
                return found
            is_replacement = False
            kong = self._kong(player, turn)
            if isinstance(kong, PlayedWin):
                return kong
            if kong:
                drawn = self._replacement(player)
                if drawn is None:
                    return None
                is_replacement = True
                continue
            drawn = None
            outcome = self._discard(player, turn)
            while isinstance(outcome, int):  # claimed: that player discards without a draw
                turn = outcome
                outcome = self._discard(self.players[turn], turn)
            if isinstance(outcome, PlayedWin):
                return outcome
            turn = (turn + 1) % len(self.players)

    # Tiles.

    def _next_tile(self) -> Tile:
        return self.wall.pop()

    def _draw(self, player: Player) -> Tile | None:
        tile = self._next_tile()
        player.take(tile)
        return self._set_aside(player, tile)

    def _replacement(self, player: Player) -> Tile | None:
        """Draw the tile after a kong, a flower or a north; None if there is none left."""
        if not self.wall:
            return None
        if self.dead:
            tile = self.dead.pop()
            self.wall.pop(0)
        else:
            tile = self.wall.pop(0)
        player.take(tile)
        return self._set_aside(player, tile)

    def _set_aside(self, player: Player, last: Tile | None = None) -> Tile | None:
        """Set flowers and norths aside, and draw others; return the tile drawn last."""
        for tile in [*player.tiles]:
            if tile.is_flower and tile in player.tiles:
                player.give(tile)
                player.flowers.append(tile)
                last = self._replacement(player)
            elif (
                self.book.players == 3
                and tile in player.tiles
                and tile.place == _NORTH
                and player.riichi_turn is None
            ):
                player.give(tile)
                player.norths += 1
                last = self._replacement(player)
        return last

    def _turn_indicator(self) -> None:
        self.indicators.append(self.dead.pop(0))
        self.ura.append(self.dead.pop(0))

    # A turn.

    def _win_by_draw(self, player: Player, drawn: Tile, is_replacement: bool) -> PlayedWin | None:
        player.give(drawn)
        found = None
        if self._completes(player, drawn.place):
            found = self._win(player, drawn, None, is_replacement=is_replacement)
        player.take(drawn)
        return found

    def _kong(self, player: Player, turn: int) -> bool | PlayedWin:
        """Declare a kong, if that helps; return whether one was, or the win of who robbed it."""
        if not self.wall or player.riichi_turn is not None:
            return False
        if self.is_riichi and len(self.dead) < 4:
            return False
        kind = player.kong_in_hand()
        if kind is not None:
            player.declare_kong(kind)
        else:
            place = player.kong_to_add()
            if place is None:
                return False
            tile = player.add_to_kong(place)
            self.seen += UNITS[tile.place]
            robbed = self._claim_win(tile, turn, is_robbed=True)
            if robbed is not None:
                return robbed
        self.calls += 1
        if self.is_riichi:
            self._turn_indicator()
        return True

    def _discard(self, player: Player, turn: int) -> PlayedWin | int | None:
        """Discard; return the win on it, the player who claimed it, or None."""
        if player.riichi_turn is None:
            player.review()
            dora = frozenset(dora_of(one, self.book.players) for one in self.indicators)
            tile, left = player.choose_discard(self.seen, dora, self._safe_kinds(player))
            player.give(tile)
            if left == 1 and self._declares_riichi(player):
                player.passed = sum(UNITS[kind] for kind in player.discards)
                player.riichi_turn, player.riichi_calls = player.turns, self.calls
                self.bets += 1
        else:
            tile = player.tiles[-1]
            player.give(tile)
        player.turns += 1
        player.discards.add(tile.place)
        for ready in self.players:
            if ready.riichi_turn is not None:
                ready.passed |= UNITS[tile.place]
        self.seen += UNITS[tile.place]
        won = self._claim_win(tile, turn)
        if won is not None:
            return won
        return self._claimant(tile, turn) if self.wall else None

    def _declares_riichi(self, player: Player) -> bool:
        may = self.is_riichi and player.is_closed and len(self.wall) >= len(self.players)
        return may and self.rng.random() >= _SILENT

    def _safe_kinds(self, player: Player) -> int | None:
        """Return the kinds on which nobody who declared riichi wins; None if the player attacks."""
        ready = [one for one in self.players if one.riichi_turn is not None]
        if not ready or player.cost < _FOLDS_FROM:
            return None
        safe = ONES
        for one in ready:
            safe &= one.passed
        return safe

    def _claim_win(self, tile: Tile, turn: int, is_robbed: bool = False) -> PlayedWin | None:
        count = len(self.players)
        for step in range(1, count):
            player = self.players[(turn + step) % count]
            if not self._completes(player, tile.place) or self._is_furiten(player):
                continue
            found = self._win(player, tile, self.players[turn].seat, is_robbed=is_robbed)
            if found is not None:
                return found
        return None

    def _claimant(self, tile: Tile, turn: int) -> int | None:
        """Return the player who claims a discard, pungs before chows; None if nobody does."""
        count = len(self.players)
        calls = []
        for step in range(1, count):
            place = (turn + step) % count
            may_chow = step == 1 and count == 4
            kinds = self.players[place].choose_call(tile.place, may_chow)
            if kinds is not None:
                calls.append((kinds[0] != tile.place, step, place, kinds))
        if not calls:
            return None
        _, step, place, kinds = min(calls)
        self.players[place].claim(tile, kinds, _MELD_FROM[count][step - 1])
        for kind in kinds:
            self.seen += UNITS[kind]
        self.calls += 1
        return place

    # Wins.

    def _completes(self, player: Player, kind: int) -> bool:
        """Return whether a tile may complete a hand; cheaper than the score, which decides."""
        if kind < 0:
            return False
        waits = regular_waits(player.held)
        if not player.melds:
            waits |= seven_pairs_waits(player.held)
            if player.plan.shape in (PlanShape.SINGLES, PlanShape.ORPHANS):
                waits |= player.plan.mask
        return bool(waits & UNITS[kind])

    def _is_furiten(self, player: Player) -> bool:
        if not self.is_riichi:
            return False
        waits = regular_waits(player.held) | seven_pairs_waits(player.held)
        return any(waits & UNITS[kind] for kind in player.discards)

    def _win(
        self,
        player: Player,
        tile: Tile,
        discarder: Wind | None,
        is_replacement: bool = False,
        is_robbed: bool = False,
    ) -> PlayedWin | None:
        """Return the win with a tile, if the scorer takes it for one."""
        if player.turns == 0:
            return None  # a blessing of heaven or earth: rarer than one in 100,000
        since = player.riichi_turn
        is_double = since == 0 and player.riichi_calls == 0
        is_untouched = since is not None and player.riichi_calls == self.calls
        hand = Hand(sort_tiles(player.tiles), tile, tuple(player.melds), sort_tiles(player.flowers))
        win = Win(
            self_drawn=discarder is None,
            discarder=discarder,
            seat=player.seat,
            round=self.round_wind,
            last_tile=not self.wall,
            kong_replacement=is_replacement,
            robbing_kong=is_robbed,
            last_of_kind=self._is_last_of_kind(tile, discarder is not None),
            riichi=since is not None and not is_double,
            double_riichi=is_double,
            ippatsu=is_untouched and player.turns == (since or 0) + 1,
            dora_indicators=tuple(self.indicators),
            ura_indicators=tuple(self.ura) if since is not None else (),
            riichi_sticks=self.bets,
            norths=player.norths,
        )
        try:
            found = score(hand, win, self.book)
        except HandReaderError:
            return None
        return PlayedWin(hand, win) if found.valid_win else None

    def _is_last_of_kind(self, tile: Tile, is_discard: bool) -> bool:
        """Return whether the other three of a kind lie in view."""
        if self.is_riichi:
            return False
        return (self.seen >> 5 * tile.place & 31) - is_discard == 3
