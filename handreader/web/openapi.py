"""The server's routes as OpenAPI: addresses and methods of the app, described by their modules.

The first lines of a module of routes list them: method, address, meaning. A handler whose module
has no such list is described by its own docstring.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.routing import BaseRoute, Route

from handreader import __version__

_LISTED = re.compile(r"^(GET|POST) +([^\s,]+(?:, [^\s,]+)*)\s+(.*(?:\n {4,}\S.*)*)", re.M)
_PHOTOS = frozenset({"/api/tiles", "/api/labels", "/api/remember"})
"""Addresses that take a picture's bytes; the others take JSON."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A line of a module's list of routes."""

    method: str
    path: str
    query: tuple[str, ...]
    meaning: str


def describe_routes(routes: Iterable[BaseRoute]) -> dict[str, object]:
    """Return the OpenAPI 3.1 description of the API's routes."""
    paths: dict[str, dict[str, object]] = {}
    for route in routes:
        if isinstance(route, Route) and route.path.startswith("/api/"):
            for method in sorted((route.methods or set()) - {"HEAD"}):
                paths.setdefault(route.path, {})[method.lower()] = _operation(method, route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "handreader",
            "version": __version__,
            "description": "The routes of `handreader serve`, for requests that have a session.",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "paths": dict(sorted(paths.items())),
    }


def _operation(method: str, route: Route) -> dict[str, object]:
    listed = _find_line(method, route)
    names = [("path", name) for name in route.param_convertors]
    names += [("query", name) for name in (listed.query if listed is not None else ())]
    own = " ".join((inspect.getdoc(route.endpoint) or "").split())
    found: dict[str, object] = {
        "summary": listed.meaning if listed is not None else own,
        "parameters": [
            {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}
            for place, name in names
        ],
        "responses": {
            "200": {"description": "The answer."},
            "4XX": {"description": "{error: {code, message}}, the message in the page's language."},
        },
    }
    if method == "POST":
        is_photo = route.path in _PHOTOS
        kind = "application/octet-stream" if is_photo else "application/json"
        schema = {"type": "string", "format": "binary"} if is_photo else {"type": "object"}
        found["requestBody"] = {"required": True, "content": {kind: {"schema": schema}}}
    return found


def _find_line(method: str, route: Route) -> _Listed | None:
    """Find a route in its module's list: the address of the same words, else one that it takes."""
    module = inspect.getmodule(route.endpoint)
    shape = re.sub(r"{\w+}", "*", route.path)
    fitting = [
        one
        for one in _list_of(module.__doc__ or "" if module is not None else "")
        if one.method == method and route.path_regex.match(one.path)
    ]
    same = [one for one in fitting if re.sub(r"/[A-Z]+(?=/|$)", "/*", one.path) == shape]
    return next(reversed(same or fitting), None)  # special ones are listed before the others


def _list_of(text: str) -> list[_Listed]:
    """Return the routes that a docstring lists: `GET  /api/games/ID/a, b?since=TAG   meaning`."""
    found = []
    for method, places, meaning in _LISTED.findall(text):
        first, *others = places.split(", ")
        path, _, query = first.partition("?")
        folder = path.rpartition("/")[0]
        names = tuple(re.findall(r"(\w+)=", query))
        for one in (path, *(f"{folder}/{other}" for other in others)):
            found.append(_Listed(method, one, names, " ".join(meaning.split())))
    return found
