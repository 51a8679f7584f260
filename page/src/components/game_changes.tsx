import type { GameChange } from "../game_changes";
import type { GameView } from "../game_home";
import {
  archiveGame,
  changes,
  closeGame,
  dismissChanges,
  game,
  isServerGame,
  recordDeal,
  restoreGame,
} from "../game_store";
import { text } from "../texts";

/** What another phone, or another tab, did to the open game, with a way on. */
export function GameChanges() {
  const shown = game.value;
  const found = changes.value;
  if (shown === null || found.length === 0) return null;
  const isLost = found.some((one) => one === "deleted_game" || one === "unknown_game");
  return (
    <div role="alert" class={isLost ? "alert" : "notice"}>
      {found.map((one) => (
        <p key={one}>{sentence(one, shown)}</p>
      ))}
      <div class="actions">
        {found.includes("deleted_game") && (
          <button type="button" onClick={() => void restoreGame(shown.id)}>
            {text("restore_game")}
          </button>
        )}
        {found.includes("archived") && (
          <button type="button" onClick={() => void archiveGame(false)}>
            {text("unarchive")}
          </button>
        )}
        {found.includes("ended") && endOf(shown) !== undefined && (
          <button type="button" onClick={() => void recordDeal(null, endOf(shown))}>
            {text("reopen_game")}
          </button>
        )}
        <button type="button" onClick={isLost ? closeGame : dismissChanges}>
          {text(isLost ? "to_games" : "understood")}
        </button>
      </div>
    </div>
  );
}

function sentence(change: GameChange, { title, players }: GameView): string {
  const where = text(isServerGame.value ? "on_other_phone" : "in_other_tab");
  if (change === "title" && title !== undefined && title !== "") {
    return text("change_title", { where, title });
  }
  if (change === "names") return text("change_names", { where, names: players.join(", ") });
  return text(`change_${change === "title" ? "untitled" : change}`, { where });
}

/** Return the number of the entry that ended a game early. */
function endOf({ entries }: GameView): number | undefined {
  return entries.find(
    ({ struck, events }) => !struck && events.some(({ type }) => type === "ended"),
  )?.number;
}
