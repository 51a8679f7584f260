import { recordShownHand } from "../evening_steps";
import { missingFact } from "../facts";
import { draft } from "../hand_draft";
import { isForTable, isRecordable, statedFacts } from "../hand_facts";
import { evaluation } from "../hand_score";
import { text } from "../texts";
import { TwoTaps } from "./two_taps";

/** What records the shown win in the game: the button, or first who won and who pays. */
export function RecordButton() {
  const scored = evaluation.value?.score;
  if (!isRecordable.value || scored?.state !== "won") return null;
  if (missingFact(statedFacts.value) !== null) return <TwoTaps />;
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
