"""Requests of the page that sets the watched table up, parsed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.geometry import as_quad
from vision.seen_tile import Quad

from ...watch.live.game_series import NewGame
from ...watch.live.options import PLACES
from ..errors import ApiError
from .form_fields import json_fields
from .game_form import parse_rules_text


def parse_new_game_of_table(body: Mapping[str, object]) -> NewGame:
    """Parse what a watched game begins with: {players, rules, east?}.

    Raises:
        ApiError: a field is invalid; names are checked where the game begins.
    """
    fields = json_fields(body)
    rules = parse_rules_text(fields)
    players = fields.value("players")
    names = players if isinstance(players, list) else ()
    return NewGame(names, rules, fields.optional_choice("east", tuple(PLACES)))


def parse_dragged_corners(body: Mapping[str, object]) -> Quad:
    """Parse four corners in pixels of the camera's picture: {corners: [[x, y], ...]}.

    Raises:
        ApiError: other than four pairs of numbers.
    """
    points = body.get("corners")
    is_quad = isinstance(points, list) and len(points) == 4 and all(map(_is_point, points))
    if not is_quad:
        raise ApiError(422, "bad_request", what="corners")
    return as_quad(np.array(points, np.float64))


def _is_point(value: object) -> bool:
    numbers = value if isinstance(value, list) else []
    return len(numbers) == 2 and all(
        isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < 1e6
        for one in numbers
    )
