"""The script that builds a release: what it refuses, and the recipe of the container it writes."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / ".ci/release.py"
pytestmark = pytest.mark.skipif(not SCRIPT.is_file(), reason="the sdist has no `.ci`")
HEAD = "a" * 40


@pytest.fixture
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pretend(release: ModuleType, monkeypatch: pytest.MonkeyPatch, **answers: str) -> None:
    """Let git answer as in some checkout; by default a clean one without tags."""
    known = {"status": "", "tag": "", "rev-list": "", "rev-parse": HEAD} | {
        name.replace("_", "-"): answer for name, answer in answers.items()
    }
    monkeypatch.setattr(release, "git", lambda name, *words: known[name])


@pytest.mark.parametrize(
    ("version", "answers", "why"),
    [
        ("1.0.0", {}, "the commit is version 1.1.0"),
        ("1.1.0", {"status": " M README.md"}, "not a clean commit"),
        ("1.1.0", {"tag": "v1.1.0", "rev_list": "b" * 40}, "tag v1.1.0 is another commit"),
    ],
)
def test_what_is_no_commit_of_the_version_is_refused(
    release: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    version: str,
    answers: dict[str, str],
    why: str,
) -> None:
    pretend(release, monkeypatch, **answers)
    with pytest.raises(SystemExit, match=why):
        release.check_release(version, "1.1.0")


def test_a_preview_is_no_release(release: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(release, monkeypatch)
    with pytest.raises(SystemExit, match="is no release"):
        release.check_release("1.1.0.dev0", "1.1.0.dev0")


@pytest.mark.parametrize("answers", [{}, {"tag": "v1.1.0", "rev_list": HEAD}])
def test_a_clean_commit_is_released_with_or_without_its_tag(
    release: ModuleType, monkeypatch: pytest.MonkeyPatch, answers: dict[str, str]
) -> None:
    pretend(release, monkeypatch, **answers)
    release.check_release("1.1.0", "1.1.0")


def test_the_container_of_a_release_is_built_from_its_wheel(release: ModuleType) -> None:
    ours = (ROOT / "Containerfile").read_text("utf-8")
    text = release.recipe(ROOT / "Containerfile", "handreader-1.0-py3-none-any.whl")
    assert "node" not in text and "COPY . " not in text
    assert "COPY handreader-1.0-py3-none-any.whl /source/\n" in text
    assert '"/source/handreader-1.0-py3-none-any.whl[web,postgres,heif]"' in text
    assert text.endswith(ours[ours.rindex("FROM ") :]), "the image itself is the same"
