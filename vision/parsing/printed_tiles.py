"""Whether the tiles of a photo are printed on a sheet, or shown on a screen."""

from __future__ import annotations

from ..relations.roles import Relations, Role

PRINTED = "printed"
"""The question's id."""


def is_print(relations: Relations) -> bool:
    """Return whether the relation net takes most boxes for none of a tile: a sheet or a screen."""
    likeliest = [max(Role, key=lambda role: row[role]) for row in relations.roles]
    return 2 * likeliest.count(Role.NO_TILE) > len(likeliest)
