"""Tracking of play: compare each observation with the state, and draft the events between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from scoring.hand import SetKind
from scoring.tiles import BACK, Tile, sort_tiles
from vision.layout.melds import LaidMeld, is_flower, plain_kind
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation
from vision.tracking.tracks import SURE

from ..log.events import (
    CallEvent,
    CorrectionEvent,
    DiscardEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEvent,
    Point,
    RiichiEvent,
)
from ..log.table_state import DiscardedTile, LaidSet, TableState
from .tile_placement import (
    find_added_kong,
    find_sets,
    is_same_set,
    is_same_spot,
    is_sideways,
    is_straight,
    nearest_set,
    reading_order,
    tile_size,
)
from .win_facts import place_to_draw

MASS = 8
"""Tiles that must disappear at once before a deal may have ended."""
_FEW = 3
"""Discards that count as `MASS` if they are all discards of the deal."""
_LATE = 2
"""Newest discards that a call may claim: an earlier discard may be logged later than the next one,
if its kind was uncertain for longer."""
_PATIENCE = 8
"""Readings for which a new discard is delayed by an earlier one whose kind is uncertain."""
_SOURCES = {"left": 3, "across": 2, "right": 1}  # steps in order of play from the caller


@dataclass(frozen=True, slots=True)
class Draft:
    """An event to be written.

    Attributes:
        event: to be written.
        confidence: 0 to 1.
        area: of the observation; "" for none.
        tiles: that show the event, in the area's pixels.
    """

    event: LogEvent
    confidence: float
    area: str = ""
    tiles: tuple[SeenTile, ...] = ()


@dataclass(slots=True)
class PlayTracker:
    """Tracker of the ponds, sets and indicators of one table.

    Attributes:
        table: current state.
        missing: events of discards that have left their ponds without a known call, and of kongs
            that lost the added tile. A lost tile is not an event: its cause may show later, or it
            comes back.
        empty: whether each area had no face-up tile when last observed.
        unwatched: areas not read since the camera could not see, or before the watching began.
        delayed_ponds: ponds whose new discard waits for an earlier one; value: readings so far.
    """

    table: TableState
    missing: set[int] = field(default_factory=set)
    empty: dict[str, bool] = field(default_factory=dict)
    unwatched: set[str] = field(default_factory=set)
    delayed_ponds: Counter[str] = field(default_factory=Counter)
    _unsure: set[str] = field(default_factory=set)
    _waited: dict[tuple[int, tuple[Tile, ...], int], int] = field(default_factory=dict)

    def track(self, sighting: Observation) -> Iterator[Draft]:
        """Yield drafts of the events in an observation; apply each before requesting the next."""
        if sighting.is_covered:
            return
        # a camera from above sees only the backs of upright tiles
        self.empty[sighting.area] = not any(tile.face_up for tile in sighting.tiles)
        name, _, number = sighting.area.partition(" ")
        if self.table.over:
            return
        if name == "pond":
            yield from self._track_pond(int(number), sighting)
        elif name == "hand":
            yield from self._track_hand(int(number), sighting)
        elif name == "wall":
            yield from self._track_wall(sighting)
        if sighting.sure:
            self.unwatched.discard(sighting.area)
            self._unsure.discard(sighting.area)
        else:
            self._unsure.add(sighting.area)

    @property
    def is_table_clear(self) -> bool:
        """Return whether every observed area is empty, apart from the walls."""
        found = [empty for area, empty in self.empty.items() if not area.startswith("wall")]
        return bool(found) and all(found)

    # Ponds.

    def _track_pond(self, place: int, sighting: Observation) -> Iterator[Draft]:
        known = self.table.pond(place)
        spots = {d.event: d for d in known}
        if sighting.area in self.unwatched and sighting.sure:
            self.missing |= self._removals_during_gap(known, sighting)
        gone = [self._position(track.tile, sighting) for track in sighting.removed]
        swapped: set[int] = set()
        for event, discard in spots.items():
            if any(is_same_spot(discard.at, *spot) for spot in gone):
                self.missing.add(event)
                swapped.add(event)
        new = []
        for seen in sighting.tiles:
            tile = self._discard_candidate(seen)
            at, size = self._position(tile, sighting)
            same = [d for d in known if is_same_spot(d.at, at, size)]
            if any(d.event not in self.missing or d.tile.value == tile.kind for d in same):
                self.missing -= {d.event for d in same if d.tile.value == tile.kind}
            elif tile.face_up and tile.names:
                new.append((at, tile, [d for d in same if d.event in swapped]))
        order = reading_order([at for at, _, _ in new], tile_size(sighting)[1])
        new = [new[number] for number in order]
        heap = any(not tile.face_up or not is_straight(tile) for tile in sighting.tiles)
        # so many discards at once are impossible, unless the area was not watched
        watched = self.table.deal.is_fully_observed and sighting.area not in self.unwatched
        if heap or (watched and len(new) > MASS // 2):
            return
        if new and self._is_too_early(place) and self.delayed_ponds[sighting.area] < _PATIENCE:
            self.delayed_ponds[sighting.area] += 1
            return
        del self.delayed_ponds[sighting.area]
        for at, tile, replaced in new:
            if replaced:  # replaced in one observation: the same tile, misread before
                yield self._correction(replaced[0], tile, sighting)
                self.missing -= {d.event for d in replaced}
            else:
                yield from self._discard_events(place, tile, at, sighting)

    def _removals_during_gap(
        self, known: Sequence[DiscardedTile], sighting: Observation
    ) -> set[int]:
        """Return discards removed while the area was unwatched; all, if others replace them."""
        lying = [(tile.kind, self._position(tile, sighting)) for tile in sighting.tiles]
        there = {d.event for d in known if any(is_same_spot(d.at, *spot) for _, spot in lying)}
        same = [
            d
            for d in known
            for kind, spot in lying
            if is_same_spot(d.at, *spot) and plain_kind(kind) == d.tile.plain.value
        ]
        if len(there) > 1 and not same:  # one tile may be read differently, not every one
            there = set()
        return {d.event for d in known} - there

    def _is_too_early(self, place: int) -> bool:
        """Return whether a pond whose turn is earlier has a tile that is not classified yet."""
        first = place_to_draw(self.table)
        before = ((first + step) % 4 for step in range((place - first) % 4))
        return any(f"pond {other}" in self._unsure for other in before)

    def _discard_candidate(self, tile: SeenTile) -> SeenTile:
        """Return the tile with the kinds of a discard only: no flower, red fives only in riichi."""
        names: dict[str, float] = {}
        for kind, chance in tile.names:
            if kind != BACK and not kind.endswith("f"):
                kind = kind if self.table.game.rules.bet else plain_kind(kind)
                names[kind] = names.get(kind, 0.0) + chance
        if not tile.face_up:
            return tile
        return replace(tile, names=tuple(sorted(names.items(), key=lambda pair: -pair[1])))

    def _correction(self, old: DiscardedTile, tile: SeenTile, sighting: Observation) -> Draft:
        event = CorrectionEvent(old.event, old.tile, Tile(tile.kind))
        return Draft(event, tile.confidence, sighting.area, (tile,))

    def _discard_events(
        self, place: int, tile: SeenTile, at: tuple[float, float], sighting: Observation
    ) -> Iterator[Draft]:
        turned, seat = is_sideways(tile), self.table.seat(place)
        middle = round(at[0], 4), round(at[1], 4)
        discard = DiscardEvent(place, seat, Tile(tile.kind), turned, middle)
        yield Draft(discard, tile.confidence, sighting.area, (tile,))
        last = self.table.last_discard
        bets = self.table.game.rules.bet and place not in self.table.deal.riichi
        if turned and bets and last is not None:
            riichi = RiichiEvent(place, seat, last.event)
            yield Draft(riichi, tile.confidence, sighting.area, (tile,))

    def _position(
        self, tile: SeenTile, sighting: Observation
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the middle and size of a tile as fractions of the area."""
        height, width = sighting.picture.shape[:2]
        x, y = np.mean(tile.quad, axis=0)
        return (float(x / width), float(y / height)), tile_size(sighting)

    # A player's place.

    def _is_certain_flower(self, tile: SeenTile) -> bool:
        """Return whether a tile is a flower; an uncertain one may be a face, riichi has none."""
        return is_flower(tile) and tile.confidence >= SURE and not self.table.game.rules.bet

    def _hand_candidate(self, tile: SeenTile) -> SeenTile:
        """Return the tile; in riichi an uncertain flower with the names of faces only."""
        if not is_flower(tile) or tile.confidence >= SURE or not self.table.game.rules.bet:
            return tile
        faces = tuple((kind, chance) for kind, chance in tile.names if not kind.endswith("f"))
        return replace(tile, names=faces) if faces else tile

    def _track_hand(self, place: int, sighting: Observation) -> Iterator[Draft]:
        known = [tile for where, tile in self.table.deal.flowers if where == place]
        for track in sighting.confirmed:
            if self._is_certain_flower(track.tile) and Tile(track.tile.kind) not in known:
                event = FlowerEvent(place, self.table.seat(place), Tile(track.tile.kind))
                yield Draft(event, track.tile.confidence, sighting.area, (track.tile,))
        melds, alone = find_sets([self._hand_candidate(tile) for tile in sighting.tiles])
        if not sighting.sure:
            return
        if alone:  # a hand, an incomplete set, or a tile for a kong is shown
            draft = self._kong_declaration(place, alone, sighting)
            if draft is not None:
                yield draft
            return
        self._forget_waits(place, [meld for meld, _ in melds])
        laid_sets = self.table.sets(place)
        for meld, tiles in melds:
            at, _ = self._position(tiles[len(tiles) // 2], sighting)
            same = nearest_set([laid for laid in laid_sets if is_same_set(laid, meld)], at)
            if same is not None:  # of two equal chows each is one
                laid_sets.remove(same)
            draft = self._set_event(place, meld, at, same)
            if draft is not None:
                confidence = draft.confidence * min(tile.confidence for tile in tiles)
                yield Draft(draft.event, confidence, sighting.area, tuple(tiles))

    def _forget_waits(self, place: int, melds: Sequence[LaidMeld]) -> None:
        """Remove the waits of sets that are not there: they were misread."""
        there = {_set_tiles(meld) for meld in melds}
        for which in [one for one in self._waited if one[0] == place and one[1] not in there]:
            del self._waited[which]

    def _kong_declaration(
        self, place: int, alone: Sequence[SeenTile], sighting: Observation
    ) -> Draft | None:
        """Return the kong of a player who shows the fourth tile of a pung: it can be robbed now."""
        found = find_added_kong(self.table.sets(place), sighting.tiles, alone)
        if found is None:
            return None
        pung, four = found
        tiles = sort_tiles(Tile(tile.kind) for tile in four)
        event = KongEvent(place, self.table.seat(place), tiles, pung.at, is_added=True)
        sure = min(tile.confidence for tile in four)
        return Draft(event, sure, sighting.area, tuple(four))

    def _set_event(
        self, place: int, meld: LaidMeld, at: tuple[float, float], same: LaidSet | None
    ) -> Draft | None:
        """Return the event of an observed set; `same` is its logged state, None for a new set."""
        if same is not None and same.kind is meld.kind:
            self.missing.discard(same.kong_event)
            return None
        if same is not None and same.kong_event:  # its fourth tile was robbed, or is covered
            self.missing.add(same.kong_event)
            return None
        tiles = _set_tiles(meld)
        middle = round(at[0], 4), round(at[1], 4)
        added = same is not None and meld.kind is SetKind.KONG and same.kind is SetKind.PUNG
        if added or meld.is_concealed:
            kong = KongEvent(place, self.table.seat(place), tiles, middle, is_added=added)
            return Draft(kong, 1.0)
        return self._call_event(place, meld, tiles, middle)

    def _call_event(
        self, place: int, meld: LaidMeld, tiles: tuple[Tile, ...], at: Point
    ) -> Draft | None:
        """Return the call once a pond lacks its discard, or after some readings without that."""
        wanted = {tile.plain for tile in tiles}
        may = [
            discard
            for discard in reversed(self.table.deal.discards[-_LATE:])
            if not discard.claimed and discard.place != place and discard.tile.plain in wanted
        ]
        seat = self.table.seat(place)
        which = place, tiles, sum(sort_tiles(s.tiles) == tiles for s in self.table.sets(place))
        for taken in may:
            if taken.event in self.missing:
                self.missing.discard(taken.event)
                self._waited.pop(which, None)
                source, number = taken.place, taken.event
                call = CallEvent(place, seat, tiles, at, meld.kind, taken.tile, source, number)
                return Draft(call, 1.0)
        waited = self._waited[which] = self._waited.get(which, 0) + 1
        if waited < 4:  # the pond is read in the same second or the next
            return None
        by_layout = None if meld.source is None else (place + _SOURCES[meld.source]) % 4
        last = self.table.last_discard
        discard = next((d.event for d in may if d == last and d.place == by_layout), None)
        call = CallEvent(place, seat, tiles, at, meld.kind, None, by_layout, discard)
        return Draft(call, 0.6)

    # The dead wall.

    def _track_wall(self, sighting: Observation) -> Iterator[Draft]:
        # compared with the log: after a restart every tile is new to the observer
        backs = any(not other.face_up for other in sighting.tiles)
        shown: Counter[str] = Counter()
        for tile in sighting.tiles:
            if tile.face_up and tile.names and not is_flower(tile) and backs:
                shown[tile.kind] += 1
                if self.table.deal.indicators.count(Tile(tile.kind)) >= shown[tile.kind]:
                    continue
                event = IndicatorEvent(Tile(tile.kind))
                yield Draft(event, tile.confidence, sighting.area, (tile,))

    def is_awaiting_discard(self) -> bool:
        """Return whether a set was observed whose discard is still unknown."""
        return any(0 < count < 4 for count in self._waited.values())

    def reset(self) -> None:
        """Reset the tracker for a new deal."""
        self.missing.clear()
        self.delayed_ponds.clear()
        self._unsure.clear()
        self._waited.clear()

    def removal_count(self) -> int:
        """Return how many tiles of the deal were removed; 0 if too few to end it."""
        gone, newest = len(self.missing), max(self.missing, default=0)
        left = any(
            d.event < newest and not d.claimed and d.event not in self.missing
            for d in self.table.deal.discards
        )
        return gone if gone >= MASS or (gone >= _FEW and not left) else 0


def _set_tiles(meld: LaidMeld) -> tuple[Tile, ...]:
    """Return the known tiles of an observed set."""
    return sort_tiles(Tile(kind) for kind in meld.kinds if kind not in ("?", BACK))
