import type { ComponentChildren } from "preact";
import { text } from "../texts";
import { decimalText, type TournamentStanding } from "../tournament";
import { signedText } from "./numbers";
import "./ranked_table.css";

interface RankedLine {
  readonly key: string | number;
  readonly rank: number;
  /** The player, or the team. */
  readonly who: ComponentChildren;
  /** What stands in the columns behind. */
  readonly cells: readonly ComponentChildren[];
  /** Whether a line is drawn above it. */
  readonly isCut?: boolean;
}

/** Players or teams in the order of their ranks. */
export function RankedTable({
  who,
  heads,
  lines,
}: {
  who: string;
  heads: readonly string[];
  lines: readonly RankedLine[];
}) {
  return (
    <div class="wide">
      <table class="standings">
        <RankedHead who={who} heads={heads} />
        <tbody>
          {lines.map(({ key, rank, who: name, cells, isCut = false }) => (
            <tr key={key} class={isCut ? "cut" : ""}>
              <td class="number">{rank}</td>
              <th scope="row" class="who">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td class="number" key={at}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The head of a ranked table: rank, who, and its other columns. */
export function RankedHead({ who, heads }: { who: string; heads: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <abbr title={text("rank")}>#</abbr>
        </th>
        <th scope="col" class="who">
          {who}
        </th>
        {heads.map((head) => (
          <th scope="col" key={head}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Return the heads of what a tournament ranks by: the score; or table points, then points. */
export function sumHeads(isScore: boolean): readonly string[] {
  return isScore ? [text("score_sum")] : [text("table_points_short"), text("points_sum")];
}

/** Return the cells of what a tournament ranks by. */
export function sumCells(
  {
    table_points: tablePoints,
    balance,
    score,
  }: Pick<TournamentStanding, "table_points" | "balance" | "score">,
  isScore: boolean,
): readonly ComponentChildren[] {
  if (isScore) return [signedText(score)];
  return [<strong key="sum">{decimalText(tablePoints)}</strong>, signedText(balance)];
}
