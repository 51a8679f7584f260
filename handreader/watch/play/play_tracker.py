"""Tracking of play: compare each observation with the state, and draft the events between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from scoring.hand import SetKind
from scoring.tiles import BACK, COPIES, Tile, sort_tiles
from vision.layout.melds import LaidMeld, is_flower, plain_kind
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation
from vision.tracking.tracks import SURE, UNLIKELY

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
    SetEvent,
)
from ..log.set_correction import set_corrections
from ..log.table_state import DiscardedTile, LaidSet, ShownFlower, TableState
from .tile_placement import (
    find_added_kong,
    find_sets,
    is_same_set,
    is_same_set_spot,
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
        doubts: possible kinds of the discards whose kind is uncertain, by number of their event.
    """

    table: TableState
    missing: set[int] = field(default_factory=set)
    empty: dict[str, bool] = field(default_factory=dict)
    unwatched: set[str] = field(default_factory=set)
    delayed_ponds: Counter[str] = field(default_factory=Counter)
    doubts: dict[int, Mapping[str, float]] = field(default_factory=dict)
    _left: set[int] = field(default_factory=set)  # rejected events whose tiles are there no more
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
        rejected = self._spots_to_ignore(place, DiscardedTile, sighting)
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
            alike = {d.event for d in same if tile.kind in (d.tile, *d.earlier)}
            if alike or any(d.event not in self.missing for d in same):
                self.missing -= alike
            elif tile.face_up and tile.names and not _is_at_any(rejected, at, size):
                new.append((at, tile, [d for d in same if d.event in swapped]))
        new = [(at, self._possible_candidate(tile), replaced) for at, tile, replaced in new]
        order = reading_order([at for at, _, _ in new], tile_size(sighting)[1])
        new = [new[number] for number in order]
        yield from self._discard_corrections(spots, sighting)
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
                self.missing -= {d.event for d in replaced}
                if not replaced[0].is_stated:
                    yield self._correction(replaced[0], tile, sighting)
            else:
                yield from self._discard_events(place, tile, at, sighting)

    def _removals_during_gap(
        self, known: Sequence[DiscardedTile], sighting: Observation
    ) -> set[int]:
        """Return discards removed while the area was unwatched; all, if others replace them."""
        kinds_at_spots = [(tile.kind, self._position(tile, sighting)) for tile in sighting.tiles]
        there = {
            d.event for d in known if any(is_same_spot(d.at, *spot) for _, spot in kinds_at_spots)
        }
        same = [
            d
            for d in known
            for kind, spot in kinds_at_spots
            if is_same_spot(d.at, *spot) and plain_kind(kind) == d.tile.plain.value
        ]
        if len(there) > 1 and not same:  # one tile may be read differently, not every one
            there = set()
        return {d.event for d in known} - there

    def _spots_to_ignore(
        self, place: int, kind: type[DiscardedTile | ShownFlower], sighting: Observation
    ) -> list[Point]:
        """Return the positions of the tiles that a person undid and that are still there."""
        spots = [self._position(track.tile, sighting) for track in sighting.removed]
        found = []
        for one in self.table.deal.rejected:
            if isinstance(one, kind) and one.place == place and one.at is not None:
                if any(is_same_spot(one.at, *spot) for spot in spots):
                    self._left.add(one.event)
                elif one.event not in self._left:
                    found.append(one.at)
        return found

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

    def _possible_candidate(self, tile: SeenTile, event: int | None = None) -> SeenTile:
        """Return the tile; an uncertain one without kinds of which all tiles are on the table.

        Args:
            tile: a candidate for a discard.
            event: number of its own event; None if it is new.
        """
        if tile.kind_probability >= SURE:
            return tile
        deal = self.table.deal
        ponds = (d.tile for d in deal.discards if not d.claimed and d.event != event)
        sets = (one for laid in deal.sets for one in laid.tiles)
        shown = Counter(one.plain for one in (*ponds, *sets, *deal.indicators))
        left = [(kind, p) for kind, p in tile.names if shown[Tile(kind).plain] < COPIES]
        return replace(tile, names=tuple(left)) if left else tile

    def _discard_corrections(
        self, known: Mapping[int, DiscardedTile], sighting: Observation
    ) -> Iterator[Draft]:
        """Yield corrections of the discards whose tile has another name by now."""
        for track in sighting.renamed:
            tile = self._discard_candidate(track.tile)
            spot = self._position(tile, sighting)
            old = next((d for d in known.values() if is_same_spot(d.at, *spot)), None)
            tile = self._possible_candidate(tile, None if old is None else old.event)
            if old is None or old.is_stated or not tile.names or tile.kind == old.tile:
                continue
            yield self._correction(old, tile, sighting)
            self._note_doubt(old.event, tile)

    def _correction(
        self, old: DiscardedTile | ShownFlower, tile: SeenTile, sighting: Observation
    ) -> Draft:
        event = CorrectionEvent(old.event, old.tile, Tile(tile.kind))
        return Draft(event, tile.confidence, sighting.area, (tile,))

    def _note_doubt(self, event: int, tile: SeenTile) -> None:
        """Remember the possible kinds of a discard if its kind is uncertain."""
        self.doubts.pop(event, None)
        if tile.kind_probability < SURE:
            self.doubts[event] = dict(tile.names)

    def _discard_events(
        self, place: int, tile: SeenTile, at: tuple[float, float], sighting: Observation
    ) -> Iterator[Draft]:
        turned, seat = is_sideways(tile), self.table.seat(place)
        middle = round(at[0], 4), round(at[1], 4)
        discard = DiscardEvent(place, seat, Tile(tile.kind), turned, middle)
        yield Draft(discard, tile.confidence, sighting.area, (tile,))
        last = self.table.last_discard
        if last is not None:
            self._note_doubt(last.event, tile)
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

    def _hand_candidate(self, tile: SeenTile) -> SeenTile:
        """Return the tile; in riichi an uncertain flower with the names of faces only."""
        if not is_flower(tile) or tile.confidence >= SURE or not self.table.game.rules.bet:
            return tile
        faces = tuple((kind, chance) for kind, chance in tile.names if not kind.endswith("f"))
        return replace(tile, names=faces) if faces else tile

    def _track_hand(self, place: int, sighting: Observation) -> Iterator[Draft]:
        if not self.table.game.rules.bet:
            yield from self._track_flowers(place, sighting)
        melds, alone = find_sets([self._hand_candidate(tile) for tile in sighting.tiles])
        if not sighting.sure:
            return
        if alone:  # a hand, an incomplete set, or a tile for a kong is shown
            draft = self._kong_declaration(place, alone, sighting)
            if draft is not None:
                yield draft
                return
            if len(alone) > 1:
                return
        self._forget_waits(place, [meld for meld, _ in melds])
        rejected = self._sets_to_ignore(place, [meld for meld, _ in melds])
        laid_sets = self.table.sets(place)
        found = []
        for meld, tiles in melds:
            at, size = self._position(tiles[len(tiles) // 2], sighting)
            same = nearest_set([laid for laid in laid_sets if is_same_set(laid, meld)], at)
            if same is not None:  # of two equal chows each is one
                laid_sets.remove(same)
            found.append((meld, tiles, at, size, same))
        for meld, tiles, at, size, same in found:
            misread = [laid for laid in laid_sets if is_same_set_spot(laid.at, at, size)]
            if same is None and misread:
                laid_sets.remove(misread[0])
                for event in self._set_corrections(place, meld, misread[0]):
                    confidence = min(tile.confidence for tile in tiles)
                    yield Draft(event, confidence, sighting.area, tuple(tiles))
                continue
            if any(is_same_set(laid, meld) and laid.kind is meld.kind for laid in rejected):
                continue
            if alone and not _is_independent(meld, same, alone[0]):
                continue
            for draft in self._set_events(place, meld, at, same):
                confidence = draft.confidence * min(tile.confidence for tile in tiles)
                yield Draft(draft.event, confidence, sighting.area, tuple(tiles))

    def _track_flowers(self, place: int, sighting: Observation) -> Iterator[Draft]:
        """Yield the events of the tiles that are certainly flowers, and corrections of their kinds.

        A flower whose kind is uncertain gets the likeliest of those that the deal does not have.
        """
        rejected = self._spots_to_ignore(place, ShownFlower, sighting)
        shown = sorted(
            (
                tile
                for tile in sighting.tiles
                if _is_certain_flower(tile)
                and not _is_at_any(rejected, *self._position(tile, sighting))
            ),
            key=lambda tile: -tile.kind_probability,
        )
        logged = [one for one in self.table.deal.flowers if one.place == place]
        new: list[SeenTile] = []
        for tile in shown:
            same = next((one for one in logged if tile.kind in (one.tile, *one.earlier)), None)
            if same is None:
                new.append(tile)
            else:
                logged.remove(same)
        for tile in new:
            at, size = self._position(tile, sighting)
            same = _matching_flower(logged, tile, at, size)
            if same is None:
                yield from self._new_flower(place, tile, at, sighting)
                continue
            logged.remove(same)
            renamed = any(track.tile.id == tile.id for track in sighting.renamed)
            if not same.is_stated and (renamed or tile.kind_probability >= SURE):
                yield self._correction(same, tile, sighting)

    def _new_flower(
        self, place: int, tile: SeenTile, at: Point, sighting: Observation
    ) -> Iterator[Draft]:
        """Yield the event of a flower; none if each of its possible kinds is in the deal."""
        if tile.kind_probability < SURE:
            known = {one.tile for one in self.table.deal.flowers}
            free = [(kind, p) for kind, p in tile.names if kind.endswith("f") and kind not in known]
            tile = replace(tile, names=tuple(free))
            if tile.kind_probability < UNLIKELY:
                return
        middle = round(at[0], 4), round(at[1], 4)
        event = FlowerEvent(place, self.table.seat(place), Tile(tile.kind), middle)
        yield Draft(event, tile.confidence, sighting.area, (tile,))

    def _sets_to_ignore(self, place: int, melds: Sequence[LaidMeld]) -> list[LaidSet]:
        """Return the sets that a person undid and that are still there."""
        rejected = self.table.deal.rejected
        mine = [one for one in rejected if isinstance(one, LaidSet) and one.place == place]
        gone = [laid for laid in mine if not any(is_same_set(laid, meld) for meld in melds)]
        self._left |= {laid.event for laid in gone}
        return [laid for laid in mine if laid.event not in self._left]

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

    def _set_corrections(self, place: int, meld: LaidMeld, laid: LaidSet) -> Iterator[LogEvent]:
        """Yield the corrections of a set that is constantly read as another one.

        The fourth tile of a kong is logged by the next reading.
        """
        tiles = _set_tiles(meld)
        old = next((one.event for one in self.table.deal.actions if one.number == laid.event), None)
        if laid.is_stated or laid.kong_event or not isinstance(old, SetEvent):
            return
        if len(tiles) < len(laid.tiles) or not self._has_waited(place, tiles):
            return
        discard = old.discard if isinstance(old, CallEvent) else None
        doubts = self.doubts.get(discard or 0, {})
        new = tiles[: len(laid.tiles)]
        yield from set_corrections(self.table, laid.event, old, new, doubts)

    def _has_waited(self, place: int, tiles: tuple[Tile, ...]) -> bool:
        """Return whether a set without a known discard has been read often enough."""
        which = place, tiles, sum(sort_tiles(s.tiles) == tiles for s in self.table.sets(place))
        self._waited[which] = self._waited.get(which, 0) + 1
        return self._waited[which] >= 4  # the pond is read in the same second or the next

    def _set_events(
        self, place: int, meld: LaidMeld, at: tuple[float, float], same: LaidSet | None
    ) -> Iterator[Draft]:
        """Yield the events of an observed set; `same` is its logged state, None for a new set."""
        if same is not None and same.kind is meld.kind:
            self.missing.discard(same.kong_event)
            return
        if same is not None and same.kong_event:  # its fourth tile was robbed, or is covered
            self.missing.add(same.kong_event)
            return
        tiles = _set_tiles(meld)
        middle = round(at[0], 4), round(at[1], 4)
        added = same is not None and meld.kind is SetKind.KONG and same.kind is SetKind.PUNG
        if added or meld.is_concealed:
            kong = KongEvent(place, self.table.seat(place), tiles, middle, is_added=added)
            yield Draft(kong, 1.0)
            return
        yield from self._call_events(place, meld, tiles, middle)

    def _call_events(
        self, place: int, meld: LaidMeld, tiles: tuple[Tile, ...], at: Point
    ) -> Iterator[Draft]:
        """Yield the call once a pond lacks its discard, or after some readings without that.

        If the missing discard is logged with an uncertain kind that is not in the set, the set
        corrects it.
        """
        kinds = {tile.plain for tile in tiles}
        latest = [
            discard
            for discard in reversed(self.table.deal.discards[-_LATE:])
            if not discard.claimed and discard.place != place
        ]
        may = [discard for discard in latest if discard.tile.plain in kinds]
        if not any(discard.event in self.missing for discard in may):
            misread = self._misread_discard(latest, tiles)
            if misread is not None:
                yield Draft(misread, 1.0)
                table = self.table.deal.discards
                may = [discard for discard in table if discard.event == misread.of]
        seat = self.table.seat(place)
        which = place, tiles, sum(sort_tiles(s.tiles) == tiles for s in self.table.sets(place))
        for taken in may:
            if taken.event in self.missing:
                self.missing.discard(taken.event)
                self._waited.pop(which, None)
                source, number = taken.place, taken.event
                call = CallEvent(place, seat, tiles, at, meld.kind, taken.tile, source, number)
                yield Draft(call, 1.0)
                return
        if not self._has_waited(place, tiles):
            return
        by_layout = None if meld.source is None else (place + _SOURCES[meld.source]) % 4
        last = self.table.last_discard
        discard = next((d.event for d in may if d == last and d.place == by_layout), None)
        call = CallEvent(place, seat, tiles, at, meld.kind, None, by_layout, discard)
        yield Draft(call, 0.6)

    def _misread_discard(
        self, latest: Sequence[DiscardedTile], tiles: Sequence[Tile]
    ) -> CorrectionEvent | None:
        """Return the correction of a missing discard that may be one of a set's tiles."""
        for discard in latest:
            names = self.doubts.get(discard.event, {})
            may = [tile for tile in tiles if names.get(tile, 0.0) >= UNLIKELY]
            if discard.event in self.missing and may and not discard.is_stated:
                likeliest = max(may, key=lambda tile: names[tile])
                return CorrectionEvent(discard.event, discard.tile, likeliest)
        return None

    # The dead wall.

    def _track_wall(self, sighting: Observation) -> Iterator[Draft]:
        # compared with the log: after a restart every tile is new to the observer
        backs = any(not other.face_up for other in sighting.tiles)
        shown: Counter[str] = Counter()
        deal = self.table.deal
        known = [*deal.indicators, *deal.misread_indicators.values()]
        for tile in sighting.tiles:
            if tile.face_up and tile.names and not is_flower(tile) and backs:
                shown[tile.kind] += 1
                if known.count(Tile(tile.kind)) >= shown[tile.kind]:
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
        self.doubts.clear()
        self._left.clear()

    def removal_count(self) -> int:
        """Return how many tiles of the deal were removed; 0 if too few to end it."""
        gone, newest = len(self.missing), max(self.missing, default=0)
        left = any(
            d.event < newest and not d.claimed and d.event not in self.missing
            for d in self.table.deal.discards
        )
        return gone if gone >= MASS or (gone >= _FEW and not left) else 0


def _is_at_any(spots: Sequence[Point], at: Point, size: tuple[float, float]) -> bool:
    return any(is_same_spot(spot, at, size) for spot in spots)


def _is_certain_flower(tile: SeenTile) -> bool:
    """Return whether a tile is a flower, whatever its kind."""
    share = sum(chance for kind, chance in tile.names if kind.endswith("f"))
    return is_flower(tile) and tile.existence * share >= SURE


def _matching_flower(
    logged: Sequence[ShownFlower], tile: SeenTile, at: Point, size: tuple[float, float]
) -> ShownFlower | None:
    """Return the logged flower that this tile is under another name; None if it is a new one."""
    names = dict(tile.names)
    here = [one for one in logged if one.at is not None and is_same_spot(one.at, at, size)]
    moved = [one for one in logged if names.get(one.tile, 0.0) >= UNLIKELY]
    return next(iter([*here, *moved] if tile.kind_probability < SURE else here), None)


def _is_independent(meld: LaidMeld, same: LaidSet | None, alone: SeenTile) -> bool:
    """Return whether a set is complete beside a tile outside all sets, and no logged set loses one.

    That tile is misread, or belongs elsewhere.
    """
    kinds = {plain_kind(kind) for kind in meld.kinds}
    loses = same is not None and same.kind is SetKind.KONG and meld.kind is SetKind.PUNG
    return plain_kind(alone.kind) not in kinds and not loses


def _set_tiles(meld: LaidMeld) -> tuple[Tile, ...]:
    """Return the known tiles of an observed set."""
    return sort_tiles(Tile(kind) for kind in meld.kinds if kind not in ("?", BACK))
