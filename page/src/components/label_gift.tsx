import { useState } from "preact/hooks";
import { draft } from "../hand_draft";
import { evaluation } from "../hand_score";
import { withoutMetadata } from "../photo";
import { saveFile } from "../saved_page";
import { ServerError, sendForFile } from "../server";
import { text } from "../texts";

/** Saves a photo and its corrected tiles for training, once its owner agrees. */
export function LabelGift() {
  const [isAgreed, setAgreed] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <details class="tools">
      <summary>{text("give_labels")}</summary>
      <p class="hint">{text("give_labels_hint")}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={isAgreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />{" "}
        {text("agree")}
      </label>
      <div class="actions">
        <button type="button" disabled={!isAgreed} onClick={() => void saveLabels().then(setFault)}>
          {text("save_labels")}
        </button>
      </div>
      {fault !== null && <p role="alert">{fault}</p>}
    </details>
  );
}

/** Save the archive; return why there is none. */
async function saveLabels(): Promise<string | null> {
  const { photo, recognition } = draft.value;
  const tiles = evaluation.value?.reading?.tiles;
  if (photo === null || recognition?.reading === undefined || tiles === undefined) return null;
  const kinds = tiles.map(({ kind }) => kind).join(",");
  const query = new URLSearchParams({ reading: recognition.reading, kinds, consent: "yes" });
  try {
    const archive = await sendForFile(`api/labels?${query}`, await withoutMetadata(photo));
    saveFile(archive, "handreader-labels.zip");
    return null;
  } catch (error) {
    if (error instanceof ServerError) return error.message;
    throw error;
  }
}
