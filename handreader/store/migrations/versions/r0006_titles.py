"""Games have names of their own; a deleted game has the time of its deletion."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    # no batch: SQLite would drop the table, to which entries refer
    op.add_column("games", sa.Column("title", sa.String(60), nullable=False, server_default=""))
    op.add_column("games", sa.Column("deleted_at", sa.DateTime))
    # a game that is deleted already is kept as long as one that is deleted now
    games = sa.table("games", sa.column("deleted"), sa.column("deleted_at"))
    now = sa.func.current_timestamp()
    op.execute(sa.update(games).where(games.c.deleted == sa.true()).values(deleted_at=now))
