"""Completion in the shells that are here, and its installation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.handreader.cli.calling import call

# In each, what is completed is printed.
DRIVERS = {
    "bash": 'source "$1"; COMP_WORDS=(handreader che); COMP_CWORD=1; '
    '_handreader_completion handreader; echo "${COMPREPLY[@]}"',
    "zsh": 'words=(handreader che); CURRENT=2; compadd() { shift; echo "$@"; }; compdef() {}; '
    '_files() {}; source "$1"; _handreader_completion',
    "fish": 'source $argv[1]; complete --do-complete "handreader che"',
}


@pytest.mark.parametrize("shell", sorted(DRIVERS))
def test_it_completes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell}")
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    script = tmp_path / "script"
    script.write_text(call("--show-completion").stdout)
    program = tmp_path / "handreader"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m handreader "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    name = () if shell == "fish" else ("driver",)
    done = subprocess.run(
        [shell, "-c", DRIVERS[shell], *name, str(script)],
        env=environment | {"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["check"]


@pytest.mark.parametrize("shell", sorted(DRIVERS))
def test_it_is_installed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: str) -> None:
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    printed = {call("--install-completion").stdout for _ in range(2)}
    (path,) = (path for path in tmp_path.rglob("*handreader*") if path.is_file())
    assert printed == {f"{shell} completion installed in {path}; it works in a new terminal\n"}
    assert path.read_text() == call("--show-completion").stdout
    if shell != "fish":  # which reads the whole folder
        lines = (tmp_path / f".{shell}rc").read_text().splitlines()
        assert len([line for line in lines if line]) == 1


def test_another_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/dash")
    refused = call("--install-completion")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "handreader: no completion for the shell dash: expected one of bash, zsh, fish\n"
    )


def test_an_open_quotation_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_HANDREADER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", 'handreader rules "mcr-')
    monkeypatch.setenv("COMP_CWORD", "1")
    assert call().stdout == "rules\n"


def test_scripts_of_earlier_versions_get_nothing_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_HANDREADER_COMPLETE", "complete_zsh")
    refused = call()
    assert (refused.exit_code, refused.output) == (1, "")
