"""What the commands say to a player, in English and Italian."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.names import Texts, phrase

_WORDS: Mapping[str, Texts] = {
    "hand": {"en": "Hand", "it": "Mano"},
    "won_on": {"en": "won on {tile}", "it": "vinta con {tile}"},
    "flowers": {"en": "flowers {tiles}", "it": "fiori {tiles}"},
    "read_as": {"en": "Read as", "it": "Letta come"},
    "points": {"en": "Points", "it": "Punti"},
    "pattern": {"en": "Pattern", "it": "Combinazione"},
    "tiles": {"en": "Tiles", "it": "Tessere"},
    "rule": {"en": "Rule", "it": "Regola"},
    "total": {"en": "Total", "it": "Totale"},
    "not_counted": {"en": "Not counted", "it": "Non contano"},
    "otherwise": {
        "en": "Read otherwise ({sets}) it would be {total}.",
        "it": "Letta altrimenti ({sets}) varrebbe {total}.",
    },
    "payments": {"en": "Payments", "it": "Pagamenti"},
    "payer_unknown": {
        "en": "Who pays is not known: add --discarder E, S, W or N, or --self-drawn.",
        "it": "Non si sa chi paga: aggiungi --discarder E, S, W o N, oppure --self-drawn.",
    },
    "assumed": {
        "en": "Assumed, and another answer would change the score: {facts}.",
        "it": "Supposto, e altrimenti il punteggio cambierebbe: {facts}.",
    },
    "assumed_seat": {"en": "the winner is East (--seat)", "it": "chi vince è Est (--seat)"},
    "assumed_round": {"en": "East round (--round)", "it": "giro di Est (--round)"},
    "assumed_discard": {
        "en": "won on a discard (--discarder, --self-drawn)",
        "it": "vinta su scarto (--discarder, --self-drawn)",
    },
    "assumed_flags": {
        "en": "nothing special about the win (other options)",
        "it": "nessuna circostanza particolare (altre opzioni)",
    },
    "other_payments": {"en": "other payments", "it": "altri pagamenti"},
    "no_win": {"en": "no win", "it": "nessuna vincita"},
    "seen": {
        "en": "{photo}: {count} tiles in {seconds} s",
        "it": "{photo}: {count} tessere in {seconds} s",
    },
    "row": {"en": "row {number}", "it": "fila {number}"},
    "doubtful": {"en": "Not sure", "it": "Incerte"},
    "doubt": {
        "en": "tile:{id} {kind} {share} (or {others})",
        "it": "tile:{id} {kind} {share} (o {others})",
    },
    "problem": {"en": "Problem", "it": "Problema"},
    "remark": {"en": "Note", "it": "Nota"},
    "taken": {
        "en": "{question} Taken as {default} (--answer {id}=...)",
        "it": "{question} Inteso come {default} (--answer {id}=...)",
    },
    "question": {"en": "Question", "it": "Domanda"},
    "ours": {"en": "It scores {total}: {parts}", "it": "Vale {total}: {parts}"},
    "agrees": {"en": "The claim is right.", "it": "È giusto."},
    "tile": {"en": "Tile", "it": "Tessera"},
    "left": {"en": "Left", "it": "Restano"},
    "drawn": {"en": "Self-drawn", "it": "Pescata"},
    "discarded": {"en": "On a discard", "it": "Su scarto"},
    "no_wait": {
        "en": "This hand waits for no tile: it needs at least two more.",
        "it": "Questa mano non è a punto: le mancano almeno due tessere.",
    },
    "picture": {"en": "Tiles outlined in {path}", "it": "Tessere contornate in {path}"},
}


def say(word: str, lang: str, **gaps: object) -> str:
    """The word or sentence in a language, its gaps filled."""
    return phrase(_WORDS[word], **gaps).say(lang)
