import { useState } from "preact/hooks";
import { chosenSet } from "../engines";
import { withoutMetadata } from "../photo";
import { loadHome, ServerError, sendFile } from "../server";
import { draft, evaluation } from "../store";
import { text } from "../texts";

interface Taught {
  readonly set: string;
  readonly tiles: number;
}

/** Teaches the server the set of tiles in a photo that it read, from the hand's tiles. */
export function SetMemory() {
  const [name, setName] = useState(chosenSet.value === "none" ? "" : chosenSet.value);
  const [told, setTold] = useState<string | null>(null);
  const [isTeaching, setTeaching] = useState(false);
  return (
    <details class="tools">
      <summary>{text("remember_set")}</summary>
      <p class="hint">{text("remember_hint")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTeaching(true);
          void teach(name)
            .then(setTold)
            .finally(() => setTeaching(false));
        }}
      >
        <label class="fact">
          <span>{text("set_name")}</span>
          <input
            type="text"
            required
            maxLength={60}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isTeaching}>
          {text("remember")}
        </button>
      </form>
      {told !== null && <p role="status">{told}</p>}
    </details>
  );
}

/** Send the photo with the hand's tiles; return what was learned, or why nothing was. */
async function teach(name: string): Promise<string> {
  const { photo, recognition } = draft.value;
  const tiles = evaluation.value?.reading?.tiles;
  if (photo === null || recognition?.reading === undefined || tiles === undefined) return "";
  const kinds = tiles.map(({ kind, role }) => (role === "other" ? "?" : kind));
  const query = new URLSearchParams({
    reading: recognition.reading,
    kinds: kinds.join(","),
    name,
  });
  try {
    const copy = await withoutMetadata(photo);
    const { set, tiles: count } = await sendFile<Taught>(`api/remember?${query}`, copy);
    void loadHome();
    return text("remembered", { count, set });
  } catch (error) {
    if (error instanceof ServerError) return error.message;
    throw error;
  }
}
