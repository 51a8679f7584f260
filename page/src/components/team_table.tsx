import { text } from "../texts";
import { decimalText, type TournamentView } from "../tournament";
import { signedText } from "./numbers";

/** The standings of teams, with who counts. */
export function TeamTable({ shown }: { shown: TournamentView }) {
  if (shown.teams.length === 0) return null;
  const isScore = shown.rank_by === "score";
  const { team_size: size } = shown.plan;
  return (
    <section aria-labelledby="teams-title">
      <h2 id="teams-title">{text("team_standings")}</h2>
      <div class="wide">
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">
                <abbr title={text("rank")}>#</abbr>
              </th>
              <th scope="col" class="who">
                {text("field_team")}
              </th>
              {!isScore && <th scope="col">{text("table_points_short")}</th>}
              <th scope="col">{text(isScore ? "score_sum" : "points_sum")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.teams.map((line) => (
              <tr key={line.team}>
                <td class="number">{line.rank}</td>
                <th scope="row" class="who">
                  {line.team}
                  <small class="stated">
                    {line.players.map((player, place) => (
                      <span key={player} class={line.counted.includes(player) ? "" : "struck"}>
                        {place > 0 && ", "}
                        {shown.players[player]?.name}
                      </span>
                    ))}
                  </small>
                </th>
                {!isScore && (
                  <td class="number">
                    <strong>{decimalText(line.table_points)}</strong>
                  </td>
                )}
                <td class="number">{signedText(isScore ? line.score : line.balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(size > 0 || shown.finals.length > 0) && (
        <p class="hint">
          {size > 0 && text("team_counts", { count: size })}{" "}
          {shown.finals.length > 0 && text("teams_before_finals")}
        </p>
      )}
    </section>
  );
}
