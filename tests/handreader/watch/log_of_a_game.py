"""A game told by hand: what areas show goes in, events come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from handreader.watch.log.events import (
    AnyCorrection,
    CallEvent,
    CorrectionEvent,
    DiscardEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    SetCorrectionEvent,
    UndoEvent,
)
from handreader.watch.log.serialization import entry_from_json, entry_to_json
from handreader.watch.log.table_state import TableState, fold_events
from handreader.watch.play.play_tracker import PlayTracker
from scoring.hand import SetKind
from scoring.tiles import Tile, Wind
from simulation.watching import game_start_event
from tests.handreader.watch.log.entries import deal_start
from tests.vision.scenes import observe, scene
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation
from vision.tracking.tracks import Track

PICTURE = np.zeros((400, 600, 3), np.uint8)
Names = tuple[tuple[str, float], ...]


@dataclass
class Log:
    """A game told by hand: sightings in, events out."""

    rules: str
    table: TableState = field(default_factory=TableState)
    events: list[LogEntry] = field(default_factory=list)
    tiles_on_table: dict[str, tuple[SeenTile, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.play = PlayTracker(self.table)
        self.add(game_start_event(self.rules))
        self.add(deal_start())

    def add(self, event: LogEvent, author: str = "camera") -> LogEntry:
        number, at = len(self.events) + 1, "2026-01-01T00:00:00+00:00"
        entry = LogEntry(number, event, at, 0.0, author, 1.0)
        assert entry_from_json(entry_to_json(entry)) == entry
        self.events.append(entry)
        if isinstance(event, UndoEvent | AnyCorrection):
            self.table = self.play.table = fold_events(self.events)
        else:
            self.table.apply_event(entry)
        return entry

    def lies(
        self,
        area: str,
        text: str,
        reaching: bool = False,
        doubtful: Mapping[int, Names] | None = None,
    ) -> list[tuple[str, object]]:
        """What is told when an area shows this scene now; `doubtful`: names by number of a tile.

        A tile with another likeliest name than before was renamed.
        """
        tiles = tuple(
            replace(t, quad=tuple((x - 900, y - 1000) for x, y in t.quad))  # type: ignore[arg-type]
            for t in (observe(scene(text)) if text else ())
        )
        names = doubtful or {}
        tiles = tuple(replace(t, names=names.get(i, t.names)) for i, t in enumerate(tiles))
        before = self.tiles_on_table.get(area, ())
        other = [t for t in tiles if doubtful and any(_middles_near(t, b) for b in before)]
        renamed = tuple(Track(t, 8, True) for t in other if not any(_near(t, b) for b in before))
        before = tuple(b for b in before if not any(_middles_near(b, t) for t in other))
        new = [t for t in tiles if t not in other and not any(_near(t, b) for b in before)]
        gone = [b for b in before if not any(_near(t, b) for t in tiles)]
        self.tiles_on_table[area] = tiles
        settled = tuple(Track(t, 2, True) for t in new)
        away = tuple(Track(t, 2, True, 2) for t in gone)
        cover = (0.5, 0.9) if reaching else None
        sighting = Observation(area, 0.0, tiles, settled, away, True, cover, PICTURE, renamed)
        told: list[tuple[str, object]] = []
        for draft in self.play.track(sighting):
            self.add(draft.event)
            told.append((draft.event.kind, _short(draft.event)))
        return told

    def discard(self, place: int, tile: str, turned: bool = False) -> LogEntry:
        """A discard without looking."""
        count = sum(d.place == place for d in self.table.deal.discards)
        at = 0.1 + 0.12 * (count % 6), 0.2 + 0.3 * (count // 6)
        return self.add(DiscardEvent(place, Wind.EAST, Tile(tile), turned, at))


def call_event(kind: SetKind, source: int, tiles: tuple[Tile, ...]) -> CallEvent:
    """A set that East called with another player's discard."""
    return CallEvent(0, Wind.EAST, tiles, (0.5, 0.5), kind, tiles[0], source, None)


def _near(a: SeenTile, b: SeenTile) -> bool:
    return _middles_near(a, b) and a.kind == b.kind


def _middles_near(a: SeenTile, b: SeenTile) -> bool:
    middle = np.mean(a.quad, axis=0) - np.mean(b.quad, axis=0)
    return float(np.linalg.norm(middle)) < 12


def _short(event: LogEvent) -> object:
    match event:
        case DiscardEvent() | FlowerEvent():
            return event.place, event.tile.value
        case CallEvent() | KongEvent():
            return event.place, [tile.value for tile in event.tiles]
        case IndicatorEvent():
            return None, event.tile.value
        case CorrectionEvent():
            return event.old.value, event.new.value
        case SetCorrectionEvent():
            return [tile.value for tile in event.old], [tile.value for tile in event.new]
        case _:
            return event


POND = "[5m]"
PUNG = "<7p>[7p][7p]"
