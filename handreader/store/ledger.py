"""The ledger of a database: which phone changed what, and who signed a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from .catalogue import naive_utc
from .errors import StoreError
from .models import Phone
from .tables import games as game_table
from .tables import ledger as ledger_table

MOST_LINES = 10_000  # of one game, or of one tournament without its games


class LedgerAction(StrEnum):
    """What a phone did."""

    BEGUN = "begun"
    IMPORTED = "imported"
    RECORDED = "recorded"
    CORRECTED = "corrected"
    ARCHIVED = "archived"
    UNARCHIVED = "unarchived"
    TITLED = "titled"
    DELETED = "deleted"
    RESTORED = "restored"
    SIGNED = "signed"
    COMMANDED = "commanded"
    TOURNAMENT_CREATED = "created"
    TOURNAMENT_CHANGED = "changed"
    TOURNAMENT_DELETED = "cup_deleted"
    TOURNAMENT_RESTORED = "cup_restored"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change.

    Attributes:
        time: when it was recorded, UTC.
        action: the change.
        by: the phone.
        game: id of the changed game; "" for a change of the tournament itself.
        tournament: id; "" for none.
        number: of the entry, of the player who signed, or of the tournament's event; 0 for none.
        version: of the entry.
        detail: the new title; the signed points of players 0-3; the command at a watched table.
    """

    time: datetime
    action: LedgerAction
    by: Phone
    game: str = ""
    tournament: str = ""
    number: int = 0
    version: int = 0
    detail: object = None


@dataclass(frozen=True, slots=True)
class Signature:
    """A player's signature under a result.

    Attributes:
        player: 0-3.
        points: of players 0-3, as they were signed.
        time: when, UTC.
        by: the phone that was used.
    """

    player: int
    points: tuple[int, ...]
    time: datetime
    by: Phone


def insert_line(connection: sa.Connection, line: LedgerLine) -> None:
    """Insert a line; that of a game gets the game's tournament.

    Raises:
        StoreError: there are too many of them.
    """
    columns = ledger_table.c
    of_cup = (columns.tournament == line.tournament) & columns.game.is_(None)
    own = columns.game == line.game if line.game else of_cup
    count = connection.execute(sa.select(sa.func.count()).where(own)).scalar_one()
    if count >= MOST_LINES:
        raise StoreError("too_much", limit=MOST_LINES)
    of_game = sa.select(game_table.c.tournament).where(game_table.c.id == line.game)
    connection.execute(
        sa.insert(ledger_table).values(
            time=naive_utc(line.time),
            tournament=of_game.scalar_subquery() if line.game else line.tournament,
            game=line.game or None,
            action=line.action.value,
            number=line.number,
            version=line.version,
            detail=line.detail,
            phone=line.by.session,
            name=line.by.name,
        )
    )


def fetch_lines(
    connection: sa.Connection, *, game: str = "", tournament: str = "", limit: int
) -> tuple[LedgerLine, ...]:
    """Return the lines of a game, or of a tournament with its games, the newest first."""
    columns = ledger_table.c
    own = columns.game == game if game else columns.tournament == tournament
    query = sa.select(ledger_table).where(own).order_by(columns.id.desc()).limit(limit)
    return tuple(_line(row) for row in connection.execute(query))


def fetch_signatures(
    connection: sa.Connection, games: Sequence[str]
) -> Mapping[str, tuple[Signature, ...]]:
    """Return the signatures of each game, the oldest first."""
    columns = ledger_table.c
    is_signed = columns.action == LedgerAction.SIGNED.value
    query = sa.select(ledger_table).where(is_signed, columns.game.in_(games)).order_by(columns.id)
    found: dict[str, tuple[Signature, ...]] = {}
    for row in connection.execute(query) if games else ():
        by = Phone(row.phone, row.name)
        time = row.time.replace(tzinfo=UTC)
        one = Signature(row.number, tuple(row.detail), time, by)
        found[row.game] = (*found.get(row.game, ()), one)
    return found


def _line(row: Any) -> LedgerLine:  # Any: rows come from SQLAlchemy without types
    return LedgerLine(
        row.time.replace(tzinfo=UTC),
        LedgerAction(row.action),
        Phone(row.phone, row.name),
        row.game or "",
        row.tournament or "",
        row.number or 0,
        row.version or 0,
        row.detail,
    )
