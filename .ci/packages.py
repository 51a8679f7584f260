"""Build wheel and sdist; install them outside the repository in clean environments, and use them.

    python .ci/packages.py            the wheel made from the sdist, with the newest versions that
                                      pyproject.toml allows, on each of its Pythons found here
    python .ci/packages.py --one      the same on the Python that runs this, alone
    python .ci/packages.py --lowest   the tests of the sdist, with the lowest versions

Both need uv, of the extra `dev`. Prints seconds and installed size of each environment.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from time import perf_counter, sleep

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXAMPLE = ROOT / "datasets/examples/images/hand.jpg"
# Installed, for reading and scoring: OpenCV, onnxruntime, numpy and Pillow take 310, the page 13.
MOST_MEGABYTES = 360
NEEDED = (
    "vision/_weights/manifest.toml",
    "vision/_weights/*.onnx",
    "handreader/store/migrations/versions/*.py",
    "handreader/web/faces/*.svg",
    "handreader/web/page/package.json",
    "handreader/py.typed",
    "scoring/py.typed",
    "vision/py.typed",
    "*.dist-info/licenses/LICENSE",
    "*.dist-info/licenses/NOTICE",
)
BUILT_PAGE = (
    "handreader/web/phone/index.html",
    "handreader/web/phone/sw.js",
    "handreader/web/phone/assets/*.wasm.gz",
    "handreader/web/phone/assets/*.js.gz",
)
"""What `make page` builds."""
UNWANTED = (
    "benchmarks/*",
    "handreader/evaluation/made/*",
    "handreader/web/phone/*.onnx",
    "handreader/web/phone/*.wasm",
    "simulation/*",
    "tests/*",
    "vision/training/*",
)
"""What needs the checkout, and nets that the wheel has elsewhere."""
API = (
    "import handreader as hr; r = hr.score('hand.jpg', seat='S', discarder='W'); "
    "assert r.total == 45, r.total; assert hr.score_hand('123m 456p 789s 11z 678s', 'mcr').total"
)
TYPED = """
import handreader as hr
reveal_type(hr.score("hand.jpg", rules="mcr").total)
reveal_type(hr.Reader().read("hand.jpg").layout)
reveal_type(hr.score_hand("11m").hand)
"""
"""What a type checker has to know from the installed packages alone."""
HIDING = "scoring.py was found where handreader's package scoring was expected"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    which = options.add_mutually_exclusive_group()
    which.add_argument("--lowest", action="store_true")
    which.add_argument("--one", action="store_true")
    asked = options.parse_args()
    if not (ROOT / "handreader/web/phone/index.html").is_file():
        raise SystemExit("the page belongs in every package: make page")
    with tempfile.TemporaryDirectory(prefix="packages-") as folder:
        place = Path(folder)
        built = place / "dist"
        # without a kind, uv builds the wheel from the sdist: what the sdist lacks is missed here
        kind = ["--sdist"] if asked.lowest else []
        run(uv(), "build", "--quiet", *kind, "--out-dir", str(built), str(ROOT))
        if asked.lowest:
            check_lowest(next(built.glob("*.tar.gz")), place)
        else:
            wheel = next(built.glob("*.whl"))
            check_content(wheel)
            print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
            for number, python in enumerate([Path(sys.executable)] if asked.one else pythons()):
                check_wheel(wheel, python, place / f"wheel-{number}")
            if not asked.one:
                check_tool(wheel, place)


def check_content(wheel: Path) -> None:
    """Check that the wheel has what users need, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for pattern in (*NEEDED, *BUILT_PAGE):
        assert any(fnmatch(name, pattern) for name in names), f"{pattern} is not in {wheel.name}"
    for unwanted in UNWANTED:
        assert not any(fnmatch(name, unwanted) for name in names), f"{unwanted} is in it"


def check_wheel(wheel: Path, python: Path, place: Path) -> None:
    """Install the wheel for one Python; read, score and start the server's code elsewhere."""
    start = perf_counter()
    run(uv(), "venv", "--quiet", "--python", str(python), str(place))
    own = place / "bin/python"
    install(own, str(wheel))
    work = place / "work"
    work.mkdir()
    shutil.copy(EXAMPLE, work)
    command = str(place / "bin/handreader")
    facts = ("--seat", "S", "--discarder", "W")
    assert "45" in run(command, "score", "hand.jpg", *facts, cwd=work)
    seconds = perf_counter() - start
    megabytes = sum(f.stat().st_size for f in place.rglob("*") if f.is_file()) / 1e6
    assert megabytes < MOST_MEGABYTES, f"{megabytes:.0f} MB are installed"
    run(str(own), "-c", API, cwd=work)
    run(command, "--version", cwd=work)
    for made in ("--hands", "--layings"):
        assert "checkout" in run(command, "evaluate", made, cwd=work, status=1)
    check_types(own, work)
    check_remedy((command, "doctor"), place)
    install(own, f"{wheel}[web,heif,postgres]")
    check_server(command, place)
    (work / "scoring.py").write_text("points = 3\n")  # as beside a notebook
    output = run(str(own), "-c", API, cwd=work, status=1)
    assert HIDING in output.splitlines()[-1], output
    print(f"{run(str(own), '-V').strip()}: first score after {seconds:.0f} s, {megabytes:.0f} MB")


def check_remedy(doctor: tuple[str, ...], place: Path) -> None:
    """Run the command that `doctor` prints for HEIC photos, as it is; then they are read."""
    line = finding(doctor, "heif", place, "absent")
    path = f"{Path(uv()).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        line.partition(": ")[2],
        shell=True,
        cwd=place,
        env={**environment(), "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    if "uvx " in line:  # which runs `doctor` again, in an environment that has it
        assert '"name": "heif", "state": "ok"' in done.stdout, done.stdout
    else:
        finding(doctor, "heif", place, "ok")


def finding(doctor: tuple[str, ...], name: str, place: Path, state: str) -> str:
    """Return what `doctor` says of a thing, which has to be in a state."""
    lines = run(*doctor, "--json", "--port", str(free_port()), cwd=place).splitlines()
    found = next(line for line in map(json.loads, lines) if line["name"] == name)
    assert found["state"] == state, found
    return str(found["text"])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def check_types(python: Path, work: Path) -> None:
    """Check that mypy finds the types of the installed packages."""
    (work / "typed.py").write_text(TYPED)
    mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python))
    output = run(*mypy, "--cache-dir", str(work / "cache"), "typed.py", cwd=work)
    assert output.count("Revealed type") == 3 and '"Any"' not in output, output


def check_server(command: str, place: Path) -> None:
    """Start the server of the wheel: its database is made, the page and its files are answered."""
    port = free_port()
    settings = {**environment(), "XDG_DATA_HOME": str(place / "data")}
    server = subprocess.Popen(
        [command, "serve", "--port", str(port)],
        cwd=place,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert b"<html" in fetch(browser, port, "/", server)
        assert b"[]" in fetch(browser, port, "/api/games", server)
        for net in (ROOT / "models").glob("*.onnx"):
            assert fetch(browser, port, f"/assets/{net.name}", server) == net.read_bytes()
    finally:
        server.terminate()
        server.wait(20)
    assert (place / "data/handreader/games.sqlite").is_file(), "no database was made"


def fetch(
    browser: urllib.request.OpenerDirector,
    port: int,
    path: str,
    server: subprocess.Popen[str],
    seconds: float = 120,
) -> bytes:
    """Return what a server answers, once it does.

    Raises:
        SystemExit: it ended, or did not answer in time.
    """
    end = perf_counter() + seconds
    while server.poll() is None and perf_counter() < end:
        with (
            suppress(OSError),  # refused, too slow, or an HTTP error
            browser.open(f"http://127.0.0.1:{port}{path}", timeout=30) as answer,
        ):
            return bytes(answer.read())
        sleep(0.2)
    server.kill()
    raise SystemExit(f"`serve` of the wheel did not answer {path}: {server.communicate()[0]}")


def check_tool(wheel: Path, place: Path) -> None:
    """Run the wheel as `uvx handreader` does: in an environment that is thrown away."""
    work = place / "tool"
    work.mkdir()
    shutil.copy(EXAMPLE, work)
    once = (uv(), "tool", "run", "--isolated", "--python", sys.executable, "--from", str(wheel))
    facts = ("--seat", "S", "--discarder", "W")
    assert "45" in run(*once, "handreader", "score", "hand.jpg", *facts, cwd=work)
    check_remedy((*once, "handreader", "doctor"), work)
    os.environ |= {"UV_TOOL_DIR": str(place / "tools"), "UV_TOOL_BIN_DIR": str(place / "bin")}
    run(uv(), "tool", "install", "--quiet", "--python", sys.executable, str(wheel), cwd=work)
    check_remedy((str(place / "bin/handreader"), "doctor"), work)


def check_lowest(sdist: Path, place: Path) -> None:
    """Run the sdist's own tests with the lowest versions of everything it names."""
    with tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
    source = next(path for path in place.iterdir() if (path / "pyproject.toml").exists())
    venv = place / "lowest"
    run(uv(), "venv", "--quiet", "--python", sys.executable, str(venv))
    own = venv / "bin/python"
    install(own, "--resolution", "lowest-direct", "--editable", f"{source}[dev]")
    # Fixtures of the page are compared digit by digit: those of the newest libraries.
    tests = ("-n", "3", "--dist", "worksteal", "-q", "--ignore", "tests/page")
    subprocess.run([str(own), "-m", "pytest", *tests], cwd=source, check=True, env=environment())


def pythons() -> Iterator[Path]:
    """Yield the interpreters that are here, one a version; pyenv keeps its own in a folder."""
    kept = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    for version in PYTHONS:
        places = [shutil.which(f"python{version}"), *sorted(kept.glob(f"{version}*/bin/python"))]
        works = [Path(place) for place in places if place is not None and is_python(Path(place))]
        if works:
            yield works[0]
        else:
            print(f"Python {version} is not here: not tested")


def is_python(path: Path) -> bool:
    """Return whether a path starts Python: pyenv has shims that only say what is missing."""
    return subprocess.run([path, "-V"], capture_output=True).returncode == 0


def install(python: Path, *what: str) -> None:
    """Install packages into an environment."""
    run(uv(), "pip", "install", "--quiet", "--python", str(python), *what)


def uv() -> str:
    """Return the path of uv, beside this Python."""
    return str(Path(sys.executable).parent / "uv")


def run(*command: str, cwd: Path | None = None, status: int = 0) -> str:
    """Run a command without this environment's settings; return its output, with its errors."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=environment())
    if done.returncode != status:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def environment() -> dict[str, str]:
    """Return the environment variables without those that lead into the checkout."""
    inside = ("PYTHONPATH", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if name not in inside}


if __name__ == "__main__":
    main()
