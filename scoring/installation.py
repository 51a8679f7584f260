"""The way in which this copy of the program was installed, and the command that completes it."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

DISTRIBUTION = "handreader"
IN_CONTAINER = "HANDREADER_CONTAINER"
"""Variable of the environment that Containerfile sets."""
_ROOT = Path(__file__).parents[1]
_UNQUOTED = re.compile(r"[\w@%+=:,./\\-]+", re.ASCII)


class Way(StrEnum):
    """A way in which a copy was installed."""

    CHECKOUT = "checkout"
    """The sources as they are, or an editable installation of them."""
    ENVIRONMENT = "environment"
    """A wheel, or another source, in an environment of Python."""
    PIPX = "pipx"
    PIPX_RUN = "pipx run"
    """An environment that is made for one run, as that of `uvx`."""
    UV_TOOL = "uv tool"
    UVX = "uvx"
    """An environment that is made for one run."""
    CONTAINER = "container"


@dataclass(frozen=True, slots=True)
class Installation:
    """A copy of the program.

    Attributes:
        way: how it was installed.
        source: folder of the checkout, else the file, folder or URL it was installed from; the
            name of the distribution if that is unknown.
        python: path of the Python that runs it.
        has_pip: whether that Python has pip.
        arguments: of the running command, for a command that is to be run again.
        is_managed: whether that Python is the system's, in which pip installs nothing unless it is
            told to; who has this copy there has done so.
    """

    way: Way
    source: str
    python: str
    has_pip: bool
    arguments: tuple[str, ...] = ()
    is_managed: bool = False

    def add_extra(self, extra: str) -> str:
        """Return the command that installs what an extra of the program names."""
        if self.way is Way.CHECKOUT:
            return self.pip("install", "--editable", f"{_near(self.source)}[{extra}]")
        if self.way is Way.CONTAINER:
            return self.add(extra)
        return self.add(*extra_requirements(extra))

    def add(self, *packages: str) -> str:
        """Return the command that installs packages beside the program."""
        match self.way:
            case Way.PIPX:
                return command("pipx", "inject", DISTRIBUTION, *packages)
            case Way.PIPX_RUN:
                run = ("--spec", self.source, DISTRIBUTION, *self.arguments)
                return command("pipx", "run", *_with(packages), *run)
            case Way.UV_TOOL:
                return command("uv", "tool", "install", *_with(packages), self.source)
            case Way.UVX:
                run = ("--from", self.source, DISTRIBUTION, *self.arguments)
                return command("uvx", *_with(packages), *run)
            case Way.CONTAINER:
                return "podman build --format docker --tag handreader ."
            case _:
                return self.pip("install", *packages)

    def pip(self, action: str, *words: str) -> str:
        """Return a command of pip, or of uv, whose environments lack pip, for this copy."""
        allowed = ("--break-system-packages",) if self.is_managed else ()
        if not self.has_pip:
            return command("uv", "pip", action, "--python", _near(self.python), *allowed, *words)
        return command(_near(self.python), "-m", "pip", action, *allowed, *words)

    def build_page(self) -> str:
        """Return the command after which `serve` has the page; empty if there is none here."""
        folder = Path(self.source)
        if os.name == "nt" or not (folder / "Makefile").is_file():
            return ""
        here = _near(self.source)
        make = command("make", "page") if here == "." else command("make", "-C", here, "page")
        match self.way:
            case Way.CHECKOUT:
                return make
            case Way.PIPX:
                return f"{make} && pipx reinstall {DISTRIBUTION}"
            case Way.PIPX_RUN:
                run = ("--spec", self.source, DISTRIBUTION, *self.arguments)
                return f"{make} && {command('pipx', 'run', '--no-cache', *run)}"
            case Way.UV_TOOL:
                return f"{make} && uv tool upgrade --reinstall {DISTRIBUTION}"
            case Way.UVX:
                run = ("--from", self.source, DISTRIBUTION, *self.arguments)
                return f"{make} && {command('uvx', '--refresh-package', DISTRIBUTION, *run)}"
            case _:
                again = self.pip("install", "--force-reinstall", "--no-deps", self.source)
                return f"{make} && {again}"


def this_installation() -> Installation:
    """Return how the running copy was installed."""
    source = str(_ROOT) if _is_checkout() else _origin()
    name = Path(sys.argv[0]).name if sys.argv else ""
    arguments = tuple(sys.argv[1:]) if name.startswith(DISTRIBUTION) else ()
    has_pip = find_spec("pip") is not None
    return Installation(_way(), source, sys.executable, has_pip, arguments, _is_managed())


def extra_requirements(extra: str) -> tuple[str, ...]:
    """Return what an extra of the installed program names, with the versions that it allows."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        lines = []
    marked = (line.partition(";") for line in lines)
    of_extra = re.compile(rf"\s*extra\s*==\s*['\"]{re.escape(extra)}['\"]\s*")
    found = tuple(name.strip() for name, _, marker in marked if of_extra.fullmatch(marker))
    return found or (f"{DISTRIBUTION}[{extra}]",)


def command(*words: str) -> str:
    """Return words as a person types them in a shell.

    >>> command("pip", "install", "pillow-heif>=1.1")
    "pip install 'pillow-heif>=1.1'"
    """
    return " ".join(map(_quote, words))


def _quote(word: str) -> str:
    if _UNQUOTED.fullmatch(word):
        return word
    return f'"{word}"' if os.name == "nt" else shlex.quote(word)


def _with(packages: Sequence[str]) -> list[str]:
    return [word for package in packages for word in ("--with", package)]


def _near(path: str) -> str:
    """Return a path as it is seen from the working folder, if it is inside."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return path


def _is_checkout() -> bool:
    return (_ROOT / "pyproject.toml").is_file()


def _is_managed() -> bool:
    """Return whether the system alone installs packages for this Python (PEP 668)."""
    if sys.prefix != sys.base_prefix:
        return False
    return (Path(sysconfig.get_path("stdlib")) / "EXTERNALLY-MANAGED").is_file()


def _way() -> Way:
    prefix = Path(sys.prefix)
    if os.environ.get(IN_CONTAINER):
        return Way.CONTAINER
    if _is_checkout():
        return Way.CHECKOUT
    if (prefix / "pipx_metadata.json").is_file():
        return Way.PIPX if prefix.parent.name == "venvs" else Way.PIPX_RUN
    if (prefix / "uv-receipt.toml").is_file():
        return Way.UV_TOOL
    # uv keeps the environments of single runs two folders below its cache, which it marks
    is_cached = len(prefix.parents) > 1 and (prefix.parents[1] / "CACHEDIR.TAG").is_file()
    return Way.UVX if is_cached else Way.ENVIRONMENT


def _origin() -> str:
    """Return the path or URL that this copy was installed from; its name if that is unknown."""
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname  # loads what speaks HTTP: not for every command

    try:
        text = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    if not text:
        return DISTRIBUTION
    origin = json.loads(text)
    url = str(origin.get("url", ""))
    if url.startswith("file:"):
        return url2pathname(urlsplit(url).path)
    kind = origin.get("vcs_info", {}).get("vcs")
    return f"{kind}+{url}" if kind else url or DISTRIBUTION
