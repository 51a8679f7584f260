"""Access to the page: join tokens for one use each, and the sessions they open."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]

SESSIONS = 256  # a table has four players; a club evening some tables
VISITS = 32  # sessions of visitors who have not come back: bots and previews keep no cookie
INVITATIONS = 8
INVITATION_SECONDS = 15 * 60


class SessionStore:
    """Join tokens and sessions of one server; all of them end with it.

    Tokens and sessions are looked up as dictionary keys: with 256 random bits each, the time of a
    look-up reveals nothing that helps to guess one.

    Args:
        open: whether every visitor is admitted without a token: the server listens to this
            computer alone.
        clock: monotonic clock, in seconds.
        used: called with each join token that was redeemed.
    """

    def __init__(
        self,
        open: bool,
        clock: Clock = time.monotonic,
        used: Callable[[str], None] = lambda token: None,
    ) -> None:
        self.open = open
        self._used = used
        self._clock = clock
        self._invitations: OrderedDict[str, float] = OrderedDict()
        self._sessions: OrderedDict[str, None] = OrderedDict()
        self._visits: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

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
            session = _add(self._sessions, SESSIONS)
        self._used(token)
        return session

    def admit(self) -> str:
        """Open a session without a token, if `open`."""
        assert self.open, "a closed door lets nobody in without a token"
        with self._lock:
            return _add(self._visits, VISITS)

    def has_session(self, session: str | None) -> bool:
        """Return whether a session is open; mark it as the latest used."""
        with self._lock:
            if session is None:
                return False
            if session in self._visits:  # its cookie came back: no later visit displaces it
                del self._visits[session]
                _trim(self._sessions, SESSIONS - 1)
                self._sessions[session] = None
            if session not in self._sessions:
                return False
            self._sessions.move_to_end(session)
            return True


def _add(sessions: OrderedDict[str, None], most: int) -> str:
    """Add a new session in place of the least recently used of too many."""
    session = secrets.token_urlsafe(32)
    _trim(sessions, most - 1)
    sessions[session] = None
    return session


def _trim(sessions: OrderedDict[str, None], most: int) -> None:
    while len(sessions) > most:
        sessions.popitem(last=False)
