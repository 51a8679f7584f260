"""Who may use the page: join tokens that work once, and the sessions they open."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]

SESSIONS = 32  # a table has four players; a club evening some tables
INVITATIONS = 8
INVITATION_SECONDS = 15 * 60


class Door:
    """Tokens and sessions of one server; all of them end with it.

    Tokens and sessions are looked up as dictionary keys: with 256 random bits each, how long a
    look-up takes tells nothing that helps to guess one.

    Args:
        open: whether everybody who reaches the server may come in (it listens to this computer
            alone), so that a visitor without a session just gets one.
        clock: seconds that never go back, whatever happens to the time of day.
        used: called with each join token that somebody came in by.
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
        self._lock = threading.Lock()

    def invite(self, seconds: float = INVITATION_SECONDS) -> str:
        """A new join token; it works once and for `seconds`. The oldest of too many ends.

        Those without an end (`inf`) are not counted: players must not push the terminal's out.
        """
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._invitations[token] = self._clock() + seconds
            ending = [one for one, until in self._invitations.items() if until < math.inf]
            for old in ending[:-INVITATIONS]:
                del self._invitations[old]
        return token

    def join(self, token: str) -> str | None:
        """A new session for a join token, which is used up; None if it is not good (any more)."""
        with self._lock:
            until = self._invitations.pop(token, None)
            if until is None or until < self._clock():
                return None
            session = self._new_session()
        self._used(token)
        return session

    def admit(self) -> str:
        """A new session without a token; only for an open door."""
        assert self.open, "a closed door lets nobody in without a token"
        with self._lock:
            return self._new_session()

    def knows(self, session: str | None) -> bool:
        """Whether a session is open."""
        with self._lock:
            if session is None or session not in self._sessions:
                return False
            self._sessions.move_to_end(session)
            return True

    def _new_session(self) -> str:
        session = secrets.token_urlsafe(32)
        self._sessions[session] = None
        while len(self._sessions) > SESSIONS:  # the one that was not heard of for longest
            self._sessions.popitem(last=False)
        return session
