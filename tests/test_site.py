"""The documentation site, built by MkDocs: links lead to pages, nothing is loaded from afar."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.handreader.web.browsing import DESKTOP, browser
from tests.page.conftest import axe
from tests.page.examiner import findings

pytest.importorskip("mkdocs", reason="needs the extra `docs`")
pytest.importorskip("material", reason="needs the extra `docs`")

__all__ = ["axe"]
pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[1]
LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}


class PageParser(HTMLParser):
    """Collect what a page links to, what it loads, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif (tag, name) in LOADED and value:
                self.loaded.add(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.add(value)


@cache
def parse(page: Path) -> PageParser:
    parser = PageParser()
    parser.feed(page.read_text("utf-8"))
    return parser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_link_leads_to_a_page_and_its_anchor(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    broken = []
    for page in pages:
        if page.name == "404.html":  # its links are absolute: it is shown at any address
            continue
        for link in parse(page).links | parse(page).loaded:
            target, _, anchor = unquote(link).partition("#")
            if "://" in link or target.startswith(("mailto:", "data:")):
                continue
            found = (page.parent / target).resolve() if target else page
            if found.is_dir():
                found /= "index.html"
            is_there = found.is_file() and (
                not anchor or found.suffix != ".html" or anchor in parse(found).anchors
            )
            if not is_there:
                broken.append(f"{page.relative_to(site)}: {link}")
    assert not broken


def test_no_document_is_there_twice(site: Path) -> None:
    assert (site / "source" / "CONTRIBUTING.html").is_file()
    assert not (site / "source" / "docs").exists()


@pytest.mark.parametrize("name", ["index.html", "it/index.html", "how-to/labels.html"])
def test_a_link_to_a_page_is_shown_with_a_card_and_the_icon(site: Path, name: str) -> None:
    page = site / name
    text = page.read_text("utf-8")
    said = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]+)">', text))
    assert {"title", "description", "image", "image:alt"} <= set(said)
    [icon] = re.findall(r'<link rel="icon" href="([^"]+)"', text)
    for file in (said["image"], icon):
        assert (page.parent / file).resolve().is_file()


def test_nothing_is_loaded_from_another_site(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not [one for one in parse(page).loaded if "://" in one or one.startswith("//")]
    for sheet in site.rglob("*.css"):
        text = sheet.read_text("utf-8")
        assert not re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//[^)]+", text), sheet.name


def test_generated_pages_have_what_the_program_prints(site: Path) -> None:
    assert "Score the hand of a photo" in (site / "reference/commands.html").read_text("utf-8")
    assert "hr.Reader.score_all" in (site / "reference/api.html").read_text("utf-8")
    rules = (site / "reference/rules/mcr.html").read_text("utf-8")
    assert "Pure Double Chow" in rules and "false win" in rules
    assert "even_pairs" in (site / "reference/options.html").read_text("utf-8")


def test_pages_have_no_markup_left(site: Path) -> None:
    for page in (site / "reference").rglob("*.html"):
        assert "**Args" not in page.read_text("utf-8")


@pytest.mark.browser
def test_the_search_finds_pages_in_a_folder_without_a_server(site: Path) -> None:
    with browser() as chromium:
        page = chromium.new_page(viewport=DESKTOP)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "it/guida.html").as_uri())
        page.keyboard.press("s")
        page.keyboard.type("postgresql")
        found = page.locator(".md-search-result__item a").first
        found.wait_for()
        assert "how-to/postgresql.html" in found.get_attribute("href")
        assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages(site: Path, axe: str, scheme: str) -> None:
    found: dict[str, list[str]] = {}
    with browser() as chromium:
        page = chromium.new_page(viewport=DESKTOP, color_scheme=scheme)
        for name in ("index.html", "tutorial.html", "gallery.html", "it/galleria.html"):
            page.goto((site / name).as_uri())
            page.wait_for_load_state("networkidle")
            found[name] = findings(page, axe)
    assert not any(found.values()), found
