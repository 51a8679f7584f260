"""What is told from what lies on a table: play, wins, facts; and the loop that people steer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

from handreader.store import StoreError
from handreader.watch.errors import TEXTS, WatchError
from handreader.watch.log.event_text import event_sentence, localize
from handreader.watch.log.events import (
    AbortEvent,
    CallEvent,
    CorrectionEvent,
    DiscardEvent,
    DrawEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    PauseEvent,
    RiichiEvent,
    UndoEvent,
    WinEvent,
)
from handreader.watch.log.journal import Journal, read_events
from handreader.watch.log.serialization import entry_from_json, entry_to_json
from handreader.watch.log.table_state import TableState, fold_events
from handreader.watch.play import win_facts
from handreader.watch.play.play_tracker import PlayTracker
from handreader.watch.play.tile_placement import reading_order
from handreader.watch.play.win_proposal import WinProposal, propose_win
from handreader.watch.play.win_statement import WinStatement, parse_statement
from handreader.watch.session import deals
from handreader.watch.session.command_handler import execute
from handreader.watch.session.commands import Command, parse_command
from handreader.watch.session.session import Session
from handreader.watch.session.watcher import SessionOptions, Watcher
from scoring.game import AbortiveDraw, AbortReason
from scoring.hand import SetKind
from scoring.tiles import Tile, Wind
from scoring.win import Win
from simulation.watching import game_start_event
from tests.handreader.watch.log.entries import deal_start, discard_event, events_of
from tests.vision.scenes import observe, scene
from vision.arrays import Pixels
from vision.cameras.camera import Frame, Gap
from vision.seen_tile import SeenTile
from vision.tracking.observer import Cadence, Observation
from vision.tracking.tracks import Track

PICTURE = np.zeros((400, 600, 3), np.uint8)


@dataclass
class Log:
    """A game told by hand: sightings in, events out."""

    rules: str
    table: TableState = field(default_factory=TableState)
    events: list[LogEntry] = field(default_factory=list)
    lying: dict[str, tuple[SeenTile, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.play = PlayTracker(self.table)
        self.add(game_start_event(self.rules))
        self.add(deal_start())

    def add(self, event: LogEvent) -> LogEntry:
        number, at = len(self.events) + 1, "2026-01-01T00:00:00+00:00"
        entry = LogEntry(number, event, at, 0.0, "camera", 1.0)
        assert entry_from_json(entry_to_json(entry)) == entry
        self.events.append(entry)
        if isinstance(event, UndoEvent | CorrectionEvent):
            self.table = self.play.table = fold_events(self.events)
        else:
            self.table.apply_event(entry)
        return entry

    def lies(self, area: str, text: str, reaching: bool = False) -> list[tuple[str, object]]:
        """What is told when an area shows this scene now."""
        tiles = tuple(
            replace(t, quad=tuple((x - 900, y - 1000) for x, y in t.quad))  # type: ignore[arg-type]
            for t in (observe(scene(text)) if text else ())
        )
        before = self.lying.get(area, ())
        new = [t for t in tiles if not any(_near(t, b) for b in before)]
        gone = [b for b in before if not any(_near(t, b) for t in tiles)]
        self.lying[area] = tiles
        settled = tuple(Track(t, 2, True) for t in new)
        away = tuple(Track(t, 2, True, 2) for t in gone)
        sighting = Observation(area, 0.0, tiles, settled, away, True, reaching, PICTURE)
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
    middle = np.mean(a.quad, axis=0) - np.mean(b.quad, axis=0)
    return float(np.linalg.norm(middle)) < 12 and a.kind == b.kind


def _short(event: LogEvent) -> object:
    match event:
        case DiscardEvent() | FlowerEvent():
            return event.place, event.tile.value
        case CallEvent() | KongEvent():
            return event.place, [tile.value for tile in event.tiles]
        case IndicatorEvent():
            return None, event.tile.value
        case _:
            return event


POND = "[5m]"
PUNG = "<7p>[7p][7p]"


# discards


def test_discards_are_told_in_their_order() -> None:
    log = Log("mcr")
    assert log.lies("pond 0", "[5m]") == [("discard", (0, "5m"))]
    assert log.lies("pond 0", "[5m]") == []
    assert log.table.last_discard is not None and log.table.last_discard.tile is Tile.M5


def test_a_discard_is_never_a_flower_and_red_only_in_riichi() -> None:
    tile = replace(observe(scene("[1s]"))[0], names=(("5f", 0.6), ("1s", 0.3)))
    red = replace(observe(scene("[5p]"))[0], names=(("0p", 0.9), ("5p", 0.05)))
    for rules, kinds in (("mcr", ("1s", "5p")), ("riichi-ema", ("1s", "0p"))):
        play = Log(rules).play
        assert tuple(play._discard_candidate(t).kind for t in (tile, red)) == kinds


@pytest.mark.parametrize("top", [0.0, 0.04, 0.08, 0.12, 0.16])
def test_new_discards_of_a_pond_are_told_as_they_lie_there(top: float) -> None:
    row, turned, below = 0.2 + top, 0.23 + top, 0.42 + top  # a tile is 0.2 high
    spots = [(0.2, below), (0.3, row), (0.2, turned), (0.1, row), (0.1, below)]
    assert reading_order(spots, 0.2) == [3, 2, 1, 4, 0]


def test_a_heap_is_no_pond() -> None:
    log = Log("mcr")
    assert log.lies("pond 0", "[5m][6m][##]") == []
    assert log.lies("pond 1", "[1m][2m][3m][4m][5m][6m]") == []
    log.play.unwatched.add("pond 2")  # the camera was lost: it may be that long
    assert len(log.lies("pond 2", "[1m][2m][3m][4m][5m][6m]")) == 6


def test_nothing_is_told_under_a_hand() -> None:
    assert Log("mcr").lies("pond 0", "[5m]", reaching=True) == []


def test_a_turned_discard_is_riichi_where_there_is_riichi() -> None:
    assert [kind for kind, _ in Log("riichi-ema").lies("pond 2", "<5m>")] == ["discard", "riichi"]
    assert [kind for kind, _ in Log("mcr").lies("pond 2", "<5m>")] == ["discard"]


def test_a_lost_tile_is_no_event_and_comes_back_unsaid() -> None:
    log = Log("mcr")
    log.lies("pond 0", "[5m]")
    assert log.lies("pond 0", "") == []
    assert len(log.table.pond(0)) == 1
    assert log.lies("pond 0", "[5m]") == []
    assert log.play.removal_count() == 0


def test_the_picture_before_a_game_is_empty_says_nothing() -> None:
    log = Log("mcr")
    log.table.over = True
    assert log.lies("pond 0", "[5m]") == []


# sets


def test_a_call_takes_the_discard_that_went_away() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    log.lies("pond 3", "")
    assert log.lies("hand 0", PUNG) == [("call", (0, ["7p", "7p", "7p"]))]
    laid = log.table.sets(0)[0]
    assert (laid.kind, laid.source) == ("pung", 3)
    assert log.table.deal.discards[0].claimed
    assert log.lies("hand 0", PUNG) == []


def test_a_set_whose_discard_was_not_seen_to_go_waits_and_is_doubtful() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    told = [log.lies("hand 0", PUNG) for _ in range(4)]
    assert told[:3] == [[], [], []] and told[3][0][0] == "call"
    (call,) = events_of(log.events, CallEvent)
    assert call.source == 3  # the turned tile lies at the left


def test_kongs() -> None:
    log = Log("riichi-ema")
    assert log.lies("hand 1", "[7p][##][##][7p]") == [("kong", (1, ["7p"] * 4))]
    log.lies("pond 3", "[9s]")
    log.lies("pond 3", "")
    log.lies("hand 2", "[9s]<9s>[9s]")
    column = """
        <9s>
    [9s]<9s>[9s]
    """
    told = log.lies("hand 2", column)
    assert told == [("kong", (2, ["9s"] * 4))]
    assert [laid.kind for laid in log.table.sets(2)] == ["kong"]


def test_two_equal_chows_are_two() -> None:
    log = Log("mcr")
    first, both = "<1s>[2s][3s]", "<1s>[2s][3s]___<1s>[2s][3s]"
    told = []
    for scene_, waits in ((first, 1), (both, 1), (both, 3)):
        log.lies("pond 3", "[1s]")
        log.lies("pond 3", "")
        told += [kind for _ in range(waits) for kind in log.lies("hand 0", scene_)]
    assert told == [("call", (0, ["1s", "2s", "3s"]))] * 2
    assert len(log.table.sets(0)) == 2


def test_a_shown_hand_is_no_set() -> None:
    log = Log("mcr")
    assert log.lies("hand 0", "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ]_[C ]") == []


def test_indicators_and_flowers() -> None:
    log = Log("riichi-ema")
    assert log.lies("wall 2", "[##][##][5s][##][##]") == [("indicator", (None, "5s"))]
    assert log.lies("wall 2", "[##][##][5s][9m][##]") == [("indicator", (None, "9m"))]
    assert Log("mcr").lies("hand 3", "[f2]") == [("flower", (3, "2f"))]


# facts


def test_immunity_counts_from_the_winners_own_discard() -> None:
    log = Log("zung-jung")
    for place, tile in ((0, "1m"), (1, "5m"), (2, "9p"), (3, "5m"), (0, "2s"), (1, "7s")):
        log.discard(place, tile)
    got = win_facts.winning_tile_origin(log.table, 3, 13, set(), set())
    assert got.discarder is Wind.SOUTH and got.tile is Tile.S7
    win = win_facts.derive_win(log.table, 3, got)
    assert win.discards_since == (
        (Wind.NORTH, Tile.M5),
        (Wind.EAST, Tile.S2),
        (Wind.SOUTH, Tile.S7),
    )


@pytest.mark.parametrize(
    ("then", "ippatsu"),
    [(((2, "1m"),), True), (((2, "1m"), (1, "2m")), False), ((), True)],
)
def test_ippatsu_lasts_until_the_next_own_discard(
    then: tuple[tuple[int, str], ...], ippatsu: bool
) -> None:
    log = Log("riichi-ema")
    log.discard(0, "9m")
    number = log.discard(1, "9p", turned=True).number
    log.add(RiichiEvent(1, Wind.SOUTH, number))
    for place, tile in then:
        log.discard(place, tile)
    win = win_facts.derive_win(log.table, 1, win_facts.TileOrigin(True, known=True))
    assert (win.riichi, win.ippatsu, win.double_riichi) == (True, ippatsu, True)
    assert win.riichi_sticks == 1


def test_a_call_ends_ippatsu() -> None:
    log = Log("riichi-ema")
    number = log.discard(1, "9p", turned=True).number
    log.add(RiichiEvent(1, Wind.SOUTH, number))
    log.lies("hand 3", "[7p][##][##][7p]")
    assert not win_facts.derive_win(log.table, 1, win_facts.TileOrigin(True, known=True)).ippatsu


def test_a_kong_that_is_robbed_does_not_end_ippatsu() -> None:
    log = Log("riichi-ema")
    number = log.discard(1, "9p", turned=True).number
    log.add(RiichiEvent(1, Wind.SOUTH, number))
    log.add(KongEvent(3, Wind.NORTH, (Tile.S9,) * 4, (0.5, 0.5), is_added=True))
    robbed = win_facts.winning_tile_origin(log.table, 1, 13, set(), set())
    assert win_facts.derive_win(log.table, 1, robbed).ippatsu
    drawn = win_facts.winning_tile_origin(log.table, 1, 14, set(), set())
    assert not win_facts.derive_win(log.table, 1, drawn).ippatsu  # the kong stood


def test_a_kongs_replacement_and_a_robbed_kong() -> None:
    log = Log("mcr")
    log.discard(0, "1m")
    log.lies("hand 1", "[7p][##][##][7p]")
    drawn = win_facts.winning_tile_origin(log.table, 1, 14, set(), set())
    assert win_facts.derive_win(log.table, 1, drawn).kong_replacement
    log.add(KongEvent(1, Wind.SOUTH, (Tile.S9,) * 4, (0.5, 0.5), is_added=True))
    robbed = win_facts.winning_tile_origin(log.table, 2, 13, set(), set())
    assert (robbed.robbing_kong, robbed.discarder, robbed.tile) == (True, Wind.SOUTH, Tile.S9)


def test_blessings() -> None:
    east = Log("zung-jung")
    assert win_facts.derive_win(
        east.table, 0, win_facts.winning_tile_origin(east.table, 0, 14, set(), set())
    ).blessing_heaven
    south = Log("zung-jung")
    south.discard(0, "1m")
    got = win_facts.winning_tile_origin(south.table, 1, 13, set(), set())
    assert win_facts.derive_win(south.table, 1, got).blessing_earth
    south.discard(1, "2m")
    got = win_facts.winning_tile_origin(south.table, 2, 13, set(), set())
    assert not win_facts.derive_win(south.table, 2, got).blessing_earth


def test_liability_for_the_third_dragon_set() -> None:
    log = Log("riichi-ema")
    for tile, source in ((Tile.WHITE, 1), (Tile.GREEN, 2), (Tile.RED, 3)):
        log.add(call_event(SetKind.PUNG, source, (tile,) * 3))
    log.discard(0, "1m")
    win = win_facts.derive_win(log.table, 0, win_facts.TileOrigin(True, known=True))
    assert win.liable is Wind.NORTH


def test_the_wall_is_counted_and_never_guessed() -> None:
    log = Log("riichi-ema")
    assert win_facts.tiles_left_in_wall(log.table) == 69
    for n in range(67):
        log.discard(n % 4, "1m")
    assert win_facts.is_near_wall_end(log.table)
    log.table.deal.observed_from_start = False
    assert win_facts.tiles_left_in_wall(log.table) is None


def test_without_the_start_of_the_deal_nothing_is_claimed_to_be_known() -> None:
    log = Log("riichi-ema")
    log.discard(0, "1m")
    log.table.deal.observed_from_start = False
    assert not win_facts.winning_tile_origin(log.table, 1, 14, set(), set()).known


# wins

WIN = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ][C ][C ][C ]"


def proposal_of(
    log: Log, text: str, place: int | None, said: WinStatement | None = None
) -> WinProposal | None:
    tiles = observe(scene(text))
    return propose_win(
        log.table, place, tiles, (2400, 2400), log.play.missing, said or WinStatement()
    )


def test_thirteen_tiles_win_with_the_last_discard() -> None:
    log = Log("zung-jung")
    for place, tile in ((0, "1p"), (1, "2p"), (2, "9s")):
        log.discard(place, tile)
    found = proposal_of(log, WIN, 0)
    assert found is not None and found.record is not None and found.score is not None
    assert (found.record.hand.winning, found.record.win.discarder) == (Tile.S9, Wind.WEST)
    assert found.needs == () and found.is_certain and found.score.valid_win


def test_fourteen_tiles_are_self_drawn_while_the_last_discard_lies() -> None:
    log = Log("zung-jung")
    last = [log.discard(place, tile) for place, tile in ((0, "1p"), (1, "2p"), (2, "9s"))][-1]
    text = f"{WIN}___[9s]"
    drawn = proposal_of(log, text, 0)
    assert drawn is not None and drawn.record is not None and drawn.record.win.self_drawn
    log.play.missing.add(last.number)
    taken = proposal_of(log, text, 0)
    assert taken is not None and taken.record is not None
    assert taken.record.win.discarder is Wind.WEST


def test_tiles_that_win_nothing_are_no_proposal() -> None:
    log = Log("zung-jung")
    log.discard(2, "5z")
    assert proposal_of(log, WIN, 0) is None
    assert proposal_of(log, "[1m][2m][3m]", 0) is None


def test_thirteen_tiles_that_nothing_completes_are_no_proposal() -> None:
    log = Log("zung-jung")
    log.discard(0, "5z")  # his own: nobody gave him a tile
    ready = proposal_of(log, WIN, 0)
    assert ready is not None and "winning_tile" in ready.needs
    assert proposal_of(log, "[1m][4m][7m][2p][5p][8p][3s][6s][9s][E ][S ][2m][3p]", 0) is None


def test_how_the_tiles_lie_is_answered_by_the_sets_that_were_seen() -> None:
    """A tile beside a pung of its kind is in the hand, or was called with it."""
    text = "[3p][3p][4p][5p]_[E ][E ]<E >[E ]___<7z>[7z][7z]___<6p>[7p][8p]"
    log = Log("zung-jung")
    for called, source, tiles in (
        (SetKind.KONG, 2, (Tile.EAST,) * 4),
        (SetKind.PUNG, 3, (Tile.RED,) * 3),
        (SetKind.CHOW, 3, (Tile.P6, Tile.P7, Tile.P8)),
    ):
        log.add(call_event(called, source, tiles))
    log.discard(2, "3p")
    found = proposal_of(log, text, 0)
    assert found is not None and found.record is not None and found.needs == ()
    assert [str(meld.kind) for meld in found.record.hand.melds] == ["kong", "pung", "chow"]
    log.table.deal.observed_from_start = False  # some may have been laid before we came
    before = proposal_of(log, text, 0)
    assert before is not None and "reading" in before.needs


def test_without_places_people_state_who_won() -> None:
    log = Log("zung-jung")
    text = f"{WIN}___[9s]"
    found = proposal_of(log, text, None)
    assert found is not None and found.needs == ("seat", "how") and not found.is_certain
    said = parse_statement("seat S from W")
    told = proposal_of(log, text, None, said)
    assert told is not None and told.record is not None and told.needs == ()
    assert (told.record.win.seat, told.record.win.discarder) == (Wind.SOUTH, Wind.WEST)
    with pytest.raises(WatchError, match="write it like"):
        parse_statement("from nowhere")


def test_what_was_said_goes_before_what_was_seen() -> None:
    said = parse_statement("from N last_tile tile:3=5m")
    win = said.apply_to(Win(self_drawn=True, seat=Wind.WEST, riichi=True))
    assert (win.self_drawn, win.discarder, win.seat) == (False, Wind.NORTH, Wind.WEST)
    assert win.last_tile and win.riichi
    assert said.answers == {"tile:3": "5m"}


def test_a_fifth_copy_is_a_doubt() -> None:
    log = Log("zung-jung")
    for tile in ("E", "7z", "9s"):
        log.discard(2, {"E": "1z"}.get(tile, tile))
    log.discard(1, "7z")
    log.discard(2, "9s")
    found = proposal_of(log, WIN, 0)
    assert found is not None and ("copies", "7z") in found.uncertainties and not found.is_certain


def test_a_doubtful_tile_is_a_doubt() -> None:
    log = Log("zung-jung")
    log.discard(2, "9s")
    tiles = list(observe(scene(WIN)))
    tiles[0] = replace(tiles[0], names=(("1m", 0.7), ("9p", 0.2)))
    found = propose_win(log.table, 0, tiles, (2400, 2400), set(), WinStatement())
    assert found is not None and found.uncertainties[0][0] == "tile"


def test_furiten_is_warned_of() -> None:
    log = Log("riichi-ema")
    log.discard(0, "9s")
    log.discard(2, "9s")
    found = proposal_of(log, WIN, 0)
    assert found is not None and ("furiten_discarded", "9s") in found.uncertainties


def test_furiten_by_what_went_by() -> None:
    log = Log("riichi-ema")
    log.discard(0, "1p")
    log.discard(1, "9s")  # let go
    log.discard(2, "9s")
    found = proposal_of(log, WIN, 0)
    assert found is not None and ("furiten_passed", "9s") in found.uncertainties
    after = Log("riichi-ema")
    for place, tile in ((1, "9s"), (0, "1p"), (2, "9s")):  # his own turn was in between
        after.discard(place, tile)
    found = proposal_of(after, WIN, 0)
    assert found is not None and not [d for d in found.uncertainties if d[0].startswith("furiten")]


# the loop


class Script:
    """A camera that lays scenes in front of the nets: the picture's first pixel says which."""

    name = "script"

    def __init__(self, steps: Sequence[tuple[float, int | None]]) -> None:
        self._steps = steps

    def frames(self) -> Iterator[Frame | Gap]:
        number = 0
        for seconds, which in self._steps:
            for _ in range(round(seconds * 6)):
                now = number / 6
                if which is None:
                    yield Gap(now, "lost")
                else:
                    level = 90 if which >= 0 else 2  # -1: the light is off
                    picture = np.full((180, 320, 3), level, np.uint8)
                    picture[60:120, 100 : 110 + 20 * max(which, 0)] = 140 if level > 50 else 2
                    yield Frame(number, now, picture)
                number += 1

    def close(self) -> None:
        pass


@dataclass
class Typist:
    """Types lines when it is asked; remembers what it was shown."""

    answers: list[str] = field(default_factory=list)
    events: list[LogEntry] = field(default_factory=list)
    proposals: list[WinProposal] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    listening: bool = True

    def next_command(self) -> Command | None:
        return parse_command(self.typed.pop(0)) if self.typed else None

    def propose(self, found: WinProposal, table: TableState) -> None:
        self.proposals.append(found)
        if self.answers:
            self.typed += self.answers.pop(0).splitlines()

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        self.events.append(entry)
        for lang in ("en", "it"):
            event_sentence(entry.event, table, lang)  # every event can be said

    def warn(self, word: str, **gaps: object) -> None:
        self.warnings.append(f"{word} {gaps}")


SCENES = ("", f"{WIN}___[9s]", "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ]___[C ]")


def by_width(picture: Pixels) -> Sequence[SeenTile]:
    """The scene that a script's picture stands for."""
    width = int((picture[90, :, 0] == 140).sum())
    which = max(0, round((width - 10) / 20))
    tiles = observe(scene(SCENES[which])) if SCENES[which] else ()
    small = [tuple((x / 8, y / 14) for x, y in tile.quad) for tile in tiles]
    return [replace(t, quad=quad) for t, quad in zip(tiles, small, strict=True)]  # type: ignore[arg-type]


Run = Callable[..., tuple[Typist, Watcher]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def ran(
        steps: Sequence[tuple[float, int | None]],
        answers: Sequence[str] = (),
        auto: bool = False,
        name: Callable[[Pixels], Sequence[SeenTile]] = by_width,
    ) -> tuple[Typist, Watcher]:
        journal = Journal(tmp_path / "game")
        typist = Typist(list(answers))
        watching = SessionOptions((), auto, Cadence(), game_start_event("zung-jung"), True)
        typist.listening = bool(answers)
        watcher = Watcher(Script(steps), journal, name, typist, watching)
        try:
            watcher.run()
        finally:
            journal.close()
        return typist, watcher

    return ran


MAIN = ("pause", "resume", "win")


def kinds(typist: Typist) -> list[str]:
    return [event.kind for event in typist.events]


def test_a_win_that_an_earlier_run_left_open_is_asked_about_anew(run: Run) -> None:
    first, _ = run([(2, 0), (4, 1)])
    assert len(first.proposals) == 1
    second, watcher = run([(4, 1), (2, 0)], ["seat S from W", "y"])
    assert len(second.proposals) == 2  # with what was said
    assert [event.kind for event in watcher.journal.events].count("win") == 1


def test_a_hand_is_proposed_confirmed_and_entered(run: Run, tmp_path: Path) -> None:
    typist, watcher = run([(2, 0), (4, 1), (2, 0), (2, 0)], ["seat S from W", "y"])
    assert kinds(typist) == [
        "deal_start", "proposal", "proposal", "win", "totals", "deal_start",
    ]  # fmt: skip
    (win,) = events_of(typist.events, WinEvent)
    assert win.hands[0].record.win.seat is Wind.SOUTH and win.changes[Wind.SOUTH] > 0
    assert sum(watcher.table.game.points) == 0
    evidence = typist.events[3].evidence
    assert evidence and (tmp_path / "game" / evidence[0].file).exists()
    assert [e.kind for e in read_events(tmp_path / "game")][1:] == kinds(typist)


def test_a_refused_hand_is_not_proposed_again(run: Run) -> None:
    typist, _ = run([(1, 0), (8, 1)], ["n"])
    assert kinds(typist).count("proposal") == 1 and "win" not in kinds(typist)


def test_nothing_is_taken_unasked_while_something_is_open(run: Run) -> None:
    typist, _ = run([(1, 0), (6, 1)], auto=True)
    assert "proposal" in kinds(typist) and "win" not in kinds(typist)


def test_undo_takes_a_win_back(run: Run) -> None:
    _, watcher = run([(1, 0), (5, 1)], ["seat S from W", "y"])
    points = watcher.table.game.points
    reopen(watcher)
    execute_line(watcher, "undo")
    assert watcher.table.game.points == (0, 0, 0, 0) != points
    watcher.journal.close()


def test_a_lost_camera_pauses_and_loses_nothing(run: Run) -> None:
    typist, _ = run([(1, 0), (2, None), (5, 1)], ["seat E drawn", "y"])
    assert [k for k in kinds(typist) if k in MAIN] == list(MAIN)


def test_darkness_pauses_and_loses_nothing(run: Run) -> None:
    typist, _ = run([(2, 0), (2, -1), (5, 1)], ["seat E drawn", "y"])
    assert [k for k in kinds(typist) if k in MAIN] == list(MAIN)
    assert events_of(typist.events, PauseEvent) == [PauseEvent("dark")]


def test_one_bad_frame_is_said_and_left_out(run: Run) -> None:
    calls = 0

    def fails_once(picture: Pixels) -> Sequence[SeenTile]:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ValueError("torn picture")
        return by_width(picture)

    typist, _ = run([(2, 0), (5, 1)], ["seat E drawn", "y"], name=fails_once)
    assert "win" in kinds(typist)
    assert any("torn picture" in warning for warning in typist.warnings)


def test_a_game_goes_on_after_it_was_cut_off(run: Run) -> None:
    first, _ = run([(1, 0), (5, 1)], ["seat S from W", "y"])
    second, watcher = run([(1, 1), (2, 0), (5, 2)], ["seat W drawn", "y"])
    assert kinds(first).count("win") == kinds(second).count("win") == 1
    assert kinds(second)[0] == "deal_start"  # the hand that still lay there was not taken again
    assert len(watcher.table.game.deals) == 2


def test_what_is_no_answer_holds_nothing_up(run: Run) -> None:
    typist, _ = run([(1, 0), (5, 1)], ["n\ndrwa\ndraw\ny"])
    (drawn,) = [event for event in typist.events if event.kind == "draw"]
    assert drawn.time < 5.0  # not only when the film is over
    assert any("drwa" in warning for warning in typist.warnings)
    assert any(warning.startswith("nothing_open") for warning in typist.warnings)


def reopen(watcher: Watcher) -> None:
    """Gives a game that was over its log back."""
    watcher.session.journal = Journal(watcher.journal.folder)


def execute_line(watcher: Watcher, text: str) -> None:
    """Executes a line as if it were typed at the terminal."""
    execute(watcher.session, parse_command(text))


def run_typed_lines(run: Run, *lines: str) -> Watcher:
    """A game in which these lines were typed while a deal was played."""
    _, watcher = run([(1, 0)])
    reopen(watcher)
    for text in lines:
        execute_line(watcher, text)
    watcher.journal.close()
    return watcher


def test_people_tell_what_no_camera_sees(run: Run) -> None:
    watcher = run_typed_lines(run, "draw")
    assert [deal.ending.value for deal in watcher.table.game.deals] == ["drawn"]
    assert fold_events(watcher.journal.events).game == watcher.table.game


def test_a_misread_discard_is_put_right(run: Run) -> None:
    _, watcher = run([(1, 0)])
    reopen(watcher)
    watcher.session.append(discard_event(0, "5m"))
    number = watcher.journal.events[-1].number
    execute_line(watcher, f"fix {number} 6m")
    watcher.journal.close()
    last = watcher.table.last_discard
    assert last is not None and last.tile is Tile.M6
    assert watcher.journal.events[-1].event == CorrectionEvent(number, Tile.M5, Tile.M6)


@pytest.mark.parametrize(
    "text",
    [
        "y",
        "n",
        "from",
        "seat Q",
        "undo 99",
        "draw",
        "deal",
        "win",
        "abort x",
        "false Q",
        "fix 1 5m",
    ],
)
def test_what_cannot_be_done_is_said(run: Run, text: str) -> None:
    typist, watcher = run([(1, 0)])
    watcher.table.over = text == "draw"
    execute_line(watcher, text)
    assert typist.warnings


@pytest.mark.parametrize("text", ["draw ES", "draw e s", "draw E S"])
def test_who_was_ready_is_said_by_letters(
    run: Run, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = game_start_event
    monkeypatch.setattr(
        sys.modules[__name__], "game_start_event", lambda rules: begun("riichi-ema")
    )
    watcher = run_typed_lines(run, text)
    (ended,) = events_of(watcher.journal.events, DrawEvent)
    assert ended.game.ready == {Wind.EAST, Wind.SOUTH}


@pytest.mark.parametrize("text", ["draw X", "draw EQ", "undo ²", "undo 1", "undo 2"])
def test_what_would_break_the_log_is_refused(run: Run, text: str) -> None:
    typist, watcher = run([(1, 0)])
    reopen(watcher)
    before = len(watcher.journal.events)
    execute_line(watcher, text)
    watcher.journal.close()
    assert typist.warnings and len(watcher.journal.events) == before
    assert not watcher.table.over and fold_events(watcher.journal.events).game == watcher.table.game


def test_an_answer_after_the_deal_was_ended_confirms_nothing(run: Run) -> None:
    typist, watcher = run([(1, 0), (5, 1)], ["seat S from W", "draw", "y"])
    reopen(watcher)
    execute_line(watcher, "y")
    watcher.journal.close()
    assert "draw" in kinds(typist) and "win" not in kinds(typist)
    assert any(warning.startswith("nothing_open") for warning in typist.warnings)


def test_what_came_later_is_undone_first(run: Run) -> None:
    _, watcher = run([(1, 0)])
    reopen(watcher)

    def deal_count() -> int:
        return len(watcher.table.game.deals)

    execute_line(watcher, "draw")
    first = watcher.table.game
    number = next(e.number for e in watcher.journal.events if e.kind == "draw")
    execute_line(watcher, "deal")
    execute_line(watcher, "draw")
    execute_line(watcher, f"undo {number}")  # the second draw was said of other seats
    assert deal_count() == 2
    execute_line(watcher, "undo")
    assert watcher.table.game == first
    execute_line(watcher, "undo")
    assert deal_count() == 0
    watcher.journal.close()


def test_the_end_of_a_deal_is_not_proposed_over_an_open_win(run: Run) -> None:
    _, watcher = run([(1, 0), (5, 1)])
    reopen(watcher)
    execute_line(watcher, "seat S from W")
    assert watcher.table.open_proposal is not None and watcher.table.open_proposal.evidence
    watcher.session.play.missing = set(range(100, 110))
    for watcher.session.time in (100.0, 110.0):
        deals.detect_end(watcher.session)
    execute_line(watcher, "y")
    watcher.journal.close()
    win = next(e for e in watcher.journal.events if e.kind == "win")
    assert win.evidence


def test_an_indicator_is_told_once_whatever_the_eyes_forgot() -> None:
    log = Log("riichi-ema")
    wall = "[##][##][5s][##][##]"
    assert log.lies("wall 2", wall) == [("indicator", (None, "5s"))]
    log.lying.clear()  # killed and started again: every tile is new
    assert log.lies("wall 2", wall) == []
    assert log.lies("wall 2", "[##][##][5s][5s][##]") == [("indicator", (None, "5s"))]


def test_an_indicator_that_lay_there_before_the_deal_began_is_told_and_keeps_no_deal_back() -> None:
    log = Log("riichi-ema")
    log.table.over = True
    for place in range(4):
        log.lies(f"pond {place}", "")
    assert log.lies("wall 2", "[##][##][5s][##][##]") == []
    assert log.play.is_table_clear
    log.table.over = False
    assert log.lies("wall 2", "[##][##][5s][##][##]") == [("indicator", (None, "5s"))]


def test_every_error_is_said_in_both_languages() -> None:
    for code, texts in TEXTS.items():
        assert set(texts) == {"en", "it"}, code
        fields = [
            {name for _, name, _, _ in Formatter().parse(text) if name} for text in texts.values()
        ]
        assert fields[0] == fields[1], code
    assert WatchError("no_deal").localize("it") == "nessuna mano è in corso"


def test_an_abortive_draw_is_said_in_words() -> None:
    for reason in AbortReason:
        said = event_sentence(AbortEvent(1, AbortiveDraw(reason)), TableState(), "it")
        assert said.startswith("Interrotta: ") and "_" not in said


def test_what_was_refused_is_said_in_the_players_language(run: Run) -> None:
    errors: list[object] = []

    class Recording(Typist):
        def warn(self, word: str, **gaps: object) -> None:
            errors.append(gaps["what"])

    class Refusing:
        def sync(self, events: Sequence[LogEntry]) -> None:
            raise StoreError("busy")

    _, watcher = run([(1, 0)])
    Session(watcher.journal, Recording(), Refusing(), ()).sync_store()
    (error,) = errors
    assert isinstance(error, StoreError)
    assert "La base di dati" in localize("book", "it", what=error)
