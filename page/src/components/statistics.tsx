import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PlayerStatistics, Statistics } from "../game_home";
import { gameStatistics, query } from "../game_store";
import { language, text } from "../texts";
import { dotted, percentText, signedText } from "./numbers";
import "./statistics.css";

/** Sums of the players over the games that are found. */
export function GameStatistics() {
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<Statistics | null>(null);
  const { search } = query.value;
  const lang = language.value;
  useEffect(() => {
    let isWanted = isOpen;
    if (isOpen) {
      void gameStatistics().then((statistics) => {
        if (isWanted) setFound(statistics);
      });
    }
    return () => {
      isWanted = false;
    };
  }, [isOpen, search, lang]);
  return (
    <details class="tools" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text("statistics")}</summary>
      {found?.rule_sets.map(({ rules, games, players }) => (
        <Fragment key={rules}>
          <h3 class="hint">
            {rules} · {text("counted_games", { count: games })}
          </h3>
          <ul class="games statistics">
            {players.map((player) => (
              <li key={player.name}>
                <Player player={player} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </details>
  );
}

function Player({ player }: { player: PlayerStatistics }) {
  const share = (count: number) => percentText(player.hands === 0 ? 0 : count / player.hands);
  const places = player.places.map(
    (count, place) => `${text("place", { place: place + 1 })} ${count}`,
  );
  return (
    <>
      <div class="row spread">
        <strong class="name">{player.name}</strong>
        <span class="number">{signedText(player.points)}</span>
      </div>
      <small>
        {dotted([
          text("played_games", { count: player.games }),
          text("won_deals", { count: player.wins, share: share(player.wins) }),
          text("drawn_wins", { count: player.self_drawn }),
          text("deal_ins", { count: player.deal_ins, share: share(player.deal_ins) }),
        ])}
        {player.average_win !== null && ` · ${text("average_win", { points: player.average_win })}`}
      </small>
      {player.places.some(Boolean) && <small>{dotted(places)}</small>}
      {player.patterns.length > 0 && (
        <small>{player.patterns.map(({ name, count }) => `${name} ×${count}`).join(", ")}</small>
      )}
    </>
  );
}
