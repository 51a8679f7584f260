"""Errors of watching and exporting a game: codes, and a sentence in each language."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import CodedError
from scoring.text import Texts

TEXTS: Mapping[str, Texts] = {
    # the log
    "unwritable": {
        "en": "{path} cannot be written: {why}; everything confirmed before is kept",
        "it": "{path} non è scrivibile: {why}; ciò che era confermato è al sicuro",
    },
    "unopened": {
        "en": "{path} cannot be opened: {why}",
        "it": "{path} non si può aprire: {why}",
    },
    "damaged_log": {
        "en": "{path}, line {number} is damaged: {why}",
        "it": "{path}, la riga {number} è rovinata: {why}",
    },
    "no_event": {
        "en": "not an event of a watched game: {what}",
        "it": "non è un evento di una partita osservata: {what}",
    },
    "unordered": {
        "en": "event {number} after event {before}; restore the order of the lines",
        "it": "l'evento {number} dopo l'evento {before}; rimetti le righe in ordine",
    },
    "locked": {
        "en": "{folder} is being written by another `handreader watch`: end that one first",
        "it": "un altro `handreader watch` sta scrivendo in {folder}: chiudi prima quello",
    },
    # commands of people
    "no_command": {
        "en": "{text!r} is not a command: y, n, draw, undo, win, end",
        "it": "{text!r} non è un comando: y, n, draw, undo, win, end",
    },
    "no_win_then": {
        "en": "with this change the hand no longer wins",
        "it": "così non è più una mano vincente",
    },
    "say_like": {
        "en": "{why}; write it like `seat S from W last_tile`",
        "it": "{why}; si dice così: `seat S from W last_tile`",
    },
    "draw_like": {
        "en": "expected draw and the ready seats, like draw E W",
        "it": "draw, e chi era a punto: draw E W",
    },
    "no_deal": {"en": "no deal is being played", "it": "nessuna mano è in corso"},
    "abort_like": {
        "en": "expected abort {reasons}, during a deal",
        "it": "abort {reasons}, mentre si gioca una mano",
    },
    "false_like": {
        "en": "expected false E, S, W or N: the seat that declared a false win",
        "it": "false E, S, W o N: chi ha dichiarato una vincita che non c'è",
    },
    "no_record": {
        "en": "not a case record of a win: {why}",
        "it": "non è il record di una vincita: {why}",
    },
    "riichi_like": {
        "en": "expected riichi E, S, W or N, during a deal",
        "it": "riichi E, S, W o N, mentre si gioca una mano",
    },
    "deal_open": {
        "en": "end this deal first: y for a win, `draw` if nobody won",
        "it": "prima chiudi questa mano: y se è vinta, `draw` se nessuno ha vinto",
    },
    "end_first": {
        "en": "a game is being played: `end` ends it, then `new` starts another",
        "it": "una partita è in corso: `end` la chiude, poi `new` ne inizia un'altra",
    },
    "game_over": {
        "en": "the game is over: `new` starts another, `quit` ends the program",
        "it": "la partita è finita: `new` ne inizia un'altra, `quit` chiude",
    },
    "new_like": {
        "en": "expected new, with changes if any: new players Anna,Bo,Carla,Dario rules mcr east "
        "right",
        "it": "new, o che cosa cambia: new players Anna,Bo,Carla,Dario rules mcr east right",
    },
    "bad_players": {
        "en": "--players {players!r}: expected four different names of at most {most} letters, in "
        "order of play from the first East, like 'Anna,Bo,Carla,Dario'",
        "it": "--players {players!r}: servono quattro nomi diversi di al massimo {most} lettere, "
        "dal primo Est in ordine di gioco, come 'Anna,Bo,Carla,Dario'",
    },
    "bad_game": {
        "en": "--game {game!r}: expected letters, digits, - and _",
        "it": "--game {game!r}: servono lettere, cifre, - e _",
    },
    "entered_since": {
        "en": "after event {number} a hand was entered or corrected on the page: strike it out or "
        "correct it there",
        "it": "dopo l'evento {number} una mano è stata inserita o corretta sulla pagina: annullala "
        "o correggila lì",
    },
    "fix_like": {
        "en": "expected fix NUMBER TILES: the event of a discard, flower, indicator or set and "
        "the right tiles, like fix 12 5m or fix 14 555m",
        "it": "fix NUMERO TESSERE: l'evento di uno scarto, fiore, indicatore o gruppo e che "
        "cos'era, come fix 12 5m o fix 14 555m",
    },
    "fix_set": {
        "en": "event {number} is a set of {count} tiles, which {tiles} is not: expected a chow, "
        "pung or kong like 555m; undo {number} if there was none",
        "it": "l'evento {number} è un gruppo di {count} tessere e {tiles} non lo è: indica scala, "
        "tris o kong come 555m, o undo {number} se non c'era",
    },
    "fix_impossible": {
        "en": "event {number} cannot be {tile} in these rules: expected another tile; undo "
        "{number} if there was none",
        "it": "con queste regole l'evento {number} non può essere {tile}: indica un'altra tessera, "
        "o undo {number} se non c'era",
    },
    "fix_flower": {
        "en": "event {number} is a flower: expected 1f to 8f, not {tile}; undo {number} if there "
        "was no flower",
        "it": "l'evento {number} è un fiore: da 1f a 8f, non {tile}; undo {number} se non era un "
        "fiore",
    },
    "not_undone": {
        "en": "there is no event {what} to undo",
        "it": "non c'è un evento {what} che si possa annullare",
    },
    "undo_first": {
        "en": "event {number} came later: undo {number} first",
        "it": "l'evento {number} è venuto dopo: annulla prima il {number}",
    },
    "nothing_to_undo": {
        "en": "there is no confirmed event to undo",
        "it": "nulla di confermato che si possa annullare",
    },
    # tables
    "other_size": {
        "en": "table {name!r} was set up for pictures of {size}, {camera} gives {given}: set it "
        "up again (--setup), or watch without a table (--table none)",
        "it": "il tavolo {name!r} è impostato per immagini di {size}, {camera} ne dà di {given}: "
        "impostalo di nuovo (--setup), o osserva senza (--table none)",
    },
    "other_table": {
        "en": "the walls in {camera} are not where those of table {name!r} were: set it up again "
        "(--setup), or watch without a table (--table none)",
        "it": "i muri in {camera} non sono dove erano quelli del tavolo {name!r}: impostalo di "
        "nuovo (--setup), o osserva senza (--table none)",
    },
    "bad_table": {
        "en": "{name!r} is not a valid name of a table: use letters and digits",
        "it": "{name!r} non può essere il nome di un tavolo: usa lettere e cifre",
    },
    "no_table": {
        "en": "no table {name!r} was set up (tables: {found}): `handreader watch --setup PHOTO "
        "--table {name}` sets it up{meant}",
        "it": "nessun tavolo {name!r} è impostato (tavoli: {found}): `handreader watch --setup "
        "FOTO --table {name}` lo imposta{meant}",
    },
    "no_tables": {
        "en": "no table {name!r} was set up (tables: none yet): `handreader watch --setup PHOTO "
        "--table {name}` sets it up",
        "it": "nessun tavolo {name!r} è impostato (ancora nessuno): `handreader watch --setup FOTO "
        "--table {name}` lo imposta",
    },
    "table_taken": {
        "en": "there is a table {name!r} already: choose another name, or forget that one first",
        "it": "c'è già un tavolo {name!r}: scegli un altro nome, o prima dimentica quello",
    },
    "damaged_table": {
        "en": "{file} is damaged ({why}): set the table up again",
        "it": "{file} è rovinato ({why}): imposta di nuovo il tavolo",
    },
    "bad_corners": {
        "en": "--corners {corners!r}: expected four corners in pixels, like '120,80 1160,80 "
        "1180,650 100,650'",
        "it": "--corners {corners!r}: servono quattro angoli in pixel, come "
        "'120,80 1160,80 1180,650 100,650'",
    },
    "phone_served": {
        "en": "a phone is the camera of a page: `handreader serve --lan --https --watch phone`",
        "it": "un telefono fa da telecamera di una pagina: `handreader serve --lan --https --watch "
        "phone`",
    },
    "not_setting_up": {
        "en": "The table is not being set up any more: begin again.",
        "it": "Il tavolo non è più in preparazione: ricomincia.",
    },
    "no_setup_picture": {
        "en": "The camera has sent no picture yet: the table is set up in one.",
        "it": "Dalla telecamera non è ancora arrivata un'immagine: serve per preparare il tavolo.",
    },
    "setup_elsewhere": {
        "en": "This video is watched from its start: stop it to set a table up.",
        "it": "Questo video si guarda dall'inizio: fermalo per preparare un tavolo.",
    },
    # exports
    "mjai_riichi": {
        "en": "mjai is for riichi; this game is {rules}: export jsonl or csv",
        "it": "mjai è per il riichi; questa partita è {rules}: esporta jsonl o csv",
    },
    "tenhou_riichi": {
        "en": "tenhou.net/6 is for riichi; this game is {rules}: export csv",
        "it": "tenhou.net/6 è per il riichi; questa partita è {rules}: esporta csv",
    },
    "not_whole": {
        "en": "deal {deal} was not seen from its start: mjai needs every discard; export jsonl or "
        "csv",
        "it": "la mano {deal} non è stata vista dall'inizio: mjai vuole ogni scarto; esporta jsonl "
        "o csv",
    },
    "by_hand": {
        "en": "deal {deal} was entered or corrected by hand, so the log lacks its actions; export "
        "jsonl, csv or sheet",
        "it": "la mano {deal} è stata inserita o corretta a mano, quindi chi fece cosa non è nel "
        "registro; esporta jsonl, csv o sheet",
    },
    "riichi_unseen": {
        "en": "event {number}: the riichi discard was not seen; export jsonl",
        "it": "evento {number}: non si è visto con quale scarto è stato dichiarato riichi; esporta "
        "jsonl",
    },
    "source_unseen": {
        "en": "event {number}: the discarder of the called tile was not seen; export jsonl",
        "it": "evento {number}: non si è visto di chi era lo scarto chiamato; esporta jsonl",
    },
}


class WatchError(CodedError):
    """An error of watching or exporting a game; the log is unchanged."""

    texts = TEXTS


class LogError(WatchError):
    """The log cannot be written: a full disk. The watching ends."""
