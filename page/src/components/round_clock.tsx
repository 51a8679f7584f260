import { text } from "../texts";
import {
  clockPhase,
  clockText,
  secondsLeft,
  type TournamentRound,
  type TournamentView,
} from "../tournament";
import { now, statedAt } from "../tournament_store";
import "./round_clock.css";

/** The time left in a round, and what it means; announced when that changes. */
export function RoundTime({ shown, round }: { shown: TournamentView; round: TournamentRound }) {
  if (round.clock === null || round.status !== "playing") return null;
  const left = secondsLeft(round.clock, now.value - statedAt.value);
  const phase = clockPhase(round.clock, left, shown.plan);
  return (
    <div class={`round-time ${phase}`}>
      <span class="digits">{clockText(left)}</span>
      <span role="status">{text(`clock_${phase}`)}</span>
    </div>
  );
}
