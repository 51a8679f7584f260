import { recordShownHand } from "../evening_steps";
import { missingFact } from "../facts";
import { rightsOf } from "../game_home";
import { corrected, game } from "../game_store";
import { isLooking } from "../server";
import { draft, evaluation, isForTable, statedFacts } from "../store";
import { text } from "../texts";
import { showFact } from "./show_fact";
import { TwoTaps } from "./two_taps";

/** The button that records the shown win in the game, once it is known who won and who pays. */
export function RecordButton() {
  const scored = evaluation.value?.score;
  const isPlayed =
    draft.value.deal === undefined
      ? isForTable.value || game.value?.state.over === false
      : corrected.value !== null;
  const isRefused = isLooking.value || (game.value !== null && !rightsOf(game.value).record);
  if (!isPlayed || isRefused || scored?.state !== "won") return null;
  const missing = missingFact(statedFacts.value);
  if (missing !== null && draft.value.evening !== undefined) return <TwoTaps />;
  if (missing !== null) {
    return (
      <button type="button" class="record" onClick={() => showFact(missing)}>
        {text(missing === "seat" ? "who_won" : "who_pays")}
      </button>
    );
  }
  return (
    <button type="button" class="record" onClick={() => void recordShownHand()}>
      {text(recordKey())}
    </button>
  );
}

type RecordKey = "record_at_table" | "record_correction" | "record_joined" | "record_win";

function recordKey(): RecordKey {
  if (isForTable.value) return "record_at_table";
  const { deal } = draft.value;
  if (deal === undefined) return "record_win";
  return deal.isJoined ? "record_joined" : "record_correction";
}
