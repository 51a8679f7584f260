"""The files by which an operating system runs the server: what they name exists here."""

from __future__ import annotations

import configparser
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from handreader.cli.app import app

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "packaging" / "handreader.service"
COMPOSE = ROOT / "packaging" / "compose.yaml"


@pytest.fixture
def unit() -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(UNIT, "utf-8")
    return parsed


def test_the_unit_starts_a_command_and_stops_it_in_order(unit: configparser.ConfigParser) -> None:
    service = unit["Service"]
    program, command, *options = shlex.split(service["ExecStart"])
    assert Path(program).name == "handreader" and command == "serve"
    assert app.command(command).parse(options) is not None
    assert service["KillSignal"] == "SIGTERM" and service["Restart"] == "on-failure"
    folder = f"/var/lib/{service['StateDirectory']}"
    assert f"XDG_DATA_HOME={folder}" in service["Environment"].split()
    assert service["DynamicUser"] == "yes"  # not as root


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """With a program that is there: the check asks for it."""
    text = UNIT.read_text("utf-8").replace("/opt/handreader/bin/handreader", "/bin/true")
    copy = tmp_path / "handreader.service"
    copy.write_text(text, "utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(copy)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    about = [line for line in found.stderr.splitlines() if "handreader.service" in line]
    assert about == []


@pytest.mark.parametrize("fault", ["", "start_signal"])
def test_compose_is_as_its_specification_has_it(tmp_path: Path, fault: str) -> None:
    """With a key that the specification does not have, the check fails."""
    pytest.importorskip("check_jsonschema", reason="needs check-jsonschema, of the extra `dev`")
    copy = tmp_path / "compose.yaml"
    text = COMPOSE.read_text("utf-8")
    copy.write_text(text.replace("stop_signal", fault) if fault else text, "utf-8")
    check = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    done = subprocess.run([*check, str(copy)], capture_output=True, text=True, timeout=60)
    assert (done.returncode == 0) is (fault == ""), done.stdout + done.stderr


def test_compose_builds_the_containerfile_and_stops_it_in_order() -> None:
    yaml = pytest.importorskip("yaml", reason="mkdocs brings it")
    found = yaml.safe_load(COMPOSE.read_text("utf-8"))
    service = found["services"]["handreader"]
    build = service["build"]
    assert (COMPOSE.parent / build["context"] / build["dockerfile"]).is_file()
    assert app.command(service["command"][0]).parse(service["command"][1:]) is not None
    container = (ROOT / "Containerfile").read_text("utf-8")
    (volume,) = service["volumes"]
    name, folder = volume.split(":")
    assert name in found["volumes"] and f"VOLUME {folder}\n" in container
    assert service["stop_signal"] == "SIGTERM" and service["network_mode"] == "host"
