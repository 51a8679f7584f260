"""The queue of photos: 50 phones at once are served in order, with a place each."""

from __future__ import annotations

import asyncio
import threading

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.web.app import Limits
from handreader.web.errors import ApiError
from handreader.web.work_queue import WorkQueue

PHONES = [f"phone {number}" for number in range(50)]


def test_50_phones_are_served_in_order_and_each_knows_its_place() -> None:
    queue = WorkQueue("read", 1, Limits().photos, size=Limits().queued_bytes)
    go_on = threading.Event()
    served: list[str] = []

    async def rush() -> list[int | None]:
        def work(client: str) -> None:
            go_on.wait(10)
            served.append(client)

        async def ask(client: str) -> None:
            async def load() -> str:
                return client

            await queue.run(client, load, work, size=4 * 1024 * 1024)

        asking = [asyncio.create_task(ask(client)) for client in PHONES]
        await asyncio.sleep(0.1)
        places = [queue.place(client) for client in PHONES]
        go_on.set()
        await asyncio.gather(*asking)
        return places

    assert asyncio.run(rush()) == list(range(50))
    assert served == PHONES
    assert [queue.place(client) for client in PHONES] == [None] * 50
    queue.close()


def test_who_is_still_sending_keeps_nobody_waiting() -> None:
    queue = WorkQueue("read", 1, 4)
    sent, go_on = asyncio.Event(), threading.Event()

    async def rush() -> tuple[int | None, int | None]:
        async def slow() -> None:
            await sent.wait()

        async def quick() -> None:
            return None

        first = asyncio.create_task(queue.run("slow", slow, lambda _: None))
        await asyncio.sleep(0)
        second = asyncio.create_task(queue.run("quick", quick, lambda _: go_on.wait(10)))
        await asyncio.sleep(0.05)
        places = queue.place("quick"), queue.place("slow")
        go_on.set()
        await second
        sent.set()
        await first
        return places

    assert asyncio.run(rush()) == (0, 1)
    queue.close()


def test_the_photos_in_memory_are_bounded() -> None:
    queue = WorkQueue("read", 1, 10, size=100)
    go_on = threading.Event()

    async def load() -> None:
        return None

    async def rush() -> None:
        first = asyncio.create_task(queue.run("a", load, lambda _: go_on.wait(10), size=60))
        await asyncio.sleep(0.05)
        with pytest.raises(ApiError) as full:
            await queue.run("b", load, lambda _: None, size=60)
        assert (full.value.status, full.value.code) == (503, "busy")
        small = asyncio.create_task(queue.run("c", load, lambda _: None, size=40))
        go_on.set()
        await asyncio.gather(first, small)
        await queue.run("b", load, lambda _: None, size=60)

    asyncio.run(rush())
    queue.close()


def test_one_photo_larger_than_the_bound_is_still_read() -> None:
    queue = WorkQueue("read", 1, 10, size=10)

    async def load() -> int:
        return 136

    assert asyncio.run(queue.run("a", load, lambda tiles: tiles, size=60)) == 136
    queue.close()
