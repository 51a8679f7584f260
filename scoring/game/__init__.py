"""The game around the hands: seats, rounds, payments, sticks, draws, penalties, the end.

No input and no output: a `GameState` is a value, `apply(state, event)` returns the next one.

>>> from scoring.game import NobodyWon, apply, game_rules, new_game
>>> state = new_game(game_rules("zung-jung"))
>>> apply(state, NobodyWon()).seating
(3, 0, 1, 2)
"""

from __future__ import annotations

from .dice import breach, counted_to, drawn_from_row, drawn_from_stack
from .errors import GameError
from .events import (
    Aborted,
    Abortion,
    Event,
    HandDied,
    NobodyWon,
    Riichi,
    Winner,
    Won,
    WonFalsely,
)
from .furiten import Furiten, furiten, is_nagashi, nagashi
from .penalty_tiles import PenaltyTiles
from .rules import GAMES, GameRules, game_options, game_rules
from .score_sheet import Sheet, Turn, score_sheet, sheet_lines
from .standings import Standing, standings, uma
from .state import Deal, Ending, State, new_game
from .transitions import apply, first_of, replay, won

__all__ = [
    "GAMES",
    "Aborted",
    "Abortion",
    "Deal",
    "Ending",
    "Event",
    "Furiten",
    "GameError",
    "GameRules",
    "HandDied",
    "NobodyWon",
    "PenaltyTiles",
    "Riichi",
    "Sheet",
    "Standing",
    "State",
    "Turn",
    "Winner",
    "Won",
    "WonFalsely",
    "apply",
    "breach",
    "counted_to",
    "drawn_from_row",
    "drawn_from_stack",
    "first_of",
    "furiten",
    "game_options",
    "game_rules",
    "is_nagashi",
    "nagashi",
    "new_game",
    "replay",
    "score_sheet",
    "sheet_lines",
    "standings",
    "uma",
    "won",
]
