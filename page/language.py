"""Write the file of a further language, to be filled in, or bring it up to date.

    python page/language.py fr

It is `scoring/languages/fr.json` (see `scoring/translations.py`): every text that a player reads,
by its English one; the page's by their keys. Texts that are translated stay, those that the
program no longer has are left out, and new ones are "" until someone translates them: they are
said in English. `make page` then builds the page with the language; nothing else is to be changed.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from scoring import os_errors
from scoring.tile_names import short_tile_name, tile_name, wind_name
from scoring.tiles import BACK, CLASSES

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "vision", "handreader")
_IN_ITALIAN = re.compile(r"[\"']it[\"']|\bit=|\brule_it=")
"""What every file with texts has: to parse the others takes as long again three times."""


def english_texts() -> Iterator[str]:
    """Yield the English texts beside the code, and those that it puts together."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text("utf-8")
            if "training" not in path.parts and _IN_ITALIAN.search(source):
                yield from _texts_of(ast.parse(source))
    tiles = [name for name in CLASSES if name != BACK]
    yield from (name(tile) for tile in tiles for name in (tile_name, short_tile_name))
    yield from map(wind_name, "ESWN")
    yield from map(os.strerror, os_errors.KNOWN)


def _texts_of(module: ast.Module) -> Iterator[str]:
    """Yield the English texts of tables by language, and of calls that are given both languages."""
    for node in ast.walk(module):
        texts: dict[object, object] = {}
        if isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            texts = dict(zip(keys, map(_constant, node.values), strict=True))
        elif isinstance(node, ast.Call):
            texts = {word.arg: _constant(word.value) for word in node.keywords}
        elif isinstance(node, ast.FunctionDef) and _is_pattern(node):
            yield " ".join((ast.get_docstring(node) or "").split())  # the rule in English
        for english, other in (("en", "it"), ("rule", "rule_it")):
            text = texts.get(english)
            if isinstance(text, str) and isinstance(texts.get(other), str):
                yield text


def _is_pattern(node: ast.FunctionDef) -> bool:
    """Return whether a function is the predicate of a pattern, which has its rule in Italian."""
    calls = (one for one in node.decorator_list if isinstance(one, ast.Call))
    return any(word.arg == "rule_it" for call in calls for word in call.keywords)


def _constant(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def language_file(known: Mapping[str, Mapping[str, object]]) -> dict[str, dict[str, object]]:
    """Return the content of a language's file, with the translations of the old one."""
    page = json.loads((ROOT / "page" / "texts" / "en.json").read_text("utf-8"))
    old_page, old = known.get("page", {}), known.get("texts", {})
    texts = dict.fromkeys(text for text in english_texts() if text.strip())
    return {
        "page": {key: old_page.get(key, "") for key in page},
        "texts": {text: old.get(text, "") for text in texts},
    }


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("code", help="of the language, two letters")
    parser.add_argument("--folder", type=Path, default=ROOT / "scoring" / "languages")
    options = parser.parse_args()
    file = options.folder / f"{options.code}.json"
    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    content = language_file(known)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
    empty = sum(not text for part in content.values() for text in part.values())
    print(f"{file}: {empty} of {sum(map(len, content.values()))} texts are to be translated")


if __name__ == "__main__":
    main()
