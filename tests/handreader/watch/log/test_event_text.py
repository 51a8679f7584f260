"""Sentences of events."""

from __future__ import annotations

from handreader.watch.log.event_text import event_sentence
from handreader.watch.log.events import (
    AbortEvent,
)
from handreader.watch.log.table_state import TableState
from scoring.game import AbortiveDraw, AbortReason


def test_an_abortive_draw_is_said_in_words() -> None:
    for reason in AbortReason:
        text = event_sentence(AbortEvent(1, AbortiveDraw(reason)), TableState(), "it")
        assert text.startswith("Interrotta: ") and "_" not in text
