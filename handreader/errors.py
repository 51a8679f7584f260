"""Error reports of commands: one line on standard error, and exit status 1."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scoring.errors import CodedError, HandReaderError
from scoring.text import Texts, escape_controls, in_words, phrase

_USAGE: Mapping[str, Texts] = {
    "from_without_save": {
        "en": "--from {rules} is the rule set of --save NAME: add it, or write rules {rules}",
        "it": "--from {rules} è il regolamento di --save NOME: aggiungilo, o scrivi rules {rules}",
    },
    "option_of_no_rules": {
        "en": "--option {option} of which rule set? Write rules RULESET --option {option}",
        "it": "--option {option} di quale regolamento? Scrivi rules REGOLAMENTO --option {option}",
    },
    "one_of_rules": {
        "en": "give one of RULESET, --save NAME and --forget NAME",
        "it": "scegli fra REGOLAMENTO, --save NOME e --forget NOME",
    },
    "one_of_collection": {
        "en": "give one of --rename NAME --to NEW, --forget NAME and --json",
        "it": "scegli fra --rename NOME --to NUOVO, --forget NOME e --json",
    },
    "not_asked": {
        "en": "{name} is not forgotten, as there is no terminal to ask in: add --yes",
        "it": "{name} non viene dimenticato, senza un terminale in cui chiedere: aggiungi --yes",
    },
    "one_file": {
        "en": "--out {out} is one file, but there are {photos} photos: name a folder",
        "it": "--out {out} è un solo file, ma le foto sono {photos}: indica una cartella",
    },
    "one_card": {
        "en": "--card {card} is one file, but there are {photos} photos: name a folder",
        "it": "--card {card} è un solo file, ma le foto sono {photos}: indica una cartella",
    },
    "card_extension": {
        "en": "--card {card}: expected the name of a PNG file or of a folder",
        "it": "--card {card}: serve il nome di un file PNG o di una cartella",
    },
    "card_of_photo": {
        "en": "--card needs a photo: its tiles are cut from it",
        "it": "--card vuole una foto: le tessere sono ritagliate da quella",
    },
    "empty_folder": {
        "en": "{path} is a folder without pictures: give the folder of the photos",
        "it": "{path} è una cartella senza foto: indica quella delle foto",
    },
    "no_quiz_photos": {
        "en": "{path}: no winning hand that is read surely (photos: {count}); expected photos of "
        "wins under {rules}",
        "it": "{path}: nessuna mano vincente letta con certezza (foto: {count}); servono foto di "
        "mani che vincono con {rules}",
    },
    "out_extension": {
        "en": "--out {out}: expected the name of a picture ({known}), of a folder, or -",
        "it": "--out {out}: serve il nome di una foto ({known}), di una cartella, o -",
    },
    "out_and_json": {
        "en": "--out - and --json both write on standard output: give one of them",
        "it": "--out - e --json scrivono entrambi sull'uscita standard: scegline uno",
    },
    "no_cases": {
        "en": "{path} is a folder: expected a file of case records, one JSON a line",
        "it": "{path} è una cartella: serve un file di mani, un JSON per riga",
    },
    "cases_missing": {
        "en": "{path} does not exist: expected a file of case records, one JSON a line",
        "it": "{path} non esiste: serve un file di mani, un JSON per riga",
    },
    "line": {"en": "line {number}: {why}", "it": "riga {number}: {why}"},
    "line_no_json": {
        "en": "line {number}: invalid JSON: {why}",
        "it": "riga {number}: non è JSON: {why}",
    },
    "no_set_name": {
        "en": 'no name for the set: add --name "club set"',
        "it": 'il set non ha nome: aggiungi --name "set del circolo"',
    },
    "no_photos": {
        "en": "no photos: give those of the set",
        "it": "nessuna foto: indica quelle del set",
    },
    "one_photo": {
        "en": "--correct is about one photo, but there are {count}: teach them one by one",
        "it": "--correct riguarda una foto, ma sono {count}: insegnale una alla volta",
    },
    "not_any_order": {
        "en": "--correct and --yes need --any-order",
        "it": "--correct e --yes valgono con --any-order",
    },
    "unconfirmed": {
        "en": "{photo}: nobody confirmed its tiles: add --yes if they are right, --correct 3=5m "
        "where not; nothing is stored",
        "it": "{photo}: nessuno ha confermato le tessere: aggiungi --yes se sono giuste, --correct "
        "3=5m dove no; nulla è stato salvato",
    },
    "bad_correction": {
        "en": "correction {text}: expected NUMBER=TILE, like 3=5m, or 3=no for no tile; numbers "
        "go from 0 to {last}",
        "it": "correzione {text}: serve NUMERO=TESSERA, come 3=5m, o 3=no per ciò che non è una "
        "tessera; i numeri vanno da 0 a {last}",
    },
    "doubted": {
        "en": "tile {number} is clearly {seen} ({share}): is the number right? If so, write "
        "{correction}",
        "it": "la tessera {number} è chiaramente {seen} ({share}): il numero è giusto? Se sì, "
        "scrivi {correction}",
    },
    "too_many_photos": {
        "en": "{count} photos: at most {most} of one set, two are enough",
        "it": "{count} foto: al massimo {most} di un set, due bastano",
    },
    "no_extra": {
        "en": "the page needs {what}: {command}",
        "it": "per la pagina serve {what}: {command}",
    },
    "not_watched": {
        "en": "--table, --auto, --game and --new need --watch",
        "it": "--table, --auto, --game e --new valgono per una partita con --watch",
    },
    "no_game": {
        "en": "no game {name} was watched; games: {known}",
        "it": "la partita {name} non è stata osservata; partite: {known}",
    },
    "no_games": {
        "en": "no game {name} was watched; games: none yet; `handreader watch` starts one",
        "it": "la partita {name} non è stata osservata; ancora nessuna: `handreader watch` "
        "ne comincia una",
    },
    "no_drawings": {
        "en": "no drawings in {folder}: `evaluate --hands` runs in a checkout",
        "it": "nessun disegno in {folder}: `evaluate --hands` va eseguito nei sorgenti",
    },
    "no_simulation": {
        "en": "no simulation of layings in {folder}: `evaluate --layings` runs in a checkout",
        "it": "nessuna simulazione in {folder}: `evaluate --layings` va eseguito nei sorgenti",
    },
    "no_family": {
        "en": "no family of hands is named {names}: expected some of {known}",
        "it": "nessuna famiglia di mani si chiama {names}: serve una fra {known}",
    },
    "no_resvg": {
        "en": "drawing hands needs resvg-py: {command}",
        "it": "per disegnare le mani serve resvg-py: {command}",
    },
}
_NO_LIBRARY: Texts = {
    "en": "a library of the system is missing ({error}): replace opencv-python by "
    "opencv-python-headless; `handreader doctor` tells more",
    "it": "manca una libreria di sistema ({error}): sostituisci opencv-python con "
    "opencv-python-headless; `handreader doctor` dice di più",
}
_NO_MODULE: Texts = {
    "en": "the Python module {module} is not installed: `handreader doctor` names what is missing "
    "and how to get it",
    "it": "manca il modulo di Python {module}: `handreader doctor` dice che cosa manca e come "
    "averlo",
}
_NO_FOLDER: Texts = {
    "en": "{file} is a file: expected a folder",
    "it": "{file} è un file: serve una cartella",
}
_UNEXPECTED: Texts = {
    "en": "unexpected {kind}: {error}; --verbose shows where it happened",
    "it": "errore imprevisto {kind}: {error}; --verbose mostra dove è successo",
}


class UsageError(CodedError):
    """Options that contradict each other, or that name something unknown."""

    texts = _USAGE


def to_stderr(message: str) -> None:
    """Print an error line on standard error."""
    print(f"handreader: {message}", file=sys.stderr)


class Report:
    """A collector of one command's errors: prints each at once and lets the work continue.

    Args:
        verbose: whether to print tracebacks.
        lang: of errors that have a text in it.
    """

    def __init__(self, verbose: bool, lang: str = "en") -> None:
        self.failed = False
        self.has_errors = False
        self._verbose = verbose
        self._lang = lang

    @contextmanager
    def errors(self, say: Callable[[str], None] = to_stderr) -> Iterator[None]:
        """End a piece of work at its first error, and print that in one line."""
        try:
            yield
        except BrokenPipeError:  # the output was closed; not an error of ours
            raise
        except Exception as error:
            self.failed = self.has_errors = True
            if self._verbose:
                traceback.print_exc(file=sys.stderr)
            say(one_line(error, self._lang))


@contextmanager
def report_errors(verbose: bool, lang: str = "en", error_status: int = 1) -> Iterator[Report]:
    """Run a command; raise the exit status at its end if it failed.

    Args:
        verbose: whether to print tracebacks.
        lang: of the errors.
        error_status: exit status after errors; without errors a failed command has status 1.
    """
    report = Report(verbose, lang)
    with report.errors():
        yield report
    if report.failed:
        raise SystemExit(error_status if report.has_errors else 1)


def one_line(error: Exception, lang: str = "en") -> str:
    """Describe an error and its remedy in one line."""
    if isinstance(error, HandReaderError):
        text = error.localize(lang)
    elif isinstance(error, ImportError) and ".so" in str(error):
        text = phrase(_NO_LIBRARY, error=_join_lines(str(error))).localize(lang)
    elif isinstance(error, ModuleNotFoundError) and error.name:
        text = phrase(_NO_MODULE, module=error.name).localize(lang)
    elif isinstance(error, OSError) and error.strerror:
        text = _system_error(error, lang)
    else:
        kind = type(error).__name__
        text = phrase(_UNEXPECTED, kind=kind, error=_join_lines(str(error))).localize(lang)
    return escape_controls(_join_lines(text))


def _system_error(error: OSError, lang: str) -> str:
    why = in_words(error, lang)
    if not error.filename:  # a full disk is noticed while writing
        return why
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        path = Path(str(error.filename))
        file = next((one for one in (path, *path.parents) if one.is_file()), None)
        if file is not None:
            return phrase(_NO_FOLDER, file=file).localize(lang)
    return f"{in_words(error.filename, lang)}: {why}"


def _join_lines(text: str) -> str:
    return " ".join(text.split())
