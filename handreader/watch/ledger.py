"""Copy of confirmed hands from the journal to the store, which the page reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.game import Event as GameEvent
from scoring.game import Riichi
from scoring.game.as_json import event_from_json, rules_from_json
from scoring.tiles import Wind

from .events import Event
from .table import known, undone

if TYPE_CHECKING:
    from ..store import Entry, Origin, StoreError, Told
    from ..store.store import Store

_ENDS = ("win", "draw", "abort", "penalty")
_ID = "store-id"
_MARK = "event:"
_TRIES = 3


class Ledger:
    """One watched game in the store.

    The evidence of an entry names its event of the journal. So manual entries and corrections
    between two watched hands are not overwritten.

    Args:
        store: open.
        folder: of the watched game; its file `store-id` has the game's id in each store.

    Attributes:
        game_id: in this store; None while the game could not be stored.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._file = store, folder / _ID
        self.kept: str | None = None
        self._seen: int | None = None

    @property
    def elsewhere(self) -> bool:
        """Return whether the game is in another database, and not in this one.

        Raises:
            StoreError: the store fails.
        """
        return bool(self._ids()) and self._here() is None

    def bring_up_to_date(self, events: Sequence[Event]) -> None:
        """Add the hands that are not in the store yet, and void those undone since.

        Raises:
            StoreError: the store fails; or a hand is impossible after the manual entries of this
                game, and the others are stored.
        """
        from ..store import StaleError

        for tries in range(_TRIES):
            try:
                self.kept = self._game(events)
                self._enter(self.kept, events)
            except StaleError:  # a hand was entered on the page between our reading and our writing
                if tries == _TRIES - 1:
                    raise
            else:
                return

    def changed(self, events: Sequence[Event]) -> Told | None:
        """Sync the journal and return the stored game; None if it is unchanged since the last call.

        Raises:
            StoreError: as `sync`.
        """
        if self.kept is not None and self._store.revision(self.kept) == self._seen:
            return None
        self.bring_up_to_date(events)
        assert self.kept is not None
        told = self._store.told(self.kept)
        self._seen = told.revision
        return told

    def _enter(self, game: str, events: Sequence[Event]) -> None:
        from ..store import StaleError, StoreError

        entries = self._store.events(game)
        entered = {mark: entry.number for entry in entries for mark in self._marks(game, entry)}
        count = len(entries)
        gone = undone(events)
        replaced = {_instead(e) for e in events}
        refused: StoreError | None = None
        bets: list[Riichi] = []
        for event in events:
            if event.kind == "riichi" and event.number not in gone:
                bets.append(Riichi(Wind(str(event.data["seat"]))))
            if event.kind == "entered":  # by the deal's places: the seats may have changed
                table = known(e for e in events if e.number <= event.number)
                bets = [] if table.over else [Riichi(table.seat(at)) for at in table.deal.riichi]
            if event.kind not in _ENDS:
                continue
            happened: tuple[GameEvent, ...] = (*bets, event_from_json(event.data["game"]))
            if event.number not in gone:  # else the hand continues, with its bets on the table
                bets = []
            entry = entered.get(event.number)
            try:
                if entry is None and (instead := entered.get(_instead(event))) is not None:
                    entry = instead
                    self._store.correct(game, entry, happened, _origin(event))
                elif entry is None and event.number not in gone:
                    happened = self._new(game, happened)
                    entry = self._store.append(game, count + 1, happened, _origin(event)).number
                    count += 1
                elif entry is not None and event.number in gone - replaced:
                    self._strike_out(game, entry)
            except StaleError:
                raise
            except StoreError as error:
                if error.code != "impossible":
                    raise
                refused = refused or error
            if entry is not None:
                entered[event.number] = entry
        if refused is not None:
            raise refused

    def _new(self, game: str, happened: tuple[GameEvent, ...]) -> tuple[GameEvent, ...]:
        """Return the events without a riichi that was already entered by hand."""
        now = self._store.state(game)
        return tuple(
            event
            for event in happened
            if not isinstance(event, Riichi) or now.player(event.seat) not in now.riichi
        )

    def _strike_out(self, game: str, number: int) -> None:
        if self._store.events(game)[number - 1].events:
            self._store.correct(game, number, ())

    def _marks(self, game: str, entry: Entry) -> set[int]:
        """Return the numbers of the events in any version of an entry."""
        versions = self._store.history(game, entry.number) if entry.version else (entry,)
        words = [word for one in versions for word in one.origin.evidence.split()]
        marks = (word.removeprefix(_MARK) for word in words if word.startswith(_MARK))
        return {int(mark) for mark in marks if mark.isdecimal()}

    def _game(self, events: Sequence[Event]) -> str:
        known = self._here()
        if known is not None:
            return known
        from ..store import StoreError

        start = events[0].data
        players = start["players"]
        assert isinstance(players, list)
        game = self._store.new_game(
            [str(name) for name in players], rules_from_json(start["rules"])
        )
        part = self._file.with_suffix(".part")
        try:
            part.write_text("\n".join((game.id, *self._ids())) + "\n", "utf-8")
            part.replace(self._file)
        except OSError as error:  # the next start creates another game: this one stays empty
            raise StoreError("unwritable", database=self._file) from error
        return game.id

    def _ids(self) -> list[str]:
        return self._file.read_text("utf-8").split() if self._file.exists() else []

    def _here(self) -> str | None:
        """Return the game's id in this store; None if it is not stored."""
        from ..store import StoreError

        for id in self._ids():
            try:
                return self._store.game(id).id
            except StoreError as error:
                if error.code != "unknown_game":
                    raise
        return None


def _instead(event: Event) -> int:
    """Return the number of the win that this one replaces, with more winners; 0 for none."""
    number = event.data.get("instead") if event.kind == "win" else None
    return number if isinstance(number, int) else 0


def _origin(event: Event) -> Origin:
    from ..store import CAMERA, USER, Origin

    others = event.data.get("others") or []
    assert isinstance(others, list)
    records = [event.data.get("record"), *(other["record"] for other in others)]
    return Origin(
        author=CAMERA if event.author == "camera" else USER,
        confidence=event.confidence if event.author == "camera" else None,
        records=tuple(record for record in records if isinstance(record, dict)),
        evidence=" ".join(
            (f"{_MARK}{event.number}", *(f"sha256:{e.sha256}" for e in event.evidence))
        ),
    )
