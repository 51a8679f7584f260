"""How well a game is watched: rendered films of whole deals against their true events.

    python benchmarks/watching.py [--deals 5] [--rules zung-jung ...] [--idle 60] [--films FOLDER]

Each film is one deal, watched as `handreader watch --table` would, its wins confirmed as they are
proposed. Films are rendered once and kept in a folder outside the checkout. Takes the extra
`train`.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2

from handreader.watch.events import Event
from handreader.watch.journal import Journal
from handreader.watch.rehearsal import Rehearsal, rehearsed
from handreader.watch.table import Table
from handreader.watch.watcher import Watcher, Watching, reader
from handreader.watch.wins import Proposal
from scoring import rulebook, score
from scoring.game import game_rules
from scoring.game.as_json import rules_to_json
from scoring.hand import Record
from vision.camera import Camera, Frame, Gap, VideoFile
from vision.geometry import as_quad
from vision.training.films import Film, Step, View, faces_of, walls_corners
from vision.watching.eyes import Name, Pace
from vision.watching.seats import seat_areas

if TYPE_CHECKING:
    from vision.training.designs import Face

FACES = Path(__file__).parents[1] / "datasets" / "faces"
RATE = 6.0
"""Frames a second of the films; rendering is what takes the time."""
RULES = ("zung-jung", "chinese-official", "mcr", "riichi-ema")


class Kept:
    """A film from its file; gaps come where the film has them."""

    def __init__(self, film: Film, folder: Path, name: str) -> None:
        self.name = name
        what = hashlib.sha256(repr((film.script, film.view)).encode()).hexdigest()[:10]
        self._film, self._path = film, folder / f"{name}-{what}.avi"
        if not self._path.exists():
            self._render()

    def _render(self) -> None:
        part = self._path.with_name(f"part-{self._path.name}")
        view = self._film.view
        code = cv2.VideoWriter.fourcc(*"MJPG")
        writer = cv2.VideoWriter(str(part), code, view.rate, view.size)
        for item in self._film.frames():
            if isinstance(item, Frame):
                last = item.pixels[:, :, ::-1]
            writer.write(last)
        writer.release()
        part.rename(self._path)

    def frames(self) -> Iterator[Frame | Gap]:
        """As a camera's."""
        lost = list(_lost(self._film))
        for item in VideoFile(self._path).frames():
            gone = any(a <= item.time < b for a, b in lost)
            yield Gap(item.time, "lost") if gone else item

    def close(self) -> None:
        """As a camera's."""


def _lost(film: Film) -> Iterator[tuple[float, float]]:
    """Seconds in which the film's camera is lost."""
    for begin, end, step in film.spans():
        if step.kind == "lost":
            yield begin, end


@dataclass
class Says:
    """Confirms every win that needs no answer; counts what happens."""

    silent: bool
    proposals: list[Proposal] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    listening: bool = True

    def lines(self) -> Sequence[str]:
        """What was typed."""
        typed, self.typed = self.typed, []
        return typed

    def propose(self, found: Proposal, table: Table) -> None:
        """Says yes where nothing is missing."""
        self.proposals.append(found)
        if not found.needs and found.score is not None:
            self.typed.append("y")

    def tell(self, event: Event, table: Table) -> None:
        """Keeps it."""
        self.events.append(event)
        if not self.silent:
            print(f"   {event.time:6.1f} {event.kind} {dict(event.data)}")

    def warn(self, word: str, **gaps: object) -> None:
        """Prints it."""
        print("   warning:", word, gaps)


@dataclass
class Counts:
    """What was found of what there was."""

    found: Counter[str] = field(default_factory=Counter)
    there: Counter[str] = field(default_factory=Counter)
    extra: Counter[str] = field(default_factory=Counter)
    frames: int = 0
    readings: int = 0
    seconds: float = 0.0
    cpu: float = 0.0


def watched(
    deal: Rehearsal, camera: Camera, view: View, name: Name, folder: Path, silent: bool
) -> tuple[Says, Watcher, float, float]:
    """The deal as it was logged, with the seconds and processor seconds that took."""
    rules = game_rules(rulebook(deal.rules))
    start = {
        "rules": rules_to_json(rules),
        "book": deal.rules,
        "players": ["Anna", "Bo", "Carla", "Dario"],
        "first_east": deal.first_east,
    }
    says = Says(silent)
    areas = seat_areas(as_quad(walls_corners(view)), walls=bool(rules.bet))
    journal = Journal(folder)
    watching = Watching(areas, False, Pace(), start)
    watcher = Watcher(camera, journal, name, says, watching)
    begun, cpu = time.perf_counter(), time.process_time()
    watcher.run()
    journal.close()
    return says, watcher, time.perf_counter() - begun, time.process_time() - cpu


def judge(deal: Rehearsal, says: Says, counts: Counts) -> list[str]:
    """Adds a deal to the counts; says what was wrong."""
    wrong = []
    seen: Counter[tuple[str, int, tuple[str, ...]]] = Counter()
    wins = []
    for event in says.events:
        data = event.data
        if event.kind in ("discard", "call", "kong", "riichi", "indicator", "flower"):
            seen[_key(event, says.events)] += 1
        elif event.kind == "win":
            wins.append(data)
    expected = Counter((kind, place, _plain(tiles)) for kind, place, tiles in deal.expected())
    for key, count in expected.items():
        counts.there[key[0]] += count
        counts.found[key[0]] += min(count, seen[key])
    wrong += [f"missed {key}" for key in (expected - seen)]
    wrong += [f"invented {key}" for key in (seen - expected)]
    for key, count in (seen - expected).items():
        counts.extra[key[0]] += count
    counts.there["win"] += 1
    counts.there["hand"] += 1
    counts.there["score"] += 1
    truth = deal.record
    proposed = [p.record for p in says.proposals if p.record is not None]
    if proposed or says.proposals:
        counts.found["win"] += 1
    if any(_same_hand(record, truth) for record in proposed):
        counts.found["hand"] += 1
    right = score(truth.hand, truth.win, rulebook(deal.rules))
    if wins and _total(wins[0]) == right.total:
        record = Record.from_json(wins[0]["record"])
        same = score(record.hand, record.win, rulebook(deal.rules))
        paid = [(p.payer, p.payee, p.amount) for p in right.payments or ()]
        if [(p.payer, p.payee, p.amount) for p in same.payments or ()] == paid:
            counts.found["score"] += 1
            return wrong
    counts.extra["win"] += len(wins)
    told = [f"{w['record']}" for w in wins] or [f"needs {p.needs}" for p in says.proposals]
    wrong.append(f"win {truth.to_json()} ({right.total}) logged as {told or 'nothing'}")
    return wrong


def _total(win: Mapping[str, object]) -> object:
    result = win["result"]
    assert isinstance(result, dict)
    return result["total"]


def _key(event: Event, events: Sequence[Event]) -> tuple[str, int, tuple[str, ...]]:
    data = event.data
    place, tiles = data.get("place", -1), data.get("tiles") or [data.get("tile")]
    if event.kind == "riichi":
        tiles = [next(e.data["tile"] for e in events if e.number == data["discard"])]
    assert isinstance(place, int) and isinstance(tiles, list)
    return event.kind, place, _plain(tuple(map(str, tiles)))


def _plain(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(tile.replace("0", "5") for tile in tiles))


def _same_hand(record: Record, truth: Record) -> bool:
    def parts(one: Record) -> tuple[object, ...]:
        hand = one.hand
        melds = sorted((m.kind, m.concealed, m.tiles) for m in hand.melds)
        return hand.concealed, hand.winning, melds, hand.flowers

    return parts(record) == parts(truth)


def idle(seconds: int, faces: dict[str, Face], view: View, name: Name, folder: Path) -> None:
    """Watches a table on which nothing moves, then one that is shuffled; prints what it cost."""
    shuffled = (Step("shuffle", seconds=1.5), Step("heap", seconds=2.5)) * 4
    for kind, steps in (("idle", (Step("wait", seconds=4.0),)), ("shuffled", shuffled)):
        film = Film((Step("wait", seconds=2.0), *steps), faces, view)
        camera = Loop(film, seconds)
        deal = rehearsed("mcr", 1)
        says, watcher, _, cpu = watched(deal, camera, view, name, folder / kind, True)
        wins = sum(e.kind in ("proposal", "win") for e in says.events)
        discards = sum(e.kind == "discard" for e in says.events)
        assert watcher.eyes is not None
        share = cpu / seconds
        print(
            f"{kind}: {seconds} s of film, {watcher.frames} frames, {watcher.eyes.readings} "
            f"readings; wins invented {wins}, discards invented {discards}; "
            f"{share:.1%} of one processor for looking, {_resident():.0f} MB resident"
        )


def _resident() -> float:
    """Megabytes of this process now."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


class Loop:
    """The last seconds of a film again and again; frames are rendered before."""

    def __init__(self, film: Film, seconds: int) -> None:
        self.name = film.name
        self._frames = [f for f in film.frames() if isinstance(f, Frame)]
        self._rate, self._seconds = film.view.rate, seconds
        self._first = round(2 * self._rate)

    def frames(self) -> Iterator[Frame | Gap]:
        """As a camera's."""
        for number in range(round(self._seconds * self._rate)):
            at = number
            if at >= len(self._frames):
                at = self._first + (number - self._first) % (len(self._frames) - self._first)
            yield Frame(number, number / self._rate, self._frames[at].pixels)

    def close(self) -> None:
        """As a camera's."""


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=5, help="films of each rule set")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--rules", nargs="*", default=list(RULES))
    parser.add_argument("--idle", type=int, default=0, help="seconds of an idle table")
    parser.add_argument("--films", type=Path, default=Path(tempfile.gettempdir()) / "films")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--show", action="store_true", help="print every event")
    options = parser.parse_args()
    options.films.mkdir(parents=True, exist_ok=True)
    faces, name = faces_of(FACES), reader(options.weights, None)
    total = Counts()
    with tempfile.TemporaryDirectory() as temporary:
        for rules in options.rules:
            counts = Counts()
            for seed in range(options.first, options.first + options.deals):
                deal = rehearsed(rules, seed)
                view = View(seed=seed, rate=RATE)
                film = Film(deal.script, faces, view)
                camera = Kept(film, options.films, f"{rules}-{seed}")
                folder = Path(temporary) / f"{rules}-{seed}"
                says, watcher, wall, cpu = watched(
                    deal, camera, view, name, folder, not options.show
                )
                assert watcher.eyes is not None
                for each in (counts, total):
                    wrong = judge(deal, says, each)
                    each.frames += watcher.frames
                    each.readings += watcher.eyes.readings
                    each.seconds += wall
                    each.cpu += cpu
                print(f"{rules} {seed} ({deal.scene}): {'all right' if not wrong else ''}")
                for line in wrong:
                    print(f"   {line}", flush=True)
            tell(rules, counts)
        tell("all", total)
        if options.idle:
            idle(options.idle, faces, View(rate=15.0), name, Path(temporary))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB")


def tell(name: str, counts: Counts) -> None:
    """Prints one line of counts."""
    parts = [
        f"{kind} {counts.found[kind]}/{there}"
        + (f" (+{counts.extra[kind]} invented)" if counts.extra[kind] else "")
        for kind, there in counts.there.items()
    ]
    rate = counts.frames / max(counts.seconds, 1e-9)
    print(
        f"== {name}: {', '.join(parts)}; {counts.frames} frames, {counts.readings} readings, "
        f"{rate:.0f} frames/s",
        flush=True,
    )


if __name__ == "__main__":
    main()
