import { missingFact } from "../facts";
import { corrected, game } from "../game_store";
import { draft, evaluation, recordHand } from "../store";
import { text } from "../texts";
import { showFact } from "./show_fact";

/** The button that records the shown win in the open game, once it is known who won and who pays. */
export function RecordButton() {
  const scored = evaluation.value?.score;
  const isOver = game.value?.state.over !== false && corrected.value === null;
  if (game.value === null || isOver || scored?.state !== "won") return null;
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
      {text(corrected.value === null ? "record_win" : "record_correction")}
    </button>
  );
}
