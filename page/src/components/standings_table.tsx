import { text } from "../texts";
import { decimalText, type TournamentView } from "../tournament";
import { signedText } from "./numbers";

/** The standings: sums, and what each round brought. */
export function StandingsTable({ shown }: { shown: TournamentView }) {
  const isScore = shown.rank_by === "score";
  const rounds = shown.rounds.filter(({ status }) => status !== "drawn");
  const nameOf = (player: number) => shown.players[player]?.name;
  return (
    <section aria-labelledby="standings-title">
      <h2 id="standings-title">{text("standings")}</h2>
      <div class="wide">
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">
                <abbr title={text("rank")}>#</abbr>
              </th>
              <th scope="col" class="who">
                {text("player")}
              </th>
              {!isScore && <th scope="col">{text("table_points_short")}</th>}
              <th scope="col">{text(isScore ? "score_sum" : "points_sum")}</th>
              {rounds.map(({ number }) => (
                <th scope="col" key={number}>
                  {text("round_short", { number })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.standings.map((line) => (
              <tr key={line.player}>
                <td class="number">{line.rank}</td>
                <th scope="row" class="who">
                  {nameOf(line.player)}
                  {shown.players[line.player]?.present === false && (
                    <small> {text("has_left")}</small>
                  )}
                </th>
                {!isScore && (
                  <td class="number">
                    <strong>{decimalText(line.table_points)}</strong>
                  </td>
                )}
                <td class="number">{signedText(isScore ? line.score : line.balance)}</td>
                {rounds.map(({ number }) => (
                  <td class="number" key={number}>
                    {cellText(line.rounds[number - 1], isScore)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">{text(isScore ? "ties_by_score" : "ties_by_table_points")}</p>
    </section>
  );
}

function cellText(
  cell: TournamentView["standings"][number]["rounds"][number] | undefined,
  isScore: boolean,
): string {
  if (cell == null) return "";
  if (cell.table === null) return text("bye");
  const points = isScore ? cell.score : cell.table_points;
  if (points === null) return "\u00b7";
  return isScore ? signedText(points) : decimalText(points);
}
