import { savedPage, shareOrSave } from "../saved_page";
import { draft, evaluation } from "../store";
import { text } from "../texts";

/** Saves the explained hand as a page of its own. */
export function SaveButton() {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  return (
    <div class="actions">
      <button type="button" onClick={() => void save()}>
        {text("save_page")}
      </button>
    </div>
  );
}

async function save(): Promise<void> {
  const now = new Date();
  const date = now.toLocaleString(document.documentElement.lang);
  const content = await savedPage(text("saved_title", { date }), draft.value.photo);
  const moment = now.toISOString().slice(0, 16).replace(/[:T]/g, "-");
  await shareOrSave(content, `handreader-${moment}.html`);
}
