"""The Python API: photos and typed hands to scores; `import handreader as hr` has its names.

Its names, arguments and attributes are stable: some may be added, none is renamed or dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from scoring.errors import HandReaderError
from scoring.plausibility import foreign_facts
from scoring.registry import rulebook
from scoring.win import Win
from vision import Reader as TileReader
from vision.hand_location import ANYWHERE, HandLocation
from vision.photo import Photo, PhotoInput, open_photo, photo_name

from .arguments import (
    EdgeName,
    FactArguments,
    RegionInput,
    name_facts,
    parse_entry,
    parse_facts,
    parse_location,
    parse_seen,
    require_photos,
    require_text,
)
from .house_rules import choose_rules

# What a photo needs besides its pixels is imported where it is used: while the nets open.
if TYPE_CHECKING:
    from .hand_advice import HandAdvice
    from .hand_in_play import HandInPlay
    from .results import HandReading, ScoredHand
    from .situation import Situation

PhotoWithFacts = tuple[PhotoInput, FactArguments]
"""A photo, and the facts of its win."""


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
        self.rules = choose_rules(require_text(rules, "rules", '"mcr"'))
        self._tiles = TileReader(None if weights is None else Path(weights))
        if tile_set is not None:
            from .tile_sets import tile_set_file

            taught = tile_set_file(require_text(tile_set, "tile_set", '"club set"'))
            self._tiles = self._tiles.with_tile_set(taught)

    @name_facts
    def read(
        self,
        photo: PhotoInput,
        *,
        region: RegionInput | None = None,
        hand_from: EdgeName | None = None,
        **facts: Unpack[FactArguments],
    ) -> HandReading:
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
        opened, situation = self._open(photo), parse_facts(facts)
        from .pipeline import complete_record, read_photo
        from .results import HandReading

        place = parse_location(region, hand_from)
        reading = read_photo(self._tiles, opened, situation, self.rules, place)
        return HandReading.of(reading, complete_record(reading, situation, self.rules))

    @name_facts
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
        return self._score(photo, facts, parse_location(region, hand_from))

    def _score(
        self, photo: PhotoInput, facts: Mapping[str, object], place: HandLocation
    ) -> ScoredHand:
        opened, situation = self._open(photo), parse_facts(facts)
        from .pipeline import read_photo, record, score_record
        from .results import HandReading, ScoredHand

        _check_facts(situation.win(), self.rules)
        reading = read_photo(self._tiles, opened, situation, self.rules, place)
        win = record(reading, situation, self.rules)
        found = score_record(win)
        return ScoredHand(win.hand, found, opened, HandReading.of(reading, win), photo)

    @name_facts
    def advise(
        self,
        photo: PhotoInput,
        *,
        seen: str = "",
        region: RegionInput | None = None,
        hand_from: EdgeName | None = None,
        **facts: Unpack[FactArguments],
    ) -> HandAdvice:
        """Read a photo of 13 or 14 tiles and return what each discard leaves.

        Args:
            photo, region, hand_from: as of `read`.
            seen: tiles in view that the photo does not show, like "3m5z"; what it shows face up
                beside the hand is in view, too.
            facts: the facts that a win would have, and answers.

        Raises:
            HandReaderError: as `read`; also no tiles, or tiles that are no hand of 13 or 14.
        """
        opened, situation = self._open(photo), parse_facts(facts)
        from .hand_in_play import hand_in_photo
        from .pipeline import no_tiles_error, read_photo

        place = parse_location(region, hand_from)
        reading = read_photo(self._tiles, opened, situation, self.rules, place)
        if not reading.tiles:
            raise no_tiles_error(reading)
        return _advise(
            hand_in_photo(reading, situation, parse_seen(seen, "seen")), situation, self.rules
        )

    @name_facts
    def score_all(
        self,
        photos: Iterable[PhotoInput | PhotoWithFacts],
        *,
        threads: int = 1,
        progress: bool = False,
        **facts: Unpack[FactArguments],
    ) -> Iterator[ScoredHand | HandReaderError]:
        """Yield the scored hand of each photo in order, or its error in its place.

        The results keep no pixels: those of 200 large photos would fill the memory.

        Args:
            photos: the pictures, or pairs `(picture, {"seat": "S"})` with the facts of its win;
                taken one by one, at most two a thread ahead of the results.
            threads: photos read at once; memory grows with them.
            progress: whether a terminal shows a bar of the photos that are done.
            facts: known facts of all wins; those of a photo come before them.

        Raises:
            HandReaderError: at once, if `photos` are none; that of a photo names it and is yielded.
        """
        require_photos(photos, threads)

        def outcome(entry: PhotoInput | PhotoWithFacts) -> ScoredHand | HandReaderError:
            try:
                photo, known = parse_entry(entry)
            except HandReaderError as error:
                return error
            merged = {**facts, **known}
            try:
                place = parse_location(merged.pop("region", None), merged.pop("hand_from", None))
                return replace(self._score(photo, merged, place), photo=None)
            except HandReaderError as error:
                return error.about(photo_name(photo))

        results = _in_order(photos, outcome, threads)
        if not progress:
            return results
        from .progress import progress_bar

        count = len(photos) if isinstance(photos, Sized) else None
        return progress_bar(results, count, "photos")

    def _open(self, photo: PhotoInput) -> Photo:
        """Decode a photo, while another thread opens the nets."""
        self._tiles.prepare()
        return open_photo(photo)


@name_facts
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


@name_facts
def score_hand(text: str, rules: str = "zung-jung", **facts: Unpack[FactArguments]) -> ScoredHand:
    """Score a hand in notation, like "123m 456p 789s 11z 678s | seat S" (`scoring.notation`).

    Without a mark and without `winning_tile` the last tile is the winning one.

    Raises:
        HandReaderError: text that is no hand, facts that contradict it, or no win.
    """
    from scoring import score as score_win
    from scoring.record import Record

    from .cli.inputs import StatedFacts, parse_typed_win
    from .near_hand import loss_sentences, near_wins
    from .pipeline import UnscorableError
    from .results import ScoredHand

    given = StatedFacts(parse_facts(facts), ANYWHERE)
    chosen = choose_rules(require_text(rules, "rules", '"mcr"'))
    require_text(text, "text", '"123m 456p 789s 11z 678s"')
    hand, win = parse_typed_win(text, "", given)
    _check_facts(win, chosen)
    won = Record(None, chosen, hand, win).check()
    found = score_win(won.hand, won.win, won.book())
    if not found.valid_win:
        near = near_wins(won.hand, won.win, won.book())
        raise UnscorableError("typed_no_win", hand=hand, why=loss_sentences(found, near))
    return ScoredHand(won.hand, found)


@name_facts
def advise(
    text: str, rules: str = "zung-jung", *, seen: str = "", **facts: Unpack[FactArguments]
) -> HandAdvice:
    """Return what each discard of 14 tiles in notation leaves; 13 tiles are advised as they are.

    Args:
        text: the hand, like "123m 456p 237889s 22z".
        rules: id of the rule set, perhaps with options, or the name of house rules.
        seen: tiles in view besides it, like "3m5z": ponds, others' sets.
        facts: the facts that a win would have.

    Raises:
        HandReaderError: text that is no hand of 13 or 14 tiles, or facts that contradict it.
    """
    from scoring.hand import Hand

    from .hand_in_play import HandInPlay

    require_text(text, "text", '"123m 456p 237889s 22z"')
    require_text(rules, "rules", '"mcr"')
    play = HandInPlay(Hand.parse(text), seen=parse_seen(seen, "seen"))
    return _advise(play, parse_facts(facts), choose_rules(rules))


def _advise(play: HandInPlay, situation: Situation, rules: str) -> HandAdvice:
    from scoring.advice import Advice
    from scoring.advice import advise as advise_hand

    from .hand_advice import HandAdvice

    win = situation.win(play.win.dora_indicators)
    _check_facts(win, rules)
    found = advise_hand(play.hand, win, rulebook(rules), play.seen)
    return HandAdvice(**{one.name: getattr(found, one.name) for one in fields(Advice)}, rules=rules)


def _check_facts(win: Win, rules: str) -> None:
    """Check that the rule set has every given fact.

    Raises:
        RecordError: it does not have one of them.
    """
    if faults := foreign_facts(win, rulebook(rules)):
        from scoring.record import RecordError

        raise RecordError(faults)


def _in_order(
    photos: Iterable[PhotoInput | PhotoWithFacts],
    outcome: Callable[[PhotoInput | PhotoWithFacts], ScoredHand | HandReaderError],
    threads: int,
) -> Iterator[ScoredHand | HandReaderError]:
    """Yield the outcome of each photo in order, at most two photos a thread ahead."""
    if threads <= 1:
        yield from map(outcome, photos)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    waiting: deque[Future[ScoredHand | HandReaderError]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for photo in photos:
            waiting.append(pool.submit(outcome, photo))
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
