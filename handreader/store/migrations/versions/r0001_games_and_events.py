"""Games, and what happened in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("started", sa.DateTime, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("time", sa.DateTime, nullable=False),
        sa.Column("author", sa.String(10), nullable=False),
        sa.Column("confidence", sa.Float),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("setting", sa.JSON, nullable=False),
        sa.Column("records", sa.JSON, nullable=False),
        sa.Column("evidence", sa.String(2000), nullable=False),
    )
