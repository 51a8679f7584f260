"""The documents: measured figures, links, paths, and names of the program."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from handreader.options import DEFAULT_PORT
from scoring import RULEBOOKS
from tests.documents import CURRENT, DOCUMENTS, FOLDERS, ROOT, document_name

BUILT_PAGE = "handreader/web/phone/"
"""The folder that `make page` builds: a fresh clone has none."""


def test_accuracy_in_the_documents_equals_the_metrics_file() -> None:
    script = ROOT / "benchmarks" / "accuracy_table.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=document_name)
def test_links_lead_to_files_and_headings(document: Path) -> None:
    pages = {(ROOT / "docs" / path).resolve() for path in site_module().generated_pages()}
    missing = []
    for link in links_of(document):
        target, _, heading = link.partition("#")
        path = (document.parent / target).resolve() if target else document
        if "://" in link or path in pages:
            continue
        if not path.exists() or (heading and heading not in headings_of(path)):
            missing.append(link)
    assert not missing


def links_of(document: Path) -> list[str]:
    """What a document links to or shows: `[text](link)`, `[name]: link`, and HTML."""
    text = re.sub(r"`[^`\n]*`", "", document.read_text("utf-8"))
    written = re.findall(r"\]\(([^)\s]+)[^)]*\)|^\[[^\]]+\]:\s+(\S+)", text, re.M)
    in_html = re.findall(r"(?:href|src)=[\"']([^\"']+)", text)
    return [one or other for one, other in written] + in_html


def headings_of(document: Path) -> set[str]:
    """The anchors that GitHub and MkDocs give the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[a](b.md#c)", "b.md#c"),
        ("![a](b.jpg)", "b.jpg"),
        ("[a][1]\n\n[1]: b.md", "b.md"),
        ('<img src="b.jpg">', "b.jpg"),
    ],
)
def test_every_form_of_link_is_found(tmp_path: Path, text: str, link: str) -> None:
    document = tmp_path / "a.md"
    document.write_text(f"# A heading: of two\n\n{text} and `[no](link)`\n")
    assert links_of(document) == [link]
    assert headings_of(document) == {"a-heading-of-two"}


def test_no_document_is_left_out() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("only the git of a checkout knows which documents are ours")
    listed = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert sorted(ROOT / name for name in listed.stdout.split()) == DOCUMENTS


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


@pytest.mark.parametrize("document", CURRENT, ids=document_name)
def test_paths_in_documents_exist(document: Path) -> None:
    paths = re.findall(
        rf"\b(?<!/)(?:{'|'.join(FOLDERS)}|tests)/[\w./-]*[\w/]", document.read_text("utf-8")
    )
    assert not [path for path in paths if not (path == BUILT_PAGE or (ROOT / path).exists())]


def test_names_in_the_glossary_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    names = re.findall(r"`(\w+)` in `([\w/]+\.py)`", text)
    assert len(names) > 25
    assert not [
        (name, path)
        for name, path in names
        if not re.search(rf"^(class {name}\b|{name} =)", (ROOT / path).read_text("utf-8"), re.M)
    ]


def test_both_glossaries_have_the_same_terms() -> None:
    english = glossary("docs/glossary.md")
    italian = glossary("docs/it/glossario.md")
    assert len(italian) > 50
    assert [row[2] for row in italian] == [row[0] for row in english]
    for (_, _, term, zh, ja), (own, _, _, chinese, japanese) in zip(english, italian, strict=True):
        assert term in ("", own)
        written = (text.replace("chiamata:", "call:") for text in (chinese, japanese))
        assert [*written] == [zh, ja.replace("and above", "e oltre")]


def glossary(path: str) -> list[list[str]]:
    """Return the rows of the table of a glossary that has the terms of the game."""
    text = (ROOT / path).read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| ") and line.count("|") == 6
    ]
    return rows[1:]


def test_every_rule_set_is_in_the_documents() -> None:
    text = (ROOT / "docs/rule-sets.md").read_text("utf-8")
    assert not [rules for rules in RULEBOOKS if f"`{rules}`" not in text]
    command = [sys.executable, "docs/site/rule_sets.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


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


def test_libraries_in_the_built_page_are_named_with_their_licences() -> None:
    shipped = json.loads((ROOT / "page" / "package.json").read_text("utf-8"))["dependencies"]
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert shipped and [name for name in shipped if f"\n{name}" not in notice] == []
