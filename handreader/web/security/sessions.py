"""Access to the page: join tokens, and the sessions that phones open with them."""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from ...phone_session import PhoneRole, PhoneSession, Visitor
from ..errors import ApiError
from .rate_limit import RateLimit

Clock = Callable[[], float]

SESSIONS = 256  # of each role: a table has four players; a club evening some tables
VISITS = 32  # sessions of visitors who have not come back: bots and previews keep no cookie
INVITATIONS = 8  # of one phone that are open
INVITATION_SECONDS = 15 * 60
LOOKING_SECONDS = 24 * 3600
"""How long a link that only looks is valid: it hangs on the wall for a day."""
MOST_INVITATIONS = 20
"""Invitations within an hour by a phone and by all whom it let in."""
EXPIRY = timedelta(days=30)
"""How long a session lasts after its last use."""
CAMERA_EXPIRY = timedelta(days=1)
"""The same for a phone that is a camera: the next evening's organiser gives the next one."""
SAVED_EVERY = timedelta(hours=1)
"""How exactly the time of the last use is stored."""
KEPT = timedelta(days=1) + SAVED_EVERY
"""A player's phone that was used within this time gives its place to nobody."""


@dataclass(frozen=True, slots=True)
class InvitationRequest:
    """What a phone asks for when it invites another one.

    Attributes:
        role: of those who redeem it.
        inviter: hash of the session that asks; "" for the terminal, which has no limit.
        place: part of the page's address that is opened after joining; "" for its start.
    """

    role: PhoneRole = PhoneRole.PLAYER
    inviter: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A join token that can be redeemed.

    Attributes:
        until: by the monotonic clock.
        role, inviter, place: as in the request.
    """

    until: float
    role: PhoneRole
    inviter: str
    place: str


_OF_THE_TERMINAL = InvitationRequest()


class SessionStore:
    """Join tokens and sessions of one server.

    Sessions are known by the hashes of their tokens, which are dictionary keys: with 256 random
    bits each, the time of a look-up reveals nothing that helps to guess one.

    Args:
        open: whether every visitor is admitted without a token: the server listens to this
            computer alone.
        clock: monotonic clock, in seconds.
        used: called with each join token that was redeemed.
        now: returns the time of day, UTC.
        save: called with a session's hash and the session when these are to be stored; it must not
            wait.

    Attributes:
        organisers: returns the hashes of sessions that organise a tournament.
    """

    def __init__(
        self,
        open: bool,
        clock: Clock = time.monotonic,
        used: Callable[[str], None] = lambda token: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        save: Callable[[str, PhoneSession], None] = lambda key, session: None,
    ) -> None:
        self.open = open
        self.organisers: Callable[[], Collection[str]] = frozenset
        self._used, self._save = used, save
        self._clock, self._now = clock, now
        self._invitations: OrderedDict[str, Invitation] = OrderedDict()
        self._limit = RateLimit(3600.0, "too_many_invitations", clock)
        self._first: dict[str, str] = {}  # of each invited phone: who invited the first of them
        self._sessions: OrderedDict[str, PhoneSession] = OrderedDict()  # the latest used last
        self._visits: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def restore(self, sessions: Mapping[str, PhoneSession]) -> None:
        """Add sessions of an earlier run by hash, the oldest first."""
        with self._lock:
            newer = self._sessions
            self._sessions = OrderedDict({**sessions, **newer})

    def invite(
        self, seconds: float | None = None, asked: InvitationRequest = _OF_THE_TERMINAL
    ) -> str:
        """Create a join token; drop the oldest of too many of the same inviter.

        A spectator's token is valid as often as it is used, any other once.

        Args:
            seconds: how long it is valid; None for the usual time of its role.
            asked: for whom it is, and who asks.

        Raises:
            ApiError: the phone, and those that it let in, have made too many within the hour.
        """
        token = secrets.token_urlsafe(32)
        role, inviter = asked.role, asked.inviter
        usual = LOOKING_SECONDS if role is PhoneRole.SPECTATOR else INVITATION_SECONDS
        with self._lock:
            if inviter:
                limits = {self._first.get(inviter, inviter): MOST_INVITATIONS}
                self._limit.check(limits)
                self._limit.add(limits)
            until = self._clock() + (usual if seconds is None else seconds)
            self._invitations[token] = Invitation(until, role, inviter, asked.place)
            # tokens without expiry are not counted: players must not displace the terminal's
            ending = [
                key
                for key, one in self._invitations.items()
                if one.until < math.inf and one.inviter == inviter
            ]
            for old in ending[:-INVITATIONS]:
                del self._invitations[old]
        return token

    def invitation(self, token: str) -> Invitation | None:
        """Return the invitation of a valid join token, which stays so; None for any other."""
        with self._lock:
            found = self._invitations.get(token)
            return None if found is None or found.until < self._clock() else found

    def join(self, token: str, name: str = "") -> str | None:
        """Redeem a join token for a new session; return None for an invalid or expired token.

        Raises:
            ApiError: there are too many phones, of which none may lose its place.
        """
        found = self.invitation(token)
        if found is None:
            return None
        with self._lock:
            if token not in self._invitations:  # redeemed meanwhile
                return None
            session = secrets.token_urlsafe(32)
            key = token_hash(session)
            self._make_room(found.role)
            self._touch(key, PhoneSession(self._now(), found.role, name), is_new=True)
            if found.inviter:
                self._first[key] = self._first.get(found.inviter, found.inviter)
            if found.role is not PhoneRole.SPECTATOR:
                del self._invitations[token]
        self._used(token)
        return session

    def admit(self) -> str:
        """Open a session without a token, if `open`."""
        assert self.open, "a closed door lets nobody in without a token"
        session = secrets.token_urlsafe(32)
        with self._lock:
            self._visits[token_hash(session)] = None
            while len(self._visits) > VISITS:
                self._visits.popitem(last=False)
        return session

    def has_session(self, session: str | None) -> bool:
        """Return whether a session is open; mark it as the latest used."""
        return self.find(session) is not None

    def find(self, session: str | None) -> Visitor | None:
        """Return who has a session, and mark it as the latest used; None if it is not open."""
        if session is None:
            return None
        key = token_hash(session)
        with self._lock:
            is_back = self._visits.pop(key, "") is None  # no later visit displaces it
            saved = self._sessions.get(key)
            if saved is not None and saved.used + _expiry(saved.role) <= self._now():
                self._forget(key)
                return None
            if saved is None:
                if not is_back:
                    return None
                self._make_room(PhoneRole.PLAYER)
                saved = PhoneSession(self._now())
                self._touch(key, saved, is_new=True)
            else:
                self._touch(key, saved)
            return Visitor(key, saved.role, saved.name, self.open)

    def knows(self, session: str | None) -> str:
        """Return the hash of an open session, or "", without marking it as used."""
        key = "" if session is None else token_hash(session)
        with self._lock:
            return key if key in self._sessions else ""

    def rename(self, key: str, name: str) -> None:
        """Give a phone another name."""
        with self._lock:
            if key in self._sessions:
                named = replace(self._sessions[key], name=name, used=self._now())
                self._touch(key, named, is_new=True)

    def _touch(self, key: str, session: PhoneSession, is_new: bool = False) -> None:
        """Make a session the latest used one, and store it if it was long ago or is new."""
        now = self._now()
        if is_new or now - session.used >= SAVED_EVERY:
            session = replace(session, used=now)
            self._save(key, session)
        self._sessions[key] = session
        self._sessions.move_to_end(key)

    def _make_room(self, role: PhoneRole) -> None:
        """Take the place of the oldest of too many sessions of a role.

        Raises:
            ApiError: all of them keep their places: used within a day, or an organiser's.
        """
        same = [key for key, one in self._sessions.items() if one.role is role]
        if len(same) < SESSIONS:
            return
        if role is not PhoneRole.PLAYER or self.open:
            self._forget(same[0])
            return
        organisers, until = self.organisers(), self._now() - KEPT
        for key in same:
            if self._sessions[key].used <= until and key not in organisers:
                self._forget(key)
                return
        raise ApiError(429, "too_many_phones", most=SESSIONS)

    def _forget(self, key: str) -> None:
        del self._sessions[key]
        self._first.pop(key, None)


def _expiry(role: PhoneRole) -> timedelta:
    return CAMERA_EXPIRY if role is PhoneRole.CAMERA else EXPIRY


def token_hash(session: str) -> str:
    """Return what is kept of a session's token: nobody can join with it."""
    return hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()
