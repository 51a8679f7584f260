"""The page's files over HTTP: compressed, kept as long as they hold."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from starlette.datastructures import Headers

from handreader.web.assets import Asset, AssetApp, accepts_gzip
from handreader.web.phone_page import phone_files
from tests.handreader.web.clients import Make

SCRIPT = b"export const wall = 136;\n" * 400


@pytest.fixture
def assets(tmp_path: Path) -> dict[str, Asset]:
    (tmp_path / "a-1.js").write_bytes(SCRIPT)
    (tmp_path / "p-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "n-1.onnx").write_bytes(SCRIPT)
    (tmp_path / "page.html").write_bytes(b"<head></head>" + SCRIPT)
    return {
        "/a-1.js": Asset(tmp_path / "a-1.js", "text/javascript", is_hashed=True),
        "/p-1.js": Asset(
            tmp_path / "p-1.js.gz", "text/javascript", is_hashed=True, is_gzipped=True
        ),
        "/n-1.onnx": Asset(tmp_path / "n-1.onnx", "application/octet-stream", is_hashed=True),
        "/": Asset(tmp_path / "page.html", "text/html", head="<meta>"),
    }


def get(assets: dict[str, Asset], path: str, **headers: str) -> Any:
    async def nothing(scope: object, receive: object, send: object) -> None:
        raise LookupError(path)

    async def ask() -> tuple[int, Any]:
        transport = httpx.ASGITransport(app=AssetApp(assets, nothing))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            sent = {"accept-encoding": "identity", **headers}
            async with client.stream("GET", path, headers=sent) as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
        return len(raw), httpx.Response(
            answer.status_code, headers=answer.headers, content=raw, request=answer.request
        )

    size, answer = asyncio.run(ask())
    answer.extensions["size"] = size
    return answer


@pytest.mark.parametrize("path", ["/a-1.js", "/p-1.js"], ids=["as built", "as in a wheel"])
def test_what_has_a_hash_is_kept_and_compressed(assets: dict[str, Asset], path: str) -> None:
    plain = get(assets, path)
    packed = get(assets, path, **{"accept-encoding": "br, gzip"})
    assert plain.content == packed.content == SCRIPT
    assert packed.extensions["size"] < len(SCRIPT) / 10
    for answer in (plain, packed):
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "accept-encoding"


def test_weights_are_sent_as_they_are(assets: dict[str, Asset]) -> None:
    answer = get(assets, "/n-1.onnx", **{"accept-encoding": "gzip"})
    assert answer.extensions["size"] == len(SCRIPT)


def test_the_page_is_asked_for_again_and_compressed(assets: dict[str, Asset]) -> None:
    answer = get(assets, "/", **{"accept-encoding": "gzip"})
    assert answer.content == b"<head><meta></head>" + SCRIPT
    assert answer.extensions["size"] < len(SCRIPT) / 10
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    assert get(assets, "/", **{"if-none-match": tag}).status_code == 304
    assets["/"].path.write_bytes(b"<head></head>new")
    assert get(assets, "/", **{"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("header", "is_accepted"),
    [("gzip", True), ("br;q=1, GZIP ; q=0.5", True), ("gzip;q=0", False), ("x-gzip", False)],
)
def test_only_who_takes_gzip_gets_it(header: str, is_accepted: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": header})) is is_accepted


def test_files_are_for_those_who_are_in_and_for_reading(make: Make) -> None:
    table = make()
    client = table.client()
    assert table.run(client.post("/")).status_code == 405
    assert table.run(table.client(joined=False).get("/")).status_code == 403


def test_the_page_of_a_wheel_has_the_nets_that_the_program_reads_with(tmp_path: Path) -> None:
    page, nets = tmp_path / "phone", tmp_path / "_weights"
    (page / "assets").mkdir(parents=True)
    nets.mkdir()
    (nets / "finder-v4.onnx").write_bytes(b"finder")
    (nets / "manifest.toml").touch()
    assert not phone_files(page, nets)  # not built: the nets alone are no page
    (page / "index.html").write_text("<head></head>")
    files = phone_files(page, nets)
    assert set(files) == {"/", "/index.html", "/assets/finder-v4.onnx"}
    net = files["/assets/finder-v4.onnx"]
    assert net.path == nets / "finder-v4.onnx" and net.is_hashed
    (page / "assets/finder-v4.onnx").write_bytes(b"of the built page")
    assert phone_files(page, nets)["/assets/finder-v4.onnx"].path.parent == page / "assets"


def test_the_page_of_a_wheel_has_large_files_compressed(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<head></head>")
    (tmp_path / "assets/nets-Ab12.wasm.gz").write_bytes(gzip.compress(SCRIPT))
    net = phone_files(tmp_path, tmp_path)["/assets/nets-Ab12.wasm"]
    assert (net.type, net.is_hashed, net.is_gzipped) == ("application/wasm", True, True)
