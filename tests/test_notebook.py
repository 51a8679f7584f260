"""The notebook of the documents runs from its first cell to its last, on our example photos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOK = json.loads((ROOT / "docs" / "notebook.ipynb").read_text("utf-8"))


def test_the_notebook_has_no_outputs() -> None:
    cells = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 4
    assert not [cell for cell in cells if cell["outputs"] or cell["execution_count"] is not None]


@pytest.mark.thorough
def test_the_notebook_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot", reason="needs the extra `docs`")
    monkeypatch.chdir(ROOT / "docs")
    names: dict[str, Any] = {"__name__": "notebook"}
    for number, cell in enumerate(NOTEBOOK["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    printed = capsys.readouterr().out
    scores = {name: total for name, total, _ in names["table"]}
    assert len(scores) >= 3 and all(name in printed for name in scores)
    assert any(total is not None for total in scores.values())
    assert len(names["named"]) > 100
    figure = names["figure"]
    figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 5000
    assert all(0 <= share <= 1 for share in (*names["stated"], *names["observed"]))
    pyplot.close("all")
