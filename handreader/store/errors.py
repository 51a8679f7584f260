"""Errors of the store, each with a code and a sentence in the user's language."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import CodedError
from scoring.installation import this_installation
from scoring.text import Texts

TEXTS: Mapping[str, Texts] = {
    "stale": {
        "en": "Entry {number} of this game is not the next: another player recorded it, or the "
        "record was corrected. {next} is next; look at the game and try again.",
        "it": "La voce {number} di questa partita non è la prossima: qualcun altro l'ha già "
        "registrata o corretta. La prossima è la {next}; guarda la partita e riprova.",
    },
    "unknown_game": {
        "en": "There is no such game here.",
        "it": "Qui non c'è questa partita.",
    },
    "deleted_game": {
        "en": "This game was deleted: restore it from the list of deleted games to go on.",
        "it": "Questa partita è stata eliminata: per continuare ripristinala dall'elenco delle "
        "partite eliminate.",
    },
    "not_deleted": {
        "en": "Only a deleted game can be removed for good.",
        "it": "Si può rimuovere per sempre solo una partita eliminata.",
    },
    "bad_title": {
        "en": "A game's name has at most {limit} printable characters.",
        "it": "Il nome di una partita ha al massimo {limit} caratteri stampabili.",
    },
    "unknown_tournament": {
        "en": "There is no such tournament here.",
        "it": "Qui non c'è questo torneo.",
    },
    "stale_tournament": {
        "en": "The tournament was changed meanwhile: look at it and try again.",
        "it": "Nel frattempo il torneo è cambiato: guardalo e riprova.",
    },
    "unknown_entry": {
        "en": "This game has no entry {number}; it has {last}.",
        "it": "Questa partita non ha la voce {number}; ne ha {last}.",
    },
    "impossible": {
        "en": "That cannot happen now: {what}",
        "it": "Ora non può succedere: {what}",
    },
    "breaks_later": {
        "en": "With this correction entry {number} could not have happened: {what}. "
        "Correct that one first.",
        "it": "Con questa correzione la voce {number} non sarebbe potuta succedere: {what}. "
        "Correggi prima quella.",
    },
    "bad_players": {
        "en": "The players need four different names of 1 to 40 letters.",
        "it": "Servono quattro nomi diversi, da 1 a 40 lettere, per i giocatori.",
    },
    "too_much": {
        "en": "That is too much for one game: at most {limit}.",
        "it": "È troppo per una partita: al massimo {limit}.",
    },
    "bad_file": {
        "en": "This is not a game exported by handreader: {what}",
        "it": "Non è una partita esportata da handreader: {what}",
    },
    "newer_file": {
        "en": "This game was exported by a newer handreader: update this one. Nothing was changed.",
        "it": "Partita esportata da una versione più nuova di handreader: aggiorna questa. "
        "Nulla è stato modificato.",
    },
    "newer": {
        "en": "The database {database} was made by a newer handreader: update this one. "
        "Nothing was changed in it.",
        "it": "La base di dati {database} è di una versione più nuova di handreader: aggiorna "
        "questa. Non è stata modificata.",
    },
    "not_ours": {
        "en": "{database} is not a database of handreader's games, or it is damaged: name another "
        "one, or a copy of it.",
        "it": "{database} non è una base di dati di handreader, o è rovinata: indicane un'altra, o "
        "una sua copia.",
    },
    "damaged": {
        "en": "The database {database} is damaged ({what}): bring a backup back with `handreader "
        "restore FILE`.",
        "it": "La base di dati {database} è rovinata ({what}): ripristina una copia con "
        "`handreader restore FILE`.",
    },
    "use_pg_dump": {
        "en": "PostgreSQL has its own tools: pg_dump --format=custom --file=FILE URL, and "
        "pg_restore --clean --dbname=URL FILE.",
        "it": "PostgreSQL ha i suoi strumenti: pg_dump --format=custom --file=FILE URL, e "
        "pg_restore --clean --dbname=URL FILE.",
    },
    "no_database": {
        "en": "There is no database {database}: nothing to back up.",
        "it": "La base di dati {database} non c'è: niente da copiare.",
    },
    "no_backup": {
        "en": "There is no file {file}: name a backup made by `handreader backup`.",
        "it": "Il file {file} non c'è: indica una copia fatta con `handreader backup`.",
    },
    "same_file": {
        "en": "{file} is the database itself: name another file.",
        "it": "{file} è la base di dati stessa: indica un altro file.",
    },
    "not_replaced": {
        "en": "{file} is there and is no backup of handreader: name another file.",
        "it": "{file} c'è già e non è una copia di handreader: indica un altro file.",
    },
    "no_place": {
        "en": "{file} cannot be written ({what}): check its folder and permissions.",
        "it": "{file} non si può scrivere ({what}): controlla cartella e permessi.",
    },
    "busy": {
        "en": "Another program keeps the database locked: nothing was recorded. Try again.",
        "it": "La base di dati è occupata da altro che non finisce: nulla è stato registrato. "
        "Riprova.",
    },
    "full": {
        "en": "The disk with the database is full: nothing was recorded; earlier entries are "
        "intact. Free some space and try again.",
        "it": "Il disco della base di dati è pieno: nulla è stato registrato, il resto è intatto. "
        "Libera spazio e riprova.",
    },
    "replaced": {
        "en": "The database {database} was deleted or replaced while handreader runs: nothing was "
        "recorded. Restart handreader.",
        "it": "La base di dati {database} è stata cancellata o sostituita mentre handreader è in "
        "funzione: nulla è stato registrato. Riavvia handreader.",
    },
    "unwritable": {
        "en": "The database {database} cannot be written: check its folder and permissions.",
        "it": "La base di dati {database} non è scrivibile: controlla cartella e permessi.",
    },
    "unreachable": {
        "en": "The database {database} does not answer: is it running, and are name and password "
        "right?",
        "it": "La base di dati {database} non risponde: è attiva, e nome e password sono giusti?",
    },
    "bad_url": {
        "en": "This is not a database address: write sqlite:///FILE or "
        "postgresql://user:password@host/database.",
        "it": "Questo non indica una base di dati: scrivi sqlite:///FILE o "
        "postgresql://utente:password@computer/base.",
    },
    "not_installed": {
        "en": "Keeping games needs {what}: {command}",
        "it": "Per conservare le partite serve {what}: {command}",
    },
    "fault": {
        "en": "The database failed ({what}): nothing was recorded.",
        "it": "La base di dati non ci è riuscita ({what}): nulla è stato registrato.",
    },
}


class StoreError(CodedError):
    """A refusal or failure of the store; nothing was changed."""

    texts = TEXTS


def missing_package(error: ModuleNotFoundError, extra: str) -> StoreError:
    """Return the refusal that names a missing package, and the command that installs its extra."""
    command = this_installation().add_extra(extra)
    return StoreError("not_installed", what=error.name, command=command)


class StaleError(StoreError):
    """A conflict: another writer has used the expected number or version.

    Attributes:
        next: the next free number.
    """

    def __init__(self, number: int, next: int) -> None:
        self.next = next
        super().__init__("stale", number=number, next=next)
