import type { GameView } from "../game_home";
import { text } from "../texts";
import { pointLines } from "./point_lines";
import "./points_plot.css";

const WIDTH = 320;
const HEIGHT = 150;

/** The points of each player over the game. */
export function PointsPlot({ shown }: { shown: GameView }) {
  const changed = shown.entries.filter(({ changes }) => changes.some(Boolean));
  if (changed.length === 0) return null;
  const drawn = pointLines(
    [shown.players.map(() => shown.start), ...changed.map(({ points }) => points)],
    WIDTH,
    HEIGHT,
  );
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text("points_plot")}>
        <line class="zero" x1={0} x2={WIDTH} y1={drawn.start} y2={drawn.start} />
        {drawn.lines.map((points, player) => (
          <polyline key={player} class={`line-${player}`} points={points} />
        ))}
      </svg>
      <figcaption>
        {shown.players.map((name, player) => (
          <span key={name}>
            <svg viewBox="0 0 24 8" aria-hidden="true">
              <line class={`line-${player}`} x1={0} x2={24} y1={4} y2={4} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
