import { missingFact } from "../facts";
import { corrected, game } from "../game_store";
import { draft, evaluation, isForTable, recordHand } from "../store";
import { text } from "../texts";
import { showFact } from "./show_fact";

/** The button that records the shown win in the game, once it is known who won and who pays. */
export function RecordButton() {
  const scored = evaluation.value?.score;
  const isPlayed =
    isForTable.value ||
    game.value?.state.over === false ||
    (game.value !== null && corrected.value !== null);
  if (!isPlayed || scored?.state !== "won") return null;
  const missing = missingFact(draft.value.facts);
  if (missing !== null) {
    return (
      <button type="button" class="record" onClick={() => showFact(missing)}>
        {text(missing === "seat" ? "who_won" : "who_pays")}
      </button>
    );
  }
  return (
    <button type="button" class="record" onClick={() => void recordHand()}>
      {text(recordKey())}
    </button>
  );
}

function recordKey(): "record_at_table" | "record_correction" | "record_win" {
  if (isForTable.value) return "record_at_table";
  return corrected.value === null ? "record_win" : "record_correction";
}
