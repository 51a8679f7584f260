"""Evidence of a win as one self-contained HTML page: picture, tiles, score, payments, checksums."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from pathlib import Path

from scoring import Score, score
from scoring.explain import reading_text
from scoring.text import in_language, name_in_language

from ...console import hand_text
from ...messages import localize as say_score
from ..log.event_text import event_sentence, localize
from ..log.events import (
    LogEntry,
    PauseEvent,
    ProposalEvent,
    ResumeEvent,
    TotalsEvent,
    WinEvent,
)
from .tables import Ended

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem;
  color: #1c1c1c; background: #fbfaf6; }
img { max-width: 100%; border-radius: 6px; } h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .5rem;
  border-bottom: 1px solid #d8d4c8; vertical-align: top; } td:first-child { text-align: right; }
code { overflow-wrap: anywhere; font-size: .8rem; } .total { font-weight: bold; font-size: 1.2rem; }
.quiet { color: #555; } ol { padding-left: 1.5rem; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1b1d1b; }
  td, th { border-color: #444; } .quiet { color: #aaa; } }
"""


def page(deal: Ended, folder: Path, lang: str) -> str:
    """Return the page of a deal's win.

    Args:
        deal: that ended with the win.
        folder: of the game, with the crops.
        lang: "en" or "it".
    """
    title = localize("evidence_title", lang, deal=deal.result.deal)
    body = [
        f"<h1>{escape(title)}</h1>",
        *_confirmation(deal.entry, lang),
        *_pictures(deal.entry, folder, lang),
        *_hands(deal, lang),
        *_play(deal, lang),
    ]
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head><body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _hands(deal: Ended, lang: str) -> Iterator[str]:
    """Yield the hand, score and payments of each winner."""
    for hand in deal.result.hands if isinstance(deal.result, WinEvent) else ():
        record = hand.record
        result = score(record.hand, record.win, record.book())
        yield f"<p>{escape(hand_text(record.hand, lang))}</p>"
        yield from _score_table(result, lang)
        yield from _payments(result, lang)


def _confirmation(entry: LogEntry, lang: str) -> Iterator[str]:
    at = entry.at[:19].replace("T", " ") + " UTC"
    yield f'<p class="quiet">{escape(localize(f"confirmed_by_{entry.author}", lang, at=at))}</p>'


def _pictures(entry: LogEntry, folder: Path, lang: str) -> Iterator[str]:
    for one in entry.evidence:
        path = folder / one.file
        try:
            content = path.read_bytes()
        except OSError:
            yield f'<p class="quiet">{escape(localize("picture_gone", lang))}</p>'
        else:
            if hashlib.sha256(content).hexdigest() != one.sha256:
                yield f'<p class="quiet">{escape(localize("picture_gone", lang))}</p>'
                continue
            code = base64.b64encode(content).decode()
            yield f'<p><img alt="" src="data:image/jpeg;base64,{code}"></p>'
        digest = escape(one.sha256)
        yield f'<p class="quiet">{escape(localize("checksum", lang))}: <code>{digest}</code></p>'


def _score_table(result: Score, lang: str) -> Iterator[str]:
    best = result.best
    if best is None:
        return
    yield f"<h2>{escape(in_language(result.rulebook.names, lang))}</h2>"
    yield f"<p>{escape(say_score('read_as', lang))}: {escape(reading_text(best))}</p>"
    heads = (say_score(word, lang) for word in ("points", "pattern", "rule"))
    yield "<table><tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    for item in best.items:
        points = f"{item.count} × {item.value}" if item.count > 1 else str(item.value)
        name = name_in_language(item.pattern.names, lang)
        rule = in_language(item.pattern.rule, lang)
        rule = f"{item.pattern.ref}: {rule}" if rule else item.pattern.ref
        cells = "".join(f"<td>{escape(text)}</td>" for text in (points, name, rule))
        yield f"<tr>{cells}</tr>"
    yield "</table>"
    for note in best.notes:
        yield f"<p>{escape(note.localize(lang))}</p>"
    yield f'<p class="total">{escape(say_score("total", lang))}: {best.total}</p>'
    if best.dropped:
        yield f"<p>{escape(say_score('not_counted', lang))}:</p><ul>"
        for dropped in best.dropped:
            name = name_in_language(dropped.item.pattern.names, lang)
            why = dropped.why.localize(lang)
            yield f"<li>{escape(f'{name}, {dropped.item.points}: {why}')}</li>"
        yield "</ul>"


def _payments(result: Score, lang: str) -> Iterator[str]:
    if result.payments is None:
        return
    yield f"<h2>{escape(say_score('payments', lang))}</h2><ul>"
    for payment in result.payments:
        yield f"<li>{escape(payment.localize(lang))}</li>"
    yield "</ul>"


def _play(deal: Ended, lang: str) -> Iterator[str]:
    """Yield the list of the observed events of the deal, in order."""
    lines = [
        text
        for entry in deal.entries
        if entry is not deal.entry and (text := _event_line(entry, deal, lang))
    ]
    if not lines:
        return
    yield f"<h2>{escape(localize('play', lang))}</h2><ol>"
    for text in lines:
        yield f"<li>{escape(text)}</li>"
    yield "</ol>"


def _event_line(entry: LogEntry, deal: Ended, lang: str) -> str:
    if isinstance(entry.event, ProposalEvent | TotalsEvent | PauseEvent | ResumeEvent):
        return ""
    return event_sentence(entry.event, deal.before, lang)
