"""The game around the hands: seats, rounds, payments, sticks, draws, penalties, the end.

No input and no output: a `GameState` is a value, `apply(state, event)` returns the next one.

>>> from scoring.game import ExhaustiveDraw, apply, game_rules, new_game
>>> state = new_game(game_rules("zung-jung"))
>>> apply(state, ExhaustiveDraw()).seating
(3, 0, 1, 2)
"""

from __future__ import annotations

from ..game_rules import GAMES, GameRules, game_options, game_rules
from .dice import breach, seat_at_count, seating_from_row, seating_from_stack
from .errors import GameError
from .events import (
    AbortiveDraw,
    AbortReason,
    Adjustment,
    DeadHand,
    EarlyEnd,
    Event,
    ExhaustiveDraw,
    FalseWin,
    NameEvent,
    Renaming,
    Riichi,
    Substitution,
    Winner,
    Won,
)
from .furiten import Furiten, furiten, is_nagashi, nagashi
from .penalty_tiles import PenaltyTiles
from .score_sheet import Round, Sheet, score_sheet, sheet_lines
from .standings import FinalStanding, standings, uma
from .state import DealResult, Ending, GameState, PenaltyResult, new_game
from .transitions import apply, first_of, replay, win_from_scores

__all__ = [
    "GAMES",
    "AbortReason",
    "AbortiveDraw",
    "Adjustment",
    "DeadHand",
    "DealResult",
    "EarlyEnd",
    "Ending",
    "Event",
    "ExhaustiveDraw",
    "FalseWin",
    "FinalStanding",
    "Furiten",
    "GameError",
    "GameRules",
    "GameState",
    "NameEvent",
    "PenaltyResult",
    "PenaltyTiles",
    "Renaming",
    "Riichi",
    "Round",
    "Sheet",
    "Substitution",
    "Winner",
    "Won",
    "apply",
    "breach",
    "first_of",
    "furiten",
    "game_options",
    "game_rules",
    "is_nagashi",
    "nagashi",
    "new_game",
    "replay",
    "score_sheet",
    "seat_at_count",
    "seating_from_row",
    "seating_from_stack",
    "sheet_lines",
    "standings",
    "uma",
    "win_from_scores",
]
