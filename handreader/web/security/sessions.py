"""Access to the page: join tokens for one use each, and the sessions they open."""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

Clock = Callable[[], float]

SESSIONS = 256  # a table has four players; a club evening some tables
VISITS = 32  # sessions of visitors who have not come back: bots and previews keep no cookie
INVITATIONS = 8
INVITATION_SECONDS = 15 * 60
EXPIRY = timedelta(days=30)
"""How long a session lasts after its last use."""
SAVED_EVERY = timedelta(hours=1)
"""How exactly the time of the last use is stored."""


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
        save: called with a session's hash and its time of use when these are to be stored; it
            must not wait.
    """

    def __init__(
        self,
        open: bool,
        clock: Clock = time.monotonic,
        used: Callable[[str], None] = lambda token: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        save: Callable[[str, datetime], None] = lambda key, used: None,
    ) -> None:
        self.open = open
        self._used, self._save = used, save
        self._clock, self._now = clock, now
        self._invitations: OrderedDict[str, float] = OrderedDict()
        self._sessions: OrderedDict[str, datetime] = OrderedDict()  # when each was last saved
        self._visits: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def restore(self, sessions: Mapping[str, datetime]) -> None:
        """Add sessions of an earlier run: when each was last used, by hash, the oldest first."""
        with self._lock:
            newer = self._sessions
            self._sessions = OrderedDict({**sessions, **newer})
            while len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)

    def invite(self, seconds: float = INVITATION_SECONDS) -> str:
        """Create a join token, valid once and for `seconds`; drop the oldest of too many.

        Tokens without expiry (`inf`) are not counted: players must not displace the terminal's.
        """
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._invitations[token] = self._clock() + seconds
            ending = [one for one, until in self._invitations.items() if until < math.inf]
            for old in ending[:-INVITATIONS]:
                del self._invitations[old]
        return token

    def is_invited(self, token: str) -> bool:
        """Return whether a join token is valid; it stays so."""
        with self._lock:
            return self._invitations.get(token, -math.inf) >= self._clock()

    def join(self, token: str) -> str | None:
        """Redeem a join token for a new session; return None for an invalid or expired token."""
        with self._lock:
            until = self._invitations.pop(token, None)
            if until is None or until < self._clock():
                return None
            session = secrets.token_urlsafe(32)
            self._touch(token_hash(session))
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
        if session is None:
            return False
        key = token_hash(session)
        with self._lock:
            is_back = self._visits.pop(key, "") is None  # no later visit displaces it
            saved = self._sessions.get(key)
            if saved is not None and saved + EXPIRY <= self._now():
                del self._sessions[key]
                return False
            if saved is None and not is_back:
                return False
            self._touch(key)
            return True

    def _touch(self, key: str) -> None:
        """Make a session the latest used one, in place of the oldest of too many."""
        now, saved = self._now(), self._sessions.pop(key, None)
        while len(self._sessions) >= SESSIONS:
            self._sessions.popitem(last=False)
        if saved is None or now - saved >= SAVED_EVERY:
            self._save(key, now)
            saved = now
        self._sessions[key] = saved


def token_hash(session: str) -> str:
    """Return what is kept of a session's token: nobody can join with it."""
    return hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()
