"""The command `tables`: tables that `watch --setup` set up."""

from __future__ import annotations

from ..errors import Report
from ..json_output import print_json
from ..messages import localize
from ..watch import table_profile
from .collection import Collection


def show_tables(as_json: bool, lang: str, report: Report) -> None:
    """Print the tables, sorted by name; a damaged file is an error and the others follow."""
    names = table_profile.table_names()
    for name in names:
        with report.errors():
            found = table_profile.load_profile(name)
            width, height = found.size
            if as_json:
                print_json(
                    {
                        "table": found.name,
                        "width": width,
                        "height": height,
                        "walls": [[round(x, 1), round(y, 1)] for x, y in found.corners],
                        "back": None if found.back is None else list(found.back),
                    }
                )
            else:
                print(localize("table_listed", lang, name=found.name, width=width, height=height))
    if not as_json and not names:
        print(localize("no_tables", lang))


TABLES = Collection(
    show_tables,
    table_profile.find_table,
    table_profile.rename_table,
    table_profile.forget_table,
)
