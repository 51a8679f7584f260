"""HTTP connections with deadlines: nobody shuts others out by sending nothing, or slowly."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Bounds on connections.

    Attributes:
        head_seconds: until the head of a request is complete, from the connection or, later, from
            the head's first byte.
        body_seconds: until a body is complete: a phone sends a photo of 25 MB over a slow Wi-Fi.
        each: connections of one address that belong to no phone that joined; a browser opens six.
        phone: connections of one phone that joined: a club's phones may share a router's address.
        total: all connections.
    """

    head_seconds: float = 10.0
    body_seconds: float = 60.0
    each: int = 64
    phone: int = 32
    total: int = 512


class Waiting(Protocol):
    """The part of a connection that decides whether it is closed to make room."""

    @property
    def address(self) -> str:
        """Return the address of the client."""
        ...

    @property
    def phone(self) -> str:
        """Return the phone of its last request; "" for none that joined."""
        ...

    @property
    def start_time(self) -> float:
        """Return the second at which the connection was made."""
        ...

    @property
    def is_waiting(self) -> bool:
        """Return whether the connection waits for a request or its rest."""
        ...


def connections_to_close(
    connections: Iterable[Waiting], newest: Waiting, limits: ConnectionLimits
) -> list[Waiting]:
    """Return the connections to close for the newest one: those that wait, of the busiest client.

    A client is a phone that joined, or else an address. The newest itself is closed if all others
    of its client are being answered.

    Args:
        connections: all of them.
        newest: one that was just made, or whose phone has just become known.
        limits: of connections.
    """
    every = [one for one in connections if one is not newest]
    counts = Counter(map(_client, every))
    own = [one for one in every if _client(one) == _client(newest)]
    if len(own) >= (limits.phone if newest.phone else limits.each):
        return [min((one for one in own if one.is_waiting), key=_age, default=newest)]
    if len(every) >= limits.total:
        waiting = [one for one in every if one.is_waiting]
        return [
            min(waiting, key=lambda one: (-counts[_client(one)], one.start_time), default=newest)
        ]
    return []


def _client(one: Waiting) -> tuple[str, str]:
    return ("phone", one.phone) if one.phone else ("address", one.address)


def _age(one: Waiting) -> float:
    return one.start_time


def protocol_with_deadlines(
    limits: ConnectionLimits,
    headers: Collection[tuple[str, str]],
    phone_of: Callable[[Scope], str] = lambda scope: "",
) -> type[H11Protocol]:
    """Return uvicorn's protocol with these limits.

    Args:
        limits: of connections.
        headers: of the answer to what is no HTTP, as of every other answer.
        phone_of: returns the phone that sends a request; "" for none that joined.
    """

    class TimedProtocol(H11Protocol):
        """An HTTP/1.1 connection that is closed when a request takes too long to arrive."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.start_time = self.loop.time()
            self._deadline: asyncio.TimerHandle | None = None
            self._awaited = ""
            self.phone = ""
            self._make_room()
            self._await_head()

        @property
        def address(self) -> str:
            return self.client[0] if self.client else ""

        @property
        def is_waiting(self) -> bool:
            return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

        def data_received(self, data: bytes) -> None:
            if not self._awaited and self.is_waiting:  # the next request of this connection
                self._await_head()
            cycle = self.cycle
            super().data_received(data)
            if self.cycle is not cycle:
                self._set_deadline("")
                self._know_phone(phone_of(dict(self.cycle.scope)))
            if self.cycle is not None and self.cycle.response_complete is False:
                if not self.cycle.more_body:
                    self._set_deadline("")
                elif self._awaited != "body":
                    self._set_deadline("body", limits.body_seconds)

        def on_response_complete(self) -> None:
            self._set_deadline("")  # from here on the connection may stay idle for a while
            super().on_response_complete()
            if self.conn.their_state is h11.SEND_BODY:  # answered before its body had come
                self._await_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._set_deadline("")
            super().connection_lost(exc)

        def send_400_response(self, msg: str) -> None:
            """Answer what is no HTTP with our own headers."""
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
            body = "bad request\n"
            head = f"HTTP/1.1 400 Bad Request\r\n{lines}content-type: text/plain\r\n"
            rest = f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}"
            self.transport.write((head + rest).encode("ascii"))
            self.transport.close()

        def _know_phone(self, phone: str) -> None:
            """Count the connection among those of the phone that uses it."""
            if phone != self.phone:
                self.phone = phone
                self._make_room()

        def _make_room(self) -> None:
            for one in connections_to_close(self._others(), self, limits):
                assert isinstance(one, TimedProtocol)
                one.transport.abort()
                self.connections.discard(one)  # it is lost a moment later

        def _others(self) -> list[Any]:  # uvicorn's set holds WebSocket protocols, too
            return [one for one in self.connections if isinstance(one, TimedProtocol)]

        def _await_head(self) -> None:
            self._set_deadline("head", limits.head_seconds)

        def _set_deadline(self, awaited: str, seconds: float = 0.0) -> None:
            """Close the connection unless what is awaited comes in time; "" for no deadline."""
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None
            self._awaited = awaited
            if awaited:
                self._deadline = self.loop.call_later(seconds, self._give_up)

        def _give_up(self) -> None:
            if not self.transport.is_closing():
                self.transport.abort()

    return TimedProtocol
