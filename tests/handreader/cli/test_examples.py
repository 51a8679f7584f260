"""Every example in help, README and documents is a command that works."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from datetime import date
from html import unescape
from pathlib import Path

import pytest

from handreader.cli.app import app
from handreader.cli.help_pages import EXAMPLES
from handreader.tile_sets import save_tile_set
from scoring.hand import Hand
from tests.documents import CURRENT, ROOT, document_name
from tests.handreader.cli.calling import call
from tests.handreader.cli.test_collection import own_tables, set_up  # noqa: F401  # a fixture
from tests.handreader.cli.test_games import begin
from tests.handreader.cli.test_teach import a_set
from tests.handreader.cli.test_tournaments import play_cup
from tests.handreader.conftest import Lay

HAND = "[E ][E ][4m][5m][6m][4p][5p][6p][7s][8s]___[9s]____<C >[C ][C ]"
"""Tile 3 is the 5m of the examples."""
PARSED = ("doctor", "evaluate", "serve", "teach", "watch")
"""Commands that the examples do not run to their end: a camera, a server, a machine, minutes."""
OF_GAMES = ("backup", "games", "restore", "tournament")
"""Commands about a database, which a test has in its own folder."""


def examples_of(text: str, indent: int = 4) -> list[str]:
    """The commands in a text, without comments and what is piped."""
    in_line, in_block = (
        r"`(?:\S*/bin/)?handreader [^`]+`",
        rf"^ {{{indent}}}(?: {{4}})?(?:\S*/)?handreader .+$",
    )
    in_pipe = r"\| handreader (?:read|score) .+$"
    lines = re.findall(rf"{in_line}|{in_block}|{in_pipe}", text, re.M)
    whole = [" ".join(line.split("\n")) if "`" in line else line for line in lines]
    found = [re.sub(r"^.*?handreader ", "", line.strip("` ")) for line in whole]
    return [re.split(r"   +| > ", line)[0].strip() for line in found]


def document_examples() -> list[tuple[str, str]]:
    """Each example with its document."""
    documents = [path for path in CURRENT if path.name != "tutorial.md"]  # test_tutorial.py
    found = {document_name(path): examples_of(path.read_text("utf-8")) for path in documents}
    for name, lines in EXAMPLES.items():
        found[f"{name} --help"] = [line.removeprefix("handreader ") for line in lines]
    return [(name, line) for name, lines in found.items() for line in lines]


FIRST = {line: document for document, line in reversed(document_examples())}
"""Each example once, with the first document that has it."""


@pytest.mark.parametrize(("line", "document"), sorted(FIRST.items()), ids=str)
def test_the_example_works(lay: Lay, photo: Path, tmp_path: Path, document: str, line: str) -> None:
    lay(HAND)
    for name in ("a", "b", "photos/a", "photos/b"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(photo, tmp_path / f"{name}.jpg")
    win = {"rules": "mcr", "concealed": "123456789m1122z", "winning_tile": "2z"}
    (tmp_path / "hands.jsonl").write_text(str(win).replace("'", '"') + "\n")
    arguments = shlex.split(line.replace("*.jpg", "hand.jpg"))
    if arguments[0].startswith("--"):
        assert arguments[0] in call("--help").stdout  # run, it would change the person's shell
        return
    is_asked = arguments[0] == "quiz" and "--json" not in arguments
    if arguments[0] in PARSED or is_asked or "postgresql:" in line:
        assert app.command(arguments[0]).parse(arguments[1:]) is not None
        return
    prepare_evening(arguments)
    result = call(*arguments, stdin=photo.read_bytes())
    allowed = (0, 1) if arguments[0] == "check" else (0,)  # a claim may be wrong
    assert result.exit_code in allowed, result.stderr
    assert result.stderr == "" or "--out" in arguments


def prepare_evening(arguments: list[str]) -> None:
    """Make what an example is about, in the current folder: games, sets, a table, labels."""
    command, *words = arguments
    if command in OF_GAMES:
        if "--database" not in words:
            arguments += ["--database", "sqlite:///games.sqlite"]
        file = Path(arguments[-1].removeprefix("sqlite:///"))
        file.parent.mkdir(exist_ok=True)
        begin(file)
        for name in ("Club Cup", "NAME"):
            play_cup(file, name, (24, -8, 8, -24), date(2026, 11, 1))
    if command == "restore":
        assert call("backup", words[0], *arguments[-2:]).exit_code == 0
    if command in ("sets", "tables"):
        arguments += ["--yes"] if "--forget" in words and "--yes" not in words else []
        for name in {"club", "club set", *words} - {"home", "club-2"}:
            if not name.startswith("--"):
                save_tile_set(a_set(name))
                set_up(name)
    if command == "labels":
        form = "label-studio" if words[0] == "export.json" else "coco"
        read = call("read", "photos", "--format", form, "--out", "labelled")
        assert read.exit_code == 0, read.stderr
        if words[0] == "export.json":
            submit_tasks(Path("labelled/tasks.json"), Path(words[0]))


def submit_tasks(tasks: Path, export: Path) -> None:
    """Write what Label Studio exports when a person found each prediction right."""
    found = json.loads(tasks.read_text("utf-8"))
    for task in found:
        task["annotations"] = task["predictions"]
    export.write_text(json.dumps(found), encoding="utf-8")


def test_examples_were_found() -> None:
    documents = {document for document, _ in document_examples()}
    pages = ("scoring", "photos", "page", "watching", "how-to/dispute", "it/punti")
    others = ("README.md", "docs/how-to/train.md", "models/MODEL_CARD.md", "page/README.md")
    assert {*others, *(f"docs/{page}.md" for page in pages)} <= documents
    assert len(document_examples()) > 50
    assert {f"{name} --help" for name in EXAMPLES} <= documents


def test_hands_in_help_errors_and_page_are_whole() -> None:
    folders = (ROOT / "handreader" / "cli", ROOT / "page" / "src")
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    text = unescape("\n".join(path.read_text("utf-8") for path in files))
    found = sorted(set(re.findall(r"[\"'](\d+m \d+p [^\"'\n]+)[\"']", text)))
    assert len(found) >= 5
    for example in found:
        hand = Hand.parse(example)
        count = len(hand.concealed) + 3 * len(hand.melds) + (hand.winning is not None)
        assert count in (13, 14) and not hand.problems(), example


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_help_has_groups_examples_and_exit_status(command: str) -> None:
    short, long = call(command, "-h"), call(command, "--help")
    assert short.stdout == long.stdout and short.exit_code == 0
    assert "Examples:\n    handreader" in short.stdout and "Exit status: 0 " in short.stdout


def test_options_stand_under_the_heading_of_their_group() -> None:
    text = call("score", "--help").stdout
    assert text.index("How a hand was won:") < text.index("--seat") < text.index("Facts of a win")
    assert text.index("\nOptions:") < text.index("--verbose")
    for command in ("rules", "points"):  # whose options are in no group, but shared with some
        assert "How the hand is scored" not in call(command, "--help").stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("handreader ch", ["check"]),
        ("handreader score --seat", ["--seat"]),
        ("handreader score --rules chin", ["chinese-official"]),
        ("handreader rules club", ["club-roma"]),
        ("handreader score ha", []),  # then the shell completes files
    ],
)
def test_a_shell_completes_commands_options_and_rule_sets(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: str,
    expected: list[str],
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    house = ("--from", "mcr", "--option", "even_pairs=no")
    assert call("rules", "--save", "club-roma", *house).exit_code == 0
    monkeypatch.setenv("_HANDREADER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    capsys.readouterr()
    with pytest.raises(SystemExit):
        app([])
    assert capsys.readouterr().out.split() == expected


def test_the_help_names_completion() -> None:
    assert "--install-completion" in call("-h").stdout
