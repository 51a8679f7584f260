"""Run docs/notebook.ipynb from its first cell to its last, and keep what the cells print and draw.

    python docs/site/notebook.py

It needs the extra `docs`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "notebook.ipynb"
_KEPT = ("text/plain", "text/html", "image/png")


def execute(path: Path) -> Any:
    """Return the notebook with the outputs of a run, without what differs between two runs."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            output.pop("metadata", None)
            if "data" in output:
                output.metadata = {}
                output.data = {kind: output.data[kind] for kind in _KEPT if kind in output.data}
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main() -> None:
    """Write the outputs into the notebook."""
    import nbformat

    nbformat.write(execute(NOTEBOOK), NOTEBOOK)
    print(NOTEBOOK)


if __name__ == "__main__":
    main()
