"""What `handreader doctor` finds on this machine, and how it names what is wrong."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from handreader import doctor
from handreader.doctor import (
    Finding,
    State,
    examine,
    opencv_finding,
    opencv_packages,
    page_finding,
)
from handreader.user_files import user_folder
from handreader.web.phone_page import FOLDER
from scoring.installation import Installation, Way, this_installation
from tests.handreader.cli.calling import call

ROOT = Path(__file__).parents[2]


def findings(port: int, camera: int | None = None) -> dict[str, Finding]:
    return {finding.name: finding for finding in examine(port, camera)}


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return user_folder()


def test_this_installation_can_read_photos(folder: Path, free_port: int) -> None:
    found = findings(free_port)
    needed = ("handreader", "python", "numpy", "onnxruntime", "pillow", "opencv", "weights", "port")
    assert {name: found[name].state for name in needed} == dict.fromkeys(needed, State.OK)
    nets = "finder", "namer", "bodies", "relations"
    assert all(net in str(found["weights"].text) for net in nets)
    assert found["data"].state is found["games"].state is found["sets"].state is State.ABSENT
    assert str(folder) in str(found["data"].text)


def test_two_opencvs_are_a_fault_that_names_the_mend() -> None:
    both = ("opencv-python-headless", "opencv-python")
    found = opencv_finding(both, this_installation())
    assert found.state is State.FAULT
    assert this_installation().pip("uninstall", *both) in str(found.text)


def test_no_opencv_is_a_fault() -> None:
    found = opencv_finding((), this_installation())
    assert found.state is State.FAULT
    assert str(found.text).endswith(this_installation().add("opencv-python-headless"))


@pytest.mark.parametrize("package", ["opencv-python", "opencv-contrib-python"])
def test_every_package_of_opencv_is_found(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "version", version_lookup("opencv-python-headless", package))
    assert opencv_packages() == ("opencv-python-headless", package)
    assert opencv_finding(opencv_packages(), this_installation()).state is State.FAULT


def test_opencv_with_windows_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "version", version_lookup("opencv-python"))
    found = opencv_finding(opencv_packages(), this_installation())
    assert found.state is State.OK and str(found.text) == "4.13 (opencv-python)"


def version_lookup(*packages: str) -> Callable[[str], str]:
    def version(package: str) -> str:
        if package not in packages:
            raise PackageNotFoundError(package)
        return "4.13"

    return version


@pytest.mark.parametrize("lang", ["en", "it"])
def test_without_opencv_all_else_is_examined(
    folder: Path, free_port: int, lang: str, tmp_path: Path
) -> None:
    (folder / "sets").mkdir(parents=True)
    (folder / "sets/club.npz").touch()
    hiding = tmp_path / "hiding.py"
    hiding.write_text(
        "import sys; sys.modules['cv2'] = None; from handreader.cli.app import main; main()"
    )
    command = [sys.executable, str(hiding), "doctor", "--port", str(free_port), "--lang", lang]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 1 and done.stderr == ""
    assert "! opencv" in done.stdout and "+ port" in done.stdout.splitlines()[-2]
    command[2:] = ["score", str(ROOT / "datasets/examples/images/hand.jpg"), "--lang", lang]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "cv2" in done.stderr and "`handreader doctor`" in done.stderr


def test_a_library_that_is_not_installed_is_named(
    folder: Path, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "version", version_lookup("onnxruntime", "pillow"))
    found = findings(free_port)["numpy"]
    assert found.state is State.FAULT and this_installation().add("numpy") in str(found.text)


def test_a_page_that_is_not_built_is_named_with_the_way_to_it(
    folder: Path, free_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert doctor.PAGE == FOLDER / "index.html"
    monkeypatch.setattr(doctor, "PAGE", tmp_path / "index.html")
    found = findings(free_port)["page"]
    assert found.state is State.ABSENT and "make page" in str(found.text)
    of_wheel = Installation(Way.ENVIRONMENT, "handreader.whl", sys.executable, True)
    assert "wheel of a release" in str(page_finding(of_wheel).text)
    (tmp_path / "index.html").touch()
    assert findings(free_port)["page"].state is State.OK


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2"])
def test_a_port_in_use_is_a_fault(folder: Path, address: str) -> None:
    if address != "127.0.0.1" and sys.platform != "linux":
        pytest.skip("one address of this computer's own alone")
    with socket.socket() as taken:
        taken.bind((address, 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = findings(port)["port"]
    assert found.state is State.FAULT and f"{port} is in use" in str(found.text)


def test_kept_games_are_counted(folder: Path, free_port: int) -> None:
    folder.mkdir(parents=True)
    with sqlite3.connect(folder / "games.sqlite") as database:
        database.execute("CREATE TABLE games (id TEXT)")
        database.executemany("INSERT INTO games VALUES (?)", [("a",), ("b",)])
    database.close()
    found = findings(free_port)
    assert found["games"].state is State.OK and str(found["games"].text).startswith("2: ")
    assert found["data"].state is State.OK


def test_a_damaged_database_is_a_fault(folder: Path, free_port: int) -> None:
    folder.mkdir(parents=True)
    (folder / "games.sqlite").write_bytes(b"no database at all" * 100)
    found = findings(free_port)["games"]
    assert found.state is State.FAULT and "restore it from a backup" in str(found.text)


def test_a_camera_that_is_not_there_is_no_fault(folder: Path, free_port: int) -> None:
    assert findings(free_port, camera=97)["camera"].state is State.ABSENT


def test_the_command_prints_json_lines(folder: Path, free_port: int) -> None:
    result = call("doctor", "--port", str(free_port), "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0 and all(set(line) == {"name", "state", "text"} for line in lines)


def test_a_fault_gives_status_1(folder: Path, free_port: int) -> None:
    folder.mkdir(parents=True)
    (folder / "games.sqlite").write_bytes(b"no database at all" * 100)
    result = call("doctor", "--port", str(free_port), "--lang", "it")
    assert result.exit_code == 1 and "! games: " in result.stdout
    assert result.stdout.rstrip().endswith("! da rimediare.")


def test_the_version_names_the_weights() -> None:
    text = call("--version").stdout
    assert text.startswith("handreader ") and "finder-" in text and "namer-" in text


@pytest.mark.parametrize(
    ("language", "setting", "seen"),
    [
        ("xx", "", "HANDREADER_LANG is 'xx': expected one of en, it"),
        ("", 'set = "nosuch"', "'nosuch'"),
        ("it", 'set = "none"', ""),
    ],
)
def test_a_language_or_a_set_that_is_not_there_is_a_fault(
    folder: Path,
    free_port: int,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    setting: str,
    seen: str,
) -> None:
    monkeypatch.setenv("HANDREADER_LANG", language)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(setting, "utf-8")
    found = findings(free_port)["settings"]
    assert found.state is (State.FAULT if seen else State.OK)
    assert seen in str(found.text)
