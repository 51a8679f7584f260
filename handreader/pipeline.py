"""The pipeline photo → reading → record → score, shared by commands, page and webcam."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from scoring import Rulebook, Score, Tile, rulebook, score
from scoring.decompose import readings, winning_tiles
from scoring.errors import CodedError, HandReaderError
from scoring.explain import rejection_text
from scoring.hand import Hand
from scoring.near import did_you_mean
from scoring.reading import HandFacts
from scoring.record import Record
from scoring.scorer import result_to_json, rules_to_json
from scoring.text import LANGUAGES, Phrase, Sentences, Texts, Translatable, phrase
from scoring.win import Win
from vision import PhotoReading, Reader
from vision.hand_location import ANYWHERE, HandLocation
from vision.layout.layout import DecodedHand, Layout, layout_to_hand
from vision.layout.melds import is_flower
from vision.layout.questions import ANY_TILE, QUESTION_CODES, Question
from vision.parsing.reading import read_hand
from vision.picture_edge import PictureEdge
from vision.relations.roles import NO_RELATIONS, Relations
from vision.seen_tile import SeenTile

from .situation import Situation
from .table_facts import winning_discard, with_discards, with_table_facts

if TYPE_CHECKING:  # a browser's Python decodes and scores without numpy
    from vision.photo import Photo

RULE_SETS = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
"""Ways of laying tiles that are read; `scoring.RULEBOOKS` has those that are scored."""
UNTURNED = "mcr"
"""The way of a rule set without one of its own (Hong Kong): no claimed tile need be turned."""


_ASKED: Texts = {"en": "{question} Add {answer}", "it": "{question} Aggiungi {answer}"}
_TEXTS: Mapping[str, Texts] = {
    "no_question": {
        "en": "there is no question {id}: `handreader read` lists those of a photo{meant}",
        "it": "non c'è la domanda {id}: `handreader read` elenca quelle di una foto{meant}",
    },
    "no_option": {
        "en": "{number} is not an answer to {id}: expected a number from 1 to {count}",
        "it": "{number} non risponde a {id}: serve un numero da 1 a {count}",
    },
    "no_tiles": {
        "en": "no tiles found in {photo} ({width}×{height}): is the hand in the picture and face "
        "up?",
        "it": "nessuna tessera trovata in {photo} ({width}×{height}): la mano è nella foto, e "
        "scoperta?",
    },
    "no_tiles_in_region": {
        "en": "no tiles found in region {region} of {photo} ({width}×{height}): is the hand in it?",
        "it": "nessuna tessera nella regione {region} di {photo} ({width}×{height}): la mano è lì?",
    },
    "taken_as_hand": {
        "en": "Taken as the hand: {hand}; --region and --hand-from choose another",
        "it": "Presa come mano: {hand}; --region e --hand-from ne scelgono un'altra",
    },
    "flower_indicators": {
        "en": "{flowers} seen where the dora indicators are, but riichi is played without flowers: "
        "correct them, or leave them out",
        "it": "{flowers} al posto degli indicatori di dora, ma nel riichi non ci sono fiori: "
        "correggili, o lasciali fuori",
    },
    "cut_off": {
        "en": "a tile of it is at the picture's edge: is the rest of the hand outside?",
        "it": "una sua tessera è al bordo della foto: il resto della mano è fuori?",
    },
    "faulty": {"en": "{photo}: {what}", "it": "{photo}: {what}"},
    "contradictory": {"en": "{photo}: {what}", "it": "{photo}: {what}"},
    "typed_no_win": {
        "en": "{hand} does not win: {why}",
        "it": "{hand} non vince: {why}",
    },
    "no_win": {
        "en": "{photo}: {hand} does not win: {why}; is every tile in the outlined picture right?",
        "it": "{photo}: {hand} non vince: {why}; nella foto contornata le tessere sono lette bene?",
    },
}


class UnscorableError(CodedError):
    """A reading without a hand to score."""

    texts = _TEXTS


def check_question_ids(answers: Mapping[str, str]) -> None:
    """Check that every answer is to a question that exists, before any photo is read.

    Raises:
        UnscorableError: an answer to an unknown question.
    """
    unknown = [name for name in answers if name.partition(":")[0] not in QUESTION_CODES]
    if unknown:
        meant = did_you_mean(unknown[0].partition(":")[0], sorted(QUESTION_CODES))
        raise UnscorableError("no_question", id=", ".join(unknown), meant=meant)


def layout_rules(rules: str) -> str:
    """Return the rule set whose layout of tiles a rule set shares: riichi-ema for any riichi.

    A rule set of no family shares that of `UNTURNED`.

    Raises:
        RulebookError: an unknown rule set; names the known ones.
    """
    family = rulebook(rules).id.partition("-")[0]
    return next((way for way in RULE_SETS if way.partition("-")[0] == family), UNTURNED)


@dataclass(frozen=True, slots=True)
class RulebookOracle:
    """A rule oracle for the search, backed by a rulebook (`vision.parsing.reading.RuleOracle`).

    Attributes:
        book: the rulebook.
        situation: known facts of the win; `Situation.facts` has the defaults of the others.
    """

    book: Rulebook
    situation: Situation

    def wins(self, hand: Hand) -> bool:
        """Check whether the tiles are a complete hand, whichever of them won."""
        if hand.winning is None:
            return False
        facts = HandFacts(hand, Win(), hand.winning, self.book.options)
        return next(readings(facts, self.book.shapes, False), None) is not None

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tiles that would complete a hand of 13."""
        return winning_tiles(hand, self.book.shapes, self.book.options)

    def worth(self, shown: DecodedHand) -> Hashable:
        """Return points and payments of a hand; None if it is no win."""
        try:
            win = _record(None, self.book.id, shown, self.situation)
            result = score(win.hand, win.win, self.book)
        except HandReaderError:
            return None
        if not result.valid_win:
            return None
        paid = result.payments
        sums = None if paid is None else tuple((p.payer, p.payee, p.amount) for p in paid)
        return result.total, sums


def read_photo(
    reader: Reader,
    photo: Photo,
    situation: Situation,
    rules: str,
    location: HandLocation = ANYWHERE,
    relation_weights: Path | None = None,
) -> PhotoReading:
    """Find the tiles in a photo and decode their hand by the rules.

    Args:
        reader: finds the tiles.
        photo: the photo.
        situation: known facts of the win, with its `answers` to questions and corrections.
        rules: rule set, perhaps with options (`scoring.rulebook`).
        location: of the hand in the photo, where a person gave it.
        relation_weights: folder of the relation net; None for the installed one.

    Raises:
        HandReaderError: the reader's weights are missing or damaged, an answer is none of its
            question's options, or the region is outside the photo.
    """
    start = perf_counter()
    location = location.in_pixels(photo.width, photo.height)
    tiles = reader.find_tiles(photo, location.region)
    relations = find_relations(tiles, rules, relation_weights)
    found = decode_photo(tiles, situation, rules, location.hand_from, relations)
    seconds = perf_counter() - start
    return PhotoReading(photo.name, photo.width, photo.height, seconds, tiles, found, location)


def decode_again(reading: PhotoReading, situation: Situation, rules: str) -> PhotoReading:
    """Decode the tiles of a reading again: after a correction, or by other rules.

    The nets are not run again: it takes some 20 ms.

    Raises:
        HandReaderError: an answer that is none of its question's options.
    """
    hand_from = reading.location.hand_from
    return replace(reading, layout=decode_photo(reading.tiles, situation, rules, hand_from))


def decode_photo(
    tiles: Sequence[SeenTile],
    situation: Situation,
    rules: str,
    hand_from: PictureEdge | None = None,
    relations: Relations | None = None,
) -> Layout:
    """Decode the tiles of a whole photo: the hand, and the discards of all players around it.

    The arguments are those of `decode_tiles`.

    Raises:
        HandReaderError: an answer that is none of its question's options.
    """
    if relations is None:
        relations = find_relations(tiles, rules)
    decoded = decode_tiles(tiles, situation, rules, hand_from, relations)
    found = with_discards(decoded, tiles, situation, rules)
    won = winning_discard(found, tiles, situation, rules) if found.is_waiting else None
    if won is None:
        return found
    answers = {**situation.answers, "winning_tile": won.value}
    known = replace(situation, answers=answers)
    decoded = decode_tiles(tiles, known, rules, hand_from, relations)
    return with_discards(decoded, tiles, situation, rules)


def decode_tiles(
    tiles: Sequence[SeenTile],
    situation: Situation,
    rules: str,
    hand_from: PictureEdge | None = None,
    relations: Relations | None = None,
) -> Layout:
    """Decode tiles by the rules: their likeliest kinds, and only the questions that matter.

    Args:
        tiles: the recognised tiles of one photo.
        situation: known facts of the win, with its `answers` to questions and corrections.
        rules: rule set, perhaps with options.
        hand_from: the picture's edge at which the hand's owner sits, if a person gave it.
        relations: what the relation net says of the tiles; None: it is asked.

    Raises:
        HandReaderError: an answer that is none of its question's options.
    """
    oracle = RulebookOracle(rulebook(rules), situation)
    way = layout_rules(rules)
    if relations is None:
        relations = find_relations(tiles, rules)
    answers = dict(situation.answers)
    numbers = {id: answers.pop(id) for id in BY_NUMBER if answers.get(id, "").isdecimal()}
    while True:
        layout = read_hand(tiles, relations, way, oracle, answers, hand_from=hand_from)
        asked = next((q for q in layout.questions if q.id in numbers), None)
        if asked is None:
            is_told = situation.dora or has_no_indicators(situation)
            return _without_indicator_questions(layout) if is_told else layout
        answers[asked.id] = _option(asked, numbers.pop(asked.id))


def find_relations(tiles: Sequence[SeenTile], rules: str, weights: Path | None = None) -> Relations:
    """Return what the relation net says of the tiles of a photo.

    Args:
        tiles: the recognised tiles.
        rules: rule set, perhaps with options.
        weights: folder of the net; None for the installed one.

    Raises:
        HandReaderError: the net is missing or damaged.
    """
    if not tiles:
        return NO_RELATIONS
    from vision.relations.network import open_network

    return open_network(weights).relations(tiles, layout_rules(rules))


def _without_indicator_questions(layout: Layout) -> Layout:
    """Return the layout without questions which tiles its bonus indicators are."""
    shown = {*layout.indicators, *layout.hidden_indicators}
    asked = (q for q in layout.questions if q.code != "tile" or not shown.issuperset(q.tiles))
    return replace(layout, questions=tuple(asked))


BY_NUMBER = ("which_hand", "reading")
"""Questions whose options are descriptions of tiles: their number in the question answers, too."""


MOST_ANSWERS = 14
"""Answers of a question that are listed: as many as a hand has tiles."""


def answer_words(question: Question) -> tuple[str, ...]:
    """Return the answers of a question as a person types them: numbers for long options."""
    if question.id in BY_NUMBER:
        return tuple(str(number) for number, _ in enumerate(question.options, start=1))
    return question.options


def _option(question: Question, number: str) -> str:
    """Return the option of this number, from 1 on.

    Raises:
        UnscorableError: there is no such option.
    """
    count = len(question.options)
    if not 1 <= int(number) <= count:
        raise UnscorableError("no_option", number=number, id=question.id, count=count)
    return question.options[int(number) - 1]


def record(reading: PhotoReading, situation: Situation, rules: str | None = None) -> Record:
    """Return the case record of a reading's win, with the facts of `situation`.

    Args:
        reading: of `read_photo`.
        situation: known facts of the win.
        rules: rule set to score it by; None for that of the layout.

    Raises:
        UnscorableError: no tiles, tiles that are no complete hand, or open questions; names
            all of them. Or facts that contradict the hand.
    """
    if not reading.tiles:
        raise no_tiles_error(reading)
    if faults := _faults(reading, situation):
        raise UnscorableError("faulty", photo=reading.photo_name, what=Sentences(faults))
    try:
        shown = layout_to_hand(reading.layout, reading.tiles)
        used = rules or reading.layout.rules
        situation = with_table_facts(situation, reading.layout, reading.tiles, used)
        return _record(reading.photo_name, used, shown, situation)
    except HandReaderError as error:
        raise UnscorableError("contradictory", photo=reading.photo_name, what=error) from error


def _faults(reading: PhotoReading, situation: Situation) -> tuple[Translatable, ...]:
    """Return the problems and open questions that prevent a score.

    Which of several hands won comes first and alone: all else is about the one that was taken.
    """
    asked = [question for question in reading.questions if question.default is None]
    if hands := [question for question in asked if question.id == "which_hand"]:
        return tuple(map(_question_with_option, hands))
    problems = [p for p in reading.problems if p.prevents_score]
    faults: tuple[Translatable, ...] = (*problems, *map(_question_with_option, asked))
    if flowers := _flower_indicators(reading, situation):
        listed = ", ".join(f"{{{name}}}" for name in flowers)
        names = phrase(dict.fromkeys(LANGUAGES, listed), **flowers)
        faults = (*faults, phrase(_TEXTS["flower_indicators"], flowers=names))
    if any(p.code == "wrong_count" for p in problems) and _is_cut_off(reading):
        faults = (*faults, phrase(_TEXTS["cut_off"]))
    if all(p.code not in _OF_THE_HAND for p in reading.problems):
        return faults
    return (*faults, phrase(_TEXTS["taken_as_hand"], hand=_hand_text(reading)))


def _is_cut_off(reading: PhotoReading) -> bool:
    """Return whether the picture's edge leaves no room for another tile beside a short hand."""
    found = reading.layout
    if found.hand_size + 3 * len(found.melds) >= 13:
        return False
    held = [tile for tile in reading.tiles if found.role(tile.id) not in ("other", "indicator")]
    ends = (0, reading.width), (0, reading.height)
    for tile in held:
        for places, (first, last) in zip(zip(*tile.quad, strict=True), ends, strict=True):
            room = (max(places) - min(places)) / 2
            if min(places) - first < room or last - max(places) < room:
                return True
    return False


def _flower_indicators(reading: PhotoReading, situation: Situation) -> dict[str, Tile]:
    """Return the flowers that lie where riichi has its dora indicators, each by a name."""
    if situation.dora or has_no_indicators(situation):
        return {}
    shown = (*reading.layout.indicators, *reading.layout.hidden_indicators)
    seen = [tile for tile in reading.final_tiles if tile.id in shown and is_flower(tile)]
    return {f"tile{tile.id}": Tile(tile.kind) for tile in seen}


def has_no_indicators(situation: Situation) -> bool:
    """Return whether a person said that the photo shows no indicators, also of certain ones."""
    return situation.answers.get("indicators") == "no"


_OF_THE_HAND = frozenset({"wrong_count", "no_wait"})
"""Problems that may mean that the hand is another one."""


def _hand_text(reading: PhotoReading) -> str:
    """Return the tiles that were taken as the hand, and its sets in brackets."""
    found = reading.layout
    kinds = {tile.id: tile.kind for tile in reading.tiles} | dict(found.names)
    won = () if found.winning is None else (found.winning,)
    held = [*(kinds[i] for i in (*found.concealed, *won)), *found.covered_kinds]
    return " ".join([*held, *(f"[{' '.join(meld.kinds)}]" for meld in found.melds)])


def _record(id: str | None, rules: str, shown: DecodedHand, situation: Situation) -> Record:
    """Return the case record of a hand and the facts of its win.

    Raises:
        HandReaderError: a hand or facts that cannot be.
    """
    seen = (shown.dora_indicators, shown.ura_indicators)
    win = situation.win(*((), ()) if has_no_indicators(situation) else seen)
    return Record(id, rules, shown.hand, win).check()


def _question_with_option(question: Question) -> Phrase:
    """Return an open question with the option that answers it."""
    return phrase(_ASKED, question=question, answer=answer_option(question))


def answer_option(question: Question) -> str:
    """Return the option that answers a question, with answers other than the assumed one.

    It is written as a shell takes it: in quotation marks where an answer has a space.
    """
    words = zip(question.options, answer_words(question), strict=True)
    answers = [word for option, word in words if option != question.default]
    if len(answers) > MOST_ANSWERS:
        answers[MOST_ANSWERS:] = ["..."]
    elif not answers or question.code in ANY_TILE:
        answers.append("TILE")
    listed = "|".join(answers)
    if question.id == "winning_tile":
        return f"--winning-tile {listed}"
    answer = f"{question.id}={listed}"
    return f'--answer "{answer}"' if " " in answer else f"--answer {answer}"


def no_tiles_error(reading: PhotoReading) -> UnscorableError:
    """Return the error for a photo without tiles."""
    size = {"width": reading.width, "height": reading.height}
    region = reading.location.region
    if region is not None:
        return UnscorableError(
            "no_tiles_in_region", region=region, photo=reading.photo_name, **size
        )
    return UnscorableError("no_tiles", photo=reading.photo_name, **size)


def complete_record(
    reading: PhotoReading, situation: Situation, rules: str | None = None
) -> Record | None:
    """Return the case record as `record` does; None if the hand is incomplete."""
    try:
        return record(reading, situation, rules)
    except HandReaderError:
        return None


def score_record(win: Record) -> Score:
    """Score a win.

    Raises:
        UnscorableError: the tiles do not win under the rule set; gives the reason.
    """
    result = score(win.hand, win.win, win.book())
    if not result.valid_win:
        why = rejection_text(result)
        raise UnscorableError("no_win", photo=win.id, hand=win.hand, why=why)
    return result


def result_json(
    reading: PhotoReading, situation: Situation, rules: str | None = None, lang: str = "en"
) -> dict[str, object]:
    """Return the score as the result line of a case record, or that line's error; see `record`.

    Args:
        reading, situation, rules: as for `record`.
        lang: of the error, of the reason why it is no win, and of the notes.
    """
    used = rules or reading.layout.rules
    try:
        win = record(reading, situation, used)
    except HandReaderError as error:
        return {
            "id": reading.photo_name,
            **rules_to_json(rulebook(used)),
            "error": error.localize(lang),
        }
    return result_to_json(win, rulebook(used), lang=lang)
