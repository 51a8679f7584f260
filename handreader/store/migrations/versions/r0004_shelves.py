"""Games can be archived, and deleted with a way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # no batch: SQLite would drop the table, to which entries refer
    for name in ("archived", "deleted"):
        column = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column("games", column)
