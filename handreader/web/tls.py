"""Self-made TLS certificate: a phone's browser gives its camera to HTTPS pages only."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import trustme

DAYS = 397  # browsers refuse certificates with a longer validity


def ssl_context(names: Sequence[str], now: datetime | None = None) -> ssl.SSLContext:
    """Return a server's TLS context with a new certificate for these names and addresses.

    The signing authority is dropped at once: nothing on the disk could sign another certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    leaf(names, now or datetime.now(UTC)).configure_cert(context)
    return context


def leaf(names: Sequence[str], now: datetime) -> trustme.LeafCert:
    """Issue a certificate, valid from an hour ago (clocks differ) and for `DAYS` in all."""
    start = now - timedelta(hours=1)
    return trustme.CA().issue_cert(
        *names, not_before=start, not_after=start + timedelta(days=DAYS) - timedelta(seconds=1)
    )
