"""The built page in a wheel: its large files compressed, as browsers are sent them."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "handreader/web/phone"
PACKED = (".js", ".mjs", ".wasm")
LARGE = 65536  # bytes: what is smaller stays a file that anybody can read
OF_THE_PACKAGE = ".onnx"  # the page's nets are those of vision/_weights


class PageHook(BuildHookInterface[Any]):
    """Adds the page that `make page` built to a wheel; an editable copy has it in its folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files of the page, or compressed copies of them, with their places."""
        if version == "editable":
            return
        root = Path(self.root)
        self._folder = TemporaryDirectory()
        for number, path in enumerate(sorted((root / PAGE).rglob("*"))):
            if not path.is_file() or path.suffix == OF_THE_PACKAGE:
                continue
            place = path.relative_to(root).as_posix()
            if path.suffix in PACKED and path.stat().st_size >= LARGE:
                path = self._pack(path, Path(self._folder.name) / str(number))
                place += ".gz"
            build_data["force_include"][str(path)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the compressed copies."""
        if version != "editable":
            self._folder.cleanup()

    def _pack(self, path: Path, into: Path) -> Path:
        into.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
        return into
