"""`handreader watch --export`: write a watched game to a file."""

from __future__ import annotations

import sys
from pathlib import Path

from ...errors import UsageError
from ..live.run import games_folder, validate_game_name
from ..log.event_text import localize
from ..log.events import WinEvent
from ..log.journal import read_events


def export_game(name: str | None, form: str, out: Path | None, lang: str) -> None:
    """Write a watched game in a format.

    Args:
        name: of the game; None for the last one.
        form: "jsonl", "csv", "sheet", "mjai", "tenhou" or "evidence" (a page for each win).
        out: file, or for evidence a folder; None for standard output, or the current folder.
        lang: "en" or "it".

    Raises:
        HandReaderError: no such game, or a fact that the format needs was not observed.
    """
    from . import evidence_page, replay_formats, tables

    folder = _find_game(name)
    events = list(read_events(folder))
    if form == "evidence":
        target = out or Path()
        target.mkdir(parents=True, exist_ok=True)
        for number, deal in enumerate(tables.deals(events), start=1):
            if isinstance(deal.result, WinEvent):
                path = target / f"{folder.name}-win-{number}.html"
                path.write_text(evidence_page.page(deal, folder, lang), "utf-8")
                print(localize("written", lang, path=path))
        return
    forms = {
        "jsonl": tables.as_jsonl,
        "csv": tables.as_csv,
        "mjai": replay_formats.as_mjai,
        "tenhou": replay_formats.as_tenhou,
    }
    text = tables.as_sheet(events, lang) if form == "sheet" else forms[form](events)
    if out is None:
        sys.stdout.write(text)
        sys.stdout.flush()  # a full disk raises here, not at the exit of Python
    else:
        out.write_text(text, "utf-8")
        print(localize("written", lang, path=out))


def _find_game(name: str | None) -> Path:
    """Find the folder of a game with events.

    Raises:
        UsageError: no such game.
    """
    games = games_folder()
    logs = [path for path in games.glob("*/events.jsonl") if path.stat().st_size]
    found = {path.parent.name: path for path in logs}
    if name is not None and validate_game_name(name) in found:
        return games / name
    if name is None and found:
        return max(found.values(), key=lambda path: path.stat().st_mtime).parent
    code = "no_game" if found else "no_games"
    raise UsageError(code, name=repr(name or ""), known=", ".join(sorted(found)))
