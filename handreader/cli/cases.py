"""The command `score --cases`: one case record a line in, one result a line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scoring import score_record_json
from scoring.errors import HandReaderError
from scoring.text import Phrase, Texts, phrase

from ..errors import Report, UsageError, to_stderr
from ..house_rules import house_names, with_house_rules
from ..json_output import print_json

_NO_JSON: Texts = {
    "en": "line {number} is no JSON: {why}",
    "it": "la riga {number} non è JSON: {why}",
}


def score_cases(
    source: Path, rules: str, options: Sequence[str], strict: bool, lang: str, report: Report
) -> None:
    """Print the result of each record, in order, as soon as it is scored.

    Args:
        source: path of a file of JSON lines, or "-" for standard input; blank lines are skipped.
        rules: rule set for records that name none.
        options: options given with it; they hold for records of that rule set, too.
        strict: whether a record with an unknown field, or with a fact that its rule set does not
            have, is refused; else a warning names it.
        lang: of the errors, reasons and warnings.
        report: fails if a record was refused.
    """
    for number, line in enumerate(_lines(source), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
            fault = phrase(_NO_JSON, number=number, why=str(error))
            result: dict[str, object] = {"id": None, "error": fault.localize(lang)}
        else:

            def warn(warning: Phrase, number: int = number) -> None:
                to_stderr(UsageError("line", number=number, why=warning).localize(lang))

            try:
                named = with_house_rules(record, rules, options)
            except HandReaderError:  # the result names the rule sets and options that there are
                named = record
            houses = house_names()
            result = score_record_json(
                named, rules, strict, house_rules=houses, warn=warn, lang=lang
            )
        report.failed |= "error" in result
        print_json(result)


def _lines(source: Path) -> Iterator[bytes]:
    """Yield the lines as bytes, so that one that is not UTF-8 fails alone."""
    if source == Path("-"):
        yield from sys.stdin.buffer
        return
    if source.is_dir():
        raise UsageError("no_cases", path=source)
    if not source.exists():
        raise UsageError("cases_missing", path=source)
    with source.open("rb") as file:
        yield from file
