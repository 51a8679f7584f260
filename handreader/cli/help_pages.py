"""Help pages: options under their groups' headings, and examples at the end."""

from __future__ import annotations

from copy import copy
from itertools import groupby
from typing import Annotated, Any

from typer.core import TyperCommand
from typer.models import OptionInfo

from .command_group import explain_errors

OTHER = "Options"
"""Heading of the options in no group."""


class GroupCommand(TyperCommand):
    """A command whose help lists its options by group, and whose errors are one line."""

    # Any: typer brings its own copy of click, whose types are private
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse options and arguments."""
        with explain_errors(ctx, args):
            return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, then the options of each group, then the others."""
        shown = [(one, one.get_help_record(ctx)) for one in self.get_params(ctx)]
        records = [(_heading(one), record) for one, record in shown if record is not None]
        headings = dict.fromkeys(heading for heading, _ in records)
        order = {heading: place for place, heading in enumerate(headings)}
        order |= {_ARGUMENTS: -1, OTHER: len(order)}
        records.sort(key=lambda pair: order[pair[0]])
        for heading, group in groupby(records, key=lambda pair: pair[0]):
            with formatter.section(heading):
                formatter.write_dl([record for _, record in group])


_ARGUMENTS = "Arguments"


def _heading(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return _ARGUMENTS
    return getattr(parameter, "rich_help_panel", None) or OTHER


def with_heading(hint: Any, heading: str) -> Any:
    """Return an option's annotation with the heading of its group."""
    options = [copy(part) if isinstance(part, OptionInfo) else part for part in hint.__metadata__]
    for option in options:
        if isinstance(option, OptionInfo):
            option.rich_help_panel = heading
    # made anew: a copy of an annotation is the same object, which other commands share
    return Annotated[(hint.__origin__, *options)]


_EXAMPLES = {
    "read": (
        "handreader read hand.jpg",
        "handreader read photos/ --json",
        "handreader read hand.jpg --region 0.1,0.1,0.9,0.9 --out seen.jpg",
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
    "doctor": ("handreader doctor", "handreader doctor --camera 0 --json"),
    "serve": ("handreader serve", 'handreader serve --lan --set "club set"'),
    "watch": (
        "handreader watch --setup walls.jpg --table club",
        "handreader watch 0 --table club --players Ada,Bo,Cem,Dee",
        "handreader watch evening/img%03d.png --picture-seconds 2",
    ),
    "evaluate": ("handreader evaluate photos/", "handreader evaluate --hands"),
    "teach": (
        "handreader teach",
        'handreader teach --name "club set" a.jpg b.jpg',
        'handreader teach --any-order --name "club set" hand.jpg --correct 3=5m',
    ),
}
_STATUS = {
    "read": "0 if every photo was read, 1 if not, 2 for unknown options.",
    "score": "0 if every hand was scored, 1 if not, 2 for unknown options.",
    "check": "0 if the claim is right, 1 if it is wrong, 2 if it or the hand cannot be read.",
}
_USUAL_STATUS = "0 without errors, 1 after an error, 2 for unknown options."


def _epilog(command: str) -> str:
    """Return the end of a help page: examples, and what the exit status means."""
    # \b keeps the lines of the paragraph as they are
    lines = ("\b", "Examples:", *(f"  {line}" for line in _EXAMPLES[command]))
    return "\n".join(lines) + f"\n\nExit status: {_STATUS.get(command, _USUAL_STATUS)}"


EPILOGS = {command: _epilog(command) for command in _EXAMPLES}
"""Ends of the help pages, by command."""
