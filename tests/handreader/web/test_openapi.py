"""The OpenAPI description has every route of the server, with its meaning."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.routing import Route

from docs.site.server import api_routes
from handreader.web.openapi import describe_routes


@pytest.fixture(scope="module")
def api() -> Any:
    return describe_routes(api_routes())


def test_every_route_is_described(api: Any) -> None:
    routes = [one for one in api_routes() if isinstance(one, Route)]
    expected = {
        (one.path, method.lower())
        for one in routes
        if one.path.startswith("/api/")
        for method in (one.methods or set()) - {"HEAD"}
    }
    found = {(path, method) for path, place in api["paths"].items() for method in place}
    assert found == expected and len(found) > 25
    assert {"/api/tiles", "/api/games/{game}", "/api/watch", "/api/tournaments/{id}"} <= {
        path for path, _ in found
    }


def test_every_route_has_a_meaning_and_its_parameters(api: Any) -> None:
    operations = {
        (path, method): one for path, place in api["paths"].items() for method, one in place.items()
    }
    assert not [where for where, one in operations.items() if len(one["summary"]) < 8]
    for (path, method), one in operations.items():
        named = [each["name"] for each in one["parameters"] if each["in"] == "path"]
        assert named == re.findall(r"{(\w+)}", path)
        assert ("requestBody" in one) == (method == "post")


def test_queries_and_bodies_are_named(api: Any) -> None:
    games = api["paths"]["/api/games"]["get"]
    assert [one["name"] for one in games["parameters"]] == [
        "search",
        "archived",
        "deleted",
        "limit",
    ]
    assert api["paths"]["/api/games"]["post"]["summary"].startswith("{players, rules")
    files = api["paths"]["/api/tournaments/{id}/{file}"]["get"]
    assert files["summary"] == "as files"
    assert (
        "application/octet-stream" in (api["paths"]["/api/tiles"]["post"]["requestBody"]["content"])
    )
