"""The command that completes a copy of the program, for each way in which it was installed."""

from __future__ import annotations

import json
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

from scoring import installation
from scoring.installation import (
    IN_CONTAINER,
    Installation,
    Way,
    command,
    extra_requirements,
    this_installation,
)

WHEEL = "/somewhere/handreader-1.0-py3-none-any.whl"
HEIF = "'pillow-heif>=1.1'"


def copy(
    way: Way, source: str = WHEEL, has_pip: bool = True, is_managed: bool = False
) -> Installation:
    arguments = ("score", "a b.heic")
    return Installation(way, source, "/env/bin/python", has_pip, arguments, is_managed)


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (copy(Way.ENVIRONMENT), f"/env/bin/python -m pip install {HEIF}"),
        (copy(Way.ENVIRONMENT, has_pip=False), f"uv pip install --python /env/bin/python {HEIF}"),
        (copy(Way.PIPX), f"pipx inject handreader {HEIF}"),
        (
            copy(Way.PIPX_RUN),
            f"pipx run --with {HEIF} --spec {WHEEL} handreader score 'a b.heic'",
        ),
        (
            copy(Way.ENVIRONMENT, is_managed=True),
            f"/env/bin/python -m pip install --break-system-packages {HEIF}",
        ),
        (
            copy(Way.ENVIRONMENT, has_pip=False, is_managed=True),
            f"uv pip install --python /env/bin/python --break-system-packages {HEIF}",
        ),
        (copy(Way.UV_TOOL), f"uv tool install --with {HEIF} {WHEEL}"),
        (copy(Way.UVX), f"uvx --with {HEIF} --from {WHEEL} handreader score 'a b.heic'"),
        (copy(Way.CHECKOUT, "/src"), "/env/bin/python -m pip install --editable '/src[heif]'"),
        (copy(Way.CONTAINER), "podman build --format docker --tag handreader ."),
    ],
    ids=lambda value: value.way if isinstance(value, Installation) else "",
)
def test_each_way_has_its_command(found: Installation, line: str) -> None:
    assert found.add_extra("heif") == line
    assert "handreader[" not in line


def test_in_the_checkout_paths_are_short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Makefile").touch()
    found = Installation(Way.CHECKOUT, str(tmp_path), str(tmp_path / ".venv/bin/python"), True)
    assert found.add_extra("web") == ".venv/bin/python -m pip install --editable '.[web]'"
    assert found.build_page() == "make page"


@pytest.mark.skipif(sys.platform == "win32", reason="make is not there")
@pytest.mark.parametrize(
    ("way", "again"),
    [
        (Way.CHECKOUT, ""),
        (Way.ENVIRONMENT, " && /env/bin/python -m pip install --force-reinstall --no-deps {}"),
        (Way.PIPX, " && pipx reinstall handreader"),
        (
            Way.PIPX_RUN,
            " && pipx run --no-cache --spec {} handreader score 'a b.heic'",
        ),
        (Way.UV_TOOL, " && uv tool upgrade --reinstall handreader"),
        (
            Way.UVX,
            " && uvx --refresh-package handreader --from {} handreader score 'a b.heic'",
        ),
    ],
)
def test_the_page_is_built_where_the_copy_came_from(tmp_path: Path, way: Way, again: str) -> None:
    (tmp_path / "Makefile").touch()
    line = copy(way, str(tmp_path)).build_page()
    assert line == f"make -C {tmp_path} page{again.format(tmp_path)}"


@pytest.mark.parametrize("source", [WHEEL, "git+https://example.org/handreader", "handreader"])
def test_a_copy_of_a_wheel_has_no_command_for_the_page(source: str) -> None:
    assert copy(Way.ENVIRONMENT, source).build_page() == ""


def test_this_copy_is_a_checkout() -> None:
    found = this_installation()
    assert found.way is Way.CHECKOUT
    assert (Path(found.source) / "pyproject.toml").is_file()
    assert found.python == sys.executable


def fake_copy(monkeypatch: pytest.MonkeyPatch, prefix: Path, direct_url: str | None) -> None:
    """Pretend to be installed in an environment, from what pip or uv wrote down."""

    class Distribution:
        def read_text(self, name: str) -> str | None:
            return direct_url if name == "direct_url.json" else None

    monkeypatch.setattr(installation, "_ROOT", prefix / "lib")
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(metadata, "distribution", lambda name: Distribution())
    monkeypatch.delenv(IN_CONTAINER, raising=False)


@pytest.mark.parametrize(
    ("marks", "way"),
    [
        ([], Way.ENVIRONMENT),
        (["env/CACHEDIR.TAG"], Way.ENVIRONMENT),  # uv marks every environment that it makes
        (["env/uv-receipt.toml"], Way.UV_TOOL),
        (["../CACHEDIR.TAG"], Way.UVX),
    ],
)
def test_the_way_is_known_by_its_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, marks: list[str], way: Way
) -> None:
    cache = tmp_path / "archive-v0"
    (cache / "env").mkdir(parents=True)
    for mark in marks:
        (cache / mark).touch()
    fake_copy(monkeypatch, cache / "env", None)
    found = this_installation()
    assert (found.way, found.source) == (way, "handreader")


@pytest.mark.parametrize(("folder", "way"), [("venvs", Way.PIPX), (".cache", Way.PIPX_RUN)])
def test_pipx_keeps_a_copy_or_runs_it_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str, way: Way
) -> None:
    prefix = tmp_path / folder / "handreader"
    prefix.mkdir(parents=True)
    (prefix / "pipx_metadata.json").touch()
    fake_copy(monkeypatch, prefix, None)
    assert this_installation().way is way


def test_a_python_of_the_system_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    monkeypatch.setattr(sys, "prefix", "/env")
    assert not this_installation().is_managed
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert this_installation().is_managed


def test_a_container_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_copy(monkeypatch, tmp_path, None)
    monkeypatch.setenv(IN_CONTAINER, "1")
    assert this_installation().way is Way.CONTAINER
    recipe = (Path(__file__).parents[2] / "Containerfile").read_text("utf-8")
    assert f"{IN_CONTAINER}=1" in recipe


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ({"url": f"file://{WHEEL}", "archive_info": {}}, WHEEL),
        ({"url": "file:///with%20space", "dir_info": {}}, "/with space"),
        (
            {"url": "https://example.org/h.git", "vcs_info": {"vcs": "git"}},
            "git+https://example.org/h.git",
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
def test_what_it_was_installed_from_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: dict[str, object], source: str
) -> None:
    fake_copy(monkeypatch, tmp_path, json.dumps(said))
    assert this_installation().source == source


def test_an_extra_is_what_the_metadata_names(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["numpy>=2.0", 'pillow-heif>=1.1; extra == "heif"', "segno; extra == 'web'"]
    monkeypatch.setattr(metadata, "requires", lambda name: lines)
    assert extra_requirements("heif") == ("pillow-heif>=1.1",)
    assert extra_requirements("web") == ("segno",)


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of POSIX")
def test_words_are_quoted_for_the_shell() -> None:
    assert command("pip", "install", "/a b/c[web]") == "pip install '/a b/c[web]'"
