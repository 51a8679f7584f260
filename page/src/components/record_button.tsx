import { recordShownHand } from "../evening_steps";
import { missingFact } from "../facts";
import { draft } from "../hand_draft";
import { isForTable, isRecordable, statedFacts } from "../hand_facts";
import { evaluation } from "../hand_score";
import { text } from "../texts";
import "./record_button.css";

/** The button that records the shown win in the game, once it is known who won and who pays. */
export function RecordButton() {
  const scored = evaluation.value?.score;
  if (!isRecordable.value || scored?.state !== "won") return null;
  if (missingFact(statedFacts.value) !== null) return null; // two taps tell
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
