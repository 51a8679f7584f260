"""The documents: measured figures, links, paths, code, and names of the program."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from handreader.options import DEFAULT_PORT
from scoring import RULEBOOKS
from tests.handreader.conftest import WIN, Lay, lay, own_sets, photo  # noqa: F401  # fixtures

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "benchmarks",
    "datasets",
    "docs",
    "handreader",
    "models",
    "scoring",
    "simulation",
    "vision",
)
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(p for name in FOLDERS for p in (ROOT / name).rglob("*.md")))
)
CURRENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""Without the changelog: an old entry may name a file that has moved since."""


def test_accuracy_in_the_documents_equals_the_metrics_file() -> None:
    script = ROOT / "benchmarks" / "accuracy_table.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", document.read_text("utf-8"))
    pages = {(ROOT / "docs" / path).resolve() for path in site_module().generated_pages()}
    missing = [
        target
        for target in targets
        if "://" not in target
        and not (document.parent / target).exists()
        and (document.parent / target).resolve() not in pages
    ]
    assert not missing


def test_every_picture_of_the_page_is_shown_in_a_document() -> None:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md"))
    pictures = sorted(path.name for path in (ROOT / "docs" / "pictures").iterdir())
    assert "film.webp" in pictures
    assert [name for name in pictures if f"pictures/{name})" not in pages] == []


def site_module() -> ModuleType:
    """The module that builds what the documentation has besides its files."""
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "docs/site/pages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("document", CURRENT, ids=lambda path: path.name)
def test_paths_in_documents_exist(document: Path) -> None:
    paths = re.findall(
        rf"\b(?<!/)(?:{'|'.join(FOLDERS)}|tests)/[\w./-]*[\w/]", document.read_text("utf-8")
    )
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_names_in_the_glossary_are_those_of_the_code() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    names = re.findall(r"`(\w+)` in `([\w/]+\.py)`", text[text.index("## Glossary") :])
    assert len(names) > 25
    assert not [
        (name, path)
        for name, path in names
        if not re.search(rf"^(class {name}\b|{name} =)", (ROOT / path).read_text("utf-8"), re.M)
    ]


def test_every_rule_set_is_in_the_documents() -> None:
    for name in ("docs/rule-sets.md", "docs/scoring.md"):
        text = (ROOT / name).read_text("utf-8")
        assert not [rules for rules in RULEBOOKS if f"`{rules}`" not in text], name


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", "")
    listed = re.search(r"^\.PHONY: (.*)$", makefile, re.M)
    assert listed is not None
    done = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert {target for _, target, _ in lines} == set(listed[1].split())
    assert all(text.strip() for *_, text in lines)


def test_the_dev_container_makes_what_the_tests_need() -> None:
    described = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text("utf-8"))
    made = described["postCreateCommand"].split()[-1]
    assert made == ".venv/.dev" and "$(VENV)/.dev:" in (ROOT / "Makefile").read_text("utf-8")
    assert described["forwardPorts"] == [DEFAULT_PORT]


# Code blocks: Python is run, JSON is parsed, each command line is one that there is.

USER_DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOOLS = {
    "make": r"make ([\w-]+)",
    "pip": r"\.venv/bin/pip install -e '\.\[([\w,]+)\]'",
    "python": r"python (benchmarks/\w+\.py)",
    "podman": r"podman (?:build|run) .*\bhandreader\b",
    "handreader": r"(?:\S*/|.*\| )?handreader [-\w]",  # cli/test_examples.py runs these
}


def code_of(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text("utf-8"), re.M | re.S)


def command_lines(document: Path) -> list[str]:
    text = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.M | re.S)
    lines = re.findall(r"(?:^|\n\n)((?: {4,}\S.*\n)+)", text)
    return [line.strip() for block in lines for line in block.splitlines()]


def test_every_fenced_block_is_in_a_language_that_is_checked() -> None:
    for document in USER_DOCUMENTS:
        opened = re.findall(r"^```(.*)$", document.read_text("utf-8"), re.M)
        assert set(opened[::2]) <= {"python", "json"}, document


@pytest.mark.parametrize("document", USER_DOCUMENTS, ids=lambda path: path.name)
def test_every_command_line_is_one_that_there_is(document: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for line in command_lines(document):
        found = {name: re.match(pattern, line) for name, pattern in TOOLS.items()}
        assert any(found.values()), f"{line}: neither run nor checked by a test"
        if found["make"]:
            assert re.search(rf"^{found['make'][1]}(?: \w+)*:", makefile, re.M), line
        if found["pip"]:
            assert set(found["pip"][1].split(",")) <= set(extras["optional-dependencies"]), line
        if found["python"]:
            assert (ROOT / found["python"][1]).is_file(), line


@pytest.mark.parametrize("document", USER_DOCUMENTS, ids=lambda path: path.name)
def test_json_is_json(document: Path) -> None:
    for block in code_of(document, "json"):
        json.loads(block)


PYTHON = [
    pytest.param(block, id=f"{document.name}-{number}")
    for document in USER_DOCUMENTS
    for number, block in enumerate(code_of(document, "python"))
]


@pytest.mark.parametrize("block", PYTHON)
def test_python_runs(lay: Lay, photo: Path, block: str) -> None:  # noqa: F811
    lay(WIN)
    for name in ("a.jpg", "b.jpg"):
        Image.open(photo).save(photo.with_name(name))
    if ">>> " not in block:
        exec(compile(block, "block", "exec"), {"__name__": "block"})
        return
    test = doctest.DocTestParser().get_doctest(block, {}, "block", None, None)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted and not results.failed


def test_python_was_found() -> None:
    assert len(PYTHON) >= 6


def test_libraries_in_the_built_page_are_named_with_their_licences() -> None:
    shipped = json.loads((ROOT / "page" / "package.json").read_text("utf-8"))["dependencies"]
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert shipped and [name for name in shipped if f"\n{name}" not in notice] == []
