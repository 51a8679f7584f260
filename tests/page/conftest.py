"""The browser, the built page on a static server, and what examines it: one for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.handreader.conftest import pictures
from tests.handreader.web.browsing import browser
from tests.page.static_site import serve_site

__all__ = ["pictures"]


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


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's script, as a package of the extra `browser` brings it."""
    package = pytest.importorskip("axe_playwright_python", reason="needs the extra `browser`")
    return (files(package) / "axe.min.js").read_text(encoding="utf-8")
