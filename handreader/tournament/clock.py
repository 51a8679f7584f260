"""The time of a round: started, paused, extended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round.

    Attributes:
        seconds: length of the round.
        spent: seconds before the last start.
        running_since: time of the last start; None while it stands.
    """

    seconds: int
    spent: float = 0.0
    running_since: datetime | None = None

    def remaining_seconds(self, now: datetime) -> float:
        """Return the seconds until the end; negative after it."""
        running = 0.0
        if self.running_since is not None:
            # a clock of the computer that is set back gives no time back
            running = max(0.0, (now - self.running_since).total_seconds())
        return self.seconds - self.spent - running

    def start(self, now: datetime) -> RoundClock:
        """Return the clock running; one that runs is left as it is."""
        return self if self.running_since is not None else replace(self, running_since=now)

    def pause(self, now: datetime) -> RoundClock:
        """Return the clock paused."""
        return RoundClock(self.seconds, self.seconds - self.remaining_seconds(now))

    def extend(self, seconds: int) -> RoundClock:
        """Return the clock with more time, or with less."""
        return replace(self, seconds=max(0, self.seconds + seconds))
