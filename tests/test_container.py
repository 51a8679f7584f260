"""The file that builds the container: its instructions, the files it copies, its user."""

from __future__ import annotations

import json
import re
from pathlib import Path

from handreader.cli.app import app
from handreader.options import DEFAULT_PORT
from handreader.web.phone_page import FOLDER

ROOT = Path(__file__).parents[1]
KNOWN = {
    "FROM", "COPY", "WORKDIR", "RUN", "ENV", "USER", "VOLUME", "EXPOSE",
    "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Containerfile").read_text("utf-8")
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.M)).splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if line.strip()]


def paths_outside_the_image() -> set[str]:
    return set((ROOT / ".dockerignore").read_text("utf-8").splitlines())


def last(name: str) -> str:
    return [value for found, value in instructions() if found == name][-1]


def test_the_instructions_are_known_and_begin_with_a_base() -> None:
    names = [name for name, _ in instructions()]
    assert names[0] == "FROM" and set(names) == KNOWN


def test_the_base_is_slim_and_a_python_that_the_package_supports() -> None:
    bases = [value.split(" ")[0] for name, value in instructions() if name == "FROM"]
    page, *others = bases
    assert len(set(others)) == 1 and all(base.endswith("-slim") for base in bases)
    version = re.search(r"python:(3\.\d+)-", others[0])
    assert version is not None
    classifier = f"Programming Language :: Python :: {version[1]}"
    assert classifier in (ROOT / "pyproject.toml").read_text("utf-8")
    node = re.search(r"node:(\d+)-", page)
    needed = json.loads((ROOT / "page/package.json").read_text("utf-8"))["engines"]["node"]
    assert node is not None and int(node[1]) >= int(needed.removeprefix(">="))


def test_the_page_is_built_in_the_image_from_sources_alone() -> None:
    """A clone has no built page, and what a contributor built may be an older one."""
    into = FOLDER.relative_to(ROOT).as_posix()
    assert ("COPY", f"--from=page /source/page/dist /source/{into}") in instructions()
    assert {into, "page/dist", "**/node_modules"} <= paths_outside_the_image()


def test_the_health_check_reaches_the_image() -> None:
    """podman's own format of images has none, and podman drops it with a warning alone."""
    for file in ("Containerfile", "docs/how-to/container.md"):
        builds = re.findall(r"podman build.*", (ROOT / file).read_text("utf-8"))
        assert builds and all("--format docker" in build for build in builds)


def test_the_program_does_not_run_as_root() -> None:
    names = [name for name, _ in instructions()]
    user = last("USER")
    assert user.isdecimal() and user != "0"
    assert names.index("USER") < names.index("ENTRYPOINT")
    (run,) = [value for name, value in instructions() if name == "RUN" and "useradd" in value]
    made = re.search(r"--uid (\d+) (\w+)", run)
    assert made is not None and made[1] == user
    assert run.endswith(f"--owner {made[2]} --group {made[2]} {last('VOLUME')}")
    assert f"XDG_DATA_HOME={last('VOLUME')} " in last("ENV")


def test_what_is_copied_and_installed_exists() -> None:
    for name, value in instructions():
        if name == "COPY" and not value.startswith("--from="):
            assert (ROOT / value.split(" ")[0]).exists()
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for named in re.findall(r"\[([\w,]+)\]\"", "".join(v for n, v in instructions() if n == "RUN")):
        assert set(named.split(",")) <= set(extras["optional-dependencies"])


def test_packages_that_are_built_are_not_paths_outside_the_image() -> None:
    kept = ("handreader", "scoring", "vision", "models", "datasets", "page", "README.md", "LICENSE")
    assert not set(kept) & paths_outside_the_image() and all(
        (ROOT / name).exists() for name in kept
    )


def test_its_command_and_health_check_are_commands() -> None:
    entry, arguments = json.loads(last("ENTRYPOINT")), json.loads(last("CMD"))
    assert entry == ["handreader"]
    assert app.command(arguments[0]).parse(arguments[1:]) is not None
    assert int(last("EXPOSE")) == DEFAULT_PORT
    module = json.loads(last("HEALTHCHECK").partition("CMD ")[2])[-1]
    assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
