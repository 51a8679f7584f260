"""An examination of the installation: versions, weights, files, camera, port."""

from __future__ import annotations

import platform
import socket
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from scoring.errors import HandReaderError
from scoring.installation import DISTRIBUTION, Installation, this_installation
from scoring.text import Phrase, Texts, phrase

from . import __version__
from .settings import check_language, default, find_language, load_settings, settings_file
from .user_files import user_folder

OPENCV = (
    "opencv-python-headless",
    "opencv-python",
    "opencv-contrib-python-headless",
    "opencv-contrib-python",
)
"""Packages that bring OpenCV: all write the same folder, so that only one may be installed."""
PAGE = Path(__file__).parent / "web/phone/index.html"
"""The page at the table; `make page` builds it in a checkout, packages have it."""
_TEXTS: Mapping[str, Texts] = {
    "python": {"en": "{version} on {system}", "it": "{version} su {system}"},
    "version": {"en": "{version}", "it": "{version}"},
    "weights": {"en": "{names}", "it": "{names}"},
    "way": {"en": "{way}", "it": "{way}"},
    "way_from": {"en": "{way}: {source}", "it": "{way}: {source}"},
    "checkout": {"en": "a checkout", "it": "dai sorgenti"},
    "environment": {"en": "in an environment of Python", "it": "in un ambiente di Python"},
    "pipx": {"en": "by pipx", "it": "con pipx"},
    "pipx run": {"en": "for one run, by pipx run", "it": "per una volta sola, con pipx run"},
    "uv tool": {"en": "by uv tool", "it": "con uv tool"},
    "uvx": {"en": "for one run, by uvx", "it": "per una volta sola, con uvx"},
    "container": {"en": "in a container", "it": "in un contenitore"},
    "no_library": {
        "en": "not installed: {command}",
        "it": "manca: {command}",
    },
    "two_opencv": {
        "en": "{packages} are installed and overwrite each other: {remove}, then {command}",
        "it": "{packages} sono installati e si sovrascrivono: {remove}, poi {command}",
    },
    "opencv": {"en": "{version} ({package})", "it": "{version} ({package})"},
    "failed": {"en": "{why}", "it": "{why}"},
    "no_package": {
        "en": "not installed ({purpose}): {command}",
        "it": "manca ({purpose}): {command}",
    },
    "installed": {"en": "installed ({purpose})", "it": "presente ({purpose})"},
    "web": {"en": "the page at the table", "it": "la pagina al tavolo"},
    "heif": {"en": "HEIC photos of iPhones", "it": "foto HEIC degli iPhone"},
    "postgres": {"en": "games in PostgreSQL", "it": "partite in PostgreSQL"},
    "page": {"en": "built", "it": "costruita"},
    "no_page": {
        "en": "not built: {command}",
        "it": "non costruita: {command}",
    },
    "no_page_here": {
        "en": "not in this copy: install the wheel of a release, which has it",
        "it": "manca in questa copia: installa il wheel di una versione pubblicata, che la ha",
    },
    "folder": {"en": "{folder}", "it": "{folder}"},
    "folder_missing": {
        "en": "{folder}: made when something is kept",
        "it": "{folder}: nasce quando si salva qualcosa",
    },
    "folder_closed": {
        "en": "{folder} cannot be written ({why}): change its permissions",
        "it": "{folder} non si può scrivere ({why}): cambiane i permessi",
    },
    "settings": {"en": "{settings}; from {file}", "it": "{settings}; da {file}"},
    "no_settings": {
        "en": "{language}; your own defaults (rules, lang, set, players) go into {file}",
        "it": "{language}; le tue preferenze (rules, lang, set, players) vanno in {file}",
    },
    "no_games": {
        "en": "none kept yet: `handreader serve` starts the first",
        "it": "ancora nessuna: `handreader serve` comincia la prima",
    },
    "games": {"en": "{count}: {file}", "it": "{count}: {file}"},
    "games_damaged": {
        "en": "{file} cannot be read ({why}): restore it from a backup, or move it away",
        "it": "{file} non si legge ({why}): ripristinalo da una copia, o spostalo",
    },
    "sets": {"en": "{names}", "it": "{names}"},
    "no_sets": {
        "en": "none taught: `handreader teach` learns yours",
        "it": "nessuno insegnato: `handreader teach` impara il tuo",
    },
    "port": {"en": "{port} is free", "it": "la {port} è libera"},
    "port_taken": {
        "en": "{port} is in use ({why}): is the page served already? Else add --port NUMBER",
        "it": "la {port} è occupata ({why}): la pagina è già in servizio? Altrimenti aggiungi "
        "--port NUMERO",
    },
    "camera": {"en": "webcam {number} opens", "it": "la webcam {number} si apre"},
}


class State(StrEnum):
    """The outcome of one examination."""

    OK = "ok"
    ABSENT = "absent"
    """Something optional is not there."""
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined.

    Attributes:
        name: of the thing, as in the JSON.
        state: whether it is as it should be.
        text: what was found, and what to do where it is not as it should be.
    """

    name: str
    state: State
    text: Phrase


def examine(port: int, camera: int | None) -> Iterator[Finding]:
    """Yield what was found about this installation, cheap things first.

    Args:
        port: TCP port at which the page would be served.
        camera: number of a webcam to open; None for none.
    """
    system = f"{platform.system()} {platform.machine()}"
    yield _ok("handreader", "version", version=__version__)
    yield _ok("python", "python", version=platform.python_version(), system=system)
    copy = this_installation()
    yield _installation(copy)
    for package in ("numpy", "onnxruntime", "pillow"):
        yield _package(package, copy)
    yield opencv_finding(opencv_packages(), copy)
    yield _weights()
    for extra, module in (("web", "uvicorn"), ("heif", "pillow_heif"), ("postgres", "psycopg")):
        yield _extra(extra, module, copy)
    yield page_finding(copy)
    yield _folder(user_folder())
    yield _settings()
    yield _games(user_folder() / "games.sqlite")
    yield _tile_sets()
    yield _port(port)
    if camera is not None:
        yield _camera(camera)


def versions() -> str:
    """Return the program's version and the weights' names in one line."""
    found = _weights()
    names = f" ({found.text})" if found.state is State.OK else ""
    return f"handreader {__version__}{names}"


def _ok(name: str, sentence: str, **gaps: object) -> Finding:
    return Finding(name, State.OK, phrase(_TEXTS[sentence], **gaps))


def _absent(name: str, sentence: str, **gaps: object) -> Finding:
    return Finding(name, State.ABSENT, phrase(_TEXTS[sentence], **gaps))


def _fault(name: str, sentence: str, **gaps: object) -> Finding:
    return Finding(name, State.FAULT, phrase(_TEXTS[sentence], **gaps))


def _installation(copy: Installation) -> Finding:
    way = phrase(_TEXTS[copy.way])
    if copy.source == DISTRIBUTION:
        return _ok("installed", "way", way=way)
    return _ok("installed", "way_from", way=way, source=copy.source)


def page_finding(copy: Installation) -> Finding:
    """Return whether this copy has the page at the table, and else how to get it."""
    if PAGE.is_file():
        return _ok("page", "page")
    command = copy.build_page()
    if not command:
        return _absent("page", "no_page_here")
    return _absent("page", "no_page", command=command)


def _package(name: str, copy: Installation) -> Finding:
    try:
        return _ok(name, "version", version=version(name))
    except PackageNotFoundError:
        return _fault(name, "no_library", command=copy.add(name))


def opencv_packages() -> tuple[str, ...]:
    """Return the installed packages that bring OpenCV."""
    found = []
    for package in OPENCV:
        with suppress(PackageNotFoundError):
            version(package)
            found.append(package)
    return tuple(found)


def opencv_finding(packages: Sequence[str], copy: Installation) -> Finding:
    """Return whether these packages bring one OpenCV, and whether it can be imported."""
    if not packages:
        return _fault("opencv", "no_library", command=copy.add(OPENCV[0]))
    if len(packages) > 1:
        remove = copy.pip("uninstall", *packages)
        gaps = {"packages": " ".join(packages), "remove": remove}
        return _fault("opencv", "two_opencv", command=copy.add(OPENCV[0]), **gaps)
    try:
        import cv2  # noqa: F401  # a library of the system may be missing
    except ImportError as error:
        return _fault("opencv", "failed", why=error)
    return _ok("opencv", "opencv", version=version(packages[0]), package=packages[0])


def _weights() -> Finding:
    from vision.recognition.weights import find_weights

    try:
        roles = "detector", "namer", "bodies", "relations"
        names = [find_weights(role).path.stem for role in roles]
    except HandReaderError as error:
        return _fault("weights", "failed", why=error)
    return _ok("weights", "weights", names=", ".join(names))


def _extra(extra: str, module: str, copy: Installation) -> Finding:
    purpose = phrase(_TEXTS[extra])
    if find_spec(module) is None:
        return _absent(extra, "no_package", command=copy.add_extra(extra), purpose=purpose)
    return _ok(extra, "installed", purpose=purpose)


def _folder(folder: Path) -> Finding:
    probe = folder / ".doctor"
    if not folder.exists():
        return _absent("data", "folder_missing", folder=folder)
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return _fault("data", "folder_closed", folder=folder, why=error.strerror)
    return _ok("data", "folder", folder=folder)


def _settings() -> Finding:
    """Return the settings, and the language in use with the variable or file that names it."""
    file, language = settings_file(), find_language()
    chosen = f"lang {language.code}" + (f" ({language.source})" if language.source else "")
    try:
        kept = load_settings()
        default("rules")
        check_language()
        if "set" in kept:
            _check_set(kept["set"])
    except HandReaderError as error:
        return _fault("settings", "failed", why=error)
    if not file.is_file():
        return _absent("settings", "no_settings", file=file, language=chosen)
    others = [f"{name} {value}" for name, value in kept.items() if name != "lang"]
    return _ok("settings", "settings", file=file, settings=", ".join([chosen, *others]))


def _check_set(name: str) -> None:
    """Raise HandReaderError where the settings name a set of tiles that is not there."""
    from .set_names import NONE
    from .tile_sets import find_tile_set

    if name.strip().casefold() != NONE:
        find_tile_set(name)


def _games(file: Path) -> Finding:
    """Count the games of the default database without opening it for writing."""
    if not file.exists():
        return _absent("games", "no_games")
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
            (count,) = database.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.Error as error:
        return _fault("games", "games_damaged", file=file, why=error)
    return _ok("games", "games", count=count, file=file)


def _tile_sets() -> Finding:
    from .tile_sets import tile_set_names

    try:
        names = tile_set_names()
    except ImportError as error:  # what it needs was named before
        return _fault("sets", "failed", why=error)
    if not names:
        return _absent("sets", "no_sets")
    return _ok("sets", "sets", names=", ".join(names))


def _port(port: int) -> Finding:
    for address in ("127.0.0.1", ""):  # `serve --lan` listens at another address
        with closing(socket.socket()) as listener:
            if sys.platform != "win32":  # as the server: a port that was just given back is free
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((address, port))
            except OSError as error:
                return _fault("port", "port_taken", port=port, why=error.strerror)
    return _ok("port", "port", port=port)


def _camera(number: int) -> Finding:
    try:
        from vision.cameras.open import open_camera

        open_camera(str(number)).close()
    except (HandReaderError, ImportError) as error:
        return _absent("camera", "failed", why=error)
    return _ok("camera", "camera", number=number)
