"""Database tables, as of the latest migration."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

# Times are UTC without a zone: SQLite keeps none, PostgreSQL would turn it into its own.
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("started", sa.DateTime, nullable=False),
    sa.Column("players", sa.JSON, nullable=False),
    sa.Column("rules", sa.JSON, nullable=False),
    sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("title", sa.String(60), nullable=False, server_default=""),
    sa.Column("deleted_at", sa.DateTime),
    # id of the tournament that began it; its rounds name the table
    sa.Column("tournament", sa.String(32)),
)

readings = sa.Table(
    "readings",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("model", sa.String(200), nullable=False),
    sa.Column("content", sa.JSON, nullable=False),
)

# Append-only. The first version of an entry is unique: that is what keeps two servers from
# recording the same deal twice, whatever else fails.
events = sa.Table(
    "events",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("time", sa.DateTime, nullable=False),
    sa.Column("author", sa.String(10), nullable=False),
    sa.Column("confidence", sa.Float),
    sa.Column("events", sa.JSON, nullable=False),
    sa.Column("setting", sa.JSON, nullable=False),
    sa.Column("records", sa.JSON, nullable=False),
    sa.Column("evidence", sa.String(2000), nullable=False),
    sa.Column("reading", sa.ForeignKey("readings.id")),
)

# Only hashes of tokens: who reads this table cannot join with it.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("door", sa.String(100), nullable=False),
    sa.Column("used", sa.DateTime, nullable=False),
    sa.Column("role", sa.String(10), nullable=False, server_default="player"),
    sa.Column("name", sa.String(40), nullable=False, server_default=""),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("started", sa.DateTime, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("rules", sa.JSON, nullable=False),
    # hash of the session that created it
    sa.Column("organiser", sa.String(64), nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
)

# Append-only, as the entries of a game.
tournament_events = sa.Table(
    "tournament_events",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("time", sa.DateTime, nullable=False),
    sa.Column("event", sa.JSON, nullable=False),
)

# Append-only: which phone changed what. `number` and `version` are those of an entry, or the number
# of a tournament's event; `phone` is the hash of a session, "" for the computer itself.
ledger = sa.Table(
    "ledger",
    metadata,
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
