"""Explanations of a score, and of a rulebook as we apply it, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .game_rules import game_options
from .reading import Option
from .rulebook import Dropped, Item, OptionRule, Pattern, Rulebook, Tally
from .scorer import Score
from .text import LANGUAGES, Phrase, Texts, in_language, in_words, name_in_language, phrase
from .tiles import format_tiles

_SENTENCES: dict[str, Texts] = {
    "counts": {"en": "{id} {name}: {points}", "it": "{id} {name}: {points}"},
    "from": {"en": " from {sets}", "it": " con {sets}"},
    "dropped": {
        "en": "not counted: {id} {name} ({points}): {why} [{ref}]",
        "it": "non conta: {id} {name} ({points}): {why} [{ref}]",
    },
    "other": {
        "en": "next best reading: {sets}: {total} ({names})",
        "it": "seconda lettura: {sets}: {total} ({names})",
    },
    "total": {"en": "total {total}", "it": "totale {total}"},
    "no win": {"en": "no win: {why}", "it": "non è una vincita: {why}"},
    "unknown": {
        "en": "payments: not known, the discarder is not given",
        "it": "pagamenti: ignoti, manca chi ha scartato",
    },
    "changed": {"en": "changed: {options}", "it": "modificato: {options}"},
    "option": {
        "en": "{name} = {value} (or {others}): {rule} [{ref}]",
        "it": "{name} = {value} (oppure {others}): {rule} [{ref}]",
    },
    "answer": {"en": '{value} "{label}"', "it": "{value} «{label}»"},
    "excludes": {
        "en": "beside {higher} these do not count: {lower} [{ref}]",
        "it": "con {higher} non contano: {lower} [{ref}]",
    },
}


def explain(score: Score, lang: str = "en") -> tuple[str, ...]:
    """Explain a score line by line: hand, patterns counted and dropped, total, payments.

    For a complete hand below the minimum the last line is the reason why it is not a win.

    Args:
        score: a result of `score`.
        lang: "en" or "it".
    """
    lines = [str(score.hand)]
    best = score.best
    why_not = score.rejection_reason()
    if best is None:
        return (*lines, _sentence("no win", lang, why=why_not))
    lines[0] += f"  ->  {reading_text(best)}"
    lines += [_item_line(best, item, lang) for item in best.items]
    lines += [note.localize(lang) for note in best.notes]
    if why_not is None:
        lines.append(_sentence("total", lang, total=best.total))
    lines += [_drop_line(drop, lang) for drop in best.dropped]
    if why_not is not None:
        return (*lines, _sentence("no win", lang, why=why_not))
    if score.next_best is not None:
        names = ", ".join(in_words(item.pattern, lang) for item in score.next_best.items)
        sets = reading_text(score.next_best)
        lines.append(_sentence("other", lang, sets=sets, total=score.next_best.total, names=names))
    if score.payments is None:
        lines.append(_sentence("unknown", lang))
    else:
        lines += [payment.localize(lang) for payment in score.payments]
    return tuple(lines)


def items_text(tally: Tally) -> Phrase:
    """Return what counts, as a sum: `All Chows 2 + All Simples 2`."""
    gaps: dict[str, object] = {}
    for place, item in enumerate(tally.items):
        gaps |= {f"name{place}": item.pattern, f"points{place}": item.points}
    parts = [f"{{name{place}}} {{points{place}}}" for place in range(len(tally.items))]
    return phrase(dict.fromkeys(LANGUAGES, " + ".join(parts) or "–"), **gaps)


def rejection_text(score: Score) -> Phrase | None:
    """Return why a hand does not win, with what counts in it if it is complete; None if it wins."""
    why = score.rejection_reason()
    if why is None or score.best is None or not score.best.items:
        return why
    return phrase(_BELOW, why=why, items=items_text(score.best))


_BELOW: Texts = {"en": "{why} (it has {items})", "it": "{why} (ha {items})"}


def reading_text(tally: Tally) -> str:
    """Format the sets of a reading: `123m 456m [999p] EE`; all tiles of a shape without sets."""
    reading = tally.reading
    shown = sum(len(part.tiles) for part in reading.sets)
    if shown < len(reading.hand.tiles):
        return format_tiles(sorted(reading.hand.tiles, key=lambda tile: tile.place))
    return " ".join(str(part) for part in reading.sets)


def rules_title(book: Rulebook, lang: str) -> str:
    """Return the name of a rulebook, with its options where they are changed.

    >>> from scoring.registry import rulebook
    >>> rules_title(rulebook("mcr:even_pairs=no,one_kong_of_each=five"), "en")
    'MCR (81 hands), All Even with seven pairs = no, melded and concealed kong = five points'
    """
    title = in_language(book.names, lang)
    if not book.custom_options:
        return title
    rules = {rule.name: rule for rule in (*game_options(book.id), *book.option_rules.values())}
    changed = [(rules[name], value) for name, value in book.custom_options.items()]
    answers = [
        f"{in_language(rule.names, lang)} = {rule.label(value, lang)}" for rule, value in changed
    ]
    return ", ".join((title, *answers))


def options_text(options: Mapping[str, Option], lang: str) -> str:
    """Return answers to options as they are typed: `even_pairs = no, drawn_hand = replay`."""
    return ", ".join(f"{name} = {in_words(value, lang)}" for name, value in options.items())


def answer_text(rule: OptionRule, choice: Option, lang: str) -> str:
    """Return an answer to an option as it is typed, and its label if that differs."""
    value, label = in_words(choice, lang), rule.label(choice, lang)
    return value if value == label else _sentence("answer", lang, value=value, label=label)


def explain_rules(
    book: Rulebook, lang: str = "en", game: Sequence[OptionRule] = ()
) -> tuple[str, ...]:
    """Explain a rulebook line by line: patterns, exclusions, options, rulings.

    Args:
        book: the rulebook, options included.
        lang: "en" or "it".
        game: options of the game around the hand (`game.game_options`).
    """
    lines = [f"{in_language(book.names, lang)} ({book.ref})"]
    if book.custom_options:
        text = options_text(book.custom_options, lang)
        lines.append(_sentence("changed", lang, options=text))
    for pattern in book.all_patterns:
        name = name_in_language(pattern.names, lang)
        foreign = (text for key, text in pattern.names.items() if key not in ("en", "it"))
        others = [text for text in dict.fromkeys(foreign) if text not in name]  # once each
        title = " ".join([pattern.label, name, *others])
        line = f"{title}: {pattern.points}. {in_language(pattern.rule, lang)}"
        printed = pattern.ref.replace('"', "") == pattern.label
        lines.append(line if printed else f"{line} [{pattern.ref}]")
    for higher, covered in book.exclusions.items():
        for ref in dict.fromkeys(covered.values()):
            lower = [book[id] for id, by in covered.items() if by == ref]
            names = ", ".join(_short_name(pattern, lang) for pattern in lower)
            top = _short_name(book[higher], lang)
            text = ref.replace('"', "")
            lines.append(_sentence("excludes", lang, higher=top, lower=names, ref=text))
    options = {rule.name: rule for rule in (*book.option_rules.values(), *game)}
    for name, rule in options.items():
        value = book.options.get(name, rule.default)
        own = answer_text(rule, value, lang)
        rest = ", ".join(
            answer_text(rule, choice, lang) for choice in rule.choices if choice != value
        )
        text = in_language(rule.rule, lang)
        lines.append(
            _sentence("option", lang, name=name, value=own, others=rest, rule=text, ref=rule.ref)
        )
    lines += [f"{in_language(ruling.rule, lang)} [{ruling.ref}]" for ruling in book.rulings]
    return tuple(lines)


def _short_name(pattern: Pattern, lang: str) -> str:
    """Return the number of a pattern in its book; its name in a list without numbers."""
    return pattern.id if pattern.id[0].isdigit() else name_in_language(pattern.names, lang)


def _item_line(tally: Tally, item: Item, lang: str) -> str:
    points = f"{item.value} x {item.count} = {item.points}" if item.count > 1 else item.points
    name = in_words(item.pattern, lang)
    line = _sentence("counts", lang, id=item.pattern.label, name=name, points=points)
    sets = tally.reading.sets
    if item.finds:
        made = ", ".join(" ".join(str(sets[place]) for place in find) for find in item.finds)
        line += _sentence("from", lang, sets=made)
    return line


def _drop_line(drop: Dropped, lang: str) -> str:
    pattern = drop.item.pattern
    name = in_words(pattern, lang)
    ref = drop.ref.replace('"', "")
    points = drop.item.points
    return _sentence(
        "dropped", lang, id=pattern.label, name=name, points=points, why=drop.why, ref=ref
    )


def _sentence(key: str, lang: str, **gaps: object) -> str:
    return phrase(_SENTENCES[key], **gaps).localize(lang)
