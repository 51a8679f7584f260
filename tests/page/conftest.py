"""The browser, and the built page on a static server: one of each for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.handreader.web.browsing import browser
from tests.page.static_site import serve_site


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser without pages."""
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built page."""
    with serve_site(tmp_path_factory.mktemp("site")) as address:
        yield address
