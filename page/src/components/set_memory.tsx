import { useState } from "preact/hooks";
import { chosenSet } from "../engines";
import { draft } from "../hand_draft";
import { evaluation } from "../hand_score";
import { forgetState, useKeptState } from "../kept_state";
import { freeName, type Outcome, teachShownHand } from "../set_lesson";
import { text } from "../texts";
import { setInUse, setName } from "../tile_sets";

const NAME = "name of the set";

/** Teaches the set of tiles in a photo from the confirmed hand: this device, or the server that
 * read the photo. */
export function SetMemory() {
  const [name, setText] = useKeptState<string | null>(NAME, null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isTeaching, setTeaching] = useState(false);
  const { recognition, answers } = draft.value;
  if (recognition === null) return null;
  const isServer = recognition.reading !== undefined;
  if (!isServer && !isScored()) return null;
  const isCorrected = Object.keys(answers).some((id) => id.startsWith("tile:"));
  const shownName = name ?? knownName(isServer);
  return (
    <details class="tools" open={isCorrected}>
      <summary>{text("remember_set")}</summary>
      <p class="hint">{text(isServer ? "remember_hint" : "remember_here_hint")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTeaching(true);
          void teachShownHand(shownName)
            .then((found) => {
              setOutcome(found);
              if (found.isTaught) forgetState(NAME);
            })
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
            value={shownName}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isTeaching}>
          {text("remember")}
        </button>
      </form>
      <p role="status" class={isTeaching || outcome?.isTaught !== false ? "" : "problem"}>
        {isTeaching ? text("learning") : outcome?.words}
      </p>
    </details>
  );
}

/** Return whether the hand is scored: then its player confirmed its tiles. */
function isScored(): boolean {
  const scored = evaluation.value?.score;
  return scored?.state === "won";
}

/** Return the name of the set in use, else a free one. */
function knownName(isServer: boolean): string {
  if (isServer) return chosenSet.value === "none" ? "" : chosenSet.value;
  return setInUse.value === "" ? freeName() : setName(setInUse.value);
}
