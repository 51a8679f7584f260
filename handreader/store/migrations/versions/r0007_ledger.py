"""A ledger says which phone changed what; games know their tournament, sessions their role."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.DateTime, nullable=False),
        sa.Column("tournament", sa.String(32), index=True),
        sa.Column("game", sa.String(32), index=True),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("version", sa.Integer),
        sa.Column("detail", sa.JSON),
        sa.Column("phone", sa.String(64), nullable=False, server_default=""),
        sa.Column("name", sa.String(40), nullable=False, server_default=""),
    )
    # no batch: SQLite would drop the table, to which entries refer
    op.add_column("games", sa.Column("tournament", sa.String(32)))
    for name, length, default in (("role", 10, "player"), ("name", 40, "")):
        column = sa.Column(name, sa.String(length), nullable=False, server_default=default)
        op.add_column("sessions", column)
    _name_tournaments()


def _name_tournaments() -> None:
    """Name the tournament of each game that a round began."""
    events = sa.table("tournament_events", sa.column("tournament"), sa.column("event", sa.JSON))
    games = sa.table("games", sa.column("id"), sa.column("tournament"))
    connection = op.get_bind()
    rows = connection.execute(sa.select(events.c.tournament, events.c.event)).all()
    for tournament, found in rows:
        event = json.loads(found) if isinstance(found, str) else found
        if event["type"] == "start":
            those = games.c.id.in_(event["games"])
            connection.execute(sa.update(games).where(those).values(tournament=tournament))
