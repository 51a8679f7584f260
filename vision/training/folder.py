"""Build the data folders of the training, and check their contents against our checksums.

    python -m vision.training.folder --from DOWNLOADS... --out FOLDER     copies and checks
    python -m vision.training.folder --out FOLDER                         only checks
    python -m vision.training.folder --packages                           how to fill --extra
    python -m vision.training.folder --extra FOLDER --fetch               fills it (Debian)
    python -m vision.training.folder --extra FOLDER                       only checks

`datasets/sources.toml` lists every source: its origin, licence, number of pictures, and the sha256
of its listing. Below DOWNLOADS each source is found by its folder (`photos`, `crops/camerash`,
`art/kde` ...), and the initial weights by their file name. Repositories and packages in their own
layout are matched file by file, by contents. The labels of `photos` cannot be matched in that way,
because they are in our notation.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from scoring.errors import HandReaderError

from .data.downloads import Downloads, copy_files, file_checksums, sha256

SOURCES = Path(__file__).parents[2] / "datasets" / "sources.toml"
_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg", ".svgz"}


class FolderError(HandReaderError):
    """A source that cannot be found, or is not the one that we trained on."""


@dataclass(frozen=True, slots=True)
class DataSource:
    """An entry of `datasets/sources.toml`.

    Attributes:
        name: its heading.
        licence: under which it may be used.
        address: where to get it.
        folder: its path in the training folder; "" when it has none.
        file: its file name; "" when it is a folder.
        pictures: how many there are.
        files: how many files, labels and licences among them.
        digest: sha256 of the listing (`listing`), or of the file.
        licence_files: files that must be included, relative to the folder.
        packages: Debian packages and our versions of them.
    """

    name: str
    licence: str
    address: str = ""
    folder: str = ""
    file: str = ""
    pictures: int = 0
    files: int = 0
    digest: str = ""
    licence_files: tuple[str, ...] = ()
    packages: tuple[tuple[str, str], ...] = field(default=())


def sources(path: Path = SOURCES) -> tuple[DataSource, ...]:
    """Parse all sources, in the order of the list.

    Raises:
        FolderError: an entry without a licence, or a file that is no such list.
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
        return tuple(_source(name, entry) for name, entry in content.items())
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise FolderError(f"{path} is no list of sources: {error!r}") from error


def _source(name: str, entry: Mapping[str, Any]) -> DataSource:
    # Any: TOML; wrong types raise in the conversions.
    if not entry.get("licence"):
        raise ValueError(f"[{name}] names no licence")
    named = (text.partition(" ") for text in entry.get("packages", ()))
    return DataSource(
        name=name,
        licence=entry["licence"],
        address=entry.get("address", ""),
        folder=entry.get("folder", ""),
        file=entry.get("file", ""),
        pictures=int(entry.get("count", 0)),
        files=int(entry.get("files", 0)),
        digest=entry.get("listing", entry.get("sha256", "")),
        licence_files=tuple(entry.get("licence_files", ())),
        packages=tuple((package, version) for package, _, version in named),
    )


def listing(folder: Path) -> str:
    """List every file at or below a folder as `sha256  ./path`, sorted by path as bytes.

    The same output as `find . -type f | LC_ALL=C sort | xargs sha256sum` in that folder.
    """
    paths = [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()]
    paths.sort(key=str.encode)
    return "".join(f"{sha256(folder / path)}  ./{path}\n" for path in paths)


def faults(source: DataSource, root: Path) -> Iterator[str]:
    """Yield the differences of a source's folder or file below `root` from ours."""
    if source.file:
        path = root / source.file
        if not path.is_file():
            yield f"no {source.file}: get it from {source.address}"
        elif sha256(path) != source.digest:
            yield f"{source.file} is another file (sha256 {sha256(path)[:12]}…)"
        return
    folder = root / source.folder
    if not folder.is_dir():
        yield f"no folder {source.folder}: get it from {source.address}"
        return
    found = [path for path in folder.rglob("*") if path.is_file()]
    pictures = sum(path.suffix.lower() in _PICTURES for path in found)
    if pictures != source.pictures:
        yield f"{pictures} pictures, expected {source.pictures}"
    if len(found) != source.files:
        yield f"{len(found)} files, expected {source.files}"
    yield from (
        f"its licence file {name} is missing"
        for name in source.licence_files
        if not (folder / name).is_file()
    )
    digest = hashlib.sha256(listing(folder).encode()).hexdigest()
    if digest != source.digest:
        yield f"other contents: sha256 of the listing {digest[:12]}…, ours {source.digest[:12]}…"


def is_in_folder(source: DataSource) -> bool:
    """Check whether a source belongs into the training folder; our own are in the repository."""
    return bool(source.digest)


def copy_source(source: DataSource, downloads: Downloads, out: Path) -> None:
    """Copy a source from the downloads into the training folder.

    Raises:
        FolderError: the downloads do not hold it, or not all of it.
    """
    place = source.file or source.folder
    for root in downloads.roots:
        for found in (root / place, root / "train" / place):
            if source.file and found.is_file():
                out.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found, out / place)
                return
            if source.folder and found.is_dir():
                shutil.rmtree(out / place, ignore_errors=True)
                shutil.copytree(found, out / place, copy_function=shutil.copyfile)
                return
    _assemble_source(source, downloads, out)


def _assemble_source(source: DataSource, downloads: Downloads, out: Path) -> None:
    """Copy a source with another folder layout into the training folder, file by file."""
    files = {PurePosixPath(source.file): source.digest}
    if source.folder:
        files = file_checksums(source.folder)
        shutil.rmtree(out / source.folder, ignore_errors=True)
    missing = copy_files(files, downloads.files_by_hash, out)
    where = " or ".join(str(root) for root in downloads.roots)
    get = f"get [{source.name}] from {source.address}"
    if len(missing) == len(files):
        raise FolderError(f"no {source.file or source.folder} in {where}: {get}")
    if missing:
        raise FolderError(
            f"{len(missing)} of the {len(files)} files of {source.folder} are not in {where}, the "
            f"first is {missing[0]}: {get}"
        )


def packages(listed: Sequence[DataSource]) -> tuple[tuple[str, str, str], ...]:
    """List name, version and source of every Debian package."""
    return tuple((name, version, s.name) for s in listed for name, version in s.packages)


def fetch_commands(listed: Sequence[DataSource], extra: Path) -> list[list[str]]:
    """Return the shell commands that fetch the Debian packages and unpack them below `extra`."""
    names = [name for name, _, _ in packages(listed)]
    unpack = f'for file in *.deb; do dpkg-deb -x "$file" {shlex.quote(str(extra))}; done'
    return [["apt-get", "download", *names], ["sh", "-c", unpack]]


def fetch_packages(listed: Sequence[DataSource], extra: Path) -> None:
    """Fetch the Debian packages and unpack them below `extra`.

    Raises:
        FolderError: a command is missing or fails.
    """
    extra.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as downloads:
        for command in fetch_commands(listed, extra.resolve()):
            try:
                subprocess.run(command, cwd=downloads, check=True)
            except (OSError, subprocess.CalledProcessError) as error:
                raise FolderError(
                    f"{' '.join(command)[:60]}…: {error}; it takes a Debian or Ubuntu system"
                ) from error


def package_faults(listed: Sequence[DataSource], extra: Path) -> Iterator[str]:
    """Yield packages without a copyright file below `extra`: not unpacked, or without licence."""
    docs = [path for path in (extra / "usr/share/doc", extra / "doc") if path.is_dir()]
    for name, version, source in packages(listed):
        if not any((doc / name / "copyright").exists() for doc in docs):
            yield f"[{source}] {name} (ours: {version}) is not unpacked in {extra}"


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--from", dest="downloads", type=Path, nargs="+", metavar="DOWNLOADS")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="what training takes as --data")
    parser.add_argument("--extra", type=Path, metavar="FOLDER", help="and as --extra")
    parser.add_argument("--packages", action="store_true", help="print how to fill --extra")
    parser.add_argument("--fetch", action="store_true", help="fill --extra")
    options = parser.parse_args()
    if not (options.out or options.extra or options.packages):
        parser.error("give --out, --extra or --packages")
    try:
        listed = sources()
        if options.packages:
            for command in fetch_commands(listed, options.extra or Path("extra")):
                print(command[-1] if command[0] == "sh" else shlex.join(command))
        wrong = [*_build(listed, options), *_fetch_extra(listed, options)]
    except FolderError as error:
        sys.exit(str(error))
    if wrong:
        sys.exit("\n".join(wrong))


def _build(listed: Sequence[DataSource], options: argparse.Namespace) -> Iterator[str]:
    """Build and check the training folder; print the sources that match, yield the faults."""
    if options.out is None:
        return
    downloads = Downloads(tuple(options.downloads or ()))
    for source in filter(is_in_folder, listed):
        try:
            if options.downloads:
                copy_source(source, downloads, options.out)
        except FolderError as error:
            yield str(error)
            continue
        found = [f"[{source.name}] {fault}" for fault in faults(source, options.out)]
        yield from found
        if not found:
            what = source.file or f"{source.folder}: {source.pictures} pictures"
            print(f"{what}, {source.licence}")


def _fetch_extra(listed: Sequence[DataSource], options: argparse.Namespace) -> Iterator[str]:
    if options.extra is None or (options.packages and not options.fetch):
        return
    if options.fetch:
        fetch_packages(listed, options.extra)
    found = list(package_faults(listed, options.extra))
    yield from found
    print(f"{len(packages(listed)) - len(found)} of {len(packages(listed))} packages unpacked")


if __name__ == "__main__":
    main()
