"""Store the reading of an event's photo, with the version of the weights."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "readings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
    )
    with op.batch_alter_table("events") as table:
        table.add_column(sa.Column("reading", sa.Integer))
        table.create_foreign_key("events_reading", "readings", ["reading"], ["id"])
