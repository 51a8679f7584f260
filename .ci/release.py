"""Build what a release consists of, from a commit; nothing is uploaded.

    python .ci/release.py 0.15.0      into build/release/0.15.0, from a clean commit of that version
    python .ci/release.py --rehearse  the last commit twice, in folders that go; both must be equal

Needs git, node 20 or later with npm, and uv (extra `dev`). A release is: wheel, sdist, the page for
a static host, a recipe for a container, the parts (CycloneDX), the terms of others, checksums.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
EXTRAS = "web,heif,postgres"
"""Extras of the program whose packages are listed: those of the container."""
SBOM_TOOL = "cyclonedx-bom>=7.2,<8"
LICENCE = re.compile(r"(licen[cs]e|copying|notice|authors|.*third.?party.*|.*3rd.?party.*)", re.I)
"""Names of the files that hold terms of others."""
HEAD_OF_NOTICES = """Terms of the parts of others that handreader {version} is installed with.

First the libraries in the built page, then the Python packages that pip installs beside the wheel
with the extras {extras}; their versions are those of the day of the release, on this platform.
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("version", nargs="?", help="like 0.15.0; as in handreader/__init__.py")
    options.add_argument("--rehearse", action="store_true")
    asked = options.parse_args()
    if asked.rehearse == bool(asked.version):
        raise SystemExit("make release VERSION=0.15.0, or make rehearsal")
    version = version_of("HEAD")
    if asked.rehearse:
        rehearse(version)
        return
    check_release(asked.version, version)
    target = ROOT / "build/release" / version
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        build(version, Path(folder), target)
    print((target / "SHA256SUMS").read_text("utf-8"), end="")
    print(f"The release: {target}")


def check_release(asked: str, version: str) -> None:
    """Check that the checkout is a clean commit of a version that is no preview.

    Raises:
        SystemExit: it is not; names what to do.
    """
    if asked != version:
        raise SystemExit(f"the commit is version {version}, not {asked}: set __version__, commit")
    if "dev" in version:
        raise SystemExit(f"{version} is no release: set __version__ without .dev0, commit")
    if changed := git("status", "--porcelain"):
        raise SystemExit(f"not a clean commit, commit or remove first:\n{changed}")
    tag = f"v{version}"
    tagged = git("tag", "--list", tag) and git("rev-list", "-1", tag)
    if tagged and tagged != git("rev-parse", "HEAD"):
        raise SystemExit(f"tag {tag} is another commit ({tagged[:12]}): check it out")


def rehearse(version: str) -> None:
    """Build the last commit twice in different folders; compare the files byte by byte.

    Raises:
        SystemExit: files differ; names them.
    """
    if git("status", "--porcelain"):
        print("the rehearsal builds the last commit: changes after it are left out")
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        sums = []
        for name in ("first", "the-second-one"):
            place = Path(folder) / name
            place.mkdir()
            start = perf_counter()
            build(version, place, place / "release")
            print(f"{name}: {perf_counter() - start:.0f} s")
            sums.append((place / "release/SHA256SUMS").read_text("utf-8"))
        print(sums[0], end="")
        if differing := sorted(set(sums[0].splitlines()) ^ set(sums[1].splitlines())):
            raise SystemExit("two builds differ:\n" + "\n".join(differing))
    print("two builds are equal, byte by byte")


def build(version: str, place: Path, target: Path) -> None:
    """Build a release of the last commit.

    Args:
        version: of the commit.
        place: an empty folder to work in.
        target: folder of the files, which is made.
    """
    source = place / "handreader"
    unpack_commit(source)
    os.environ["SOURCE_DATE_EPOCH"] = git("show", "--no-patch", "--format=%ct", "HEAD")
    target.mkdir(parents=True)
    page = build_page(source, version)
    run(uv(), "build", "--quiet", "--out-dir", str(target), str(source))
    (target / ".gitignore").unlink(missing_ok=True)  # uv's
    write_site(page, target / f"handreader-{version}-site.zip")
    wheel = next(target.glob("*.whl"))
    (target / "Containerfile").write_text(recipe(source / "Containerfile", wheel.name), "utf-8")
    environment = install(version, target, place / "environment")
    parts = target / f"handreader-{version}.cdx.json"
    list_packages(environment, source, version, parts)
    page_parts = target / f"handreader-{version}-page.cdx.json"
    names = list_libraries(source / "page", page_parts)
    notices = HEAD_OF_NOTICES.format(version=version, extras=EXTRAS)
    for title, text in (*library_terms(source / "page", names), *package_terms(environment)):
        notices += f"\n{'=' * 100}\n{title}\n{'=' * 100}\n\n{text.strip()}\n"
    (target / "THIRD-PARTY-NOTICES.txt").write_text(notices, "utf-8")
    check(version, target)
    write_sums(target)


def unpack_commit(folder: Path) -> None:
    """Write the files of the last commit, and nothing else, into a folder."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")


def build_page(source: Path, version: str) -> Path:
    """Build the page where packages take it from; return its folder."""
    folder = source / "page"
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", cwd=folder)
    run("npm", "run", "--silent", "build", cwd=folder)
    run("npm", "run", "--silent", "oldest", cwd=folder)
    # named in the list of parts; npm has hyphens before what comes before a release
    run("npm", "pkg", "set", f"version={version.replace('.dev', '-dev')}", cwd=folder)
    built = source / "handreader/web/phone"
    shutil.copytree(folder / "dist", built)
    return built


def write_site(page: Path, file: Path) -> None:
    """Write the page for a static host, with its source, into a zip file without dates of today."""
    packed = git_bytes("archive", "--format=zip", "HEAD")
    found = {path.relative_to(page).as_posix(): path.read_bytes() for path in files_in(page)}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted({**found, "source.zip": packed}.items()):
            info = zipfile.ZipInfo(f"{file.stem}/{name}", date())
            info.external_attr, info.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


def recipe(file: Path, wheel: str) -> str:
    """Return the repository's recipe of a container with a wheel in place of the sources."""
    text = file.read_text("utf-8")
    stages = re.split(r"(?m)^(?=FROM )", text)
    [head, page, build_stage, last] = stages
    assert " AS page" in page and " AS build" in build_stage, "Containerfile has other stages"
    copied = re.sub(r"COPY [^\n]*\n", "", build_stage)
    copied = copied.replace("# The versions", f"COPY {wheel} /source/\n# The versions")
    copied = copied.replace('"/source[', f'"/source/{wheel}[')
    assert copied.count(wheel) == 2, "Containerfile installs /source in another way"
    return head + copied + last


def install(version: str, wheels: Path, folder: Path) -> Path:
    """Install the wheel and its extras into a new environment; return it."""
    run(uv(), "venv", "--quiet", "--python", sys.executable, str(folder))
    python = ("--python", str(folder / "bin/python"))
    # by its name: from a path, the environment would record where the wheel was
    what = f"handreader[{EXTRAS}]=={version}"
    run(uv(), "pip", "install", "--quiet", *python, "--find-links", str(wheels), what)
    return folder


def list_packages(environment: Path, source: Path, version: str, file: Path) -> None:
    """Write the list of the Python packages in an environment, in the form of CycloneDX."""
    tool = (uv(), "tool", "run", "--quiet", "--from", SBOM_TOOL, "cyclonedx-py", "environment")
    how = ("--output-reproducible", "--short-PURLs", "--pyproject", str(source / "pyproject.toml"))
    run(*tool, *how, "--output-file", str(file), str(environment / "bin/python"))
    bill = json.loads(file.read_text("utf-8"))
    bill["metadata"]["component"]["version"] = version  # pyproject.toml reads it from the code
    write_json(file, bill)


def list_libraries(page: Path, file: Path) -> list[str]:
    """Write the list of the page's libraries, in the form of CycloneDX; return their names."""
    bill = json.loads(run("npm", "sbom", "--sbom-format=cyclonedx", "--omit=dev", cwd=page))
    del bill["serialNumber"]  # by chance
    bill["metadata"]["timestamp"] = datetime(*date(), tzinfo=UTC).isoformat()
    write_json(file, bill)
    return [
        f"{part['group']}/{part['name']}" if part.get("group") else str(part["name"])
        for part in bill["components"]
    ]


def write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


def library_terms(page: Path, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield name, version and terms of the page's libraries."""
    for name in sorted(names):
        folder = page / "node_modules" / name
        package = json.loads((folder / "package.json").read_text("utf-8"))
        texts = [path for path in sorted(folder.iterdir()) if LICENCE.fullmatch(path.stem)]
        title = f"{name} {package['version']} ({package.get('license', 'see below')}), in the page"
        yield title, "\n\n".join(map(read_terms, filter(Path.is_file, texts))) or homepage(package)


def homepage(package: dict[str, object]) -> str:
    """Return where a library without a file of terms is from."""
    found = package.get("homepage") or package.get("repository") or ""
    url = found.get("url", "") if isinstance(found, dict) else found
    return f"It has no file of terms; it is from {url}"


def package_terms(environment: Path) -> Iterator[tuple[str, str]]:
    """Yield name, version and terms of the packages in an environment, but our own."""
    places = [str(path) for path in environment.glob("lib/python*/site-packages")]
    found = {dist.name.lower(): dist for dist in metadata.distributions(path=places)}
    for name, dist in sorted(found.items()):
        if name == "handreader":
            continue
        package = dist.metadata
        terms = (
            package.get("License-Expression") or (package.get("License") or "").partition("\n")[0]
        )
        files = [file for file in dist.files or () if LICENCE.fullmatch(Path(file.name).stem)]
        texts = [Path(str(file.locate())) for file in files if not file.name.endswith(".py")]
        title = f"{dist.name} {dist.version} ({terms or 'see below'})"
        url = package.get("Home-page") or ", ".join(package.get_all("Project-URL") or ())
        none = f"It has no file of terms; it is from {url}"
        yield title, "\n\n".join(map(read_terms, filter(Path.is_file, texts))) or none


def read_terms(path: Path) -> str:
    return path.read_text("utf-8", errors="replace").strip()


def check(version: str, target: Path) -> None:
    """Check that every part of a release is there and has what users need."""
    wheel, sdist = next(target.glob("*.whl")), next(target.glob("*.tar.gz"))
    with zipfile.ZipFile(wheel) as archive:
        assert "handreader/web/phone/index.html" in archive.namelist(), "the wheel has no page"
    with tarfile.open(sdist) as packed:
        names = packed.getnames()
    assert f"handreader-{version}/handreader/web/phone/index.html" in names, "sdist: no page"
    with zipfile.ZipFile(target / f"handreader-{version}-site.zip") as archive:
        names = archive.namelist()
    for name in ("index.html", "sw.js", "source.zip"):
        assert f"handreader-{version}-site/{name}" in names, f"{name} is not in the site"
    assert any(name.endswith(".onnx") for name in names), "the site has no nets"
    for end, part in (("", "onnxruntime"), ("-page", "pyodide")):
        bill = json.loads((target / f"handreader-{version}{end}.cdx.json").read_text("utf-8"))
        assert bill["bomFormat"] == "CycloneDX"
        assert part in {component["name"] for component in bill["components"]}, part
    text = (target / "THIRD-PARTY-NOTICES.txt").read_text("utf-8")
    for part in ("numpy ", "onnxruntime-web ", "pyodide ", "starlette "):
        assert f"\n{part}" in text, f"no terms of {part}"


def write_sums(target: Path) -> None:
    """Write the checksums of a folder's files, as `sha256sum --check` reads them."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in files_in(target)
    ]
    (target / "SHA256SUMS").write_text("".join(lines), "utf-8")


def files_in(folder: Path) -> list[Path]:
    """Return the files in a folder and below, in an order that is always the same."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def date() -> tuple[int, int, int, int, int, int]:
    """Return the commit's time."""
    at = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    return at.year, at.month, at.day, at.hour, at.minute, at.second


def version_of(commit: str) -> str:
    """Return the version of the program in a commit."""
    found = re.search(r'__version__ = "(.+)"', git("show", f"{commit}:handreader/__init__.py"))
    assert found is not None
    return found[1]


def git(*words: str) -> str:
    return git_bytes(*words).decode().strip()


def git_bytes(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def uv() -> str:
    """Return the path of uv, beside this Python."""
    return str(Path(sys.executable).parent / "uv")


def run(*words: str, cwd: Path | None = None) -> str:
    """Run a command; return its output.

    Raises:
        SystemExit: it failed; with what it printed.
    """
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
