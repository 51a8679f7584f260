"""What a throw of dice points at."""

from __future__ import annotations

from ..tiles import WINDS, Wind


def counted_to(total: int, thrower: Wind = Wind.EAST) -> Wind:
    """The seat on which a count ends that begins with the thrower and goes in order of play."""
    if total < 1:
        raise ValueError(f"a throw of dice is at least 1, not {total}")
    return WINDS[(thrower.order + total - 1) % 4]


def breach(total: int) -> tuple[Wind, int]:
    """Whose wall East's throw opens, and behind which stack from its owner's right."""
    return counted_to(total), total
