import { text } from "../texts";
import { decimalText, type TournamentStanding, type TournamentView } from "../tournament";
import { signedText } from "./numbers";
import { RankedTable, sumCells, sumHeads } from "./ranked_table";
import "./standings_table.css";

/** The standings: sums, and what each round brought. */
export function StandingsTable({ shown }: { shown: TournamentView }) {
  const isScore = shown.rank_by === "score";
  const rounds = shown.rounds.filter(({ status }) => status !== "drawn");
  const nameOf = (player: number) => shown.players[player]?.name;
  const isCarried = shown.standings.some(({ carried }) => carried !== null);
  return (
    <section aria-labelledby="standings-title">
      <h2 id="standings-title">{text("standings")}</h2>
      <RankedTable
        who={text("player")}
        heads={[
          ...sumHeads(isScore),
          ...(isCarried ? [text("carried_short")] : []),
          ...rounds.map(({ number }) => text("round_short", { number })),
        ]}
        lines={shown.standings.map((line, place) => ({
          key: line.player,
          rank: line.rank,
          isCut: line.finals < (shown.standings[place - 1]?.finals ?? 0),
          who: (
            <>
              {nameOf(line.player)}
              {shown.players[line.player]?.present === false && <small> {text("has_left")}</small>}
              <Fine line={line} />
            </>
          ),
          cells: [
            ...sumCells(line, isScore),
            ...(isCarried ? [carriedText(line, isScore)] : []),
            ...rounds.map(({ number }) => cellText(line.rounds[number - 1], isScore)),
          ],
        }))}
      />
      {shown.finals.map(({ first, finalists, carry }) => (
        <p class="hint" key={first}>
          {text("finals_hint", {
            last: first - 1,
            count: finalists.length,
            share: text(`share_${carry}`),
          })}
        </p>
      ))}
      <p class="hint">{text(isScore ? "ties_by_score" : "ties_by_table_points")}</p>
    </section>
  );
}

/** Marks a player from whom penalties have taken something. */
function Fine({ line }: { line: TournamentStanding }) {
  const { lost_table_points: tablePoints, lost_points: points } = line;
  if (tablePoints === 0 && points === 0) return null;
  const lost = [
    ...(tablePoints > 0 ? [text("table_points", { points: `\u2212${tablePoints}` })] : []),
    ...(points > 0 ? [text("penalty_points", { points: `\u2212${points}` })] : []),
  ];
  return <small class="fine">{text("fined", { lost: lost.join(", ") })}</small>;
}

/** What a finalist brought along: table points, or the score. */
function carriedText({ carried }: TournamentStanding, isScore: boolean): string {
  if (carried === null) return "";
  if (isScore) return signedText(carried.score);
  return `${decimalText(carried.table_points)} / ${signedText(carried.balance)}`;
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
