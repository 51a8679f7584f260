"""Whole deals told by eyes that see everything: what is left is what the watcher makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from handreader.watch.log.event_text import event_sentence
from handreader.watch.log.events import (
    CallEvent,
    DiscardEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    RiichiEvent,
    WinEvent,
)
from handreader.watch.log.journal import Journal, read_events
from handreader.watch.log.table_state import TableState, active_events, fold_events
from handreader.watch.session.watcher import Watcher
from scoring import rulebook, score
from scoring.record import Record
from scoring.tiles import BACK, TILES
from simulation.contested_deals import CONTESTS, random_contest
from simulation.deals import ScriptedDeal, random_deal
from simulation.films import CameraView, Film, wall_corners
from simulation.script import TableContents
from simulation.watching import ConfirmingOperator, film_session_options, hands_to_await
from tests.handreader.watch.log.entries import events_of
from vision.cameras.camera import Frame
from vision.geometry import as_quad
from vision.seen_tile import HALF_TURN_ALIKE, SeenTile
from vision.tracking.observer import Observation, Placement
from vision.tracking.regions import Area
from vision.tracking.tracks import Tracks
from vision.training.rendering.face_designs import Face
from vision.training.rendering.solids import Piece

RULES = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
BOOKS = [
    "riichi-ema",
    *(pytest.param(rules, marks=pytest.mark.thorough) for rules in RULES[:-1]),
]
SEEDS: list[Any] = [1]
CONTESTED: list[Any] = [0]
CONTESTED += [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12)]
BLANK = {
    tile.value: Face(tile.value, "blank", np.zeros((4, 4, 4), np.uint8), None) for tile in TILES
}
VIEW = CameraView(size=(480, 270))
FRAMES = 6  # of each state: what vanished must be missed twice, and what took it waits for that
PICTURE = np.zeros((8, 8, 3), np.uint8)
TOP = np.array([[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]], np.float64)


@dataclass
class Looked:
    """An area and what is known of it."""

    area: Area
    tracks: Tracks
    before: tuple[object, ...] | None = None
    again: int = 0


class SharpEyes:
    """In place of `Eyes`: knows from the script what lies where; a frame's number is the state."""

    def __init__(self, film: Film, states: list[TableContents], areas: tuple[Area, ...]) -> None:
        self.light = SimpleNamespace(dark=False)
        self.placement, self.size = Placement.STEADY, PICTURE.shape[1::-1]
        self.is_quiet = True
        self._film, self._states = film, states
        self._spots = {area.name: Looked(area, Tracks()) for area in areas}
        self._pieces: dict[int, list[Piece]] = {}
        self._tiles_on_table: dict[str, tuple[SeenTile, ...]] = {}

    def observe(self, frame: Frame, first: Sequence[str] = ()) -> Iterator[Observation]:
        state = int(frame.pixels[0, 0, 0]) + 256 * int(frame.pixels[0, 0, 1])
        if state not in self._pieces:
            self._pieces = {state: self._film.pieces(self._states[state])}
            self._tiles_on_table = {
                name: tuple(self._tiles(spot.area, self._pieces[state]))
                for name, spot in self._spots.items()
            }
        order = {name: number for number, name in enumerate(first)}
        spots = sorted(self._spots.items(), key=lambda item: order.get(item[0], len(order)))
        for name, spot in spots:
            tiles = self._tiles_on_table[name]
            what = tuple((t.kind, *np.asarray(t.quad).mean(axis=0).round().tolist()) for t in tiles)
            if what == spot.before and not spot.again and not spot.tracks.is_unsure:
                continue
            spot.before, spot.again = what, max(0, spot.again - 1)
            change = spot.tracks.update([tiles, tiles])
            width, height = spot.area.size
            picture = np.zeros((height, width, 3), np.uint8)
            sure = not spot.tracks.is_unsure
            yield Observation(
                name,
                frame.time,
                spot.tracks.tiles,
                change.confirmed,
                change.removed,
                sure,
                None,
                picture,
            )
        self.is_quiet = all(not spot.tracks.is_unsure for spot in self._spots.values())

    def request_reading(self, area: str) -> None:
        self._spots[area].again = 1

    def mark_gap(self, time: float) -> None:
        pass

    def _tiles(self, area: Area, pieces: list[Piece]) -> list[SeenTile]:
        width, height = area.size
        target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        move = cv2.getPerspectiveTransform(np.array(area.corners, np.float32), target)
        found: list[SeenTile] = []
        for piece in pieces:
            up = piece.turn[2, 2] > 0
            corners = TOP if up else TOP * [-1, 1, -1]
            world = (corners * np.array(piece.body.size) / 2) @ piece.turn.T + piece.centre
            pixels = self._film.camera.project(world).astype(np.float32)
            quad = cv2.perspectiveTransform(pixels[None], move)[0].astype(np.float64)
            x, y = quad.mean(axis=0)
            if 0 < x < width and 0 < y < height and piece.face is not None:
                kind = piece.face.kind if up else BACK
                told = kind != BACK and kind not in HALF_TURN_ALIKE
                found.append(SeenTile(len(found), as_quad(quad), ((kind, 0.97),), told))
        return found


class States:
    """A camera whose frames say which state of the table they show."""

    name = "states"

    def __init__(self, states: Sequence[int]) -> None:
        self._states = states

    def frames(self) -> Iterator[Frame]:
        for number in range(len(self._states) * FRAMES):
            state = self._states[number // FRAMES]
            picture = PICTURE.copy()
            picture[0, 0, :2] = state % 256, state // 256
            yield Frame(number, float(number), picture)

    def close(self) -> None:
        pass


class Told(ConfirmingOperator):
    """Confirms as soon as it may; every event can be said."""

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        super().show_event(entry, table)
        for lang in ("en", "it"):
            event_sentence(entry.event, table, lang)


def watch_deal(deal: ScriptedDeal, folder: Path, missed: Sequence[int] = ()) -> Told:
    """The deal as it was logged; every win that needs nothing is confirmed.

    Args:
        deal: that is played.
        folder: of the log.
        missed: steps after which the camera sees nothing until the next one is done, too.
    """
    states = [TableContents()]
    for step in deal.script:
        states.append(states[-1].after(step))
    film = Film(deal.script, BLANK, VIEW)
    options = film_session_options(deal, as_quad(wall_corners(VIEW)))
    journal = Journal(folder)
    told = Told(hands_to_await(deal))
    camera: Any = States([0, *(i + 1 for i in range(len(deal.script)) if i not in missed)])
    watcher = Watcher(camera, journal, lambda picture: (), told, options)
    areas: Any = options.areas
    eyes: Any = SharpEyes(film, states, areas)
    watcher.session.observer = eyes
    watcher.run()
    journal.close()
    return told


def plain(tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(tile.replace("0", "5") for tile in tiles))


def of_play(entries: Sequence[LogEntry]) -> Counter[tuple[object, ...]]:
    """What was seen of the play, as `Rehearsal.expected` tells it."""
    told: Counter[tuple[object, ...]] = Counter()
    discards = {e.number: e.event.tile for e in entries if isinstance(e.event, DiscardEvent)}
    for entry in entries:
        match entry.event:
            case DiscardEvent(place=place, tile=tile) | FlowerEvent(place=place, tile=tile):
                told[entry.kind, place, plain((tile,))] += 1
            case CallEvent(place=place, tiles=tiles) | KongEvent(place=place, tiles=tiles):
                told[entry.kind, place, plain(tiles)] += 1
            case IndicatorEvent(tile=tile):
                told[entry.kind, -1, plain((tile,))] += 1
            case RiichiEvent(place=place, discard=number):
                told[entry.kind, place, plain((discards[number],))] += 1
    return told


def win_payments(record: Record) -> object:
    """Who won how, what it is worth and who pays."""
    found, win = score(record.hand, record.win, rulebook(str(record.rules))), record.win
    sums = [(p.payer, p.payee, p.amount) for p in found.payments or ()]
    return win.seat, win.discarder, win.robbing_kong, found.total, sums


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", BOOKS)
def test_a_deal_is_told_as_it_was_played(rules: str, seed: int, tmp_path: Path) -> None:
    deal = random_deal(rules, seed)
    told = watch_deal(deal, tmp_path / "game")
    assert not told.warnings
    assert of_play(told.events) == Counter((k, p, plain(t)) for k, p, t in deal.reference_events())
    wins = events_of(told.events, WinEvent)
    assert len(wins) == 1, [p.needs for p in told.proposals]
    assert win_payments(wins[0].hands[0].record) == win_payments(deal.record)


@pytest.mark.parametrize("seed", CONTESTED)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", CONTESTS)
def test_what_several_want_goes_to_whom_the_book_says(
    kind: str, rules: str, seed: int, tmp_path: Path
) -> None:
    deal = random_contest(kind, rules, seed)
    told = watch_deal(deal, tmp_path / "game")
    assert all(warning.startswith("wins_later") for warning in told.warnings), told.warnings
    assert of_play(told.events) == Counter((k, p, plain(t)) for k, p, t in deal.reference_events())
    events = list(read_events(tmp_path / "game"))
    (win,) = events_of(active_events(events), WinEvent)
    assert [win_payments(hand.record) for hand in win.hands] == [
        win_payments(record) for record in deal.records
    ]
    assert fold_events(events).game.points == deal.points()
    doubts = {code for code, _ in told.proposals[0].uncertainties}
    assert doubts <= {"ura", "taken"}, doubts  # taken: an answer of the layout's questions


@pytest.mark.parametrize("seed", [0, 12])
def test_what_was_discarded_while_nobody_saw_is_told_in_turn(seed: int, tmp_path: Path) -> None:
    deal = random_deal("riichi-ema", seed, incidents=False)
    thrown = [i for i, step in enumerate(deal.script) if step.kind == "discard"]
    told = watch_deal(deal, tmp_path / "game", missed=thrown[-4:-1])
    places = [step.place for step in deal.script if step.kind == "discard"]
    assert [discard.place for discard in events_of(told.events, DiscardEvent)] == places
    (win,) = events_of(told.events, WinEvent)
    assert win_payments(win.hands[0].record) == win_payments(deal.record)
