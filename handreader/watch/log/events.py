"""Events of a watched game's log: appended and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import WatchError

KINDS = (
    "game_start",  # rules, options, players, first_east, camera, profile, version, consent
    "deal_start",  # deal, round, dealer, counters, sticks, whole (observed from an empty table on)
    "discard",  # place, seat, tile, turned, drawn_just_now (always null: not observed), at
    "call",  # place, seat, kind, tiles, claimed, from, discard
    "kong",  # place, seat, kind (concealed, added), tiles, at
    "flower",  # place, seat, tile
    "riichi",  # place, seat, discard
    "indicator",  # tile
    "proposal",  # what: "win" (place, record, result, questions, doubts) or "deal_end"
    "refused",  # proposal, record
    "win",  # proposal, place, record, result, changes; others (place, record, result), instead
    "draw",  # ready
    "abort",  # reason
    "penalty",  # seat
    "entered",  # by hand into the store: entries (all of the game), ended (whether the deal is)
    "totals",  # points by player
    "correction",  # of (an event), old, new
    "undo",  # of (an event)
    "pause",  # reason
    "resume",
    "game_end",
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A crop of the table.

    Attributes:
        file: its name in the game's folder.
        sha256: of the file, in hexadecimal digits.
    """

    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Event:
    """One observed action or one statement of a person.

    Attributes:
        number: from 1, in order.
        kind: one of `KINDS`.
        at: UTC, ISO 8601.
        time: seconds of the camera's clock.
        author: "camera" or "user".
        confidence: 0 to 1; None if nothing was estimated.
        data: with the keys in `KINDS`.
        evidence: crops that show the event.
    """

    number: int
    kind: str
    at: str
    time: float
    author: str
    confidence: float | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the event as JSON of the journal."""
        return {
            "number": self.number,
            "event": self.kind,
            "at": self.at,
            "time": round(self.time, 3),
            "author": self.author,
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "data": dict(self.data),
            "evidence": [{"file": e.file, "sha256": e.sha256} for e in self.evidence],
        }

    @staticmethod
    def from_json(obj: object) -> Event:
        """Parse the event of a line of the journal.

        Raises:
            WatchError: it is no event.
        """
        try:
            assert isinstance(obj, dict)
            rest = dict(obj)
            crops = rest.pop("evidence")
            evidence = tuple(Evidence(str(e["file"]), str(e["sha256"])) for e in crops)
            own = [rest.pop(key) for key in ("number", "event", "at", "time", "author")]
            number, kind, at, time, author = own
            confidence, data = rest.pop("confidence"), rest.pop("data")
            assert isinstance(data, dict)
            assert isinstance(number, int) and kind in KINDS and isinstance(time, (int, float))
            return Event(
                number, kind, str(at), float(time), str(author), confidence, data, evidence
            )
        except (AssertionError, KeyError, TypeError):
            raise WatchError("no_event", what=str(obj)[:80]) from None


def winners(data: Mapping[str, object]) -> list[tuple[dict[str, object], dict[str, object]]]:
    """Return record and result of each winner in the data of a win, in turn after the discarder."""
    others = data.get("others") or []
    assert isinstance(others, list)
    found = []
    for one in (data, *others):
        record, result = one["record"], one["result"]
        assert isinstance(record, dict) and isinstance(result, dict)
        found.append((record, result))
    return found
