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
  const isServer = isOfServer();
  const shownName = name ?? knownName(isServer);
  return (
    <section aria-label={text("remember_set")}>
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
    </section>
  );
}

/** Return whether a set can be taught: by the server, or by a hand that is scored, whose player
 * confirmed its tiles. */
export function canTeach(): boolean {
  return isOfServer() || evaluation.value?.score?.state === "won";
}

/** Return whether the server read the photo. */
function isOfServer(): boolean {
  return draft.value.recognition?.reading !== undefined;
}

/** Return the name of the set in use, else a free one. */
function knownName(isServer: boolean): string {
  if (isServer) return chosenSet.value === "none" ? "" : chosenSet.value;
  return setInUse.value === "" ? freeName() : setName(setInUse.value);
}
