"""Help pages: parameters under their groups' headings, examples and exit status at the end."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Sequence

from .command import CliCommand
from .parameters import OPTIONS_HEADING, REQUIRED, Parameter

_WIDEST = 78
"""Characters of a line in a wide terminal."""
_NARROWEST = 50
_WIDEST_NAME = 30
_Row = tuple[str, str]
"""What is typed, and what it means."""


def program_page(summary: str, options: Sequence[_Row], commands: Sequence[_Row]) -> str:
    """Return the help page of the whole program."""
    lines = ["Usage: handreader [OPTIONS] COMMAND [ARGS]...", "", *_paragraph(summary), ""]
    lines += [*_section(OPTIONS_HEADING, options), "", *_section("Commands", commands)]
    return "\n".join(lines)


def command_page(command: CliCommand) -> str:
    """Return the help page of a command: the options in no group are the last of its sections."""
    sections: dict[str, list[_Row]] = {}
    for parameter in (*command.arguments, *command.options):
        sections.setdefault(parameter.heading, []).append(_row(parameter))
    sections[OPTIONS_HEADING] = sections.pop(OPTIONS_HEADING)
    lines = [f"Usage: {command.usage}", "", *_paragraph(command.summary), ""]
    for heading, rows in sections.items():
        lines += [*_section(heading, rows), ""]
    lines += ["  Examples:", *(f"    {example}" for example in EXAMPLES[command.name]), ""]
    lines += _paragraph(f"Exit status: {_STATUS.get(command.name, _USUAL_STATUS)}")
    return "\n".join(lines)


def _section(heading: str, rows: Sequence[_Row]) -> Iterator[str]:
    """Yield the lines of one section; a wide name stands above its meaning."""
    yield f"{heading}:"
    column = min(max(len(name) for name, _ in rows), _WIDEST_NAME)
    for name, meaning in rows:
        if len(name) > column:
            yield f"  {name}"
        first = "" if len(name) > column else name
        lines = _paragraph(meaning, first.ljust(column + 2), " " * (column + 2))
        yield from lines or [f"  {name}"]


def _row(parameter: Parameter) -> _Row:
    """Return an option or argument with its meaning, default and range."""
    mark, names = parameter.mark, ", ".join(parameter.names)
    if not parameter.is_argument:
        names = f"{names} {parameter.metavar}".rstrip()
    notes = []
    if parameter.default is REQUIRED:
        notes.append("required")
    elif parameter.default not in (None, "") and parameter.default is not False:
        own = "yours (`doctor` shows it), else " if mark.setting else ""
        notes.append(f"default: {own}{parameter.default}")
    if mark.least is not None:
        notes.append(f"from {mark.least}" + (f" to {mark.most}" if mark.most is not None else ""))
    return names, f"{mark.meaning}  [{'; '.join(notes)}]".strip() if notes else mark.meaning


def _paragraph(text: str, first: str = "", others: str = "") -> list[str]:
    """Return the lines of a text, as wide as the terminal allows; `first` begins the first."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):  # no terminal
        columns = _WIDEST + 2
    width = max(min(columns - 2, _WIDEST), _NARROWEST)
    return textwrap.wrap(
        text,
        width,
        initial_indent=f"  {first}",
        subsequent_indent=f"  {others}",
        break_on_hyphens=False,
    )


EXAMPLES = {
    "read": (
        "handreader read hand.jpg",
        "handreader read photos/ --json",
        "handreader read hand.jpg --region 0.1,0.1,0.9,0.9 --out seen.jpg",
        "handreader read photos/ --format label-studio --out labelled",
    ),
    "labels": (
        "handreader labels export.json --photos labelled/images --to corrected",
        "handreader labels labelled/annotations.json --to corrected",
    ),
    "score": (
        "handreader score hand.jpg --seat S --round E --discarder W",
        "handreader score hand.jpg --discarder W --card card.png",
        'handreader score hand.jpg --answer tile:3=5m --remember "club set"',
        "handreader score hand.jpg --rules mcr --hand-from bottom --winning-tile 9s",
        'handreader score "123m 456p 789s 11z 678s" --winning-tile 8s --discarder W',
        "handreader score --cases hands.jsonl --strict",
        'handreader score "123m 456p 789s EE 67s 1f +8s" --option flowers=off',
    ),
    "waits": (
        'handreader waits "123m 456p 789s 55z 66z" --rules mcr',
        'handreader waits "123m 456p 789s 22z 88p" --rules riichi-ema --won "seat S, riichi"',
        'handreader waits "123m 456p 789s 22z 88p 5m" --rules riichi-ema',
    ),
    "advise": (
        'handreader advise "234m 345p 457s 22z 99m 1p" --rules mcr',
        'handreader advise "123m 456p 237889s 22z" --rules riichi-ema --seen 1s4s4s --dora 3m',
        "handreader advise hand.jpg --rules hong-kong",
    ),
    "check": (
        'handreader check "23478m 11z [<567m] [^444z] +9m" 50 --seat N',
        'handreader check "23478m 11z [<567m] [^444z] +9m" "40: mixed one-suit"',
        "handreader check hand.jpg 18 --rules mcr",
        'handreader check "m123 p456 s789 EE RR +R" "3 han 40 fu" --rules riichi-ema',
    ),
    "points": (
        "handreader points 3 han 40 fu --dealer --drawn",
        "handreader points mangan --counters 2 --riichi-sticks 1",
        "handreader points 24 --rules mcr",
    ),
    "quiz": (
        "handreader quiz --rules riichi-ema --level 3",
        "handreader quiz --photos photos/ --rules mcr",
        "handreader quiz --rules mcr --seed 7 --count 20 --json",
    ),
    "rules": (
        "handreader rules",
        "handreader rules riichi-tenhou --lang it",
        "handreader rules --save club-roma --from mcr --option even_pairs=no",
        "handreader rules mcr --option even_pairs=no",
    ),
    "sets": (
        "handreader sets",
        'handreader sets --rename "club set" --to home',
        'handreader sets --forget "club set" --yes',
    ),
    "tables": ("handreader tables", "handreader tables --rename club --to club-2"),
    "games": (
        "handreader games",
        'handreader games --rename "Ada, Bo, Cem, Dee 2026-11-23" --to final',
    ),
    "backup": (
        "handreader backup club.sqlite",
        "handreader backup club.sqlite --database sqlite:///club/games.sqlite",
    ),
    "tournament": (
        "handreader tournament",
        'handreader tournament "Club Cup" --files results',
    ),
    "rating": ("handreader rating mcr",),
    "restore": ("handreader restore club.sqlite",),
    "doctor": ("handreader doctor", "handreader doctor --camera 0 --json"),
    "serve": ("handreader serve", 'handreader serve --lan --set "club set"'),
    "watch": (
        "handreader watch --setup walls.jpg --table club",
        "handreader watch 0 --table club --players Ada,Bo,Cem,Dee",
        "handreader watch evening/img%03d.png --picture-seconds 2",
    ),
    "evaluate": (
        "handreader evaluate photos/",
        "handreader evaluate --hands",
        "handreader evaluate --layings --beside old/",
    ),
    "teach": (
        "handreader teach",
        'handreader teach --name "club set" a.jpg b.jpg',
        'handreader teach --any-order --name "club set" hand.jpg --correct 3=5m',
    ),
}
"""Command lines that the help page of each command shows."""
_STATUS = {
    "read": "0 if every photo was read, 1 if not, 2 for unknown options.",
    "score": "0 if every hand was scored, 1 if not, 2 for unknown options.",
    "quiz": "0 without errors, 1 after an error, 2 without a terminal or for unknown options.",
    "check": "0 if the claim is right, 1 if it is wrong, 2 if it or the hand cannot be read.",
}
_USUAL_STATUS = "0 without errors, 1 after an error, 2 for unknown options."
