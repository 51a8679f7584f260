"""Check that the page answers: `python -m handreader.web.health [PORT]` exits 0 if it does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import CERT_NONE, create_default_context

from ..options import DEFAULT_PORT
from .security.addresses import LOCAL, ServeError, lan_address

SECONDS = 2.0


def is_healthy(port: int) -> bool:
    """Return whether a page of this computer answers at the port, with or without HTTPS."""
    return any(_answers(connection) for connection in _connections(port))


def _connections(port: int) -> Iterator[HTTPConnection]:
    addresses = [LOCAL]
    with suppress(ServeError):
        addresses.append(lan_address())
    own = create_default_context()
    own.check_hostname = False
    own.verify_mode = CERT_NONE  # the certificate is self-made
    for address in addresses:
        yield HTTPConnection(address, port, timeout=SECONDS)
        yield HTTPSConnection(address, port, timeout=SECONDS, context=own)


def _answers(connection: HTTPConnection) -> bool:
    with closing(connection):
        try:
            connection.request("HEAD", "/health")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False


if __name__ == "__main__":
    sys.exit(not is_healthy(int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_PORT))
