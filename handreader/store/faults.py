"""Why an event cannot happen, in the player's language: the game itself says it in English."""

from __future__ import annotations

import re

from scoring.game import GameError
from scoring.names import Phrase, phrase
from scoring.tiles import WINDS, Wind

# What the game says, its gaps named as in the Italian sentence.
_ITALIAN = {
    r"the game is over: no more can happen in it": "la partita è finita",
    r"the hand is over: what follows belongs to the next entry": (
        "la mano è finita: ciò che segue va nella prossima voce"
    ),
    r"nothing happened": "non è successo nulla",
    r"(?P<rules>\S+) has no riichi": "in {rules} non esiste il riichi",
    r"(?P<seat>[ESWN]) has declared riichi already": "{seat} ha già dichiarato riichi",
    r"(?P<seat>[ESWN]) has a dead hand and cannot declare riichi": (
        "{seat} ha la mano vuota e non può dichiarare riichi"
    ),
    r"a win needs winners, each of them once": "serve almeno un vincitore, ognuno una volta sola",
    r"(?P<count>\d) winners, but (?P<rules>\S+) knows one: .*": (
        "{count} vincitori, ma in {rules} vince uno solo: il primo di turno"
    ),
    r"(?P<seat>[ESWN]) cannot win on a tile of his own": (
        "{seat} non può vincere su una tessera propria"
    ),
    r"(?P<seat>[ESWN]) may not win this hand": "{seat} non può vincere questa mano",
    r"payments to (?P<seat>[ESWN]) do not sum to zero: .*": (
        "i pagamenti a {seat} non si compensano"
    ),
    r"won on a riichi tile, but the discarder declared no riichi": (
        "vinta su una tessera di riichi, ma chi ha scartato non ha dichiarato riichi"
    ),
    r"a dead hand is not ready": "una mano vuota non è in tenpai",
    r"in (?P<rules>\S+) nobody is paid for being ready": (
        "in {rules} nessuno è pagato per essere in tenpai"
    ),
    r"(?P<seats>[ESWN, ]+) declared riichi and is not ready: that is a chombo": (
        "{seats} ha dichiarato riichi e non è in tenpai: è un chombo"
    ),
    r"(?P<rules>\S+) has no abortive draws": "in {rules} non esistono pareggi forzati",
    r"aborted for four riichi, but (?P<count>\d) are declared": (
        "interrotta per quattro riichi, ma ne sono dichiarati {count}"
    ),
    r"the winners name different discarders": "i vincitori indicano scartatori diversi",
}


def fault(error: GameError | str) -> Phrase | str:
    """What the game says, in both languages where we have it in both."""
    said = str(error)
    for pattern, italian in _ITALIAN.items():
        found = re.fullmatch(pattern, said)
        if found is not None:
            gaps: dict[str, object] = dict(found.groupdict())
            if gaps.get("seat") in tuple(WINDS):
                gaps["seat"] = Wind(str(gaps["seat"]))
            english = said.replace("{", "{{").replace("}", "}}")
            return phrase({"en": english, "it": italian}, **gaps)
    return said
