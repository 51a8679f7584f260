"""Confirmed hands go from the journal into the store, where the page finds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.game import Event as GameEvent
from scoring.game import Riichi
from scoring.game.as_json import event_from_json, rules_from_json
from scoring.tiles import Wind

from .events import Event

if TYPE_CHECKING:
    from ..store import Origin
    from ..store.store import Store

_ENDS = ("win", "draw", "abort", "penalty")
_ID = "store-id"


class Ledger:
    """One watched game in the store.

    Args:
        store: open.
        folder: of the watched game; remembers the game's id in the store.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._file = store, folder / _ID

    def bring_up_to_date(self, events: Sequence[Event]) -> None:
        """Enters the hands that are not in the store yet, and strikes out those undone since.

        Raises:
            StoreError: the store cannot.
        """
        game = self._game(events)
        entries = self._store.events(game)
        undone = {e.data["of"] for e in events if e.kind == "undo"}
        number, bets = 0, []
        for event in events:
            if event.kind == "riichi" and event.number not in undone:
                bets.append(Riichi(Wind(str(event.data["seat"]))))
            if event.kind not in _ENDS:
                continue
            number += 1
            happened: tuple[GameEvent, ...] = (*bets, event_from_json(event.data["game"]))
            if event.number not in undone:  # else the hand is played on, its bets on the table
                bets = []
            if number > len(entries):
                self._store.append(game, number, happened, _origin(event))
                kept = True
            else:
                kept = bool(entries[number - 1].events)
            if event.number in undone and kept:
                self._store.correct(game, number, ())

    def _game(self, events: Sequence[Event]) -> str:
        if self._file.exists():
            return self._file.read_text("utf-8").strip()
        start = events[0].data
        players = start["players"]
        assert isinstance(players, list)
        game = self._store.new_game(
            [str(name) for name in players], rules_from_json(start["rules"])
        )
        part = self._file.with_suffix(".part")
        part.write_text(game.id + "\n", "utf-8")
        part.replace(self._file)
        return game.id


def _origin(event: Event) -> Origin:
    from ..store import CAMERA, USER, Origin

    record = event.data.get("record")
    return Origin(
        author=CAMERA if event.author == "camera" else USER,
        confidence=event.confidence if event.author == "camera" else None,
        records=(record,) if isinstance(record, dict) else (),
        evidence=" ".join(f"sha256:{e.sha256}" for e in event.evidence),
    )
