import type { GameEntry, GameView } from "../game_home";
import { text } from "../texts";
import { windName } from "../tile_names";
import { signedText } from "./numbers";
import { pointLines } from "./point_lines";

const WIDTH = 320;
const HEIGHT = 150;

/** The score sheet: a line for each deal and each penalty, sums by round; and the points drawn. */
export function ScoreSheet({ shown }: { shown: GameView }) {
  const lines = shown.entries.filter(({ changes, ends }) => ends || changes.some(Boolean));
  if (lines.length === 0) return null;
  const rounds = Array.from(new Set(lines.map(({ round }) => round)));
  return (
    <details class="tools">
      <summary>{text("score_sheet")}</summary>
      <table class="sheet">
        <thead>
          <tr>
            <td />
            {shown.players.map((name) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {rounds.map((round) => (
          <Round key={round} lines={lines.filter((one) => one.round === round)} />
        ))}
        <tfoot>
          <Amounts label="=" amounts={shown.state.points.map(String)} />
        </tfoot>
      </table>
      <Plot shown={shown} lines={lines} />
    </details>
  );
}

function Round({ lines }: { lines: readonly GameEntry[] }) {
  const sums = lines.reduce<readonly number[]>(
    (sum, { changes }) => changes.map((points, player) => (sum[player] ?? 0) + points),
    [],
  );
  return (
    <tbody>
      {lines.map((line) => (
        <Amounts
          key={line.number}
          label={line.ends ? `${windName(line.round).slice(0, 1)}${line.turn + 1}` : "±"}
          title={line.text}
          amounts={line.changes.map(signedText)}
        />
      ))}
      <Amounts label="Σ" sum amounts={sums.map(signedText)} />
    </tbody>
  );
}

function Amounts({
  label,
  title,
  sum = false,
  amounts,
}: {
  label: string;
  title?: string;
  sum?: boolean;
  amounts: readonly string[];
}) {
  return (
    <tr class={sum ? "sum" : ""} title={title}>
      <th scope="row">{label}</th>
      {amounts.map((amount, player) => (
        <td key={player}>{amount.replace("-", "\u2212")}</td>
      ))}
    </tr>
  );
}

/** The points of each player over the evening. */
function Plot({ shown, lines }: { shown: GameView; lines: readonly GameEntry[] }) {
  const drawn = pointLines(
    [shown.players.map(() => shown.start), ...lines.map(({ points }) => points)],
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
