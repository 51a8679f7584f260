"""Code in the documents: Python is run, JSON is parsed, each command is one that there is.

`handreader/cli/test_examples.py` runs the commands of handreader itself.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from handreader.cli.app import app
from handreader.settings import load_settings, settings_file
from tests.documents import CURRENT, ROOT, document_name
from tests.handreader.conftest import WIN, Lay, lay, own_sets, photo  # noqa: F401  # fixtures

TOOLS = {
    "make": r"make [\w-]+",
    "pip": r"(?:sudo )?(?:\S+/bin/)?pip (?:un)?install ",
    "pipx": r"pipx install ",
    "uvx": r"uvx ",
    "python": r"(?:sudo )?(?:\.\w+/bin/)?python3? "
    r"(?:-m [\w.]+|(?:benchmarks|page|docs/site)/\w+\.py)",
    "podman": r"podman (?:build|run|exec) ",
    "compose": r"podman compose ",
    "systemd": r"(?:sudo )?(?:systemctl|journalctl) ",
    "copy": r"sudo cp ",
    "cron": r"\d+ \d+ \* \* \* ",
    "postgres": r"pg_(?:dump|restore) ",  # PostgreSQL's own: its tests need a server
    "apt": r"(?:sudo )?apt-get install ",
    "git": r"git config blame\.ignoreRevsFile ",
    "file": r"\.(?:ci|venv/bin)/[\w-]+",
    "handreader": r"(?:\S*/|.*\| )?handreader [-\w]",  # cli/test_examples.py runs these
}
BESIDE = {"mahjong-detector"}
"""Packages of others that the documents compare with, outside our environment."""
IS_CHECKOUT = (ROOT / ".git").exists()
"""The sdist has no `.ci` and none of git's files."""
MODULES = {"pytest", "uv", "venv"}
"""Modules of others that the documents start with `python -m`."""


def code_of(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text("utf-8"), re.M | re.S)


def command_lines(document: Path) -> list[str]:
    """The lines of indented blocks."""
    text = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.M | re.S)
    lines = re.findall(r"(?:^|\n\n)((?: {4,}\S.*\n)+)", text)
    return [line.strip() for block in lines for line in block.splitlines()]


def commands_in_sentences(document: Path) -> list[str]:
    """Commands between backquotes; those of handreader itself are run elsewhere."""
    text = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.M | re.S)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)]
    tools = r"(?:sudo |\.\w+/bin/)?(?:make|python3?|pip|podman|apt-get|git) "
    return [span for span in spans if re.match(tools, span)]


def script_options(path: Path) -> list[re.Pattern[str]]:
    """What a script adds to its `argparse` parser; a name in braces is a string of the script."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    strings = {str(n.value) for n in nodes if isinstance(n, ast.Constant)}
    any_string = "|".join(re.escape(text) for text in strings if re.fullmatch(r"\w+", text))
    found = []
    for node in nodes:
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "add_argument":
            continue
        for name in node.args:
            parts = name.values if isinstance(name, ast.JoinedStr) else [name]
            written = (
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else f"({any_string})"
                for part in parts
            )
            found.append(re.compile("".join(written)))
    return found


def missing_options(path: Path, line: str) -> list[str]:
    """The options of a line that its script does not have."""
    known = script_options(path)
    words = re.split(r" {3,}", line)[0].split()
    named = [word.partition("=")[0] for word in words if word.startswith("--")]
    return [name for name in named if not any(pattern.fullmatch(name) for pattern in known)]


def check_python(line: str) -> None:
    """Check that a line starts a module or script that there is, with options that it has."""
    started = re.search(r"python3? (?:-m ([\w.]+)|((?:benchmarks|page|docs/site)/\w+\.py))", line)
    assert started is not None
    module, script = started.groups()
    if module in MODULES:
        named = [word for word in line.split() if word.startswith("tests/")]
        assert all((ROOT / path).exists() for path in named), line
        return
    path = ROOT / (script or f"{module.replace('.', '/')}.py")
    assert path.is_file(), line
    assert missing_options(path, line) == [], line


def check_pip(line: str) -> None:
    """Check that extras are declared, and that packages are named in pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["project"]
    own = re.search(r"install (?:-e )?'?\.(?:\[([\w,]+)\])?'?", line)
    if own is not None:
        extras = set((own[1] or "").split(",")) - {""}
        assert extras <= set(project["optional-dependencies"]), line
        return
    words = re.split(r" {3,}", line)[0].split()
    for word in words[words.index("install" if "install" in words else "uninstall") + 1 :]:
        name = re.split(r"[=<>\[]", word.strip("\"'"))[0]
        is_known = name in BESIDE | {"handreader"} or f'"{name}' in text
        assert name.startswith("-") or is_known or name == "opencv-python", line


def check_make(line: str) -> None:
    """Check that targets and variables of a line are in the Makefile."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for word in re.split(r" {3,}", line)[0].split()[1:]:
        name, is_variable, _ = word.partition("=")
        rule = (
            rf"^{name} [:?]?=(?: |$)"
            if is_variable
            else rf"^(?:[\w-]+ )*{re.escape(name)}(?: [\w-]+)*:"
        )
        assert re.search(rule, makefile, re.M), line


PODMAN_BUILD = "podman build --format docker --tag handreader ."


def check_podman(line: str) -> None:
    """Check that what follows the image's name is a command line of its program."""
    ran = re.fullmatch(r"podman (?:run (?:--\w+ \S+ )*|exec handreader )handreader(?: (.+))?", line)
    assert ran is not None or line == PODMAN_BUILD, line
    if ran is not None and ran[1]:
        check_words(shlex.split(ran[1]))


def check_uvx(line: str) -> None:
    """Check the command line that runs in an environment which is thrown away."""
    ran = re.fullmatch(r"uvx --from \. handreader (.+?)( {3,}.+)?", line)
    assert ran is not None, line
    check_words(shlex.split(ran[1]))


def check_words(words: list[str]) -> None:
    values = app.command(words[0]).parse(words[1:]) or {}
    for path in values.get("photos") or ():
        assert (ROOT / path).exists(), path


def check_command(line: str) -> None:
    found = [name for name, pattern in TOOLS.items() if re.match(pattern, line)]
    assert found, f"{line}: neither run nor checked by a test"
    for part in line.split(" && "):
        match next(name for name, pattern in TOOLS.items() if re.match(pattern, part)):
            case "make":
                check_make(part)
            case "pip":
                check_pip(part)
            case "python":
                check_python(part)
            case "podman":
                check_podman(part)
            case "compose":
                assert (ROOT / part.split()[3]).is_file() and part.split()[2] == "--file", line
            case "systemd":
                assert (ROOT / "packaging" / "handreader.service").is_file() and (
                    part.split(" handreader")[1:]
                ), line
            case "copy":
                assert (ROOT / part.split()[2]).is_file(), line
            case "cron":
                check_words(shlex.split(part.rpartition("handreader ")[2]))
            case "pipx":
                assert re.fullmatch(r"pipx install \.( {3,}.+)?", part), line
            case "uvx":
                check_uvx(part)
            case "apt" if IS_CHECKOUT:
                assert part.split()[-1] in (ROOT / ".ci/run").read_text("utf-8"), line
            case "git" if IS_CHECKOUT:
                assert (ROOT / part.split()[-1]).is_file(), line
            case "file" if IS_CHECKOUT and not part.startswith(".venv/"):
                assert (ROOT / part.split()[0]).is_file(), line


def test_every_fenced_block_is_in_a_language_that_is_checked() -> None:
    for document in CURRENT:
        opened = re.findall(r"^```(.*)$", document.read_text("utf-8"), re.M)
        assert set(opened[::2]) <= {"python", "json", "toml", "text"}, document


def test_the_settings_in_the_documents_are_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = settings_file()
    file.parent.mkdir(parents=True)
    written = [code for document in CURRENT for code in code_of(document, "toml")]
    assert written
    for code in written:
        file.write_text(code)
        assert load_settings()


@pytest.mark.parametrize("document", CURRENT, ids=document_name)
def test_every_command_line_is_one_that_there_is(document: Path) -> None:
    for line in (*command_lines(document), *commands_in_sentences(document)):
        check_command(line)


@pytest.mark.parametrize(
    "line",
    [
        "make nothing",
        "make site SIDE=x",
        "python benchmarks/nothing.py",
        "python benchmarks/commands.py --nothing",
        "python -m vision.training.publish --ender x",
        "python -m pytest tests/nothing",
        ".venv/bin/pip install -e '.[nothing]'",
        ".venv/bin/pip install nothing",
        "podman run handreader serve --nothing",
        "pip install '.[nothing]'",
        "pipx install nothing",
        "uvx --from . handreader score datasets/examples/images/nothing.jpg",
        "uvx --from . handreader score a.jpg --nothing",
        *(["sudo apt-get install nothing"] if IS_CHECKOUT else []),
        "curl example.org",
    ],
)
def test_a_command_that_there_is_not_is_noticed(line: str) -> None:
    with pytest.raises(Exception, match=r"nothing|SIDE|ender|curl"):
        check_command(line)


def test_options_in_sentences_are_options_of_a_command() -> None:
    known = {name for command in app for one in app.command(command).options for name in one.names}
    known |= {"--version", "--install-completion", "--show-completion"}
    scripts = [*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "vision/training").glob("*.py")]
    own = [pattern for path in scripts for pattern in script_options(path)]
    for document in CURRENT:
        text = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.M | re.S)
        named = set(re.findall(r"`(--[\w-]+)[^`]*`", text))
        unknown = [n for n in named - known if not any(one.fullmatch(n) for one in own)]
        assert not unknown, f"{document_name(document)}: {unknown}"


@pytest.mark.parametrize("document", CURRENT, ids=document_name)
def test_json_is_json(document: Path) -> None:
    for block in code_of(document, "json"):
        json.loads(block)


PYTHON = [
    pytest.param(block, id=f"{document_name(document)}-{number}")
    for document in CURRENT
    for number, block in enumerate(code_of(document, "python"))
]


@pytest.mark.parametrize("block", PYTHON)
def test_python_runs(lay: Lay, photo: Path, block: str) -> None:  # noqa: F811
    lay(WIN)
    for name in ("a.jpg", "b.jpg"):
        Image.open(photo).save(photo.with_name(name))
    if ">>> " not in block:
        # a rulebook imports from its package
        names = {"__name__": "block", "__package__": "scoring.rulebooks"}
        exec(compile(block, "block", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block, {}, "block", None, None)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted and not results.failed


def test_python_was_found() -> None:
    assert len(PYTHON) >= 6
