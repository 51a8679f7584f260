"""Names and imports of the whole repository: one name for one thing, imports in one direction."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
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


@cache
def modules(*folders: str) -> tuple[tuple[str, ast.Module], ...]:
    """Return each module's path and its syntax tree."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return tuple(
        (path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))) for path in paths
    )


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


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, str, int]]:
    """Yield the qualified name, the name and the line of every function and method."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not isinstance(child, ast.ClassDef):
                yield f"{prefix}{child.name}", child.name, child.lineno
            yield from functions(child, f"{prefix}{child.name}.")
        elif not isinstance(child, ast.expr):  # no expression holds a definition
            yield from functions(child, prefix)


def public_classes(node: ast.AST) -> Iterator[str]:
    """Yield the name of every class that is not private."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
            yield child.name
        if not isinstance(child, ast.expr):
            yield from public_classes(child)


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
    named = [
        f"{path}:{line} {qualified}"
        for path, tree in modules(*PACKAGES, "benchmarks", "tests")
        for qualified, name, line in functions(tree)
        if has_participle(name)
    ]
    assert not named


def test_public_class_names_are_unique() -> None:
    places = defaultdict(list)
    for path, tree in modules(*PACKAGES):
        for name in public_classes(tree):
            places[name].append(path)
    assert not {name: paths for name, paths in places.items() if len(paths) > 1}


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
