"""The built page on a plain static server under a sub-path, and what it keeps."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "page" / "dist"
SUB_PATH = "club/mahjong"

DRAFT = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("handreader", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const found = opening.result.transaction("drafts").objectStore("drafts").get("current");
    found.onsuccess = () => {
      opening.result.close();
      resolve(found.result && { ...found.result, photo: null });
    };
  };
})"""
"""The page's database as it is: the tiles with their names, without the photo."""


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - typed so in the standard library
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextmanager
def serve_site(folder: Path, site: Path = SITE) -> Iterator[str]:
    """Serve the built page, or a copy of it, from a folder; without a build the test is skipped."""
    if not (SITE / "index.html").is_file():
        pytest.skip("the page is not built: make page")
    path = folder / SUB_PATH
    path.parent.mkdir(parents=True)
    path.symlink_to(site, target_is_directory=True)
    handler = functools.partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}/"
    finally:
        server.shutdown()
        server.server_close()


def read_draft(page: Any) -> dict[str, Any]:
    """Return the hand in work that the page keeps in its database."""
    found = page.evaluate(DRAFT)
    assert isinstance(found, dict)
    return found
