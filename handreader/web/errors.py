"""API errors, each with an HTTP status, a code and a message in the user's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scoring.errors import CodedError, HandReaderError
from scoring.text import Texts

if TYPE_CHECKING:
    from handreader.store import StoreError
    from handreader.tournament.errors import TournamentError

REFUSALS: Mapping[str, Texts] = {
    "no_entry": {
        "en": "This table is closed: scan the code on the computer that runs handreader.",
        "it": "Questo tavolo è chiuso: inquadra il codice sul computer che esegue handreader.",
    },
    "bad_token": {
        "en": "This code has been used or is too old: ask for a new one, each works once.",
        "it": "Questo codice è già stato usato o è scaduto: chiedine uno nuovo, vale una volta.",
    },
    "two_lengths": {
        "en": "This request states its length in two ways: send Content-Length or chunks.",
        "it": "La richiesta indica la lunghezza in due modi: serve Content-Length o chunked.",
    },
    "bad_phone_name": {
        "en": "A name has at most 40 printable characters: write it again.",
        "it": "Un nome ha al massimo 40 caratteri stampabili: scrivilo di nuovo.",
    },
    "only_looks": {
        "en": "This phone only looks on: to take part, ask a player for an invitation.",
        "it": "Questo telefono guarda soltanto: per partecipare chiedi un invito a chi gioca.",
    },
    "too_many_phones": {
        "en": "{most} phones have joined, and all were used within a day: try again tomorrow, or "
        "use the phone of somebody who is in.",
        "it": "Ci sono già {most} telefoni, tutti usati nell'ultimo giorno: riprova domani, o usa "
        "il telefono di chi è già dentro.",
    },
    "too_many_invitations": {
        "en": "Too many invitations from here: wait {minutes} minutes, or scan the code on the "
        "computer that runs handreader.",
        "it": "Troppi inviti da qui: aspetta {minutes} minuti, o inquadra il codice sul computer "
        "che esegue handreader.",
    },
    "round_over": {
        "en": "Round {round} is over: only an organiser of the tournament changes this game now.",
        "it": "Il turno {round} è finito: ora questa partita la cambia solo chi organizza.",
    },
    "tournament_game": {
        "en": "This game belongs to the tournament {name}: only an organiser deletes, restores, "
        "archives or renames it.",
        "it": "Questa partita è del torneo {name}: la elimina, ripristina, archivia o rinomina "
        "solo chi organizza.",
    },
    "no_purge": {
        "en": "Nobody removes a game for good from a phone: a deleted one goes by itself after 30 "
        "days, or on the computer with `handreader games --forget`.",
        "it": "Da un telefono nessuno rimuove una partita per sempre: quella eliminata sparisce "
        "dopo 30 giorni, o sul computer con `handreader games --forget`.",
    },
    "no_result_yet": {
        "en": "There is no result to sign yet: end the game first.",
        "it": "Non c'è ancora un risultato da firmare: prima chiudi la partita.",
    },
    "other_result": {
        "en": "The result has changed meanwhile: look at it before you sign.",
        "it": "Nel frattempo il risultato è cambiato: guardalo prima di firmare.",
    },
    "wrong_host": {
        "en": "This address is not the one handreader serves: use the link that it printed.",
        "it": "Questo indirizzo non è quello di handreader: usa il link che ha stampato.",
    },
    "wrong_origin": {
        "en": "Another web page sent this request; only handreader's own page may do so.",
        "it": "Richiesta inviata da un'altra pagina: può farlo solo quella di handreader.",
    },
    "no_phone_page": {
        "en": "This copy of handreader has no page: the terminal that runs `handreader serve` "
        "names the command that builds it.",
        "it": "Questa copia di handreader non ha la pagina: il terminale in cui è in funzione "
        "`handreader serve` indica il comando che la costruisce.",
    },
    "not_found": {"en": "There is no such page.", "it": "Questa pagina non esiste."},
    "wrong_method": {
        "en": "This address does not accept this request.",
        "it": "Con questo indirizzo non si può fare.",
    },
    "too_large": {
        "en": "That is too large: the limit is {limit}.",
        "it": "È troppo grande: si accettano al massimo {limit}.",
    },
    "too_many_pixels": {
        "en": "The picture has {megapixels} megapixels; the limit is {limit}: make it smaller.",
        "it": "La foto ha {megapixels} megapixel; se ne leggono al massimo {limit}: riducila.",
    },
    "too_long": {
        "en": "A side of the picture is too long: the limit is {limit} pixels. Crop it.",
        "it": "Un lato della foto è troppo lungo: al massimo {limit} pixel. Ritagliala.",
    },
    "no_picture": {
        "en": "This picture cannot be read: send a complete JPEG, PNG, WebP, TIFF, BMP, GIF or "
        "HEIC file.",
        "it": "Non è una foto leggibile: invia un file JPEG, PNG, WebP, TIFF, BMP, GIF o HEIC "
        "completo.",
    },
    "no_heic": {
        "en": "HEIC pictures need pillow-heif on the computer, where `handreader doctor` prints "
        "the command that installs it: send a JPEG.",
        "it": "Per le foto HEIC serve pillow-heif sul computer, dove `handreader doctor` stampa il "
        "comando che lo installa: invia un JPEG.",
    },
    "wrong_type": {
        "en": "The content has the wrong type: {expected} was expected.",
        "it": "Il contenuto è del tipo sbagliato: era atteso {expected}.",
    },
    "bad_request": {
        "en": "The page sent an invalid request: {what}. Reload the page.",
        "it": "La pagina ha inviato qualcosa di incomprensibile: {what}. Ricarica la pagina.",
    },
    "busy_client": {
        "en": "Your last photo is still being read: wait for it.",
        "it": "La tua foto precedente è ancora in lettura: aspetta che finisca.",
    },
    "busy": {
        "en": "Busy: too many photos are waiting. Try again in a few seconds.",
        "it": "Occupato: troppe foto in attesa. Riprova tra qualche secondo.",
    },
    "too_slow": {
        "en": "That took too long and was stopped: try again.",
        "it": "Ci è voluto troppo tempo: riprova.",
    },
    "no_reading": {
        "en": "The server no longer has this photo: read it again.",
        "it": "Il server non ha più questa foto: leggila di nuovo.",
    },
    "no_organiser": {
        "en": "Only an organiser can do that: on the phone that created the tournament, on one "
        "that used its code, or on the computer with `handreader serve` alone.",
        "it": "Può farlo solo chi organizza: dal telefono che ha creato il torneo, da uno che ha "
        "usato il suo codice, o dal computer con `handreader serve` da solo.",
    },
    "too_many_codes": {
        "en": "Too many wrong codes from here: wait {minutes} minutes, then type a new code of an "
        "organiser.",
        "it": "Troppi codici errati da qui: aspetta {minutes} minuti, poi scrivi un codice nuovo "
        "di chi organizza.",
    },
    "four_players": {
        "en": "A tournament is played at tables of four: choose another rule set.",
        "it": "Un torneo si gioca a tavoli di quattro: scegli altre regole.",
    },
    "no_picture_now": {
        "en": "There is no picture of the table now.",
        "it": "Ora non c'è un'immagine del tavolo.",
    },
    "only_camera": {
        "en": "This phone is the camera of the table: to take part, ask a player for an "
        "invitation.",
        "it": "Questo telefono è la telecamera del tavolo: per partecipare chiedi un invito a chi "
        "gioca.",
    },
    "not_table_organiser": {
        "en": "Only the phone that sets this table up can do that: set it up from here first.",
        "it": "Può farlo solo il telefono che prepara questo tavolo: prima preparalo da qui.",
    },
    "other_table_organiser": {
        "en": "Another phone has set this table up{name}: use that one, or wait until it was away "
        "for {minutes} minutes.",
        "it": "Questo tavolo l'ha preparato un altro telefono{name}: usa quello, o aspetta che sia "
        "stato via per {minutes} minuti.",
    },
    "other_camera": {
        "en": "Another phone is the camera: stop it there first.",
        "it": "La telecamera è un altro telefono: prima fermala lì.",
    },
    "too_fast": {
        "en": "The pictures come too fast: at most {most} a second.",
        "it": "Le immagini arrivano troppo in fretta: al massimo {most} al secondo.",
    },
    "no_phone_camera": {
        "en": "No phone can be the camera here: start with `handreader serve --watch phone`.",
        "it": "Qui nessun telefono può fare da telecamera: avvia con `handreader serve --watch "
        "phone`.",
    },
    "not_open": {
        "en": "Nothing is waiting for an answer any more.",
        "it": "Niente attende più risposta.",
    },
    "unanswered": {
        "en": "Answer the open questions about this hand first.",
        "it": "Prima indica che cosa manca di questa mano.",
    },
    "no_win": {
        "en": "That hand does not win: {what}",
        "it": "Questa mano non vince: {what}",
    },
    "no_discarder": {
        "en": "Choose first who discarded, or self-drawn.",
        "it": "Indica prima chi ha scartato, o che è stata pescata.",
    },
    "bad_points": {
        "en": "The points must be a number from {least} to {most}.",
        "it": "Per i punti serve un numero da {least} a {most}.",
    },
    "bad_faan": {
        "en": "A hand of Hong Kong is entered in faan: a number from {least} to {most}.",
        "it": "Una mano di Hong Kong si scrive in faan: un numero da {least} a {most}.",
    },
    "no_consent": {
        "en": "Agree first that this photo may be used for training.",
        "it": "Indica prima che questa foto può essere usata per l'addestramento.",
    },
    "not_remembered": {
        "en": "The set of tiles was not remembered: {what}.",
        "it": "Il set di tessere non è stato imparato: {what}.",
    },
    "no_set": {
        "en": "That set of tiles cannot be used: {what}.",
        "it": "Questo set di tessere non si può usare: {what}.",
    },
    "too_many_sets": {
        "en": "{most} sets of tiles are remembered, which is the limit: choose one of them.",
        "it": "I set di tessere imparati sono già {most}, il massimo: scegline uno.",
    },
    "other_photo": {
        "en": "That is not the photo that was read: choose it again.",
        "it": "Non è la foto che è stata letta: sceglila di nuovo.",
    },
    "no_invitations": {
        "en": "Only this computer can reach the page: start with --lan to invite phones.",
        "it": "Solo questo computer può aprire la pagina: avvia con --lan per invitare telefoni.",
    },
    "reader_fault": {
        "en": "The reader does not work: {what}",
        "it": "Il lettore non può funzionare: {what}",
    },
    "our_fault": {
        "en": "Something went wrong in handreader; nothing was lost. Try again.",
        "it": "Qualcosa è andato storto in handreader; nulla è perso. Riprova.",
    },
}


class ApiError(CodedError):
    """Error response to a request.

    Attributes:
        status: HTTP status.
    """

    texts = REFUSALS

    def __init__(self, status: int, code: str, **gaps: object) -> None:
        self.status = status
        super().__init__(code, **gaps)


_STATUS = {
    "stale": 409,
    "impossible": 409,
    "breaks_later": 409,
    "unknown_game": 404,
    "deleted_game": 404,
    "not_deleted": 409,
    "bad_title": 422,
    "unknown_entry": 404,
    "unknown_tournament": 404,
    "stale_tournament": 409,
    "bad_players": 422,
    "bad_file": 422,
    "newer_file": 422,
    "too_much": 413,
    "busy": 503,
    "unreachable": 503,
    "full": 507,
    "damaged": 500,
    "replaced": 503,
}


class StoreApiError(ApiError):
    """Error response for an error of the store."""

    def __init__(self, error: StoreError) -> None:
        HandReaderError.__init__(self, error)
        self.status, self.code = _STATUS.get(error.code, 500), error.code


class TournamentApiError(ApiError):
    """Error response for a step that a tournament does not allow."""

    def __init__(self, error: TournamentError) -> None:
        HandReaderError.__init__(self, error)
        self.status, self.code = 409, error.code


class WatchApiError(ApiError):
    """Error response for a command that the watcher could not execute."""

    def __init__(self, error: HandReaderError) -> None:
        HandReaderError.__init__(self, error)
        self.status, self.code = 409, "not_done"
