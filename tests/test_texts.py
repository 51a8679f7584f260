"""Everything that a player reads is there in English and in Italian, wherever it stands.

The sources are read rather than imported: so a table in a function counts, and one that nobody
thought of here.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from scoring import RULEBOOKS, score
from scoring.errors import CodedError, HandReaderError
from scoring.explain import explain
from scoring.notation import parse_win
from scoring.text import LANGUAGES

ROOT = Path(__file__).parents[1]
SAME = frozenset(
    (
        "no null pung kong riichi ippatsu fan yaku yakuman dora ura zung jung ema tenhou wrc "
        "mahjong soul m league"
    ).split()
)
"""Words that are the same in both languages, or names."""


@cache
def sources() -> Mapping[str, tuple[ast.AST, ...]]:
    """All nodes of each file by its path; training apart, which speaks to developers."""
    found = {}
    for package in ("handreader", "scoring", "vision"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "training" not in path.parts:
                module = ast.parse(path.read_text("utf-8"))
                found[path.relative_to(ROOT).as_posix()] = tuple(ast.walk(module))
    return found


def tables() -> Iterator[tuple[str, Mapping[str, object]]]:
    """Texts by language with the place where they stand; None for what is no literal."""
    for path, nodes in sources().items():
        for node in nodes:
            if not isinstance(node, ast.Dict):
                continue
            written = {
                str(key.value): value.value if isinstance(value, ast.Constant) else None
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant)
            }
            if set(written) & set(LANGUAGES):
                yield f"{path}:{node.lineno}", written


def gaps(text: str) -> set[str]:
    """Names of a text's gaps."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def wrong(texts: Mapping[str, object]) -> str:
    """What is wrong with the texts of one sentence; "" if nothing is."""
    if not set(LANGUAGES) <= set(texts):
        return "a language is missing"
    if not all(isinstance(texts[lang], str) for lang in LANGUAGES):
        return ""  # words to choose from, or tables of their own
    english, *others = (str(texts[lang]) for lang in LANGUAGES)
    if not all(text.strip() for text in (english, *others)):
        return "empty"
    if any(gaps(text) != gaps(english) for text in others):
        return "the gaps differ"
    words = re.findall(r"[^\W\d]+", re.sub(r"\{\w*\}", "", english).lower())
    return "not translated" if english in others and not SAME.issuperset(words) else ""


def test_texts_are_there_in_both_languages_with_the_same_gaps() -> None:
    found = [(place, wrong(texts)) for place, texts in tables()]
    assert len(found) > 500  # else nothing was looked at
    assert not [one for one in found if one[1]]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"en": "{a} tiles", "it": "{a} tessere", "zh": "{a}"}, ""),
        ({"en": "{a}: riichi {b}", "it": "{a}: riichi {b}"}, ""),
        ({"en": "{a} tiles"}, "a language is missing"),
        ({"it": "{a} tessere"}, "a language is missing"),
        ({"en": "{a} tiles", "it": "{b} tessere"}, "the gaps differ"),
        ({"en": "one tile", "it": "one tile"}, "not translated"),
        ({"en": "one tile", "it": " "}, "empty"),
    ],
)
def test_what_counts_as_wrong(texts: Mapping[str, object], message: str) -> None:
    assert wrong(texts) == message


# errors


@pytest.fixture(scope="module")
def kinds() -> Mapping[str, type[HandReaderError]]:
    """Every kind of error by its name."""
    for extra in ("segno", "sqlalchemy", "starlette", "uvicorn"):
        pytest.importorskip(extra, reason="needs the extra `web`")
    for path, nodes in sources().items():
        if any(isinstance(node, ast.ClassDef) for node in nodes) and "migrations" not in path:
            import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    left, found = [HandReaderError], {}
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.partition(".")[0] != "tests":
            assert kind.__name__ not in found
            found[kind.__name__] = kind
    return found


def error_calls(
    kinds: Mapping[str, type[HandReaderError]],
) -> Iterator[tuple[str, ast.Call, type[HandReaderError]]]:
    """Where errors are made, and of which kind."""
    for path, nodes in sources().items():
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                named = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if named in kinds:
                    yield f"{path}:{node.lineno}", node, kinds[named]


def fault(call: ast.Call, kind: type[HandReaderError]) -> str:
    """What is wrong with an error where it is made; "" if nothing is."""
    sentences = [
        one
        for one in call.args
        if isinstance(one, ast.JoinedStr)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str))
    ]
    if not sentences:
        return ""
    code = sentences[0].value if isinstance(sentences[0], ast.Constant) else None
    if not issubclass(kind, CodedError) or code not in kind.texts:
        return "a sentence in one language"
    given = {keyword.arg for keyword in call.keywords}
    needed = gaps(kind.texts[str(code)]["en"])
    return "" if None in given or needed <= given else f"open gaps: {needed - given}"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('UsageError("one_file", out=out, photos=2)', ""),
        ('UsageError("one_file", **gaps)', ""),
        ("UsageError(code, out=out)", ""),
        ('UsageError("one_file", out=out)', "open gaps: {'photos'}"),
        ('UsageError("two_files")', "a sentence in one language"),
        ('UsageError(f"{out} is one file")', "a sentence in one language"),
        ('HandError("no hand")', "a sentence in one language"),
        ("HandError(said, *more)", ""),
    ],
)
def test_what_counts_as_a_fault(
    kinds: Mapping[str, type[HandReaderError]], call: str, message: str
) -> None:
    made = ast.parse(call, mode="eval").body
    assert isinstance(made, ast.Call) and isinstance(made.func, ast.Name)
    assert fault(made, kinds[made.func.id]) == message


def test_errors_are_made_of_texts_in_both_languages(
    kinds: Mapping[str, type[HandReaderError]],
) -> None:
    """No error is made of a sentence; one with a code has it in its table, and fills its gaps."""
    found = [(place, fault(call, kind)) for place, call, kind in error_calls(kinds)]
    assert len(found) > 150
    assert not [one for one in found if one[1]]


# texts that nothing names


def is_named(key: str, names: Collection[str], patterns: Collection[str]) -> bool:
    """Return whether a key stands in the sources, whole or as a name that is put together."""
    return key in names or any(re.fullmatch(pattern, key) for pattern in patterns)


def keys_of(table: ast.Dict) -> Iterator[ast.Constant]:
    """The keys of a table whose values are texts by language."""
    for key, value in zip(table.keys, table.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(value, ast.Dict):
            languages = {one.value for one in value.keys if isinstance(one, ast.Constant)}
            if set(LANGUAGES) <= languages:
                yield key


def pattern_of(made: ast.JoinedStr) -> str:
    """The names that a formatted string can make, as a pattern; "" where it is no name."""
    parts = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
        for part in made.values
    ]
    fixed = "".join(part for part in parts if part != r"\w+")
    return "".join(parts) if re.fullmatch(r"\w*_\w*", fixed) else ""


def test_no_text_of_the_program_is_left_over() -> None:
    """Each key of a table of texts is named somewhere else."""
    keys: dict[int, tuple[str, str]] = {}
    for path, nodes in sources().items():
        for node in nodes:
            if isinstance(node, ast.Dict):
                keys |= {id(key): (path, str(key.value)) for key in keys_of(node)}
    every = [node for nodes in sources().values() for node in nodes]
    constants = [one for one in every if isinstance(one, ast.Constant) and id(one) not in keys]
    names = {str(one.value) for one in constants}
    patterns = {pattern_of(one) for one in every if isinstance(one, ast.JoinedStr)} - {""}
    assert len(keys) > 500  # else nothing was looked at
    assert not [one for one in keys.values() if not is_named(one[1], names, patterns)]


def test_no_text_of_the_page_is_left_over() -> None:
    texts = json.loads((ROOT / "page" / "texts" / "en.json").read_text("utf-8"))
    files = sorted((ROOT / "page" / "src").rglob("*.ts*"))
    source = "".join(path.read_text("utf-8") for path in files)
    names = set(re.findall(r'"(\w+)"', source))
    made = [re.split(r"\$\{[^`]*?\}", one) for one in re.findall(r"`(\w*\$\{[^`\n]*)`", source)]
    patterns = {r"\w+".join(parts) for parts in made if re.fullmatch(r"\w*_\w*", "".join(parts))}
    assert len(patterns) > 10
    assert not [key for key in texts if not is_named(key, names, patterns)]


@pytest.mark.parametrize(
    ("key", "is_found"), [("total", True), ("seat_E", True), ("seat", False), ("rename", False)]
)
def test_what_counts_as_named(key: str, is_found: bool) -> None:
    made = ast.parse('f"seat_{wind}"', mode="eval").body
    assert isinstance(made, ast.JoinedStr)
    assert is_named(key, {"total"}, {pattern_of(made)}) is is_found


# Explanations.


def explanations(lang: str) -> Iterator[tuple[str, str]]:
    """Lines of the explanations of all hands that the declarations of patterns have."""
    for id, book in RULEBOOKS.items():
        for pattern in book.patterns:
            for text in (pattern.yes, pattern.no):
                hand, win = parse_win(text)
                if not book.conflicts(hand, win):
                    for line in explain(score(hand, win, book), lang)[1:]:
                        yield id, line


# what no Italian sentence has; why
NOT_ITALIAN = (
    (r": (non )?ha [a-z]", "the subject goes first: Ovest ha scartato"),
    (r"\b1 (punti|fan richiesti|tessere)\b", "one of them is singular"),
    (r"\b(the|discarded|beside|self-drawn|wins?|pays?)\b", "English"),
)


def test_explanations_in_italian_read_as_the_books_speak() -> None:
    lines = set(explanations("it"))
    assert len(lines) > 1000
    wrong_ones = [
        (*line, why)
        for line in lines
        for pattern, why in NOT_ITALIAN
        if re.search(pattern, line[1])
    ]
    assert not wrong_ones
    for id, line in lines:
        if id in ("mcr", "chinese-official"):  # these books say poker, whatever the kong is
            assert "kong" not in line.lower(), line
