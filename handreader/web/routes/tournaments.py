"""Routes of tournaments: everybody who joined sees them, the organiser changes them.

GET  /api/tournaments?shelf=deleted        the tournaments, or the deleted ones
POST /api/tournaments                      {name, rules, options, rounds, minutes, last_minutes,
                                           names, players} -> the tournament
GET  /api/tournaments/ID?since=VERSION     the tournament, or {unchanged: true}; pages poll this
POST /api/tournaments/ID                   {revision, type, ...} -> the tournament; types: those of
                                           `tournament_form`; start and revoke, of a round; deleted;
                                           restored; invited -> {code}; organiser {code, name};
                                           organiser_removed {organiser}
GET  /api/tournaments/ID/ledger?limit=200  which phone changed what, also in its games
GET  /api/tournaments/ID/tournament.json, standings.csv, teams.csv, ema.csv, rounds.csv, hands.csv
                                           as files
GET  /api/rating?rules=mcr&day=2026-11-28  the rating of players over the tournaments that are over

The organiser is the session that created the tournament, one that used a code of an organiser, or a
page of a server that serves its own computer alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scoring.explain import rules_title
from scoring.game import NameEvent, Renaming, Substitution
from scoring.game_rules import GameRules
from scoring.json_fields import JsonFields
from scoring.registry import game_rulebook
from scoring.tiles import WINDS

from ...store import StoreError
from ...store.models import Phone
from ...store.ratings import find_rating, rating_to_json
from ...store.store import Store
from ...store.stored_tournaments import StoredTournament
from ...store.tournament_export import standings_of, tournament_to_json
from ...store.tournament_files import TOURNAMENT_FILES, tournament_file
from ...tournament.errors import TournamentError
from ...tournament.events import (
    EntrantRenaming,
    OrganiserAddition,
    OrganiserInvitation,
    OrganiserRemoval,
    PlanChange,
    SeatChange,
    TournamentEvent,
)
from ...tournament.state import INVITATION_LASTS
from .. import requests
from ..errors import ApiError, StoreApiError, TournamentApiError
from ..forms.form_fields import json_fields
from ..forms.game_form import parse_rules
from ..forms.tournament_form import parse_entrants, parse_plan, parse_request
from ..game_rights import is_organiser
from ..security.rate_limit import RateLimit
from ..security.sessions import token_hash
from ..views.ledger import LedgerGame, LedgerTournament, ledger_json
from ..work_queue import WorkQueue
from .games import ledger_limit, phone_of

Out = TypeVar("Out")
_PLAN = PlanChange(rounds=4, minutes=120, last_minutes=5, seed=0)
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no I and O, which are read as 1 and 0
_CODE = 8  # letters: 40 bits, against guesses within 15 minutes
_GUESSES = 5  # wrong codes of a session within 15 minutes
_GUESSES_OF_ADDRESS = 20  # of all sessions at an address: phones may share one


class TournamentRoutes:
    """Routes of the tournaments in a store.

    Args:
        store: database of games.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._club = store, store.tournaments()
        self._guesses = RateLimit(INVITATION_LASTS.total_seconds(), "too_many_codes")
        self._desk = WorkQueue("tournament", 2, 64, each=6, seconds=20.0)

    def add_to(self, app: Starlette) -> None:
        """Add the routes to the app."""
        app.add_route("/api/rating", self._rate, methods=["GET"])
        app.add_route("/api/tournaments", self._list, methods=["GET"])
        app.add_route("/api/tournaments", self._create, methods=["POST"])
        app.add_route("/api/tournaments/{id}", self._get, methods=["GET"])
        app.add_route("/api/tournaments/{id}", self._change, methods=["POST"])
        app.add_route("/api/tournaments/{id}/ledger", self._ledger, methods=["GET"])
        app.add_route("/api/tournaments/{id}/{file}", self._export, methods=["GET"])

    def organisers(self) -> frozenset[str]:
        """Return the hashes of all sessions that organise a tournament; none if it fails."""
        try:
            return self._club.organisers()
        except StoreError:
            return frozenset()

    async def _list(self, request: Request) -> Response:
        def work(_: object) -> dict[str, object]:
            found = self._club.find(deleted=request.query_params.get("shelf") == "deleted")
            return {"tournaments": [_summary(request, one) for one in found]}

        return JSONResponse(await self._run(request, work))

    async def _rate(self, request: Request) -> Response:
        """The rating of players over the tournaments that are over."""
        rules = request.query_params.get("rules", "")[:40]
        day = _day(request.query_params.get("day"), self._club.now().astimezone().date())

        def work(_: object) -> dict[str, object]:
            return rating_to_json(find_rating(self._club, rules, day))

        return JSONResponse(await self._run(request, work))

    async def _create(self, request: Request) -> Response:
        def work(fields: JsonFields) -> dict[str, object]:
            events: list[TournamentEvent] = [parse_plan(fields, _PLAN), *parse_entrants(fields)]
            name = fields.text("name", 200)
            by = phone_of(requests.visitor(request))
            found = self._club.create(name, _rules(fields), by.session, events, by)
            return self._view(request, found.id)

        return JSONResponse(await self._run(request, work, is_post=True))

    async def _get(self, request: Request) -> Response:
        since = request.query_params.get("since", "")

        def work(_: object) -> dict[str, object]:
            if since and self._club.revision(_id(request)) == since:
                return {"unchanged": True}
            return self._view(request, _id(request))

        return JSONResponse(await self._run(request, work))

    async def _change(self, request: Request) -> Response:
        def work(fields: JsonFields) -> dict[str, object]:
            kind, by = fields.value("type"), phone_of(requests.visitor(request))
            if kind == "organiser":
                return self._view(request, self._add_organiser(request, fields).id)
            found = self._load_for_organiser(request, deleted=kind == "restored")
            if kind == "restored":
                self._club.delete(found.id, deleted=False, by=by)
                return self._view(request, found.id)
            if kind == "invited":
                return {"code": self._invite_organiser(found, by)}
            revision = fields.integer("revision", 0, 99_999)
            if kind == "organiser_removed":
                after = self._remove_organiser(found, revision, fields, by)
                return self._view(request, after.id)
            if kind == "deleted":
                self._club.delete(found.id, by=by)
                return {}
            return self._view(request, self._apply(found, revision, fields, by).id)

        return JSONResponse(await self._run(request, work, is_post=True))

    def _invite_organiser(self, found: StoredTournament, by: Phone) -> str:
        """Return a code for one more organiser, of which the database has a hash."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE))
        invitation = OrganiserInvitation(_code_hash(found.id, code))
        self._club.record(found.id, None, invitation, by=by)
        return f"{code[:4]}-{code[4:]}"

    def _add_organiser(self, request: Request, fields: JsonFields) -> StoredTournament:
        """Let the session of a request organise, if it has the code."""
        found = self._club.load(_id(request))
        if is_organiser(requests.visitor(request), found):
            return found
        limits = _guess_limits(request)
        self._guesses.check(limits)
        code = _code_hash(found.id, fields.text("code", 40))
        name = "" if fields.value("name") is None else fields.text("name", 160)
        by = phone_of(requests.visitor(request))
        addition = OrganiserAddition(code, by.session, name or by.name)
        try:
            return self._club.record(found.id, None, addition, by=by)
        except TournamentError as error:
            if error.code == "bad_code":
                self._guesses.add(limits)
            raise

    def _remove_organiser(
        self, found: StoredTournament, revision: int, fields: JsonFields, by: Phone
    ) -> StoredTournament:
        """Remove an organiser by the place in the list that the page showed."""
        if revision != found.state.revision:
            raise StoreError("stale_tournament")
        every = found.organisers()
        place = fields.integer("organiser", 0, len(every) - 1)
        if len(every) == 1:
            raise TournamentError("last_organiser")
        removal = OrganiserRemoval(every[place].session)
        return self._club.record(found.id, revision, removal, by=by)

    def _apply(
        self, found: StoredTournament, revision: int, fields: JsonFields, by: Phone
    ) -> StoredTournament:
        if revision != found.state.revision:
            raise StoreError("stale_tournament")
        kind = fields.value("type")
        if kind in ("start", "revoke"):
            number = fields.integer("round", 0, 99_999)
            if kind == "start":
                return self._club.start_round(found.id, revision, number, by)
            return self._club.revoke_round(found.id, revision, number, by)
        events = parse_request(
            fields, found.state, lambda: standings_of(found, self._club.statuses(found))
        )
        after = self._club.record(found.id, revision, *events, by=by)
        for event in events:
            self._rename_in_game(after, event, by)
        return after

    def _rename_in_game(self, found: StoredTournament, event: TournamentEvent, by: Phone) -> None:
        """Name a substituted or renamed player in his game, too, while the round is played."""
        state = found.state
        if not isinstance(event, SeatChange | EntrantRenaming) or state.current is None:
            return
        if isinstance(event, SeatChange) and event.round != state.current:
            return
        playing = state.rounds[state.current - 1]
        kind: type[NameEvent] = Renaming if isinstance(event, EntrantRenaming) else Substitution
        for table, seats in enumerate(playing.drawn.tables):
            if event.entrant in seats:
                name = state.entrants[event.entrant].name
                # the names stay where a phone records a deal meanwhile, or the game is over
                with suppress(StoreError):
                    now = self._store.replay(playing.games[table])
                    seat = WINDS[now.state.seating.index(seats.index(event.entrant))]
                    event_there = kind(seat, name)
                    self._store.append(now.game.id, len(now.entries) + 1, event_there, by=by)

    async def _ledger(self, request: Request) -> Response:
        count, lang = ledger_limit(request), requests.language(request)

        def work(_: object) -> dict[str, object]:
            found = self._club.load(_id(request))
            lines = self._club.ledger(found.id, count)
            named = list(dict.fromkeys(line.game for line in lines if line.game))
            games = {
                game: LedgerGame(history, self._store.all_versions(game))
                for game, history in self._club.histories(named).items()
            }
            events = self._club.events(found.id)
            return ledger_json(lines, games, LedgerTournament(found, events), lang)

        return JSONResponse(await self._run(request, work))

    async def _export(self, request: Request) -> Response:
        name = str(request.path_params["file"])
        if name not in TOURNAMENT_FILES:
            raise ApiError(404, "not_found")

        def work(_: object) -> bytes:
            return tournament_file(self._store, self._club, self._club.load(_id(request)), name)

        content = await self._run(request, work)
        type = "application/json" if name.endswith("json") else "text/csv; charset=utf-8"
        headers = {"content-disposition": f'attachment; filename="handreader-{name}"'}
        return Response(content, media_type=type, headers=headers)

    def _view(self, request: Request, id: str) -> dict[str, object]:
        """Return a tournament for the page."""
        version = self._club.revision(id)  # first: what changes meanwhile is of a later version
        found = self._club.load(id)
        statuses = self._club.statuses(found)
        allowed = is_organiser(requests.visitor(request), found)
        return {
            **tournament_to_json(found, statuses, self._club.now()),
            "version": version,
            "rules_name": rules_title(game_rulebook(found.rules), requests.language(request)),
            "start": found.rules.start,
            "is_organiser": allowed,
            "organisers": _organisers(request, found) if allowed else [],
        }

    def _load_for_organiser(self, request: Request, deleted: bool = False) -> StoredTournament:
        """Return the tournament of a request by its organiser, or the deleted one.

        Raises:
            ApiError: somebody else's request.
        """
        found = self._club.load(_id(request), deleted)
        if not is_organiser(requests.visitor(request), found):
            raise ApiError(403, "no_organiser")
        return found

    async def _run(
        self,
        request: Request,
        work: Callable[[JsonFields], Out],
        is_post: bool = False,
    ) -> Out:
        if is_post:
            requests.check_content_type(request, "application/json")

        async def load() -> Mapping[str, object]:
            return await requests.read_json(request) if is_post else {}

        def answer(body: Mapping[str, object]) -> Out:
            return _translate_errors(lambda: work(json_fields(body)))

        return await self._desk.run(requests.client_id(request), load, answer)


def _organisers(request: Request, found: StoredTournament) -> list[dict[str, object]]:
    """Return the organisers for the page, which sees no session's hash."""
    session = requests.visitor(request).key
    return [
        {
            "name": one.name,
            "since": one.since.isoformat(),
            "is_creator": one.session == found.organiser,
            "is_own": one.session == session,
        }
        for one in found.organisers()
    ]


def _guess_limits(request: Request) -> Mapping[str, int]:
    """Return how many wrong codes a request's session and address have.

    Behind a reverse proxy on this computer every phone has the computer's own address.
    """
    limits = {f"session {requests.client_id(request)}": _GUESSES}
    address = "" if request.client is None else request.client.host
    is_proxy = address.startswith("127.") or address == "::1"
    return limits if is_proxy else {**limits, f"from {address}": _GUESSES_OF_ADDRESS}


def _rules(fields: JsonFields) -> GameRules:
    """Return the rules of the games: for four players.

    Raises:
        ApiError: unknown rules, or rules for three players.
    """
    rules = parse_rules(fields)
    if rules.players != 4:
        raise ApiError(422, "four_players")
    return rules


def _day(written: str | None, today: date) -> date:
    """Return the day of a query, or today.

    Raises:
        ApiError: no day.
    """
    if written is None:
        return today
    try:
        return date.fromisoformat(written[:40])
    except ValueError:
        raise ApiError(422, "bad_request", what="day") from None


def _code_hash(id: str, code: str) -> str:
    """Return what is kept of a code for an organiser; spaces and small letters do not matter."""
    letters = "".join(one for one in code.upper() if one.isalnum())
    return token_hash(f"{id} {letters}")


def _summary(request: Request, found: StoredTournament) -> dict[str, object]:
    state = found.state
    return {
        "id": found.id,
        "name": state.name,
        "started": found.started.isoformat(),
        "players": sum(not one.is_substitute for one in state.entrants),
        "rounds": state.plan.rounds,
        "rounds_begun": state.starts,
        "is_organiser": is_organiser(requests.visitor(request), found),
    }


def _translate_errors(work: Callable[[], Out]) -> Out:
    try:
        return work()
    except TournamentError as error:
        raise TournamentApiError(error) from error
    except StoreError as error:
        raise StoreApiError(error) from error


def _id(request: Request) -> str:
    return str(request.path_params["id"])[:64]
