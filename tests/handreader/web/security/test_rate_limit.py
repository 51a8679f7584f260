"""The limit of what a client may do within a time."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.web.errors import ApiError
from handreader.web.security import rate_limit
from handreader.web.security.rate_limit import RateLimit

PHONE = {"session 1": 2, "from 192.168.1.5": 3}
NEIGHBOUR = {"session 2": 2, "from 192.168.1.5": 3}


def test_guesses_are_limited_for_each_key_of_a_client() -> None:
    times = iter([0.0, 0.0, *[60.0] * 20])
    limit = RateLimit(900, "too_many_codes", lambda: next(times))
    for _ in range(2):
        limit.check(PHONE)
        limit.add(PHONE)
    with pytest.raises(ApiError) as refused:
        limit.check(PHONE)
    assert (refused.value.status, refused.value.code) == (429, "too_many_codes")
    limit.check(NEIGHBOUR)
    limit.add(NEIGHBOUR)
    with pytest.raises(ApiError):
        limit.check({"session 3": 2, "from 192.168.1.5": 3})
    limit.check({"session 3": 2, "from 192.168.1.6": 3})


def test_a_client_may_guess_again_after_the_time_that_was_named() -> None:
    times = iter([0.0, 300.0, 300.0, 900.0])
    limit = RateLimit(900, "too_many_codes", lambda: next(times))
    limit.add(PHONE)
    limit.add(PHONE)
    with pytest.raises(ApiError) as refused:
        limit.check(PHONE)
    assert "wait 10 minutes" in str(refused.value)
    limit.check(PHONE)  # at 900: the first guess is forgotten


def test_clients_are_forgotten_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MOST_KEYS", 4)
    limit = RateLimit(900, "too_many_codes", lambda: 0.0)
    for number in range(9):
        limit.add({f"session {number}": 1})
    limit.check({"session 4": 1})
    with pytest.raises(ApiError):
        limit.check({"session 5": 1})
