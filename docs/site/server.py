"""The page of the server's routes: an OpenAPI description of the app, and a table of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock

from starlette.routing import BaseRoute


def api_routes() -> Sequence[BaseRoute]:
    """Return the routes of a server that keeps games and watches a table."""
    from handreader.store import open_store
    from handreader.web.app import create_api

    with TemporaryDirectory() as folder, open_store(Path(folder) / "games.sqlite") as store:
        # no camera is opened, and no photo read: the routes alone are looked at
        return create_api(Mock(), reader=Mock(), store=store, watch=Mock()).routes


def openapi() -> dict[str, Any]:
    """Return the OpenAPI description of the server."""
    from handreader.web.openapi import describe_routes

    return describe_routes(api_routes())


def server_page() -> str:
    """Return a table of the routes."""
    lines = [
        "# Routes of the server",
        "",
        "What `handreader serve` answers, for a request with the cookie of a session. As a file",
        "for other programs: [openapi.json](openapi.json), OpenAPI 3.1. Before version 1.0 the",
        "routes change with the page.",
        "",
        "| method | address | query | what it takes and gives |",
        "|---|---|---|---|",
    ]
    for path, place in openapi()["paths"].items():
        for method, one in place.items():
            names = [each["name"] for each in one["parameters"] if each["in"] == "query"]
            meaning = one["summary"].replace("|", "\\|").replace("<", "&lt;")
            query = ", ".join(f"`{name}`" for name in names)
            lines.append(f"| {method.upper()} | `{path}` | {query} | {meaning} |")
    return "\n".join(lines)
