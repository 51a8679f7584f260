"""Files that a user keeps: safe names, and writing that leaves no half of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from handreader.user_files import check_folder, file_stem, user_folder, write_atomically


def test_the_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert user_folder().name == "handreader"


@pytest.mark.parametrize(
    ("name", "stem"),
    [("Club Set", "club-set"), ("../../etc/passwd", "etc-passwd"), ("a.b\\c:d", "a-b-c-d"),
     ("麻雀", ""), ("..", ""), ("x" * 99, "x" * 30)],
)  # fmt: skip
def test_a_name_becomes_a_safe_stem(name: str, stem: str) -> None:
    assert file_stem(name, 30) == stem


def test_a_folder_is_for_files_where_they_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter").write_text("")
    for folder in (tmp_path, tmp_path / "new" / "one"):
        check_folder(folder)
    for file in (tmp_path / "letter", tmp_path / "letter" / "in it"):
        with pytest.raises(NotADirectoryError):
            check_folder(file)
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write anywhere
    with pytest.raises(PermissionError, match=tmp_path.name):
        check_folder(tmp_path / "new")


def test_a_file_is_written_whole_with_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "tables" / "club.toml"
    write_atomically(file, b"one")
    write_atomically(file, "zwölf\n".encode())
    assert file.read_text("utf-8") == "zwölf\n"
    assert list(file.parent.iterdir()) == [file]


def test_a_failed_write_leaves_the_earlier_file(tmp_path: Path) -> None:
    folder = tmp_path / "club.toml"
    (folder / "inside").mkdir(parents=True)  # no file can replace this folder
    with pytest.raises(OSError):
        write_atomically(folder, b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["club.toml"]


def test_tests_leave_the_games_and_sets_of_their_user_alone(data_home: Path) -> None:
    assert user_folder().is_relative_to(data_home)
