"""Contested deals as films: two hands win on one discard, or a kong is robbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from handreader.evaluation.random_hands import DealtHand, deal_hand
from scoring import rulebook, score
from scoring.decompose import winning_tiles
from scoring.hand import Hand, MeldSource
from scoring.record import Record
from scoring.tiles import KINDS, WINDS, Tile, Wind, sort_tiles
from scoring.win import Win

from .deals import ScriptedDeal
from .director import Director, win_of
from .script import Step

TWO_HANDS, ROBBED_KONG = "two hands", "robbed kong"
CONTESTS = (TWO_HANDS, ROBBED_KONG)
_SCENES = ("closed", "called", "pairs")
_CONTEST_ATTEMPTS = 2000
_GAPS = (0.6, 3.5, 7.0)  # seconds from one hand to the next


def random_contest(kind: str, rules: str, seed: int) -> ScriptedDeal:
    """Return a random contested deal; the same seed gives the same deal.

    In "two hands" two players show a hand that wins on the same discard: every second time the
    first in turn shows his later, in two of four the answers come only after both are shown, in
    two of three the discard is moved into one of the hands. In "robbed kong" a tile is added to a
    pung, every second time it is only shown in front of its player; in two of four the winner
    takes it, in one of three it follows immediately on the winner's discard.

    Args:
        kind: one of `CONTESTS`.
        rules: id of the rule set.
        seed: of the random numbers.
    """
    for again in range(_CONTEST_ATTEMPTS):
        rng = np.random.default_rng([seed, again, *kind.encode(), *rules.encode()])
        hands = _deal_hands(kind, rules, rng, _is_immediate_robbery(kind, seed))
        if hands is None:
            continue
        contest = Contest(hands[0], rng, "", False, kind=kind, hands=hands, seed=seed)
        found = contest.play_contest()
        if found is not None:
            return found
    raise AssertionError(f"no {kind} in {rules} with seed {seed}")


def _is_immediate_robbery(kind: str, seed: int) -> bool:
    """Return whether the kong is robbed right after the winner's discard (or his riichi)."""
    return kind == ROBBED_KONG and seed % 3 == 0


def _deal_hands(
    kind: str, rules: str, rng: np.random.Generator, straight: bool
) -> tuple[DealtHand, ...] | None:
    """Deal the winning hands with their seats; None if the random hands do not fit."""
    first = deal_hand(rules, rng, "closed" if straight else str(rng.choice(_SCENES)))
    tile = first.hand.winning
    if tile is None or tile.is_red:
        return None
    seats = [WINDS[int(i)] for i in rng.permutation(4)]
    giver = seats[0].after(1) if straight else seats[-1]
    if kind == ROBBED_KONG:
        if [one.plain for one in first.hand.tiles].count(tile) > 1:
            return None  # the other three are in the pung
        hands: tuple[DealtHand, ...] = (first,)
    else:
        second = _hand_winning_on(deal_hand(rules, rng, str(rng.choice(_SCENES))), tile)
        if second is None or _exceeds_tile_counts([first.hand, second.hand], tile):
            return None
        hands = first, second
    return tuple(
        replace(
            one,
            situation=replace(
                one.situation, seat=seat, self_drawn=False, discarder=giver, flags=frozenset()
            ),
        )
        for one, seat in zip(hands, seats, strict=False)
    )


def _hand_winning_on(one: DealtHand, tile: Tile) -> DealtHand | None:
    """Return the hand with one of its tiles as the winning tile; None if the tile is not in it."""
    assert one.hand.winning is not None
    held = [*one.hand.concealed, one.hand.winning]
    if tile not in held:
        return None
    held.remove(tile)
    return replace(one, hand=replace(one.hand, concealed=sort_tiles(held), winning=tile))


def _exceeds_tile_counts(hands: Sequence[Hand], shared: Tile) -> bool:
    """Return whether the hands exceed the copies of a tile set; they share one tile."""
    every = Counter(tile for hand in hands for tile in hand.tiles)
    every[shared] -= len(hands) - 1
    plain = Counter(dict.fromkeys(KINDS, 0))
    for tile, count in every.items():
        plain[tile.plain] += count
    return any(c > 4 for c in plain.values()) or any(every[t] > 1 for t in every if t.is_red)


@dataclass(slots=True, kw_only=True)
class Contest(Director):
    """Director of the play that leads to a contested tile.

    Attributes:
        kind: one of `CONTESTS`.
        hands: winning hands; all have the same tile and the same discarder.
        seed: selects the variant, see `random_contest`.
        riichi: number of discards before each place's riichi.
    """

    kind: str
    hands: tuple[DealtHand, ...]
    seed: int
    riichi: dict[int, int] = field(default_factory=dict)

    def play_contest(self) -> ScriptedDeal | None:
        """Write the whole deal into the script; None if a player could not win so."""
        self.turn = east = int(self.rng.integers(4))
        places = [self._place(one.situation.seat, east) for one in self.hands]
        giver = self._place(self.truth.situation.discarder, east)
        waits = [self._waits(one) for one in self.hands]
        before = self._write_play(places, giver, east, waits)
        self.script += [Step("wait", seconds=2.0), Step("clear", seconds=2.0)]
        if any(self._is_furiten(p, some, before) for p, some in zip(places, waits, strict=True)):
            return None
        who = zip(places, self.hands, strict=True)
        records = tuple(self._record(place, one, east) for place, one in who)
        book = rulebook(self.truth.rules)
        if not all(score(one.hand, one.win, book).valid_win for one in records):
            return None
        return self._build_deal(east, records)

    def _write_play(
        self, places: Sequence[int], giver: int, east: int, waits: Sequence[set[Tile]]
    ) -> int:
        """Write the play; return the number of discards before the contested tile."""
        tile, robbed = self.truth.hand.winning, self.kind == ROBBED_KONG
        assert tile is not None
        self.pool = self._remaining_tiles(tile if robbed else None)
        self.pool = [one for one in self.pool if not any(one in some for some in waits)]
        self._write_opening(places[0], east)
        if robbed:
            self._call_pung(giver, tile, places[0])
        for place, one in zip(places, self.hands, strict=True):
            for meld in one.hand.melds:
                self._call_meld(place, meld)
        self._declare_riichi(places)
        self._discard_until(giver)
        before = len(self.discards)
        if robbed:
            self._rob_kong(places[0], giver, tile)
        else:
            self._discard(giver, tile=tile)
            self._reveal_hands(places, giver)
        return before

    def _place(self, seat: Wind | None, east: int) -> int:
        assert seat is not None
        return (east + seat.order) % 4

    def _waits(self, one: DealtHand) -> set[Tile]:
        book = rulebook(one.rules)
        alone = replace(one.hand, winning=None)
        return {tile.plain for tile in winning_tiles(alone, book.shapes, book.options)}

    def _remaining_tiles(self, kong: Tile | None) -> list[Tile]:
        """Return the tiles in none of the hands, in the order of the wall."""
        left = Counter(dict.fromkeys(KINDS, 4))
        for one in self.hands:
            left.subtract(tile.plain for tile in one.hand.tiles)
        if kong is not None:
            left[kong] = 0
        every = [kind for kind, count in left.items() for _ in range(max(0, count))]
        return [every[int(i)] for i in self.rng.permutation(len(every))]

    # The play.

    def _call_pung(self, caller: int, tile: Tile, winner: int) -> None:
        """Write the call of the pung for the kong; never on the winner's discard (furiten)."""
        sources = {MeldSource.LEFT: 3, MeldSource.ACROSS: 2, MeldSource.RIGHT: 1}
        by = [one for one, steps in sources.items() if (caller + steps) % 4 != winner]
        which = by[int(self.rng.integers(len(by)))]
        source = (caller + sources[which]) % 4
        self._discard_until(source)
        self._discard(source, tile=tile)
        self._claim(caller, tile, [tile, tile], which, source)
        self._discard(caller)

    def _declare_riichi(self, places: Sequence[int]) -> None:
        """Write riichi where possible, then some discards; each winner has discarded once."""
        for place, one in zip(places, self.hands, strict=True):
            if one.rules == "riichi-ema" and not one.hand.melds:
                self._discard_until(place)
                self.riichi[place] = len(self.discards)
                self._discard(place, turned=True)
            else:
                self._discard_until(place)
                self._discard(place)
        if not _is_immediate_robbery(self.kind, self.seed):
            for _ in range(int(self.rng.integers(1, 5))):
                self._discard(self.turn)

    # The end.

    def _rob_kong(self, winner: int, giver: int, tile: Tile) -> None:
        kind = "declare" if self.seed % 2 else "add"
        self._lay(kind, giver, (tile.value,))
        tokens = [one.value for one in self.truth.hand.concealed]
        if self.seed // 2 % 2:
            self.script.append(Step("rob", winner, (*tokens, "_", tile.value), giver, 5.0))
        else:
            self.script.append(Step("reveal", winner, tuple(tokens), -1, 5.0))

    def _reveal_hands(self, places: Sequence[int], giver: int) -> None:
        """Write the reveal of both hands; the discard is in one of them, or in the pond."""
        order = sorted(range(2), key=lambda i: (places[i] - giver) % 4, reverse=self.seed % 2 == 1)
        taker, gap = self.seed % 3, _GAPS[self.seed // 3 % 3]
        for number, which in enumerate(order):
            hand = self.hands[which].hand
            tokens = [one.value for one in hand.concealed]
            takes = taker == number + 1
            if takes or len(tokens) < 4:
                tokens += ["_", str(hand.winning)]
            seconds = 5.0 if number else gap
            source = giver if takes else -1
            self.script.append(Step("reveal", places[which], tuple(tokens), source, seconds))

    def _is_furiten(self, place: int, waits: set[Tile], before: int) -> bool:
        """Return whether a player passed a winning tile: his own, or another's since his last."""
        seen = self.discards[:before]
        own = [i for i, (who, _) in enumerate(seen) if who == place]
        since = self.riichi.get(place, own[-1])
        let_go = [tile for who, tile in seen if who == place]
        let_go += [tile for _, tile in seen[since:]]
        return any(tile.plain in waits for tile in let_go)

    def _record(self, place: int, one: DealtHand, east: int) -> Record:
        """Return the record with the facts that follow from the play."""
        rules, seen, robbed = one.rules, self.discards, self.kind == ROBBED_KONG
        declared, tile = place in self.riichi, one.hand.winning
        assert tile is not None
        at = self.riichi.get(place, 0)
        first = max(i for i, (who, _) in enumerate(seen) if who == place)
        since = tuple((WINDS[(who - east) % 4], tile.plain) for who, tile in seen[first:])
        no_sets = not any(step.kind in ("claim", "kong") for step in self.script)
        melds = [meld for each in self.hands for meld in each.hand.melds if not meld.concealed]
        in_view = [tile.plain for meld in melds for tile in meld.tiles]
        win: Win = replace(
            win_of(one),
            robbing_kong=robbed,
            riichi=declared,
            double_riichi=declared and no_sets and not any(who == place for who, _ in seen[:at]),
            ippatsu=declared and first == at,
            riichi_sticks=len(self.riichi),
            last_of_kind=rules == "mcr" and (robbed or in_view.count(tile) >= 3),
            discards_since=since if rules == "zung-jung" and not robbed else None,
        )
        return Record(None, rules, one.hand, win)

    def _build_deal(self, east: int, records: Sequence[Record]) -> ScriptedDeal:
        giver = records[0].win.discarder
        assert giver is not None
        turns = sorted(records, key=lambda one: (one.win.seat.order - giver.order) % 4)
        several = self.truth.rules == "riichi-ema"
        return ScriptedDeal(
            self.truth.rules,
            self.kind,
            tuple(self.script),
            east,
            turns[0],
            other_records=tuple(turns[1:]) if several else (),
            reveal_count=len(records),
            answer_after_all=len(records) > 1 and bool(self.seed // 2 % 2),
        )
