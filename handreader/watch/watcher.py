"""The loop: frames in, events out; people confirm."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from scoring import score_record_json
from scoring.game import Aborted, Abortion, NobodyWon, WonFalsely, apply, won
from scoring.game import Event as GameEvent
from scoring.game.as_json import event_to_json
from scoring.tiles import HandReaderError, Tile, Wind
from vision.arrays import Pixels
from vision.camera import Camera, Frame, Gap
from vision.photo import Photo
from vision.seen import SeenTile
from vision.watching.areas import AnyArea, Whole
from vision.watching.eyes import Eyes, Name, Pace, Sighting

from .events import Event, Evidence, WatchError
from .journal import Journal
from .play import MASS, Draft, Play
from .table import Table, counting, known
from .wins import Proposal, Said, proposal

_GONE = 5.0  # seconds for which many tiles must be gone before a deal may have ended
_PATIENCE = 6.0  # seconds that a shown hand waits for the rest of the table to be read


_MOST_BAD = 100  # frames that may fail before it is no frame's fault
_ENDS = ("win", "draw", "abort", "penalty")
_CAN_BE_UNDONE = (*_ENDS, "discard", "call", "kong", "flower", "riichi", "indicator", "correction")
_AT_ONCE = ("draw", "abort", "false", "fix", "undo", "pause", "resume", "win", "deal", "end")


class Operator(Protocol):
    """Who is told what happens, and says yes or no."""

    @property
    def listening(self) -> bool:
        """Whether anybody can still type."""
        ...

    def lines(self) -> Sequence[str]:
        """What was typed since it was last asked."""
        ...

    def propose(self, found: Proposal, table: Table) -> None:
        """Shows a win and asks whether it is right."""
        ...

    def tell(self, event: Event, table: Table) -> None:
        """Shows what was written to the log."""
        ...

    def warn(self, word: str, **gaps: object) -> None:
        """Shows that something is not as it should be; `words` has the sentence."""
        ...


class Book(Protocol):
    """Where confirmed hands are kept besides the journal."""

    def bring_up_to_date(self, events: Sequence[Event]) -> None:
        """Enters what is not there yet."""
        ...


@dataclass(frozen=True, slots=True)
class Watching:
    """How a game is watched.

    Attributes:
        areas: of the camera's picture; () to watch for one hand anywhere in it.
        auto: whether a win without question or doubt is taken without asking.
        pace: how often is looked and read.
        start: data of the game's first event.
        patient: whether the camera can wait until a proposal is answered: a video file.
    """

    areas: Sequence[AnyArea]
    auto: bool
    pace: Pace
    start: Mapping[str, object]
    patient: bool = False


class Watcher:
    """One camera, one game.

    Args:
        camera: gives the frames.
        journal: the game's; what it holds already is gone on with.
        name: what tells tiles in pictures.
        operator: who is asked.
        wanted: how.
        book: where confirmed hands are kept besides.
    """

    def __init__(
        self,
        camera: Camera,
        journal: Journal,
        name: Name,
        operator: Operator,
        wanted: Watching,
        book: Book | None = None,
    ) -> None:
        self.journal, self.wanted = journal, wanted
        self.frames = 0
        self.eyes: Eyes | None = None
        self._camera, self._name, self._operator, self._book = camera, name, operator, book
        if not journal.events:
            journal.append("game_start", 0.0, wanted.start, "user")
        self.table = known(journal.events)
        self._play = Play(self.table)
        self._said = Said()
        self._found: Proposal | None = None
        self._shown: dict[str, tuple[float, Sighting]] = {}
        self._paused = ""
        self._gone_since: float | None = None
        self._told_end = False
        self._time = 0.0
        self._bad = 0
        self._typed: deque[str] = deque()
        self._keep_book()

    def run(self) -> None:
        """Watches until the camera or the game ends.

        Raises:
            WatchError: the log cannot be kept any more.
            CameraError: a video that broke off.
        """
        for item in self._camera.frames():
            self._time = item.time
            self._listen()
            if self.table.ended:
                return
            if isinstance(item, Gap):
                if self.eyes is not None:
                    self.eyes.blind(item.time)
                self._pause(item.reason)
            elif self._paused != "user":
                self._look(item)
            while self.wanted.patient and self.table.open and self._answer_may_come:
                self._listen()
                time.sleep(0.02)
        self._listen()

    @property
    def _answer_may_come(self) -> bool:
        return self._operator.listening or bool(self._typed)

    def _listen(self) -> None:
        """Does what was typed; answers that a patient game was given early wait for their win."""
        self._typed.extend(self._operator.lines())
        while self._typed:
            word = self._typed[0].split(maxsplit=1)[:1]
            if self.wanted.patient and not self.table.open and word and word[0] not in _AT_ONCE:
                return
            self._hear(self._typed.popleft())

    def _look(self, frame: Frame) -> None:
        self.frames += 1
        if self.eyes is None:
            self.eyes = self._eyes(frame.pixels)
        try:
            self._tell_from(frame, self.eyes)
        except WatchError:
            raise
        except Exception as error:  # one bad frame must not end an evening's log
            self._bad += 1
            if self._bad in (1, 10, _MOST_BAD):
                self._operator.warn("bad_frame", what=f"{type(error).__name__}: {error}")
            if self._bad > _MOST_BAD:
                raise

    def _tell_from(self, frame: Frame, eyes: Eyes) -> None:
        sightings = list(eyes.look(frame))
        if eyes.light.dark:
            self._pause("dark")
            return
        self._resume()
        if self.table.deal.number == 0 and not self.wanted.areas:
            self._begin_deal(whole=False)
        for sighting in sightings:
            self._seen(sighting)
        self._propose()
        self._ends()
        self._bad = 0

    def _eyes(self, pixels: Pixels) -> Eyes:
        height, width = pixels.shape[:2]
        areas = self.wanted.areas or [Whole(width, height)]
        return Eyes(areas, (width, height), self._name, self.wanted.pace)

    # What is seen.

    def _seen(self, sighting: Sighting) -> None:
        before = len(self.journal.events)
        for draft in self._play.seen(sighting):
            self._write(draft, sighting.picture)
        if len(self.journal.events) == before and self._play.waiting() and self.eyes is not None:
            for area in self._play.empty:
                if area.startswith("hand"):
                    self.eyes.look_again(area)
        self._deal_begins(sighting)
        hand = sighting.area.startswith("hand") or sighting.area == "all"
        if hand and not self.table.over and not sighting.reaching and sighting.tiles:
            self._shown.setdefault(sighting.area, (sighting.time, sighting))
            self._shown[sighting.area] = (self._shown[sighting.area][0], sighting)
        elif hand:
            self._shown.pop(sighting.area, None)
        if sighting.reaching:
            self._shown.pop(sighting.area, None)

    def _deal_begins(self, sighting: Sighting) -> None:
        if not self.table.over or sighting.reaching:
            return
        if not self.wanted.areas:
            if sum(tile.face_up for tile in sighting.tiles) < MASS:
                self._begin_deal(whole=False)
        elif self._play.clear and len(self._play.empty) >= len(self.wanted.areas):
            self._begin_deal(whole=True)
        elif self.table.deal.number == 0 and len(self._play.empty) >= len(self.wanted.areas):
            self._begin_deal(whole=False)  # begun before we came
            if self.eyes is not None:
                for area in self.wanted.areas:
                    self.eyes.look_again(area.name)

    def _begin_deal(self, whole: bool) -> None:
        game = self.table.game
        if game.over:
            return
        self._append(
            "deal_start",
            {
                "deal": self.table.deal.number + 1,
                "round": game.round.value,
                "dealer": self.table.east,
                "counters": game.counters,
                "sticks": game.sticks,
                "whole": whole,
            },
        )
        self._play.forget()
        for area in self.wanted.areas:  # an indicator may lie there from before the deal
            if area.name.startswith("wall") and self.eyes is not None:
                self.eyes.look_again(area.name)
        self._said, self._found, self._told_end = Said(), None, False
        self._shown.clear()

    def _propose(self) -> None:
        """Proposes hands that are shown, once the rest of the table was read too."""
        if self.eyes is None or self.table.over:
            return
        for area, (since, sighting) in list(self._shown.items()):
            if self.eyes.quiet or self._time - since > _PATIENCE:
                del self._shown[area]
                self._judge(sighting)

    def _judge(self, sighting: Sighting) -> None:
        place = int(sighting.area.partition(" ")[2]) if sighting.area != "all" else None
        height, width = sighting.picture.shape[:2]
        missing = self._play.missing
        try:
            found = proposal(
                self.table, place, sighting.tiles, (width, height), missing, self._said
            )
        except HandReaderError as error:
            self._operator.warn("not_read", what=error)
            return
        if found is None:
            return
        shown = found.reading.layout, None if found.record is None else found.record.to_json()
        record = shown[1]
        if record is not None and record in self.table.refused:
            return
        if self._same_as_open(record, found):
            return
        self._found = found
        data = {
            "what": "win",
            "place": place,
            "record": record,
            "result": None if record is None else score_record_json(record),
            "questions": list(found.needs),
            "doubts": [list(doubt) for doubt in found.doubts],
            "tiles": [[t.kind, round(t.confidence, 4)] for t in found.reading.named],
        }
        confidence = float(np.prod([t.confidence for t in found.reading.named]))
        crop = self._crop(f"win-{self.table.deal.number}", sighting.picture, sighting.tiles)
        self._append("proposal", data, confidence=confidence, evidence=(crop,))
        if self.wanted.auto and found.sure:
            self._confirm("camera")
        else:
            self._operator.propose(found, self.table)

    def _same_as_open(self, record: object, found: Proposal) -> bool:
        before = self.table.open
        if before is None or self._found is None:
            return False
        same = before.data.get("record") == record
        return same and before.data.get("questions") == list(found.needs)

    def _ends(self) -> None:
        """Proposes the end of a deal of which many tiles are gone for a while.

        Not while a win waits for its answer: its proposal holds the evidence.
        """
        waits = self.table.open is not None or self._told_end
        if self.table.over or waits or self._play.vanished() < MASS:
            self._gone_since = None
            return
        if self._gone_since is None:
            self._gone_since = self._time
        if self._time - self._gone_since >= _GONE:
            self._told_end = True
            self._append("proposal", {"what": "deal_end", "gone": self._play.vanished()})

    # The camera.

    def _pause(self, reason: str) -> None:
        self._play.unwatched = {area.name for area in self.wanted.areas}
        if not self._paused:
            self._paused = reason
            self._append("pause", {"reason": reason})

    def _resume(self) -> None:
        if self._paused:
            self._paused = ""
            self._append("resume", {})

    # People.

    def _hear(self, line: str) -> None:
        """Does what somebody typed; an error is said, and all stays as it was."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        does = {
            "y": self._yes,
            "n": self._no,
            "draw": self._draw,
            "abort": self._abort,
            "false": self._false_win,
            "fix": self._fix,
            "undo": self._undo,
            "pause": self._pause_by_user,
            "resume": self._resume_by_user,
            "win": self._win_now,
            "deal": self._deal_now,
            "end": self._end,
        }.get(word)
        try:
            if does is not None:
                does(rest)
            else:
                self._more(line)
        except HandReaderError as error:
            if isinstance(error, WatchError) and "cannot be written" in str(error):
                raise
            self._operator.warn("not_done", what=error)

    def _yes(self, rest: str) -> None:
        if self._found is None:
            self._operator.warn("nothing_open")
        elif self._found.score is None or self._found.needs:
            self._operator.propose(self._found, self.table)
        else:
            self._confirm("user")

    def _no(self, rest: str) -> None:
        if self.table.open is None:
            self._operator.warn("nothing_open")
            return
        data = {"proposal": self.table.open.number, "record": self.table.open.data.get("record")}
        self._append("refused", data, "user")
        self._found, self._said = None, Said()

    def _more(self, line: str) -> None:
        """Facts and answers for the open proposal."""
        if self._found is None:
            raise WatchError(f"{line.strip()[:40]!r} is no command: y, n, draw, undo, win, end")
        said = self._said.more(line)
        reading = self._found.reading
        again = proposal(
            self.table,
            self._found.place,
            reading.tiles,
            (reading.width, reading.height),
            self._play.missing,
            said,
        )
        if again is None:
            raise WatchError("with that it is no winning hand any more")
        self._said, self._found = said, again
        record = None if again.record is None else again.record.to_json()
        data = {
            "what": "win",
            "place": again.place,
            "record": record,
            "result": None if record is None else score_record_json(record),
            "questions": list(again.needs),
            "doubts": [list(doubt) for doubt in again.doubts],
            "said": line.strip(),
        }
        before = self.table.open
        self._append("proposal", data, "user", evidence=before.evidence if before else ())
        self._operator.propose(again, self.table)

    def _confirm(self, author: str) -> None:
        found, event = self._found, self.table.open
        assert found is not None and found.score is not None and found.record is not None
        assert event is not None
        last = self.table.last_discard
        declared = last is not None and last.event in self.table.deal.riichi.values()
        on_riichi = declared and found.record.win.discarder is not None
        happened = won(self.table.game, found.score, on_riichi_tile=on_riichi)
        state = apply(self.table.game, happened)
        record = found.record.to_json()
        changes = dict(zip("ESWN", happened.winners[0].changes, strict=True))
        self._end_deal(
            "win",
            happened,
            {
                "proposal": event.number,
                "place": found.place,
                "record": record,
                "result": score_record_json(record),
                "changes": changes,
            },
            author,
            event,
        )
        assert state.points == self.table.game.points

    def _draw(self, rest: str) -> None:
        letters = rest.upper().replace(" ", "")
        if not set(letters) <= set("ESWN"):
            raise WatchError("draw, and who was ready: draw E W")
        if self.table.over:
            raise WatchError("no deal is being played")
        ready = frozenset(map(Wind, letters))
        happened = NobodyWon(ready)
        apply(self.table.game, happened)
        self._end_deal("draw", happened, {"ready": sorted(ready)}, "user", None)

    def _abort(self, rest: str) -> None:
        if self.table.over or rest not in tuple(Abortion):
            raise WatchError(f"abort {' | '.join(Abortion)}, while a deal is played")
        happened = Aborted(Abortion(rest))
        apply(self.table.game, happened)
        self._end_deal("abort", happened, {"reason": rest}, "user", None)

    def _false_win(self, rest: str) -> None:
        if rest not in tuple(Wind):
            raise WatchError("false E, S, W or N: who declared a win that is none")
        happened = WonFalsely(Wind(rest))
        apply(self.table.game, happened)
        data = {"seat": rest, "deal": self.table.deal.number, "game": event_to_json(happened)}
        self._append("penalty", data, "user")
        if self.table.over:
            self._found, self._said = None, Said()
        self._append("totals", self._totals())
        self._keep_book()

    def _fix(self, rest: str) -> None:
        """`fix 12 5m`: event 12 was a 5m."""
        number, _, tile = rest.partition(" ")
        old = next((e for e in self.journal.events if str(e.number) == number), None)
        if old is None or "tile" not in old.data or tile not in tuple(Tile):
            raise WatchError("fix NUMBER TILE: a discard's event and what it was, like fix 12 5m")
        news = {"of": old.number, "old": {"tile": old.data["tile"]}, "new": {"tile": tile}}
        self._append("correction", news, "user")

    def _totals(self) -> dict[str, object]:
        return {"points": list(self.table.game.points), "players": list(self.table.players)}

    def _end_deal(
        self,
        kind: str,
        happened: GameEvent,
        data: Mapping[str, object],
        author: str,
        shown: Event | None,
    ) -> None:
        evidence = () if shown is None else shown.evidence
        confidence = None if shown is None else shown.confidence
        data = {**data, "deal": self.table.deal.number, "game": event_to_json(happened)}
        self._append(kind, data, author, confidence, evidence)
        game = self.table.game
        self._append("totals", self._totals())
        self._found, self._said = None, Said()  # an answer that comes later finds nothing open
        self._shown.clear()
        self._play.forget()
        self._play.empty.clear()
        if self.eyes is not None:
            for area in self.wanted.areas or [Whole(1, 1)]:
                self.eyes.look_again(area.name)
        self._keep_book()
        if game.over:
            self._append("game_end", {"points": list(game.points)})

    def _undo(self, rest: str) -> None:
        number = int(rest) if rest.strip().isdecimal() else self._last_said()
        count = {event.number: event for event in counting(self.journal.events)}
        if number not in count or count[number].kind not in _CAN_BE_UNDONE:
            raise WatchError(f"there is no event {rest or number} that can be undone")
        ends = [n for n, event in count.items() if event.kind in _ENDS and n > number]
        if ends:  # what came after it was said of who sat where then
            raise WatchError(f"event {ends[-1]} came later: undo {ends[-1]} first")
        known(e for e in self.journal.events if e.number != number)  # else it cannot be undone
        self._append("undo", {"of": number}, "user")
        self._found, self._said = None, Said()
        self._keep_book()

    def _last_said(self) -> int:
        """The newest end of a deal, or false win, that was not undone yet."""
        undone = {e.data["of"] for e in self.journal.events if e.kind == "undo"}
        for event in reversed(self.journal.events):
            if event.kind in _ENDS and event.number not in undone:
                return event.number
        raise WatchError("nothing was confirmed that could be undone")

    def _pause_by_user(self, rest: str) -> None:
        self._pause("user")

    def _resume_by_user(self, rest: str) -> None:
        self._resume()
        if self.eyes is not None:
            self.eyes.blind(self._time)

    def _win_now(self, rest: str) -> None:
        for _, sighting in list(self._shown.values()):
            self._judge(sighting)
        if self._found is None:
            self._operator.warn("no_hand")

    def _deal_now(self, rest: str) -> None:
        if not self.table.over:
            raise WatchError("end this deal first: y for a win, `draw` if nobody won")
        self._begin_deal(whole=self._play.clear)

    def _end(self, rest: str) -> None:
        self._append("game_end", {"points": list(self.table.game.points)}, "user")

    # The log.

    def _write(self, draft: Draft, picture: Pixels) -> None:
        crop = (self._crop(f"{draft.kind}-{self.table.deal.number}", picture, draft.tiles),)
        evidence = crop if draft.tiles else ()
        self._append(draft.kind, draft.data, "camera", draft.confidence, evidence)

    def _append(
        self,
        kind: str,
        data: Mapping[str, object],
        author: str = "camera",
        confidence: float | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> None:
        event = self.journal.append(kind, self._time, data, author, confidence, evidence)
        if kind in ("undo", "correction"):
            self.table = known(self.journal.events)
            self._play.table = self.table
        else:
            self.table.take(event)
        self._operator.tell(event, self.table)

    def _crop(self, name: str, picture: Pixels, tiles: Sequence[SeenTile]) -> Evidence:
        """The part of a picture around some tiles, and nothing else of the table."""
        import cv2

        corners = np.array([tile.quad for tile in tiles]).reshape(-1, 2)
        sides = [np.linalg.norm(np.subtract(t.quad[0], t.quad[2])) for t in tiles]
        margin = 0.4 * float(np.median(sides))
        height, width = picture.shape[:2]
        low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
        high = np.minimum(np.ceil(corners.max(axis=0) + margin), [width, height]).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        code = cv2.imencode(".jpg", part[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        return self.journal.crop(name, code.tobytes())

    def _keep_book(self) -> None:
        if self._book is None:
            return
        try:
            self._book.bring_up_to_date(self.journal.events)
        except HandReaderError as error:  # the journal has it; the next start enters it
            self._operator.warn("book", what=error)


def reader(weights: Path | None, taught: Path | None) -> Name:
    """What tells the tiles of a picture, with the given weights and taught set."""
    from vision import Settings, read

    settings = Settings(weights=weights, taught=taught)

    def name(pixels: Pixels) -> Sequence[SeenTile]:
        return read(Photo("camera", pixels), settings).tiles

    return name
