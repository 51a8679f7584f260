"""The program as a whole: its version and help, and errors in one line; the reader is a fake."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from handreader import __version__
from handreader.cli.app import argument_words
from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import (
    WIN,
    Lay,
)
from vision.recognition.recognizer import TileRecognizer

ROOT = Path(__file__).parents[3]


def test_version() -> None:
    assert call("--version").stdout.startswith(f"handreader {__version__} (finder-")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, handreader.cli.app as c\n"
        "try: c.app(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'cv2', 'PIL', 'onnxruntime', 'rich', 'torch', 'vision', 'scoring'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"
    assert "evaluate" in done.stdout


def test_no_tiles(lay: Lay, photo: Path) -> None:
    lay("")
    for command in ("read", "score"):
        result = call(command, photo)
        assert result.exit_code == 1
        assert "no tiles found in hand.jpg (2400×1400)" in result.stderr


NAME = "a\x1b[2J\n\x9bb\u202ec.jpg"
ESCAPED = r"a\x1b[2J\n\x9bb\u202ec"


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("command", ["read", "score"])
def test_control_characters_of_file_names_are_escaped(
    lay: Lay, photo: Path, command: str, lang: str
) -> None:
    odd = photo.rename(photo.with_name(NAME))
    lay(WIN)
    read = call(command, odd, "--lang", lang)
    assert read.exit_code == 0
    shown = read.stdout.replace("\n", "")
    assert f"{ESCAPED}.jpg: " in shown
    assert (f"{ESCAPED}-read.jpg" in shown) == (command == "score")
    lay("")
    errors = [call(command, path, "--lang", lang) for path in (odd, "gone\x1b[2J\n.jpg")]
    assert [error.stderr.count("\n") for error in errors] == [1, 1]
    assert f"{ESCAPED}.jpg (2400×1400)" in errors[0].stderr
    assert r"gone\x1b[2J\n.jpg " in errors[1].stderr
    for printed in (read.stdout, *(error.output for error in errors)):
        assert printed.replace("\n", "").isprintable()


def test_json_has_the_name_of_a_file_as_it_is(lay: Lay, photo: Path) -> None:
    odd = photo.rename(photo.with_name(NAME))
    lay(WIN)
    result = call("read", odd, "--json")
    assert [line["photo"] for line in lines(result)] == [NAME]
    assert result.stdout.removesuffix("\n").isprintable()


def test_unexpected_errors_are_one_line_too(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("first line\nsecond line")

    lay(WIN)
    monkeypatch.setattr(TileRecognizer, "load", fails)
    result = call("score", photo)
    assert result.exit_code == 1
    assert result.stderr == (
        "handreader: unexpected RuntimeError: first line second line; "
        "--verbose shows where it happened\n"
    )
    assert "Traceback" in call("score", photo, "--verbose").stderr


@pytest.mark.thorough
def test_a_fault_said_while_the_nets_are_still_opening_ends_in_its_own_status() -> None:
    for _ in range(3):  # the nets open beside it: whether they are torn down half open is chance
        done = subprocess.run(
            [sys.executable, "-m", "handreader", "score", "no-such-photo.jpg"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode in (1, 2)
        assert "no-such-photo.jpg" in done.stderr


def test_commands_are_listed_by_their_docstrings_without_being_built() -> None:
    code = (
        "import sys, handreader.cli.app as c\n"
        "try: c.app(['--help'])\nexcept SystemExit: pass\n"
        "print('handreader.options' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == "False\n"
    assert "  sets        List the taught sets of tiles; rename or forget one.\n" in done.stdout


def test_a_mistyped_command_is_answered_with_the_nearest() -> None:
    result = call("scroe", "hand.jpg")
    assert result.exit_code == 2
    assert "score" in result.stderr.splitlines()[-1]


def test_a_closed_output_ends_the_program_without_a_word() -> None:
    program = [sys.executable, "-m", "handreader", "rules", "mcr"]
    with subprocess.Popen(
        program, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_on_windows_the_program_finds_the_files_of_a_pattern(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["handreader", "read", "*.jpg", "[^444z]"])
    assert argument_words() == ["read", "*.jpg", "[^444z]"]
    with monkeypatch.context() as windows:
        windows.setattr(os, "name", "nt")
        found = argument_words()
    assert sorted(found[1:3]) == ["a.jpg", "b.jpg"] and found[3] == "[^444z]"
