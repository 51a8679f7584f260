import { text } from "../texts";
import type { TournamentView } from "../tournament";
import { RankedTable, sumCells, sumHeads } from "./ranked_table";

/** The standings of teams, with who counts. */
export function TeamTable({ shown }: { shown: TournamentView }) {
  if (shown.teams.length === 0) return null;
  const isScore = shown.rank_by === "score";
  const { team_size: size } = shown.plan;
  return (
    <section aria-labelledby="teams-title">
      <h2 id="teams-title">{text("team_standings")}</h2>
      <RankedTable
        who={text("field_team")}
        heads={sumHeads(isScore)}
        lines={shown.teams.map((line) => ({
          key: line.team,
          rank: line.rank,
          who: (
            <>
              {line.team}
              <small class="stated">
                {line.players.map((player, place) => (
                  <span key={player} class={line.counted.includes(player) ? "" : "struck"}>
                    {place > 0 && ", "}
                    {shown.players[player]?.name}
                  </span>
                ))}
              </small>
            </>
          ),
          cells: sumCells(line, isScore),
        }))}
      />
      {(size > 0 || shown.finals.length > 0) && (
        <p class="hint">
          {size > 0 && text("team_counts", { count: size })}{" "}
          {shown.finals.length > 0 && text("teams_before_finals")}
        </p>
      )}
    </section>
  );
}
