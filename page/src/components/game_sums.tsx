import type { GameResult, RuleSetSum } from "../game_home";
import { gameResults } from "../game_store";
import { text } from "../texts";
import { signedText } from "./numbers";
import "./game_sums.css";

const SHOWN = 8; // players of a sum that are shown at once

/** The players of a game, each with the points that it brought. */
export function GamePoints({ result: { points } }: { result: GameResult }) {
  return (
    <span class="points-of-game">
      {points.map(([name, change]) => (
        <span key={name}>
          <bdi>{name}</bdi> <span class="number">{signedText(change)}</span>
        </span>
      ))}
    </span>
  );
}

/** What each player won or lost over the games that are found. */
export function GameSums() {
  const found = gameResults.value;
  if (found === null || found.counted < 2) return null;
  return (
    <section class="sums" aria-labelledby="sums-title">
      <h3 id="sums-title">{text("sums")}</h3>
      {found.sums.map((one) => (
        <Sum key={one.rules} sum={one} />
      ))}
      <small class="hint">
        {found.counted < found.total
          ? text("sums_of_newest", { counted: found.counted, count: found.total })
          : text("sums_hint")}
      </small>
    </section>
  );
}

function Sum({ sum: { rules, games, players } }: { sum: RuleSetSum }) {
  const line = ({ name, games: played, points }: RuleSetSum["players"][number]) => (
    <tr key={name}>
      <th scope="row" class="name">
        {name}
      </th>
      <td class="number">{played}</td>
      <td class="number">{signedText(points)}</td>
    </tr>
  );
  return (
    <>
      <table>
        <caption>
          {rules} · {text("counted_games", { count: games })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{text("player")}</th>
            <th scope="col">{text("games")}</th>
            <th scope="col">{text("points_sum")}</th>
          </tr>
        </thead>
        <tbody>{players.slice(0, SHOWN).map(line)}</tbody>
      </table>
      {players.length > SHOWN && (
        <details>
          <summary>{text("more_players", { count: players.length - SHOWN })}</summary>
          <table>
            <tbody>{players.slice(SHOWN).map(line)}</tbody>
          </table>
        </details>
      )}
    </>
  );
}
