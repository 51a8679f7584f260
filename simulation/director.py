"""Director of a deal's players: the script of a film that ends with a given winning hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from handreader.evaluation.random_hands import DealtHand
from scoring import rulebook
from scoring.decompose import winning_tiles
from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.record import Record
from scoring.tiles import KINDS, WINDS, Tile, Wind
from scoring.win import Win

from .script import Step

_SOURCES = {MeldSource.LEFT: 3, MeldSource.ACROSS: 2, MeldSource.RIGHT: 1}


def win_of(truth: DealtHand) -> Win:
    """Return the win with the facts of the dealt hand."""
    situation = truth.situation
    return Win(
        self_drawn=situation.self_drawn,
        discarder=situation.discarder,
        seat=situation.seat or Wind.EAST,
        dora_indicators=truth.indicators,
    )


@dataclass(slots=True)
class Director:
    """Director of the play that leads to the winning hand."""

    truth: DealtHand
    rng: np.random.Generator
    incident: str
    adds_kong: bool  # the first kong is added to a pung
    script: list[Step] = field(default_factory=list)
    discards: list[tuple[int, Tile]] = field(default_factory=list)
    pool: list[Tile] = field(default_factory=list)
    turn: int = 0
    riichi_at: int | None = None  # number of discards before it
    calls_after_riichi: int = 0

    def play(self) -> tuple[int, Record]:
        """Write the whole deal into the script; return the place of East and the record."""
        truth, rng = self.truth, self.rng
        hand, win = truth.hand, win_of(truth)
        first_east = int(rng.integers(4))
        self.turn = first_east
        winner = (first_east + win.seat.order) % 4
        self.pool = self._shuffle_remaining(hand)
        book = rulebook(truth.rules)
        waits = winning_tiles(replace(hand, winning=None), book.shapes, book.options)
        self.pool = [tile for tile in self.pool if tile.plain not in waits]
        self._write_opening(winner, first_east)
        open_ = [meld for meld in hand.melds if not meld.concealed]
        for meld in hand.melds:
            if meld.concealed:
                self._discard_until(winner)
                self._lay("kong", winner, _kong_tokens(truth.rules, meld))
                self._discard(winner)
            else:
                self._call_meld(winner, meld)
        if not open_ and truth.rules == "riichi-ema":
            self._discard_until(winner)
            self.riichi_at = len(self.discards)
            self._discard(winner, turned=True)
        elif rng.random() < 0.6:
            self._call_unrelated_pung(winner)
        for _ in range(int(rng.integers(2, 6))):
            self._discard(self.turn)
        if not any(place == winner for place, _ in self.discards):
            self._discard_until(winner)
            self._discard(winner)
        self._write_incident(winner)
        full = self._write_ending(winner, first_east, hand, win)
        return first_east, Record(None, truth.rules, hand, full)

    # The play.

    def _shuffle_remaining(self, hand: Hand) -> list[Tile]:
        left = Counter(dict.fromkeys(KINDS, 4))
        left.subtract(tile.plain for tile in (*hand.tiles, *self.truth.indicators))
        every = [kind for kind, count in left.items() for _ in range(max(0, count))]
        return [every[int(i)] for i in self.rng.permutation(len(every))]

    def _write_opening(self, winner: int, east: int) -> None:
        self.script.append(Step("wait", seconds=1.6))
        if self.incident and self.rng.random() < 0.3:
            self.script += [Step("shuffle", seconds=1.5), Step("heap", seconds=2.5)]
            self.script.append(Step("wait", seconds=1.6))
        if self.truth.indicators:
            shown = [tile.value for tile in self.truth.indicators]
            tokens = ["##", "##", *shown, *["##"] * (5 - len(shown))]
            self.script.append(Step("wall", 2, tuple(tokens), seconds=2.4))
        if self.truth.hand.flowers:
            tokens = [tile.value for tile in self.truth.hand.flowers]
            self.script.append(Step("flowers", winner, tuple(tokens), seconds=2.4))
        for _ in range(int(self.rng.integers(1, 4))):
            self._discard(self.turn)

    def _discard_until(self, place: int) -> None:
        """Write discards until it is this place's turn."""
        while self.turn != place:
            self._discard(self.turn)

    def _discard(self, place: int, turned: bool = False, tile: Tile | None = None) -> None:
        tile = self.pool.pop() if tile is None else tile
        token = f"<{tile.value}>" if turned else tile.value
        self.script.append(Step("discard", place, (token,), seconds=self._seconds_until_next()))
        self.discards.append((place, tile))
        self.turn = (place + 1) % 4

    def _seconds_until_next(self) -> float:
        return float(self.rng.uniform(2.0, 2.8))

    def _call_meld(self, winner: int, meld: Meld) -> None:
        """Write the discard of a tile, the set called with it, and the caller's discard."""
        source = (winner + _SOURCES[meld.source or MeldSource.LEFT]) % 4
        self._discard_until(source)
        tiles = list(meld.tiles)
        at = int(self.rng.integers(3)) if meld.kind is SetKind.CHOW else 0
        claimed = tiles.pop(at)
        self._discard(source, tile=claimed)
        added = meld.kind is SetKind.KONG and (self.adds_kong or self.rng.random() < 0.5)
        self.adds_kong = self.adds_kong and not added
        if added:
            tiles.pop()
        self._claim(winner, claimed, tiles, meld.source or MeldSource.LEFT, source)
        self._discard(winner)
        if added:
            self._discard_until(winner)
            self._lay("add", winner, (claimed.plain.value,))
            self._discard(winner)

    def _claim(
        self, caller: int, claimed: Tile, tiles: list[Tile], by: MeldSource, source: int
    ) -> None:
        places = {MeldSource.LEFT: 0, MeldSource.ACROSS: 1, MeldSource.RIGHT: len(tiles)}
        tokens = [tile.value for tile in tiles]
        tokens.insert(places[by], f"<{claimed.value}>")
        self.script.append(Step("claim", caller, tuple(tokens), source, seconds=4.2))
        self.turn = caller
        self.calls_after_riichi += self.riichi_at is not None

    def _lay(self, kind: str, place: int, tokens: tuple[str, ...]) -> None:
        self.script.append(Step(kind, place, tokens, seconds=3.0))

    def _call_unrelated_pung(self, winner: int) -> None:
        """Write the call of a pung by another player."""
        kinds = [kind for kind, count in Counter(self.pool).items() if count >= 3]
        if not kinds:
            return
        tile = kinds[int(self.rng.integers(len(kinds)))]
        for _ in range(3):
            self.pool.remove(tile)
        caller = (winner + int(self.rng.integers(1, 4))) % 4
        by = list(MeldSource)[int(self.rng.integers(3))]
        source = (caller + _SOURCES[by]) % 4
        self._discard_until(source)
        self._discard(source, tile=tile)
        self._claim(caller, tile, [tile, tile], by, source)
        self._discard(caller)

    def _write_incident(self, winner: int) -> None:
        if self.incident == "lost":
            self.script.append(Step("lost", seconds=3.0))
        elif self.incident == "dark":
            self.script.append(Step("dark", seconds=2.5))
        elif self.incident == "shown":  # a player shows tiles that do not win, and takes them back
            other = (winner + 2) % 4
            tokens = tuple(tile.value for tile in self.pool[:13])
            self.script.append(Step("reveal", other, tokens, seconds=3.0))
            self.script.append(Step("take", other, seconds=3.0))

    # The end.

    def _write_ending(self, winner: int, first_east: int, hand: Hand, win: Win) -> Win:
        tokens = [tile.value for tile in hand.concealed]
        winning = str(hand.winning)
        taken = -1
        if win.discarder is not None and hand.winning is not None:
            giver = (first_east + win.discarder.order) % 4
            self._discard_until(giver)
            if not self.discards or self.discards[-1][0] == winner:
                self._discard_until((giver + 1) % 4)
                self._discard_until(giver)
            self._discard(giver, tile=hand.winning)
            if self.rng.random() < 0.5 or len(tokens) < 4:
                tokens += ["_", winning]
                taken = giver
        else:
            self._discard_until(winner)
            tokens += ["_", winning]
        self.script.append(Step("reveal", winner, tuple(tokens), taken, seconds=4.0))
        if self.incident == "rest":
            self.script.append(replace(self.script.pop(), seconds=0.2))
            self.script.append(Step("rest", winner, seconds=3.0))
            self.script.append(Step("wait", seconds=3.0))
        self.script += [Step("wait", seconds=2.0), Step("clear", seconds=2.0)]
        return self._complete_win(winner, first_east, hand, win)

    def _complete_win(self, winner: int, first_east: int, hand: Hand, win: Win) -> Win:
        """Return the win with the facts that follow from the play."""
        rules, seen = self.truth.rules, self.discards
        declared = self.riichi_at is not None
        at = self.riichi_at or 0
        own_after = sum(place == winner for place, _ in seen[at + 1 :])
        early = not any(place == winner for place, _ in seen[:at])
        no_sets = not any(s.kind in ("claim", "kong", "add") for s in self.script)
        first = max((i for i, (place, _) in enumerate(seen) if place == winner), default=0)
        since = [(WINDS[(p - first_east) % 4], t.plain) for p, t in seen[first:]]
        in_sets = [t.plain for m in hand.melds if not m.concealed for t in m.tiles]
        winning = hand.winning
        visible = winning is not None and in_sets.count(winning.plain) >= 3
        return replace(
            win,
            riichi=declared,
            double_riichi=declared and early and no_sets,
            ippatsu=declared and not own_after and not self.calls_after_riichi,
            riichi_sticks=1 if declared else 0,
            last_of_kind=visible and rules == "mcr",
            discards_since=tuple(since) if rules == "zung-jung" and win.discarder else None,
        )


def _kong_tokens(rules: str, meld: Meld) -> tuple[str, ...]:
    """Return the tokens of a concealed kong in the layout of its rule set."""
    plain = meld.tiles[-1].plain.value
    return ("##", plain, plain, "##") if rules == "zung-jung" else (plain, "##", "##", plain)
