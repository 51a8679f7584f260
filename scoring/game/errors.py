"""Reasons why an event cannot happen in a game, each with a code and a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import CodedError
from ..text import Texts

TEXTS: Mapping[str, Texts] = {
    "game_over": {
        "en": "the game is over: it takes no more entries",
        "it": "la partita è finita: non può succedere altro",
    },
    "hand_over": {
        "en": "the hand is over: record this in the next entry",
        "it": "la mano è finita: ciò che segue va nella prossima voce",
    },
    "no_adjustment": {
        "en": "an adjustment needs points and a reason",
        "it": "una rettifica ha bisogno di punti e di un motivo",
    },
    "nothing": {
        "en": "nothing happened",
        "it": "non è successo nulla",
    },
    "no_north": {
        "en": "{rules} has three players: nobody is North",
        "it": "in {rules} si gioca in tre: nessuno è Nord",
    },
    "no_riichi": {
        "en": "{rules} has no riichi",
        "it": "in {rules} non esiste il riichi",
    },
    "riichi_twice": {
        "en": "{seat} has declared riichi already",
        "it": "{seat} ha già dichiarato riichi",
    },
    "dead_riichi": {
        "en": "{seat} has a dead hand and cannot declare riichi",
        "it": "{seat} ha la mano vuota e non può dichiarare riichi",
    },
    "unpaid": {
        "en": "{seat} cannot be paid: {why}",
        "it": "{seat} non può essere pagato: {why}",
    },
    "other_round": {
        "en": "scored for round {scored}, but it is round {round}",
        "it": "punteggio per il giro di {scored}, ma è il giro di {round}",
    },
    "other_counters": {
        "en": "scored with {scored} counters, there are {counters}",
        "it": "punteggio con {scored} contatori, ma ce ne sono {counters}",
    },
    "other_discarders": {
        "en": "the winners name different discarders",
        "it": "i vincitori indicano scartatori diversi",
    },
    "no_winners": {
        "en": "a win needs winners, each of them once",
        "it": "serve almeno un vincitore, ognuno una volta sola",
    },
    "too_many_winners": {
        "en": "{count} winners, but {rules} allows one: the first in turn (`first_of`)",
        "it": "{count} vincitori, ma in {rules} vince uno solo: il primo di turno (`first_of`)",
    },
    "own_tile": {
        "en": "{seat} cannot win on their own discard",
        "it": "{seat} non può vincere su una tessera propria",
    },
    "barred": {
        "en": "{seat} may not win this hand",
        "it": "{seat} non può vincere questa mano",
    },
    "unbalanced": {
        "en": "payments to {seat} do not sum to zero: {changes}",
        "it": "i pagamenti a {seat} non si compensano: {changes}",
    },
    "no_riichi_tile": {
        "en": "won on a riichi tile, but the discarder declared no riichi",
        "it": "vinta su una tessera di riichi, ma chi ha scartato non ha dichiarato riichi",
    },
    "dead_ready": {
        "en": "a dead hand is not ready",
        "it": "una mano vuota non è in tenpai",
    },
    "ready_unpaid": {
        "en": "in {rules} nobody is paid for being ready",
        "it": "in {rules} nessuno è pagato per essere in tenpai",
    },
    "not_ready": {
        "en": "{seats} declared riichi and is not ready: that is a chombo",
        "it": "{seats} ha dichiarato riichi e non è in tenpai: è un chombo",
    },
    "no_abortive_draws": {
        "en": "{rules} has no abortive draws",
        "it": "in {rules} non esistono pareggi forzati",
    },
    "not_four_riichi": {
        "en": "aborted for four riichi, but {count} are declared",
        "it": "interrotta per quattro riichi, ma ne sono dichiarati {count}",
    },
    "hand_open": {
        "en": "a hand is being played: sticks of this hand are on the table",
        "it": "una mano è in corso: sul tavolo ci sono le sue stecche",
    },
    "no_nagashi": {
        "en": "{rules} pays nothing for discards alone",
        "it": "{rules} non paga nulla per i soli scarti",
    },
    "nobody_nagashi": {
        "en": "nagashi mangan needs a player: without one nobody won",
        "it": "per un nagashi mangan serve un giocatore: senza, nessuno ha vinto",
    },
    "no_throw": {
        "en": "{dice} dice show from {dice} to {most}, not {throw}",
        "it": "{dice} dadi danno da {dice} a {most}, non {throw}",
    },
    "no_four_winds": {
        "en": "one of each wind is drawn, not {drawn}",
        "it": "si pesca un vento per tipo, non {drawn}",
    },
    "not_shown": {
        "en": "{tile} was not shown and cannot be taken back",
        "it": "{tile} non è stata mostrata e non si può riprendere",
    },
    "dead_tile": {
        "en": "{tile} is a dead penalty tile and cannot be discarded",
        "it": "{tile} è una tessera di penalità morta e non si può scartare",
    },
    "not_exposed": {
        "en": "{tiles} cannot be exposed: penalty tiles make concealed sets only",
        "it": "{tiles} non si può esporre: le tessere di penalità fanno solo gruppi coperti",
    },
}


class GameError(CodedError, ValueError):
    """An event that cannot happen now."""

    texts = TEXTS
