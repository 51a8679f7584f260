import { useState } from "preact/hooks";
import { draft } from "../hand_draft";
import { marking } from "../hand_marks";
import { evaluation } from "../hand_score";
import { enterShownHand, markHand } from "../hand_steps";
import { text } from "../texts";
import { isWhole } from "./photo";
import { PhotoButton } from "./photo_button";
import { IGNORED } from "./problems";
import { canTeach, SetMemory } from "./set_memory";
import "./photo_tools.css";

const EDGES = ["bottom", "top", "left", "right"] as const;

/** What was read in the photo, and ways to see all of it, to mark the hand in it, or to teach its set. */
export function PhotoTools() {
  const { recognition, answers } = draft.value;
  const isCorrected = Object.keys(answers).some((id) => id.startsWith("tile:"));
  const [wanted, setTeaching] = useState<boolean | null>(null);
  const isTeaching = wanted ?? isCorrected;
  const reading = evaluation.value?.reading;
  if (recognition === null || reading === undefined) return null;
  if (marking.value !== null) return <MarkingTools marked={marking.value} />;
  const count = reading.tiles.length;
  if (count === 0) {
    return (
      <>
        <p class="problem">{text("none_found")}</p>
        <div class="actions">
          <PhotoButton label={text("choose_other")} isCamera={false} isOther />
          <button type="button" onClick={enterShownHand}>
            {text("change_by_tapping")}
          </button>
        </div>
      </>
    );
  }
  const ignored = reading.problems.find(({ code }) => code === IGNORED)?.tiles.length ?? 0;
  return (
    <div class="tools">
      <p class="hint">
        {text("tiles", { count })}{" "}
        {recognition.set !== undefined && text("read_with_set", { set: recognition.set })}
      </p>
      <div class="actions photo-actions">
        <WholeButton ignored={ignored} />
        <button
          type="button"
          class="quiet"
          onClick={() => {
            const inHand = reading.tiles.filter(({ role }) => role !== "other");
            marking.value = new Set(inHand.map(({ id }) => id));
          }}
        >
          {text("mark_hand")}
        </button>
        {canTeach() && (
          <button
            type="button"
            class="quiet"
            aria-expanded={isTeaching}
            onClick={() => setTeaching(!isTeaching)}
          >
            {text("remember_set")}
          </button>
        )}
      </div>
      {canTeach() && isTeaching && <SetMemory />}
    </div>
  );
}

/** Shows the whole photo, with the tiles that are not the hand's. */
function WholeButton({ ignored }: { ignored: number }) {
  const whole = text("whole");
  const shown = ignored === 0 ? whole : text("ignored", { count: ignored });
  return (
    <button
      type="button"
      class="quiet"
      aria-label={ignored === 0 ? undefined : `${shown}: ${whole}`}
      aria-pressed={isWhole.value}
      onClick={() => {
        isWhole.value = !isWhole.value;
      }}
    >
      {shown}
    </button>
  );
}

function MarkingTools({ marked }: { marked: ReadonlySet<number> }) {
  const current = draft.value.marked?.handFrom ?? "";
  return (
    <div class="tools">
      <p>{text("mark_hint")}</p>
      <label class="fact">
        <span>{text("owner_sits")}</span>
        <select
          value={current}
          onChange={(event) => {
            const edge = event.currentTarget.value;
            markHand({ only: Array.from(marked), handFrom: edge === "" ? null : edge });
          }}
        >
          <option value="">{text("edge_unknown")}</option>
          {EDGES.map((edge) => (
            <option key={edge} value={edge}>
              {text(`edge_${edge}`)}
            </option>
          ))}
        </select>
      </label>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={marked.size === 0}
          onClick={() =>
            markHand({
              only: Array.from(marked),
              handFrom: draft.value.marked?.handFrom ?? null,
            })
          }
        >
          {text("use_tiles", { count: marked.size })}
        </button>
        <button type="button" onClick={() => markHand({ only: null, handFrom: null })}>
          {text("use_all")}
        </button>
        <button
          type="button"
          onClick={() => {
            marking.value = null;
          }}
        >
          {text("cancel")}
        </button>
      </div>
    </div>
  );
}
