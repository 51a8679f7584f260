"""Trials of the whole hands that are labelled in photos, one for each rule set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from vision.evaluation.labels import LabelledPhoto
from vision.evaluation.outcomes import EvaluatedPhoto
from vision.seen_tile import SeenTile

from ..pipeline import RULE_SETS, decode_tiles
from .counts import by_group, outcomes_text
from .ground_truth import HandTruth
from .reliability import reliability, reliability_lines, reliability_rows
from .report import Table
from .trials import Decode, Trial, run_trial

NATURAL = "natural rules"  # group of the trials that count, see `natural_rules`


@dataclass(frozen=True, slots=True)
class LabelledTrial:
    """The trial of one labelled hand by one rule set."""

    trial: Trial
    is_natural: bool  # whether by the rule set that counts for the photo

    @property
    def waits(self) -> bool:
        """Return whether the hand has no winning tile yet."""
        hand = self.trial.truth.hand
        return hand is not None and hand.winning is None


def natural_rules(photo: LabelledPhoto, photos: Iterable[LabelledPhoto]) -> str:
    """Return the rule set that counts for a photo.

    That is the labelled one; else riichi if the tile set has red fives, and MCR if it has none.

    Args:
        photo: the photo.
        photos: all photos of the folder; a red five in any of them counts for its tile set.
    """
    if photo.hand is not None and photo.hand.rules is not None:
        return photo.hand.rules
    has_reds = any(
        label.kind.startswith("0")
        for other in photos
        if other.tile_set == photo.tile_set
        for label in other.labels
    )
    return "riichi-ema" if has_reds else "mcr"


def run_labelled_trials(
    results: Sequence[EvaluatedPhoto], decode: Decode = decode_tiles
) -> list[LabelledTrial]:
    """Run the trials of all labelled hands by all rule sets; the tiles are recognised already."""
    photos = [result.photo for result in results]
    played = []
    for result in results:
        if result.photo.hand is None:
            continue
        tiles, kinds = tiles_and_kinds(result)
        for place, truth in enumerate(labelled_truths(result.photo, photos)):
            played.append(LabelledTrial(run_trial(tiles, truth, kinds, decode=decode), place == 0))
    return played


def tiles_and_kinds(result: EvaluatedPhoto) -> tuple[tuple[SeenTile, ...], dict[int, str]]:
    """Return the tiles that were found in a photo by id, and the labelled kinds by id."""
    found = [(outcome.tile, outcome.label) for outcome in result.outcomes if outcome.tile]
    tiles = sorted((tile for tile, _ in found), key=lambda tile: tile.id)
    return tuple(tiles), {tile.id: label.kind for tile, label in found if label}


def labelled_truths(photo: LabelledPhoto, photos: Iterable[LabelledPhoto]) -> tuple[HandTruth, ...]:
    """Return the truth of a labelled hand by each rule set, `natural_rules` first."""
    natural = natural_rules(photo, photos)
    rest = [rules for rules in RULE_SETS if rules != natural]
    return tuple(_truth(photo, rules) for rules in (natural, *rest))


def _truth(photo: LabelledPhoto, rules: str) -> HandTruth:
    labelled = photo.hand
    assert labelled is not None, "the caller skips photos without a hand"
    return HandTruth(
        rules,
        photo.tile_set,
        labelled.hand,
        indicators=None,
        kinds=tuple(label.kind for label in photo.labels),
        edge=labelled.edge,
        needed=frozenset(labelled.open_questions)
        | (frozenset() if labelled.is_winner_visible else {"winning_tile"}),
        name=photo.path.name,
    )


@dataclass(frozen=True, slots=True)
class HandFigures:
    """Counts of labelled hands of one group.

    Attributes:
        hands: complete hands.
        right: without a question that the photo answers.
        right_helped: after at most two questions, those without any included.
        confidently_wrong: shown without a question or problem.
        waiting: hands without a winning tile.
        waiting_right: tiles and sets right, without a question that the photo answers.
    """

    hands: int
    right: int
    right_helped: int
    confidently_wrong: int
    waiting: int
    waiting_right: int


def hand_figures(played: Iterable[LabelledTrial]) -> HandFigures:
    """Count the outcomes of labelled hands."""
    played = list(played)
    complete = [one.trial for one in played if not one.waits]
    waiting = [one.trial for one in played if one.waits]
    return HandFigures(
        hands=len(complete),
        right=sum(trial.is_exact_unaided for trial in complete),
        right_helped=sum(trial.exact for trial in complete),
        confidently_wrong=sum(one.trial.is_confidently_wrong for one in played),
        waiting=len(waiting),
        waiting_right=sum(trial.is_exact_unaided for trial in waiting),
    )


def figures_by_rules(played: Sequence[LabelledTrial]) -> dict[str, HandFigures]:
    """Return the figures by natural rules, then by each rule set for all hands."""
    groups = {NATURAL: hand_figures(one for one in played if one.is_natural)}
    for rules in RULE_SETS:
        groups[rules] = hand_figures(one for one in played if one.trial.truth.rules == rules)
    return groups


def natural_trials(played: Iterable[LabelledTrial]) -> list[Trial]:
    """Return the trials that count, one a photo."""
    return [one.trial for one in played if one.is_natural]


def labelled_hands_table(played: Sequence[LabelledTrial]) -> Table:
    """Return the figures, ready for TOML or JSON."""
    rows = reliability_rows(reliability(natural_trials(played)))
    told = {group: dict(asdict(found)) for group, found in figures_by_rules(played).items()}
    return {"reliability": rows, **told}


def labelled_hands_lines(played: Sequence[LabelledTrial]) -> list[str]:
    """Format the figures, those by natural rules by set and with their reliability, and failures.

    Failures are hands that are not right by their natural rules, a line each.
    """
    natural = natural_trials(played)
    lines = [
        f"  whole hands, {group}: {outcomes_text(ts)}" for group, ts in by_group(natural).items()
    ]
    for group, found in figures_by_rules(played).items():
        lines.append(
            f"  whole hands, {group}: right without help {found.right}/{found.hands}, after at "
            f"most two questions {found.right_helped}/{found.hands}, confidently wrong "
            f"{found.confidently_wrong}; waiting hands right {found.waiting_right}/{found.waiting}"
        )
    lines += reliability_lines(natural)
    lines += [f"    {trial_line(trial)}" for trial in natural if not trial.is_exact_unaided]
    return lines


def trial_line(trial: Trial) -> str:
    """Format what came of a hand: picture, rule set, hand given, true hand, and what was asked."""
    truth = trial.truth
    parts = [
        f"{truth.name or truth.scene} ({truth.rules})",
        f"given {trial.shown or 'no hand'}",
        f"true {truth.hand or 'no hand'}",
    ]
    if trial.shown is not None and trial.shown == truth.hand and not trial.exact:
        parts.append("indicators or questions differ")
    if trial.problems:
        parts.append(f"problems {', '.join(trial.problems)}")
    if trial.asked:
        parts.append(f"answered {', '.join(trial.asked)}")
    if trial.open:
        parts.append(f"open {', '.join(trial.open)}")
    if trial.exact:
        parts.append("right in the end")
    if trial.stated is not None:
        parts.append(f"stated {trial.stated:.3f}")
    if trial.is_confidently_wrong:
        parts.append("CONFIDENTLY WRONG")
    return "; ".join(parts)


def trial_json(trial: Trial) -> dict[str, object]:
    """Return what came of a hand, for JSON."""
    truth = trial.truth
    return {
        "picture": truth.name,
        "scene": truth.scene,
        "rules": truth.rules,
        "given": None if trial.shown is None else str(trial.shown),
        "true": None if truth.hand is None else str(truth.hand),
        "problems": list(trial.problems),
        "answered": list(trial.asked),
        "open": list(trial.open),
        "right_unaided": trial.is_exact_unaided,
        "right": trial.exact,
        "confidently_wrong": trial.is_confidently_wrong,
        "outcome": trial.outcome.value,
        "stated": trial.stated,
    }
