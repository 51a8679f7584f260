"""Store the sessions of phones, so that they survive a restart of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("door", sa.String(100), nullable=False),
        sa.Column("used", sa.DateTime, nullable=False),
    )
