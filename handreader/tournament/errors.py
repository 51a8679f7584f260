"""Errors of a tournament, each with a code and a sentence in the user's language."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import CodedError
from scoring.text import Texts, escape_controls

TEXTS: Mapping[str, Texts] = {
    "bad_name": {
        "en": "A name of 1 to 40 letters that nobody else here has is needed, not “{name}”.",
        "it": "Serve un nome da 1 a 40 lettere che qui non abbia già nessuno, non «{name}».",
    },
    "bad_player_number": {
        "en": "A player's number has up to 12 letters and digits, as 04160092, not {number}.",
        "it": "Il numero di un giocatore ha fino a 12 lettere e cifre, come 04160092, "
        "non {number}.",
    },
    "player_number_taken": {
        "en": "{name} has the number {number} already: each player has his own.",
        "it": "{name} ha già il numero {number}: ogni giocatore ha il suo.",
    },
    "bad_country": {
        "en": "A country is two or three letters, as ITA, not {country}.",
        "it": "Una nazione ha due o tre lettere, come ITA, non {country}.",
    },
    "bad_last_name": {
        "en": "The family name must be the beginning or the end of the name {name}.",
        "it": "Il cognome dev'essere l'inizio o la fine del nome {name}.",
    },
    "bad_cut": {
        "en": "So many players play the finals: a multiple of 4 up to {most}, not {count}.",
        "it": "In finale gioca un multiplo di 4 fino a {most}, non {count}.",
    },
    "no_preliminaries": {
        "en": "Finals need a round before them that is over.",
        "it": "Prima delle finali serve un turno finito.",
    },
    "no_finals": {
        "en": "There are no finals that could be taken back, or their first round has begun.",
        "it": "Non ci sono finali da annullare, o il loro primo turno è già cominciato.",
    },
    "too_many": {
        "en": "A tournament has at most {limit} of these.",
        "it": "Un torneo ne ha al massimo {limit}.",
    },
    "too_few": {
        "en": "A draw needs at least 4 players; {count} are here.",
        "it": "Per il sorteggio servono almeno 4 giocatori; ce ne sono {count}.",
    },
    "unknown": {
        "en": "This tournament has no such {what}: {number}.",
        "it": "Questo torneo non ha {what}: {number}.",
    },
    "not_drawn": {
        "en": "Round {round} is not drawn yet: draw the rounds first.",
        "it": "Il turno {round} non è ancora sorteggiato: fai prima il sorteggio.",
    },
    "begun": {
        "en": "Round {round} has begun already.",
        "it": "Il turno {round} è già cominciato.",
    },
    "not_begun": {
        "en": "Round {round} has not begun.",
        "it": "Il turno {round} non è cominciato.",
    },
    "round_open": {
        "en": "Round {round} is still being played: end it first.",
        "it": "Il turno {round} è ancora in corso: chiudilo prima.",
    },
    "round_played": {
        "en": "Round {round} has recorded deals or results: it cannot be taken back.",
        "it": "Il turno {round} ha già mani o risultati: non si può annullare.",
    },
    "draw_again": {
        "en": "Players came or left since round {round} was drawn: draw again.",
        "it": "Dopo il sorteggio del turno {round} i giocatori sono cambiati: ripeti il sorteggio.",
    },
    "no_rounds": {
        "en": "All {rounds} rounds have begun: add rounds before a draw.",
        "it": "I turni ({rounds}) sono tutti cominciati: aggiungine prima del sorteggio.",
    },
    "seated": {
        "en": "{name} already plays in this round.",
        "it": "{name} gioca già in questo turno.",
    },
    "bad_code": {
        "en": "This code is mistyped, used or older than 15 minutes: ask for a new one.",
        "it": "Codice errato, usato o più vecchio di 15 minuti: chiedine uno nuovo.",
    },
    "last_organiser": {
        "en": "A tournament needs one organiser: make a code for another phone first.",
        "it": "Un torneo ha bisogno di chi lo organizza: crea prima un codice per un altro "
        "telefono.",
    },
    "bad_value": {
        "en": "{field} must be a number from {least} to {most}.",
        "it": "{field}: serve un numero da {least} a {most}.",
    },
}


def bad_name(name: str) -> TournamentError:
    """Return the error for a name that is none, or another's."""
    return TournamentError("bad_name", name=escape_controls(name[:60]))


class TournamentError(CodedError):
    """A step that a tournament does not allow now."""

    texts = TEXTS
