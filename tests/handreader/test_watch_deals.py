"""Whole deals told by eyes that see everything: what is left is what the watcher makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from handreader.watch.journal import Journal
from handreader.watch.rehearsal import Rehearsal, rehearsed
from handreader.watch.watcher import Watcher, Watching
from scoring import rulebook, score
from scoring.hand import Record
from scoring.tiles import BACK, TILES
from vision.camera import Frame
from vision.geometry import as_quad
from vision.name import HALF_TURN_ALIKE
from vision.seen import SeenTile
from vision.training.bodies import Piece
from vision.training.designs import Face
from vision.training.films import Film, Laid, View, walls_corners
from vision.watching.areas import Area
from vision.watching.eyes import Pace, Sighting
from vision.watching.seats import seat_areas
from vision.watching.tracks import Tracks

from .test_watch import Typist, start

RULES = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
SEEDS: list[Any] = [1]
SEEDS += [pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3, 4)]
BLANK = {
    tile.value: Face(tile.value, "blank", np.zeros((4, 4, 4), np.uint8), None) for tile in TILES
}
VIEW = View(size=(480, 270))
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

    def __init__(self, film: Film, states: list[Laid], areas: tuple[Area, ...]) -> None:
        self.light = SimpleNamespace(dark=False)
        self.quiet = True
        self._film, self._states = film, states
        self._spots = {area.name: Looked(area, Tracks()) for area in areas}
        self._pieces: dict[int, list[Piece]] = {}

    def look(self, frame: Frame) -> Iterator[Sighting]:
        state = int(frame.pixels[0, 0, 0]) + 256 * int(frame.pixels[0, 0, 1])
        if state not in self._pieces:
            self._pieces = {state: self._film.pieces(self._states[state])}
        for name, spot in self._spots.items():
            tiles = self._tiles(spot.area, self._pieces[state])
            what = tuple((t.kind, *np.asarray(t.quad).mean(axis=0).round().tolist()) for t in tiles)
            if what == spot.before and not spot.again and not spot.tracks.unsure:
                continue
            spot.before, spot.again = what, max(0, spot.again - 1)
            change = spot.tracks.update([tiles, tiles])
            width, height = spot.area.size
            picture = np.zeros((height, width, 3), np.uint8)
            sure = not spot.tracks.unsure
            yield Sighting(
                name,
                frame.time,
                spot.tracks.tiles,
                change.settled,
                change.gone,
                sure,
                False,
                picture,
            )
        self.quiet = all(not spot.tracks.unsure for spot in self._spots.values())

    def look_again(self, area: str) -> None:
        self._spots[area].again = 1

    def blind(self, time: float) -> None:
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

    def __init__(self, count: int) -> None:
        self._count = count

    def frames(self) -> Iterator[Frame]:
        for number in range(self._count * FRAMES):
            state = number // FRAMES
            picture = PICTURE.copy()
            picture[0, 0, :2] = state % 256, state // 256
            yield Frame(number, float(number), picture)

    def close(self) -> None:
        pass


def watched(deal: Rehearsal, folder: Path) -> Typist:
    """The deal as it was logged; every win that needs nothing is confirmed."""
    states = [Laid()]
    for step in deal.script:
        states.append(states[-1].after(step))
    film = Film(deal.script, BLANK, VIEW)
    areas = seat_areas(as_quad(walls_corners(VIEW)), walls=deal.rules == "riichi-ema")
    journal = Journal(folder)
    typist = Typist(["y"] * 3)
    begin = start(deal.rules, deal.first_east)
    watching = Watching(areas, False, Pace(), begin)
    camera: Any = States(len(states))
    watcher = Watcher(camera, journal, lambda picture: (), typist, watching)
    eyes: Any = SharpEyes(film, states, areas)
    watcher.eyes = eyes
    watcher.run()
    journal.close()
    return typist


def plain(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(tile.replace("0", "5") for tile in tiles))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", RULES)
def test_a_deal_is_told_as_it_was_played(rules: str, seed: int, tmp_path: Path) -> None:
    deal = rehearsed(rules, seed)
    typist = watched(deal, tmp_path / "game")
    assert not typist.warnings
    told: Counter[tuple[object, ...]] = Counter()
    discards = {e.number: e.data for e in typist.events if e.kind == "discard"}
    for event in typist.events:
        data = event.data
        if event.kind in ("discard", "call", "kong", "indicator", "flower"):
            tiles: Any = data.get("tiles") or [data["tile"]]
            told[event.kind, data.get("place", -1), plain(tuple(tiles))] += 1
        elif event.kind == "riichi":
            number: Any = data["discard"]
            told["riichi", data["place"], plain((str(discards[number]["tile"]),))] += 1
    true = Counter((kind, place, plain(tiles)) for kind, place, tiles in deal.expected())
    assert told == true
    wins = [event.data for event in typist.events if event.kind == "win"]
    assert len(wins) == 1, [p.needs for p in typist.proposals]
    record = Record.from_json(wins[0]["record"])
    book = rulebook(rules)
    truth = score(deal.record.hand, deal.record.win, book)
    found = score(record.hand, record.win, book)
    assert (record.win.seat, record.win.discarder) == (
        deal.record.win.seat,
        deal.record.win.discarder,
    )
    assert found.total == truth.total
    paid = [(p.payer, p.payee, p.amount) for p in found.payments or ()]
    assert paid == [(p.payer, p.payee, p.amount) for p in truth.payments or ()]
