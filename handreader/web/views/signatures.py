"""JSON of the signatures under a result: who signed it, on which phone."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.game import GameError, standings

from ...store.ledger import Signature
from ...store.models import GameHistory
from ...store.tournaments import GamePlace
from .ledger import phone_json


def final_points(history: GameHistory, place: GamePlace | None) -> tuple[int, ...] | None:
    """Return the points of players 0-3 that can be signed; None while there is no result.

    Args:
        history: of the game.
        place: of the game in its tournament, where a result by hand goes before it.
    """
    if place is not None and place.paper is not None:
        return place.paper
    round_over = place is not None and place.round != 0 and not place.is_playing
    if not history.state.is_over and not (round_over and history.state.deals):
        return None
    try:
        return tuple(
            one.points for one in sorted(standings(history.state), key=lambda one: one.player)
        )
    except GameError:  # riichi of a hand that was not finished
        return None


def result_json(
    history: GameHistory, place: GamePlace | None, signatures: Sequence[Signature]
) -> dict[str, object]:
    """Return the result of a game, its signatures, and its tournament.

    Returns:
        `result`, the points that can be signed, or null; `signatures`: `player`, `time`, `phone`,
        and `holds`, whether the signed points are still those of the result; `tournament`: `id`,
        `name`, `round` and `table`, or null.
    """
    result = final_points(history, place)
    return {
        "result": None if result is None else list(result),
        "signatures": [
            {**signature_json(one), "holds": one.points == result} for one in signatures
        ],
        "tournament": None
        if place is None
        else {
            "id": place.tournament.id,
            "name": place.tournament.state.name,
            "round": place.round,
            "table": place.table,
        },
    }


def signature_json(one: Signature) -> dict[str, object]:
    """Return a signature: who, when, and on which phone."""
    return {"player": one.player, "time": one.time.isoformat(), "phone": phone_json(one.by)}
