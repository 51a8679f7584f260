"""Routes of the page's workers on the server, for phones that cannot read or score themselves.

GET  /api/home      what this server offers: games, invitations, a watched table, taught sets; and
                    the phone's `role` and `name`, and whether it is the `host` itself
POST /api/answer    a request as for the page's own Python (`browser_worker`) -> its answer
POST /api/tiles     a photo -> its tiles, as the page's own reader answers
GET  /api/set       the taught set ?name=, for a phone that reads with it (`views.tile_set`)
GET  /api/place     {place} of this client's photo in the queue; 0 while it is read, null for none
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scoring.registry import rules_text
from vision.seen_tile import SeenTile

from ... import tile_sets
from ...house_rules import all_house_rules
from ...phone_session import PhoneRole
from .. import browser_worker, requests, uploads
from ..set_memory import SetMemory
from ..work_queue import WorkQueue

ANSWER_BYTES = 1024 * 1024  # a game's file travels with its next deal
_RULES = "zung-jung"  # the page has the tiles arranged again by the rules that it shows


@dataclass(frozen=True, slots=True)
class Offers:
    """What a server offers to its pages besides reading and scoring."""

    games: bool
    invite: bool
    watching: bool


class WorkerRoutes:
    """Routes that do the work of the page's own workers.

    Args:
        photos: queue of photos.
        scores: queue of requests to score.
        shelf: cached readings.
        memory: the reader, with the taught set that it uses.
        offers: what else the server offers.
        photo_bytes, megapixels: limits of a photo.
    """

    def __init__(
        self,
        photos: WorkQueue,
        scores: WorkQueue,
        shelf: uploads.ReadingCache,
        memory: SetMemory,
        offers: Offers,
        photo_bytes: int,
        megapixels: int,
    ) -> None:
        self._photos, self._scores, self._shelf, self._memory = photos, scores, shelf, memory
        self._offers, self._photo_bytes, self._megapixels = offers, photo_bytes, megapixels

    def add_to(self, app: Starlette) -> None:
        """Add the routes to the app."""
        app.add_route("/api/home", self._home, methods=["GET"])
        app.add_route("/api/answer", self._answer, methods=["POST"])
        app.add_route("/api/tiles", self._tiles, methods=["POST"])
        app.add_route("/api/set", self._set, methods=["GET"])
        app.add_route("/api/place", self._place, methods=["GET"])

    async def _home(self, request: Request) -> Response:
        async def load_nothing() -> None:
            return None

        visitor = requests.visitor(request)

        def work(_: None) -> dict[str, object]:
            return {
                "role": visitor.role.value,
                "name": visitor.name,
                "host": visitor.is_host,
                "games": self._offers.games,
                "invite": self._offers.invite and visitor.role is PhoneRole.PLAYER,
                "watching": self._offers.watching,
                "sets": list(tile_sets.tile_set_names()),
                "house_rules": [
                    {"name": one.name, "rules": rules_text(one.book())} for one in all_house_rules()
                ],
            }

        client = requests.client_id(request)
        return JSONResponse(await self._scores.run(client, load_nothing, work))

    async def _answer(self, request: Request) -> Response:
        requests.check_content_type(request, "application/json")

        async def load() -> bytes:
            return await requests.read_body(request, ANSWER_BYTES)

        def work(content: bytes) -> bytes:
            body = requests.parse_object(content)
            requests.encode_text(str(body.get("photo")))  # answers name the photo
            return requests.encode_text(browser_worker.answer_request(body))

        answer = await self._scores.run(requests.client_id(request), load, work)
        return Response(answer, media_type="application/json")

    async def _tiles(self, request: Request) -> Response:
        requests.check_content_type(request, "application/octet-stream")
        client, lang = requests.client_id(request), requests.language(request)
        set_name = request.query_params.get("set")

        async def load() -> bytes:
            return await requests.read_body(request, self._photo_bytes)

        def work(content: bytes) -> dict[str, object]:
            pixels = uploads.decode_image(content, self._megapixels)
            reader = self._memory.reader_for(set_name, lang)
            taken = uploads.read_upload(pixels, _RULES, reader)
            return tiles_json(self._shelf.put(client, taken), uploads.model_id(reader))

        size = requests.body_size(request, self._photo_bytes)
        return JSONResponse(await self._photos.run(client, load, work, size))

    async def _set(self, request: Request) -> Response:
        lang, name = requests.language(request), request.query_params.get("name", "")

        async def load_nothing() -> None:
            return None

        def work(_: None) -> dict[str, object]:
            return self._memory.set_json(name, lang)

        client = requests.client_id(request)
        return JSONResponse(await self._scores.run(client, load_nothing, work))

    async def _place(self, request: Request) -> Response:
        return JSONResponse({"place": self._photos.place(requests.client_id(request))})


def tiles_json(taken: uploads.UploadedReading, model: str) -> dict[str, object]:
    """Return the tiles of a photo in the form of the page's own reader.

    Args:
        taken: the photo's reading.
        model: names of the weights that recognised it.
    """
    reading = taken.reading
    return {
        "reading": taken.id,
        "model": model,
        "width": reading.width,
        "height": reading.height,
        "seconds": round(reading.seconds, 2),
        "tiles": [_tile_json(tile) for tile in reading.tiles],
    }


def _tile_json(tile: SeenTile) -> Mapping[str, object]:
    return {
        "id": tile.id,
        "quad": [[x, y] for x, y in tile.quad],
        "names": [[kind, share] for kind, share in tile.names],
        "oriented": tile.oriented,
        "existence": tile.existence,
        "printed": tile.printed,
        "raised": tile.raised,
    }
