"""A certificate of our own, so that a phone's browser gives the page its camera."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import trustme

DAYS = 397  # browsers refuse certificates that are good for longer


def ssl_context(names: Sequence[str], now: datetime | None = None) -> ssl.SSLContext:
    """A server's context with a new certificate for these names and addresses.

    The authority that signed it is forgotten at once: nothing on the disk could sign another.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    leaf(names, now or datetime.now(UTC)).configure_cert(context)
    return context


def leaf(names: Sequence[str], now: datetime) -> trustme.LeafCert:
    """The certificate, good from an hour ago (clocks differ) and for `DAYS` in all."""
    start = now - timedelta(hours=1)
    return trustme.CA().issue_cert(
        *names, not_before=start, not_after=start + timedelta(days=DAYS) - timedelta(seconds=1)
    )
