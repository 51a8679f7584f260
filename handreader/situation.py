"""The facts of a win that a photo does not show: given by options, otherwise assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from scoring.errors import CodedError
from scoring.open_facts import FACTS
from scoring.text import Texts
from scoring.tiles import Tile, Wind, parse_tiles
from scoring.win import Win
from vision.hand_location import HandLocation, Region
from vision.picture_edge import PictureEdge

from .answers import normalize_answers

if TYPE_CHECKING:  # the page's Python has no options of commands
    from .options import FlagOptions, LocationOptions, RiichiOptions, WinOptions

_TEXTS: Mapping[str, Texts] = {
    "both": {
        "en": "self-drawn, and discarded by {who}: give one of --self-drawn and --discarder",
        "it": "pescata, e scartata da {who}: scegli fra --self-drawn e --discarder",
    },
    "east_assumed": {
        "en": "--discarder E: without --seat the winner is taken to be East: add the winner's own "
        "seat, like --seat S",
        "it": "--discarder E: senza --seat si suppone che vinca Est: aggiungi il posto di chi "
        "vince, come --seat S",
    },
    "no_answer": {
        "en": "--answer {text}: expected ID=ANSWER, like winning_tile=5m",
        "it": "--answer {text}: serve ID=RISPOSTA, come winning_tile=5m",
    },
}


class SituationError(CodedError):
    """Options that contradict each other."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class Situation:
    """The known facts of a win.

    Attributes:
        seat, round, discarder: None if unknown.
        flags: names of `scoring.win.Win`'s yes-or-no facts that are true.
        liable, counters, riichi_sticks, norths: riichi only; as in `scoring.win.Win`.
        dora, ura: indicators; () for those in the photo.
        answers: to the open questions of a photo, by question id.
        stated: names of further facts that somebody stated, true or not.
    """

    seat: Wind | None = None
    round: Wind | None = None
    self_drawn: bool = False
    discarder: Wind | None = None
    flags: frozenset[str] = frozenset()
    liable: Wind | None = None
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    counters: int = 0
    riichi_sticks: int = 0
    norths: int = 0
    answers: Mapping[str, str] = field(default_factory=dict)
    stated: frozenset[str] = frozenset()

    @property
    def fact_names(self) -> frozenset[str]:
        """Return the names of the known facts (`scoring.open_facts`); one flag implies all flags.

        A photo shows flowers laid aside, and the winning tile or a question about it.
        """
        known = {"flowers", "winning_tile", *self.stated}
        known |= {name for name in ("seat", "round", "discarder") if getattr(self, name)}
        if self.self_drawn or "discarder" in known:
            known.add("self_drawn")
        if self.flags:
            known |= set(FACTS) - {"seat", "round", "self_drawn", "discarder"}
        return frozenset(known)

    def facts(self) -> dict[str, object]:
        """Return the given facts, as fields of `scoring.win.Win` by name.

        Raises:
            SituationError: both self-drawn and discarded.
        """
        given = self.win()
        names = {name for name in ("seat", "round", "discarder", "liable") if getattr(self, name)}
        names |= self.flags | ({"self_drawn"} if self.self_drawn else set())
        names |= {name for name in ("counters", "riichi_sticks", "norths") if getattr(self, name)}
        names |= {f"{name}_indicators" for name in ("dora", "ura") if getattr(self, name)}
        return {name: getattr(given, name) for name in sorted(names)}

    def check_seat(self) -> None:
        """Check that the discarder is not the assumed winner, before any photo is read.

        Raises:
            SituationError: East discarded, and no seat of the winner is given.
        """
        if self.seat is None and self.discarder is Wind.EAST:
            raise SituationError("east_assumed")

    def win(self, dora: tuple[Tile, ...] = (), ura: tuple[Tile, ...] = ()) -> Win:
        """Return how the hand was won.

        The default of a wind is East, that of the win a discard. The discarder is never assumed:
        without it the hand has its points, and may have no payments.

        Args:
            dora, ura: indicators in the photo, which given ones replace.

        Raises:
            SituationError: both self-drawn and discarded.
        """
        if self.self_drawn and self.discarder:
            raise SituationError("both", who=self.discarder)
        return Win(
            self_drawn=self.self_drawn,
            discarder=self.discarder,
            seat=self.seat or Wind.EAST,
            round=self.round or Wind.EAST,
            **dict.fromkeys(self.flags, True),
            liable=self.liable,
            dora_indicators=self.dora or dora,
            ura_indicators=self.ura or ura,
            counters=self.counters,
            riichi_sticks=self.riichi_sticks,
            norths=self.norths,
            discards_since=None,
        )


def parse_situation(win: WinOptions, flags: FlagOptions, riichi: RiichiOptions) -> Situation:
    """Return the situation that the options of `handreader score` describe.

    Raises:
        HandReaderError: unknown tiles, or an answer without an equals sign.
    """
    return Situation(
        seat=_wind(win.seat),
        round=_wind(win.round),
        self_drawn=win.self_drawn,
        discarder=_wind(win.discarder),
        flags=frozenset(name for name, holds in asdict(flags).items() if holds),
        liable=_wind(riichi.liable),
        dora=parse_tiles(riichi.dora or ""),
        ura=parse_tiles(riichi.ura or ""),
        counters=riichi.counters,
        riichi_sticks=riichi.riichi_sticks,
        norths=riichi.norths,
        answers=parse_answers(win.answer or [], win.winning_tile),
    )


def with_facts(situation: Situation, facts: Mapping[str, object]) -> Situation:
    """Return the situation with winds and flags of `scoring.notation.parse_facts` added."""
    winds = {name: facts[name] for name in ("seat", "round", "discarder") if name in facts}
    flags = {name for name, value in facts.items() if value is True} - {"self_drawn"}
    drawn = situation.self_drawn or facts.get("self_drawn") is True
    kept = {name: wind for name, wind in winds.items() if getattr(situation, name) is None}
    found = replace(situation, self_drawn=drawn, flags=situation.flags | flags)
    return replace(found, **kept)  # type: ignore[arg-type]  # winds, as the notation reads them


def parse_location(given: LocationOptions) -> HandLocation:
    """Return the hand's location that the options describe.

    Raises:
        RegionError: a region that is none.
    """
    return HandLocation(
        None if given.region is None else Region.parse(given.region),
        None if given.hand_from is None else PictureEdge(given.hand_from),
    )


def _wind(letter: str | None) -> Wind | None:
    return Wind(letter) if letter else None


def parse_answers(given: list[str], winning_tile: str | None) -> dict[str, str]:
    """Parse answers by question id from options `ID=ANSWER` and the one for the winning tile.

    Raises:
        SituationError: an option without an equals sign.
    """
    found: dict[str, str] = {}
    for text in given:
        name, equals, answer = text.partition("=")
        if not (name and equals and answer):
            raise SituationError("no_answer", text=text)
        found[name.strip()] = answer.strip()
    if winning_tile:
        found["winning_tile"] = winning_tile
    return normalize_answers(found)
