"""The changelog: short sections, one a release, in step with the version and the table of tags."""

from __future__ import annotations

import re

from handreader import __version__
from tests.documents import ROOT

MOST_LINES = 40
GROUPS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""The groups of Keep a Changelog."""


def sections() -> dict[str, list[str]]:
    """The lines of each section, by its heading without `## `."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    parts = re.split(r"^## ", text, flags=re.M)[1:]
    return {lines[0]: lines for lines in (part.strip().splitlines() for part in parts)}


def releases() -> list[tuple[str, str]]:
    """Version and date of each release in the changelog, the newest first."""
    matches = [re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", name) for name in sections()]
    return [(match[1], match[2]) for match in matches if match]


def test_every_section_is_a_release_but_the_first() -> None:
    assert next(iter(sections())) == "Unreleased"
    assert len(releases()) == len(sections()) - 1


def test_releases_are_in_order() -> None:
    numbers = [tuple(map(int, version.split("."))) for version, _ in releases()]
    dates = [date for _, date in releases()]
    assert numbers == sorted(set(numbers), reverse=True)
    assert dates == sorted(dates, reverse=True)


def test_a_section_is_short() -> None:
    assert {name: len(lines) for name, lines in sections().items() if len(lines) > MOST_LINES} == {}


def test_entries_are_in_the_groups_of_keep_a_changelog() -> None:
    for name, lines in sections().items():
        groups = [line.removeprefix("### ") for line in lines if line.startswith("#")]
        assert groups == [group for group in GROUPS if group in groups], name
        starts = [line for line in lines[1:] if line and not line.startswith(("### ", "- ", "  "))]
        assert starts == [], name


def test_the_version_is_the_newest_release_or_under_way_to_the_next() -> None:
    newest = releases()[0][0]
    assert __version__ == newest or (
        tuple(map(int, __version__.removesuffix(".dev0").split(".")))
        in successors(tuple(map(int, newest.split("."))))
        and __version__.endswith(".dev0")
    )


def successors(version: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The versions that may follow one: the next major, minor and patch version."""
    major, minor, patch = version
    return (major + 1, 0, 0), (major, minor + 1, 0), (major, minor, patch + 1)


def test_every_release_has_its_tag_in_the_table() -> None:
    """A commit cannot name itself: the newest release's tag is added after it."""
    page = (ROOT / "docs" / "how-to" / "release.md").read_text("utf-8")
    rows = re.findall(r"^\| `v([\d.]+)` \| ([\d-]+) \| `[0-9a-f]{40}` \| \S", page, re.M)
    known = releases()[1:] if __version__ == releases()[0][0] else releases()
    assert rows in (known, releases())
