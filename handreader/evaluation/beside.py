"""Two sets of weights beside each other, picture by picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .report import Table
from .trials import Outcome, Trial


@dataclass(frozen=True, slots=True)
class Pair:
    """One picture or hand that two sets of weights have read.

    Attributes:
        name: of the picture.
        is_right: whether the weights that are measured read it right.
        was_right: whether those of `--beside` did.
    """

    name: str
    is_right: bool
    was_right: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the measured weights read otherwise than those beside them.

    Attributes:
        folder: of the weights beside.
        what: what is counted, in the plural.
        pairs: of all pictures.
    """

    folder: Path
    what: str
    pairs: tuple[Pair, ...]

    @property
    def became_right(self) -> list[str]:
        """Return the names of what only the measured weights read right."""
        return [pair.name for pair in self.pairs if pair.is_right and not pair.was_right]

    @property
    def became_wrong(self) -> list[str]:
        """Return the names of what only the weights beside read right."""
        return [pair.name for pair in self.pairs if pair.was_right and not pair.is_right]

    def lines(self) -> list[str]:
        """Format how many became right and wrong, and their names."""
        right, wrong = self.became_right, self.became_wrong
        now = sum(pair.is_right for pair in self.pairs)
        was = sum(pair.was_right for pair in self.pairs)
        return [
            f"  {self.what} right: {now} of {len(self.pairs)}, {was} beside with {self.folder}",
            f"    became right: {len(right)}" + "".join(f"\n      {name}" for name in right),
            f"    became wrong: {len(wrong)}" + "".join(f"\n      {name}" for name in wrong),
        ]

    def table(self) -> Table:
        """Return the comparison, ready for JSON."""
        return {
            "weights": str(self.folder),
            "right": sum(pair.is_right for pair in self.pairs),
            "was_right": sum(pair.was_right for pair in self.pairs),
            "became_right": [*self.became_right],
            "became_wrong": [*self.became_wrong],
        }


def compare_trials(
    folder: Path | None, played: Sequence[Trial], beside: Iterable[Trial]
) -> Comparison | None:
    """Compare trials of the same hands, those without a question that the picture answers right.

    Args:
        folder: weights of `beside`; None if there are none.
        played: trials of the measured weights.
        beside: the same hands with the weights beside, in the same order.
    """
    if folder is None:
        return None
    pairs = (
        Pair(
            one.truth.name or one.truth.scene,
            one.outcome is Outcome.RIGHT,
            other.outcome is Outcome.RIGHT,
        )
        for one, other in zip(played, beside, strict=True)
    )
    return Comparison(folder, "hands", tuple(pairs))
