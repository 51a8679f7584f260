"""The command `sets`: taught sets of tiles."""

from __future__ import annotations

from .. import tile_sets
from ..errors import Report
from ..json_output import print_json
from ..messages import localize
from .collection import Collection


def show_sets(as_json: bool, lang: str, report: Report) -> None:
    """Print the taught sets, sorted by name; a damaged file is an error and the others follow."""
    from vision.teaching.tile_set import load_any

    used = tile_sets.file_in_use()
    taught = []
    for file in tile_sets.tile_set_files():
        with report.errors():
            taught.append((load_any(file), file == used))
    for one, in_use in sorted(taught, key=lambda pair: pair[0].name.casefold()):
        kinds = len(set(one.kinds))
        if as_json:
            about = {"tiles": len(one.kinds), "kinds": kinds, "in_use": in_use}
            print_json({"set": one.name, **about})
        else:
            code = "set_in_use" if in_use else "set_listed"
            print(localize(code, lang, name=one.name, tiles=len(one.kinds), kinds=kinds))
    if not as_json and not tile_sets.tile_set_files():
        print(localize("no_sets", lang))


SETS = Collection(
    show_sets, tile_sets.find_tile_set, tile_sets.rename_tile_set, tile_sets.forget_tile_set
)
