"""Names and imports of the whole repository: one name for one thing, imports in one direction."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("handreader", "scoring", "simulation", "vision")
FIELD_WORDS = frozenset("claimed concealed covered knitted labelled seen stacked turned".split())
"""Participles that name a kind of tile, set or photo: allowed before a noun (`knitted_kinds`)."""
NO_PARTICIPLES = frozenset(
    "bed bleed breed embed exceed feed hundred need proceed red seed shed speed weed".split()
)
"""Words in -ed that are none."""
IRREGULAR = frozenset(
    "begun bent born bought broken brought built caught chosen dealt done drawn dug "
    "fallen fed felt forgotten fought found frozen given gone heard held hidden hung kept known "
    "laid led left lent lost lying made meant met paid proven risen said sent shown slept sold "
    "sought spent spoken standing struck stuck swept sworn swung taken taught thought thrown told "
    "torn understood woken won worn written wrung".split()
)
"""Participles without -ed; not those that are verbs too (cut, hit, put, read, run, set, split)."""
OVERRIDDEN = frozenset({"connection_made", "data_received", "connection_lost"})
"""Names that asyncio gives the methods of a protocol."""

OF_EACH_MODULE = frozenset({"_LOG", "_TEXTS"})
"""Constants that many modules have, each its own: its logger, and its table of sentences."""


def definitions(keyword: str, *folders: str) -> Iterator[tuple[str, str]]:
    """Yield place and name of every definition, found in the text: syntax trees take seconds."""
    pattern = re.compile(rf"^[ ]*(?:async )?{keyword} (\w+)", re.MULTILINE)
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            for match in pattern.finditer(text):
                line = text.count("\n", 0, match.start(1)) + 1
                yield f"{path.relative_to(ROOT).as_posix()}:{line}", match[1]


def has_participle(name: str) -> bool:
    """Return whether a function's name begins or ends with a participle."""
    words = name.strip("_").split("_")
    if words[0] in ("is", "has", "test", "with"):
        return False
    first = words[0] if len(words) == 1 or words[0] not in FIELD_WORDS else ""
    return any(
        word in IRREGULAR or (len(word) > 3 and word.endswith("ed") and word not in NO_PARTICIPLES)
        for word in (first, words[-1])
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("told", True),
        ("_settled", True),
        ("find_turned", True),
        ("turned", True),
        ("turned_ids", False),
        ("knitted_waits", False),
        ("is_taken", False),
        ("has_red", False),
        ("seed", False),
        ("decode", False),
    ],
)
def test_participles(name: str, expected: bool) -> None:
    assert has_participle(name) is expected


def test_functions_are_named_by_verbs_and_nouns() -> None:
    names = list(definitions("def", *PACKAGES, "benchmarks", "tests"))
    assert len(names) > 3000  # else nothing was read
    ours = [(place, name) for place, name in names if name not in OVERRIDDEN]
    assert not [(place, name) for place, name in ours if has_participle(name)]


def test_public_class_names_are_unique() -> None:
    places = defaultdict(list)
    for place, name in definitions("class", *PACKAGES):
        if not name.startswith("_"):
            places[name].append(place)
    assert len(places) > 200
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_no_modules_import_each_other() -> None:
    """Imports inside functions and under TYPE_CHECKING count, and those of a package's own module.

    import-linter's contract holds whole folders to one direction; it leaves out `__init__`.
    """
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    arrows = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield name and value of every constant of a module, the value as text without layout."""
    for statement in ast.parse(path.read_text("utf-8")).body:
        if isinstance(statement, ast.Assign):
            targets, value = statement.targets, ast.unparse(statement.value)
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets, value = [statement.target], ast.unparse(statement.value)
        else:
            continue
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            for place, part in enumerate(parts):
                if isinstance(part, ast.Name) and re.fullmatch(r"_?[A-Z][A-Z0-9_]*", part.id):
                    yield part.id, f"{value} {place}" if len(parts) > 1 else value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('A = "x"', [("A", "'x'")]),
        ("_B: int = 1  # why", [("_B", "1")]),
        ("A, B = 1, 2", [("A", "(1, 2) 0"), ("B", "(1, 2) 1")]),
        ("A: int\nb = 2\nC += 1\ndef f():\n    D = 1", []),
    ],
)
def test_every_form_of_constant_is_found(
    tmp_path: Path, text: str, expected: list[tuple[str, str]]
) -> None:
    module = tmp_path / "module.py"
    module.write_text(text)
    assert list(constants(module)) == expected


def test_a_constant_has_one_meaning_in_its_folder() -> None:
    values: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            folder = path.parent.relative_to(ROOT).as_posix()
            for name, value in constants(path):
                values[folder][name].add(value)
    assert sum(map(len, values.values())) > 500  # else nothing was read
    found = {
        folder: {name for name, meanings in names.items() if len(meanings) > 1} - OF_EACH_MODULE
        for folder, names in values.items()
    }
    assert not {folder: names for folder, names in found.items() if names}


def private_names(source: str) -> list[str]:
    """Return private names of other modules and objects that a module uses."""
    tree = ast.parse(source)
    names: list[tuple[str, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [(part, alias.name) for alias in node.names for part in alias.name.split(".")]
        elif isinstance(node, ast.ImportFrom):
            parts = (*(node.module or "").split("."), *(alias.name for alias in node.names))
            names += [(part, ast.unparse(node)) for part in parts]
        elif (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and ast.unparse(node.value) not in ("self", "cls")
        ):
            names.append((node.attr, ast.unparse(node)))
    return [text for name, text in names if name.startswith("_") and not name.endswith("__")]


@pytest.mark.parametrize(
    "source",
    [
        "import typer._click",
        "from typer._click import exceptions",
        "from typing import _GenericAlias",
        "parser._actions.append(action)",
    ],
)
def test_private_names_are_found(source: str) -> None:
    assert private_names(source)


def test_handreader_uses_no_private_names_of_others() -> None:
    sources = {path: path.read_text("utf-8") for path in (ROOT / "handreader").rglob("*.py")}
    assert len(sources) > 150
    found = {path.name: private_names(source) for path, source in sources.items()}
    assert not {name: names for name, names in found.items() if names}
