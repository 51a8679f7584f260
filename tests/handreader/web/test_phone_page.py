"""The page that reads in the phone, as the table's server gives it out."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from handreader.web.phone_page import phone_files
from handreader.web.source_archive import PAGE_SOURCES, source_archive
from tests.handreader.web.clients import Make

ROOT = Path(__file__).parents[3]
BUILT = {
    "index.html": b"<html><head><title>t</title></head></html>",
    "sw.js": b"// worker",
    "manifest.webmanifest": b"{}",
    "assets/nets-Ab12.wasm": b"\0asm",
    "assets/pyodide-1/pyodide.asm.mjs": b"export {}",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in BUILT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_every_file_has_its_type_and_only_hashed_ones_are_kept(folder: Path, make: Make) -> None:
    table = make(phone=phone_files(folder))
    client = table.client()
    types = {
        "index.html": "text/html; charset=utf-8",
        "sw.js": "text/javascript; charset=utf-8",
        "manifest.webmanifest": "application/manifest+json",
        "assets/nets-Ab12.wasm": "application/wasm",
        "assets/pyodide-1/pyodide.asm.mjs": "text/javascript; charset=utf-8",
    }
    for name, content in BUILT.items():
        answer = table.run(client.get(f"/{name}"))
        assert answer.status_code == 200 and answer.headers["content-type"] == types[name]
        assert ("immutable" in answer.headers["cache-control"]) == name.startswith("assets/")
        if name != "index.html":
            assert answer.content == content


def test_the_page_may_compile_and_knows_its_server(folder: Path, make: Make) -> None:
    table = make(phone=phone_files(folder))
    client = table.client()
    answer = table.run(client.get("/"))
    policy = answer.headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" in policy and "default-src 'none'" in policy
    assert "http" not in policy and "unsafe-inline" not in policy
    assert b'<meta name="handreader-server" content="./" />' in answer.content
    assert "wasm" not in table.run(client.get("/api/home")).headers["content-security-policy"]


def test_nothing_of_it_is_given_out_without_the_token(folder: Path, make: Make) -> None:
    table = make(phone=phone_files(folder))
    client = table.client(joined=False)
    for name in ("", *BUILT):
        assert table.run(client.get(f"/{name}")).status_code == 403


@pytest.mark.parametrize("path", ["/assets/../app.py", "/assets/%2e%2e/app.py", "/assets/other.js"])
def test_no_other_file_is_given_out(folder: Path, make: Make, path: str) -> None:
    table = make(phone=phone_files(folder))
    client = table.client()
    assert table.run(client.get(path)).status_code == 404


def test_a_checkout_without_the_build_names_the_command(make: Make) -> None:
    table = make(phone={})
    client = table.client()
    answer = table.run(client.get("/"))
    assert answer.status_code == 200
    assert "`handreader serve` names the command" in answer.text
    assert "`handreader serve` indica il comando" in answer.text


def test_the_source_has_the_page() -> None:
    with zipfile.ZipFile(BytesIO(source_archive())) as archive:
        names = archive.namelist()
    for name in PAGE_SOURCES:
        assert any(found.startswith(f"handreader-source/page/{name}") for found in names), name
    assert "handreader-source/datasets/faces/classic/1m.svg" in names
    assert not any("node_modules" in name or "phone/assets" in name for name in names)


def test_the_address_before_leads_to_the_page(folder: Path, make: Make) -> None:
    table = make(phone=phone_files(folder))
    answer = table.run(table.client().get("/phone/"))
    assert (answer.status_code, answer.headers["location"]) == (308, "/")
