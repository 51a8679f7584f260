"""The page's files over HTTP: compressed where it pays, kept by browsers as long as they hold."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .errors import ApiError

LASTING = "private, max-age=31536000, immutable"
_COMPRESSED = ("text/", "image/svg+xml", "application/wasm", "application/manifest+json")
_SMALL = 1024  # bytes: less is not worth the header


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the page.

    Attributes:
        path: of the file; it is read when it is asked for, since the page has megabytes.
        type: media type.
        is_hashed: whether its name has a hash of its content: then its content never changes.
        is_gzipped: whether the file is compressed already, as in a wheel.
        head: text to put before `</head>`; "" for none.
    """

    path: Path
    type: str
    is_hashed: bool = False
    is_gzipped: bool = False
    head: str = ""


class AssetApp:
    """ASGI app that answers with files of a fixed list; other requests go to the next app.

    Args:
        assets: files by URL path: no code sees a path outside the list.
        next_app: answers the rest.
    """

    def __init__(self, assets: Mapping[str, Asset], next_app: ASGIApp) -> None:
        self._assets, self._next = assets, next_app
        self._packed: dict[str, bytes] = {}
        self._packing = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asset = self._assets.get(scope["path"]) if scope["type"] == "http" else None
        if asset is None:
            await self._next(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise ApiError(405, "wrong_method")
        response = await self._response(scope["path"], asset, Headers(scope=scope))
        await response(scope, receive, send)

    async def _response(self, path: str, asset: Asset, request: Headers) -> Response:
        is_packed = accepts_gzip(request) and asset.type.startswith(_COMPRESSED)
        if asset.is_hashed:
            headers = {"cache-control": LASTING, "vary": "accept-encoding"}
            if is_packed:
                headers["content-encoding"] = "gzip"
            if is_packed == asset.is_gzipped:
                return FileResponse(asset.path, media_type=asset.type, headers=headers)
            if asset.is_gzipped:
                content = await asyncio.to_thread(_unpack_file, asset.path)
            else:
                content = await self._gzip_asset(path, asset)
            return Response(content, media_type=asset.type, headers=headers)
        content = _content(asset)
        tag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
        headers = {"cache-control": "no-cache", "vary": "accept-encoding", "etag": tag}
        if request.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if is_packed and len(content) > _SMALL:
            headers["content-encoding"] = "gzip"
            content = gzip.compress(content, 6, mtime=0)
        return Response(content, media_type=asset.type, headers=headers)

    async def _gzip_asset(self, path: str, asset: Asset) -> bytes:
        """Return a file compressed; each is compressed once."""
        async with self._packing:
            if path not in self._packed:
                self._packed[path] = await asyncio.to_thread(_gzip_file, asset.path)
            return self._packed[path]


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a browser takes gzip."""
    offers = [one.strip().lower() for one in headers.get("accept-encoding", "").split(",")]
    return any(
        name.strip() == "gzip" and quality.strip() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
        for name, _, quality in (one.partition(";") for one in offers)
    )


def _gzip_file(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6, mtime=0)


def _unpack_file(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


def _content(asset: Asset) -> bytes:
    content = asset.path.read_bytes()
    if not asset.head:
        return content
    return content.replace(b"</head>", f"{asset.head}</head>".encode(), 1)
