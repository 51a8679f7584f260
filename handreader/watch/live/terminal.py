"""Operator at the terminal: prints events, and reads commands and answers."""

from __future__ import annotations

import queue
import sys
import threading
from datetime import datetime
from typing import TextIO

from rich.markup import escape

from ... import console
from ..log.event_text import localize, unsure_sentence
from ..log.events import LogEntry
from ..log.table_state import TableState
from ..play.win_proposal import WinProposal
from ..session.commands import Command, parse_command


class Terminal:
    """Operator at a terminal: lines of a text stream are commands; events are printed.

    Args:
        lang: "en" or "it".
        typed: source of the commands; None for no commands.
        live: whether events are printed with the time of day; else with that of the video.
    """

    def __init__(self, lang: str, typed: TextIO | None = None, live: bool = False) -> None:
        self._lang, self._live = lang, live
        self._console = console.console()
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._open = typed is not None
        if typed is not None:
            threading.Thread(target=self._listen, args=(typed,), daemon=True).start()

    def _listen(self, typed: TextIO) -> None:
        for text in typed:
            self._lines.put(text)
        self._open = False

    @property
    def listening(self) -> bool:
        """See `session.Operator`."""
        return self._open or not self._lines.empty()

    def next_line(self) -> str | None:
        """Return the next typed line that is not blank; None if there is none yet."""
        while not self._lines.empty():
            line = self._lines.get_nowait().strip()
            if line:
                return line
        return None

    def next_command(self) -> Command | None:
        """See `session.Operator`."""
        line = self.next_line()
        return None if line is None else parse_command(line)

    def propose(self, found: WinProposal, table: TableState) -> None:
        """See `session.Operator`."""
        if found.score is None:
            console.show_reading(self._console, found.reading, self._lang)
        else:
            console.show_score(self._console, found.reading, found.score, (), self._lang)
        for code, what in found.uncertainties:
            self._print(f"! {localize(f'doubt_{code}', self._lang, what=what)}")
        if found.needs:
            needs = ", ".join(self._need_text(code) for code in found.needs)
            self._print(localize("ask_first", self._lang, needs=needs))
        else:
            self._print(localize("ask", self._lang))

    def _need_text(self, code: str) -> str:
        if code in ("seat", "how"):
            return localize(f"need_{code}", self._lang)
        return localize("need_other", self._lang, id=code)

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        """See `session.Operator`."""
        text = unsure_sentence(entry, table, self._lang)
        if text:
            when = _clock_time(entry) if self._live else _video_time(entry)
            self._print(f"{when}  {entry.number:3d}  {text}")  # `fix` and `undo` want the number

    def warn(self, word: str, **gaps: object) -> None:
        """See `session.Operator`."""
        print(localize(word, self._lang, **gaps), file=sys.stderr, flush=True)

    def print_message(self, word: str, **gaps: object) -> None:
        """Print a sentence."""
        self._print(localize(word, self._lang, **gaps))

    def _print(self, text: str) -> None:
        self._console.print(escape(text))


def _video_time(entry: LogEntry) -> str:
    """Return minutes and seconds of the video."""
    return f"{int(entry.time) // 60:3d}:{int(entry.time) % 60:02d}"


def _clock_time(entry: LogEntry) -> str:
    """Return the local time of day."""
    return datetime.fromisoformat(entry.at).astimezone().strftime("%H:%M:%S")
