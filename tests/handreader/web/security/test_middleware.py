"""What the server refuses before it looks at a request, and the headers of every answer."""

from __future__ import annotations

import io
import zipfile

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from tests.handreader.web.clients import BASE, Make, Table, code

ASKED = {"do": "rulebooks", "lang": "en"}


def test_on_this_computer_the_page_opens_without_a_token(make: Make) -> None:
    table = make(open=True)
    client = table.client(joined=False)
    assert table.run(client.get("/source.zip")).status_code == 403
    assert table.run(client.get("/")).status_code == 200
    assert table.run(client.get("/source.zip")).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8460", "table.test", ""])
def test_other_names_for_this_address_are_refused(make: Make, host: str) -> None:
    table = make(open=True)  # DNS rebinding: a page elsewhere names us
    response = table.run(table.client(joined=False).get("/", headers={"host": host}))
    assert response.status_code == 421


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}],
)
def test_other_pages_cannot_post(table: Table, headers: dict[str, str]) -> None:
    client = table.client()
    response = table.run(client.post("/api/answer", json=ASKED, headers=headers))
    assert (response.status_code, code(response)) == (403, "wrong_origin")
    own = {"origin": BASE, "sec-fetch-site": "same-origin"}
    good = table.run(client.post("/api/answer", json=ASKED, headers=own))
    assert good.status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/home", "/assets/main.js", "/nothing"])
def test_every_answer_has_the_strict_headers(table: Table, path: str) -> None:
    for client in (table.client(), table.client(joined=False)):
        headers = table.run(client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("wasm-unsafe-eval", "")
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/pyproject.toml",
        "/assets/..%2fapp.py",
        "/assets//etc/passwd",
        "/index.html%00",
        "/assets/",
        "/old/",
        "/docs",
        "/openapi.json",
    ],
)
def test_no_path_reaches_the_file_system(table: Table, path: str) -> None:
    response = table.run(table.client().get(path))
    assert response.status_code == 404
    assert len(response.content) < 700  # a page of our own


def test_source_is_offered(table: Table) -> None:
    packed = table.run(table.client().get("/source.zip"))
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        names = archive.namelist()
    for name in (
        "handreader/web/app.py",
        "scoring/rulebooks/zung_jung.py",
        "vision/recognition/classifier.py",
        "LICENSE",
    ):
        assert f"handreader-source/{name}" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("/")]
