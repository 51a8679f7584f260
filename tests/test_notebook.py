"""The notebook of the documents runs from its first cell to its last, on our example photos."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


def texts_of(notebook: Any, kind: str) -> list[str]:
    """What the cells print, or the tables that they show."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            text = output.get("text") if kind == "stdout" else output.get("data", {}).get(kind)
            found += [] if text is None else ["".join(text)]
    return found


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebook", ROOT / "docs/site/notebook.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_notebook_has_its_outputs_and_no_path_of_a_machine() -> None:
    stored = json.loads(NOTEBOOK.read_text("utf-8"))
    cells = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 4 and all(cell["execution_count"] for cell in cells)
    [table] = texts_of(stored, "text/html")
    examples = sorted(path.name for path in (ROOT / "datasets/examples/images").glob("*.jpg"))
    shown = table + "".join(texts_of(stored, "stdout"))
    assert examples and not [name for name in examples if name not in shown]
    assert [len(text) > 5000 for text in texts_of(stored, "image/png")] == [True]
    assert str(ROOT) not in NOTEBOOK.read_text("utf-8")


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")  # the kernel's own
def test_a_run_gives_the_stored_outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("matplotlib", "nbclient", "ipykernel", "pandas"):
        pytest.importorskip(package, reason="needs the extra `docs`")
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    stored, found = json.loads(NOTEBOOK.read_text("utf-8")), script().execute(NOTEBOOK)
    assert texts_of(found, "text/html") == texts_of(stored, "text/html")
    # the numbers of tiles at small sizes may differ by one on another processor
    assert texts_of(found, "stdout")[:-1] == texts_of(stored, "stdout")[:-1]
    assert len(texts_of(found, "image/png")) == 1
