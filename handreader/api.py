"""The Python API: photos and typed hands to scores; `import handreader as hr` has its names.

Its names, arguments and attributes are stable: some may be added, none is renamed or dropped.
"""

from __future__ import annotations

import html
from base64 import b64encode
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from scoring import Score
from scoring import score as score_win
from scoring.advice import Advice
from scoring.advice import advise as advise_hand
from scoring.errors import CodedError, HandReaderError
from scoring.explain import explain
from scoring.hand import Hand
from scoring.payments import Payment
from scoring.plausibility import foreign_facts
from scoring.record import Record, RecordError
from scoring.registry import rulebook
from scoring.text import Texts
from scoring.tiles import Wind, parse_tiles
from scoring.win import Win
from vision import PhotoReading
from vision import Reader as TileReader
from vision.hand_location import ANYWHERE, HandLocation, Region
from vision.layout.perspective import PictureEdge
from vision.photo import Photo, open_photo

from .answers import normalize_answers
from .cli.inputs import StatedFacts, parse_typed_win
from .cli.pictures import draw_reading
from .hand_in_play import HandInPlay, hand_in_photo
from .house_rules import choose_rules
from .near_hand import loss_sentences, near_wins
from .pipeline import (
    UnscorableError,
    layout_rules,
    no_tiles_error,
    read_photo,
    record,
    score_record,
)
from .situation import Situation
from .tile_sets import tile_set_file

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

PhotoInput = str | Path | bytes
"""A picture's path, or its encoded bytes."""
WindLetter = Literal["E", "S", "W", "N"]
EdgeName = Literal["bottom", "right", "top", "left"]
"""The edge of a picture at which the hand's owner sits."""
RegionInput = tuple[float, float, float, float]
"""A part of a picture: x0, y0, x1, y1; in pixels, or from 0 to 1."""
_WIDTH = 1000  # of a picture in a notebook, in pixels
_TEXTS: Mapping[str, Texts] = {
    "unknown_fact": {
        "en": "{name} is no fact of a win: expected some of {known}",
        "it": "{name} non è una circostanza della vincita: serve fra {known}",
    },
    "no_wind": {
        "en": "{name} is {letter!r}: expected E, S, W or N",
        "it": "{name} è {letter!r}: serve E, S, W o N",
    },
    "no_edge": {
        "en": "hand_from is {edge!r}: expected bottom, right, top or left",
        "it": "hand_from è {edge!r}: serve bottom, right, top o left",
    },
}


class ArgumentsError(CodedError):
    """Arguments that are none."""

    texts = _TEXTS


class FactArguments(TypedDict, total=False):
    """Facts of a win that a photo does not show; what is left out is assumed as by `score`.

    `answers` are to questions of the photo, by their id: `{"tile:3": "5m"}`. The flags are those of
    `scoring.win.Win`.
    """

    seat: WindLetter
    round: WindLetter
    self_drawn: bool
    discarder: WindLetter
    winning_tile: str
    answers: Mapping[str, str]
    dora: str
    ura: str
    counters: int
    riichi_sticks: int
    norths: int
    liable: WindLetter
    last_tile: bool
    kong_replacement: bool
    robbing_kong: bool
    last_of_kind: bool
    blessing_heaven: bool
    blessing_earth: bool
    riichi: bool
    double_riichi: bool
    ippatsu: bool


_FLAGS = frozenset(
    "last_tile kong_replacement robbing_kong last_of_kind blessing_heaven blessing_earth riichi "
    "double_riichi ippatsu".split()
)


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand that wins, with its score.

    Attributes:
        hand: the tiles and melds, the winning tile apart.
        score: points, patterns, and the reasons.
        photo: the picture; None for a typed hand, and of many photos (`HandReader.score_all`).
        reading: what was seen in the picture; None for a typed hand.
        source: what the picture was opened from; None for a typed hand.
    """

    hand: Hand
    score: Score
    photo: Photo | None = None
    reading: PhotoReading | None = None
    source: PhotoInput | None = None

    def __repr__(self) -> str:
        return (
            f"ScoredHand({str(self.hand)!r}, rules={self.score.rulebook.id!r}, total={self.total})"
        )

    @property
    def total(self) -> int:
        """Return the points of the hand."""
        return self.score.total

    @property
    def payments(self) -> tuple[Payment, ...] | None:
        """Return the payments; None if a fact they depend on is unknown."""
        return self.score.payments

    def explanation(self, lang: str = "en") -> tuple[str, ...]:
        """Return the explanation of every point, a line each."""
        return explain(self.score, lang)

    def picture(self, lang: str = "en") -> Picture | None:
        """Return the photo with its tiles outlined and named; None for a typed hand.

        The photo is opened again if its pixels were not kept.

        Raises:
            HandReaderError: its file is no longer there.
        """
        if self.reading is None or self.source is None:
            return None
        from PIL import Image

        photo = open_photo(self.source) if self.photo is None else self.photo
        return Image.fromarray(draw_reading(photo, self.reading, lang))

    def show(self, lang: str = "en") -> None:
        """Show picture and explanation in a notebook; print the explanation elsewhere."""
        try:
            from IPython import get_ipython
            from IPython.display import display
        except ImportError:
            in_notebook = False
        else:
            in_notebook = get_ipython() is not None
        if in_notebook:
            display(self)
        else:
            print("\n".join(self.explanation(lang)))

    def _repr_html_(self) -> str:
        lines = "".join(f"<div>{html.escape(line)}</div>" for line in self.explanation())
        shown = self.picture()
        return lines if shown is None else f'<img src="{_data_address(shown)}">{lines}'


class HandReader:
    """A reader and scorer of many photos: the nets are opened once; any thread may use it.

    Args:
        rules: id of the rule set, perhaps with options (`mcr:flowers=off`), or the name of house
            rules.
        weights: folder with the nets' weights; None for the installed ones.
        tile_set: name of a taught set; None for none.

    Raises:
        HandReaderError: an unknown rule set or taught set.
    """

    def __init__(
        self,
        rules: str = "zung-jung",
        *,
        weights: str | Path | None = None,
        tile_set: str | None = None,
    ) -> None:
        self.rules = choose_rules(rules)
        taught = None if tile_set is None else tile_set_file(tile_set)
        folder = None if weights is None else Path(weights)
        self._tiles = TileReader(folder).with_tile_set(taught)

    def read(
        self,
        photo: PhotoInput,
        *,
        region: RegionInput | None = None,
        hand_from: EdgeName | None = None,
        **facts: Unpack[FactArguments],
    ) -> PhotoReading:
        """Read the tiles of a photo and decode their hand; open questions are in the result.

        Args:
            photo: the picture.
            region: x0, y0, x1, y1 of the part to read; in pixels, or from 0 to 1.
            hand_from: edge of the picture at which the hand's owner sits.
            facts: known facts of the win, and answers.

        Raises:
            HandReaderError: a file that is no picture, weights that are damaged, or facts or
                answers that cannot be.
        """
        opened = open_photo(photo)
        return read_photo(
            self._tiles, opened, _situation(facts), self.rules, _location(region, hand_from)
        )

    def score(
        self,
        photo: PhotoInput,
        *,
        region: RegionInput | None = None,
        hand_from: EdgeName | None = None,
        **facts: Unpack[FactArguments],
    ) -> ScoredHand:
        """Read a photo and score its hand; the arguments are those of `read`.

        Raises:
            HandReaderError: as `read`; also no tiles, a hand that does not win, or open questions:
                the message lists them with their answers.
        """
        opened, situation = open_photo(photo), _situation(facts)
        _check_facts(situation.win(), self.rules)
        place = _location(region, hand_from)
        reading = read_photo(self._tiles, opened, situation, self.rules, place)
        win = record(reading, situation, self.rules)
        return ScoredHand(win.hand, score_record(win), opened, reading, photo)

    def advise(
        self,
        photo: PhotoInput,
        *,
        seen: str = "",
        region: RegionInput | None = None,
        hand_from: EdgeName | None = None,
        **facts: Unpack[FactArguments],
    ) -> Advice:
        """Read a photo of 13 or 14 tiles and return what each discard leaves.

        Args:
            photo, region, hand_from: as of `read`.
            seen: tiles in view that the photo does not show, like "3m5z"; what it shows face up
                beside the hand is in view, too.
            facts: the facts that a win would have, and answers.

        Raises:
            HandReaderError: as `read`; also no tiles, or tiles that are no hand of 13 or 14.
        """
        opened, situation = open_photo(photo), _situation(facts)
        way, place = layout_rules(self.rules), _location(region, hand_from)
        reading = self._tiles.read(opened, way, situation.answers, place)
        if not reading.tiles:
            raise no_tiles_error(reading)
        return _advise(hand_in_photo(reading, situation, parse_tiles(seen)), situation, self.rules)

    def score_all(
        self, photos: Iterable[PhotoInput], *, threads: int = 1, **facts: Unpack[FactArguments]
    ) -> Iterator[ScoredHand | HandReaderError]:
        """Yield the scored hand of each photo in order, or its error in its place.

        The results keep no pixels: those of 200 large photos would fill the memory.

        Args:
            photos: the pictures; taken one by one, at most two a thread ahead of the results.
            threads: photos read at once; memory grows with them.
            facts: known facts of all wins.
        """

        def outcome(photo: PhotoInput) -> ScoredHand | HandReaderError:
            try:
                return replace(self.score(photo, **facts), photo=None)
            except HandReaderError as error:
                return error

        if threads <= 1:
            yield from map(outcome, photos)
            return
        waiting: deque[Future[ScoredHand | HandReaderError]] = deque()
        with ThreadPoolExecutor(threads) as pool:
            for photo in photos:
                waiting.append(pool.submit(outcome, photo))
                if len(waiting) >= 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()


def score(
    photo: PhotoInput,
    rules: str = "zung-jung",
    *,
    region: RegionInput | None = None,
    hand_from: EdgeName | None = None,
    **facts: Unpack[FactArguments],
) -> ScoredHand:
    """Read one photo and score its hand; `HandReader` is for many.

    Raises:
        HandReaderError: as `HandReader.score`.
    """
    return HandReader(rules).score(photo, region=region, hand_from=hand_from, **facts)


def score_hand(text: str, rules: str = "zung-jung", **facts: Unpack[FactArguments]) -> ScoredHand:
    """Score a hand in notation, like "123m 456p 789s 11z 678s | seat S" (`scoring.notation`).

    Without a mark and without `winning_tile` the last tile is the winning one.

    Raises:
        HandReaderError: text that is no hand, facts that contradict it, or no win.
    """
    given = StatedFacts(_situation(facts), ANYWHERE)
    chosen = choose_rules(rules)
    hand, win = parse_typed_win(text, "", given)
    _check_facts(win, chosen)
    won = Record(None, chosen, hand, win).check()
    found = score_win(won.hand, won.win, won.book())
    if not found.valid_win:
        near = near_wins(won.hand, won.win, won.book())
        raise UnscorableError("typed_no_win", hand=hand, why=loss_sentences(found, near))
    return ScoredHand(won.hand, found)


def advise(
    text: str, rules: str = "zung-jung", *, seen: str = "", **facts: Unpack[FactArguments]
) -> Advice:
    """Return what each discard of 14 tiles in notation leaves; 13 tiles are advised as they are.

    Args:
        text: the hand, like "123m 456p 237889s 22z".
        rules: id of the rule set, perhaps with options, or the name of house rules.
        seen: tiles in view besides it, like "3m5z": ponds, others' sets.
        facts: the facts that a win would have.

    Raises:
        HandReaderError: text that is no hand of 13 or 14 tiles, or facts that contradict it.
    """
    play = HandInPlay(Hand.parse(text), seen=parse_tiles(seen))
    return _advise(play, _situation(facts), choose_rules(rules))


def _advise(play: HandInPlay, situation: Situation, rules: str) -> Advice:
    win = situation.win(play.win.dora_indicators)
    _check_facts(win, rules)
    return advise_hand(play.hand, win, rulebook(rules), play.seen)


def _check_facts(win: Win, rules: str) -> None:
    """Check that the rule set has every given fact.

    Raises:
        RecordError: it does not have one of them.
    """
    if faults := foreign_facts(win, rulebook(rules)):
        raise RecordError(faults)


def _situation(facts: FactArguments) -> Situation:
    """Return the situation of facts given by name.

    Raises:
        ArgumentsError: a name that is no fact.
        HandReaderError: tiles or winds that are none.
    """
    unknown = sorted(set(facts) - FactArguments.__optional_keys__)
    if unknown:
        known = ", ".join(sorted(FactArguments.__optional_keys__))
        raise ArgumentsError("unknown_fact", name=", ".join(unknown), known=known)
    answers = dict(facts.get("answers", {}))
    if "winning_tile" in facts:
        answers["winning_tile"] = facts["winning_tile"]
    return Situation(
        seat=_wind(facts, "seat"),
        round=_wind(facts, "round"),
        self_drawn=facts.get("self_drawn", False),
        discarder=_wind(facts, "discarder"),
        flags=frozenset(name for name in _FLAGS if facts.get(name)),
        liable=_wind(facts, "liable"),
        dora=parse_tiles(facts.get("dora", "")),
        ura=parse_tiles(facts.get("ura", "")),
        counters=facts.get("counters", 0),
        riichi_sticks=facts.get("riichi_sticks", 0),
        norths=facts.get("norths", 0),
        answers=normalize_answers(answers),
    )


def _wind(facts: FactArguments, name: str) -> Wind | None:
    letter = facts.get(name)
    if letter is None:
        return None
    try:
        return Wind(str(letter))
    except ValueError:
        raise ArgumentsError("no_wind", name=name, letter=letter) from None


def _location(region: RegionInput | None, hand_from: EdgeName | None) -> HandLocation:
    found = None if region is None else Region(*region)
    try:
        edge = None if hand_from is None else PictureEdge(hand_from)
    except ValueError:
        raise ArgumentsError("no_edge", edge=hand_from) from None
    return HandLocation(found, edge)


def _data_address(picture: Picture) -> str:
    """Return a picture as a `data:` address, small enough for a notebook."""
    picture.thumbnail((_WIDTH, _WIDTH))
    file = BytesIO()
    picture.save(file, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{b64encode(file.getvalue()).decode()}"
