"""TLS of the page: a phone's browser gives its camera to HTTPS pages only."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from .authority import LEAF_DAYS, Authority

RENEWED_AFTER = timedelta(days=LEAF_DAYS - 60)
"""Age at which a running server makes its next certificate."""
LOOK_EVERY = 12 * 3600.0
"""Seconds between looks at the certificate's age."""


class TlsCertificate:
    """The certificate of a running server; a new one follows before it ends.

    Args:
        authority: issues it.
        names: names and addresses of this server.
        now: returns the time of day, UTC.
    """

    def __init__(
        self,
        authority: Authority,
        names: Sequence[str],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._authority, self._names, self._now = authority, tuple(names), now
        self._closing = threading.Event()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._issued = now()
        self._load()

    def renew(self) -> bool:
        """Make a new certificate if this one is old; new connections get it."""
        if self._now() - self._issued < RENEWED_AFTER:
            return False
        self._issued = self._now()
        self._load()
        return True

    def start_renewal(self) -> None:
        """Look at the certificate's age now and then, on a thread, until `close`."""

        def look() -> None:
            while not self._closing.wait(LOOK_EVERY):
                self.renew()

        threading.Thread(target=look, name="certificate", daemon=True).start()

    def close(self) -> None:
        """End the renewing."""
        self._closing.set()

    def _load(self) -> None:
        pem = self._authority.issue(self._names, self._issued)
        with TemporaryDirectory() as folder:  # `ssl` reads files alone; the folder is private
            file = Path(folder) / "page.pem"
            file.write_bytes(pem)
            self.context.load_cert_chain(file)
